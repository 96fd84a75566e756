"""Live play over WebSockets: updates through everybody's own eyes, acknowledgements, coming back, slow clients."""

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from grognard.cli.commands.serve import bound, server
from grognard.core.title import Bad
from grognard.web.play import live
from grognard.web.server.settings import Settings
from tests.waiting import PATIENCE, happens, until

from .fogged import SHELF
from .postgres import Postgres
from .served import another, house, new, served, two
from .served import live as line_to
from .tables import run
from .test_api import script


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as found:
        yield found


def hear(line: WebSocketTestSession, *kinds: str) -> Any:
    """The next message of one of these kinds."""
    while True:
        said = line.receive_json()
        if said["type"] in kinds:
            return said


def test_everybody_is_told(client: TestClient) -> None:
    game, guest = two(client)
    first, second = script(2)
    with (
        line_to(client, f"{game}?as=german") as german,
        line_to(guest, f"{game}?as=soviet") as soviet,
        line_to(another(client), f"{game}") as public,
    ):
        for line in (german, soviet, public):
            said = hear(line, "update")
            assert (said["version"], said["count"], said["played"]) == (0, 0, [])
        soviet.send_json({"type": "play", "id": "a", "version": 0, "action": first})
        ack = hear(soviet, "ack", "refused")
        assert (ack["id"], ack["version"], ack["played"][0]["action"]) == ("a", 1, first)
        for line in (german, public):
            said = hear(line, "update")
            assert (said["version"], said["from"], said["played"][0]["action"]) == (1, 0, first)
        soviet.send_json({"type": "play", "id": "a", "version": 0, "action": first})
        assert hear(soviet, "ack", "refused")["version"] == 1, "not played twice"
        body = {"as": "soviet", "version": 1, "id": "b", "action": second}
        guest.post(f"/api/games/{game}/actions", json=body)
        assert hear(german, "update")["version"] == hear(soviet, "update")["version"] == 2
        guest.post(f"/api/games/{game}/undo", json={"as": "soviet", "version": 2, "id": "c"})
        said = hear(german, "update")
        assert (said["version"], said["count"], said["from"], said["played"]) == (3, 1, 1, [])


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"type": "play", "id": "x", "version": 0, "action": "deploy 0101"}, "illegal"),
        ({"type": "play", "id": "x", "version": 7, "action": "ACTION"}, "stale"),
        ({"type": "play", "id": "x", "version": 0, "action": "gibberish"}, "bad-request"),
        ({"type": "play", "id": "x", "version": 0, "action": "ACTION", "as": "german"}, "forbidden"),
        ({"type": "play", "id": "x", "version": True, "action": "ACTION"}, "malformed"),
        ({"type": "play", "id": 7, "version": 0, "action": "ACTION"}, "malformed"),
        ({"type": "play", "id": "x" * 65, "version": 0, "action": "ACTION"}, "malformed"),
        ({"type": "play"}, "malformed"),
        ({"type": "dance", "id": "x"}, "bad-request"),
        ({}, "bad-request"),
        (["play"], "malformed"),
        ("not json", "malformed"),
        ("[" * 10_000, "malformed"),
        ('"' + "x" * 30_000 + '"', "malformed"),
    ],
)
def test_a_forged_message_changes_nothing(client: TestClient, said: Any, code: str) -> None:
    game, guest = two(client)
    if isinstance(said, dict) and said.get("action") == "ACTION":
        said = {**said, "action": script(1)[0]}
    with line_to(guest, f"{game}?as=soviet") as line:
        line.send_text(said if isinstance(said, str) else json.dumps(said))
        answer = hear(line, "refused", "ack")
        assert (answer["type"], answer["code"]) == ("refused", code)
        if code == "illegal":
            assert answer["objections"][0]["cite"]
        line.send_json({"type": "beat"})
        assert hear(line, "beat")["at"], "the line still stands"
    assert client.get(f"/api/games/{game}").json()["version"] == 0


def test_nobody_plays_who_only_looks_on(client: TestClient) -> None:
    game, _ = two(client)
    with line_to(another(client), f"{game}") as line:
        # on a server without accounts a browser without a cookie is the owner's: he plays the Germans here
        line.send_json({"type": "play", "id": "x", "version": 0, "action": script(1)[0]})
        assert hear(line, "refused", "ack")["code"] == "forbidden"


def test_coming_back(client: TestClient) -> None:
    game = new(client)["id"]
    actions = script(5)
    for n, action in enumerate(actions[:4]):
        body = {"as": "soviet", "version": n, "id": f"{n}", "action": action}
        client.post(f"/api/games/{game}/actions", json=body)
    with line_to(client, f"{game}?as=soviet&version=2") as line:
        said = hear(line, "update")
        assert (said["from"], [entry["action"] for entry in said["played"]]) == (2, actions[2:4])
    for n in range(4, 6):
        client.post(f"/api/games/{game}/undo", json={"as": "soviet", "version": n, "id": f"u{n}"})
    body = {"as": "soviet", "version": 6, "id": "again", "action": actions[2]}
    assert client.post(f"/api/games/{game}/actions", json=body).status_code == 200
    for version, begin in ((4, 2), (2, 2), (6, 2), (7, 3), (1, 1), ("", 0), ("x", 0), (-1, 0)):
        with line_to(client, f"{game}?as=soviet&version={version}") as line:
            said = hear(line, "update")
            assert (said["version"], said["from"]) == (7, begin), version
            assert len(said["played"]) == 3 - begin


def test_presence_names_and_chat(client: TestClient) -> None:
    game, guest = two(client)
    client.put("/api/me", json={"name": "Anna"})
    with line_to(client, f"{game}?as=german") as german:
        assert [seat["here"] for seat in hear(german, "seats")["seats"]] == [True, False]
        with line_to(guest, f"{game}?as=soviet") as soviet:
            said = hear(soviet, "seats")
            assert [(seat["name"], seat["here"], seat["you"]) for seat in said["seats"]] == [
                ("Anna", True, False),
                ("Guest", True, True),
            ]
            guest.post(f"/api/games/{game}/chat", json={"text": "hello"})
            for line in (german, soviet):
                heard = hear(line, "chat")
                assert (heard["name"], heard["text"]) == ("Guest", "hello")
            guest.put("/api/me", json={"name": "Boris"})
            while "Boris" not in str(hear(german, "seats")):
                pass
        while hear(german, "seats")["seats"][1]["here"]:
            pass


def test_who_is_at_another_server_is_present(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.fresh()
    with served(tmp_path, accounts=True, database=url) as here, served(tmp_path, accounts=True, database=url) as there:
        for browser, login in ((here, "anna"), (there, "boris")):
            browser.post("/api/accounts", json={"login": login, "password": "correct horse"})
        game = new(here, seats={"soviet": "invite"})
        (invitation,) = [seat["invitation"] for seat in game["seats"] if "invitation" in seat]
        assert there.post(f"/api/join/{invitation}").status_code == 200
        boris, id = there.get("/api/me").json()["id"], game["id"]

        def present(browser: TestClient) -> list[bool]:
            return [seat["here"] for seat in browser.get(f"/api/games/{id}").json()["seats"]]

        with line_to(here, id), line_to(there, id):
            until(lambda: present(here) == present(there) == [True, True])
            assert house(here).hub.present(id, boris)  # so that nobody writes to him
        until(lambda: present(here) == present(there) == [False, False])


@pytest.mark.parametrize(("path", "code"), [("nothing", live.NOT_FOUND), ("{}?as=soviet", live.FORBIDDEN)])
def test_where_one_may_not_look(client: TestClient, path: str, code: int) -> None:
    game, _ = two(client)
    with line_to(client, path.format(game)) as line, pytest.raises(WebSocketDisconnect) as end:
        line.receive_json()
    assert end.value.code == code


def test_what_a_viewer_may_see_is_judged_at_every_change(client: TestClient) -> None:
    """Somebody who played both sides sees everything; not any longer when another has taken one of them."""
    game = new(client, "toy")
    room = house(client).lobby.games[game["id"]]
    with line_to(client, f"{game['id']}?as=all") as line:
        version = hear(line, "update")["version"]
        room.seats["blue"] = room.seats["blue"]._replace(person="somebody else")
        body = {"as": "red", "version": version, "id": "a", "action": "stance 1"}
        assert client.post(f"/api/games/{game['id']}/actions", json=body).status_code == 200
        with pytest.raises(WebSocketDisconnect) as end:
            hear(line, "update")
    assert end.value.code == live.FORBIDDEN


def test_logging_out_ends_the_connections(tmp_path: Path) -> None:
    with served(tmp_path, accounts=True) as client:
        client.post("/api/accounts", json={"login": "anna", "password": "correct horse"})
        game = new(client)
        with line_to(client, f"{game['id']}?as=all") as line:
            hear(line, "update")
            assert client.delete("/api/session").status_code == 204
            with pytest.raises(WebSocketDisconnect) as end:
                hear(line, "update")
        assert end.value.code == live.FORBIDDEN


# -- over a real line -------------------------------------------------------------------------


@contextlib.contextmanager
def running(folder: Path) -> Iterator[tuple[int, uvicorn.Server]]:
    """A server as `grognard serve` runs it, in a thread."""
    settings = Settings(database=f"sqlite:///{folder / 'games.db'}", port=0)
    listening = bound(settings)
    port = listening.getsockname()[1]
    ready = threading.Event()
    made = server(settings._replace(port=port), SHELF, ready.set)
    thread = threading.Thread(target=made.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield port, made
    finally:
        made.should_exit = True
        thread.join(PATIENCE)
        listening.close()
        assert not thread.is_alive()


async def post(port: int, path: str, body: Any) -> Any:
    import httpx

    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as web:
        return (await web.post(path, json=body)).json()


def test_going_down_says_come_again(tmp_path: Path) -> None:
    async def work() -> int | None:
        with running(tmp_path) as (port, made):
            game = await post(port, "/api/games", {"title": "leningrad79"})
            async with connect(f"ws://127.0.0.1:{port}/api/games/{game['id']}/live") as line:
                await line.recv()
                made.should_exit = True
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        await asyncio.wait_for(line.recv(), PATIENCE)
                return line.close_code

    assert run(work) == live.RESTART


def test_who_does_not_listen_harms_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One client reads nothing: it is let go, while another goes on playing."""
    monkeypatch.setattr(live, "QUEUE", 8)
    monkeypatch.setattr(live, "spoken", lambda said: {**said, "text": said["text"] * 200})

    async def work() -> tuple[int, int]:
        with running(tmp_path) as (port, made):
            id = (await post(port, "/api/games", {"title": "leningrad79"}))["id"]
            deaf = socket.socket()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", port))
            deaf.sendall(
                (
                    f"GET /api/games/{id}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\n"
                    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
                ).encode()
            )
            hub = made.config.app.state.house.hub  # type: ignore[union-attr]
            async with connect(f"ws://127.0.0.1:{port}/api/games/{id}/live?as=soviet", max_size=None) as line:
                await happens(lambda: len(hub.tables[id].clients) == 2)
                hub.limits.talk.most = hub.limits.talk.pace = 1e9
                hub.limits.talk._left.clear()
                reader = asyncio.create_task(_read(line))
                while len(hub.tables[id].clients) == 2:
                    await post(port, f"/api/games/{id}/chat", {"text": "x" * 2000})
                left = len(hub.tables[id].clients)
                await line.send(json.dumps({"type": "play", "id": "a", "version": 0, "action": script(1)[0]}))
                version = await asyncio.wait_for(reader, PATIENCE)
                deaf.close()
                return left, version

    left, version = run(work)
    assert (left, version) == (1, 1)


async def _read(line: Any) -> int:
    while True:
        said = json.loads(await line.recv())
        if said["type"] == "ack":
            return int(said["version"])


def test_a_port_that_is_taken() -> None:
    first = bound(Settings(port=0))
    port = first.getsockname()[1]
    second = bound(Settings(port=port))
    assert second.getsockname()[1] != port, "on one's own machine the next that is free"
    with pytest.raises(Bad, match=str(port)):
        bound(Settings(port=port, accounts=True))
    first.close()
    second.close()
