"""A finished game at a glance: the score adds up, the battles are those of the journal, luck is even on average."""

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.core import record
from grognard.core.table import Table
from grognard.kit.table import BattleResult, Consequence, wargame
from grognard.titles import TITLES as SHIPPED
from grognard.web.present.closing import clear, closing, percentile, spread
from tests.core.play import TITLES, game

from .served import new, served


def finished(name: str, seed: int, actions: int = 600) -> Any:
    """A room in which a random game has been played."""
    return at_the_end(f"{name} {seed} {actions}", game(TITLES[name], seed, actions))


def at_the_end(name: str, table: Table) -> Any:
    """A room with this game."""
    return SimpleNamespace(game=name, version=1, table=table, title=wargame(table), state=table.state, notes=[])


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_the_items_of_the_score_add_up_and_one_level_is_reached(name: str) -> None:
    room = finished(name, 5, 250)
    told = closing(room, 0)
    for n, side in enumerate(room.title.players):
        items = [one for one in told["score"] if one["side"] == side]
        assert sum(one["points"] for one in items) == told["points"][side]
        assert told["points"][side] == room.title.aids.tally(room.state, n)["points"]
        assert all(one["cite"] and one["text"] for one in items)
    assert sum(one["reached"] for one in told["levels"]) == 1
    first, second = room.title.players
    figure = told["points"][told["decides"]] if told["decides"] else told["points"][first] - told["points"][second]
    levels = [one for one in told["levels"] if (one["least"], one["most"]) != (None, None)]
    within = [one["name"] for one in levels if _in(one, figure)]
    assert not levels or len(within) == 1  # every number of points belongs to one level
    assert all(one["name"] in within for one in levels if one["reached"])
    if told["turning"]:
        turns = [one["turn"] for one in told["turns"]]
        assert told["turning"]["turn"] in turns[1:]


def _in(level: dict[str, Any], figure: int) -> bool:
    least, most = level["least"], level["most"]
    return (least is None or figure >= least) and (most is None or figure <= most)


@pytest.mark.parametrize(
    ("name", "game"), [("demyansk", "campaign-building-melting-0"), ("leningrad79", "brief-terse-0")]
)
def test_a_whole_game_is_itemised_and_its_level_is_the_outcome(name: str, game: str) -> None:
    text = (Path(__file__).parents[1] / "records" / name / f"{game}.rec").read_text()
    room = at_the_end(name, record.read(SHIPPED, text).table)
    told = closing(room, 0)
    outcome = room.title.outcome(room.state)
    assert outcome is not None
    assert [one["side"] for one in told["levels"] if one["reached"]] == [room.title.players[outcome.winner]]
    assert told["score"]
    assert sum(one["points"] for one in told["score"]) == sum(told["points"].values())


def test_the_battles_and_the_course_by_turn() -> None:
    room = finished("leningrad79", 2)
    told = closing(room, 0)
    assert told["battles"]
    for one, other in pairwise(told["battles"]):
        assert one["n"] < one["end"] <= other["n"]
    assert all(-1 <= one["luck"] <= 1 for one in told["battles"] if one["luck"] is not None)
    assert {one["n"] for one in told["fiercest"]} <= {one["n"] for one in told["battles"]}
    assert round(sum(one["mean"] for one in told["luck"].values()), 6) == 0  # what one side gains the other loses
    assert round(sum(one["share"] for one in told["luck"].values()), 6) == 1
    german, soviet = told["luck"]["german"], told["luck"]["soviet"]
    assert (german["better"], german["even_better"]) == (soviet["worse"], soviet["even_worse"])
    assert german["better"] + german["worse"] <= len(told["battles"])
    assert 0 < german["even_better"] + german["even_worse"] < len(told["battles"])
    assert any(one["forces"]["attacker"] and one["forces"]["defender"] for one in told["fiercest"])
    assert {one["held"] for one in told["fiercest"]} <= {*room.title.players, ""}
    last = told["turns"][-1]
    for side in room.title.players:
        assert last["points"][side] == told["points"][side]
        assert last["lost"][side] == sum(one["lost"][side] for one in told["battles"])
        assert all(one["lost"][side] <= other["lost"][side] for one, other in pairwise(told["turns"]))
    assert all(round(sum(one["ground"].values()), 6) in (0, 1) for one in told["turns"])


def test_a_battle_that_was_announced_but_not_rolled_is_not_told() -> None:
    whole = finished("leningrad79", 2)
    journal = whole.table.journal
    announced = [one["n"] for one in closing(whole, 0)["battles"] if journal[one["n"] + 1].player >= 0]
    assert announced  # the German is asked about air units first
    cut = finished("leningrad79", 2, announced[0] + 1)
    assert cut.table.journal[-1].action == journal[announced[0]].action
    assert [one["n"] for one in closing(cut, 0)["battles"]] == [
        one["n"] for one in closing(whole, 0)["battles"] if one["n"] < announced[0]
    ]


def test_a_game_given_up_before_the_first_action_has_a_score_too() -> None:
    told = closing(finished("leningrad79", 1, 0), 0)
    assert told["points"] == {"german": 0, "soviet": 0}
    assert told["battles"] == []


def test_luck_is_the_chance_of_a_worse_result_less_that_of_a_better_one() -> None:
    def result(name: str, chance: float, steps: int, face: int) -> BattleResult:
        return BattleResult(name, chance, Consequence(steps, False, ""), Consequence(0, False, ""), (face,))

    results = [result("-", 0.5, 0, 1), result("1", 0.25, 1, 2), result("2", 0.25, 2, 3)]
    found = [percentile(results, one) for one in results]
    assert found == [-0.5, 0.25, 0.75]
    assert sum(one.chance * luck for one, luck in zip(results, found, strict=True) if luck is not None) == 0
    assert spread(results, results[0]) == pytest.approx(0.5 * 0.5**2 + 0.25 * 0.25**2 + 0.25 * 0.75**2, abs=1e-4)
    assert clear(results, results[0]) == (0.25, 0.5)  # two steps; none


def test_what_the_fog_hid_is_told_only_after_the_end(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        client.get("/")
        id = new(client, "moscow41", seats={"german": "me", "soviet": "computer:recruit"})["id"]
        early = client.get(f"/api/games/{id}/closing", params={"as": "german"})
        assert early.status_code == 400
        client.post(f"/api/games/{id}/resign", json={"as": "german", "id": "end"})
        told = client.get(f"/api/games/{id}/closing", params={"as": "german"}).json()
        assert all(one["side"] == "soviet" and one["look"] != one["seen"] for one in told["lifted"])
