"""The database: opening it, the only thread that writes, and the one that listens.

All writes go through one thread, which combines everything in its queue into one transaction: a
write returns when that is committed and, on SQLite, synced to disk. Server processes that share a
PostgreSQL notify each other of what they have changed (`LISTEN`, `NOTIFY`).
"""

import asyncio
import logging
import queue
import re
import secrets
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import psycopg
import sqlalchemy as sa
from sqlalchemy import event as hook

from ...core.title import Bad
from .events import Event
from .migrations import TooNew, behind, upgrade
from .schema import EVENTS

T = TypeVar("T")
MOST = 500  # jobs in one transaction
READERS = 4  # threads
LEAST_FREE = 20 << 20  # bytes of disk space for a healthy server
CHANNEL = "grognard"
UNFIT = "Invalid characters, or too long"
LOG = logging.getLogger("grognard.store")


class Unusable(Bad):
    """The database cannot be opened: the message says which and why, and that nothing was changed."""


class Unavailable(Exception):
    """The database cannot be read or written at the moment; nothing was stored."""


class Change(NamedTuple):
    """A change in a game; without a game's name, any game may have changed."""

    game: str
    kind: str  # game, seats, chat, or gone if it was deleted


# -- opening ----------------------------------------------------------------------------------


def open_engine(url: str, wait: float = 10.0, *, migrate: bool = True) -> sa.Engine:
    """Open a database and bring its tables up to date; `Unusable` says why not. `wait`: seconds to wait for a lock.

    Without `migrate` nothing is changed: tables that are not up to date are refused.
    """
    try:
        made = sa.make_url(url)
        if made.drivername == "postgresql":
            made = made.set(drivername="postgresql+psycopg")
    except sa.exc.ArgumentError:
        raise Unusable("the database needs a URL such as postgresql://user@host/name") from None
    name = made.get_backend_name()
    if name not in ("sqlite", "postgresql"):
        raise Unusable(f"games are stored in SQLite or PostgreSQL, not in {name!r}")
    engine = _sqlite(made, wait) if name == "sqlite" else _postgresql(made)
    where = where_is(engine.url)
    try:
        with engine.connect().execution_options(writes=True) as db, db.begin():
            if name == "sqlite":
                _whole(db, where)
            else:
                db.execute(sa.text("SELECT pg_advisory_xact_lock(4707907)"))  # one server at a time
            if not migrate and behind(db):
                raise Unusable(f"{where} belongs to an earlier Grognard: use a copy of it, restored from a backup")
            upgrade(db)
    except TooNew as wrong:
        engine.dispose()
        raise Unusable(f"{where} belongs to a newer Grognard: {wrong}; nothing was changed") from None
    except (sa.exc.SQLAlchemyError, OSError) as wrong:
        engine.dispose()
        raise Unusable(f"{where} cannot be used: {reason(wrong)}; nothing was changed") from None
    except BaseException:
        engine.dispose()
        raise
    return engine


def where_is(url: sa.URL) -> str:
    """The name of a database for messages: its file, or its address without the password."""
    return f"the database {url.database if url.get_backend_name() == 'sqlite' else url.render_as_string()}"


def _private(file: Path) -> None:
    """Only the user who runs the server may read the file: it holds sessions and hashed passwords."""
    try:
        file.touch(0o600)
        file.chmod(0o600)
    except OSError:
        return  # opening it says why


def _sqlite(url: sa.URL, wait: float) -> sa.Engine:
    if url.database in (None, "", ":memory:"):
        raise Unusable("games are stored in a file: sqlite:///path/to/games.db")
    folder = Path(str(url.database)).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise Unusable(f"the directory {folder} cannot be created: {wrong.strerror}") from None
    _private(Path(str(url.database)))
    engine = sa.create_engine(url, connect_args={"timeout": wait})

    @hook.listens_for(engine, "connect")
    def careful(connection: Any, _: Any) -> None:
        """A committed transaction survives a crash of the program and of the machine."""
        connection.isolation_level = None  # we begin transactions ourselves, also those with DDL
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @hook.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _whole(db: sa.Connection, where: str) -> None:
    found = db.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if found != "ok":
        raise Unusable(f"{where} is damaged ({str(found).splitlines()[0]}): restore it from a backup")


def _postgresql(url: sa.URL) -> sa.Engine:
    engine = sa.create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": 10})

    @hook.listens_for(engine, "connect")
    def careful(connection: Any, _: Any) -> None:
        connection.autocommit = True
        connection.execute("SET synchronous_commit TO on")
        connection.autocommit = False

    return engine


REASONS: Mapping[str, str] = {
    "unable to open database file": "the file cannot be opened; can this user write to its directory?",
    "readonly database": "it is read-only; can this user write to it and its directory?",
    "database is locked": "another program keeps writing to it",
    "not a database": "the file is not a database of this program, or is damaged",
    "malformed": "it is damaged: restore it from a backup",
    "disk is full": "the disk is full",
    "disk I/O error": "the disk does not respond, or is full",
}


def reason(wrong: BaseException) -> str:
    """Why a database operation failed, in one line."""
    text = " ".join(str(getattr(wrong, "orig", None) or wrong).split())
    known = next((said for sign, said in REASONS.items() if sign in text), "")
    return known or re.sub(r"\s*Multiple connection attempts failed.*", "", text)[:300] or type(wrong).__name__


# -- writing ----------------------------------------------------------------------------------


class Job(NamedTuple):
    """A write: what, for which game, and who waits for it."""

    work: Callable[[sa.Connection], Any] | None  # None: only the events
    events: Sequence[Sequence[Any]]  # rows of the table of events
    changes: Sequence[Change]
    waiting: asyncio.Future[Any]


class Database:
    """An open database."""

    def __init__(self, url: str, wait: float = 10.0, *, migrate: bool = True) -> None:
        self.engine = open_engine(url, wait, migrate=migrate)
        self.shared = self.engine.dialect.name == "postgresql"
        self.me = secrets.token_hex(8)  # the id of this process, among those that share the database
        self._writing = self.engine.execution_options(writes=True)
        self._held: sa.Connection | None = None  # the connection of the thread that writes to SQLite
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()
        self._listener: Listener | None = None
        self._closed = False
        self._reading = 0
        self._read = threading.Condition()
        self._readers = ThreadPoolExecutor(READERS, "reader")  # of its own: nothing else makes a read wait
        self._failed = ""  # why the last write failed

    def close(self) -> None:
        """Finish the queued writes, then close."""
        if self._closed:
            return
        self._closed = True
        if self._listener is not None:
            self._listener.stop()
        self._jobs.put(None)
        self._writer.join()
        with self._read:
            self._read.wait_for(lambda: not self._reading, 10)
        self._readers.shutdown(wait=False)
        self.engine.dispose()

    def trouble(self) -> str:
        """Why games cannot be stored at the moment, as far as is known; empty if they can."""
        if self._failed:
            return f"The last game could not be stored: {self._failed}"
        if self.engine.dialect.name == "sqlite":
            free = shutil.disk_usage(Path(str(self.engine.url.database)).parent).free
            if free < LEAST_FREE:
                return f"The disk is full: {free >> 20} MB are left"
        return ""

    async def write(
        self,
        work: Callable[[sa.Connection], T] | None,
        events: Sequence[Sequence[Any]] = (),
        changes: Sequence[Change] = (),
    ) -> T:
        """Write something and notify other processes; when this returns it is stored."""
        if self._closed:
            raise Unavailable("The server is shutting down")
        waiting: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(work, events, changes, waiting))
        try:
            stored = await waiting
            self._failed = ""
            return stored
        except sa.exc.IntegrityError:
            raise
        except (UnicodeError, sa.exc.DataError):
            raise Bad(UNFIT) from None
        except sa.exc.DBAPIError as wrong:
            self._failed = reason(wrong)
            LOG.error("%s cannot be written: %s", where_is(self.engine.url), self._failed)
            raise Unavailable(f"The game cannot be stored at the moment: {reason(wrong)}") from None

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """Read something."""
        if self._closed:
            raise Unavailable("The server is shutting down")

        def look() -> T:
            with self._read:
                self._reading += 1
            try:
                with self.engine.connect() as db:
                    return work(db)
            finally:
                with self._read:
                    self._reading -= 1
                    self._read.notify_all()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, look)
        except (UnicodeError, sa.exc.DataError):
            raise Bad(UNFIT) from None
        except sa.exc.DBAPIError as wrong:
            LOG.error("%s cannot be read: %s", where_is(self.engine.url), reason(wrong))
            raise Unavailable(f"The games cannot be read at the moment: {reason(wrong)}") from None

    def _write(self) -> None:
        last = False
        while not last:
            jobs = [self._jobs.get()]
            while len(jobs) < MOST and not self._jobs.empty():
                jobs.append(self._jobs.get())
            last = None in jobs
            self._commit([job for job in jobs if job is not None])
        self._let_go()

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        """A transaction; to open a connection for each would cost more than to write to SQLite."""
        if self.shared:
            with self._writing.begin() as db:
                yield db
            return
        if self._held is None:
            self._held = self._writing.connect()
        try:
            with self._held.begin():
                yield self._held
        except Exception:
            self._let_go()
            raise

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.close()
            self._held = None

    def _commit(self, jobs: list[Job]) -> None:
        """All jobs in one transaction; if that fails, each in its own."""
        if not jobs:
            return
        try:
            with self._transaction() as db:
                results = [job.work(db) if job.work else None for job in jobs]
                if rows := [row for job in jobs for row in job.events]:
                    db.exec_driver_sql(INSERT_SHARED if self.shared else INSERT, rows)
                changes = {change for job in jobs for change in job.changes}
                if self.shared and changes:
                    said = [f"{self.me} {change.kind} {change.game}" for change in changes]
                    db.execute(TELL, {"said": said})
        except Exception as wrong:
            if len(jobs) == 1:
                _answer([(jobs[0].waiting, None, wrong)])
                return
            for job in jobs:
                self._commit([job])
            return
        _answer([(job.waiting, result, None) for job, result in zip(jobs, results, strict=True)])

    # -- changes by other processes --------------------------------------------------------------

    def listen(self, heard: Callable[[Change], None]) -> None:
        """Register a callback, in this event loop, for changes by other processes; after a gap it gets no game."""
        if self.shared and self._listener is None:
            self._listener = Listener(self.engine.url, self.me, heard, asyncio.get_running_loop())

    @property
    def current(self) -> bool:
        """Whether changes by other processes are sure to be received."""
        return not self.shared or (self._listener is not None and self._listener.hears)


NAMES = ("game", *Event._fields)
INSERT, INSERT_SHARED = (  # written for the drivers, SQLite and PostgreSQL: nothing is left to compile
    f"INSERT INTO {EVENTS.name} ({', '.join(NAMES)}) VALUES ({', '.join(sign for _ in NAMES)})" for sign in ("?", "%s")
)
TELL = sa.text(f"SELECT pg_notify('{CHANNEL}', said) FROM unnest(cast(:said AS text[])) AS said")


def _answer(results: Sequence[tuple[asyncio.Future[Any], Any, BaseException | None]]) -> None:
    """Resolve the waiting futures, each in its event loop, unless that is closed."""
    loops = {waiting.get_loop() for waiting, _, _ in results}
    for loop in loops:
        mine = [one for one in results if one[0].get_loop() is loop]
        try:
            loop.call_soon_threadsafe(_tell, mine)
        except RuntimeError:  # its loop is closed
            continue


def _tell(results: Sequence[tuple[asyncio.Future[Any], Any, BaseException | None]]) -> None:
    for waiting, result, wrong in results:
        if waiting.done():
            continue
        if wrong is None:
            waiting.set_result(result)
        else:
            waiting.set_exception(wrong)


class Listener:
    """A thread with its own connection that receives changes by other processes, and reconnects."""

    def __init__(self, url: sa.URL, me: str, heard: Callable[[Change], None], loop: asyncio.AbstractEventLoop) -> None:
        self.address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.me, self.heard, self.loop = me, heard, loop
        self.hears = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        pause = 0.1
        while not self._stop.is_set():
            try:
                with psycopg.connect(self.address, autocommit=True, connect_timeout=10) as db:
                    db.execute(f"LISTEN {CHANNEL}")
                    pause, self.hears = 0.1, True
                    self._say(Change("", "game"))  # whatever was missed
                    while not self._stop.is_set():
                        for notice in db.notifies(timeout=0.5):
                            self._hear(notice.payload)
            except (psycopg.Error, OSError) as wrong:
                LOG.warning("no connection to other servers: %s", reason(wrong))
            self.hears = False
            self._stop.wait(pause)
            pause = min(pause * 2, 5.0)

    def _hear(self, said: str) -> None:
        who, _, rest = said.partition(" ")
        kind, _, game = rest.partition(" ")
        if who != self.me:
            self._say(Change(game, kind))

    def _say(self, change: Change) -> None:
        try:
            self.loop.call_soon_threadsafe(self.heard, change)
        except RuntimeError:  # the loop is closed
            self._stop.set()
