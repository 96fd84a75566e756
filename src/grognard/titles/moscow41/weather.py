"""[8.0, 8.1] The weather check.

Clauses: 1.6a-c, 6.0c, 8.0a-h, 8.1a-g, 14.5a, typhoon.3 (what weather does to Strength is in `strength.py`, to
movement in `movement.py`).
"""

from ...core.action import Verb
from .components import GERMAN
from .state import State

ROLLING: tuple[Verb, ...] = ()


def due(_s: State) -> bool:
    """Is the weather rolled for in this Impulse?"""
    return False


def count(s: State) -> None:
    """German Impulses are counted from October on."""
    if s.side != GERMAN:
        return
    if s.turn >= s.data.charts.forecast[0]:
        s.impulses += 1  # 8.1b
    if s.turn >= s.data.charts.blizzard[0]:
        s.winter += 1  # 14.5a
