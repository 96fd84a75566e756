"""Lines over the grid: rivers along hexsides, roads and rails from hex to hex, by way of waypoints."""

from collections.abc import Callable, Collection, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot
from typing import NamedTuple, TypeAlias, TypeVar

from grognard.kit.hex.grid import Corner, Grid, Point, Side

from .water import off

Node = TypeVar("Node")
Stop: TypeAlias = set[Corner] | Side
"""Where a river must pass: at one of some corners, or along a hexside."""

NEAR, PULL = 0.1, 4.0  # the cost of a hexside, and of deviating from the river's true course
STRAY = 1.5  # the cost of a road deviating from the straight line
SHARED = 0.8  # the cost factor for following an existing road
FORD = 0.6  # the cost of crossing a river


class NoWay(Exception):
    """There is no route to a waypoint."""

    def __init__(self, waypoint: int = 0) -> None:
        super().__init__(waypoint)
        self.waypoint = waypoint


def cheapest(
    starts: Collection[Node], goals: Collection[Node], steps: Callable[[Node], Sequence[tuple[Node, float]]]
) -> list[Node]:
    """The cheapest path from any of the starts to any of the goals."""
    cost = dict.fromkeys(starts, 0.0)
    came: dict[Node, Node] = {}
    queue = [(0.0, n, start) for n, start in enumerate(starts)]
    count = len(queue)
    while queue:
        spent, _, here = heappop(queue)
        if here in goals:
            path = [here]
            while path[-1] in came:
                path.append(came[path[-1]])
            return path[::-1]
        if spent > cost[here]:
            continue
        for there, price in steps(here):
            if spent + price < cost.get(there, float("inf")):
                cost[there], came[there] = spent + price, here
                count += 1
                heappush(queue, (spent + price, count, there))
    raise NoWay


class Corners(NamedTuple):
    """Every hexside between two land hexes, as a net of corners."""

    grid: Grid
    net: Mapping[Corner, Mapping[Corner, Side]]

    def nearest(self, point: Point) -> Corner:
        """The corner nearest to a point."""
        return min(self.net, key=lambda corner: (_far(self.grid.point(corner), point), sorted(corner)))

    def river(self, stops: Sequence[Stop], course: Sequence[Sequence[Point]]) -> list[Side]:
        """A run of hexsides from stop to stop, close to its course."""
        pieces = [piece for line in course for piece in pairwise(line if len(line) > 1 else [*line, *line])]
        prices: dict[Side, float] = {stop: 0.0 for stop in stops if isinstance(stop, tuple)}

        def price(side: Side) -> float:
            if side not in prices:
                a, b = (self.grid.point(corner) for corner in self.grid.corners(side))
                middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
                away = min((off(middle, *piece) for piece in pieces), default=0.0)
                prices[side] = NEAR + PULL * away**2
            return prices[side]

        def steps(corner: Corner) -> list[tuple[Corner, float]]:
            return [(n, price(side)) for n, side in self.net.get(corner, {}).items() if n not in path]

        path: list[Corner] = []
        starts: Collection[Corner] = ()
        for n, stop in enumerate(stops):
            for goals in (stop,) if isinstance(stop, set) else self._through(stops, n):
                if not starts:
                    starts = sorted(goals, key=sorted)
                elif not path or path[-1] not in goals:
                    try:
                        path += cheapest(starts, goals, steps)[bool(path) :]
                    except NoWay:
                        raise NoWay(n) from None
                    starts = path[-1:]
        return [self.net[a][b] for a, b in pairwise(path)]

    def _through(self, stops: Sequence[Stop], n: int) -> tuple[set[Corner], set[Corner]]:
        """The two ends of the hexside that is the n-th stop, in the order the river passes them."""

        def far(corner: Corner, m: int) -> float:
            if not 0 <= m < len(stops):
                return 0.0
            stop = stops[m]
            others = stop if isinstance(stop, set) else self.grid.corners(stop)
            return sum(sorted(_far(self.grid.point(corner), self.grid.point(other)) for other in others)[:2])

        side = stops[n]
        assert isinstance(side, tuple)
        ends = sorted(self.grid.corners(side), key=sorted)
        first, last = sorted(ends, key=lambda end: far(end, n - 1) - far(end, n + 1))
        return {first}, {last}


def corners(grid: Grid, land: Collection[str], shut: Collection[Side]) -> Corners:
    """The net of the hexsides that have land on both sides."""
    net: dict[Corner, dict[Corner, Side]] = {}
    for hex in sorted(land):
        for other in grid.around(hex):
            side = (hex, other)
            if hex < other and other in land and side not in shut:
                a, b = sorted(grid.corners(side), key=sorted)
                net.setdefault(a, {})[b] = side
                net.setdefault(b, {})[a] = side
    return Corners(grid, net)


def road(
    grid: Grid,
    stops: Sequence[Collection[str]],
    land: Collection[str],
    shut: Collection[Side],
    rivers: Collection[Side],
    there: Collection[Side],
) -> list[str]:
    """A run of hexes from stop to stop over land, straight if possible, along existing roads."""
    path: list[str] = []
    for n, goals in enumerate(stops[1:], 1):
        if path and path[-1] in goals:
            continue
        starts = path[-1:] or sorted(stops[0])
        pairs = ((grid.centre(a), grid.centre(b)) for a in starts for b in sorted(goals))
        start, aim = min(pairs, key=lambda pair: _far(*pair))

        def steps(hex: str, start: Point = start, aim: Point = aim) -> list[tuple[str, float]]:
            found = []
            for other in grid.around(hex):
                side = (hex, other) if hex < other else (other, hex)
                if other in land and side not in shut:
                    price = SHARED if side in there else 1 + STRAY * off(grid.centre(other), start, aim) ** 2
                    found.append((other, price + FORD * (side in rivers)))
            return found

        try:
            path += cheapest(starts, goals, steps)[bool(path) :]
        except NoWay:
            raise NoWay(n) from None
    return path


def _far(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
