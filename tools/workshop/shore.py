"""Shores for an existing map: real coasts and lakes, bent where its hexes require it.

Every cell of the sheet has its distance from the real coast: positive in water, negative on land. Where the map
differs, a smooth bump or dip is added to these depths, so that the coast keeps its shape and only moves.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import exp, hypot, sqrt
from typing import NamedTuple

from grognard.kit.hex.grid import PITCH, Corner, Point
from grognard.kit.load.hex_map import HexMap, Shore

from .geo import Feature, Place
from .water import SEA, Lake, Raster, flooded, simplify

FINE = 20  # cells per hex
MARGIN = 3.0  # hexes around the map, so that no shore runs along its frame
CLOSE = 0.012  # the tolerance of a simplified shore
ISLAND = 0.012  # the smallest island shown, in hexes
ROUNDS = 60  # of bending

Warp = Callable[[float, float], Point]
Edge = tuple[int, int]
"""Two cells between which a coast passes: the wet one, the dry one."""


class Want(NamedTuple):
    """What the map requires at a point: a depth of water (negative: land), and the radius of the correction."""

    at: Point
    depth: float
    wide: float

    def lacks(self, depth: float) -> float:
        """The missing depth, given the actual one."""
        return max(0.0, self.depth - depth) if self.depth > 0 else min(0.0, self.depth - depth)


class Depths:
    """The distance of each cell of a sheet from the coast, in hexes; negative on land."""

    def __init__(self, raster: Raster, wet: Sequence[bool]) -> None:
        self.raster = raster
        self.width, self.height, self.fine = raster.width, raster.height, raster.fine
        to_land, to_water = (self._far([is_ == kind for is_ in wet]) for kind in (False, True))
        self.cells = [(a - b) / self.fine for a, b in zip(to_land, to_water, strict=True)]

    def _far(self, marked: Sequence[bool]) -> list[float]:
        """The distance of every cell from the nearest marked one, in cells (Felzenszwalb and Huttenlocher)."""
        infinite = float(self.width**2 + self.height**2)
        found = [0.0 if mark else infinite for mark in marked]
        for x in range(self.width):
            found[x :: self.width] = _envelope(found[x :: self.width])
        for y in range(self.height):
            row = slice(y * self.width, (y + 1) * self.width)
            found[row] = _envelope(found[row])
        return [max(0.0, sqrt(square) - 0.5) for square in found]

    def point(self, cell: int) -> Point:
        """The middle of a cell."""
        y, x = divmod(cell, self.width)
        return self.raster.left + (x + 0.5) / self.fine, self.raster.top + (y + 0.5) / self.fine

    def at(self, point: Point) -> float:
        """The depth at a point of the sheet."""
        cell = self.raster.cell(point)
        assert cell is not None
        return self.cells[cell]

    def raise_at(self, point: Point, by: float, wide: float) -> None:
        """Add a bell curve of this height and width to the depths."""
        (x, y), reach = point, 3 * wide
        for row in self._span(y - reach - self.raster.top, y + reach - self.raster.top, self.height):
            down = self.raster.top + (row + 0.5) / self.fine - y
            for column in self._span(x - reach - self.raster.left, x + reach - self.raster.left, self.width):
                across = self.raster.left + (column + 0.5) / self.fine - x
                self.cells[row * self.width + column] += by * exp(-(across**2 + down**2) / (2 * wide**2))

    def _span(self, low: float, high: float, size: int) -> range:
        return range(max(0, int(low * self.fine)), min(size, int(high * self.fine) + 1))

    def patches(self, wet: bool) -> Iterator[list[int]]:
        """The connected regions of water, or of land."""
        left = {cell for cell, depth in enumerate(self.cells) if (depth > 0) == wet}
        for start in range(len(self.cells)):
            if start not in left:
                continue
            left.remove(start)
            for here in (found := [start]):
                x = here % self.width
                steps = [here - self.width, here + self.width, *[here - 1][: x > 0], *[here + 1][: x < self.width - 1]]
                new = [there for there in steps if there in left]
                left.difference_update(new)
                found += new
            yield found

    def outlines(self) -> Iterator[list[Point]]:
        """The lines between water and land, as closed rings; the sheet ends on land."""
        wide, high = self.width + 2, self.height + 2
        depth = [-1.0] * (wide * high)
        for y in range(self.height):
            depth[(y + 1) * wide + 1 : (y + 2) * wide - 1] = self.cells[y * self.width : (y + 1) * self.width]
        for step in (1, wide):
            evened = [(depth[n - step] + 2 * depth[n] + depth[n + step]) / 4 for n in range(wide, len(depth) - wide)]
            depth[wide:-wide] = evened
        for n in range(len(depth)):
            if n % wide in (0, wide - 1):
                depth[n] = -1.0
        follows: dict[Edge, Edge] = {}
        for y in range(high - 1):
            for n in range(y * wide, y * wide + wide - 1):
                square = ((n, n + 1), (n + 1, n + wide + 1), (n + wide + 1, n + wide), (n + wide, n))
                enters = [(a, b) for a, b in square if depth[a] > 0 >= depth[b]]
                leaves = [(b, a) for a, b in square if depth[a] <= 0 < depth[b]]
                follows.update(zip(enters, leaves, strict=True))
        while follows:
            at = next(iter(follows))
            ring = []
            while at in follows:
                ring.append(at)
                at = follows.pop(at)
            yield [self._crossing(depth, wide, *edge) for edge in ring]

    def _crossing(self, depth: Sequence[float], wide: int, a: int, b: int) -> Point:
        t = depth[a] / (depth[a] - depth[b])
        (ay, ax), (by, bx) = divmod(a, wide), divmod(b, wide)
        x, y = ax + (bx - ax) * t, ay + (by - ay) * t
        return self.raster.left + (x - 0.5) / self.fine, self.raster.top + (y - 0.5) / self.fine


def shores(
    hexmap: HexMap, warp: Warp, coasts: Sequence[Feature], lakes: Sequence[Lake], seas: Iterable[Place]
) -> list[Shore]:
    """Closed lines around the water of a map: true to geography where its hexes are, and to its hexes elsewhere."""
    raster, wet = _real(hexmap, warp, coasts, lakes, seas)
    depths = Depths(raster, wet)
    islands = _islands(depths, hexmap)
    for patch in islands:
        for cell in patch:
            wet[cell] = True
    depths = Depths(raster, wet)
    wants = list(_wants(hexmap))
    _bend(depths, wants)
    while more := _isthmuses(hexmap, depths):
        wants += more
        _bend(depths, wants)
    _add_islands(depths, islands, wants)
    _dry_ponds(depths, hexmap)
    found = []
    for ring in depths.outlines():
        line = tuple((round(x, 2), round(y, 2)) for x, y in simplify(ring, CLOSE))
        if len(line) > 2 and _size(line) >= ISLAND:
            found.append(line)
    return [_named(hexmap, line) for line in sorted(found, key=lambda line: (-_size(line), line))]


def _real(
    hexmap: HexMap, warp: Warp, coasts: Sequence[Feature], lakes: Sequence[Lake], seas: Iterable[Place]
) -> tuple[Raster, list[bool]]:
    """The real waters; outside the region of the data, the same as the nearest hex."""
    known_by = [*coasts, *(lake.feature for lake in lakes)]
    places = [place for feature in known_by for line in feature.lines for place in line]
    (south, north), (west, east) = ((min(p[n] for p in places), max(p[n] for p in places)) for n in (0, 1))
    corners = [(south, west), (south, east), (north, east), (north, west), (south, west)]
    fence = tuple(
        (a[0] + (b[0] - a[0]) * n / 50, a[1] + (b[1] - a[1]) * n / 50) for a, b in pairwise(corners) for n in range(51)
    )
    hexes = list(hexmap.terrain)
    raster = flooded(hexmap.grid, hexes, warp, [*coasts, Feature("coast", "", (fence,))], seas, lakes, FINE, MARGIN)
    known, edge = (Raster(hexmap.grid, hexes, FINE, MARGIN) for _ in range(2))
    known.fill([[warp(*place) for place in fence]], 1)
    edge.coast([warp(*place) for place in fence])
    centres = {hex: hexmap.grid.centre(hex) for hex in hexes}
    wet = [value >= SEA for value in raster.cells]
    for cell, is_known in enumerate(known.cells):
        if edge.cells[cell] or not is_known:
            y, x = divmod(cell, raster.width)
            px, py = raster.left + (x + 0.5) / FINE, raster.top + (y + 0.5) / FINE
            hex = hexmap.grid.at((px, py))
            if hex not in centres:
                hex = min(centres, key=lambda name: hypot(centres[name][0] - px, centres[name][1] - py))
            wet[cell] = hexmap.terrain[hex] in hexmap.wet
    return raster, wet


def _wants(hexmap: HexMap) -> Iterator[Want]:
    """Water hexes and hexsides wet, mouths open; land hexes and roads dry."""
    grid = hexmap.grid
    for hex, kind in hexmap.terrain.items():
        yield Want(grid.centre(hex), 0.22 if kind in hexmap.wet else -0.2, 0.4)
        for n in grid.around(hex):
            if kind in hexmap.wet and hexmap.terrain.get(n) == kind and hex < n:
                yield Want(_along(grid.centre(hex), grid.centre(n), 0.5), 0.12, 0.35)
    for a, b, _ in sorted(hexmap.water):
        start, end = sorted(grid.point(corner) for corner in grid.corners((a, b)))
        yield from (Want(_along(start, end, n / 4), 0.09 if 0 < n < 4 else 0.04, 0.16) for n in range(5))
    for mouth in _mouths(hexmap):
        yield Want(mouth, 0.08, 0.2)
    for run in (*hexmap.roads.values(), *hexmap.rails.values()):
        for a, b in pairwise(run.hexes):
            yield from (Want(_along(grid.centre(a), grid.centre(b), n / 4), -0.12, 0.25) for n in (1, 2, 3))


def _isthmuses(hexmap: HexMap, depths: Depths) -> list[Want]:
    """A dry spot, the shallowest point, on every hexside that may be crossed but is all in water."""
    closed = {(a, b) for a, b, _ in hexmap.water}
    sides = [
        (a, b) for a in hexmap.terrain for b in hexmap.neighbours(a) if a < b and hexmap.land(a) and hexmap.land(b)
    ]
    best = [min(depths.raster.side(side), key=depths.at) for side in sides if side not in closed]
    return [Want(spot, -0.05, 0.15) for spot in best if depths.at(spot) > -0.02]


def _mouths(hexmap: HexMap) -> Iterator[Point]:
    """Where rivers end in water."""
    for river in hexmap.rivers.values():
        count: dict[Corner, int] = {}
        for side in river.sides:
            for corner in hexmap.grid.corners(side):
                count[corner] = count.get(corner, 0) + 1
        ends = [corner for corner, times in count.items() if times == 1]
        yield from sorted(
            hexmap.grid.point(end) for end in ends if any(hexmap.terrain.get(h) in hexmap.wet for h in end)
        )


def _bend(depths: Depths, wants: Sequence[Want]) -> None:
    """Move the coasts until the requirements are met, the largest error first."""
    for _ in range(ROUNDS):
        lacking = [(want.lacks(depths.at(want.at)), want) for want in wants]
        worst = sorted((item for item in lacking if abs(item[0]) > 0.01), key=lambda item: -abs(item[0]))
        for _, want in worst:
            depths.raise_at(want.at, 0.5 * want.lacks(depths.at(want.at)), want.wide)
        if not worst:
            return


def _islands(depths: Depths, hexmap: HexMap) -> list[list[int]]:
    """The islands that contain no centre of a land hex."""
    middles = {depths.raster.cell(hexmap.grid.centre(hex)) for hex in hexmap.terrain if hexmap.land(hex)}
    return [
        patch for patch in depths.patches(False) if len(patch) < 0.5 * PITCH * FINE**2 and middles.isdisjoint(patch)
    ]


def _add_islands(depths: Depths, islands: Iterable[list[int]], wants: Sequence[Want]) -> None:
    """Restore the islands that are clear of the coasts and of everything that must be water."""
    deep = [want for want in wants if want.depth > 0]
    kept: list[int] = []
    for patch in islands:
        points = [depths.point(cell) for cell in patch]
        clear = min(depths.cells[cell] for cell in patch) > 0.15
        if clear and all(hypot(x - w.at[0], y - w.at[1]) > 0.1 for x, y in points for w in deep):
            kept += patch
    if kept:
        dry = set(kept)
        alone = Depths(depths.raster, [cell not in dry for cell in range(len(depths.cells))])
        depths.cells = [min(a, b) for a, b in zip(depths.cells, alone.cells, strict=True)]


def _dry_ponds(depths: Depths, hexmap: HexMap) -> None:
    """Remove water that belongs to no hex or hexside of the map."""
    grid = hexmap.grid
    points = [grid.centre(hex) for hex, kind in hexmap.terrain.items() if kind in hexmap.wet]
    points += [_along(grid.centre(a), grid.centre(b), 0.5) for a, b, _ in hexmap.water]
    known = {depths.raster.cell(point) for point in points}
    for patch in depths.patches(True):
        if known.isdisjoint(patch):
            for cell in patch:
                depths.cells[cell] = -0.05


def _named(hexmap: HexMap, line: tuple[Point, ...]) -> Shore:
    """The shore, with the kind and the name of the water beside it."""

    def far(point: Point) -> float:
        return min(hypot(point[0] - x, point[1] - y) for x, y in line)

    grid = hexmap.grid
    near = [(far(grid.centre(hex)), kind) for hex, kind in hexmap.terrain.items() if kind in hexmap.wet]
    near += [(far(_along(grid.centre(a), grid.centre(b), 0.5)), kind) for a, b, kind in hexmap.water]
    kind = min(near)[1]
    labels = [
        (far(grid.centre(hex)), place.name)
        for hex, place in hexmap.places.items()
        if place.kind == "label" and hexmap.terrain[hex] == kind
    ]
    return Shore(min(labels)[1] if labels else kind, kind, line)


def _along(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _size(line: Sequence[Point]) -> float:
    """The area within a ring, in hexes."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*line, line[0]]))) / 2 / PITCH


def _envelope(heights: Sequence[float]) -> list[float]:
    """The lower envelope of parabolas at these heights, at each step."""
    size = len(heights)
    feet, starts = [0], [float("-inf")]
    for q in range(1, size):
        while True:
            p = feet[-1]
            meet = ((heights[q] + q * q) - (heights[p] + p * p)) / (2 * (q - p))
            if meet > starts[-1]:
                break
            feet.pop()
            starts.pop()
        feet.append(q)
        starts.append(meet)
    out, k = [], 0
    for q in range(size):
        while k + 1 < len(feet) and starts[k + 1] < q:
            k += 1
        out.append((q - feet[k]) ** 2 + heights[feet[k]])
    return out
