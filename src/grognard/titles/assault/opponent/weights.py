"""The weights of the evaluation, and what both games of the family measure alike."""

from pathlib import Path
from typing import NamedTuple

from ....kit.load.weights import load_weights
from ..state import State, steps_lost


class Weights(NamedTuple):
    """The weights; `weights.toml` says what each means."""

    german_factor: float
    staff: float
    unfed: float
    starved: float
    alone: float
    cut: float
    russian_factor: float
    hungry: float
    band: float
    russian_class: float
    inside: float
    retreat: float
    fort: float
    rail: float
    way: float
    ground: float
    hold: float
    attack: float
    effort: float
    pace: float
    fear: float
    russian_attack: float
    russian_fear: float
    post: float
    stay: float
    undo: float
    works: float
    raid: float
    city_wall: float
    shy: float
    street: float
    flee: float


WEIGHTS = load_weights(Weights, Path(__file__).with_name("weights.toml"))


def left(s: State) -> float:
    """The remaining share of the game, from 1 to 0."""
    return (s.data.turns - s.turn) / s.data.turns


def step_factors(s: State, unit: int) -> list[int]:
    """The factors that a unit loses with each of its remaining steps, the next first."""
    d = s.data
    rest = [d.factor[lost][unit] for lost in range(steps_lost(s, unit), d.steps[unit])]
    return [now - then for now, then in zip(rest, [*rest[1:], 0], strict=True)]
