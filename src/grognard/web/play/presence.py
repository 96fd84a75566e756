"""Presence: who is connected to which table, on this server and others on the same database."""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Coroutine
from typing import Any

import sqlalchemy as sa

from ..storage.schema import PRESENCE
from ..storage.store import Change, Store, Unavailable

BEAT = 20.0  # seconds between heartbeats
LASTS = 3 * BEAT  # a server silent for this long is gone, with everybody connected to it


class Presence:
    """The people connected to each table."""

    def __init__(self, store: Store, beat: float = BEAT) -> None:
        self.store, self.beat = store, beat
        self._here: dict[str, Counter[str]] = {}  # by table
        self._elsewhere: dict[str, set[str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def at(self, game: str) -> set[str]:
        """The people connected to a table."""
        return {*self._here.get(game, ()), *self._elsewhere.get(game, ())}

    def arrive(self, game: str, person: str) -> None:
        """Note that a person has connected, possibly in a second window."""
        here = self._here.setdefault(game, Counter())
        here[person] += 1
        if here[person] == 1:
            self._tell(game, person)

    def leave(self, game: str, person: str) -> None:
        """Note that a person has disconnected."""
        here = self._here.get(game, Counter())
        here[person] -= 1
        if here[person] <= 0:
            del here[person]
            self._tell(game, person)
        if not here:
            self._here.pop(game, None)

    async def start(self) -> None:
        """Send heartbeats to other servers, and watch for theirs."""
        if self.store.db.shared:
            self._spawn(self._live())

    async def close(self) -> None:
        """Remove everybody at this server."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.store.db.shared:
            games = list(self._here)
            self._here.clear()
            gone = sa.delete(PRESENCE).where(PRESENCE.c.server == self.store.db.me)
            with contextlib.suppress(Unavailable):
                await self.store.write(lambda db: db.execute(gone), *(Change(game, "seats") for game in games))

    async def look(self, game: str = "") -> None:
        """Read who is connected to a table, or to any, on other servers."""
        if not self.store.db.shared:
            return
        others, now = PRESENCE.c.server != self.store.db.me, time.time()
        chosen = sa.select(PRESENCE.c.game, PRESENCE.c.person).where(others, PRESENCE.c.until > now)
        if game:
            chosen = chosen.where(PRESENCE.c.game == game)
        found: dict[str, set[str]] = {}
        for table, person in await self.store.read(lambda db: db.execute(chosen).all()):
            found.setdefault(table, set()).add(person)
        if game:
            self._elsewhere[game] = found.get(game, set())
        else:
            self._elsewhere = found

    def _tell(self, game: str, person: str) -> None:
        if self.store.db.shared and person:
            self._spawn(self._write(game, person))

    async def _write(self, game: str, person: str) -> None:
        row = {"server": self.store.db.me, "game": game, "person": person}

        def work(db: sa.Connection) -> None:
            db.execute(sa.delete(PRESENCE).where(*(PRESENCE.c[name] == value for name, value in row.items())))
            if person in self._here.get(game, ()):
                db.execute(sa.insert(PRESENCE), [{**row, "until": time.time() + LASTS}])

        with contextlib.suppress(Unavailable):
            await self.store.write(work, Change(game, "seats"))

    async def _live(self) -> None:
        mine = PRESENCE.c.server == self.store.db.me

        def work(db: sa.Connection) -> None:
            db.execute(sa.update(PRESENCE).where(mine).values(until=time.time() + LASTS))
            db.execute(sa.delete(PRESENCE).where(PRESENCE.c.until < time.time()))

        while True:
            with contextlib.suppress(Unavailable):
                await self.store.write(work)
                await self.look()
            await asyncio.sleep(self.beat)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
