"""[3.3] Stacking: seven points in a hex at the end of every phase; the owner eliminates what is beyond."""

from collections.abc import Callable, Mapping

from ....core.action import Verb
from ....core.bits import Bits, lowest, scan
from ....core.rule import Ban
from ....kit.arguments import piece_arg
from ..data.components import AXIS, SOVIET
from ..state import State, eliminate, update_control


def crowded(s: State) -> Bits:
    """The hexes beyond the limit."""
    return s.crowd  # 3.32a, 3.32b, 3.34a, 9.34a: hexes only; 11.41g, 13.13a


def owner(s: State) -> int:
    """The owner of the stack that is dealt with next."""
    return AXIS if s.held[AXIS] >> lowest(s.crowd) & 1 else SOVIET


def excess_bans(s: State) -> list[Ban]:
    """Every piece that cannot be removed now."""
    d = s.data
    units = s.here[lowest(s.crowd)] & d.ground
    room, facts = d.stack_planes, {"hex": d.board.names[lowest(s.crowd)]}
    counted = 0
    for _, plane in room:
        counted |= plane
    return [
        Ban("3.33a", "{it} is not in {hex}, the stack beyond the limit", d.all_pieces & ~units, lambda _: facts),
        Ban("3.31b", "{it} takes no room, so that its removal helps nobody", units & ~counted),  # 3.33b
    ]


def remove_excess(s: State, unit: int) -> None:
    """Eliminate a unit of a stack beyond the limit."""
    eliminate(s, unit, "3.33a")
    update_control(s)


def room(s: State, hexes: Bits, points: int) -> Bits:
    """Those of these hexes that have room for so many stacking points."""
    d, limit = s.data, s.data.charts.numbers["stacking"]
    held = (s.held[AXIS] | s.held[SOVIET]) & hexes
    full = 0
    for place in scan(held):
        if d.points(s.here[place] & d.ground) + points > limit:
            full |= 1 << place
    return hexes & ~full  # 3.32a, 3.32c


FULL = "{it} holds {held} of {limit} stacking points: no room for {needs} more"
"""What is said of a hex without room; `fullness` has the numbers."""


def fullness(s: State, points: int) -> Callable[[int], Mapping[str, int]]:
    """The stacking points in a hex, the limit, and those of who would come."""
    d = s.data

    def facts(hex_: int) -> Mapping[str, int]:
        held = d.points(s.here.get(hex_, 0) & d.ground)
        return {"held": held, "limit": d.charts.numbers["stacking"], "needs": points}

    return facts


EXCESS = Verb("eliminate", (piece_arg(excess_bans),), remove_excess, help="eliminate a unit of the stack")
