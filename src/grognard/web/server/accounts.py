"""People: identified by a cookie; accounts with passwords; sessions."""

import asyncio
import hashlib
import secrets
import time
import unicodedata
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from ...core.title import Bad
from ..storage.store import PEOPLE, SESSIONS, Store
from .names import account_name, tidy

OWNER = "local"  # the only person on a server without accounts
LASTS = 90 * 86400.0  # seconds a session lasts
FRESH = 10.0  # seconds a session is cached
LEAST = 8  # characters of a password


class Person(NamedTuple):
    """A visitor."""

    id: str = ""  # anonymous: may watch
    name: str = ""
    login: str | None = None
    email: str = ""
    webhook: str = ""
    settings: Mapping[str, Any] = MappingProxyType({})
    verified: str = ""  # the address that letters go to: its owner has confirmed it


NOBODY = Person()
_COLUMNS = [PEOPLE.c[name] for name in Person._fields]


class Accounts:
    """The people of a server, and their sessions."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.hasher = PasswordHasher()
        self._nobody = ""  # a dummy password, for unknown names
        self._hashing = asyncio.Semaphore(2)  # hashing a password takes much memory and time
        self._known: dict[str, tuple[float, Person]] = {}
        self._owners = asyncio.Lock()
        self._owner = ""  # the session that all browsers of the owner share

    # -- sessions ----------------------------------------------------------------------------

    async def who(self, token: str) -> Person | None:
        """The person of a session."""
        key, now = _digest(token), time.time()
        at, person = self._known.get(key, (0.0, NOBODY))
        if now < at + FRESH:
            return person
        chosen = (
            sa.select(*_COLUMNS)
            .join(SESSIONS, SESSIONS.c.person == PEOPLE.c.id)
            .where(SESSIONS.c.token == key, SESSIONS.c.expires > now, PEOPLE.c.banned.is_(False))
        )
        row = await self.store.read(lambda db: db.execute(chosen).one_or_none())
        if row is None:
            self._known.pop(key, None)
            return None
        if len(self._known) > 10_000:
            self._known.clear()
        self._known[key] = now, _person(row)
        return _person(row)

    async def begin(self, person: str) -> str:
        """A new session of a person: the token for the cookie."""
        token = secrets.token_urlsafe(32)
        row = {"token": _digest(token), "person": person, "expires": time.time() + LASTS}

        def work(db: sa.Connection) -> None:
            db.execute(sa.delete(SESSIONS).where(SESSIONS.c.expires < time.time()))
            db.execute(sa.insert(SESSIONS), [row])

        await self.store.write(work)
        return token

    async def owner_session(self) -> str:
        """The session for a browser on the machine of a server without accounts; one for all of them."""
        async with self._owners:
            self._owner = self._owner or await self.begin(OWNER)
            return self._owner

    async def end(self, token: str) -> None:
        """Log out."""
        key = _digest(token)
        self._known.pop(key, None)
        await self.store.write(lambda db: db.execute(sa.delete(SESSIONS).where(SESSIONS.c.token == key)))

    async def end_all(self, person: str) -> None:
        """Log a person out everywhere."""
        self._known.clear()
        await self.store.write(lambda db: db.execute(sa.delete(SESSIONS).where(SESSIONS.c.person == person)))

    async def over(self, tokens: Collection[str]) -> set[str]:
        """Those of these sessions that have ended: logged out, here or by the host, banned, or expired."""
        keys = {_digest(token): token for token in tokens}
        chosen = sa.select(SESSIONS.c.token).join(PEOPLE, SESSIONS.c.person == PEOPLE.c.id)
        chosen = chosen.where(SESSIONS.c.expires > time.time(), PEOPLE.c.banned.is_(False))
        chosen = chosen.where(SESSIONS.c.token.in_(list(keys)))
        alive = await self.store.read(lambda db: set(db.execute(chosen).scalars()))
        return {token for key, token in keys.items() if key not in alive}

    def forget(self, token: str) -> None:
        """Forget the cached person of a session."""
        self._known.pop(_digest(token), None)

    # -- people ------------------------------------------------------------------------------

    async def find(self, id: str) -> Person | None:
        """A person by id, unless banned."""
        chosen = sa.select(*_COLUMNS).where(PEOPLE.c.id == id, PEOPLE.c.banned.is_(False))
        row = await self.store.read(lambda db: db.execute(chosen).one_or_none())
        return None if row is None else _person(row)

    async def owner(self) -> Person:
        """The owner of a server without accounts."""
        found = await self.find(OWNER)
        if found is None:
            await self.store.person(OWNER, "Host")
            found = await self.find(OWNER)
        assert found
        return found

    async def guest(self, name: str = "Guest") -> Person:
        """A guest who came through an invitation."""
        id = secrets.token_urlsafe(12)
        await self.store.person(id, name)
        return Person(id, name)

    async def change(self, person: Person, values: dict[str, Any]) -> Person:
        """Name, e-mail, webhook or settings of a person."""
        if values:
            await self.store.write(
                lambda db: db.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person.id).values(**values))
            )
        return person._replace(**values)

    async def sign_up(self, login: str, password: str, name: str) -> Person:
        """A new account."""
        login = account_name(login)
        name = tidy(name) if name.strip() else login
        hashed = await self._hashed(password)
        id = secrets.token_urlsafe(12)
        try:
            await self.store.person(id, name, login=login, password=hashed)
        except sa.exc.IntegrityError:
            raise Bad("That name isn't available") from None
        return Person(id, name, login)

    async def _hashed(self, password: str) -> str:
        if len(password) < LEAST:
            raise Bad(f"The password needs at least {LEAST} characters")
        return str(await self._slowly(self.hasher.hash, password))

    async def set_password(self, person: str, password: str) -> None:
        """Set a new password."""
        hashed = await self._hashed(password)
        where = sa.update(PEOPLE).where(PEOPLE.c.id == person)
        await self.store.write(lambda db: db.execute(where.values(password=hashed)))

    async def verify(self, person: str, email: str) -> None:
        """Note that a person has confirmed an address, unless another has been given since."""
        where = sa.update(PEOPLE).where(PEOPLE.c.id == person, PEOPLE.c.email == email)
        await self.store.write(lambda db: db.execute(where.values(verified=email)))
        self._known.clear()

    async def named(self, login: str) -> Person | None:
        """The person with an account of this name, unless banned."""
        typed = login.strip().lower()
        names = {typed, unicodedata.normalize("NFKC", typed)}  # as typed first: older accounts have any name
        chosen = sa.select(*_COLUMNS).where(PEOPLE.c.login.in_(names), PEOPLE.c.banned.is_(False))
        chosen = chosen.order_by(PEOPLE.c.login != typed)
        row = await self.store.read(lambda db: db.execute(chosen).first())
        return None if row is None else _person(row)

    async def remove(self, person: str) -> None:
        """Remove an account that nothing belongs to."""
        await self.store.write(lambda db: db.execute(sa.delete(PEOPLE).where(PEOPLE.c.id == person)))

    async def log_in(self, login: str, password: str) -> Person | None:
        """The person with this name and password; takes equally long if there is none."""
        typed = login.strip().lower()
        names = {typed, unicodedata.normalize("NFKC", typed)}  # as typed first: older accounts have any name
        chosen = sa.select(*_COLUMNS, PEOPLE.c.password)
        chosen = chosen.where(PEOPLE.c.login.in_(names), PEOPLE.c.banned.is_(False))
        row = await self.store.read(lambda db: db.execute(chosen.order_by(PEOPLE.c.login != typed)).first())
        if not self._nobody:
            self._nobody = await self._slowly(self.hasher.hash, secrets.token_urlsafe(16))
        hashed = row.password if row is not None and row.password else self._nobody
        try:
            await self._slowly(self.hasher.verify, hashed, password)
        except (Argon2Error, InvalidHashError):
            return None
        return _person(row[:-1]) if row is not None and row.password else None

    async def _slowly(self, work: Any, *args: str) -> Any:
        async with self._hashing:
            return await asyncio.to_thread(work, *args)


def _person(row: Any) -> Person:
    return Person(*row)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
