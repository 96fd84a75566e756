"""Who gains if the month ends now, and what the Disc may be spent on."""

from ....core.bits import scan
from ..data.components import GERMAN, SOVIET
from ..rules import activation, logistics
from ..rules.control import units
from ..rules.initiative import may_spend
from ..rules.movement import reach
from ..rules.victory import points
from ..state import State, pieces_of
from .impulse_orders import Order
from .logistics_choices import barred


def loses_by_passing(s: State) -> bool:
    """Whether the game may end lost with this Pass."""
    if s.turn < s.plan.last or (s.side == SOVIET and not s.passes):
        return False
    if s.plan.points:
        ahead = 2 * points(s, GERMAN) > s.plan.points
        return ahead != (s.side == GERMAN) and bool(s.passes)
    return s.side == GERMAN


def gains_by_passing(s: State) -> bool:
    """Whether this Pass ends the game, won, or the month with both cities before Kiev in German hands."""
    if not s.passes:
        return False
    d = s.data
    if s.plan.points and s.side == GERMAN and not s.german >> d.kiev & 1 and not d.kiev_cities & ~s.german:
        return True
    return s.turn >= s.plan.last and not loses_by_passing(s)


def can_wait(s: State) -> bool:
    """Whether Hoepner, on the Road with nothing to lose, can be activated so that the month goes on."""
    d, hq = s.data, s.piece[s.data.hoepner]
    if s.side != GERMAN or s.turn < s.plan.last or not activation.on_road(s, hq):
        return False
    return bool((d.side[GERMAN] & ~barred(activation.hq_bans(s))) >> hq & 1)


def winning_marches(s: State) -> tuple[Order, ...]:
    """Moves of an Exploitation that take everything still missing for victory."""
    missing, d = s.plan.win_cities & ~s.german, s.data
    if may_spend(s, s.side) or s.side != GERMAN or not missing or missing & units(s, SOVIET):
        return ()
    fast = pieces_of(s, d.fast & d.side[s.side]) & s.on_map & ~s.cube
    out: list[Order] = []
    for area in scan(missing):
        able = [p for p in scan(fast) if reach(s, p, False).ends >> area & 1]
        if not able or len(out) >= logistics.value(s, s.side):
            return ()
        fast &= ~(1 << able[0])
        out.append(Order(s.face[able[0]], area, 1.0, "It wins the game."))
    return tuple(out)
