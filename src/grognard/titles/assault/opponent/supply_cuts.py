"""How Russians can cut the supply of German headquarters: which units in which hexes, and what that would cost.

A path of supply runs from a headquarters to a line and along it off the map. Whatever cuts it has to close one of its
hexes, so the search follows one path at a time: it closes a hex of the path with a unit that can get there, looks for
another path, and closes that with a second unit.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ....core.bits import Bits, scan
from ..rules import supply
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, grade, on_map, put
from .evaluation import Weights, step_prices

WIDE = 8  # zones tried against each path
DEEP = 2  # units that cut together


class Cut(NamedTuple):
    """A way to cut supply: units and the hexes they go to, the headquarters without supply then, and their value."""

    posts: tuple[tuple[int, int], ...]
    staffs: Bits
    loss: float

    @property
    def units(self) -> Bits:
        """Those who cut."""
        return sum(1 << unit for unit, _ in self.posts)


class Raider(NamedTuple):
    """A Russian unit that could cut: where it can be, and how it closes hexes there."""

    unit: int
    ends: Bits
    wide: bool  # its zone spreads around it


def raiders(s: State, able: Iterable[tuple[int, Bits]]) -> list[Raider]:
    """The units that could cut, with their ends."""
    d = s.data
    return [Raider(unit, ends & d.main & ~d.city, grade(s, unit) < 2) for unit, ends in able]


class Lifelines:
    """The German paths of supply in a position."""

    def __init__(self, s: State, w: Weights) -> None:
        self.s, self.d, self.w = s, s.data, w
        self.ground = supply.open_to(s, GERMAN)
        self.fed = self.staffs_fed(self.ground)
        self._worth: dict[int, float] = {}

    def staffs_fed(self, ground: Bits) -> Bits:
        """The headquarters that can trace supply over this ground."""
        lines, out = supply.sources(self.s, ground), 0
        for hq in scan(on_map(self.s, GERMAN) & self.d.stacks["headquarters"]):
            if lines.reach(self.s.place[hq]):
                out |= 1 << hq
        return out

    def worth(self, hq: int) -> float:
        """What a corps loses if it is out of supply for a turn: a step of every unit outside the garrisons."""
        if hq not in self._worth:
            s, d = self.s, self.d
            corps = d.corps[d.of_corps[hq]] & on_map(s, GERMAN) & ~(1 << hq)
            self._worth[hq] = sum(
                step_prices(s, unit, self.w)[0] for unit in scan(corps) if not d.garrisons >> s.place[unit] & 1
            )
        return self._worth[hq]

    def closes(self, place: int, wide: bool) -> Bits:
        """The hexes that a Russian in a hex closes to German supply."""
        d, bit = self.d, 1 << place
        zone = bit | d.zoc(bit) if wide or d.strong & bit else bit
        return zone & ~self.s.held[GERMAN]

    def path(self, hq: int, ground: Bits) -> Bits:
        """The hexes of one path of supply of a headquarters on the main map; 0 if there is none."""
        s, d = self.s, self.d
        spread, length = d.trace[GERMAN], d.charts.numbers["supply_length"]
        rails = supply.network(s, ground)
        at = s.place[hq]
        begin = 1 << d.twin.get(at, at)
        if d.interior >> at & 1:
            lines = supply.corps_lines(s, hq, ground)
            begin = lines.main & d.outside & ground
        rings, found = [begin], begin
        for _ in range(length):
            if goal := rings[-1] & (rails | d.edge[GERMAN]):
                break
            rings.append(spread(rings[-1]) & ground & ~found)
            found |= rings[-1]
        else:
            goal = rings[-1] & rails
        if not goal:
            return 0
        out = last = goal & -goal
        for ring in reversed(rings[:-1]):
            last = spread(last) & ring
            last &= -last
            out |= last
        return out | self._rail(goal & -goal, ground) if goal & -goal & rails else out

    def _rail(self, start: Bits, ground: Bits) -> Bits:
        """The hexes of a line from a hex off the map."""
        d = self.d
        rings, found = [start], start
        while rings[-1] and not rings[-1] & d.railheads:
            rings.append(d.line(rings[-1]) & ground & ~found)
            found |= rings[-1]
        last = rings[-1] & d.railheads
        out = last = last & -last
        for ring in reversed(rings[:-1]):
            last = d.line(last) & ring
            last &= -last
            out |= last
        return out

    # -- cuts ---------------------------------------------------------------------------------

    def cuts(self, able: list[Raider], deep: int = DEEP) -> Iterator[Cut]:
        """Ways to cut each headquarters that is in supply, with as few units as possible."""
        for hq in scan(self.fed):
            if self.worth(hq) > 0:
                yield from self._cut(hq, able, self.ground, (), deep)

    def _cut(
        self, hq: int, able: list[Raider], ground: Bits, posts: tuple[tuple[int, int], ...], deep: int
    ) -> Iterator[Cut]:
        way = self.path(hq, ground)
        used = {unit for unit, _ in posts}
        options: dict[Bits, tuple[int, int]] = {}
        near = way | self.d.zoc(way)
        for raider in able:
            if raider.unit in used:
                continue
            for place in scan(raider.ends & (near if raider.wide else way | near & self.d.strong)):
                zone = self.closes(place, raider.wide)
                if zone & way and zone not in options:
                    options[zone] = raider.unit, place
        ranked = sorted(options, key=lambda zone: (-(zone & way).bit_count(), zone))[: WIDE * 2]
        open_: list[tuple[Bits, tuple[int, int]]] = []
        found = False
        for zone in ranked:
            lost = self.fed & ~self.staffs_fed(ground & ~zone)
            chosen = (*posts, options[zone])
            if lost >> hq & 1:
                lost = self._lost(chosen)
                if lost >> hq & 1:
                    found = True
                    yield Cut(chosen, lost, sum(self.worth(one) for one in scan(lost)))
            else:
                open_.append((zone, options[zone]))
        if found or deep <= 1:
            return
        for zone, post in open_[:WIDE]:
            yield from self._cut(hq, able, ground & ~zone, (*posts, post), deep - 1)

    def _lost(self, posts: Iterable[tuple[int, int]]) -> Bits:
        """The headquarters without supply when these units are in their hexes and no longer where they were."""
        t = self.s.copy()
        for unit, place in posts:
            put(t, unit, place)
        return self.fed & ~self.staffs_fed(supply.open_to(t, GERMAN))


def best_cut(cuts: Iterable[Cut], price: float = 1.5) -> Cut | None:
    """The cut with the greatest loss, less the price of every unit."""
    return max(cuts, key=lambda cut: (cut.loss - price * len(cut.posts), cut.posts), default=None)


def threats(s: State, threat: Iterable[tuple[Bits, Bits]]) -> list[Raider]:
    """The Russians that could cut next turn: groups with their ends."""
    return raiders(s, ((unit, ends) for units, ends in threat for unit in scan(units & s.data.side[RUSSIAN])))
