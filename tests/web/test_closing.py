"""A finished game at a glance: the score adds up, the battles are those of the journal, luck is even on average."""

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.kit.table import BattleResult, Consequence, wargame
from grognard.web.present.closing import closing, percentile
from tests.core.play import TITLES, game

from .served import new, served


def finished(name: str, seed: int) -> Any:
    """A room in which a random game has been played."""
    table = game(TITLES[name], seed, 600)
    return SimpleNamespace(
        game=f"{name} {seed}", version=1, table=table, title=wargame(table), state=table.state, notes=[]
    )


@pytest.mark.parametrize("name", ["leningrad79", "moscow41"])
def test_the_items_of_the_score_add_up(name: str) -> None:
    room = finished(name, 5)
    told = closing(room, 0)
    for n, side in enumerate(room.title.players):
        items = [one for one in told["score"] if one["side"] == side]
        assert sum(one["points"] for one in items) == told["points"][side]
        assert told["points"][side] == room.title.aids.tally(room.state, n)["points"]
        assert all(one["cite"] and one["text"] for one in items)


def test_the_battles_and_the_course_by_turn() -> None:
    room = finished("leningrad79", 2)
    told = closing(room, 0)
    assert told["battles"]
    for one, other in pairwise(told["battles"]):
        assert one["n"] < one["end"] <= other["n"]
    assert all(-1 <= one["luck"] <= 1 for one in told["battles"] if one["luck"] is not None)
    assert {one["n"] for one in told["fiercest"]} <= {one["n"] for one in told["battles"]}
    assert round(sum(told["luck"].values()), 6) == 0  # what one side gains in luck the other loses
    last = told["turns"][-1]
    for side in room.title.players:
        assert last["points"][side] == told["points"][side]
        assert last["lost"][side] == sum(one["lost"][side] for one in told["battles"])
        assert all(one["lost"][side] <= other["lost"][side] for one, other in pairwise(told["turns"]))
    assert all(round(sum(one["ground"].values()), 6) in (0, 1) for one in told["turns"])


def test_luck_is_the_chance_of_a_worse_result_less_that_of_a_better_one() -> None:
    def result(name: str, chance: float, steps: int, face: int) -> BattleResult:
        return BattleResult(name, chance, Consequence(steps, False, ""), Consequence(0, False, ""), (face,))

    results = [result("-", 0.5, 0, 1), result("1", 0.25, 1, 2), result("2", 0.25, 2, 3)]
    found = [percentile(results, one) for one in results]
    assert found == [-0.5, 0.25, 0.75]
    assert sum(one.chance * luck for one, luck in zip(results, found, strict=True) if luck is not None) == 0


def test_what_the_fog_hid_is_told_only_after_the_end(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        client.get("/")
        id = new(client, "moscow41", seats={"german": "me", "soviet": "computer:recruit"})["id"]
        early = client.get(f"/api/games/{id}/closing", params={"as": "german"})
        assert early.status_code == 400
        client.post(f"/api/games/{id}/resign", json={"as": "german", "id": "end"})
        told = client.get(f"/api/games/{id}/closing", params={"as": "german"}).json()
        assert all(one["side"] == "soviet" and one["look"] != one["seen"] for one in told["lifted"])
