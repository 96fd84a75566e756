"""[19.42, 19.41] Tank Corps under bombs. What terrain does for them in combat is in `test_combat_odds`."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.titles.stalingrad.box import AT, D
from tests.titles.stalingrad.ledgers import strengths

At = Callable[..., Any]
RAID = "at raid\nturn 12\n"


def hit(at: At, hex_: str, units: str, face: int) -> set[str]:
    """Which of the units in a hex a raid disrupts."""
    game = at(f"{RAID}{hex_} {units} Air1").play(f"roll {face}")
    return set(game.units(game.s.disrupted))


@pytest.mark.case("19.42a", "12.34a")
@pytest.mark.parametrize(
    ("hex_", "kind", "others", "tanks"),
    [
        ("0409", "clear", {1, 2, 3}, {1, 2, 3}),
        ("0717", "woods", {1, 2}, {1, 2}),
        ("1606", "marsh", {1, 2}, {1, 2}),
        ("1016", "town", {1}, {1, 2}),
        ("0907", "city", {1}, {1, 2}),
        ("J3", "interior", {1}, {1, 2}),
        ("K1", "town", {1}, {1, 2}),
    ],
)
def test_which_rolls_disrupt(at: At, hex_: str, kind: str, others: set[int], tanks: set[int]) -> None:
    assert D.terrain[AT[hex_]] == kind
    for face in range(1, 7):
        assert (hit(at, hex_, "192RD", face) == {"192RD"}) == (face in others)
        assert (hit(at, hex_, "13TC", face) == {"13TC"}) == (face in tanks)


@pytest.mark.case("19.42a", "12.41a")
def test_a_two_strikes_the_tank_corps_and_spares_its_worker(at: At) -> None:
    assert hit(at, "J3", "13TC 1W", 1) == {"13TC", "1W"}
    assert hit(at, "J3", "13TC 1W", 2) == {"13TC"}
    assert hit(at, "J3", "13TC 1W", 3) == set()
    assert hit(at, "J3", "13Gd 1W", 2) == set()


@pytest.mark.case("19.42a", "12.43a", "12.34b")
def test_a_two_on_a_tank_corps_already_disrupted_does_nothing(at: At) -> None:
    game = at(RAID + "J3 13TC(disrupted) 1W Air1").play("roll 2")
    assert game.units(game.s.disrupted) == {"13TC"}
    assert "A 2: nothing happens in" in game.log()


@pytest.mark.case("19.42a", "12.44b")
def test_on_a_city_hex_one_unit_for_each_success(at: At) -> None:
    """A 1 strikes one unit of any kind, a 2 one Tank Corps; with one candidate there is nothing to choose."""
    position = RAID + "0907 13TC 28TC 13Gd 1W Air1"
    game = at(position).play("roll 1")
    assert game.ask == ("german", "disruption")
    assert game.movers("disrupt") == {"13TC", "28TC", "13Gd", "1W"}
    game.play("disrupt 1W")
    assert game.units(game.s.disrupted) == {"1W"}
    game = at(position).play("roll 2")
    assert game.movers("disrupt") == {"13TC", "28TC"}
    assert game.clauses("disrupt 13Gd") == ["12.44b"]
    game.play("disrupt 28TC")
    assert game.units(game.s.disrupted) == {"28TC"}
    game = at(RAID + "0907 13TC 13Gd 1W Air1").play("roll 2")
    assert game.units(game.s.disrupted) == {"13TC"}
    assert game.s.struck == 0
    assert at(position).play("roll 3").s.disrupted == 0


@pytest.mark.case("19.42a", "12.44b", "12.35a")
def test_two_air_units_over_a_city_hex(at: At) -> None:
    """The second chooses among those not yet disrupted."""
    game = at(RAID + "0907 13TC 28TC 13Gd Air1 Air2").play("roll 2", "disrupt 13TC", "roll 2")
    assert game.units(game.s.disrupted) == {"13TC", "28TC"}
    game = at(RAID + "0907 13TC 13Gd 1W Air1 Air2").play("roll 2", "roll 1")
    assert game.movers("disrupt") == {"13Gd", "1W"}


@pytest.mark.case("19.42a", "19.41a", "12.42d", "10.28a")
def test_bombed_in_a_town_and_attacked(at: At) -> None:
    """Half of 6, neither doubled by the town nor by the Don, and no retreat."""
    game = at(RAID + "1016 13TC Air1\n1017 305ID").play("roll 2").to("german-combat").play("attack 1016 with 305ID")
    assert strengths(game) == (4, 3)  # the infantry, without its headquarters, is out of supply
    game.play("roll 6", "lose 305ID")
    assert game.ask == ("russian", "penalty")
    assert game.clauses("retire") == ["10.28a"]


@pytest.mark.case("19.42a", "12.41b", "19.62a")
def test_bombs_and_retreats_leave_the_same_marker(at: At) -> None:
    """A Tank Corps bombed in the German turn is disrupted for all of its own, like one that retreated."""
    game = at(RAID + "0505 13TC Air1\n0408 192RD\n0407 16Pz").play("roll 2").to("german-combat")
    game.strike("attack 0408 with 16Pz", "1/1").play("lose 16Pz", "retire", "retreat 192RD 0409", "hold")
    assert game.units(game.s.disrupted) == {"13TC", "192RD"}
    game.to("russian-combat")
    assert game.units(game.s.disrupted) == {"13TC", "192RD"}
    game.play("done")
    assert game.s.disrupted == 0
