"""The maps of Assault on Leningrad: every fact the rulebook states about them, and what its notes take for granted."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from itertools import chain, pairwise
from math import atan2, degrees
from pathlib import Path

import pytest

from grognard.kit.load import hex_map
from grognard.kit.load.hex_map import HexMap, load_map
from tests.maps import structure
from tests.maps.structure import reachable, side, steps

DATA = Path(hex_map.__file__).parents[2] / "titles" / "assault" / "data" / "leningrad"
MAP = load_map((DATA / "map.toml").read_text("utf-8"), "map.toml")
INSET = load_map((DATA / "inset.toml").read_text("utf-8"), "inset.toml", MAP)

LAND = structure.land(MAP)
LENINGRAD = {"0219", "0220", "0320"}
FRINGE = ("0120", "0119", "0218", "0319", "0419", "0420")  # 8.13: clockwise from the north
NAVAL = {"0124", "0125", "0220", "0221", "0222", "0223", "0224", "0225", "0321", "0322", "0323", "0324"}  # 13.2
AREA_A = tuple(f"{row}36" for row in range(11, 18))
AREA_B = tuple(f"38{column}" for column in range(26, 31))
AREA_C = tuple(f"38{column}" for column in range(16, 20))
NEVA = structure.rivers(MAP, "Neva")
RIVERS = structure.rivers(MAP, "river")
ROADS, RAILS, WET = steps(MAP.roads), steps(MAP.rails), structure.wet(MAP)
FORTS = MAP.features["fortification"]
CITIES = {h for h, kind in MAP.terrain.items() if kind in ("city", "fortified city")}
OPEN = structure.rivers(INSET) - set(INSET.bridges)  # of the Inset: rivers without a bridge


def sides(token: str) -> tuple[str, str]:
    a, b = token.split("|")
    return side(a, b)


def placed(item: str) -> bool:
    hex, _, name = item.partition(" ")
    return MAP.places[hex].name == name


def off(edge: str) -> Callable[[str], bool]:
    return lambda hex: hex in MAP.areas[f"{edge} edge"] and MAP.edge(hex)


# What is said of a hex, or of a hexside `a|b`
SAYS: dict[str, Callable[[str], bool]] = {
    "is named": placed,
    "is land": LAND.__contains__,
    "is a city": CITIES.__contains__,
    "is Leningrad": lambda h: MAP.terrain[h] == "leningrad",
    "is woods": lambda h: MAP.terrain[h] == "woods",
    "is marsh": lambda h: MAP.terrain[h] == "marsh",
    "is a harbor": lambda h: MAP.terrain[h] == "harbor",
    "is in reach": reachable(MAP, "1136").__contains__,
    "has a road": lambda h: any(h in step for step in ROADS),
    "has a road off the map": MAP.leaves.__contains__,
    "is on the west edge": off("west"),
    "is on the south edge": off("south"),
    "is a hexside": lambda s: sides(s)[1] in MAP.neighbours(sides(s)[0]),
    "is a river": lambda s: sides(s) in RIVERS,
    "is no river": lambda s: sides(s) not in RIVERS | NEVA,
    "is the Neva": lambda s: sides(s) in NEVA,
    "is a lake": lambda s: (*sides(s), "lake") in MAP.water,
    "is not all water": lambda s: sides(s) not in WET and LAND.issuperset(sides(s)),
    "is crossed by a road": lambda s: sides(s) in ROADS,
    "is crossed by no road": lambda s: sides(s) not in ROADS,
}

# The case, what it says, and of what: these went into the fit, or were laid over it
USED = [
    ("8.12", "is Leningrad", "0219 0220 0320"),
    ("8.12", "is named", "0219 Vyborg Side, 0220 Petrograd Side, 0320 Moscow Side"),
    ("8.12", "is the Neva", "0219|0320 0220|0320"),
    ("13.2", "is named", "0125 Kronstadt"),
    ("13.2", "is a harbor", "0125"),
    ("17.22", "is a city", "3113 2107 1202 0401 0611 0312 0326"),
    ("17.22", "is named", "3113 Novgorod, 2107 Chudovo, 1202 Kirishi, 0401 Volkhov, 0611 Mga"),
    ("17.22", "is named", "0312 Schlisselburg, 0326 Oranienbaum"),
    ("appendix I", "is a city", "0312 0611 0916 1120 0518 0619 0420 0821 0622 0326 2823 3113"),
    ("appendix I", "is named", "0916 Tosno, 1120 Vyritsa, 0518 Kolpino, 0619 Pushkin, 0420 Uritsk, 0821 Gatchina"),
    ("appendix I", "is named", "0622 Krasnoye Selo, 2823 Luga, 3113 Novgorod"),
    ("notes", "is named", "1133 Kingisepp, 2823 Luga"),
    ("notes", "is a city", "1133 2823"),
    ("1.1", "is marsh", "3416"),
    ("6.1", "is crossed by a road", "1135|1134 1134|1133 1133|1132 1132|1031"),
    ("6.1", "is crossed by no road", "1235|1135 1031|1030"),
    ("6.1", "has a road", "1235 1135 1031 1030"),
    ("6.1", "is a river", "1133|1134"),
    ("6.15", "is woods", "0935"),
    ("6.15", "is a river", "1035|0935"),
    ("6.17", "is a lake", "0832|0833 1821|1822"),
    ("6.17", "is not all water", "2422|2522"),
    ("16.17", "has a road off the map", "1136 3830"),
]
# These did not
HELD_OUT = [
    ("5.3", "is on the west edge", " ".join(AREA_A)),
    ("5.3", "is on the south edge", " ".join(AREA_B + AREA_C)),
    ("5.3", "is in reach", " ".join(AREA_A + AREA_B + AREA_C)),
    ("6.1", "is a hexside", "1235|1135 1135|1134 1134|1133 1133|1132 1132|1031 1031|1030"),
    ("6.15", "is a hexside", "1035|0935"),
    ("6.17", "is a hexside", "0832|0833 1821|1822 2422|2522"),
    ("6.17", "is in reach", "0832 0833 1821 1822 2422 2522"),
    ("8.12", "is a hexside", "0219|0220 0219|0320 0220|0320"),
    ("8.13", "is in reach", " ".join(FRINGE)),
    ("10.2", "is a hexside", "2009|1909 2009|1910 1909|1910"),
    ("10.2", "is land", "2009 1909 1910"),
    ("10.2", "is no river", "2009|1909 2009|1910"),
    ("16.13", "is land", "0120"),
    ("17.25", "is in reach", "3113 2107 1202 0401"),
    ("appendix I", "is in reach", "1135 1033 1133 1232 1332 1430 1629 1828 2623 2823 2922 3121 3219 3218 3416 3113"),
    ("appendix I", "is in reach", "0312 0611 0916 1120 0518 0619 0420 0821 0622 0326"),
]


def facts(stated: Iterable[tuple[str, str, str]]) -> list[object]:
    out: list[object] = []
    for case, what, items in stated:
        for item in items.split(", ") if what == "is named" else items.split():
            out.append(pytest.param(what, item, id=f"{case}: {item} {what}"))
    return out


@pytest.mark.parametrize(("what", "item"), facts(USED))
def test_facts_used_in_the_making(what: str, item: str) -> None:
    assert SAYS[what](item)


@pytest.mark.parametrize(("what", "item"), facts(HELD_OUT))
def test_facts_held_out(what: str, item: str) -> None:
    assert SAYS[what](item)


# Facts about more than one hex


def test_2_0_a_hex_is_four_to_four_and_a_half_miles_across() -> None:
    assert 4 <= MAP.grid.scale / 1.609 <= 4.5
    assert round(INSET.grid.scale / 1.609, 1) == 1.0


def test_2_0_the_area_of_the_map_is_what_its_edges_and_its_scale_make_it() -> None:
    """Some 6000 square miles, says 2.0, but 1136 and 3830 on the edges (5.3) and 4 miles to the hex make it more."""
    assert MAP.edge("1136")
    assert MAP.edge("3830")
    assert len(MAP.terrain) * 4**2 * 3**0.5 / 2 > 2 * 6000


def test_2_0_the_sheet_is_23_by_21_inches() -> None:
    columns, rows = len({h[2:] for h in MAP.terrain}), len({h[:2] for h in MAP.terrain})
    assert (columns + 0.5) / (rows * 3**0.5 / 2) == pytest.approx(23 / 21, rel=0.05)


def test_5_3_entry_areas_are_whole_sectors_of_their_edges() -> None:
    assert MAP.areas["A"] == AREA_A
    assert MAP.areas["B"] == AREA_B
    assert MAP.areas["C"] == AREA_C
    assert MAP.entries == {"A", "B", "C"}
    for area in (AREA_A, AREA_B, AREA_C):
        assert all(b in MAP.neighbours(a) for a, b in pairwise(area))


def mechanized(path: str) -> Fraction:
    """What the path costs a mechanized unit, by the costs that 6.15, 8.22, 8.23 and the example to 6.1 state."""
    hexes = path.split()
    cost = Fraction(0)
    for a, b in pairwise(hexes):
        assert b in MAP.neighbours(a)
        ground = {"clear": 1, "woods": 3}.get(MAP.terrain[b])
        if side(a, b) in ROADS:
            cost += Fraction(1, 3)
        else:
            assert ground, f"{b} is {MAP.terrain[b]}"
            cost += ground + 2 * (side(a, b) in RIVERS)
    return cost


def test_6_1_the_example_costs_seven_and_a_third() -> None:
    assert mechanized("1235 1135") == mechanized("1031 1030") == 3
    assert mechanized("1135 1134 1133 1132 1031") == Fraction(4, 3)
    assert mechanized("1235 1135 1134 1133 1132 1031 1030") == Fraction(22, 3)


def test_6_15_the_example_costs_five() -> None:
    assert mechanized("1035 0935") == 5


def test_6_31_the_neva_runs_from_lake_ladoga_to_the_gulf() -> None:
    mouth, source = sorted(structure.ends(MAP, MAP.rivers["Neva"].sides), key=lambda corner: "0320" not in corner)
    assert {MAP.terrain[h] for h in mouth} == {"leningrad", "sea"}
    assert "lake" in {MAP.terrain[h] for h in source}
    assert "0312" in source


def test_6_32_the_neva_shuts_the_germans_out_of_the_north_bank() -> None:
    south = reachable(MAP, "1136", NEVA)
    assert {"0319", "0419", "0420", "0320", "0312", "0411"} <= south  # 17.22: Schlisselburg can be taken
    assert not south & {"0120", "0119", "0218", "0219", "0220", "0121", "0313", "0413"}
    assert LAND - south - reachable(MAP, "0120", NEVA) == {"0125", "0220"}


def test_8_11_the_inset_lies_to_the_south_east() -> None:
    missing = {h for _, row in MAP.grid.lines() for h in row} - set(MAP.terrain)
    rows, columns = {h[:2] for h in missing}, {h[2:] for h in missing}
    assert missing == {row + column for row in rows for column in columns}
    assert "3801" in missing
    assert len(columns) + 1 >= len({h[1:] for h in INSET.terrain})  # it has room there, with the margin of the sheet
    assert len(rows) >= len({h[0] for h in INSET.terrain})


def test_8_21_roads_lead_out_of_leningrad() -> None:
    out = {s for s in ROADS if len(LENINGRAD & set(s)) == 1}
    assert {h for s in out for h in s} & LENINGRAD >= {"0320", "0219"}


def test_8_34_nine_hexes_of_the_main_map_have_their_part_on_the_inset() -> None:
    assert set(INSET.links) == LENINGRAD | set(FRINGE)
    assert len(INSET.links["0220"].hexes) == 18


def test_8_13_the_hexes_around_leningrad() -> None:
    around = {n for h in LENINGRAD for n in MAP.neighbours(h)} - LENINGRAD
    assert around == {*FRINGE, "0121", "0221", "0321"}
    assert MAP.areas["fringe"] == FRINGE
    assert all(b in MAP.neighbours(a) for a, b in pairwise(FRINGE))
    for hex in ("0121", "0221", "0321"):  # no way in on the Inset, so none here
        shared = [n for n in MAP.neighbours(hex) if n in LENINGRAD]
        assert all(side(hex, n) in WET or not MAP.land(hex) for n in shared)


def test_10_2_one_hex_is_woods_and_one_is_clear() -> None:
    assert {MAP.terrain["1909"], MAP.terrain["1910"]} == {"woods", "clear"}


def test_12_37_some_fortifications_have_other_terrain() -> None:
    assert {"clear", "woods"} <= {MAP.terrain[h] for h in FORTS}
    assert not FORTS & CITIES  # 10.35: a fortified city is a terrain of its own


def test_10_35_a_fortified_city_can_be_attacked_from_across_a_river() -> None:
    forts = {h for h, kind in MAP.terrain.items() if kind == "fortified city"}
    assert any(forts & set(s) for s in RIVERS)


def test_11_13_rails_run_off_the_west_and_the_south_edge() -> None:
    leaves = {h for rail in MAP.rails.values() for h in rail.leaves}
    assert leaves & set(MAP.areas["west edge"])
    assert len(leaves & set(MAP.areas["south edge"])) > 1
    for start in leaves & {*MAP.areas["west edge"], *MAP.areas["south edge"]}:
        assert structure.net(MAP.rails, start) >= CITIES - {"0312"} | {"0320"}


def test_11_14_the_edges_of_the_mapboard() -> None:
    lines = {"north": "01..", "south": "38..", "east": "..01", "west": "..36"}
    for edge, pattern in lines.items():
        found = {h for h in LAND if all(p in (".", d) for p, d in zip(pattern, h, strict=True))}
        assert set(MAP.areas[f"{edge} edge"]) == found
        assert found


def test_13_2_ships_sail_in_twelve_hexes() -> None:
    assert set(MAP.areas["naval"]) == NAVAL
    assert {h for h in NAVAL if MAP.terrain[h] != "sea"} == {"0125", "0220"}
    found = {"0125"}
    while more := {n for h in found for n in MAP.neighbours(h) if n in NAVAL} - found:
        found |= more
    assert found == NAVAL


def test_13_7_no_ground_unit_comes_to_kronstadt() -> None:
    assert reachable(MAP, "0125") == {"0125"} == set(MAP.areas["islands"])


def test_16_17_only_two_hexes_of_the_entry_areas_have_a_road() -> None:
    entries = set(AREA_A + AREA_B + AREA_C)
    assert MAP.leaves & entries == {"1136", "3830"} == set(MAP.areas["road entry"])


FREE = ("1135", "1033", "1133", "1232", "1332", "1430", "1629", "1828")  # appendix I: these may move on turn 1,
LATER = ("2623", "2823", "2922", "3121", "3219", "3218")  # these on turn 2,
LAST = ("3416", "3113")  # and these on turn 3


def near(units: Iterable[str], area: Iterable[str], within: int) -> int:
    """How many units are so near to an Entry Area."""
    hexes = list(area)
    return sum(min(MAP.grid.distance(unit, hex) for hex in hexes) <= within for unit in units)


def test_16_18_nobody_can_block_the_entry_areas_in_the_first_three_turns() -> None:
    assert not {*FREE, *LATER, *LAST} & {*AREA_A, *AREA_B, *AREA_C}
    assert near(FREE, AREA_B, 16) == 0  # on turn 2 only those have moved, once
    assert near(FREE, AREA_C, 16) == 0
    assert near(LATER, AREA_C, 8) < len(AREA_C)  # on turn 3 these have, once


def test_17_12_leningrad_can_be_joined_to_the_east_edge() -> None:
    assert reachable(MAP, "0320", NEVA) & set(MAP.areas["east edge"])
    assert reachable(MAP, "0219") & set(MAP.areas["east edge"])


def test_17_25_four_cities_need_garrisons() -> None:
    assert set(MAP.areas["garrison"]) == {"3113", "2107", "1202", "0401"} < CITIES


# The Inset


def middle(hexes: Collection[str]) -> tuple[float, float]:
    spots = [INSET.grid.centre(h) for h in hexes]
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def inner(*names: str) -> set[str]:
    return {h for link in INSET.links.values() if link.name in names for h in link.hexes}


MOSCOW, VYBORG, PETROGRAD = inner("Moscow Side"), inner("Vyborg Side"), inner("Petrograd Side")
INTERIOR = MOSCOW | VYBORG | PETROGRAD


def test_8_12_three_districts_are_the_interior() -> None:
    assert {to: link.name for to, link in INSET.links.items() if link.kind == "interior"} == {
        "0320": "Moscow Side",
        "0219": "Vyborg Side",
        "0220": "Petrograd Side",
    }
    assert {h for h, kind in INSET.terrain.items() if kind == "interior"} == INTERIOR
    assert len(INTERIOR) == len(MOSCOW) + len(VYBORG) + len(PETROGRAD)
    assert len(INTERIOR) > len(INSET.terrain) / 2


def test_8_12_the_neva_parts_the_districts() -> None:
    south = reachable(INSET, "H4", structure.rivers(INSET))
    north = reachable(INSET, "E3", structure.rivers(INSET))
    assert south == MOSCOW | {h for to in ("0319", "0419", "0420") for h in INSET.links[to].hexes}
    assert north == VYBORG | {h for to in ("0120", "0119", "0218") for h in INSET.links[to].hexes}
    assert not (south | north) & PETROGRAD


def test_8_13_fringe_hexes() -> None:
    fringe = {to: set(link.hexes) for to, link in INSET.links.items() if link.kind == "fringe"}
    assert {to: len(hexes) for to, hexes in fringe.items()} == {hex: 4 if hex == "0120" else 2 for hex in FRINGE}
    for to, hexes in fringe.items():
        assert {INSET.terrain[h] for h in hexes} == {MAP.terrain[to]}
        beside = {n for h in hexes for n in INSET.neighbours(h) if side(h, n) not in OPEN} & INTERIOR
        assert beside


def test_8_13_fringe_areas_follow_each_other_clockwise_from_the_north() -> None:
    x0, y0 = middle(INTERIOR)
    bearings = []
    for to in FRINGE:
        x, y = middle(INSET.links[to].hexes)
        bearings.append(degrees(atan2(x - x0, y0 - y)) % 360)
    first, *others = bearings
    assert first > 270  # to the north-west
    assert others == sorted(others)
    assert others[0] < 90
    assert 180 < others[-1] < 270  # to the south-west


def test_8_13_fringe_hexes_are_next_to_the_districts_they_adjoin() -> None:
    for to in FRINGE:
        beside = {n for h in INSET.links[to].hexes for n in INSET.neighbours(h)}
        for city in LENINGRAD & set(MAP.neighbours(to)):
            if side(to, city) not in NEVA and side(to, city) not in WET:
                assert beside & set(INSET.links[city].hexes), (to, city)


def test_8_14_ten_key_points_stand_in_the_interior() -> None:
    points = {h for h, place in INSET.places.items() if place.kind == "key point"}
    assert len(points) == 10
    assert points <= INTERIOR


def test_8_25_an_island_in_the_north_west_without_bridges() -> None:
    (island,) = (h for h, kind in INSET.terrain.items() if kind == "island")
    assert reachable(INSET, island, OPEN) == {island}
    assert INSET.grid.numbers(island)[0] == max(INSET.grid.numbers(h)[0] for h in INSET.terrain)
    assert island[0] == min(h[0] for h in INTERIOR)
    assert island not in chain.from_iterable(link.hexes for link in INSET.links.values())


def test_8_34_the_petrograd_side_has_18_hexes() -> None:
    assert len(PETROGRAD) == 18


def test_9_2_zones_of_control_from_f4() -> None:
    assert set(INSET.neighbours("F4")) == {"E4", "E5", "F3", "F5", "G4", "G5"}
    assert {n for n in INSET.neighbours("F4") if side("F4", n) not in OPEN} == {"E4", "E5", "F3", "F5", "G5"}
    assert side("F4", "G4") in structure.rivers(INSET)


# The structure


@pytest.mark.parametrize(
    "check",
    [
        structure.check_neighbours,
        structure.check_sides,
        structure.check_rivers,
        structure.check_lines,
        structure.check_entries,
        structure.check_places,
        structure.check_sources,
    ],
)
@pytest.mark.parametrize("hexmap", [MAP, INSET], ids=["main map", "Inset"])
def test_structure(check: Callable[[HexMap], None], hexmap: HexMap) -> None:
    check(hexmap)


def test_all_land_hangs_together() -> None:
    structure.check_land(MAP, MAP.areas["islands"])
    structure.check_land(INSET, ["C9"], OPEN)


def test_the_main_map_has_36_columns_and_38_rows() -> None:
    assert {h[2:] for h in MAP.terrain} == {f"{n:02}" for n in range(1, 37)}
    assert {h[:2] for h in MAP.terrain} == {f"{n:02}" for n in range(1, 39)}


def test_cities_have_names_and_lie_on_roads_and_rails() -> None:
    assert {h for h, place in MAP.places.items() if place.kind == "city"} == CITIES
    roads = structure.net(MAP.roads, "1136")
    assert roads >= CITIES | {"0320"}  # 6.16
    assert {h for road in MAP.roads.values() for h in road.hexes} - roads == {"0219", "0119"}  # beyond the Neva
    assert {h for step in RAILS for h in step} >= CITIES - {"0312"}  # Schlisselburg had no through line


def test_hexes_are_of_the_kinds_the_rules_know() -> None:
    assert set(MAP.terrain.values()) == {
        "clear",
        "woods",
        "marsh",
        "city",
        "fortified city",
        "leningrad",
        "harbor",
        "sea",
        "lake",
    }
    assert set(INSET.terrain.values()) == {"interior", "clear", "woods", "city", "island", "sea"}


def test_lengths_of_the_ways_to_leningrad() -> None:
    far = {area: min(MAP.grid.distance(h, "0320") for h in MAP.areas[area]) for area in "ABC"}
    assert far == {"A": 20, "B": 35, "C": 35}


# What the history and the design notes take for granted


def zone(hexes: Iterable[str]) -> set[str]:
    return {n for h in hexes for n in (h, *MAP.neighbours(h))}


def test_notes_the_luga_line_bars_every_way_to_leningrad() -> None:
    line = [s for name in ("Luga", "Mshaga", "Shelon") for s in MAP.rivers[name].sides]
    for start in AREA_A + AREA_B + AREA_C:
        found = reachable(MAP, start, line, FORTS)
        assert not found & {"0320", "0821", "3113"}
        assert reachable(MAP, start, (), FORTS) >= {"0320", "0821", "3113"}  # over the rivers there is a way


def test_notes_the_divisions_of_the_luga_line_stand_in_its_works() -> None:
    lower = ["1033", "1133", "1232", "1332", "1430", "1629", "1828"]
    upper = ["2823", "2922", "3121", "3219", "3218"]
    works = FORTS | {h for h, kind in MAP.terrain.items() if kind == "fortified city"}
    assert {*lower, *upper} <= works
    for a, b in chain(pairwise(lower), pairwise(upper)):
        assert MAP.grid.distance(a, b) <= 2  # their zones of control meet
    line = [s for name in ("Luga", "Mshaga", "Shelon") for s in MAP.rivers[name].sides]
    right_bank = reachable(MAP, "0821", line, ["3219", "3218"])
    assert {*lower, "2922", "3121", "3416", "3113"} <= right_bank
    assert not right_bank & {"1135", "2623", "2823"}  # Narva, the reserve, and Luga stand before it


def test_notes_then_the_way_to_leningrad_is_open() -> None:
    plateau = [f"{row:02}{column}" for row in range(6, 12) for column in range(23, 32)]
    kinds = Counter(MAP.terrain[h] for h in plateau)
    assert kinds["clear"] > 0.8 * len(plateau)
    assert not {h for h in plateau if h in FORTS} - {"0723"}


def test_notes_an_inner_ring_halts_the_charge() -> None:
    inner_ring = {"0421", "0520", "0618"}
    outer_ring = {"0524", "0723", "0821", "0819", "0718"}
    assert inner_ring | outer_ring - {"0821"} <= FORTS
    assert "0320" not in reachable(MAP, "1136", NEVA, zone(inner_ring))
    assert MAP.terrain["0821"] == "fortified city"
    assert not reachable(MAP, "1127", NEVA, zone(outer_ring | {"0518"})) & {"0420", "0520", "0622", "0619"}


def test_history_the_lower_luga_can_be_turned_at_lake_ilmen() -> None:
    assert "0320" in reachable(MAP, "3113", MAP.rivers["Luga"].sides)
    assert "3113" in reachable(MAP, "3416", MAP.rivers["Luga"].sides)


def test_history_pulkovo_and_uritsk_lie_before_the_city() -> None:
    assert MAP.places["0520"].name == "Pulkovo"
    assert "0419" in MAP.neighbours("0520")
    works = next(h for h, place in INSET.places.items() if place.name == "Kirov Works")
    assert set(INSET.neighbours(works)) & set(INSET.links["0420"].hexes)


def test_history_the_volkhov_parts_the_east() -> None:
    west = reachable(MAP, "1136", MAP.rivers["Volkhov"].sides)
    assert {"3113", "2107", "2409", "2610"} <= west  # Novgorod, Chudovo, Spasskaya Polist, Myasnoy Bor
    assert not west & {"1202", "0401", "2105", "2503"}  # Kirishi, Volkhov, Gruzino, Malaya Vishera


def test_what_is_geography() -> None:
    """Coast, lakes and rivers that the workshop projects; the site of a place is stated or an estimate."""
    found = {
        (layer, item) for layer, items in MAP.sources.items() for item, source in items.items() if source[0] == "G"
    }
    assert {layer for layer, _ in found} == {"terrain", "river", "water"}
    assert {item for layer, item in found if layer == "river"} == {
        "|".join(s) for name in ("Oredezh", "Plyussa") for s in MAP.rivers[name].sides
    }
    assert {MAP.terrain[item] for layer, item in found if layer == "terrain"} == {"sea", "lake"}
    assert not {s for items in INSET.sources.values() for s in items.values() if s[0] == "G"}
