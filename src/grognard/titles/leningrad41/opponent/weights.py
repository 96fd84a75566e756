"""The weights of the evaluation and of the regular's plans; a mood of the veteran changes some of them."""

from pathlib import Path
from typing import NamedTuple

from ....kit.load.weights import load_weights, read_weights
from ..data.components import SIDES

WADE = 8  # movement points that a major river costs in a plan
TOLL = 4  # and a hex with enemies


class Weights(NamedTuple):
    """The weights, in objectives; `weights.toml` says what each means."""

    german: float
    soviet: float
    guns: float
    engineer: float
    objective: float
    siege: float
    block: float
    price: float
    support: float
    risk: float
    fear: float
    pace: float
    hold: float
    line: float
    depth: float
    manned: float
    second: float
    bridge: float
    reveal: float
    stop: float
    focus: float
    crucial: float
    ready: float
    hunt: float


USUAL = load_weights(Weights, Path(__file__).with_name("weights.toml"))
WEIGHTS = (USUAL, USUAL._replace(hold=0.6))
"""By side."""

CLUB = tuple(
    read_weights(own, Path(__file__).with_name(f"club_{side}.toml")) for own, side in zip(WEIGHTS, SIDES, strict=True)
)
"""Those of the club, by side: the files name what differs."""
