"""The value of a position: objectives, the units of both sides, and how near the Germans are to the next objectives."""

from ....core.bits import Bits, scan
from ..data.components import GERMAN, SOVIET
from ..rules.victory import objectives
from ..state import State, unit_of
from .battle_odds import concealed, mean_fire
from .routes import distances
from .weights import WADE, WEIGHTS, Weights

AVERAGE = 6.0  # fire factor
DECIDED = 40.0  # a game that is over
OPEN = 0.6  # of an objective, for one next to Germans that nobody holds
MARCHES = 32  # movement points from which on an objective is too far away
FIGHT = 16  # movement points that a hex with Soviet units costs
CLOSE = 1.5  # more for each objective around the number that decides, in the last turns


def unit_worth(s: State, me: int, piece: int, w: Weights = WEIGHTS[0]) -> float:
    """What a unit is worth to its owner, as far as this side knows it."""
    d = s.data
    if d.leaders >> piece & 1:
        return w.german
    german = d.side[GERMAN] >> piece & 1
    each = w.german if german else w.soviet
    unit = None if concealed(s, me, piece) else unit_of(s, piece)
    if unit is None:
        return each * mean_fire(s) / AVERAGE
    out = each * unit.value.fire / AVERAGE
    if unit.value.indirect:
        out *= w.guns
    return out + (w.engineer if german and unit.type.endswith("engineer") else 0.0)


def worth_of(s: State, me: int, pieces: Bits, w: Weights = WEIGHTS[0]) -> float:
    """What units are worth to their owner."""
    return sum(unit_worth(s, me, piece, w) for piece in scan(pieces))


def value(s: State, me: int, w: Weights = WEIGHTS[0]) -> float:
    """The value of a position to a side."""
    if s.over and (outcome := s.title.outcome(s)) is not None:
        margin = abs(objectives(s) - s.plan.objectives) * 0.1
        return DECIDED + margin if outcome.winner == me else -DECIDED - margin
    d, many = s.data, objectives(s)
    late = s.turn / s.plan.last
    out = w.objective * many + CLOSE * late * max(-4, min(4, many - s.plan.objectives))
    firm = d.objectives & s.german & s.held[GERMAN]
    out += 0.3 * late * firm.bit_count()
    out += worth_of(s, me, s.there[GERMAN] & d.ground, w) - worth_of(s, me, s.there[SOVIET] & d.ground, w)
    out += w.objective * in_reach(s)
    return out if me == GERMAN else -out


def lead(s: State, me: int) -> float:
    """How far ahead a side is at the end of a game, in objectives."""
    out = objectives(s) - s.plan.objectives
    return float(out if me == GERMAN else -out)


def in_reach(s: State) -> float:
    """How many more objectives the Germans are likely to take: the nearer, and the fewer Soviets in the way, the more.

    None if the Soviets move next: they close the gaps.
    """
    if s.side == SOVIET:
        return 0.0
    held = s.held[SOVIET]
    way = distances(s, dict.fromkeys(scan(s.held[GERMAN]), 0), held, FIGHT, WADE)
    goals = s.data.objectives & ~s.german
    return OPEN * sum(max(0.0, 1.0 - (way[one] + FIGHT * (held >> one & 1)) / MARCHES) for one in scan(goals))
