"""Names on the map, placed so that no two overlap and none leaves the sheet.

Each name has candidates with a cost; the cheapest one that overlaps no placed name is chosen.
Covering something else (a road, a river, a hex number) makes a candidate more expensive.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple, TypeAlias

from .geometry import Box, Point, beside, evened, lengths, walk
from .text import DROP, RISE, Style, centres, set_along, set_level, width

Quad: TypeAlias = tuple[Point, Point, Point, Point]


class Label(NamedTuple):
    """A candidate position of a name: what it covers, and how to draw it once it is chosen."""

    text: str
    kind: str
    quads: tuple[Quad, ...]
    box: Box  # its bounding box
    write: Callable[[], str]
    cost: float = 0.0


def covering(text: str, kind: str, quads: Sequence[Quad], write: Callable[[], str], cost: float = 0.0) -> Label:
    """A label, with the bounding box of what it covers."""
    xs, ys = [x for quad in quads for x, _ in quad], [y for quad in quads for _, y in quad]
    return Label(text, kind, tuple(quads), Box(min(xs), min(ys), max(xs), max(ys)), write, cost)


def overlap(a: Quad, b: Quad) -> bool:
    """Whether two quadrilaterals overlap: no line along a side of either separates them."""
    for quad in (a, b):
        for n in range(4):
            (x0, y0), (x1, y1) = quad[n - 1], quad[n]
            nx, ny = y1 - y0, x0 - x1
            pa, pb = [nx * x + ny * y for x, y in a], [nx * x + ny * y for x, y in b]
            if max(pa) <= min(pb) or max(pb) <= min(pa):
                return False
    return True


def collide(a: Label, b: Label) -> bool:
    """Whether two labels overlap."""
    return a.box.meets(b.box) and any(overlap(p, q) for p in a.quads for q in b.quads)


class Board:
    """The names placed so far, and what else is on the sheet."""

    CELL = 24.0
    NEVER = 50.0  # the weight of what a name must not cover

    def __init__(self, sheet: Box) -> None:
        self.sheet = sheet
        self.placed: list[Label] = []
        self.things: dict[tuple[int, int], list[tuple[float, float, float]]] = {}

    def mind(self, points: Iterable[Point], weight: float) -> None:
        """Add points that names should avoid covering."""
        for x, y in points:
            self.things.setdefault((int(x // self.CELL), int(y // self.CELL)), []).append((x, y, weight))

    def place(self, candidates: Iterable[Label], *, first: bool = False) -> Label | None:
        """Place the best of the candidates, which come in order of cost, or the first that is free."""
        best: Label | None = None
        dearest = math.inf
        for label in candidates:
            if label.cost >= dearest:
                break
            if not self.sheet.holds(label.box) or self.taken(label):
                continue
            covered = self.covered(label)
            if first and covered < self.NEVER:
                best = label
                break
            if (cost := label.cost + covered) < dearest:
                best, dearest = label, cost
        if best is not None:
            self.placed.append(best)
        return best

    def taken(self, label: Label) -> bool:
        """Whether another name is already there."""
        left, top, right, bottom = label.box
        near = [  # most are far away
            other
            for other in self.placed
            if left < (box := other.box).right and box.left < right and top < box.bottom and box.top < bottom
        ]
        return any(overlap(p, q) for other in near for p in label.quads for q in other.quads)

    def covered(self, label: Label) -> float:
        """The weight of what the label would cover."""
        out = 0.0
        for quad in label.quads:
            xs, ys = [x for x, _ in quad], [y for _, y in quad]
            left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
            for column in range(int(left // self.CELL), int(right // self.CELL) + 1):
                for row in range(int(top // self.CELL), int(bottom // self.CELL) + 1):
                    for x, y, weight in self.things.get((column, row), ()):
                        if left <= x <= right and top <= y <= bottom:
                            out += weight
        return out


# -- candidates -------------------------------------------------------------------------------


def level(text: str, style: Style, left: Point, cost: float = 0.0) -> Label:
    """A name on a horizontal line."""
    x, y = left
    pad = style.size * 0.08
    right = x + width(text, style) + pad
    top, bottom = y - RISE * style.size - pad, y + DROP * style.size + pad
    quad = (x - pad, top), (right, top), (right, bottom), (x - pad, bottom)
    return covering(text, style.kind, (quad,), partial(set_level, text, style, left), cost)


def rising(candidates: Iterable[Label]) -> list[Label]:
    """The candidates in order of cost."""
    return sorted(candidates, key=lambda label: label.cost)


def about(text: str, style: Style, at: Point, unit: float, *, low: bool, near: float = 0.20) -> Iterator[Label]:
    """Candidates around a symbol in the middle of a hex; low in the hex if counters will be there."""
    x, y = at
    half, near = width(text, style) / 2, near * unit
    up, down = RISE * style.size * 0.95, style.size * 0.24
    if low:
        for shift, cost in ((0.0, 0.0), (0.2, 1.2), (-0.2, 1.2), (0.4, 3.0), (-0.4, 3.0), (0.65, 6.0), (-0.65, 6.0)):
            yield level(text, style, (x - half + shift * unit, y + 0.835 * unit), cost)
    worse = 9.0 if low else 0.0
    for left, base, cost in (
        (x + near, y + down, 0.0),
        (x - half, y + near + up, 0.25),
        (x + near * 0.7, y - near * 0.8, 0.35),
        (x + near * 0.7, y + near * 0.6 + up, 0.4),
        (x - near - 2 * half, y + down, 0.5),
        (x - half, y - near, 0.6),
        (x - near * 0.7 - 2 * half, y - near * 0.8, 0.8),
        (x - near * 0.7 - 2 * half, y + near * 0.6 + up, 0.8),
        (x - half, y + 0.835 * unit, 1.5),
        (x - half + 0.4 * unit, y + 0.835 * unit, 2.5),
        (x - half - 0.4 * unit, y + 0.835 * unit, 2.5),
    ):
        yield level(text, style, (left, base), cost + worse)


def _letters(text: str, style: Style, line: Sequence[Point], start: float) -> tuple[Quad, ...]:
    """What each letter covers when set along a line."""
    size, out = style.size, []
    spots = centres(text, style)
    for ((x, y), turn), (_, half) in zip(walk(line, [start + at for at, _ in spots]), spots, strict=True):
        across, down = math.cos(turn), math.sin(turn)
        half += 0.04 * size
        ring = ((-half, -RISE * size), (half, -RISE * size), (half, DROP * size), (-half, DROP * size))
        a, b, c, d = ((x + u * across - v * down, y + u * down + v * across) for u, v in ring)
        out.append((a, b, c, d))
    return tuple(out)


def arc(text: str, style: Style, at: Point, angle: float, bend: float, name: str) -> Label:
    """A name on an arc: the angle in degrees, the bend as a fraction of its length."""
    wide = width(text, style)
    turn = math.radians(angle)
    across, down = math.cos(turn), math.sin(turn)
    line = []
    for n in range(-6, 7):
        u = n / 12 * (wide + style.size)
        v = bend * wide * ((2 * u / wide) ** 2 - 0.4) + 0.25 * style.size
        line.append((at[0] + u * across - v * down, at[1] + u * down + v * across))
    start = (lengths(line)[-1] - wide) / 2
    quads = _letters(text, style, line, start)
    if bend:
        return covering(text, style.kind, quads, partial(set_along, text, style, line, start, name))
    ((left, _),) = walk(line, [start])
    return covering(text, style.kind, quads, partial(set_level, text, style, left, angle))


def fitting(
    text: str,
    style: Style,
    spots: Sequence[Point],
    inside: Callable[[Point], bool],
    sizes: Sequence[float],
    angles: Sequence[float],
    bends: Sequence[float],
    name: str,
) -> Iterator[Label]:
    """A name that fits inside something, as large as possible, near the first of the spots."""
    tries = sorted(
        (n * 0.08 + abs(angle) / 40 + (0.0 if bend else 0.3), spot, angle, bend)
        for (n, spot), angle, bend in product(enumerate(spots), angles, bends)
    )
    for factor in sizes:
        sized = style.sized(factor)
        half, found = width(text, sized) / 2, False
        for cost, (x, y), angle, bend in tries:
            dx, dy = half * math.cos(math.radians(angle)), half * math.sin(math.radians(angle))
            if not (inside((x - dx, y - dy)) and inside((x + dx, y + dy)) and inside((x, y))):
                continue
            label = arc(text, sized, (x, y), angle, bend, name)
            if all(inside(p) for quad in label.quads for p in quad):
                found = True
                yield label._replace(cost=cost)
        if found:
            return


def along(text: str, style: Style, line: Sequence[Point], off: float, name: str) -> Iterator[Label]:
    """Candidates for a name that follows a line, above or below it."""
    course = evened(line, len(line) // 8 + 4)
    if course[0][0] > course[-1][0]:
        course.reverse()
    wide = width(text, style)
    for side, cost in ((-off, 0.0), (off + style.size * RISE * 0.85, 0.4)):
        track = beside(course, side)
        far = lengths(track)[-1]
        room = far - wide
        if room <= 0:
            continue
        for n in range(13):
            start = room * n / 12
            quads = _letters(text, style, track, start)
            turns = [math.atan2(q[1][1] - q[0][1], q[1][0] - q[0][0]) for q in quads]
            swing = max(turns) - min(turns)
            steep = max(abs(t) for t in turns)
            if steep > 1.75 or swing > 1.6:
                continue
            yield covering(
                text,
                style.kind,
                quads,
                partial(set_along, text, style, track, start, name),
                cost + swing * 1.6 + max(0.0, steep - 1.0) * 2 + abs(n - 6) * 0.05,
            )
