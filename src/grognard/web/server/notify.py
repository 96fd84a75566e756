"""Notify people that it is their turn, by e-mail or webhook, in the background."""

import asyncio
import contextlib
import http.client
import ipaddress
import json
import smtplib
import socket
import ssl
import threading
from email.message import EmailMessage
from functools import partial
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from ...core.title import Bad
from ..play.game import Game
from ..storage.store import Unavailable
from .accounts import Accounts, Person
from .lanes import Lanes
from .security import Bucket
from .settings import LOOPBACK, Settings

WAITING = 1000  # turns that are being looked up
PATIENCE = 10.0  # timeout in seconds


class Turn(NamedTuple):
    """A player has to decide."""

    person: str
    side: str
    game: str
    title: str
    now: str


class Notifier:
    """Sends messages in the background; a mail server or webhook that is slow keeps nobody else waiting."""

    def __init__(self, settings: Settings, accounts: Accounts) -> None:
        self.settings, self.accounts = settings, accounts
        self.games = Bucket(1, 300)  # one message per game and person in five minutes
        self.people = Bucket(20, 3600)
        self.lanes = Lanes()
        self._looking: set[asyncio.Task[None]] = set()

    async def join(self) -> None:
        """Wait until everything has been sent."""
        while self._looking:
            await asyncio.wait(list(self._looking))
        await self.lanes.join()

    async def close(self) -> None:
        """Stop sending."""
        for task in list(self._looking):
            task.cancel()
        await asyncio.gather(*self._looking, return_exceptions=True)
        await self.lanes.close()

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

    def turn(self, game: Game, side: str) -> None:
        """Notify the player of a side, if they want it."""
        seat = game.seats.get(side)
        if seat is None or not seat.person or not self.games.take(f"{game.row.id} {seat.person}"):
            return
        room = game.room
        if len(self._looking) < WAITING:
            turn = Turn(seat.person, seat.side, room.game, room.title.full, room.title.now(room.state))
            task = asyncio.create_task(self._tell(turn))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    def verify(self, person: Person, secret: str) -> None:
        """Ask the owner of an address to confirm it."""
        self._mail(person.email, confirmation(person.name, f"{self._address()}/verify/{secret}"))

    def reset(self, person: Person, secret: str) -> None:
        """Send the link to set a new password."""
        self._mail(person.verified, new_password(person.name, f"{self._address()}/reset/{secret}"))

    def _mail(self, to: str, message: EmailMessage, about: str = "") -> None:
        if self.settings.smtp:
            domain = to.rpartition("@")[2].lower()
            self.lanes.put(f"mail to {domain}", about, partial(send_mail, self.settings.smtp, to, message))

    async def _tell(self, turn: Turn) -> None:
        try:
            person = await self.accounts.find(turn.person)
        except Unavailable:
            return
        to = person.verified if person is not None and person.verified == person.email else ""
        if person is None or not (to or person.webhook) or not self.people.take(turn.person):
            return
        link = f"{self._address()}/game/{turn.game}"
        if to:
            self._mail(to, letter(turn, person.name, link), turn.game)
        if person.webhook:
            said = {
                "event": "turn",
                "game": turn.game,
                "title": turn.title,
                "side": turn.side,
                "now": turn.now,
                "link": link,
            }
            place = urlsplit(person.webhook).netloc
            send = partial(send_hook, person.webhook, said, private=self.settings.private_hooks)
            self.lanes.put(f"hook {place}", turn.game, send)

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


def confirmation(name: str, link: str) -> EmailMessage:
    """The e-mail to an address that has to be confirmed."""
    out = EmailMessage()
    out["Subject"] = "Confirm your e-mail address"
    out.set_content(
        f"{name},\n\nopen this link to get an e-mail when it is your turn:\n\n{link}\n\n"
        "If you have not given this address on a Grognard server, do nothing: it will not be used.\n"
    )
    return out


def new_password(name: str, link: str) -> EmailMessage:
    """The e-mail with the link to set a new password."""
    out = EmailMessage()
    out["Subject"] = "Set a new password"
    out.set_content(
        f"{name},\n\nopen this link within an hour to set a new password:\n\n{link}\n\n"
        "If you have not asked for it, do nothing: your password stays as it is.\n"
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
    late = threading.Timer(PATIENCE, _hang_up, [line])  # however slowly it answers
    late.start()
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
        late.cancel()
        line.close()


def _hang_up(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
