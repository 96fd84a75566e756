"""A room: one game under way, made of its events and of nothing else.

Every change is an event. An event counts, and is shown, only once the store has it; if the store
fails, the room is as before. A room is read again from its events at any time.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..core.action import CHANCE, NOBODY, Player
from ..core.dice import Dice
from ..core.state import State
from ..core.table import Entry, Refused, Table
from ..core.title import Bad, Title
from ..core.view import Viewer

MOVES = ("action", "undo")  # the events that change the position


class Event(NamedTuple):
    """One thing that happened in a game."""

    seq: int
    at: float  # seconds since 1970
    kind: str  # action, undo, orders, ask, answer, resign, agree
    side: str  # a player, or `chance`
    body: str
    request: str = ""  # the sender's own name for it: the same request is not played twice


class Ending(NamedTuple):
    """How a game ended otherwise than by its rules."""

    how: str  # resigned, drawn
    winner: str  # a side, or nobody


class Stale(Bad):
    """A request made in a position that is no longer there."""

    def __init__(self, version: int) -> None:
        super().__init__("the game has gone on since")
        self.version = version


class Conflict(Exception):
    """Another process has written to this game: the room has to be read again."""


Keep = Callable[[str, Sequence[Event]], Awaitable[None]]
"""Store events of a game for good, or fail with nothing stored."""


class Room:
    """One game under way."""

    def __init__(self, game: str, table: Table, keep: Keep) -> None:
        self.game, self.table, self.keep = game, table, keep
        self.lock = asyncio.Lock()
        self.seq = 0
        self.version = 0  # grows with every change of the position
        self.ending: Ending | None = None
        self.asked: dict[str, str] = {}  # what a side has asked the others for: undo, draw
        self.done: dict[str, int] = {}  # requests carried out, and the version they led to
        table.rolls = False

    # -- asking ------------------------------------------------------------------------------

    @property
    def title(self) -> Title[Any]:
        """The game that is played."""
        return self.table.title

    @property
    def state(self) -> State:
        """The position."""
        return self.table.state

    @property
    def over(self) -> bool:
        """Has it ended, by the rules or otherwise?"""
        return self.state.over or self.ending is not None

    @property
    def decider(self) -> str:
        """The side that has to decide; nobody's when it is over."""
        who = NOBODY if self.over else self.table.decider
        return "" if who == NOBODY else self._name(who)

    def _name(self, player: Player) -> str:
        return "chance" if player == CHANCE else self.title.players[player]

    def played(self, since: int, viewer: Viewer) -> list[dict[str, Any]]:
        """The entries of the journal from the n-th on, as a viewer heard them."""
        return [self._entry(n, entry, viewer) for n, entry in enumerate(self.table.journal[since:], since)]

    def _entry(self, n: int, entry: Entry, viewer: Viewer) -> dict[str, Any]:
        text, lines = entry.heard_by(viewer)
        said = [{"cite": line.cite, "text": line.text} for line in lines]
        return {"n": n, "side": self._name(entry.player), "action": text, "lines": said,
                "now": self.title.now(entry.before)}  # fmt: skip

    # -- reading -----------------------------------------------------------------------------

    def read(self, events: Sequence[Event]) -> None:
        """Take in events of the store, after those already known."""
        for event in events:
            if event.seq <= self.seq:
                continue
            self._take(event)

    def _take(self, event: Event) -> None:
        match event.kind:
            case "action":
                self.table.play(event.body)
            case "undo":
                while len(self.table.journal) > int(event.body):
                    self.table.undo(agreed=True)
            case "orders":
                self._order(event.side, json.loads(event.body))
            case "ask":
                self.asked[event.body] = event.side
            case "answer":
                self.asked.pop(json.loads(event.body)["to"], None)
            case "resign":
                others = [side for side in self.title.players if side != event.side]
                self.ending = Ending("resigned", others[0] if len(others) == 1 else "")
            case "agree":
                self.ending = Ending("drawn", "")
        self.seq = event.seq
        self.version += event.kind in MOVES
        if event.kind in MOVES:
            self.asked.clear()
        if event.request:
            self.done[event.request] = self.version

    def _order(self, side: str, orders: Mapping[str, Sequence[str] | None]) -> None:
        for step, said in orders.items():
            self.table.order(self.title.players.index(side), step, said)

    # -- acting ------------------------------------------------------------------------------

    async def play(self, side: str, text: str, version: int, request: str) -> int:
        """Carry out an action of a side, then whatever dice and standing orders decide; the new version."""
        async with self.lock:
            if request in self.done:
                return self.done[request]
            self._ready(version)
            table, before = self.table, len(self.table.journal)
            player = self.title.players.index(side)
            action, objections = table.judge(text, player)
            if objections:
                raise Refused(text, objections)
            try:
                table.enter(action)
                table.rolls = True
                table.dice = Dice()
                table.settle()
                await self._keep_journal(before, request)
            except BaseException:
                self._back_to(before)
                raise
            finally:
                table.rolls = False
            self.asked.clear()
            return self.version

    def _ready(self, version: int) -> None:
        if self.over:
            raise Bad("the game is over")
        if version != self.version:
            raise Stale(self.version)

    async def _keep_journal(self, before: int, request: str) -> None:
        """Store what the journal has from there on; then it counts."""
        now = time.time()
        new = self.table.journal[before:]
        events = [
            Event(self.seq + n, now, "action", self._name(entry.player), entry.text, request if n == len(new) else "")
            for n, entry in enumerate(new, 1)
        ]
        await self.keep(self.game, events)
        self.seq += len(events)
        self.version += len(events)
        if request:
            self.done[request] = self.version

    def _back_to(self, count: int) -> None:
        while len(self.table.journal) > count:
            entry = self.table.journal.pop()
            self.table.state = entry.before

    async def undo(self, side: str, version: int, request: str, *, agreed: bool = False) -> int:
        """Take back the last action, if the table's manners allow it; the new version."""
        async with self.lock:
            if request in self.done:
                return self.done[request]
            if self.ending:
                raise Bad("the game is over")
            if version != self.version:
                raise Stale(self.version)
            table = self.table
            why = table.may_undo(self.title.players.index(side))
            if why and not agreed:
                raise Bad(f"no undo: {why}")
            left = len(table.journal) - 1
            while agreed and left > 0 and table.journal[left].player == CHANCE:
                left -= 1
            if left < 0:
                raise Bad("nothing has been played yet")
            await self._keep("undo", side, str(left), request)
            return self.version

    async def say(self, kind: str, side: str, body: str, request: str = "") -> None:
        """An event that leaves the position as it is: orders, ask, answer, resign, agree."""
        async with self.lock:
            if request and request in self.done:
                return
            await self._keep(kind, side, body, request)

    async def _keep(self, kind: str, side: str, body: str, request: str) -> None:
        event = Event(self.seq + 1, time.time(), kind, side, body, request)
        await self.keep(self.game, [event])
        self._take(event)
