"""Operations of *Leningrad '41*: where the Germans break the line, and which bridges the Soviets destroy before that.

A German operation is about a group of objectives. Its axis is the cheapest way there from the German front; the first
hex on it with Soviet units is the breach, and those beside it are its shoulders. The Germans concentrate on breach and
shoulders until the objective has fallen. Without a bridge over the major rivers they do not reach as many objectives
as they need, so a Soviet operation is about one of the bridges: units gather at it until it is blown.
"""

from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ....core.knowledge import kept
from ....opponents.operations import Operation
from ..data.components import GERMAN, SOVIET
from ..state import State
from .routes import FAR, distances
from .weights import WADE

BREAK, CUT = "break", "cut"  # the kinds
GROUP = 3  # hexes within which objectives belong together
FIGHT = 16  # movement points that a hex with Soviet units costs
HORIZON = 64  # movement points beyond which an objective is no aim
STRIKE = 20  # movement points within which units belong to the strike group
AFTER = 8  # movement points by which objectives outside the operation count as further away
BRIDGES = 2  # that Soviet units gather at


class Focus(NamedTuple):
    """What operations ask of a phase."""

    targets: Bits = 0  # enemies whose elimination opens the way
    goals: Bits = 0  # objectives that come first
    breach: int = -1  # where the axis meets the line
    goal: int = -1
    bridges: Bits = 0  # to be blown
    posts: Bits = 0  # from which they can be


NONE = Focus()
"""Without an operation."""


def proposals(s: State, side: int) -> list[Operation]:
    """The operations that a side could begin."""
    return _breaks(s) if side == GERMAN else _cuts(s)


def _breaks(s: State) -> list[Operation]:
    """Objectives that the Germans could make for; those with others around them are worth more."""
    d = s.data
    front = s.held[GERMAN] or s.stage.german_entry
    way = distances(s, dict.fromkeys(scan(front), 0), s.held[SOVIET], FIGHT, WADE)
    open_ = bits(one for one in scan(d.objectives & ~s.german) if way[one] < HORIZON)
    out = []
    for goal in scan(open_):
        value = sum(1.0 - way[one] / HORIZON for one in scan(d.board.disc(goal, GROUP) & open_))
        out.append(Operation(BREAK, goal, _near(s, GERMAN, goal), value))
    return out


def _near(s: State, side: int, hex_: int) -> Bits:
    """The units of a side within reach of a hex."""
    way = distances(s, {hex_: 0}, wade=WADE)
    return bits(unit for unit in scan(s.there[side] & s.data.ground) if way[s.place[unit]] <= STRIKE)


def _cuts(s: State) -> list[Operation]:
    """The bridges to be blown, those first that the Germans will reach first."""
    near = distances(s, dict.fromkeys(scan(s.held[GERMAN] or s.stage.german_entry), 0))
    out = []
    for bridge in scan(crucial(s)):
        away = min(near[end] for end in s.data.span[bridge])
        out.append(Operation(CUT, bridge, 0, 1.0 / (1.0 + away)))
    return out


@kept(lambda s: (s.scenario, s.demolished))
def crucial(s: State) -> Bits:
    """The bridges over major rivers between the German bank and the other, if the Germans need objectives there."""
    d = s.data
    large = bits(bridge for bridge, side in d.span.items() if side in d.major)
    way = distances(s, dict.fromkeys(scan(s.stage.german_entry), 0), blown=large)
    here = bits(hex_ for hex_ in scan(d.land) if way[hex_] < FAR)
    if (d.objectives & here).bit_count() >= s.plan.objectives:
        return 0
    return bits(one for one in scan(large & ~s.demolished) if (bits(d.span[one]) & here).bit_count() == 1)


def axis(s: State, goal: int) -> list[int]:
    """The cheapest way of the Germans to an objective."""
    way = distances(s, {goal: 0}, s.held[SOVIET] & ~(1 << goal), FIGHT, WADE)
    hex_ = min(scan(s.held[GERMAN] or s.stage.german_entry), key=lambda one: (way[one], one))
    out = [hex_]
    while hex_ != goal and way[hex_] < FAR:
        hex_ = min(scan(s.data.board.neighbours[hex_] & s.data.land), key=lambda one: (way[one], one))
        if hex_ in out:
            break
        out.append(hex_)
    return out


def focus(s: State, running: list[Operation]) -> Focus:
    """What the operations ask of the coming phases."""
    d = s.data
    if not running:
        return NONE
    if running[0].kind == CUT:
        bridges = bits(one.objective for one in running)
        ends = bits(end for bridge in scan(bridges) for end in d.span[bridge])
        return Focus(bridges=bridges, posts=(ends | d.around(ends)) & d.land)
    goal = running[0].objective
    path = axis(s, goal)
    breach = next((one for one in path if s.held[SOVIET] >> one & 1), goal)
    targets = (1 << breach | d.board.neighbours[breach] | bits(path)) & s.held[SOVIET]
    return Focus(targets, d.board.disc(goal, GROUP) & d.objectives & ~s.german, breach, goal)
