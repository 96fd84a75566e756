"""The weights of the evaluation, and what both games of the family measure alike."""

from typing import NamedTuple

from ..state import State, steps_lost


class Weights(NamedTuple):
    """The weights."""

    german_factor: float = 0.5  # a German factor still able to fight, in addition to its points
    staff: float = 0.5  # a headquarters, relative to what its corps would lose in a turn
    unfed: float = 1.5  # of a step, if a headquarters leaves a unit without supply
    starved: float = 3.0  # the same if the unit had none before: it loses the step
    alone: float = 20.0  # a headquarters alone within Russian reach
    cut: float = 0.6  # of its value, if Russians could cut it off
    russian_factor: float = 0.8  # a Russian one
    hungry: float = 0.7  # of a step, for a German unit out of supply
    band: float = 5.0  # a Guerrilla: it cuts railways
    russian_class: float = 0.4  # more for each class above C
    inside: float = 1.5  # times that, for Russians in the city
    retreat: float = 0.8  # a force that retreats one hex
    fort: float = 3.0  # a strong place of the Russians
    rail: float = 0.6  # a rail hex that a Russian unit closes to us
    way: float = 2.0  # a Russian unit that blocks a corps
    ground: float = 0.6  # any other
    hold: float = 0.75  # the chance that a prize is kept to the end
    attack: float = 1.2  # least gain of an attack
    effort: float = 0.25  # of a unit that attacks rather than marches
    pace: float = 0.5  # a Movement Point nearer to the goal
    fear: float = 0.7  # of what the enemy may do to a unit where it is
    russian_attack: float = 1.0
    russian_fear: float = 0.6
    post: float = 1.0  # how much a post counts for the Russians
    stay: float = 1.0  # staying in a post rather than changing it
    undo: float = 2.5  # going back to the hex that the last move left
    works: float = 0.0  # staying in works that multiply the defense
    raid: float = 0.0  # cutting the supply of a corps, in steps that it would lose
    city_wall: float = 1.0  # how early the city is garrisoned
    shy: float = 0.0  # how much a Russian outside a post keeps away from Germans
    street: float = 0.0  # a headquarters in the interior of the Inset, where it can be cut off
    flee: float = 0.0  # a defender that retreats, in addition


WEIGHTS = Weights()


def left(s: State) -> float:
    """The remaining share of the game, from 1 to 0."""
    return (s.data.turns - s.turn) / s.data.turns


def step_factors(s: State, unit: int) -> list[int]:
    """The factors that a unit loses with each of its remaining steps, the next first."""
    d = s.data
    rest = [d.factor[lost][unit] for lost in range(steps_lost(s, unit), d.steps[unit])]
    return [now - then for now, then in zip(rest, [*rest[1:], 0], strict=True)]
