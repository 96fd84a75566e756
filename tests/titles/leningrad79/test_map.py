"""The data of Leningrad (1979): every fact the rulebook states about map, counters, charts and set-up."""

import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest

from grognard.kit.hex.grid import Corner, Side
from grognard.kit.load import hex_map
from grognard.kit.load.hex_map import load_map
from grognard.kit.load.toml import SOURCES
from tests.maps.structure import check_shores

DATA = Path(hex_map.__file__).parents[2] / "titles" / "leningrad79" / "data"
MAP = load_map((DATA / "map.toml").read_text("utf-8"), "map.toml")


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text("utf-8"))


UNITS, TABLES, CAMPAIGN = read("units.toml"), read("tables.toml"), read("scenarios.toml")["campaign"]

LENINGRAD = {"2505", "2604", "2605", "2705"}
EAST_PRUSSIA = {"0111", "0112", "0113"}
SOVIET_SUPPLY = LENINGRAD | {"1601", "0908", "2713", "2906", "2908"}
EMERGENCY = {"2301", "2401", "2501", "2601", "2701", "2801"}
ENTRY = {"1113", "2213", "2501", "2601", "2713", "2906", "2908"} | EMERGENCY | EAST_PRUSSIA
EDGE = {h for h in MAP.terrain if h[:2] in ("01", "29") or h[2:] in ("01", "13")}
LAND = {h for h in MAP.terrain if MAP.land(h)}
WET = {(a, b) for a, b, _ in MAP.water}


def side(a: str, b: str) -> Side:
    return (a, b) if a < b else (b, a)


def distances(start: str) -> dict[str, int]:
    """Hexes from the start to every hex, over any terrain."""
    found = {start: 0}
    for here in (queue := [start]):
        new = [n for n in MAP.neighbours(here) if n not in found]
        found |= dict.fromkeys(new, found[here] + 1)
        queue += new
    return found


def reachable(start: str, *barred: Side, without: Collection[str] = ()) -> set[str]:
    """Where one can walk from here without crossing water, these hexsides or these hexes."""
    closed = WET | set(barred)
    found, new = {start}, [start]
    while new:
        here = new.pop()
        for n in MAP.neighbours(here):
            if n in LAND and n not in found and n not in without and side(here, n) not in closed:
                found.add(n)
                new.append(n)
    return found


def steps(names: Iterable[str] = MAP.roads) -> Iterator[Side]:
    return (side(a, b) for name in names for a, b in pairwise(MAP.roads[name].hexes))


def river(*names: str) -> tuple[Side, ...]:
    return tuple(chain.from_iterable(MAP.rivers[name].sides for name in names))


def ends(sides: Iterable[Side]) -> set[Corner]:
    """The two ends of a run of hexsides."""
    count = Counter(chain.from_iterable(MAP.grid.corners(s) for s in sides))
    return {corner for corner, times in count.items() if times == 1}


# The grid


@pytest.mark.case("2.1")
def test_the_grid_has_29_columns_of_13_and_even_ones_stand_lower() -> None:
    assert (MAP.grid.columns, MAP.grid.rows, MAP.grid.layout, MAP.grid.shifted) == ((1, 29), (1, 13), "columns", "even")
    assert len(MAP.terrain) == 377


@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        ("0112", "0908", 8),
        ("0908", "1601", 10),
        ("0908", "2505", 16),
        ("1601", "2505", 9),
        ("0112", "2505", 24),
        ("0112", "2604", 25),
        ("2213", "2605", 10),
        ("2713", "2705", 8),
        ("2906", "2705", 2),
        ("2908", "2705", 4),
        ("2204", "2505", 3),
        ("0205", "0111", 6),
    ],
)
def test_distances_fit_the_scale_of_20_miles(a: str, b: str, hexes: int) -> None:
    assert distances(a)[b] == hexes


@pytest.mark.case("15.0")
def test_the_fort_zone_is_68_hexes() -> None:
    zone = {h for city in LENINGRAD for h, far in distances(city).items() if far <= 4}
    top, low = [3, 2, 2, 1, 1, 1, 1, 1, 2], [7, 7, 8, 8, 9, 9, 9, 8, 8]  # columns 21 to 29
    assert zone == {f"{c}{r:02}" for c in range(21, 30) for r in range(top[c - 21], low[c - 21] + 1)}
    assert len(zone) == 68


def test_the_four_hexes_of_leningrad_are_one_rhombus() -> None:
    assert LENINGRAD & set(MAP.neighbours("2605")) == {"2505", "2604", "2705"}
    assert LENINGRAD & set(MAP.neighbours("2604")) == {"2505", "2605", "2705"}
    assert "2705" not in MAP.neighbours("2505")


def test_neighbours_are_mutual() -> None:
    for h in MAP.terrain:
        assert all(h in MAP.neighbours(n) for n in MAP.neighbours(h))
        assert len(MAP.neighbours(h)) == 6 or h in EDGE


# What the rules say of hexes


@pytest.mark.case("11.5", "schedule.prussia")
def test_east_prussia_is_three_hexes_and_supplies_the_germans() -> None:
    assert set(MAP.areas["East Prussia"]) == set(MAP.areas["German supply"]) == EAST_PRUSSIA
    assert EAST_PRUSSIA <= LAND & EDGE


@pytest.mark.case("11.5")
def test_soviet_supply_comes_from_cities_and_mapedge_hexes() -> None:
    assert set(MAP.areas["Soviet supply"]) == SOVIET_SUPPLY
    assert set(MAP.areas["Leningrad"]) == LENINGRAD
    cities = {h for h in SOVIET_SUPPLY if MAP.terrain[h] in ("city", "soviet city")}
    assert cities == LENINGRAD | {"1601", "0908"}
    assert SOVIET_SUPPLY - cities <= LAND & EDGE


@pytest.mark.case("11.5", "12.3")
def test_leningrad_alone_is_soviet_city() -> None:
    assert {h for h, t in MAP.terrain.items() if t == "soviet city"} == LENINGRAD


@pytest.mark.case("11.5")
def test_riga_and_tallinn_have_their_names() -> None:
    assert MAP.places["0908"] == ("Riga", "city")
    assert MAP.places["1601"] == ("Tallinn", "city")


@pytest.mark.case("16.4", "schedule.note4")
def test_the_emergency_entry_is_the_land_of_the_top_edge() -> None:
    assert set(MAP.areas["emergency entry"]) == EMERGENCY
    assert {h for h in LAND if h[2:] == "01" and h > "2101"} == EMERGENCY


@pytest.mark.case("17.2c")
def test_the_two_hexes_whose_units_stay_are_land() -> None:
    assert set(MAP.areas["no move on Game-Turn 1"]) == {"0205", "2204"} <= LAND


@pytest.mark.case("18.2")
def test_the_victory_hexes_are_in_leningrad() -> None:
    assert set(MAP.areas["victory"]) == {"2604", "2705"} < LENINGRAD


@pytest.mark.case("setup.7")
def test_every_column_from_13_to_19_has_land_for_its_unit() -> None:
    for column in range(13, 20):
        assert any(h[:2] == f"{column}" for h in reachable("0112"))


@pytest.mark.case("setup.12")
def test_hexes_are_of_the_kinds_in_the_key() -> None:
    assert set(MAP.terrain.values()) == {"clear", "city", "soviet city", "swamp", "hill", "sea", "lake"}
    assert {kind for *_, kind in MAP.water} == {"sea", "lake"}


@pytest.mark.case("schedule")
@pytest.mark.parametrize("hex", sorted(ENTRY))
def test_entry_hexes_are_passable_and_on_the_edge(hex: str) -> None:
    assert hex in EDGE
    assert hex in reachable("2605")


def test_the_hexes_of_a_published_replay_are_land() -> None:
    assert {"0108", "0109", "0110", "0209", "0213", "0310", "0312", "0313", "0513", "0613"} <= LAND


# The same facts by their part in the making of the map: those the fit and the draft used say little when they hold.

USED: dict[str, set[str]] = {
    "11.5 East Prussia": EAST_PRUSSIA,
    "11.5 Leningrad, Tallinn, Riga and the mapedge hexes": SOVIET_SUPPLY,
    "16.4 from 2301 to 2801": EMERGENCY,
    "17.2 where the unit of 0205 stays, taken for Liepaja": {"0205"},
    "17.4 the 34th Army comes by 2713, later by 2908, then 2906": {"2713", "2908", "2906"},
    "schedule 1113, taken for Dvinsk": {"1113"},
    "schedule 2501 and 2601": {"2501", "2601"},
}
HELD_OUT: dict[str, set[str]] = {
    "17.2 where the unit of 2204 stays": {"2204"},
    "schedule 2213 for the 39th Panzer Corps": {"2213"},
    "notes xx02 north of Leningrad": {"2502", "2602", "2702"},
}


@pytest.mark.parametrize("hexes", [pytest.param(hexes, id=name) for name, hexes in USED.items()])
def test_stated_hexes_used_in_the_making_are_land_that_can_be_reached(hexes: set[str]) -> None:
    assert hexes <= reachable("2605")


@pytest.mark.parametrize("hexes", [pytest.param(hexes, id=name) for name, hexes in HELD_OUT.items()])
def test_stated_hexes_held_out_are_land_that_can_be_reached(hexes: set[str]) -> None:
    assert hexes <= reachable("2605")


# The structure


def test_shores_agree_with_terrain() -> None:
    assert {shore.kind for shore in MAP.shores} == {"sea", "lake"}
    check_shores(MAP)


def test_all_land_is_in_reach_except_the_islands() -> None:
    assert LAND - reachable("0112") == set(MAP.areas["islands"])


@pytest.mark.parametrize("name", MAP.rivers)
def test_a_river_is_one_line_to_the_sea_a_lake_another_river_or_the_edge(name: str) -> None:
    sides = MAP.rivers[name].sides
    others = {s for run in MAP.rivers.values() for s in run.sides} - set(sides) | WET
    meets = {corner for s in others for corner in MAP.grid.corners(s)}
    assert len(ends(sides)) == 2
    assert any(end in meets or not end <= LAND for end in ends(sides))
    assert set(chain.from_iterable(sides)) <= LAND


def test_the_roads_are_one_net_with_all_sources_of_supply() -> None:
    net = {"0112"}
    while more := {h for s in steps() if net & set(s) for h in s} - net:
        net |= more
    assert net == set(chain.from_iterable(road.hexes for road in MAP.roads.values()))
    assert net >= EAST_PRUSSIA | SOVIET_SUPPLY


@pytest.mark.case("16.1")
def test_roads_leave_the_map_only_where_units_may_come_from() -> None:
    assert MAP.leaves - {"1713"} <= ENTRY
    assert MAP.leaves >= {"2213", "2501", "2601", "2713", "2906", "2908"} | EAST_PRUSSIA


def test_cities_on_the_map_are_cities_by_name() -> None:
    named = {h: p.kind for h, p in MAP.places.items() if p.kind in ("city", "soviet city")}
    assert named == {h: t for h, t in MAP.terrain.items() if t in ("city", "soviet city")}


def test_the_border_surrounds_east_prussia() -> None:
    frontier = {side(h, n) for h in EAST_PRUSSIA for n in MAP.neighbours(h) if n not in EAST_PRUSSIA}
    assert set(MAP.borders["East Prussia"]) == frontier


# What the designer's notes take for granted


@pytest.mark.case("notes")
def test_the_dvina_is_a_line_before_riga_and_dvinsk() -> None:
    west = reachable("0112", *MAP.rivers["Dvina"].sides)
    assert not west & {"0908", "1113", "1111", "1809", *LENINGRAD}
    assert max(west)[:2] == "10"


@pytest.mark.case("notes")
def test_peipus_pskov_and_the_velikaya_bar_the_way() -> None:
    west = reachable("0908", *MAP.rivers["Velikaya"].sides, *MAP.rivers["Narva"].sides)
    assert not west & {"1809", "2105", *LENINGRAD}
    assert {"1711", "1706", "1905"} <= west


@pytest.mark.case("notes")
def test_the_luga_has_clear_terrain_near_its_mouth() -> None:
    (mouth,) = (end for end in ends(MAP.rivers["Luga"].sides) if any(h not in LAND for h in end))
    near = {h for shore in mouth & LAND for h in MAP.neighbours(shore) if h in LAND and h != "2105"}
    assert {"2204", "2205", "2304", "2305"} <= near
    assert {MAP.terrain[h] for h in near} == {"clear"}


@pytest.mark.case("notes")
def test_the_three_axes_lead_over_the_lower_luga_the_highway_and_novgorod() -> None:
    luga, volkhov = river("Luga", "Upper Luga"), river("Volkhov", "Lower Volkhov")
    assert not reachable("1809", *luga, *volkhov, without=("2409", "2410")) & LENINGRAD
    assert reachable("1809", *luga, *volkhov) >= LENINGRAD
    assert set(steps(["Tallinn-Narva-Leningrad"])) & set(luga)
    assert set(steps(["Pskov-Leningrad"])) & set(luga)


@pytest.mark.case("notes")
def test_the_highway_runs_from_pskov_by_luga_to_leningrad() -> None:
    highway = MAP.roads["Pskov-Leningrad"].hexes
    named = [MAP.places[h].name for h in highway if h in MAP.places]
    assert named == ["Pskov", "Luga", "Gatchina", "Leningrad South"]
    assert len(highway) - 1 == distances("1809")["2605"] + 1


@pytest.mark.case("notes")
def test_the_volkhov_shuts_out_the_east_from_novgorod_to_ladoga() -> None:
    volkhov = river("Volkhov", "Lower Volkhov")
    assert {h: MAP.terrain[h] for end in ends(volkhov) for h in end - LAND} == {"2511": "lake", "2805": "lake"}
    for source in ("2713", "2906", "2908"):
        east = reachable(source, *volkhov, *MAP.rivers["Lovat"].sides)
        assert not east & {"2510", *LENINGRAD}
    assert "2510" in MAP.neighbours("2511")


@pytest.mark.case("notes")
def test_there_is_a_flank_south_of_lake_ilmen() -> None:
    south = {h for h in reachable("2411") if h[:2] in ("24", "25") and h[2:] >= "12"}
    assert {"2412", "2413", "2512", "2513"} <= south


@pytest.mark.case("notes", "18.2")
def test_the_neva_covers_both_victory_hexes() -> None:
    neva = MAP.rivers["Neva"].sides
    north = reachable("2604", *neva)
    assert "2705" in north
    assert not north & {"2505", "2605", "2706", "2404"}
    assert {side("2505", "2604"), side("2604", "2605"), side("2605", "2705")} <= set(neva)


@pytest.mark.case("notes")
def test_there_is_land_in_the_row_the_finns_reached() -> None:
    assert {"2502", "2602", "2702"} <= reachable("2604")


# The counters


@pytest.mark.case("setup.10")
def test_there_are_100_counters() -> None:
    counters = UNITS["counters"]
    assert sum(counters["german"].values()) + sum(counters["soviet"].values()) == 100
    assert Counter(u["type"] for u in UNITS["german"]) == counters["german"]
    armored = Counter("infantry" if u["type"] == "infantry" else "armored" for u in UNITS["soviet"])
    assert armored | Counter(fort=12) == counters["soviet"]


def test_ids_are_unique_and_can_be_typed() -> None:
    ids = [u["id"] for u in UNITS["german"] + UNITS["soviet"]]
    assert len(set(ids)) == len(ids) == 88
    assert all(i.isalnum() and i.isascii() for i in ids)
    assert len({u["name"] for u in UNITS["german"]}) == 33
    assert len({u["name"] for u in UNITS["soviet"]}) == 55


@pytest.mark.case("counters.german.infantry", "counters.german.armor", "counters.german.mechanized")
@pytest.mark.parametrize(
    ("kind", "count", "values"), [("infantry", 23, (6, 3, 6)), ("armor", 4, (10, 5, 8)), ("mechanized", 4, (8, 4, 8))]
)
def test_german_values(kind: str, count: int, values: tuple[int, int, int]) -> None:
    units = [(u["strength"], u["reduced"], u["movement"]) for u in UNITS["german"] if u["type"] == kind]
    assert units == [values] * count


@pytest.mark.case("counters.german.corps", "12.1")
def test_panzer_corps() -> None:
    corps = [(u["corps"], u["id"]) for u in UNITS["german"] if "corps" in u]
    assert sorted(corps) == [
        ("39", "12Pz"),
        ("39", "20Mot"),
        ("41", "1Pz"),
        ("41", "36Mot"),
        ("41", "6Pz"),
        ("56", "3Mot"),
        ("56", "8Pz"),
        ("56", "SSTot"),
    ]
    assert {number for number, _ in corps} == set(UNITS["corps"])


@pytest.mark.case("counters.soviet.infantry", "counters.soviet.armor", "counters.soviet.mechanized")
def test_soviet_values() -> None:
    def values(kind: str) -> Counter[str]:
        units = [u for u in UNITS["soviet"] if u["type"] == kind]
        return Counter(f"{u['attack']}-{u['defense']}-{u['movement']}" for u in units)

    assert values("infantry") == Counter(
        {
            "1-1-5": 4,
            "1-2-5": 1,
            "1-3-5": 1,
            "1-5-5": 1,
            "2-2-5": 5,
            "2-3-5": 2,
            "2-4-5": 2,
            "3-1-5": 1,
            "3-2-5": 3,
            "3-3-5": 3,
            "3-4-5": 3,
            "3-5-5": 1,
            "3-7-5": 1,
            "4-2-5": 2,
            "4-3-5": 3,
            "4-4-5": 3,
            "4-5-5": 1,
            "4-6-5": 1,
            "5-1-5": 1,
            "5-3-5": 1,
            "5-4-5": 1,
            "5-5-5": 1,
            "6-4-5": 1,
        }
    )
    assert values("armor") == Counter(["4-2-7", "4-3-7", "5-3-7", "5-5-7", "6-5-7", "7-5-7", "9-3-7", "10-4-7"])
    assert values("mechanized") == Counter(["3-3-7", "4-4-7", "4-4-7", "5-5-7"])


@pytest.mark.case("counters.soviet.untried")
def test_the_untried_side_shows_the_movement_allowance() -> None:
    assert UNITS["untried"] == {"infantry": 5, "armored": 7}


# The charts


@pytest.mark.case("9.5")
def test_the_combat_results_table_is_a_ladder_but_for_one_cell() -> None:
    crt = TABLES["crt"]
    ladder = ["-/2", "-/1", "1/2", "2/2", "1/1", "2/1", "1/-", "1/-", "2/-", "2/-", *["E/-"] * 6]
    columns = crt["columns"]
    assert columns == ["1-4", "1-3", "1-2", "1-1"] + [f"{n}-1" for n in range(2, 11)]
    assert [len(crt["die"][str(die)]) for die in range(1, 7)] == [13] * 6
    odd = {
        (die, columns[c]): ladder[die + c - 4]
        for die in range(1, 7)
        for c in range(3, 13)
        if crt["die"][str(die)][c] != ladder[die + c - 4]
    }
    smooth = crt["smooth"]
    assert odd == {(1, "3-1"): "1/2"} == {(smooth["die"], smooth["column"]): smooth["result"]}
    low = [" ".join(crt["die"][str(die)][c] for die in range(1, 7)) for c in range(3)]
    assert low == ["-/E -/E -/E -/E -/2 -/2", "-/E -/E -/2 -/2 -/2 1/2", "-/E -/2 -/2 -/1 1/2 2/2"]


@pytest.mark.case("4.9", "13.3", "15.2")
def test_the_terrain_effects_chart() -> None:
    cost = {terrain: (c["foot"], c["motor"]) for terrain, c in TABLES["movement"]["cost"].items()}
    assert cost == {
        "clear": ("1", "1"),
        "road": ("1", "1/2"),
        "city": ("1", "1/2"),
        "soviet city": ("1", "1/2"),
        "swamp": ("2", "2"),
        "hill": ("2", "2"),
    }
    assert TABLES["movement"]["times"] == {"river": 2, "fort": 2, "air": 2}
    assert set(cost) - {"road"} == set(MAP.terrain.values()) - set(TABLES["movement"]["barred"]["sides"])


@pytest.mark.case("9.6", "17.4")
def test_the_column_shifts() -> None:
    assert {shift["id"]: shift["columns"] for shift in TABLES["shift"]} == {
        "overrun": -2,
        "attacker unsupplied": -2,
        "terrain": -1,
        "fort": -1,
        "river": -1,
        "defending armor": -1,
        "defending corps": -1,
        "defending air": -1,
        "attacking armor": 1,
        "attacking corps": 1,
        "attacking air": 1,
        "defender unsupplied": 2,
        "34th Army": 4,
    }


@pytest.mark.case("4.6", "6.1", "6.2", "7.3", "11.0", "15.0", "15.4", "16.8", "17.4", "18.0")
def test_the_numbers_of_the_rules() -> None:
    numbers = {name: number["value"] for name, number in TABLES["numbers"].items()}
    assert numbers == {
        "stacking": 3,
        "disengage_motor": 2,
        "disengage": 3,
        "disengage_stack": 2,
        "overrun_cost": 3,
        "overrun_stack": 3,
        "advance": 3,
        "supply_length": 5,
        "fort_range": 4,
        "forts_per_turn": 2,
        "replacements_per_hex": 3,
        "surprise_turn": 1,
        "counterblow_turn": 7,
        "counterblow_units": 6,
        "last_turn": 12,
    }


@pytest.mark.case("schedule")
def test_the_schedule_adds_up() -> None:
    def total(side: str) -> Counter[str]:
        return sum((Counter({row["kind"]: row["count"]}) for row in TABLES["schedule"][side]), Counter())

    assert total("soviet") == {"infantry": 32, "armored": 8, "fort": 12}
    assert total("german") == {"infantry": 6, "air": 2, "corps": 2}
    assert {row["turn"] for row in TABLES["schedule"]["german"]} == {1, 2, 6, 7, 10}
    assert {row["turn"] for row in TABLES["schedule"]["soviet"]} == set(range(1, 13))


@pytest.mark.case("schedule", "16.4", "17.4")
def test_everyone_enters_at_entry_hexes() -> None:
    rows = TABLES["schedule"]["german"] + TABLES["schedule"]["soviet"]
    assert set(chain.from_iterable(row.get("at", ()) for row in rows)) <= ENTRY
    assert {row["area"] for row in rows if "area" in row} <= set(MAP.areas)
    assert set(MAP.areas[TABLES["schedule"]["emergency"]["area"]]) == EMERGENCY
    assert all(("at" in row) + ("area" in row) == (row["kind"] not in ("air", "fort")) for row in rows)
    assert {TABLES["schedule"]["delayed"][turn] for turn in "89"} <= SOVIET_SUPPLY
    assert [row["turn"] for row in rows if not row.get("delay", True)] == [1, 1]  # 16.5


@pytest.mark.case("18.1", "18.2", "18.3")
def test_victory() -> None:
    victory = TABLES["victory"]
    assert (victory["hexes"]["area"], victory["hexes"]["points"]) == ("victory", 30)
    assert (victory["reduced"]["mechanized"], victory["reduced"]["armor"]) == (4, 5)
    assert (victory["eliminated"]["mechanized"], victory["eliminated"]["armor"]) == (12, 15)
    assert [level.get("least") for level in victory["level"]] == [31, 1, -20, None]


@pytest.mark.case("setup.11")
def test_twelve_weeks_from_22_june_to_13_september() -> None:
    dates = TABLES["turns"]["dates"]
    assert len(dates) == 12
    assert (dates[0], dates[6], dates[-1]) == ("22-28 June 1941", "3-9 August 1941", "7-13 September 1941")


# The set-up


@pytest.mark.case("setup.1", "setup.2", "setup.3", "setup.4")
def test_german_set_up() -> None:
    kinds = {u["id"]: u["type"] for u in UNITS["german"]}
    at = {start["hex"]: start["units"] for start in CAMPAIGN["german"]}
    infantry = {hex: sum(kinds[u] == "infantry" for u in units) for hex, units in at.items()}
    assert {hex: len(units) for hex, units in at.items()} == {"0111": 7, "0112": 8, "0113": 8}
    assert infantry == {"0111": 7, "0112": 2, "0113": 8}
    assert {u["id"] for u in UNITS["german"] if u.get("corps") in ("41", "56")} <= set(at["0112"])
    later = [u for arrival in CAMPAIGN["arrive"] for u in arrival["units"]]
    assert sorted(chain(later, *at.values())) == sorted(kinds)


@pytest.mark.case("schedule.german.2", "schedule.german.6", "schedule.german.10")
def test_german_arrivals_are_those_of_the_schedule() -> None:
    kinds = {u["id"]: "corps" if u.get("corps") == "39" else u["type"] for u in UNITS["german"]}
    due = Counter({(row["turn"], row["kind"]): row["count"] for row in TABLES["schedule"]["german"]})
    assert Counter((batch["turn"], kinds[u]) for batch in CAMPAIGN["arrive"] for u in batch["units"]) == due


@pytest.mark.case("setup.7", "setup.8", "setup.9")
@pytest.mark.parametrize(("name", "infantry", "left"), [("soviet", 19, 24), ("strict", 11, 32)])
def test_soviet_set_up(name: str, infantry: int, left: int) -> None:
    start = CAMPAIGN[name]
    hexes = {
        kind: [h for place in start["place"] if place["kind"] == kind for h in place["hexes"]]
        for kind in ("infantry", "armored")
    }
    every = hexes["infantry"] + hexes["armored"]
    assert start["free"]["columns"] == ["13", "14", "15", "16", "17", "18", "19"]
    assert len(hexes["infantry"]) + 7 == start["infantry"] == infantry == 43 - left
    assert len(hexes["armored"]) == start["armored"] == 4 == 12 - 8
    assert len(set(every)) == len(every)
    assert set(every) <= LAND
    assert {"0205", "2204"} <= set(hexes["infantry"])


@pytest.mark.case("notes", "setup.8")
def test_eleven_forward_divisions_stand_two_hexes_off_at_least() -> None:
    places = [place["hexes"] for place in CAMPAIGN["soviet"]["place"] if place["kind"] == "infantry"]
    forward = set(chain.from_iterable(places)) - {"2204"}
    assert len(forward) == 11
    assert forward >= {"0109", "0205", "0209", "0312", "0313"}
    border = {n for h in EAST_PRUSSIA for n in MAP.neighbours(h)} | EAST_PRUSSIA
    assert not forward & border
    assert len(border) * 3 >= 23  # 4.6: room for all the Germans to come down to three in a hex


# Where the data come from


def sources(value: Any) -> Iterator[str]:
    """Every source and choice in a file."""
    if isinstance(value, dict):
        yield from (value[key] for key in ("source", "names", "choice") if isinstance(value.get(key), str))
        yield from chain.from_iterable(map(sources, value.values()))
    elif isinstance(value, list):
        yield from chain.from_iterable(map(sources, value))


def test_every_source_has_a_letter_and_every_case_exists() -> None:
    rules = read("rules.toml")
    cases = {entry["id"] for entry in rules["heading"] + rules["clause"]}
    cited = {*chain.from_iterable(layer.values() for layer in MAP.sources.values())}
    cited |= {*sources(UNITS), *sources(TABLES), *sources(CAMPAIGN)}
    assert {source.partition(":")[0] for source in cited} <= set(SOURCES)
    assert {source[2:] for source in cited if source.startswith("R:")} <= cases


def test_every_table_row_and_set_up_hex_has_a_source() -> None:
    rows = chain(
        TABLES["shift"],
        TABLES["numbers"].values(),
        TABLES["schedule"]["german"],
        TABLES["schedule"]["soviet"],
        TABLES["victory"]["level"],
        CAMPAIGN["german"],
        CAMPAIGN["arrive"],
        CAMPAIGN["soviet"]["place"],
        CAMPAIGN["strict"]["place"],
    )
    assert all("source" in row for row in rows)
