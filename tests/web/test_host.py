"""A host's life: people, invitations, storage, export, clearing away, figures, logs, and what is wrong."""

import json
import logging
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import typer
from starlette.testclient import TestClient

from grognard import __version__
from grognard.cli.app import app
from grognard.cli.commands import doctor, host
from grognard.cli.commands.serve import log_to
from grognard.core.title import Bad
from grognard.web.server.members import Members
from grognard.web.server.metrics import gauges
from grognard.web.storage.store import EVENTS, GAMES, Store
from tests.ports import own_port
from tests.web.tables import opened, run

from .postgres import Postgres
from .served import another, house, new, served
from .test_live import running as running_server
from .test_people import OLD, awaited, log_in, sign_up


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A running server with Anna and Boris, as the host's commands see it."""
    monkeypatch.setenv("GROGNARD_ORIGIN", "https://play.example.org")
    with served(tmp_path, accounts=True, registration="invited", logins=100) as client:
        sent = house(client).tokens
        for login in ("anna", "boris"):
            code = awaited(client, lambda: sent.make("invite"))
            assert sign_up(another(client) if login == "boris" else client, login, invitation=code).status_code == 201
        yield client


def test_people(club: TestClient, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    new(club)
    host.people(url, "")
    said = capsys.readouterr().out
    assert re.search(r"^anna  anna  since \d{4}-\d\d-\d\d, 1 game, 1 session$", said, re.M)
    assert "2 accounts" in said
    host.ban(url, "anna", banned=True)
    host.people(url, "NN")
    assert re.search(r"^anna .*, banned\n1 account$", capsys.readouterr().out, re.M)
    assert log_in(another(club), OLD) == 401
    host.ban(url, "anna", banned=False)
    assert log_in(another(club), OLD) == 200
    with pytest.raises(Bad, match="no account 'eve'"):
        host.ban(url, "eve", banned=True)
    host.log_out(url, "boris")
    host.people(url, "boris")
    assert "0 sessions" in capsys.readouterr().out


def test_a_link_for_somebody_who_forgot(club: TestClient, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    host.reset(url, "anna")
    (secret,) = re.findall(r"^https://play\.example\.org/reset/(\S+)$", capsys.readouterr().out, re.M)
    assert another(club).post(f"/reset/{secret}", content="password=battery+staple").status_code == 200
    assert log_in(another(club), "battery staple") == 200


def test_invitations(club: TestClient, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    host.invite(url, 2, 7, "the club")
    code = capsys.readouterr().out.split()[0]
    assert sign_up(another(club), "carla", invitation=code).status_code == 201
    host.invitations(url)
    said = capsys.readouterr().out
    assert code not in said  # only its hash is known
    assert "1 left" in said
    host.uninvite(url, said.split()[0])
    assert sign_up(another(club), "dora", invitation=code).status_code == 403


def test_storage_and_versions(club: TestClient, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    new(club)
    host.storage(url)
    host.versions(url)
    said = capsys.readouterr().out
    assert re.search(r"^game +1$", said, re.M)
    assert re.search(rf"^leningrad79: Grognard {re.escape(__version__)}, rules 1 \(\w{{12}}\): 1 game$", said, re.M)


def test_export_and_forget(club: TestClient, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = new(club)
    club.post(f"/api/games/{game['id']}/chat", json={"text": "Good luck, Boris"})
    club.post(f"/api/games/{game['id']}/archive", json={"archived": True})
    host.export(url, "anna", str(tmp_path / "anna.json"))
    assert "anna.json: 1 game, 0 actions, 1 message\n" in capsys.readouterr().out
    found = json.loads((tmp_path / "anna.json").read_text("utf-8"))
    assert found["account"]["login"] == "anna"
    assert "password" not in found["account"]
    assert [one["id"] for one in found["games"]] == [game["id"]]
    assert [one["text"] for one in found["chat"]] == ["Good luck, Boris"]
    assert found["archived"] == [{"game": game["id"]}]
    assert (tmp_path / "anna.json").stat().st_mode & 0o077 == 0
    host.forget(url, "anna")
    assert log_in(another(club), OLD) == 401
    chat = another(club).get(f"/api/games/{game['id']}/chat").json()["chat"]
    assert [(one["name"], one["text"]) for one in chat] == [("Former player", "(removed)")]
    with pytest.raises(Bad, match="no account"):
        host.export(url, "anna", str(tmp_path / "again.json"))


def test_old_games_are_cleared_away(database: str) -> None:
    async def work() -> None:
        async with opened(database) as lobby:
            old, running, recent = [await lobby.new("anna", "toy") for _ in range(3)]
            for game in (old, recent):
                await game.room.resign(game.room.title.players[0])
            await lobby.store.person("guest", "Guest")
        async with opened(database) as lobby:
            long_ago = [old.row.id, running.row.id]
            await lobby.store.write(
                lambda db: (
                    db.execute(sa.update(GAMES).where(GAMES.c.id.in_(long_ago)).values(created=1.0)),
                    db.execute(sa.update(EVENTS).where(EVENTS.c.game.in_(long_ago)).values(at=1.0)),
                    db.execute(sa.text("UPDATE person SET created = 1.0")),
                )
            )
            assert await Members(lobby.store).prune(30) == (1, 3)  # Boris and Carla have no account and no game here
            left = await lobby.store.read(lambda db: set(db.execute(sa.select(GAMES.c.id)).scalars()))
            assert left == {running.row.id, recent.row.id}

    run(work)


def test_commands_make_no_database(tmp_path: Path) -> None:
    with pytest.raises(Bad, match="there is no database"):
        host.people(f"sqlite:///{tmp_path / 'nothing.db'}", "")
    assert not list(tmp_path.iterdir())


def test_names_are_read_again(club: TestClient, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the host or another server has changed is seen while the server is running."""
    game = new(club, seats={"soviet": "invite"})["id"]
    boris = another(club)

    def seen() -> list[str]:
        return [seat["name"] for seat in club.get(f"/api/games/{game}").json()["seats"]]

    assert log_in(boris, OLD, "boris") == 200
    (invitation,) = [one["invitation"] for one in club.get(f"/api/games/{game}").json()["seats"] if "invitation" in one]
    assert boris.post(f"/api/join/{invitation}").status_code == 200
    assert seen() == ["anna", "boris"]
    host.forget(url, "boris")
    house(club).hub.beat()
    assert seen() == ["anna", "Former player"]


def test_what_a_server_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running_server(tmp_path) as (port, _):
        host.running(port)
    said = capsys.readouterr().out
    for line in ("     0  pages connected", "     0  computers that wait for their turn"):
        assert line in said.splitlines()
    with pytest.raises(Bad, match=f"no server answers at http://127.0.0.1:{port}"):
        host.running(port)


# -- figures and logs --------------------------------------------------------------------------------


def test_figures(tmp_path: Path) -> None:
    with served(tmp_path, metrics=True) as client:
        game = new(client)["id"]
        client.get("/api/games/none")
        with client.websocket_connect(f"ws://127.0.0.1:8041/api/games/{game}/live") as line:
            line.receive_json()
            said = client.get("/metrics").text
    for name, value in {
        "connections": 1, "rooms": 1, "rooms_held": 0, "thinking": 0, "thinking_waiting": 0, "up": 1,
        'requests_total{method="POST",status="201"}': 1, 'requests_total{method="GET",status="404"}': 1,
        f'info{{version="{__version__}"}}': 1, 'request_seconds_bucket{le="+Inf"}': 2, "request_seconds_count": 2,
    }.items():  # fmt: skip
        assert f"grognard_{name} {value}" in said.splitlines()


def test_figures_are_exact() -> None:
    found = dict(
        line.split(" ") for line in gauges({"start_time_seconds": 1794986855.25, "rooms": 3}, {}) if line[0] != "#"
    )
    assert found == {"grognard_start_time_seconds": "1794986855.25", "grognard_rooms": "3"}


def test_figures_are_for_this_machine(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        assert client.get("/metrics").status_code == 404  # from elsewhere, as far as the server knows
        here = TestClient(client.app, base_url="http://127.0.0.1:8041", client=("127.0.0.1", 5000))
        here.portal = client.portal
        assert here.get("/metrics").status_code == 200
        assert here.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 404


def test_logs_are_rotated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.cli.commands.serve.LOG_SIZE", 2000)
    root, kept = logging.getLogger(), logging.getLogger().handlers[:]
    file = tmp_path / "grognard.log"
    try:
        log_to(str(file), requests=True)
        for n in range(300):
            logging.getLogger("grognard.web").info("request", extra={"n": n, "address": "203.0.113.7"})
        for handler in root.handlers:
            handler.close()
    finally:
        root.handlers[:] = kept
    assert json.loads(file.read_text("utf-8").splitlines()[-1])["n"] == 299
    assert len(list(tmp_path.glob("grognard.log*"))) == 10
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(Bad, match="cannot be written"):
        log_to(str(tmp_path / "no" / "such"), requests=True)


# -- the doctor ----------------------------------------------------------------------------------------


def said_by(url: str) -> list[str]:
    return [f"{one.said} -> {one.cure}" for one in doctor.findings(url) if one.cure]


def test_the_doctor(club: TestClient, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new(club)
    monkeypatch.setenv("GROGNARD_PROXY", "yes")
    assert said_by(url) == []
    (tmp_path / "games.db").chmod(0o644)
    assert said_by(url) == [f"{tmp_path / 'games.db'} can be read by others (644) -> chmod 600 {tmp_path / 'games.db'}"]
    (tmp_path / "games.db").chmod(0o600)
    monkeypatch.setenv("GROGNARD_SMTP", "smtp://127.0.0.1:1")
    assert "correct GROGNARD_SMTP" in said_by(url)[0]
    monkeypatch.setenv("GROGNARD_ORIGIN", "http://play.example.org")
    assert "not encrypted" in said_by(url)[0]
    monkeypatch.setenv("GROGNARD_QUOTA_GAMES", "many")
    assert "correct the variable" in said_by(url)[-1]


def test_the_doctor_tries_a_websocket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running_server(tmp_path) as (port, _):
        at = f"http://127.0.0.1:{port}"
        assert [one.said for one in doctor._server(at)] == [f"the server at {at} is well"]
        with monkeypatch.context() as patch:
            full = shutil.disk_usage(tmp_path)._replace(free=1 << 20)
            patch.setattr("grognard.web.storage.database.shutil.disk_usage", lambda _: full)
            (said,) = doctor._server(at)
            assert said.said == f"the server at {at} is not well: The disk is full: 1 MB are left"
        monkeypatch.setattr(doctor, "UPGRADE", {})  # what a proxy that knows nothing of WebSockets passes on
        assert [one.said for one in doctor._server(at) if one.cure] == [f"WebSockets do not get through to {at}"]
    assert [one.cure for one in doctor._server(at)] == ["look at its log, then restart it"]


def test_the_doctor_and_a_postgresql(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    url = postgres.fresh()
    Store(url).close()
    at = f"https://127.0.0.1:{own_port()}"
    monkeypatch.setenv("GROGNARD_ORIGIN", f"{at}/")
    monkeypatch.setenv("GROGNARD_PROXY", "yes")
    (said,) = said_by(url)  # nobody answers there
    assert said.startswith(f"the server at {at} does not answer well: ")
    monkeypatch.setattr("grognard.cli.commands.doctor.shutil.which", lambda _: None)
    assert [line for line in said_by(url) if "install postgresql-client" in line]


def test_the_doctor_and_a_damaged_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.db"
    assert doctor.command(f"sqlite:///{file}") == 1
    assert "grognard serve" in capsys.readouterr().out
    file.write_bytes(b"rubbish" * 1000)
    file.chmod(0o600)
    assert doctor.command(f"sqlite:///{file}") == 1
    assert "grognard restore FILE --replace" in capsys.readouterr().out
    assert file.read_bytes() == b"rubbish" * 1000


# -- examples ------------------------------------------------------------------------------------------

ROOT = Path(__file__).parents[2]
EXAMPLES = [*sorted((ROOT / "deploy").iterdir()), ROOT / "docs" / "hosting.md"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_name_what_there_is(path: Path) -> None:
    """The commands, options and variables of the examples exist."""
    text, source = path.read_text("utf-8"), "".join(one.read_text("utf-8") for one in (ROOT / "src").rglob("*.py"))
    for variable in set(re.findall(r"GROGNARD_\w+", text)):
        assert variable in source
    command = typer.main.get_command(app)
    assert isinstance(command, typer.core.TyperGroup)
    for name, rest in re.findall(r"grognard[\"`]?,? \"?(serve|backup|restore|check|doctor|host \w+)\b([^\n`#]*)", text):
        first, _, second = name.partition(" ")
        found: Any = command.commands[first]
        found = found.commands[second] if second else found
        known = {option for parameter in found.params for option in (*parameter.opts, *parameter.secondary_opts)}
        assert set(re.findall(r"--[\w-]+", rest)) <= known
