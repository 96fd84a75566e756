"""[7.0] Overrun: combat in the middle of movement."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from grognard.core.title import Bad
from grognard.titles.leningrad79.rules.combat import column_name

At = Callable[[str], Any]

GERMANS = "at german-movement\nturn 3\n"
SOVIETS = "at soviet-movement\nturn 3\n"


def rolled(t: Any, action: str, result: str) -> Any:
    """Overrun, and roll what brings this result."""
    t.play(action)
    wanted = tuple({"-": 0, "E": 9}.get(part) if part in "-E" else int(part) for part in result.split("/"))
    dice = [die for die in range(1, 7) if t.s.data.crt(die, t.s.local.column, ()) == wanted]
    assert dice, f"{result} is not in the column {column_name(t.s.local.column)}"
    return t.play(f"roll {dice[0]}")


# -- 7.0: what an overrun is ------------------------------------------------------------------


@pytest.mark.case("7.0a")
def test_an_overrun_is_fought_in_the_movement_phase_and_the_move_goes_on(at: At) -> None:
    t = at(GERMANS + "0611 1Pz\n 0711 16RD\n 0911 112RD")
    rolled(t, "overrun 1Pz at 0711", "E/-").play("advance 1Pz to 0711")
    assert t.ask == ("german", "german-movement")
    assert t.left("1Pz") == 5
    t.play("move 1Pz to 0810")  # along the road, and up to 112RD
    rolled(t, "overrun 1Pz at 0911", "E/-").play("advance 1Pz to 0911")
    assert (t.where("1Pz"), t.left("1Pz")) == ("0911", 1.5)
    t.play("move 1Pz to 1010")  # 112RD had stopped it; the overrun set it free
    assert t.where("1Pz") == "1010"


@pytest.mark.case("7.0a")
def test_there_is_no_overrun_in_the_combat_phase(at: At) -> None:
    assert "overrun" not in at("at german-combat\nturn 3\n0611 1Pz\n 0711 16RD").verbs()


@pytest.mark.case("7.0b")
def test_at_any_point_of_the_move_a_unit_overruns_an_adjacent_hex(at: At) -> None:
    t = at(GERMANS + "0611 1Pz\n 0411 6Pz\n 0711 16RD\n 0913 112RD")
    assert t.why_not("overrun 1Pz at 0711") == []  # before it has moved
    assert t.clauses("overrun 6Pz at 0711") == ["7.0b", "7.0b"]  # adjacent to nobody, not to 0711 either
    t.play("move 6Pz to 0611")
    assert t.why_not("overrun 6Pz at 0711") == []  # after
    assert t.clauses("overrun 6Pz at 0913") == ["7.0b"]
    assert t.clauses("overrun 6Pz at 0712") == ["7.0b"]  # nobody is there


@pytest.mark.case("7.0b")
def test_out_of_an_enemy_zoc_without_disengaging(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 16RD\n 0512 112RD")  # 1ID is alone and could not disengage
    assert t.why_not("overrun 1ID at 0711") == []
    assert t.why_not("overrun 1ID at 0512") == []


@pytest.mark.case("7.0b")
def test_not_across_a_lake(at: At) -> None:
    t = at(GERMANS + "1708 1Pz\n 1808 16RD")
    assert t.clauses("overrun 1Pz at 1808") == ["7.0b", "7.0b"]


@pytest.mark.case("7.0b")
def test_only_the_player_whose_phase_it_is(at: At) -> None:
    t = at(GERMANS + "0611 1Pz\n 0711 23TD")
    assert t.clauses("overrun 23TD at 0611") == ["4.0a", "7.0b"]
    assert at(SOVIETS + "0611 1Pz\n 0711 23TD").why_not("overrun 23TD at 0611") == []


@pytest.mark.case("7.0c", "7.3a")
def test_each_unit_pays_three_movement_points(at: At) -> None:
    t = at(GERMANS + "0611 1Pz 1ID\n 0711 16RD")
    rolled(t, "overrun 1Pz 1ID at 0711", "E/-").play("advance 1ID to 0711", "done")
    assert (t.left("1Pz"), t.left("1ID")) == (5, 3)
    t = at(SOVIETS + "0611 1ID(reduced)\n 0711 42TD 18RD")
    rolled(t, "overrun 42TD 18RD at 0611", "2/-").play("lose 1ID", "advance 42TD to 0611", "done")
    assert (t.left("42TD"), t.left("18RD")) == (4, 2)


@pytest.mark.case("7.0c")
def test_it_is_worked_out_like_an_attack(at: At) -> None:
    t = at("at german-movement\nturn 3\nair 1\n0611 1Pz\n 0711 i1").play("overrun 1Pz at 0711")
    assert t.ask == ("german", "air-support")
    t.play("done")
    assert t.ask == ("chance", "reveal")
    t.play("draw 180RD")
    assert t.ask == ("chance", "die")
    assert column_name(t.s.local.column) == "4-1"  # 10 : 2 is 5-1; overrun, armor


@pytest.mark.case("7.0d", "7.6c")
def test_after_a_success_one_unit_must_take_the_hex(at: At) -> None:
    t = rolled(at(GERMANS + "0611 1Pz 6Pz\n 0711 16RD"), "overrun 1Pz 6Pz at 0711", "E/-")
    assert t.ask == ("german", "advance")
    assert t.clauses("done") == ["7.6c"]
    t.play("advance 6Pz to 0711")
    assert t.why_not("done") == []
    t.play("done")
    assert (t.where("1Pz"), t.where("6Pz")) == ("0611", "0711")


# -- 7.1, 7.2, 7.3 ----------------------------------------------------------------------------


@pytest.mark.case("7.1a")
def test_the_ratio_moves_two_columns_left(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 118RD").play("overrun 1ID 11ID at 0711")  # 12 : 2 is 6-1
    assert column_name(t.s.local.column) == "4-1"
    assert "12 against 2 is 6-1; overrun -2 [7.1]: 4-1." in t.log()
    t = at(SOVIETS + "0611 1ID\n 0711 18RD 23RD 119RD").play("overrun 18RD 23RD 119RD at 0611")  # 16 : 6 is 2-1
    assert column_name(t.s.local.column) == "1-2"


@pytest.mark.case("7.2a")
def test_a_unit_may_disengage_and_then_overrun(at: At) -> None:
    t = at(GERMANS + "0611 1Pz 6Pz\n 0711 118RD\n 0413 16RD\n 0412 1ID")
    t.play("move 1Pz to 0512")  # out of 118RD's ZOC: 2 and 1
    assert t.left("1Pz") == 5
    t.play("move 1Pz to 0513")
    assert t.why_not("overrun 1Pz at 0413") == []
    rolled(t, "overrun 1Pz at 0413", "E/-").play("advance 1Pz to 0413")
    assert t.left("1Pz") == 1


@pytest.mark.case("7.2a")
def test_and_overrun_and_then_disengage(at: At) -> None:
    t = at(GERMANS + "0611 1Pz 6Pz\n 0711 70RD")
    rolled(t, "overrun 1Pz 6Pz at 0711", "-/1").play("lose 6Pz")
    t.play("move 1Pz to 0511")  # 2 and a half of its 5 points
    assert (t.where("1Pz"), t.left("1Pz")) == ("0511", 2.5)


@pytest.mark.case("7.3a")
def test_terrain_does_not_change_the_price(at: At) -> None:
    for front, target in (
        ("2106", "2107"),
        ("2308", "2207"),
        ("2411", "2512"),
        ("1810", "1809"),
    ):  # to swamp over river
        t = at(GERMANS + f"{front} 1Pz 6Pz 8Pz\n {target} 16RD").play(f"overrun 1Pz 6Pz 8Pz at {target}")
        assert (t.left("1Pz"), t.left("8Pz")) == (5, 5)
    t = at("at german-movement\nturn 5\nforts 2406\n2506 1Pz 6Pz\n 2406 16RD").play("overrun 1Pz 6Pz at 2406")
    assert t.left("1Pz") == 5


@pytest.mark.case("7.3a")
def test_who_has_less_than_three_points_left_cannot_overrun(at: At) -> None:
    t = at(GERMANS + "0611 1Pz(points=3) 6Pz(points=2.5)\n 0711 16RD")
    assert t.why_not("overrun 1Pz at 0711") == []
    assert t.clauses("overrun 6Pz at 0711") == ["7.3a"]
    assert "6Pz has 2½ Movement Points left; an overrun costs 3" in t.reasons("overrun 6Pz at 0711")
    assert t.clauses("overrun 1Pz 6Pz at 0711") == ["7.3a"]  # the stack is as good as its slowest


@pytest.mark.case("7.3a")
def test_unsupplied_units_have_half_their_points_for_it(at: At) -> None:
    cut_off = "0611 1ID\n 0711 16RD\n 0610 11RD\n 0512 33RD\n 0713 262RD"
    assert at(GERMANS + cut_off).why_not("overrun 1ID at 0711") == []  # three of six
    ring = "0711 18RD 23TD\n 0611 1ID\n 0811 11ID\n 0710 12ID\n 0809 21ID\n 0910 30ID"
    t = at(SOVIETS + ring)
    assert t.clauses("overrun 18RD at 0611") == ["7.3a"]  # two of five
    assert "has 2 Movement Points left; an overrun costs 3" in t.reasons("overrun 18RD at 0611")
    assert t.why_not("overrun 23TD at 0611") == []  # three of seven


# -- 7.4 --------------------------------------------------------------------------------------


@pytest.mark.case("7.4a")
def test_up_to_three_units_overrun_together(at: At) -> None:
    t = at("at german-movement\nturn 1\n0112 1ID 11ID 12ID 21ID\n 0211 118RD")
    assert t.why_not("overrun 1ID 11ID 12ID at 0211") == []
    assert t.clauses("overrun 1ID 11ID 12ID 21ID at 0211") == ["7.4a"]
    assert "4 units may not overrun together: at most three" in t.reasons("overrun 1ID 11ID 12ID 21ID at 0211")


@pytest.mark.case("7.4b")
def test_they_must_have_begun_the_phase_in_one_hex(at: At) -> None:
    t = at(GERMANS + "0611 1ID 12ID\n 0511 11ID\n 0711 118RD").play("move 11ID to 0611")
    assert t.clauses("overrun 1ID 11ID at 0711") == ["7.4b"]
    assert t.why_not("overrun 1ID 12ID at 0711") == []
    assert t.why_not("overrun 11ID at 0711") == []


@pytest.mark.case("7.4b")
def test_a_stack_that_moved_together_overruns_together(at: At) -> None:
    t = at(GERMANS + "0411 1Pz 6Pz\n 0711 118RD").play("move 1Pz 6Pz to 0611")
    assert t.why_not("overrun 1Pz 6Pz at 0711") == []


@pytest.mark.case("7.4c")
def test_they_overrun_as_a_stack_from_one_hex(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0712 11ID\n 0711 118RD")
    assert t.clauses("overrun 1ID 11ID at 0711") == ["7.4c", "7.4b"]
    t = at(GERMANS + "0411 1Pz 6Pz\n 0711 118RD").play("move 1Pz to 0611", "move 6Pz via 0511 0512 0612 0712")
    assert t.clauses("overrun 1Pz 6Pz at 0711") == ["7.4c"]  # they parted on the way


@pytest.mark.case("7.4a", "7.4b", "7.4c")
def test_a_refusal_names_every_unit_that_cannot_join(at: At) -> None:
    t = at(GERMANS + "0611 1Pz 6Pz(points=2)\n 0511 11ID\n 0711 23TD").play("move 11ID to 0611")
    assert t.clauses("overrun 12Pz at 0711") == ["4.0a", "7.0b"]  # it has not arrived
    assert t.clauses("overrun 1Pz 23TD at 0711") == ["4.0a"]
    assert t.clauses("overrun 1Pz 12Pz at 0711") == ["7.4c", "7.4b"]
    assert t.clauses("overrun 11ID 1Pz 6Pz 23TD at 0711") == ["7.4b", "7.4b", "7.3a", "4.0a", "7.4a"]
    t = at(SOVIETS + "0711 18RD\n 0611 1ID")
    assert t.clauses("overrun 18RD i9 at 0611") == ["7.4c", "7.4b"]  # nothing is said of points off the map
    t = at(GERMANS + "0611 1Pz 6Pz(points=2)\n 0511 11ID\n 0711 23TD").play("move 11ID to 0611")
    assert t.table.why_not("overrun 11ID 1Pz 6Pz 23TD at 0711")[-1].facts == {"units": 4, "limit": 3}


@pytest.mark.case("7.4a", "7.4b", "7.7c")
def test_the_companies_offered_are_those_that_nothing_forbids(at: At) -> None:
    t = at(
        "at german-movement\nturn 1\n0112 1ID 11ID(origin=0111) 12ID(points=2) 21ID 30ID(halted) 1Pz 6Pz\n 0211 118RD"
    )
    there = [t.unit(unit) for unit in ("1ID", "11ID", "12ID", "21ID", "30ID", "1Pz", "6Pz")]
    names = t.s.title.lexicon.pieces
    assert set(t.options("overrun")) == {t.unit(unit) for unit in ("1ID", "11ID", "21ID", "1Pz", "6Pz")}
    for lead in t.options("overrun"):
        later = [unit for unit in there if unit > lead]
        groups = [group for size in range(len(later) + 1) for group in combinations(later, size)]
        fine = {
            sum(1 << unit for unit in group)
            for group in groups
            if not t.why_not(f"overrun {' '.join(names[unit] for unit in (lead, *group))} at 0211")
        }
        assert set(t.options("overrun", lead)) == fine
    assert {1 << t.unit("21ID"), 1 << t.unit("21ID") | 1 << t.unit("1Pz")} < set(t.options("overrun", t.unit("1ID")))


@pytest.mark.case("7.4d")
def test_afterwards_they_may_part(at: At) -> None:
    t = at(GERMANS + "0611 1Pz 6Pz\n 0711 16RD")
    rolled(t, "overrun 1Pz 6Pz at 0711", "E/-").play("advance 1Pz to 0711", "done")
    t.play("move 1Pz to 0810", "move 6Pz to 0511")
    assert (t.where("1Pz"), t.where("6Pz")) == ("0810", "0511")


# -- 7.5 --------------------------------------------------------------------------------------


@pytest.mark.case("7.5a")
def test_an_overrun_strikes_all_the_units_of_one_hex(at: At) -> None:
    t = at(GERMANS + "0712 1Pz\n 0711 118RD 16RD\n 0811 11RD").play("overrun 1Pz at 0711")
    assert t.s.local.defenders == 1 << t.unit("118RD") | 1 << t.unit("16RD")
    assert t.odds()["ledger"][0]["text"] == "10 against 3 is 3-1"
    t = at(GERMANS + "0712 1Pz\n 0711 118RD 16RD\n 0811 11RD")
    with pytest.raises(Bad, match="one word too many"):
        t.play("overrun 1Pz at 0711 0811")


@pytest.mark.case("7.5b", "7.7d")
def test_the_same_hex_may_be_overrun_again_and_again(at: At) -> None:
    t = at(GERMANS + "0611 1Pz 6Pz\n 0711 70RD")
    rolled(t, "overrun 1Pz 6Pz at 0711", "-/1").play("lose 1Pz")
    assert t.why_not("overrun 1Pz 6Pz at 0711") == []
    rolled(t, "overrun 1Pz 6Pz at 0711", "-/1").play("lose 6Pz")
    assert (t.left("1Pz"), t.left("6Pz")) == (2, 2)
    assert t.clauses("overrun 6Pz at 0711") == ["7.3a"]
    assert t.unit("6Pz") not in t.options("move")  # nor is there enough left to disengage


@pytest.mark.case("7.5b")
def test_also_by_others_and_later_in_the_combat_phase(at: At) -> None:
    t = at(GERMANS + "0611 1Pz\n 0712 1ID 11ID\n 0711 70RD")
    rolled(t, "overrun 1Pz at 0711", "-/1").play("lose 1Pz")
    rolled(t, "overrun 1ID 11ID at 0711", "-/2").play("lose 1ID", "lose 11ID")
    t.play("done")
    assert t.ask == ("german", "german-combat")
    assert t.why_not("attack 0711 with 1Pz 1ID 11ID") == []


# -- 7.6: success -----------------------------------------------------------------------------


@pytest.mark.case("7.6a")
def test_an_overrun_succeeds_when_every_defender_is_gone(at: At) -> None:
    t = rolled(at(GERMANS + "0611 1Pz 6Pz\n 0711 11RD"), "overrun 1Pz 6Pz at 0711", "1/-")
    t.play("withdraw", "retreat 11RD to 0810")
    assert t.ask == ("german", "advance")
    assert "The overrun succeeds: Panevezys (0711) is clear. [7.6]" in t.log()
    t = rolled(at(GERMANS + "0611 1Pz 6Pz\n 0711 11RD"), "overrun 1Pz 6Pz at 0711", "1/-").play("lose 11RD")
    assert t.ask == ("german", "advance")


@pytest.mark.case("7.6b")
def test_after_a_success_losses_must_be_taken(at: At) -> None:
    t = rolled(at(GERMANS + "0611 1ID 11ID\n 0711 118RD"), "overrun 1ID 11ID at 0711", "1/1").play("lose 118RD")
    assert t.ask == ("german", "result")
    assert t.verbs() == {"lose"}
    assert t.clauses("withdraw") == ["7.6b"]
    t.play("lose 1ID", "advance 11ID to 0711", "done")
    assert (t.where("1ID"), t.reduced("1ID"), t.where("11ID")) == ("0611", True, "0711")


@pytest.mark.case("7.6b")
def test_two_steps_too(at: At) -> None:
    t = rolled(at(GERMANS + "0611 1ID 11ID\n 0711 118RD"), "overrun 1ID 11ID at 0711", "2/2").play("lose 118RD")
    t.play("lose 1ID")
    assert t.clauses("withdraw") == ["7.6b"]
    t.play("lose 1ID")
    assert t.where("1ID") == "lost"
    assert t.ask == ("german", "advance")
    assert t.clauses("advance 1ID to 0711")[0] == "10.9a"


@pytest.mark.case("7.6b", "7.6c")
def test_if_the_losses_leave_nobody_nobody_advances(at: At) -> None:
    t = rolled(at(GERMANS + "0611 1ID(reduced)\n 0711 16RD"), "overrun 1ID at 0711", "1/2")
    t.play("lose 16RD", "lose 1ID")
    assert (t.where("1ID"), t.where("16RD")) == ("lost", "lost")
    assert t.ask == ("german", "german-movement")


@pytest.mark.case("7.6c", "10.9f")
def test_the_second_hex_is_open_once_the_first_is_taken(at: At) -> None:
    t = rolled(at(GERMANS + "0611 1Pz 6Pz 36Mot\n 0711 180RD"), "overrun 1Pz 6Pz 36Mot at 0711", "2/-")
    t.play("withdraw", "retreat 180RD to 0810", "retreat 180RD to 0910")
    assert t.clauses("advance 1Pz to 0810") == ["7.6c"]
    t.play("advance 1Pz to 0711")
    assert t.why_not("advance 6Pz to 0810") == []
    t.play("advance 6Pz to 0810", "done")
    assert (t.where("1Pz"), t.where("6Pz"), t.where("36Mot")) == ("0711", "0810", "0611")


@pytest.mark.case("7.6c")
def test_after_the_advance_the_zoc_rules_hold_anew(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 16RD\n 0812 112RD\n 0810 115RD")
    rolled(t, "overrun 1ID 11ID at 0711", "E/-").play("advance 1ID to 0711", "done")
    assert "6.3" in t.why_not("move 1ID to 0710")  # nobody covers it
    assert t.why_not("overrun 1ID at 0810") == []  # but it has three points for another overrun


# -- 7.7: failure -----------------------------------------------------------------------------


@pytest.mark.case("7.7a")
def test_an_overrun_fails_while_a_defender_stays(at: At) -> None:
    t = rolled(at(GERMANS + "0611 1Pz 6Pz\n 0711 118RD 11RD"), "overrun 1Pz 6Pz at 0711", "1/-").play("lose 118RD")
    assert t.ask == ("german", "german-movement")  # 11RD holds the hex: no advance
    assert "The overrun fails: Panevezys (0711) is held. [7.7]" in t.log()
    t = rolled(at(GERMANS + "0611 1Pz 6Pz\n 0711 118RD 11RD"), "overrun 1Pz 6Pz at 0711", "1/1").play("lose 118RD")
    assert t.ask == ("german", "result")
    assert t.verbs() == {"lose", "withdraw"}  # 7.6 does not bind them


@pytest.mark.case("7.7b")
def test_after_a_failure_one_chooses_between_losses_and_retreat(at: At) -> None:
    position = GERMANS + "0611 1Pz 6Pz\n 0711 70RD"
    t = rolled(at(position), "overrun 1Pz 6Pz at 0711", "-/1")
    assert t.ask == ("german", "result")
    assert t.verbs() == {"lose", "withdraw"}
    t.play("lose 6Pz")
    assert (t.where("6Pz"), t.reduced("6Pz")) == ("0611", True)
    t = rolled(at(position), "overrun 1Pz 6Pz at 0711", "-/1").play("withdraw", "retreat 1Pz to 0511")
    t.play("retreat 6Pz to 0512")
    assert t.ask == ("german", "german-movement")


@pytest.mark.case("7.7c")
def test_who_retreats_from_an_overrun_moves_no_more_this_phase(at: At) -> None:
    t = at(GERMANS + "0611 1Pz 6Pz 1ID\n 0711 70RD")
    rolled(t, "overrun 1Pz 6Pz at 0711", "-/1").play("withdraw", "retreat 1Pz to 0511", "retreat 6Pz to 0612")
    assert "7.7c" in t.clauses("move 1Pz to 0510")
    assert "7.7c" in t.clauses("move 6Pz to 0613")
    assert t.why_not("overrun 1ID at 0711") == []  # who did not take part is free
    assert t.s.halted == 1 << t.unit("1Pz") | 1 << t.unit("6Pz")


@pytest.mark.case("7.7c")
def test_no_other_retreat_halts_anybody(at: At) -> None:
    t = rolled(at(GERMANS + "0611 1Pz 6Pz\n 0711 11RD"), "overrun 1Pz 6Pz at 0711", "1/-")
    t.play("withdraw", "retreat 11RD to 0810")
    assert t.s.halted == 0
    t = at("at german-combat\nturn 3\n0611 1ID\n 0711 11RD").play("attack 0711 with 1ID", "roll 1", "withdraw")
    t.play("retreat 1ID to 0511")
    assert t.s.halted == 0


@pytest.mark.case("7.7c")
def test_nor_does_it_overrun_again(at: At) -> None:
    # 1Pz can only go to 11ID in 0511, and 112RD is next to them
    t = at(GERMANS + "0611 1Pz\n 0511 11ID\n 0711 70RD\n 0513 16RD\n 0410 112RD")
    rolled(t, "overrun 1Pz at 0711", "-/2").play("lose 1Pz", "withdraw", "retreat 1Pz to 0511")
    assert t.clauses("overrun 1Pz at 0410") == ["7.7c", "7.3a"]  # unsupplied, it has one point left besides
    assert t.why_not("overrun 11ID at 0410") == []


@pytest.mark.case("7.7c")
def test_the_next_movement_phase_frees_them(at: At) -> None:
    t = at(GERMANS + "0611 1Pz\n 0711 70RD")
    rolled(t, "overrun 1Pz at 0711", "-/1").play("withdraw", "retreat 1Pz to 0511")
    while t.ask[1] != "german-movement" or t.s.turn == 3:
        t.play("done")
    assert t.why_not("move 1Pz to 0510") == []


@pytest.mark.case("7.7c")
def test_one_step_and_one_hex_halts_them_too(at: At) -> None:
    t = rolled(at(GERMANS + "0611 1Pz 6Pz\n 0711 70RD 5RD"), "overrun 1Pz 6Pz at 0711", "-/2")
    t.play("lose 1Pz", "withdraw", "retreat 1Pz to 0511", "retreat 6Pz to 0512")
    assert "7.7c" in t.clauses("move 6Pz to 0412")


@pytest.mark.case("7.7d")
def test_who_stands_may_move_on(at: At) -> None:
    t = at(GERMANS + "0611 1Pz 6Pz\n 0711 70RD")
    rolled(t, "overrun 1Pz at 0711", "-/1").play("lose 1Pz")
    assert t.why_not("overrun 1Pz at 0711") == []
    assert t.why_not("move 1Pz to 0511") == []  # disengaging, 6Pz stays


@pytest.mark.case("7.7e")
def test_the_defender_never_advances_after_an_overrun(at: At) -> None:
    t = at(GERMANS + "0611 1Pz\n 0711 70RD")
    rolled(t, "overrun 1Pz at 0711", "-/1").play("withdraw", "retreat 1Pz to 0511")
    assert t.ask == ("german", "german-movement")
    t = rolled(at(SOVIETS + "0611 1ID 11ID\n 0711 16RD"), "overrun 16RD at 0611", "-/E")
    assert t.ask == ("soviet", "soviet-movement")


# -- the Soviets ------------------------------------------------------------------------------


@pytest.mark.case("7.0a", "7.6c")
def test_soviets_overrun_like_germans(at: At) -> None:
    t = at(SOVIETS + "0711 42TD 3TD 46TD\n 0611 1ID(reduced)")
    rolled(t, "overrun 42TD 3TD 46TD at 0611", "2/-").play("withdraw", "retreat 1ID to 0511", "retreat 1ID to 0411")
    assert t.ask == ("soviet", "advance")
    assert t.clauses("done") == ["7.6c"]
    t.play("advance 42TD to 0611", "advance 3TD to 0511", "done")
    assert (t.where("42TD"), t.where("3TD"), t.where("46TD")) == ("0611", "0511", "0711")
    assert (t.left("42TD"), t.left("46TD")) == (4, 4)
    t.play("move 46TD to 0810")
    assert t.where("46TD") == "0810"


@pytest.mark.case("7.7c")
def test_soviets_that_retreat_are_halted(at: At) -> None:
    t = rolled(at(SOVIETS + "0711 42TD\n 0611 1ID"), "overrun 42TD at 0611", "-/1")
    t.play("withdraw", "retreat 42TD to 0810")
    assert "7.7c" in t.clauses("move 42TD to 0911")


@pytest.mark.case("7.0b", "17.1c")
def test_but_not_on_game_turn_1(at: At) -> None:
    t = at("at soviet-movement\nturn 1\n0711 42TD\n 0611 1ID")
    assert t.clauses("overrun 42TD at 0611") == ["17.1c"]
    assert "overrun" not in t.verbs()


@pytest.mark.case("7.5b", "8.4c")
def test_units_driven_back_by_an_overrun_defend_with_the_others_afterwards(at: At) -> None:
    # the rule on units that retreated into a hex belongs to the Combat Phase
    t = at(GERMANS + "0611 1Pz 6Pz\n 0712 1ID\n 0809 21ID\n 0711 11RD\n 0811 118RD")
    rolled(t, "overrun 1Pz 6Pz at 0711", "1/-").play("withdraw", "retreat 11RD to 0811", "advance 1Pz to 0711", "done")
    assert t.odds("overrun 1ID at 0811")["ledger"][0]["text"] == "6 against 5 is 1-1"
    t.play("done")
    assert t.odds("attack 0811 with 1ID 1Pz")["ledger"][0]["text"] == "16 against 5 is 3-1"
