"""The dice of a room: ordinary ones are rolled at once; verified ones wait for the links of all pages."""

import json
import time

from ...core.action import CHANCE, NOBODY, Action, Player
from ...core.record import mark
from ...core.table import Table
from ...core.title import Bad
from ...core.verified_dice import SERVER, key_of, position_hash, rolled, seal
from ..storage.events import Event, Plan
from .dice_state import FARTHEST, DiceState, Known
from .room_state import RoomState

MOST_SKIPS = 1000  # maximum steps skipped in a row
ROLLING = "the dice are being rolled"


class RoomDice(RoomState):
    """What follows an action by itself: rolls, standing orders, steps with nothing to decide."""

    skip = False  # steps in which only `done` is possible
    _sealed = (0, 0, "")  # the seal of a throw in a version of the game

    async def _do(self, side: str, request: str, plan: Plan, version: int | None = None, *, held: bool = False) -> int:
        raise NotImplementedError

    def _event(self, kind: str, side: str, body: str, after: int = 0) -> Event:
        return Event(self.seq + 1 + after, time.time(), kind, side, body)

    def _in_play(self, ended: bool = False) -> None:
        if self.over and not ended:
            raise Bad("The game is over")

    # -- rolling -----------------------------------------------------------------------------

    def _settled(self, table: Table, before: int, after: int = 0, dice: DiceState | None = None) -> list[Event]:
        """Let dice and standing orders decide; returns the journal from there on, and the throws.

        `dice`: the verified dice, if this change has already added to what they know.
        """
        dice = dice or (self.dice.twin() if self.dice is not None else None)
        throws: dict[int, int] = {}  # where in the journal each begins
        table.rolls = dice is None
        for _ in range(MOST_SKIPS):
            table.settle()
            if dice is not None and table.decider == CHANCE and not dice.missing:
                throws[len(table.journal)] = dice.throw
                _throw(table, dice)
            elif self.skip and table.decider not in (NOBODY, CHANCE) and _nothing_to_decide(table):
                table.enter(Action("done"))
            else:
                break
        table.rolls = False
        return self._written(table, before, after, throws)

    def _written(self, table: Table, before: int, after: int, throws: dict[int, int]) -> list[Event]:
        now, new = time.time(), table.journal[before:]
        states = [*(entry.before for entry in new[1:]), table.state]
        out: list[Event] = []
        for n, (entry, s) in enumerate(zip(new, states[: len(new)], strict=True), before):
            if n in throws:
                out.append(self._event("throw", SERVER, str(throws[n]), after + len(out)))
            seq = self.seq + 1 + after + len(out)
            out.append(Event(seq, now, "action", self._name(entry.player), entry.text, mark=mark(s)))
        return out

    # -- verified dice -----------------------------------------------------------------------

    @property
    def rolling(self) -> bool:
        """Whether verified dice are being rolled: an action is fixed, and links are missing."""
        return self.dice is not None and not self.over and not self.broken and self.table.decider == CHANCE

    @property
    def awaited(self) -> list[str]:
        """The sides for which the game waits: the one that decides, or those whose links are missing."""
        return self.dice.missing if self.dice is not None and self.rolling else [self.decider]

    def may_undo(self, player: Player) -> str | None:
        """None if the last action may be undone without asking, otherwise the reason why not."""
        return ROLLING if self.rolling else self.table.may_undo(player)

    def dice_news(self) -> dict[str, object] | None:
        """What everybody is told about verified dice; None in a game with ordinary ones."""
        dice = self.dice
        if dice is None:
            return None
        throw, version, said = self._sealed
        if not self.rolling:
            said = ""
        elif (throw, version) != (dice.throw, self.version):
            said = seal(dice.chain.link(dice.throw), position_hash(self.state))
            self._sealed = dice.throw, self.version, said
        return dice.public(self.rolling, said)

    def _verified(self) -> DiceState:
        self._in_play()
        if self.dice is None:
            raise Bad("This game is played with ordinary dice")
        return self.dice

    async def commit(self, side: str, anchor: str, request: str = "") -> int:
        """Commit a side to its first chain; another one needs the agreement of the others."""

        def plan(table: Table) -> list[Event]:
            dice = self._verified()
            if side in dice.segments:
                raise Bad("Your side is already committed to a chain")
            said = json.dumps(dice.new_anchor(side, anchor))
            return [self._event("anchor", side, said)]

        return await self._do(side, request, plan)

    def _another(self, side: str, anchor: str, after: int) -> str:
        """The anchor of a new chain in place of one that is lost or used up, checked."""
        dice = self._verified()
        if side not in dice.segments:
            raise Bad("Your page has not committed to a chain yet")
        return str(dice.new_anchor(side, anchor, after)["anchor"])

    async def give(self, side: str, throw: int, link: str, request: str = "") -> int:
        """Give the link of a side for the open throw; with the last one the dice are rolled."""

        def plan(table: Table) -> list[Event]:
            dice = self._verified().twin()
            if not self.rolling or throw != dice.throw or side not in dice.missing:
                raise Bad(f"No link of the {side.title()} side is needed for throw {throw} now")
            dice.check(side, throw, link)
            dice.given[side] = Known(throw, link)
            said = self._event("link", side, json.dumps({"throw": throw, "link": link}))
            return [said, *self._settled(table, len(table.journal), 1, dice)]

        return await self._do(side, request, plan)

    async def deposit(self, side: str, throw: int, link: str, request: str = "") -> int:
        """Deposit the links of a side up to a throw, for when its page is closed: the last one gives the others."""

        def plan(table: Table) -> list[Event]:
            dice = self._verified().twin()
            if not dice.throw <= throw <= dice.throw + FARTHEST:
                raise Bad(f"Links can be deposited for throws {dice.throw} to {dice.throw + FARTHEST}")
            dice.check(side, throw, link)
            if side in dice.deposits and dice.deposits[side].throw >= throw:
                raise Bad("These links have been deposited already")
            dice.deposits[side] = Known(throw, link)
            said = self._event("deposit", side, json.dumps({"throw": throw, "link": link}))
            return [said, *self._settled(table, len(table.journal), 1, dice)]

        return await self._do(side, request, plan)


def _throw(table: Table, dice: DiceState) -> None:
    """Let the verified dice decide everything up to the next decision of a player."""
    key = key_of(dice.game, dice.throw, dice.links())
    roll = 0
    while table.decider == CHANCE:
        table.enter(rolled(table.state, key, roll))
        roll += 1
    dice.thrown()


def _nothing_to_decide(table: Table) -> bool:
    return [verb.name for verb, _ in table.title.verbs(table.state)] == ["done"]
