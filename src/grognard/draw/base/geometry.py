"""Plane geometry: the positions of places, lines that look hand-drawn, and coherent noise."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import floor
from random import Random
from typing import NamedTuple, Protocol, TypeAlias

from ...kit.hex.grid import PITCH, Grid

Point: TypeAlias = tuple[float, float]
SQRT3 = math.sqrt(3)


class Box(NamedTuple):
    """An axis-aligned rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The distance from left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The distance from top to bottom."""
        return self.bottom - self.top

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners, clockwise from the upper left."""
        return (self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)

    def grown(self, by: float) -> "Box":
        """The box with a margin on all sides."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, other: "Box") -> bool:
        """Whether the other box is inside this one."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def meets(self, other: "Box") -> bool:
        """Whether the boxes overlap."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class Plan(Protocol):
    """The positions of places: all the drawing needs to know of the geometry of hexes, areas or an inset."""

    unit: float
    """The unit of length for drawing; for hexes, from the centre to a corner."""

    @property
    def box(self) -> Box:
        """The bounding box of all places."""

    def centre(self, place: str) -> Point:
        """The middle of a place."""

    def outline(self, place: str) -> Sequence[Point]:
        """Its corners, clockwise; side n, from corner n to the next, leads to neighbour n."""

    def around(self, place: str) -> Sequence[str]:
        """Its neighbours, clockwise, including those beyond the edge of the map."""

    def at(self, x: float, y: float) -> str:
        """The place at a point."""


class HexPlan:
    """The hexes of a grid on the sheet, with a few rings of unnamed hexes around them."""

    RINGS = 3

    def __init__(self, grid: Grid, unit: float, origin: Point = (0.0, 0.0)) -> None:
        self.grid, self.unit = grid, unit
        self.pitch = unit * SQRT3  # from hex to hex
        self.flat = grid.layout == "columns"  # the hexes have flat tops
        first, last = grid.columns, grid.rows
        right, down = (1 if span[1] >= span[0] else -1 for span in (first, last))
        self.wide, self.high = abs(first[1] - first[0]) + 1, abs(last[1] - last[0]) + 1
        self.late = int((((first if self.flat else last)[0]) % 2 == 0) == (grid.shifted == "even"))
        shifted = (self.wide if self.flat else self.high) > 1
        start = -math.pi * (2 / 3 if self.flat else 1 / 2)
        self.ring = [
            (unit * math.cos(start + math.pi / 3 * n), unit * math.sin(start + math.pi / 3 * n)) for n in range(6)
        ]
        left, top = (unit, self.pitch / 2) if self.flat else (self.pitch / 2, unit)
        if not shifted and self.late:
            left, top = (left, top - self.pitch / 2) if self.flat else (left - self.pitch / 2, top)
        self.origin = origin[0] + left, origin[1] + top
        half = 0.5 if shifted else 0.0
        size = (
            (1.5 * self.wide + 0.5, SQRT3 * (self.high + half))
            if self.flat
            else (SQRT3 * (self.wide + half), 1.5 * self.high + 0.5)
        )
        self.box = Box(origin[0], origin[1], origin[0] + unit * size[0], origin[1] + unit * size[1])
        self.spots: dict[str, tuple[int, int]] = {}
        self.names: dict[tuple[int, int], str] = {}
        for i in range(-self.RINGS, self.wide + self.RINGS):
            for j in range(-self.RINGS, self.high + self.RINGS):
                name = grid.name(first[0] + i * right, last[0] + j * down)
                self.spots[name], self.names[i, j] = (i, j), name

    def _shift(self, i: int, j: int) -> int:
        """1 if the hex is in a column or row that is shifted by half a hex."""
        return ((i if self.flat else j) + self.late) % 2

    def centre(self, place: str) -> Point:
        """The middle of a hex."""
        return self.middle(*self.spots[place])

    def middle(self, i: int, j: int) -> Point:
        """The middle of the hex i steps from the left and j from the top."""
        across, down = (i * PITCH, j + self._shift(i, j) / 2) if self.flat else (i + self._shift(i, j) / 2, j * PITCH)
        return self.origin[0] + across * self.pitch, self.origin[1] + down * self.pitch

    def outline(self, place: str) -> list[Point]:
        """The six corners, clockwise from the left of the top side (or from the top)."""
        x, y = self.centre(place)
        return [(x + dx, y + dy) for dx, dy in self.ring]

    def around(self, place: str) -> tuple[str, ...]:
        """The six neighbours, clockwise from above (or from the upper right)."""
        i, j = self.spots[place]
        s = self._shift(i, j)
        steps = (
            ((0, -1), (1, s - 1), (1, s), (0, 1), (-1, s), (-1, s - 1))
            if self.flat
            else ((s, -1), (1, 0), (s, 1), (s - 1, 1), (-1, 0), (s - 1, -1))
        )
        return tuple(self.names.get((i + di, j + dj), "") for di, dj in steps)

    def at(self, x: float, y: float) -> str:
        """The hex at a point, on the map or just beyond it; empty if far away."""
        across, down = (x - self.origin[0]) / self.pitch, (y - self.origin[1]) / self.pitch
        if not self.flat:
            across, down = down, across
        near = math.floor(across / PITCH)
        best, found = math.inf, (0, 0)
        for line in (near, near + 1):
            late = (line + self.late) % 2 / 2
            place = round(down - late)
            far = (across - line * PITCH) ** 2 + (down - late - place) ** 2
            if far < best:
                best, found = far, (line, place) if self.flat else (place, line)
        return self.names.get(found, "")


def border(plan: Plan, a: str, b: str) -> tuple[Point, Point]:
    """The ends of the side two neighbours share, going clockwise around the first."""
    corners = plan.outline(a)
    n = list(plan.around(a)).index(b)
    return corners[n], corners[(n + 1) % len(corners)]


def luck(*key: object) -> Random:
    """A random generator seeded by the key."""
    return Random("|".join(map(str, key)))


def between(a: Point, b: Point, t: float) -> Point:
    """The point at fraction t of the way from a to b."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def middle(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


class Noise:
    """Coherent noise: near points move alike. It bends coasts, rivers and borders together."""

    SIZE = 64

    def __init__(self, seed: str, waves: Sequence[tuple[float, float]]) -> None:
        """Waves are (length, height) pairs."""
        dice = luck("noise", seed)
        rows = [[dice.uniform(-1.0, 1.0) for _ in range(self.SIZE)] for _ in range(self.SIZE)]
        self.rows = [[*row, row[0]] for row in (*rows, rows[0])]  # the last is followed by the first
        self.waves = tuple(waves)

    def value(self, x: float, y: float) -> float:
        """Smooth noise between -1 and 1, with a wavelength of about 1."""
        column, row = floor(x), floor(y)
        u, v = x - column, y - row
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        left, up, rest = column % self.SIZE, row % self.SIZE, 1 - u
        above, below = self.rows[up], self.rows[up + 1]
        top = above[left] * rest + above[left + 1] * u
        low = below[left] * rest + below[left + 1] * u
        return top * (1 - v) + low * v

    def values(self, xs: Sequence[float], ys: Sequence[float]) -> Iterator[float]:
        """The same at the points of a lattice, line by line."""
        columns = [(floor(x) % self.SIZE, (u := x - floor(x)) * u * (3 - 2 * u)) for x in xs]
        for y in ys:
            up, v = floor(y) % self.SIZE, y - floor(y)
            v = v * v * (3 - 2 * v)
            above, below = self.rows[up], self.rows[up + 1]
            for left, u in columns:
                top = above[left] * (1 - u) + above[left + 1] * u
                low = below[left] * (1 - u) + below[left + 1] * u
                yield top * (1 - v) + low * v

    def moved(self, p: Point) -> Point:
        """The point, displaced by the noise."""
        x, y = p
        dx = dy = 0.0
        for n, (length, height) in enumerate(self.waves):
            u, v = x / length + 7.3 * n, y / length + 3.1 * n
            dx += height * self.value(u, v)
            dy += height * self.value(u + 31.7, v + 17.9)
        return x + dx, y + dy


def rounded(points: Sequence[Point], times: int, *, closed: bool) -> list[Point]:
    """The line with its corners cut repeatedly (Chaikin); the ends of an open line stay."""
    out = list(points)
    for _ in range(times):
        pairs = list(pairwise([*out, out[0]] if closed else out))
        cut = [q for a, b in pairs for q in (between(a, b, 0.25), between(a, b, 0.75))]
        out = cut if closed else [out[0], *cut[1:-1], out[-1]]
    return out


def curve(points: Sequence[Point], steps: int) -> list[Point]:
    """Points on a smooth line through all of these (Catmull-Rom), ends included."""
    if len(points) < 3:
        return [between(points[0], points[-1], n / steps) for n in range(steps + 1)]
    out: list[Point] = []
    padded = [points[0], *points, points[-1]]
    for n in range(len(points) - 1):
        p0, p1, p2, p3 = padded[n : n + 4]
        for k in range(steps):
            t = k / steps
            a, b, c = -t + 2 * t * t - t**3, 2 - 5 * t * t + 3 * t**3, t + 4 * t * t - 3 * t**3
            d = t**3 - t * t
            out.append(
                (
                    (a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0]) / 2,
                    (a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1]) / 2,
                )
            )
    return [*out, points[-1]]


def lengths(points: Sequence[Point]) -> list[float]:
    """The distance of each point along the line."""
    out = [0.0]
    for a, b in pairwise(points):
        out.append(out[-1] + math.dist(a, b))
    return out


def walk(points: Sequence[Point], along: Iterable[float]) -> list[tuple[Point, float]]:
    """The points at these distances along a line, and the angle of the line there, in radians."""
    marks, out, n = lengths(points), [], 0
    for far in along:
        while n < len(points) - 2 and marks[n + 1] < far:
            n += 1
        while n and marks[n] > far:
            n -= 1
        a, b = points[n], points[n + 1]
        step = marks[n + 1] - marks[n] or 1.0
        out.append((between(a, b, (far - marks[n]) / step), math.atan2(b[1] - a[1], b[0] - a[0])))
    return out


def beside(points: Sequence[Point], by: float | Sequence[float]) -> list[Point]:
    """The line parallel to this one, at this distance to its right (left if negative)."""
    out = []
    last = len(points) - 1
    for n, (x, y) in enumerate(points):
        (ax, ay), (bx, by_) = points[max(0, n - 1)], points[min(last, n + 1)]
        size = math.hypot(bx - ax, by_ - ay) or 1.0
        far = by if isinstance(by, float | int) else by[n]
        out.append((x - (by_ - ay) / size * far, y + (bx - ax) / size * far))
    return out


def evened(points: Sequence[Point], reach: int) -> list[Point]:
    """Each point replaced by the mean of its neighbourhood: the course of a line without its bends."""
    out = []
    for n in range(len(points)):
        near = min(reach, n, len(points) - 1 - n)
        out.append(middle(points[n - near : n + near + 1]))
    return out
