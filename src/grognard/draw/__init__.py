"""Maps and counters as SVG: the one place for symbols, patterns and colours."""

from .map import Sheet, Strata, draw_map, strata
from .png import to_png

__all__ = ["Sheet", "Strata", "draw_map", "strata", "to_png"]
