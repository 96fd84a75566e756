"""Maps and counters as SVG: the one place for symbols, patterns and colours."""

from .map import Sheet, draw_map
from .png import to_png

__all__ = ["Sheet", "draw_map", "to_png"]
