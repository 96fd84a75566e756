"""Combats evaluated before they are declared: the column of a force, and what the results are worth to both sides."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ....core.knowledge import kept
from ....kit.battle.die import FACES
from ..data.chart_values import Result
from ..data.components import Components


class Losses(NamedTuple):
    """What it costs to lose no step, one, two and so on, the cheapest first; the last is the loss of all."""

    steps: tuple[float, ...]
    units: int


@lru_cache(1 << 14)
def losses(*prices: tuple[float, ...]) -> Losses:
    """The losses of units with these prices of steps, as their owner would take them."""
    rest = [list(one) for one in prices]
    out = [0.0]
    while rest:
        cheapest = min(rest, key=lambda one: one[0])
        out.append(out[-1] + cheapest.pop(0))
        if not cheapest:
            rest.remove(cheapest)
    return Losses(tuple(out), len(prices))


@kept(most=512)
def rows(d: Components, column: int, change: int) -> tuple[Result, ...]:
    """The six results of a column with something added to the die."""
    return tuple(d.crt(face + change, column) for face in FACES)


class Stand(NamedTuple):
    """The chance that defenders who should retreat hold on, and the part of it in which that costs a step."""

    held: float
    paid: float


@kept(most=64)
def stand_odds(d: Components, bonus: int) -> Stand:
    """The chances of No Retreat with something added to the die."""
    found = [d.charts.retreats.outcome("stand", face + bonus) for face in FACES]
    return Stand(1.0 - found.count("fail") / len(found), found.count("pass, step") / len(found))


class Stakes(NamedTuple):
    """What is at stake in a combat."""

    mine: Losses
    theirs: Losses
    ground: float  # the value of the hexes
    back: float  # what a retreat costs the attackers
    flee: float  # what a retreat costs the defenders, without the ground
    stand: Stand


class Prospect(NamedTuple):
    """The expected value of a combat, and the chance that the hexes are emptied."""

    gain: float
    freed: float
    column: int = 0


NEVER = Stand(0.0, 0.0)
NONE = Prospect(-99.0, 0.0, -1)


def prospect(results: Sequence[Result], k: Stakes) -> Prospect:
    """Average over the six results."""
    gain = freed = 0.0
    mine, theirs, fled = k.mine.steps, k.theirs.steps, 1.0 - k.stand.held
    all_mine, all_theirs = len(mine) - 1, len(theirs) - 1
    for attacker, defender in results:
        lost, killed = min(attacker.steps, all_mine), min(defender.steps, all_theirs)
        gain -= mine[lost] + (k.back if attacker.retreat else 0.0)
        gain += theirs[killed]
        if killed == all_theirs:
            gain += k.ground
            freed += 1.0
        elif defender.retreat and lost < all_mine and not attacker.retreat:
            gain += fled * (k.ground + k.flee) + k.stand.paid * (theirs[killed + 1] - theirs[killed])
            freed += fled
    return Prospect(gain / len(results), freed / len(results))


def support_of(points: int, chart: Sequence[int]) -> int:
    """The columns that so many points of support are worth."""
    return chart[min(points, len(chart) - 1)]
