"""Nothing of undisclosed links leaves the server: over HTTP and WebSocket, in logs and in what a person is given."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from grognard.core.dice import Dice
from grognard.core.verified_dice import Chain
from grognard.web.server.members import Members
from grognard.web.storage.schema import PEOPLE
from tests.web.served import house, live, served, two
from tests.web.test_leaks import PATHS

CHAINS = {"red": Chain("0a" * 32), "blue": Chain("0b" * 32)}
THROWS = range(1, 30)


def post(client: TestClient, game: str, path: str, **said: Any) -> int:
    return client.post(f"/api/games/{game}/{path}", json=said).status_code


def news(client: TestClient, game: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/games/{game}").json()
    return found


def roll(clients: dict[str, TestClient], game: str) -> None:
    """The pages give their links for as long as dice are rolled."""
    while (dice := news(clients["red"], game)["dice"])["rolling"]:
        for side in dice["missing"]:
            number = dice["throw"]
            assert post(clients[side], game, "dice/link", throw=number, link=CHAINS[side].link(number)) == 200


def exported(host: TestClient, game: str, side: str) -> str:
    """What the host gives a person who asks for everything that is stored about them."""
    store, portal = house(host).store, host.portal
    assert portal is not None
    person = house(host).lobby.games[game].seats[side].person
    named = sa.update(PEOPLE).where(PEOPLE.c.id == person).values(login="guest")
    portal.call(store.write, lambda db: db.execute(named))
    found = json.dumps(portal.call(Members(store).export, "guest"))
    assert "deposit" in found  # their own links are theirs
    return found


def test_links_stay_where_they_belong(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with served(tmp_path) as host:
        game, guest = two(host, "toy", verified=True)
        clients = {"red": host, "blue": guest}
        room = house(host).lobby.games[game].room
        assert room.dice is not None
        server = room.dice.chain
        for side, client in clients.items():
            assert post(client, game, "dice/commitment", anchor=CHAINS[side].anchor) == 200
        told: dict[str, list[str]] = {"red": [], "blue": []}
        with live(host, game) as first, live(guest, game) as second:
            roll(clients, game)
            pick = Dice(2).pick
            for n in range(12):
                if n == 2:  # the blue side leaves links for later
                    far = news(host, game)["dice"]["throw"] + 8
                    assert post(guest, game, "dice/deposit", throw=far, link=CHAINS["blue"].link(far)) == 200
                state = news(host, game)
                if state["over"]:
                    break
                text = room.title.text(room.state, room.title.sample(room.state, pick, 30))
                said = {"action": text, "version": state["version"]}
                assert post(clients[state["decider"]], game, "actions", **said) == 200
                roll(clients, game)
                for side, client in clients.items() if n % 3 == 2 else ():
                    told[side] += [client.get(f"/api/games/{game}{path}").text for path in (*PATHS, "/dice")]
                    told[side].append(client.get("/api/games").text)
            for side, line in (("red", first), ("blue", second)):
                seq = -1
                while seq < room.seq:
                    text = line.receive_text()
                    told[side].append(text)
                    seq = json.loads(text).get("seq", seq)
        told["blue"].append(exported(host, room.game, "blue"))
        made = room.dice.throw - 1
        assert made > 2
        assert "shown when the game is over" in host.get(f"/api/games/{game}/dice").text
        for side, other in (("red", "blue"), ("blue", "red")):
            everything = "\n".join(told[side])
            for number in THROWS:
                assert server.link(number) not in everything
                assert CHAINS[other].link(number) not in everything
        for number in THROWS:
            for chain in (server, *CHAINS.values()):
                assert chain.link(number) not in caplog.text
        assert post(host, game, "resign") == 200
        shown = host.get(f"/api/games/{game}/record").text + host.get(f"/api/games/{game}/dice").text
        last = max(number for _, number in room.dice.made)
        assert server.link(last) in shown
        for number in range(last + 1, last + 20):
            for chain in (server, *CHAINS.values()):
                assert chain.link(number) not in shown


def test_what_the_routes_refuse(tmp_path: Path) -> None:
    with served(tmp_path) as host:
        game, guest = two(host, "toy", verified=True)
        plain, _ = two(host, "toy")
        assert post(host, game, "dice/commitment", anchor="zz") == 422
        assert post(host, game, "dice/link", throw=0, link="00" * 32) == 422
        assert post(host, game, "dice/link", throw=1, link="00" * 32) == 400
        assert post(host, game, "dice/commitment", anchor="00" * 32, **{"as": "blue"}) == 403
        assert post(host, plain, "dice/commitment", anchor="00" * 32) == 400
        assert host.get(f"/api/games/{plain}/dice").status_code == 400
        assert post(guest, game, "ask", what="dice", anchor=CHAINS["blue"].anchor) == 400  # nothing to replace yet
        assert host.post("/api/games", json={"title": "toy", "verified": True}).status_code == 400


def test_who_is_absent_is_told_that_a_roll_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path) as host:
        game, guest = two(host, "toy", verified=True)
        told: list[str] = []
        monkeypatch.setattr(house(host).hub, "turn", lambda _game, side: told.append(side))
        for side, client in (("red", host), ("blue", guest)):
            assert post(client, game, "dice/commitment", anchor=CHAINS[side].anchor) == 200
        assert post(host, game, "dice/link", throw=1, link=CHAINS["red"].link(1)) == 200
        assert told == ["blue"]
        assert post(guest, game, "dice/link", throw=1, link=CHAINS["blue"].link(1)) == 200
        assert told == ["blue", "red"]  # who decides now


def test_a_game_that_ends_in_the_middle_of_a_roll(tmp_path: Path) -> None:
    field = "leningrad79 campaign\nat german-combat\nturn 3\n0611 36Mot 3Mot\n0711 11RD\n"
    with served(tmp_path) as host:
        game, guest = two(host, text=field, verified=True)
        for side, client in (("red", host), ("blue", guest)):
            assert post(client, game, "dice/commitment", anchor=CHAINS[side].anchor) == 200
        assert post(host, game, "actions", action="attack 0711 with 36Mot 3Mot", version=0) == 200
        assert news(guest, game)["decider"] == "chance"
        assert post(host, game, "resign") == 200
        assert host.get(f"/api/games/{game}/closing").status_code == 200
        assert host.get(f"/api/games/{game}/dice").json()["throws"] == []
        on = host.post(f"/api/games/{game}/fork", json={}).json()
        assert (on["decider"], on["dice"]) == ("soviet", None)  # ordinary dice have been rolled
        again = host.post(f"/api/games/{game}/rematch", json={}).json()
        assert again["dice"]["anchors"].keys() == {"server"}
