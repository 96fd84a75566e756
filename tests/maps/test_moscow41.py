"""The map of Moscow '41: every fact that the rulebook states about it, and what must hold on any map of areas."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, combinations, pairwise
from pathlib import Path

import networkx as nx
import pytest

from grognard.kit.hex.grid import Point
from grognard.kit.load import area_map
from grognard.kit.load.area_map import Border, Edge, load_areas
from grognard.kit.load.toml import SOURCES

DATA = Path(area_map.__file__).parents[2] / "titles" / "moscow41" / "data"
MAP = load_areas((DATA / "map.toml").read_text("utf-8"), "map.toml")

STAGING = {"16A", "9A", "4A", "2A"}
NUMBERED = [str(n) for n in range(1, 172)]
SUPPLY = ("light blue supply", "blue supply", "orange supply")
BANDS = (1, 11, 28, 40, 53, 66, 77, 88, 100, 112, 125, 138, 150, 162, 172)
OTHERS = {other.name: other for other in MAP.others}
CROSS = set(MAP.groups["Balkan cross"])
STAR = set(MAP.groups["red star"])
ICONS = {name.removeprefix("July "): areas for name, areas in MAP.groups.items() if name.startswith("July ")}
ROAD = MAP.tracks["Road to Leningrad"]
LIMIT = {"green": 4, "yellow": 2, "victory": 2}  # 2.7
COST = {"green": 1, "yellow": 2, "victory": 2, "staging": 1}  # 2.6


def border(a: str, b: str) -> Border:
    return (a, b) if (a, b) in MAP.borders else (b, a)


def area(name: str) -> str:
    """The number of the area in which a place lies."""
    (number,) = (number for number, places in MAP.places.items() if name in {place.name for place in places})
    return number


def kind(name: str) -> str:
    (found,) = (place.kind for place in chain.from_iterable(MAP.places.values()) if place.name == name)
    return found


def numbers(areas: Iterable[str]) -> list[str]:
    return sorted(areas, key=int)


def touching(x: float | None = None, y: float | None = None) -> set[str]:
    """The areas with a stretch of outline on this border of the sheet."""
    found = set()
    for name in MAP.names:
        outline = MAP.outline(name)
        for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
            if ax == bx == x or ay == by == y:
                found.add(name)
    return found


def reach(start: Iterable[str], within: Collection[str], barred: Collection[Border] = ()) -> set[str]:
    """Where one can go from here, staying within these areas and not crossing these borders."""
    found = set(start)
    for here in (queue := list(found)):
        new = [n for n in MAP.neighbours(here) if n in within and n not in found and border(here, n) not in barred]
        found.update(new)
        queue += new
    return found


def west(line: str) -> set[str]:
    """The numbered areas on the German side of a front line."""
    return reach(["16A"], MAP.names, MAP.lines[line]) - STAGING


def points(start: str, goal: str) -> int:
    """Movement Points of the cheapest way in good weather (2.6)."""
    cost = {start: 0}
    done: set[str] = set()
    while goal not in done:
        here = min(cost.keys() - done, key=cost.__getitem__)
        done.add(here)
        for n in MAP.neighbours(here):
            cost[n] = min(cost.get(n, 99), cost[here] + COST[MAP.terrain[n]])
    return cost[goal]


def within(centre: str, areas: int) -> set[str]:
    """The areas that a path of so many areas can reach (10.3), over any ground but staging areas."""
    found = {centre}
    for _ in range(areas):
        found |= {n for here in found for n in MAP.neighbours(here)} - STAGING
    return found


def along(front: Collection[str], beyond: Collection[str]) -> set[str]:
    """The areas of one side along the frontline."""
    return {n for n in front if set(MAP.neighbours(n)) & set(beyond)}


def fit(wanted: Sequence[tuple[Collection[str], int]], taken: Counter[str], *, each: int = 0) -> bool:
    """Whether blocks can be set up without overstacking: so many in these areas (the first `each` of these groups one
    to an area), beside what stands there."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    for n, (areas, blocks) in enumerate(wanted):
        graph.add_edge("from", f"group {n}", capacity=blocks)
        for a in areas:
            graph.add_edge(f"group {n}", a, capacity=1 if n < each else blocks)
            graph.add_edge(a, "to", capacity=LIMIT[MAP.terrain[a]] - taken[a])
    return bool(nx.maximum_flow_value(graph, "from", "to") == sum(blocks for _, blocks in wanted))


def room(centre: str, own: Collection[str]) -> int:
    """How many blocks the areas of one side next to this one can hold."""
    return sum(LIMIT[MAP.terrain[n]] for n in MAP.neighbours(centre) if n in own)


OCTOBER, NOVEMBER = west("white dashed line"), west("red dashed line")
SOVIET_OCTOBER, SOVIET_NOVEMBER = set(NUMBERED) - OCTOBER, set(NUMBERED) - NOVEMBER
VICTORY = {number for number, terrain in MAP.terrain.items() if terrain == "victory"}
JULY = Counter(chain.from_iterable(ICONS.values())) + Counter(["28", "128", "46", "63", "63", "73", "41", "91"])
GERMAN_JULY = Counter({"66": 2, "67": 2, "89": 3, "90": 2, "100": 2})
HEADQUARTERS_OCTOBER = ["53", "127", "28", "42", "90", "114", "67", "101", "154"]
HEADQUARTERS_NOVEMBER = ["14", "58", "84", "117", "59", "71", "134", "71", "93"]
INFANTRY_OCTOBER = (("28", 1), ("42", 4), ("90", 3), ("114", 4))
INFANTRY_NOVEMBER = (("14", 1), ("58", 4), ("84", 3), ("117", 4))
BLOCKS_NOVEMBER = "4 15 17 20 31 33 34 35 36 37 49 50 61 62 73 74 75 76 85 96 108 121 122 135 147 159 170 171".split()

# Facts that went into the making: what the map has to say, and what the rulebook says.
USED: dict[str, tuple[object, object]] = {
    "1.5 the Germans sit at the western edge": (touching(x=0), STAGING),
    "1.7 two Victory Boxes": ({n for n, box in MAP.boxes.items() if box.kind == "victory box"}, {"Kiev", "Leningrad"}),
    "2.0 numbers": (numbers(set(MAP.names) - STAGING), NUMBERED),
    "2.0 175 areas": (len(MAP.names), 175),
    "2.0 staging areas": ({n for n, terrain in MAP.terrain.items() if terrain == "staging"}, STAGING),
    "2.0 the logo is in the south-east corner": (
        [o.name for o in MAP.others if (MAP.width, MAP.height) in {MAP.corners[c] for c in o.outline}],
        ["company logo"],
    ),
    "2.1 northern border": (touching(y=0), {*MAP.groups["light blue supply"], *MAP.groups["blue supply"]}),
    "2.1 eastern border": (touching(x=MAP.width), set(MAP.groups["eastern border"])),
    "2.1 southern border": (touching(y=MAP.height), set(MAP.groups["orange supply"])),
    "2.1 German supply": (set(MAP.groups["German supply"]), STAGING),
    "2.2 twelve boxes": (len(MAP.boxes), 12),
    "2.2 Rastenburg": (MAP.boxes["Rastenburg"].kind, "leader"),
    "2.2 supply icons": ([len(MAP.groups[name]) for name in SUPPLY], [5, 5, 7]),
    "2.2 ten boxes": (len(set(ROAD)), 10),
    "2.2 first and last box": ((ROAD[0], ROAD[-1]), ("Pskov", "Leningrad")),
    "2.2 Shlisselburg on the way": ("Shlisselburg" in ROAD[1:-1], True),
    "2.2 the road lies along the northern border": (
        [0 < MAP.boxes[b].at[0] < MAP.width and MAP.boxes[b].at[1] < 0 for b in ROAD],
        [True] * 10,
    ),
    "2.2 Kiev lies on the southern border": (
        {MAP.corners[c][1] for c in OTHERS["Kiev"].outline} >= {MAP.height}
        and area_map.inside(MAP.boxes["Kiev"].at, tuple(MAP.corners[c] for c in OTHERS["Kiev"].outline)),
        True,
    ),
    "2.4 four kinds": (set(MAP.terrain.values()), {"green", "yellow", "victory", "staging"}),
    "2.4 Lake Ilmen": (OTHERS["Lake Ilmen"].kind, "lake"),
    "2.4 no other lake matters": ([o.name for o in MAP.others if o.kind == "lake"], ["Lake Ilmen"]),
    "2.4 Demyansk": (kind("Demyansk"), "town"),
    "2.4.3 Victory Areas": ({MAP.names[n] for n in VICTORY}, {"Smolensk", "Kursk", "Tula", "Voronezh", "Moscow"}),
    "2.4.5 Mogilev": (kind("Mogilev"), "city"),
    "2.4.5 special cities": (
        {place.name for place in chain.from_iterable(MAP.places.values()) if place.kind == "special city"},
        {"Chernigov", "Romny"},
    ),
    "2.5 Balkan crosses": (CROSS, {"66", "67", "89", "90", "100"}),
    "2.5 the rest": ((len(MAP.names) - len(CROSS | STAGING), len(MAP.boxes) - 2), (166, 10)),
    "2.7 three blocks in 89": (MAP.terrain["89"], "green"),
    "7.2.1 the Germans begin with Smolensk": (VICTORY & CROSS, {area("Smolensk")}),
    "10.9 Pushkin follows Novgorod": (("Novgorod", "Pushkin") in pairwise(ROAD), True),
    "10.14.1 Vyazma": ((MAP.terrain[area("Vyazma")], kind("Vyazma")), ("yellow", "city")),
    "10.3 Guderian disengages from 95 and gets to 100": (points("95", "100") <= 5 - 1, True),
    "10.3 from 95 to 100, over ground that can be German": (
        {n for n in within("95", 3) & within("100", 3) if points("95", n) + points(n, "100") <= 5 - 1}
        & SOVIET_NOVEMBER,
        set(),
    ),
    "11.0 area 1": (MAP.terrain["1"], "green"),
    "OR 14.3 Moscow": (area("Moscow"), "63"),
    "Campaign, Soviets 8: yellow, light blue and white": (
        [sum(len(a) for name, a in ICONS.items() if name.startswith(c)) for c in ("yellow", "light blue", "white")],
        [3, 7, 18],
    ),
    "Campaign, Soviets 8: infantry and tanks": (
        [sum(len(a) for name, a in ICONS.items() if name.endswith(t)) for t in ("infantry", "tank")],
        [20, 8],
    ),
    "Campaign, Germany 12: an icon adjacent to Kiev": (
        len(set(OTHERS["Kiev"].outline) & set(OTHERS["48th Panzer Corps"].outline)) >= 2,
        True,
    ),
    "Typhoon: headquarters": (
        (OCTOBER & {"18", "45", "70", "117"}, set(HEADQUARTERS_OCTOBER) - OCTOBER),
        (set(), set()),
    ),
    "Typhoon: yellow blocks": (OCTOBER & {"4", "15", "17"}, set()),
    "Typhoon: six cities": (
        OCTOBER & {area(n) for n in ("Tula", "Kursk", "Voronezh", "Kaluga", "Kalinin", "Naro-Fominsk")},
        set(),
    ),
    "Typhoon: Victory Areas": (OCTOBER & VICTORY, {area("Smolensk")}),
    "Typhoon: what was German stays so": (CROSS - OCTOBER, set()),
    "Last Gasp: German headquarters": (set(HEADQUARTERS_NOVEMBER) - NOVEMBER, set()),
    "Last Gasp: Soviet headquarters": (NOVEMBER & {"63", "32", "36", "74", "137"}, set()),
    "Last Gasp: Soviet blocks": (NOVEMBER & set(BLOCKS_NOVEMBER), set()),
    "Last Gasp: Victory Areas": (NOVEMBER & VICTORY, {area("Smolensk"), area("Kursk")}),
    "Last Gasp: red stars": (STAR, {"4", "15", "17", "31"}),
    "Last Gasp: red stars are Soviet": (STAR & NOVEMBER, set()),
    "9.2 at the start every German is in supply": (CROSS - reach(STAGING, CROSS), set()),
    "Typhoon: six, seven and six blocks in and around 45, 70 and 117": (
        [len(SOVIET_OCTOBER & set(MAP.neighbours(n))) >= more for n, more in (("45", 5), ("70", 6), ("117", 5))],
        [True] * 3,
    ),
    "Typhoon: infantry around its headquarters, one each": (
        [len((OCTOBER | STAGING) & set(MAP.neighbours(n))) >= more for n, more in INFANTRY_OCTOBER],
        [True] * 4,
    ),
    "Last Gasp: every red star is next to Germans and to Soviets": (
        [
            bool(NOVEMBER & (near := set(MAP.neighbours(n)))) and bool((SOVIET_NOVEMBER - STAR) & near)
            for n in sorted(STAR)
        ],
        [True] * 4,
    ),
    "Campaign, Soviets 3: Yartsevo and Yelnia have defensive lines": (
        {area("Yartsevo"), area("Yelnia")} <= {"68", "70", "80", "88", "81"},
        True,
    ),
    "2.2 light blue is the western half": (
        max(MAP.centres[n][0] for n in MAP.groups["light blue supply"])
        < min(MAP.width / 2, *(MAP.centres[n][0] for n in MAP.groups["blue supply"])),
        True,
    ),
    "2.7 the Campaign does not overstack": (
        [n for n, blocks in chain(JULY.items(), GERMAN_JULY.items()) if blocks > LIMIT[MAP.terrain[n]]],
        [],
    ),
    "Campaign: Soviets stand on Soviet ground": (CROSS & JULY.keys(), set()),
}

# Facts that no border, number or colour was chosen for: they had to come out by themselves.
HELD_OUT: dict[str, tuple[object, object]] = {
    "Beyond the Dnieper: Vitebsk on the Dvina, Orsha and Smolensk on the Dnieper": (
        [
            any(area(place) in pair for pair in MAP.rivers[river])
            for place, river in (("Vitebsk", "Western Dvina"), ("Orsha", "Dnieper"), ("Smolensk", "Dnieper"))
        ],
        [True] * 3,
    ),
    "1.7 Orel is on the map": (kind("Orel"), "city"),
    "5.0 reinforcements enter in supplied cities: the Soviets have some in every set-up": (
        [
            len({n for n in held if n in MAP.places and "town" not in {p.kind for p in MAP.places[n]}}) > 4
            for held in (set(NUMBERED) - CROSS, SOVIET_OCTOBER, SOVIET_NOVEMBER)
        ],
        [True] * 3,
    ),
    "10.3 in July two areas from 100 reach all his men": ({"89", "90", "100"} - within("100", 2), set()),
    "11.0 a headquarters and three blocks engage in 1 from Soviet ground": (
        bool(set(MAP.neighbours("1")) - STAGING) and LIMIT[MAP.terrain["1"]] >= 4,
        True,
    ),
    "11.0 a headquarters gets out of 4, a tank into it": (
        [n for n in MAP.neighbours("4") if COST[MAP.terrain[n]] <= 3 - 1] != [] and LIMIT[MAP.terrain["4"]] >= 1,
        True,
    ),
    "9.3 a block and a defensive line in 30 and in 50 with Germans": (
        {MAP.terrain["30"], MAP.terrain["50"]} <= {"green", "yellow"},
        True,
    ),
    "OR 14.2 Zhukov returns to an area next to Moscow": (len(set(MAP.neighbours("63")) & SOVIET_NOVEMBER) > 0, True),
    "Typhoon: all Soviets fit": (
        fit(
            [
                *(([n], 1) for n in ("4", "15", "17", "45", "70", "117")),
                *(([area(n)], 1) for n in ("Tula", "Kursk", "Voronezh", "Kaluga", "Kalinin", "Naro-Fominsk")),
                *((SOVIET_OCTOBER & set(MAP.neighbours(n)), more) for n, more in (("45", 5), ("70", 6), ("117", 5))),
                (along(SOVIET_OCTOBER, OCTOBER), 9),
            ],
            Counter(["63", "63", "18", "45", "70", "117"]),
            each=15,
        ),
        True,
    ),
    "Typhoon: all Germans fit": (
        fit(
            [
                *(([n], 1) for n in ("28", "42", "90", "114")),
                *((OCTOBER & set(MAP.neighbours(n)), more) for n, more in INFANTRY_OCTOBER),
                *((OCTOBER & {n, *MAP.neighbours(n)}, more) for n, more in (("67", 3), ("101", 3), ("154", 6))),
                (along(OCTOBER, SOVIET_OCTOBER), 9),
            ],
            Counter(HEADQUARTERS_OCTOBER),
            each=8,
        ),
        True,
    ),
    "Typhoon: five black defensive lines along the frontline, ten red ones": (
        (len(along(OCTOBER, SOVIET_OCTOBER)) >= 5, len(SOVIET_OCTOBER) >= 10),
        (True, True),
    ),
    "Last Gasp: all Soviets fit": (
        fit([*(([n], 1) for n in BLOCKS_NOVEMBER), (SOVIET_NOVEMBER, 13)], Counter(["63", "32", "36", "74", "137"])),
        True,
    ),
    "Last Gasp: all Germans fit": (
        fit(
            [
                *(([n], 1) for n in ("14", "58", "84", "117", *sorted(STAR))),
                *((NOVEMBER & set(MAP.neighbours(n)), more) for n, more in INFANTRY_NOVEMBER),
                *((NOVEMBER & {n, *MAP.neighbours(n)}, more) for n, more in (("59", 3), ("71", 3), ("134", 6))),
                (NOVEMBER, 8),
            ],
            Counter(HEADQUARTERS_NOVEMBER),
        ),
        True,
    ),
    "Last Gasp: five black defensive lines along the frontline": (len(along(NOVEMBER, SOVIET_NOVEMBER)) >= 5, True),
    "1.0 two lodgements": (
        {frozenset(reach([n], CROSS)) for n in CROSS},
        {frozenset({"66", "67"}), frozenset({"89", "90", "100"})},
    ),
    "1.0 the southern one lies beyond the Dnieper": (
        reach(STAGING, CROSS, MAP.rivers["Dnieper"]) & {"89", "90", "100"},
        set(),
    ),
    "1.1 the sheet is 86 by 62": (abs(MAP.height / MAP.width / (86 / 62) - 1) < 0.05, True),
    "1.4 about ten kilometres to the centimetre": (
        [abs(length / (10 * side) - 1) < 0.1 for length, side in ((MAP.height, 86), (MAP.width, 62))],
        [True, True],
    ),
    "9.2 at the start every Soviet is in supply": (
        (JULY.keys() | {"68", "70", "80", "81", "88"})
        - reach(touching(y=0) | touching(x=MAP.width) | touching(y=MAP.height), set(NUMBERED) - CROSS),
        set(),
    ),
    "9.3 what can be isolated is on no border": (
        {area("Kursk"), "20", "30", "40", "50"} & (touching(y=0) | touching(x=MAP.width) | touching(y=MAP.height)),
        set(),
    ),
    "Typhoon: panzers fit in and around their headquarters": (
        [room(n, OCTOBER) + LIMIT[MAP.terrain[n]] - 1 >= more for n, more in (("67", 3), ("101", 3), ("154", 6))],
        [True] * 3,
    ),
    "Typhoon: Soviets are in supply without the south and the north-west": (
        SOVIET_OCTOBER - reach({*MAP.groups["blue supply"], *MAP.groups["eastern border"]}, SOVIET_OCTOBER),
        set(),
    ),
    "Typhoon: Germans are in supply": (OCTOBER - reach(STAGING, OCTOBER), set()),
    "Last Gasp: headquarters do not overstack": (
        [n for n, blocks in Counter(HEADQUARTERS_NOVEMBER).items() if blocks > LIMIT[MAP.terrain[n]]],
        [],
    ),
    "Last Gasp: infantry around its headquarters": (
        [room(n, NOVEMBER) >= more for n, more in INFANTRY_NOVEMBER],
        [True] * 4,
    ),
    "Last Gasp: Soviets are in supply without the south and the north-west": (
        SOVIET_NOVEMBER - reach({*MAP.groups["blue supply"], *MAP.groups["eastern border"]}, SOVIET_NOVEMBER),
        set(),
    ),
    "Last Gasp: Germans are in supply": (NOVEMBER - reach(STAGING, NOVEMBER), set()),
}


@pytest.mark.parametrize("fact", USED)
def test_a_fact_used_in_the_making(fact: str) -> None:
    found, stated = USED[fact]
    assert found == stated


@pytest.mark.parametrize("fact", HELD_OUT)
def test_a_fact_held_out(fact: str) -> None:
    found, stated = HELD_OUT[fact]
    assert found == stated


# That the campaign comes out on it


@pytest.mark.parametrize(
    ("start", "goal", "least", "most"),
    [
        ("Smolensk", "Yartsevo", 1, 3),  # the goals of Beyond the Dnieper: one move of a fast block
        ("Smolensk", "Yelnia", 2, 5),
        ("Bykhov-Propoisk", "Chernigov", 5, 10),  # and two, against resistance
        ("Bykhov-Propoisk", "Romny", 6, 10),
        ("Smolensk", "Moscow", 10, 15),  # Moscow: two to three moves, through Vyazma or past it
        ("Glukhov", "Tula", 8, 15),  # Guderian in October
        ("Glukhov", "Kursk", 3, 5),
        ("Kursk", "Voronezh", 4, 8),
    ],
)
def test_movement_points_between_places(start: str, goal: str, least: int, most: int) -> None:
    number = {name: n for n, name in MAP.names.items()}
    assert least <= points(number[start], number[goal]) <= most


def test_the_front_of_november_lies_east_of_that_of_october() -> None:
    assert OCTOBER < NOVEMBER
    taken = {area(n) for n in ("Vyazma", "Rzhev", "Kalinin", "Kaluga", "Bryansk", "Orel", "Kursk")}
    assert taken <= NOVEMBER - OCTOBER


def test_the_rivers_of_the_campaign_bar_the_way() -> None:
    """From Smolensk southward over the Dnieper, to Yelnia too; at Bryansk over the Desna; at Kalinin over the Volga."""
    crossed = {pair: name for name, pairs in MAP.rivers.items() for pair in pairs}
    for n in ("78", "79"):
        assert crossed[border(area("Smolensk"), n)] == "Dnieper"
    assert crossed[border(area("Yartsevo"), area("Yelnia"))] == "Dnieper"
    assert crossed[border("116", area("Bryansk"))] == "Desna"
    assert crossed[border(area("Kalinin"), "36")] == "Volga"
    assert border(area("Smolensk"), area("Yartsevo")) not in crossed


# What must hold on any map of areas


def length(edges: Iterable[Edge]) -> float:
    return sum(math.dist(MAP.corners[a], MAP.corners[b]) for a, b in edges)


def grounds() -> dict[str, tuple[str, ...]]:
    """Every outline of the sheet, areas and other ground."""
    return {**MAP.outlines, **{f"[{other.name}]": other.outline for other in MAP.others}}


def pieces() -> set[Edge]:
    """Every straight piece of outline, once."""
    runs = chain.from_iterable(pairwise((*outline, outline[0])) for outline in grounds().values())
    return {(a, b) if int(a) < int(b) else (b, a) for a, b in runs}


def size(outline: tuple[str, ...]) -> float:
    found = [MAP.corners[corner] for corner in (*outline, outline[0])]
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise(found)) / 2


def turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crosses(one: Edge, other: Edge) -> bool:
    a, b, c, d = (MAP.corners[corner] for corner in (*one, *other))
    return turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0


def test_neighbours_are_mutual() -> None:
    for number in MAP.names:
        around = MAP.neighbours(number)
        assert len(set(around)) == len(around)
        assert number not in around
        assert all(number in MAP.neighbours(n) for n in around)
    assert sum(len(MAP.neighbours(number)) for number in MAP.names) == 2 * 482


def test_all_areas_hang_together_and_could_be_drawn_on_a_plane() -> None:
    graph: nx.Graph[str] = nx.Graph(list(MAP.borders))
    assert set(graph) == set(MAP.names)
    assert nx.is_connected(graph)
    assert nx.check_planarity(graph)[0]


def test_the_outlines_fill_the_sheet_and_nothing_twice() -> None:
    outlines = grounds().values()
    assert sum(map(size, outlines)) == pytest.approx(MAP.width * MAP.height)
    assert {corner for outline in outlines for corner in outline} == set(MAP.corners)
    assert len(MAP.corners) - len(pieces()) + len(outlines) == 1  # Euler


def test_no_outline_crosses_another() -> None:
    cells: dict[tuple[int, int], list[Edge]] = {}
    for a, b in pieces():
        (ax, ay), (bx, by) = MAP.corners[a], MAP.corners[b]
        for x in range(int(min(ax, bx)) // 20, int(max(ax, bx)) // 20 + 1):
            for y in range(int(min(ay, by)) // 20, int(max(ay, by)) // 20 + 1):
                cells.setdefault((x, y), []).append((a, b))
    near = (pair for cell in cells.values() for pair in combinations(cell, 2))
    assert [pair for pair in near if not set(pair[0]) & set(pair[1]) and crosses(*pair)] == []


def test_no_border_is_doubtful() -> None:
    """Each is one stretch of some length, and nowhere do four areas meet in a point."""
    for pair, edges in MAP.borders.items():
        ends = Counter(chain.from_iterable(edges))
        assert list(ends.values()).count(1) == 2, pair
        assert length(edges) > 10, pair
    assert max(Counter(chain.from_iterable(grounds().values())).values()) == 3


def test_borders_are_natural() -> None:
    """No border between areas is a single stroke of the ruler."""
    assert [pair for pair, edges in MAP.borders.items() if len(edges) < 2] == []


def test_numbers_run_from_west_to_east_in_bands_from_north_to_south() -> None:
    moved = {92: 95, 95: 92}  # 10.3
    for first, following in pairwise(BANDS):
        band = [MAP.centres[str(moved.get(n, n))] for n in range(first, following)]
        if first == 11:  # two staggered rows
            assert all(a < b for a, b in zip(band, band[2:], strict=False))
        else:
            assert band == sorted(band), first
    middle = [sum(MAP.centres[str(n)][1] for n in range(a, b)) / (b - a) for a, b in pairwise(BANDS)]
    assert middle == sorted(middle)


def test_names_are_unique_and_have_room() -> None:
    assert len(set(MAP.names.values())) == 175
    for number, centre in MAP.centres.items():
        outline = MAP.outline(number)
        assert area_map.inside(centre, outline)
        assert min(math.dist(centre, corner) for corner in outline) > 10, number


def test_a_river_is_one_line_and_comes_to_a_lake_to_another_river_or_off_the_map() -> None:
    away = {c for c, (x, y) in MAP.corners.items() if x in (0, MAP.width) or y in (0, MAP.height)}
    away |= set(chain.from_iterable(other.outline for other in MAP.others))
    away |= set(chain.from_iterable(MAP.outlines[number] for number in STAGING))
    dry = {}
    for name, borders in MAP.rivers.items():
        corners = Counter(chain.from_iterable(chain.from_iterable(MAP.borders[pair] for pair in borders)))
        assert sorted(corners.values())[:3] == [1, 1, 2], name
        assert max(corners.values()) == 2, name
        dry[name] = {corner for corner, times in corners.items() if times == 1}, set(corners)
    while flowing := [name for name, (ends, _) in dry.items() if ends & away]:
        for name in flowing:
            away |= dry.pop(name)[1]
    assert not dry


@pytest.mark.parametrize(
    ("river", "into"), [("Ugra", "Oka"), ("Nara", "Oka"), ("Seim", "Desna")], ids=["Ugra", "Nara", "Seim"]
)
def test_a_tributary_meets_its_river(river: str, into: str) -> None:
    one, other = (
        set(chain.from_iterable(chain.from_iterable(MAP.borders[pair] for pair in MAP.rivers[name])))
        for name in (river, into)
    )
    assert len(one & other) == 1


@pytest.mark.parametrize("line", MAP.lines)
def test_a_front_line_runs_from_the_northern_to_the_southern_border(line: str) -> None:
    corners = Counter(chain.from_iterable(chain.from_iterable(MAP.borders[pair] for pair in MAP.lines[line])))
    ends = {MAP.corners[corner][1] for corner, times in corners.items() if times == 1}
    assert ends == {0, MAP.height}
    assert max(corners.values()) == 2


def test_nobody_walks_over_lake_ilmen() -> None:
    shore = set(OTHERS["Lake Ilmen"].outline)
    around = {number for number, outline in MAP.outlines.items() if len(shore & set(outline)) > 1}
    assert around == {"1", "2", "13"}
    assert "2" not in MAP.neighbours("1")


def test_staging_areas_form_the_western_edge_and_each_leads_to_the_front() -> None:
    assert [pair for pair in MAP.borders if set(pair) <= STAGING] == [("16A", "9A"), ("9A", "4A"), ("4A", "2A")]
    doors = {number: numbers(set(MAP.neighbours(number)) - STAGING) for number in MAP.names if number in STAGING}
    assert doors == {
        "16A": ["1", "11", "12", "28", "40"],
        "9A": ["40", "53", "66"],
        "4A": ["66", "77", "88", "100"],
        "2A": ["100", "112", "125"],
    }


def test_every_area_is_supplied_by_both_sides() -> None:
    assert reach(STAGING, MAP.names) == set(MAP.names)
    for name in (*SUPPLY, "eastern border"):
        assert reach(MAP.groups[name], NUMBERED) == set(NUMBERED)


def test_places_lie_in_the_areas_named_after_them() -> None:
    for number, places in MAP.places.items():
        assert [place.name for place in places] == [MAP.names[number]]
        assert MAP.terrain[number] != "staging"
    assert set(MAP.places) >= VICTORY


def test_boxes_lie_clear_of_the_areas_and_of_each_other() -> None:
    for box in MAP.boxes.values():
        assert not any(area_map.inside(box.at, MAP.outline(number)) for number in MAP.names)
    assert min(math.dist(a.at, b.at) for a, b in combinations(MAP.boxes.values(), 2)) >= 68
    assert [MAP.boxes[name].at[0] for name in ROAD] == sorted(MAP.boxes[name].at[0] for name in ROAD)


def test_counts() -> None:
    assert Counter(MAP.terrain.values()) == {"green": 112, "yellow": 54, "victory": 5, "staging": 4}
    kinds = Counter(place.kind for place in chain.from_iterable(MAP.places.values()))
    assert kinds == {"city": 44, "special city": 2, "town": 1}
    assert Counter(box.kind for box in MAP.boxes.values()) == {"road": 9, "victory box": 2, "leader": 1}
    rivers = list(chain.from_iterable(MAP.rivers.values()))
    assert (len(MAP.rivers), len(rivers), len(set(rivers))) == (11, 125, 125)
    assert not MAP.closed


def test_every_datum_has_a_source() -> None:
    sizes = {
        "area": 175,
        "terrain": 175,
        "other": 5,
        "river": 125,
        "closed": 0,
        "place": 47,
        "box": 12,
        "track": 1,
        "group": 13,
        "line": sum(map(len, MAP.lines.values())),
    }
    assert {layer: len(items) for layer, items in MAP.sources.items()} == sizes
    for items in MAP.sources.values():
        for item, source in items.items():
            letter, _, words = source.partition(":")
            assert letter in SOURCES, item
            assert words.strip(), item


def test_stated_is_only_what_the_rules_state() -> None:
    stated = {
        layer: {item for item, source in items.items() if source.startswith("R:")}
        for layer, items in MAP.sources.items()
    }
    assert stated["area"] == {"63"} | STAGING
    assert stated["terrain"] == {"1", "70", "89"} | VICTORY | STAGING
    assert stated["place"] == {MAP.names[n] for n in VICTORY} | {"Mogilev", "Vyazma", "Chernigov", "Romny", "Demyansk"}
    assert stated["box"] == {"Rastenburg", "Kiev", "Pskov", "Novgorod", "Pushkin", "Shlisselburg", "Leningrad"}
    assert stated["group"] == {"German supply", "Balkan cross", "red star"}
    assert not stated["river"] | stated["line"]


def test_what_is_geography() -> None:
    """Rivers whose projected course comes near each of their borders; nothing else was taken from geography."""
    found = {
        (layer, item) for layer, items in MAP.sources.items() for item, source in items.items() if source[0] == "G"
    }
    rivers = ("Lovat", "Volga", "Western Dvina", "Dnieper", "Ugra", "Nara", "Sozh")
    assert found == {("river", "|".join(pair)) for name in rivers for pair in MAP.rivers[name]}
