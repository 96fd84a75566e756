"""[5.3, 5.4, 19.33] Reinforcements, delays, Untried units, air units, the 391st Division."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.demyansk.state import UNTRIED, untried
from tests.titles.demyansk.box import AT, NUMBER, D

New = Callable[..., Any]


@pytest.mark.case("5.32d", "5.31a", "5.31b", "5.32b", "5.32c")
def test_the_170th_division(new: New) -> None:
    """Due on GT13, it is placed in the Valday Map Box and enters by a yellow Entry hex."""
    game = new()
    game.to_turn(12)
    assert game.where("170Div") == "reserve"
    game.to_turn(13)
    assert game.where("170Div") == "Valday"
    assert game.reach("170Div") & set(D.map.areas["Valday"])
    assert not game.reach("170Div") & set(D.map.areas["NWF"])


@pytest.mark.case("5.32a", "4.12a", "5.3a", "5.0a")
def test_axis_reinforcements_come_to_agn(new: New) -> None:
    game = new()
    assert (game.ask, game.where("III-174")) == (("axis", "axis-reinforcements"), "reserve")
    game.play("done")
    assert game.where("III-174") == "AGN"
    game.to_turn(3)
    assert game.s.here[AT["AGN"]] & D.untried


@pytest.mark.case("5.31c", "sequence.3")
def test_reinforcements_may_be_held_back(new: New) -> None:
    game = new()
    game.to_turn(3, "axis-reinforcements")
    game.play("delay I-56 II-56")
    assert game.clauses("delay I-56") == ["5.31c"]
    assert game.clauses("delay I-27") == ["5.31c"]
    game.play("done").to("movement")
    assert [game.where(unit) for unit in ("I-56", "II-56", "III-56")] == ["reserve", "reserve", "AGN"]
    game.to_turn(4)
    assert game.where("I-56") == "AGN"


@pytest.mark.case("5.31c")
def test_all_of_them(at: Any) -> None:
    """Once nobody is left to hold back the step ends; what a scenario never sees stays on its card."""
    game = at("at axis-reinforcements\nturn 1").play("delay III-174")
    assert game.ask == ("soviet", "movement")
    assert game.where("III-174") == "reserve"


@pytest.mark.case("5.43a", "5.43b", "5.42a", "5.41a")
def test_untried_units_are_drawn_for_their_places(new: New) -> None:
    game = new()
    s = game.s
    assert all(s.face[unit] == UNTRIED for unit in range(len(D.pieces)))
    at_start = s.there[0] & D.untried
    assert at_start.bit_count() == 8
    assert untried(s, D.untried) == D.untried
    assert "identity" in game.title.portrait(s, NUMBER["U1"])
    assert "strength" not in game.title.portrait(s, NUMBER["U1"])


@pytest.mark.case("13.11c")
def test_air_units_become_available(new: New) -> None:
    game = new()
    game.play("done").to("movement")
    assert (game.where("Il2-1"), game.where("Ju87-2")) == ("available", "reserve")
    game.to_turn(5)
    assert game.where("Ju87-2") == "available"


# -- the 391st Division -----------------------------------------------------------------------


@pytest.mark.case("19.33h", "19.33i")
@pytest.mark.parametrize(("die", "delays", "comes"), [(3, 0, True), (4, 0, False), (2, 1, True), (3, 1, False)])
def test_a_low_roll_brings_it(at: Any, die: int, delays: int, comes: bool) -> None:
    game = at(f"at division\nturn 15\ndelays {delays}").play(f"roll {die}")
    assert (game.where("1280-391") == "NWF") == comes


@pytest.mark.case("19.33j", "19.33k", "19.33h")
def test_it_comes_on_gt17_at_the_latest(new: New) -> None:
    game = new()
    game.to_turn(15, "division").play("roll 6").to_turn(16, "division").play("roll 6")
    assert game.where("1278-391") == "reserve"
    game.to_turn(17)
    assert {game.where(unit) for unit in ("1278-391", "1280-391", "1282-391")} == {"NWF"}


@pytest.mark.case("19.33h")
def test_once_it_has_come_there_is_no_roll(at: Any) -> None:
    game = at("at division\nturn 15").play("roll 1")
    assert game.where("1278-391") == "NWF"
    while game.s.turn < 17:
        assert game.ask[1] != "division"
        game.go_on()
