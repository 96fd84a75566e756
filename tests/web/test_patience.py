"""Half a request: the connection is closed, and a whole one in its time is answered."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.cli.commands.serve import bound, server
from grognard.web.server import patience
from grognard.web.server.patience import PatientHTTP
from grognard.web.server.settings import Settings
from tests.waiting import PATIENCE, until


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server that has little patience."""
    monkeypatch.setattr(PatientHTTP, "head", 0.3)
    monkeypatch.setattr(patience.measured, "__defaults__", (0.3, 0.6))
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", port=0)
    listening = bound(settings)
    running = server(settings._replace(port=listening.getsockname()[1]))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    until(lambda: running.started)
    yield listening.getsockname()[1]
    running.should_exit = True
    thread.join(PATIENCE)
    listening.close()


def answered(port: int, *parts: bytes) -> bytes:
    """Everything that comes back until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        for part in parts:
            line.sendall(part)
        out = b""
        while more := line.recv(10_000):
            out += more
        return out


HOST = b"Host: 127.0.0.1\r\n"


@pytest.mark.parametrize("parts", [(), (b"GET /heal",), (b"GET /healthz HTTP/1.1\r\n", HOST)])
def test_half_a_head(port: int, parts: tuple[bytes, ...]) -> None:
    assert answered(port, *parts) == b""


def test_half_a_body(port: int) -> None:
    head = b"POST /api/games HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n" + HOST + b"\r\n"
    said = answered(port, head, b'{"title":')
    assert b" 408 " in said
    assert b"too-slow" in said


def test_a_whole_request(port: int) -> None:
    request = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
    assert b'"status":"ok"' in answered(port, request)  # then it may be used again for a while, and is closed
