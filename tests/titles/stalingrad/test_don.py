"""[19.33] The Don: no step across it from an enemy zone to an enemy zone. 0513 is west of it, 0612 and 0512 are east.

A unit in 0513 has a zone over 0613 on its own bank and over 0612, 0512 and 0412 on the other.
"""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from tests.titles.stalingrad.box import AT, D

At = Callable[..., Any]
MARCH, AGAIN, RUSSIANS = "at german-movement\nturn 5\n", "at mechanized\nturn 5\n", "at russian-movement\nturn 5\n"
FULL = "\n0512 305ID\n0611 113ID\n0712 44ID\n0713 71ID"  # no way into 0612 on its own bank for a division


@pytest.mark.case("19.33a")
@pytest.mark.parametrize("enemy", ["192RD", "13TC", "33Gd", "33Gd(reduced)"])
@pytest.mark.parametrize("unit", ["305ID", "16Pz", "16Pz(reduced,subcounter)", "14HQ", "8HQ", "Rum1"])
def test_no_german_crosses_from_zone_to_zone(at: At, enemy: str, unit: str) -> None:
    """Fluid or rigid, along the road from 0613 to 0612 or not; headquarters too."""
    game, name = at(f"{MARCH}0513 {enemy}\n0613 {unit}"), unit.partition("(")[0]
    assert "19.33a" in game.against(name, "0612")
    assert "0612" not in game.reach(name)
    assert "across the Don" in game.reasons(f"move {name} via 0612")
    assert game.against(name, "0713") == []  # over the Don out of the zone


@pytest.mark.case("19.33a")
@pytest.mark.parametrize("enemy", ["305ID", "16Pz(reduced)", "Rum1"])
@pytest.mark.parametrize("unit", ["192RD", "13TC", "33Gd"])
def test_nor_a_russian(at: At, enemy: str, unit: str) -> None:
    game = at(f"{RUSSIANS}0513 {enemy}\n0613 {unit}")
    assert "19.33a" in game.against(unit, "0612")
    assert "0612" not in game.reach(unit)
    assert game.against(unit, "0713") == []


@pytest.mark.case("19.33a", "6.22a")
def test_nor_in_the_mechanized_movement_phase(at: At) -> None:
    game = at(AGAIN + "0513 192RD\n0613 16Pz\n0614 14HQ" + FULL)
    assert game.against("16Pz", "0612") == ["19.33a"]
    assert "0612" not in game.reach("16Pz")
    assert game.against("14HQ", "0613 0612") == ["19.33a"]
    assert at(AGAIN + "0513 192RD(reduced)\n0613 16Pz").price("16Pz", "0612") == "⅓"  # class C has no zone around it


@pytest.mark.case("19.33a", "6.13f", "11.21b")
@pytest.mark.parametrize("options", [{}, {"minimum": "both"}])
def test_the_one_hex_is_no_way_out(at: At, options: dict[str, str]) -> None:
    """Neither the minimum move nor the one hex of a unit out of supply."""
    text = "0513 192RD\n0613 305ID{}\n0614 113ID\n0514 44ID\n0714 71ID\n0713 297ID"
    for mark in ("", "(unsupplied)"):
        game = at(MARCH + text.format(mark), **options)
        assert game.movers() & {"305ID"} == set()
        assert "19.33a" in game.against("305ID", "0612")
        assert "across the Don, from zone to zone [19.33]" in game.reasons("move 305ID via 0612")


@pytest.mark.case("19.33a")
def test_one_zone_alone_is_no_obstacle(at: At) -> None:
    """Out of a zone over the Don, or over the Don into one."""
    game = at(MARCH + "0613 16Pz\n0514 192RD\n0712 184RD\n0714 113ID\n0713 44ID")
    assert game.against("16Pz", "0612") == ["19.33a"]  # 0613 in the zone of 0514, 0612 in that of 0712
    game = at(MARCH + "0613 16Pz\n0514 192RD")
    assert game.price("16Pz", "0612") == "3⅓"
    game = at(MARCH + "0613 16Pz\n0712 184RD")
    assert game.price("16Pz", "0612") == "⅓"


@pytest.mark.case("19.33a", "6.15a")
def test_rivers_and_dry_land_are_free(at: At) -> None:
    """0617 and 0616 across the Golubaya: the same zones, another river."""
    game = at(MARCH + "0617 16Pz\n0717 192RD")
    assert game.price("16Pz", "0616") == "8"
    game = at(MARCH + "0412 305ID\n0411 192RD")
    assert game.price("305ID", "0312") == "4"


@pytest.mark.case("19.33a", "9.3a", "9.3b")
def test_in_the_middle_of_a_move(at: At) -> None:
    """It enters the fluid zone of 0513 in 0613 and may go on, but not over the Don into the same zone."""
    game = at(MARCH + "0614 16Pz\n0513 192RD" + FULL)
    assert game.against("16Pz", "0613 0612") == ["19.33a"]
    assert game.price("16Pz", "0613 0514") == "4⅓"
    assert "0612" not in game.reach("16Pz")
    game = at(MARCH + "0614 16Pz\n0513 192RD(reduced)")
    assert game.price("16Pz", "0613 0612") == "⅔"


@pytest.mark.case("19.33a", "7.3a")
def test_a_headquarters_cannot_join_a_bridgehead_under_fire(at: At) -> None:
    """The division in 0612 does not undo the zone there for it: a friend does so for supply alone."""
    game = at(MARCH + "0612 305ID\n0613 8HQ 113ID\n0513 192RD")
    assert game.against("8HQ", "0612") == ["19.33a"]
    assert "0612" not in game.reach("8HQ")
    game = at(MARCH + "0612 305ID\n0614 8HQ\n0611 192RD")
    assert game.price("8HQ", "0613 0612") == "1"  # the near bank is free of zones


@pytest.mark.case("19.33a", "9.5a")
def test_the_hex_of_a_class_c_unit_is_no_way_in(at: At) -> None:
    """Class C has a zone in its own hex alone, which no enemy enters."""
    game = at(MARCH + "0613 16Pz\n0612 192RD(reduced)")
    assert game.against("16Pz", "0612") == ["6.12c"]
    assert game.against("16Pz", "0714") == []


@pytest.mark.case("19.33a", "9.4a")
def test_whatever_leaving_a_zone_costs(at: At) -> None:
    """With another number on the chart 19.33 still stands."""
    game = at(MARCH + "0513 192RD\n0613 16Pz" + FULL)
    data, toll = game.s.data, game.s.data.toll
    try:
        data.toll = 0
        assert "0612" not in game.reach("16Pz")
        assert game.against("16Pz", "0612") == ["19.33a"]
    finally:
        data.toll = toll


@pytest.mark.case("19.33a", "10.53a")
def test_an_advance_is_free_unless_the_players_say_otherwise(at: At) -> None:
    text = "at german-combat\nturn 5\n0613 16Pz\n0513 192RD(reduced)\n0514 184RD\n0612 131RD(reduced)\n0712 229RD"
    game = at(text).strike("attack 0612 with 16Pz", "-/1")
    game.play("lose 131RD")
    assert game.ask == ("german", "advance")
    assert game.clauses("advance 16Pz 0612") == []
    game = at(text, don="barred").strike("attack 0612 with 16Pz", "-/1").play("lose 131RD")
    assert game.ask == ("german", "german-combat")


@pytest.mark.case("19.33a")
def test_every_hexside_of_the_don_is_barred_and_no_other() -> None:
    barred = {(a, b) for a in range(D.board.box) for b in scan(D.barred[a])}
    assert barred == D.sides_of["Don"]
    assert len(barred) == 2 * len(
        [side for river in D.map.rivers.values() if river.kind == "Don" for side in river.sides]
    )
    assert not any(D.barred[place] for place in scan(D.seamed))  # no fringe hex lies on the Don


@pytest.mark.case("19.33a", "16.14a", "19.72c")
def test_units_that_enter_are_bound_too(at: At) -> None:
    """0114 of Area N lies on the Don, across from 0115: the first hex is free, the step over the river is not."""
    assert D.barred[AT["0114"]] >> AT["0115"] & 1
    game = at(RUSSIANS + "north 13Gd\n0214 16Pz(reduced)")
    assert "19.33a" in game.against("13Gd", "0114 0115", "enter")
    assert "0115" not in game.reach("13Gd", "enter")
    assert game.price("13Gd", "0114", "enter") == "1"
    assert at(RUSSIANS + "north 13Gd").price("13Gd", "0114 0115", "enter") == "4"
