"""What a server trusts: proxies, names, browsers and its disk; and that no other server uses its file."""

import re
import shutil
import subprocess
import sys
from functools import partial
from ipaddress import ip_network
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from grognard.core.title import Bad
from grognard.web.server.names import tidy
from grognard.web.server.security import address
from grognard.web.server.settings import Settings, from_environment
from grognard.web.storage.server_lock import ServerLock
from tests.ports import own_port
from tests.waiting import PATIENCE

from .served import HERE, house, served
from .test_security import sign_up

PROXY = Settings(proxies=(ip_network("10.0.0.0/30"), ip_network("::1")))


@pytest.mark.parametrize(
    ("client", "said", "found"),
    [
        ("10.0.0.2", ["192.0.2.1"], "192.0.2.1"),
        ("10.0.0.2", ["6.6.6.6, 192.0.2.1"], "192.0.2.1"),
        ("10.0.0.2", ["6.6.6.6", "192.0.2.1"], "192.0.2.1"),  # a line that the client has sent himself
        ("10.0.0.9", ["192.0.2.1"], "10.0.0.9"),  # not a proxy of ours
        ("::1", ["::ffff:192.0.2.1"], "192.0.2.1"),
        ("::ffff:10.0.0.2", ["192.0.2.1"], "192.0.2.1"),  # as a server that listens on `::` sees the proxy
        ("10.0.0.2", [], "10.0.0.2"),
        ("2001:db8:1:2:aaaa::1", [], "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::7", [], "2001:db8:1:2::/64"),
        ("testclient", ["192.0.2.1"], "testclient"),
    ],
)
def test_where_a_request_comes_from(client: str, said: list[str], found: str) -> None:
    headers = [(b"x-forwarded-for", line.encode()) for line in said]
    assert address({"type": "http", "client": (client, 4711), "headers": headers}, PROXY) == found


def test_proxies_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_PROXY", "yes, 10.0.0.2")
    assert [str(one) for one in from_environment().proxies] == ["127.0.0.0/8", "::1/128", "10.0.0.2/32"]
    monkeypatch.setenv("GROGNARD_PROXY", "my proxy")
    with pytest.raises(Bad, match="GROGNARD_PROXY must be the addresses"):
        from_environment()


@pytest.mark.parametrize("headers", [{"Host": "[::1"}, {"Host": "[x]:80"}, {"Origin": "http://[::1"}])
def test_a_malformed_name_is_refused(tmp_path: Path, headers: dict[str, str]) -> None:
    with served(tmp_path) as client:
        assert client.post("/api/games", json={"title": "toy"}, headers=headers).status_code == 403


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (" \u2003 ", "empty"),
        ("\u200b", "U\\+200B"),
        ("an\u202ena", "U\\+202E"),
        ("\u3164", "nobody can see"),
        ("\u0430nna", "two alphabets \\(cyrillic, latin\\)"),
        ("anna\x00", "U\\+0000"),
    ],
)
def test_names_that_deceive(name: str, why: str) -> None:
    with pytest.raises(Bad, match=why):
        tidy(name)


def test_names_that_do_not() -> None:
    assert [tidy(name) for name in ("  Анна  К. ", "\uff21nna", "Renée O'Neil", "山田 太郎", "Σ 7")] == [
        "Анна К.", "Anna", "Renée O'Neil", "山田 太郎", "Σ 7"
    ]  # fmt: skip


def test_nobody_takes_a_name_that_looks_like_another(tmp_path: Path) -> None:
    with served(tmp_path, accounts=True) as client:
        assert sign_up(client, "anna").status_code == 201
        for name in ("\uff21nna", "ANNA", "\u0430nna", "anna\u200b", "\u0441\u043e\u0440", "\u03bf\u03c4\u03b9"):
            assert sign_up(TestClient(client.app, base_url=HERE), name).status_code in (400, 422), name
        assert client.put("/api/me", json={"name": "\u202eannA"}).status_code == 400
        assert sign_up(TestClient(client.app, base_url=HERE), "анна").status_code == 201  # not every letter looks Latin


def test_an_older_account_with_a_name_that_is_refused_today_can_log_in(tmp_path: Path) -> None:
    with served(tmp_path, accounts=True) as client:
        sign_up(client)
        parts = house(client)
        hashed = parts.accounts.hasher.hash("correct horse")
        for id, login in (("x1", "\u0430nna"), ("x2", "\uff41nna")):
            assert client.portal
            client.portal.call(partial(parts.store.person, id, login, login=login, password=hashed))
            found = client.post("/api/session", json={"login": login, "password": "correct horse"})
            assert (found.status_code, found.json()["id"]) == (200, id)
        assert (
            client.post("/api/session", json={"login": "anna", "password": "correct horse"}).json()["login"] == "anna"
        )


def test_a_lock_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "games.db.lock").mkdir()
    with pytest.raises(Bad, match=r"games\.db\.lock cannot be opened"):
        ServerLock(f"sqlite:///{tmp_path / 'games.db'}").__enter__()


def test_guessing_does_not_lock_the_owner_out(tmp_path: Path) -> None:
    with served(tmp_path, accounts=True, logins=3) as client:
        sign_up(client)
        thief = TestClient(client.app, base_url=HERE, client=("192.0.2.66", 5))
        thief.portal = client.portal
        for _ in range(5):
            last = thief.post("/api/session", json={"login": "anna", "password": "guess"}).status_code
        assert last == 429
        right = {"login": "anna", "password": "correct horse"}
        assert client.post("/api/session", json=right).status_code == 200


def test_a_browser_without_a_cookie_costs_no_row(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        for _ in range(5):
            client.cookies.clear()
            assert client.get("/").headers["set-cookie"]
        engine = sa.create_engine(f"sqlite:///{tmp_path / 'games.db'}")
        with engine.connect() as db:
            assert db.execute(sa.text("SELECT count(*) FROM session")).scalar_one() == 1
        engine.dispose()


def test_nobody_else_reads_the_file(tmp_path: Path) -> None:
    with served(tmp_path):
        assert (tmp_path / "games.db").stat().st_mode & 0o077 == 0


def test_health_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path) as client:
        assert client.get("/healthz").status_code == 200
        full = shutil.disk_usage(tmp_path)._replace(free=1 << 20)
        monkeypatch.setattr("grognard.web.storage.database.shutil.disk_usage", lambda _: full)
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()["status"]) == (503, "The disk is full: 1 MB are left")


def test_health_after_a_failed_write(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        db = house(client).store.db
        db._failed = "database or disk is full"
        assert client.get("/healthz").status_code == 503
        assert client.post("/api/games", json={"title": "toy"}).status_code == 201
        assert client.get("/healthz").status_code == 200


def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with ServerLock(url) as first:
        first.say("http://127.0.0.1:8041/")
        with pytest.raises(Bad, match=re.escape("already running at http://127.0.0.1:8041/ with these games")):
            ServerLock(url).__enter__()
    with ServerLock(url):
        pass
    with ServerLock("postgresql://somewhere/games"), ServerLock("postgresql://somewhere/games"):
        pass  # these hear of each other


def test_the_second_server_says_where_the_first_one_is(tmp_path: Path) -> None:
    with ServerLock(f"sqlite:///{tmp_path / 'games.db'}") as first:
        first.say("http://127.0.0.1:8041/")
        program = [sys.executable, "-c", "from grognard.cli import main; main()"]
        command = [*program, "serve", "--no-browser", "--port", str(own_port())]
        environment = {"GROGNARD_HOME": str(tmp_path), "PYTHONPATH": ":".join(sys.path)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert "already running at http://127.0.0.1:8041/" in done.stderr
