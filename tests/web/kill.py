"""Kills a real server at random moments while games are played on it, and looks what is left.

    python -m tests.web.kill [--database sqlite|postgresql] [--times N] [--seed N]

Whatever was acknowledged has to be there after every start; a request whose answer was cut off is
sent again, and has to have been carried out once; every game has to be readable to its end.
"""

import argparse
import asyncio
import contextlib
import signal
import tempfile
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx

from grognard.core import record
from grognard.core.table import Table
from grognard.titles import TITLES
from tests.ports import own_port
from tests.waiting import PATIENCE, happens, until
from tests.web.killed_server import serve
from tests.web.postgres import running

TITLE = TITLES["leningrad79"]
GAMES = 4  # at once; the first of them against the computer
MOST = 60  # requests acknowledged until it is killed
FORKS = get_context("forkserver")  # every start is a process of its own, but the modules are imported once
FORKS.set_forkserver_preload(["tests.web.killed_server"])


class Lost(AssertionError):
    """Something that was acknowledged is not there, or a game cannot be read."""


class Tally(NamedTuple):
    """What was done."""

    kills: int
    acknowledged: int
    cut: int  # requests whose answer never came
    stored: int  # of these, how many had been carried out all the same
    games: int


class Server:
    """A server process."""

    def __init__(self, database: str, log: Path, port: int = 0) -> None:
        self.log = log
        self.port = port or own_port()
        self.database = database
        self.process: ForkServerProcess | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = FORKS.Process(target=serve, args=(self.database, self.port, self.log))
        self.process.start()
        until(self._answers)

    def _answers(self) -> bool:
        assert self.process
        if self.process.exitcode is not None:
            raise Lost(f"the server does not start: {self.log.read_text()[-2000:]}")
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{self.address}/healthz", timeout=PATIENCE).status_code == 200
        return False

    def failed(self, wrong: Exception) -> Lost:
        """Say everything that is known about a request that should have been answered."""
        code = self.process.exitcode if self.process else None
        return Lost(f"{wrong!r}; exit code of the server: {code}; its log: {self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        assert self.process
        self.process.kill()
        self.process.join()

    def stop(self) -> None:
        """End it as it likes to be ended; its exit code tells whether it liked it."""
        assert self.process
        self.process.terminate()
        self.process.join(PATIENCE)
        code = self.process.exitcode
        if code not in (0, -signal.SIGTERM):
            raise Lost(f"the server ended with {code}: {self.log.read_text()[-2000:]}")


@contextlib.contextmanager
def served(database: str) -> Iterator[Server]:
    """A server that is there for a while."""
    with tempfile.TemporaryDirectory(prefix="grognard-kill-") as folder:
        server = Server(database, Path(folder) / "log")
        server.start()
        try:
            yield server
        finally:
            if server.process and server.process.is_alive():
                server.kill()


class Pending(NamedTuple):
    """A request whose answer has not come."""

    what: str  # actions, undo
    body: dict[str, Any]


class Player:
    """Plays one game over HTTP, and remembers what was acknowledged: at a table of its own."""

    def __init__(self, number: int, random: Random) -> None:
        self.number, self.random = number, random
        self.computer = number == 0
        self.id = ""
        self.acknowledged = self.cut = self.stored = self.games = self.requests = 0
        self.pending: Pending | None = None

    async def play(self, http: httpx.AsyncClient) -> None:
        """Play until the line breaks."""
        while True:
            if not self.id or self.table.state.over:
                await self.begin(http)
            await self.step(http)

    async def begin(self, http: httpx.AsyncClient) -> None:
        """Another game."""
        seats = {"german": "computer:random" if self.computer else "me", "soviet": "me"}
        answer = await http.post("/api/games", json={"title": TITLE.name, "seats": seats})
        if answer.status_code != 201:
            raise Lost(f"no new game: {answer.status_code} {answer.text[:300]}")
        self.id, self.version = answer.json()["id"], 0
        self.games += 1
        self.table = Table(TITLE, rolls=False)

    async def step(self, http: httpx.AsyncClient) -> None:
        """Do something, and remember that it was acknowledged."""
        table = self.table
        mine = 1 if self.computer else table.decider
        if table.decider != mine:
            await asyncio.sleep(0.005)
            await self.look(http)
            return
        undo = not self.computer and self.random.random() < 0.1 and table.may_undo(mine) is None
        self.requests += 1
        body = {"as": TITLE.players[mine], "version": self.version, "id": f"{self.number}-{self.requests}"}
        if not undo:
            body["action"] = TITLE.text(table.state, TITLE.sample(table.state, self.random.randrange))
        self.pending = Pending("undo" if undo else "actions", body)
        answer = await http.post(f"/api/games/{self.id}/{self.pending.what}", json=body)
        if answer.status_code != 200:
            raise Lost(f"{self.pending} was refused: {answer.status_code} {answer.text[:300]}")
        self.take(answer.json()["version"], undo, answer.json()["played"])

    def take(self, version: int, undo: bool, played: list[dict[str, Any]]) -> None:
        """It has been acknowledged."""
        self.acknowledged += 1
        self.pending = None
        self.version = version
        if undo:
            self.table.undo(agreed=True)
        self.follow(played)

    def follow(self, played: list[dict[str, Any]]) -> None:
        """Do at one's own table what was played."""
        for entry in played:
            if entry["n"] >= len(self.table.journal):
                self.table.enter(TITLE.parse(self.table.state, entry["action"]))
                if self.table.journal[-1].text != entry["action"]:
                    raise Lost(f"{entry['action']!r} is not what was played")

    async def look(self, http: httpx.AsyncClient) -> list[str]:
        """Take in what the game has come to; the whole of it as texts."""
        answer = await http.get(f"/api/games/{self.id}/log")
        if answer.status_code != 200:
            raise Lost(f"game {self.id} cannot be read: {answer.status_code} {answer.text[:300]}")
        told = answer.json()
        texts = [entry["action"] for entry in told["played"]]
        known = [entry.text for entry in self.table.journal]
        if texts[: len(known)] != known:
            raise Lost(f"game {self.id}: acknowledged {known[-3:]} ({len(known)}), found {texts[-3:]} ({len(texts)})")
        if not self.computer and len(texts) > len(known):
            raise Lost(f"game {self.id} has gone on by itself: {texts[len(known) :]}")
        self.follow(told["played"])
        self.version = told["version"]
        return texts

    async def check(self, http: httpx.AsyncClient) -> None:
        """The server was killed and is there again: is everything?"""
        if not self.id:
            return
        if self.pending:
            await self.repeat(http, self.pending)
        texts = await self.look(http)
        told = await http.get(f"/api/games/{self.id}/record")
        replay = record.read(TITLES, told.text)
        if replay.cut or [entry.text for entry in replay.table.journal][: len(texts)] != texts:
            raise Lost(f"the record of game {self.id} is not the game")

    async def repeat(self, http: httpx.AsyncClient, pending: Pending) -> None:
        """Send what was not answered again, twice: it has to be carried out once."""
        self.cut += 1
        before = (await http.get(f"/api/games/{self.id}/log")).json()
        known, undo = [entry.text for entry in self.table.journal], pending.what == "undo"
        found = [entry["action"] for entry in before["played"]]
        kept = known[:-1] if undo and before["version"] != self.version else known
        if found[: len(kept)] != kept or (undo and len(found) != len(kept)):
            raise Lost(f"game {self.id}: acknowledged {known[-3:]}, found {found[-3:]}")
        self.stored += before["version"] != self.version
        path = f"/api/games/{self.id}/{pending.what}"
        answers = [await http.post(path, json=pending.body) for _ in range(2)]
        if [answer.status_code for answer in answers] != [200, 200]:
            raise Lost(f"{pending} sent again: {[answer.text[:200] for answer in answers]}")
        first, second = (answer.json()["version"] for answer in answers)
        if first != second:
            raise Lost(f"{pending} was carried out twice")
        self.take(first, undo, answers[0].json()["played"])
        if not undo and self.table.journal[len(known)].text != pending.body["action"]:
            raise Lost(f"{pending} is not what was played")


def acknowledged(players: list[Player]) -> int:
    """How many requests were acknowledged so far."""
    return sum(player.acknowledged for player in players)


async def busy(players: list[Player], tasks: Sequence[asyncio.Task[None]], random: Random) -> None:
    """Wait until some requests were acknowledged and others are under way, or somebody stopped playing."""
    enough = acknowledged(players) + random.randint(1, MOST)
    await happens(lambda: acknowledged(players) >= enough or any(task.done() for task in tasks))
    await asyncio.sleep(random.uniform(0, 0.02))  # anywhere in the next requests


async def trial(database: str, times: int, seed: int = 1) -> Tally:
    """So many kills; `Lost` tells what is lost."""
    random = Random(seed)
    players = [Player(n, Random(seed * 100 + n)) for n in range(GAMES)]
    with served(database) as server:
        for _ in range(times):
            async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as http:
                tasks = [asyncio.create_task(player.play(http)) for player in players]
                await busy(players, tasks, random)
                server.kill()
                for result in await asyncio.gather(*tasks, return_exceptions=True):
                    if not isinstance(result, httpx.TransportError):
                        raise result if isinstance(result, BaseException) else Lost("somebody stopped playing")
            server.start()
            async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as http:
                try:
                    await asyncio.gather(*(player.check(http) for player in players))
                except httpx.TransportError as wrong:
                    raise server.failed(wrong) from wrong
        server.stop()
    return Tally(
        times,
        acknowledged(players),
        sum(one.cut for one in players),
        sum(one.stored for one in players),
        sum(one.games for one in players),
    )


def trials(kind: str, times: int, seed: int = 1) -> Tally:
    """So many kills on a fresh database of a kind."""
    if kind == "postgresql":
        with running() as server:
            return asyncio.run(trial(server.fresh(), times, seed))
    with tempfile.TemporaryDirectory(prefix="grognard-kill-") as folder:
        return asyncio.run(trial(f"sqlite:///{folder}/games.db", times, seed))


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    said.add_argument("--database", choices=("sqlite", "postgresql"), action="append")
    said.add_argument("--times", type=int, default=50)
    said.add_argument("--seed", type=int, default=1)
    asked = said.parse_args()
    for kind in asked.database or ("sqlite", "postgresql"):
        tally = trials(kind, asked.times, asked.seed)
        print(f"{kind}: {', '.join(f'{name} {n}' for name, n in tally._asdict().items())}")


if __name__ == "__main__":
    main()
