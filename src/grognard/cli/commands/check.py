"""`grognard check`: whether stored games and records come out as they were played. Nothing is changed."""

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ...core import record
from ...core.title import Bad
from ...kit.table import Wargame
from ...web.play.library import Library
from ...web.play.opening import Opening
from ...web.play.quotas import USUAL
from ...web.server.settings import from_environment
from ...web.storage.backup import copy_sqlite
from ...web.storage.store import Store
from .. import files


def command(games: Sequence[str], titles: Mapping[str, Wargame[Any]], *, finished: bool = False) -> int:
    """Check databases and records, by default the database of the server; the exit code says whether all are the same.

    Of a database only the running games, or with `finished` all of them.
    """
    differ = 0
    for one in games or [from_environment().url]:
        if "://" not in one and files.read(one).startswith(b"grognard record"):
            differ += _record(one, titles)
        else:
            url = one if "://" in one else f"sqlite:///{Path(one).absolute()}"
            differ += _database(url, titles, finished)
    return 1 if differ else 0


def _record(path: str, titles: Mapping[str, Wargame[Any]]) -> int:
    try:
        found = record.read(titles, files.read(path))
    except Bad as wrong:
        print(f"{path}: differs: {wrong}")
        return 1
    print(f"{path}: the same, {len(found.table.journal)} actions")
    return 0


def _database(url: str, titles: Mapping[str, Wargame[Any]], finished: bool) -> int:
    """Check a copy of an SQLite database, so that nothing is changed, or a PostgreSQL as it is."""
    if (made := sa.make_url(url)).get_backend_name() != "sqlite":
        return asyncio.run(_games(Store(url, migrate=False), titles, finished))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "games.db")
        copy_sqlite(Path(str(made.database)), copy)
        return asyncio.run(_games(Store(f"sqlite:///{copy}"), titles, finished))


async def _games(store: Store, titles: Mapping[str, Wargame[Any]], finished: bool) -> int:
    opening = Opening(store, Library(titles, store.editions), USUAL, writes=False)
    count = differ = 0
    try:
        for id in await store.editions.running(set(), finished=finished):
            found = await store.game(id)
            if found is None:
                continue
            count += 1
            try:
                room = await opening.room(found[0], found[2])
            except Bad as wrong:
                print(f"{id} ({found[0].title}): cannot be opened: {wrong}")
                differ += 1
                continue
            if room.news is not None:
                said = f": {room.news['said']}" if room.news["said"] else ""
                print(
                    f"{id} ({found[0].title}): differs at action {room.news['action']} of {room.news['of']}{said}: "
                    f"{room.news['why']}; it was played by {room.news['needs']}"
                )
                differ += 1
    finally:
        store.close()
    print(f"{count} game{'s' * (count != 1)} checked, {differ} differ{'s' * (differ == 1)}")
    return differ
