"""Several server processes on one socket and one database."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from grognard.cli.commands import workers
from grognard.core.dice import Dice
from grognard.core.table import Table
from grognard.core.title import Bad
from grognard.titles import TITLES
from tests.ports import own_port
from tests.waiting import PATIENCE, until
from tests.web.postgres import Postgres

TITLE = TITLES["leningrad79"]


def test_where_they_cannot_work(monkeypatch: pytest.MonkeyPatch) -> None:
    workers.check(1, "sqlite:///games.db")
    workers.check(2, "postgresql://x")
    with pytest.raises(Bad, match="need PostgreSQL"):
        workers.check(2, "sqlite:///games.db")
    monkeypatch.delattr(os, "fork")
    with pytest.raises(Bad, match="fork"):
        workers.check(2, "postgresql://x")


@contextmanager
def serving(url: str, log: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    port = own_port()
    address = f"http://127.0.0.1:{port}"
    main = "import sys; from grognard.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", main, "serve", "--no-browser", "--workers", "2", "--port", str(port)]
    with log.open("wb") as out:
        process = subprocess.Popen([*command, "--database", url], stdout=out, stderr=out)
    try:
        until(lambda: healthy(address) or process.poll() is not None)
        assert process.poll() is None, log.read_text()
        yield address, process
    finally:
        process.terminate()
        assert process.wait(PATIENCE) == 0, log.read_text()


def healthy(address: str) -> bool:
    try:
        return httpx.get(f"{address}/healthz", timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


def children(pid: int) -> set[int]:
    """The processes that a process has started."""
    return {int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


@pytest.mark.slow
def test_two_workers(postgres: Postgres, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with serving(postgres.fresh(), log) as (address, process):
        until(lambda: len(children(process.pid)) == 2)
        first = children(process.pid)
        with httpx.Client(base_url=address, timeout=PATIENCE) as made:
            game = made.post("/api/games", json={"title": TITLE.name}).json()["id"]
            cookies = made.cookies
        table, pick, version = Table(TITLE, rolls=False), Dice(1).pick, 0
        for n in range(12):  # with a new connection each time: any worker may get it
            action = TITLE.text(table.state, TITLE.sample(table.state, pick))
            body = {"as": TITLE.players[table.decider], "version": version, "id": f"n{n}", "action": action}
            with httpx.Client(base_url=address, timeout=PATIENCE, cookies=cookies) as client:
                answer = client.post(f"/api/games/{game}/actions", json=body)
                assert answer.status_code == 200, answer.text
            with httpx.Client(base_url=address, timeout=PATIENCE, cookies=cookies) as client:
                log_ = client.get(f"/api/games/{game}/log").json()
            version = log_["version"]
            for entry in log_["played"][len(table.journal) :]:
                table.enter(TITLE.parse(table.state, entry["action"]))
        os.kill(min(first), signal.SIGKILL)
        until(lambda: len(children(process.pid) - first) == 1 and len(children(process.pid)) == 2)
        until(lambda: healthy(address))
        with httpx.Client(base_url=address, timeout=PATIENCE, cookies=cookies) as client:
            assert client.get(f"/api/games/{game}/log").json()["version"] == version
    said = log.read_text()
    assert said.count("Grognard is at") == 1
    assert "stopped (exit code -9); starting it again" in said
