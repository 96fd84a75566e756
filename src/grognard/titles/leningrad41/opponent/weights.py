"""The weights of the evaluation and of the regular's plans; a mood of the veteran changes some of them."""

from typing import NamedTuple

WADE = 8  # movement points that a major river costs in a plan
TOLL = 4  # and a hex with enemies


class Weights(NamedTuple):
    """The weights, in objectives."""

    german: float = 0.22  # a German unit of average strength
    soviet: float = 0.12
    guns: float = 1.5  # times as much for units that fire indirectly
    engineer: float = 0.1  # more for engineers
    objective: float = 1.0
    siege: float = 0.35  # of an objective, for clearing it without being able to advance
    block: float = 0.08  # more for clearing any other hex
    price: float = 0.003  # what a point of strength could be worth elsewhere
    support: float = 18.0  # guns that are expected to join the fire at each target
    risk: float = 1.0  # times what defensive fire is expected to cost
    fear: float = 0.35  # times what the enemy's next fire is expected to cost
    pace: float = 0.02  # a movement point nearer to a goal
    hold: float = 0.5  # of an objective, for staying in one that the enemy could take
    line: float = 0.9  # of an objective, for a place in the front line
    depth: float = 0.25  # and for one right behind it
    manned: float = 2.0  # how much sooner the front line runs where units are
    second: float = 0.1  # times as much for a second unit in an objective
    bridge: float = 0.8  # a bridge that is blown
    reveal: float = 0.02  # a counter that lies face down
    stop: float = 0.06  # a motorized move that is stopped
    focus: float = 0.3  # more for clearing a hex that the operation needs
    crucial: float = 0.0  # a bridge that is blown, if the Germans cannot win without a crossing
    ready: float = 0.0  # more for a place from which such a bridge can be blown
    hunt: float = 1.0  # above zero, Soviets go for German units too


WEIGHTS = (Weights(), Weights(hold=0.6))
"""By side."""
