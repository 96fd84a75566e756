"""Backups: taken from a server in use, they hold everything acknowledged before; restored, every game goes on."""

import asyncio
import contextlib
import os
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from grognard.cli.commands import check
from grognard.core.dice import Dice
from grognard.core.title import Bad
from grognard.titles import TITLES
from grognard.web.storage.backup import backup, restore
from grognard.web.storage.server_lock import ServerLock
from grognard.web.storage.store import EVENTS, Store
from tests.web.tables import opened, run, step, two


def fresh(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> str:
    """Another empty database of the same kind."""
    if database.startswith("sqlite"):
        return f"sqlite:///{tmp_path / 'restored' / 'games.db'}"
    return str(request.getfixturevalue("postgres").fresh())


def test_the_drill_under_load(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> None:
    other, file = fresh(request, database, tmp_path), tmp_path / "backups" / "club.backup"

    async def load() -> tuple[dict[str, int], dict[str, list[str]]]:
        async with opened(database) as lobby:
            games = [await two(lobby) for _ in range(6)]
            stop = asyncio.Event()

            async def player(game: Any, seed: int) -> None:
                pick = Dice(seed).pick
                while not stop.is_set() and not game.room.over:
                    await step(game, pick)

            players = [asyncio.create_task(player(game, n)) for n, game in enumerate(games)]
            while min(len(game.room.table.journal) for game in games) < 15:
                await asyncio.sleep(0.01)
            acknowledged = {game.row.id: game.room.seq for game in games}
            assert await asyncio.to_thread(backup, database, file) > 1000
            stop.set()
            await asyncio.gather(*players)
            return acknowledged, {game.row.id: [entry.text for entry in game.room.table.journal] for game in games}

    acknowledged, journals = run(load)
    assert file.stat().st_mode & 0o777 == 0o600
    assert restore(other, file) == ""

    async def after() -> None:
        async with opened(other) as lobby:
            for id, least in acknowledged.items():
                game = await lobby.open(id)
                texts = [entry.text for entry in game.room.table.journal]
                assert game.room.broken == ""
                assert game.room.seq >= least  # nothing acknowledged before the backup is missing
                assert journals[id][: len(texts)] == texts
                await step(game, Dice(1).pick)

    run(after)


def test_backups_and_databases_are_never_replaced_by_mistake(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "a.backup"
    Store(url).close()
    backup(url, file)
    with pytest.raises(Bad, match="never replace"):
        backup(url, file)
    with pytest.raises(Bad, match="--replace"):
        restore(url, file)
    with ServerLock(url), pytest.raises(Bad, match="already running"):
        restore(url, file, replace=True)
    old = restore(url, file, replace=True)
    assert Path(old).is_file()
    Store(url).close()


def test_what_root_restores_belongs_to_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host restores as root what a server uses that runs as another user."""
    folder, given = tmp_path / "games", dict[str, tuple[int, int]]()
    url = f"sqlite:///{folder / 'games.db'}"
    Store(url).close()
    backup(url, tmp_path / "a.backup")
    owner = (folder.stat().st_uid, folder.stat().st_gid)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda file, *owner: given.update({Path(file).name: owner}))
    old = Path(restore(url, tmp_path / "a.backup", replace=True))
    assert given == dict.fromkeys((old.name, f".games.db.{os.getpid()}", "games.db.lock"), owner)


@pytest.mark.parametrize("text", [b"", b"rubbish", b"SQLite format 3\x00" + b"rubbish" * 1000, b"PGDMP rubbish"])
def test_what_is_no_backup_is_refused(
    request: pytest.FixtureRequest, tmp_path: Path, database: str, text: bytes
) -> None:
    file = tmp_path / "no.backup"
    file.write_bytes(text)
    with pytest.raises(Bad, match=r"not a backup|failed"):
        restore(fresh(request, database, tmp_path), file)
    with pytest.raises(Bad, match="cannot be read"):
        restore(database, tmp_path / "nothing")


def test_a_database_in_use_is_not_restored_over(postgres: Any, tmp_path: Path) -> None:
    url, file = postgres.fresh(), tmp_path / "a.backup"
    with contextlib.closing(Store(url)):
        backup(url, file)
        with pytest.raises(Bad, match="being used"):
            restore(url, file, replace=True)
    with pytest.raises(Bad, match="--replace"):
        restore(url, file)
    restore(url, file, replace=True)


def test_check_changes_nothing_and_names_the_games_that_differ(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> str:
        async with opened(database) as lobby:
            pick = Dice(4).pick
            good, bad = await two(lobby), await two(lobby)
            for _ in range(20):
                await step(good, pick)
                await step(bad, pick)
            where = (EVENTS.c.game == bad.row.id, EVENTS.c.seq == 12)
            await lobby.store.write(lambda db: db.execute(sa.update(EVENTS).where(*where).values(body="fly 0101")))
            await lobby.store.write(lambda db: db.execute(sa.text("UPDATE game SET edition = 'before'")))
            return bad.row.id

    id = run(play)
    assert check.command([database], TITLES) == 1
    said = capsys.readouterr().out
    assert "2 games checked, 1 differs" in said
    assert f"{id} (leningrad79): differs at action 12 of " in said
    assert ": fly 0101" in said
    assert check.command([database], TITLES) == 1  # nothing was noted

    with contextlib.closing(Store(database)) as store:
        assert run(lambda: store.editions.running({"before"})) == []


def test_check_reads_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = Path("tests/records/leningrad79/brief-terse-0.rec")
    assert check.command([str(file)], TITLES) == 0
    text = file.read_text("utf-8")
    (tmp_path / "other.rec").write_text(text.replace("rules 1\n", "rules 9\n"), "utf-8")
    assert check.command([str(file), str(tmp_path / "other.rec")], TITLES) == 1
    assert "other.rec: differs: line 3: the record was made by rules version 9" in capsys.readouterr().out
