"""Hex grids: how the hexes of a map are laid out, how they are named, and which are adjacent.

Two layouts: flat-topped hexes in straight columns, or pointy-topped hexes in straight rows.
Names are `CCRR`, `RRCC` or `A1` (a letter for the row, then the column); columns are counted
from the left and rows from the top, upwards or downwards. Distances are measured in hexes:
from the centre of one to the centre of the next is 1; x grows to the right, y downwards.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from math import hypot, sqrt
from typing import NamedTuple, TypeAlias

Side: TypeAlias = tuple[str, str]
"""A hexside: the two hexes it separates, in the order of their names."""
Corner: TypeAlias = frozenset[str]
"""A point where three hexes meet; hexes beyond the map's edge count, under the names they would have."""
Point: TypeAlias = tuple[float, float]

LAYOUTS = ("columns", "rows")
NAMES = {
    "CCRR": re.compile(r"(?P<column>\d\d)(?P<row>\d\d)"),
    "RRCC": re.compile(r"(?P<row>\d\d)(?P<column>\d\d)"),
    "A1": re.compile(r"(?P<row>[@-\[])(?P<column>\d+)"),
}
PITCH = sqrt(3) / 2  # from one straight line of hexes to the next
RADIUS = 1 / sqrt(3)  # from the centre of a hex to its corners
AXES = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # the six neighbours, in axial steps


class Grid(NamedTuple):
    """A layout of hexes; the map says which of them are on it."""

    layout: str  # straight "columns" or straight "rows"
    names: str  # "CCRR", "RRCC" or "A1"
    columns: tuple[int, int]  # the numbers of the leftmost and the rightmost
    rows: tuple[int, int]  # of the uppermost and the lowest
    shifted: str  # "even" or "odd": columns half a hex lower, or rows half a hex further right
    up: int = 0  # the compass bearing of the upper edge
    scale: float = 0.0  # kilometres per hex, if known

    def name(self, column: int, row: int) -> str:
        """The name of the hex in this column and row."""
        if self.names == "A1":
            return f"{chr(64 + row)}{column}"
        return f"{column:02}{row:02}" if self.names == "CCRR" else f"{row:02}{column:02}"

    def numbers(self, hex: str) -> tuple[int, int]:
        """Column and row of a hex, by their printed numbers."""
        found = NAMES[self.names].fullmatch(hex)
        if not found:
            raise ValueError(f"'{hex}' is not the name of a hex: {self.names}")
        row = found["row"]
        return int(found["column"]), ord(row) - 64 if self.names == "A1" else int(row)

    def label(self, row: int) -> str:
        """How a row is labelled."""
        return chr(64 + row) if self.names == "A1" else f"{row:02}"

    def lines(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The rows from the top, each with its label and its hexes from the left."""
        for row in _span(self.rows):
            yield self.label(row), tuple(self.name(column, row) for column in _span(self.columns))

    def axial(self, hex: str) -> tuple[int, int]:
        """Axial coordinates, in which the six neighbours of every hex are the same six steps (`AXES`)."""
        across, down, late = self._spot(hex)
        if self.layout == "columns":
            return across, (2 * down + late - across - self.late(self.columns[0])) // 2
        return (2 * across + late - down - self.late(self.rows[0])) // 2, down

    def around(self, hex: str) -> tuple[str, ...]:
        """The six hexes around this one, clockwise from the top (or the upper right), on the map or not."""
        return _around(self, hex)

    def corners(self, side: Side) -> frozenset[Corner]:
        """The two ends of a hexside; none if the two hexes are not neighbours."""
        a, b = side
        beside_a, beside_b = set(self.around(a)), set(self.around(b))
        return frozenset(frozenset((a, b, c)) for c in beside_a & beside_b if b in beside_a)

    def distance(self, a: str, b: str) -> int:
        """The distance from a to b in hexes."""
        (qa, ra), (qb, rb) = self.axial(a), self.axial(b)
        return max(abs(qa - qb), abs(ra - rb), abs(qa + ra - qb - rb))

    def centre(self, hex: str) -> Point:
        """The centre of a hex; that of the upper left hex is at 0 or half a hex away from it."""
        across, down, late = self._spot(hex)
        if self.layout == "columns":
            return across * PITCH, down + late / 2
        return across + late / 2, down * PITCH

    def point(self, corner: Corner) -> Point:
        """The position of a corner: the middle of its three hexes."""
        centres = [self.centre(hex) for hex in sorted(corner)]
        return sum(x for x, _ in centres) / 3, sum(y for _, y in centres) / 3

    def outline(self, hex: str) -> tuple[Point, ...]:
        """The six corners of a hex, clockwise."""
        ring = self.around(hex)
        return tuple(self.point(frozenset((hex, ring[n - 1], ring[n]))) for n in range(6))

    def at(self, point: Point) -> str | None:
        """The hex of the grid that holds this point."""
        x, y = point
        steps = (PITCH, 1.0) if self.layout == "columns" else (1.0, PITCH)
        near = [
            self.name(self.columns[0] + i * _way(self.columns), self.rows[0] + j * _way(self.rows))
            for i in _near(x / steps[0], _size(self.columns))
            for j in _near(y / steps[1], _size(self.rows))
        ]
        far = {hex: hypot(x - self.centre(hex)[0], y - self.centre(hex)[1]) for hex in near}
        best = min(far, key=far.__getitem__, default=None)
        return best if best is not None and far[best] <= RADIUS else None

    def _spot(self, hex: str) -> tuple[int, int, int]:
        """Steps from the left, steps from the top, and 1 if the hex is in a shifted line."""
        column, row = self.numbers(hex)
        across = (column - self.columns[0]) * _way(self.columns)
        down = (row - self.rows[0]) * _way(self.rows)
        return across, down, self.late(column if self.layout == "columns" else row)

    def late(self, line: int) -> int:
        """1 if this column or row is shifted by half a hex."""
        return int((line % 2 == 0) == (self.shifted == "even"))


@lru_cache(1 << 14)
def _around(grid: Grid, hex: str) -> tuple[str, ...]:
    column, row = grid.numbers(hex)
    right, down = _way(grid.columns), _way(grid.rows)
    if grid.layout == "columns":
        upper, lower = (row, row + down) if grid.late(column) else (row - down, row)
        spots = (
            (column, row - down),
            (column + right, upper),
            (column + right, lower),
            (column, row + down),
            (column - right, lower),
            (column - right, upper),
        )
    else:
        left_of, right_of = (column, column + right) if grid.late(row) else (column - right, column)
        spots = (
            (right_of, row - down),
            (column + right, row),
            (right_of, row + down),
            (left_of, row + down),
            (column - right, row),
            (left_of, row - down),
        )
    return tuple([grid.name(*spot) for spot in spots])


def _way(span: tuple[int, int]) -> int:
    return 1 if span[1] >= span[0] else -1


def _size(span: tuple[int, int]) -> int:
    return abs(span[1] - span[0]) + 1


def _span(span: tuple[int, int]) -> range:
    return range(span[0], span[1] + _way(span), _way(span))


def _near(spot: float, size: int) -> range:
    return range(max(0, int(spot) - 1), min(size, int(spot) + 3))
