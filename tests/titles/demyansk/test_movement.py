"""[8.0] Movement: costs, zones, stacks, rivers and engineers, swamp, roads, exploitation."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.demyansk.data.links import HEAVY
from tests.titles.demyansk.box import AT, D

Moving = Callable[..., Any]


# -- worked examples --------------------------------------------------------------------------


@pytest.mark.case("8.31b", "8.31c", "8.31a", "8.36a", "8.11a")
def test_a_move_over_road_clear_rough_and_woods(moving: Moving) -> None:
    game = moving("axis", "2711 AA12", "dry")
    assert game.price("AA12", "2710") == 1
    assert game.price("AA12", "2710 2709") == 2
    assert game.price("AA12", "2710 2709 2708") == 4
    assert game.price("AA12", "2710 2709 2708 2707") == 7
    assert "8.13b" in game.against("AA12", "2710 2709 2708 2707 2708")
    game.play("move AA12 via 2710 2709 2708 2707")
    assert game.where("AA12") == "2707"


@pytest.mark.case("8.2a", "8.22a", "8.22b")
def test_from_zone_to_zone_by_way_of_a_free_hex(moving: Moving) -> None:
    game = moving("soviet", "3215 42Bde\n3115 I-27")
    assert game.against("42Bde", "3114") == ["8.22b"]
    assert game.against("42Bde", "3214 3114") == []
    assert "3114" in game.reach("42Bde")


@pytest.mark.case("17.0b", "17.0c")
def test_the_moscow_group_closes_up(moving: Moving) -> None:
    text = "1608 87-26 1-87 28-238Eng\n1609 1318-163 1-1318\n1508 231-387Art\n1811 III-26\n1910 I-46"
    game = moving("soviet", text, turn=9)
    game.play("move 87-26 1-87 to 1710", "move 1318-163 1-1318 to 1810", "move 28-238Eng to 1810")
    game.play("move 231-387Art to 1609")
    assert [game.where(u) for u in ("87-26", "1-87", "1318-163", "28-238Eng", "231-387Art")] == [
        "1710", "1710", "1810", "1810", "1609",
    ]  # fmt: skip


# -- what may move ----------------------------------------------------------------------------


@pytest.mark.case("8.0a", "8.0c", "9.3c")
def test_who_may_move(moving: Moving) -> None:
    game = moving("axis", "1818 P1818 II-503\n1519 929-254\neliminated I-27\nAGN I-28\nmarsch Marsch1")
    assert game.movers() == {"II-503", "I-28"}
    assert game.clauses("move 929-254 to 1520") == ["8.0a"]
    assert game.clauses("move P1818 to 1819") == ["8.0c"]
    assert game.clauses("move I-27 to 1819") == ["9.3c"]
    assert game.clauses("move Marsch1 to 1819") == ["9.3c"]


@pytest.mark.case("8.13a", "8.13d")
def test_a_unit_moves_once(moving: Moving) -> None:
    game = moving("axis", "2711 AA12")
    game.play("move AA12 to 2710")
    assert game.clauses("move AA12 to 2709") == ["8.13a"]
    game.play("done")
    assert game.s.moved == 0


@pytest.mark.case("8.13b", "8.13c", "8.32a", "8.13e", "2.24c")
def test_an_allowance_is_not_exceeded(moving: Moving) -> None:
    game = moving("axis", "2913 I-27 II-27", "mud")
    assert game.price("I-27", "2813") == 2
    assert game.price("I-27", "2813 2814") == 4
    assert game.against("I-27", "2813 2814 2815") == ["8.13b"]
    game.play("move I-27 to 2813")
    assert game.against("II-27", "2813 2814 2815") == ["8.13b"]  # what another has not used is lost


@pytest.mark.case("8.32a", "8.13c")
def test_too_few_points_for_any_hex(moving: Moving) -> None:
    """A gun with an MA of 3 under a shortage has one MP, and all hexes around it cost two or more."""
    game = moving("soviet", "shortage yellow\n2205 270Art\n2605 264-241", "mud")
    assert "270Art" not in game.movers()
    assert game.clauses("move 270Art to 2206") == ["8.32a", "8.13b"]


@pytest.mark.case("8.11b")
def test_no_hex_is_jumped(moving: Moving) -> None:
    game = moving("axis", "2711 AA12")
    assert game.against("AA12", "2709") == ["8.11b"]
    assert game.against("AA12", "") == ["8.11b"]


@pytest.mark.case("8.14a", "8.14b", "8.11c", "3.32b")
def test_enemies_close_a_hex_and_friends_do_not(moving: Moving) -> None:
    full = "2710 I-27 II-27 III-27 AR12"
    game = moving("axis", f"2711 AA12\n{full}\n2509 42Bde")
    assert game.against("AA12", "2710 2709") == []
    assert "2710" in game.reach("AA12")  # the limit counts at the end of the phase
    game = moving("axis", "2711 AA12\n2710 42Bde")
    assert game.against("AA12", "2710") == ["8.14a", "8.22b"]


@pytest.mark.case("8.14a")
def test_surrounded_by_units(moving: Moving) -> None:
    ring = "2612 42Bde\n2611 20Bde\n2712 27Bde\n2710 45Bde\n2812 86Bde\n2811 23Div"
    game = moving("axis", f"2711 AA12\n{ring}")
    assert game.movers() == set()
    assert game.clauses("move AA12 to 2710") == ["8.14a", "8.22b"]


# -- zones ------------------------------------------------------------------------------------


@pytest.mark.case("8.21a", "8.21b", "8.22b", "8.23a", "3.23a", "3.23b")
def test_a_zone_stops_and_costs_nothing(moving: Moving) -> None:
    game = moving("axis", "3215 AA12\n3214 I-27\n3016 42Bde")
    assert game.price("AA12", "3115") == 2  # clear and woods
    assert game.against("AA12", "3115 3114") == ["8.21a"]
    assert game.against("AA12", "3214 3113") == []  # a friendly zone is no matter
    assert {"3115", "3113", "3413"} <= game.reach("AA12")
    assert game.title.aids.reach(game.s, 1 << game.unit("AA12"))[AT["3115"]] == "2"  # straight into the zone
    game.play("move AA12 to 3115")
    assert "An enemy ZOC stops the move at 3115. [8.21]" in game.log()


@pytest.mark.case("8.21a", "3.23b")
def test_friends_in_a_zone_do_not_lift_it(moving: Moving) -> None:
    """They do for supply and retreats; a moving unit stops beside them all the same."""
    game = moving("axis", "3215 AA12\n3115 I-27\n3016 42Bde")
    assert game.against("AA12", "3115") == []
    assert game.against("AA12", "3115 3114") == ["8.21a"]


@pytest.mark.case("8.22b")
def test_nowhere_but_zones(moving: Moving) -> None:
    game = moving("axis", "3215 I-27\n3115 42Bde\n3314 20Bde")
    assert game.clauses("move I-27 to 3114") == ["8.22b"]
    assert game.movers() == set()


# -- stacks -----------------------------------------------------------------------------------


@pytest.mark.case("8.12a", "8.12b", "8.12f")
def test_a_stack_moves_as_its_slowest_unit(moving: Moving) -> None:
    game = moving("axis", "2711 I-27 AA12 Pi12")
    assert game.against("AA12", "2710 2709 2708") == []
    assert game.price("I-27", "2710 2709 2708", "AA12") == 4
    assert game.against("I-27", "2710 2709 2708 2707", "AA12") == ["8.13b"]
    game.play("move I-27 AA12 to 2709")
    assert [game.where(unit) for unit in ("I-27", "AA12", "Pi12")] == ["2709", "2709", "2711"]


@pytest.mark.case("8.12a", "8.12b")
def test_a_large_stack(moving: Moving) -> None:
    """More units than are tried one by one: any group of them may move."""
    stack = "I-27 II-27 III-27 I-48 II-48 I-30 II-30 III-30 Volk Pantel"
    game = moving("axis", f"2711 {stack}")
    first, *rest = sorted(map(game.unit, stack.split()))
    options = game.options("move", first)
    assert sum(1 << unit for unit in rest) in options
    assert 1 << rest[-1] in options


@pytest.mark.case("8.12c", "8.12d", "8.12e")
def test_a_stack_picks_up_nobody(moving: Moving) -> None:
    game = moving("axis", "2711 I-27\n2710 AA12")
    assert game.clauses("move I-27 AA12 to 2709") == ["8.12c"]
    game.play("move I-27 to 2710")
    assert game.clauses("move AA12 to 2709") == []
    assert game.clauses("move I-27 AA12 to 2709") == ["8.13a"]


@pytest.mark.case("8.12b")
def test_a_stack_without_a_common_hex(moving: Moving) -> None:
    """In Mud a gun is stuck in roadless swamp, the infantry is not."""
    game = moving("axis", "2116 I-27 AR12", "mud")
    assert game.movers() == {"I-27"}
    assert game.clauses("move I-27 AR12 to 2216") == ["8.12b", "8.35a"]
    assert list(game.options("move", game.unit("I-27"))) == [0]


# -- rivers and lakes -------------------------------------------------------------------------


@pytest.mark.case("8.3a", "8.33a", "8.33b", "8.32a")
@pytest.mark.parametrize(("weather", "minor", "major"), [("dry", 1, 2), ("mud", 2, 3), ("frozen", 0, 1)])
def test_rivers_cost_points(moving: Moving, weather: str, minor: int, major: int) -> None:
    """From 1930 to 1929 across the Porusya; from 2425 to 2424 across the Lovat."""
    clear = 2 if weather == "mud" else 1
    game = moving("axis", "1930 I-28\n2425 II-28", weather)
    assert game.price("I-28", "1929") == clear + minor
    assert game.price("II-28", "2424") == clear + major


@pytest.mark.case("8.33c", "8.33d", "8.33e", "8.33g")
def test_an_engineer_helps_those_who_need_it_and_stops(moving: Moving) -> None:
    """In Mud 2425-2424 costs five, with help four: I-28 has an MA of 6, I-27 one of 4."""
    game = moving("axis", "2425 I-27 I-28 Pi8", "mud")
    game.play("move I-28 to 2424")
    assert "Pi8" in game.movers()
    game.play("move I-27 to 2424")
    assert game.where("I-27") == "2424"
    assert game.clauses("move Pi8 to 2526") == ["8.33e"]
    other = moving("axis", "2425 I-27\n2424 Pi8", "mud")
    assert other.price("I-27", "2424") == 4
    assert moving("axis", "2425 I-27\n2526 Pi8", "mud").against("I-27", "2424") == ["8.13b"]


@pytest.mark.case("8.33e")
def test_an_engineer_that_has_moved_still_helps(moving: Moving) -> None:
    game = moving("axis", "2425 I-27 II-27\n2325 Pi8", "mud")
    game.play("move Pi8 to 2425", "move I-27 to 2424", "move II-27 to 2424")
    assert [game.where(unit) for unit in ("I-27", "II-27")] == ["2424", "2424"]


@pytest.mark.case("8.33c", "8.33e")
def test_no_more_engineers_help_than_are_needed(moving: Moving) -> None:
    """Twice across the Polist: a gun with an MA of 3 has to save one MP, and an engineer is ready at both crossings."""
    path = "2132 2233"
    assert moving("soviet", "2033 270Art", "dry").against("270Art", path) == ["8.13b"]
    game = moving("soviet", "2033 270Art 27-67Eng\n2233 25GdEng", "dry")
    game.play(f"move 270Art via {path}")
    assert game.s.halted.bit_count() == 1
    ready = moving("soviet", "2033 270Art 27-67Eng\n2233 25GdEng(moved)", "dry")
    ready.play(f"move 270Art via {path}")
    assert ready.units(ready.s.halted) == {"25GdEng"}  # it costs nobody its move


@pytest.mark.case("8.33f", "8.33e")
def test_an_engineer_crosses_with_its_own_help(moving: Moving) -> None:
    """Pi12 has an MA of 4: two for a clear hex and three for the river, less one; then it stops."""
    game = moving("axis", "2425 Pi12", "mud")
    assert game.price("Pi12", "2424") == 4
    both = moving("axis", "2425 AA290 Pi290", "dry")
    assert both.against("AA290", "2424 2524", "Pi290") == ["8.33e"]
    dry = moving("axis", "2425 Pi12", "dry")
    assert dry.price("Pi12", "2424 2524") == 4  # without help it may go on
    assert dry.against("Pi12", "2424 2524 2523") == ["8.13b"]


@pytest.mark.case("8.34a")
def test_lakes_open_when_they_freeze(moving: Moving) -> None:
    assert moving("soviet", "1026 46-84", "dry").against("46-84", "1027") == ["8.34a"]
    assert moving("soviet", "1026 46-84", "mud").against("46-84", "1027") == ["8.34a"]
    assert moving("soviet", "1026 46-84", "frozen").price("46-84", "1027") == 2


@pytest.mark.case("8.34b")
def test_a_side_partly_in_a_lake_is_its_other_terrain(moving: Moving) -> None:
    """Only hexsides of lake hexes are all lake: between two land hexes on the shore nothing is added."""
    assert moving("soviet", "1129 46-84", "dry").price("46-84", "1130") == 1


# -- heavy types ------------------------------------------------------------------------------


@pytest.mark.case("8.35a")
@pytest.mark.parametrize("weather", ["dry", "mud"])
def test_swamp_closes_to_heavy_types(moving: Moving, weather: str) -> None:
    units = {"AR290": True, "AA290": True, "StuG184": True, "Pi290": False, "I-502": False}
    for unit, heavy in units.items():
        found = moving("axis", f"1917 {unit}", weather).against(unit, "1916")
        assert ("8.35a" in found) == heavy, unit
    assert moving("soviet", "1717 27GdRkt", weather).against("27GdRkt", "1716") == []
    for unit in units:
        assert "8.35a" not in moving("axis", f"1917 {unit}", "frozen").against(unit, "1916")


@pytest.mark.case("8.35a", "8.36a")
def test_a_road_leads_heavy_types_through_swamp(moving: Moving) -> None:
    game = moving("axis", "2017 AA290", "dry")
    assert game.price("AA290", "1916 1817") == 2
    assert game.against("AA290", "1916 1915") == ["8.35a"]


@pytest.mark.case("8.35b")
def test_stuck_in_the_swamp(moving: Moving) -> None:
    game = moving("axis", "2116 AR290", "dry")
    assert game.movers() == set()
    assert game.clauses("move AR290 to 2117") == ["8.35b", "8.35a"]
    assert moving("axis", "2116 AR290").movers() == {"AR290"}


@pytest.mark.case("8.35f", "8.35g")
def test_heavy_types_need_an_engineer_at_a_major_river(moving: Moving) -> None:
    assert moving("axis", "2425 AA290", "dry").against("AA290", "2424") == ["8.35f"]
    assert moving("axis", "2425 I-27", "dry").price("I-27", "2424") == 3  # others do not
    game = moving("axis", "2425 AA290 Pi290", "dry")
    assert game.price("AA290", "2424") == 3  # the full cost
    game.play("move AA290 to 2424")
    assert game.clauses("move Pi290 to 2526") == ["8.33e"]
    assert moving("axis", "2425 AA290", "frozen").price("AA290", "2424") == 2
    assert D.costs("frozen", HEAVY).aided[AT["2425"], AT["2424"]] == (1, 1)  # one less, as for others


@pytest.mark.case("8.36b", "8.36c", "8.35f")
def test_bridges_of_roads_and_railroads(moving: Moving) -> None:
    """The road and the railroad from 1524 to 1523 cross the Lovat; the railroad alone crosses nothing there."""
    game = moving("axis", "1524 AA290", "dry")
    assert game.price("AA290", "1523") == 1


@pytest.mark.case("8.36d", "8.36e")
def test_no_road_rate_into_a_zone(moving: Moving) -> None:
    """2907 is rough; 1607 is rough with woods, which do not count on the road."""
    assert moving("axis", "2908 I-27", "dry").price("I-27", "2907") == 1
    assert moving("axis", "2908 I-27\n2807 42Bde", "dry").price("I-27", "2907") == 2
    hot = moving("axis", "1606 I-27\n1507 II-27\n1707 42Bde", "dry")
    assert hot.price("I-27", "1607") == 2
    assert hot.price("II-27", "1607") == 3  # not along the road
    bridge = moving("axis", "1524 AA290\n1422 42-180", "dry")
    assert bridge.price("AA290", "1523") == 1  # into a zone, across the Lovat


@pytest.mark.case("8.36f")
def test_heavy_types_keep_the_road_rate_into_swamp(moving: Moving) -> None:
    """2117 is swamp with a road, in the ZOC of a unit in 2116 or 2018."""
    for unit, cost in (("AA290", 1), ("I-502", 3)):
        game = moving("axis", f"2118 {unit}\n2116 42Bde", "dry")
        assert game.price(unit, "2117") == cost


@pytest.mark.case("14.13a")
def test_an_enemy_strongpoint_costs_one_more(moving: Moving) -> None:
    plain = moving("soviet", "2023 46-84\ndestroyed 2124", "frozen")
    game = moving("soviet", "2023 46-84", "frozen")
    assert game.price("46-84", "2024 2124") == plain.price("46-84", "2024 2124") + 1


# -- exploitation -----------------------------------------------------------------------------


def exploiting(at: Any, text: str, weather: str = "frozen", shortage: str = "") -> Any:
    more = f"shortage {shortage}\n" if shortage else ""
    head = f"at exploitation\nturn 3\nsegment 1\nsequence 1\nexploiting yes\nweather {weather}\n{more}"
    return at(head + text)


@pytest.mark.case("8.41a", "8.41b", "8.41c", "8.42a", "8.42b", "8.42c", "3.52a")
def test_exploitation_with_half_the_allowance(at: Any) -> None:
    """85Tk has an MA of 6 and 70-71Ski one of 8; 42-180 has no box, 83Tk has not fought."""
    game = exploiting(at, "2429 85Tk(fought) 70-71Ski(fought) 83Tk 42-180(fought)")
    assert game.movers() == {"85Tk", "70-71Ski"}
    assert game.clauses("move 83Tk to 2428") == ["8.42b"]
    assert game.clauses("move 42-180 to 2428") == ["8.42a"]
    assert game.against("85Tk", "2528 2527 2526") == ["8.13b"]
    assert "8.13b" in game.against("85Tk", "2329 2229 2129 2029")
    game.play("move 85Tk to 2329", "done")
    assert game.s.fought == 0


@pytest.mark.case("8.44a", "8.43a")
def test_exploitation_and_weather(at: Any, moving: Moving) -> None:
    game = exploiting(at, "2429 85Tk(fought) 70-71Ski(fought)", "dry")
    assert game.movers() == {"85Tk"}
    assert game.clauses("move 70-71Ski to 2329") == ["8.44a"]
    mud = moving("soviet", "2429 85Tk(fought)", "mud").play("done")
    while mud.ask != ("axis", "movement"):
        assert mud.ask[1] != "exploitation"
        mud.go_on()
    assert moving("soviet", "2429 85Tk(fought)", "dry").to("exploitation").ask[0] == "soviet"


# -- shortages --------------------------------------------------------------------------------


@pytest.mark.case("6.53c", "6.52c")
def test_a_shortage_takes_two_points(moving: Moving) -> None:
    game = moving("soviet", "shortage red\n2429 42-180\n2432 1MG")
    assert "8.13b" in game.against("42-180", "2329 2229 2129 2029")
    free = moving("soviet", "2429 42-180")
    assert free.against("42-180", "2329 2229 2129") == []


@pytest.mark.case("6.53c", "3.52a")
def test_a_shortage_after_halving(at: Any) -> None:
    """A tank battalion of the red group: half of six, less two."""
    game = exploiting(at, "2430 150Tk(fought)", shortage="red")
    assert game.price("150Tk", "2329") == 1
    assert game.against("150Tk", "2329 2229") == ["8.13b"]


@pytest.mark.case("6.54a", "6.54b")
def test_the_guards_corps_and_shortages(moving: Moving) -> None:
    alone = moving("soviet", "shortage red\n2430 19Gd-8Gd")
    assert alone.price("19Gd-8Gd", "2329 2229 2129 2029 1929".replace(" 1929", "")) == 4
    stacked = moving("soviet", "shortage red\n2430 19Gd-8Gd 42-180")
    assert stacked.against("19Gd-8Gd", "2329 2229 2129 2029") == ["8.13b"]
    boxed = moving("soviet", "shortage red\nNWF 19Gd-8Gd 42-180")
    assert boxed.price("19Gd-8Gd", "1020 1120 1220 1320") == 4
    assert boxed.against("42-180", "1020 1120 1220 1320", "19Gd-8Gd") == ["8.13b"]
