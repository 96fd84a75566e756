"""[10.5, 19.33] Advances after combat. Around 0409 all is clear."""

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[..., Any]
GERMANS, RUSSIANS = "at german-combat\nturn 12\n", "at russian-combat\nturn 12\n"


@pytest.mark.case("10.51a", "10.51b", "10.51c", "10.51d", "19.23a")
def test_who_advances(at: At) -> None:
    """One division alone: there is no room for a second, nor for anybody who took no part."""
    game = at(GERMANS + "0409 16Pz 14HQ\n0310 3Mot\n0311 305ID\n0410 192RD")
    game.strike("attack 0410 with 16Pz 3Mot", "DE")
    assert game.ask == ("german", "advance")
    assert game.movers("advance") == {"16Pz", "3Mot"}
    assert game.clauses("advance 305ID 0410") == game.clauses("advance 14HQ 0410") == ["10.51b"]
    assert game.clauses("advance 16Pz 0408") == ["10.51a"]
    game.play("advance 16Pz 0410")
    assert game.ask == ("german", "german-combat")  # no room is left
    assert (game.where("16Pz"), game.where("14HQ")) == ("0410", "0409")


@pytest.mark.case("10.51d", "10.12a")
def test_an_advance_is_made_at_once_or_never(at: At) -> None:
    game = at(GERMANS + "0409 16Pz\n0310 3Mot\n0410 192RD\n0411 184RD").strike("attack 0410 with 16Pz 3Mot", "DE")
    game.play("hold")
    assert (game.where("16Pz"), game.verbs()) == ("0409", {"done"})


@pytest.mark.case("10.51a")
def test_whether_the_defenders_retreat_or_are_eliminated(at: At) -> None:
    game = at(GERMANS + "0409 305ID\n0410 192RD").strike("attack 0410 with 305ID", "-/1")
    stands = type(game)(game.table.twin()).play("lose 192RD")
    assert stands.ask == ("german", "german-combat")
    game.play("retire", "retreat 192RD 0411", "advance 305ID 0410")
    assert game.where("305ID") == "0410"


@pytest.mark.case("10.51a", "10.51c")
def test_terrain_does_not_matter(at: At) -> None:
    """Over the Don into a town, and over a river into woods; nothing is paid."""
    game = at(GERMANS + "1017 16Pz\n1016 192RD(reduced,disrupted)").strike("attack 1016 with 16Pz", "DE")
    assert game.play("advance 16Pz 1016").where("16Pz") == "1016"
    game = at(GERMANS + "0716 305ID\n0717 192RD(reduced,disrupted)").strike("attack 0717 with 305ID", "DE")
    assert game.play("advance 305ID 0717").where("305ID") == "0717"


@pytest.mark.case("10.52a", "10.51b")
def test_several_hexes(at: At) -> None:
    game = at(GERMANS + "0409 16Pz\n0311 3Mot\n0410 192RD(reduced)\n0310 184RD(reduced)")
    game.strike("attack 0310 0410 with 16Pz 3Mot", "DE").play("advance 16Pz 0310")
    assert game.clauses("advance 3Mot 0310") == ["10.51b"]
    assert game.clauses("advance 16Pz 0410") == ["10.51a"]
    game.play("advance 3Mot 0410")
    assert (game.where("16Pz"), game.where("3Mot")) == ("0310", "0410")


@pytest.mark.case("10.52a", "10.51a")
def test_only_into_what_is_empty(at: At) -> None:
    game = at(GERMANS + "0409 16Pz\n0410 192RD(reduced)\n0310 184RD").strike("attack 0310 0410 with 16Pz", "-/1")
    game.play("lose 192RD")
    assert game.clauses("advance 16Pz 0310") == ["10.51a"]
    game.play("advance 16Pz 0410")
    assert game.where("16Pz") == "0410"


@pytest.mark.case("10.53a", "9.2d")
def test_from_rigid_zone_to_rigid_zone(at: At) -> None:
    """Guards in 0311 have both 0410 and, with those in 0509, 0409 in their zones."""
    game = at(GERMANS + "0409 16Pz\n0410 192RD\n0311 33Gd\n0509 13Gd").strike("attack 0410 with 16Pz", "DE")
    assert game.play("advance 16Pz 0410").where("16Pz") == "0410"


DON = GERMANS + "0917 16Pz\n1016 192RD(disrupted)\n{} 33Gd\n{} 13Gd"


@pytest.mark.case("10.53a", "19.33a")
@pytest.mark.parametrize(
    ("first", "second", "barred"),
    [
        ("0918", "1015", True),  # both hexes are in zones
        ("0918", "1013", False),  # only the hex it leaves
        ("0719", "1015", False),  # only the hex it enters
    ],
)
def test_over_the_don_from_zone_to_zone(at: At, first: str, second: str, barred: bool) -> None:
    """An advance may cross; with the option 19.33 forbids it."""
    position = DON.format(first, second)
    free = at(position).strike("attack 1016 with 16Pz", "1/2").play("lose 16Pz", "lose 192RD", "lose 192RD")
    assert free.play("advance 16Pz 1016").where("16Pz") == "1016"
    game = at(position, don="barred").strike("attack 1016 with 16Pz", "1/2")
    game.play("lose 16Pz", "lose 192RD", "lose 192RD")
    if barred:
        assert game.ask == ("german", "german-combat")
        assert game.where("16Pz") == "0917"
    else:
        assert game.play("advance 16Pz 1016").where("16Pz") == "1016"


@pytest.mark.case("10.53a", "19.33a")
def test_the_option_names_the_clause_and_binds_russians_too(at: At) -> None:
    """Of two attackers one is on the near bank and may advance, the other is not."""
    position = RUSSIANS + "0917 13TC\n1015 28TC\n1016 Rum1(disrupted,reduced)\n0918 305ID\n1116 44ID"
    game = at(position, don="barred").strike("attack 1016 with 13TC 28TC", "DE")
    assert game.movers("advance") == {"28TC"}
    assert {"19.33a", "10.51b"} == {*game.clauses("advance 13TC 1016")}
    assert at(position).strike("attack 1016 with 13TC 28TC", "DE").movers("advance") == {"13TC", "28TC"}


@pytest.mark.case("10.53a", "19.33a")
def test_a_river_is_not_the_don(at: At) -> None:
    game = at(GERMANS + "0716 16Pz\n0816 192RD(disrupted)\n0615 33Gd\n0817 13Gd", don="barred")
    game.strike("attack 0816 with 16Pz", "DE").play("advance 16Pz 0816")
    assert game.where("16Pz") == "0816"


@pytest.mark.case("10.54a")
def test_the_defender_never_advances(at: At) -> None:
    game = at(GERMANS + "0409 22Pz\n0410 192RD").strike("attack 0410 with 22Pz", "1/-").play("lose 22Pz")
    assert game.ask == ("german", "german-combat")
    game = at(GERMANS + "0409 305ID\n0410 192RD").strike("attack 0410 with 305ID", "-/1")
    game.play("retire", "retreat 192RD 0411")
    assert game.clauses("advance 192RD 0410")[0] == "10.54a"


@pytest.mark.case("12.42a", "19.61a", "10.26b", "10.51a")
def test_attackers_that_retreated_never_advance(at: At) -> None:
    """Both sides retreat: the hex stays empty, and the step is not even asked."""
    position = GERMANS + "0409 3Mot(reduced)\n0310 Rum1\n0410 33Gd"
    game = at(position).strike("attack 0410 with 3Mot Rum1", "1/1")
    game.play("retire", "retreat 3Mot 0408", "retreat Rum1 0309", "retire", "retreat 33Gd 0411")
    assert game.ask == ("german", "german-combat")
    assert game.units(game.s.disrupted) == {"3Mot", "Rum1", "33Gd"}


@pytest.mark.case("12.42a", "19.61a", "10.28c")
def test_with_the_option_those_that_could_not_retreat_advance_alone(at: At) -> None:
    """3Mot, surrounded, loses a step instead; it may advance, and Rum1, which retreated, may not."""
    position = GERMANS + "0409 3Mot(reduced)\n0311 Rum1\n0410 33Gd(disrupted)\n0508 13Gd\n0308 15Gd"
    game = at(position, retreat="able").strike("attack 0410 with 3Mot Rum1", "1/2")
    game.play("retire", "retreat Rum1 0210")
    assert game.units(game.s.subcounter) == {"3Mot"}
    game.play("lose 33Gd", "lose 33Gd")
    assert game.movers("advance") == {"3Mot"}
    assert game.clauses("advance Rum1 0410") == ["12.42a"]


@pytest.mark.case("11.23b")
def test_a_unit_out_of_supply_advances(at: At) -> None:
    game = at(GERMANS + "0409 16Pz(unsupplied)\n0410 192RD(reduced)").strike("attack 0410 with 16Pz", "DE")
    assert game.play("advance 16Pz 0410").where("16Pz") == "0410"


@pytest.mark.case("10.51a", "8.44a", "8.37a")
def test_on_the_inset(at: At) -> None:
    """From the fringe into the interior."""
    game = at(GERMANS + "F5 16Pz\nF4 1W").strike("attack F4 with 16Pz", "DE").play("advance 16Pz F4")
    assert game.where("16Pz") == "F4"
    game.to("russian-movement")
    assert game.where("16Pz") == "F4"  # it stays; who is on the fringe goes home


@pytest.mark.case("14.4c", "10.51a", "8.45a")
def test_out_of_the_city_all_but_workers_advance(at: At) -> None:
    """The advance is made on the main map, where the attack was."""
    game = at(RUSSIANS + "0907 13Gd 1W\n0908 8HQ").strike("attack 0908 with 13Gd 1W", "DE")
    assert game.movers("advance") == {"13Gd"}
    assert "14.4c" in game.clauses("advance 1W 0908")
    assert game.play("advance 13Gd 0908").where("13Gd") == "0908"


@pytest.mark.case("19.43b", "10.51a", "14.4c")
def test_workers_and_the_nkvd_advance_within_the_interior(at: At) -> None:
    game = at(RUSSIANS + "J3 10NKVD 1W\nJ4 8HQ").strike("attack J4 with 10NKVD 1W", "-/1")
    game.play("lose 8HQ")
    assert game.movers("advance") == {"10NKVD", "1W"}
    game.play("advance 10NKVD J4", "advance 1W J4")
    assert (game.where("10NKVD"), game.where("1W")) == ("J4", "J4")


@pytest.mark.case("8.35b", "10.51a")
def test_enemies_on_the_other_map_hold_the_ground(at: At) -> None:
    """Russians on the fringe hex F5 of the Inset hold 0908 too."""
    game = at(GERMANS + "0909 16Pz\n0908 192RD(reduced,disrupted)\nF5 184RD").strike("attack 0908 with 16Pz", "DE")
    assert game.ask == ("german", "german-combat")
