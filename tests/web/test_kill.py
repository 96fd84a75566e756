"""Servers as they are: processes of their own, killed in the middle, and two on one database."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import websockets

from grognard.core.dice import Dice
from grognard.core.table import Table
from grognard.titles import TITLES
from tests.waiting import PATIENCE
from tests.web.kill import served, trial
from tests.web.postgres import Postgres
from tests.web.tables import run

KILLS = int(os.environ.get("GROGNARD_KILLS", "3"))
TITLE = TITLES["leningrad79"]


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(database: str) -> None:
    tally = asyncio.run(trial(database, KILLS))
    assert tally.kills == KILLS
    assert tally.acknowledged > KILLS
    assert tally.cut  # otherwise it was not killed in the middle of anything


@pytest.mark.slow
def test_two_servers_on_one_database(postgres: Postgres) -> None:
    url = postgres.fresh()
    with served(url) as here, served(url) as there:

        async def work() -> None:
            async with (
                httpx.AsyncClient(base_url=here.address, timeout=PATIENCE) as one,
                httpx.AsyncClient(base_url=there.address, timeout=PATIENCE) as two,
            ):
                game = (await one.post("/api/games", json={"title": TITLE.name})).json()["id"]
                socket = f"ws://127.0.0.1:{there.port}/api/games/{game}/live?as=soviet"
                async with websockets.connect(socket) as live:
                    await seen_there(one, two, game, live)
                await conflict(one, two, game)

        run(work)


async def seen_there(
    one: httpx.AsyncClient, two: httpx.AsyncClient, game: str, live: websockets.ClientConnection
) -> None:
    """What is played at one is told to who listens at the other."""
    table, pick = Table(TITLE, rolls=False), Dice(1).pick
    for version in range(6):
        action = TITLE.text(table.state, TITLE.sample(table.state, pick))
        body = {"as": "soviet", "version": version, "id": f"n{version}", "action": action}
        assert (await one.post(f"/api/games/{game}/actions", json=body)).status_code == 200
        table.enter(TITLE.parse(table.state, action))
        while True:
            told = json.loads(await asyncio.wait_for(live.recv(), PATIENCE))
            if told["type"] == "update" and told["version"] == version + 1:
                break
        assert told["played"][-1]["action"] == action
        assert (await two.get(f"/api/games/{game}/log")).json()["version"] == version + 1


async def conflict(one: httpx.AsyncClient, two: httpx.AsyncClient, game: str) -> None:
    """Of two moves for the same position one is played, and the other is told so."""
    for n in range(10):
        view = (await one.get(f"/api/games/{game}/log")).json()
        table = Table(TITLE, rolls=False)
        for entry in view["played"]:
            table.enter(TITLE.parse(table.state, entry["action"]))
        side = TITLE.players[table.decider]

        def body(seed: int, table: Table = table, view: dict[str, int] = view, side: str = side) -> dict[str, object]:
            action = TITLE.text(table.state, TITLE.sample(table.state, Dice(seed).pick, 0))
            return {"as": side, "version": view["version"], "id": f"c{seed}", "action": action}

        answers = await asyncio.gather(
            one.post(f"/api/games/{game}/actions", json=body(1000 + n)),
            two.post(f"/api/games/{game}/actions", json=body(2000 + n)),
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        refused = next(answer.json() for answer in answers if answer.status_code == 409)
        assert refused["code"] == "stale"
        assert refused["version"] > view["version"]


@pytest.mark.slow
def test_a_server_without_a_database_says_so_and_ends_with_2(tmp_path: Path) -> None:
    broken = tmp_path / "games.db"
    broken.write_bytes(b"rubbish " * 1000)
    done = subprocess.run(
        [sys.executable, "-c", "from grognard.cli import main; main()", "serve", "--port", "0", "--no-browser"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "GROGNARD_DATABASE_URL": f"sqlite:///{broken}"},
    )
    assert done.returncode == 2, done.stderr
    assert "games.db cannot be used: the file is not a database" in done.stderr
    assert "Traceback" not in done.stderr
    assert broken.read_bytes() == b"rubbish " * 1000
