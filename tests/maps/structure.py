"""What must hold on every map of hexes, whatever its game; each map's own tests call these."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import chain, pairwise

from grognard.kit.hex.grid import Corner, Point, Side
from grognard.kit.load.area_map import inside
from grognard.kit.load.hex_map import HexMap, Road
from grognard.kit.load.toml import SOURCES


def side(a: str, b: str) -> Side:
    """The hexside between two hexes."""
    return (a, b) if a < b else (b, a)


def land(hexmap: HexMap) -> set[str]:
    """The hexes that are not all water."""
    return {hex for hex in hexmap.terrain if hexmap.land(hex)}


def wet(hexmap: HexMap) -> set[Side]:
    """The hexsides that are all water."""
    return {side(a, b) for a, b, _ in hexmap.water}


def rivers(hexmap: HexMap, *kinds: str) -> set[Side]:
    """The hexsides with a river, or with one of these kinds."""
    return {s for river in hexmap.rivers.values() if not kinds or river.kind in kinds for s in river.sides}


def steps(runs: Mapping[str, Road], *names: str) -> set[Side]:
    """The hexsides that roads (or rails), or those of these names, cross."""
    return {side(a, b) for name in names or runs for a, b in pairwise(runs[name].hexes)}


def reachable(hexmap: HexMap, start: str, barred: Collection[Side] = (), without: Collection[str] = ()) -> set[str]:
    """Where one can walk from here over land, not crossing water, these hexsides or these hexes."""
    closed = wet(hexmap) | set(barred)
    found = {start}
    for here in (queue := [start]):
        new = [
            n
            for n in hexmap.neighbours(here)
            if hexmap.land(n) and n not in found and n not in without and side(here, n) not in closed
        ]
        found.update(new)
        queue += new
    return found


def net(runs: Mapping[str, Road], start: str) -> set[str]:
    """The hexes that roads (or rails) join to this one."""
    found = {start}
    while more := {h for s in steps(runs) if found & set(s) for h in s} - found:
        found |= more
    return found


def ends(hexmap: HexMap, sides: Iterable[Side]) -> set[Corner]:
    """The corners where a run of hexsides ends."""
    return {corner for corner, times in _corners(hexmap, sides).items() if times == 1}


def check_neighbours(hexmap: HexMap) -> None:
    """Neighbours are mutual, and no hex is its own."""
    for hex in hexmap.terrain:
        around = hexmap.neighbours(hex)
        assert len(set(around)) == len(around) <= 6, hex
        assert all(hex in hexmap.neighbours(n) for n in around), hex
        assert hex not in around


def check_sides(hexmap: HexMap) -> None:
    """Every hexside lies between two neighbours, is written one way only, and is not both river and all water."""
    layers = (rivers(hexmap), wet(hexmap), hexmap.bridges, chain.from_iterable(hexmap.borders.values()))
    for a, b in chain.from_iterable(layers):
        assert a < b, (a, b)
        assert b in hexmap.neighbours(a), (a, b)
    assert not rivers(hexmap) & wet(hexmap)
    assert set(hexmap.bridges) <= rivers(hexmap)


def check_rivers(hexmap: HexMap) -> None:
    """Each river is one line between banks of land, and its water comes to the sea, a lake or the edge."""
    shores = set(_corners(hexmap, wet(hexmap)))
    dry = dict(hexmap.rivers)
    for name, river in hexmap.rivers.items():
        assert set(_corners(hexmap, river.sides).values()) <= {1, 2}, f"the {name} branches"
        assert len(ends(hexmap, river.sides)) == 2, f"the {name} is not one line"
        assert set(chain.from_iterable(river.sides)) <= land(hexmap), f"the {name} has a bank of water"
        assert len(set(river.sides)) == len(river.sides), name
    while flowing := [n for n, river in dry.items() if _arrives(hexmap, ends(hexmap, river.sides), shores)]:
        for name in flowing:
            shores |= set(_corners(hexmap, dry.pop(name).sides))
    assert not dry, f"these flow nowhere: {', '.join(dry)}"


def check_lines(hexmap: HexMap) -> None:
    """Roads and rails stay on land, do not cross water, and leave the map only at its edge."""
    for runs in (hexmap.roads, hexmap.rails):
        assert not steps(runs) & wet(hexmap)
        for name, run in runs.items():
            assert set(run.hexes) <= land(hexmap), name
            assert all(hexmap.edge(hex) for hex in run.leaves), name


def check_entries(hexmap: HexMap) -> None:
    """Units come in at the edge, onto land from which they can go on."""
    for name in hexmap.entries:
        for hex in hexmap.areas[name]:
            assert hexmap.edge(hex), f"{name}: {hex}"
            assert len(reachable(hexmap, hex)) > len(land(hexmap)) / 2, f"{name}: {hex}"


def check_places(hexmap: HexMap) -> None:
    """Nothing but the name of a water stands in water, and no name stands twice."""
    for hex, place in hexmap.places.items():
        assert hexmap.land(hex) or place.kind == "label", place.name
    names = [place.name for place in hexmap.places.values()]
    assert len(set(names)) == len(names)


def check_land(hexmap: HexMap, islands: Collection[str] = (), barred: Collection[Side] = ()) -> None:
    """All land hangs together, but for the islands."""
    main = land(hexmap) - set(islands)
    assert reachable(hexmap, min(main), barred) == main


def check_sources(hexmap: HexMap) -> None:
    """Every datum says where it comes from."""
    for layer, items in hexmap.sources.items():
        for item, source in items.items():
            letter, _, what = source.partition(":")
            assert letter in SOURCES, (layer, item)
            assert what.strip(), (layer, item)


def check_shores(hexmap: HexMap) -> None:
    """Where shores are drawn they agree with the hexes: what is water is wet in its middle, what is land is dry.

    Hexsides that are all water are wet from end to end; those that can be crossed on foot are dry somewhere, and
    roads and rails are dry all along.
    """
    if not hexmap.shores:
        return
    middles = {hex: hexmap.grid.centre(hex) for hex in hexmap.terrain}
    assert [hex for hex in middles if in_water(hexmap, middles[hex]) == hexmap.land(hex)] == []
    walls = wet(hexmap)
    for here in land(hexmap):
        for other in (n for n in hexmap.neighbours(here) if here < n and hexmap.land(n)):
            points = _along(*(hexmap.grid.point(corner) for corner in hexmap.grid.corners((here, other))))
            found = {in_water(hexmap, point) for point in points}
            assert (found == {True}) == ((here, other) in walls), (here, other)
    for a, b in steps(hexmap.roads) | steps(hexmap.rails):
        assert not any(in_water(hexmap, point) for point in _along(middles[a], middles[b])), (a, b)


def in_water(hexmap: HexMap, point: Point) -> bool:
    """Whether a point of the sheet lies in water as the shores have it; a shore within a shore is an island."""
    return sum(inside(point, shore.points) for shore in hexmap.shores) % 2 == 1


def _along(a: Point, b: Point) -> list[Point]:
    return [(a[0] + (b[0] - a[0]) * n / 10, a[1] + (b[1] - a[1]) * n / 10) for n in range(1, 10)]


def check_all(hexmap: HexMap, islands: Collection[str] = ()) -> None:
    """All of the above."""
    check_neighbours(hexmap)
    check_sides(hexmap)
    check_rivers(hexmap)
    check_lines(hexmap)
    check_entries(hexmap)
    check_places(hexmap)
    check_land(hexmap, islands)
    check_sources(hexmap)
    check_shores(hexmap)


def _corners(hexmap: HexMap, sides: Iterable[Side]) -> Counter[Corner]:
    return Counter(chain.from_iterable(hexmap.grid.corners(s) for s in sides))


def _arrives(hexmap: HexMap, found: Iterable[Corner], shores: Collection[Corner]) -> bool:
    """Whether one of these corners is on water, on the edge of the map, or on a river that gets there."""
    return any(corner in shores or not all(map(hexmap.land, corner)) for corner in found)
