"""`grognard doctor`: what is wrong with a server on this machine, and what to type."""

import base64
import contextlib
import http.client
import json
import os
import shutil
import smtplib
import stat
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import sqlalchemy as sa

from ... import __version__
from ...core.title import Bad
from ...titles import GAMES, TITLES
from ...web.server.settings import Settings, from_environment
from ...web.storage.backup import sound
from ...web.storage.database import LEAST_FREE
from ...web.storage.server_lock import ServerLock
from ...web.storage.store import Store
from .host import with_store

PATIENCE = 5.0  # seconds
UPGRADE = {"Upgrade": "websocket", "Connection": "Upgrade"}


class Finding(NamedTuple):
    """Something that was looked at: what was found, and what to do if it is wrong."""

    said: str
    cure: str = ""  # empty: it is well


def command(database: str) -> int:
    """Print everything that was looked at; the exit code says whether something is wrong."""
    wrong = 0
    for finding in findings(database):
        wrong += bool(finding.cure)
        print(f"{'!!' if finding.cure else 'ok'}  {finding.said}")
        if finding.cure:
            print(f"    -> {finding.cure}")
    print(f"\n{wrong or 'Nothing'} to do" if wrong != 1 else "\nOne thing to do")
    return 1 if wrong else 0


def findings(database: str) -> Iterator[Finding]:
    """Look at everything in turn."""
    yield Finding(f"Grognard {__version__}, {len(TITLES)} titles")
    for name, why in GAMES.broken.items():
        yield Finding(f"the title {name} cannot be loaded: {why}", "update or remove the package it comes from")
    try:
        settings = from_environment(**({"database": database} if database else {}))
    except Bad as wrong:
        yield Finding(str(wrong), "correct the variable in the environment of the server")
        return
    yield from _settings(settings)
    url = sa.make_url(settings.url)
    if url.get_backend_name() == "sqlite":
        file = Path(str(url.database))
        if not file.exists():
            yield Finding(f"there is no database {file} yet", "start the server once: grognard serve")
            return
        yield from _file(file)
        if at := _serving(file):
            yield from _server(at)
        else:
            yield Finding("no server is running with these games")
    else:
        for program in ("pg_dump", "pg_restore"):
            if shutil.which(program) is None:
                yield Finding(f"{program} is not installed, so there are no backups", "install postgresql-client")
        if settings.origin:
            yield from _server(settings.origin.rstrip("/"))
    try:
        yield with_store(settings.url, _games)
    except Bad as wrong:
        yield Finding(str(wrong), "restore a backup (grognard restore), or use the Grognard it belongs to")
    if settings.smtp:
        yield _mail(settings.smtp)


def _settings(settings: Settings) -> Iterator[Finding]:
    if not settings.origin:
        yield Finding("GROGNARD_ORIGIN is not set", "set it to the address people type, if others play here")
    elif not settings.secure:
        yield Finding(f"{settings.origin} is not encrypted", "put a proxy with HTTPS in front (deploy/)")
    else:
        yield Finding(f"people type {settings.origin}")
        if not settings.proxies:
            yield Finding(
                "GROGNARD_PROXY is not set: all visitors look like one", "set it to the proxy's address, or yes"
            )


def _file(file: Path) -> Iterator[Finding]:
    mode = stat.S_IMODE(file.stat().st_mode)
    if mode & 0o077:
        yield Finding(f"{file} can be read by others ({mode:03o})", f"chmod 600 {file}")
    if file.stat().st_uid != os.geteuid():
        yield Finding(f"{file} belongs to another user", "run this as the user of the server")
    free = shutil.disk_usage(file.parent).free
    size = file.stat().st_size
    if free < max(LEAST_FREE, size):
        yield Finding(f"{free / 1e6:,.0f} MB are left on the disk", "make room on it, or move the data to another")
    try:
        sound(file)
        yield Finding(f"{file} is sound, {size / 1e6:,.1f} MB; {free / 1e6:,.0f} MB are free")
    except Bad as wrong:
        yield Finding(str(wrong), "stop the server and restore a backup: grognard restore FILE --replace")


def _serving(file: Path) -> str:
    """The address of the server that uses a file; empty if none does."""
    try:
        with ServerLock(f"sqlite:///{file}"):
            return ""
    except Bad:
        return file.with_name(f"{file.name}.lock").read_text("utf-8").strip().removeprefix("at ").rstrip("/")


def _server(at: str) -> Iterator[Finding]:
    try:
        with urllib.request.urlopen(f"{at}/healthz", timeout=PATIENCE) as answer:
            found = json.load(answer)
    except urllib.error.HTTPError as wrong:
        yield Finding(f"the server at {at} is not well: {_status(wrong)}", "see to that, or look at its log")
        return
    except (OSError, ValueError) as wrong:
        yield Finding(f"the server at {at} does not answer well: {wrong}", "look at its log, then restart it")
        return
    if found.get("version") != __version__:
        yield Finding(f"the server at {at} is Grognard {found.get('version')}", "restart it to use this version")
    else:
        yield Finding(f"the server at {at} is well")
    if not _upgrades(at):
        yield Finding(f"WebSockets do not get through to {at}", "let the proxy pass `Upgrade` on, as in deploy/")


def _status(wrong: urllib.error.HTTPError) -> str:
    """What a server says that is not well, or a proxy in its place."""
    with contextlib.suppress(ValueError, KeyError, TypeError):
        return str(json.load(wrong)["status"])
    return str(wrong)


def _upgrades(at: str) -> bool:
    """Whether a WebSocket can be opened."""
    parts = urlsplit(at)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    line = kind(parts.netloc, timeout=PATIENCE)
    key = base64.b64encode(os.urandom(16)).decode()
    asked = {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key}
    try:
        line.request("GET", "/api/games/none/live", headers={**UPGRADE, **asked})
        return line.getresponse().status == 101
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


async def _games(store: Store) -> Finding:
    current = {title.fingerprint for title in TITLES.values()}
    other = len(await store.editions.running(current))
    if other:
        return Finding(f"{other} running games were played by other rules or data", "see which differ: grognard check")
    return Finding("all running games are played by these rules and data")


def _mail(server: str) -> Finding:
    parts = urlsplit(server)
    kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
    try:
        with kind(parts.hostname or "localhost", parts.port or 0, timeout=PATIENCE) as line:
            line.noop()
    except (OSError, smtplib.SMTPException) as wrong:
        return Finding(f"the mail server does not answer: {wrong}", "correct GROGNARD_SMTP")
    return Finding("the mail server answers")
