"""Two titles of another package on the server: listed, drawn, played, and nothing hidden is told."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.install.environment import Installed
from tests.waiting import until

from .conftest import TITLES


@pytest.fixture(scope="module")
def page(plugged: Installed) -> Iterator[httpx.Client]:
    with (
        plugged.serving() as address,
        httpx.Client(base_url=address, headers={"Origin": address}, timeout=None) as client,
    ):
        client.get("/")
        yield client


def begin(page: httpx.Client, title: str, **seats: str) -> str:
    begun = page.post("/api/games", json={"title": title, "seats": seats})
    assert begun.status_code == 201, begun.text
    return str(begun.json()["id"])


def seen(page: httpx.Client, game: str, side: str = "") -> Any:
    answer = page.get(f"/api/games/{game}", params={"as": side} if side else {})
    assert answer.status_code == 200, answer.text
    return answer.json()


def play(page: httpx.Client, game: str, side: str, action: str) -> Any:
    version = seen(page, game)["version"]
    body = {"as": side, "version": version, "id": f"{action} {version}", "action": action}
    return page.post(f"/api/games/{game}/actions", json=body)


def test_both_are_on_the_list_with_map_rules_and_charts(page: httpx.Client) -> None:
    found = {title["name"]: title for title in page.get("/api/titles").json()["titles"]}
    for name in TITLES:
        assert found[name]["playable"]
        assert page.get(f"/api/titles/{name}/map.svg").text.startswith("<svg")
        assert page.get(f"/api/titles/{name}/thumbnail.svg").status_code == 200
        assert len(page.get(f"/api/titles/{name}/board").json()["places"]) == (42 if name == "ridge" else 8)
        assert page.get(f"/api/titles/{name}/rules/3.1").json()["clauses"]
    charts = page.get("/api/titles/ridge/charts").json()["charts"]
    assert [chart["name"] for chart in charts] == ["Combat results", "Movement points"]


def test_ridge_is_played_over_the_api(page: httpx.Client) -> None:
    game = begin(page, "ridge")
    assert {counter["id"] for stack in seen(page, game)["stacks"].values() for counter in stack} >= {"a1", "v5"}
    offers = page.post(f"/api/games/{game}/offers", json={"pieces": ["a4"]}).json()["offers"]
    assert [offer["verb"] for offer in offers] == ["move"]
    refused = play(page, game, "amber", "move a4 to 0405")
    assert refused.status_code == 422
    assert [one["clause"] for one in refused.json()["objections"]] == ["3.2a"]
    why = page.post(f"/api/games/{game}/why", json={"as": "amber", "action": "move a4 to 0304"}).json()
    assert sum(line["amount"] for line in why["cost"]) == 4
    assert play(page, game, "amber", "move a4 to 0304").status_code == 200
    zones = page.get(f"/api/games/{game}/overlay/zoc").json()
    assert "0404" in zones["violet"]
    assert "0305" in zones["amber"]


def test_straits_hides_strengths_from_an_opponent_and_from_spectators(page: httpx.Client) -> None:
    game = begin(page, "straits", island="me", mainland="invite")
    first = seen(page, game, "island")
    backs = {
        counter["look"] for stack in first["stacks"].values() for counter in stack if counter["side"] == "mainland"
    }
    assert len(backs) == 1  # they all look alike
    mine = first["pieces"]
    assert [name for name, piece in mine.items() if "strength" in piece] == ["i1", "i2", "i3", "i4", "i5"]
    for file in ("record", "log"):
        text = page.get(f"/api/games/{game}/{file}", params={"as": "island"}).text
        assert text.count("deal ") + text.count("has strength") > 0
        assert "(m1) has strength" not in text
    assert page.get(f"/api/games/{game}", params={"as": "mainland"}).status_code == 403
    assert page.get(f"/api/games/{game}", params={"as": "all"}).status_code == 403
    assert play(page, game, "island", "move i1 to 2").status_code == 200
    assert play(page, game, "island", "done").status_code == 200
    odds = page.post(f"/api/games/{game}/odds", json={"as": "island", "action": "fight 2"}).json()["odds"]
    assert odds["exact"] is False
    assert play(page, game, "island", "fight 2").status_code == 200
    after = seen(page, game, "island")["pieces"]
    assert {name for name, piece in after.items() if "strength" in piece} >= {"m1", "m2"}
    assert "strength" not in after["m5"]


@pytest.mark.parametrize(("name", "mine", "theirs"), [("ridge", "amber", "violet"), ("straits", "island", "mainland")])
def test_a_computer_takes_a_seat(page: httpx.Client, name: str, mine: str, theirs: str) -> None:
    game = begin(page, name, **{mine: "me", theirs: "computer:random"})
    for _ in range(2 if name == "ridge" else 1):  # phases of a turn
        assert play(page, game, mine, "done").status_code == 200

    def computer_played() -> bool:
        return any(entry["side"] == theirs for entry in page.get(f"/api/games/{game}/log").json()["played"])

    assert until(computer_played)
