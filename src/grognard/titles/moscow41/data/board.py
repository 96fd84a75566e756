"""The board: Areas, boxes off the map and piles of Blocks are places; borders and rivers are sets of neighbours."""

from collections.abc import Iterable
from functools import lru_cache

from ....core.bits import Bits, bits, scan
from ....kit.load.area_map import AreaMap

PILES = (
    "reserve", "german-pool", "soviet-pool", "german-hand", "soviet-hand", "later", "lost", "surrendered", "withdrawn",
    "airfield", "aborted", "shot-down",
)  # fmt: skip
"""The places of Blocks and Bombers that are not on the map: `hand` holds those drawn but not yet placed."""

FEW = 6  # places that are handled one by one


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
        for a, b in sheet.borders:  # 2.0c: only Areas have neighbours
            if (a, b) not in sheet.closed:  # 2.4b: Lake Ilmen; other lakes, roads and bridges do not affect borders
                around[self.at[a]] |= 1 << self.at[b]
                around[self.at[b]] |= 1 << self.at[a]
        for run in sheet.rivers.values():
            for a, b in run:
                river[self.at[a]] |= 1 << self.at[b]
                river[self.at[b]] |= 1 << self.at[a]
        self.neighbours = tuple(around)
        self.spread = lru_cache(1 << 13)(self._spread)
        self.connected = lru_cache(1 << 12)(self._connected)
        self._tables = [self._table(first) for first in range(0, len(around), 8)]
        self._wide = tuple(self.spread(near) | near for near in around)
        self._known: dict[Bits, tuple[Bits, Bits]] = {}  # for each start, the last set and its result
        self.river = tuple(river)  # 2.4.6a: the neighbours across a river

    def _table(self, first: int) -> tuple[Bits, ...]:
        """The Areas adjacent to each subset of eight consecutive places."""
        out = [0]
        for near in self.neighbours[first : first + 8]:
            out += [some | near for some in out]
        return tuple(out)

    def named(self, names: Iterable[str]) -> Bits:
        """The set of these places."""
        return bits(self.at[word(name)] for name in names)

    def _spread(self, places: Bits) -> Bits:
        """All Areas adjacent to one of these."""
        out = 0
        if places.bit_count() > FEW:
            for table, some in zip(self._tables, places.to_bytes(len(self._tables), "little"), strict=True):
                out |= table[some]
            return out
        around = self.neighbours
        while places:
            low = places & -places
            places ^= low
            out |= around[low.bit_length() - 1]
        return out

    def _connected(self, start: Bits, within: Bits) -> Bits:
        """Everything connected to the start, staying within a set."""
        before, found = self._known.get(start, (0, 0))
        if found and (not (lost := found & ~within) or self._spared(start, found, lost)):
            found &= within
            more = within & ~before & ~found  # nothing else can have become connected
            if more.bit_count() > FEW:
                more &= start | self.spread(found)
            else:
                more &= start | bits(place for place in scan(more) if self.neighbours[place] & found)
            return self._flood(found, more, within) if more else found
        found = self._flood(0, start & within, within)
        self._known[start] = within, found
        return found

    def _flood(self, found: Bits, new: Bits, within: Bits) -> Bits:
        """A set extended by everything connected to its new members."""
        found |= new
        while new:
            new = self.spread(new) & within & ~found
            found |= new
        return found

    def _spared(self, start: Bits, found: Bits, lost: Bits) -> bool:
        """Whether a connected set certainly stays connected without a few Areas, because each can be bypassed."""
        if lost & start or lost.bit_count() > FEW:
            return False
        left, around = found & ~lost, self.neighbours
        for place in scan(lost):
            near = around[place] & left
            if around[place] & lost or near & ~self._flood(0, near & -near, self._wide[place] & left):
                return False
        return True

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
