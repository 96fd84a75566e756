"""What a side sees, as numbers: one row of int16, made of named parts.

Everything goes through the same two functions that the view and the notation use: which aspects of a piece a player
sees (`Title.shown`) and which scalars are hidden (`Title.hidden`). Whatever is unknown is 0.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import Field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..core.action import Player
from ..core.bits import Bits
from ..core.flow import Flow, Frame
from ..core.kinds import FACE, FACES, PIECES, PLACE, Kind
from ..core.state import State, declared
from ..core.title import Title

Numbers: TypeAlias = NDArray[np.int16]

ASPECTS = ("there", "kind", "strength", "identity", "marks")
LIMIT = 32767
NAMES = 0.25  # more distinct words than this share of the pieces are names, which `face` already covers


class Part(NamedTuple):
    """A part of the observation: its number of rows (0: a single row), and the meaning of each number of a row."""

    name: str
    about: str
    rows: int
    columns: Mapping[str, str]

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the part as an array."""
        return (self.rows, len(self.columns)) if self.rows else (len(self.columns),)

    @property
    def size(self) -> int:
        """The number of its numbers."""
        return max(1, self.rows) * len(self.columns)


class Fact(NamedTuple):
    """A fact of a piece's portrait: a number as it is, a word by its index in `words`, from 1."""

    aspect: str
    name: str
    words: tuple[str, ...]

    def number(self, told: Mapping[str, Mapping[str, Any]]) -> int:
        """The fact in a portrait; 0 if it is missing."""
        value = told.get(self.aspect, {}).get(self.name, 0)
        if isinstance(value, str):
            return self.words.index(value) + 1 if value in self.words else 0
        return int(value or 0)


def facts(title: Title[Any]) -> list[Fact]:
    """The facts in portraits that are not in columns, over every piece with any face."""
    s = title.blank(title, next(iter(title.scenarios)), ())
    found: dict[tuple[str, str], set[str]] = {}
    for piece in range(len(title.lexicon.pieces)):
        for told in _portraits(s, piece):
            for aspect in ("kind", "strength", "identity"):
                for name, value in told.get(aspect, {}).items():
                    if isinstance(value, int | Fraction | str):
                        found.setdefault((aspect, name), set()).update([value] if isinstance(value, str) else ())
    most = NAMES * len(title.lexicon.pieces)
    said = {f.name for f in declared(title.state) if f.metadata["role"] != "derived"}
    return [
        Fact("there", "side", title.players),
        *(
            Fact(aspect, name, tuple(sorted(words)))
            for (aspect, name), words in found.items()
            if len(words) <= most and name not in said
        ),
    ]


def _portraits(s: Any, piece: int) -> Iterable[Mapping[str, Mapping[str, Any]]]:
    title = s.title
    yield title.portrait(s, piece)
    faces = len(title.lexicon.faces)
    if faces and s.face[piece] >= faces:
        was = s.face[piece]
        for face in range(faces):
            s.face[piece] = face
            yield title.portrait(s, piece)
        s.face[piece] = was


class Sight:
    """Turns positions of a title into numbers. Use one per game: it caches the portraits of the last position."""

    def __init__(self, title: Title[Any], words: Sequence[str], *, may_be: bool = False) -> None:
        self.title, self.may_be = title, may_be
        fields = declared(title.state)
        lexicon = title.lexicon
        self.pieces, self.places = len(lexicon.pieces), len(lexicon.places)
        self.columns = [f for f in fields if f.metadata["role"] == "column" and not f.metadata["kind"].many]
        scalars = [f for f in fields if f.metadata["role"] == "scalar"]
        self.marks = [f for f in scalars if f.metadata["kind"] == PIECES]
        self.grounds = [f for f in scalars if f.metadata["kind"].name in ("place", "places", "path")]
        self.faces = [f for f in scalars if f.metadata["kind"] == FACES]
        self.numbers = [f for f in scalars if f not in self.marks and f not in self.grounds and f not in self.faces]
        self.facts = facts(title)
        self.flows = [(flow, name, kind) for flow in title.flows.values() for name, kind in flow.kinds.items()]
        self.parts = self._parts(words)
        self.size = sum(part.size for part in self.parts)
        self._aspect = np.array([ASPECTS.index(fact.aspect) for fact in self.facts])
        self._own: NDArray[np.int64] | None = None
        self._facts = np.zeros((self.pieces, len(self.facts)), np.int64)

    def _parts(self, words: Sequence[str]) -> list[Part]:
        title = self.title
        pieces = {f"sees {aspect}": "1 if the side sees this aspect of the piece" for aspect in ASPECTS}
        pieces |= {f.name: _meaning(f.metadata["kind"]) for f in self.columns} | {f.name: "1 if so" for f in self.marks}
        pieces |= {f"{fact.aspect} {fact.name}": _numbered(fact.words) or "the number" for fact in self.facts}
        places = {f"pieces of {player}": "how many are there, as far as the side sees" for player in title.players}
        places |= {f.name: _laid(f.metadata["kind"]) for f in self.grounds}
        scalars = {"scenario": _numbered(title.scenarios, 0)}
        scalars |= {f"option {name}": _numbered(option.values, 0) for name, option in title.options.items()}
        scalars |= {name: _numbered(title.players, 0) for name in ("own side", "side to decide")}
        scalars |= {"over": "1 if so"} | {f"step of {flow}": _steps(title.flows[flow]) for flow in title.flows}
        for f in self.numbers:
            words_of = f.metadata["words"]
            scalars[f.name] = _numbered(words_of(title.data)) if words_of else "the number"
        for f in self.faces:
            scalars |= {_member(f, face): "1 if so" for face in title.lexicon.faces}
        for flow, name, kind in self.flows:
            at = f"{flow.name}: {name}"
            if kind.name in ("piece", "pieces"):
                pieces[at] = "1 if so"
            elif kind.name in ("place", "places", "path"):
                places[at] = _laid(kind)
            elif kind.name in ("number", "half", "flag"):
                scalars[at] = "the number; 0 if this is not in progress"
            elif kind.words:
                scalars[at] = f"{_numbered(kind.words)}; 0 if this is not in progress"
        said = dict.fromkeys((word or f"nothing {n}" for n, word in enumerate(words)), "")
        faces = dict.fromkeys(title.lexicon.faces, "")
        guesses = Part(
            "may_be", "a row for each piece, 1 for each face it may have if it is hidden", self.pieces, faces
        )
        return [
            Part("pieces", "a row for each piece, in the order of its words", self.pieces, pieces),
            Part("places", "a row for each place, in the order of its words", self.places, places),
            Part("scalars", "one number each", 0, scalars),
            *([guesses] if self.may_be else []),
            Part("said", "for each word, its position in the current action, from 1; 0 if it was not said", 0, said),
        ]

    def forget(self) -> None:
        """Clear the cache for another game."""
        self._own = None

    def look(self, s: Any, player: Player) -> Numbers:
        """What a player sees of a position; the words of the current action (the last part) are left empty."""
        hidden = self.title.hidden(s, player)
        frames = {} if s.over else {frame.flow.name: frame for frame in (*s.stack, Frame(s.flow, s.at, s.local))}
        sees = self._sees(s, player)
        blocks = [
            self._look_at_pieces(s, sees, frames, hidden),
            self._look_at_places(s, sees, frames, hidden),
            np.array(self._look_at_scalars(s, player, frames, hidden)),
        ]
        if self.may_be:
            blocks.append(self._look_behind(s, sees))
        out = np.zeros(self.size, np.int16)
        at = 0
        for block in blocks:
            out[at : at + block.size] = np.clip(block, -LIMIT, LIMIT).ravel()
            at += block.size
        return out

    # -- pieces ------------------------------------------------------------------------------

    def _sees(self, s: Any, player: Player) -> NDArray[np.int64]:
        """For each piece the aspects that the player sees."""
        if not self.title.fogged:
            return np.ones((self.pieces, len(ASPECTS)), np.int64)
        rows: dict[frozenset[str], list[int]] = {}
        out = np.empty((self.pieces, len(ASPECTS)), np.int64)
        for piece in range(self.pieces):
            shown = self.title.shown(s, player, piece)
            if (row := rows.get(shown)) is None:
                row = rows[shown] = [int("there" in shown and aspect in shown) for aspect in ASPECTS]
            out[piece] = row
        return out

    def _look_at_pieces(
        self, s: Any, sees: NDArray[np.int64], frames: Mapping[str, Frame], hidden: frozenset[str]
    ) -> NDArray[np.int64]:
        own = np.stack([self._column(s, f) for f in self.columns] + [self._members(s, f) for f in self.marks], axis=1)
        aspects = [
            "there" if f.name == "place" else "identity" if f.metadata["kind"] == FACE else f.metadata["aspect"]
            for f in (*self.columns, *self.marks)
        ]
        open_ = [f.name not in hidden for f in (*self.columns, *self.marks)]
        self._ask(s, own)
        local = [
            self._spread(self.pieces, frames, flow.name, name, kind, hidden) * sees[:, 0]
            for flow, name, kind in self.flows
            if kind.name in ("piece", "pieces")
        ]
        return np.concatenate(
            [
                sees,
                own * sees[:, [ASPECTS.index(aspect) for aspect in aspects]] * np.array(open_),
                self._facts * sees[:, self._aspect],
                np.array(local, np.int64).reshape(-1, self.pieces).T,
            ],
            axis=1,
        )

    def _column(self, s: State, f: Field[Any]) -> NDArray[np.int64]:
        """A column: places and faces from 1; other numbers from 2, and 1 for the default."""
        values = np.array(getattr(s, f.name), np.int64)
        if f.metadata["kind"] == PLACE:
            return values + 1
        if f.metadata["kind"] == FACE:
            return np.where(values < len(self.title.lexicon.faces), values + 1, 0)
        return np.where(values == f.metadata["default"], 1, values + 2)

    def _members(self, s: State, f: Field[Any]) -> NDArray[np.int64]:
        return _spread_bits(getattr(s, f.name), self.pieces)

    def _ask(self, s: Any, own: NDArray[np.int64]) -> None:
        """Update the portraits of the pieces that have changed."""
        changed = range(self.pieces) if self._own is None else np.flatnonzero((own != self._own).any(axis=1)).tolist()
        for piece in changed:
            told = self.title.portrait(s, piece)
            self._facts[piece] = [fact.number(told) for fact in self.facts]
        self._own = own

    def _look_behind(self, s: Any, sees: NDArray[np.int64]) -> NDArray[np.int64]:
        """The possible faces of pieces that are seen without their face."""
        lexicon = self.title.lexicon
        out = np.zeros((self.pieces, len(lexicon.faces)), np.int64)
        there, kind, identity = (sees[:, ASPECTS.index(aspect)] for aspect in ("there", "kind", "identity"))
        for piece in np.flatnonzero(there & kind & ~identity & 1).tolist():
            told = self.title.portrait(s, piece)["kind"].get("may_be", ())
            out[piece, [lexicon.face(name) for name in told]] = 1
        return out

    # -- places ------------------------------------------------------------------------------

    def _look_at_places(
        self, s: Any, sees: NDArray[np.int64], frames: Mapping[str, Frame], hidden: frozenset[str]
    ) -> NDArray[np.int64]:
        where, side = np.array(s.place), self._facts[:, 0] * sees[:, 0]  # the first fact is the side
        found = [np.bincount(where[side == n + 1], minlength=self.places) for n in range(len(self.title.players))]
        for f in self.grounds:
            kind, value = f.metadata["kind"], getattr(s, f.name)
            found.append(_zeros(self.places) if f.name in hidden else _spread_value(kind, value, self.places))
        for flow, name, kind in self.flows:
            if kind.name in ("place", "places", "path"):
                found.append(self._spread(self.places, frames, flow.name, name, kind, hidden))
        return np.stack(found, axis=1)

    def _spread(
        self, size: int, frames: Mapping[str, Frame], flow: str, name: str, kind: Kind, hidden: frozenset[str]
    ) -> NDArray[np.int64]:
        """A local variable laid out over the pieces or places."""
        frame = frames.get(flow)
        if frame is None or frame.local is None or name in hidden:
            return _zeros(size)
        return _spread_value(kind, getattr(frame.local, name), size)

    # -- scalars -----------------------------------------------------------------------------

    def _look_at_scalars(
        self, s: Any, player: Player, frames: Mapping[str, Frame], hidden: frozenset[str]
    ) -> list[int]:
        title = self.title
        chosen = dict(text.split("=", 1) for text in s.options)
        out = [list(title.scenarios).index(s.scenario)]
        out += [option.values.index(chosen.get(name, option.values[0])) for name, option in title.options.items()]
        out += [player, title.decider(s), s.over]
        out += [1 + frames[name].at if name in frames else 0 for name in title.flows]
        for f in self.numbers:
            value = getattr(s, f.name)
            if f.metadata["words"] is not None:
                value = 1 + list(f.metadata["words"](s.data)).index(value)
            out.append(0 if f.name in hidden else int(value))
        for f in self.faces:
            members = 0 if f.name in hidden else getattr(s, f.name)
            out += [members >> face & 1 for face in range(len(title.lexicon.faces))]
        for flow, name, kind in self.flows:
            if kind.name in ("number", "half", "flag") or kind.words:
                frame = frames.get(flow.name)
                known = frame is not None and frame.local is not None and name not in hidden
                out.append(_number(kind, getattr(frame.local, name)) if frame and known else 0)
        return out


def _zeros(size: int) -> NDArray[np.int64]:
    return np.zeros(size, np.int64)


def _spread_bits(members: Bits, size: int) -> NDArray[np.int64]:
    """A set as a row of 0 and 1."""
    raw = np.frombuffer(members.to_bytes((size + 7) // 8, "little"), np.uint8)
    return np.unpackbits(raw, count=size, bitorder="little").astype(np.int64)


def _spread_value(kind: Kind, value: Any, size: int) -> NDArray[np.int64]:
    """One member or a set as a row of 0 and 1; a path by the order of its places."""
    if kind.name == "path":
        out = _zeros(size)
        for n, place in enumerate(value):
            out[place] = n + 1
        return out
    if kind.many:
        return _spread_bits(value, size)
    out = _zeros(size)
    if value >= 0:
        out[value] = 1
    return out


def _number(kind: Kind, value: Any) -> int:
    """A number as it is, a word by its position from 1."""
    return kind.words.index(value) + 1 if kind.words else int(value)


# -- meanings ---------------------------------------------------------------------------------


def _meaning(kind: Kind) -> str:
    if kind == PLACE:
        return "the place: its row, counted from 1"
    if kind == FACE:
        return "the face, counted from 1; 0 if it has none"
    return "1 for the default, otherwise the number plus 2"


def _member(f: Field[Any], face: str) -> str:
    return f"{f.name}: {face}"


def _laid(kind: Kind) -> str:
    return "its position in the path, from 1" if kind.name == "path" else "1 if so"


def _numbered(words: Iterable[str], start: int = 1) -> str:
    return ", ".join(f"{n} {word or '-'}" for n, word in enumerate(words, start))


def _steps(flow: Flow) -> str:
    steps = ", ".join(f"{at + 1} {label}" for label, at in flow.labels.items())
    return f"{steps}; 0 if this is not in progress, other numbers while it waits for another procedure"
