"""`grognard engine`: other programs play any title, with JSON lines on standard input and output.

One request per line, one answer per line, in order; `docs/protocol.md` has every command with
examples. A handle refers to a game. A handle can be bound to a seat: then every answer contains
only what that player may know, and only that player can act.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import IO, Any

from ... import __version__
from ...core import notation, record
from ...core import view as eyes
from ...core.action import CHANCE
from ...core.kinds import Unreadable
from ...core.title import Bad
from ...kit.referee import Unanswered
from ...kit.table import Wargame
from ...opponents import LEVELS
from ..play.computers import Thinkers
from .inquiries import Inquiries, illegal
from .requests import LONGEST, Fault, Request, parse, plain_id

PROTOCOL = 2


class Engine(Inquiries):
    """The open games, and a method for every command."""

    def __init__(self, titles: Mapping[str, Wargame[Any]]) -> None:
        super().__init__(titles)
        self.thinkers = Thinkers()
        self.over = False

    # -- one line, one answer ----------------------------------------------------------------

    def answer(self, line: bytes) -> dict[str, Any]:
        """The answer to one line; never raises."""
        said: Any = None
        try:
            said = parse(line)
            done, known = self._command(said)
            unknown = [name for name in said if name not in ("id", "cmd", *known)]
            if unknown:
                raise Fault("bad-argument", f"{said['cmd']!r} has no field {unknown[0]!r}; it has: {', '.join(known)}")
            out = {"ok": True, **done(Request(said))}
        except Fault as wrong:
            out = {"ok": False, "code": wrong.code, "message": str(wrong), **wrong.more}
        except Unanswered as wrong:
            more = {"objections": [eyes.objection(one) for one in wrong.objections]} if wrong.objections else {}
            out = {"ok": False, "code": wrong.code, "message": str(wrong), **more}
        except Exception as bug:  # a bug: the other games must continue
            out = {"ok": False, "code": "internal", "message": f"{type(bug).__name__}: {bug}"}
        return {"id": said.get("id") if isinstance(said, dict) and plain_id(said.get("id")) else None, **out}

    def _command(self, said: Any) -> tuple[Callable[[Request], dict[str, Any]], tuple[str, ...]]:
        if not isinstance(said, dict):
            raise Fault("bad-request", "a request must be a JSON object")
        if not plain_id(said.get("id")):
            raise Fault("bad-request", "an id must be a string or a number")
        if not isinstance(said.get("cmd"), str):
            raise Fault("bad-request", "a request must name a command in the field 'cmd'")
        commands = self._commands()
        if said["cmd"] not in commands:
            raise Fault("unknown-command", f"there is no command {said['cmd']!r}; commands: {', '.join(commands)}")
        return commands[said["cmd"]]

    def _commands(self) -> dict[str, tuple[Callable[[Request], dict[str, Any]], tuple[str, ...]]]:
        table = ("game", "key", "seat", "lock", "seed", "auto", "undo")
        return {
            "hello": (self.hello, ()),
            "titles": (self.list_titles, ()),
            "rules": (self.rules, ("title", "game", "key", "case")),
            "new": (self.new, ("title", "scenario", "options", *table)),
            "position": (self.position, ("text", *table)),
            "load": (self.load, ("text", *table)),
            "join": (self.join, ("game", "key", "seat", "as", "lock")),
            "close": (self.close, ("game", "key")),
            "ask": (self.ask, ("game", "key")),
            "choices": (self.choices, ("game", "key", "verb", "chosen")),
            "why": (self.why, ("game", "key", "action", "if")),
            "must": (self.must, ("game", "key", "if")),
            "cost": (self.cost, ("game", "key", "action", "if")),
            "odds": (self.odds, ("game", "key", "action", "units", "against", "air", "if")),
            "supply": (self.supply, ("game", "key", "units", "if")),
            "zones": (self.zones, ("game", "key", "if")),
            "control": (self.control, ("game", "key", "if")),
            "threat": (self.threat, ("game", "key", "places", "if")),
            "status": (self.status, ("game", "key", "if")),
            "play": (self.play, ("game", "key", "action")),
            "go": (self.go, ("game", "key", "level", "nodes", "seconds", "seed", "play")),
            "roll": (self.roll, ("game", "key")),
            "order": (self.order, ("game", "key", "step", "actions")),
            "undo": (self.undo, ("game", "key", "agreed")),
            "view": (self.view, ("game", "key", "side")),
            "dump": (self.dump, ("game", "key")),
            "log": (self.log, ("game", "key", "since")),
            "record": (self.record, ("game", "key")),
            "quit": (self.quit, ()),
        }

    # -- the program and its titles ----------------------------------------------------------

    def hello(self, _: Request) -> dict[str, Any]:
        """The protocol, the program's version and the commands."""
        return {"protocol": PROTOCOL, "program": "grognard", "version": __version__, "commands": [*self._commands()]}

    def list_titles(self, _: Request) -> dict[str, Any]:
        """Every title with its players, scenarios and options."""
        return {"titles": [_title_card(title) for title in self.titles.values()]}

    def rules(self, said: Request) -> dict[str, Any]:
        """The summary of one case, or all headings if none is given."""
        title = self._title(said) if "title" in said.fields else self._handle(said).table.title
        book = title.rulebook
        if "case" not in said.fields:
            return {"headings": [heading._asdict() for heading in book.headings]}
        case = said.text("case")
        heading, clauses, rulings = book.card(case)
        if heading is None and not clauses and not rulings:
            raise Fault("unknown-case", f"{title.name} has no case {case!r}")
        return {
            "heading": heading and heading._asdict(),
            "clauses": [clause.data() for clause in clauses],
            "rulings": [eyes.plain(ruling._asdict()) for ruling in rulings],
        }

    def quit(self, _: Request) -> dict[str, Any]:
        """Answer a last time, then stop."""
        self.over = True
        return {}

    # -- queries -----------------------------------------------------------------------------

    def ask(self, said: Request) -> dict[str, Any]:
        """Whose decision it is, and what is possible."""
        handle = self._handle(said)
        return self._asked(handle)

    def choices(self, said: Request) -> dict[str, Any]:
        """What may come next in an action."""
        handle = self._acting(said)
        s, verb, words = handle.state, self._verb(said), said.words("chosen")
        if len(words) > len(verb.args):
            raise Fault("bad-argument", f"{verb.name!r} takes {len(verb.args)} arguments, not {len(words)}")
        chosen: tuple[Any, ...] = ()
        for arg, one in zip(verb.args, words, strict=False):
            try:
                value = s.title.value(
                    s, arg, one.split() if isinstance(one, str) else one, *chosen, exact=not isinstance(one, str)
                )
            except Unreadable as wrong:
                raise Fault("bad-action", f"{verb.name}: {wrong}") from None
            if value not in arg.options(s, *chosen):
                raise illegal(verb.name, arg.objections(s, *chosen, value))
            chosen = (*chosen, value)
        return eyes.choices(s, verb, chosen, lasting=True)

    def view(self, said: Request) -> dict[str, Any]:
        """The position as a player sees it."""
        handle = self._handle(said)
        viewer = handle.seat
        if "side" in said.fields:
            viewer = self._player(handle.table.title, said.text("side"), "side")
            if handle.seat not in (None, viewer):
                raise Fault("not-yours", "a seat can only see its own view")
        return {"view": eyes.view(handle.state, viewer)}

    def dump(self, said: Request) -> dict[str, Any]:
        """The position as text in the notation."""
        handle = self._handle(said)
        return {"position": notation.write(handle.state, handle.seat)}

    def log(self, said: Request) -> dict[str, Any]:
        """The actions played, from number n on."""
        handle, since = self._handle(said), said.number("since")
        return {"played": self._entries(handle, since), "count": len(handle.table.journal)}

    def record(self, said: Request) -> dict[str, Any]:
        """The record of the game."""
        handle = self._handle(said)
        if handle.seat is not None and handle.table.title.fogged and not handle.state.over:
            raise Fault("not-yours", "the record contains hidden information; it is available when the game is over")
        return {"record": record.write(handle.table)}

    # -- actions -----------------------------------------------------------------------------

    def play(self, said: Request) -> dict[str, Any]:
        """Play an action."""
        handle = self._acting(said)
        action = self._action(said, handle)
        objections = handle.table.why_not(action, handle.seat)
        if objections:
            raise illegal(action.verb, objections)
        before = len(handle.table.journal)
        handle.table.play(action, handle.seat)
        return self._since(handle, before)

    def go(self, said: Request) -> dict[str, Any]:
        """What a level would play now, and why; with `play` the action is played."""
        handle = self._acting(said)
        level = said.text("level")
        if level not in LEVELS:
            raise Fault("unknown-level", f"there is no level {level!r}; levels: {', '.join(LEVELS)}")
        nodes, seconds, carry_out = said.number("nodes"), said.number("seconds"), said.flag("play")
        try:
            thought = self.thinkers.think(
                handle.table, level, nodes=nodes or None, seconds=seconds or None, seed=said.seed()
            )
        except Bad as wrong:
            raise Fault("not-yours", str(wrong)) from None
        out = {"action": handle.table.title.lasting_text(handle.state, thought.action), "why": thought.why}
        if carry_out:
            before = len(handle.table.journal)
            handle.table.play(thought.action, handle.seat)
            out |= self._since(handle, before)
        return out

    def roll(self, said: Request) -> dict[str, Any]:
        """Roll the dice; any seat may."""
        handle = self._handle(said)
        if handle.table.decider != CHANCE:
            raise Fault("no-roll", "there is nothing to roll for now")
        before = len(handle.table.journal)
        handle.table.roll()
        handle.table.settle()
        return self._since(handle, before)

    def order(self, said: Request) -> dict[str, Any]:
        """Leave standing orders for a step while the player is away; null cancels them."""
        handle = self._handle(said)
        if handle.seat is None:
            raise Fault("not-yours", "only a seat can leave standing orders")
        actions = said.fields.get("actions")
        if actions is not None and not (isinstance(actions, list) and all(isinstance(one, str) for one in actions)):
            said.wrong("actions", "a list of actions as strings, or null")
        try:
            handle.table.order(handle.seat, said.text("step"), actions)
        except Bad as wrong:
            raise Fault("bad-argument", str(wrong)) from None
        before = len(handle.table.journal)
        handle.table.settle()
        return self._since(handle, before)

    def undo(self, said: Request) -> dict[str, Any]:
        """Undo the last action."""
        handle, agreed = self._handle(said), said.flag("agreed")
        if agreed and handle.seat is not None:
            raise Fault("not-yours", "only the referee can confirm that all players agree")
        try:
            entry = handle.table.undo(handle.seat, agreed=agreed)
        except Bad as wrong:
            raise Fault("no-undo", str(wrong)) from None
        return {"undone": entry.heard_by(handle.seat)[0], "ask": self._asked(handle)}


def _title_card(title: Wargame[Any]) -> dict[str, Any]:
    return {
        "name": title.name,
        "full": title.full,
        "about": title.about,
        "rules": title.version,
        "players": list(title.players),
        "scenarios": dict(title.scenarios),
        "options": {
            name: {"values": list(one.values), "text": one.text, "cite": one.cite}
            for name, one in title.options.items()
        },
        "packs": list(title.packs),
        "sources": eyes.plain(title.sources),
    }


# -- standard input and output ------------------------------------------------------------------


def serve(engine: Engine, source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer line by line until the input ends, a request says `quit`, or the output is closed."""
    while not engine.over:
        line = source.readline(LONGEST + 1)
        if not line:
            return
        rest = line
        while not rest.endswith(b"\n") and len(line) > LONGEST and rest:
            rest = source.readline(LONGEST)
        if line.strip():
            sink.write(json.dumps(engine.answer(line)).encode() + b"\n")
            sink.flush()


def command(titles: Mapping[str, Wargame[Any]] | None = None) -> None:
    """Run the engine on standard input and output (see docs/protocol.md)."""
    from ...titles import TITLES

    if sys.stdin is None or sys.stdout is None:
        return
    try:
        serve(Engine(titles or TITLES), sys.stdin.buffer, sys.stdout.buffer)
    except KeyboardInterrupt:
        pass
    except (OSError, ValueError):  # the other program has exited
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    command()
