"""The board: Areas, boxes off the map and piles of Blocks are places; borders and rivers are sets of neighbours."""

from collections.abc import Iterable

from ...core.bits import Bits, bits, scan
from ...kit.areafile import AreaMap

PILES = (
    "reserve", "german-pool", "soviet-pool", "german-hand", "soviet-hand", "later", "lost", "surrendered", "withdrawn",
    "airfield", "aborted", "shot-down",
)  # fmt: skip
"""Where a Block or Bomber is that is on no map: `hand` holds what was drawn and not yet placed."""


def word(name: str) -> str:
    """A name as one word."""
    return name.replace(" ", "-")


class Board:
    """Places by number: none, then Areas, boxes and piles."""

    def __init__(self, sheet: AreaMap) -> None:
        areas, boxes = list(sheet.names), [word(box) for box in sheet.boxes]
        self.names = ["", *areas, *boxes, *PILES]
        self.at = {name: place for place, name in enumerate(self.names)}
        self.box = 1 + len(areas)  # the first box
        self.pile = self.box + len(boxes)  # the first pile
        self.areas: Bits = bits(range(1, self.box))  # 2.0a
        self.boxes: Bits = bits(range(self.box, self.pile))  # 2.2a
        around = [0] * len(self.names)
        river = [0] * len(self.names)
        for a, b in sheet.borders:  # 2.0c: what is no Area has none
            if (a, b) not in sheet.closed:  # 2.4b: Lake Ilmen; other lakes, roads and bridges are no data of borders
                around[self.at[a]] |= 1 << self.at[b]
                around[self.at[b]] |= 1 << self.at[a]
        for run in sheet.rivers.values():
            for a, b in run:
                river[self.at[a]] |= 1 << self.at[b]
                river[self.at[b]] |= 1 << self.at[a]
        self.neighbours = tuple(around)
        self.river = tuple(river)  # 2.4.6a: the neighbours across a river

    def named(self, names: Iterable[str]) -> Bits:
        """The set of these places."""
        return bits(self.at[word(name)] for name in names)

    def spread(self, places: Bits) -> Bits:
        """All Areas next to one of these."""
        out, around = 0, self.neighbours
        while places:
            low = places & -places
            places ^= low
            out |= around[low.bit_length() - 1]
        return out

    def connected(self, start: Bits, within: Bits) -> Bits:
        """Everything connected to the start, staying within a set."""
        found = new = start & within
        while new:
            new = self.spread(new) & within & ~found
            found |= new
        return found

    def west(self, sheet: AreaMap, line: str, start: Bits) -> Bits:
        """The Areas on the same side of a front line as the start."""
        shut = {frozenset((self.at[a], self.at[b])) for a, b in sheet.lines[line]}
        found, new = start, list(scan(start))
        while new:
            here = new.pop()
            for there in scan(self.neighbours[here] & ~found):
                if frozenset((here, there)) not in shut:
                    found |= 1 << there
                    new.append(there)
        return found
