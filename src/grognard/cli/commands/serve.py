"""`grognard serve`: the server for playing in the browser."""

import asyncio
import contextlib
import gc
import json
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from typing import Any

import uvicorn

from ...core.title import Bad
from ...kit.table import Wargame
from ...titles import TITLES
from ...web.server.app import create_app
from ...web.server.patience import PatientHTTP
from ...web.server.settings import LOOPBACK, Settings, from_environment
from ...web.storage.server_lock import ServerLock
from ...web.storage.store import Store
from .workers import check, supervise

TRIES = 20  # ports to try, counting from the requested one
LOG_SIZE, LOG_FILES = 10 << 20, 9  # bytes of a log file, and how many older ones are kept
WAIT = 10  # seconds to wait for running requests at shutdown


class JsonLines(logging.Formatter):
    """Log formatter: one line of JSON per event, without passwords, cookies or request bodies."""

    KNOWN = frozenset((*vars(logging.makeLogRecord({})), "color_message", "message", "asctime"))

    def format(self, record: logging.LogRecord) -> str:
        """Format a log record as one line."""
        said: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        said |= {name: value for name, value in vars(record).items() if name not in self.KNOWN}
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return json.dumps(said, default=str)


class PrivateLog(RotatingFileHandler):
    """A log that is rotated and that only its owner can read."""

    def _open(self) -> TextIOWrapper:
        def private(path: str, flags: int) -> int:
            return os.open(path, flags, 0o600)

        return TextIOWrapper(open(self.baseFilename, "ab", opener=private), encoding=self.encoding)


def log_to(stream: Any, *, requests: bool) -> None:
    """Log as lines of JSON to a stream, or to a file that is rotated: all requests, or only warnings and errors."""
    handler: logging.Handler
    if isinstance(stream, str):
        try:
            handler = PrivateLog(stream, maxBytes=LOG_SIZE, backupCount=LOG_FILES, encoding="utf-8")
        except OSError as wrong:
            raise Bad(f"the log {stream} cannot be written: {wrong.strerror}") from None
    else:
        handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("grognard").setLevel(logging.INFO if requests else logging.WARNING)


def server(
    settings: Settings, titles: Mapping[str, Wargame[Any]] = TITLES, ready: Callable[[], None] = lambda: None
) -> uvicorn.Server:
    """A server with these settings; it calls `ready` once it accepts connections."""
    config = uvicorn.Config(
        create_app(settings, titles, ready),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        http=PatientHTTP,
        ws="websockets-sansio",
        ws_max_size=1 << 16,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=WAIT,
        proxy_headers=False,
        h11_max_incomplete_event_size=1 << 16,
    )
    return uvicorn.Server(config)


def tune_interpreter() -> None:
    """Reduce pauses: exempt loaded objects from garbage collection, collect less often, switch threads more often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
    sys.setswitchinterval(0.001)


def bound(settings: Settings) -> socket.socket:
    """A listening socket on the port, or in local mode on the next free one."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    for port in range(settings.port, settings.port + (TRIES if settings.local and settings.port else 1)):
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((settings.host, port))
            found.listen(2048)
        except OSError as wrong:
            found.close()
            if not isinstance(wrong, PermissionError) and settings.local and port < settings.port + TRIES - 1:
                continue
            why = (wrong.strerror or str(wrong)).lower()
            raise Bad(f"cannot listen on {settings.host} port {port}: {why}; choose another port with --port") from None
        found.set_inheritable(True)
        return found
    raise AssertionError("all ports have been tried")


def command(
    host: str,
    port: int,
    accounts: bool,
    database: str,
    browser: bool,
    titles: Mapping[str, Wargame[Any]] = TITLES,
    workers: int = 1,
) -> None:
    """Run the server until it is stopped."""
    more = {"database": database} if database else {}
    settings = from_environment(host=host, port=port, accounts=accounts, **more)
    if settings.local and host not in LOOPBACK:
        raise Bad("other machines can only connect with --accounts, which makes people log in")
    check(workers, settings.url)
    if workers > 1 and settings.log:
        raise Bad("several workers log to standard error only: unset GROGNARD_LOG")
    Store(settings.url).close()  # fail early if the database cannot be used
    with ServerLock(settings.url) as lock:
        listening = bound(settings)
        if workers == 1:
            _run(settings, listening, browser, titles, lock)
        else:
            list(titles.values())  # so that the workers share them
            supervise(workers, lambda first: _run(settings, listening, browser, titles, lock, first=first))


def _run(
    settings: Settings,
    listening: socket.socket,
    browser: bool,
    titles: Mapping[str, Wargame[Any]],
    lock: ServerLock,
    *,
    first: bool = True,
) -> None:
    settings, host = settings._replace(port=listening.getsockname()[1]), settings.host
    name = f"[{host}]" if ":" in host else host
    address = settings.origin or f"http://{name}:{settings.port}/"
    if first:
        lock.say(address)
    log_to(settings.log or sys.stderr, requests=settings.accounts or bool(settings.log))
    if first and settings.accounts and not settings.secure and host not in LOOPBACK:
        print(
            "Warning: passwords and cookies travel unencrypted. Put a reverse proxy with HTTPS in front of the server "
            "and set GROGNARD_ORIGIN to its https address.",
            file=sys.stderr,
        )

    def ready() -> None:
        if not first:
            return
        print(f"Grognard is at {address}  (press Ctrl-C to stop)", flush=True)
        if browser and sys.stdout.isatty() and has_browser():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    running = server(settings, titles, ready)
    tune_interpreter()
    try:
        with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
            running.run(sockets=[listening])
    finally:
        listening.close()


def has_browser() -> bool:
    """Whether there is a browser to open and a screen to show it on."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    with contextlib.suppress(webbrowser.Error):
        return bool(webbrowser.get())
    return False
