"""[10.5] Advances."""

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[..., Any]
GERMANS, RUSSIANS = "at german-combat\nturn 20\n", "at russian-combat\nturn 20\n"


@pytest.mark.case("10.51a", "10.51b", "10.51c", "10.51d", "10.54a")
def test_who_advances(at: At) -> None:
    game = at(GERMANS + "3420 6-4 6-114\n3520 11ID\n3421 1G").play("attack 3421 with 6-4 6-114")
    assert game.ask == ("german", "advance")
    assert game.movers("advance") == {"6-4", "6-114"}
    assert game.clauses("advance 11ID 3421") == ["10.51b"]
    assert game.clauses("advance 6-4 3419") == ["10.51a"]
    game.play("advance 6-4 3421")
    assert game.movers("advance") == {"6-114"}
    assert game.clauses("advance 6-4 3421") == ["10.51a"]
    game.play("hold")
    assert (game.where("6-114"), game.ask) == ("3420", ("german", "german-combat"))


@pytest.mark.case("10.51b")
def test_no_more_than_may_stack(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3422 11ID\n3421 1G").play("attack 3421 with 1ID 11ID", "advance 1ID 3421")
    assert game.ask == ("german", "german-combat")


@pytest.mark.case("10.52a")
def test_several_hexes(at: At) -> None:
    game = at(GERMANS + "3420 6-4 6-114 6-11Pz\n3421 1G\n3521 2G\n")
    game.strike("attack 3421 3521 with 6-4 6-114 6-11Pz", "DE")
    game.play("advance 6-4 3421", "advance 6-114 3521", "hold")
    assert (game.where("6-4"), game.where("6-114"), game.where("6-11Pz")) == ("3421", "3521", "3420")


@pytest.mark.case("10.52a", "10.51a")
def test_only_into_what_is_empty(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3421 1G\n3521 3V").strike("attack 3421 3521 with 1ID", "-/1").play("lose 1G")
    assert game.clauses("advance 1ID 3521") == ["10.51a"]
    game.play("advance 1ID 3421")


@pytest.mark.case("10.53a", "9.2d")
def test_from_rigid_zone_to_rigid_zone(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3421 1G\n3322 191RD\n3520 70RD").play("attack 3421 with 1ID", "advance 1ID 3421")
    assert game.where("1ID") == "3421"


@pytest.mark.case("11.23b")
def test_a_unit_out_of_supply_advances(at: At) -> None:
    game = at(GERMANS + "3420 1ID(unsupplied)\n3421 1G").strike("attack 3421 with 1ID", "DE")
    game.play("advance 1ID 3421")
    assert game.where("1ID") == "3421"


@pytest.mark.case("10.54a")
def test_the_defender_never_advances(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3421 191RD").strike("attack 3421 with 1ID", "1/1")
    game.play("retire", "retreat 1ID 3419", "waive")
    assert game.ask == ("german", "german-combat")


@pytest.mark.case("17.22a", "17.25a", "10.51a")
def test_an_advance_takes_a_city(at: At) -> None:
    game = at(GERMANS + "3112 6-4 6-114 6-11Pz\n3113 1G\n").strike("attack 3113 with 6-4 6-114 6-11Pz", "DE")
    game.play("advance 6-4 3113")
    assert game.hexes(game.s.captured) == game.hexes(game.s.german) == {"3113"}


@pytest.mark.case("14.4c", "10.51b")
def test_workers_do_not_advance_out_of_the_city(at: At) -> None:
    game = at(RUSSIANS + "0320 191RD 1W\n0419 28HQ\n").strike("attack 0419 with 191RD 1W", "DE")
    assert game.movers("advance") == {"191RD"}
    assert "14.4c" in game.clauses("advance 1W 0419")
    game = at(RUSSIANS + "G5 1W 191RD\nH5 28HQ").strike("attack H5 with 1W 191RD", "-/1").play("lose 28HQ")
    assert game.movers("advance") == {"191RD", "1W"}


@pytest.mark.case("14.2b", "10.51b")
def test_workers_of_other_cities_do_not_advance(at: At) -> None:
    game = at(RUSSIANS + "0611 12W 191RD\n0711 28HQ").strike("attack 0711 with 12W 191RD", "DE")
    assert game.movers("advance") == {"191RD"}
    assert "14.2b" in game.clauses("advance 12W 0711")


@pytest.mark.case("10.26b", "10.51b", "10.28c")
def test_with_the_option_those_that_could_not_retreat_advance_alone(at: At) -> None:
    """The 1st, surrounded, loses a step instead; it may advance, and the 11th, which retreated, may not."""
    around = "3319 70RD\n3520 177RD\n3618 281RD"
    position = GERMANS + "3420 1ID\n3322 11ID(reduced)\n3421 191RD(reduced)\n" + around
    game = at(position, retreat="able").strike("attack 3421 with 1ID 11ID", "1/2")
    game.play("retire", "retreat 11ID 3323", "lose 191RD")
    assert game.movers("advance") == {"1ID"}
    assert game.clauses("advance 11ID 3421") == ["10.26b"]


@pytest.mark.case("18.21b")
def test_guerrillas_do_not_advance_towards_the_city(at: At) -> None:
    position = RUSSIANS + "0721 1G 191RD\n0621 28HQ"
    game = at(position).strike("attack 0621 with 1G 191RD", "DE")
    assert game.movers("advance") == {"191RD", "1G"}
    game = at(position, guerrillas="outside").strike("attack 0621 with 1G 191RD", "DE")
    assert game.movers("advance") == {"191RD"}


@pytest.mark.case("8.35b")
def test_enemies_on_the_other_map_hold_the_ground(at: At) -> None:
    game = at(GERMANS + "0521 1ID\n0420 1G\nK6 2G\nJ5 11ID\nlost 17W").strike("attack 0420 with 1ID", "DE")
    assert game.ask == ("german", "german-combat")


@pytest.mark.case("10.51a", "8.44a")
def test_on_the_inset(at: At) -> None:
    game = at(GERMANS + "K5 11ID\nJ4 1G\n").strike("attack J4 with 11ID", "DE").play("advance 11ID J4")
    assert game.where("11ID") == "J4"
