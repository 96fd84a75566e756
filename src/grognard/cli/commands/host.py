"""`grognard backup`, `restore` and `host`: what the host of a server needs."""

import asyncio
import contextlib
import json
import time
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa

from ...core.title import Bad
from ...web.server.members import Members
from ...web.server.settings import Settings, from_environment
from ...web.server.tokens import DAY, Tokens
from ...web.storage import backup
from ...web.storage.store import Store
from .. import files

T = TypeVar("T")
PATIENCE = 5.0  # seconds


def url_of(database: str) -> str:
    """The database named, or that of the server."""
    return database or from_environment().url


def back_up(file: str, database: str) -> None:
    """Write a backup."""
    size = backup.backup(url_of(database), Path(file).expanduser())
    print(f"{file}: {size / 1e6:.1f} MB")


def restore(file: str, database: str, *, replace: bool) -> None:
    """Restore a backup."""
    old = backup.restore(url_of(database), Path(file).expanduser(), replace=replace)
    print(f"{file} is restored" + (f"; what was there before is in {old}" if old else ""))


def with_store(database: str, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the database of a server, which may be running."""
    url = url_of(database)
    if url.startswith("sqlite:") and not Path(str(sa.make_url(url).database)).is_file():
        raise Bad(f"there is no database {sa.make_url(url).database}; --database names another")

    async def whole() -> T:
        with contextlib.closing(Store(url, migrate=False)) as store:
            return await work(store)

    return asyncio.run(whole())


def _many(count: int, word: str) -> str:
    return f"{count:,} {word}{'s' * (count != 1)}"


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(at))


def people(database: str, part: str) -> None:
    """List accounts."""
    found = with_store(database, lambda store: Members(store).list(part))
    for one in found:
        more = ", banned" if one.banned else f", {_many(one.sessions, 'session')}"
        print(f"{one.login}  {one.name}  since {_day(one.created)}, {_many(one.games, 'game')}{more}")
    print(_many(len(found), "account"))


def ban(database: str, login: str, *, banned: bool) -> None:
    """Ban somebody, or lift the ban."""
    with_store(database, lambda store: Members(store).ban(login, banned))
    print(f"{login} is {'banned; open pages close within half a minute' if banned else 'no longer banned'}")


def log_out(database: str, login: str) -> None:
    """End all sessions of a person."""
    with_store(database, lambda store: Members(store).log_out(login))
    print(f"{login} is logged out everywhere; open pages close within half a minute")


def reset(database: str, login: str) -> None:
    """Print a link to set a new password."""

    async def work(store: Store) -> str:
        return await Tokens(store).make("reset", await Members(store).id_of(login), lasts=DAY)

    secret = with_store(database, work)
    print(f"Give {login} this link; it is valid once, for a day:\n{address(from_environment())}/reset/{secret}")


def invite(database: str, uses: int, days: float, note: str) -> None:
    """Print a code to sign up with."""
    code = with_store(database, lambda store: Tokens(store).make("invite", said=note, lasts=days * DAY, uses=uses))
    print(f"{code}\nvalid {_many(uses, 'time')} within {days:g} days")
    if from_environment().registration == "open":
        print("Anybody can sign up without a code; GROGNARD_REGISTRATION=invited changes that.")


def invitations(database: str) -> None:
    """List the codes that are open."""
    for one in with_store(database, lambda store: Tokens(store).open("invite")):
        print(f"{one.id[:8]}  {one.uses} left, until {_day(one.expires)}  {one.said}")


def uninvite(database: str, beginning: str) -> None:
    """Take back a code."""
    count = with_store(database, lambda store: Tokens(store).void("invite", beginning)) if beginning else 0
    print(f"{_many(count, 'invitation')} taken back")


def storage(database: str) -> None:
    """Show how much is stored."""
    url = url_of(database)
    for name, count in with_store(database, lambda store: Members(store).storage()).items():
        print(f"{name:10} {count:,}")
    file = Path(url.removeprefix("sqlite:///"))
    if file.is_file():
        print(f"{file}: {file.stat().st_size / 1e6:,.1f} MB")


FIGURES = {
    "connections": "pages connected",
    "rooms": "games open",
    "rooms_held": "of them held because of changed rules",
    "thinking": "computers that think",
    "thinking_waiting": "computers that wait for their turn",
    "messages_waiting": "messages to be sent",
    "messages_sent_total": "messages sent",
    "messages_failed_total": "messages that could not be sent",
}


def running(port: int) -> None:
    """Show what a running server does."""
    at = f"http://127.0.0.1:{port}"
    try:
        with urllib.request.urlopen(f"{at}/metrics", timeout=PATIENCE) as answer:
            lines = answer.read().decode().splitlines()
    except OSError as wrong:
        raise Bad(f"no server answers at {at} ({wrong}); --port names another port") from None
    found = dict(line.removeprefix("grognard_").split(" ") for line in lines if line.count(" ") == 1)
    if not {*FIGURES, "start_time_seconds"} <= found.keys():
        raise Bad(f"what answers at {at} is not this version of Grognard; --port names another port")
    for name, about in FIGURES.items():
        print(f"{found[name]:>6}  {about}")
    print(f"running since {time.strftime('%Y-%m-%d %H:%M', time.localtime(float(found['start_time_seconds'])))}")


def versions(database: str) -> None:
    """Show the rules and data that games are played by."""
    for _, edition, games in with_store(database, lambda store: store.editions.every()):
        print(f"{edition.title}: {edition.name}: {_many(games, 'game')}")


def export(database: str, login: str, file: str) -> None:
    """Write everything about a person to a file."""
    found = with_store(database, lambda store: Members(store).export(login))
    files.write(Path(file).expanduser(), json.dumps(found, indent=1, default=str) + "\n")
    Path(file).expanduser().chmod(0o600)
    counts = {"game": found["games"], "action": found["actions"], "message": found["chat"]}
    print(f"{file}: {', '.join(_many(len(rows), word) for word, rows in counts.items())}")


def forget(database: str, login: str) -> None:
    """Remove what says who a person is."""
    with_store(database, lambda store: Members(store).forget(login))
    print(f"{login} is forgotten; games of others go on")


def prune(database: str, days: float) -> None:
    """Delete what is old."""
    games, guests = with_store(database, lambda store: Members(store).prune(days))
    print(f"{_many(games, 'finished game')} and {_many(guests, 'guest')} deleted")


def address(settings: Settings) -> str:
    """The address people type."""
    return (settings.origin or f"http://127.0.0.1:{settings.port}").rstrip("/")
