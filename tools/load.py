"""A load test of the server: forty games at once, played by bots over WebSockets on loopback.

    python -m tools.load [--games 40] [--seconds 15] [--rounds 1] [--against TREE] [--workers N --database URL]

The server runs in a separate process, with SQLite synced at every commit, once with a real game and
once with a title that has almost no rules. Each side of each game is a client with its own socket;
it follows the game on its own table and plays a legal action as soon as it has to decide.
The report shows actions per second of the server's processor time, and how long an action takes from
sending it to the acknowledgement that it is stored. The bots share one process: `bots µs` is the processor time
they take for an action, which is part of how long it takes. Under fog a bot sees everything, so that it can follow.

With `--against` the server of another tree (a directory with `src` and `tools`) takes turns with that of this one; the
same bots play with both. With `--workers` the server is several processes on a PostgreSQL; the two sockets of a game
end up with either.
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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from grognard.cli.commands.serve import command, server, tune_interpreter
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
HERE = Path(__file__).resolve().parents[1]
RATIOS = ("per processor second", "p50 ms", "p99 ms")
SHELF: dict[str, Wargame[Any]] = {**TITLES, "beads": BEADS}


# -- the server -------------------------------------------------------------------------------


def serve(port: int, database: str, profile: str, workers: int = 1) -> None:
    if workers > 1:
        command("127.0.0.1", port, False, database, False, SHELF, workers)
        return
    signal.signal(signal.SIGTERM, lambda *_: None)  # so that the code after the server still runs
    running = server(Settings(database=database, port=port), SHELF)
    tune_interpreter()
    if not profile:
        running.run()
        return
    watch = cProfile.Profile(time.thread_time)  # of the main thread: storing has its own
    watch.runcall(running.run)
    watch.dump_stats(profile)


class Server(NamedTuple):
    """A server to measure."""

    port: int
    tree: Path = HERE
    profile: str = ""
    workers: int = 1
    database: str = ""  # a PostgreSQL; otherwise a new SQLite

    @contextmanager
    def running(self) -> Iterator[subprocess.Popen[bytes]]:
        """Run it in a process of its own."""
        with tempfile.TemporaryDirectory() as folder:
            database = self.database or f"sqlite:///{folder}/games.db"
            more = [str(self.workers)] if self.workers > 1 else []
            command = [sys.executable, "-m", "tools.load", "--serve", str(self.port), database, self.profile, *more]
            path = os.pathsep.join((str(self.tree / "src"), str(self.tree)))
            process = subprocess.Popen(command, cwd=self.tree, env={**os.environ, "PYTHONPATH": path})
            try:
                for _ in range(600):
                    try:
                        urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=1).read()
                        break
                    except OSError:
                        time.sleep(0.1)
                yield process
            finally:
                process.terminate()
                process.wait(20)


def processor(pid: int) -> float:
    """The processor time of a process in seconds, for all its threads and workers."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(processor(int(child)) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split())


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


def compare(servers: Mapping[str, Server], titles: Sequence[str], said: argparse.Namespace) -> dict[str, Any]:
    """Measure every server with every title, in turn; the rounds of each, and the medians."""
    found: dict[str, dict[str, list[dict[str, float]]]] = {name: {title: [] for title in titles} for name in servers}
    for _, (name, one_server), title in product(range(said.rounds), servers.items(), titles):
        with one_server.running() as process:
            one = asyncio.run(measured(one_server.port, process.pid, SHELF[title], said.games, said.seconds))
        found[name][title].append(one)
        print(f"{name:6} {title:12}", "  ".join(f"{key} {value:,.1f}" for key, value in one.items()), flush=True)
    return found


def ratio(key: str, over: list[dict[str, float]], under: list[dict[str, float]]) -> float:
    """The median, over the rounds, of the ratio of a figure."""
    return median(one[key] / other[key] for one, other in zip(over, under, strict=True))


def summary(found: dict[str, Any], titles: Sequence[str]) -> dict[str, Any]:
    """The ratios: to the title without rules on the same server, and to the other server."""
    out: dict[str, Any] = {}
    for name, by_title in found.items():
        for title in titles:
            if title != "beads" and "beads" in titles:
                key = f"{name}: {title} to the title without rules"
                out[key] = {one: ratio(one, by_title[title], by_title["beads"]) for one in RATIOS}
    for other in [name for name in found if name != "this"]:
        for title in titles:
            out[f"this to {other}: {title}"] = {
                one: ratio(one, found["this"][title], found[other][title]) for one in RATIOS
            }
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--port", type=int, default=8191)
    parser.add_argument("--title", default="leningrad79", help="one title, or several with commas")
    parser.add_argument("--against", default="", metavar="TREE", help="another source tree")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--database", default="", help="a PostgreSQL instead of a new SQLite")
    parser.add_argument("--profile", default="", help="write a cProfile file")
    parser.add_argument("--json", default="", help="write all rounds and the ratios to this file")
    parser.add_argument("--serve", nargs="+", help=argparse.SUPPRESS)
    said = parser.parse_args()
    if said.serve:
        serve(int(said.serve[0]), said.serve[1], said.serve[2], *map(int, said.serve[3:]))
        return
    this = Server(said.port, profile=said.profile, database=said.database)
    servers = {"this": this}
    if said.against:
        servers["other"] = this._replace(tree=Path(said.against).resolve())
    if said.workers > 1:
        servers[f"{said.workers} workers"] = this._replace(workers=said.workers)
    titles = said.title.split(",")
    titles += [] if "beads" in titles or said.profile else ["beads"]
    found = compare(servers, titles, said)
    ratios = summary(found, titles)
    for name, one in ratios.items():
        print(f"{name}:", "  ".join(f"{key} {value:.2f}" for key, value in one.items()))
    if said.json:
        Path(said.json).write_text(json.dumps({"rounds": found, "ratios": ratios}, indent=1) + "\n")


if __name__ == "__main__":
    main()
