"""The rules and data by which games are played, as stored; and the latest position of each game."""

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from ...kit.load.edition import Edition
from .database import Database
from .schema import EDITIONS, GAMES, STANDING, TEXTS


class Standing(NamedTuple):
    """The position of a game after one of its events."""

    seq: int
    position: str


class Editions:
    """Editions in the database: each with the texts of its data, every text once."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self._stored: set[str] = set()

    async def keep(self, edition: Edition, texts: Mapping[str, str]) -> None:
        """Store an edition and the texts of its data, if they are not stored yet."""
        id = edition.fingerprint
        if id in self._stored:
            return
        row = {**edition._asdict(), "id": id, "code": dict(edition.code), "data": dict(edition.data)}
        rows = {mark: {"id": mark, "text": texts[name]} for name, mark in edition.data.items()}

        def work(db: sa.Connection) -> None:
            if db.execute(sa.select(EDITIONS.c.id).where(EDITIONS.c.id == id)).first():
                return
            known = set(db.execute(sa.select(TEXTS.c.id).where(TEXTS.c.id.in_(list(rows)))).scalars())
            if new := [one for mark, one in rows.items() if mark not in known]:
                db.execute(sa.insert(TEXTS), new)
            db.execute(sa.insert(EDITIONS), [{**row, "created": time.time()}])

        try:
            await self.db.write(work)
        except sa.exc.IntegrityError:  # another server stores the same at this moment
            await self.db.write(work)
        self._stored.add(id)

    async def find(self, id: str) -> tuple[Edition, dict[str, str]] | None:
        """An edition, and the texts of its data by file."""

        def work(db: sa.Connection) -> tuple[Edition, dict[str, str]] | None:
            columns = [EDITIONS.c[name] for name in Edition._fields]
            row = db.execute(sa.select(*columns).where(EDITIONS.c.id == id)).one_or_none()
            if row is None:
                return None
            found = Edition(*row)
            chosen = sa.select(TEXTS.c.id, TEXTS.c.text).where(TEXTS.c.id.in_(list(found.data.values())))
            texts = dict(db.execute(chosen).all())
            return found, {file: texts[mark] for file, mark in found.data.items()}

        return await self.db.read(work)

    async def every(self) -> list[tuple[str, Edition, int]]:
        """All editions with their ids, and how many games are played by each; the newest first."""
        played = sa.select(GAMES.c.edition, sa.func.count()).group_by(GAMES.c.edition)
        columns = [EDITIONS.c[name] for name in Edition._fields]
        chosen = sa.select(EDITIONS.c.id, *columns).order_by(EDITIONS.c.created.desc())

        def work(db: sa.Connection) -> list[tuple[str, Edition, int]]:
            games: dict[str, int] = dict(db.execute(played).all())
            return [(row[0], Edition(*row[1:]), games.get(row[0], 0)) for row in db.execute(chosen)]

        return await self.db.read(work)

    async def pin(self, game: str, edition: str) -> None:
        """Note by which edition a game is played now."""
        where = sa.update(GAMES).where(GAMES.c.id == game)
        await self.db.write(lambda db: db.execute(where.values(edition=edition)))

    async def standing(self, game: str) -> Standing | None:
        """The latest position of a game that was stored."""
        chosen = sa.select(STANDING.c.seq, STANDING.c.position).where(STANDING.c.game == game)
        row = await self.db.read(lambda db: db.execute(chosen).one_or_none())
        return None if row is None else Standing(*row)

    async def put_away(self, game: str, card: Mapping[str, Any], standing: Standing | None) -> None:
        """Store the card of a game, for lists, and its position."""

        def work(db: sa.Connection) -> None:
            db.execute(sa.update(GAMES).where(GAMES.c.id == game).values(card=dict(card)))
            if standing is not None:
                db.execute(sa.delete(STANDING).where(STANDING.c.game == game))
                if db.execute(sa.select(GAMES.c.id).where(GAMES.c.id == game)).first():
                    db.execute(sa.insert(STANDING), [{"game": game, **standing._asdict()}])

        await self.db.write(work)

    async def running(self, current: set[str], *, finished: bool = False) -> list[str]:
        """The games played by none of these editions, the newest first; those known to be over only if asked for."""
        chosen = sa.select(GAMES.c.id, GAMES.c.card).where(GAMES.c.edition.not_in(sorted(current)))
        chosen = chosen.order_by(GAMES.c.created.desc())

        def work(db: sa.Connection) -> list[str]:
            return [id for id, card in db.execute(chosen) if finished or not (card or {}).get("over")]

        return await self.db.read(work)
