"""[10.23-10.26, 10.210-10.212] Results: eliminations, penalties and who takes them how, steps lost."""

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[..., Any]
GERMANS, RUSSIANS = "at german-combat\nturn 20\n", "at russian-combat\nturn 20\n"


@pytest.mark.case("10.26e", "10.26a", "10.26b", "10.26d")
def test_the_8_10_attacks_the_10th_rifle(at: At) -> None:
    start = GERMANS + "3420 8-10Pz\n3421 10RD"
    game = at(start).strike("attack 3421 with 8-10Pz", "1/1")
    assert (game.odds, game.ask) == ("1:1", ("german", "penalty"))
    assert game.verbs() == {"lose", "retire"}
    game.play("retire")
    assert game.reach_back("8-10Pz") == {"3320", "3419", "3520"}
    game.play("retreat 8-10Pz 3419")
    assert game.ask == ("russian", "penalty")
    assert game.verbs() == {"lose", "retire", "waive"}
    game.play("waive")
    assert (game.where("10RD"), game.ask) == ("3421", ("german", "german-combat"))

    game = at(start).strike("attack 3421 with 8-10Pz", "1/1").play("lose 8-10Pz")
    assert game.units(game.s.reduced) == {"8-10Pz"}
    assert game.ask == ("russian", "penalty")
    assert game.verbs() == {"lose", "retire"}
    assert game.clauses("waive") == ["10.212a"]
    game.play("retire", "retreat 10RD 3422")
    assert game.ask == ("german", "advance")
    game.play("advance 8-10Pz 3421")
    assert (game.where("8-10Pz"), game.where("10RD")) == ("3421", "3422")


@pytest.mark.case("10.26b", "10.26c", "10.25a")
def test_the_second_penalty_is_not_let_off(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3421 191RD").strike("attack 3421 with 1ID", "1/2")
    game.play("retire", "retreat 1ID 3419", "waive")
    assert game.ask == ("russian", "penalty")
    assert game.verbs() == {"lose"}
    assert game.clauses("waive") == ["10.26c"]
    assert game.clauses("retire") == ["10.25a"]
    game.play("lose 191RD")
    assert game.ask == ("german", "german-combat")
    assert game.units(game.s.reduced) == {"191RD"}


@pytest.mark.case("10.26b")
def test_who_is_let_off_may_take_it_all_the_same(at: At) -> None:
    game = at(GERMANS + "3420 8-10Pz\n3421 10RD").strike("attack 3421 with 8-10Pz", "1/1")
    game.play("retire", "retreat 8-10Pz 3419", "retire", "retreat 10RD 3422")
    assert game.where("10RD") == "3422"
    assert game.ask == ("german", "german-combat")  # the hex is empty, and nobody may advance


@pytest.mark.case("10.23a")
def test_the_attacker_is_eliminated(at: At) -> None:
    game = at(GERMANS + "3420 6-4 6-114 41HQ\n3321 191RD 1G").strike("attack 3321 with 6-4", "AE")
    assert (game.where("6-4"), game.where("6-114"), game.where("41HQ")) == ("lost", "3420", "3420")
    assert game.ask == ("german", "german-combat")


@pytest.mark.case("10.23b", "10.29d")
def test_the_defender_is_eliminated(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3520 11ID\n3521 3V 1G").strike("attack 3521 with 1ID 11ID", "DE")
    assert (game.where("3V"), game.where("1G")) == ("lost", "lost")
    assert game.ask == ("german", "advance")


@pytest.mark.case("10.29d", "10.23b")
def test_elimination_takes_who_has_retreated_there(at: At) -> None:
    game = at(GERMANS + "3420 6-4\n3421 3V\n3422 1G\n3423 96ID(reduced)\n3523 58ID(reduced)")
    game.strike("attack 3421 with 6-4", "-/1").play("retire", "retreat 3V 3422", "hold")
    game.strike("attack 3422 with 96ID 58ID", "DE")
    assert (game.where("1G"), game.where("3V")) == ("lost", "lost")


@pytest.mark.case("10.23c", "10.24a", "10.25a", "10.212a")
def test_three_penalties(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3520 11ID\n3521 191RD 1G").strike("attack 3521 with 1ID 11ID", "-/3")
    assert game.ask == ("russian", "penalty")
    assert at(GERMANS + "3420 1ID\n3521 191RD").strike("attack 3521 with 1ID", "1/2").ask == ("german", "penalty")
    game.play("retire", "retreat 1G 3522", "retreat 191RD 3621")
    assert game.s.local.owed == 2
    assert game.verbs() == {"lose"}
    game.play("lose 191RD", "lose 191RD")
    assert game.where("191RD") == "lost"
    assert game.ask == ("german", "advance")


@pytest.mark.case("10.25a")
def test_once_a_step_is_lost_the_rest_are_steps(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3421 191RD").strike("attack 3421 with 1ID", "-/2").play("lose 191RD")
    assert game.verbs() == {"lose"}
    assert game.clauses("retire") == ["10.25a"]


@pytest.mark.case("10.210a", "10.210b", "10.210c", "10.211a", "10.211b", "10.211c")
def test_the_owner_chooses_who_loses_steps(at: At) -> None:
    game = at(GERMANS + "3420 6-4 6-114 6-11Pz\n3421 191RD 1G\n3322 3V")
    game.strike("attack 3421 with 6-4 6-114", "2/1")
    assert game.movers("lose") == {"6-4", "6-114"}
    assert game.clauses("lose 6-11Pz") == ["10.211b"]
    assert game.clauses("lose 191RD") == ["10.211b"]
    game.play("lose 6-4", "lose 6-4")
    assert game.where("6-4") == "lost"
    assert game.movers("lose") == {"191RD", "1G"}
    assert game.clauses("lose 3V") == ["10.211b"]
    game.play("lose 1G")
    assert (game.where("1G"), game.where("191RD")) == ("lost", "3421")


@pytest.mark.case("10.25a", "10.211c")
def test_more_penalties_than_steps(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3520 11ID\n3521 3V").strike("attack 3521 with 1ID", "-/3").play("lose 3V")
    assert game.where("3V") == "lost"
    assert game.ask == ("german", "advance")


@pytest.mark.case("11.36b", "11.33b")
def test_a_headquarters_in_defense_may_take_the_step(at: At) -> None:
    game = at(RUSSIANS + "3420 1ID 38HQ\n3419 191RD\n3320 70RD").strike("attack 3420 with 191RD 70RD", "-/1")
    assert game.movers("lose") == {"1ID", "38HQ"}
    game.play("lose 38HQ")
    assert game.where("38HQ") == "reserve"


@pytest.mark.case("18.31a")
def test_the_first_step_from_the_highest_class(at: At) -> None:
    position = GERMANS + "3420 1ID\n3520 11ID\n3521 191RD 1G"
    game = at(position, losses="best").strike("attack 3521 with 1ID 11ID", "-/3")
    assert game.movers("lose") == {"191RD"}
    assert game.clauses("lose 1G") == ["18.31a"]
    game.play("lose 191RD")
    assert game.movers("lose") == {"191RD", "1G"}
    game = at(position).strike("attack 3521 with 1ID 11ID", "-/3")
    assert game.movers("lose") == {"191RD", "1G"}


@pytest.mark.case("18.31a")
def test_each_side_has_its_first_step(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3421 191RD 1G\n3422 SSPol", losses="best")
    game.strike("attack 3421 with 1ID SSPol", "1/2")
    assert game.movers("lose") == {"1ID"}
    game.play("lose 1ID")
    assert game.ask == ("russian", "penalty")
    assert game.movers("lose") == {"191RD"}


@pytest.mark.case("9.6a", "10.210b")
def test_a_lower_class_counts_at_once(at: At) -> None:
    game = at(GERMANS + "3420 58ID\n3421 191RD\n3419 6-4").strike("attack 3421 with 58ID", "1/1")
    game.play("lose 58ID")
    hex_ = game.hex("3420")
    assert not game.s.strong[0] >> hex_ & 1
    assert not game.s.loose[0] >> hex_ & 1


@pytest.mark.case("18.31a", "10.29c", "10.29d")
def test_who_has_retreated_there_did_not_take_part(at: At) -> None:
    """The 191st, of class A, is with a Guerrilla who is attacked: the first step is the Guerrilla's."""
    game = at(GERMANS + "3420 6-4 6-11Pz\n3421 191RD\n3422 1G\n3423 96ID(reduced)", losses="best")
    game.strike("attack 3421 with 6-4 6-11Pz", "-/1").play("retire", "retreat 191RD 3422", "hold")
    game.strike("attack 3422 with 96ID", "-/2")
    assert game.movers("lose") == {"1G"}
    game.play("lose 1G")
    assert game.movers("lose") == {"191RD"}
