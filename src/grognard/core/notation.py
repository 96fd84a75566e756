"""The position notation: any position of any title as text a person can read and type.

    leningrad79 campaign
    options pool=strict
    at campaign german-combat
    turn 3
    forts 2505 2604
    0410 1Pz(reduced,since=2) 6Pz
    lost i3=118RD

The first line names title and scenario; `at` lines give the current point in the sequence
of play, outermost procedure first, with the local variables of each; then come the scalars
by name; then every place that holds pieces. A piece is its name, `=` and its face where one
is known, and in brackets what differs from the default. Whatever is left out is as in a
game not yet set up. `#` begins a comment. Full description: `docs/notation.md`.
"""

import re
from collections.abc import Mapping
from typing import Any, NoReturn

from .bits import Bits
from .flow import Flow, Frame, run
from .kinds import FACE, PIECES, PLACE, Kind, Unreadable
from .position_text import write
from .state import declared
from .title import Bad, Title

__all__ = ["BadPosition", "read", "write"]

LONGEST = 1 << 20  # characters: more than any position of any title


class BadPosition(Bad):
    """A position that cannot be read: which line, which word, and why."""


def _unpacked(text: str) -> list[str]:
    return [] if text == "-" else text.split("+")


def read(titles: Mapping[str, Title[Any]], text: str) -> Any:
    """The position that the text describes, run to the next decision."""
    return _Reader(titles, text).read()


class _Reader:
    """Reads one position; tracks the current line and the line where each name appeared."""

    def __init__(self, titles: Mapping[str, Title[Any]], text: str) -> None:
        if len(text) > LONGEST:
            raise BadPosition(f"the position is too long: {len(text)} characters, {LONGEST} at most")
        self.lines = [(n, words) for n, line in enumerate(text.split("\n"), 1) if (words := line.split("#")[0].split())]
        if not self.lines:
            raise BadPosition("line 1: the position is empty")
        self.line, head = self.lines[0]
        if head[0] not in titles:
            self.fail(f"{head[0]!r} is not a title; titles: {', '.join(titles)}")
        self.title = titles[head[0]]
        self.lexicon = self.title.lexicon
        self.scenario = head[1] if len(head) > 1 else next(iter(self.title.scenarios))
        if self.scenario not in self.title.scenarios:
            self.fail(f"{self.scenario!r} is not a scenario of {self.title.name}: {', '.join(self.title.scenarios)}")
        if len(head) > 2:
            self.fail(f"{head[2]!r} is one word too many")
        self.where: dict[str, int] = {}  # the line number of every heading, place and piece
        self.frames: list[Frame] = []
        self.taken: Bits = 0

    def fail(self, why: str) -> NoReturn:
        raise BadPosition(f"line {self.line}: {why}")

    def read(self) -> Any:
        options: dict[str, str] = {}
        for line, words in self.lines[1:]:
            self.line = line
            if words[0] == "options":
                self.once("options")
                options = self.options(words[1:])
        s = self.title.blank(self.title, self.scenario, self.title.settings(options))
        self.fields = {f.name: f for f in declared(type(s))}
        pieces: list[tuple[int, int, str]] = []
        for line, words in self.lines[1:]:
            self.line = line
            self.statement(s, words, pieces)
        named = {name.lower() for name in self.lexicon.pieces}  # these first; the others take the rest
        for own in (True, False):
            for line, place, word in pieces:
                self.line = line
                if (re.split("[=(]", word)[0].lower() in named) is own:
                    self.piece(s, place, word)
        self.line = self.lines[-1][0]
        if not s.over:
            if not self.frames:
                self.fail("no `at` line gives the current step of the sequence of play")
            if self.frames[0].flow is not s.flow:
                self.line = self.where["at"]
                self.fail(f"the first `at` line must name a step of {s.flow.name}: {', '.join(s.flow.labels)}")
            s.flow, s.at, s.local = self.frames.pop()
            s.stack = tuple(self.frames)
        self.title.settle(s)
        for flaw in self.title.check(s):
            self.line = self.where.get(flaw.about, self.line)
            self.fail(f"{flaw.about}: {flaw.why}")
        run(s)
        if not s.over and not self.title.verbs(s):
            self.line = self.where.get("at", self.line)
            self.fail(f"no action is possible at {self.title.step(s).name}")
        return s

    def once(self, name: str) -> None:
        """Note the line of a name, which must not have appeared before."""
        if name in self.where:
            self.fail(f"{name!r} was already given in line {self.where[name]}")
        self.where[name] = self.line

    def options(self, words: list[str]) -> dict[str, str]:
        out: dict[str, str] = {}
        for word in words:
            name, sign, value = word.partition("=")
            if not sign:
                self.fail(f"expected name=value, got {word!r}")
            if name in out:
                self.fail(f"{name!r} is given twice")
            out[name] = value
        try:
            self.title.settings(out)
        except Bad as wrong:
            self.fail(str(wrong))
        return out

    def statement(self, s: Any, words: list[str], pieces: list[tuple[int, int, str]]) -> None:
        head, rest = words[0], words[1:]
        if head == "options":
            return
        if head == "over":
            if rest:
                self.fail(f"{rest[0]!r} is one word too many")
            if self.frames:
                self.fail("a finished game is at no step")
            self.once("over")
            s.over = True
        elif head == "at":
            if s.over:
                self.fail("a finished game is at no step")
            self.frames.append(self.frame(rest))
            self.where["at"] = self.line
        elif head in self.fields and self.fields[head].metadata["role"] == "scalar":
            if self.fields[head].metadata["kind"] == PIECES:
                self.fail(f"{head!r} is written after each piece: NAME({head})")
            self.once(head)
            setattr(s, head, self.value(self.fields[head].metadata["kind"], rest))
        else:
            place = self.value(PLACE, [head], f"{head!r} is neither a place nor a heading")
            self.once(self.lexicon.places[place])
            pieces += [(self.line, place, word) for word in rest]

    def value(self, kind: Kind, words: list[str], otherwise: str = "") -> Any:
        try:
            return kind.parse(self.lexicon, words)
        except Unreadable as wrong:
            self.fail(otherwise or str(wrong))

    def frame(self, words: list[str]) -> Frame:
        if not words:
            self.fail("`at` needs the name of a step")
        flows = self.title.flows
        if words[0] in flows:
            flow = flows[words[0]]
            if len(words) == 1:
                self.fail(f"{flow.name!r} needs the name of a step; steps: {', '.join(flow.labels)}")
            label, rest = words[1], words[2:]
            at = flow.find(label)
            if at is None:
                self.fail(f"{label!r} is not a step of {flow.name}; steps: {', '.join(flow.labels)}")
            return Frame(flow, at, self.local(flow, rest))
        holding = [f for f in flows.values() if words[0] in f.labels]
        if not holding:
            self.fail(f"{words[0]!r} is not the name of a step")
        if len(holding) > 1:
            self.fail(f"{words[0]!r} is a step of {' and of '.join(f.name for f in holding)}: name one before it")
        return Frame(holding[0], holding[0].labels[words[0]], self.local(holding[0], words[1:]))

    def local(self, flow: Flow, words: list[str]) -> Any:
        if flow.local is None:
            if words:
                self.fail(f"{words[0]!r} is one word too many")
            return None
        values: dict[str, Any] = {}
        for word in words:
            name, sign, value = word.partition("=")
            if name not in flow.kinds:
                self.fail(f"{name!r} is not a variable of {flow.name}: {', '.join(flow.kinds)}")
            if not sign:
                self.fail(f"expected {name}=value, got {word!r}")
            if name in values:
                self.fail(f"{name!r} is given twice")
            values[name] = self.value(flow.kinds[name], _unpacked(value))
        missing = [n for n in flow.local._fields if n not in values and n not in flow.local._field_defaults]
        if missing:
            self.fail(f"{flow.name} needs {', '.join(missing)}")
        return flow.local(**values)

    def piece(self, s: Any, place: int, word: str) -> None:
        found = re.fullmatch(r"([^=()]+)(?:=([^()=]+))?(?:\(([^()]*)\))?", word)
        if not found:
            self.fail(f"{word!r} is not a piece: NAME, NAME=FACE or NAME(MARK,MARK=VALUE)")
        name, face, marks = found.groups()
        try:
            piece = self.title.spawn(s, name, self.taken)
        except Unreadable as wrong:
            self.fail(str(wrong))
        self.once(self.lexicon.pieces[piece])
        self.taken |= 1 << piece
        s.place[piece] = place
        if face:
            if not self.lexicon.faces:
                self.fail(f"pieces of {self.title.name} have no faces")
            s.face[piece] = self.value(FACE, [face])
        said: set[str] = set()
        for mark in marks.split(",") if marks is not None else ():
            name = mark.partition("=")[0]
            if name in said:
                self.fail(f"{name!r} is given twice in {word!r}")
            said.add(name)
            self.mark(s, piece, mark)

    def mark(self, s: Any, piece: int, mark: str) -> None:
        name, sign, text = mark.partition("=")
        f = self.fields.get(name)
        role = f.metadata["role"] if f else ""
        kind = f.metadata.get("kind") if f else None
        if f is None or role == "derived" or (role == "scalar") is not (kind == PIECES) or name in ("place", "face"):
            self.fail(f"{name!r} is not a mark of a piece")
        if role == "scalar":
            if sign:
                self.fail(f"{name!r} takes no value, got {text!r}")
            setattr(s, name, getattr(s, name) | 1 << piece)
            return
        if not sign:
            self.fail(f"expected {name}=value, got {mark!r}")
        value = self.value(f.metadata["kind"], _unpacked(text))
        try:
            getattr(s, name)[piece] = value
        except (OverflowError, ValueError):
            self.fail(f"{text!r} does not fit {name!r}")
