"""Charts beside the map, in our own layout: the turn track, the results, what terrain costs, column shifts."""

from typing import Any

from ..core.title import Title
from .geometry import Box


def draw_charts(title: Title[Any], state: Any, box: Box, unit: float) -> tuple[str, float]:
    """Whatever charts the title has, and how far down they reach."""
    return "", box.top
