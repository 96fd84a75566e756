"""[4.0] Movement of units, clause by clause. Terrain is in `test_terrain`, what clauses do together in `test_paths`."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.title import Bad

At = Callable[[str], Any]
New = Callable[..., Any]

GERMAN = "at german-movement\nturn 3\n"
SOVIET = "at soviet-movement\nturn 3\n"
NO_GERMAN_SUPPLY = "0111 inf\n0112 inf\n0113 inf\n"  # all three sources of 11.5 are held by the enemy
NO_SOVIET_SUPPLY = "2505 1ID\n2604 11ID\n2605 12ID\n2705 21ID\n1601 30ID\n0908 32ID\n2713 58ID\n2906 61ID\n2908 93ID\n"
ALL_ROUND_0612 = {"0512", "0513", "0611", "0613", "0712", "0713"}


def deployed(t: Any) -> Any:
    """The seven free divisions far to the east."""
    return t.play(*(f"deploy {column}10" for column in range(13, 20)))


# [4.0] Whose units, when, and how


@pytest.mark.case("4.0a")
def test_each_side_moves_its_own_units_only(at: At) -> None:
    here = "0511 1Pz\n0713 118RD"
    german, soviet = at(GERMAN + here), at(SOVIET + here)
    assert german.clauses("move 1Pz to 0610") == []
    assert german.clauses("move 118RD to 0613") == ["4.0a"]
    assert "not yours" in german.reasons("move 118RD to 0613")
    assert soviet.clauses("move 118RD to 0613") == []
    assert soviet.clauses("move 1Pz to 0610") == ["4.0a"]


@pytest.mark.case("4.0a")
@pytest.mark.parametrize("step", ["german-combat", "soviet-combat"])
def test_nobody_moves_outside_a_movement_phase(at: At, step: str) -> None:
    t = at(f"at {step}\nturn 3\n0511 1Pz\n0611 118RD")
    assert "move" not in t.verbs()
    with pytest.raises(Bad, match="'move' is not possible now"):
        t.why_not("move 1Pz to 0510")


@pytest.mark.case("4.0a")
def test_units_off_the_map_do_not_move(at: At) -> None:
    t = at(GERMAN + "0511 1Pz\nlost 6Pz")
    assert t.clauses("move 6Pz to 0610") == ["4.0a"]
    assert t.clauses("move 8Pz to 0610") == ["4.0a"]


@pytest.mark.case("4.0b")
def test_overrun_is_the_only_fighting_in_a_movement_phase(at: At) -> None:
    t = at(GERMAN + "0511 1Pz 6Pz\n0611 118RD")
    assert t.verbs() == {"move", "overrun", "done"}
    with pytest.raises(Bad, match="'attack' is not possible now"):
        t.why_not("attack 0611 with 1Pz")
    assert t.why_not("overrun 1Pz at 0611") == []


@pytest.mark.case("4.0c")
def test_a_unit_moves_from_hex_to_hex_in_any_direction(at: At) -> None:
    t = at(GERMAN + "0612 269ID")
    assert t.reach("269ID") >= ALL_ROUND_0612
    assert t.why_not("move 269ID via 0512 0511 0611 0712 0713 0613") == []
    assert t.clauses("move 269ID via 0512 0611") == []
    assert t.clauses("move 269ID via 0512 0711") == ["4.0c"]
    assert "0711 is not adjacent to 0512" in t.reasons("move 269ID via 0512 0711")


@pytest.mark.case("4.0c")
def test_a_unit_may_come_back_to_where_it_began(at: At) -> None:
    t = at(GERMAN + "0612 269ID")
    t.play("move 269ID via 0712 0612")
    assert (t.where("269ID"), t.left("269ID")) == ("0612", 4)


@pytest.mark.case("4.0c", "4.5a")
def test_units_move_in_stacks_of_three_at_most(at: At) -> None:
    t = at("at german-movement\nturn 1\n0111 1ID 11ID 21ID 58ID")
    assert t.clauses("move 1ID to 0110") == []
    assert t.clauses("move 1ID 11ID 21ID to 0110") == []
    assert t.clauses("move 1ID 11ID 21ID 58ID to 0110") == ["4.5a", "4.6a"]
    assert "4 units may not move together: at most 3" in t.reasons("move 1ID 11ID 21ID 58ID to 0110")
    t.play("move 1ID 11ID 21ID to 0110")
    assert {t.where(unit) for unit in ("1ID", "11ID", "21ID")} == {"0110"}


@pytest.mark.case("4.0d")
def test_the_phase_lasts_until_the_mover_says_so(at: At) -> None:
    t = at(GERMAN + "0612 269ID")
    t.play("move 269ID via 0712 0812 0913 1012 1011 0911")
    assert t.left("269ID") == 0
    assert t.ask == ("german", "german-movement")
    t.play("done")
    assert t.ask == ("german", "german-combat")


# [4.1] The Movement Allowance


@pytest.mark.case("4.1a", "2.7a")
@pytest.mark.parametrize(
    ("unit", "points", "path"),
    [("269ID", 6, "0612 0712 0812 0912 1011 1010 0910"), ("1Pz", 8, "0612 0712 0812 0912 1011 0911 0910 0909 0809")],
)
def test_no_unit_spends_more_than_its_allowance(at: At, unit: str, points: int, path: str) -> None:
    start, *way = path.split()
    t = at(GERMAN + f"{start} {unit}")
    assert len(way) == points
    assert t.why_not(f"move {unit} via {' '.join(way)}") == []
    one_more = [*way, "0810"]
    assert t.clauses(f"move {unit} via {' '.join(one_more)}") == ["4.1a"]
    assert f"needs {points + 1} Movement Points, {unit} has {points}" in t.reasons(
        f"move {unit} via {' '.join(one_more)}"
    )


@pytest.mark.case("4.1a", "4.1b")
def test_a_unit_may_stop_short_and_go_on_with_what_is_left(at: At) -> None:
    t = at(GERMAN + "0612 269ID 290ID")
    t.play("move 269ID to 0712")
    assert t.left("269ID") == 5
    t.play("move 290ID to 0613", "move 269ID via 0812 0912")
    assert t.left("269ID") == 3
    assert t.clauses("move 269ID via 0913 1012 1011 0911") == ["4.1a"]
    assert "0911 needs 4 Movement Points, 269ID has 3" in t.reasons("move 269ID via 0913 1012 1011 0911")
    t.play("move 269ID via 0913 1012 1011")
    assert t.left("269ID") == 0
    assert t.clauses("move 269ID to 0911") == ["4.1a"]
    assert "269ID has 0 Movement Points left; the cheapest step costs 1" in t.reasons("move 269ID to 0911")


@pytest.mark.case("4.1c")
@pytest.mark.parametrize("unit", ["269ID", "1Pz"])
def test_a_hex_costs_one_point_as_a_rule(at: At, unit: str) -> None:
    t = at(GERMAN + f"0612 {unit}")
    for count in range(1, 7):
        assert t.price(unit, " ".join("0712 0812 0912 1011 1010 0910".split()[:count])) == count


@pytest.mark.case("4.1d")
@pytest.mark.parametrize("phase", [GERMAN, SOVIET])
def test_nobody_has_to_move(at: At, phase: str) -> None:
    t = at(phase + "0612 269ID\n1013 118RD")
    t.play("done")
    assert (t.where("269ID"), t.where("118RD")) == ("0612", "1013")
    assert t.ask[1].endswith("combat")


@pytest.mark.case("4.1d")
def test_only_the_soviets_of_game_turn_1_have_to(at: At) -> None:
    t = at("at soviet-movement\nturn 1\n0612 269ID\n0913 118RD")
    assert t.clauses("done") == ["17.2a"]


@pytest.mark.case("4.1e")
def test_points_are_not_lent(at: At) -> None:
    t = at(GERMAN + "0612 269ID 290ID")
    t.play("move 269ID via 0712 0812 0912 0812 0712 0612")
    assert t.left("269ID") == 0
    assert t.clauses("move 269ID to 0712") == ["4.1a"]  # the other has all its points, and they are its own
    assert t.clauses("move 290ID to 0712") == []
    assert t.clauses("move 269ID 290ID to 0712") == ["4.1a"]


@pytest.mark.case("4.1e")
def test_points_are_not_saved(at: At) -> None:
    t = at(GERMAN + "0612 269ID\n2606 118RD")
    before = t.reach("269ID")
    t.play("move 269ID to 0712", "move 269ID to 0612", "done", "done")
    while t.ask != ("german", "german-movement"):
        t.play("done")
    assert t.s.turn == 4
    assert t.reach("269ID") == before


# [4.3] One hex can always be moved


@pytest.mark.case("4.3a")
def test_one_hex_can_be_moved_for_the_whole_allowance(at: At) -> None:
    t = at(GERMAN + NO_GERMAN_SUPPLY + "2907 269ID")  # 3 Movement Points; the swamp beyond the river takes 4
    assert "2807" in t.reach("269ID")
    t.play("move 269ID to 2807")
    assert (t.where("269ID"), t.left("269ID")) == ("2807", 0)


@pytest.mark.case("4.3a")
def test_not_by_a_unit_that_has_spent_something(at: At) -> None:
    t = at(GERMAN + NO_GERMAN_SUPPLY + "2908 269ID")
    t.play("move 269ID to 2907")
    assert t.left("269ID") == 2
    assert t.clauses("move 269ID to 2807") == ["4.1a"]
    assert "2807 needs 4 Movement Points, 269ID has 2" in t.reasons("move 269ID to 2807")


@pytest.mark.case("4.3a")
def test_not_for_two_hexes(at: At) -> None:
    t = at(GERMAN + NO_GERMAN_SUPPLY + "2907 269ID")
    assert t.clauses("move 269ID via 2807 2707") == ["4.1a"]
    reasons = t.reasons("move 269ID via 2807 2707")
    assert "2707 needs 5 Movement Points, 269ID has 3, half its allowance because it is out of supply [11.1]" in reasons


@pytest.mark.case("4.3a", "4.5c")
def test_a_stack_spends_everything_on_it_each_unit_all_it_has(at: At) -> None:
    t = at(GERMAN + NO_GERMAN_SUPPLY + "2907 269ID 1Pz")  # 3 and 4 points
    t.play("move 269ID 1Pz to 2807")
    assert (t.left("269ID"), t.left("1Pz")) == (0, 0)
    t = at(GERMAN + "2907 269ID 290ID 1Pz\n2906 118RD")  # 6 and 8; disengaging there takes 7
    t.play("move 269ID 1Pz to 2807")
    assert (t.left("269ID"), t.left("1Pz")) == (0, 0)


@pytest.mark.case("4.3a", "11.1a")
def test_half_an_allowance_and_the_one_hex_move(at: At) -> None:
    t = at(SOVIET + NO_SOVIET_SUPPLY + "2007 118RD 1TD\n")  # 2 and 3 Movement Points, among swamps
    assert t.clauses("move 118RD via 1907 1908") == []
    assert t.clauses("move 118RD via 1907 1908 1909") == ["4.1a"]
    assert t.play("move 1TD to 2008").left("1TD") == 1
    assert t.clauses("move 1TD to 2007") == ["4.1a"]  # 2 is too much for the rest of 3
    assert "2007 needs 2 Movement Points, a1 has 1" in t.reasons("move 1TD to 2007")
    assert t.play("move 118RD to 2107").left("118RD") == 0  # and just enough for a fresh 2


@pytest.mark.case("4.3a", "4.4a", "4.6a", "4.9i")
def test_what_the_one_hex_move_does_not_override(at: At) -> None:
    t = at(GERMAN + NO_GERMAN_SUPPLY + "1506 269ID\n1406 1Pz 6Pz 36Mot\n1605 118RD\n1505 290ID")
    assert t.clauses("move 269ID to 1406") == ["6.3a", "4.6a"]
    assert t.clauses("move 269ID to 1605") == ["6.3a", "4.4a"]
    assert t.clauses("move 269ID to 1606") == ["6.3a", "4.9i"]


@pytest.mark.case("4.3b", "6.4a")
def test_the_one_hex_move_does_not_lead_from_zoc_to_zoc(at: At) -> None:
    t = at(GERMAN + NO_GERMAN_SUPPLY + "0811 269ID 290ID\n0912 118RD")
    assert t.clauses("move 269ID to 0911") == ["6.4a"]  # next to 0912 as well
    assert t.clauses("move 269ID to 0711") == []  # 1 and 3 for disengaging, with 3 points: all it has
    t.play("move 269ID to 0711")
    assert t.left("269ID") == 0


# [4.4] Enemy units


@pytest.mark.case("4.4a")
def test_no_unit_enters_or_passes_an_enemy_hex(at: At) -> None:
    t = at(GERMAN + "0611 1Pz 6Pz\n0711 118RD\n0512 8Pz")
    assert t.clauses("move 1Pz to 0711") == ["4.4a"]
    assert "0711 holds an enemy unit" in t.reasons("move 1Pz to 0711")
    assert t.clauses("move 1Pz via 0711 0811")[0] == "4.4a"
    assert "0711" not in t.reach("1Pz")
    assert "0711" not in t.reach("8Pz")
    assert at(GERMAN + "0611 1Pz 6Pz\n0512 8Pz").clauses("move 1Pz to 0711") == []


# [4.5] Stacks


@pytest.mark.case("4.5a")
def test_units_that_began_in_one_hex_move_together(at: At) -> None:
    t = at(GERMAN + "0612 1Pz 6Pz 36Mot\n0712 8Pz")
    t.play("move 1Pz 6Pz 36Mot to 0812")
    assert {t.where(unit) for unit in ("1Pz", "6Pz", "36Mot")} == {"0812"}
    assert t.left("1Pz") == t.left("6Pz") == t.left("36Mot") == 6


@pytest.mark.case("4.5a")
def test_units_from_different_hexes_do_not(at: At) -> None:
    t = at(GERMAN + "0612 1Pz\n0712 6Pz")
    assert t.clauses("move 1Pz 6Pz to 0812") == ["4.5a"]
    assert "6Pz is not in the hex of 1Pz" in t.reasons("move 1Pz 6Pz to 0812")
    t.play("move 1Pz to 0712")
    assert t.clauses("move 1Pz 6Pz to 0812") == ["4.5a"]  # stacked now, but they did not begin so
    assert "did not begin the phase in the same hex" in t.reasons("move 1Pz 6Pz to 0812")
    assert list(t.options("move", t.unit("1Pz"))) == [0]


@pytest.mark.case("4.5a", "4.5d")
def test_units_that_part_and_meet_again_move_on_together(at: At) -> None:
    t = at(GERMAN + "0612 1Pz 6Pz")
    t.play("move 1Pz to 0712", "move 6Pz via 0713 0712")
    assert (t.left("1Pz"), t.left("6Pz")) == (7, 6)
    t.play("move 1Pz 6Pz to 0812")
    assert (t.left("1Pz"), t.left("6Pz")) == (6, 5)


@pytest.mark.case("4.5a", "4.5c", "4.6a")
def test_why_some_do_not_move_together(at: At) -> None:
    t = at(
        GERMAN + "0612 1Pz 269ID 290ID\n0512 1ID 11ID\n0513 12ID 21ID\n0611 30ID 32ID\n0613 58ID 61ID\n"
        "0712 93ID 96ID\n0713 121ID 122ID"
    )
    assert t.clauses("move 1Pz 269ID to 0712") == ["4.6a"]
    assert "no adjacent hex has room for 2 units: the limit is 3" in t.reasons("move 1Pz 269ID to 0712")
    t = at(GERMAN + "0612 1Pz(points=0.5) 269ID")
    assert t.clauses("move 1Pz 269ID to 0712") == ["4.5c", "4.1a"]
    assert "a stack moves as its slowest unit: 1Pz has ½ Movement Points" in t.reasons("move 1Pz 269ID to 0712")
    assert "0712 needs 1 Movement Points, 1Pz has ½" in t.reasons("move 1Pz 269ID to 0712")


@pytest.mark.case("4.5b", "6.0b")
def test_three_do_not_disengage_together(at: At) -> None:
    t = at("at german-movement\nturn 1\n0811 1Pz 6Pz 36Mot 8Pz\n0912 118RD")
    assert t.clauses("move 1Pz 6Pz 36Mot to 0711") == ["6.0b"]
    assert "3 units may not disengage together: at most 2" in t.reasons("move 1Pz 6Pz 36Mot to 0711")
    assert t.clauses("move 1Pz 6Pz to 0711") == []
    free = at(GERMAN + "0811 1Pz 6Pz 36Mot")
    assert free.clauses("move 1Pz 6Pz 36Mot to 0711") == []


@pytest.mark.case("4.5c")
def test_a_stack_pays_the_rate_of_its_slowest_unit(at: At) -> None:
    t = at(GERMAN + "0511 1Pz 6Pz 269ID")
    assert t.price("1Pz 6Pz", "0611 0711") == 1  # a half for each hex of road
    assert t.price("1Pz 269ID", "0611 0711") == 2  # the foot rate for both
    t.play("move 1Pz 269ID via 0611 0711")
    assert (t.left("1Pz"), t.left("269ID")) == (6, 4)


@pytest.mark.case("4.5c", "4.1a")
def test_a_stack_goes_no_further_than_its_slowest_unit(at: At) -> None:
    way = "0712 0812 0912 1011 1010 0910"
    t = at(GERMAN + "0612 1Pz 269ID")
    assert t.clauses(f"move 1Pz 269ID via {way}") == []
    assert t.clauses(f"move 1Pz 269ID via {way} 0909") == ["4.1a"]
    assert "0909 needs 7 Movement Points, 269ID has 6" in t.reasons(f"move 1Pz 269ID via {way} 0909")
    assert t.clauses(f"move 1Pz via {way} 0909") == []


@pytest.mark.case("4.5d")
def test_a_unit_leaves_its_stack_at_any_point(at: At) -> None:
    t = at(GERMAN + "0612 1Pz 269ID 290ID")
    t.play("move 1Pz 269ID 290ID via 0712 0812", "move 1Pz via 0912 1011 1010", "move 290ID to 0713")
    assert [t.where(unit) for unit in ("1Pz", "269ID", "290ID")] == ["1010", "0812", "0713"]
    assert [t.left(unit) for unit in ("1Pz", "269ID", "290ID")] == [3, 4, 3]


# [4.6] Stacking


@pytest.mark.case("4.6a")
def test_three_units_to_a_hex(at: At) -> None:
    t = at(GERMAN + "0612 1Pz 6Pz\n0712 8Pz 3Mot\n0613 269ID 290ID 1ID")
    assert t.clauses("move 1Pz to 0712") == []
    assert t.clauses("move 1Pz 6Pz to 0712") == ["4.6a"]
    assert "0712 holds 2; with 2 more it would be 4, the limit is 3" in t.reasons("move 1Pz 6Pz to 0712")
    assert t.clauses("move 1Pz to 0613") == ["4.6a"]
    assert "0613 holds 3; with 1 more it would be 4, the limit is 3" in t.reasons("move 1Pz to 0613")


@pytest.mark.case("4.6a", "15.5a", "13.1d")
def test_forts_and_air_units_are_no_units(at: At) -> None:
    t = at(SOVIET + "forts 2606\nraid 2606\n2606 inf inf\n2605 inf")
    assert t.clauses("move i3 to 2606") == []
    t.play("move i3 to 2606")
    assert t.s.here[t.hex("2606")].bit_count() == 3


@pytest.mark.case("4.6c", "4.6a")
def test_units_pass_through_friends_within_the_limit(at: At) -> None:
    t = at(GERMAN + "0612 1Pz 6Pz\n0712 8Pz 3Mot\n0613 269ID 290ID 1ID")
    assert t.clauses("move 1Pz via 0712 0812") == []  # three while it passes
    assert t.clauses("move 1Pz 6Pz via 0712 0812") == ["4.6a"]  # four
    assert t.clauses("move 1Pz via 0613 0713") == ["4.6a"]
    t.play("move 1Pz via 0712 0812")
    assert t.where("1Pz") == "0812"


@pytest.mark.case("4.6b", "4.6d")
def test_the_germans_of_game_turn_1_start_in_excess_and_move_within_the_limit(new: New) -> None:
    t = deployed(new())
    assert [t.s.here[t.hex(h)].bit_count() for h in ("0111", "0112", "0113")] == [7, 8, 8]
    t.play("move 1ID 11ID 21ID to 0110")
    assert t.clauses("move 58ID to 0110") == ["4.6a"]  # three are there now
    assert "0110 holds 3; with 1 more it would be 4, the limit is 3" in t.reasons("move 58ID to 0110")
    assert t.clauses("move 269ID to 0111") == ["4.6a"]  # nor into a starting hex that is still too full
    assert "0111 holds 4; with 1 more it would be 5" in t.reasons("move 269ID to 0111")
    assert t.clauses("move 58ID 61ID to 0210") == []


@pytest.mark.case("4.6d")
def test_nor_back_through_the_hex_it_came_from(at: At) -> None:
    t = at("at german-movement\nturn 1\n0111 1ID 11ID 21ID 58ID 61ID")
    assert t.clauses("move 1ID via 0110 0210") == []
    assert t.clauses("move 1ID via 0110 0111 0210") == ["4.6a"]
    assert "0111 holds 4; with 1 more it would be 5" in t.reasons("move 1ID via 0110 0111 0210")


@pytest.mark.case("4.6e")
def test_the_soviet_picks_who_is_destroyed_in_a_crowded_hex(at: At) -> None:
    t = at("at german-movement\nturn 1\n0111 1ID 11ID 21ID 58ID 61ID\n0613 269ID")
    t.play("done")
    assert t.ask == ("soviet", "excess")
    assert t.clauses("destroy 269ID") == ["4.6e"]  # not in a crowded hex
    t.play("destroy 58ID")
    assert t.ask == ("soviet", "excess")
    t.play("destroy 1ID")
    assert t.ask == ("german", "german-combat")
    assert {unit for unit in ("1ID", "11ID", "21ID", "58ID", "61ID") if t.where(unit) == "lost"} == {"1ID", "58ID"}


@pytest.mark.case("4.6e")
def test_nobody_is_destroyed_where_three_are_left(at: At) -> None:
    t = at("at german-movement\nturn 1\n0111 1ID 11ID 21ID 58ID")
    t.play("move 58ID to 0110", "done")
    assert t.ask == ("german", "german-combat")


# [4.8] The map edge


@pytest.mark.case("4.8a")
def test_no_unit_leaves_the_map(at: At) -> None:
    t = at(GERMAN + "0113 269ID\n1013 290ID")
    assert t.clauses("move 269ID to reserve") == ["4.8a"]
    assert t.clauses("move 290ID via 1012 lost") == ["4.8a"]
    assert "lost is not on the map" in t.reasons("move 290ID via 1012 lost")
    assert t.hexes(t.s.data.adjacent[t.hex("0113")]) == {"0112", "0212", "0213"}
    assert t.reach("269ID") <= t.hexes(t.s.data.land)


@pytest.mark.case("4.8b")
def test_a_unit_that_can_only_retreat_off_the_map_is_eliminated(at: At) -> None:
    t = at("at german-combat\nturn 3\n0212 1Pz\n0112 8Pz\n0113 70RD")
    t.play("attack 0113 with 1Pz", "roll 5")
    assert t.ask == ("soviet", "result")
    t.play("withdraw")
    assert t.where("70RD") == "lost"


@pytest.mark.case("4.8b")
def test_a_unit_with_a_way_back_on_the_map_is_not(at: At) -> None:
    t = at("at german-combat\nturn 3\n0512 1Pz\n0612 70RD")
    t.play("attack 0612 with 1Pz", "roll 5", "withdraw", "retreat 70RD to 0713")
    assert t.where("70RD") == "0713"
