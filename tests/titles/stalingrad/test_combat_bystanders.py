"""[10.29, 11.33, 19.61] Units that have retreated into a hex that is attacked, and headquarters in combat."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.titles.stalingrad.ledgers import said, strengths

At = Callable[..., Any]
GERMANS, RUSSIANS = "at german-combat\nturn 12\n", "at russian-combat\nturn 12\n"

# A division that has retreated beside a headquarters: 3Mot is driven out of 0409 into 0509, where 8HQ is, next to
# Rifle Divisions of class C in 0609 and 0608.
DRIVEN = "0409 3Mot(reduced)\n0410 13TC\n0310 28TC\n0509 8HQ\n0609 192RD(reduced)\n0608 184RD(reduced)"


def driven(at: At, more: str = "", **options: str) -> Any:
    """3Mot has retreated to 0509, and is disrupted there."""
    game = at(f"{RUSSIANS}{DRIVEN}{more}", **options).strike("attack 0409 with 13TC 28TC", "-/2")
    return game.play("retire", "retreat 3Mot 0509", "lose 3Mot", "hold")


# -- units that have retreated ----------------------------------------------------------------


@pytest.mark.case("10.29e", "10.29a", "10.29b", "10.27a", "10.15a")
def test_a_unit_retreats_beside_class_c_and_cannot_be_attacked_again(at: At) -> None:
    """Example to 10.29: the Rifle Division goes to 0411, beside an infantry division on its last step."""
    game = at(GERMANS + "0409 16Pz\n0410 192RD\n0412 305ID(reduced)\n0311 184RD")
    game.strike("attack 0410 with 16Pz", "-/2").play("retire")
    assert game.reach_back("192RD") == {"0411", "0511"}
    game.play("retreat 192RD 0411", "lose 192RD", "hold")
    assert game.clauses("attack 0411 with 305ID") == ["10.29b"]
    assert "attack" not in game.verbs()


@pytest.mark.case("10.29f", "10.29c", "10.29d", "10.14a", "11.33b")
def test_who_was_there_from_the_start_is_attacked_alone(at: At) -> None:
    """Example to 10.29 with a headquarters: 3Mot is not counted in odds or class, but may lose the step."""
    game = driven(at)
    game.strike("attack 0509 with 192RD 184RD", "-/1")
    b = game.s.local
    assert (game.units(b.defenders), game.units(b.bystanders)) == ({"8HQ"}, {"3Mot"})
    assert strengths(game) == (4, 1)
    assert b.change == 0
    assert game.movers("lose") == {"8HQ", "3Mot"}
    other = type(game)(game.table.twin()).play("lose 3Mot")
    assert (other.where("3Mot"), other.where("8HQ")) == ("lost", "0509")
    game.play("lose 8HQ")
    assert (game.where("8HQ"), game.where("3Mot")) == ("returning", "0509")


@pytest.mark.case("10.29c", "10.42a")
def test_a_bystander_does_not_count_for_class(at: At) -> None:
    """A full division, of class A, beside a headquarters of class C: the defense is of class C."""
    game = at(RUSSIANS + DRIVEN.replace("3Mot(reduced)", "305ID"))
    game.strike("attack 0409 with 13TC 28TC", "-/1").play("retire", "retreat 305ID 0509", "hold")
    game.play("attack 0509 with 192RD 184RD")
    assert game.s.local.change == 0
    assert said(driven(at), "attack 0509 with 192RD 184RD")[2:] == [
        "defense: 0509: 8HQ 1 [10.21a]",
        "column: 4 against 1 is 4:1 [10.21c]",
        "die: class C against C [10.41a]",
    ]


@pytest.mark.case("10.29d", "19.61a", "10.28a", "10.28c", "12.42b")
def test_a_disrupted_bystander_shuts_the_retreat_of_its_hex(at: At) -> None:
    game = driven(at).strike("attack 0509 with 192RD 184RD", "-/1")
    assert game.verbs() == {"lose"}
    assert game.clauses("retire") == ["10.28a"]
    assert "3Mot is disrupted" in game.reasons("retire")


@pytest.mark.case("10.29d", "10.28c", "19.61a")
def test_with_the_option_the_bystander_loses_a_step_and_the_others_go(at: At) -> None:
    game = driven(at, retreat="able").strike("attack 0509 with 192RD 184RD", "-/1")
    game.play("retire", "retreat 8HQ 0508")
    assert (game.where("3Mot"), game.where("8HQ")) == ("lost", "0508")


@pytest.mark.case("10.29d", "10.23b")
def test_elimination_takes_who_has_retreated_there(at: At) -> None:
    game = driven(at).strike("attack 0509 with 192RD 184RD", "DE")
    assert (game.where("3Mot"), game.where("8HQ")) == ("lost", "returning")


@pytest.mark.case("10.29d", "10.211a", "10.29c")
def test_a_rifle_division_driven_to_a_worker(at: At) -> None:
    """In the interior: 13Gd goes to the Worker in J2, who is then attacked by divisions of class C."""
    game = at(GERMANS + "H3 16Pz\nI3 13Gd\nJ2 1W\nK2 305ID(reduced)\nJ3 44ID(reduced)\nH4 3Mot")
    game.strike("attack I3 with 16Pz", "1/1").play("lose 16Pz", "retire")
    game.play("retreat 13Gd J2", "hold")
    assert game.units(game.s.disrupted) == {"13Gd"}
    game.play("attack J2 with 305ID 44ID")
    assert strengths(game) == (8, 3)
    game.play("roll 3")
    assert game.movers("lose") == {"13Gd", "1W"}
    assert game.clauses("retire") == ["10.28a"]


@pytest.mark.case("18.31a", "10.29c", "10.29d")
def test_the_first_step_is_not_the_bystanders_with_the_option(at: At) -> None:
    game = driven(at, losses="best").strike("attack 0509 with 192RD 184RD", "-/2")
    assert game.movers("lose") == {"8HQ"}
    assert game.clauses("lose 3Mot") == ["18.31a"]
    game.play("lose 8HQ")
    assert game.movers("lose") == {"3Mot"}


@pytest.mark.case("10.29b", "8.43a", "8.45a")
def test_a_retreat_beside_the_city(at: At) -> None:
    """Guards in 0907 have no zone around them, so 3Mot may retreat to 0908; they may attack only the headquarters."""
    game = at(RUSSIANS + "0909 3Mot(subcounter)\n0809 13TC\n0910 28TC\n0908 8HQ\n0907 13Gd")
    game.strike("attack 0909 with 13TC 28TC", "1/2").play("lose 13TC", "retire", "retreat 3Mot 0908")
    assert game.ask == ("german", "penalty")
    alone = at(RUSSIANS + "0909 3Mot(reduced)\n0809 13TC\n0910 28TC\n0907 13Gd")
    alone.strike("attack 0909 with 13TC 28TC", "1/1").play("lose 13TC", "retire", "retreat 3Mot 0908", "hold")
    assert alone.clauses("attack 0908 with 13Gd") == ["10.29b"]
    assert "attack" not in alone.verbs()


# -- headquarters -----------------------------------------------------------------------------


@pytest.mark.case("11.33b")
@pytest.mark.parametrize(
    ("front", "hex_", "defense"), [("0410", "0409", 1), ("0913", "1012", 2), ("1017", "1016", 4), ("0816", "0717", 2)]
)
def test_a_headquarters_alone_counts_one_times_terrain(at: At, front: str, hex_: str, defense: int) -> None:
    game = at(f"{RUSSIANS}{front} 192RD\n{hex_} 8HQ").play(f"attack {hex_} with 192RD")
    assert strengths(game) == (4, defense)


@pytest.mark.case("11.33b", "11.23a", "12.42d")
def test_a_headquarters_is_halved_like_others(at: At) -> None:
    game = at(RUSSIANS + "0913 192RD(reduced)\n1012 8HQ(disrupted,unsupplied)").play("attack 1012 with 192RD")
    assert strengths(game) == (2, 0.5)


@pytest.mark.case("11.33b", "10.14a")
def test_a_headquarters_with_others_counts_nothing(at: At) -> None:
    game = at(RUSSIANS + "1013 13TC\n0913 28TC\n1012 3Mot(reduced) 14HQ").play("attack 1012 with 13TC 28TC")
    assert strengths(game) == (12, 12)


@pytest.mark.case("11.33b", "10.39a")
def test_company_counts_hex_by_hex(at: At) -> None:
    """Of two headquarters attacked together, one is with a division and counts 0, the other is alone and counts 1."""
    game = at(RUSSIANS + "0409 13TC\n0410 Rum1 8HQ\n0310 14HQ").play("attack 0310 0410 with 13TC")
    assert strengths(game) == (6, 5 + 0 + 1)


@pytest.mark.case("11.33a")
def test_a_headquarters_never_attacks(at: At) -> None:
    game = at(GERMANS + "0409 14HQ\n0410 192RD(reduced,disrupted)")
    assert "attack" not in game.verbs()
    assert "11.33a" in game.clauses("attack 0410 with 14HQ")


@pytest.mark.case("11.33c", "19.61a", "6.22d")
def test_a_headquarters_that_follows_is_disrupted_and_one_that_stays_is_not(at: At) -> None:
    position = GERMANS + "0409 3Mot(reduced) 14HQ\n0410 192RD"
    game = at(position).strike("attack 0410 with 3Mot", "1/1").play("retire", "retreat 3Mot 0408")
    assert game.ask == ("german", "follow")
    assert game.movers("follow") == {"14HQ"}
    assert game.clauses("follow 3Mot 0407")[0] == "11.33c"
    stays = type(game)(game.table.twin()).play("stay")
    assert (stays.where("14HQ"), stays.units(stays.s.disrupted)) == ("0409", {"3Mot"})
    assert stays.ask == ("russian", "penalty")
    game.play("follow 14HQ 0309", "waive")  # not to the same hex
    assert game.where("14HQ") == "0309"
    assert game.units(game.s.disrupted) == game.units(game.s.retired) == {"3Mot", "14HQ"}
    game.to("mechanized")
    assert game.movers() == set()
    game.play("done")
    assert game.s.disrupted == 0  # before the Russians move


@pytest.mark.case("11.33c", "10.211b")
def test_a_headquarters_with_attackers_takes_no_step(at: At) -> None:
    game = at(GERMANS + "0409 3Mot(reduced) 14HQ\n0410 192RD").strike("attack 0410 with 3Mot", "1/1")
    assert game.clauses("lose 14HQ") == ["11.33a"]
    assert game.movers("lose") == {"3Mot"}


@pytest.mark.case("11.33c", "10.28b")
def test_a_headquarters_without_a_hex_does_not_follow(at: At) -> None:
    """Of two headquarters one has a hex to follow to; the other is hemmed in by headquarters."""
    game = at(
        GERMANS + "0409 3Mot(reduced) 14HQ\n0310 Rum1 8HQ\n0410 192RD\n0308 51HQ\n0309 24HQ\n0408 48HQ\n0509 Rum6HQ"
    )
    game.strike("attack 0410 with 3Mot Rum1", "1/2").play("retire", "retreat 3Mot 0408", "retreat Rum1 0309")
    assert game.movers("follow") == {"8HQ"}
    assert "10.28b" in game.clauses("follow 14HQ 0509")
    game.play("follow 8HQ 0209")
    assert game.ask == ("russian", "penalty")


@pytest.mark.case("11.33c", "10.28a")
def test_a_disrupted_headquarters_does_not_follow_and_does_not_hold_the_attackers(at: At) -> None:
    game = at(GERMANS + "0409 3Mot(reduced) 14HQ(disrupted)\n0410 192RD").strike("attack 0410 with 3Mot", "1/1")
    game.play("retire", "retreat 3Mot 0408")
    assert (game.ask, game.where("14HQ")) == (("russian", "penalty"), "0409")


@pytest.mark.case("11.33c", "10.28a", "10.27a", "19.61a")
def test_a_headquarters_in_defense_must_go_along(at: At) -> None:
    game = at(RUSSIANS + "0409 3Mot(reduced) 14HQ\n0410 13TC").strike("attack 0409 with 13TC", "-/1").play("retire")
    assert game.units(game.s.local.fleeing) == {"3Mot", "14HQ"}
    game.play("retreat 14HQ 0408", "retreat 3Mot 0408")
    assert game.units(game.s.disrupted) == {"3Mot", "14HQ"}
    assert game.s.retired == 0  # that is for attackers
    assert game.ask == ("russian", "advance")
