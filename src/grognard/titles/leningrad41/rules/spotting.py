"""[10.6, 10.7, 11.0] What a unit can fire at: by range and line of fire, or indirectly; Soviets need a spotter."""

from ....core.bits import Bits, scan
from ....core.knowledge import kept
from ....kit.stacks import places_of
from ..data.components import GERMAN, SOVIET
from ..data.map_and_units import ARMY, RESERVE
from ..state import State, face_down, unit_of, unknown
from .lines import sight, within


def position(s: State, *_: object) -> tuple[object, ...]:
    """What lines of fire and spotting depend on: who is where, and who is face up."""
    return s.place.tobytes(), bytes(s.face), s.up


@kept(position)
def spotted(s: State, command: str) -> Bits:
    """The hexes that face-up units of a Soviet sub-command on the map see, each within its own range."""
    d, out = s.data, 0
    there = s.there[SOVIET] & d.command[command]  # 11.2d
    for piece in scan(there & ~face_down(s, there)):
        unit = unit_of(s, piece)
        if unit is not None:
            out |= sight(d, s.place[piece], unit.value.range) | 1 << s.place[piece]  # 11.2e, 11.2f
    return out


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


@kept(position)
def arcs(s: State, side: int) -> dict[int, Bits]:
    """The hexes at which each ground unit of a side on the map can fire; units that nobody knows are left out."""
    return {piece: reach(s, piece) for piece in scan(known(s, side))}


@kept(position)
def known(s: State, side: int) -> Bits:
    """The ground units of a side on the map whose owner knows them."""
    there = s.there[side] & s.data.ground
    return there & ~unknown(s, there)


def ready(s: State) -> Bits:
    """The ground units of the active side on the map that may still fire and whose owner knows them."""
    return known(s, s.side) & ~s.fired  # 10.1a, 10.2a


@kept(lambda s: (position(s), s.fired, s.side))
def reached(s: State) -> Bits:
    """The hexes at which any unit that may still fire can fire."""
    out, fired = 0, s.fired
    for piece, hexes in arcs(s, s.side).items():
        if not fired >> piece & 1:
            out |= hexes
    return out


@kept(lambda s: (position(s), s.fired, s.side))
def manned(s: State) -> Bits:
    """The hexes with units that may still fire."""
    return places_of(s, ready(s))


def shooters(s: State, hex_: int, own: bool = False) -> Bits:
    """The ground units that can fire at a hex; with `own`, those in it too."""
    out = within_reach(s, hex_)
    return out | ready(s) & s.here.get(hex_, 0) if own else out


@kept(lambda s, _hex: (position(s), s.fired, s.side))
def within_reach(s: State, hex_: int) -> Bits:
    """The ground units that may still fire and can fire at a hex."""
    out = 0
    for piece, hexes in arcs(s, s.side).items():
        if hexes >> hex_ & 1:
            out |= 1 << piece
    return out & ~s.fired


def seen_from_above(s: State) -> Bits:
    """The hexes that air markers of the active side can strike."""
    return s.data.hexes if s.side == GERMAN else spotted(s, RESERVE)  # 12.3a, 12.5b, 12.6d


def seen_from_sea(s: State) -> Bits:
    """The hexes that the Red Banner Fleet can fire at."""
    return spotted(s, ARMY)  # 15.3a, 15.3d
