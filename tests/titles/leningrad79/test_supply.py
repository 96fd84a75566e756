"""[11.0] Supply."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.leningrad79.rules import supply
from grognard.titles.leningrad79.state import side_of

At = Callable[[str], Any]

GERMAN_SOURCES = ("0111", "0112", "0113")
SOVIET_SOURCES = ("2505", "2604", "2605", "2705", "1601", "0908", "2713", "2906", "2908")
DIVISIONS = ("1ID", "11ID", "12ID", "21ID", "30ID", "32ID", "58ID", "61ID", "93ID")

# Soviets before the three border roads: German lines have only the open country along the coast.
ROADS_SHUT = """0310 inf
                0311 inf
                0313 inf"""

# Soviets next to East Prussia: all three sources are in their ZOC.
SOURCES_SHUT = """0211 inf
                  0213 inf"""


def fed(t: Any, unit: str) -> bool:
    number = t.unit(unit)
    return bool(supply.supplied(t.s, side_of(t.s, number)) >> t.s.place[number] & 1)


def shifts(t: Any, action: str) -> dict[str, int]:
    """The column shifts of a battle by clause."""
    return {line["clause"]: line["amount"] for line in t.odds(action)["ledger"] if line["op"] == "+"}


@pytest.mark.case("11.0a", "11.1a")
@pytest.mark.parametrize(("unit", "full", "half"), [("1ID", 6, 3), ("1Pz", 8, 4), ("i1", 5, 2), ("a1", 7, 3)])
def test_an_unsupplied_unit_has_half_its_allowance(at: At, unit: str, full: int, half: int) -> None:
    """Halves are dropped: 5 becomes 2, and 7 becomes 3. Over the sea to Saaremaa (0901) there is no line."""
    step = "soviet-movement" if unit in ("i1", "a1") else "german-movement"
    t = at(f"at {step}\nturn 3\n1201 {unit}")
    assert fed(t, unit)
    assert t.play(f"move {unit} to 1202").left(unit) == full - 1
    t = at(f"at {step}\nturn 3\n0901 {unit}")
    assert not fed(t, unit)
    assert t.play(f"move {unit} to 0902").left(unit) == half - 1


@pytest.mark.case("11.0b")
def test_supply_for_movement_is_judged_when_the_unit_begins_to_move(at: At) -> None:
    """The 11th goes into East Prussia and so opens a source; whoever moves afterwards is in supply."""
    position = f"""at german-movement
                   turn 3
                   0110 11ID
                   0108 1ID
                   {SOURCES_SHUT}"""
    before = at(position).play("move 1ID to 0107")
    assert before.left("1ID") == 2
    after = at(position).play("move 11ID to 0111", "move 1ID to 0107")
    assert after.left("1ID") == 5


@pytest.mark.case("11.1b")
def test_the_allowance_a_unit_starts_with_holds_for_the_phase(at: At) -> None:
    into = at(f"at german-movement\nturn 3\n0109 11ID\n{SOURCES_SHUT}")
    into.play("move 11ID to 0110")
    assert into.left("11ID") == 2
    into.play("move 11ID to 0111")
    assert fed(into, "11ID")
    assert into.left("11ID") == 1
    out_of = at(f"at german-movement\nturn 3\n0206 1ID\n{ROADS_SHUT}")
    out_of.play("move 1ID to 0306")
    assert not fed(out_of, "1ID")
    assert out_of.left("1ID") == 5
    assert out_of.play("move 1ID via 0405 0404 0405 0404 0405").left("1ID") == 0


@pytest.mark.case("11.0c")
def test_supply_for_combat_is_judged_when_the_ratio_is_worked_out(at: At) -> None:
    """The first attack clears the way to East Prussia; the second is made in supply."""
    t = at("""at german-combat
              turn 3
              0212 1Pz 6Pz 36Mot
              0211 16RD
              0113 112RD
              0108 1ID
              0107 115RD""")
    assert shifts(t, "attack 0107 with 1ID")["11.2a"] == -2
    t.play("attack 0211 with 1Pz 6Pz 36Mot")
    assert "an attacker is unsupplied -2 [11.2]" in t.log()
    t.play("roll 6")
    assert t.where("16RD") == "lost"
    t.play("done")
    assert "11.2a" not in shifts(t, "attack 0107 with 1ID")


@pytest.mark.case("11.0c", "11.2a")
def test_supply_for_an_overrun_is_judged_when_the_ratio_is_worked_out(at: At) -> None:
    """It ran out of supply on the way: its points are those of a supplied unit, its ratio is not."""
    t = at(f"at german-movement\nturn 3\n0206 1ID\n0404 16RD\n{ROADS_SHUT}")
    assert fed(t, "1ID")
    t.play("move 1ID to 0306", "move 1ID to 0405")
    assert t.left("1ID") == 4
    assert not fed(t, "1ID")
    assert shifts(t, "overrun 1ID at 0404")["11.2a"] == -2
    t.play("overrun 1ID at 0404")
    assert "an attacker is unsupplied -2 [11.2]" in t.log()


@pytest.mark.case("11.0d")
def test_a_line_ends_at_a_source_or_on_a_road_that_leads_to_one(at: At) -> None:
    """Over thirty hexes of road are as good as one."""
    t = at("""at german-movement
              turn 3
              0110 1ID
              0912 11ID
              2506 12ID""")
    assert fed(t, "1ID")  # straight to 0111
    assert fed(t, "12ID")  # over Kaunas, Dvinsk and Pskov
    assert fed(t, "11ID")
    cut = at("""at german-movement
                turn 3
                2506 12ID
                0209 inf
                0211 inf
                0213 inf""")
    assert not fed(cut, "12ID")  # the same road, and no source at the end of it


@pytest.mark.case("11.0e")
def test_a_line_is_five_points_long_at_most(at: At) -> None:
    """Along the coast 0206 is five hexes from 0111, 0306 six."""
    t = at(f"at german-movement\nturn 3\n0206 1ID\n0306 11ID\n{ROADS_SHUT}")
    assert fed(t, "1ID")
    assert not fed(t, "11ID")
    t.play("move 1ID to 0107", "move 11ID to 0307")
    assert (t.left("1ID"), t.left("11ID")) == (5, 2)


@pytest.mark.case("11.0f")
def test_through_a_city_the_line_is_measured_at_the_rate_of_armor(at: At) -> None:
    """0706 1, 0707 1, the swamp of 0807 2, Riga across the Dvina twice one half: five. For infantry it would be six."""
    t = at("at german-movement\nturn 3\n0705 1ID\n0709 inf")
    assert fed(t, "1ID")


@pytest.mark.case("11.0f")
def test_along_a_road_the_line_is_measured_at_the_rate_of_armor(at: At) -> None:
    """From Riga to 1503: 1007 and, past the Gauja at twice one half, 1107 1106 1205 1305 1304 1403; then 1: five."""
    t = at("at soviet-movement\nturn 3")
    lines = t.hexes(supply.traced_from(t.s, 1, 1 << t.hex("1503")))
    assert "0908" in lines
    assert "0808" not in lines  # the bridge of the Dvina would take one more


@pytest.mark.case("11.2a")
def test_one_unsupplied_attacker_is_enough(at: At) -> None:
    t = at(f"at german-combat\nturn 3\n0206 1ID\n0306 11ID\n0205 16RD\n{ROADS_SHUT}")
    assert fed(t, "1ID")
    assert not fed(t, "11ID")
    assert "11.2a" not in shifts(t, "attack 0205 with 1ID")
    assert shifts(t, "attack 0205 with 11ID")["11.2a"] == -2
    both = t.odds("attack 0205 with 1ID 11ID")["ledger"]
    assert [line["amount"] for line in both if line["clause"] == "11.2a"] == [-2]


@pytest.mark.case("11.2b")
def test_one_unsupplied_defender_is_enough(at: At) -> None:
    """The unit in 0610 is surrounded, the one in 0608 is not."""
    t = at("""at german-combat
              turn 3
              0609 1Pz
              0611 6Pz
              0608 16RD
              0610 112RD""")
    assert fed(t, "16RD")
    assert not fed(t, "112RD")
    assert "11.2b" not in shifts(t, "attack 0608 with 1Pz")
    assert shifts(t, "attack 0610 with 1Pz")["11.2b"] == 2
    both = t.odds("attack 0608 0610 with 1Pz")["ledger"]
    assert [line["amount"] for line in both if line["clause"] == "11.2b"] == [2]


@pytest.mark.case("11.3a")
def test_a_line_runs_through_adjoining_hexes(at: At) -> None:
    """Between Hiiumaa (1101) and the mainland (1201) lies the sea."""
    t = at("at soviet-movement\nturn 3\n1101 i1\n1201 i2")
    assert fed(t, "i2")
    assert not fed(t, "i1")


@pytest.mark.case("11.3b")
def test_enemy_units_and_their_zones_bar_a_line(at: At) -> None:
    """Around 0610 all is German-held or in a German ZOC; without the unit in 0611 it is not."""
    assert fed(at("at german-combat\nturn 3\n0609 1Pz\n0610 i1"), "i1")
    shut = at("at german-combat\nturn 3\n0609 1Pz\n0611 6Pz\n0610 i1")
    assert not fed(shut, "i1")
    beyond = at("at german-combat\nturn 3\n0609 1Pz\n0611 6Pz\n0610 i1\n0608 i2")
    assert fed(beyond, "i2")
    assert not fed(beyond, "i1")  # no line leads through the German unit to the one behind it
    road = "at german-combat\nturn 3\n0209 1ID\n0213 6Pz"
    assert fed(at(road), "6Pz")
    assert not fed(at(road + "\n0113 i1\n0212 i2"), "6Pz")  # the road itself is held


@pytest.mark.case("11.3c")
def test_a_friendly_unit_opens_a_hex_in_an_enemy_zone(at: At) -> None:
    shut = "at german-combat\nturn 3\n0609 1Pz\n0611 6Pz\n0610 i1"
    assert not fed(at(shut), "i1")
    assert fed(at(shut + "\n0710 i2"), "i1")  # by 0710 to the road at 0810
    assert not fed(at(shut + "\n0810 i2"), "i1")  # a unit beyond the zone opens nothing


@pytest.mark.case("11.3b", "11.3c", "11.5a")
def test_a_source_in_an_enemy_zone_needs_a_friendly_unit(at: At) -> None:
    shut = f"at german-combat\nturn 3\n0109 1ID\n{SOURCES_SHUT}"
    assert not fed(at(shut), "1ID")
    assert fed(at(shut + "\n0111 11ID"), "1ID")


@pytest.mark.case("11.4a")
def test_one_source_supplies_any_number_of_units(at: At) -> None:
    units = [*DIVISIONS, "96ID", "121ID", "122ID", "1Pz", "6Pz", "36Mot"]
    stacks = "\n".join(
        f"{hex_} {' '.join(units[3 * n : 3 * n + 3])}"
        for n, hex_ in enumerate(("0111", "0110", "0109", "0108", "0107"))
    )
    t = at(f"at german-combat\nturn 3\n{stacks}\n0112 i1\n0113 i2")
    assert all(fed(t, unit) for unit in units)


@pytest.mark.case("11.5a")
@pytest.mark.parametrize("source", GERMAN_SOURCES)
def test_german_sources(at: At, source: str) -> None:
    """One source is enough; with Soviets in all three there is none."""
    others = "\n".join(f"{hex_} inf" for hex_ in GERMAN_SOURCES if hex_ != source)
    t = at(f"at german-combat\nturn 3\n{source} 1ID\n{others}")
    assert fed(t, "1ID")
    assert not fed(at(f"at german-combat\nturn 3\n0110 1ID\n{others}\n{source} inf"), "1ID")


@pytest.mark.case("11.5b")
@pytest.mark.parametrize("source", SOVIET_SOURCES)
def test_soviet_sources(at: At, source: str) -> None:
    """One source is enough; with Germans in all nine there is none."""
    held = dict(zip(SOVIET_SOURCES, DIVISIONS, strict=True))
    others = "\n".join(f"{hex_} {unit}" for hex_, unit in held.items() if hex_ != source)
    assert fed(at(f"at soviet-combat\nturn 3\n{source} i1\n{others}"), "i1")
    all_lost = at(f"at soviet-combat\nturn 3\n1411 i1\n{others}\n{source} {held[source]}")
    assert not fed(all_lost, "i1")


@pytest.mark.case("11.5a", "11.5b")
def test_there_are_no_other_sources(at: At) -> None:
    t = at("at german-combat\nturn 3")
    assert [t.hexes(sources) for sources in t.s.data.sources] == [set(GERMAN_SOURCES), set(SOVIET_SOURCES)]


@pytest.mark.case("11.6a", "13.3b")
def test_interdiction_lengthens_soviet_lines(at: At) -> None:
    """From 2701 around the German unit in 2603 to Leningrad: 2702 2802 2803 2804 and, at one half, 2705."""
    line = "at soviet-movement\nturn 3\n2603 1Pz\n2701 i1"
    assert fed(at(line), "i1")  # four and a half
    assert not fed(at(line + "\nraid 2803"), "i1")  # five and a half
    assert fed(at(line + "\nraid 2705"), "i1")  # five


@pytest.mark.case("11.6a", "15.2b")
def test_forts_lengthen_german_lines(at: At) -> None:
    line = f"at german-movement\nturn 3\n0206 1ID\n0107 11ID\n{ROADS_SHUT}"
    assert fed(at(line), "1ID")  # five
    fort = at(line + "\nforts 0110")
    assert not fed(fort, "1ID")  # six
    assert fed(fort, "11ID")  # five instead of four
