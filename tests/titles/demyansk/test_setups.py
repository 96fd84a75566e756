"""The set-ups of Demyansk Shield are legal: stacking, terrain, supply, and Demyansk as the scenario needs it."""

import tomllib
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from grognard.kit.load.hex_map import load_map
from grognard.titles import GAMES

GAME = GAMES["demyansk"]
MAP = load_map(GAME.text("map.toml"), "map.toml")
UNITS, SCENARIOS = (tomllib.loads(GAME.text(file)) for file in ("units.toml", "scenarios.toml"))
COUNTERS: dict[str, dict[str, Any]] = {unit["id"]: unit for side in ("axis", "soviet") for unit in UNITS[side]}
SETUPS = {scenario["id"]: scenario for scenario in SCENARIOS["scenario"] if "like" not in scenario}
STRONGPOINTS = {"axis": "Axis strongpoint", "soviet": "Soviet strongpoint"}
OTHER = {"axis": "soviet", "soviet": "axis"}
ROADS = {frozenset(step) for road in MAP.roads.values() for step in pairwise(road.hexes)}
ROAD_HEXES = {hex for road in MAP.roads.values() for hex in road.hexes}
BOXES = {"red": "NWF", "yellow": "Valday", "green": "SWF"}


class Army(NamedTuple):
    """One side at the start, in frozen weather."""

    stacks: dict[str, int]  # stacking points by hex, printed units included
    zone: set[str]
    works: set[str]  # hexes with active Strongpoints


def area(scenario: dict[str, Any]) -> set[str]:
    return {hex for hex in MAP.terrain if int(hex[2:]) >= scenario["area"]["from_column"]}


def army(scenario: dict[str, Any], side: str) -> Army:
    ground, gone = area(scenario), scenario["destroyed"]
    stacks = {hex: 0 for hex in UNITS["printed"][side]["hexes"] if hex in ground and hex not in gone["units"]}
    exerting = set(stacks)
    for hex, units in scenario[side]["start"].items():
        stacks[hex] = stacks.get(hex, 0) + sum(COUNTERS[unit]["stack"] for unit in units)
        exerting |= {hex for unit in units if not COUNTERS[unit].get("band")}
    for hex, count in scenario[side].get("untried", {}).items():
        stacks[hex] = stacks.get(hex, 0) + count * UNITS["untried"]["stack"]
        exerting.add(hex)
    zone = {near for hex in exerting for near in MAP.neighbours(hex)} & ground
    works = {hex for hex in MAP.features[STRONGPOINTS[side]] if hex in ground and hex not in gone["strongpoints"]}
    return Army(stacks, zone, works)


def supplied(scenario: dict[str, Any], side: str, sources: Iterable[str]) -> set[str]:
    """The hexes from which a Supply Route leads to one of the sources (6.2)."""
    ground, own, foe = area(scenario), army(scenario, side), army(scenario, OTHER[side])
    closed = set(foe.stacks) | foe.works | (foe.zone - own.works - set(own.stacks))
    free = ground - closed
    roads = {(hex, 0) for hex in sources if hex in free}
    edge = list(roads)
    while edge:
        hex, breaks = edge.pop()
        for near in MAP.neighbours(hex):
            step = (near, breaks + (frozenset((hex, near)) not in ROADS))
            if near in free & ROAD_HEXES and step[1] <= 1 and step not in roads:
                roads.add(step)
                edge.append(step)
    reached = {hex for hex, _ in roads}
    line = set(reached)
    for _ in range(7):
        line = {near for hex in line for near in MAP.neighbours(hex)} & ground - reached
        reached |= line
        line &= free
    return reached


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("side", OTHER)
def test_every_unit_is_placed_once_and_within_the_rules(name: str, side: str) -> None:
    scenario = SETUPS[name]
    placed = [unit for units in scenario[side]["start"].values() for unit in units]
    placed += [unit for group in scenario[side].get("arrive", ()) for unit in group["units"]]
    assert len(set(placed)) == len(placed)
    assert set(placed) <= {unit["id"] for unit in UNITS[side]}
    assert all("back" in COUNTERS[unit] for unit in scenario[side].get("reduced", ()))
    found = army(scenario, side)
    assert set(found.stacks) <= {hex for hex in area(scenario) if MAP.land(hex)}
    assert max(found.stacks.values()) <= 7
    assert not set(found.stacks) & (set(army(scenario, OTHER[side]).stacks) | army(scenario, OTHER[side]).works)


def test_soviet_reinforcements_come_to_the_box_of_their_color() -> None:
    for scenario in SETUPS.values():
        for group in scenario["soviet"].get("arrive", ()):
            assert {BOXES[COUNTERS[unit]["color"]] for unit in group["units"]} == {group["box"]}


def test_there_are_as_many_untried_units_as_places_in_the_campaign() -> None:
    axis = SETUPS["offensive"]["axis"]
    places = sum(axis["untried"].values()) + sum(group.get("untried", 0) for group in axis["arrive"])
    assert places == UNITS["untried"]["count"] == len(UNITS["untried"]["faces"]) == len(UNITS["untried"]["ids"])


@pytest.mark.parametrize("name", SETUPS)
def test_every_soviet_unit_starts_supplied(name: str) -> None:
    found = army(SETUPS[name], "soviet")
    assert set(found.stacks) - found.works <= supplied(SETUPS[name], "soviet", MAP.areas["Soviet supply"])


@pytest.mark.parametrize("name", SETUPS)
def test_every_axis_unit_starts_supplied(name: str) -> None:
    scenario = SETUPS[name]
    sources = {*MAP.areas["Axis supply"], *MAP.features["airfield"], *scenario.get("supply", {}).get("axis", ())}
    found = army(scenario, "axis")
    assert set(found.stacks) - found.works <= supplied(scenario, "axis", sources)


def test_demyansk_is_not_surrounded_at_the_start() -> None:
    assert "2711" in supplied(SETUPS["offensive"], "axis", MAP.areas["Axis supply"])


def test_the_link_does_not_exist_at_the_start() -> None:
    bridge = SETUPS["bridge"]
    assert not supplied(bridge, "axis", bridge["victory"]["to"]) & set(bridge["victory"]["link"])


def test_neither_side_is_near_a_sudden_victory() -> None:
    for side in OTHER:
        assert sum(map(len, SETUPS["offensive"][side]["start"].values())) > 33
