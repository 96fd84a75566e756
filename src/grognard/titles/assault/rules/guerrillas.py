"""[15.0, 18.2] Guerrillas: like other units except for costs and limits; with the option, kept away from the city.

Their column of costs is in the charts (15.2a), their place in a stack in `stacking` (15.4a), supply in `supply`
(15.3a); retreats and advances (18.21b) must also check `allowed`.
"""

from ....core.bits import Bits, bits, scan
from ..state import State, on_map, option


def kept_out(s: State) -> bool:
    """Whether the rule that keeps Guerrillas away from the city is in use."""
    return option(s, "guerrillas", "outside")


def allowed(s: State, unit: int) -> Bits:
    """The hexes a unit may enter according to this rule."""
    d = s.data
    if s.turn < 2 or not kept_out(s) or not d.stacks["guerrilla"] >> unit & 1:
        return d.board.hexes
    here = d.distance.get(s.place[unit], 0)
    return d.farther[min(here + 1, d.charts.numbers["guerrilla_distance"])]  # 18.21b


def duty(s: State, unit: int, reached: Bits) -> Bits:
    """The hexes within reach where a unit's move may end on turn 1."""
    d = s.data
    if s.turn != 1 or not kept_out(s) or not d.stacks["guerrilla"] >> unit & 1:
        return reached
    wanted = d.charts.numbers["guerrilla_distance"]
    if far := reached & d.farther[wanted]:
        return far  # 18.21a
    best = max((d.distance[place] for place in scan(reached)), default=0)
    return reached & d.farther[best] if best > d.distance.get(s.place[unit], 0) else reached


def too_near(s: State) -> Bits:
    """The Guerrillas that still have to move away on turn 1, if they can."""
    d = s.data
    if s.turn != 1 or not kept_out(s):
        return 0
    units = on_map(s, s.side) & d.stacks["guerrilla"] & ~s.moved & ~s.disrupted
    return bits(u for u in scan(units) if d.distance[s.place[u]] < d.charts.numbers["guerrilla_distance"])  # 18.21a
