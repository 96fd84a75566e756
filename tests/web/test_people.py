"""Passwords, sessions, bans, invitations and addresses: what people and the host of a server can do about them."""

import asyncio
import contextlib
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.web.server import notify
from grognard.web.server.accounts import Person
from grognard.web.server.notify import Notifier, Turn, send_hook
from grognard.web.server.session_watch import end_what_is_over
from grognard.web.server.settings import Settings
from grognard.web.storage.store import PEOPLE
from tests.waiting import until

from .served import another, house, live, new, served
from .tables import run
from .test_notify import hook, mailbox

__all__ = ["hook", "mailbox"]
OLD, NEW = "correct horse", "battery staple"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A server with accounts, and Anna's browser."""
    with served(tmp_path, accounts=True, logins=100) as found:
        assert sign_up(found).status_code == 201
        yield found


def sign_up(client: TestClient, login: str = "anna", **more: str) -> Any:
    return client.post("/api/accounts", json={"login": login, "password": OLD, **more})


def log_in(client: TestClient, password: str, login: str = "anna") -> int:
    return client.post("/api/session", json={"login": login, "password": password}).status_code


def closed(line: Any) -> int:
    try:
        while True:
            line.receive_json()
    except WebSocketDisconnect as ended:
        return ended.code


def awaited(client: TestClient, work: Any, *args: Any) -> Any:
    assert client.portal is not None
    return client.portal.call(work, *args)


# -- passwords and sessions ------------------------------------------------------------------------


def test_a_new_password_ends_every_other_session(client: TestClient) -> None:
    other = another(client)
    assert log_in(other, OLD) == 200
    game = new(client)["id"]
    with live(other, game) as line:
        assert client.put("/api/me/password", json={"old": "wrong", "new": NEW}).status_code == 401
        assert client.put("/api/me/password", json={"old": OLD, "new": "short"}).status_code == 400
        assert other.get("/api/games").status_code == 200
        assert client.put("/api/me/password", json={"old": OLD, "new": NEW}).status_code == 204
        assert closed(line) == 4003
    assert client.get("/api/games").status_code == 200  # still logged in here
    assert other.get("/api/games").status_code == 401
    assert [log_in(other, OLD), log_in(other, NEW)] == [401, 200]


def test_logging_out_everywhere(client: TestClient) -> None:
    other = another(client)
    log_in(other, OLD)
    with live(other, new(client)["id"]) as line:
        assert client.delete("/api/sessions").status_code == 204
        assert closed(line) == 4003
    assert [one.get("/api/games").status_code for one in (client, other)] == [401, 401]


def test_a_forgotten_password(tmp_path: Path, mailbox: Any) -> None:
    smtp = f"smtp://127.0.0.1:{mailbox.server_address[1]}"
    with served(tmp_path, accounts=True, smtp=smtp, logins=100) as client:
        sign_up(client)
        stranger = another(client)
        assert stranger.post("/api/reset", json={"login": "anna"}).json() == {"sent": True}
        assert stranger.post("/api/reset", json={"login": "nobody"}).json() == {"sent": True}  # tells nothing
        assert client.put("/api/me", json={"email": "anna@example.org"}).json()["verified"] is False
        until(lambda: len(mailbox.letters) == 1)
        (secret,) = re.findall(r"/verify/(\S+)", mailbox.letters[0])
        assert "example.org" in stranger.get(f"/verify/{secret}").text
        assert stranger.get(f"/verify/{secret}").status_code == 404  # once
        assert client.get("/api/me").json()["verified"] is True
        stranger.post("/api/reset", json={"login": "anna"})
        until(lambda: len(mailbox.letters) == 2)
        (secret,) = re.findall(r"/reset/(\S+)", mailbox.letters[1])
        page = stranger.get(f"/reset/{secret}")
        assert '<input type="password"' in page.text
        assert stranger.post(f"/reset/{secret}", content="password=short").status_code == 422
        assert stranger.post(f"/reset/{secret}", content="password=battery+staple").status_code == 200
        assert stranger.post(f"/reset/{secret}", content="password=another+one").status_code == 404
        assert client.get("/api/games").status_code == 401  # every session has ended
        assert [log_in(stranger, OLD), log_in(stranger, NEW)] == [401, 200]


def test_letters_go_only_to_confirmed_addresses(tmp_path: Path, mailbox: Any) -> None:
    smtp = f"smtp://127.0.0.1:{mailbox.server_address[1]}"
    anna = Person("anna", "Anna", "anna", "victim@example.org", "", {}, "anna@example.org")

    async def find(_: str) -> Person:
        return anna

    async def work() -> None:
        accounts: Any = type("Accounts", (), {"find": staticmethod(find)})
        notifier = Notifier(Settings(smtp=smtp), accounts)
        await notifier._tell(Turn("anna", "soviet", "G", "Leningrad", "now"))
        await notifier.join()
        await notifier.close()

    run(work)
    assert mailbox.letters == []


# -- the host ----------------------------------------------------------------------------------------


def test_a_ban_ends_everything(client: TestClient) -> None:
    at, game, anna = house(client), new(client)["id"], client.get("/api/me").json()["id"]
    with live(client, game) as line:
        banned = sa.update(PEOPLE).where(PEOPLE.c.login == "anna").values(banned=True)
        awaited(client, lambda: at.store.write(lambda db: db.execute(banned)))  # as the host's command does
        awaited(client, lambda: end_what_is_over(at.hub, at.accounts))
        assert closed(line) == 4003
    assert client.get("/api/games").status_code == 401
    assert log_in(client, OLD) == 401
    assert awaited(client, at.accounts.named, "anna") is None  # and no letters are sent any more
    assert awaited(client, at.accounts.find, anna) is None


@pytest.mark.parametrize("registration", ["invited", "closed"])
def test_registration_can_be_limited(tmp_path: Path, registration: str) -> None:
    with served(tmp_path, accounts=True, registration=registration, logins=100) as client:
        at = house(client)
        code = awaited(client, lambda: at.tokens.make("invite", said="the club", uses=2))
        assert client.get("/api/me").json()["registration"] == registration
        assert sign_up(client).status_code == sign_up(client, invitation="guess").status_code == 403
        found = [sign_up(another(client), login, invitation=code).status_code for login in ("anna", "boris", "carla")]
        assert found == ([201, 201, 403] if registration == "invited" else [403] * 3)


def test_a_name_that_is_taken_costs_no_invitation(tmp_path: Path) -> None:
    with served(tmp_path, accounts=True, registration="invited", logins=100) as client:
        at = house(client)
        codes = [awaited(client, lambda: at.tokens.make("invite")) for _ in range(2)]
        assert sign_up(client, invitation=codes[0]).status_code == 201
        assert sign_up(another(client), invitation=codes[1]).status_code == 400
        assert sign_up(another(client), "boris", invitation=codes[1]).status_code == 201


# -- webhooks ----------------------------------------------------------------------------------------


def test_a_slow_webhook_keeps_nobody_waiting(hook: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # accepts and never answers
        urls = {
            "anna": f"http://127.0.0.1:{silent.getsockname()[1]}/",
            "boris": f"http://127.0.0.1:{hook.server_address[1]}/turn",
        }

        async def find(id: str) -> Person:
            return Person(id, id, None, "", urls[id])

        async def work() -> None:
            accounts: Any = type("Accounts", (), {"find": staticmethod(find)})
            notifier = Notifier(Settings(private_hooks=True), accounts)
            for n in range(30):
                await notifier._tell(Turn("anna", "soviet", f"a{n}", "Leningrad", "now"))
            await notifier._tell(Turn("boris", "soviet", "b", "Leningrad", "now"))
            while not hook.said:  # while the other still waits
                await asyncio.sleep(0.01)
            assert notifier.lanes.waiting > 1
            await notifier.close()

        run(work)
    assert [said["game"] for _, said in hook.said] == ["b"]


def test_a_webhook_that_drips_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notify, "PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            line, _ = server.accept()
            with line, contextlib.suppress(OSError):
                line.sendall(b"HTTP/1.1 200 OK\r\n")
                while True:
                    line.sendall(b"X: y\r\n")
                    time.sleep(0.05)

        def send() -> None:
            with contextlib.suppress(Exception):
                send_hook(f"http://127.0.0.1:{server.getsockname()[1]}/", {}, private=True)

        threads = [threading.Thread(target=work, daemon=True) for work in (drip, send)]
        for thread in threads:
            thread.start()
        until(lambda: not any(thread.is_alive() for thread in threads))
