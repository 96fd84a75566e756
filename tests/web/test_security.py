"""Who is let in, what every answer carries, and forged requests of each kind."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.cli.commands.serve import JsonLines, log_to
from grognard.web.present import presenter
from grognard.web.server.security import Bucket
from tests.waiting import until

from .served import HERE, another, live, new, served, two
from .test_api import script


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as found:
        yield found


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    """A server with accounts."""
    with served(tmp_path, accounts=True) as found:
        yield found


def sign_up(client: TestClient, login: str = "anna", password: str = "correct horse") -> Any:
    return client.post("/api/accounts", json={"login": login, "password": password})


# -- names and origins ------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8041", "127.0.0.1.evil.example", "", "192.168.0.1"])
def test_on_this_machine_only_its_own_names_lead_here(client: TestClient, host: str) -> None:
    assert client.get("/api/games", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1:8041", "localhost:8041", "[::1]:8041", "localhost"])
def test_the_names_of_this_machine(client: TestClient, host: str) -> None:
    assert client.get("/api/games", headers={"Host": host}).status_code == 200


FOREIGN = [
    {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:9999"},
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
    {"Origin": HERE, "Sec-Fetch-Site": "cross-site"}, {"Origin": "https://127.0.0.1:8041.evil.example"},
]  # fmt: skip


@pytest.mark.parametrize("headers", FOREIGN)
def test_another_page_changes_nothing_here(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/api/games", json={"title": "leningrad79"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert client.put("/api/me", json={"name": "Eve"}, headers=headers).status_code == 403
    assert client.delete("/api/session", headers=headers).status_code == 403
    game = new(client)["id"]
    with pytest.raises(WebSocketDisconnect), live(client, game, headers):
        pass
    with live(client, game, {"Origin": HERE}) as line:
        assert line.receive_json()["type"] == "update"


@pytest.mark.parametrize("headers", [{}, {"Origin": HERE}, {"Origin": HERE, "Sec-Fetch-Site": "same-origin"}])
def test_the_page_itself_may(client: TestClient, headers: dict[str, str]) -> None:
    assert client.post("/api/games", json={"title": "leningrad79"}, headers=headers).status_code == 201


@pytest.mark.parametrize("path", ["/", "/api/titles", "/static/index.html", "/nowhere", "/api/titles/x/map.svg"])
def test_every_answer_is_careful(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-request-id"]
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


# -- size and rate ----------------------------------------------------------------------------


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    with served(tmp_path, body=1000) as client:
        said = client.post("/api/games", content=b"x" * 2000, headers={"Content-Type": "application/json"})
        assert (said.status_code, said.json()["code"]) == (413, "too-large")
        pieces = client.post("/api/games", content=(b"x" * 100 for _ in range(50)))
        assert pieces.status_code == 413
        assert client.get("/api/games").json()["games"] == []


def test_too_many_requests(tmp_path: Path) -> None:
    with served(tmp_path, accounts=True, rate=20) as client:
        found = [client.get("/api/titles").status_code for _ in range(25)]
        assert found[:20] == [200] * 20
        assert 429 in found


def test_what_is_not_used_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("grognard.web.server.security.time.monotonic", lambda: now)
    bucket = Bucket(2, 10)
    assert [bucket.take("a") for _ in range(3)] == [True, True, False]
    assert bucket.take("b")
    now = 5.0
    assert [bucket.take("a") for _ in range(2)] == [True, False]


# -- accounts ---------------------------------------------------------------------------------


def test_people_log_in(house: TestClient) -> None:
    assert house.get("/api/games").status_code == 401
    assert house.post("/api/games", json={"title": "leningrad79"}).status_code == 401
    assert not house.get("/api/me").json()["signed"]
    made = sign_up(house)
    assert made.status_code == 201
    cookie = made.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert house.get("/api/games").status_code == 200
    game = new(house)["id"]
    token = dict(house.cookies)
    assert house.delete("/api/session").status_code == 204
    assert house.get("/api/games").status_code == 401
    again = another(house)
    for name, value in token.items():
        again.cookies.set(name, value)
    assert again.get("/api/games").status_code == 401, "the session has ended, whoever has kept its cookie"
    assert house.post("/api/session", json={"login": "Anna", "password": "correct horse"}).status_code == 200
    assert [one["id"] for one in house.get("/api/games").json()["games"]] == [game]


def test_cookies_over_https_only(tmp_path: Path) -> None:
    with served(tmp_path, accounts=True, secure=True, origin="https://play.example") as client:
        made = client.post(
            "/api/accounts",
            json={"login": "anna", "password": "correct horse"},
            headers={"Host": "play.example", "Origin": "https://play.example"},
        )
        assert made.status_code == 201
        assert made.headers["set-cookie"].startswith("__Host-grognard")
        assert "secure" in made.headers["set-cookie"].lower()
        assert made.headers["strict-transport-security"]
        assert client.get("/", headers={"Host": "other.example"}).status_code == 403


def test_a_wrong_name_and_a_wrong_password_look_alike(house: TestClient) -> None:
    sign_up(house)
    known, unknown = (
        another(house).post("/api/session", json={"login": login, "password": "wrong horse"})
        for login in ("anna", "boris")
    )
    assert known.status_code == unknown.status_code == 401
    assert known.content == unknown.content
    assert "set-cookie" not in known.headers


def test_passwords(house: TestClient) -> None:
    assert sign_up(house, password="short").status_code == 400
    assert sign_up(house).status_code == 201
    other = another(house)
    assert sign_up(other, "ANNA").status_code == 400
    assert other.get("/api/games").status_code == 401
    stored: Any = house.app.state.house.store  # type: ignore[attr-defined]
    with stored.engine.connect() as db:
        rows = db.exec_driver_sql("SELECT password FROM person WHERE login = 'anna'").all()
        tokens = db.exec_driver_sql("SELECT token FROM session").all()
    assert rows[0][0].startswith("$argon2id$")
    assert all(token not in str(dict(house.cookies)) for (token,) in tokens), "only its digest is kept"


def test_guessing_passwords_is_slow(tmp_path: Path) -> None:
    with served(tmp_path, accounts=True, logins=3) as client:
        said = [client.post("/api/session", json={"login": "anna", "password": f"{n}"}).status_code for n in range(5)]
        assert said == [401, 401, 401, 429, 429]


def test_a_person_may_only_what_is_his(house: TestClient) -> None:
    sign_up(house)
    game = new(house, seats={"soviet": "invite"})
    other, stranger = another(house), another(house)
    sign_up(other, "boris")
    id = game["id"]
    assert "invitation" not in str(other.get(f"/api/games/{id}").json()["seats"])
    first = {"as": "german", "version": 0, "id": "x", "action": "done"}
    for who, status in ((other, 403), (stranger, 401)):
        for path, body in (
            ("actions", first),
            ("undo", first),
            ("resign", {}),
            ("ask", {"what": "draw"}),
            ("rematch", {}),
            ("orders", {"step": "x", "actions": []}),
            ("chat", {"text": "x"}),
            ("offers", {"as": "german"}),
            ("choices", {"as": "german"}),
            ("why", {"as": "german"}),
            ("answer", {"question": 1, "yes": True}),
        ):
            assert who.post(f"/api/games/{id}/{path}", json=body).status_code == status, path
    assert other.post(f"/api/games/{id}/invite", json={"side": "soviet"}).status_code == 404
    assert other.get(f"/api/games/{id}?as=german").status_code == 403
    assert stranger.get(f"/api/games/{id}").json()["viewer"] is None
    assert len(game["seats"][1]["invitation"]) >= 24
    assert len(id) >= 16


# -- forged requests --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"as": "german", "version": 0, "id": "f", "action": "ACTION"}, 403, "forbidden"),
        ({"as": "french", "version": 0, "id": "f", "action": "ACTION"}, 403, "forbidden"),
        ({"as": "soviet", "version": 5, "id": "f", "action": "ACTION"}, 409, "stale"),
        ({"as": "soviet", "version": -1, "id": "f", "action": "ACTION"}, 422, "malformed"),
        ({"as": "soviet", "version": 0, "id": "f", "action": "deploy 0101"}, 422, "illegal"),
        ({"as": "soviet", "version": 0, "id": "f", "action": "roll 6"}, 400, "bad-request"),
        ({"as": "soviet", "version": 0, "id": "f", "action": "\x00\ud800"[:1]}, 400, "bad-request"),
        ({"as": "soviet", "version": 0, "id": "f", "action": ""}, 400, "bad-request"),
        ({"as": "soviet", "version": 0, "id": "f" * 65, "action": "ACTION"}, 422, "malformed"),
        ({"as": "soviet", "version": 0, "id": "f", "action": "x" * 10_001}, 422, "malformed"),
        ({"as": "soviet", "version": "now", "id": "f", "action": "ACTION"}, 422, "malformed"),
        ({"as": "soviet", "id": "f", "action": "ACTION"}, 422, "malformed"),
        ("nonsense", 422, "malformed"),
    ],
)
def test_a_forged_action_changes_nothing(client: TestClient, body: Any, status: int, code: str) -> None:
    game, guest = two(client)
    if isinstance(body, dict) and body["action"] == "ACTION":
        body = {**body, "action": script(1)[0]}
    before = client.get(f"/api/games/{game}/record").text
    answer = guest.post(f"/api/games/{game}/actions", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    if code == "illegal":
        assert answer.json()["objections"][0]["cite"]
    assert client.get(f"/api/games/{game}/record").text == before
    assert client.get(f"/api/games/{game}").json()["version"] == 0


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"[" * 100_000, b'{"as": 1e999}', b""])
def test_what_is_no_json_at_all(client: TestClient, body: bytes) -> None:
    game = new(client)["id"]
    answer = client.post(f"/api/games/{game}/actions", content=body, headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"]


def test_a_game_nobody_has_heard_of(client: TestClient) -> None:
    for path in ("", "/log", "/chat", "/record", "/overlay/zoc", "/trace?piece=1Pz"):
        assert client.get(f"/api/games/nothing{path}").status_code == 404
    assert client.post("/api/join/nothing").status_code == 404


# -- what goes wrong --------------------------------------------------------------------------


def test_a_failure_is_noted_and_says_nothing(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise ZeroDivisionError("a secret")

    game = new(client)["id"]
    written = io.StringIO()
    log_to(written, requests=True)
    try:
        monkeypatch.setattr(presenter, "position", fails)
        answer = client.get(f"/api/games/{game}")
    finally:
        logging.getLogger().handlers.clear()
    assert answer.status_code == 500
    assert "secret" not in answer.text
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    failed = next(line for line in lines if line["message"] == "failed")
    assert failed["request"] == answer.headers["x-request-id"]
    assert failed["request"] in answer.json()["message"]
    assert "ZeroDivisionError" in failed["error"]


def test_no_secret_is_logged(house: TestClient) -> None:
    written = io.StringIO()
    log_to(written, requests=True)
    try:
        sign_up(house)
        house.post("/api/session", json={"login": "anna", "password": "wrong horse"})
        game = new(house, seats={"soviet": "invite"})
        (invitation,) = [seat["invitation"] for seat in game["seats"] if "invitation" in seat]
        house.get(f"/join/{invitation}")
        house.post(f"/api/join/{invitation}")
    finally:
        logging.getLogger().handlers.clear()
    said = written.getvalue()
    assert '"status": 201' in said
    for secret in ("horse", invitation, *dict(house.cookies).values()):
        assert secret not in said


def test_connections_are_logged_with_their_addresses(house: TestClient) -> None:
    sign_up(house)
    game, written = new(house)["id"], io.StringIO()
    log_to(written, requests=True)
    try:
        with live(house, game) as line:
            line.receive_json()
        until(written.getvalue)
    finally:
        logging.getLogger().handlers.clear()
    (said,) = [json.loads(line) for line in written.getvalue().splitlines()]
    assert (said["message"], said["path"], said["address"]) == (
        "socket closed",
        f"/api/games/{game}/live",
        "testclient",
    )


def test_log_lines_are_json() -> None:
    record = logging.makeLogRecord({"msg": "a %s", "args": ("b",), "levelname": "INFO", "name": "x", "path": "/"})
    said = json.loads(JsonLines().format(record))
    assert (said["message"], said["path"], said["level"]) == ("a b", "/", "info")
