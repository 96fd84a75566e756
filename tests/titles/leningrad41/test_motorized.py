"""[8.8] Motorized movement: who, how far, where, and what stops it."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from tests.titles.leningrad41.conftest import DATA, TITLE
from tests.titles.leningrad41.moves import against, cost, go, reach

Moving = Callable[..., Any]


@pytest.mark.case("8.8b", "2.9b", "2.11a")
def test_it_doubles_the_allowance(moving: Moving) -> None:
    game = moving("german", "5101 I-8M")
    west = " ".join(f"51{n:02}" for n in range(2, 31))
    assert cost(game, "I-8M", west, "drive") == 30
    assert against(game, "I-8M", west) == ["8.3a"]
    assert against(game, "I-8M", f"{west} 5129 5130 5129", "drive") == ["8.3a"]
    soviet = moving("soviet", "0101 1-1Tk")
    row = " ".join(f"01{n:02}" for n in range(2, 26))
    assert cost(soviet, "1-1Tk", row, "drive") == 24
    assert against(soviet, "1-1Tk", f"{row} 0126", "drive") == ["8.3a"]


@pytest.mark.case("8.8a", "2.11c", "2.11b")
def test_who_may_use_it(moving: Moving) -> None:
    game = moving("german", "5015 I-469\n5016 269PzJg\n5012 I-10\n5010 Manstein")
    assert game.movers("drive") == {"269PzJg", "I-10", "Manstein"}
    assert against(game, "I-469", "5014", "drive") == ["8.8a"]
    soviet = moving(
        "soviet", "2001 Zhukov\n2003 Zhdanov\n2005 42-5\n2007 42-6=51Tk\n2009 42-7=1-1DNO\n3030 LG42\n4704 Aurora-42"
    )
    assert soviet.movers("drive") == {"Zhukov", "42-6"}  # its owner has looked at 42-6


@pytest.mark.case("8.8c", "8.5b", "8.5c")
def test_streets_lead_through_the_city_at_its_cost(moving: Moving) -> None:
    game = moving("german", "3112 I-8M")
    assert cost(game, "I-8M", "3211 3311 3310 3309 3408", "drive") == 3 + 2 + 2 + 2 + 3
    assert against(game, "I-8M", "3111", "drive") == ["8.8c"]
    assert against(game, "I-8M", "3211 3212", "drive") == ["8.8c"]
    assert "3111" not in reach(game, "I-8M", "drive")


@pytest.mark.case("8.8c")
def test_from_the_open_into_a_street_and_back(moving: Moving) -> None:
    game = moving("german", "5015 I-8M")
    assert cost(game, "I-8M", "4916 4815", "drive") == 3  # along the Prospekt into an urban hex and out of it
    assert against(game, "I-8M", "4915 4916", "drive") == ["8.8c"]


@pytest.mark.case("8.8c", "19.1a")
def test_motorized_entry(moving: Moving) -> None:
    game = moving("german", "arriving I-8M")
    assert cost(game, "I-8M", "5116 5015 4916", "drive") == 4
    assert against(game, "I-8M", "4916", "drive") == ["19.1a"]


@pytest.mark.case("8.8c", "16.2b")
def test_motorized_entry_into_the_city(at: Callable[..., Any]) -> None:
    """No hex of the printed edge is urban; here all of it is."""
    data = copy(TITLE.data)
    edge = data.stages["assault"].german_entry
    data.kept, data._lanes = {}, {}
    data.kind = {**data.kind, "clear": data.kind["clear"] & ~edge, "urban": data.kind["urban"] | edge}
    data.terrain = {hex: "urban" if edge >> hex & 1 else kind for hex, kind in data.terrain.items()}
    text = "at german-movement\nturn 3\narriving I-8M"
    game = at(text, replace(TITLE, data=data))
    assert cost(game, "I-8M", "5116", "drive") == 2  # a Prospekt leads in
    assert against(game, "I-8M", "5115", "drive") == ["8.8c"]
    assert "5115" not in reach(game, "I-8M", "drive")
    assert at(f"{text}\ndelayed yes", replace(TITLE, data=data)).movers("drive") == set()


@pytest.mark.case("16.2b")
def test_after_the_delay_streets_are_closed_but_the_open_is_not(moving: Moving) -> None:
    game = moving("german", "delayed yes\n5015 I-8M\n3112 II-8M\n5002 III-8M")
    assert against(game, "I-8M", "4916", "drive") == ["16.2b"]
    assert against(game, "II-8M", "3211", "drive") == ["8.8c", "16.2b"]
    assert game.movers("drive") == {"I-8M", "III-8M"}
    assert cost(game, "III-8M", "4903 4803", "drive") == 2  # a railroad in the open
    assert cost(game, "II-8M", "3211") == 3


@pytest.mark.case("8.8d")
@pytest.mark.parametrize(("die", "where"), [(6, "4815"), (1, "dead")])
def test_any_defensive_fire_stops_it(moving: Moving, die: int, where: str) -> None:
    game = moving("german", "5015 I-8M\n4716 1-1DNO")
    go(game, "I-8M", "4915 4815 4814", "drive")
    assert game.ask == ("soviet", "volley")
    game.play("fire 42-1", f"roll {die}")
    assert game.ask == ("german", "german-movement")
    assert game.where("I-8M") == where


@pytest.mark.case("8.8d", "9.2b")
def test_normal_movement_goes_on_after_a_miss(moving: Moving) -> None:
    game = moving("german", "5015 I-8M\n4716 1-1DNO")
    go(game, "I-8M", "4915 4815 4814")
    game.play("fire 42-1", "roll 6")
    assert game.ask == ("german", "onward")
    game.play("onward")
    assert game.where("I-8M") == "4814"
    assert game.ask == ("german", "german-movement")


@pytest.mark.case("8.8d", "10.2b")
def test_fire_that_is_held_does_not_stop_it(moving: Moving) -> None:
    game = moving("german", "5015 I-8M\n4716 1-1DNO")
    go(game, "I-8M", "4915 4815 4814", "drive")
    game.play("hold")
    assert game.where("I-8M") == "4814"


@pytest.mark.case("6.6d")
def test_road_movement_reveals_a_unit(moving: Moving) -> None:
    text = "2011 42-6=51Tk"
    game = moving("soviet", text)
    go(game, "42-6", "2010 1910", "drive")
    assert game.s.up >> game.unit("42-6") & 1
    assert "turned over" in game.log(0)
    normal = moving("soviet", text)
    go(normal, "42-6", "2010 1910")
    assert not normal.s.up
    assert "Tank" not in normal.log(0)
    open_ = moving("soviet", "0510 42-6=51Tk")
    assert not DATA.streets >> open_.place("0509") & 1
    go(open_, "42-6", "0509", "drive")
    assert not open_.s.up


@pytest.mark.case("8.9b", "8.8c")
def test_a_street_whose_bridge_is_down(moving: Moving) -> None:
    over = "demolished bridge-3407-3507\n3408 I-8M"
    assert cost(moving("german", "3408 I-8M"), "I-8M", "3407 3507", "drive") == 4
    assert cost(moving("german", over), "I-8M", "3407 3507", "drive") == 5  # a minor river
    down = "demolished bridge-3605-3606\n3707 I-8M"
    assert against(moving("german", down), "I-8M", "3606 3605", "drive") == ["8.9a"]
