"""The layout of blocks in an area: the largest size and the number of rows that fit."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from ...kit.load.area_map import inside
from ..base.geometry import Box, Point
from ..pieces.blocks import BEAM, GAP, LARGEST, RISE, Garrison, ranks
from .outlines import crossings

T = TypeVar("T")

MANY = 4
"""The number of rows for a crowd, and of blocks in a row beyond which it is one."""
STEP = 0.13
"""The distance between heights at which the width of an area is measured, in units."""
LEAST = 0.30
"""The minimum side of a block where space is short, in units."""
SHRUNK = 0.66
"""How far blocks may shrink, as a fraction of their size, to keep another area's name visible."""
LEGIBLE = 0.40
"""The minimum side of a block that shrinks for this reason, in units."""
OVERHANG = 0.10
"""The fraction of their area by which blocks may overlap a border."""


def arrangements(garrison: Garrison) -> Iterator[Garrison]:
    """The rows as they are, and with each row split in two; a crowd also in up to four, for narrow areas."""
    yield garrison
    longest = max([0, *(len(row) for row in garrison.rows)])
    for parts in range(2, 1 + (MANY if longest > MANY else 2 if longest > 2 else 1)):
        yield garrison._replace(rows=[part for row in garrison.rows for part in _split(row, parts)])


def _split(row: Sequence[T], parts: int) -> Iterator[list[T]]:
    """A row in so many parts, the first ones longer; fewer if there are not enough blocks."""
    size = math.ceil(len(row) / parts)
    for begin in range(0, len(row), size or 1):
        yield list(row[begin : begin + size])


def ground(garrison: Garrison, side: float) -> tuple[float, float]:
    """The width and height of the whole garrison with blocks of this side."""
    rows = [row for row in garrison.rows if row]
    beam = BEAM * 1.3 if garrison.lines else 0.0
    return GAP * side * max([2 if garrison.lines else 1, *map(len, rows)]), side * max(RISE * len(rows) + beam, BEAM)


def yard(
    loop: Sequence[Point], garrison: Garrison, top: float, about: Point, unit: float, names: Sequence[Box] = ()
) -> tuple[Garrison, Box]:
    """The best arrangement and its space in an outline, below a line, near a point, and clear of names if possible."""
    found = _room(loop, garrison, top, about, unit, LARGEST * unit, LEAST * unit)
    if found is None:
        wide, high = ground(garrison, LEAST * unit)
        x, y = about
        return garrison, Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    rows, box, side = found
    if any(_covers(rows, box, unit, name) for name in names):
        beside = _room(loop, garrison, top, about, unit, side, max(SHRUNK * side, LEGIBLE * unit), names)
        if beside is not None:
            rows, box, _ = beside
    return rows, box


def _room(
    loop: Sequence[Point],
    garrison: Garrison,
    top: float,
    about: Point,
    unit: float,
    side: float,
    least: float,
    names: Sequence[Box] = (),
) -> tuple[Garrison, Box, float] | None:
    """The arrangement with the largest blocks between two sizes that covers no names, and its space."""
    low = max(y for _, y in loop)
    step = STEP * unit
    levels = max(1, int((low - top) / step))
    spans = [_widest(crossings(loop, top + step * (n + 0.5))) for n in range(levels)]
    while side > least:
        for rows in arrangements(garrison):
            wide, high = ground(rows, side)
            tall = high * (1 - OVERHANG)
            found = []
            for n in range(levels):
                last = n + int(tall / step)
                if last >= levels:
                    break
                left, right = max(a for a, _ in spans[n : last + 1]), min(b for _, b in spans[n : last + 1])
                if right - left >= wide * (1 - OVERHANG):
                    y, ends = top + step * n + high / 2, (left + wide * 0.45, right - wide * 0.45)
                    for x in {min(max(about[0], ends[0]), ends[1]), *(ends if names else ())}:
                        found.append((abs(y - about[1]) + 0.3 * abs(x - about[0]), x, y))
            for _, x, y in sorted(found):
                box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
                if not any(_covers(rows, box, unit, name) for name in names):
                    return rows, box, side
        side -= 0.04 * unit
    return None


def _covers(garrison: Garrison, room: Box, unit: float, name: Box) -> bool:
    """Whether a block or a defensive line would cover a name."""
    if not room.grown(0.1 * unit).meets(name):
        return False
    side, blocks, beams = ranks(garrison, room, unit)
    half = 0.5 * side
    faces = [Box(x - half, y - half - 0.1 * side, x + half + 0.1 * side, y + half) for _, (x, y) in blocks]
    return any(box.meets(name) for box in (*faces, *(box for _, box in beams)))


def _widest(cuts: Sequence[float]) -> tuple[float, float]:
    """The widest interval inside the outline."""
    return max(list(pairwise(cuts))[::2], key=lambda pair: pair[1] - pair[0], default=(0.0, 0.0))


def roomiest(loop: Sequence[Point]) -> Point:
    """The point inside an outline that is farthest from it, on a coarse grid."""
    xs, ys = [x for x, _ in loop], [y for _, y in loop]
    sides = list(pairwise((*loop, loop[0])))
    best, found = -1.0, (xs[0], ys[0])
    for i in range(1, 16):
        for j in range(1, 16):
            x, y = min(xs) + (max(xs) - min(xs)) * i / 16, min(ys) + (max(ys) - min(ys)) * j / 16
            if inside((x, y), tuple(loop)) and (far := min(_gap((x, y), *side) for side in sides)) > best:
                best, found = far, (x, y)
    return found


def _gap(p: Point, a: Point, b: Point) -> float:
    """The distance of a point from a line segment."""
    (x, y), (ax, ay), dx, dy = p, a, b[0] - a[0], b[1] - a[1]
    t = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy or 1.0)))
    return math.dist(p, (ax + t * dx, ay + t * dy))
