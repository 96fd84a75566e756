"""A position as text; how it is read again, and the format: `notation`.

From one position of a game to the next little changes. So the parts of the last text are kept with the game, and only
what has changed is written again. The texts of pieces are kept for all games.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import Field
from itertools import compress
from operator import attrgetter, ne
from typing import Any, NamedTuple, TypeAlias

from .action import Player
from .bits import Bits, scan
from .flow import Frame
from .kinds import FACE, PIECES, Lexicon
from .state import State, declared

MOST_KEPT = 8000  # texts of pieces kept for all games of a scenario
Said: TypeAlias = tuple[str, bool]
"""A piece as written in its place, empty if it is unseen, and whether that says more than its name."""


def _packed(text: str) -> str:
    return text.replace(" ", "+") or "-"


class Written(NamedTuple):
    """The parts of a position that has been written: the next one of the game differs in a few."""

    scalars: tuple[Any, ...]
    scalar_lines: list[str]  # empty for a scalar that has its default
    columns: list[Sequence[Any]]  # places, faces if there are any, and what else is said about each piece
    sets: tuple[Bits, ...]  # of pieces
    pieces: list[Said]
    places: dict[int, str]  # the line of every place that holds pieces


def write(s: State, player: Player | None = None, *, brief: bool = False) -> str:
    """The position as text; with a player, only what that player may know.

    If `brief`, a face that a piece has from the start is left out, as records have always counted it.
    """
    return "\n".join(_Writer(s, player, brief).lines()) + "\n"


class _Headings:
    """What is said about positions of a title."""

    def __init__(self, cls: type[State], secret: Collection[str]) -> None:
        said = [f for f in declared(cls) if f.name not in secret and f.metadata["role"] != "derived"]
        self.columns = [f.name for f in said if f.metadata["role"] == "column" and f.name not in ("place", "face")]
        self.scalars = [f for f in said if f.metadata["role"] == "scalar" and f.metadata["kind"] not in (PIECES, FACE)]
        self.sets = [f.name for f in said if f.metadata["role"] == "scalar" and f.metadata["kind"] == PIECES]
        self.of_pieces = [f for f in said if f.name in self.columns or f.name in self.sets]
        self.values = _getter([f.name for f in self.scalars])
        self.pieces_in_sets = _getter(self.sets)


def _getter(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """A function that reads several fields at once."""
    return attrgetter(*names) if len(names) > 1 else lambda s: tuple(getattr(s, name) for name in names)


class _Shared(NamedTuple):
    """What the texts of all games of a scenario have in common."""

    blank: Any
    headings: _Headings
    texts: tuple[dict[Any, Said], dict[Any, Said]]  # of pieces by their values, for the referee; the brief ones second


def _shared(s: State) -> _Shared:
    found: dict[Any, _Shared] = s.title.kept.setdefault(__name__, {})
    key = s.scenario, s.options
    if key not in found:
        found[key] = _Shared(s.title.blank(s.title, s.scenario, s.options), _Headings(type(s), ()), ({}, {}))
    return found[key]


class _Writer:
    """Writes one position as a player sees it, or with None as the referee sees it.

    For the referee, what the last position of the game has in common with this one is not written again.
    """

    def __init__(self, s: Any, player: Player | None, brief: bool) -> None:
        self.s, self.player, self.brief, self.title = s, player, brief, s.title
        self.last: Written | None
        self.lexicon: Lexicon = s.title.lexicon
        self.secret: Collection[str] = s.title.hidden(s, player)
        shared = _shared(s)
        self.blank = shared.blank
        self.headings = _Headings(type(s), self.secret) if self.secret else shared.headings
        self.texts = shared.texts[brief]
        if len(self.texts) > MOST_KEPT:
            self.texts.clear()
        self.kept: dict[bool, Written] = s.kept.setdefault(__name__, {})
        self.last = self.kept.get(brief) if player is None else None

    def lines(self) -> list[str]:
        s = self.s
        out: list[str] = [f"{self.title.name} {s.scenario}"]
        if s.options:
            out.append("options " + " ".join(s.options))
        if s.over:
            out.append("over")
        else:
            out += [self.frame(frame) for frame in (*s.stack, Frame(s.flow, s.at, s.local))]
        scalars, sets = self.headings.values(s), self.headings.pieces_in_sets(s)
        columns, changed = self.compared(sets)
        pieces = self.pieces(columns, sets, changed)
        lines, places = self.scalar_lines(scalars), self.places(pieces, changed)
        if self.player is None:
            self.kept[self.brief] = Written(scalars, lines, columns, sets, pieces, places)
        out += filter(None, lines)
        out += sorted(places.values())  # no name has a space: sorted by place
        return out

    def frame(self, frame: Frame) -> str:
        out = f"at {frame.flow.name} {frame.flow.label(frame.at)}"
        if frame.local is not None:
            usual = frame.local._field_defaults
            for name, value in zip(frame.local._fields, frame.local, strict=True):
                if name not in self.secret and (name not in usual or value != usual[name]):
                    kind = frame.flow.kinds[name]
                    if kind == PIECES and self.player is not None:
                        value = sum(1 << piece for piece in scan(value) if "there" in self.aspects(piece))
                    out += f" {name}={_packed(kind.text(self.lexicon, value))}"
        return out

    def scalar_lines(self, values: tuple[Any, ...]) -> list[str]:
        """A line for each scalar that differs from the default, and an empty one for the others."""
        last, fields = self.last, self.headings.scalars
        if last and last.scalars == values:
            return last.scalar_lines
        out = last.scalar_lines[:] if last else [""] * len(fields)
        for n, (f, value) in enumerate(zip(fields, values, strict=True)):
            if not last or value != last.scalars[n]:
                usual = value == f.metadata["default"]
                out[n] = "" if usual else f"{f.name} {f.metadata['kind'].text(self.lexicon, value)}"
        return out

    def compared(self, sets: tuple[Bits, ...]) -> tuple[list[Sequence[Any]], Collection[int]]:
        """The columns, and the pieces that differ from the last text in a column or a set."""
        s, last = self.s, self.last
        names = ("place", *(("face",) if self.lexicon.faces else ()), *self.headings.columns)
        columns = [getattr(s, name) for name in names]
        if last is None:
            return [column[:] for column in columns], range(len(s.place))
        changed: set[int] = set()
        for n, (old, new) in enumerate(zip(last.columns, columns, strict=True)):
            if old == new:
                columns[n] = old
            else:
                columns[n] = new[:]
                changed.update(compress(range(len(new)), map(ne, old, new)))
        for before, after in zip(last.sets, sets, strict=True):
            if before != after:
                changed.update(scan(before ^ after))
        return columns, changed

    def pieces(self, columns: list[Sequence[Any]], sets: tuple[Bits, ...], changed: Iterable[int]) -> list[Said]:
        """Every piece as written in its place; the referee's texts are kept by all that they depend on."""
        texts = self.texts if self.player is None else {}
        out = self.last.pieces[:] if self.last else [("", False)] * len(self.s.place)
        for piece in changed:
            key = (piece, *[column[piece] for column in columns], *[pieces >> piece & 1 for pieces in sets])
            found = texts.get(key)
            if found is None:
                found = texts[key] = self.piece(piece)
            out[piece] = found
        return out

    def places(self, pieces: Sequence[Said], changed: Iterable[int]) -> dict[int, str]:
        """The line of every place that holds pieces."""
        s, usual, names = self.s, self.blank.place, self.lexicon.places
        where: dict[int, list[str]] = {s.place[piece]: [] for piece in changed}
        if self.last is not None:
            where |= {self.last.columns[0][piece]: [] for piece in changed}
        for piece, place in enumerate(s.place) if where else ():
            if place in where:
                text, more = pieces[piece]
                if text and (more or place != usual[piece]):
                    where[place].append(text)
        out = dict(self.last.places) if self.last else {}
        for place, held in where.items():
            if held:
                out[place] = " ".join((names[place], *held))
            else:
                out.pop(place, None)
        return out

    def piece(self, piece: int) -> Said:
        s, aspects = self.s, self.aspects(piece)
        if "there" not in aspects:
            return "", False
        name, more = self.lexicon.pieces[piece], False
        faces = self.lexicon.faces
        if faces and "identity" in aspects and s.face[piece] < len(faces):
            more = s.face[piece] != self.blank.face[piece]
            if more or not self.brief:
                name = f"{name}={faces[s.face[piece]]}"
        said = []
        for f in self.headings.of_pieces:
            if f.metadata["aspect"] in aspects and (value := self.under(f, piece)) is not None:
                said.append(f"{f.name}={value}" if value else f.name)
        return (f"{name}({','.join(said)})", True) if said else (name, more)

    def under(self, f: Field[Any], piece: int) -> str | None:
        """What a piece has under a heading in brackets: None for nothing, "" for just the heading."""
        values = getattr(self.s, f.name)
        if f.metadata["role"] == "scalar":
            return "" if values >> piece & 1 else None
        value = values[piece]
        if value == getattr(self.blank, f.name)[piece]:
            return None
        if f.metadata["like"] and value == getattr(self.s, f.metadata["like"])[piece]:
            return None
        return _packed(f.metadata["kind"].text(self.lexicon, value))

    def aspects(self, piece: int) -> Collection[str]:
        shown: Collection[str] = self.title.shown(self.s, self.player, piece)
        return shown
