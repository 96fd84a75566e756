"""[4.0] What a unit has to spend, what the first and every other step costs more, and where units may be."""

from ....core.bits import Bits, scan
from ....kit.hex.reach import Slow
from ..state import SOVIET, State
from .supply import slow


def allowance(s: State, unit: int, fed: Bits) -> int:
    """The Movement Allowance of a unit that begins to move, in half points; `fed` is the set of supplied hexes."""
    full = s.data.allowance[unit]  # 2.7a
    if fed >> s.place[unit] & 1:
        return 2 * full
    return full // 2 * 2  # 11.0a, 11.1a


def factor(slowed: Slow, place: int) -> int:
    """The multiple of the normal cost for entering a hex."""
    for times, where in slowed:
        if where >> place & 1:
            return times
    return 1


def first_factor(s: State, units: Bits, start: int) -> int:
    """The cost multiple of the first step if one of the units began the phase under interdiction."""
    slowed = slow(s, SOVIET) if s.side == SOVIET else ()
    first = slowed and any(s.origin[unit] == start for unit in scan(units & ~s.away))  # 4.5c
    return factor(slowed, start) if first else 1  # 13.4a


def may_enter(s: State, units: Bits, start: int) -> Bits:
    """The hexes these units may be in, at any moment of their move."""
    return (
        s.data.land  # 4.8a, 4.9i
        & ~s.held[1 - s.side]  # 4.4a
        & ~s.crowd[s.data.stacking + 1 - units.bit_count()]  # 4.6a, 4.6c, 4.6d
        & ~(1 << start)
    )
