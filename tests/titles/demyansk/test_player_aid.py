"""Player aids agree with the rules."""

from collections.abc import Callable
from typing import Any

from grognard.kit.battle.ledger import total
from grognard.titles.demyansk.data.components import AXIS, SOVIET
from tests.titles.demyansk.box import AT, D, names
from tests.titles.demyansk.conftest import TITLE

Moving = Callable[..., Any]
AIDS = TITLE.aids


def test_the_ledger_of_the_example(moving: Moving) -> None:
    """8.31: road, clear, rough, rough and woods."""
    game = moving("axis", "2711 AA12", "dry")
    lines = AIDS.cost(game.s, game.march("AA12", "2710 2709 2708 2707"))
    assert [(line.clause, line.amount) for line in lines] == [
        ("8.36a", 1),
        ("8.31a", 1),
        ("8.31a", 2),
        ("8.31a", 2),
        ("8.31b", 1),
    ]
    assert total(lines) == 7


def test_the_ledger_of_a_river_and_a_strongpoint(moving: Moving) -> None:
    game = moving("soviet", "2025 46-84", "dry")
    lines = AIDS.cost(game.s, game.march("46-84", "2024"))
    assert [line.clause for line in lines] == ["8.31a", "8.33b"]
    fort = AIDS.cost(game.s, game.march("46-84", "2124"))
    assert [line.clause for line in fort] == ["8.36a", "14.13a"]


def test_the_ledger_of_a_strategic_move(moving: Moving) -> None:
    game = moving("axis", "2711 AA12", "dry")
    action = game.title.parse(game.s, "strategic AA12 to 3012")
    assert [(line.clause, line.amount) for line in AIDS.cost(game.s, action)] == [("8.36a", 1)] * 3


def test_reach_is_what_can_be_played(moving: Moving) -> None:
    game = moving("axis", "2711 AA12\n3215 42Bde", "dry")
    found = AIDS.reach(game.s, 1 << game.unit("AA12"))
    assert {game.title.lexicon.places[place] for place in found} == game.reach("AA12")
    assert found[AT["2710"]] == "1"
    enemy = AIDS.reach(game.s, 1 << game.unit("42Bde"))  # in its owner's next phase
    assert AT["3216"] in enemy
    game.play("move AA12 to 2710")
    assert AIDS.reach(game.s, 1 << game.unit("AA12")) == {}
    assert AIDS.reach(game.s, 1 << game.unit("Ju87-1")) == {}


def test_overlays_and_ground(moving: Moving) -> None:
    s = moving("axis", "2711 AA12\n3215 42Bde").s
    assert "2710" in names(AIDS.overlays["zoc"](s, AXIS))
    assert AIDS.ground(s, AXIS) & AIDS.ground(s, SOVIET) == 0
    assert AIDS.overlays["supply"](s, AXIS) >> AT["2711"] & 1


def test_what_is_still_to_come(new: Callable[..., Any]) -> None:
    game = new("bridge")
    assert AIDS.arrivals(game.s) == [("Game-Turn 11", "axis", "I-553 BBB in AGN")]
    campaign = new()
    assert AIDS.arrivals(campaign.s)[0] == ("now", "axis", "III-174 in AGN")
    there = campaign.s.there[AXIS]
    whole = there & D.two_steps & ~campaign.s.reduced
    assert AIDS.steps(campaign.s, AXIS) == there.bit_count() + whole.bit_count()


def test_points_to_spend_and_markers(moving: Moving) -> None:
    s = moving("axis", "2711 AA12\naxis_rps 2\nbuilding 2712\nbuilt 2713").s
    assert AIDS.status(s)["Axis RPs"] == "2"
    assert "Soviet RPs" not in AIDS.status(s)
    assert (names(AIDS.markers(s)["construction"]), names(AIDS.markers(s)["Strongpoint"])) == ({"2712"}, {"2713"})
    assert TITLE.place(s, AT["NWF-rebuilding"]) == "the Units Rebuilding section of NWF"
