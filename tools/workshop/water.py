"""Sea and lakes on the grid: a fine raster is flooded, then hexes, hexsides and shores are read off it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, hypot, pi, sin
from typing import NamedTuple

from grognard.kit.hex.grid import PITCH, Grid, Point, Side

from .geo import Feature, Place

FINE = 12  # cells per hex
MARGIN = 1.0  # hexes around the map
LAND, COAST, SEA = 0, 1, 2  # lakes are numbered from 3
POND = 0.2  # the half-width of a lake on a hexside
DRY = 0.3  # the dry radius around the centre of a land hex


class Lake(NamedTuple):
    """A lake of the region, by the number of its cells."""

    name: str
    feature: Feature


class Raster:
    """The sheet of a map, in small square cells."""

    def __init__(self, grid: Grid, hexes: Iterable[str], fine: int = FINE, margin: float = MARGIN) -> None:
        self.grid, self.fine = grid, fine
        centres = [grid.centre(hex) for hex in hexes]
        self.left, self.top = (min(c[n] for c in centres) - margin for n in (0, 1))
        self.width, self.height = (
            ceil((max(c[n] for c in centres) + margin - corner) * fine) for n, corner in ((0, self.left), (1, self.top))
        )
        self.cells = bytearray(self.width * self.height)
        steps = [(n - fine) / fine for n in range(2 * fine + 1)]
        self.shape = [(x, y) for x in steps for y in steps if _in_hex(grid, x, y)]

    def cell(self, point: Point) -> int | None:
        """The number of the cell that holds a point."""
        x, y = int((point[0] - self.left) * self.fine // 1), int((point[1] - self.top) * self.fine // 1)
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else None

    def look(self, points: Iterable[Point]) -> dict[int, float]:
        """The contents of these points, as fractions of their number."""
        found: dict[int, float] = {}
        cells = [self.cells[cell] for point in points if (cell := self.cell(point)) is not None]
        for value in cells:
            found[value] = found.get(value, 0) + 1 / len(cells)
        return found

    def hex(self, hex: str) -> list[Point]:
        """Points all over a hex."""
        x, y = self.grid.centre(hex)
        return [(x + dx, y + dy) for dx, dy in self.shape]

    def side(self, side: Side) -> list[Point]:
        """Points along a hexside, without its ends."""
        (ax, ay), (bx, by) = sorted(self.grid.point(corner) for corner in self.grid.corners(side))
        return [(ax + (bx - ax) * n / 20, ay + (by - ay) * n / 20) for n in range(2, 19)]

    def paint(self, points: Iterable[Point], value: int) -> None:
        """Fill the cells of these points."""
        for point in points:
            if (cell := self.cell(point)) is not None:
                self.cells[cell] = value

    def coast(self, line: Sequence[Point]) -> None:
        """Draw a coast, which stops flooding."""
        for (ax, ay), (bx, by) in pairwise(line):
            count = ceil(hypot(bx - ax, by - ay) * self.fine * 3) + 1
            self.paint(((ax + (bx - ax) * n / count, ay + (by - ay) * n / count) for n in range(count + 1)), COAST)

    def flood(self, start: Point) -> None:
        """Fill everything that can be reached from here with sea."""
        first = self.cell(start)
        if first is None or self.cells[first] != LAND:
            return
        self.cells[first] = SEA
        queue = [first]
        while queue:
            here = queue.pop()
            x = here % self.width
            for there, there_x in (
                (here - 1, x - 1),
                (here + 1, x + 1),
                (here - self.width, x),
                (here + self.width, x),
            ):
                if 0 <= there < len(self.cells) and 0 <= there_x < self.width and self.cells[there] == LAND:
                    self.cells[there] = SEA
                    queue.append(there)

    def fill(self, rings: Sequence[Sequence[Point]], value: int) -> None:
        """Fill a lake; rings within rings are islands."""
        edges = [edge for ring in rings for edge in pairwise(ring)]
        for row in range(self.height):
            y = self.top + (row + 0.5) / self.fine
            cuts = sorted(ax + (y - ay) / (by - ay) * (bx - ax) for (ax, ay), (bx, by) in edges if (ay > y) != (by > y))
            for a, b in zip(cuts[::2], cuts[1::2], strict=True):
                first, last = (ceil((x - self.left) * self.fine - 0.5) for x in (a, b))
                for column in range(max(0, first), min(self.width, last)):
                    self.cells[row * self.width + column] = value

    def shores(self, value: int) -> Iterator[tuple[Point, ...]]:
        """The closed lines around all cells of one kind, simplified."""
        follows: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for cell, kind in enumerate(self.cells):
            if kind != value:
                continue
            y, x = divmod(cell, self.width)
            ring = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y))
            beyond = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
            for (a, b), (nx, ny) in zip(pairwise(ring), beyond, strict=True):
                inside = 0 <= nx < self.width and 0 <= ny < self.height
                if not inside or self.cells[ny * self.width + nx] != value:
                    follows.setdefault(a, []).append(b)
        while follows:
            start = next(iter(follows))
            loop = [start]
            while (here := loop[-1]) in follows:
                after = follows[here].pop()
                if not follows[here]:
                    del follows[here]
                if after == start:
                    break
                loop.append(after)
            points = [(self.left + x / self.fine, self.top + y / self.fine) for x, y in loop]
            if (line := simplify(points)) and len(line) > 3:
                yield tuple((round(x, 2), round(y, 2)) for x, y in line)


def flooded(
    grid: Grid,
    hexes: Sequence[str],
    warp: Callable[[float, float], Point],
    coasts: Sequence[Feature],
    seas: Iterable[Place],
    lakes: Sequence[Lake],
    fine: int = FINE,
    margin: float = MARGIN,
) -> Raster:
    """The raster of a map with its seas and lakes."""
    raster = Raster(grid, hexes, fine, margin)
    for feature in coasts:
        for line in feature.lines:
            raster.coast([warp(*place) for place in line])
    for sea in seas:
        raster.flood(warp(*sea))
    for n, lake in enumerate(lakes):
        raster.fill([[warp(*place) for place in line] for line in lake.feature.lines], SEA + 1 + n)
    return raster


def settle(
    raster: Raster, terrain: Mapping[str, str], lakes: Sequence[Lake], water: Iterable[tuple[str, str, str]]
) -> None:
    """Make the raster agree with what was decided: water hexes wet, land hexes dry in the middle, lake sides wet."""
    for hex, kind in terrain.items():
        shares = {value: share for value, share in raster.look(raster.hex(hex)).items() if value > COAST}
        if kind == "sea":
            raster.paint(raster.hex(hex), SEA)
        elif kind == "lake":
            inner = {value: share for value, share in shares.items() if value > SEA}
            near = inner or raster.look(p for n in raster.grid.around(hex) for p in raster.hex(n))
            best = max((v for v in near if v > SEA), key=lambda v: near[v], default=SEA + 1 + len(lakes))
            raster.paint(raster.hex(hex), best)
        elif shares:
            x, y = raster.grid.centre(hex)
            raster.paint(((a, b) for a, b in raster.hex(hex) if hypot(a - x, b - y) < DRY), LAND)
    for a, b, kind in water:
        value = SEA if kind == "sea" else SEA + 1 + len(lakes)
        if sum(share for v, share in raster.look(raster.side((a, b))).items() if v > COAST) < 0.9:
            (ax, ay), (bx, by) = raster.grid.centre(a), raster.grid.centre(b)
            points = raster.side((a, b))
            for n, (x, y) in enumerate(points):
                wide = POND * sin(pi * (n + 1) / (len(points) + 1))
                steps = [wide * k / 4 for k in range(-4, 5)]
                raster.paint(((x + (bx - ax) * step, y + (by - ay) * step) for step in steps), value)


def simplify(ring: Sequence[Point], close: float = 0.07) -> list[Point]:
    """A closed line with fewer points, none of the old ones further than this from it (Douglas and Peucker)."""
    middle = (sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring))
    first = _farthest(ring, middle)
    whole = [*ring[first:], *ring[: first + 1]]
    second = _farthest(whole, whole[0])
    return [*_thin(whole[: second + 1], close)[:-1], *_thin(whole[second:], close)[:-1]]


def _farthest(line: Sequence[Point], point: Point) -> int:
    return max(range(len(line)), key=lambda n: hypot(line[n][0] - point[0], line[n][1] - point[1]))


def _thin(line: Sequence[Point], close: float) -> list[Point]:
    keep = {0, len(line) - 1}
    todo = [(0, len(line) - 1)]
    while todo:
        a, b = todo.pop()
        if b - a < 2:
            continue
        worst = max(range(a + 1, b), key=lambda n: off(line[n], line[a], line[b]))
        if off(line[worst], line[a], line[b]) > close:
            keep.add(worst)
            todo += [(a, worst), (worst, b)]
    return [line[n] for n in sorted(keep)]


def off(point: Point, a: Point, b: Point) -> float:
    """The distance of a point from the segment between a and b."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    size = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / size)) if size else 0.0
    return hypot(x - ax - along * dx, y - ay - along * dy)


def _in_hex(grid: Grid, x: float, y: float) -> bool:
    straight, slanted = (x, y) if grid.layout == "rows" else (y, x)
    return abs(straight) <= 0.5 and abs(straight) / 2 + abs(slanted) * PITCH <= 0.5
