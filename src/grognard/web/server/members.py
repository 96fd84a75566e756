"""What the host of a server does about people and their games: list, ban, export, forget, clear away."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from ...core.title import Bad
from ..storage.schema import (
    ARCHIVED,
    CHAT,
    DICE,
    EVENTS,
    GAMES,
    PEOPLE,
    PRESENCE,
    SEATS,
    SESSIONS,
    STANDING,
    TEXTS,
    TOKENS,
)
from ..storage.store import Store

TABLES = (PEOPLE, SESSIONS, TOKENS, GAMES, SEATS, EVENTS, CHAT, ARCHIVED, STANDING, TEXTS)


class Member(NamedTuple):
    """A person with an account."""

    id: str
    login: str
    name: str
    created: float
    banned: bool
    games: int
    sessions: int


class Members:
    """The people of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def list(self, part: str = "") -> Sequence[Member]:
        """Everybody with an account, or those whose login or name contains this."""
        games = sa.select(sa.func.count(SEATS.c.game.distinct())).where(SEATS.c.person == PEOPLE.c.id)
        sessions = sa.select(sa.func.count()).where(SESSIONS.c.person == PEOPLE.c.id, SESSIONS.c.expires > time.time())
        columns = (PEOPLE.c.id, PEOPLE.c.login, PEOPLE.c.name, PEOPLE.c.created, PEOPLE.c.banned)
        chosen = sa.select(*columns, games.scalar_subquery(), sessions.scalar_subquery())
        chosen = chosen.where(PEOPLE.c.login.is_not(None)).order_by(PEOPLE.c.login)
        if part:
            like = part.lower()
            found = (
                sa.func.lower(column).contains(like, autoescape=True) for column in (PEOPLE.c.login, PEOPLE.c.name)
            )
            chosen = chosen.where(sa.or_(*found))
        return await self.store.read(lambda db: [Member(*row) for row in db.execute(chosen)])

    async def id_of(self, login: str) -> str:
        """The id of an account."""
        chosen = sa.select(PEOPLE.c.id).where(PEOPLE.c.login == login.strip().lower())
        found = await self.store.read(lambda db: db.execute(chosen).scalar_one_or_none())
        if found is None:
            raise Bad(f"there is no account {login!r}; `grognard host people` lists them")
        return str(found)

    async def ban(self, login: str, banned: bool = True) -> None:
        """Ban somebody: every session ends, and no new one begins; or lift the ban."""
        id = await self.id_of(login)

        def work(db: sa.Connection) -> None:
            db.execute(sa.update(PEOPLE).where(PEOPLE.c.id == id).values(banned=banned))
            if banned:
                db.execute(sa.delete(SESSIONS).where(SESSIONS.c.person == id))
                db.execute(sa.delete(TOKENS).where(TOKENS.c.person == id))

        await self.store.write(work)

    async def log_out(self, login: str) -> None:
        """End every session of a person."""
        id = await self.id_of(login)
        await self.store.write(lambda db: db.execute(sa.delete(SESSIONS).where(SESSIONS.c.person == id)))

    async def export(self, login: str) -> dict[str, Any]:
        """Everything that is stored about a person: account, games with the person's own actions, chat."""
        id = await self.id_of(login)

        def rows(db: sa.Connection, chosen: sa.Select[Any]) -> Sequence[dict[str, Any]]:
            return [dict(row._mapping) for row in db.execute(chosen)]

        def work(db: sa.Connection) -> dict[str, Any]:
            account = [column for column in PEOPLE.c if column.name != "password"]
            mine = sa.or_(GAMES.c.id.in_(sa.select(SEATS.c.game).where(SEATS.c.person == id)), GAMES.c.owner == id)
            own = [GAMES.c[name] for name in ("id", "title", "rules", "scenario", "options", "created", "origin")]
            acted = sa.select(EVENTS.c.game, EVENTS.c.seq, EVENTS.c.at, EVENTS.c.kind, EVENTS.c.side, EVENTS.c.body)
            seat = sa.and_(SEATS.c.game == EVENTS.c.game, SEATS.c.side == EVENTS.c.side)
            acted = acted.join(SEATS, seat).where(SEATS.c.person == id)
            return {
                "account": rows(db, sa.select(*account).where(PEOPLE.c.id == id))[0],
                "sessions": rows(db, sa.select(SESSIONS.c.expires).where(SESSIONS.c.person == id)),
                "links": rows(
                    db, sa.select(TOKENS.c.kind, TOKENS.c.said, TOKENS.c.expires).where(TOKENS.c.person == id)
                ),
                "games": rows(db, sa.select(*own).where(mine).order_by(GAMES.c.created)),
                "seats": rows(db, sa.select(SEATS.c.game, SEATS.c.side, SEATS.c.seen).where(SEATS.c.person == id)),
                "archived": rows(db, sa.select(ARCHIVED.c.game).where(ARCHIVED.c.person == id)),
                "actions": rows(db, acted.order_by(EVENTS.c.game, EVENTS.c.seq)),
                "chat": rows(db, sa.select(CHAT.c.game, CHAT.c.at, CHAT.c.text).where(CHAT.c.person == id)),
            }

        return await self.store.read(work)

    async def forget(self, login: str) -> None:
        """Remove what says who a person is; the games of others go on against somebody without a name."""
        id = await self.id_of(login)
        nobody: dict[str, Any] = {
            "name": "Former player", "login": None, "password": None, "email": "", "verified": "", "webhook": "",
            "settings": {}, "banned": True,
        }  # fmt: skip

        def work(db: sa.Connection) -> None:
            for table in (SESSIONS, TOKENS, ARCHIVED, PRESENCE):
                db.execute(sa.delete(table).where(table.c.person == id))
            db.execute(sa.update(CHAT).where(CHAT.c.person == id).values(text="(removed)"))
            db.execute(sa.update(PEOPLE).where(PEOPLE.c.id == id).values(**nobody))

        await self.store.write(work)

    async def prune(self, days: float) -> tuple[int, int]:
        """Delete games that are over and were last changed before so many days, and guests without a game.

        Returns how many games and guests. What has expired goes too.
        """
        before = time.time() - days * 86400

        def work(db: sa.Connection) -> tuple[int, int]:
            moved = sa.select(EVENTS.c.game).group_by(EVENTS.c.game).having(sa.func.max(EVENTS.c.at) > before)
            chosen = sa.select(GAMES.c.id, GAMES.c.card).where(GAMES.c.created < before, GAMES.c.id.not_in(moved))
            games = [id for id, card in db.execute(chosen) if card and card.get("over")]
            for some in (games[n : n + 500] for n in range(0, len(games), 500)):
                for table in (ARCHIVED, PRESENCE, STANDING, CHAT, DICE, EVENTS, SEATS):
                    db.execute(sa.delete(table).where(table.c.game.in_(some)))
                db.execute(sa.delete(GAMES).where(GAMES.c.id.in_(some)))
            for table in (SESSIONS, TOKENS):
                db.execute(sa.delete(table).where(table.c.expires < time.time()))
            used = (SEATS.c.person, GAMES.c.owner, CHAT.c.person, SESSIONS.c.person)
            idle = [PEOPLE.c.id.not_in(sa.select(column).where(column.is_not(None))) for column in used]
            guests = sa.delete(PEOPLE).where(
                PEOPLE.c.login.is_(None), PEOPLE.c.id != "local", PEOPLE.c.created < before
            )
            return len(games), db.execute(guests.where(*idle)).rowcount

        return await self.store.write(work)

    async def storage(self) -> dict[str, int]:
        """How many rows each table has."""
        return await self.store.read(
            lambda db: {
                table.name: db.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in TABLES
            }
        )
