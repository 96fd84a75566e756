"""The position notation: any position of any title as text a person can read and type.

    leningrad79 campaign
    options pool=strict
    at campaign german-combat
    turn 3
    forts 2505 2604
    0410 1Pz(reduced,points=2.5) 6Pz
    lost i3=118RD

The first line names title and scenario; `at` lines say where in the sequence of play the
game stands, outermost procedure first, with the local variables of each; then the scalars
by name; then every place that holds pieces. A piece is its name, `=` and its face where one
is known, and in brackets what differs from the ordinary. Whatever is left out is at its
default; a piece that is nowhere named is in the first off-map box. `#` begins a comment.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from .action import Player
from .flow import Flow, Frame, run
from .kinds import FACE, PIECES, WORD, Kind, Lexicon, Unreadable
from .state import State, declared
from .title import Bad, Title


class BadPosition(Bad):
    """A position that cannot be read: which line, which word, and why."""


def _packed(text: str) -> str:
    return text.replace(" ", "+") or "-"


def _unpacked(text: str) -> list[str]:
    return [] if text == "-" else text.split("+")


def write(s: State, player: Player | None = None) -> str:
    """The position in words; with a player, only what he may know."""
    title, lexicon = s.title, s.title.lexicon
    out = [f"{title.name} {s.scenario}"]
    if s.options:
        out.append("options " + " ".join(s.options))
    if s.over:
        out.append("over")
    else:
        for frame in (*s.stack, Frame(s.flow, s.at, s.local)):
            out.append(_frame_text(lexicon, frame))
    marks: list[tuple[str, Callable[[int], str | None]]] = []
    for f in declared(type(s)):
        role, kind = f.metadata["role"], f.metadata.get("kind", WORD)
        value = getattr(s, f.name)
        if role == "scalar" and kind == PIECES:
            marks.append((f.name, lambda p, v=value: "" if v >> p & 1 else None))  # type: ignore[misc]
        elif role == "scalar":
            if value != f.metadata["default"]:
                out.append(f"{f.name} {kind.text(lexicon, value)}")
        elif role == "column" and f.name != "place" and kind != FACE:
            like = getattr(s, f.metadata["like"]) if f.metadata["like"] else None
            marks.append((f.name, _column_text(lexicon, kind, value, f.metadata["default"], like)))
    where: dict[int, list[int]] = {}
    places: Any = s.place  # type: ignore[attr-defined]
    for piece, place in enumerate(places):
        where.setdefault(place, []).append(piece)
    for place in sorted(where, key=lambda n: lexicon.places[n]):
        said = [_piece_text(s, piece, marks, player) for piece in where[place]]
        if place == _box(title):
            said = [word for word in said if "(" in word or "=" in word]
        if said:
            out.append(" ".join((lexicon.places[place], *said)))
    return "\n".join(out) + "\n"


def _box(title: Title[Any]) -> int:
    return int(title.data.board.box)


def _column_text(lexicon: Lexicon, kind: Kind, values: Any, default: int, like: Any) -> Callable[[int], str | None]:
    def text(piece: int) -> str | None:
        value = values[piece]
        if value == default or (like is not None and value == like[piece]):
            return None
        return kind.text(lexicon, value)

    return text


def _piece_text(s: Any, piece: int, marks: Any, player: Player | None) -> str:
    lexicon: Lexicon = s.title.lexicon
    aspects = s.title.sees(s, player, piece) if player is not None else None
    name = lexicon.pieces[piece]
    face = getattr(s, "face", None)
    if face is not None and face[piece] != 255 and (aspects is None or "identity" in aspects):
        name += f"={lexicon.faces[face[piece]]}"
    said = []
    if aspects is None or "marks" in aspects:
        for mark, text in marks:
            value = text(piece)
            if value is not None:
                said.append(f"{mark}={value}" if value else mark)
    return f"{name}({','.join(said)})" if said else name


def _frame_text(lexicon: Lexicon, frame: Frame) -> str:
    out = f"at {frame.flow.name} {frame.flow.label(frame.at)}"
    if frame.local is not None:
        kinds = frame.flow.kinds
        for name, value in zip(frame.local._fields, frame.local, strict=True):
            if value != frame.local._field_defaults.get(name, NOTHING):
                out += f" {name}={_packed(kinds[name].text(lexicon, value))}"
    return out


NOTHING = object()


class _Reader:
    """Reads one position; knows at each moment which line and word it is at."""

    def __init__(self, titles: Mapping[str, Title[Any]], text: str) -> None:
        self.lines = [
            (n, words) for n, line in enumerate(text.splitlines(), 1) if (words := line.split("#")[0].split())
        ]
        if not self.lines:
            raise BadPosition("the position is empty")
        self.line, head = self.lines[0]
        if head[0] not in titles:
            self.fail(f"{head[0]!r} is not a title; titles: {', '.join(titles)}")
        self.title = titles[head[0]]
        self.lexicon = self.title.lexicon
        self.scenario = head[1] if len(head) > 1 else next(iter(self.title.scenarios))
        if self.scenario not in self.title.scenarios:
            self.fail(f"{self.scenario!r} is not a scenario of {self.title.name}")
        if len(head) > 2:
            self.fail(f"{head[2]!r} is one word too many")

    def fail(self, why: str) -> NoReturn:
        raise BadPosition(f"line {self.line}: {why}")

    def read(self) -> Any:
        options: dict[str, str] = {}
        for line, words in self.lines[1:]:
            self.line = line
            if words[0] == "options":
                options = self.options(words[1:])
        s = self.title.blank(self.title, self.scenario, self.title.settings(options))
        self.fields = {f.name: f for f in declared(type(s))}
        frames: list[Frame] = []
        placed: set[int] = set()
        for line, words in self.lines[1:]:
            self.line = line
            self.statement(s, words, frames, placed)
        if not s.over:
            if not frames:
                self.fail("no `at` line says where in the sequence of play the game stands")
            s.flow, s.at, s.local = frames.pop()
            s.stack = tuple(frames)
        self.title.settle(s)
        return s

    def options(self, words: list[str]) -> dict[str, str]:
        out = {}
        for word in words:
            name, sign, value = word.partition("=")
            if not sign:
                self.fail(f"expected name=value, got {word!r}")
            out[name] = value
        try:
            self.title.settings(out)
        except Bad as wrong:
            self.fail(str(wrong))
        return out

    def statement(self, s: Any, words: list[str], frames: list[Frame], placed: set[int]) -> None:
        head, rest = words[0], words[1:]
        if head == "options":
            return
        if head == "over":
            s.over = True
        elif head == "at":
            frames.append(self.frame(rest))
        elif head in self.fields and self.fields[head].metadata["role"] == "scalar":
            setattr(s, head, self.value(self.fields[head].metadata["kind"], rest))
        else:
            place = self.value(Kind("place"), [head], f"{head!r} is neither a place nor a heading")
            for word in rest:
                self.piece(s, place, word, placed)

    def value(self, kind: Kind, words: list[str], otherwise: str = "") -> Any:
        try:
            return kind.parse(self.lexicon, words)
        except Unreadable as wrong:
            self.fail(otherwise or str(wrong))

    def frame(self, words: list[str]) -> Frame:
        if not words:
            self.fail("`at` needs the name of a step")
        flows = self.title.flows
        if words[0] in flows and len(words) > 1 and "=" not in words[1]:
            flow, label, rest = flows[words[0]], words[1], words[2:]
            if label not in flow.labels:
                self.fail(f"{label!r} is not a step of {flow.name}; steps: {', '.join(flow.labels)}")
        else:
            holding = [f for f in flows.values() if words[0] in f.labels]
            if len(holding) != 1:
                self.fail(f"{words[0]!r} is not the name of a step")
            flow, label, rest = holding[0], words[0], words[1:]
        return Frame(flow, flow.labels[label], self.local(flow, rest))

    def local(self, flow: Flow, words: list[str]) -> Any:
        if flow.local is None:
            if words:
                self.fail(f"{words[0]!r} is one word too many")
            return None
        kinds = flow.kinds
        values = {}
        for word in words:
            name, _, value = word.partition("=")
            if name not in kinds:
                self.fail(f"{name!r} is not a variable of {flow.name}")
            values[name] = self.value(kinds[name], _unpacked(value))
        try:
            return flow.local(**values)
        except TypeError:
            missing = [n for n in flow.local._fields if n not in values and n not in flow.local._field_defaults]
            self.fail(f"{flow.name} needs {', '.join(missing)}")

    def piece(self, s: Any, place: int, word: str, placed: set[int]) -> None:
        found = re.fullmatch(r"([^=()]+)(?:=([^()=]+))?(?:\(([^()]*)\))?", word)
        if not found:
            self.fail(f"{word!r} is not a piece")
        name, face, marks = found.groups()
        try:
            piece = self.title.spawn(s, name)
        except Unreadable as wrong:
            self.fail(str(wrong))
        if piece in placed:
            self.fail(f"{name!r} is named twice")
        placed.add(piece)
        s.place[piece] = place
        if face:
            if not hasattr(s, "face"):
                self.fail(f"pieces of {self.title.name} have no faces")
            s.face[piece] = self.value(FACE, [face])
        for mark in (marks or "").split(","):
            if mark:
                self.mark(s, piece, mark)

    def mark(self, s: Any, piece: int, mark: str) -> None:
        name, _, text = mark.partition("=")
        f = self.fields.get(name)
        role = f.metadata["role"] if f else ""
        if f is None or (role == "scalar" and f.metadata["kind"] != PIECES) or role == "derived":
            self.fail(f"{name!r} is not something a piece can be")
        if role == "scalar":
            setattr(s, name, getattr(s, name) | 1 << piece)
            return
        try:
            getattr(s, name)[piece] = self.value(f.metadata["kind"], _unpacked(text))
        except (OverflowError, ValueError, TypeError):
            self.fail(f"{text!r} does not fit {name!r}")


def read(titles: Mapping[str, Title[Any]], text: str) -> Any:
    """The position that the text describes, run to the next decision."""
    s = _Reader(titles, text).read()
    if not s.over:
        run(s)
    return s
