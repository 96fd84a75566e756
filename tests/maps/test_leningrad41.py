"""The map of Leningrad '41: what its rulebook states, what its rules take for granted, and the city itself."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from grognard.kit.hex.grid import Side
from grognard.kit.load import hex_map
from grognard.kit.load.hex_map import load_map
from tests.maps import structure
from tests.maps.structure import net, reachable, rivers, side, steps

DATA = Path(hex_map.__file__).parents[2] / "titles" / "leningrad41" / "data"
MAP = load_map((DATA / "map.toml").read_text("utf-8"), "map.toml")

LAND = structure.land(MAP)
SEA = set(MAP.terrain) - LAND
NORTH, SOUTH = ({h for h in MAP.terrain if h[:2] == column} for column in ("01", "51"))
EAST, WEST = ({h for h in MAP.terrain if h[2:] == row} for row in ("01", "30"))
GERMAN, RESERVE = (set(MAP.areas[name]) for name in ("German entry", "Leningrad Front Reserve entry"))
CLOSED, COASTAL = (set(MAP.areas[name]) for name in ("no Soviet set-up", "coastal"))
KANONERSKY = {"3726", "3826", "3927"}
MAJOR, MINOR = rivers(MAP, "major river"), rivers(MAP, "minor river")
ON_MAJOR = {hex for banks in MAJOR for hex in banks}
UNBRIDGED = MAJOR - set(MAP.bridges)
PROSPEKTS, RAILROADS = steps(MAP.roads), steps(MAP.rails)
OBJECTIVES = {h for h, terrain in MAP.terrain.items() if terrain == "objective"}
LEFT_BANK, RIGHT_BANK = (reachable(MAP, hex, MAJOR) for hex in ("3211", "2611"))


def sailing(start: str) -> set[str]:
    """Where the gunboat can go from here: along major river, coastal and all-sea hexes."""
    ways = ON_MAJOR | COASTAL | SEA
    found = {start}
    for here in (queue := [start]):
        new = [n for n in MAP.neighbours(here) if n in ways and n not in found]
        found.update(new)
        queue += new
    return found


def project(latitude: float, longitude: float) -> str:
    """The hex of a spot, if Smolny is in the middle of 2807, north is left and half a kilometre makes a hex."""
    x, y = MAP.grid.centre("2807")
    spot = (x + (59.9466 - latitude) * 111.4 / 0.5, y + (30.3963 - longitude) * 55.8 / 0.5)
    hex = MAP.grid.at(spot)
    assert hex, spot
    return hex


# What the rulebook states

USED: dict[str, Callable[[], bool]] = {
    "1.2 half a kilometre to the hex": lambda: MAP.grid.scale == 0.5,
    "2.1 the sheet is 34 by 22 inches": lambda: abs(proportion() - 34 / 22) < 0.1,
    "2.3 the players sit at the long sides, east and west": lambda: len(EAST) == len(WEST) > len(SOUTH) == len(NORTH),
    "3.3 the Smolny Institute is 2807": lambda: MAP.places["2807"].name == "Smolny Institute",
    "3.6 no Soviet set-up in 50xx and 51xx": lambda: {h for h in MAP.terrain if h[:2] in ("50", "51")} == CLOSED,
    "4.3 there are more than 22 objectives": lambda: len(OBJECTIVES) > 22,
    "8.7 canals are minor rivers": lambda: {MAP.rivers[n].kind for n in MAP.rivers if "Canal" in n} == {"minor river"},
    "8.9 bridges span major and minor rivers": lambda: bool(MAJOR & set(MAP.bridges) and MINOR & set(MAP.bridges)),
    "8.13 there are all-sea hexes and all-sea hexsides": lambda: bool(SEA) and bool(structure.wet(MAP)),
    "10.6 from 2202 to 2206 are four hexes": lambda: MAP.grid.distance("2202", "2206") == 4,
    "3.3, 19.3 from Smolny to 4501 are 17 hexes": lambda: MAP.grid.distance("2807", "4501") == 17,
    "19.1 Germans come from the south edge": lambda: GERMAN == SOUTH & LAND,
    "19.3 the Reserve comes from the north edge, and the east edge down to 4501": lambda: (
        (NORTH | {h for h in EAST if h <= "4501"}) & LAND == RESERVE
    ),
    "errata urban and objective hexes are separate": lambda: (
        set(MAP.terrain.values()) == {"clear", "urban", "objective", "sea"}
    ),
}
"""The facts that the grid and the map were made from."""

HELD_OUT: dict[str, Callable[[], bool]] = {
    "3.3 the gunboat and the Aurora guns have more than one hex to begin in": lambda: (
        len(SEA | ON_MAJOR) > 1 and len(RAILROADS) > 1
    ),
    "3.6 units may move into the rows closed to the set-up": lambda: reachable(MAP, "2807", UNBRIDGED) >= CLOSED & LAND,
    "8.6 there are fortifications to enter, on land": lambda: bool(MAP.features["fortification"] & LAND),
    "8.7 an unbridged minor river borders a heavy structure": lambda: any(
        OBJECTIVES & set(banks) for banks in MINOR - set(MAP.bridges)
    ),
    "8.10 some hexes border more than one river hexside": lambda: any(
        sum(h in banks for banks in MAJOR | MINOR) > 1 for h in LAND
    ),
    "8.11 marines can go from any major river or coastal hex to any other": lambda: (
        sailing("2806") >= ON_MAJOR | COASTAL
    ),
    "15.1 the railroad gun can go from any railroad hex to any other": lambda: (
        net(MAP.rails, min(min(RAILROADS))) == {h for s in RAILROADS for h in s}
    ),
    "15.2 major river, coastal and all-sea hexes are one water": lambda: sailing("2806") == ON_MAJOR | COASTAL | SEA,
    "18.2 the airborne find clear hexes on both banks": lambda: all(
        len({h for h in bank if MAP.terrain[h] == "clear"}) > 100 for bank in (LEFT_BANK, RIGHT_BANK)
    ),
    "19.3 seen from Smolny, the Neva leaves the map within a hex of 4501": lambda: (
        MAP.grid.distance(project(59.8776, 30.4530), "4501") <= 1  # the Volodarsky Bridge
    ),
}
"""The facts that it was not."""


def proportion() -> float:
    """How much longer than wide the field of hexes is."""
    points = [MAP.grid.centre(h) for h in MAP.terrain]
    across, down = ([p[n] for p in points] for n in (0, 1))
    return (max(across) - min(across) + 2 / 3**0.5) / (max(down) - min(down) + 1)


@pytest.mark.parametrize("fact", USED)
def test_facts_used_in_the_making_hold(fact: str) -> None:
    assert USED[fact]()


@pytest.mark.parametrize("fact", HELD_OUT)
def test_facts_held_out_hold(fact: str) -> None:
    assert HELD_OUT[fact]()


# Structure


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
    ids=lambda check: str(check.__name__),
)
def test_structure(check: Callable[[hex_map.HexMap], None]) -> None:
    check(MAP)


def test_all_land_but_kanonersky_is_joined_by_bridges() -> None:
    structure.check_land(MAP, KANONERSKY, UNBRIDGED)


def test_the_grid() -> None:
    assert (MAP.grid.columns, MAP.grid.rows, MAP.grid.layout, MAP.grid.shifted) == ((1, 51), (1, 30), "columns", "even")
    assert len(MAP.terrain) == 51 * 30
    assert MAP.grid.up == 90


def test_coastal_hexes_are_the_land_beside_the_sea() -> None:
    canal = {h for a, b, _ in MAP.water for h in (a, b)}
    assert {h for h in LAND if any(n in SEA for n in MAP.neighbours(h))} | canal == COASTAL


def test_prospekts_and_railroads_cross_rivers_on_bridges() -> None:
    assert set(MAP.bridges) >= (PROSPEKTS | RAILROADS) & (MAJOR | MINOR)


def test_each_bridge_has_a_name_of_its_own() -> None:
    names = [bridge.name for bridge in MAP.bridges.values()]
    assert all(names)
    assert len(set(names)) == len(names)


def test_no_hexside_is_both_a_major_and_a_minor_river() -> None:
    assert not MAJOR & MINOR


def test_the_railroads_are_one_net() -> None:
    assert net(MAP.rails, "3211") == {h for s in RAILROADS for h in s}  # 15.1


def test_the_prospekts_are_one_net() -> None:
    assert net(MAP.roads, "3211") == {h for s in PROSPEKTS for h in s}  # 8.8, 10.9


def test_prospekts_and_railroads_lead_to_every_edge_where_units_enter() -> None:
    leaves = {h for runs in (MAP.roads, MAP.rails) for run in runs.values() for h in run.leaves}
    assert len(leaves & GERMAN) >= 6
    assert len(leaves & RESERVE & EAST) >= 3
    assert leaves & NORTH == {"0102", "0106", "0115", "0118"}
    assert leaves <= GERMAN | RESERVE | WEST | {"4701"}


def test_every_objective_has_its_name() -> None:
    assert {h for h, place in MAP.places.items() if place.kind == "objective"} == OBJECTIVES
    assert len(OBJECTIVES) == 36


# The city


def masses() -> list[set[str]]:
    """The pieces of land that major rivers and the sea leave, without Kanonersky."""
    left, out = LAND - KANONERSKY, list[set[str]]()
    while left:
        out.append(reachable(MAP, min(left), MAJOR))
        left -= out[-1]
    return out


def test_the_neva_and_its_arms_make_six_pieces_of_land() -> None:
    found = masses()
    assert len(found) == 6
    names = (
        "2611",
        "3211",
        "3020",
        "2516",
        "2018",
        "1922",
    )  # both banks, Vasilievsky, Petrograd Side, Kamenny, Yelagin
    assert {next(n for n, land in enumerate(found) if hex in land) for hex in names} == set(range(6))


def test_the_right_bank_ends_at_4501() -> None:
    assert "4501" in RIGHT_BANK
    assert "4601" in LEFT_BANK
    assert MAP.bridges["4501", "4601"].name == "Volodarsky Bridge"


def test_only_the_finland_bridge_carries_a_railway_over_a_major_river() -> None:
    assert [MAP.bridges[s].name for s in RAILROADS & MAJOR] == ["Finland Railway Bridge"]


def test_the_lines_from_the_south_end_in_their_stations() -> None:
    ends = {MAP.places[run.hexes[0]].name for run in MAP.rails.values() if run.leaves & GERMAN}
    assert ends == {"Moscow Station", "Vitebsk Station", "Warsaw Station", "Baltic Station"}


def test_stations_are_on_the_railroad() -> None:
    stations = {h for h, place in MAP.places.items() if place.kind == "station"}
    assert len(stations) >= 15
    assert stations <= {h for s in RAILROADS for h in s}


def test_greens_villages_and_bogs_are_clear_ground() -> None:
    scenery = {kind: hexes for kind, hexes in MAP.features.items() if kind != "fortification"}
    assert set(scenery) == {"park", "cemetery", "wood", "bog", "village", "gardens", "airfield"}
    assert all(MAP.terrain[hex] == "clear" for hexes in scenery.values() for hex in hexes)
    assert sum(len(hexes) for hexes in scenery.values()) == len(set().union(*scenery.values()))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Summer Garden", "park"),
        ("Tauride Garden", "park"),
        ("Field of Mars", "park"),
        ("Lenin Park", "park"),
        ("Yelagin", "park"),
        ("Kamenny", "park"),
        ("Krestovsky", "park"),
        ("Yekateringof Park", "park"),
        ("Smolenskoye Cemetery", "cemetery"),
        ("Volkovskoye Cemetery", "cemetery"),
        ("Bogoslovskoye Cemetery", "cemetery"),
        ("Sosnovka", "wood"),
        ("Komendantsky Aerodrome", "airfield"),
    ],
)
def test_greens_have_their_names(name: str, kind: str) -> None:
    (hex,) = (h for h, place in MAP.places.items() if place.name == name)
    assert hex in MAP.features[kind]


def test_no_bridge_is_later_than_1941() -> None:
    names = " ".join(bridge.name for bridge in MAP.bridges.values())
    assert not [late for late in ("Nevsky", "Kantemirovsky", "Betankur", "Lazarevsky") if late in names]


def test_straight_streets_give_lines_of_fire() -> None:
    nevsky = ["3117", "3116", "3115", "3114", "3113", "3112"]  # one column: 10.9
    assert {side(a, b) for a, b in pairwise(nevsky)} <= PROSPEKTS
    assert MAP.grid.distance(nevsky[0], nevsky[-1]) == len(nevsky) - 1


def test_the_neva_leaves_the_map_where_the_soviet_entry_ends() -> None:
    assert MAP.rivers["Neva"].sides[0] == ("4501", "4601")
    assert EAST & RESERVE <= RIGHT_BANK
    assert EAST - RESERVE <= LEFT_BANK
    assert GERMAN <= LEFT_BANK


def test_the_left_bank_alone_does_not_win() -> None:
    assert len(OBJECTIVES & LEFT_BANK) == 19
    assert len(OBJECTIVES & RIGHT_BANK) == 11


@pytest.mark.parametrize(
    ("bank", "hex"), [("Vasilievsky", "3020"), ("Petrograd Side", "2516"), ("Kamenny", "2018"), ("Yelagin", "1922")]
)
def test_the_islands_of_the_delta_are_cut_off_by_its_arms(bank: str, hex: str) -> None:
    island = reachable(MAP, hex, MAJOR)
    assert not island & (LEFT_BANK | RIGHT_BANK), bank
    assert len(island) < 120


@pytest.mark.parametrize(
    "name",
    [
        "Finland Station",
        "Moscow Station",
        "Vitebsk Station",
        "Warsaw Station",
        "Baltic Station",
        "Kirov Works",
        "Udelnaya Station",
        "Kushelevka Junction",
        "Commercial Port",
    ],
)
def test_stations_works_and_port_are_on_the_railroad(name: str) -> None:
    (hex,) = (h for h, place in MAP.places.items() if place.name == name)
    assert hex in {h for s in RAILROADS for h in s}


@pytest.mark.parametrize(
    ("bridge", "banks"),
    [
        ("Liteiny Bridge", (LEFT_BANK, RIGHT_BANK)),
        ("Okhtinsky Bridge", (LEFT_BANK, RIGHT_BANK)),
        ("Volodarsky Bridge", (LEFT_BANK, RIGHT_BANK)),
        ("Finland Railway Bridge", (LEFT_BANK, RIGHT_BANK)),
        ("Respublikansky Bridge", (LEFT_BANK, reachable(MAP, "3020", MAJOR))),
        ("Lieutenant Schmidt Bridge", (LEFT_BANK, reachable(MAP, "3020", MAJOR))),
        ("Kirovsky Bridge", (LEFT_BANK, reachable(MAP, "2516", MAJOR))),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_great_bridges_join_their_banks(bridge: str, banks: tuple[set[str], set[str]]) -> None:
    (found,) = (s for s, b in MAP.bridges.items() if b.name == bridge)
    assert [len(bank & set(found)) for bank in banks] == [1, 1]


@pytest.mark.parametrize(
    ("name", "latitude", "longitude"),
    [
        ("Tauride Palace", 59.9475, 30.3755),
        ("Finland Station", 59.9560, 30.3560),
        ("Arsenal", 59.9570, 30.3720),
        ("Karl Marx Works", 59.9775, 30.3360),
        ("Polytechnic Institute", 60.0072, 30.3730),
        ("Udelnaya Station", 60.0165, 30.3130),
        ("Botanical Garden", 59.9705, 30.3240),
        ("Peter and Paul Fortress", 59.9500, 30.3165),
        ("Winter Palace", 59.9404, 30.3138),
        ("Admiralty", 59.9365, 30.3085),
        ("Engineers' Castle", 59.9403, 30.3378),
        ("Moscow Station", 59.9298, 30.3625),
        ("Alexander Nevsky Lavra", 59.9210, 30.3890),
        ("Vitebsk Station", 59.9198, 30.3290),
        ("Kirov Theatre", 59.9257, 30.2960),
        ("Warsaw Station", 59.9075, 30.3085),
        ("Baltic Station", 59.9072, 30.2995),
        ("Narva Gate", 59.9010, 30.2735),
        ("Moscow Gate", 59.8917, 30.3178),
        ("Kirov Works", 59.8780, 30.2560),
        ("Elektrosila Works", 59.8825, 30.3210),
        ("Avtovo", 59.8673, 30.2613),
    ],
)
def test_sites_are_within_a_hex_of_where_they_really_are(name: str, latitude: float, longitude: float) -> None:
    """The map was drawn from these figures, which are from memory: this guards against slips, no more."""
    (hex,) = (h for h, place in MAP.places.items() if place.name == name)
    assert MAP.grid.distance(hex, project(latitude, longitude)) <= 1


def test_the_obvodny_canal_bars_the_south() -> None:
    line: set[Side] = {*MAP.rivers["Obvodny Canal"].sides, *MAP.rivers["Yekateringofka"].sides, *MAJOR}
    south = reachable(MAP, "5116", line)
    assert not south & {"3115", "3211", "3515", "3408"}
    assert {"3817", "3818", "3820", "4516", "4523", "4203"} <= south


def test_nevsky_runs_from_the_admiralty_by_moscow_station_to_the_lavra() -> None:
    nevsky = MAP.roads["Nevsky Prospekt"].hexes
    named = [MAP.places[h].name for h in nevsky if h in MAP.places]
    assert named == ["Admiralty", "Kazan Cathedral", "Gostiny Dvor", "Moscow Station", "Alexander Nevsky Lavra"]
    crossed = [MAP.bridges[s].name for s in map(side, nevsky, nevsky[1:]) if s in MAP.bridges]
    assert crossed == ["Narodny Bridge", "Kazansky Bridge", "Anichkov Bridge"]


def test_fortifications_stand_on_the_ways_from_the_south() -> None:
    forts = MAP.features["fortification"]
    assert forts <= LEFT_BANK - CLOSED
    assert forts <= {h for s in PROSPEKTS | RAILROADS for h in s}
