"""A game with its seats: who plays which side, and what each person may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...core.action import PUBLIC
from ...core.title import Bad
from ...core.view import Viewer
from ...kit.table import Wargame
from ..storage.store import GameRow, SeatRow
from .room import Room


class Missing(Bad):
    """No such game, seat or invitation, or not for this person."""


def in_order(title: Wargame[Any], seats: Sequence[SeatRow]) -> dict[str, SeatRow]:
    """The seats of a game by side, in the order of the title's players."""
    known = {seat.side: seat for seat in seats}
    return {side: known[side] for side in title.players if side in known}


@dataclass(eq=False, slots=True, weakref_slot=True)
class Game:
    """A game as the lobby knows it."""

    row: GameRow
    seats: dict[str, SeatRow]
    room: Room

    @property
    def show(self) -> bool:
        """All seats are computers."""
        return all(seat.computer for seat in self.seats.values())

    def sides(self, person: str) -> list[str]:
        """The sides a person plays."""
        return [side for side, seat in self.seats.items() if person and seat.person == person]

    def viewer(self, person: str, side: str) -> Viewer:
        """The viewer for a person: one of their sides, the public, or everything if they may see it."""
        title, mine = self.room.title, self.sides(person)
        if side == "all":
            if not self.open_to(person):
                raise Missing("Only available if you control every side or the game is over")
            return None
        if not side:
            return title.players.index(mine[0]) if mine else PUBLIC
        if side not in mine:
            raise Missing(f"You do not play the {side.title()} side in this game")
        return title.players.index(side)

    def open_to(self, person: str) -> bool:
        """Whether a person may see everything: no fog, the game over, they play every side, or only computers play."""
        if not self.room.title.fogged or self.room.over or self.show:
            return True
        return len(self.sides(person)) == len(self.seats)

    def others(self, side: str) -> list[str]:
        """The sides that have to agree to a request: those of other people."""
        mine = self.seats[side].person if side in self.seats else None
        return [one for one, seat in self.seats.items() if seat.person is not None and seat.person != mine]

    async def ask(
        self, side: str, what: str, to: int | None = None, version: int | None = None, id: str = "", anchor: str = ""
    ) -> int:
        """Ask the other people for an undo (to before an entry of the journal), a draw, or a new chain for the dice.

        Under fog nothing is undone after which somebody has seen what was hidden, unless one person plays every side.
        Against a computer nobody is asked; there it is not undone either if dice were rolled.
        """
        alone = len({seat.person for seat in self.seats.values()}) == 1
        return await self.room.ask(side, what, self.others(side), to, version, id, anchor, alone=alone)
