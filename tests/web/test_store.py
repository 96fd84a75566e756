import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from grognard.core.title import Bad
from grognard.web.play.room import Conflict, Event
from grognard.web.storage.database import Change
from grognard.web.storage.migrations import HERE
from grognard.web.storage.store import META, GameRow, SeatRow, Store, Unavailable, Unusable
from tests.waiting import PATIENCE, happens
from tests.web.postgres import Postgres, running
from tests.web.tables import opened, play, run

LONG = "x" * 200


def differences(store: Store) -> list[object]:
    """Between the tables there are and those of the code; a width means nothing to SQLite."""
    with store.engine.connect() as db:
        context = MigrationContext.configure(db, opts={"compare_type": store.db.shared})
        assert context.get_current_revision() == HEAD
        return list(compare_metadata(context, META))


HEAD = max(path.name[1:5] for path in (HERE / "versions").glob("m*.py"))


def row(id: str = "g") -> GameRow:
    return GameRow(id, "leningrad79", 1, "campaign", {}, [], "", "free", "anna", 1.0)


def event(seq: int, request: str = "", body: str = "done") -> Event:
    return Event(seq, 2.5, "action", "german", body, request)


async def one_game(store: Store) -> None:
    await store.person("anna", "Anna")
    await store.create(row(), [SeatRow("g", "german", "anna"), SeatRow("g", "soviet", None, "", "key")])


# -- the tables ----------------------------------------------------------------------------------


def test_migrations_lead_to_the_tables_of_the_code(database: str) -> None:
    store = Store(database)
    assert differences(store) == []
    store.close()


FIRST = """
CREATE TABLE person (id VARCHAR(32) NOT NULL PRIMARY KEY, name VARCHAR(80) NOT NULL, login VARCHAR(80),
  password VARCHAR(200), email VARCHAR(200) DEFAULT '' NOT NULL, webhook VARCHAR(400) DEFAULT '' NOT NULL,
  created FLOAT NOT NULL, UNIQUE (login));
CREATE TABLE session (token VARCHAR(64) NOT NULL PRIMARY KEY, person VARCHAR(32) NOT NULL REFERENCES person (id),
  expires FLOAT NOT NULL);
CREATE TABLE game (id VARCHAR(32) NOT NULL PRIMARY KEY, title VARCHAR(40) NOT NULL, rules INTEGER NOT NULL,
  scenario VARCHAR(80) NOT NULL, options JSON NOT NULL, packs JSON NOT NULL, position TEXT DEFAULT '' NOT NULL,
  undo VARCHAR(20) NOT NULL, owner VARCHAR(32) NOT NULL REFERENCES person (id), created FLOAT NOT NULL,
  origin VARCHAR(80) DEFAULT '' NOT NULL);
CREATE TABLE seat (game VARCHAR(32) NOT NULL REFERENCES game (id), side VARCHAR(40) NOT NULL,
  person VARCHAR(32) REFERENCES person (id), computer VARCHAR(40) DEFAULT '' NOT NULL,
  invitation VARCHAR(64), seen INTEGER DEFAULT '0' NOT NULL, PRIMARY KEY (game, side), UNIQUE (invitation));
CREATE TABLE event (game VARCHAR(32) NOT NULL REFERENCES game (id), seq INTEGER NOT NULL, at FLOAT NOT NULL,
  kind VARCHAR(20) NOT NULL, side VARCHAR(40) NOT NULL, body TEXT NOT NULL, request VARCHAR(64) NOT NULL,
  PRIMARY KEY (game, seq));
CREATE TABLE chat (id {serial} NOT NULL PRIMARY KEY, game VARCHAR(32) NOT NULL REFERENCES game (id), at FLOAT NOT NULL,
  person VARCHAR(32) NOT NULL REFERENCES person (id), text TEXT NOT NULL);
CREATE INDEX ix_chat_game ON chat (game);
INSERT INTO person VALUES ('anna', 'Anna', NULL, NULL, '', '', 1.0);
INSERT INTO game VALUES ('old', 'leningrad79', 1, 'campaign', '{{}}', '[]', '', 'free', 'anna', 1.0, '');
INSERT INTO seat VALUES ('old', 'german', 'anna', '', NULL, 3), ('old', 'soviet', 'anna', '', NULL, 0);
INSERT INTO event VALUES ('old', 1, 1.5, 'action', 'soviet', 'deploy 1304', 'same'),
  ('old', 2, 1.5, 'action', 'soviet', 'deploy 1304', 'same');
"""


def script(url: str, text: str) -> None:
    """Run SQL beside the program."""
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as db:
            db.executescript(text)
        db.close()
    else:
        with psycopg.connect(url, autocommit=True) as other:
            other.execute(text.encode())


def test_a_database_of_the_first_tables_is_upgraded_and_keeps_its_games(database: str) -> None:
    serial = "INTEGER" if database.startswith("sqlite") else "SERIAL"
    script(database, FIRST.format(serial=serial))
    store = Store(database)
    found = run(lambda: store.game("old"))
    assert found is not None
    game, seats, events = found
    assert (game.title, game.skip, game.card) == ("leningrad79", False, None)
    assert [(seat.side, seat.seen) for seat in seats] == [("german", 3), ("soviet", 0)]
    assert [(one.seq, one.body, one.request, one.mark) for one in events] == [
        (1, "deploy 1304", "", ""),
        (2, "deploy 1304", "", ""),
    ]
    assert differences(store) == []
    store.close()


def test_a_newer_database_is_refused_and_left_alone(database: str) -> None:
    Store(database).close()
    script(database, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Unusable, match=r"newer Grognard: its tables have version 9999.*nothing was changed"):
        Store(database)
    engine = sa.create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as db:
        assert db.scalar(sa.text("SELECT version_num FROM alembic_version")) == "9999"
    engine.dispose()


def test_several_servers_may_start_at_once(postgres: Postgres) -> None:
    url = postgres.fresh()

    async def start() -> None:
        stores = await asyncio.gather(*(asyncio.to_thread(Store, url) for _ in range(4)))
        for store in stores:
            store.close()

    run(start)


# -- what can be wrong ---------------------------------------------------------------------------


def test_sqlite_syncs_every_commit(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    with store.engine.connect() as db:
        found = {name: db.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")}
        assert db.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    assert found == {"journal_mode": "wal", "synchronous": 2}
    store.close()


def test_no_sqlite_without_a_file() -> None:
    with pytest.raises(Unusable, match="stored in a file"):
        Store("sqlite://")


@pytest.mark.parametrize("url", ["mysql://somewhere/games", "what is this"])
def test_a_url_that_names_no_database_of_ours(url: str) -> None:
    with pytest.raises(Unusable):
        Store(url)


def test_a_damaged_file_is_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.write_bytes(b"not a database at all " * 500)
    with pytest.raises(Unusable, match=r"games\.db cannot be used: the file is not a database.*nothing was changed"):
        Store(f"sqlite:///{path}")
    assert path.read_bytes().startswith(b"not a database at all")


def test_a_database_damaged_within_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    url = f"sqlite:///{path}"
    store = Store(url)
    run(lambda: one_game(store))
    run(lambda: store.append("g", [event(n, body="x" * 900) for n in range(1, 200)]))
    store.close()
    whole = bytearray(path.read_bytes())
    for at in range(4096 * 12, len(whole), 4096):
        whole[at : at + 200] = os.urandom(200)
    path.write_bytes(whole)
    with pytest.raises(Unusable, match="damaged"):
        Store(url)
    assert path.read_bytes() == bytes(whole)


def test_a_locked_file_is_waited_for_and_told(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    Store(url).close()
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unusable, match="another program keeps writing"):
        Store(url, wait=0.2)
    other.execute("ROLLBACK")
    other.close()
    Store(url, wait=0.2).close()


def test_a_lock_while_games_are_played_is_waited_for_and_told(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'games.db'}", wait=0.2)

    async def work() -> None:
        await one_game(store)
        other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="another program keeps writing"):
            await store.append("g", [event(1)])
        assert await store.events("g", 0) == []  # reading goes on
        other.execute("ROLLBACK")
        other.close()
        await store.append("g", [event(1)])

    run(work)
    store.close()


def test_a_directory_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unusable, match="cannot be created"):
        Store(f"sqlite:///{tmp_path / 'file' / 'games.db'}")
    (tmp_path / "games.db").mkdir()
    with pytest.raises(Unusable, match="cannot be opened"):
        Store(f"sqlite:///{tmp_path / 'games.db'}")


def test_nobody_there(tmp_path: Path) -> None:
    with pytest.raises(Unusable) as found:
        Store("postgresql://me:secret@127.0.0.1:1/games")
    assert "127.0.0.1" in str(found.value)
    assert "secret" not in str(found.value)


READ_ONLY = """
import os, sys
from grognard.web.storage.store import Store, Unusable
Store(f"sqlite:///{sys.argv[1]}").close()
if os.geteuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
for path in sys.argv[2:]:
    try:
        Store(f"sqlite:///{path}", wait=0.2)
    except Unusable as wrong:
        print(wrong)
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that others may look into, unlike those of pytest."""
    with tempfile.TemporaryDirectory(prefix="grognard-") as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


def test_who_may_not_write_is_told(open_folder: Path) -> None:
    kept = open_folder / "kept"
    kept.mkdir()
    Store(f"sqlite:///{kept / 'games.db'}").close()
    os.chmod(kept / "games.db", 0o444)
    os.chmod(kept, 0o555)
    empty = open_folder / "empty"
    empty.mkdir(mode=0o555)
    paths = [open_folder / "mine.db", kept / "games.db", empty / "games.db", empty / "x" / "y.db"]
    said = subprocess.run([sys.executable, "-c", READ_ONLY, *map(str, paths)], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    first, second, third = said.stdout.splitlines()
    assert "read-only" in first or "cannot be opened" in first
    assert "the file cannot be opened; can this user write to its directory?" in second
    assert "cannot be created: Permission denied" in third
    for path in (kept, empty):
        os.chmod(path, 0o755)


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    async def fill() -> None:
        async with opened(f"sqlite:///{tmp_path / 'games.db'}") as lobby:
            game = await lobby.new("anna", "leningrad79")
            await play(game, 5)
            store, room = lobby.store, game.room
            pages = await store.read(lambda db: db.exec_driver_sql("PRAGMA page_count").scalar_one())
            full = sa.event.listens_for(store.engine, "begin")
            full(lambda db: db.exec_driver_sql(f"PRAGMA max_page_count={pages}"))
            with pytest.raises(Unavailable, match="the disk is full"):
                await play(game, 2000, seed=2)
            before = room.version, room.seq, room.state.key(), len(room.table.journal)
            with pytest.raises(Unavailable, match="the disk is full"):
                await lobby.say(game, "anna", "x" * 50000)
            assert (room.version, room.seq, room.state.key(), len(room.table.journal)) == before
            stored = await store.events(game.row.id, 0)
            assert stored[-1].seq == room.seq
            sa.event.listens_for(store.engine, "begin")(lambda db: db.exec_driver_sql("PRAGMA max_page_count=1000000"))
            await play(game, 3, seed=9)
            assert room.version > before[0]

    run(fill)


# -- writing and reading -------------------------------------------------------------------------


def test_a_number_is_written_once(database: str) -> None:
    store = Store(database)

    async def write() -> None:
        await one_game(store)
        await store.append("g", [event(1), event(2)])
        with pytest.raises(Conflict):
            await store.append("g", [event(2), event(3)])
        await store.append("g", [event(3)])
        assert [one.seq for one in await store.events("g", 0)] == [1, 2, 3]
        assert [one.seq for one in await store.events("g", 2)] == [3]

    run(write)
    store.close()


def test_a_request_is_written_once_and_none_as_often_as_you_like(database: str) -> None:
    store = Store(database)

    async def write() -> None:
        await one_game(store)
        await store.append("g", [event(1, "german:a"), event(2), event(3)])
        with pytest.raises(Conflict):
            await store.append("g", [event(4, "german:a")])
        await store.append("g", [event(4, "soviet:a")])

    run(write)
    store.close()


def test_what_fails_does_not_take_others_with_it(database: str) -> None:
    store = Store(database)

    async def write() -> None:
        await one_game(store)
        for id in ("h", "i"):
            await store.create(row(id), [SeatRow(id, "german", "anna")])
        await store.append("h", [event(1)])
        results = await asyncio.gather(
            *(store.append(id, [event(1)]) for id in ("g", "h", "i")),
            store.write(lambda db: 1 // 0),
            store.append("nowhere", [event(1)]),
            return_exceptions=True,
        )
        assert [type(one) for one in results] == [type(None), Conflict, type(None), ZeroDivisionError, Conflict]
        assert [len(await store.events(id, 0)) for id in ("g", "h", "i")] == [1, 1, 1]

    run(write)
    store.close()


def test_many_games_share_a_transaction(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    commits = []
    sa.event.listen(store.engine, "commit", lambda _: commits.append(1))

    async def write() -> None:
        await one_game(store)
        before = len(commits)
        go = threading.Event()
        slow = asyncio.create_task(store.write(lambda db: go.wait(PATIENCE)))
        games = [asyncio.create_task(store.append("g", [event(n)])) for n in range(1, 101)]
        await asyncio.sleep(0)  # all of them have asked
        go.set()
        await asyncio.gather(slow, *games)
        assert len(commits) - before <= 3

    run(write)
    store.close()


def test_who_does_not_wait_stops_nobody(database: str) -> None:
    store = Store(database)

    async def write() -> None:
        await one_game(store)
        go = threading.Event()
        slow = asyncio.create_task(store.write(lambda db: go.wait(PATIENCE)))
        impatient = asyncio.create_task(store.append("g", [event(1)]))
        await asyncio.sleep(0)  # both have asked
        impatient.cancel()
        go.set()
        await slow
        await store.append("g", [event(2)])
        assert [one.seq for one in await store.events("g", 0)] == [1, 2]

    run(write)
    store.close()


def test_closing_writes_what_waits_and_takes_no_more(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    store = Store(url)

    async def write() -> None:
        await one_game(store)
        waiting = [asyncio.create_task(store.append("g", [event(n)])) for n in range(1, 50)]
        await asyncio.sleep(0)
        await asyncio.to_thread(store.close)
        await asyncio.gather(*waiting)
        with pytest.raises(Unavailable):
            await store.append("g", [event(60)])

    run(write)
    store = Store(url)
    assert len(run(lambda: store.events("g", 0))) == 49
    store.close()


def test_closing_waits_for_who_reads(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(database)

    async def read() -> None:
        looks, closes = threading.Event(), threading.Event()
        order: list[str] = []

        def look(db: sa.Connection) -> None:
            looks.set()
            assert closes.wait(PATIENCE)
            db.execute(sa.text("SELECT 7"))
            order.append("read")

        def dispose() -> None:
            order.append("closed")
            disposed()

        def stopped() -> None:
            joined()
            closes.set()

        disposed, joined = store.engine.dispose, store.db._writer.join
        monkeypatch.setattr(store.engine, "dispose", dispose)
        monkeypatch.setattr(store.db._writer, "join", stopped)
        slow = asyncio.create_task(store.read(look))
        await happens(looks.is_set)
        slow.cancel()  # the thread goes on
        await asyncio.to_thread(store.close)
        assert order == ["read", "closed"]
        with pytest.raises(Unavailable):
            await store.events("g", 0)

    run(read)


@pytest.mark.parametrize("text", ["\x00", "\ud800", LONG], ids=["nul", "half", "long"])
def test_what_is_no_text_is_refused(database: str, text: str) -> None:
    store = Store(database)

    async def work() -> None:
        await one_game(store)
        asked = [store.append("g", [event(1, text)]), store.person(text, "x")]
        if text != LONG:  # which is found nowhere, but can be looked for
            asked.append(store.game(text))  # type: ignore[arg-type]
        for one in asked:
            if text == "\ud800" or store.db.shared:  # SQLite takes the others
                with pytest.raises(Bad, match="Invalid characters"):
                    await one
            else:
                await one
        await store.append("g", [event(2)])

    run(work)
    store.close()


def test_chat_in_pages(database: str) -> None:
    store = Store(database)

    async def talk() -> None:
        await one_game(store)
        numbers = [await store.chat("g", "anna", f"line {n}") for n in range(7)]
        assert numbers == sorted(set(numbers))
        last = await store.chats("g", most=3)
        assert [one["text"] for one in last] == ["line 4", "line 5", "line 6"]
        assert {one["name"] for one in last} == {"Anna"}
        assert [one["text"] for one in await store.chats("g", before=last[0]["id"], most=3)] == [
            "line 1",
            "line 2",
            "line 3",
        ]
        assert [one["text"] for one in await store.chats("g", since=numbers[4])] == ["line 5", "line 6"]

    run(talk)
    store.close()


# -- several processes ---------------------------------------------------------------------------


def test_others_are_told_and_not_oneself(postgres: Postgres) -> None:
    url = postgres.fresh()
    here, there = Store(url), Store(url)

    async def listen() -> None:
        heard: asyncio.Queue[Change] = asyncio.Queue()
        own: asyncio.Queue[Change] = asyncio.Queue()
        there.db.listen(heard.put_nowait)
        here.db.listen(own.put_nowait)
        assert await heard.get() == await own.get() == Change("", "game")
        assert there.db.current
        await one_game(here)
        await here.append("g", [event(1)])
        assert await heard.get() == Change("g", "game")
        await here.seat("g", "soviet", person="anna")
        assert await heard.get() == Change("g", "seats")
        await here.chat("g", "anna", "hello")
        assert await heard.get() == Change("g", "chat")
        with pytest.raises(Conflict):
            await here.append("g", [event(1)])
        await there.chat("g", "anna", "and you?")
        assert await own.get() == Change("g", "chat")  # the first that was not its own
        await here.chat("g", "anna", "well")
        assert await heard.get() == Change("g", "chat")  # the conflict has changed nothing

    run(listen)
    here.close()
    there.close()


def test_a_broken_line_is_mended() -> None:
    with running() as server:
        url = server.fresh()
        store = Store(url)

        async def mend() -> None:
            heard: asyncio.Queue[Change] = asyncio.Queue()
            store.db.listen(heard.put_nowait)
            await one_game(store)
            assert await heard.get() == Change("", "game")
            await asyncio.to_thread(server.stop)
            with pytest.raises(Unavailable):
                await store.append("g", [event(1)])
            await happens(lambda: not store.db.current)
            await asyncio.to_thread(server.start)
            assert await asyncio.wait_for(heard.get(), PATIENCE) == Change("", "game")
            await store.append("g", [event(1)])
            assert len(await store.events("g", 0)) == 1

        run(mend)
        store.close()


def test_reads_do_not_wait_for_other_threads(tmp_path: Path) -> None:
    free = threading.Event()

    async def work() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        store = Store(f"sqlite:///{tmp_path / 'games.db'}")
        thinking = asyncio.create_task(asyncio.to_thread(free.wait))
        try:
            assert await asyncio.wait_for(store.count_games("anna"), PATIENCE) == (0, 0)
            assert not thinking.done()
        finally:
            free.set()
            await thinking
            store.close()

    run(work)
