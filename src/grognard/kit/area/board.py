"""A board of areas: places with names, and neighbours as sets."""

from collections.abc import Iterable, Sequence

from ...core.bits import Bits, bits
from ..load.area_map import AreaMap


class AreaBoard:
    """The areas of a map as places, in its order; behind them its boxes, and others that the title adds.

    Names of places are single words: blanks in the names of boxes become hyphens.
    """

    def __init__(self, sheet: AreaMap, boxes: Sequence[str] = ()) -> None:
        self.names = [*sheet.names, *(box.replace(" ", "-") for box in sheet.boxes), *boxes]
        self.at = {name: place for place, name in enumerate(self.names)}
        self.box = len(sheet.names)  # the first place that is not an area
        self.areas: Bits = bits(range(self.box))
        self.everywhere: Bits = bits(range(len(self.names)))
        self.neighbours = tuple(self.named(sheet.neighbours(name)) if name in sheet.names else 0 for name in self.names)
        rivers = [border for run in sheet.rivers.values() for border in run]
        self.over_river = tuple(
            self.named(b if a == name else a for a, b in rivers if name in (a, b)) for name in self.names
        )

    def named(self, names: Iterable[str]) -> Bits:
        """The set of these places."""
        return bits(self.at[name] for name in names)
