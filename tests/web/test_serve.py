"""`grognard serve`: says where it is, moves to the next free port, and goes down in order."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from grognard.cli.commands import serve
from tests.waiting import PATIENCE


def start(folder: Path, *more: str) -> "subprocess.Popen[str]":
    said = {**os.environ, "GROGNARD_HOME": str(folder), "GROGNARD_DATABASE_URL": ""}
    command = [sys.executable, "-c", "from grognard.cli import main; main()", "serve", *more]
    return subprocess.Popen(command, env=said, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_says_where_it_is_and_goes_down_in_order(tmp_path: Path, sign: signal.Signals) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = start(tmp_path, "--port", str(port))
        assert process.stdout
        assert process.stderr
        try:
            line = process.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            assert address, line or process.stderr.read()
            assert int(address[1]) != port
            with urllib.request.urlopen(f"{address[0]}healthz", timeout=PATIENCE) as answer:
                assert b'"ok"' in answer.read()
            process.send_signal(sign)
            assert process.wait(PATIENCE) in (0, -sign, 128 + sign)
            assert "Traceback" not in process.stderr.read()
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
            process.stderr.close()
    assert (tmp_path / "games.db").exists()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--host", "0.0.0.0"), "--accounts"),
        (("--host", "203.0.113.7", "--accounts"), "cannot listen"),
        (("--database", "mysql://x/y"), "SQLite or PostgreSQL"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_line(tmp_path: Path, more: tuple[str, ...], message: str) -> None:
    process = start(tmp_path, "--port", "0", *more)
    said, wrong = process.communicate(timeout=PATIENCE)
    assert process.returncode not in (0, None), said
    assert message in wrong
    assert "Traceback" not in wrong


class Idle:
    """A server that stops at once."""

    def run(self, sockets: object) -> None:
        pass


@pytest.mark.parametrize(
    ("host", "origin", "warned"),
    [("0.0.0.0", "", True), ("0.0.0.0", "https://play.example.org", False), ("127.0.0.1", "", False)],
)
def test_accounts_over_plain_http_are_warned_about(
    host: str,
    origin: str,
    warned: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GROGNARD_ORIGIN", origin)
    monkeypatch.setattr(serve, "bound", lambda _: socket.create_server(("127.0.0.1", 0)))
    monkeypatch.setattr(serve, "server", lambda *_: Idle())
    for name in ("log_to", "tune_interpreter"):
        monkeypatch.setattr(serve, name, lambda *_, **__: None)
    serve.command(host, 0, True, f"sqlite:///{tmp_path / 'games.db'}", False, {})
    assert ("travel unencrypted" in capsys.readouterr().err) is warned
