"""Your turn: by e-mail to a sink, by webhook to a sink, seldom, and never in the way of play."""

import asyncio
import json
import socketserver
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.core.title import Bad
from grognard.web.server.accounts import Person
from grognard.web.server.notify import Notifier, Turn, letter, public_address, send_hook, send_mail
from grognard.web.server.settings import Settings
from tests.waiting import PATIENCE

from .served import new, served, two


class Mailbox(socketserver.StreamRequestHandler):
    """A mail server that takes everything and delivers nothing."""

    def handle(self) -> None:
        self.wfile.write(b"220 sink\r\n")
        letters: list[str] = self.server.letters  # type: ignore[attr-defined]
        while line := self.rfile.readline():
            word = line.split()[0].upper() if line.split() else b""
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                text = b""
                while (more := self.rfile.readline()) != b".\r\n":
                    text += more
                letters.append(text.decode())
            if word == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            self.wfile.write(b"250 ok\r\n")


@pytest.fixture
def mailbox() -> Iterator[Any]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mailbox) as found:
        found.daemon_threads = True
        found.letters = []  # type: ignore[attr-defined]
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()


@pytest.fixture
def hook() -> Iterator[Any]:
    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            said = self.rfile.read(int(self.headers["Content-Length"]))
            self.server.said.append((self.path, json.loads(said)))  # type: ignore[attr-defined]
            self.send_response(302 if self.path == "/moved" else 200)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Hook) as found:
        found.said = []  # type: ignore[attr-defined]
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()


TURN = Turn("anna", "soviet", "G", "Leningrad", "Game-Turn 3")


def test_a_letter(mailbox: Any) -> None:
    server = f"smtp://127.0.0.1:{mailbox.server_address[1]}?from=games@example.org"
    send_mail(server, "anna@example.org", letter(TURN, "Anna", "http://x/game/G"))
    (text,) = mailbox.letters
    assert "Subject: Your turn: Leningrad, Game-Turn 3" in text
    assert "From: games@example.org" in text
    assert "To: anna@example.org" in text
    assert "http://x/game/G" in text


def test_a_webhook(hook: Any) -> None:
    at = f"http://127.0.0.1:{hook.server_address[1]}"
    send_hook(f"{at}/turn?key=1", {"event": "turn"}, private=True)
    assert hook.said == [("/turn?key=1", {"event": "turn"})]
    with pytest.raises(Bad, match="302"):
        send_hook(f"{at}/moved", {}, private=True)
    assert len(hook.said) == 2, "it does not go where it is pointed to"
    with pytest.raises(Bad, match="https"):
        send_hook(f"{at}/turn", {}, private=False)
    with pytest.raises(Bad, match="private"):
        send_hook(at.replace("http:", "https:"), {}, private=False)
    assert len(hook.said) == 2


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "10.0.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "172.16.0.1",
        "0.0.0.0",
        "::1",
        "fe80::1",
        "fd00::1",
        "::ffff:127.0.0.1",
        "224.0.0.1",
        "100.64.0.1",
    ],
)
def test_private_addresses(host: str) -> None:
    with pytest.raises(Bad, match="private"):
        public_address(host, 443, private=False)
    assert public_address(host, 443, private=True)


def test_public_addresses() -> None:
    assert public_address("93.184.216.34", 443, private=False) == "93.184.216.34"


@pytest.mark.parametrize(
    "url", ["http://example.org/", "ftp://example.org/", "https://", "https://u:p@example.org/", "https://x:port/"]
)
def test_addresses_that_are_no_webhooks(url: str) -> None:
    notifier: Any = SimpleNamespace(settings=Settings())
    with pytest.raises(Bad):
        Notifier.check(notifier, url)
    Notifier.check(notifier, "https://example.org/hook")


def test_somebody_is_told_once_in_a_while(hook: Any, mailbox: Any) -> None:
    """And what cannot be sent stops nothing."""
    port = hook.server_address[1]
    anna = Person("anna", "Anna", None, "anna@example.org", f"http://127.0.0.1:{port}/turn", {}, "anna@example.org")
    people = {"anna": anna, "boris": anna._replace(id="boris", webhook="http://127.0.0.1:1/nobody", email="")}

    async def find(id: str) -> Person | None:
        return people.get(id)

    def game(id: str, person: str) -> Any:
        room = SimpleNamespace(
            decider="soviet", game=id, state=None, title=SimpleNamespace(full="Leningrad", now=lambda _: "now")
        )
        seats = {"soviet": SimpleNamespace(person=person, side="soviet")}
        return SimpleNamespace(row=SimpleNamespace(id=id), room=room, seats=seats)

    async def work() -> None:
        accounts: Any = SimpleNamespace(find=find)
        mail = f"smtp://127.0.0.1:{mailbox.server_address[1]}"
        notifier = Notifier(Settings(smtp=mail, private_hooks=True), accounts)
        for id, person in (("a", "anna"), ("a", "anna"), ("b", "boris"), ("c", "nobody"), ("d", "anna")):
            notifier.turn(game(id, person), "soviet")
        await asyncio.wait_for(notifier.join(), PATIENCE)
        await notifier.close()

    asyncio.run(work())
    assert [said["game"] for _, said in hook.said] == ["a", "d"]
    assert len(mailbox.letters) == 2


def test_at_the_table(tmp_path: Path, hook: Any) -> None:
    """Who is away is told when the other has decided; who looks on is not."""
    with served(tmp_path, private_hooks=True) as client:
        game, guest = two(client, "toy")
        url = f"http://127.0.0.1:{hook.server_address[1]}/mine"
        assert guest.put("/api/me", json={"webhook": url}).status_code == 200
        version = client.get(f"/api/games/{game}").json()["version"]
        for n, action in enumerate(("stance 1", "done")):
            body = {"as": "red", "version": version + n, "id": action, "action": action}
            assert client.post(f"/api/games/{game}/actions", json=body).status_code == 200
        for _ in range(200):
            if hook.said:
                break
            client.get("/healthz")
        ((path, said),) = hook.said
        assert (path, said["side"], said["game"]) == ("/mine", "blue", game)
        assert said["link"].endswith(f"/game/{game}")


def test_when_the_computer_has_decided(tmp_path: Path, hook: Any) -> None:
    with served(tmp_path, private_hooks=True) as client:
        client.get("/")
        url = f"http://127.0.0.1:{hook.server_address[1]}/mine"
        assert client.put("/api/me", json={"webhook": url}).status_code == 200
        game = new(client, seats={"soviet": "computer:random"})["id"]
        for _ in range(400):
            if hook.said:
                break
            client.get("/healthz")
        ((_, said),) = hook.said
        assert (said["side"], said["game"]) == ("german", game)
