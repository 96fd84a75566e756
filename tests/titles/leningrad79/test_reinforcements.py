"""[16.0] Reinforcements."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles import TITLES
from grognard.titles.leningrad79.rules.reinforcements import due

At = Callable[[str], Any]

SLOTS = TITLES["leningrad79"].data.slots


def slot(side: int, turn: int, *, armored: bool = False, army: bool = False) -> int:
    """The number of the first line of the schedule of that kind."""
    return next(
        n
        for n, line in enumerate(SLOTS)
        if (line.side, line.turn, line.armored, line.army) == (side, turn, armored, army)
    )


GT2_INFANTRY, GT2_ARMOR = slot(1, 2), slot(1, 2, armored=True)
GT4_INFANTRY, GT5_INFANTRY, GT7_ARMOR = slot(1, 4), slot(1, 5), slot(1, 7, armored=True)
GT9_INFANTRY, GT10_INFANTRY, PRUSSIA, CORPS = slot(1, 9), slot(1, 10), slot(0, 2), slot(0, 10)


def soviets(line: int, *units: str) -> str:
    return "reserve " + " ".join(f"{unit}(slot={line})" for unit in units)


def open_hexes(t: Any, unit: str) -> set[str]:
    return set(t.hexes(t.options("enter", t.unit(unit)).members))


@pytest.mark.case("16.0a")
def test_reinforcements_enter_in_their_owners_movement_phase(at: At) -> None:
    t = at(f"at soviet-movement\nturn 2\n{soviets(GT2_INFANTRY, 'i1')}").play("enter i1 at 2906")
    assert t.where("i1") == "2906"
    assert t.why_not("enter i1 at 2906") == ["16.0"]  # it is on the map


@pytest.mark.case("16.0a")
def test_nobody_enters_before_his_time(at: At) -> None:
    t = at(f"at soviet-movement\nturn 3\n{soviets(GT4_INFANTRY, 'i1')} i2 93ID(slot={PRUSSIA})")
    assert "i1 is not due before Game-Turn 4" in t.reasons("enter i1 at 2906")
    assert "i2 has no place in the schedule" in t.reasons("enter i2 at 2906")
    assert "93ID is not yours" in t.reasons("enter 93ID at 0111")
    assert t.s.turn == 3
    later = at(f"at soviet-movement\nturn 4\n{soviets(GT4_INFANTRY, 'i1')}")
    assert later.why_not("enter i1 at 2906") == []


@pytest.mark.case("16.1a")
@pytest.mark.parametrize(
    ("turn", "line", "unit", "hex_", "left"),
    [
        (2, GT2_INFANTRY, "i1", "2906", 4),  # a road leads in: 1 for infantry
        (2, GT2_ARMOR, "a1", "2908", 6.5),  # and one half for armor
        (10, CORPS, "12Pz", "2213", 7.5),
    ],
)
def test_the_entry_hex_must_be_paid_for(at: At, turn: int, line: int, unit: str, hex_: str, left: float) -> None:
    step = "german-movement" if unit == "12Pz" else "soviet-movement"
    t = at(f"at {step}\nturn {turn}\nreserve {unit}(slot={line})")
    ledger = t.table.title.aids.cost(t.s, t.table.title.parse(t.s, f"enter {unit} at {hex_}"))
    t.play(f"enter {unit} at {hex_}")
    assert t.left(unit) == left
    assert [(entry.clause, entry.amount) for entry in ledger] == [("16.1a", t.s.data.allowance[t.unit(unit)] - left)]


@pytest.mark.case("16.1a")
def test_off_the_roads_the_entry_hex_costs_what_its_terrain_costs(at: At) -> None:
    """2713 and 2906 and 2908 are full of Germans; around them lie hills, swamp and clear terrain."""
    t = at(f"""at soviet-movement
               turn 4
               {soviets(GT4_INFANTRY, "i1", "i2")}
               2713 1ID
               2906 11ID
               2908 12ID""")
    assert open_hexes(t, "i1") == {"2612", "2613", "2712", "2812", "2813", "2806", "2807", "2808", "2907", "2909"}
    assert t.play("enter i1 at 2712").left("i1") == 3  # a hill: 2
    assert t.play("enter i2 at 2909").left("i2") == 4


@pytest.mark.case("16.1a", "13.3a")
@pytest.mark.parametrize(("raid", "left"), [("raid 2906", 3), ("heavy_raid 2906", 1)])
def test_an_interdicted_entry_hex_costs_double(at: At, raid: str, left: int) -> None:
    t = at(f"at soviet-movement\nturn 8\n{raid}\n{soviets(GT2_INFANTRY, 'i1')}").play("enter i1 at 2906")
    assert t.left("i1") == left
    assert t.play("move i1 to 2907").left("i1") == left - 1  # leaving it costs no more: it did not begin there


@pytest.mark.case("16.1a", "4.1a")
def test_who_cannot_pay_for_the_entry_hex_waits(at: At) -> None:
    """2713 is German; the hill of 2712 takes 2, under two air units 8, and infantry has 5."""
    position = f"""at soviet-movement
                   turn 7
                   heavy_raid 2712
                   {soviets(slot(1, 7, army=True), "i1")}
                   2713 1ID
                   2612 i11
                   2613 i12
                   2812 i13"""
    t = at(position)
    assert open_hexes(t, "i1") == {"2813"}
    assert t.clauses("enter i1 at 2712") == ["16.1a"]
    assert "2712 costs 8 Movement Points to enter, it has 5" in t.reasons("enter i1 at 2712")
    none = at(f"{position}\n2813 i14")
    assert none.clauses("enter i1 at 2712") == ["16.1a", "16.1a"]
    assert none.why_not("done") == []


@pytest.mark.case("16.1b")
def test_nobody_pays_more_for_coming_behind_another(at: At) -> None:
    t = at(f"at soviet-movement\nturn 2\n{soviets(GT2_INFANTRY, 'i1', 'i2', 'i3')}")
    for unit in ("i1", "i2", "i3"):
        assert t.play(f"enter {unit} at 2906").left(unit) == 4


@pytest.mark.case("16.1a")
def test_after_the_entry_hex_a_unit_moves_on(at: At) -> None:
    """Alone or with others that came in there, at the usual costs."""
    t = at(f"at soviet-movement\nturn 2\n{soviets(GT2_INFANTRY, 'i1', 'i2')}")
    t.play("enter i1 at 2906", "enter i2 at 2906", "move i1 i2 via 2907 2908")
    assert (t.where("i1"), t.left("i2")) == ("2908", 2)
    assert t.why_not("move i1 via 2909 2910 2911") == ["4.1"]


@pytest.mark.case("16.2a")
def test_an_entry_hex_held_by_the_enemy_is_shut(at: At) -> None:
    t = at(f"at german-movement\nturn 10\nreserve 12Pz(slot={CORPS})\n2213 i1")
    assert t.clauses("enter 12Pz at 2213") == ["16.2a"]
    assert open_hexes(t, "12Pz") == {"2113", "2212", "2313"}
    assert t.play("enter 12Pz at 2313").left("12Pz") == 7


@pytest.mark.case("16.2a", "4.6a")
def test_an_entry_hex_with_three_friendly_units_is_shut(at: At) -> None:
    """The first three of Game-Turn 9 fill 2908; whoever comes then takes the nearest empty hex."""
    t = at(f"at soviet-movement\nturn 9\n{soviets(GT9_INFANTRY, 'i1', 'i2', 'i3', 'i4')}")
    t.play("enter i1 at 2908", "enter i2 at 2908")
    assert open_hexes(t, "i3") == {"2908"}
    t.play("enter i3 at 2908")
    assert t.clauses("enter i4 at 2908") == ["4.6a"]
    assert open_hexes(t, "i4") == {"2807", "2808", "2907", "2909"}


@pytest.mark.case("16.2a", "16.2b")
def test_the_nearest_hex_must_hold_nobody_and_the_owner_chooses_among_equals(at: At) -> None:
    """A friendly unit makes a hex occupied too; when all round is taken the next ring opens."""
    position = f"at german-movement\nturn 10\nreserve 12Pz(slot={CORPS})\n2213 i1"
    assert open_hexes(at(f"{position}\n2113 1ID"), "12Pz") == {"2212", "2313"}
    assert at(f"{position}\n2113 1ID").clauses("enter 12Pz at 2113") == ["16.2a"]
    t = at(f"{position}\n2113 1ID\n2212 i2\n2313 i3")
    assert open_hexes(t, "12Pz") == {"2012", "2013", "2112", "2211", "2312", "2412", "2413"}
    assert t.clauses("enter 12Pz at 2111") == ["16.2a"]
    t.play("enter 12Pz at 2413")


@pytest.mark.case("16.2a")
def test_while_a_listed_hex_is_open_no_other_will_do(at: At) -> None:
    t = at(f"at soviet-movement\nturn 2\n{soviets(GT2_INFANTRY, 'i1')}\n2906 1ID")
    assert open_hexes(t, "i1") == {"2908"}
    assert set(t.table.title.aids.reach(t.s, 1 << t.unit("i1"))) == {t.hex("2908")}
    assert t.clauses("enter i1 at 2906") == ["16.2a"]
    assert t.clauses("enter i1 at 2907") == ["schedule.soviet.2"]
    assert "open to it: 2908" in t.reasons("enter i1 at 2907")


@pytest.mark.case("16.2c", "4.7a")
def test_an_enemy_zone_does_not_keep_a_unit_out(at: At) -> None:
    """But it stops there, for it did not begin the phase in the hex (6.2)."""
    t = at(f"at soviet-movement\nturn 2\n{soviets(GT2_INFANTRY, 'i1', 'i2')}\n2909 1ID")
    t.play("enter i1 at 2908", "enter i2 at 2908")
    assert t.where("i1") == "2908"
    assert "6.2" in t.why_not("move i1 to 2907")


@pytest.mark.case("16.3a")
def test_reinforcements_may_be_held_back(at: At) -> None:
    """All or part of them; they are there on any later turn."""
    t = at(f"at soviet-movement\nturn 2\n{soviets(GT2_INFANTRY, 'i1', 'i2')}\n0111 1ID").play("enter i1 at 2906")
    assert t.why_not("done") == []
    t.play("done", "done")
    while t.ask != ("soviet", "soviet-movement"):
        t.play("done")
    assert t.s.turn == 3
    assert due(t.s) >> t.unit("i2") & 1
    t.play("enter i2 at 2908")


@pytest.mark.case("16.3b")
def test_who_was_held_back_enters_where_he_was_due(at: At) -> None:
    t = at(f"at soviet-movement\nturn 9\n{soviets(GT5_INFANTRY, 'i1')} i2(slot={GT4_INFANTRY})")
    assert open_hexes(t, "i1") == {"2601"}
    assert open_hexes(t, "i2") == {"2713", "2906", "2908"}
    assert t.clauses("enter i1 at 2908") == ["16.3b"]
    assert "it may not enter at 2908; open to it: 2601" in t.reasons("enter i1 at 2908")


@pytest.mark.case("16.4a", "schedule.note4", "schedule.soviet.10")
def test_with_all_of_leningrad_german_its_units_enter_at_the_top_edge(at: At) -> None:
    position = f"at soviet-movement\nturn 10\n{soviets(GT10_INFANTRY, 'i1')}"
    assert open_hexes(at(position), "i1") == {"2505", "2604", "2605", "2705"}
    three = f"{position}\n2505 1ID\n2604 11ID\n2605 12ID"
    assert open_hexes(at(three), "i1") == {"2705"}
    four = at(f"{three}\n2705 21ID")
    assert open_hexes(four, "i1") == {"2301", "2401", "2501", "2601", "2701", "2801"}
    assert four.play("enter i1 at 2801").left("i1") == 4


@pytest.mark.case("16.4a")
def test_a_leningrad_that_is_merely_full_does_not_open_the_top_edge(at: At) -> None:
    """Three friendly units in the one hex the Germans have not taken: then 16.2 holds."""
    t = at(f"""at soviet-movement
               turn 10
               {soviets(GT10_INFANTRY, "i1")}
               2505 1ID
               2604 11ID
               2605 12ID
               2705 i2 i3 i4""")
    assert open_hexes(t, "i1") == {"2404", "2405", "2506", "2603", "2606", "2704", "2706", "2804"}


@pytest.mark.case("16.5a", "17.1a", "schedule.note1", "schedule.soviet.1")
def test_the_soviet_reinforcements_of_game_turn_1_may_not_be_held_back(at: At) -> None:
    infantry, armor = slot(1, 1), slot(1, 1, armored=True)
    t = at(f"""at soviet-movement
               turn 1
               reserve i1(slot={infantry}) a1(slot={armor}) a2(slot={armor}) a3(slot={armor})
               0111 1ID""")
    assert t.clauses("done") == ["16.5a"]
    assert "must enter on Game-Turn 1: i1 a1 a2 a3" in t.reasons("done")
    for unit in ("i1", "a1", "a2"):
        t.play(f"enter {unit} at 1113")
    assert "16.5a" in t.clauses("done")
    t.play("enter a3 at 1012")  # the nearest empty hex, for 1113 is full
    assert "16.5a" not in t.clauses("done")


@pytest.mark.case("schedule.note0")
def test_units_with_several_entry_hexes_may_be_shared_out(at: At) -> None:
    t = at(f"at soviet-movement\nturn 4\n{soviets(GT4_INFANTRY, 'i1', 'i2', 'i3')}")
    t.play("enter i1 at 2713", "enter i2 at 2906", "enter i3 at 2906")
    assert [t.where(unit) for unit in ("i1", "i2", "i3")] == ["2713", "2906", "2906"]


@pytest.mark.case("schedule.prussia", "schedule.german.2")
def test_units_due_in_east_prussia_enter_at_any_of_its_hexes(at: At) -> None:
    units = ("93ID", "206ID", "251ID", "254ID", "SSPol")
    t = at(f"at german-movement\nturn 2\n{soviets(PRUSSIA, *units)}")
    assert open_hexes(t, "93ID") == {"0111", "0112", "0113"}
    t.play("enter 93ID at 0111", "enter 206ID at 0113", "enter 251ID at 0113", "enter 254ID at 0113")
    assert open_hexes(t, "SSPol") == {"0111", "0112"}


@pytest.mark.case("15.2a", "16.1a")
def test_a_fort_in_the_entry_hex_costs_germans_double(at: At) -> None:
    t = at(f"at german-movement\nturn 10\nforts 2213\nreserve 12Pz(slot={CORPS})").play("enter 12Pz at 2213")
    assert t.left("12Pz") == 7
    assert t.s.forts == 0


@pytest.mark.case("11.0b", "11.0c", "16.1a")
def test_an_arriving_unit_has_its_full_allowance(at: At) -> None:
    """Off the map it cannot be cut off; for combat it is judged where it stands, here without a line."""
    leningrad = "2505 1ID\n2604 11ID\n2605 12ID\n2705 21ID"
    t = at(f"at soviet-movement\nturn 5\n{soviets(GT5_INFANTRY, 'i1')}\n{leningrad}\n2602 30ID").play(
        "enter i1 at 2601"
    )
    assert t.left("i1") == 4
    ledger = t.odds("overrun i1 at 2602")["ledger"]
    assert [line["amount"] for line in ledger if line["clause"] == "11.2a"] == [-2]
