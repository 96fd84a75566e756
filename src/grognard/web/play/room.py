"""A room: one game in progress, built only from its events.

Every change is an event. An event counts, and is shown, only once it is stored: a change is played
on a copy of the table, which replaces the table when it is stored. If storing fails, or another
change came first, the room stays as it was, or is updated from the store.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ...core.action import Player
from ...core.table import Refused, Table
from ...core.title import Bad
from ..storage.events import Again, Conflict, Ending, Event, Keep, Plan, Stale
from .dice_state import DiceState
from .quotas import USUAL, Quotas
from .room_dice import ROLLING, RoomDice
from .room_state import PACES, Offer, take_back

__all__ = ["Conflict", "Ending", "Event", "Room", "Stale"]

TRIES = 5  # retries if another change came first without changing the position
LONGEST = 64  # maximum characters of a request id
QUESTIONS = ("undo", "draw", "rules", "dice")


class Room(RoomDice):
    """One game in progress, in which people and computers act."""

    def __init__(
        self,
        game: str,
        table: Table,
        keep: Keep,
        again: Again,
        *,
        skip: bool = False,
        trusted: bool = True,
        based: int = 0,
        quotas: Quotas = USUAL,
        dice: DiceState | None = None,
    ) -> None:
        super().__init__(table, trusted=trusted, based=based, dice=dice)
        self.quotas = quotas
        self.owner = ""  # who created it
        self.offer: Callable[[], Offer] = _no_offer  # to play on by the rules and data of this server
        self.game, self.keep, self.again = game, keep, again
        self.skip = skip and not table.title.fogged  # steps in which only `done` is possible
        self.lock = asyncio.Lock()
        self._doubtful = False  # the store may have more events than we know
        self._busy: set[asyncio.Task[int]] = set()

    async def refresh(self) -> None:
        """Apply what others have stored."""
        async with self.lock:
            await self._again()

    async def _again(self) -> None:
        self.read(await self.again(self.game, self.seq))
        self._doubtful = False

    # -- actions -----------------------------------------------------------------------------

    async def play(self, side: str, text: str, version: int, request: str, note: str = "") -> int:
        """Carry out an action of a side, then what dice and standing orders decide; returns the new version.

        The computer's notes are stored with it, outside the record.
        """
        player = self._player(side)

        def plan(table: Table) -> list[Event]:
            self._in_play()
            self.quotas.another_action(table)
            action, objections = table.judge(text, player)
            if objections:
                raise Refused(text, objections)
            before = len(table.journal)
            table.enter(action)
            first, *rest = self._settled(table, before)
            return [first._replace(note=note), *rest]

        return await self._do(side, request, plan, version)

    async def undo(self, side: str, version: int, request: str, *, agreed: bool = False) -> int:
        """Undo the last action, if the table allows it; returns the new version."""
        player = self._player(side)

        def plan(table: Table) -> list[Event]:
            if self.ending:
                raise Bad("The game is over")
            if self.rolling:
                raise Bad(f"no undo: {ROLLING}")
            table.undo(player, agreed=agreed)
            return [self._event("undo", side, str(len(table.journal)))]

        return await self._do(side, request, plan, version)

    async def ask(
        self,
        side: str,
        what: str,
        of: Sequence[str],
        to: int | None = None,
        version: int | None = None,
        request: str = "",
        anchor: str = "",
        *,
        alone: bool = False,
    ) -> int:
        """Ask the sides `of` for an undo, a draw or a new chain for verified dice; granted at once if there are none.

        An undo goes back to the asking side's last decision, or to an earlier one: before the n-th entry. Under fog it
        does not go back behind a moment at which somebody saw what was hidden, or, if nobody is asked, behind dice.
        `alone`: one person plays every side, and sees everything.
        """
        player = self._player(side)

        def plan(table: Table) -> list[Event]:
            self._in_play(what == "undo" and not self.ending)
            if what not in QUESTIONS:
                raise Bad(f"You can ask for {' or '.join(QUESTIONS)}, not for {what!r}")
            if self.question is not None:
                yours = self.question.side == side
                raise Bad(
                    "You have already asked: wait for the answer, or withdraw your question"
                    if yours
                    else f"Answer the question of the {self.question.side.title()} side first"
                )
            if self.broken and what == "undo":
                raise Bad(self.broken)
            if what == "rules":
                self.offer()
            left = _own(table, player, to) if what == "undo" else to or 0
            if what == "undo" and self.title.fogged and not alone and (why := table.learnt_since(left, dice=not of)):
                raise Bad(f"no undo: {why}")
            chain = {"anchor": self._another(side, anchor, left)} if what == "dice" else {}
            asked = self._event("ask", side, json.dumps({"what": what, "to": left, "of": sorted(of), **chain}))
            return [asked] if of else self._granted(table, [asked], side, what, left, anchor)

        return await self._do(side, request, plan, version, held=True)

    async def answer(self, side: str, number: int, yes: bool, version: int | None = None, request: str = "") -> int:
        """Agree to a question or refuse it; when all have agreed it is carried out. Who asked may withdraw it."""
        self._player(side)

        def plan(table: Table) -> list[Event]:
            asked = self.question
            if asked is None or asked.number != number:
                raise Bad("That question is no longer open")
            if side not in asked.of and (yes or side != asked.side):
                raise Bad("You have already agreed, or nobody has asked you")
            said = [self._event("answer", side, json.dumps({"question": number, "yes": yes}))]
            granted = partial(self._granted, table, said, asked.side, asked.what, asked.to, asked.anchor)
            return granted() if yes and asked.of == {side} else said

        return await self._do(side, request, plan, version, held=True)

    def _granted(self, table: Table, said: list[Event], side: str, what: str, to: int, anchor: str = "") -> list[Event]:
        if what == "draw":
            return [*said, self._event("draw", side, "", len(said))]
        if what == "rules":
            return [*said, self._event("rules", side, json.dumps(self.offer()._asdict()), len(said))]
        if what == "dice":
            chain = self._verified().new_anchor(side, anchor, to)
            return [*said, self._event("anchor", side, json.dumps(chain), len(said))]
        take_back(table, to)
        return [*said, self._event("undo", side, str(to), len(said))]

    async def resign(self, side: str, request: str = "") -> int:
        """Resign."""
        self._player(side)

        def plan(_: Table) -> list[Event]:
            self._in_play()
            return [self._event("resign", side, "")]

        return await self._do(side, request, plan, held=True)

    async def adopt(self, edition: str) -> int:
        """Note that the game goes on by other rules or data, which lead to the same positions."""

        def plan(table: Table) -> list[Event]:
            return [self._event("rules", "", json.dumps({"edition": edition, "actions": len(table.journal)}))]

        return await self._do("", "", plan)

    async def order(self, side: str, orders: Mapping[str, Sequence[str] | None], request: str = "") -> int:
        """Set standing orders for a step, or cancel them with None; an order for the current step is carried out."""
        self._player(side)

        def plan(table: Table) -> list[Event]:
            self._in_play()
            said = self._event("orders", side, json.dumps(orders))
            self._order(table, side, orders)
            return [said, *self._settled(table, len(table.journal), 1)]

        return await self._do(side, request, plan)

    async def go_at(self, pace: str) -> int:
        """Set the pace of a game between computers."""

        def plan(_: Table) -> list[Event]:
            self._in_play()
            if pace not in PACES:
                raise Bad(f"The pace must be one of {', '.join(PACES)}, not {pace!r}")
            return [self._event("pace", "", pace)]

        return await self._do("", "", plan)

    # -- implementation ----------------------------------------------------------------------

    async def _do(self, side: str, request: str, plan: Plan, version: int | None = None, *, held: bool = False) -> int:
        """Run a change to its end even if the caller stops waiting, so that a room is never half changed.

        `held`: also in a game that cannot be played on before its players have decided by which rules.
        """
        if not request.isprintable() or len(request) > LONGEST:
            raise Bad(f"The id of a request is a word of at most {LONGEST} characters")
        task = asyncio.create_task(self._locked(f"{side}:{request}" if request else "", plan, version, held))
        self._busy.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    def _finished(self, task: asyncio.Task[int]) -> None:
        self._busy.discard(task)
        if not task.cancelled():
            task.exception()  # the caller has it

    async def _locked(self, request: str, plan: Plan, version: int | None, held: bool) -> int:
        async with self.lock:
            if self._doubtful or (version is not None and version > self.version):
                await self._again()  # the store may be ahead of us
            for _ in range(TRIES):
                if request in self.done:
                    return self.done[request]
                if self.broken and not (held and self.differs):
                    raise Bad(self.broken)
                if self.outdated or (version is not None and version != self.version):
                    raise Stale(self.version)
                table = self.table.twin()
                events = plan(table)
                events[-1] = events[-1]._replace(request=request)
                if await self._kept(table, events):
                    return self.version
            raise Stale(self.version)

    async def _kept(self, table: Table, events: list[Event]) -> bool:
        """Store events, then apply them. False if another change came first, which has then been read."""
        self._doubtful = True
        try:
            await self.keep(self.game, events)
        except Conflict:
            found = await self.again(self.game, self.seq)
            self.read(found)
            self._doubtful = False
            return list(found[: len(events)]) == events  # they are ours: the connection was lost after storing
        self._doubtful = False
        self.table = table
        for event in events:
            self._count(event)
        self._tell()
        return True

    async def rest(self) -> None:
        """Wait until nothing is being stored."""
        while self._busy:
            await asyncio.wait(list(self._busy))


def _no_offer() -> Offer:
    raise Bad("This game is played by the rules and data of this server already")


def _own(table: Table, player: Player, to: int | None) -> int:
    """Where the journal is cut if a player's decision is undone: their last one, or the one named."""
    if table.undo_policy == "none":
        raise Bad("no undo: this game is played without undo")
    if table.revealed:
        raise Bad(f"no undo: {table.may_undo()}")
    mine = [n for n, entry in enumerate(table.journal) if entry.player == player]
    if not mine:
        raise Bad("You have not decided anything yet")
    if to is not None and to not in mine:
        raise Bad(f"Entry {to} of the journal is not your decision")
    return mine[-1] if to is None else to
