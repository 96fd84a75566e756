"""What is kept: people, games, seats, events and chat, in SQLite or PostgreSQL.

Events are appended and never changed. All writing goes through one thread, which puts whatever
waits into one transaction: an append returns when that is committed, and on SQLite synced to disk.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy import event as hook

from .room import Conflict, Event

T = TypeVar("T")
META = sa.MetaData()

PEOPLE = sa.Table(
    "person", META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("login", sa.String(80), unique=True),
    sa.Column("password", sa.String(200)),
    sa.Column("email", sa.String(200), nullable=False, server_default=""),
    sa.Column("webhook", sa.String(400), nullable=False, server_default=""),
    sa.Column("settings", sa.JSON, nullable=False, server_default="{}"),  # of the page
    sa.Column("created", sa.Float, nullable=False),
)  # fmt: skip
SESSIONS = sa.Table(
    "session", META,
    sa.Column("token", sa.String(64), primary_key=True),  # its SHA-256
    sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
    sa.Column("expires", sa.Float, nullable=False),
)  # fmt: skip
GAMES = sa.Table(
    "game", META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("title", sa.String(40), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("scenario", sa.String(80), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("packs", sa.JSON, nullable=False),
    sa.Column("position", sa.Text, nullable=False, server_default=""),  # where it begins, if not at the set-up
    sa.Column("undo", sa.String(20), nullable=False),
    sa.Column("owner", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("origin", sa.String(80), nullable=False, server_default=""),  # `game@move`, or a rematch
)  # fmt: skip
SEATS = sa.Table(
    "seat", META,
    sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("side", sa.String(40), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("person.id")),
    sa.Column("computer", sa.String(40), nullable=False, server_default=""),  # its level
    sa.Column("invitation", sa.String(64), unique=True),
    sa.Column("seen", sa.Integer, nullable=False, server_default="0"),  # how much of the journal its player saw
)  # fmt: skip
EVENTS = sa.Table(
    "event", META,
    sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("side", sa.String(40), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("request", sa.String(64), nullable=False),
)  # fmt: skip
CHAT = sa.Table(
    "chat", META,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), nullable=False, index=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)  # fmt: skip


class GameRow(NamedTuple):
    """A game as it was set up."""

    id: str
    title: str
    rules: int
    scenario: str
    options: dict[str, str]
    packs: list[str]
    position: str
    undo: str
    owner: str
    created: float
    origin: str = ""


class SeatRow(NamedTuple):
    """A side of a game: a person's, a computer's, or still free for whoever opens the invitation."""

    game: str
    side: str
    person: str | None
    computer: str = ""
    invitation: str | None = None
    seen: int = 0


class Store:
    """The database."""

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        if self.url.drivername == "postgresql":
            self.url = self.url.set(drivername="postgresql+psycopg")
        if self.url.get_backend_name() == "sqlite" and self.url.database not in (None, "", ":memory:"):
            Path(str(self.url.database)).parent.mkdir(parents=True, exist_ok=True)
        self.engine = sa.create_engine(self.url)
        if self.url.get_backend_name() == "sqlite":
            hook.listen(self.engine, "connect", _careful)
        META.create_all(self.engine)
        self._waiting: queue.SimpleQueue[tuple[Callable[[sa.Connection], Any], Future[Any]] | None] = (
            queue.SimpleQueue()
        )
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what waits, then let go."""
        self._waiting.put(None)
        self._writer.join()
        self.engine.dispose()

    # -- one writer --------------------------------------------------------------------------

    def _write(self) -> None:
        while (job := self._waiting.get()) is not None:
            jobs = [job]
            last = False
            while not self._waiting.empty() and len(jobs) < 500:
                if (more := self._waiting.get()) is None:
                    last = True
                    break
                jobs.append(more)
            self._commit(jobs)
            if last:
                return

    def _commit(self, jobs: list[tuple[Callable[[sa.Connection], Any], Future[Any]]]) -> None:
        """All jobs in one transaction; if that fails, each in its own."""
        try:
            with self.engine.begin() as db:
                results = [work(db) for work, _ in jobs]
        except Exception as wrong:
            if len(jobs) == 1:
                jobs[0][1].set_exception(wrong)
                return
            for one in jobs:
                self._commit([one])
            return
        for (_, future), result in zip(jobs, results, strict=True):
            future.set_result(result)

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Have something written; when this returns it is stored."""
        future: Future[T] = Future()
        self._waiting.put((work, future))
        return await asyncio.wrap_future(future)

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """Look something up."""

        def look() -> T:
            with self.engine.connect() as db:
                return work(db)

        return await asyncio.to_thread(look)

    # -- games -------------------------------------------------------------------------------

    async def append(self, game: str, events: Sequence[Event]) -> None:
        """Store events of a game for good; `Conflict` if somebody else has written their numbers."""
        rows = [{"game": game, **event._asdict()} for event in events]
        try:
            await self.write(lambda db: db.execute(sa.insert(EVENTS), rows))
        except sa.exc.IntegrityError:
            raise Conflict(game) from None

    async def create(self, game: GameRow, seats: Sequence[SeatRow], events: Sequence[Event] = ()) -> None:
        """A new game."""

        def work(db: sa.Connection) -> None:
            db.execute(sa.insert(GAMES), [game._asdict()])
            db.execute(sa.insert(SEATS), [seat._asdict() for seat in seats])
            if events:
                db.execute(sa.insert(EVENTS), [{"game": game.id, **event._asdict()} for event in events])

        await self.write(work)

    async def game(self, game: str) -> tuple[GameRow, list[SeatRow], list[Event]] | None:
        """A game, its seats and its events."""

        def work(db: sa.Connection) -> tuple[GameRow, list[SeatRow], list[Event]] | None:
            row = db.execute(sa.select(GAMES).where(GAMES.c.id == game)).one_or_none()
            if row is None:
                return None
            seats = db.execute(sa.select(SEATS).where(SEATS.c.game == game).order_by(SEATS.c.side)).all()
            chosen = sa.select(*(EVENTS.c[name] for name in Event._fields)).where(EVENTS.c.game == game)
            events = db.execute(chosen.order_by(EVENTS.c.seq)).all()
            return GameRow(*row), [SeatRow(*seat) for seat in seats], [Event(*one) for one in events]

        return await self.read(work)

    async def events(self, game: str, since: int) -> list[Event]:
        """The events of a game after a number."""
        chosen = sa.select(*(EVENTS.c[name] for name in Event._fields)).where(
            EVENTS.c.game == game, EVENTS.c.seq > since
        )
        return await self.read(lambda db: [Event(*one) for one in db.execute(chosen.order_by(EVENTS.c.seq))])

    async def games_of(self, person: str) -> list[str]:
        """The games in which a person has a seat or which he set up, the newest first."""
        mine = sa.select(SEATS.c.game).where(SEATS.c.person == person)
        chosen = sa.select(GAMES.c.id).where(sa.or_(GAMES.c.id.in_(mine), GAMES.c.owner == person))
        return await self.read(lambda db: list(db.scalars(chosen.order_by(GAMES.c.created.desc()))))

    async def seat(self, game: str, side: str, **values: Any) -> None:
        """Change a seat."""
        await self.write(
            lambda db: db.execute(sa.update(SEATS).where(SEATS.c.game == game, SEATS.c.side == side).values(**values))
        )

    async def invited(self, invitation: str) -> SeatRow | None:
        """The seat an invitation is for."""
        found = await self.read(
            lambda db: db.execute(sa.select(SEATS).where(SEATS.c.invitation == invitation)).one_or_none()
        )
        return SeatRow(*found) if found else None

    # -- people ------------------------------------------------------------------------------

    async def person(self, id: str, name: str, **more: Any) -> None:
        """A new person."""
        row = {"id": id, "name": name, "created": time.time(), **more}
        await self.write(lambda db: db.execute(sa.insert(PEOPLE), [row]))

    async def names(self, ids: Sequence[str]) -> dict[str, str]:
        """What people are called."""
        chosen = sa.select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.in_(list(ids)))
        return await self.read(lambda db: {row.id: row.name for row in db.execute(chosen)})

    # -- chat --------------------------------------------------------------------------------

    async def chat(self, game: str, person: str, text: str) -> None:
        """Something said at a table."""
        row = {"game": game, "at": time.time(), "person": person, "text": text}
        await self.write(lambda db: db.execute(sa.insert(CHAT), [row]))

    async def chats(self, game: str) -> list[dict[str, Any]]:
        """What was said at a table."""
        chosen = sa.select(CHAT.c.at, CHAT.c.text, PEOPLE.c.name).join(PEOPLE).where(CHAT.c.game == game)
        return await self.read(lambda db: [dict(row._mapping) for row in db.execute(chosen.order_by(CHAT.c.id))])


def _careful(connection: Any, _: Any) -> None:
    """A committed transaction survives a crash of the program and of the machine."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
