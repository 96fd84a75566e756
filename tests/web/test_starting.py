"""Starting a game and leaving it: set-up by the computer, files, invitations, the archive, deleted games."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from grognard.core import notation, record
from grognard.core.table import Table
from grognard.titles import TITLES
from tests.waiting import until

from .served import another, live, new, served, two


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as found:
        found.get("/")
        yield found


def view(client: TestClient, game: str) -> Any:
    return client.get(f"/api/games/{game}").json()


@pytest.mark.parametrize(
    ("title", "scenario", "side", "level"),
    [
        ("leningrad79", "campaign", "soviet", "regular"),
        ("leningrad79", "campaign", "soviet", "random"),
        ("assault_leningrad", "campaign", "russian", "regular"),
        ("moscow41", "gasp", "soviet", "random"),
        ("moscow41", "gasp", "german", "regular"),
    ],
)
def test_the_computer_sets_up_for_me(client: TestClient, title: str, scenario: str, side: str, level: str) -> None:
    game = TITLES[title]
    seats = {one: "me" if one == side else "computer:random" for one in game.players}
    id = new(client, title, scenario=scenario, seats=seats, set_up=level)["id"]
    until(lambda: view(client, id)["ask"].get("step") not in game.set_up_steps)
    assert any(entry["side"] == side for entry in client.get(f"/api/games/{id}/log").json()["played"])
    assert view(client, id)["decider"] in game.players


def test_without_a_level_i_set_up_myself_until_i_ask_for_help(client: TestClient) -> None:
    id = new(client, title="leningrad79", seats={"german": "computer:random"})["id"]
    assert view(client, id)["ask"]["step"] == "set-up"
    assert client.post(f"/api/games/{id}/set-up", json={"level": "general"}).status_code == 400
    assert client.post(f"/api/games/{id}/set-up", json={"level": "regular"}).status_code == 200
    until(lambda: view(client, id)["ask"]["step"] != "set-up")


def test_undo_gives_the_set_up_back_to_me(client: TestClient) -> None:
    id = new(client, title="leningrad79")["id"]
    client.post(f"/api/games/{id}/set-up", json={"as": "soviet", "level": "regular"})
    until(lambda: view(client, id)["ask"]["step"] != "set-up")
    after = view(client, id)
    undone = client.post(f"/api/games/{id}/undo", json={"as": "soviet", "version": after["version"], "id": "u1"})
    assert undone.status_code == 200, undone.text
    assert view(client, id)["ask"]["step"] == "set-up"
    assert view(client, id)["count"] == after["count"] - 1


def test_the_computer_places_the_rest_for_me_at_this_step_only(client: TestClient) -> None:
    position = "assault_leningrad campaign\nat german-movement\nturn 20\n0420 6-4\n0320 4V\n0220 1TD\n"
    id = new(client, title="", text=position)["id"]
    moved = {"as": "german", "version": view(client, id)["version"], "id": "m1", "action": "move 6-4 via K6"}
    assert client.post(f"/api/games/{id}/actions", json=moved).status_code == 200
    assert view(client, id)["ask"]["placing"]
    assert client.post(f"/api/games/{id}/set-up", json={"as": "russian", "level": "general"}).status_code == 400
    assert client.post(f"/api/games/{id}/set-up", json={"as": "russian", "level": "regular"}).status_code == 200
    until(lambda: view(client, id)["ask"]["step"] == "german-movement")
    after = view(client, id)
    undone = client.post(f"/api/games/{id}/undo", json={"as": "russian", "version": after["version"], "id": "u1"})
    assert undone.status_code == 200, undone.text
    assert view(client, id)["ask"]["step"] == "place"  # and nobody places it again
    assert view(client, id)["count"] == after["count"] - 1


def test_nobody_sets_up_for_another(client: TestClient) -> None:
    id, guest = two(client)
    assert guest.post(f"/api/games/{id}/set-up", json={"as": "german"}).status_code == 403


def test_a_file_says_which_title_it_is_of(client: TestClient) -> None:
    text = record.write(Table(TITLES["moscow41"], "dnieper"))
    assert new(client, title="", text=text)["title"] == "moscow41"
    position = notation.write(Table(TITLES["leningrad79"]).state)
    assert new(client, title="", text=position)["title"] == "leningrad79"
    for wrong in ("", "grognard record 1\ntitle chess\n", "a letter\n"):
        assert client.post("/api/games", json={"title": "", "text": wrong}).status_code == 404


def test_an_invitation_says_what_it_is_for_before_it_is_taken(client: TestClient) -> None:
    made = new(client, title="leningrad79", seats={"soviet": "invite"})
    seat = next(seat for seat in made["seats"] if seat["side"] == "soviet")
    friend = another(client)
    told = friend.get(f"/api/join/{seat['invitation']}").json()
    assert (told["full"], told["side"], told["taken"]) == ("Leningrad", "soviet", False)
    assert told["host"]
    assert not view(client, made["id"])["seats"][1]["taken"]
    assert friend.get("/api/join/nonsense").status_code == 404


def test_the_archive_is_my_own(client: TestClient) -> None:
    id, friend = two(client)
    assert client.post(f"/api/games/{id}/archive", json={"archived": True}).json() == {"archived": True}
    assert [game["archived"] for game in client.get("/api/games").json()["games"]] == [True]
    assert [game["archived"] for game in friend.get("/api/games").json()["games"]] == [False]
    client.post(f"/api/games/{id}/archive", json={"archived": False})
    assert [game["archived"] for game in client.get("/api/games").json()["games"]] == [False]
    _, stranger = two(client)
    assert stranger.post(f"/api/games/{id}/archive", json={"archived": True}).status_code == 403


def closed_with(line: WebSocketTestSession) -> int:
    """The code with which the server closes a line, after whatever it still says."""
    try:
        while True:
            line.receive_json()
    except WebSocketDisconnect as closed:
        return closed.code


def test_a_deleted_game_is_gone_and_its_pages_are_closed(client: TestClient) -> None:
    other, stranger = two(client)
    id = new(client, title="leningrad79", seats={"soviet": "computer:random"})["id"]
    assert stranger.delete(f"/api/games/{id}").status_code == 403
    with live(client, id) as line:
        assert client.delete(f"/api/games/{id}").status_code == 204
        assert closed_with(line) == 4004
    assert client.get(f"/api/games/{id}").status_code == 404
    assert [game["id"] for game in client.get("/api/games").json()["games"]] == [other]


def test_a_game_with_other_people_is_not_deleted(client: TestClient) -> None:
    id = two(client)[0]
    assert client.delete(f"/api/games/{id}").status_code == 400
    assert client.get(f"/api/games/{id}").status_code == 200
