"""The map of *Demyansk Shield*: every fact its rulebook states about the map, and how the map hangs together."""

from collections.abc import Callable, Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import TypeAlias

import pytest

from grognard.kit.hex.grid import Grid
from grognard.kit.load import hex_map
from grognard.kit.load.hex_map import load_map
from tests.maps import structure
from tests.maps.structure import reachable, side, steps

FILE = Path(hex_map.__file__).parents[2] / "titles" / "demyansk" / "data" / "map.toml"
MAP = load_map(FILE.read_text("utf-8"), "map.toml")
LAND = structure.land(MAP)
RIVERS, MAJOR = structure.rivers(MAP), structure.rivers(MAP, "major river")
ROADS, RAILS = steps(MAP.roads), steps(MAP.rails)
ROAD_HEXES = {hex for road in MAP.roads.values() for hex in road.hexes}
WORKS = ("town", "airfield", "Axis strongpoint", "Soviet strongpoint")

Fact: TypeAlias = Callable[[], bool]


def adjacent(a: str, b: str) -> bool:
    return b in MAP.neighbours(a) and a in MAP.neighbours(b)


def has(kind: str, *hexes: str) -> bool:
    return MAP.features[kind] >= set(hexes)


def place(name: str, hex: str, kind: str = "village") -> Fact:
    return lambda: MAP.places[hex] == (name, kind) and has(kind, hex) and hex in LAND


def neighbours(a: str, b: str) -> Fact:
    return lambda: adjacent(a, b)


def ground(hex: str, terrain: str, *, woods: bool = False) -> Fact:
    return lambda: MAP.terrain[hex] == terrain and (hex in MAP.features["woods"]) == woods


def area(name: str, *hexes: str) -> Fact:
    return lambda: set(MAP.areas[name]) == set(hexes) <= LAND


def edge(hex: str) -> Fact:
    return lambda: MAP.edge(hex)


def land(hex: str) -> Fact:
    return lambda: hex in LAND


def spot(name: str) -> str:
    """The hex in which a name stands."""
    (hex,) = (hex for hex, found in MAP.places.items() if found.name == name)
    return hex


def uninterrupted(a: str, b: str) -> bool:
    """Whether one road leads from a to b without a break."""
    return any(a in road.hexes and b in road.hexes for road in MAP.roads.values())


ADJACENT = {
    "8.2": ("3215-3114", "3215-3214", "3214-3114"),
    "11.22b": ("1824-1923", "1824-1924", "1923-1924"),
    "12.44": ("2632-2731", "2731-2730", "2731-2831"),
    "17": ("1710-1811", "1810-1811", "1810-1910", "1809-1810"),
    "6.23": ("2024-2025", "2024-2124", "2025-2124"),
    "8.31": ("2711-2710", "2710-2709", "2709-2708", "2708-2707"),
}

USED: dict[str, Fact] = {
    # the places of the fit
    "16.14 Demyansk": place("Demyansk", "2711", "town"),
    "16.21 Staraya Russa": place("Staraya Russa", "1528", "town"),
    "19.14 Lyubnitsa": place("Lyubnitsa", "1608"),
    "19.14 Pola": place("Pola", "1621"),
    "19.14 Lychkovo": place("Lychkovo", "1712"),
    "19.14 Belebelka": place("Belebelka", "2833"),
    "19.14 Polnovo": place("Polnovo", "3004"),
    "19.14 Molvotitsy": place("Molvotitsy", "3412"),
    # what chose the grid
    **{f"{case} {pair} adjacent": neighbours(*pair.split("-")) for case, pairs in ADJACENT.items() for pair in pairs},
    # what gave the extent
    **{f"16.14 {hex} on the edge": edge(hex) for hex in ("1032", "1836", "2036")},
    **{f"5.34 {hex} on the edge": edge(hex) for hex in ("4027", "4031")},
    # what was written into the map
    "19.14 Ivanovskoye": place("Ivanovskoye", "1929"),
    "19.14 Kolbykino": place("Kolbykino", "2124"),
    "19.14 Stepanovo": place("Stepanovo", "2219"),
    "19.14 locations": area("locations", *"1608 1621 1712 1929 2124 2219 2833 3004 3412".split()),
    "19.14 three airfields": lambda: len(MAP.features["airfield"]) == 3,
    "16.14 supply": area("Axis supply", "1032", "1836", "2036"),
    "19.23 supply": area("Scenario 2 supply", "2219", "2518"),
    "5.34 exits": area("2GRC exits", "4027", "4031"),
    "19.22 east edge": lambda: MAP.areas["Scenario 2 east edge"] == tuple(f"{row}17" for row in range(11, 40)),
    "6.2 road 1732 to 1836": lambda: uninterrupted("1732", "1836"),
    "8.31 road 2711 to 2710": lambda: side("2710", "2711") in ROADS,
    "8.31 2709 clear": ground("2709", "clear"),
    "8.31 2708 rough": ground("2708", "rough"),
    "8.31 2707 rough and woods": ground("2707", "rough", woods=True),
    "17 printed strongpoint 1811": lambda: has("Axis strongpoint", "1811"),
    "17 strongpoint 1910": lambda: has("Axis strongpoint", "1910"),
    "17 no other shift in 1811": ground("1811", "clear"),
    "17 no other shift in 1910": ground("1910", "clear"),
    "6.23 no bridge from 2024 to 2025": lambda: side("2024", "2025") not in ROADS | RAILS,
    "6.23 roads end on both banks": lambda: {"2024", "2025"} <= ROAD_HEXES,
    "9.3 the four boxes have their entries": lambda: MAP.entries == {"AGN", "NWF", "Valday", "SWF"},
    "13.25 a river at 2329": lambda: any("2329" in s for s in RIVERS),
    # what chose between grids, and what the roads were led around
    "6.2 1829 is four hexes from 1732": lambda: MAP.grid.distance("1829", "1732") == 4,
    "12.44 2733 is not adjacent to 2632": lambda: not adjacent("2733", "2632"),
    "8.31 no road from 2710 to 2707": lambda: not {side(*s) for s in pairwise("2710 2709 2708 2707".split())} & ROADS,
    "6.23 the way out of the Pocket": lambda: "2024" in structure.net(MAP.roads, "2518"),
    "17 a retreat is required in 1810": lambda: (
        MAP.terrain["1810"] != "hill"
        and not any(has(kind, "1810") for kind in WORKS)
        and not any("1810" in MAP.areas[name] for name in MAP.entries)
    ),
    "2.1 about 3.25 km to the hex": lambda: MAP.grid.scale == 3.25,
    "5.34 the exits are on the south edge": lambda: {hex[:2] for hex in MAP.areas["2GRC exits"]} == {"40"},
    "5.34 strategic movement leads off the map at the exits": lambda: set(MAP.areas["2GRC exits"]) <= MAP.leaves,
    "6.22 supply roads run on into the Map Boxes": lambda: all(MAP.leaves & set(MAP.areas[box]) for box in MAP.entries),
    "14.11 printed strongpoints of both sides": lambda: all(
        MAP.features[f"{owner} strongpoint"] for owner in ("Axis", "Soviet")
    ),
    "19.24 two of the Axis sources are on the west edge": lambda: (
        {hex for hex in MAP.areas["Axis supply"] if hex[2:] == "36"} == {"1836", "2036"}
    ),
    "1.2 the Valday Hills": lambda: MAP.terrain[spot("Valday Hills")] == "hill",
    "18.3 Kholm is beyond the map": lambda: "Kholm" not in {found.name for found in MAP.places.values()},
}

# No waypoint, estimate or override was set for these: they follow from the fit, the lakes and the rivers.
HELD_OUT: dict[str, Fact] = {
    "6.23 river between 2024 and 2025": lambda: side("2024", "2025") in MAJOR,
    "11.22b one of two sides of 1824 is major river": lambda: (
        len({side("1824", "1923"), side("1824", "1924")} & MAJOR) == 1
    ),
    "17 no river before 1811 and 1910": lambda: (
        not {side("1710", "1811"), side("1810", "1811"), side("1810", "1910")} & RIVERS
    ),
    "8.31 no river from 2711 to 2707": lambda: (
        not {side(*s) for s in pairwise("2711 2710 2709 2708 2707".split())} & RIVERS
    ),
    **{f"16.14 {hex} is land": land(hex) for hex in ("1032", "1836", "2036")},
    **{f"5.34 {hex} is land": land(hex) for hex in ("4027", "4031")},
    **{f"19.14 {hex} is land": land(hex) for hex in ("1929", "2124", "2219")},
    "19.23 2518 is land": land("2518"),
    "13.25 2329 is land": land("2329"),
    "8.2 the hexes of the example are land": lambda: {"3114", "3214", "3215"} <= LAND,
    "12.44 the hexes of the example are land": lambda: {"2632", "2730", "2731", "2733", "2831"} <= LAND,
    "19.22 both ends are on the map": lambda: {"1117", "3917"} <= LAND,
    "12.44 2730 and 2831 are two hexes from 2632": lambda: (
        MAP.grid.distance("2632", "2730") == MAP.grid.distance("2632", "2831") == 2
    ),
    "13.25 land on the other bank from 2329": lambda: any("2329" in s and LAND.issuperset(s) for s in RIVERS),
    "16.14 roads lead from Demyansk to the sources": lambda: (
        structure.net(MAP.roads, "2711") >= set(MAP.areas["Axis supply"])
    ),
    "17 the hexes of the example are land": lambda: {"1609", "1710", "1809", "1810", "1811", "1910"} <= LAND,
    "17 1811 is within the range of the artillery in 1609": lambda: MAP.grid.distance("1609", "1811") <= 4,
    "17 1809 is on the way from 1810 to a Soviet source": lambda: any(
        MAP.grid.distance("1809", source) < MAP.grid.distance("1810", source) for source in MAP.areas["Soviet supply"]
    ),
    "19.23 replacements can come in west of the line": lambda: all(
        any(int(hex[2:]) >= 17 for hex in MAP.areas[box]) for box in ("AGN", "NWF")
    ),
}


@pytest.mark.parametrize("fact", USED)
def test_a_fact_that_the_map_was_made_from_holds(fact: str) -> None:
    assert USED[fact]()


@pytest.mark.parametrize("fact", HELD_OUT)
def test_a_fact_that_was_held_out_holds(fact: str) -> None:
    assert HELD_OUT[fact]()


# The grid


def test_the_extent_is_31_rows_of_36_counted_from_the_east() -> None:
    assert len(MAP.terrain) == 31 * 36
    assert (MAP.grid.columns, MAP.grid.rows) == ((36, 1), (10, 40))
    x, y = MAP.grid.centre("2711")
    assert MAP.grid.centre("1528")[0] < x < MAP.grid.centre("3004")[0]  # Staraya Russa west, Polnovo east
    assert MAP.grid.centre("1712")[1] < y < MAP.grid.centre("3412")[1]  # Lychkovo north, Molvotitsy south


def layouts() -> Iterator[Grid]:
    """Every way to number straight rows or columns of hexes with four digits, this map's among them."""
    ways = product(("rows", "columns"), ("RRCC", "CCRR"), (1, -1), (1, -1), ("even", "odd"))
    for layout, names, first, second, shifted in ways:
        tens, units = (10, 40)[::first], (1, 36)[::second]
        columns, rows = (units, tens) if names == "RRCC" else (tens, units)
        yield Grid(layout, names, (columns[0], columns[1]), (rows[0], rows[1]), shifted)


def slanted(a: str, b: str, slant: int) -> int:
    """The distance if numbers run along slanted lines without a shift, so that (1, slant) is a step."""
    tens, units = int(b[:2]) - int(a[:2]), int(b[2:]) - int(a[2:])
    return max(abs(tens), abs(units)) if tens * units * slant > 0 else abs(tens) + abs(units)


def test_17_1811_is_four_hexes_from_1609_on_no_grid_that_keeps_what_else_is_stated() -> None:
    pairs = [tuple(pair.split("-")) for stated in ADJACENT.values() for pair in stated]
    grids = list(layouts())
    assert {grid.distance("1609", "1811") for grid in grids} == {3}
    fitting = [grid for grid in grids if all(b in grid.around(a) for a, b in pairs)]
    assert MAP.grid._replace(up=0, scale=0.0) in fitting
    assert all("1811" in grid.around("1710") for grid in fitting)
    assert [slanted("1609", "1811", slant) for slant in (1, -1)] == [2, 4]
    assert slanted("1710", "1811", -1) == 2  # though 1811 is attacked from 1710


# The structure


def test_the_structure() -> None:
    structure.check_all(MAP)


def test_rules_that_are_stated_have_their_source() -> None:
    stated = {source[2:] for layer in MAP.sources.values() for source in layer.values() if source.startswith("R:")}
    assert stated == {"5.34", "6.2", "8.31", "16.14", "16.21", "17", "19.14", "19.22", "19.23"}


def test_what_is_geography() -> None:
    """Lakes and rivers that the workshop projects, and the two shores that were left as it drew them."""
    found = {
        (layer, item) for layer, items in MAP.sources.items() for item, source in items.items() if source[0] == "G"
    }
    assert {item for layer, item in found if layer == "river"} == {
        "|".join(s) for name in ("Lovat", "Pola", "Polomet") for s in MAP.rivers[name].sides
    }
    assert all(MAP.terrain[item] == "lake" for layer, item in found if layer == "terrain")
    assert len([item for layer, item in found if layer == "shore"]) == 2
    assert {layer for layer, _ in found} == {"terrain", "river", "shore"}


def test_terrain_is_of_the_kinds_in_the_rules() -> None:
    assert set(MAP.terrain.values()) == {"clear", "rough", "swamp", "hill", "lake"}
    assert set(MAP.features) == {"woods", *WORKS, "village"}
    assert all(hexes <= LAND for hexes in MAP.features.values())


def test_named_places_are_the_towns_and_villages() -> None:
    for kind in ("town", "village"):
        assert MAP.features[kind] == {hex for hex, found in MAP.places.items() if found.kind == kind}


def test_a_strongpoint_has_one_owner() -> None:
    assert not MAP.features["Axis strongpoint"] & MAP.features["Soviet strongpoint"]


def test_airfields_are_where_one_could_be_built() -> None:
    for hex in MAP.features["airfield"]:  # 14.53
        assert MAP.terrain[hex] not in ("hill", "swamp")
        assert hex not in MAP.features["town"] | MAP.features["woods"]


@pytest.mark.parametrize("hex", MAP.areas["locations"] + ("1528", "2711", "2518"))
def test_what_is_fought_for_lies_on_a_road(hex: str) -> None:
    assert hex in ROAD_HEXES


def test_all_roads_are_one_net_with_every_source_of_supply() -> None:
    net = structure.net(MAP.roads, "1528")
    assert net == ROAD_HEXES
    for name in ("Axis supply", "Soviet supply", "Scenario 2 supply", "2GRC exits"):
        assert net >= set(MAP.areas[name]), name


def test_roads_leave_only_at_sources_and_exits() -> None:
    assert MAP.leaves == {*MAP.areas["Axis supply"], *MAP.areas["Soviet supply"], *MAP.areas["2GRC exits"]}


def test_sources_on_the_edge_are_entries_of_their_side() -> None:
    soviet = {hex for name in ("NWF", "Valday", "SWF") for hex in MAP.areas[name]}
    assert set(MAP.areas["Axis supply"]) <= set(MAP.areas["AGN"])
    assert set(MAP.areas["Soviet supply"]) <= soviet
    assert not soviet & set(MAP.areas["AGN"])


def test_no_hex_belongs_to_two_entries() -> None:
    hexes = [hex for name in MAP.entries for hex in MAP.areas[name]]
    assert len(set(hexes)) == len(hexes)


def test_the_railway_joins_the_towns_along_it() -> None:
    (railway,) = MAP.rails.values()
    named = [MAP.places[hex].name for hex in railway.hexes if hex in MAP.places]
    assert named == ["Tuleblya", "Staraya Russa", "Parfino", "Pola", "Beglovo", "Lychkovo", "Lyubnitsa", "Dvorets"]


# What the campaign takes for granted


def test_the_lovat_parts_the_pocket_from_the_relief() -> None:
    east = reachable(MAP, "2711", MAP.rivers["Lovat"].sides)
    assert {"2024", "2219", "2518", "1621", "1712", "3412", "4027"} <= east
    assert not {"2025", "1528", "1929", "2833", "1836", "4031"} & east


def test_the_only_roads_over_the_lovat_are_in_the_north() -> None:
    over = ROADS & set(MAP.rivers["Lovat"].sides)
    assert over == {("1523", "1524")}
    assert over <= RAILS


def test_a_relief_needs_the_break_of_one_hex_between_two_roads() -> None:
    cut = {hex for s in ROADS & set(MAP.rivers["Lovat"].sides) for hex in s}
    open_roads = {name: road for name, road in MAP.roads.items() if not cut & set(road.hexes)}
    west = structure.net(open_roads, "2025")
    east = structure.net(open_roads, "2219")
    assert {"1528", "1836", "2036"} <= west
    assert {"2024", "2518", "2711"} <= east
    assert not west & east


def test_the_guards_corps_can_march_to_both_exits_by_road() -> None:
    for start, end in (("1528", "4031"), ("1621", "4027")):
        assert end in structure.net(MAP.roads, start)


def test_the_land_rises_to_the_east() -> None:
    def share(kinds: tuple[str, ...], first: int, last: int) -> float:
        hexes = [hex for hex in LAND if first <= int(hex[2:]) <= last]
        return sum(MAP.terrain[hex] in kinds for hex in hexes) / len(hexes)

    assert share(("rough", "hill"), 1, 9) > 0.8
    assert share(("rough", "hill"), 19, 36) == 0
    assert share(("swamp",), 10, 36) > 0.1
    assert {hex for hex, terrain in MAP.terrain.items() if terrain == "hill"} <= {h for h in LAND if int(h[2:]) <= 10}
