"""Where clauses meet: one test for each pair that the page of the title tells of, in its order."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grognard.core.notation import BadPosition
from grognard.titles.assault.rules.victory import points

At = Callable[..., Any]
GERMANS, RUSSIANS = "at german-combat\nturn 20\n", "at russian-combat\nturn 20\n"


def test_each_pair_has_a_test() -> None:
    here = Path(__file__)
    page = (here.parents[3] / "docs" / "titles" / "assault_leningrad.md").read_text("utf-8")
    table = page[page.index("## Where clauses meet") : page.index("## Worked examples")]
    pairs = re.findall(r"^\| ([\w.]+) × ([\w.]+) \|", table, re.MULTILINE)
    assert len(pairs) > 30
    marked = re.findall(r'@pytest\.mark\.case\("([\w.]+)", "([\w.]+)"\)', here.read_text("utf-8"))
    assert marked == pairs


# -- movement, stacking, zones ----------------------------------------------------------------


@pytest.mark.case("7.5b", "6.19a")
def test_a_column_moves_head_first(at: At) -> None:
    game = at("at german-movement\nturn 9\n0721 1ID\n0821 11ID")
    assert game.against("11ID", "0721 0620") == ["7.1a"]
    assert "0721" not in game.reach("11ID")
    game.play("move 1ID via 0620 0520")
    assert game.price("11ID", "0721 0620") == "1"


@pytest.mark.case("7.2a", "7.5b")
def test_a_regiment_passes_through_its_own_division(at: At) -> None:
    game = at("at german-movement\nturn 9\n0821 6-4\n0721 6-114\n0922 1-1")
    assert game.price("6-4", "0721 0620") == "⅔"
    assert game.against("1-1", "0821 0721") == ["7.2b"]


@pytest.mark.case("7.4a", "14.2b")
def test_a_division_passes_through_a_city_with_a_worker(at: At) -> None:
    game = at("at russian-movement\nturn 9\n0620 281RD\n0619 16W\n0621 235RD")
    assert game.price("281RD", "0619 0519") == "1"
    assert game.against("235RD", "0620 0619") == ["7.2d"]


@pytest.mark.case("6.13f", "9.2d")
def test_hemmed_in_by_rigid_zones(at: At) -> None:
    game = at("at german-movement\nturn 3\n3419 177RD\n3421 1TD\n3420 1ID\n3322 70RD\n3621 168RD\n3425 11ID")
    assert game.movers() == {"11ID"}
    game = at("at german-movement\nturn 3\n3419 177RD\n3421 1TD(reduced)\n3420 1ID\n3322 70RD\n3621 168RD(reduced)")
    assert game.reach("1ID") == {"3521"}  # where the zones are fluid


@pytest.mark.case("9.4a", "6.16a")
def test_leaving_a_zone_by_road(at: At) -> None:
    game = at("at german-movement\nturn 9\n0721 1-1Pz 41HQ\n0720 11MD")
    assert game.price("1-1Pz", "0620") == "3⅓"
    assert game.price("1-1Pz", "0620 0520") == "6⅔"


@pytest.mark.case("9.6a", "9.5a")
def test_militia_stops_panzers_only_in_a_fortification(at: At) -> None:
    game = at("at german-movement\nturn 9\n0423 1-1Pz\n0421 3V")
    assert game.against("1-1Pz", "0422 0522") == ["9.2b"]
    game = at("at german-movement\nturn 9\n0624 1-1Pz\n0622 3V\n0721 4V")
    assert game.price("1-1Pz", "0623 0723 0722") == "2⅓"  # beside both of them


@pytest.mark.case("9.6a", "10.42a")
def test_but_in_combat_it_is_class_c(at: At) -> None:
    game = at(GERMANS + "0421 3V\n0521 1ID").play("attack 0421 with 1ID")
    assert game.s.local.change == 2


# -- combat -----------------------------------------------------------------------------------


@pytest.mark.case("10.26b", "6.22d")
def test_who_spares_himself_stays_behind(at: At) -> None:
    game = at(GERMANS + "3420 6-4\n3522 6-114\n3421 10RD").strike("attack 3421 with 6-4", "1/-")
    game.play("retire", "retreat 6-4 3419").to("mechanized")
    assert game.movers() == {"6-114"}


@pytest.mark.case("10.26b", "10.51a")
def test_let_off_he_may_go_and_nobody_takes_the_hex(at: At) -> None:
    game = at(GERMANS + "3420 8-10Pz\n3421 10RD").strike("attack 3421 with 8-10Pz", "1/1")
    game.play("retire", "retreat 8-10Pz 3520", "retire", "retreat 10RD 3422")
    assert game.ask == ("german", "german-combat")
    assert not game.s.held[0] >> game.hex("3421") & 1


@pytest.mark.case("10.28c", "14.2c")
def test_a_citys_worker_is_the_step(at: At) -> None:
    game = at(GERMANS + "0711 6-4 6-114 6-11Pz\n0611 12W 191RD").strike("attack 0611 with 6-4 6-114 6-11Pz", "1/1")
    game.play("lose 6-4")
    assert game.clauses("retire") == ["14.2b"]
    assert game.movers("lose") == {"12W", "191RD"}
    game.play("lose 12W")
    assert (game.where("12W"), game.where("191RD")) == ("lost", "0611")


@pytest.mark.case("10.29b", "10.15a")
def test_who_retreats_is_safe_and_shares_the_fate_of_others(at: At) -> None:
    game = at(GERMANS + "3420 6-4\n3421 3V\n3422 1G\n3423 96ID(reduced)\n3523 58ID(reduced)")
    game.strike("attack 3421 with 6-4", "-/1").play("retire", "retreat 3V 3522", "hold")
    assert "10.29b" in game.clauses("attack 3522 with 58ID")
    game = at(GERMANS + "3420 6-4\n3421 3V\n3422 1G\n3423 96ID(reduced)\n3523 58ID(reduced)")
    game.strike("attack 3421 with 6-4", "-/1").play("retire", "retreat 3V 3422", "hold", "attack 3422 with 96ID")
    assert game.units(game.s.local.defenders) == {"1G"}
    assert game.units(game.s.local.bystanders) == {"3V"}


@pytest.mark.case("10.33a", "10.16b")
def test_the_river_doubles_one_of_two_hexes(at: At) -> None:
    """0611 is across a river from 0612, 0712 is not: a city behind it and woods."""
    game = at(GERMANS + "0612 6-4 6-114 6-11Pz\n0611 4V\n0712 3V").play("attack 0611 0712 with 6-4 6-114 6-11Pz")
    assert "13 against 18 is 1:2" in game.log()  # 2 x 6 and 3 x 2


@pytest.mark.case("10.35a", "11.42a")
def test_a_fortified_city_eight_times_and_never_hungry(at: At) -> None:
    ring = "1133 4V\n1134 1ID\n1032 11ID\n1232 12ID\n"
    game = at(GERMANS + ring).play("attack 1133 with 1ID")
    assert "9 against 16 is" in game.log()
    game = at("at german-bombardment\nturn 20\n" + ring).play("done")
    assert "4V" not in game.units(game.s.unsupplied)


# -- supply -----------------------------------------------------------------------------------


@pytest.mark.case("11.12b", "11.36c")
def test_a_headquarters_that_returns_helps_nobody_before_the_next_check(at: At) -> None:
    game = at("at german-movement\nturn 12\n3420 11ID(unsupplied)").play("enter 2HQ to 3619")
    assert game.units(game.s.unsupplied) == {"11ID"}
    assert game.against("11ID", "3421 3521") == ["11.21a"]
    game.to("russian-movement")
    assert (game.s.unsupplied, game.s.reduced) == (0, 0)
    game = at("at german-movement\nturn 12\n3420 11ID(unsupplied)", headquarters="at-once").play("enter 2HQ to 3619")
    assert game.s.unsupplied == 0


@pytest.mark.case("11.15b", "8.37d")
def test_a_german_on_the_fringe_keeps_the_way_open(at: At) -> None:
    text = "at german-bombardment\nturn 12\n0522 2HQ\nJ5 11ID\n0520 70RD\n"
    game = at(text).play("done")
    assert "11ID" in game.units(game.s.unsupplied)
    game = at(text + "K6 12ID").play("done")
    assert not {"11ID", "12ID"} & game.units(game.s.unsupplied)


@pytest.mark.case("11.24a", "4.0c")
def test_attrition_in_the_enemys_turn_and_only_the_second_time(at: At) -> None:
    """A Russian and a German, cut off since the Russian check."""
    text = "turn 12\n2721 11ID{0}\n3836 235RD{0}\n3735 121ID\n3734 28HQ"
    game = at("at russian-bombardment\n" + text.format("")).play("done")
    assert game.units(game.s.unsupplied) == {"11ID", "235RD"}
    assert game.s.reduced == 0  # the first time
    game.to("german-movement")
    assert game.units(game.s.reduced) == {"235RD"}  # the German in his own turn loses nothing
    game.to("russian-movement")
    assert game.units(game.s.reduced) == {"235RD", "11ID"}


@pytest.mark.case("11.44a", "6.22b")
def test_reinforcements_move_twice(at: At) -> None:
    """Without a headquarters anywhere."""
    game = at("at german-movement\nturn 9").play("enter Tot-1 via 3830").to("mechanized")
    assert game.movers() == {"Tot-1"}
    game.play("done").to("mechanized")
    assert game.movers() == set()


@pytest.mark.case("11.45b", "17.25a")
def test_a_garrison_needs_no_supply_and_its_headquarters_does(at: At) -> None:
    text = (
        "at german-bombardment\nturn 12\n3113 11ID 2HQ\ncaptured 3113\ngerman 3113\n3833 177RD\n3821 70RD\n1236 191RD"
    )
    game = at(text).play("done")
    assert {"11ID", "2HQ"} & game.units(game.s.unsupplied) == {"2HQ"}
    game.to("russian-movement")
    assert (game.where("2HQ"), game.where("11ID")) == ("reserve", "3113")
    assert points(game.s) == (5, 95)


# -- air and fleet ----------------------------------------------------------------------------


@pytest.mark.case("12.41b", "4.0i")
def test_disrupted_in_the_enemys_turn_it_misses_its_own(at: At) -> None:
    game = at("at russian-bombardment\nturn 4\nair 1\n3420 6-4\n3421 3V").play("bombard 3420", "roll 1")
    game.to("german-movement")
    assert game.clauses("move 6-4 to 3419") == ["12.42a"]
    game.play("done")
    assert game.clauses("attack 3421 with 6-4")[0] in ("10.16a", "12.42c")
    game.to("mechanized")
    assert game.movers() == set()
    game.play("done")
    assert game.s.disrupted == 0


@pytest.mark.case("12.44b", "12.35a")
def test_on_a_city_hex_every_hit_counts(at: At) -> None:
    raids = "at german-bombardment\nturn 4\nair 2\n"
    game = at(raids + "0219 1TD 4V 235RD").play("bombard 0219", "bombard 0219", "roll 1", "disrupt 1TD", "roll 1")
    game.play("disrupt 4V")
    assert game.units(game.s.disrupted) == {"1TD", "4V"}
    game = at(raids + "2720 281RD 1G").play("bombard 2720", "bombard 2720", "roll 1", "roll 1")
    assert game.units(game.s.disrupted) == {"281RD", "1G"}
    assert game.ask == ("german", "german-movement")


@pytest.mark.case("12.45a", "8.33a")
def test_disrupted_units_go_down_with_the_others(at: At) -> None:
    game = at("at german-movement\nturn 20\n0420 6-4\n0219 1TD(disrupted) 4V").play("move 6-4 via K6")
    assert game.movers("place") == {"1TD", "4V"}
    game.play("place 1TD E4", "place 4V F4").to("russian-movement")
    assert game.units(game.s.disrupted) == {"1TD"}
    assert game.clauses("transfer 1TD 0219") == ["12.45b"]


@pytest.mark.case("13.5a", "10.21a")
def test_the_five_come_last(at: At) -> None:
    game = at(GERMANS + "0324 Nav\n0326 20W\n0327 1ID\nfire 0326").play("attack 0326 with 1ID")
    assert "9 against 8 is 1:1" in game.log()


@pytest.mark.case("13.10c", "13.3b")
def test_a_fleet_that_recovers_fires_in_the_next_german_turn(at: At) -> None:
    game = at("at russian-movement\nturn 4\n0324 Nav(disrupted)\n0326 20W").play("done", "done")
    assert game.ask == ("russian", "aim")
    game.play("aim 0326").to("german-combat")
    assert game.hexes(game.s.fire) == {"0326"}


# -- the city ---------------------------------------------------------------------------------


@pytest.mark.case("14.4a", "8.37c")
def test_no_worker_is_ever_on_the_fringe(at: At) -> None:
    game = at("at russian-movement\nturn 20\nJ5 1W 4V\n")
    assert not game.hexes(game.s.data.fringe | game.s.data.outside) & game.reach("1W")
    assert {"K5", "K6", "0420"} <= game.reach("4V")
    with pytest.raises(BadPosition, match="never leaves"):
        at("at russian-combat\nturn 20\nK5 1W")


@pytest.mark.case("8.26c", "16.13b")
def test_a_district_takes_more_than_ten_when_nobody_is_on_the_city_hexes(at: At) -> None:
    ten = "1TD 4V 235RD 281RD 191RD 177RD 70RD 168RD 2GV 3GV".split()
    hexes = "D8 D7 D6 E8 E7 E6 E5 F8 F7 F6".split()
    full = "\n".join(f"{hex_} {unit}" for hex_, unit in zip(hexes, ten, strict=True))
    game = at(f"at russian-bombardment\nturn 5\nH4 1ID\nE3 11ID\n{full}").play("done")
    there = game.hexes(game.options("appear", game.unit("1GV")).members)
    assert there == {"E9", "F5", "G6", "G7", "G8", "G9", "H7", "H8"}  # each hex of it that has room
    game = at(f"at russian-bombardment\nturn 5\n0219 1W\n{full}").play("done")
    assert game.clauses("appear 1GV F5") == game.clauses("appear 1GV 0220") == ["8.26c"]
    assert game.clauses("appear 1GV 0219") == []


@pytest.mark.case("8.33b", "6.33a")
def test_nobody_crosses_by_the_city_hexes_with_germans_in_it(at: At) -> None:
    game = at("at russian-movement\nturn 20\n0218 281RD\n")
    assert game.price("281RD", "0219 0320") == "2"
    game = at("at russian-movement\nturn 20\n0218 281RD\nH4 1ID")
    assert game.against("281RD", "0219 0320") == ["8.33b"]
    assert game.price("281RD", "0319") == "5"  # over the river, with its whole move
    assert "0419" not in game.reach("281RD")


@pytest.mark.case("8.37b", "17.23a")
def test_who_is_crowded_out_scores(at: At) -> None:
    game = at("at mechanized\nturn 20\nK6 122ID\nK7 6-4 6-114\n0420 41HQ").play("done")
    game.play("eliminate 6-4", "eliminate 6-114")
    assert points(game.s)[1] == 100 + 2 * (4 + 4)
    game = at("at mechanized\nturn 20\nK6 122ID 38HQ\nK7 41HQ").play("done")
    assert game.movers("eliminate") == {"38HQ", "41HQ"}
    game.play("eliminate 38HQ")
    assert (points(game.s)[1], game.where("38HQ")) == (100, "reserve")  # it comes back


@pytest.mark.case("8.44a", "8.45a")
def test_russians_on_the_fringe_strike_in_and_germans_cannot_strike_out(at: At) -> None:
    game = at(RUSSIANS + "K5 281RD\nJ5 SSPol(reduced)").play("attack J5 with 281RD")
    assert game.units(game.s.local.attackers) == {"281RD"}
    game = at(GERMANS + "K5 281RD\nJ5 SSPol")
    assert game.clauses("attack K5 with SSPol") == ["8.45a"]


# -- who comes, who goes, who wins ------------------------------------------------------------


@pytest.mark.case("16.22a", "16.19a")
def test_a_unit_delayed_past_its_withdrawal_never_comes(at: At) -> None:
    game = at("at german-movement\nturn 10")
    assert {"8-8", "3-8"} <= game.movers("enter")
    game.play("done").to("german-movement")
    assert (game.s.turn, game.where("8-8")) == (11, "withdrawn")
    assert not {"8-8", "8-28", "8-10Pz", "3-8", "3-29"} & game.movers("enter")


@pytest.mark.case("16.26a", "8.37a")
def test_somebody_must_spend_the_night_in_the_city(at: At) -> None:
    for hex_, where in (("K6", "withdrawn"), ("J6", "3420")):
        game = at(f"at mechanized\nturn 21\n{hex_} 122ID\n3420 1-1Pz\n3421 41HQ\n0421 39HQ").play("done")
        assert game.to("german-movement").where("1-1Pz") == where


@pytest.mark.case("17.22a", "10.51a")
def test_an_advance_takes_a_city(at: At) -> None:
    game = at(GERMANS + "0711 1ID\n0512 11ID\n0611 1G\nlost 12W").strike("attack 0611 with 1ID 11ID", "DE")
    assert points(game.s) == (0, 100)
    assert points(game.play("advance 11ID 0611").s) == (10, 90)


@pytest.mark.case("17.25c", "10.51a")
def test_a_regiment_that_rides_through_novgorod(at: At) -> None:
    game = at(GERMANS + "3112 6-4 6-114 6-11Pz\n3013 12ID\n3113 1G\n").strike("attack 3113 with 6-4 6-114 6-11Pz", "DE")
    game.play("advance 6-4 3113", "hold").to("mechanized").play("move 6-4 to 3114", "done")
    assert game.hexes(game.s.forfeit) == {"3113"}
    game.to("german-movement").play("move 12ID to 3113").to("russian-air")
    assert points(game.s) == (0, 100)


@pytest.mark.case("18.21b", "10.28b")
def test_guerrillas_near_the_city_have_nowhere_to_retreat(at: At) -> None:
    position = GERMANS + "0821 1ID\n0721 1G 3V\nlost 18W"
    game = at(position).strike("attack 0721 with 1ID", "-/1").play("retire")
    assert game.reach_back("1G") == {"0620", "0621", "0720"}
    game = at(position, guerrillas="outside").strike("attack 0721 with 1ID", "-/1")
    assert game.clauses("retire") == ["10.28b"]
    assert game.verbs() == {"lose"}


@pytest.mark.case("18.31a", "11.33b")
def test_a_headquarters_does_not_take_the_first_step_beside_a_better_class(at: At) -> None:
    game = at(RUSSIANS + "3420 1ID 38HQ\n3419 191RD\n3320 70RD", losses="best")
    game.strike("attack 3420 with 191RD 70RD", "-/1")
    assert game.clauses("lose 38HQ") == ["18.31a"]
    game = at(RUSSIANS + "3420 58ID(reduced) 38HQ\n3419 191RD\n3320 70RD", losses="best")
    game.strike("attack 3420 with 191RD 70RD", "-/2")
    assert game.movers("lose") == {"58ID", "38HQ"}  # both of class C
