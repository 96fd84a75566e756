"""A load test of the server: forty games at once, played by bots over WebSockets on loopback.

    python -m tools.load [--games 40] [--seconds 15]

The server runs in a separate process, with SQLite synced at every commit, once with a real game and
once with a title that has almost no rules. Each side of each game is a client with its own socket;
it follows the game on its own table and plays a legal action as soon as it has to decide.
The report shows actions per second of the server's processor time, and how long an action takes from
sending it to the acknowledgement that it is stored. The bots share one process: `bots µs` is the processor time
they take for an action, which is part of how long it takes. Under fog a bot sees everything, so that it can follow.
"""

import argparse
import asyncio
import cProfile
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from grognard.cli.commands.serve import server, tune_interpreter
from grognard.core import state as core
from grognard.core.action import Step, Verb
from grognard.core.flow import Flow, do, loop, step
from grognard.core.kinds import NUMBER, PLACE, Lexicon
from grognard.core.rule import Rulebook
from grognard.core.state import column, scalar
from grognard.core.table import Table
from grognard.core.title import Title
from grognard.kit.table import Wargame
from grognard.titles import TITLES
from grognard.web.server.settings import Settings

# -- a title without rules --------------------------------------------------------------------


@core.columns
@dataclass(slots=True, eq=False, kw_only=True)
class Beads(core.State):
    place: bytearray = column(PLACE)
    count: int = scalar(NUMBER)


def _tell(s: Beads) -> None:
    s.count += 1


PASS = Verb("pass", (), lambda _s: None)
GAME = Flow(
    "game",
    loop(
        lambda s: s.count < 100_000,
        do(_tell),
        step(Step("one", "1.1", lambda _s: 0, (PASS,))),
        step(Step("other", "1.1", lambda _s: 1, (PASS,))),
    ),
)


class _Board:
    box = 1


class _Data:
    board, map = _Board(), None


def _blank(title: Title[Beads], scenario: str, options: tuple[str, ...]) -> Beads:
    return Beads(title=title, scenario=scenario, options=options, flow=GAME, place=bytearray(1))


BEADS: Wargame[Beads] = Wargame(
    name="beads",
    full="Beads",
    about="No rules.",
    version=1,
    players=("one", "other"),
    scenarios={"all": "All"},
    options={},
    flows={"game": GAME},
    lexicon=Lexicon(("here", "box"), ("bead",), ()),
    rulebook=Rulebook((), (), ()),
    data=_Data(),
    state=Beads,
    blank=_blank,
    set_up=lambda _s: None,
    settle=lambda _s: None,
    outcome=lambda _s: None,
    now=lambda _s: "now",
    unit=lambda _s, _p: "bead",
    place=lambda _s, _p: "here",
    portrait=lambda _s, _p: {"there": {"id": "bead", "side": "one", "place": "here"}},
    spawn=lambda _s, _word, _taken: 0,
    board=TITLES["leningrad79"].board,
)
SHELF: dict[str, Wargame[Any]] = {**TITLES, "beads": BEADS}


# -- the server -------------------------------------------------------------------------------


def serve(port: int, database: str, profile: str) -> None:
    signal.signal(signal.SIGTERM, lambda *_: None)  # so that the code after the server still runs
    running = server(Settings(database=database, port=port), SHELF)
    tune_interpreter()
    if not profile:
        running.run()
        return
    watch = cProfile.Profile(time.thread_time)  # of the main thread: storing has its own
    watch.runcall(running.run)
    watch.dump_stats(profile)


@contextmanager
def running(port: int, folder: str, profile: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """A separate server."""
    command = [sys.executable, "-m", "tools.load", "--serve", str(port), f"sqlite:///{folder}/games.db", profile]
    process = subprocess.Popen(command)
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).read()
                break
            except OSError:
                time.sleep(0.1)
        yield process
    finally:
        process.terminate()
        process.wait(20)


def processor(pid: int) -> float:
    """The processor time of a process in seconds, for all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# -- the bots ---------------------------------------------------------------------------------


def post(port: int, path: str, body: Any) -> Any:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    return json.loads(urllib.request.urlopen(request, timeout=30).read())


class Bot:
    """Plays one side of one game."""

    def __init__(self, socket: ClientConnection, title: Title[Any], side: str, seed: int) -> None:
        self.socket, self.title, self.side = socket, title, side
        self.player = title.players.index(side)
        self.state = Table(title, rolls=False).state
        self.known = 0  # how many actions it has followed
        self.random = Random(seed)
        self.sent = 0.0
        self.waits: list[float] = []
        self.over = False

    async def play(self) -> None:
        version = 0
        async for text in self.socket:
            said = json.loads(text)
            if said["type"] == "ack":
                self.waits.append(time.perf_counter() - self.sent)
            elif said["type"] == "refused":
                raise RuntimeError(said)
            if said["type"] in ("ack", "update"):
                version = said["version"]
                self._follow(said)
                if self.over:
                    return
                if said["decider"] == self.side:
                    await self._act(version)

    def _follow(self, said: Any) -> None:
        for entry in said["played"][self.known - said["from"] :]:
            self.title.play(self.state, self.title.parse(self.state, entry["action"]))
            self.known += 1
        self.over = said["over"]

    async def _act(self, version: int) -> None:
        s = self.state
        action = self.title.text(s, self.title.sample(s, self.random.randrange))
        self.sent = time.perf_counter()
        await self.socket.send(
            json.dumps(
                {"type": "play", "id": f"{self.side}{version}", "version": version, "action": action, "as": self.side}
            )
        )


async def seated(port: int, title: Title[Any], seed: int) -> list[Bot]:
    """A new game, and a bot for each side of it."""
    made = await asyncio.to_thread(post, port, "/api/games", {"title": title.name})
    address = f"ws://127.0.0.1:{port}/api/games/{made['id']}/live?as="
    eyes = ["all" if title.fogged else side for side in title.players]  # a bot follows the game by its actions
    sockets = [await connect(address + eye, compression=None, max_size=None) for eye in eyes]
    return [
        Bot(socket, title, side, seed + n) for n, (socket, side) in enumerate(zip(sockets, title.players, strict=True))
    ]


async def measured(port: int, pid: int, title: Title[Any], games: int, seconds: float) -> dict[str, float]:
    """Set up the games, then let the bots play for this long, or until all games are over."""
    bots = [bot for n in range(games) for bot in await seated(port, title, 10 * n)]
    begin, used, own = time.perf_counter(), processor(pid), time.process_time()
    tasks = [asyncio.create_task(bot.play()) for bot in bots]
    _, playing = await asyncio.wait(tasks, timeout=seconds)
    took, used, own = time.perf_counter() - begin, processor(pid) - used, time.process_time() - own
    waits = sorted(wait for bot in bots for wait in bot.waits)
    for task in tasks:
        if task in playing:
            task.cancel()
        else:
            task.result()
    await asyncio.gather(*(bot.socket.close() for bot in bots))
    return {
        "actions": len(waits),
        "per second": len(waits) / took,
        "per processor second": len(waits) / used,
        "p50 ms": 1000 * waits[len(waits) // 2],
        "p99 ms": 1000 * waits[len(waits) * 99 // 100],
        "busy": used / took,
        "bots µs": 1e6 * own / len(waits),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--port", type=int, default=8191)
    parser.add_argument("--title", default="leningrad79")
    parser.add_argument("--profile", default="", help="write a cProfile file")
    parser.add_argument("--serve", nargs=3, help=argparse.SUPPRESS)
    said = parser.parse_args()
    if said.serve:
        serve(int(said.serve[0]), said.serve[1], said.serve[2])
        return
    found = {}
    for name in (said.title,) if said.title == "beads" or said.profile else (said.title, "beads"):
        with tempfile.TemporaryDirectory() as folder, running(said.port, folder, said.profile) as process:
            found[name] = asyncio.run(measured(said.port, process.pid, SHELF[name], said.games, said.seconds))
        print(f"{name:12}", "  ".join(f"{key} {value:,.1f}" for key, value in found[name].items()), flush=True)
    if len(found) == 2:
        real, bare = found.values()
        print(
            "relative to the title without rules:",
            "  ".join(f"{key} {real[key] / bare[key]:.2f}" for key in ("per processor second", "p50 ms", "p99 ms")),
        )


if __name__ == "__main__":
    main()
