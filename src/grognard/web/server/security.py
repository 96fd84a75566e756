"""Checks on every request: hosts, origins, sizes and rates; headers of every answer; logging."""

import json
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .metrics import Metrics
from .patience import measured
from .problems import TooLarge, TooMany, problem
from .settings import LOOPBACK, Settings

log = logging.getLogger("grognard.web")
SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
ALWAYS: Mapping[str, str] = {
    "content-security-policy": POLICY, "x-content-type-options": "nosniff", "x-frame-options": "DENY",
    "referrer-policy": "same-origin", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}  # fmt: skip


class Bucket:
    """Per-key token bucket."""

    MOST = 20_000

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.pace = float(most), most / seconds
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token, if there is one."""
        now = time.monotonic()
        left, at = self._left.pop(key, (self.most, now))
        left = min(self.most, left + (now - at) * self.pace)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left), now
        if len(self._left) > self.MOST:
            self._left.popitem(last=False)
        return allowed


class Limits:
    """All rate limits."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.requests = Bucket(settings.rate, 60)
        self.addresses = Bucket(settings.logins, 60)
        self.names = Bucket(settings.logins, 900)
        self.messages = Bucket(300, 10)
        self.talk = Bucket(30, 60)

    def speak(self, person: str) -> bool:
        """Whether another chat message is allowed."""
        return self.talk.take(person)

    def message(self, client: object) -> bool:
        """Whether another WebSocket message is allowed."""
        return self.settings.local or self.messages.take(str(id(client)))

    def login(self, asked: HTTPConnection, name: str) -> None:
        """Count an attempt to log in; refused if there are too many."""
        place = address(asked.scope, self.settings)
        allowed = self.addresses.take(place)
        if not self.names.take(f"{place} {name.strip().lower()}") or not allowed:  # others can still log in
            raise TooMany("Too many attempts; wait a moment")


def address(scope: Scope, settings: Settings) -> str:
    """The address that a request comes from; of IPv6 the network, since one machine has many addresses in it.

    X-Forwarded-For is trusted only if it comes from a proxy named in the settings. Its last entry counts.
    """
    client = scope.get("client")
    found = client[0] if client else ""
    if _within(found, settings.proxies) and (said := Headers(scope=scope).getlist("x-forwarded-for")):
        found = said[-1].rpartition(",")[2].strip()
    try:
        parsed = ip_address(found)
    except ValueError:
        return found
    if isinstance(parsed, IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped or ip_network(f"{parsed}/64", strict=False))
    return str(parsed)


def _within(found: str, networks: Sequence[IPv4Network | IPv6Network]) -> bool:
    try:
        parsed = ip_address(found)
    except ValueError:
        return False
    plain = getattr(parsed, "ipv4_mapped", None) or parsed  # a server that listens on `::` sees IPv4 so
    return any(plain in network for network in networks)


class Guard:
    """The outermost middleware."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits, metrics: Metrics) -> None:
        self.app, self.settings, self.limits, self.metrics = app, settings, limits, metrics
        self.headers = [(name.encode(), value.encode()) for name, value in ALWAYS.items()]
        if settings.secure:
            self.headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it with a reason."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refused(scope, headers)
        if scope["type"] == "websocket":
            if refused:
                await receive()
                await send({"type": "websocket.close", "code": 4003, "reason": refused[1]["message"]})
                return
            await self._socket(scope, receive, send)
            return
        await self._http(scope, receive, send, headers, refused)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        begin, said = time.monotonic(), {"path": _noted(scope["path"]), "address": address(scope, self.settings)}
        try:
            await self.app(scope, receive, send)
        except Exception:
            log.exception("socket", extra=said)
        finally:
            log.info("socket closed", extra={**said, "seconds": round(time.monotonic() - begin, 1)})

    async def _http(
        self, scope: Scope, receive: Receive, send: Send, headers: Headers, refused: tuple[int, dict[str, Any]] | None
    ) -> None:
        started, begin, name, path = 0, time.perf_counter(), secrets.token_hex(6), _noted(scope["path"])

        async def sent(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = message["status"]
                given = message.setdefault("headers", [])
                given.extend(self.headers)
                given.append((b"x-request-id", name.encode()))
                if not any(key.lower() == b"cache-control" for key, _ in given):
                    kept = scope["path"].startswith("/static/")  # revalidated each time, sent only if changed
                    given.append((b"cache-control", b"no-cache" if kept else b"no-store"))
            await send(message)

        if refused is None:
            try:
                await self.app(scope, measured(receive, self.settings.body), sent)
            except Exception:
                log.exception("failed", extra={"request": name, "path": path})
                refused = 500, {"code": "error", "message": f"Something went wrong; it is logged as {name}"}
        if refused is not None and not started:
            await answer(sent, *refused)
        took = time.perf_counter() - begin
        self.metrics.answered(scope["method"], started, took)
        said = {"request": name, "method": scope["method"], "path": path, "status": started}
        log.info("request", extra={**said, "ms": round(took * 1000, 1), "address": address(scope, self.settings)})

    # -- admission ---------------------------------------------------------------------------

    def _refused(self, scope: Scope, headers: Headers) -> tuple[int, dict[str, Any]] | None:
        if not self._host(headers.get("host", "")):
            return 403, {"code": "forbidden", "message": "Unknown host name"}
        if (scope["type"] == "websocket" or scope["method"] not in SAFE) and not self._own(scope, headers):
            return 403, {"code": "forbidden", "message": "Wrong origin"}
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length) > self.settings.body:
            return problem(TooLarge("The request is too large"))
        if self.settings.accounts and not self.limits.requests.take(address(scope, self.settings)):
            return problem(TooMany("Too many requests; wait a moment"))
        return None

    def _host(self, host: str) -> bool:
        """A server without accounts accepts only names of this machine, against DNS rebinding."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if self.settings.local:
            return name in LOOPBACK
        return not self.settings.origin or name == urlsplit(self.settings.origin).hostname or name in LOOPBACK

    def _own(self, scope: Scope, headers: Headers) -> bool:
        """Whether a request comes from a page of this server, or from no page at all."""
        site = headers.get("sec-fetch-site")
        if site is not None and site not in ("same-origin", "none"):
            return False
        origin = headers.get("origin")
        if origin is None:
            return True
        try:
            return origin != "null" and urlsplit(origin).netloc.lower() in self._names(headers)
        except ValueError:
            return False

    def _names(self, headers: Headers) -> tuple[str, ...]:
        own = urlsplit(self.settings.origin).netloc.lower()
        return (headers.get("host", "").lower(), *([own] if own else []))


def _noted(path: str) -> str:
    """A path for the log, without the secret in it."""
    return re.sub(r"/(join|reset|verify)/.*", r"/\1/...", path)


async def answer(send: Send, status: int, said: Mapping[str, Any]) -> None:
    """A short answer without the application."""
    body = json.dumps(said).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
