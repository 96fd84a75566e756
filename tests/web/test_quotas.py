"""How much one person may ask of a server: long records, many games, many open rooms."""

from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from grognard.core import record
from grognard.core.table import Table
from grognard.core.title import Bad
from grognard.titles import TITLES
from grognard.web.play.live import TOO_MANY
from grognard.web.play.quotas import Quotas

from .served import another, live, new, served
from .tables import opened, play, run
from .test_security import sign_up

LENINGRAD = TITLES["leningrad79"]


def written(count: int) -> str:
    """A record of a random game with so many actions."""
    table, random = Table(LENINGRAD, seed=1, rolls=False), Random(1)
    while len(table.journal) < count:
        table.play(LENINGRAD.sample(table.state, random.randrange)) if table.decider >= 0 else table.roll()
    return record.write(table)


def test_a_record_that_is_too_long_is_not_read_to_its_end(tmp_path: Path) -> None:
    with served(tmp_path, quotas=Quotas(actions=40)) as client:
        answer = client.post("/api/games", json={"title": "leningrad79", "text": written(60)})
        assert answer.status_code == 400
        assert "A game can have at most 40 actions" in answer.json()["message"]
        assert client.get("/api/games").json()["games"] == []
        assert client.post("/api/games", json={"title": "leningrad79", "text": written(40)}).status_code == 201


def test_a_record_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(0, 10_000, 7))
    monkeypatch.setattr("grognard.web.play.quotas.time.monotonic", lambda: float(next(seconds)))
    with pytest.raises(Bad, match="takes more than 20 seconds; nothing was stored"):
        record.read(TITLES, written(60), Quotas().replaying())


def test_no_game_is_endless(tmp_path: Path) -> None:
    with served(tmp_path, quotas=Quotas(actions=3)) as client:
        game = new(client)
        for n in range(4):
            view = client.get(f"/api/games/{game['id']}").json()
            hint = client.post(f"/api/games/{game['id']}/hint", json={"as": view["ask"]["side"], "level": "recruit"})
            body = {"version": view["version"], "id": f"a{n}", "action": hint.json()["action"]}
            answer = client.post(f"/api/games/{game['id']}/actions", json={"as": view["ask"]["side"], **body})
            assert answer.status_code == (200 if n < 3 else 400)
        assert "at most 3 actions" in answer.json()["message"]


def test_so_many_games_and_no_more(tmp_path: Path) -> None:
    with served(tmp_path, quotas=Quotas(games=2)) as client:
        first, _ = new(client), new(client)
        refused = client.post("/api/games", json={"title": "leningrad79"})
        assert refused.status_code == 400
        assert "You have 2 games" in refused.json()["message"]
        fork = client.post(f"/api/games/{first['id']}/fork", json={})
        assert (fork.status_code, fork.json()["message"]) == (400, refused.json()["message"])
        assert client.delete(f"/api/games/{first['id']}").status_code == 204
        assert new(client)
    with served(tmp_path, quotas=Quotas(all_games=2)) as client:
        assert "This server holds 2 games" in client.post("/api/games", json={"title": "toy"}).json()["message"]


def test_large_rooms_are_put_away_first_come(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(f"sqlite:///{tmp_path / 'games.db'}") as lobby:
            lobby.quotas = Quotas(room_actions=10)
            games = [await lobby.new("anna", "leningrad79") for _ in range(3)]
            for game in games:
                await play(game, 6)
                await lobby.open(game.row.id)
            assert list(lobby._recent) == [games[-1].row.id]
            lobby.quotas = Quotas()
            again = await lobby.open(games[0].row.id)
            assert len(again.room.table.journal) == 6

    run(work)


def refused(client: TestClient, game: str) -> str:
    """Why a page cannot connect."""
    with live(client, game) as line, pytest.raises(WebSocketDisconnect) as ended:
        line.receive_json()
    assert ended.value.code == TOO_MANY
    return str(ended.value.reason)


def connected(line: WebSocketTestSession) -> bool:
    return bool(line.receive_json()["type"] == "update")


def test_so_many_pages_are_open_at_once_and_no_more(tmp_path: Path) -> None:
    with served(tmp_path, accounts=True, logins=100, quotas=Quotas(watched=2)) as client:
        sign_up(client)
        first, second, third = (new(client)["id"] for _ in range(3))
        boris, nobody, elsewhere = another(client), another(client), another(client, "192.0.2.7")
        sign_up(boris, "boris")
        for browser in (client, nobody):  # who has not logged in is known by the address
            with live(browser, first) as one, live(browser, second) as other:
                assert connected(one)
                assert connected(other)
                for game in (first, third):
                    assert refused(browser, game) == "You have 2 pages open: close one first"
                for somebody in (boris, elsewhere):
                    with live(somebody, first) as line:
                        assert connected(line)
            with live(browser, third) as line:
                assert connected(line)


def test_spectators_never_keep_players_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.web.play.live.CROWD", 1)
    with served(tmp_path, accounts=True) as client:
        sign_up(client)
        game, stranger = new(client)["id"], another(client)
        with live(stranger, game) as watching:
            assert connected(watching)
            assert refused(stranger, game) == "Too many spectators"
            with live(client, game) as playing:
                assert connected(playing)


@pytest.mark.parametrize("said", ["many", "-1", "0", "1.5"])
def test_quotas_from_the_environment(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("GROGNARD_QUOTA_GAMES", "50")
    assert Quotas.from_environment() == Quotas(games=50)
    monkeypatch.setenv("GROGNARD_QUOTA_ROOMS", said)
    with pytest.raises(Bad, match=f"GROGNARD_QUOTA_ROOMS must be a number from 1 up, not '{said}'"):
        Quotas.from_environment()
