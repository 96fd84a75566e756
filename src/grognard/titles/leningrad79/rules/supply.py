"""[11.0] Supply: lines traced over hexes and roads, for all hexes of the map at once."""

from ....core.bits import Bits
from ....core.knowledge import kept
from ....kit.hex.board import flood
from ....kit.hex.reach import Slow, union, waves_back
from ..state import GERMAN, State, zone


def slow(s: State, side: int) -> Slow:
    """The hexes that cost this side more, and by what factor."""
    if side == GERMAN:
        forts = ((s.data.fort_times, s.forts),)  # 4.9h, 15.2a, 15.2b
        return forts if s.forts else ()
    times = s.data.air_times
    raids = ((times, s.raid), (times * times, s.heavy_raid))  # 13.3a, 13.3b, 13.3c
    return raids if s.raid | s.heavy_raid else ()


def open_to_lines(s: State, side: int) -> Bits:
    """The hexes a Line of Supply may use."""
    enemy = 1 - side
    return (
        s.data.land
        & ~s.held[enemy]  # 11.3b
        & ~(zone(s, enemy) & ~s.held[side])  # 5.0b, 11.3b, 11.3c
    )


def traced_from(s: State, side: int, sources: Bits) -> Bits:
    """The hexes from which one of these sources can be reached by a Line of Supply."""
    return _traced(s, open_to_lines(s, side), sources, slow(s, side))


@kept(most=64)
def _traced(s: State, usable: Bits, sources: Bits, slowed: Slow) -> Bits:
    start = flood(sources, s.data.road, usable)  # 11.0d, 11.3a, 11.4a
    length = 2 * s.data.supply_length  # 11.0e, in halves
    return union(waves_back(start, length, s.data.motor, usable, slowed))  # 11.0f, 11.6a


def supplied(s: State, side: int) -> Bits:
    """The hexes in which units of this side are in supply."""
    return traced_from(s, side, s.data.sources[side])  # 11.0a, 11.5a


def unsupplied(s: State, side: int, places: Bits) -> Bits:
    """The hexes among these in which units of this side are not in supply."""
    return places & ~supplied(s, side)
