"""[5.0, 19.8] The set-up: both sides by the chart, and some Russians anywhere in Stalingrad."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import bits, scan
from grognard.titles.assault.rules.movement import reach
from grognard.titles.assault.rules.zones import rigid
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import on_map, put
from tests.titles.stalingrad.box import D

New = Callable[..., Any]


@pytest.mark.case("19.81a")
def test_both_sides_start_on_the_map(new: New) -> None:
    """Every unit has one origin: the chart, the city, the cup or the schedule of reinforcements."""
    game = new()
    assert game.ask == ("russian", "set-up")
    assert [game.where(unit) for unit in ("305ID", "16Pz", "Rum6HQ", "192RD", "13TC")] == [
        "0222", "0524", "2315", "0220", "0619",
    ]  # fmt: skip
    assert on_map(game.s, GERMAN).bit_count() == 19
    assert on_map(game.s, RUSSIAN).bit_count() == 15
    origins = [sum(1 << unit for unit in D.start), D.free, D.in_cup, sum(1 << unit for unit in D.due)]
    assert sum(origins) == D.ground
    assert sum(some.bit_count() for some in origins) == D.ground.bit_count()


@pytest.mark.case("19.81a", "6.11a")
def test_nobody_stands_still_on_turn_1(new: New) -> None:
    game = new(placed=True).to("german-movement")
    assert D.held == {}
    assert game.movers() == game.units(on_map(game.s, GERMAN))
    game = new(placed=True)
    game.to("draw").play("draw 13Gd", "draw 95RD", "north 13Gd")
    assert game.ask == ("russian", "russian-movement")
    assert game.movers() == game.units(on_map(game.s, RUSSIAN))


GATES = D.outside & ~bits(D.board.at[name] for name in ("0806", "0906", "1006"))  # on the western bank
DIVISIONS = ("29Mot", "24Pz", "16Pz", "3Mot", "60Mot")


def near_the_city(game: Any, unit: str) -> set[str]:
    """The hexes at the city, and in it, that a unit can reach on turn 1 in two Movement Phases without combat."""
    marching = game.to("german-movement").s
    piece, out = game.unit(unit), 0
    ends = reach(marching, piece).reached
    riding = game.to("mechanized").s
    for place in scan(ends & D.main & ~rigid(riding, RUSSIAN)):
        t = riding.copy()
        put(t, piece, place)
        out |= reach(t, piece).reached
    names: set[str] = game.hexes((ends | out) & (GATES | D.within))
    return names


@pytest.mark.parametrize("unit", DIVISIONS)
def test_no_division_comes_to_the_city_on_turn_1(new: New, unit: str) -> None:
    """The estimated set-up closes the roads: the 64th Army bars those from Kotelnikovo and Nizhne-Chirskaya."""
    assert near_the_city(new(placed=True), unit) == set()


def test_the_road_from_kotelnikovo_is_closed_by_two_divisions(new: New) -> None:
    """Without the 204th Division the 29th Motorized would be at the city at once."""
    game = new(placed=True)
    put(game.s, game.unit("204RD"), D.lost)
    assert "1108" in near_the_city(game, "29Mot")


@pytest.mark.case("5.2a", "19.82a", "8.32a")
def test_either_map_and_then_turn_one(new: New) -> None:
    game = new()
    assert game.movers("deploy") == {"10NKVD", "1W", "2W", "3W", "4W"}
    hexes = game.hexes(game.options("deploy", game.unit("1W")).members)
    assert hexes == {"0807", "0907", "1007"} | game.hexes(D.interior)
    game.play("deploy 1W 0807", "deploy 2W B2", "deploy 3W M4", "deploy 4W 1007", "deploy 10NKVD G3")
    assert game.ask == ("german", "german-bombardment")
    assert game.s.turn == 1
    assert game.s.air == 2


@pytest.mark.case("19.82a")
def test_where_the_units_of_the_city_may_not_start(new: New) -> None:
    """Not on the fringe of either map; and nobody else is placed."""
    game = new()
    for hex_ in ("0908", "0906", "G1", "G5", "A2", "0409", "reserve"):
        assert game.clauses(f"deploy 1W {hex_}") == ["19.82a"], hex_
    assert "not a hex of Stalingrad" in game.reasons("deploy 1W 0908")
    assert game.clauses("deploy 192RD 0907") == ["19.82a"]
    assert game.clauses("deploy 13Gd G3") == ["19.82a"]
    game.play("deploy 1W 0907")
    assert game.clauses("deploy 1W 0907") == ["19.82a"]
    assert "deploys at" in game.log()


@pytest.mark.case("19.43b", "19.82a")
def test_the_nkvd_starts_in_the_interior(new: New) -> None:
    game = new()
    hexes = game.hexes(game.options("deploy", game.unit("10NKVD")).members)
    assert hexes == game.hexes(D.interior)
    assert game.clauses("deploy 10NKVD 0907") == ["19.43b"]
    assert game.clauses("deploy 10NKVD G1") == ["19.82a"]


@pytest.mark.case("8.26a", "8.26b", "7.4b", "7.6a", "7.6b")
def test_the_limits_hold_in_the_set_up(new: New) -> None:
    """One Worker in a hex of the Inset, ten on a hex of the main map, and each beside the NKVD Division."""
    game = new().play("deploy 1W G3", "deploy 10NKVD G3")
    assert game.clauses("deploy 2W G3") == ["7.4b"]
    game.play("deploy 2W 0907", "deploy 3W 0907", "deploy 4W 0907")
    assert game.ask == ("german", "german-bombardment")


@pytest.mark.case("8.32b")
def test_asked_from_the_first_turn_on(new: New) -> None:
    game = new()
    assert game.clauses("rest") == ["8.32b"]
    game.play("watch", "deploy 1W 0907")
    assert game.clauses("watch") == ["8.32b"]
    game.play("deploy 2W 0907", "deploy 3W 0907", "deploy 4W 0907", "deploy 10NKVD G3")
    seen = []
    while game.ask[1] != "draw":
        seen.append(game.ask[1])
        game.go_on()
    seen.remove("german-support")  # where nobody is asked: it belongs to the Combat Phase
    assert seen[1::2] == ["german-bombardment", "german-movement", "german-combat", "mechanized"]
    assert seen[::2] == ["regroup"] * 4
