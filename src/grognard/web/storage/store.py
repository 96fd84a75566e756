"""The store: people, games, seats, events and chat, in SQLite or PostgreSQL.

Events are appended and never changed. Everything written is stored when the call returns.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from .database import Change, Database, Unavailable, Unusable
from .editions import Editions, Standing
from .events import Conflict, Event
from .schema import (
    ARCHIVED,
    CHAT,
    DICE,
    EVENTS,
    GAMES,
    META,
    PEOPLE,
    PRESENCE,
    SEATS,
    SESSIONS,
    STANDING,
    TOKENS,
    GameRow,
    SeatRow,
)

__all__ = [
    "CHAT",
    "EVENTS",
    "GAMES",
    "META",
    "PEOPLE",
    "SEATS",
    "SESSIONS",
    "TOKENS",
    "Change",
    "GameRow",
    "Kept",
    "SeatRow",
    "Standing",
    "Store",
    "Unavailable",
    "Unusable",
]

T = TypeVar("T")


class Kept(NamedTuple):
    """A game in a list, as stored: its card is valid if it was written after the last event."""

    row: GameRow
    seats: list[SeatRow]
    last: int
    moved: float

    @property
    def good(self) -> bool:
        """Whether the card is up to date."""
        return self.row.card is not None and self.row.card.get("seq") == self.last


class Store:
    """The queries and writes of the database."""

    def __init__(self, url: str, wait: float = 10.0, *, migrate: bool = True) -> None:
        self.db = Database(url, wait, migrate=migrate)
        self.engine = self.db.engine
        self.editions = Editions(self.db)

    def close(self) -> None:
        """Finish the queued writes, then close."""
        self.db.close()

    async def write(self, work: Callable[[sa.Connection], T], *changes: Change) -> T:
        """Write something and notify other processes; when this returns it is stored."""
        return await self.db.write(work, (), changes)

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """Read something."""
        return await self.db.read(work)

    # -- games -------------------------------------------------------------------------------

    async def append(self, game: str, events: Sequence[Event]) -> None:
        """Store events of a game for good; `Conflict` if their numbers or the request already exist."""
        try:
            await self.db.write(None, [(game, *event) for event in events], [Change(game, "game")])
        except sa.exc.IntegrityError:
            raise Conflict(game) from None

    async def create(
        self,
        game: GameRow,
        seats: Sequence[SeatRow],
        events: Sequence[Event] = (),
        told: tuple[str, Event] | None = None,
        seed: str = "",
    ) -> None:
        """A new game, optionally with an event of another one; all or nothing: `Conflict`.

        `seed`: the secret of the server's chain, for verified dice.
        """
        row = {**game._asdict(), "card": None}
        changes = () if told is None else (Change(told[0], "game"),)

        def work(db: sa.Connection) -> None:
            db.execute(sa.insert(GAMES), [row])
            db.execute(sa.insert(SEATS), [seat._asdict() for seat in seats])
            if events:
                db.execute(sa.insert(EVENTS), [{"game": game.id, **event._asdict()} for event in events])
            if seed:
                db.execute(sa.insert(DICE), [{"game": game.id, "seed": seed}])
            if told is not None:
                db.execute(sa.insert(EVENTS), [{"game": told[0], **told[1]._asdict()}])

        try:
            await self.write(work, *changes)
        except sa.exc.IntegrityError:
            raise Conflict(game.id) from None

    async def game(self, game: str) -> tuple[GameRow, list[SeatRow], list[Event]] | None:
        """A game, its seats and its events."""

        def work(db: sa.Connection) -> tuple[GameRow, list[SeatRow], list[Event]] | None:
            row = db.execute(sa.select(GAMES).where(GAMES.c.id == game)).one_or_none()
            if row is None:
                return None
            events = db.execute(_events(game, 0)).all()
            return GameRow(*row), _seats(db, [game]), [Event(*one) for one in events]

        return await self.read(work)

    async def seed(self, game: str) -> str:
        """The secret of the server's chain in a game with verified dice."""
        chosen = sa.select(DICE.c.seed).where(DICE.c.game == game)
        return await self.read(lambda db: db.execute(chosen).scalar_one())

    async def count_games(self, owner: str) -> tuple[int, int]:
        """The number of games that a person has created, and of all games."""
        count = sa.select(sa.func.count()).select_from(GAMES)
        own = count.where(GAMES.c.owner == owner)
        return await self.read(lambda db: (db.execute(own).scalar_one(), db.execute(count).scalar_one()))

    async def events(self, game: str, since: int) -> list[Event]:
        """The events of a game after a number."""
        return await self.read(lambda db: [Event(*one) for one in db.execute(_events(game, since))])

    async def kept(self, person: str) -> list[Kept]:
        """The games of a person as stored, the most recently changed first."""
        return await self._kept(_of(person))

    async def with_computer(self) -> list[Kept]:
        """The games in which a computer has a seat."""
        return await self._kept(GAMES.c.id.in_(sa.select(SEATS.c.game).where(SEATS.c.computer != "")))

    async def _kept(self, where: sa.ColumnElement[bool]) -> list[Kept]:
        last = sa.func.coalesce(sa.func.max(EVENTS.c.seq), 0)
        moved = sa.func.coalesce(sa.func.max(EVENTS.c.at), GAMES.c.created)
        chosen = sa.select(GAMES.c.id, last, moved).outerjoin(EVENTS).where(where).group_by(GAMES.c.id)

        def work(db: sa.Connection) -> list[Kept]:
            found = {id: (last, moved) for id, last, moved in db.execute(chosen)}
            rows = [GameRow(*row) for row in db.execute(sa.select(GAMES).where(where))]
            seats: dict[str, list[SeatRow]] = {}
            for seat in _seats(db, list(found)):
                seats.setdefault(seat.game, []).append(seat)
            return [Kept(row, seats[row.id], *found[row.id]) for row in rows if row.id in found]

        return sorted(await self.read(work), key=lambda kept: -kept.moved)

    async def archived(self, person: str) -> set[str]:
        """The games a person has archived."""
        chosen = sa.select(ARCHIVED.c.game).where(ARCHIVED.c.person == person)
        return await self.read(lambda db: set(db.execute(chosen).scalars()))

    async def archive(self, person: str, game: str, archived: bool) -> None:
        """Archive a game for a person, or take it out of the archive."""

        def work(db: sa.Connection) -> None:
            db.execute(sa.delete(ARCHIVED).where(ARCHIVED.c.person == person, ARCHIVED.c.game == game))
            if archived:
                db.execute(sa.insert(ARCHIVED), [{"person": person, "game": game}])

        await self.write(work)

    async def delete(self, game: str) -> None:
        """Delete a game with everything that belongs to it."""

        def work(db: sa.Connection) -> None:
            for table in (ARCHIVED, PRESENCE, STANDING, CHAT, DICE, EVENTS, SEATS):
                db.execute(sa.delete(table).where(table.c.game == game))
            db.execute(sa.delete(GAMES).where(GAMES.c.id == game))

        await self.write(work, Change(game, "gone"))

    # -- seats -------------------------------------------------------------------------------

    async def seats(self, game: str) -> list[SeatRow]:
        """The seats of a game."""
        return await self.read(lambda db: _seats(db, [game]))

    async def seat(self, game: str, side: str, **values: Any) -> None:
        """Change a seat."""
        where = (SEATS.c.game == game, SEATS.c.side == side)
        await self.write(lambda db: db.execute(sa.update(SEATS).where(*where).values(**values)), Change(game, "seats"))

    async def take(self, invitation: str, person: str) -> SeatRow | None:
        """Seat a person by an invitation, if the seat is open or already theirs; returns the seat, if there is one."""

        def work(db: sa.Connection) -> SeatRow | None:
            mine = SEATS.c.invitation == invitation
            free = sa.or_(SEATS.c.person.is_(None), SEATS.c.person == person)
            db.execute(sa.update(SEATS).where(mine, free).values(person=person))
            found = db.execute(sa.select(SEATS).where(mine)).one_or_none()
            return SeatRow(*found) if found else None

        seat = await self.invited(invitation)
        return await self.write(work, Change(seat.game, "seats")) if seat else None

    async def invited(self, invitation: str) -> SeatRow | None:
        """The seat an invitation is for."""
        chosen = sa.select(SEATS).where(SEATS.c.invitation == invitation)
        found = await self.read(lambda db: db.execute(chosen).one_or_none())
        return SeatRow(*found) if found else None

    # -- people ------------------------------------------------------------------------------

    async def person(self, id: str, name: str, **more: Any) -> None:
        """A new person."""
        row = {"id": id, "name": name, "created": time.time(), **more}
        await self.write(lambda db: db.execute(sa.insert(PEOPLE), [row]))

    async def names(self, ids: Sequence[str]) -> dict[str, str]:
        """The names of people."""
        chosen = sa.select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.in_(list(ids)))
        return await self.read(lambda db: {row.id: row.name for row in db.execute(chosen)})

    # -- chat --------------------------------------------------------------------------------

    async def chat(self, game: str, person: str, text: str) -> int:
        """Store a chat message; returns its number."""
        row = {"game": game, "at": time.time(), "person": person, "text": text}
        insert = sa.insert(CHAT).values(row).returning(CHAT.c.id)
        return await self.write(lambda db: db.execute(insert).scalar_one(), Change(game, "chat"))

    async def chats(
        self, game: str, since: int = 0, before: int | None = None, most: int = 200
    ) -> list[dict[str, Any]]:
        """Chat messages in order: the last few after one number and before another."""
        chosen = sa.select(CHAT.c.id, CHAT.c.at, CHAT.c.person, PEOPLE.c.name, CHAT.c.text).join(PEOPLE)
        chosen = chosen.where(CHAT.c.game == game, CHAT.c.id > since)
        if before is not None:
            chosen = chosen.where(CHAT.c.id < before)
        chosen = chosen.order_by(CHAT.c.id.desc()).limit(most)
        found = await self.read(lambda db: [dict(row._mapping) for row in db.execute(chosen)])
        return found[::-1]


def _events(game: str, since: int) -> sa.Select[Any]:
    chosen = sa.select(*(EVENTS.c[name] for name in Event._fields))
    return chosen.where(EVENTS.c.game == game, EVENTS.c.seq > since).order_by(EVENTS.c.seq)


def _seats(db: sa.Connection, games: Sequence[str]) -> list[SeatRow]:
    chosen = sa.select(SEATS).where(SEATS.c.game.in_(games)).order_by(SEATS.c.game, SEATS.c.side)
    return [SeatRow(*seat) for seat in db.execute(chosen)]


def _of(person: str) -> sa.ColumnElement[bool]:
    """Whether this person has a seat in the game or created it."""
    return sa.or_(GAMES.c.id.in_(sa.select(SEATS.c.game).where(SEATS.c.person == person)), GAMES.c.owner == person)
