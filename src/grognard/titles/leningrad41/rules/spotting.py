"""[10.6, 10.7, 11.0] What a unit can fire at: by range and line of fire, or indirectly; Soviets need a spotter."""

from ....core.bits import Bits, scan
from ....core.knowledge import kept
from ..data.components import GERMAN, SOVIET
from ..data.map_and_units import ARMY, RESERVE
from ..state import State, face_down, unit_of, unknown
from .lines import sight, within


@kept(lambda s, _command: (s.place.tobytes(), bytes(s.face), s.up))
def spotted(s: State, command: str) -> Bits:
    """The hexes that face-up units of a Soviet sub-command on the map see, each within its own range."""
    d, out = s.data, 0
    there = s.there[SOVIET] & d.command[command]  # 11.2d
    for piece in scan(there & ~face_down(s, there)):
        unit = unit_of(s, piece)
        if unit is not None:
            out |= sight(d, s.place[piece], unit.value.range) | 1 << s.place[piece]  # 11.2e, 11.2f
    return out


def ready(s: State) -> Bits:
    """The ground units of the active side on the map that may still fire and whose owner knows them."""
    there = s.there[s.side] & s.data.ground & ~s.fired  # 10.1a, 10.2a
    return there & ~unknown(s, there)


def reach(s: State, piece: int) -> Bits:
    """The hexes at which a known ground unit can fire."""
    d, unit, here = s.data, unit_of(s, piece), s.place[piece]
    assert unit is not None
    range_ = unit.value.range
    if not unit.value.indirect:
        return sight(d, here, range_)  # 10.6a, 10.7
    near = within(d, here, range_)  # 11.1a, 11.2a
    if unit.side == GERMAN:
        return near  # 11.2c
    return near & spotted(s, unit.command) | sight(d, here, range_)


def reached(s: State, pieces: Bits) -> Bits:
    """The hexes at which any of these units can fire."""
    out = 0
    for piece in scan(pieces):
        out |= reach(s, piece)
    return out


def shooters(s: State, hex_: int, own: bool = False) -> Bits:
    """The ground units that can fire at a hex; with `own`, those in it too."""
    out, bit = 0, 1 << hex_
    for piece in scan(ready(s)):
        if reach(s, piece) & bit or (own and s.place[piece] == hex_):
            out |= 1 << piece
    return out


def seen_from_above(s: State) -> Bits:
    """The hexes that air markers of the active side can strike."""
    return s.data.hexes if s.side == GERMAN else spotted(s, RESERVE)  # 12.3a, 12.5b, 12.6d


def seen_from_sea(s: State) -> Bits:
    """The hexes that the Red Banner Fleet can fire at."""
    return spotted(s, ARMY)  # 15.3a, 15.3d
