"""[3.1, 3.2] Zones of Control by type, weather, hexside and stack; control and contested hexes."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.demyansk.data.components import AXIS, SOVIET
from grognard.titles.demyansk.state import contested, controlled, friendly, hurt, pressure, update_control, zone
from tests.titles.demyansk.box import AT, D, hexes, names

Moving = Callable[..., Any]


def around(hex_: str) -> set[str]:
    return names(D.board.neighbours[AT[hex_]]) | {hex_}


# -- zones ------------------------------------------------------------------------------------


@pytest.mark.case("3.21a", "3.22a", "3.2a")
def test_a_zone_is_the_hex_and_the_six_around_it(moving: Moving) -> None:
    """Across rivers, into woods, and into hexes with enemies."""
    game = moving("axis", "2425 I-28\n2424 42-180", "dry")
    assert names(zone(game.s, AXIS)) == around("2425")
    assert names(zone(game.s, SOVIET)) == around("2424")


@pytest.mark.case("3.24a", "2.24d")
def test_a_band_keeps_the_zone_in_the_hex(moving: Moving) -> None:
    game = moving("axis", "2425 AR12")
    assert names(zone(game.s, AXIS)) == {"2425"}


@pytest.mark.case("3.24b")
def test_one_unit_without_a_band_is_enough(moving: Moving) -> None:
    game = moving("axis", "2425 AR12 I-28")
    assert names(zone(game.s, AXIS)) == around("2425")
    game.play("move I-28 to 2427")
    assert zone(game.s, AXIS) >> AT["2324"] & 1 == 0  # lost in the middle of the phase


@pytest.mark.case("3.26a")
def test_printed_units_have_zones_until_destroyed(moving: Moving) -> None:
    game = moving("axis", "2017 P2017 AR12")
    assert names(zone(game.s, AXIS)) == around("2017")
    hurt(game.s, game.unit("P2017"))
    assert names(zone(game.s, AXIS)) == {"2017"}


@pytest.mark.case("3.27a", "13.13b")
def test_air_units_and_markers_have_none(moving: Moving) -> None:
    game = moving("axis", "available Ju87-1\nbuilt 2524\nbuilding 2624")
    assert zone(game.s, AXIS) == 0


@pytest.mark.case("3.22b", "8.35a")
@pytest.mark.parametrize("unit", ["AA290", "StuG184"])
def test_zones_of_heavy_types_and_swamp(moving: Moving, unit: str) -> None:
    """2017 touches swamp in 1916, 2016, 2116 and 2117; roads lead to 1916 and 2117."""
    bogs = {"2016", "2116"}
    for weather in ("dry", "mud"):
        assert names(zone(moving("axis", f"2017 {unit}", weather).s, AXIS)) == around("2017") - bogs
    assert names(zone(moving("axis", f"2017 {unit}").s, AXIS)) == around("2017")
    assert names(zone(moving("axis", "2017 I-28", "dry").s, AXIS)) == around("2017")


@pytest.mark.case("3.22b", "3.24b")
def test_a_light_unit_in_the_stack_reaches_into_the_swamp(moving: Moving) -> None:
    """BBB has a band; the reconnaissance unit with it has none, and so both exert a ZOC."""
    game = moving("axis", "2017 AA290 BBB", "dry")
    assert names(zone(game.s, AXIS)) == around("2017")


@pytest.mark.case("3.22b")
def test_a_heavy_unit_in_swamp_has_a_zone_outside(moving: Moving) -> None:
    """Only what it may not enter is closed to its ZOC: from 2116 that is swamp without a road there."""
    game = moving("axis", "2116 AA290", "dry")
    assert names(zone(game.s, AXIS)) == {"2116", "2017"}


@pytest.mark.case("3.22b", "8.34a")
def test_no_zone_across_open_water(moving: Moving) -> None:
    lake = {"1027"}
    assert names(zone(moving("soviet", "1026 46-84", "mud").s, SOVIET)) == around("1026") - lake
    assert names(zone(moving("soviet", "1026 46-84").s, SOVIET)) == around("1026")


@pytest.mark.case("3.22b", "8.35f")
def test_a_major_river_does_not_keep_out_the_zone_of_heavy_types(moving: Moving) -> None:
    assert names(zone(moving("axis", "2425 AA290", "dry").s, AXIS)) == around("2425") - {"2426"}  # swamp


@pytest.mark.case("3.25a", "14.14a", "14.24a")
def test_active_strongpoints_keep_zones_out(moving: Moving) -> None:
    game = moving("soviet", "2125 46-84")
    assert names(zone(game.s, SOVIET)) == around("2125") - {"2124"}
    assert names(pressure(game.s, SOVIET)) == around("2125")
    gone = moving("soviet", "2125 46-84\ndestroyed 2124")
    assert names(zone(gone.s, SOVIET)) == around("2125")
    built = moving("soviet", "2125 46-84\nbuilt 2225\nbuilding 2126")
    assert names(zone(built.s, SOVIET)) == around("2125") - {"2124", "2225"}


@pytest.mark.case("3.25a", "8.21a", "14.14a")
def test_a_garrison_is_in_no_zone(moving: Moving) -> None:
    game = moving("axis", "2124 I-28\n2125 46-84")
    assert game.against("I-28", "2025") == []  # from no zone into one


@pytest.mark.case("9.34b", "9.34c")
def test_map_boxes_have_no_zones(moving: Moving) -> None:
    game = moving("soviet", "NWF 46-84\n1836 41-84\nAGN I-28")
    assert names(zone(game.s, SOVIET)) == around("1836")
    assert zone(game.s, AXIS) == 0


@pytest.mark.case("19.22a")
def test_zones_end_with_the_area(moving: Moving) -> None:
    """2016 and 2116 are beside 2017, but not in play in the second scenario."""
    game = moving("soviet", "2017 46-84\nfirst 1", scenario="bridge", turn=11)
    assert names(zone(game.s, SOVIET)) == {name for name in around("2017") if int(name[2:]) >= 17}


# -- control ----------------------------------------------------------------------------------


@pytest.mark.case("3.11a", "3.11c", "3.12a", "3.21b")
def test_who_is_in_a_hex_controls_it(moving: Moving) -> None:
    game = moving("soviet", "2711 46-84")
    assert controlled(game.s, SOVIET) >> AT["2711"] & 1
    assert not friendly(game.s, AXIS) >> AT["2711"] & 1


@pytest.mark.case("3.12b")
def test_a_unit_takes_what_it_moves_through(moving: Moving) -> None:
    game = moving("soviet", "2429 149Ski")
    game.play("move 149Ski via 2428 2528 2529")
    assert hexes("2428", "2528", "2529") & ~friendly(game.s, SOVIET) == 0
    assert friendly(game.s, AXIS) >> AT["2527"] & 1  # a band: nothing beside its path


@pytest.mark.case("3.12b")
def test_a_unit_keeps_what_it_moves_through(moving: Moving) -> None:
    game = moving("soviet", "2429 149Ski\nturned 2428 2528")
    assert hexes("2428", "2528") & ~friendly(game.s, SOVIET) == 0
    game.play("move 149Ski via 2428 2528 2529")
    assert hexes("2428", "2528", "2529") & ~friendly(game.s, SOVIET) == 0


@pytest.mark.case("3.12c", "3.21a")
def test_a_zone_takes_vacant_hexes_for_good(moving: Moving) -> None:
    """Demyansk falls without being entered, and stays when the unit goes."""
    game = moving("soviet", "2813 42Bde")
    assert friendly(game.s, AXIS) >> AT["2711"] & 1
    game.play("move 42Bde to 2812")
    assert controlled(game.s, SOVIET) >> AT["2711"] & 1
    game.play("done").to("weather").to("movement")
    game.play("move 42Bde to 2914")
    assert controlled(game.s, SOVIET) >> AT["2711"] & 1
    assert not zone(game.s, SOVIET) >> AT["2711"] & 1


@pytest.mark.case("3.12c", "3.21a")
def test_zones_on_the_way_take_hexes_too(moving: Moving) -> None:
    game = moving("soviet", "3013 42Bde")
    game.play("move 42Bde via 2912 2812 2813")
    assert controlled(game.s, SOVIET) >> AT["2711"] & 1


@pytest.mark.case("3.12c", "3.12d", "3.21a")
def test_a_move_does_not_take_contested_hexes(moving: Moving) -> None:
    game = moving("soviet", "2912 42Bde\n2612 I-27")
    game.play("move 42Bde via 2812 2811")
    assert contested(game.s) >> AT["2711"] & 1
    assert friendly(game.s, AXIS) >> AT["2711"] & 1


@pytest.mark.case("3.12d", "3.12e", "3.11c")
def test_a_contested_hex_stays_with_its_last_owner(moving: Moving) -> None:
    game = moving("soviet", "2812 42Bde\n2612 I-27")
    assert contested(game.s) == hexes("2711", "2712")
    assert not controlled(game.s, AXIS) >> AT["2711"] & 1
    assert not controlled(game.s, SOVIET) >> AT["2711"] & 1
    assert friendly(game.s, AXIS) >> AT["2711"] & 1


@pytest.mark.case("3.12c", "3.12d")
def test_control_passes_when_the_contest_ends(moving: Moving) -> None:
    game = moving("soviet", "2812 42Bde\n2612 AA12")
    assert friendly(game.s, AXIS) >> AT["2711"] & 1
    hurt(game.s, game.unit("AA12"))
    update_control(game.s)
    assert controlled(game.s, SOVIET) >> AT["2711"] & 1


@pytest.mark.case("3.12c", "14.14a")
def test_a_zone_does_not_take_a_strongpoint(moving: Moving) -> None:
    game = moving("soviet", "2125 46-84")
    assert friendly(game.s, AXIS) >> AT["2124"] & 1
    game.play("move 46-84 to 2124")
    assert friendly(game.s, SOVIET) >> AT["2124"] & 1


@pytest.mark.case("3.11c")
def test_the_start_of_the_campaign(new: Callable[..., Any]) -> None:
    s = new().s
    axis, soviet = names(friendly(s, AXIS)), names(friendly(s, SOVIET))
    assert axis.isdisjoint(soviet)
    assert {"2711", "1528", "1032", "1836", "2036", "2124", "3004"} <= axis
    assert {"1020", "1013", "1401", "1801", "2701", "4006", "4012", "4019", "1523"} <= soviet


@pytest.mark.case("19.22a", "3.11c")
def test_the_area_of_the_second_scenario(new: Callable[..., Any]) -> None:
    s = new("bridge").s
    everything = friendly(s, AXIS) | friendly(s, SOVIET)
    assert {name for name in names(everything) if int(name[2:]) < 17} == set()
    assert names(everything) >= {"1117", "3917", "1017", "4017", "2236"}
