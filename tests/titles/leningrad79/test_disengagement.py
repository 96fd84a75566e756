"""[6.0] Disengagement."""

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[[str], Any]

GERMAN = "at german-movement\nturn 3\n"
SOVIET = "at soviet-movement\nturn 3\n"
NO_GERMAN_SUPPLY = "0111 inf\n0112 inf\n0113 inf\n"


@pytest.mark.case("6.3a", "6.3b", "6.0b")
def test_the_example_of_the_rulebook(at: At) -> None:
    """Two of three disengage, a newcomer takes the post, and the third is free to go."""
    t = at(GERMAN + "0711 1ID 11ID 12ID\n0610 21ID\n0712 118RD")
    t.play("move 1ID 11ID to 0710")
    assert t.clauses("move 12ID to 0710") == ["6.3a"]  # alone
    t.play("move 21ID to 0711")
    assert t.clauses("move 21ID to 0610") == ["6.2b"]  # the newcomer itself stays
    t.play("move 12ID to 0610")
    assert [t.where(unit) for unit in ("1ID", "11ID", "12ID", "21ID")] == ["0710", "0710", "0610", "0711"]


@pytest.mark.case("6.0a")
def test_the_price_comes_on_top_of_the_terrain(at: At) -> None:
    t = at(GERMAN + "1408 1Pz 269ID 290ID\n1409 118RD")
    assert t.price("1Pz", "1308") == 2.5  # half a point of road, and two
    assert t.price("269ID", "1308") == 4
    assert t.price("1Pz", "1407") == 3  # clear
    river = at(GERMAN + "2907 1Pz 269ID 290ID\n2908 118RD")
    assert river.price("1Pz", "2806") == 4  # two across the river, and two
    assert river.price("269ID", "2806") == 5


@pytest.mark.case("6.0a")
def test_only_in_the_own_movement_phase(at: At) -> None:
    t = at("at german-combat\nturn 3\n0711 1Pz 6Pz\n0712 118RD")
    assert t.verbs() == {"attack", "done"}


@pytest.mark.case("6.0a")
def test_where_there_is_no_zone_nothing_is_paid(at: At) -> None:
    t = at(GERMAN + "0711 1Pz 6Pz\n0713 118RD")
    assert t.price("1Pz", "0710") == 1


@pytest.mark.case("6.0b", "6.3a")
def test_singly_or_two_together_but_never_all(at: At) -> None:
    t = at(GERMAN + "0711 1Pz 6Pz 36Mot\n0712 118RD")
    assert t.clauses("move 1Pz to 0610") == []
    assert t.clauses("move 1Pz 6Pz to 0610") == []
    assert t.clauses("move 1Pz 6Pz 36Mot to 0610") == ["6.0b", "6.3a"]
    assert "3 units may not disengage together: at most 2" in t.reasons("move 1Pz 6Pz 36Mot to 0610")
    assert "no friendly unit would stay in 0711" in t.reasons("move 1Pz 6Pz 36Mot to 0610")
    t.play("move 1Pz 6Pz to 0610")
    assert (t.left("1Pz"), t.left("6Pz")) == (5, 5)
    assert t.clauses("move 36Mot to 0610") == ["6.3a"]


@pytest.mark.case("6.0b", "6.3a")
@pytest.mark.parametrize("units", ["1Pz", "1Pz 6Pz"])
def test_nobody_leaves_a_hex_empty(at: At, units: str) -> None:
    t = at(GERMAN + f"0711 {units}\n0712 118RD")
    assert t.clauses(f"move {units} to 0610") == ["6.3a"]


# [6.1] German armor and mechanized units


@pytest.mark.case("6.1a")
@pytest.mark.parametrize("unit", ["1Pz", "36Mot"])
def test_german_armor_and_mechanized_units_pay_two(at: At, unit: str) -> None:
    t = at(GERMAN + f"0711 {unit} 269ID\n0712 118RD")
    assert t.price(unit, "0710") == 3
    t.play(f"move {unit} via 0710 0709 0609 0510")
    assert t.left(unit) == 8 - 3 - 1 - 0.5 - 0.5


@pytest.mark.case("6.1a", "6.1b")
def test_they_may_do_so_at_any_point_and_more_than_once(at: At) -> None:
    """From post to post, each covered by infantry: two points extra every time."""
    t = at(GERMAN + "0510 1Pz\n0610 269ID\n0611 118RD\n0809 290ID\n0910 67RD")
    assert t.price("1Pz", "0610 0710 0809 0808") == 8  # 1, 1 + 2, 1, 1 + 2
    t.play("move 1Pz via 0610 0710 0809 0808")
    assert (t.where("1Pz"), t.left("1Pz")) == ("0808", 0)


@pytest.mark.case("6.1b")
def test_also_in_a_move_that_was_broken_off(at: At) -> None:
    t = at(GERMAN + "0510 1Pz\n0610 269ID\n0611 118RD")
    t.play("move 1Pz to 0610")
    assert t.left("1Pz") == 7
    t.play("move 1Pz to 0710")
    assert t.left("1Pz") == 4


@pytest.mark.case("6.1b", "6.3a", "4.7a")
def test_but_never_without_cover(at: At) -> None:
    t = at(GERMAN + "0510 1Pz\n0611 118RD")
    assert t.clauses("move 1Pz via 0610 0710") == ["4.7a", "6.3a"]
    t.play("move 1Pz to 0610")
    assert t.clauses("move 1Pz to 0710") == ["6.3a"]


@pytest.mark.case("6.1b", "6.0b")
def test_nor_three_at_once(at: At) -> None:
    t = at("at german-movement\nturn 1\n0510 1Pz 6Pz 36Mot\n0610 269ID\n0611 118RD")
    assert t.clauses("move 1Pz 6Pz 36Mot via 0610 0710") == ["6.0b", "4.6a", "4.7a"]
    assert "0610 holds 1; with 3 more it would be 4" in t.reasons("move 1Pz 6Pz 36Mot via 0610 0710")
    assert t.clauses("move 1Pz 6Pz via 0610 0710") == []


@pytest.mark.case("6.1a", "4.1a")
def test_the_extra_price_must_be_paid(at: At) -> None:
    t = at(GERMAN + "0510 1Pz(points=3.5)\n0610 269ID\n0611 118RD")
    assert t.clauses("move 1Pz via 0610 0710") == ["4.1a"]
    assert "0710 needs 4 Movement Points, 1Pz has 3½" in t.reasons("move 1Pz via 0610 0710")


# [6.2] German infantry and all Soviet units


@pytest.mark.case("6.2a")
@pytest.mark.parametrize(
    ("phase", "units", "enemy"),
    [
        (GERMAN, "269ID 290ID", "118RD"),
        (SOVIET, "118RD 67RD", "1Pz"),
        (SOVIET, "1TD 67RD", "1Pz"),
        (SOVIET, "198MD 67RD", "269ID"),
    ],
)
def test_everybody_else_pays_three(at: At, phase: str, units: str, enemy: str) -> None:
    t = at(phase + f"0711 {units}\n0712 {enemy}")
    assert t.price(units.split()[0], "0710") == 4
    assert t.price(units.split()[1], "0710") == 4


@pytest.mark.case("6.2a", "6.1a", "4.5c")
def test_a_mixed_stack_pays_three(at: At) -> None:
    t = at(GERMAN + "0711 1Pz 269ID 290ID\n0712 118RD")
    assert t.price("1Pz", "0710") == 3
    assert t.price("1Pz 269ID", "0710") == 4
    t.play("move 1Pz 269ID to 0710")
    assert (t.left("1Pz"), t.left("269ID")) == (4, 2)


@pytest.mark.case("6.2b")
@pytest.mark.parametrize(
    ("phase", "unit", "friend", "enemy"),
    [(GERMAN, "269ID", "290ID", "118RD"), (SOVIET, "118RD", "67RD", "1Pz"), (SOVIET, "1TD", "67RD", "1Pz")],
)
def test_they_disengage_only_where_they_began(at: At, phase: str, unit: str, friend: str, enemy: str) -> None:
    t = at(phase + f"0510 {unit}\n0610 {friend}\n0611 {enemy}")
    assert t.clauses(f"move {unit} via 0610 0710")[:2] == ["4.7a", "6.2b"]
    t.play(f"move {unit} to 0610")
    assert t.clauses(f"move {unit} to 0710") == ["6.2b"]
    began = at(phase + f"0610 {unit} {friend}\n0611 {enemy}")
    assert began.clauses(f"move {unit} to 0710") == []


@pytest.mark.case("6.2b", "6.1b")
def test_a_mixed_stack_does_so_only_where_its_infantry_began(at: At) -> None:
    t = at(GERMAN + "0510 1Pz 269ID\n0610 290ID\n0611 118RD")
    t.play("move 1Pz 269ID to 0610")
    assert t.clauses("move 1Pz to 0710") == []
    assert "6.2b" in t.clauses("move 1Pz 269ID to 0710")


# [6.3] Cover


@pytest.mark.case("6.3a", "2.4b")
def test_a_fort_is_no_cover(at: At) -> None:
    t = at(SOVIET + "forts 2606\n2606 118RD\n2607 1Pz")
    assert t.clauses("move 118RD to 2605") == ["6.3a"]
    assert "no friendly unit would stay to cover it" in t.reasons("move 118RD to 2605")
    covered = at(SOVIET + "2606 118RD 67RD\n2607 1Pz")
    assert covered.clauses("move 118RD to 2605") == []


@pytest.mark.case("6.3a")
def test_the_cover_must_be_in_the_hex_itself(at: At) -> None:
    t = at(GERMAN + "0711 1Pz\n0610 6Pz\n0710 36Mot\n0712 118RD")
    assert t.clauses("move 1Pz to 0610") == ["6.3a"]


@pytest.mark.case("6.3b", "4.5a")
def test_a_newcomer_of_any_kind_can_take_the_post(at: At) -> None:
    t = at(GERMAN + "0711 269ID\n0610 1Pz\n0712 118RD")
    assert t.clauses("move 269ID to 0710") == ["6.3a"]
    t.play("move 1Pz to 0711", "move 269ID to 0710")
    assert (t.where("269ID"), t.left("269ID")) == ("0710", 2)
    assert t.clauses("move 1Pz to 0610") == ["6.3a"]


# [6.4] Not into another zone


@pytest.mark.case("6.4a")
@pytest.mark.parametrize("unit", ["1Pz", "269ID"])
def test_nobody_disengages_into_another_zone(at: At, unit: str) -> None:
    t = at(GERMAN + f"0711 {unit} 290ID\n0712 118RD")
    assert t.against(unit, "0811") == ["6.4a"]  # next to the same enemy
    assert t.against(unit, "0810") == []
    other = at(GERMAN + f"0711 {unit} 290ID\n0712 118RD\n0809 67RD")
    assert other.clauses(f"move {unit} to 0810") == ["6.4a"]  # next to another
    reasons = other.reasons(f"move {unit} to 0810")
    assert "a unit may not go directly from the enemy ZOC in 0711 to the one in 0810" in reasons


@pytest.mark.case("6.4a")
def test_the_long_way_round_into_a_zone_is_open(at: At) -> None:
    t = at(GERMAN + "0711 1Pz 269ID\n0712 118RD")
    assert t.price("1Pz", "0810 0811") == 3.5  # out by road for 2.5, and in again for 1
    assert t.play("move 1Pz to 0811").left("1Pz") == 4.5


@pytest.mark.case("6.4a", "4.7b")
def test_a_friend_in_the_second_hex_does_not_help(at: At) -> None:
    t = at(GERMAN + "0711 1Pz 269ID\n0712 118RD\n0811 6Pz")
    assert t.against("1Pz", "0811") == ["6.4a"]


# Where clauses meet


@pytest.mark.case("4.3a", "6.2a", "6.3a")
def test_the_one_hex_move_serves_to_disengage(at: At) -> None:
    t = at(GERMAN + NO_GERMAN_SUPPLY + "2607 269ID 290ID\n2707 118RD")  # 3 points each; a swamp takes 2 + 3
    assert t.clauses("move 269ID to 2508") == []
    assert t.clauses("move 269ID 290ID to 2508") == ["6.3a"]
    t.play("move 269ID to 2508")
    assert t.left("269ID") == 0


@pytest.mark.case("4.3a", "4.1a", "6.1a")
def test_but_not_once_something_has_been_spent(at: At) -> None:
    t = at(GERMAN + NO_GERMAN_SUPPLY + "0510 1Pz\n0610 269ID\n0611 118RD")  # 4 points
    assert t.clauses("move 1Pz via 0610 0710") == []  # 1, and 1 + 2
    assert t.clauses("move 1Pz via 0609 0610 0710") == ["4.1a"]
    t.play("move 1Pz via 0609 0610")
    assert t.left("1Pz") == 2.5
    assert t.clauses("move 1Pz to 0710") == ["4.1a"]
    assert "1Pz has 2½ Movement Points left; the cheapest step costs 3" in t.reasons("move 1Pz to 0710")


@pytest.mark.case("6.0a", "11.1a")
def test_half_an_allowance_may_not_be_enough_to_go_on(at: At) -> None:
    t = at(GERMAN + NO_GERMAN_SUPPLY + "0711 1Pz 6Pz\n0712 118RD")  # 4 points
    assert t.clauses("move 1Pz via 0710 0709") == []  # 1 + 2, and 1
    assert t.clauses("move 1Pz via 0710 0709 0708") == ["4.1a"]
    assert "0708 needs 4½ Movement Points, 1Pz has 4" in t.reasons("move 1Pz via 0710 0709 0708")


@pytest.mark.case("6.0a", "17.1b")
def test_no_soviet_disengages_on_game_turn_1(at: At) -> None:
    t = at("at soviet-movement\nturn 1\n0711 118RD 67RD\n0712 1Pz")
    assert t.clauses("move 118RD to 0710") == ["17.1b"]
    assert at(SOVIET + "0711 118RD 67RD\n0712 1Pz").clauses("move 118RD to 0710") == []
