"""A server for tests, spoken to over HTTP and WebSocket."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from grognard.kit.table import Wargame
from grognard.web.routes.common import House
from grognard.web.server.app import create_app
from grognard.web.server.settings import Settings

from .fogged import SHELF

PORT = 8041
HERE = f"http://127.0.0.1:{PORT}"


@contextmanager
def served(folder: Path, shelf: Mapping[str, Wargame[Any]] = SHELF, **settings: Any) -> Iterator[TestClient]:
    """A server with a database in this folder, and a browser that has just come by."""
    made = Settings(**{"database": f"sqlite:///{folder / 'games.db'}", "port": PORT, **settings})
    with TestClient(create_app(made, shelf), base_url=HERE, raise_server_exceptions=False) as client:
        yield client


def house(client: TestClient) -> House:
    """The parts of the server that this browser talks to."""
    app: Any = client.app
    found: House = app.state.house
    return found


def another(client: TestClient, address: str = "testclient") -> TestClient:
    """Another browser at the same server."""
    other = TestClient(client.app, base_url=HERE, raise_server_exceptions=False, client=(address, 50000))
    other.portal = client.portal  # one event loop for all, as in a real server
    return other


def new(client: TestClient, title: str = "leningrad79", **more: Any) -> Any:
    """A new game."""
    answer = client.post("/api/games", json={"title": title, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def two(first: TestClient, title: str = "leningrad79", **more: Any) -> tuple[str, TestClient]:
    """A game against somebody else: the first side is the first one's; the other's browser."""
    players = SHELF[title].players
    first.get("/")
    game = new(first, title, seats={players[1]: "invite"}, **more)
    (invitation,) = [seat["invitation"] for seat in game["seats"] if "invitation" in seat]
    guest = another(first)
    assert guest.post(f"/api/join/{invitation}").status_code == 200
    return game["id"], guest


def live(client: TestClient, path: str, headers: dict[str, str] | None = None) -> WebSocketTestSession:
    """A live line to a game: its id, perhaps with a query."""
    game, _, query = path.partition("?")
    return client.websocket_connect(f"ws://127.0.0.1:{PORT}/api/games/{game}/live?{query}", headers=headers or {})
