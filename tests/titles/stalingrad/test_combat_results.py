"""[10.23-10.26, 10.210-10.212] Results: eliminations, penalties and who takes them how, steps lost."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.titles.assault.rules.zones import fluid, rigid, zone
from grognard.titles.assault.ruleset import GERMAN
from grognard.titles.assault.state import factor, grade, steps_lost
from tests.titles.stalingrad.box import NUMBER, D, unit
from tests.titles.stalingrad.ledgers import strengths

At = Callable[..., Any]
GERMANS, RUSSIANS = "at german-combat\nturn 12\n", "at russian-combat\nturn 12\n"


# -- who takes what ---------------------------------------------------------------------------


@pytest.mark.case("10.26e", "10.26a", "10.26b", "10.26d", "10.24a", "10.27a")
def test_the_example_of_one_to_one(at: At) -> None:
    """Example to 10.26 with a motorized division and a Rifle Division: both suffer 1."""
    start = GERMANS + "0409 3Mot(reduced)\n0410 192RD"
    game = at(start).strike("attack 0410 with 3Mot", "1/1")
    assert (game.odds, game.ask) == ("3:2", ("german", "penalty"))
    assert game.verbs() == {"lose", "retire"}
    game.play("retire")
    assert game.reach_back("3Mot") == {"0309", "0408", "0509"}
    game.play("retreat 3Mot 0408")
    assert game.ask == ("russian", "penalty")
    assert game.verbs() == {"lose", "retire", "waive"}
    game.play("waive")
    assert (game.where("192RD"), game.ask) == ("0410", ("german", "german-combat"))
    assert game.units(game.s.disrupted) == {"3Mot"}

    game = at(start).strike("attack 0410 with 3Mot", "1/1").play("lose 3Mot")
    assert game.units(game.s.subcounter) == {"3Mot"}
    assert game.verbs() == {"lose", "retire"}
    assert game.clauses("waive") == ["10.212a"]
    game.play("retire", "retreat 192RD 0411", "advance 3Mot 0410")
    assert (game.where("3Mot"), game.where("192RD")) == ("0410", "0411")
    assert game.units(game.s.disrupted) == {"192RD"}


@pytest.mark.case("10.26b")
def test_who_is_let_off_may_take_it_all_the_same(at: At) -> None:
    """In either way; nobody advances into the empty hex, since the attacker has retreated."""
    start = GERMANS + "0409 3Mot(reduced)\n0410 192RD"
    game = at(start).strike("attack 0410 with 3Mot", "1/1").play("retire", "retreat 3Mot 0408")
    other = type(game)(game.table.twin()).play("lose 192RD")
    assert other.units(other.s.reduced) == {"3Mot", "192RD"}
    game.play("retire", "retreat 192RD 0411")
    assert game.ask == ("german", "german-combat")
    assert game.units(game.s.disrupted) == {"3Mot", "192RD"}


@pytest.mark.case("10.26b", "10.26c", "10.25a")
def test_the_second_penalty_is_not_let_off(at: At) -> None:
    game = at(GERMANS + "0409 305ID\n0410 192RD").strike("attack 0410 with 305ID", "1/2")
    game.play("retire", "retreat 305ID 0408", "waive")
    assert game.verbs() == {"lose"}
    assert game.clauses("waive") == ["10.26c"]
    assert game.clauses("retire") == ["10.25a"]
    game.play("lose 192RD")
    assert game.units(game.s.reduced) == {"192RD"}
    assert game.ask == ("german", "german-combat")


@pytest.mark.case("10.26c", "10.25a", "19.61a")
def test_who_takes_the_first_as_a_retreat_still_owes_the_second(at: At) -> None:
    """The unit that has retreated, now disrupted, loses the step where it is."""
    game = at(GERMANS + "0409 305ID\n0410 192RD").strike("attack 0410 with 305ID", "1/2")
    game.play("lose 305ID", "retire", "retreat 192RD 0411")
    assert game.verbs() == {"lose"}
    game.play("lose 192RD")
    assert (game.where("192RD"), game.units(game.s.disrupted)) == ("0411", {"192RD"})
    assert game.units(game.s.reduced) == {"305ID", "192RD"}
    assert game.ask == ("german", "advance")


@pytest.mark.case("10.26a", "10.26d", "10.25a")
def test_the_attacker_takes_both_of_two_first(at: At) -> None:
    """2/1: the second must be a step; having retreated for the first, the attacker lets the defender off."""
    start = RUSSIANS + "0409 Rum1\n0410 33Gd"
    game = at(start).strike("attack 0409 with 33Gd", "2/1")
    assert game.s.local.owed == 2
    game.play("retire", "retreat 33Gd 0411")
    assert game.verbs() == {"lose"}
    game.play("lose 33Gd")
    assert (game.ask, game.verbs()) == (("german", "penalty"), {"lose", "retire", "waive"})
    game = at(start).strike("attack 0409 with 33Gd", "2/1").play("lose 33Gd")
    assert game.clauses("retire") == ["10.25a"]
    game.play("lose 33Gd")
    assert game.where("33Gd") == "lost"
    assert game.verbs() == {"lose", "retire"}


@pytest.mark.case("10.23c", "10.212a")
def test_a_dash_is_nothing(at: At) -> None:
    game = at(GERMANS + "0409 305ID\n0410 192RD").strike("attack 0410 with 305ID", "-/1")
    assert game.ask == ("russian", "penalty")
    game = at(GERMANS + "0409 3Mot(reduced)\n0410 192RD").strike("attack 0410 with 3Mot", "1/-")
    assert game.ask == ("german", "penalty")
    game.play("lose 3Mot")
    assert game.ask == ("german", "german-combat")


@pytest.mark.case("10.212a", "10.22a")
def test_a_result_is_complete_before_the_next_attack(at: At) -> None:
    game = at(GERMANS + "0409 305ID\n0410 192RD\n0709 16Pz\n0710 184RD").strike("attack 0410 with 305ID", "-/1")
    assert game.verbs() == {"lose", "retire"}
    assert game.clauses("waive") == ["10.212a"]
    game.play("lose 192RD")
    assert game.verbs() == {"attack", "done"}


# -- eliminations -----------------------------------------------------------------------------


@pytest.mark.case("10.23a", "19.21b")
def test_an_eliminated_attacker_loses_all_four_steps(at: At) -> None:
    """AE on a full Panzer division; the headquarters with it, and the division beside it, took no part."""
    game = at(GERMANS + "1017 16Pz 14HQ\n0917 305ID\n1016 33Gd").strike("attack 1016 with 16Pz", "AE")
    assert (game.where("16Pz"), game.where("14HQ"), game.where("305ID")) == ("lost", "1017", "0917")
    assert game.ask == ("german", "german-combat")
    assert game.units(game.s.attacked | game.s.subcounter | game.s.reduced) == set()


@pytest.mark.case("10.23b", "19.21b", "19.74a")
def test_an_eliminated_defender_loses_all_four_steps(at: At) -> None:
    """DE on a Panzer division on three steps, disrupted and out of supply; its headquarters will return."""
    game = at(RUSSIANS + "0409 24Pz(reduced,disrupted,unsupplied) 24HQ\n0410 13TC\n0310 28TC\n0408 33Gd")
    game.strike("attack 0409 with 13TC 28TC 33Gd", "DE")
    assert (game.where("24Pz"), game.where("24HQ")) == ("lost", "returning")
    assert game.s.reduced == game.s.disrupted == game.s.unsupplied == 0
    assert game.ask == ("russian", "advance")


@pytest.mark.case("10.23a", "10.23b", "10.210c")
def test_the_eliminated_are_lost(at: At) -> None:
    """A Rifle Division waits for the end of turn 14 among the lost, not in the cup (19.73)."""
    game = at("at german-combat\nturn 13\n0409 16Pz\n0410 192RD(reduced)").strike("attack 0410 with 16Pz", "DE")
    assert game.where("192RD") == "lost"


# -- steps ------------------------------------------------------------------------------------


@pytest.mark.case("10.210a", "19.21b", "19.21c", "19.22a")
def test_how_many_steps_units_have() -> None:
    steps = {name: D.steps[NUMBER[name]] for name in D.pieces[: D.ground.bit_length()]}
    panzer = {name for name, kind in ((u.id, u.type) for u in D.units) if kind == "panzer"}
    assert {name: steps[name] for name in panzer} == {"16Pz": 4, "24Pz": 4, "14Pz": 4, "22Pz": 1}
    assert {steps[u.id] for u in D.units if u.type == "motorized"} == {3}
    assert {steps[u.id] for u in D.units if u.type in ("infantry", "rumanian")} == {2}
    assert {steps[u.id] for u in D.units if "headquarters" in u.type or u.type == "worker"} == {1}
    assert {steps[u.id] for u in D.units if u.type in ("rifle", "guards", "tank corps", "nkvd")} == {2}


@pytest.mark.case("10.210b", "10.210c", "19.22a", "19.22b", "19.22c")
def test_a_panzer_division_is_worn_down_in_battle(at: At) -> None:
    """Counter, its back, subcounter, its back: 12-A, 9-B, 6-B, 3-C; it keeps its marks, and then it is gone."""
    values = [(12, 0), (9, 1), (6, 1), (3, 2)]
    assert [value[:2] for value in unit("16Pz").sides] == [(12, "A"), (9, "B"), (6, "B"), (3, "C")]
    for lost, mark in enumerate(("", "reduced,", "subcounter,", "reduced,subcounter,")):
        game = at(f"{RUSSIANS}0409 16Pz({mark}unsupplied)\n0410 13TC\n0310 192RD")
        number = game.unit("16Pz")
        assert steps_lost(game.s, number) == lost
        assert (factor(game.s, number), grade(game.s, number)) == values[lost]
        game.strike("attack 0409 with 13TC 192RD" if lost < 2 else "attack 0409 with 192RD", "-/1").play("lose 16Pz")
        if lost == len(values) - 1:
            assert game.where("16Pz") == "lost"
            assert number not in scan(game.s.unsupplied | game.s.reduced | game.s.subcounter)
        else:
            assert (game.where("16Pz"), steps_lost(game.s, number)) == ("0409", lost + 1)
            assert number in scan(game.s.unsupplied)


@pytest.mark.case("10.211a", "10.211b", "10.211c")
def test_the_owner_chooses_who_loses_steps(at: At) -> None:
    game = at(GERMANS + "J4 16Pz\nK4 305ID 8HQ\nJ3 13Gd 1W\nK3 15Gd")
    game.strike("attack J3 with 16Pz 305ID", "2/1")
    assert game.movers("lose") == {"16Pz", "305ID"}
    for other, clause in (("8HQ", "11.33a"), ("13Gd", "10.211b"), ("15Gd", "10.211b")):
        assert game.clauses(f"lose {other}") == [clause]
    game.play("lose 305ID", "lose 305ID")  # both from one unit, which is gone
    assert (game.where("305ID"), game.where("8HQ")) == ("lost", "K4")
    assert game.movers("lose") == {"13Gd", "1W"}
    game.play("lose 1W")
    assert (game.where("1W"), game.where("13Gd")) == ("lost", "J3")


@pytest.mark.case("10.25a", "10.211c")
def test_more_penalties_than_steps(at: At) -> None:
    """3 against a Rifle Division of two steps: it is gone, and the third is ignored."""
    game = at(GERMANS + "0409 305ID\n0410 192RD").strike("attack 0410 with 305ID", "-/3")
    game.play("lose 192RD", "lose 192RD")
    assert (game.where("192RD"), game.ask) == ("lost", ("german", "advance"))
    game = at(RUSSIANS + "0409 22Pz\n0410 33Gd").strike("attack 0409 with 33Gd", "-/2").play("lose 22Pz")
    assert (game.where("22Pz"), game.ask) == ("lost", ("russian", "advance"))


@pytest.mark.case("10.25a", "10.26a")
def test_an_attacker_without_steps_left_is_gone_and_the_defender_still_suffers(at: At) -> None:
    game = at(GERMANS + "0409 22Pz\n0410 192RD(reduced)").strike("attack 0410 with 22Pz", "1/1").play("lose 22Pz")
    assert game.where("22Pz") == "lost"
    assert (game.ask, game.verbs()) == (("russian", "penalty"), {"lose", "retire"})
    game.play("retire", "retreat 192RD 0411")
    assert game.ask == ("german", "german-combat")  # nobody is left to advance


@pytest.mark.case("11.33b", "10.211a", "19.74a")
def test_a_headquarters_in_defense_may_take_the_step(at: At) -> None:
    game = at(RUSSIANS + "0409 16Pz 14HQ\n0410 13TC\n0310 28TC").strike("attack 0409 with 13TC 28TC", "-/1")
    assert game.movers("lose") == {"16Pz", "14HQ"}
    game.play("lose 14HQ")
    assert (game.where("14HQ"), game.where("16Pz")) == ("returning", "0409")


@pytest.mark.case("10.210b", "9.1a", "10.42a")
def test_a_lower_class_counts_at_once(at: At) -> None:
    """A full Panzer division loses a step, then two more: its zone is fluid, then gone, in the same phase."""
    game = at(GERMANS + "0409 16Pz\n0410 13TC\n0310 28TC\n0709 3Mot").strike("attack 0310 0410 with 16Pz", "1/1")
    hex_ = game.hex("0509")
    assert rigid(game.s, GERMAN) >> hex_ & 1
    game.play("lose 16Pz")
    assert not rigid(game.s, GERMAN) >> hex_ & 1
    assert fluid(game.s, GERMAN) >> hex_ & 1
    game = at(GERMANS + "0409 16Pz(subcounter)\n0410 192RD").strike("attack 0410 with 16Pz", "1/1").play("lose 16Pz")
    assert not zone(game.s, GERMAN) >> hex_ & 1
    game.play("retire")
    assert {"0310", "0510"} <= game.reach_back("192RD")  # next to what is now of class C


@pytest.mark.case("10.210b", "10.41a", "10.21b")
def test_steps_lost_in_one_turn_change_odds_and_die_in_the_next(at: At) -> None:
    game = at(GERMANS + "0409 16Pz\n0410 33Gd").strike("attack 0410 with 16Pz", "1/1").play("lose 16Pz", "lose 33Gd")
    game.to("russian-combat").play("attack 0409 with 33Gd")
    assert strengths(game) == (3, Fraction(9, 2))  # 16Pz is out of supply
    assert game.s.local.change == 0  # B against B


# -- the option of the highest class ----------------------------------------------------------


@pytest.mark.case("18.31a")
def test_the_first_step_from_the_highest_class(at: At) -> None:
    position = GERMANS + "J4 16Pz\nK4 305ID\nJ3 13Gd 1W"
    game = at(position, losses="best").strike("attack J3 with 16Pz 305ID", "1/2").play("lose 305ID")
    assert game.movers("lose") == {"13Gd"}
    assert game.clauses("lose 1W") == ["18.31a"]
    game.play("lose 13Gd")
    assert game.movers("lose") == {"13Gd", "1W"}
    game = at(position).strike("attack J3 with 16Pz 305ID", "1/2").play("lose 305ID")
    assert game.movers("lose") == {"13Gd", "1W"}


@pytest.mark.case("18.31a", "19.22c")
def test_the_class_of_the_side_that_is_up_decides(at: At) -> None:
    """A Panzer division on its subcounter is of class B: the infantry, of class A, pays first."""
    game = at(GERMANS + "J4 16Pz(subcounter)\nK4 305ID\nJ3 13Gd 1W", losses="best")
    game.strike("attack J3 with 16Pz 305ID", "2/-")
    assert game.movers("lose") == {"305ID"}
