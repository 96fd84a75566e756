"""The state of a game: columns indexed by piece, and scalars.

A title declares its state as a dataclass whose fields say what they hold (`column`,
`scalar`, `derived`); copying and comparing are generated from that declaration once, as
straight-line code, and the position notation is derived from it too.
"""

from dataclasses import MISSING, Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Self, TypeVar

from .kinds import Kind
from .knowledge import Kept

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from .flow import Flow, Frame
    from .rule import Facts
    from .title import Title


def column(kind: Kind, default: int = 0, like: str = "", aspect: str = "marks") -> Any:
    """One value of a kind per piece; known only to those who see that aspect of the piece.

    The notation leaves out the default, and what equals the same piece's value in the column `like`.
    """
    return field(metadata={"role": "column", "kind": kind, "default": default, "like": like, "aspect": aspect})


def scalar(
    kind: Kind, default: Any = 0, aspect: str = "marks", words: "Callable[[Any], Collection[str]] | None" = None
) -> Any:
    """One value of a kind. A set of pieces is shown member by member, as that aspect of each.

    A word is one of the `words` that the title's components give.
    """
    about = {"role": "scalar", "kind": kind, "default": default, "aspect": aspect, "words": words}
    return field(default=default, metadata=about)


def derived(default: Any = MISSING) -> Any:
    """A field kept for speed and recomputed by the title's `settle`; not part of the notation."""
    return field(default=default, metadata={"role": "derived"})


class Note:
    """A line for the diary: what happened, the clause, the things it mentions, and who may read it."""

    __slots__ = ("audience", "clause", "facts", "text")

    def __init__(self, clause: str, text: str, facts: "Facts", audience: "Collection[int] | None" = None) -> None:
        self.clause = clause
        self.text = text
        self.facts = facts
        self.audience = audience  # None: everyone


class Called(int):
    """A piece in a note that may be renumbered before the note is read: its name, and who knows that name."""

    name: str
    alias: str  # for everyone else
    known_to: "Collection[int] | None"  # None: everyone

    def __new__(cls, piece: int, name: str, alias: str, known_to: "Collection[int] | None" = None) -> "Called":
        """The piece under the number it has now."""
        self = super().__new__(cls, piece)
        self.name, self.alias, self.known_to = name, alias, known_to
        return self

    def to(self, player: int | None) -> str:
        """The name that a player, or with None the referee, knows it by."""
        open_ = player is None or self.known_to is None or player in self.known_to
        return self.name if open_ else self.alias


@dataclass(slots=True, eq=False, kw_only=True)
class State:
    """What every title's state has: its point in the flow, and the list that collects notes."""

    title: "Title[Any]"
    data: Any = None  # the title's components: board, pieces, charts
    scenario: str = ""
    options: tuple[str, ...] = ()  # the title's options that differ from the default
    flow: "Flow"
    at: int = 0
    local: Any = None
    stack: "tuple[Frame, ...]" = ()
    over: bool = False
    log: list[Note] | None = None
    kept: Kept = field(default_factory=dict)  # what positions of this game imply; copies share it

    def copy(self) -> Self:
        """An independent state equal to this one, which collects no notes."""
        raise NotImplementedError

    def key(self) -> tuple[Any, ...]:
        """A tuple that is equal for equal states."""
        raise NotImplementedError

    def note(self, clause: str, text: str, /, *, audience: "Collection[int] | None" = None, **facts: Any) -> None:
        """Add a note to the diary, if one is kept; with an audience, only those players are told."""
        if self.log is not None:
            self.log.append(Note(clause, text, facts, audience))


S = TypeVar("S", bound=State)
_SHARED = {"title", "data", "scenario", "options", "flow", "at", "local", "stack", "over", "kept"}


def declared(cls: type[State]) -> list[Field[Any]]:
    """The fields a title declared, in order."""
    return [f for f in fields(cls) if "role" in f.metadata]


def columns(cls: type[S]) -> type[S]:
    """Give a declared state its `copy` and `key`."""
    own = declared(cls)
    lines = ["def copy(self):", "    new = object_new(cls)", "    new.log = None"]
    lines += [f"    new.{name} = self.{name}" for name in sorted(_SHARED)]
    parts = [
        "self.scenario",
        "self.flow.name",
        "self.at",
        "self.local",
        "self.over",
        "self.options",
        "tuple((f.flow.name, f.at, f.local) for f in self.stack)",
    ]
    for f in own:
        if f.metadata["role"] == "column":
            lines.append(f"    new.{f.name} = self.{f.name}[:]")
            whole = "tuple" if f.metadata["kind"].many else "bytes"  # a set does not fit into a byte
            parts.append(f"{whole}(self.{f.name})")
        elif f.metadata["role"] == "derived" and f.default is MISSING:
            lines.append(f"    new.{f.name} = self.{f.name}.copy()")
        else:
            lines.append(f"    new.{f.name} = self.{f.name}")
            if f.metadata["role"] == "scalar":
                parts.append(f"self.{f.name}")
    lines.append("    return new")
    lines += ["def key(self):", f"    return ({', '.join(parts)},)"]
    namespace: dict[str, Any] = {"object_new": object.__new__, "cls": cls}
    exec("\n".join(lines), namespace)
    cls.copy = namespace["copy"]  # type: ignore[method-assign]
    cls.key = namespace["key"]  # type: ignore[method-assign]
    return cls
