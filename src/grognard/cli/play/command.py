"""`grognard play`: starts or resumes a game, and connects the session with the terminal."""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import Any

from rich.console import Console
from rich.text import Text

from ...core.table import UNDO_POLICIES, Table
from ...core.title import Bad
from ...kit.table import Wargame
from .. import files
from ..board import text_map
from ..board.palette import palette_of
from . import words
from .computers import Computers
from .reply import Reply
from .session import Session

WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""Clears a terminal and its scrollback."""


def options(title: Wargame[Any], chosen: list[str]) -> dict[str, str]:
    """Parse and check options such as `pool=strict`."""
    out = {}
    for word in chosen:
        name, sign, value = word.partition("=")
        if not sign:
            raise Bad(f"write options as NAME=VALUE, not {word!r}; options of {title.name}: {', '.join(title.options)}")
        out[name] = value
    title.settings(out)
    return out


def new(title: Wargame[Any], scenario: str, chosen: list[str], seed: int | None, undo: str) -> Session:
    """Start a new game."""
    table = Table(title, scenario, options(title, chosen), seed=seed, undo=undo or UNDO_POLICIES[0])
    return Session(table, files.fresh(title.name))


def resume(titles: Mapping[str, Wargame[Any]], path: str, seed: int | None, undo: str) -> tuple[Session, str]:
    """Resume a game from a file; also returns a remark about the file, if any."""
    table, header, remark = files.load(titles, path, seed)
    known = header.get("undo", "")
    table.undo_policy = undo or (known if known in UNDO_POLICIES else UNDO_POLICIES[0])
    where = Path(path).expanduser().absolute()
    own = where if where.parent == files.games().absolute() else files.fresh(table.title.name)
    kept = {
        name: value for name, value in header.items() if name in (*table.title.players, "event", "date", "computers")
    }
    return Session(table, own, kept), remark


def guarded(session: Session, line: str, computers: Computers | None = None) -> Reply:
    """Execute a line, then let the computer play; an internal error leaves the game unchanged."""
    try:
        reply = session.say(line)
        return computers.say(session, reply) if computers else reply
    except Exception as wrong:
        text = f"Internal error ({type(wrong).__name__}: {wrong}). The game is unchanged."
        return Reply((Text(text, "bad"),), "refusal")


def play(
    session: Session,
    console: Console,
    remarks: list[str],
    *,
    plain: bool = False,
    packs: Sequence[str] = (),
    computers: Computers | None = None,
) -> None:
    """Play in this terminal: full screen if possible, otherwise line by line."""
    whole = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    greeting = Reply(tuple(words.cited(remark) for remark in remarks))
    session.passing = sys.stdin.isatty() and session.table.title.fogged and len(session.sides) > 1
    if whole and not plain:
        from .screen import Screen

        Screen(session, console, lambda line: guarded(session, line), greeting, computers).run()
    else:
        if computers:
            computers.tell = console.print
            greeting = computers.say(session, greeting)
        _lines(session, console, greeting, computers)
    if session.table.journal and not session.unsaved:
        console.print(f"The game is saved in {files.shorten(session.path)}.", soft_wrap=True)
        given = "".join(f" --pack {quote(pack)}" for pack in packs)
        console.print(f"To continue: grognard play --load {session.path}{given}", soft_wrap=True)


def _lines(session: Session, console: Console, greeting: Reply, computers: Computers | None = None) -> None:
    """Play line by line, for pipes, scripts and screen readers."""
    for part in greeting.parts:
        console.print(part)
    _show(session, console)
    asked: object = None
    while not session.over:
        now = (words.status(session.table, session.viewer).plain, session.prompt().plain)
        if now != asked:
            if session.question is None:
                console.print(words.status(session.table, session.viewer))
            asked = now
            console.print(session.prompt())
        console.print(f"{session.mark}> ", end="")
        try:
            line = input()
        except EOFError:
            console.print()
            return
        except KeyboardInterrupt:
            line = "quit"
            console.print()
        if not sys.stdin.isatty():
            console.print(line, markup=False)
        showing, closed = session.overlay, session.curtain
        reply = guarded(session, line, computers)
        if session.curtain and not closed:
            console.file.write("\n" * 2 * console.height if console.is_dumb_terminal else WIPE)
        for part in reply.parts:
            console.print(part)
        laid = session.overlay is not None and session.overlay is not showing
        if line.strip() == "map" or laid or (closed and not session.curtain):
            _show(session, console)


def _show(session: Session, console: Console) -> None:
    height = text_map.full_height(session.state)
    drawn = text_map.draw(session.state, console.width, height, palette_of(console), session.view(), session.focus)
    console.print(drawn, no_wrap=True, overflow="crop", crop=True)
