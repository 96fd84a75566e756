"""[12.0, 13.0, 15.3] Who can fire at a hex under a word: ground units, air markers, or the Red Banner Fleet."""

from ....core.bits import Bits
from ....core.rule import Ban
from ..data.components import GERMAN
from ..state import State
from .command import AIR, FLEET, under
from .spotting import seen_from_above, seen_from_sea


def battery(s: State, hex_: int, by: str, ground: Bits) -> Bits:
    """The pieces that may fire at a hex under this word, if these ground units can."""
    if by == AIR:
        return strikers(s, hex_)
    if by == FLEET:
        return guns(s, hex_)
    return ground & under(s, by)


# -- air markers ------------------------------------------------------------------------------


def markers(s: State) -> Bits:
    """The air markers of the active side that are ready beside the map (12.2a, 12.4c)."""
    return s.here.get(s.data.beside, 0) & s.data.air & s.data.side[s.side]


def strikers(s: State, hex_: int) -> Bits:
    """The air markers that can strike a hex."""
    return markers(s) if seen_from_above(s) >> hex_ & 1 else 0


def marker_bans(s: State) -> list[Ban]:
    """Every piece that cannot strike from the air, and why."""
    d = s.data
    own = d.side[s.side]
    flown = "12.2b" if s.side == GERMAN else "12.4d"
    ground = "12.7b" if s.side == GERMAN else "12.9c"
    return [
        Ban("12.1a", "{it} is not yours", d.all_pieces & ~own),
        Ban(ground, "{it} is no air marker: air strikes are made by air markers alone", own & ~d.air),
        Ban(flown, "{it} is not ready beside the map", own & d.air & ~markers(s)),  # 12.6a
    ]


# -- the fleet --------------------------------------------------------------------------------


def fleet(s: State) -> Bits:
    """The naval guns, if they are ready."""
    return s.here.get(s.data.beside, 0) & s.data.naval & s.data.side[s.side]


def guns(s: State, hex_: int) -> Bits:
    """The naval guns, if they can fire at a hex."""
    return fleet(s) if seen_from_sea(s) >> hex_ & 1 else 0


def away(s: State) -> str:
    """When the fleet returns, in words."""
    return f"the fleet is away until Game Turn {s.fleet}" if s.fleet <= s.plan.last else "the fleet is gone for good"


def gun_bans(s: State) -> list[Ban]:
    """Every piece that is no naval gun ready to fire, and why."""
    d = s.data
    return [
        Ban("15.3e", "the fleet fires alone, without {it}", d.all_pieces & ~d.naval),
        Ban("15.3c", away(s), d.naval & ~fleet(s)),
    ]
