"""The value of things: steps, ground and whole positions, as each game of the family judges them.

Everything is counted in points of the margin: German points minus Russian points. How a game judges is in a module of
its own, `leningrad_evaluation` or `stalingrad_evaluation`; the functions here ask the one of the position's game.
"""

from collections.abc import Callable
from typing import NamedTuple

from ....core.bits import Bits
from ..ruleset import GERMAN
from ..state import State
from . import leningrad_evaluation as leningrad
from . import stalingrad_evaluation as stalingrad
from .weights import WEIGHTS, Weights

__all__ = ["WEIGHTS", "Weights", "goals", "prize", "prizes", "step_prices", "taken", "value"]


class Judge(NamedTuple):
    """How one game judges its positions."""

    step_prices: Callable[[State, int, Weights], tuple[float, ...]]
    prizes: Callable[[State], Bits]
    prize: Callable[[State, int, Weights], float]
    taken: Callable[[State], Bits]
    goals: Callable[[State, str], Bits]
    german_value: Callable[[State, Weights], float]


JUDGES = {
    "assault_leningrad": Judge(
        leningrad.step_prices,
        leningrad.prizes,
        leningrad.prize,
        leningrad.taken,
        leningrad.goals,
        leningrad.german_value,
    ),
    "assault_stalingrad": Judge(
        stalingrad.step_prices,
        stalingrad.prizes,
        stalingrad.prize,
        stalingrad.taken,
        stalingrad.goals,
        stalingrad.german_value,
    ),
}
"""By title."""


def step_prices(s: State, unit: int, w: Weights = WEIGHTS) -> tuple[float, ...]:
    """The value of a unit's next steps to its owner."""
    return JUDGES[s.data.rules.title].step_prices(s, unit, w)


def prizes(s: State) -> Bits:
    """The scoring hexes that the Germans can still win."""
    return JUDGES[s.data.rules.title].prizes(s)


def prize(s: State, place: int, w: Weights = WEIGHTS) -> float:
    """The value to the Germans of a scoring hex."""
    return JUDGES[s.data.rules.title].prize(s, place, w)


def taken(s: State) -> Bits:
    """The scoring hexes that now count for the Germans."""
    return JUDGES[s.data.rules.title].taken(s)


def goals(s: State, corps: str) -> Bits:
    """The goals of a German corps."""
    return JUDGES[s.data.rules.title].goals(s, corps)


def value(s: State, me: int, w: Weights = WEIGHTS) -> float:
    """The value of a position to a side."""
    out = JUDGES[s.data.rules.title].german_value(s, w)
    return out if me == GERMAN else -out
