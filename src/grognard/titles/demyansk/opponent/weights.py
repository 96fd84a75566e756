"""The weights of the evaluation and of the regular's plans; a mood of the veteran changes some of them."""

from typing import NamedTuple


class Weights(NamedTuple):
    """The weights, in Victory Points of the campaign."""

    axis_factor: float = 0.35  # a point of attack or defense of an Axis unit
    soviet_factor: float = 0.16
    last_step: float = 0.25  # more for the last step of a unit
    casualty: float = 1.0  # more for the last step of an Axis unit that scores
    unfed: float = 0.25  # of a unit's worth, while it is Out of Supply
    hold: float = 0.7  # the chance that a place is kept to the end
    ground: float = 0.25  # any hex taken
    works: float = 0.8  # more for an enemy Strongpoint
    retreat: float = 0.3  # a unit that has to retreat
    trapped: float = 0.6  # the chance that units without a route are lost when they have to retreat
    cut: float = 1.0  # times what it is worth to cut the road to Demyansk, or to keep it open
    axis_attack: float = 0.5  # least gain of an Axis attack
    soviet_attack: float = 0.8
    leave: float = 1.0  # times the worth of what a unit leaves behind
    fear: float = 0.5  # of what the enemy could bring against a hex
    near: float = 0.95  # for each MP, how much less a goal counts
    guard: float = 1.0  # times what the Axis player keeps in a post


WEIGHTS = Weights()
