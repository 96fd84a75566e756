"""[15.0] Soviet forts."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.title import Bad
from grognard.titles.leningrad79.rules import supply

At = Callable[[str], Any]

FORTIFY = "at soviet-fortification\nturn 5\nforts_due 2"


def forts(t: Any) -> set[str]:
    return set(t.hexes(t.s.forts))


def shifts(t: Any, action: str) -> dict[str, int]:
    return {line["clause"]: line["amount"] for line in t.odds(action)["ledger"] if line["op"] == "+"}


@pytest.mark.case("15.0a")
def test_forts_come_two_at_a_time_from_the_third_to_the_eighth_game_turn(at: At) -> None:
    due = {}
    for turn in range(1, 12):
        t = at(f"at soviet-combat\nturn {turn}\n0111 1ID").play("done")
        due[turn + 1] = t.s.forts_due
    assert due == {2: 0, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2, 8: 2, 9: 0, 10: 0, 11: 0, 12: 0}


@pytest.mark.case("15.0b", "3.0h")
def test_forts_are_placed_in_the_fortification_phase(at: At) -> None:
    """Between the German Interdiction Phase and the Soviet Movement Phase, and at no other time."""
    t = at("at german-interdiction\nturn 5\nair 1\nforts_due 2\n1407 1ID\n1409 i1").play("done")
    assert t.ask == ("soviet", "soviet-fortification")
    t.play("fortify 2505")
    assert forts(t) == {"2505"}
    assert t.s.forts_due == 1
    t.play("done")
    assert t.ask == ("soviet", "soviet-movement")
    for step in ("german-movement", "soviet-movement", "soviet-combat"):
        with pytest.raises(Bad, match="not possible now"):
            at(f"at {step}\nturn 5\nforts_due 2\n1407 1ID\n1409 i1").play("fortify 2505")


@pytest.mark.case("15.0a")
def test_without_a_fort_the_phase_falls_away(at: At) -> None:
    t = at("at german-combat\nturn 5\n1407 1ID\n1409 i1").play("done")
    assert t.ask == ("soviet", "soviet-movement")
    assert at("at soviet-fortification\nturn 5").clauses("fortify 2505") == ["15.0a"]


@pytest.mark.case("15.0c", "3.0i", "schedule.note2")
def test_the_supply_line_must_come_from_leningrad(at: At) -> None:
    """Germans in 2506 and 2706 cut the city off: 2906 is a source itself, and 2205 draws on Tallinn."""
    free = at(FORTIFY)
    cut = at(f"{FORTIFY}\n2506 1Pz\n2706 6Pz")
    for hex_ in ("2906", "2205", "2308"):
        assert free.why_not(f"fortify {hex_}") == []
        assert supply.supplied(cut.s, 1) >> cut.hex(hex_) & 1
        assert cut.clauses(f"fortify {hex_}") == ["15.0c"]
    assert cut.why_not("fortify 2604") == []


@pytest.mark.case("15.0c", "3.0i")
def test_in_a_german_zone_the_fort_needs_a_soviet_unit(at: At) -> None:
    t = at(f"{FORTIFY}\n2306 1Pz\n2305 i1")
    assert t.clauses("fortify 2307") == ["15.0c"]
    assert t.why_not("fortify 2305") == []


@pytest.mark.case("15.0c")
def test_the_line_may_be_five_points_long(at: At) -> None:
    """North of Leningrad a German unit shuts the roads: 2601 is four and a half points away, 2501 five and a half."""
    t = at(f"{FORTIFY}\n2603 1Pz")
    assert t.why_not("fortify 2601") == []
    assert t.clauses("fortify 2602") == ["15.0c"]  # in the German ZOC
    assert t.clauses("fortify 2501") == ["15.0c"]


@pytest.mark.case("15.0c", "15.2c")
def test_no_fort_in_water_or_under_germans(at: At) -> None:
    t = at(f"{FORTIFY}\n2305 1Pz")
    assert t.clauses("fortify 2504") == ["15.0c"]
    assert "15.2c" in t.clauses("fortify 2305")


@pytest.mark.case("15.0d", "3.0i", "schedule.note2")
def test_forts_are_at_most_four_hexes_from_leningrad(at: At) -> None:
    t = at(FORTIFY)
    for near in ("2505", "2604", "2605", "2705", "2105", "2308", "2609", "2601"):
        assert t.why_not(f"fortify {near}") == []
    assert t.clauses("fortify 2005") == ["15.0d"]
    assert "2005 is 5 hexes from Leningrad; the limit is 4" in t.reasons("fortify 2005")
    assert t.clauses("fortify 2208") == ["15.0d"]
    assert "15.0d" in t.clauses("fortify reserve")


@pytest.mark.case("15.0d")
def test_the_four_hexes_are_counted_over_any_terrain(at: At) -> None:
    t = at(FORTIFY)
    d = t.s.data
    near = {
        hex_
        for hex_ in d.board.at
        if hex_.isdigit() and min(d.board.distance(d.board.at[hex_], one) for one in d.leningrad_list) <= 4
    }
    assert t.hexes(t.options("fortify").members) <= near
    assert t.hexes(d.fort_zone) == near


@pytest.mark.case("15.1a")
def test_soviets_who_defend_in_a_fort_hex_get_a_column(at: At) -> None:
    plain = "at german-combat\nturn 5\n2406 1ID\n2407 16RD"
    assert "15.1a" not in shifts(at(plain), "attack 2407 with 1ID")
    fort = at(f"{plain}\nforts 2407")
    assert shifts(fort, "attack 2407 with 1ID")["15.1a"] == -1
    assert fort.odds("attack 2407 with 1ID")["column"] == "5-1"
    assert at(plain).odds("attack 2407 with 1ID")["column"] == "6-1"


@pytest.mark.case("15.1a")
def test_a_fort_does_not_help_an_attack_out_of_it(at: At) -> None:
    t = at("at soviet-combat\nturn 5\n2406 1ID\n2407 16RD\nforts 2407")
    assert "15.1a" not in shifts(t, "attack 2406 with 16RD")


@pytest.mark.case("15.2a")
@pytest.mark.parametrize(("fort", "unit", "left"), [("", "1ID", 5), ("forts 2306", "1ID", 4), ("forts 2306", "1Pz", 6)])
def test_an_unoccupied_fort_costs_germans_double(at: At, fort: str, unit: str, left: int) -> None:
    t = at(f"at german-movement\nturn 5\n{fort}\n2307 {unit}").play(f"move {unit} to 2306")
    assert t.left(unit) == left


@pytest.mark.case("15.2a")
def test_the_fort_doubles_what_river_and_road_make_of_the_hex(at: At) -> None:
    river = at("at german-movement\nturn 5\nforts 2306\n2206 1ID").play("move 1ID to 2306")
    assert river.left("1ID") == 2  # 1, across the Luga 2, with the fort 4
    road = at("at german-movement\nturn 5\nforts 2405\n2305 1Pz").play("move 1Pz to 2405")
    assert road.left("1Pz") == 7  # one half, with the fort 1


@pytest.mark.case("15.2a")
def test_forts_cost_soviets_nothing(at: At) -> None:
    t = at("at soviet-movement\nturn 5\nforts 2306\n2307 i1").play("move i1 to 2306")
    assert t.left("i1") == 4
    assert forts(t) == {"2306"}


@pytest.mark.case("15.2b")
def test_an_unoccupied_fort_costs_german_lines_double(at: At) -> None:
    """The line of 0206 along the coast is five points long, and 0110 lies on it."""
    line = "at german-movement\nturn 5\n0206 1ID\n0310 i1\n0311 i2\n0313 i3"

    def fed(t: Any) -> bool:
        return bool(supply.supplied(t.s, 0) >> t.hex("0206") & 1)

    assert fed(at(line))
    assert not fed(at(f"{line}\nforts 0110"))
    soviet = "at soviet-movement\nturn 5\n2603 1Pz\n2701 i1"  # four and a half by 2803
    t = at(f"{soviet}\nforts 2802 2803 2804")
    assert supply.supplied(t.s, 1) >> t.hex("2701") & 1


@pytest.mark.case("15.2c")
def test_a_german_who_enters_razes_the_fort(at: At) -> None:
    t = at("at german-movement\nturn 5\nforts 2306 2406\n2307 1ID").play("move 1ID to 2306")
    assert forts(t) == {"2406"}
    assert "razed" in t.log()


@pytest.mark.case("15.2c")
def test_a_german_who_passes_through_razes_the_fort(at: At) -> None:
    t = at("at german-movement\nturn 5\nforts 2306\n2307 1ID").play("move 1ID via 2306 2305")
    assert t.left("1ID") == 3
    assert forts(t) == set()


@pytest.mark.case("15.2c")
def test_a_german_who_advances_razes_the_fort(at: At) -> None:
    """It helped the defender as long as it stood; an advance costs no points."""
    t = at("at german-combat\nturn 5\nforts 2407\n2406 1ID\n2407 16RD")
    t.play("attack 2407 with 1ID", "roll 6")
    assert forts(t) == {"2407"}
    t.play("withdraw", "retreat 16RD to 2408", "retreat 16RD to 2409")
    assert forts(t) == {"2407"}  # empty, and still a fort
    t.play("advance 1ID to 2407")
    assert forts(t) == set()


@pytest.mark.case("15.2c")
def test_a_zone_of_control_does_not_raze_a_fort(at: At) -> None:
    t = at("at german-movement\nturn 5\nforts 2306\n2308 1ID").play("move 1ID to 2307")
    assert forts(t) == {"2306"}


@pytest.mark.case("15.3a")
def test_a_fort_stays_where_it_is(at: At) -> None:
    """Its garrison goes, a Game-Turn passes: the fort is still there, and no action takes it anywhere."""
    t = at("at soviet-movement\nturn 5\nforts 2306\n2306 i1\n0111 1ID").play("move i1 to 2406", "done", "done")
    while t.ask != ("soviet", "soviet-movement"):
        assert not t.verbs() - {"move", "enter", "overrun", "attack", "interdict", "fortify", "rebuild", "done"}
        t.play("done")
    assert t.s.turn == 6
    assert forts(t) == {"2306"}
    with pytest.raises(Bad):
        t.play("move fort to 2406")


@pytest.mark.case("15.4a")
def test_at_most_two_forts_are_placed_in_a_game_turn(at: At) -> None:
    t = at("at soviet-fortification\nturn 6\nforts_due 5").play("fortify 2505", "fortify 2604")
    assert t.ask == ("soviet", "soviet-movement")
    assert t.s.forts_due == 3
    third = at("at soviet-fortification\nturn 6\nforts_due 3\nforts_placed 2")
    assert third.clauses("fortify 2605") == ["15.4a"]
    second = at("at soviet-fortification\nturn 6\nforts_due 3\nforts_placed 1")
    assert second.why_not("fortify 2605") == []


@pytest.mark.case("15.4b")
def test_forts_may_be_kept_for_later(at: At) -> None:
    """Those of Game-Turn 3 join those of Game-Turn 4; still only two are placed in a turn, even after the eighth."""
    t = at("at soviet-fortification\nturn 3\nforts_due 2\n0111 1ID").play("done", "done", "done")
    assert (t.s.turn, t.s.forts_due) == (4, 4)
    late = at("at soviet-combat\nturn 9\nforts_due 3\n0111 1ID").play("done")
    while t.ask != ("soviet", "soviet-fortification"):
        t.play("done")
    while late.ask != ("soviet", "soviet-fortification"):
        late.play("done")
    assert (late.s.turn, late.s.forts_due) == (10, 3)
    late.play("fortify 2505", "fortify 2604", "done", "done")
    assert (late.s.turn, late.s.forts_due, late.s.forts_placed) == (11, 1, 0)


@pytest.mark.case("15.5a")
def test_forts_do_not_count_for_stacking(at: At) -> None:
    t = at(f"{FORTIFY}\n2306 i1 i2 i3").play("fortify 2306")
    assert forts(t) == {"2306"}
    move = at("at soviet-movement\nturn 5\nforts 2306\n2306 i1 i2\n2307 i3").play("move i3 to 2306")
    assert move.where("i3") == "2306"


@pytest.mark.case("15.5b")
def test_a_hex_holds_one_fort(at: At) -> None:
    t = at(FORTIFY).play("fortify 2306")
    assert t.clauses("fortify 2306") == ["15.5b"]
    assert t.why_not("fortify 2307") == []


@pytest.mark.case("5.0a", "15.0a")
def test_forts_have_no_zone_and_hold_no_hex(at: At) -> None:
    t = at("at german-movement\nturn 5\nforts 2306\n2308 1ID").play("move 1ID to 2307")
    assert t.why_not("move 1ID to 2206") == []  # past the fort, without disengaging
