"""[10.6-10.9] Range and lines of fire: which hexes can be seen from a hex; units never block.

Nothing in play changes lines of fire: units, markers and rubble do not block (10.8b), and streets keep their lines
after the delay (16.2c) and when a bridge is gone. So they belong to the components and are found once, when they are
needed.
"""

from functools import cache
from typing import NamedTuple

from ....core.bits import Bits, scan
from ....core.knowledge import kept
from ....kit.hex.grid import AXES
from ....kit.hex.reach import union
from ..data.components import Components
from ..data.map_and_units import UNLIMITED

MANY = 1 << 20  # every hex and range that occurs


class Line(NamedTuple):
    """The hexes between two hexes, as steps from the first: those a line passes through, and pairs it runs between."""

    through: tuple[tuple[int, int], ...]
    pairs: tuple[tuple[tuple[int, int], tuple[int, int]], ...]


def line(across: int, along: int) -> Line:
    """The straight line from the center of a hex to that of another, so many axial steps away (10.7b).

    It leaves a hex by one of two or three sides. How far it is from each is a time divided by a speed: the first grows
    with every step in that direction, the second is how far the whole line leads in it.
    """
    through: list[tuple[int, int]] = []
    pairs: list[tuple[tuple[int, int], tuple[int, int]]] = []
    ways = [way for way in AXES if _ahead((across, along), way) > 0]
    speeds = [_ahead((across, along), way) for way in ways]
    gains = [[_ahead(way, other) for other in ways] for way in ways]
    times = [1] * len(ways)
    at = (0, 0)
    while at != (across, along):
        side, tied = _exit(times, speeds)
        beside = at[0] + ways[side][0], at[1] + ways[side][1]
        times = [time + gain for time, gain in zip(times, gains[side], strict=True)]
        if tied is not None:  # from the corner along the side between two hexes to the next corner
            pairs.append((beside, (at[0] + ways[tied][0], at[1] + ways[tied][1])))
            beside = beside[0] + ways[tied][0], beside[1] + ways[tied][1]
            times = [time + gain for time, gain in zip(times, gains[tied], strict=True)]
        at = beside
        if at != (across, along):
            through.append(at)
    return Line(tuple(through), tuple(pairs))


def _exit(times: list[int], speeds: list[int]) -> tuple[int, int | None]:
    """The side by which a line leaves a hex; if it leaves by a corner and runs on between two hexes, both sides."""
    side, tied = 0, None
    for other in range(1, len(times)):
        earlier = times[other] * speeds[side] - times[side] * speeds[other]
        if earlier < 0 or (earlier == 0 and speeds[other] > speeds[side]):  # by a corner, into the hex it leads to
            side, tied = other, None
        elif earlier == 0 and speeds[other] == speeds[side]:
            tied = other
    return side, tied


def _ahead(step: tuple[int, int], way: tuple[int, int]) -> int:
    """How far a step leads in a direction: 2 for the direction itself, 1 for those beside it."""
    return 2 * step[0] * way[0] + 2 * step[1] * way[1] + step[0] * way[1] + step[1] * way[0]


class Mask(NamedTuple):
    """A line as sets of places: the first hex of the line is the place `width`, so that none is negative."""

    through: Bits
    pairs: tuple[Bits, ...]


@cache
def mask(slant: int, width: int, across: int, along: int) -> Mask:
    """The line to a hex so many axial steps away; a step across is so many places further."""
    found = line(across, along)

    def bit(step: tuple[int, int]) -> Bits:
        return 1 << width + step[0] * slant + step[1]

    return Mask(sum(map(bit, found.through)), tuple(bit(a) | bit(b) for a, b in found.pairs))


def open_lines(d: Components, here: int, targets: Bits) -> Bits:
    """Those of these hexes that no blocking terrain hides from a hex (10.7c, 10.7e, 10.8a).

    Units and markers do not block (10.8b), nor does the sea (8.13b).
    """
    axial, slant, width = d.board.axial, d.board.shifts[2], d.board.box
    walls = d.blocking << width - here  # 10.7d: neither end is among the hexes between
    q, r = axial[here]
    out = 0
    for there in scan(targets):
        other_q, other_r = axial[there]
        through, pairs = mask(slant, width, other_q - q, other_r - r)
        if not walls & through and not any(walls & pair == pair for pair in pairs):
            out |= 1 << there
    return out


def blocked(d: Components, here: int, there: int) -> bool:
    """Whether blocking terrain is in the way between two hexes."""
    return not open_lines(d, here, 1 << there)


@kept(most=MANY)
def streets(d: Components, place: int) -> Bits:
    """The hexes to which a straight run of Prospekt or railroad hexsides leads (10.9a, 16.2c)."""
    crossed = d.prospekt_sides | d.rail_sides
    out = 0
    for next_ in scan(d.board.neighbours[place]):
        step, here = next_ - place, place
        while frozenset((here, next_)) in crossed:
            out |= 1 << next_
            here, next_ = next_, next_ + step
    return out


@kept(most=MANY)
def within(d: Components, place: int, range_: int) -> Bits:
    """The hexes within a range, without the hex itself (10.6b, 10.6c)."""
    if range_ == UNLIMITED:
        return d.hexes & ~(1 << place)  # 2.12b
    found = ring = 1 << place
    for _ in range(range_):
        ring = union([d.board.neighbours[hex_] for hex_ in scan(ring)]) & ~found
        found |= ring
    return found & ~(1 << place)


@kept(most=MANY)
def sight(d: Components, place: int, range_: int) -> Bits:
    """The hexes within a range to which there is a line of fire (10.6a, 10.7)."""
    near, around = within(d, place, range_), d.board.neighbours[place]
    out = near & (around | streets(d, place))  # 10.7a
    if around.bit_count() == len(AXES) and not around & ~d.blocking:
        return out  # walled in: every other line passes through these hexes, or between two of them
    return out | open_lines(d, place, near & ~out)
