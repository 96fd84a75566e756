"""The weights of the evaluation and of the regular's plans; a mood of the veteran changes some of them."""

from pathlib import Path
from typing import NamedTuple

from ....kit.load.weights import load_weights


class Weights(NamedTuple):
    """The weights, in Victory Points of the campaign; `weights.toml` says what each means."""

    axis_factor: float
    soviet_factor: float
    last_step: float
    casualty: float
    unfed: float
    hold: float
    ground: float
    works: float
    retreat: float
    trapped: float
    cut: float
    axis_attack: float
    soviet_attack: float
    leave: float
    fear: float
    near: float
    guard: float


WEIGHTS = load_weights(Weights, Path(__file__).with_name("weights.toml"))
