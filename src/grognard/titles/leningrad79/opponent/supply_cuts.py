"""How safe German supply is: where a Soviet unit could cut it in its next move, and what that would cost."""

from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ....kit.hex.reach import waves
from ..aids.supply_line import trace
from ..rules.supply import supplied
from ..state import GERMAN, SOVIET, State, hold
from .evaluation import ground

DISTANT = 3  # German units whose lines are followed: the foremost ones of each kind


class Cut(NamedTuple):
    """A hex from which a Soviet unit would cut off some German units."""

    place: int
    lost: Bits
    cost: float


def reach_of_soviets(s: State, germans: Bits) -> Bits:
    """The hexes where some Soviet unit may be after its next move if the Germans hold these hexes."""
    d = s.data
    zone = d.zoc(germans)
    enter = d.land & ~germans
    out = s.held[SOVIET]
    for units, rate in ((d.infantry_units, d.foot), (d.armored_units, d.motor)):
        start = bits(place for place in scan(s.held[SOVIET]) if s.here[place] & units)
        if start:
            points = 2 * max(d.allowance[unit] for unit in scan(units))
            out |= waves([start] + [0] * points, rate, enter, ~zone)
    return out & enter


def cuts(s: State, germans: Bits, ends: dict[int, int]) -> list[Cut]:
    """The hexes where one Soviet unit would cut off Germans who hold these hexes, the worst first.

    `ends` says where German units will be that are about to move.
    """
    d, sketch = s.data, s.copy()
    hold(sketch, GERMAN, germans)
    fed = supplied(sketch, GERMAN)
    units = [unit for unit in range(d.soviets) if d.land >> ends.get(unit, s.place[unit]) & 1]
    where = {unit: ends.get(unit, s.place[unit]) for unit in units}
    whole = [unit for unit in units if fed >> where[unit] & 1]
    line = _lines(s, sketch, whole, where)
    soviets, out = s.held[SOVIET], []
    for place in scan(reach_of_soviets(s, germans) & (line | d.zoc(line))):
        hold(sketch, SOVIET, soviets | 1 << place)
        left = supplied(sketch, GERMAN)
        lost = bits(unit for unit in whole if not left >> where[unit] & 1)
        if lost:
            cost = sum(PANZER if d.panzers >> unit & 1 else 1.0 for unit in scan(lost))
            out.append(Cut(place, lost, cost))
    return sorted(out, key=lambda one: (-one.cost, one.place))


PANZER = 2.0  # a panzer division cut off, in infantry divisions


def _lines(s: State, sketch: State, units: list[int], where: dict[int, int]) -> Bits:
    """The hexes of the supply lines of the foremost units."""
    d, far = s.data, ground(s.data).to_prize[1]
    line: Bits = 0
    for kind in (d.panzers, ~d.panzers):
        front = sorted((unit for unit in units if kind >> unit & 1), key=lambda unit: (far[where[unit]], unit))
        for unit in dict.fromkeys([*front[:DISTANT], *front[-1:]]):
            sketch.place[unit] = where[unit]
            found = trace(sketch, unit)
            if found is not None and found.ok:
                line |= bits(found.path)
    return line
