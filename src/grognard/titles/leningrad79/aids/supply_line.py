"""[11.0] The Line of Supply of one unit, hex by hex: its course, or where it breaks and why."""

from collections.abc import Iterator
from itertools import pairwise

from ....core.bits import Bits, lowest, scan
from ....core.rule import Objection
from ....kit.hex.board import flood
from ....kit.hex.reach import waves_back
from ....kit.table import Trace
from ..data.components import halves
from ..rules.supply import open_to_lines, slow
from ..state import State, side_of

FAR = 400
"""Longer than any line on this map, in half points."""


def trace(s: State, unit: int) -> Trace | None:
    """The shortest Line of Supply of a unit on the map; if it has none, the line it would have, up to the break."""
    d, place = s.data, s.place[unit]
    if not d.board.hexes >> place & 1:
        return None
    side = side_of(s, unit)
    usable, length = open_to_lines(s, side), 2 * d.supply_length
    if path := _line(s, side, place, usable, length):
        return Trace(True, path, None, ())
    if path := _line(s, side, place, d.land, length) or ():  # ignoring the enemy
        return _barred(s, side, path, usable)
    if path := _line(s, side, place, usable, FAR) or ():
        return _too_long(s, side, path)
    if path := _line(s, side, place, d.land, FAR) or ():
        return _barred(s, side, path, usable)
    return Trace(False, (place,), None, (Objection("11.3a", "there is no way over land to a source"),))  # 11.3a


def _line(s: State, side: int, place: int, usable: Bits, length: int) -> tuple[int, ...]:
    """The hexes of the shortest line within this length, source included; none if there is no such line."""
    d = s.data
    sources = d.sources[side] & usable
    start = flood(sources, d.road, usable)  # 11.0d
    factors = slow(s, side)
    rings = waves_back(start, length, d.motor, usable, factors, 1 << place)  # 11.0e, 11.0f
    at = next((n for n, ring in enumerate(rings) if ring >> place & 1), None)
    if at is None:
        return ()
    path = [place]
    while at:
        at, here = next(_onward(s, side, rings, at, path[-1]))
        path.append(here)
    return (*path, *_along_roads(s, path[-1], sources, start))


def _onward(s: State, side: int, rings: list[Bits], at: int, here: int) -> Iterator[tuple[int, int]]:
    """The next hexes on a shortest line, and the remaining cost from there."""
    for there, _ in s.data.motor.out[here]:
        left = at - step_cost(s, side, here, there)
        if left >= 0 and rings[left] >> there & 1:
            yield left, there


def step_cost(s: State, side: int, here: int, there: int) -> int:
    """The cost of a line's next hex, in half points."""
    cost = s.data.motor.cost[here][there]  # 11.0f
    for times, where in slow(s, side):  # 11.6a
        if where >> there & 1:
            cost *= times
    return cost


def _along_roads(s: State, begin: int, sources: Bits, within: Bits) -> tuple[int, ...]:
    """The shortest chain of road hexes from here to a source, without the first hex."""
    rings = [sources]
    done = sources
    while not done >> begin & 1:
        rings.append(s.data.road(rings[-1]) & within & ~done)
        done |= rings[-1]
    path, here = [], begin
    for ring in reversed(rings[: next(n for n, ring in enumerate(rings) if ring >> begin & 1)]):
        here = lowest(s.data.road(1 << here) & ring)
        path.append(here)
    return tuple(path)


def _barred(s: State, side: int, path: tuple[int, ...], usable: Bits) -> Trace:
    """The line up to the first hex blocked by the enemy."""
    at = next(n for n, hex_ in enumerate(path) if not usable >> hex_ & 1)
    where, enemy = path[at], 1 - side
    name = s.title.lexicon.places[where]
    if s.held[enemy] >> where & 1:
        why = Objection("11.3b", f"an enemy unit is in {name}")  # 11.3b
    else:
        near = [hex_ for hex_ in scan(s.held[enemy]) if s.data.zoc(1 << hex_) >> where & 1]
        text = f"{name} is in an enemy Zone of Control and holds no friendly unit"
        why = Objection("11.3b", text, {"from": [s.title.lexicon.places[hex_] for hex_ in near]})  # 11.3c
    return Trace(False, path[:at], where, (why,))


def _too_long(s: State, side: int, path: tuple[int, ...]) -> Trace:
    """The line up to its maximum length."""
    start = flood(s.data.sources[side] & open_to_lines(s, side), s.data.road, open_to_lines(s, side))
    most, spent, needed, at = 2 * s.data.supply_length, 0, 0, len(path)
    for n, (here, there) in enumerate(pairwise(path)):
        if start >> here & 1:
            break
        needed += step_cost(s, side, here, there)
        if needed <= most:
            spent = needed
        else:
            at = min(at, n + 1)
    text = f"the line would be {halves(needed)} points long; the limit is {halves(most)}"
    facts = {"needed": halves(needed), "most": halves(most), "spent": halves(spent)}
    return Trace(False, path[:at], path[at], (Objection("11.0e", text, facts),))  # 11.0e
