"""Maps and counters as SVG: the one place for symbols, patterns and colours."""

from .base.png import to_png
from .map import Sheet, Strata, draw_map, strata

__all__ = ["Sheet", "Strata", "draw_map", "strata", "to_png"]
