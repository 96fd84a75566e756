"""Where games are found: rooms by their names, who sits where, and what each may see."""

import asyncio
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..core import notation, record
from ..core.action import PUBLIC
from ..core.dice import Dice
from ..core.table import UNDO_POLICIES, Table
from ..core.title import Bad, Title
from ..core.view import Viewer
from .room import Event, Room
from .store import GameRow, SeatRow, Store

LEVELS: Mapping[str, str] = {"random": "Plays any legal move"}
"""The computer's levels there are."""


class Missing(Bad):
    """There is no such game, seat or invitation, or none for this person."""


class Game(NamedTuple):
    """A game as the lobby knows it."""

    row: GameRow
    seats: dict[str, SeatRow]
    room: Room

    def sides(self, person: str) -> list[str]:
        """The sides a person plays."""
        return [side for side, seat in self.seats.items() if seat.person == person]

    def viewer(self, person: str, side: str) -> Viewer:
        """The eyes with which a person looks: those of a side of his, of the public, or of all for who plays all."""
        title, mine = self.room.title, self.sides(person)
        if side == "all":
            if len(mine) < len(title.players) and title.fogged and not self.room.over:
                raise Missing("only who plays every side, or a finished game, shows all")
            return None
        if not side:
            return title.players.index(mine[0]) if mine else PUBLIC
        if side not in mine:
            raise Missing(f"you do not play the {side.title()} side here")
        return title.players.index(side)


class Lobby:
    """All games of a server."""

    def __init__(self, store: Store, titles: Mapping[str, Title[Any]]) -> None:
        self.store, self.titles = store, titles
        self.games: dict[str, Game] = {}
        self._opening = asyncio.Lock()

    async def new(
        self, owner: str, title: str, scenario: str = "", options: Mapping[str, str] | None = None,
        seats: Mapping[str, str] | None = None, undo: str = "free", text: str = "", origin: str = "",
    ) -> Game:  # fmt: skip
        """A new game: each seat is `me`, `invite` or `computer:LEVEL`; it may begin from a position or record."""
        if title not in self.titles:
            raise Missing(f"there is no title {title!r}")
        if undo not in UNDO_POLICIES:
            raise Bad(f"undo is one of {', '.join(UNDO_POLICIES)}, not {undo!r}")
        found = self.titles[title]
        table, at, position = self._begin(found, scenario, options or {}, text)
        id = secrets.token_urlsafe(12)
        rows = [self._seat(id, side, (seats or {}).get(side, "me"), owner) for side in found.players]
        row = GameRow(
            id, title, found.version, table.first.scenario, dict(o.split("=", 1) for o in table.first.options),
            list(found.packs), position, undo, owner, time.time(), origin,
        )  # fmt: skip
        if not at:
            table.rolls, table.dice = True, Dice()
            table.settle()
        names = (*found.players, "chance")
        events = [
            Event(n, row.created, "action", names[entry.player], entry.text) for n, entry in enumerate(table.journal, 1)
        ]
        await self.store.create(row, rows, events)
        return await self.open(id)

    def _begin(self, title: Title[Any], scenario: str, options: Mapping[str, str], text: str) -> tuple[Table, int, str]:
        """The table a game begins at, how much was played there already, and its first position, if it has one."""
        if not text:
            return Table(title, scenario, options, rolls=False), 0, ""
        if text.startswith("grognard record"):
            table = record.read(self.titles, text).table
        else:
            table = Table(title, position=notation.read(self.titles, text), rolls=False)
        if table.title.name != title.name:
            raise Bad(f"this is a game of {table.title.name}, not of {title.name}")
        return table, len(table.journal), notation.write(table.first) if table.from_position else ""

    def _seat(self, game: str, side: str, who: str, owner: str) -> SeatRow:
        if who == "me":
            return SeatRow(game, side, owner)
        if who == "invite":
            return SeatRow(game, side, None, "", secrets.token_urlsafe(18))
        kind, _, level = who.partition(":")
        if kind != "computer" or level not in LEVELS:
            raise Bad(f"a seat is me, invite or computer with a level ({', '.join(LEVELS)}), not {who!r}")
        return SeatRow(game, side, None, level)

    async def open(self, id: str) -> Game:
        """A game, read from the store if it is not at hand."""
        if id in self.games:
            return self.games[id]
        async with self._opening:
            if id in self.games:
                return self.games[id]
            found = await self.store.game(id)
            if found is None:
                raise Missing("there is no such game")
            row, seats, events = found
            title = self.titles[row.title]
            start = notation.read(self.titles, row.position) if row.position else None
            table = Table(title, row.scenario, row.options, undo=row.undo, position=start, rolls=False)
            room = Room(id, table, self.store.append)
            room.read(events)
            order = {side: n for n, side in enumerate(title.players)}
            self.games[id] = Game(row, {s.side: s for s in sorted(seats, key=lambda s: order[s.side])}, room)
            return self.games[id]

    async def join(self, invitation: str, person: str) -> Game:
        """Take the seat an invitation is for."""
        seat = await self.store.invited(invitation)
        if seat is None:
            raise Missing("this invitation is not known")
        game = await self.open(seat.game)
        async with game.room.lock:
            held = game.seats[seat.side]
            if held.person not in (None, person):
                raise Missing("somebody has taken this seat already")
            await self.store.seat(seat.game, seat.side, person=person)
            game.seats[seat.side] = held._replace(person=person)
        return game

    async def mine(self, person: str) -> Sequence[Game]:
        """The games of a person, the newest first."""
        return [await self.open(id) for id in await self.store.games_of(person)]
