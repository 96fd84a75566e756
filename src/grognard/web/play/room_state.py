"""What a room knows: the table and everything else that follows from the events of its game."""

import contextlib
import json
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ...core.action import CHANCE, NOBODY, Player
from ...core.record import mark
from ...core.skips import skipped
from ...core.state import State
from ...core.table import Entry, Refused, Table
from ...core.title import Bad
from ...core.view import Viewer
from ...kit.table import Wargame, chapter_of, wargame
from ..storage.events import MOVES, Ending, Event, Question
from .dice_state import DiceState

PACES = ("paused", "slow", "normal", "fast")  # of a game between computers
CHECKED = 50  # actions between two positions that are compared, if nothing has changed since they were played


class Differs(NamedTuple):
    """The first action that does not come out as it was played."""

    action: int  # its number, from 1
    side: str
    said: str  # empty under fog
    why: str


class Offer(NamedTuple):
    """What the players can agree to: to play on from a position by the rules and data of this server."""

    edition: str
    position: str
    actions: int  # how many led to it


class RoomState:
    """One game in progress, as far as its events have been read."""

    def __init__(self, table: Table, *, trusted: bool = True, based: int = 0, dice: DiceState | None = None) -> None:
        self.table = table
        self.dice = dice  # verified dice
        self.title: Wargame[Any] = wargame(table)
        self.trusted = trusted  # its events were played with these rules and data
        self.based = based  # the event that gave the position it begins with; those before it are history
        self.edition = ""  # the rules and data it is played by, as far as its events say
        self.total = 0  # actions since it began, or since the event it is based on
        self.differs: Differs | None = None
        self.news: dict[str, Any] | None = None  # what its players are told about that
        self.stored = 0  # the event after which its position was last stored
        self.outdated = False  # it has gone on from another position, or by other rules: open it again
        self.seq = 0
        self.version = 0  # grows with every change of the position
        self.moved = 0.0  # when it last changed
        self.broken = ""  # why the game cannot be read to the end
        self.ending: Ending | None = None
        self.rematch = ""  # the rematch
        self.question: Question | None = None  # the open question; there is never more than one
        self.done: dict[str, int] = {}  # requests carried out, and the version after each
        self.made = [0] * len(table.journal)  # the version after each entry of the journal
        self.notes = [""] * len(table.journal)  # the computer's notes for each entry
        self.pace = "normal"  # the pace of a game between computers
        self.listeners: list[Callable[[Any], None]] = []  # called when something has happened and is stored
        table.rolls = False

    # -- queries -----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position."""
        return self.table.state

    @property
    def over(self) -> bool:
        """Whether the game is over, by the rules or otherwise."""
        return self.state.over or self.ending is not None

    @property
    def decider(self) -> str:
        """The side that decides; empty when the game is over or stuck."""
        who = NOBODY if self.over or self.broken else self.table.decider
        return "" if who == NOBODY else self._name(who)

    def _name(self, player: Player) -> str:
        return "chance" if player == CHANCE else self.title.players[player]

    def _player(self, side: str) -> Player:
        if side not in self.title.players:
            raise Bad(f"{side!r} is not a side of this game; sides: {', '.join(self.title.players)}")
        return self.title.players.index(side)

    def played(self, since: int, viewer: Viewer) -> list[dict[str, Any]]:
        """The entries of the journal from the n-th on, as a viewer was told them."""
        return [self._entry(n, entry, viewer) for n, entry in enumerate(self.table.journal[since:], since)]

    def _entry(self, n: int, entry: Entry, viewer: Viewer) -> dict[str, Any]:
        text, lines = entry.heard_by(viewer)
        said = [{"cite": line.cite, "text": line.text} for line in lines]
        s, journal = entry.before, self.table.journal
        after = journal[n + 1].before if n + 1 < len(journal) else self.state
        passed = [{"cite": line.cite, "text": line.text} for line in skipped(s, after, viewer)]
        return {
            "n": n,
            "side": self._name(entry.player),
            "action": text,
            "lines": said,
            "skipped": passed,
            "now": self.title.now(s),
            "phase": chapter_of(s),
            "step": self.title.step(s).name,
        }

    def since(self, version: int) -> int:
        """How many entries of the journal are still valid for a client with this version."""
        return bisect_right(self.made, version)

    def led_to(self, version: int) -> bool:
        """Whether the action that led to this version is still in the journal."""
        at = bisect_right(self.made, version)
        return at > 0 and self.made[at - 1] == version

    def asked(self) -> dict[str, Any] | None:
        """The open question as plain data: an undo says how many entries of the journal are left and taken back."""
        if self.question is None:
            return None
        number, what, side, to, of, _ = self.question
        far = {"to": to, "undone": len(self.table.journal) - to} if what == "undo" else {}
        return {"question": number, "what": what, "side": side, "of": sorted(of), **far}

    def whose(self, request: str, sides: Sequence[str]) -> str:
        """Which of a person's sides has already made a request with this id, if any."""
        return next((side for side in sides if request and f"{side}:{request}" in self.done), "")

    # -- reading -----------------------------------------------------------------------------

    def read(self, events: Sequence[Event]) -> None:
        """Apply events of the store, after those already known.

        Events that were played with the same rules and data are trusted: the position is compared now and then,
        and at the end. All others are checked action by action. If that fails, the game stops there, and `broken`
        and `differs` say why; what is not an action still counts.
        """
        fresh = [event for event in events if event.seq > self.seq]
        last = max((n for n, event in enumerate(fresh) if event.mark), default=-1)
        good, self.table = len(self.table.journal), self.table.twin()
        for n, event in enumerate(fresh):
            if self.broken or event.seq <= self.based:
                self._pass(event)
                continue
            try:
                self._take(event, judged=n > last or not self.trusted)
            except Exception as wrong:  # different rules may raise anything
                self._break(event, " ".join(str(wrong).split())[:200] or type(wrong).__name__)
                continue
            count = len(self.table.journal)
            good = min(good, count)
            if event.mark and (n == last or not self.trusted or count - good >= CHECKED):
                if mark(self.table.state) == event.mark:
                    good = count
                else:
                    take_back(self.table, good)
                    self._break(event, "the position is not the same")
        if fresh:
            self._tell()

    def _break(self, event: Event, why: str) -> None:
        count, fogged = len(self.table.journal), self.title.fogged
        del self.made[count:], self.notes[count:]
        said = "" if fogged else event.body[:80]
        why = "it comes out differently" if fogged else why
        self.differs = Differs(count + 1, event.side, said, why)
        self.broken = (
            f"This game was played with other rules or data of {self.title.name}: it can be read up to action {count} "
            f"(then, {event.kind} of {event.side}{f' {said!r}' if said else ''}: {why})"
        )
        if event.seq > self.seq:
            self._count(event)

    def _pass(self, event: Event) -> None:
        """Count an event of the time before, or after the game broke off."""
        if event.kind == "orders" and not self.broken:
            with contextlib.suppress(Exception):  # such as a step that is no more
                self._order(self.table, event.side, json.loads(event.body))
        self._count(event)

    def _take(self, event: Event, *, judged: bool) -> None:
        """Apply one stored event."""
        table = self.table
        match event.kind:
            case "action":
                player = CHANCE if event.side == "chance" else self._player(event.side)
                if judged:
                    action, objections = table.judge(event.body, player)
                    if objections:
                        raise Refused(event.body, objections)
                else:
                    action = self.title.parse(table.state, event.body)
                table.retrace(action)
            case "undo":
                take_back(table, int(event.body))
            case "orders":
                self._order(table, event.side, json.loads(event.body))
        self._count(event)

    def _count(self, event: Event) -> None:
        """Apply what an event changes besides the position."""
        self.seq = event.seq
        if self.dice is not None:
            self.dice.take(event)
        if event.kind in MOVES:
            self.version += 1
            self.moved = event.at
            self.question = None
            self.total = int(event.body) if event.body.isdigit() and event.kind == "undo" else self.total + 1
            if self.broken:
                pass
            elif event.kind == "undo":
                del self.made[int(event.body) :], self.notes[int(event.body) :]
            else:
                self.made.append(self.version)
                self.notes.append(event.note)
        match event.kind:
            case "ask":
                said = json.loads(event.body)
                of = frozenset(said["of"])
                self.question = Question(event.seq, said["what"], event.side, said["to"], of, said.get("anchor", ""))
            case "answer":
                open_, agreed = self.question, json.loads(event.body)["yes"]
                self.question = open_._replace(of=open_.of - {event.side}) if open_ is not None and agreed else None
            case "resign":
                others = [side for side in self.title.players if side != event.side]
                self.ending = Ending("resigned", others[0] if len(others) == 1 else "")
            case "draw":
                self.ending = Ending("drawn", "")
            case "anchor" if self.question is not None and self.question.what == "dice":
                self.question = None
            case "rematch":
                self.rematch = event.body
            case "rules":
                self._go_by(event.seq, json.loads(event.body))
            case "pace":
                self.pace = event.body if event.body in PACES else self.pace
        if self.ending is not None:
            self.question = None
        if event.request:
            self.done[event.request] = self.version

    def _go_by(self, seq: int, said: Mapping[str, Any]) -> None:
        """The game goes on by these rules and data, perhaps from a position that was carried over."""
        self.edition = said["edition"]
        if said.get("position"):
            self.version += 1
            self.total, self.question = 0, None
            self.made.clear()
            self.notes.clear()
            self.outdated = seq > self.based

    def _order(self, table: Table, side: str, orders: Mapping[str, Sequence[str] | None]) -> None:
        for step, said in orders.items():
            table.order(self._player(side), step, said)

    def _tell(self) -> None:
        for listener in list(self.listeners):
            listener(self)


def take_back(table: Table, left: int) -> None:
    """Undo until this many entries of the journal are left."""
    if len(table.journal) > left:
        table.cut(left)
