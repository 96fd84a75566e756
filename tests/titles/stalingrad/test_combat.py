"""[10.1] Which units may attack which hexes, and the rulebook's examples on this map. Around 0409 all is clear."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import Action
from tests.titles.stalingrad.box import D
from tests.titles.stalingrad.ledgers import strengths

At = Callable[..., Any]
GERMANS, RUSSIANS = "at german-combat\nturn 12\n", "at russian-combat\nturn 12\n"


# -- who may attack ---------------------------------------------------------------------------


@pytest.mark.case("10.11a", "10.11b", "10.12a", "10.13a", "10.16a")
def test_who_may_attack(at: At) -> None:
    game = at(GERMANS + "0409 16Pz\n0309 305ID\n0410 33Gd\n0408 192RD\n0508 184RD\n0607 24Pz")
    assert game.force("0410") == {"16Pz"}
    assert game.force("0408") == {"16Pz", "305ID", "16Pz 305ID"}
    assert game.clauses("attack 0408 with 184RD") == ["10.11a"]
    assert game.clauses("attack 0408 with 3Mot") == ["10.13a"]  # not on the map
    assert game.clauses("attack 0408 with 24Pz") == ["10.13a"]  # not adjacent
    assert game.clauses("attack 0410 with 305ID") == ["10.13a"]
    assert game.clauses("attack 0310 with 16Pz") == ["10.13a"]  # nobody is there
    assert "no unit of yours is adjacent to 0411" in at(GERMANS + "0409 16Pz\n0411 33Gd").reasons(
        "attack 0411 with 16Pz"
    )
    assert game.clauses("attack 0408") == ["10.12a"]
    game.strike("attack 0408 with 16Pz", "1/2").play("lose 16Pz", "lose 192RD", "lose 192RD", "hold")
    assert {*game.clauses("attack 0410 with 16Pz")} == {"10.16a"}
    said = game.reasons("attack 0410 with 16Pz")
    assert "no unit of yours that may still attack is adjacent to 0410" in said
    assert "16Pz has attacked in this phase" in said
    assert game.verbs() == {"attack", "done"}  # 24Pz beside 0508 may, and need not


@pytest.mark.case("10.11a", "10.11b", "4.0g")
def test_only_the_phasing_player_attacks_and_only_in_the_combat_phase(at: At) -> None:
    position = "\nturn 5\n0409 16Pz\n0410 33Gd"
    assert at("at german-movement" + position).verbs() & {"attack"} == set()
    assert at("at mechanized" + position).verbs() & {"attack"} == set()
    game = at("at russian-combat" + position)
    assert game.ask == ("russian", "russian-combat")
    assert game.clauses("attack 0410 with 16Pz")[-1] == "10.11a"
    assert game.force("0409") == {"33Gd"}


@pytest.mark.case("10.12a", "10.17c", "10.22a")
def test_nobody_has_to_attack(at: At) -> None:
    game = at(GERMANS + "0409 16Pz\n0410 33Gd(disrupted)\n0408 192RD(reduced)").play("done")
    assert game.ask == ("german", "mechanized")


@pytest.mark.case("10.12a", "9.5a")
def test_zones_do_not_matter_for_attacks(at: At) -> None:
    """A division of class C, without a zone around it, attacks and is attacked like any other."""
    game = at(GERMANS + "0409 305ID(reduced)\n0410 192RD(reduced)")
    assert strengths(game.play("attack 0410 with 305ID")) == (4, 2)


@pytest.mark.case("12.42c", "11.33a", "11.21a")
def test_who_may_not(at: At) -> None:
    game = at(GERMANS + "0409 16Pz(disrupted) 14HQ\n0509 305ID(unsupplied)\n0510 192RD")
    assert game.clauses("attack 0510 with 16Pz") == ["12.42c"]
    assert game.clauses("attack 0510 with 14HQ") == ["11.33a"]
    assert game.force("0510") == {"305ID"}


@pytest.mark.case("10.14a")
def test_an_attack_on_a_hex_is_one_on_everybody_in_it(at: At) -> None:
    game = at(RUSSIANS + "0409 16Pz 14HQ\n0410 33Gd").play("attack 0409 with 33Gd")
    assert game.units(game.s.local.defenders) == {"16Pz", "14HQ"}
    game = at(GERMANS + "J4 16Pz\nJ3 13Gd 1W").play("attack J3 with 16Pz")
    assert game.units(game.s.local.defenders) == {"13Gd", "1W"}
    assert strengths(game) == (12, 18)


@pytest.mark.case("10.15a", "10.15b")
def test_no_hex_is_attacked_twice(at: At) -> None:
    position = GERMANS + "0409 16Pz\n0509 305ID\n0510 192RD"
    game = at(position).strike("attack 0510 with 305ID", "1/1").play("lose 305ID", "lose 192RD")
    assert game.clauses("attack 0510 with 16Pz") == ["10.15a"]
    assert "attack" not in game.verbs()
    assert game.ask == ("german", "german-combat")
    assert strengths(at(position).play("attack 0510 with 305ID 16Pz")) == (20, 4)


@pytest.mark.case("10.15a")
def test_a_hex_attacked_before_is_not_offered(at: At) -> None:
    position = GERMANS + "0409 16Pz\n0410 192RD"
    assert [*at(position).options("attack")] == [at(position).hex("0410")]
    game = at(position + "\nfought 0410")
    assert [*game.options("attack")] == []
    assert game.clauses("attack 0410 with 16Pz") == ["10.15a"]


@pytest.mark.case("10.15a")
def test_no_hex_is_attacked_twice_though_others_have_retreated_there(at: At) -> None:
    """0410 is taken empty, and then another division retreats into it."""
    game = at(GERMANS + "0409 305ID(reduced)\n0410 192RD(reduced)\n0411 184RD\n0412 16Pz\n0511 44ID(reduced)")
    game.strike("attack 0410 with 305ID", "-/1").play("lose 192RD", "hold")
    game.strike("attack 0411 with 16Pz", "-/1").play("retire")
    assert game.reach_back("184RD") == {"0410", "0311"}
    game.play("retreat 184RD 0410", "hold")
    assert game.clauses("attack 0410 with 44ID") == ["10.15a"]


@pytest.mark.case("10.16a", "10.16b", "10.17a")
def test_one_unit_against_several_hexes(at: At) -> None:
    """The Panzer division is adjacent to both hexes, the infantry to one."""
    game = at(GERMANS + "0409 16Pz\n0309 305ID\n0410 192RD\n0310 184RD")
    assert game.force("0310", "0410") == {"16Pz"}
    assert game.clauses("attack 0310 0410 with 16Pz 305ID") == ["10.13a"]
    late = Action("attack", (game.hex("0410"), 1 << game.hex("0310"), 1 << game.unit("16Pz")))
    assert {o.clause for o in game.title.explain(game.s, late)} == {"10.17a"}
    game.play("attack 0310 0410 with 16Pz")
    assert strengths(game) == (12, 8)
    assert game.odds == "3:2"


@pytest.mark.case("10.16b", "10.17a", "10.17c", "10.21f")
def test_what_is_offered_for_attack(at: At) -> None:
    """A Panzer division on its last step: each of the reduced divisions alone, two together, and not all three."""
    game = at(GERMANS + "0409 16Pz(reduced,subcounter)\n0310 192RD\n0410 184RD\n0510 181RD")
    sets = [game.hexes(also) for also in game.options("attack", game.hex("0310"))]
    assert sorted(map(sorted, sets)) == [[], ["0410"], ["0510"]]
    assert game.clauses("attack 0310 0410 0510 with 16Pz") == ["10.21f"]
    assert "no attack against 0310 and 0410 and 0510 reaches 1:3" in game.reasons("attack 0310 0410 0510 with 16Pz")


@pytest.mark.case("10.13a", "10.16a")
def test_hexes_that_no_unit_can_attack_together(at: At) -> None:
    game = at(GERMANS + "0409 16Pz\n0410 192RD\n0510 184RD\n0708 24Pz\n0709 181RD\n0411 305ID\n0609 44ID")
    assert "no unit of yours is adjacent to all of 0410 and 0709" in game.reasons("attack 0410 0709 with 16Pz")
    game.strike("attack 0709 with 24Pz", "-/2").play("lose 181RD", "lose 181RD", "hold")
    assert game.clauses("attack 0410 0510 with 16Pz") == []
    busy = at(GERMANS + "0409 16Pz(attacked)\n0410 192RD\n0510 184RD\n0411 305ID\n0609 44ID")
    said = busy.reasons("attack 0410 0510 with 16Pz")
    assert "no unit of yours that may still attack is adjacent to all of 0410 and 0510" in said


@pytest.mark.case("10.16a")
def test_a_unit_that_has_attacked_does_not_join_another(at: At) -> None:
    game = at(GERMANS + "0409 16Pz(attacked)\n0410 192RD\n0310 305ID")
    assert game.clauses("attack 0410 with 16Pz 305ID") == ["10.16a"]
    assert game.force("0410") == {"305ID"}


@pytest.mark.case("10.17a", "10.15b")
def test_several_units_against_several_hexes(at: At) -> None:
    game = at(GERMANS + "0409 16Pz\n0311 305ID\n0410 192RD\n0310 33Gd")
    assert game.force("0310", "0410") == {"16Pz", "305ID", "16Pz 305ID"}
    assert strengths(game.play("attack 0310 0410 with 16Pz 305ID")) == (20, 9)


@pytest.mark.case("10.17b", "10.17c", "10.18a")
def test_a_stack_divides_and_the_order_is_free(at: At) -> None:
    """Guards and Workers in one interior hex attack different hexes, in either order."""
    position = RUSSIANS + "J3 13Gd 1W\nI4 305ID(reduced)\nK4 14HQ(disrupted,unsupplied)"
    game = at(position).strike("attack K4 with 1W", "-/1").play("lose 14HQ", "hold")
    assert game.units(game.s.attacked) == {"1W"}
    assert game.force("I4") == {"13Gd"}
    other = at(position).strike("attack I4 with 13Gd", "1/1").play("lose 13Gd", "lose 305ID", "hold")
    assert other.force("K4") == {"1W"}
    assert other.play("done").ask != ("russian", "russian-combat")  # the Worker stays out of it


@pytest.mark.case("10.18b", "12.51a", "12.36a")
def test_support_is_placed_before_the_first_attack(at: At) -> None:
    game = at("at german-support\nturn 12\nair 1\n0409 16Pz\n0410 33Gd\n0709 24Pz\n0710 192RD")
    assert game.verbs() == {"support", "done"}
    game.play("support 0710")
    assert game.ask == ("german", "german-combat")
    assert game.verbs() == {"attack", "done"}
    assert game.play("attack 0710 with 24Pz").s.local.change == 2  # A against B, and the air unit


# -- the Volga --------------------------------------------------------------------------------


@pytest.mark.case("10.37a", "19.32a")
def test_nobody_attacks_across_the_volga(at: At) -> None:
    """0505 and 0504 are joined by a ferry, 0505 and 0604 are not."""
    game = at(GERMANS + "0505 16Pz\n0504 192RD\n0604 33Gd")
    for hex_ in ("0504", "0604"):
        assert game.clauses(f"attack {hex_} with 16Pz") == ["10.37a"]
        assert "cannot be attacked across the Volga" in game.reasons(f"attack {hex_} with 16Pz")
    assert "attack" not in game.verbs()
    game = at(RUSSIANS + "0505 305ID(reduced)\n0504 33Gd\n0604 192RD\n0405 184RD")
    assert game.force("0505") == {"184RD"}
    assert game.clauses("attack 0505 with 33Gd") == ["10.37a"]
    assert "33Gd is across the Volga from 0505" in game.reasons("attack 0505 with 33Gd")


@pytest.mark.case("10.37a", "10.38a", "8.42a")
def test_nobody_attacks_across_the_volga_on_the_inset(at: At) -> None:
    """J1 and J2 are joined by the Central Ferry; the east bank is fringe and is never attacked there anyway."""
    game = at(RUSSIANS + "J2 305ID(reduced)\nJ1 13Gd\nK1 15Gd\nI3 27Gd")
    assert game.force("J2") == {"27Gd"}
    assert game.clauses("attack J2 with 13Gd") == ["10.37a"]
    game = at(GERMANS + "J2 16Pz\nJ1 13Gd")
    assert game.clauses("attack J1 with 16Pz") == ["8.45a"]
    assert "attack" not in game.verbs()


@pytest.mark.case("10.37a", "8.45a")
def test_nobody_attacks_out_of_the_city_over_the_volga(at: At) -> None:
    """0906 is across the ferry from 0907."""
    game = at(RUSSIANS + "0907 13Gd\n0906 305ID(reduced)\n0908 44ID(reduced)")
    assert game.clauses("attack 0906 with 13Gd") == ["10.37a"]
    assert game.force("0908") == {"13Gd"}


@pytest.mark.case("10.37a", "10.38a", "19.32a")
def test_no_volga_hexside_of_either_map_is_attacked_across() -> None:
    assert [pair for pair in D.barrier if D.targets[pair[0]] >> pair[1] & 1] == []


# -- the city ---------------------------------------------------------------------------------


@pytest.mark.case("8.43b", "8.44a", "8.45a")
def test_where_the_city_is_attacked(at: At) -> None:
    game = at(GERMANS + "0908 16Pz\n0907 13Gd")
    assert game.clauses("attack 0907 with 16Pz") == ["8.43b"]
    game = at(GERMANS + "F5 16Pz\nF4 13Gd")
    assert strengths(game.play("attack F4 with 16Pz")) == (12, 15)
    game = at(RUSSIANS + "F5 16Pz\nF4 13Gd")
    assert game.clauses("attack F5 with 13Gd") == ["8.45a"]
    game = at(GERMANS + "F5 16Pz\nN5 13Gd\nM4 305ID")
    assert game.clauses("attack N5 with 305ID") == ["8.45a"]


@pytest.mark.case("8.45a", "8.45b", "14.4b")
def test_attacks_out_of_the_city(at: At) -> None:
    """One Worker and one other from each city hex, in all attacks of a phase together."""
    game = at(RUSSIANS + "0907 13Gd 15Gd 1W 2W\n0908 305ID(reduced)\n0807 27Gd\n0808 44ID(reduced)")
    assert game.clauses("attack 0908 with 13Gd 15Gd") == ["8.45b"]
    assert game.clauses("attack 0908 with 13Gd 1W 2W") == ["8.45b"]
    assert {"13Gd 1W 27Gd", "15Gd 27Gd 2W", "13Gd"} <= game.force("0908")
    game.strike("attack 0908 with 13Gd 1W", "-/1").play("lose 305ID", "hold")
    assert game.hexes(game.s.sallied) == game.hexes(game.s.sallied_workers) == {"0907"}
    assert game.force("0808") == {"27Gd"}  # of 0807


@pytest.mark.case("8.45b")
def test_one_sally_from_a_city_hex_in_a_phase(at: At) -> None:
    """1007 borders 1008 and 1108: a unit that stayed behind may not attack the second hex."""
    game = at(RUSSIANS + "1007 13Gd 15Gd 1W\n1008 8HQ\n1108 14HQ\n1208 192RD\n1109 184RD")
    game.strike("attack 1008 with 13Gd", "-/3").play("lose 8HQ", "hold")
    assert game.clauses("attack 1108 with 15Gd") == ["8.45b"]
    assert game.clauses("attack 1108 with 1W 184RD") == []
    assert not any("15Gd" in force for force in game.force("1108"))
    game.play("done")
    assert game.s.sallied == game.s.sallied_workers == 0


# -- positions in the middle of a battle ------------------------------------------------------


def test_a_battle_is_written_and_read_back(at: At) -> None:
    game = at(GERMANS + "0409 16Pz(subcounter)\n0410 192RD").strike("attack 0410 with 16Pz", "1/1")
    titles = {game.title.name: game.title}
    for action in ("retire", "retreat 16Pz 0408"):
        text = notation.write(game.s)
        assert notation.write(notation.read(titles, text)) == text
        game.play(action)
    text = notation.write(game.s)
    assert "16Pz(subcounter,disrupted,attacked,retired)" in text
    assert notation.write(notation.read(titles, text)) == text


# -- the examples of the rulebook -------------------------------------------------------------


@pytest.mark.case("10.2a", "10.39a", "10.21c", "10.16b")
def test_two_units_attack_woods_and_clear_ground(at: At) -> None:
    """Example to 10.2: 8 against a 4 in woods (0616) and a 4 in the clear (0615) is 8:12, that is 1:2."""
    game = at(GERMANS + "0516 305ID\n0616 192RD\n0615 184RD").play("attack 0615 0616 with 305ID")
    assert strengths(game) == (8, 12)
    assert game.odds == "1:2"


@pytest.mark.case("10.21d", "10.21c")
@pytest.mark.parametrize(
    ("attack", "defense", "odds"), [(26, 9, "2:1"), (7, 4.5, "3:2"), (5.5, 12, "1:3"), (20, 9, "2:1"), (8, 12, "1:2")]
)
def test_odds_are_rounded_in_favor_of_the_defender(attack: float, defense: float, odds: str) -> None:
    column = D.column(int(4 * attack), int(4 * defense))
    assert column is not None
    found = D.charts.columns[column]
    assert f"{found.numerator}:{found.denominator}" == odds


@pytest.mark.case("10.33c", "10.33a", "10.33b", "10.32a")
def test_woods_behind_the_don(at: At) -> None:
    """Example to 10.3: a 4 in woods is 8 if one attacker is on its bank, and 16 if all are across (0815)."""
    both = at(GERMANS + "0815 192RD\n0816 305ID\n0814 44ID").play("attack 0815 with 305ID 44ID")
    assert strengths(both) == (16, 8)
    across = at(GERMANS + "0815 192RD\n0816 305ID\n0716 44ID").play("attack 0815 with 305ID 44ID")
    assert strengths(across) == (16, 16)


@pytest.mark.case("10.41a", "10.42a")
@pytest.mark.parametrize(
    ("attacker", "defender", "change"), [("16Pz", "192RD(reduced)", 2), ("305ID(reduced)", "192RD", -1)]
)
def test_the_class_examples(at: At, attacker: str, defender: str, change: int) -> None:
    """Example to 10.4: A against C adds 2, C against B subtracts 1."""
    game = at(f"{GERMANS}0409 {attacker}\n0410 {defender}").play(f"attack 0410 with {attacker.partition('(')[0]}")
    assert game.s.local.change == change
