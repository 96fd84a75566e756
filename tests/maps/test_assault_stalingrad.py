"""The maps of Assault on Stalingrad: every fact the rulebook states about them, and what its rules take for granted."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from grognard.kit.load import hex_map
from grognard.kit.load.hex_map import HexMap, load_map
from tests.maps import structure
from tests.maps.structure import reachable, rivers, side, steps

DATA = Path(hex_map.__file__).parents[2] / "titles" / "assault" / "data" / "stalingrad"
MAP = load_map((DATA / "map.toml").read_text("utf-8"), "map.toml")
INSET = load_map((DATA / "inset.toml").read_text("utf-8"), "inset.toml", MAP)

CITY = {"0807", "0907", "1007"}
INTERIOR = {h for link in INSET.links.values() if link.kind == "interior" for h in link.hexes}
FRINGE = {h for link in INSET.links.values() if link.kind == "fringe" for h in link.hexes}
VOLGA, INSET_VOLGA = rivers(MAP, "Volga"), rivers(INSET, "Volga")
EAST_BANK = reachable(MAP, "0401", VOLGA)
VICTORY = {h for h, place in INSET.places.items() if place.kind == "victory hex"}
AREAS = {letter: set(MAP.areas[letter]) for letter in "NESW"}


def ferries(hexmap: HexMap) -> set[tuple[str, str]]:
    return {s for s, bridge in hexmap.bridges.items() if bridge.kind == "ferry"}


def beside(hexmap: HexMap, hexes: Iterable[str]) -> set[str]:
    return {n for h in hexes for n in hexmap.neighbours(h)} - set(hexes)


PRINTED = {"village", "station", "farm"}
"""Places that are only printed on the map."""
Fact = tuple[str, Callable[[], bool]]

USED: list[Fact] = [
    ("19.0 8.8 kilometres to the hex", lambda: MAP.grid.scale == 8.8),
    ("19.0 about 2 kilometres to the hex of the Inset", lambda: INSET.grid.scale == 2),
    (
        "19.31 River, Don River and Volga River",
        lambda: {r.kind for r in MAP.rivers.values()} == {"river", "Don", "Volga"},
    ),
    ("19.32 the Volga is on the Inset too", lambda: {r.kind for r in INSET.rivers.values()} == {"Volga"}),
    ("19.32 there are ferries, on the Volga alone", lambda: set() < ferries(MAP) <= VOLGA),
    ("19.34 there are ferries on the Inset", lambda: set() < ferries(INSET) <= INSET_VOLGA),
    ("19.35 there are towns", lambda: "town" in MAP.terrain.values()),
    ("19.52 the red edge begins at 0120", lambda: MAP.areas["red edge"][0] == "0120"),
    ("19.52 the red edge ends at 2301", lambda: MAP.areas["red edge"][-1] == "2301"),
    (
        "19.7 four Entry Areas on the edge",
        lambda: MAP.entries == set("NESW") and all(MAP.edge(h) for area in AREAS.values() for h in area),
    ),
    ("19.53 there are rail lines", lambda: len(MAP.rails) > 0),
    ("19.91 Stalingrad has city hexes", lambda: {h for h, t in MAP.terrain.items() if t == "city"} == CITY),
    ("19.92 there are victory hexes in Stalingrad", lambda: set() < VICTORY <= INTERIOR),
]

HELD_OUT: list[Fact] = [
    ("19.92 eight victory hexes", lambda: len(VICTORY) == 8),
    ("19.34 every crossing is a ferry", lambda: ferries(MAP) | ferries(INSET) == {*MAP.bridges, *INSET.bridges}),
    ("19.93 Area N is away from 0120", lambda: not {"0119", "0120"} & AREAS["N"]),
    ("8.13 0708 and 1108 are fringe", lambda: {"0708", "1108"} <= set(MAP.areas["fringe"]) == beside(MAP, CITY)),
    (
        "19.34 a Volga hexside between fringe hexes of both banks is no ferry",
        lambda: not ferries(MAP) & {s for s in VOLGA if set(s) <= set(MAP.areas["fringe"])},
    ),
    (
        "19.34 Volga hexsides part the city from the fringe of the east bank",
        lambda: all((beside(MAP, {h}) & EAST_BANK & set(INSET.links)) and h not in EAST_BANK for h in CITY),
    ),
    (
        "19.34 every hex of the east bank beside the city is fringe",
        lambda: all(INSET.links[h].kind == "fringe" for h in beside(MAP, CITY) & EAST_BANK),
    ),
    (
        "19.34 Germans have a bank without crossing the Volga",
        lambda: not ((reachable(MAP, "2320", VOLGA) | reachable(MAP, "0328", VOLGA)) & EAST_BANK),
    ),
    (
        "19.34 a ferry leads from the east bank into the city of the Inset",
        lambda: all(len({a, b} & INTERIOR) == len({a, b} & FRINGE) == 1 for a, b in ferries(INSET)),
    ),
    (
        "19.43 the interior is whole, so that the NKVD can move in it",
        lambda: reachable(INSET, "C2", INSET_VOLGA, FRINGE) == INTERIOR,
    ),
    ("19.51 a road runs off the map in Area W", lambda: bool(MAP.leaves & AREAS["W"])),
    ("19.51 a road runs off the map in Area S", lambda: bool(MAP.leaves & AREAS["S"])),
    (
        "19.51 the edge of Areas W and S can be reached over land",
        lambda: all(reachable(MAP, "0907", VOLGA) & AREAS[letter] for letter in "WS"),
    ),
    (
        "19.82 units can be set up in every hex of Stalingrad",
        lambda: all(MAP.land(h) for h in CITY) and all(INSET.land(h) for h in INTERIOR),
    ),
    (
        "19.52 the red edge is one run of edge hexes",
        lambda: all(
            b in MAP.neighbours(a) and MAP.edge(b)
            for a, b in zip(MAP.areas["red edge"], MAP.areas["red edge"][1:], strict=False)
        ),
    ),
    ("19.52 the red edge holds the corner 0101", lambda: "0101" in MAP.areas["red edge"]),
    ("19.71 Germans enter beyond the red edge", lambda: not (AREAS["W"] | AREAS["S"]) & set(MAP.areas["red edge"])),
    ("19.72 Russians enter on the red edge", lambda: AREAS["N"] | AREAS["E"] <= set(MAP.areas["red edge"])),
    ("19.72 room in Areas N and E for the units of the example", lambda: len(AREAS["N"]) >= 3 and len(AREAS["E"]) >= 2),
    (
        "19.93 0120 can reach Area N, and the way can be cut",
        lambda: (
            "0120" not in AREAS["N"]
            and bool(reachable(MAP, "0120", VOLGA) & AREAS["N"])
            and not set(MAP.neighbours("0120")) & AREAS["N"]
        ),
    ),
    ("19.93 0120 is open to units", lambda: MAP.land("0120") and len(MAP.neighbours("0120")) > 2),
]


@pytest.mark.parametrize("fact", [pytest.param(fact, id=name) for name, fact in USED])
def test_stated_and_used(fact: Callable[[], bool]) -> None:
    assert fact()


@pytest.mark.parametrize("fact", [pytest.param(fact, id=name) for name, fact in HELD_OUT])
def test_stated_and_held_out(fact: Callable[[], bool]) -> None:
    assert fact()


@pytest.mark.parametrize("hexmap", [MAP, INSET], ids=["main map", "inset"])
def test_structure(hexmap: HexMap) -> None:
    structure.check_all(hexmap)


def test_every_hex_of_the_grid_is_on_the_map() -> None:
    assert (MAP.grid.layout, MAP.grid.shifted, MAP.grid.names) == ("rows", "odd", "RRCC")
    assert set(MAP.terrain) == {f"{row:02}{column:02}" for row in range(1, 24) for column in range(1, 29)}


def test_both_maps_name_their_hexes_alike() -> None:
    """As the two maps of Assault on Leningrad do: columns from the east, even rows further west."""
    assert set(MAP.neighbours("0604")) == {"0504", "0505", "0603", "0605", "0704", "0705"}
    assert set(INSET.neighbours("F4")) == {"E4", "E5", "F3", "F5", "G4", "G5"}


def test_the_fringe_is_what_the_inset_links_to() -> None:
    assert set(MAP.areas["fringe"]) == {h for h, link in INSET.links.items() if link.kind == "fringe"}
    assert {"0708", "1108"} <= set(MAP.areas["fringe"])


def test_road_entries_are_where_roads_leave_entry_areas() -> None:
    ends = {h for h in MAP.leaves if any(h in road.hexes for road in MAP.roads.values())}
    assert set(MAP.areas["road entry"]) == ends & set().union(*AREAS.values())


def test_areas_lie_on_their_sides_of_the_map() -> None:
    assert all(h[:2] == "01" for h in AREAS["N"])
    assert all(h[2:] == "01" for h in AREAS["E"])
    assert all(h[:2] == "23" for h in AREAS["S"])
    assert all(h[2:] == "28" for h in AREAS["W"])
    assert AREAS["E"] <= EAST_BANK
    assert not AREAS["N"] & EAST_BANK


def test_the_don_shields_the_land_bridge() -> None:
    """From the west one comes to Stalingrad over the Don alone, from the south without it."""
    don = rivers(MAP, "Don")
    bend = reachable(MAP, "0328", don | VOLGA)
    assert not CITY & bend
    assert AREAS["W"] | {"0120", "1520"} <= bend
    assert AREAS["S"] | AREAS["N"] | CITY | {"1016"} <= reachable(MAP, "2320", don | VOLGA)


def test_no_road_or_rail_crosses_the_volga() -> None:
    assert not (steps(MAP.roads) | steps(MAP.rails)) & VOLGA


def test_roads_cross_the_don_at_vertyachiy_kalach_and_nizhne_chirskaya_only() -> None:
    crossings = {side("0612", "0613"), side("1016", "1017"), side("1519", "1520")}
    assert steps(MAP.roads) & rivers(MAP, "Don") == crossings


def test_supply_roads_lead_from_areas_w_and_s_to_stalingrad() -> None:
    joined = structure.net(MAP.roads, "0907")
    assert joined & AREAS["W"]
    assert joined & AREAS["S"]
    assert joined >= CITY


def test_headquarters_can_follow_the_front() -> None:
    """Without the city too, roads lead off Areas W and S from Kalach, Abganerovo and before Stalingrad."""
    outside = {s for s in steps(MAP.roads) if not CITY & set(s)}
    for start in ("1016", "1914", "0909", "1208", "0612", "0607"):
        joined = {start}
        while more := {h for s in outside if joined & set(s) for h in s} - joined:
            joined |= more
        assert all(joined & AREAS[letter] & MAP.leaves for letter in "WS"), start


def test_no_hex_is_far_from_a_road() -> None:
    """Six hexes is all a headquarters has (19.51)."""
    roads = {h for s in steps(MAP.roads) for h in s}
    bank = reachable(MAP, "0907", VOLGA) - AREAS["N"]
    assert all(min(MAP.grid.distance(h, r) for r in roads) <= 6 for h in bank)


def test_roads_leave_the_map_outside_areas_w_and_s_too() -> None:
    """And not every hex of the west and south edge belongs to an Area."""
    west, south = {h for h in MAP.terrain if h[2:] == "28"}, {h for h in MAP.terrain if h[:2] == "23"}
    assert {"1728", "2307"} <= MAP.leaves - AREAS["W"] - AREAS["S"]
    assert west - AREAS["W"]
    assert south - AREAS["S"]


def test_towns_and_cities_are_on_roads_or_rails_or_rivers() -> None:
    roads = {h for s in steps(MAP.roads) | steps(MAP.rails) | rivers(MAP) for h in s}
    assert {h for h, t in MAP.terrain.items() if t in ("town", "city")} <= roads


def test_every_town_has_its_name() -> None:
    built = {h: t for h, t in MAP.terrain.items() if t in ("town", "city")}
    assert {h: place.kind for h, place in MAP.places.items() if place.kind not in PRINTED} == built


def test_what_is_only_printed_is_where_it_belongs() -> None:
    """Stations are on railways, and balkas, which have no effect, on open ground."""
    rails = {h for s in steps(MAP.rails) for h in s}
    assert {h for h, place in MAP.places.items() if place.kind == "station"} <= rails
    assert {MAP.terrain[h] for h in MAP.features["balka"]} == {"clear"}
    assert set(MAP.features) == {"balka", "airfield"}


def test_roads_lead_to_the_ferries_of_the_centre_and_of_dubovka() -> None:
    lines = {h for s in steps(MAP.roads) for h in s}
    assert {side("1006", "1007"), side("0504", "0505")} <= {s for s in ferries(MAP) if set(s) <= lines}


def test_the_russians_reach_the_red_edge_from_everywhere() -> None:
    red = set(MAP.areas["red edge"])
    assert all(reachable(MAP, start, VOLGA) & red for start in ("0120", "0907", "1004", "2328"))


def test_every_hex_of_the_inset_stands_for_one_of_the_main_map() -> None:
    """Neighbours on the Inset are neighbours on the main map, or in the same hex of it."""
    linked = [h for link in INSET.links.values() for h in link.hexes]
    assert sorted(linked) == sorted(INSET.terrain)
    assert {h for h, link in INSET.links.items() if link.kind == "interior"} == CITY == set(MAP.areas["Stalingrad"])
    assert set(INSET.links) == CITY | beside(MAP, CITY)
    assert {h for h, t in INSET.terrain.items() if t == "interior"} == INTERIOR
    home = {h: to for to, link in INSET.links.items() for h in link.hexes}
    for h in INSET.terrain:
        for n in INSET.neighbours(h):
            assert MAP.grid.distance(home[h], home[n]) <= 1, (h, n)


def test_the_volga_lies_between_the_same_banks_on_both_maps() -> None:
    home = {h: to for to, link in INSET.links.items() for h in link.hexes}
    for h in INSET.terrain:
        for n in INSET.neighbours(h):
            parted = (home[h] in EAST_BANK) != (home[n] in EAST_BANK)
            assert (side(h, n) in INSET_VOLGA) == parted, (h, n)


def test_ferries_of_the_city_are_on_both_maps() -> None:
    home = {h: to for to, link in INSET.links.items() for h in link.hexes}
    assert {side(home[a], home[b]) for a, b in ferries(INSET)} == ferries(MAP) & {
        side(a, b) for a in CITY for b in MAP.neighbours(a)
    }


def test_what_is_geography() -> None:
    """Rivers and lakes that the workshop projects; of no place but the rules' own is the hex more than an estimate."""
    found = {
        (layer, item) for layer, items in MAP.sources.items() for item, source in items.items() if source[0] == "G"
    }
    assert {layer for layer, _ in found} == {"river", "water", "shore"}
    assert {item for layer, item in found if layer == "river"} == {
        "|".join(s) for name in ("Don", "Chir", "Ilovlya") for s in MAP.rivers[name].sides
    }
    assert not {s for items in INSET.sources.values() for s in items.values() if s[0] == "G"}
