"""Boards: places with names, neighbours as sets, and set-wise steps over a hex lattice.

A place is a bit number. On a lattice the numbers are laid out so that each of the six
directions is the same shift for every hex: line by line along the straight columns (or
rows) in axial coordinates, with at least one empty slot between two lines. An inset is a
second lattice after the first, with the same shifts. Off-map boxes get the numbers after
all lattices.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from ...core.bits import Bits, bits, scan
from ...core.native import native
from .grid import AXES, Grid

Masks: TypeAlias = list[Bits]
Spread: TypeAlias = Callable[[Bits], Bits]
"""All places one step away from a set, over the links the function was made for."""
FAR = 10_000  # between two lattices, in the coordinates used for distances


class Board:
    """Some hexes of a grid, then those of insets, then off-map boxes.

    An inset is a separate lattice with the same layout and no wider: none of its hexes is adjacent to the main map.
    """

    def __init__(
        self,
        grid: Grid,
        hexes: Iterable[str],
        boxes: Sequence[str] = (),
        insets: Iterable[tuple[Grid, Iterable[str]]] = (),
    ) -> None:
        self.grid = grid
        upright = grid.layout == "columns"
        first, last = grid.rows if upright else grid.columns
        pitch = abs(last - first) + 3
        self.at: dict[str, int] = {}
        self.axial: dict[int, tuple[int, int]] = {}
        self.spot: dict[int, tuple[int, int]] = {}  # column and row
        free = 1
        for n, (own, names) in enumerate(((grid, hexes), *insets)):
            axial = {name: own.axial(name) for name in names}
            spots = {name: q * pitch + r if upright else r * pitch + q for name, (q, r) in axial.items()}
            least = min(spots.values()) - free
            for name, (q, r) in axial.items():
                self.at[name] = place = spots[name] - least
                self.axial[place] = q + n * FAR, r
                self.spot[place] = own.numbers(name)
            free = max(self.at.values()) + pitch + 1
        self.shifts = (1, pitch - 1, pitch)
        self.box = max(self.at.values()) + 1  # the first of the off-map boxes
        self.names = [""] * self.box + list(boxes)
        for name, place in self.at.items():
            self.names[place] = name
        self.hexes: Bits = bits(self.axial)
        there = {spot: place for place, spot in self.axial.items()}
        around = {
            place: bits(there[q + dq, r + dr] for dq, dr in AXES if (q + dq, r + dr) in there)
            for place, (q, r) in self.axial.items()
        }
        self.at |= {name: self.box + n for n, name in enumerate(boxes)}
        self.neighbours = tuple(around.get(place, 0) for place in range(len(self.names)))
        self._there = there
        self._discs: dict[tuple[int, int], Bits] = {}

    def named(self, names: Iterable[str]) -> Bits:
        """The set of these places."""
        return bits(self.at[name] for name in names)

    def pairs(self) -> Iterable[tuple[int, int]]:
        """Every ordered pair of neighbouring hexes."""
        return ((a, b) for a in self.axial for b in scan(self.neighbours[a]))

    def steps(self, links: Iterable[tuple[int, int]]) -> Spread:
        """A function that moves a set one step along these links."""
        return self.both_ways(links)[0]

    def steps_back(self, links: Iterable[tuple[int, int]]) -> Spread:
        """A function that moves a set one step backwards along these links."""
        return self.both_ways(links)[1]

    def both_ways(self, links: Iterable[tuple[int, int]]) -> tuple[Spread, Spread]:
        """Functions that move a set one step along these links, and backwards."""
        return self.spreads(self.masks(links))

    def spreads(self, masks: Masks) -> tuple[Spread, Spread]:
        """The same for links that are laid out as masks."""
        return spreads(self.shifts, masks)

    def masks(self, links: Iterable[tuple[int, int]]) -> Masks:
        """For each of the six directions, the places from which a link leads there."""
        one, col, slant = self.shifts
        order = (one, col, slant, -one, -col, -slant)
        masks = dict.fromkeys(order, 0)
        for a, b in links:
            masks[b - a] |= 1 << a
        return [masks[d] for d in order]

    def disc(self, place: int, radius: int) -> Bits:
        """The hexes of the same lattice within a distance of a hex, itself among them."""
        if (place, radius) not in self._discs:
            q, r = self.axial[place]
            spots = (
                (q + across, r + along)
                for across in range(-radius, radius + 1)
                for along in range(max(-radius, -across - radius), min(radius, radius - across) + 1)
            )
            self._discs[place, radius] = bits(self._there[spot] for spot in spots if spot in self._there)
        return self._discs[place, radius]

    def distance(self, a: int, b: int) -> int:
        """The distance in hexes between a and b of the same lattice."""
        (qa, ra), (qb, rb) = self.axial[a], self.axial[b]
        across, along = qa - qb, ra - rb
        return max(abs(across), abs(along), abs(across + along))


@native
def spreads(shifts: tuple[int, int, int], masks: Masks) -> tuple[Spread, Spread]:
    """Functions that move a set one step along the links of these masks, and backwards."""
    one, col, slant = shifts
    a, b, c, d, e, f = masks
    return (
        lambda x: (
            (x & a) << one | (x & b) << col | (x & c) << slant | (x & d) >> one | (x & e) >> col | (x & f) >> slant
        ),
        lambda x: (
            (x >> one & a) | (x >> col & b) | (x >> slant & c) | (x << one & d) | (x << col & e) | (x << slant & f)
        ),
    )


@native
def flood(start: Bits, spread: Spread, within: Bits) -> Bits:
    """Everything connected to the start, staying within a set."""
    found = new = start & within
    while new:
        new = spread(new) & within & ~found
        found |= new
    return found
