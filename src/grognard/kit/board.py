"""Boards: places with names, neighbours as sets, and set-wise steps over a hex lattice.

A place is a bit number. On a lattice of flat-topped hexes in columns the numbers are laid
out so that each of the six directions is the same shift for every hex: column c begins one
slot later after every second column, and one empty slot parts the columns. Off-map boxes
get the numbers behind the lattice.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from ..core.bits import Bits, bits, scan

Spread: TypeAlias = Callable[[Bits], Bits]
"""All places one step away from a set, over the links the function was made for."""


class Board:
    """A lattice of `columns` by `rows` hexes, numbered CCRR, and some off-map boxes."""

    def __init__(self, columns: int, rows: int, lower: str = "even", boxes: Sequence[str] = ()) -> None:
        self.columns, self.rows = columns, rows
        pitch = rows + 1
        late = 1 if lower == "even" else 0  # columns after which the next begins one slot later
        self.shifts = (1, pitch, pitch + 1)
        base = [0] * (columns + 2)
        for c in range(1, columns + 2):
            base[c] = base[c - 1] + pitch + (1 if c % 2 != late else 0)
        base = [b - base[1] for b in base]
        size = base[columns] + rows + 2
        self.names = [""] * size + list(boxes)
        self.at: dict[str, int] = {name: size + n for n, name in enumerate(boxes)}
        self.spot: dict[int, tuple[int, int]] = {}
        for c in range(1, columns + 1):
            for r in range(1, rows + 1):
                place = base[c] + r
                self.names[place] = f"{c:02}{r:02}"
                self.at[f"{c:02}{r:02}"] = place
                self.spot[place] = (c, r)
        self.box = size
        self.hexes: Bits = bits(self.spot)
        self.lower = lower
        one, col, slant = self.shifts
        self.neighbours = tuple(
            bits(n for d in (one, -one, col, -col, slant, -slant) if (n := place + d) in self.spot)
            if place in self.spot else 0
            for place in range(size + len(boxes))
        )  # fmt: skip

    def named(self, names: Iterable[str]) -> Bits:
        """The set of these places."""
        return bits(self.at[name] for name in names)

    def pairs(self) -> Iterable[tuple[int, int]]:
        """Every ordered pair of neighbouring hexes."""
        return ((a, b) for a in self.spot for b in scan(self.neighbours[a]))

    def steps(self, links: Iterable[tuple[int, int]]) -> Spread:
        """The function that takes a set one step over these links."""
        one, col, slant = self.shifts
        a, b, c, d, e, f = self._masks(links)
        return lambda x: (
            (x & a) << one | (x & b) << col | (x & c) << slant
            | (x & d) >> one | (x & e) >> col | (x & f) >> slant
        )  # fmt: skip

    def steps_back(self, links: Iterable[tuple[int, int]]) -> Spread:
        """The function that takes a set one step back over these links."""
        one, col, slant = self.shifts
        a, b, c, d, e, f = self._masks(links)
        return lambda x: (
            (x >> one & a) | (x >> col & b) | (x >> slant & c)
            | (x << one & d) | (x << col & e) | (x << slant & f)
        )  # fmt: skip

    def _masks(self, links: Iterable[tuple[int, int]]) -> list[Bits]:
        one, col, slant = self.shifts
        order = (one, col, slant, -one, -col, -slant)
        masks = dict.fromkeys(order, 0)
        for a, b in links:
            masks[b - a] |= 1 << a
        return [masks[d] for d in order]

    def distance(self, a: int, b: int) -> int:
        """Hexes from a to b as the crow flies."""
        (ca, ra), (cb, rb) = self.spot[a], self.spot[b]
        down = 0 if self.lower == "even" else 1
        ya, yb = 2 * ra + (ca % 2 == down), 2 * rb + (cb % 2 == down)
        across, along = abs(ca - cb), abs(ya - yb)
        return across + max(0, (along - across) // 2)


def flood(start: Bits, spread: Spread, within: Bits) -> Bits:
    """Everything connected to the start, staying within a set."""
    found = new = start & within
    while new:
        new = spread(new) & within & ~found
        found |= new
    return found
