"""Actions, and the verbs and steps they belong to.

An `Action` is a verb and its arguments. A `Verb` knows for each argument what may come
next and why something may not; a `Step` is a moment of the sequence of play at which one
player chooses among a few verbs. Chance is a player like any other: `CHANCE`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from .bits import Bits, scan
from .kinds import Kind
from .options import Among, One, Options, Sieve, Some
from .rule import Ban, Check, Objection

Player: TypeAlias = int
CHANCE: Player = -1
NOBODY: Player = -2
PUBLIC: Player = -3  # as a viewer: somebody who knows what every player knows, and no more


class Action(NamedTuple):
    """What one player does, complete: hashable, and with one text form."""

    verb: str
    args: tuple[Any, ...] = ()


class Arg(NamedTuple):
    """One argument: its kind, the word before it in text, what it may be, and why not.

    Both functions take the state and the arguments chosen before this one; `objections`
    takes the value in question last.
    """

    kind: Kind
    word: str
    options: Callable[..., Options]
    objections: Callable[..., list[Objection]]
    complete: Callable[..., Any] | None = None  # what a player left out of the value


class Verb(NamedTuple):
    """Something a player can do at a step."""

    name: str
    args: tuple[Arg, ...]
    do: Callable[..., None]
    leaves: bool | Callable[[Any], bool] = True  # is the step over afterwards, or does it ask again?
    bars: tuple[Callable[..., Iterable[Objection]], ...] = ()  # on the verb and all its arguments
    weights: Callable[..., list[int]] | None = None  # of chance, one per option
    audience: Callable[[Any], Collection[Player]] | None = None  # who learns the arguments; None: everybody
    help: str = ""
    option: str = ""  # the option without which it is not in the game, as `rail=rail`

    def options(self, s: Any, *chosen: Any) -> Options:
        """What the next argument may be."""
        return self.args[len(chosen)].options(s, *chosen)

    def available(self, s: Any) -> "Options | None":
        """The first argument's options; for a verb without arguments a true value if unbarred."""
        if self.args:
            return self.args[0].options(s)
        return None if any(True for _ in self.objections(s)) else FREE

    def objections(self, s: Any, *args: Any) -> Iterator[Objection]:
        """Every clause that forbids the verb with these arguments."""
        for n, arg in enumerate(self.args):
            yield from arg.objections(s, *args[: n + 1])
        for bar in self.bars:
            yield from bar(s, *args)


FREE = One(1)


class Step(NamedTuple):
    """A moment at which somebody decides; `who` is the player or finds him."""

    name: str
    cite: str
    who: Callable[[Any], Player]
    verbs: tuple[Verb, ...]
    prompt: str = ""
    pending: Callable[[Any], str] | None = None  # what `done` would leave undone
    left: Callable[[Any], str] | None = None  # how much there is to spend or to do, for whoever decides

    def verb(self, name: str) -> Verb | None:
        """The verb of that name."""
        for verb in self.verbs:
            if verb.name == name:
                return verb
        return None


def one(
    kind: Kind,
    bans: Callable[..., list[Ban]],
    domain: Callable[[Any], Bits],
    word: str = "",
    checks: Callable[..., list[Check]] | None = None,
) -> Arg:
    """An argument that is one place or piece: anything in the domain that no ban and no check holds."""

    def options(s: Any, *chosen: Any) -> Options:
        members = domain(s)
        for ban in bans(s, *chosen):
            members &= ~ban.where
        tests = checks(s, *chosen) if checks else ()
        return Sieve(members, lambda item: any(test.holds(item) for test in tests)) if tests else One(members)

    def objections(s: Any, *args: Any) -> list[Objection]:
        item, name = args[-1], kind.text(s.title.lexicon, args[-1])
        out = [ban.objection(item, name) for ban in bans(s, *args[:-1]) if ban.where >> item & 1]
        if checks:
            out += [test.objection(item, name) for test in checks(s, *args[:-1]) if test.holds(item)]
        return out

    return Arg(kind, word, options, objections)


def within(kind: Kind, bounds: Callable[..., range], outside: Callable[..., Objection], word: str = "") -> Arg:
    """An argument that is a number within bounds; `outside` is told of any other."""

    def options(s: Any, *chosen: Any) -> Options:
        return Among(bounds(s, *chosen))

    def objections(s: Any, *args: Any) -> list[Objection]:
        return [] if args[-1] in bounds(s, *args[:-1]) else [outside(s, *args)]

    return Arg(kind, word, options, objections)


class Limits(NamedTuple):
    """How many, and who must be among them, each with the clause that says so."""

    low: int = 1
    high: int = 1 << 30
    must: Bits = 0
    too_few: Objection = Objection("", "choose at least one")
    too_many: Objection = Objection("", "that is too many")
    missing: Callable[[Bits], Objection] = lambda _: Objection("", "somebody who must take part is missing")


def some(
    kind: Kind,
    bans: Callable[..., list[Ban]],
    domain: Callable[[Any], Bits],
    limits: Callable[..., Limits],
    word: str = "",
) -> Arg:
    """An argument that is a set of places or pieces, none of them banned, within limits."""

    def options(s: Any, *chosen: Any) -> Options:
        members = domain(s)
        for ban in bans(s, *chosen):
            members &= ~ban.where
        limit = limits(s, *chosen)
        return Some(members, limit.low, limit.high, limit.must)

    def objections(s: Any, *args: Any) -> list[Objection]:
        value: Bits = args[-1]
        out = [
            ban.objection(item, kind.item(s.title.lexicon, item))
            for ban in bans(s, *args[:-1])
            for item in scan(value & ban.where)
        ]
        limit = limits(s, *args[:-1])
        if value.bit_count() < limit.low:
            out.append(limit.too_few)
        if value.bit_count() > limit.high:
            out.append(limit.too_many)
        if limit.must & ~value:
            out.append(limit.missing(limit.must & ~value))
        return out

    return Arg(kind, word, options, objections)
