"""Notify people that it is their turn, by e-mail or webhook, in the background."""

import asyncio
import contextlib
import http.client
import ipaddress
import json
import logging
import smtplib
import socket
import ssl
from email.message import EmailMessage
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from ...core.title import Bad
from ..play.game import Game
from .accounts import Accounts
from .security import Bucket
from .settings import LOOPBACK, Settings

log = logging.getLogger("grognard.notify")
WAITING = 1000  # maximum number of queued messages
PATIENCE = 10.0  # timeout in seconds


class Turn(NamedTuple):
    """A player has to decide."""

    person: str
    side: str
    game: str
    title: str
    now: str


class Notifier:
    """Sends messages one after another."""

    def __init__(self, settings: Settings, accounts: Accounts) -> None:
        self.settings, self.accounts = settings, accounts
        self.games = Bucket(1, 300)  # one message per game and person in five minutes
        self.people = Bucket(20, 3600)
        self._waiting: asyncio.Queue[Turn] = asyncio.Queue(WAITING)
        self._worker = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop sending."""
        self._worker.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._worker

    def check(self, url: str) -> None:
        """Raise Bad if nothing may be sent to this address."""
        try:
            parts = urlsplit(url)
            _ = parts.port
        except ValueError:
            raise Bad("This is not a valid address") from None
        if not parts.hostname or parts.username or parts.password:
            raise Bad("A webhook is an address such as https://example.org/hook")
        if parts.scheme != "https" and not self.settings.private_hooks:
            raise Bad("A webhook must use https")

    def turn(self, game: Game) -> None:
        """Notify the player, if they want it."""
        seat = game.seats.get(game.room.decider)
        if seat is None or not seat.person or not self.games.take(f"{game.row.id} {seat.person}"):
            return
        room = game.room
        with contextlib.suppress(asyncio.QueueFull):
            self._waiting.put_nowait(
                Turn(seat.person, seat.side, room.game, room.title.full, room.title.now(room.state))
            )

    async def _work(self) -> None:
        while True:
            turn = await self._waiting.get()
            try:
                await self._tell(turn)
            except Exception as wrong:
                log.warning(
                    "a message was not sent", extra={"game": turn.game, "why": f"{type(wrong).__name__}: {wrong}"}
                )
            self._waiting.task_done()

    async def _tell(self, turn: Turn) -> None:
        person = await self.accounts.find(turn.person)
        if person is None or not (person.email or person.webhook) or not self.people.take(turn.person):
            return
        link = f"{self._address()}/game/{turn.game}"
        if person.email and self.settings.smtp:
            await asyncio.to_thread(send_mail, self.settings.smtp, person.email, letter(turn, person.name, link))
        if person.webhook:
            said = {
                "event": "turn",
                "game": turn.game,
                "title": turn.title,
                "side": turn.side,
                "now": turn.now,
                "link": link,
            }
            await asyncio.to_thread(send_hook, person.webhook, said, private=self.settings.private_hooks)

    def _address(self) -> str:
        host = f"[{self.settings.host}]" if ":" in self.settings.host else self.settings.host
        return (self.settings.origin or f"http://{host}:{self.settings.port}").rstrip("/")


# -- e-mail -----------------------------------------------------------------------------------


def letter(turn: Turn, name: str, link: str) -> EmailMessage:
    """The e-mail to the player who must decide."""
    out = EmailMessage()
    out["Subject"] = f"Your turn: {turn.title}, {turn.now}"
    out.set_content(
        f"{name},\n\nthe {turn.side.title()} player has to decide in {turn.title} ({turn.now}).\n\n{link}\n\n"
        "You get this message because your e-mail address is in your settings; remove it there to unsubscribe.\n"
    )
    return out


def send_mail(server: str, to: str, message: EmailMessage) -> None:
    """Send an e-mail through a mail server: `smtp://user:password@host:port?from=address`, or `smtps:`."""
    parts = urlsplit(server)
    host = parts.hostname or "localhost"
    sender = parse_qs(parts.query).get("from", [f"grognard@{host}"])[0]
    message["From"], message["To"] = sender, to
    secure = parts.scheme == "smtps"
    safe = ssl.create_default_context()
    port = parts.port or (465 if secure else 587 if parts.username else 25)
    opened = (
        smtplib.SMTP_SSL(host, port, timeout=PATIENCE, context=safe)
        if secure
        else smtplib.SMTP(host, port, timeout=PATIENCE)
    )
    with opened as line:
        line.ehlo()
        if not secure and line.has_extn("starttls"):
            line.starttls(context=safe)
            line.ehlo()
            secure = True
        if parts.username:
            if not secure and host not in LOOPBACK:
                raise Bad("the mail server offers no encryption, so no password is sent")
            line.login(unquote(parts.username), unquote(parts.password or ""))
        line.send_message(message)


# -- webhooks ---------------------------------------------------------------------------------


def public_address(host: str, port: int, *, private: bool) -> str:
    """Resolve a host; refused if any of its addresses is not public."""
    found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for one in found:
        known = ipaddress.ip_address(one.partition("%")[0])
        plain = getattr(known, "ipv4_mapped", None) or known
        if not private and (not plain.is_global or plain.is_multicast):
            raise Bad("A webhook may not use a private address")
    return found[0]


def send_hook(url: str, said: object, *, private: bool) -> None:
    """Post to a webhook, at the address that was checked; redirects are not followed."""
    parts = urlsplit(url)
    plain = parts.scheme != "https"
    if plain and not private:
        raise Bad("A webhook must use https")
    host, port = parts.hostname or "", parts.port or (80 if plain else 443)
    line: socket.socket = socket.create_connection((public_address(host, port, private=private), port), PATIENCE)
    try:
        if not plain:
            line = ssl.create_default_context().wrap_socket(line, server_hostname=host)
        web = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        web.sock = line
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        body = json.dumps(said).encode()
        web.request("POST", path, body, {"Content-Type": "application/json", "User-Agent": "grognard"})
        answer = web.getresponse()
        answer.read(1000)
        if answer.status >= 300:
            raise Bad(f"the webhook answered {answer.status}")
    finally:
        line.close()
