"""A real server and a real browser. Screenshots are saved in `build/screenshots`."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.hands import Hands
from tests.ports import own_port
from tests.waiting import PATIENCE, until

Visit = Callable[..., Hands]
expect.set_options(timeout=1000 * PATIENCE)

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "build" / "screenshots"
WIDE, LAPTOP, PHONE = (1600, 1000), (1280, 800), (390, 844)
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser")  # without windows it needs a quarter less time
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

LASTING = """(() => {  // what the page removes by itself stays long enough even on the slowest machine
  const passing = [2500, 5000, 9000];  // ms: a button that says it is done, a notice, dice
  const later = window.setTimeout;
  window.setTimeout = (work, ms, ...more) => later(work, passing.includes(ms) ? 100 * ms : ms, ...more);
})()"""

COUNTED = """(() => {  // how many requests are under way; one is over when the page has dealt with its answer
  const asked = window.fetch;
  window.underway = 0;
  const over = () => setTimeout(() => (window.underway -= 1), 0);
  window.fetch = async (...request) => {
    window.underway += 1;
    try {
      const answer = await asked(...request);
      for (const name of ["text", "json"]) {
        const read = answer[name].bind(answer);
        answer[name] = () => read().finally(over);
      }
      return answer;
    } catch (lost) {
      over();
      throw lost;
    }
  };
})()"""

PACED = """pace => {
  if (!location.protocol.startsWith("http")) return;  // an empty page stores nothing
  localStorage.getItem("grognard.settings") ?? localStorage.setItem("grognard.settings", JSON.stringify({ pace }));
}"""

SEEDED = """
import grognard.core.table as table
table.Dice = lambda seed=None, real=table.Dice: real("july" if seed is None else seed)
"""


class Made(NamedTuple):
    """A game on the server."""

    id: str
    url: str
    path: str
    links: dict[str, str]


class Server:
    """`grognard serve` in a separate process; in every game the dice roll the same."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.home, self.port, self.arguments = home, own_port(), arguments
        self.url = f"http://127.0.0.1:{self.port}"
        self.change = ""  # code that changes the program before it starts
        self.start()

    def start(self) -> None:
        program = [sys.executable, "-c", f"{SEEDED}\n{self.change}\nfrom grognard.cli import main; main()"]
        command = [*program, "serve", "--no-browser", "--port", str(self.port)]
        self.log = self.home / "server.log"
        with self.log.open("a") as log:  # not a pipe, which would fill up
            self.process = subprocess.Popen(
                [*command, *self.arguments],
                env={**os.environ, "GROGNARD_HOME": str(self.home)},
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        until(self._answers)

    def _answers(self) -> bool:
        if self.process.poll() is not None:
            raise RuntimeError(f"the server did not start: {self.log.read_text()}")
        try:
            return httpx.get(f"{self.url}/healthz", timeout=PATIENCE).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """Kill the server."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()

    def game(self, position: str = "", **said: Any) -> Made:
        """A game set up by the owner; the position in the notation, without its first line."""
        lines = [line.strip() for line in position.strip().splitlines()]
        text = "\n".join(["leningrad79 campaign", *lines]) if position else ""
        made = self.ask("POST", "/api/games", **{"title": "leningrad79", "text": text, **said})
        links = {
            seat["side"]: f"{self.url}/join/{seat['invitation']}" for seat in made["seats"] if "invitation" in seat
        }
        return Made(made["id"], f"{self.url}/game/{made['id']}", f"/api/games/{made['id']}", links)

    def play(self, game: Made, *actions: str) -> None:
        """Play actions for the side that decides, without the browser."""
        for action in actions:
            view = self.ask("GET", game.path)
            said = {"as": view["ask"]["side"], "version": view["version"], "id": uuid4().hex, "action": action}
            self.ask("POST", f"{game.path}/actions", **said)

    def ask(self, method: str, path: str, **said: Any) -> dict[str, Any]:
        """Send a request as the owner, without the browser."""
        answer = httpx.request(
            method,
            self.url + path,
            headers={"Origin": self.url},
            timeout=PATIENCE,
            params=said if method == "GET" else None,
            json=said if method != "GET" else None,
        )
        assert answer.is_success, answer.text
        found: dict[str, Any] = answer.json()
        return found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("home"))
    yield made
    made.stop()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """A separate server for a test, to be killed or to have accounts."""
    made: list[Server] = []

    def start(*arguments: str) -> Server:
        made.append(Server(tmp_path, *arguments))
        return made[-1]

    yield start
    for one in made:
        one.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found_at = [path for name in CHROMIUM if (path := shutil.which(name))]
    assert found_at, "there is no Chromium: `make test` installs it or says how"
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=found_at[0], args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens a page in a new browser; any error or warning in it fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(
        url: str,
        size: tuple[int, int] = LAPTOP,
        *,
        dark: bool = False,
        touch: bool = False,
        rough: bool = False,
        pace: str = "skip",
        **more: Any,
    ) -> Hands:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce",
            locale="en-GB",
            accept_downloads=True,
            **more,
        )
        context.add_init_script(LASTING)
        context.add_init_script(COUNTED)
        context.add_init_script(f"({PACED})({pace!r})")  # what the others did is not played out unless asked for
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if not rough:  # a connection cut on purpose causes errors
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(url)
        return Hands(page)

    yield open_page
    for context in contexts:
        context.close()
    unexpected = [one for one in complaints if "status of 4" not in one]
    assert not unexpected, unexpected


@pytest.fixture(scope="session")
def shot() -> Callable[[Hands, str], None]:
    """Saves a screenshot."""

    def take(hands: Hands, name: str) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        hands.page.screenshot(path=SHOTS / f"{name}.png")

    return take
