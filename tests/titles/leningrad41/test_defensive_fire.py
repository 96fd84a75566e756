"""[9.0] Defensive fire: when it is possible, which units may fire, standing orders, and results."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core import view
from grognard.titles.leningrad41.rules import volley
from grognard.titles.leningrad41.rules.modifiers import strength
from tests.titles.leningrad41.conftest import DATA
from tests.titles.leningrad41.moves import go

Moving = Callable[..., Any]
RING = ("4714", "4814", "4815", "4716", "4615", "4614")
"""The six hexes around 4715."""


def members(game: Any) -> set[str]:
    """The units that may be named for the volley."""
    found: set[str] = game.units(game.options("fire").members)
    return found


# -- the opportunity --------------------------------------------------------------------------


@pytest.mark.case("9.1a", "9.1b", "9.2b", "9.2e", "5.3b", "7.1e")
def test_a_move_pauses_next_to_the_enemy(moving: Moving) -> None:
    game = moving("german", "5015 I-469\n4716 576-115")
    go(game, "I-469", "4915 4815 4814 4714")
    assert game.ask == ("soviet", "volley")
    assert game.where("I-469") == "4815"
    game.play("hold")
    assert game.where("I-469") == "4714"  # 4814 and 4714 are not next to it
    assert game.ask == ("german", "german-movement")


@pytest.mark.case("9.1b")
def test_none_for_leaving_and_none_for_starting_beside_it(moving: Moving) -> None:
    game = moving("german", "4815 I-469\n4716 576-115")
    go(game, "I-469", "4814 4914")
    assert game.where("I-469") == "4914"


@pytest.mark.case("9.2c", "9.2g", "9.2h")
def test_circling_an_enemy_draws_fire_six_times(moving: Moving) -> None:
    game = moving("german", f"{RING[0]} I-469\n4715 1-1DNO")
    go(game, "I-469", " ".join((*RING[1:], RING[0])))
    for n in range(6):
        assert game.ask == ("soviet", "volley")
        game.play("fire 42-1", "roll 6")
        if n < 5:
            game.play("onward")
    assert game.ask == ("german", "german-movement")
    assert game.where("I-469") == RING[0]


@pytest.mark.case("9.1b", "9.2g")
def test_the_same_hex_twice(moving: Moving) -> None:
    game = moving("german", "4814 I-469\n4716 576-115")
    go(game, "I-469", "4815 4814 4815 4814")
    game.play("hold")
    assert game.ask == ("soviet", "volley")
    game.play("hold")
    assert game.ask == ("german", "german-movement")


@pytest.mark.case("7.1e", "9.6b")
def test_at_units_that_enter_but_not_at_units_that_are_placed(moving: Moving, at: Callable[..., Any]) -> None:
    game = moving("german", "arriving I-469\n5015 576-115")
    go(game, "I-469", "5115")
    assert game.ask == ("soviet", "volley")
    placed = at("at game replacements\nturn 3\ndue 1\n4815 I-469\n4716 576-115\ndead 269Pi")
    placed.play("replace 269", "draw 269Pi", "place 4815")
    assert placed.ask[1] != "volley"


# -- who fires --------------------------------------------------------------------------------


@pytest.mark.case("9.3a", "9.3d", "9.4a", "11.3a")
def test_indirect_and_distant_units_do_not_fire(moving: Moving) -> None:
    game = moving("german", "5015 I-469\n4716 51-42\n4717 1-1DNO")
    go(game, "I-469", "4915 4815 4814")
    assert game.where("I-469") == "4814"  # 51-42 fires indirectly, 4717 is two hexes away
    both = moving("german", "3112 I-469\n3211 51-42 690AT\n2611 1-1DNO")
    go(both, "I-469", "3212")
    assert both.ask == ("soviet", "volley")
    assert members(both) == {"42-2"}
    assert both.clauses("fire 42-1") == ["9.3a"]
    assert both.clauses("fire 42-3") == ["9.4a"]


@pytest.mark.case("9.1a", "9.3b", "9.1b", "9.3c")
def test_leaders_aircraft_and_the_enemy_do_not_fire(moving: Moving) -> None:
    game = moving("german", "4915 I-469\n4815 II-469\n4716 1-1DNO Zhukov\nbeside LFR10 RBF")
    go(game, "I-469", "4815")
    assert game.clauses("fire Zhukov") == ["9.1b"]
    assert game.clauses("fire LFR10") == ["9.3b"]
    assert game.clauses("fire RBF") == ["9.3b"]
    assert game.clauses("fire II-469") == ["9.1a"]
    alone = moving("german", "4915 I-469\n4716 Zhukov")
    go(alone, "I-469", "4815")
    assert alone.ask == ("german", "german-movement")


@pytest.mark.case("14.6a", "9.5b")
def test_nobody_fires_at_leaders(moving: Moving) -> None:
    game = moving("german", "4915 Manstein\n4716 576-115")
    go(game, "Manstein", "4815 4715", "drive")
    assert game.where("Manstein") == "4715"


@pytest.mark.case("9.2i", "9.2k", "13.4b", "13.4c", "9.2j")
def test_one_volley_from_many_hexes_without_command_control(moving: Moving) -> None:
    text = "4614 576-115\n4615 1-1DNO\n4714 638-115\n4716 708-115\n4814 2-1DNO"
    game = moving("german", f"4915 I-469\n{text}")
    game.play("move I-469 via 4815 4715", "hold")
    assert members(game) == {"576-115", "42-1", "638-115", "708-115", "42-2"}
    game.play("fire 576-115 42-1 638-115 708-115 42-2")
    assert strength(game.s, game.s.local.firers) == 7 + 5 + 7 + 7 + 5
    game.play("roll 4")
    assert game.where("I-469") == "dead"  # 31: a 4 eliminates
    assert "column 30-39" in game.log()


@pytest.mark.case("10.2b", "9.2i")
def test_the_owner_chooses_who_fires(moving: Moving) -> None:
    game = moving("german", "4915 I-469\n4714 576-115\n4716 638-115\n4814 708-115")
    go(game, "I-469", "4815")
    assert members(game) == {"638-115", "708-115"}
    game.play("fire 708-115", "roll 2")
    assert game.ask == ("german", "german-movement")  # the others have missed this entry


@pytest.mark.case("9.2i")
def test_by_the_option_all_or_none(moving: Moving) -> None:
    game = moving("german", "4915 I-469\n4716 638-115\n4814 708-115\n4914 42-5", volley="all")
    go(game, "I-469", "4815")
    assert game.clauses("fire 708-115") == ["9.2i"]
    assert game.clauses("fire 638-115 708-115") == []
    assert game.clauses("hold") == []


@pytest.mark.case("13.3a", "13.4b", "13.4c", "13.1a", "14.2a")
def test_by_the_option_command_control_limits_it(moving: Moving) -> None:
    text = "4614 576-115\n4615 1-1DNO\n4714 638-115\n4716 708-115\n4814 402-168"
    game = moving("german", f"4915 I-469\n{text}", command="limited")
    game.play("move I-469 via 4815 4715", "hold")
    assert game.clauses("fire 576-115 42-1") == ["13.4b"]
    assert game.clauses("fire 576-115 638-115 708-115 402-168") == ["13.4c"]
    assert game.clauses("fire 576-115 638-115 708-115") == []
    game.play("order always")
    assert game.s.local.firers.bit_count() == 3
    assert volley.united(game.s, game.s.local.firers)
    led = moving("german", f"4915 I-469\n{text}\n4613 Zhukov", command="limited")
    led.play("move I-469 via 4815 4715", "hold")
    assert led.clauses("fire 576-115 42-1 638-115 708-115 402-168") == []  # 14.2
    assert led.clauses("fire 576-115 68-70") == ["9.4a"]  # still in the pool


@pytest.mark.case("13.2b", "13.2d", "13.3a", "13.3b")
def test_german_limits_by_the_option(moving: Moving) -> None:
    text = "4614 I-1T II-1T\n4714 III-1T I-2T\n4814 48Pi 678Pi\n4716 I-10"
    game = moving("soviet", f"4615 1-1Tk\n{text}", command="limited")
    go(game, "1-1Tk", "4715")
    assert game.ask == ("german", "volley")
    assert game.clauses("fire I-1T II-1T III-1T I-2T") == []
    assert game.clauses("fire I-1T II-1T III-1T I-2T 48Pi") == ["13.3a"]
    assert game.clauses("fire I-1T I-10") == ["13.2b"]
    assert game.clauses("fire I-10 48Pi 678Pi") == []


@pytest.mark.case("13.2e", "13.3a", "13.2d")
def test_what_is_not_limited(moving: Moving) -> None:
    corps = "4614 48Pi 678Pi\n4714 1StPi 2StPi\n4814 1Br"
    game = moving("soviet", f"4615 1-1Tk\n{corps}", command="limited")
    go(game, "1-1Tk", "4715")
    assert game.clauses("fire 48Pi 678Pi 1StPi 2StPi 1Br") == []
    division = "4614 I-469 II-469\n4714 III-469 I-489\n4814 II-489"
    game = moving("soviet", f"4615 1-1Tk\n{division}", command="limited")
    go(game, "1-1Tk", "4715")
    assert game.clauses("fire I-469 II-469 III-469 I-489 II-489") == []
    mixed = moving("soviet", f"4615 1-1Tk\n4716 I-469\n{corps}", command="limited")
    go(mixed, "1-1Tk", "4715")
    assert mixed.clauses("fire I-469 48Pi 678Pi 1StPi 2StPi") == ["13.2d"]
    assert mixed.clauses("fire I-469 48Pi 678Pi 1StPi") == []


@pytest.mark.case("9.2i", "13.4c")
def test_both_options_together(moving: Moving) -> None:
    text = "4614 576-115\n4615 1-1DNO\n4714 638-115\n4716 708-115"
    game = moving("german", f"4915 I-469\n{text}", command="limited", volley="all")
    game.play("move I-469 via 4815 4715", "hold")
    assert game.clauses("fire 576-115 638-115") == ["9.2i"]
    assert game.clauses("fire 576-115 638-115 708-115") == []


@pytest.mark.case("9.2k", "9.1a", "9.4a")
def test_a_standing_order_combines_all_enemies_around(moving: Moving) -> None:
    text = "4614 576-115\n4615 1-1DNO\n4714 638-115\n4716 708-115\n4814 II-469"
    game = moving("german", f"soviet_orders always\n4815 I-469\n{text}")
    go(game, "I-469", "4715")
    assert game.units(game.s.local.firers) == {"576-115", "42-1", "638-115", "708-115"}


@pytest.mark.case("7.1f", "9.4a")
def test_units_off_the_map_are_not_attacked(moving: Moving) -> None:
    game = moving("german", "arriving I-469 II-469\n5015 576-115")
    go(game, "I-469", "5115")
    game.play("fire 576-115", "roll 1")
    assert game.where("I-469") == "dead"
    assert game.where("II-469") == "arriving"


# -- hidden units -----------------------------------------------------------------------------


@pytest.mark.case("6.6e", "9.2a", "10.2b")
def test_hidden_units_are_turned_over_when_they_are_named(moving: Moving) -> None:
    game = moving("german", "4915 I-469\n4716 42-5\n4814 42-6")
    go(game, "I-469", "4815 4715")
    assert members(game) == {"42-5", "42-6"}
    game.play("fire 42-5")
    assert game.ask == ("chance", "reveal")
    game.play("turn 1-1DNO")
    assert game.ask == ("chance", "shot")
    assert game.s.up == 1 << game.unit("42-5")  # 42-6 was not named
    game.play("roll 1")
    assert game.where("I-469") == "dead"


@pytest.mark.case("6.6e", "9.3a")
def test_units_that_turn_out_to_be_incapable_do_not_fire(moving: Moving) -> None:
    game = moving("german", "4915 I-8M\n4716 42-5")
    go(game, "I-8M", "4815 4715", "drive")
    game.play("fire 42-5", "turn 42Mtr")
    assert game.ask == ("german", "onward")  # no volley, so it need not stop; but there is news
    assert game.s.up >> game.unit("42-5") & 1
    game.play("onward")
    assert game.where("I-8M") == "4715"  # nobody else can fire


@pytest.mark.case("6.6c", "6.6f", "9.2f")
def test_fire_at_a_hidden_unit_turns_over_all_units_in_the_hex(moving: Moving) -> None:
    game = moving("soviet", "3112 42-5\n3211 42-6=1-1DNO\n3312 I-469")
    go(game, "42-5", "3211")
    assert game.ask == ("german", "volley")
    game.play("fire I-469")
    assert game.s.up == 1 << game.unit("42-6")
    game.play("turn 2-1DNO", "roll 1")
    assert game.s.up >> game.unit("42-6") & 1
    assert game.where("42-6") == "3211"


@pytest.mark.case("7.3d", "9.3a")
def test_the_owner_does_not_name_a_unit_he_knows_to_be_incapable(moving: Moving) -> None:
    game = moving("german", "4915 I-469\n4716 42-5=42Mtr")
    go(game, "I-469", "4815")
    assert game.ask == ("soviet", "volley")  # the German must not learn that it cannot fire
    assert game.clauses("fire 42-5") == ["9.3a"]
    assert game.verbs() == {"hold", "order"}


# -- the result -------------------------------------------------------------------------------


@pytest.mark.case("9.2d", "9.2f", "9.2i")
def test_only_the_moving_unit_suffers(moving: Moving) -> None:
    game = moving("german", "4915 I-469\n4815 II-469\n4716 1-1DNO")
    go(game, "I-469", "4815")
    game.play("fire 42-1", "roll 1")
    assert game.where("I-469") == "dead"
    assert game.where("II-469") == "4815"


@pytest.mark.case("10.12a", "10.12b", "9.2f")
def test_armor_protects_itself_only(moving: Moving) -> None:
    text = "4716 576-115\n4814 638-115"
    tank = moving("german", f"4915 I-10\n{text}")
    go(tank, "I-10", "4815")
    tank.play("fire 576-115 638-115", "roll 1")
    assert tank.where("I-10") == "4815"  # 1 + 2 in the 10-19 column
    gun = moving("german", "4915 I-10\n4716 576-115\n4814 LFRAT")
    go(gun, "I-10", "4815")
    gun.play("fire 576-115 LFRAT", "roll 2")
    assert gun.where("I-10") == "dead"
    beside = moving("german", f"4915 I-8p\n4815 I-10\n{text}")
    go(beside, "I-8p", "4815")
    beside.play("fire 576-115 638-115", "roll 2")
    assert beside.where("I-8p") == "dead"


@pytest.mark.case("9.2j", "8.6c", "10.18f")
def test_terrain_modifies_the_die(moving: Moving) -> None:
    game = moving("german", "3112 I-469\n3311 576-115\n3210 638-115\n3312 708-115")
    go(game, "I-469", "3211")
    game.play("fire 576-115 638-115 708-115", "roll 1")  # 21: 3 at most; objective 2
    assert game.where("I-469") == "dead"
    saved = moving("german", "rubble 3211\n3112 I-469\n3311 576-115\n3210 638-115\n3312 708-115")
    go(saved, "I-469", "3211")
    saved.play("fire 576-115 638-115 708-115", "roll 1")
    assert saved.where("I-469") == "3211"


@pytest.mark.case("10.16b", "9.2j")
@pytest.mark.parametrize(("rivers", "die"), [("assault", "die 1 +1:"), ("fire", "die 1 +3:")])
def test_rivers_modify_it_only_by_the_option(moving: Moving, rivers: str, die: str) -> None:
    game = moving("german", "3607 I-469\n3506 576-115", rivers=rivers)
    go(game, "I-469", "3606")
    game.play("fire 576-115", "roll 1")
    assert die in game.log()


@pytest.mark.case("9.5a", "9.5c", "9.6a")
def test_no_rubble_and_no_advance(moving: Moving) -> None:
    game = moving("german", "3112 I-469\n3311 576-115\n3210 638-115\n3312 708-115")
    go(game, "I-469", "3211")
    game.play("fire 576-115 638-115 708-115", "roll 1")
    assert game.s.rubble == 0
    assert game.ask == ("german", "german-movement")
    assert game.where("576-115") == "3311"


@pytest.mark.case("4.2a", "9.2e")
def test_the_hex_in_which_a_unit_dies_was_entered(moving: Moving) -> None:
    game = moving("german", "4915 I-469\n4716 1-1DNO")
    go(game, "I-469", "4815")
    game.play("fire 42-1", "roll 1")
    assert "4815" in game.places(game.s.german)


# -- how the move goes on ---------------------------------------------------------------------


@pytest.mark.case("9.2b", "8.1g", "8.3a")
def test_the_mover_decides_after_fire(moving: Moving) -> None:
    game = moving("german", "4915 I-469\n4716 1-1DNO")
    go(game, "I-469", "4815 4715")
    game.play("fire 42-1", "roll 5")
    assert game.ask == ("german", "onward")
    assert game.s.local.points == 15
    assert game.clauses("onward via 4715 4714 4713 4712 4711 4710") == []
    far = " ".join(f"50{n:02}" for n in range(14, 0, -1))
    assert game.clauses(f"onward via 4915 {far}") == ["8.3a"]  # 16 points
    game.play("onward to 4914")
    assert game.where("I-469") == "4914"
    stay = moving("german", "4915 I-469\n4716 1-1DNO")
    go(stay, "I-469", "4815 4715")
    stay.play("fire 42-1", "roll 5", "halt")
    assert stay.where("I-469") == "4815"
    assert stay.clauses("move I-469 to 4814") == ["8.1d"]


# -- standing orders --------------------------------------------------------------------------


@pytest.mark.case("9.1a", "10.2b")
def test_a_long_way_under_fire_asks_little(moving: Moving) -> None:
    text = "4908 576-115\n4910 638-115\n4912 708-115"
    path = " ".join(f"50{n:02}" for n in range(14, 2, -1))
    game = moving("german", f"soviet_orders hold\n5015 I-469\n{text}")
    go(game, "I-469", path)
    assert game.where("I-469") == "5003"
    asked = moving("german", f"5015 I-469\n{text}")
    go(asked, "I-469", path)
    asked.play("order hold")
    assert asked.where("I-469") == "5003"
    assert asked.s.soviet_orders == "hold"


@pytest.mark.case("9.1a")
def test_always_fires_with_the_units_that_are_face_up(moving: Moving) -> None:
    game = moving("german", "soviet_orders always\n4915 I-469\n4716 1-1DNO\n4814 42-7")
    go(game, "I-469", "4815")
    assert game.ask == ("chance", "shot")
    assert game.units(game.s.local.firers) == {"42-1"}
    hidden = moving("german", "soviet_orders always\n4915 I-469\n4814 42-7")
    go(hidden, "I-469", "4815")
    assert hidden.ask == ("german", "german-movement")


@pytest.mark.case("9.1a", "10.2b")
@pytest.mark.parametrize(("more", "fires"), [("", False), ("\n4814 638-115", True)])
def test_third_fires_only_with_a_fair_chance(moving: Moving, more: str, fires: bool) -> None:
    game = moving("german", f"soviet_orders third\n4915 I-469\n4716 576-115{more}")
    go(game, "I-469", "4815")
    assert (game.ask == ("chance", "shot")) == fires  # 7: one in six; 14: two in six


@pytest.mark.case("9.1a")
def test_a_standing_order_ends_with_the_phase(moving: Moving) -> None:
    game = moving("german", "soviet_orders hold\n4915 I-469\n4716 576-115")
    game.play("done")
    assert game.s.soviet_orders == "ask"


@pytest.mark.case("10.2b")
def test_the_words_of_an_order(moving: Moving) -> None:
    game = moving("german", "4915 I-469\n4716 576-115")
    go(game, "I-469", "4815")
    assert game.clauses("order ask") == ["10.2b"]
    game.play("order third")
    assert "third" not in game.log(0)


@pytest.mark.case("9.1b", "10.1c")
def test_the_enemies_next_to_a_hex_are_found(moving: Moving) -> None:
    game = moving("soviet", "4615 576-115\n4714 I-469 Manstein\n4814 I-3Art")
    go(game, "576-115", "4715")
    assert game.ask == ("german", "volley")
    assert members(game) == {"I-469"}
    assert DATA.indirect >> game.unit("I-3Art") & 1


# -- what the players are told ----------------------------------------------------------------


@pytest.mark.case("9.1a", "9.2b")
def test_the_prompts_tell_what_is_at_stake(moving: Moving) -> None:
    game = moving("german", "4915 I-469\n4716 576-115\n4814 638-115\n4714 42-7")
    go(game, "I-469", "4815 4715")
    told = view.ask(game.s, 1)["left"]
    assert told.endswith("is in 4815; face up: strength 14, eliminates on 2 of 6")
    assert view.ask(game.s, 0)["left"] == ""
    game.play("fire 576-115", "roll 6")
    assert view.ask(game.s, 0)["left"].endswith("is in 4815; 15 movement points left; planned: to 4715")
    game.play("onward")
    assert view.ask(game.s, 1)["left"].endswith("; face down: one unit")


@pytest.mark.case("8.2a", "7.2b")
def test_who_moves_now(moving: Moving) -> None:
    game = moving("german", "5015 I-10\narriving I-469 II-469")
    assert view.ask(game.s, 0)["left"] == "two units must still enter"
    go(game, "I-469", "5115")
    assert view.ask(game.s, 0)["left"] == "the 269th Infantry Division moves now; one unit must still enter"
