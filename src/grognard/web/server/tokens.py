"""Secrets that stand for a right, for a while: to set a password, to confirm an address, to sign up."""

import hashlib
import secrets
import time
from typing import NamedTuple

import sqlalchemy as sa

from ..storage.store import TOKENS, Store

HOUR, DAY = 3600.0, 86400.0


class Token(NamedTuple):
    """A secret as stored: only its hash, so that nobody who reads the database can use it."""

    id: str
    kind: str  # reset, verify, invite
    person: str | None
    said: str  # the address to verify; a note on an invitation
    uses: int
    expires: float


class Tokens:
    """The secrets of a server."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def make(
        self, kind: str, person: str | None = None, said: str = "", lasts: float = DAY, uses: int = 1
    ) -> str:
        """A new secret; of those that belong to a person, the earlier ones of its kind are void."""
        secret = secrets.token_urlsafe(24)
        row = Token(_digest(secret), kind, person, said, uses, time.time() + lasts)._asdict()

        def work(db: sa.Connection) -> None:
            db.execute(sa.delete(TOKENS).where(TOKENS.c.expires < time.time()))
            if person is not None:
                db.execute(sa.delete(TOKENS).where(TOKENS.c.kind == kind, TOKENS.c.person == person))
            db.execute(sa.insert(TOKENS), [row])

        await self.store.write(work)
        return secret

    async def look(self, kind: str, secret: str) -> Token | None:
        """What a secret stands for, if it is still valid."""
        chosen = sa.select(TOKENS).where(*_valid(kind, secret))
        row = await self.store.read(lambda db: db.execute(chosen).one_or_none())
        return None if row is None else Token(*row)

    async def take(self, kind: str, secret: str) -> Token | None:
        """Use a secret up; of two who try at the same time with the last use, one gets it."""

        def work(db: sa.Connection) -> Token | None:
            where = _valid(kind, secret)
            if not db.execute(sa.update(TOKENS).where(*where).values(uses=TOKENS.c.uses - 1)).rowcount:
                return None
            row = db.execute(sa.select(TOKENS).where(TOKENS.c.id == _digest(secret))).one()
            db.execute(sa.delete(TOKENS).where(TOKENS.c.uses <= 0))
            return Token(*row)

        return await self.store.write(work)

    async def open(self, kind: str) -> list[Token]:
        """All valid secrets of a kind."""
        chosen = sa.select(TOKENS).where(TOKENS.c.kind == kind, TOKENS.c.expires > time.time())
        return await self.store.read(lambda db: [Token(*row) for row in db.execute(chosen.order_by(TOKENS.c.expires))])

    async def void(self, kind: str, beginning: str) -> int:
        """Take back secrets by the beginning of their hash, as lists show it; returns how many."""
        where = (TOKENS.c.kind == kind, TOKENS.c.id.startswith(beginning, autoescape=True))
        return await self.store.write(lambda db: db.execute(sa.delete(TOKENS).where(*where)).rowcount)


def _valid(kind: str, secret: str) -> tuple[sa.ColumnElement[bool], ...]:
    return TOKENS.c.id == _digest(secret), TOKENS.c.kind == kind, TOKENS.c.expires > time.time(), TOKENS.c.uses > 0


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
