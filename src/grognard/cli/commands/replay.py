"""`grognard show` and `grognard replay`: show a position; check a record and step through it."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ...core import notation, record
from ...core.action import CHANCE
from ...core.table import Table
from ...core.title import Bad, Title
from .. import files
from ..board import text_map
from ..board.palette import palette_of
from ..play import words
from ..play.reply import Reply, said
from ..play.session import Session


def show(titles: Mapping[str, Title[Any]], path: str, console: Console) -> None:
    """Draw a position and print whose decision it is."""
    raw = files.read(path)
    with files.about(path):
        if files.is_record(raw):
            table = record.read(titles, raw).table
        else:
            position = notation.read(titles, raw.decode())
            table = Table(position.title, position=position, rolls=False)
    _draw(table, console)


def _draw(table: Table, console: Console, viewer: int | None = None) -> None:
    height, view = text_map.full_height(table.state), text_map.View(viewer)
    console.print(words.status(table))
    console.print(text_map.draw(table.state, console.width, height, palette_of(console), view), no_wrap=True, crop=True)
    console.print(words.prompt(table, mine=viewer in (None, table.decider)))


def seat(title: Title[Any], side: str) -> int | None:
    """The player with this name as viewer; None, who sees everything, if the name is empty."""
    if side and side not in title.players:
        raise Bad(f"{side!r} is not a side of {title.name}; sides: {', '.join(title.players)}")
    return title.players.index(side) if side else None


def replay(
    titles: Mapping[str, Title[Any]], path: str, console: Console, step: int | None, *, verify: bool, side: str = ""
) -> int:
    """Check a record, then show its diary or step through it, optionally as one side saw it.

    The exit code says whether the record is complete and valid.
    """
    raw = files.read(path)
    with files.about(path):
        found = record.read(titles, raw)
    table = found.table
    count, viewer = len(table.journal), seat(table.title, side)
    verdict = f"{count} actions replayed, all legal"
    if found.cut:
        print(f"grognard: {path}: {found.cut}", file=sys.stderr)
    if verify:
        console.print(f"{path}: {verdict}; {_standing(table)}{'; cut off' if found.cut else ''}", soft_wrap=True)
        return 1 if found.cut else 0
    if step is not None and step > count:
        raise Bad(f"{path} has {count} actions, not {step}")
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    if terminal:
        _step_through(Steps(table, count if step is None else step, whole=step is None, viewer=viewer), console)
        return 0
    if step is not None:
        _draw(_at(table, step), console, viewer)
        return 0
    console.print(Text(f"{table.title.full}: {table.title.scenarios[table.first.scenario]}", "head"))
    for name, value in found.header.items():
        if name not in ("title", "rules", "sources", "undo", "position") and value != "none":
            console.print(Text(f"{name} {value}", "quiet"))
    console.print()
    if side:
        console.print(Text(f"as the {side.title()} player saw it", "quiet"))
    console.print(words.diary(table.journal, viewer))
    console.print()
    console.print(f"{verdict}; {_standing(table)}.")
    return 0


def _standing(table: Table) -> str:
    outcome = table.outcome
    return outcome.level if outcome else f"in play, {table.title.now(table.state)}"


def _at(table: Table, step: int) -> Table:
    return Table(table.title, position=table.at(step), rolls=False)


class Steps(Session):
    """A record to step through: a session with queries but without actions."""

    def __init__(self, table: Table, at: int, *, whole: bool, viewer: int | None = None) -> None:
        self.played_through, self.at, self.eyes = table, 0 if whole else at, viewer
        super().__init__(_at(table, self.at), Path(os.devnull))
        self.sides = self.sides if viewer is None else (viewer,)
        for name in ("undo", "save"):
            del self.commands[name]
        moves = {
            "next": (self.forward, "next [N]", "show the next action, or go N actions forward; Enter does the same"),
            "back": (self.backward, "back [N]", "go one action back, or N"),
            "phase": (self.phase, "phase", "go to the next phase"),
            "turn": (self.turn, "turn N", "go to the beginning of a turn"),
            "go": (self.go, "go N", "go to the position after N actions"),
        }
        self.commands = {**moves, **self.commands}

    def verbs(self) -> dict[str, Any]:
        """No verbs: nothing can be played here."""
        return {}

    @property
    def viewer(self) -> int | None:
        """The side whose view is shown; None shows everything."""
        return self.eyes

    def say(self, line: str) -> Reply:
        """Execute a line; an empty line goes to the next action."""
        return super().say(line if line.strip() else "next")

    @property
    def mark(self) -> str:
        """The prompt in front of the input line."""
        return "replay"

    def prompt(self) -> Text:
        """The current place in the record, and the next action."""
        every = self.played_through.journal
        out = Text(f"{self.at} of {len(every)}", "lead")
        if self.at == len(every):
            return out.append(" · ").append_text(
                words.prompt(self.played_through) if self.state.over else Text("the end")
            )
        entry = every[self.at]
        text, _ = entry.heard_by(self.viewer)
        name = "the dice" if entry.player == CHANCE else self.table.title.players[entry.player]
        return out.append(f" · next: {name}, {text} · ").append("Enter  back  phase  turn N  go N", "key")

    def to(self, at: int, *, told: bool = True) -> Reply:
        """Go to the position after this many actions, and tell what happened in between."""
        every = self.played_through.journal
        at = max(0, min(len(every), at))
        shown = every[self.at : at] if told and at > self.at else every[at - 1 : at] if at else []
        self.at = at
        self.table = _at(self.played_through, at)
        self.table.journal = every[:at]
        self.overlay = None
        self.look_at(every[at - 1] if at else None)
        return Reply((words.diary(shown, self.viewer),) if shown else ())

    def count(self, rest: str) -> int:
        """The number that was typed; 1 if none was."""
        if rest and not rest.isdigit():
            raise Bad(f"{rest!r} is not a number")
        return int(rest or 1)

    def forward(self, rest: str) -> Reply:
        """Go forward."""
        if self.at == len(self.played_through.journal):
            return said("That was the last action; type quit to leave.")
        return self.to(self.at + self.count(rest))

    def backward(self, rest: str) -> Reply:
        """Go back."""
        return self.to(self.at - self.count(rest))

    def go(self, rest: str) -> Reply:
        """Go to the position after N actions."""
        if not rest:
            raise Bad("go to which action?")
        return self.to(self.count(rest), told=False)

    def phase(self, _rest: str) -> Reply:
        """Go to the next heading of the diary."""
        every = self.played_through.journal
        for n in range(self.at, len(every)):
            other = n > self.at and words.chapter(every[n]) != words.chapter(every[n - 1])
            if other or any(words.heading(line) for line in every[n].lines):
                return self.to(n + 1)
        return self.to(len(every))

    def turn(self, rest: str) -> Reply:
        """Go to the beginning of a turn."""
        wanted = self.count(rest)
        found = 0
        for n, entry in enumerate(self.played_through.journal, 1):
            found += any(words.heading(line) == "turn" for line in entry.lines)
            if found == wanted:
                return self.to(n, told=False)
        raise Bad(f"the record has {found} turns")

    def quit(self, _rest: str) -> Reply:
        """Leave the replay."""
        return self.leave()


def _step_through(steps: Steps, console: Console) -> None:
    from ..play.command import guarded
    from ..play.screen import Screen

    Screen(steps, console, lambda line: guarded(steps, line), steps.to(steps.at)).run()
