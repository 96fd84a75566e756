"""How far a unit gets, by a plain search of every way it could go: the rules of a move in words, one hex at a time."""

from collections.abc import Iterator
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, NamedTuple

from grognard.core.bits import scan
from grognard.kit.battle.ledger import total
from grognard.titles.assault.rules.movement import reach
from grognard.titles.assault.rules.movers import still
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN, RUSSIANS_ONLY
from tests.laws import laws


class Spot(NamedTuple):
    """A unit on its way: where it is, and what of its way still counts."""

    place: int
    source: int = -1  # the hex of the other map it was in just before, if it came by a transfer
    off: bool = False  # it has gone off the Inset
    onto: bool = False  # it has come onto the Inset
    stepped: bool = False
    stopped: bool = False


class Search:
    """The search for one unit of the phasing player; `rigid` and `fluid` are the hexes in enemy zones."""

    def __init__(self, s: Any, unit: int, rigid: int, fluid: int) -> None:
        self.s, self.d, self.unit, self.side = s, s.data, unit, s.side
        self.rigid, self.zone = rigid, rigid | fluid
        self.enemies = {s.place[other] for other in scan(s.data.side[1 - s.side])}
        self.german_inside = any(s.data.on_inset >> s.place[other] & 1 for other in scan(s.data.side[GERMAN]))
        self.hungry = bool(s.unsupplied >> unit & 1)
        self.worker = s.data.units[unit].type == "worker"
        self.nkvd = s.data.units[unit].type == "nkvd"
        self.points = Fraction(s.data.units[unit].movement)

    def grounds(self, place: int) -> set[int]:
        """All hexes of both maps that are the ground of this one."""
        main = self.d.twin[place] if self.d.fringe >> place & 1 else place
        return {place, main, *scan(self.d.fringe_of.get(main, 0))}

    def room(self, place: int) -> bool:
        """[7.0, 8.26] May it be there with those who are?"""
        d, me = self.d, self.d.units[self.unit]
        kin = d.slots[d.slot[self.unit]] & d.side[self.side] & ~(1 << self.unit)
        if (d.city | d.interior) >> place & 1 and self.side == RUSSIAN:
            city = d.twin.get(place, place)
            block = [city, *scan(d.district[city])]
            above = any(self.s.here.get(hex_, 0) & d.side[RUSSIAN] & ~(1 << self.unit) for hex_ in scan(d.city))
            if (above or place == city) and sum((self.s.here.get(hex_, 0) & kin).bit_count() for hex_ in block) >= 10:
                return False  # both maps are in use
            if place == city:
                return all(self.count(hex_) <= 10 for hex_ in scan(d.city))
        others = [d.units[other] for other in scan(self.s.here.get(place, 0) & kin)]
        return all(other.division and other.division == me.division for other in others)

    def count(self, city: int) -> int:
        """The divisions and brigades in a city hex and its district, itself aside."""
        d = self.d
        kin = d.slots[0] & d.side[RUSSIAN] & ~(1 << self.unit)
        return sum((self.s.here.get(hex_, 0) & kin).bit_count() for hex_ in (city, *scan(d.district[city])))

    def open(self, place: int) -> bool:
        """May it enter this hex at all?"""
        d = self.d
        if not d.land >> place & 1 or place == self.s.place[self.unit]:
            return False
        if d.city >> place & 1 and (self.side == GERMAN or self.german_inside):
            return False
        if self.worker and not (d.city | d.interior) >> place & 1:
            return False
        if self.nkvd and not d.interior >> place & 1:
            return False  # 19.43
        return not self.grounds(place) & self.enemies and self.room(place)

    def barred(self, left: set[int], here: int, place: int) -> bool:
        """[19.33] Would it cross the Don from zone to zone?"""
        over = any((here, place) in self.d.sides_of[kind] for kind in self.d.rules.never_between_zones)
        return over and bool(self.zone >> place & 1) and any(self.zone >> hex_ & 1 for hex_ in left)

    def steps(self, at: Spot, spent: Fraction) -> Iterator[tuple[Spot, Fraction]]:
        """Every next hex, and what has been spent then."""
        d, here = self.d, at.place
        left = {here, at.source} - {-1}
        first = not at.stepped
        if at.stopped or (self.hungry and not first):
            return
        for place in scan(d.board.neighbours[here]):
            stuck = self.rigid >> place & 1 and any(self.rigid >> hex_ & 1 for hex_ in left)
            if stuck or self.barred(left, here, place) or not self.open(place):
                continue
            stop = bool(self.rigid >> place & 1)
            if (here, place) in self.links:
                toll = 3 if any(self.zone >> hex_ & 1 for hex_ in left) else 0
                price = total(d.why_cost(self.side, d.gait[self.unit], here, place)) + toll
                if first and (self.hungry or (spent + price > self.points and not self.s.again)):
                    price = self.points
                if spent + price <= self.points:
                    yield Spot(place, -1, at.off, at.onto, True, stop), spent + price
            elif first and (at.source < 0 or self.by_ferry(at)) and (here, place) in self.whole:
                yield Spot(place, -1, at.off, at.onto, True, True), self.points

    def by_ferry(self, at: Spot) -> bool:
        """[6.33, 8.34] Is it in a hex that corresponds to the one where it began, from which a ferry may lead?"""
        return bool(self.d.rules.crossing_for == RUSSIANS_ONLY) and at.source == self.s.place[self.unit]

    def transfers(self, at: Spot) -> Iterator[Spot]:
        """Every hex of the other map that is the same ground, once each way."""
        d, here = self.d, at.place
        if not (d.fringe | d.outside) >> here & 1:
            return
        onto = bool(d.outside >> here & 1)
        if at.onto if onto else at.off:
            return
        for place in self.grounds(here):
            if bool(d.on_inset >> place & 1) == onto and self.open(place):
                stop = at.stopped or bool(self.rigid >> place & 1)
                yield at._replace(place=place, source=here, off=at.off or not onto, onto=at.onto or onto, stopped=stop)

    def found(self) -> dict[int, Fraction]:
        """The hexes within reach, and the least cost of each."""
        d, s = self.d, self.s
        self.links = set(d.walk[self.side])
        swims = self.side == RUSSIAN and not s.regrouped >> self.unit & 1 and not self.worker and not self.nkvd
        self.whole = set(d.cross) if swims else set()
        cuts = self.side == GERMAN and any(d.city >> place & 1 for place in self.enemies)
        number, out, seen = count(), dict[int, Fraction](), set[Spot]()
        queue = [(Fraction(0), next(number), Spot(s.place[self.unit]))]
        while queue:
            spent, _, at = heappop(queue)
            if at in seen:
                continue
            seen.add(at)
            if at.place != s.place[self.unit]:
                out.setdefault(at.place, spent)
            if cuts and at.onto:
                continue
            for spot, paid in (*self.steps(at, spent), *((spot, spent) for spot in self.transfers(at))):
                heappush(queue, (paid, next(number), spot))
        return out


def zones(s: Any, side: int) -> tuple[int, int]:
    """The hexes in rigid and in fluid zones of a side, unit by unit."""
    d, links = s.data, set(s.data.walk[GERMAN])
    out = [0, 0, 0]
    for unit in scan(d.side[side]):
        place = s.place[unit]
        if place >= d.board.box or d.city >> place & 1:
            continue
        lost = (s.reduced >> unit & 1) + 2 * (s.subcounter >> unit & 1)
        fort = side == RUSSIAN and (d.forts >> place & 1 or d.terrain[place] == "fortified city")
        sort = 0 if fort else "ABC".index(d.units[unit].sides[lost][1])
        around = [near for near in scan(d.board.neighbours[place]) if (place, near) in links] if sort < 2 else []
        out[sort] |= sum(1 << hex_ for hex_ in (place, *around))
    return out[0], out[1]


def compare(s: Any, units: int) -> int:
    """Compare the reach of these units of the phasing player with the search; how many there were."""
    kept, names = units, s.title.lexicon.places
    for ban in still(s):
        kept &= ~ban.where
    for unit in scan(kept & ~s.cut):
        mine = {place: Fraction(at, 6) for place, at in reach(s, unit).costs().items()}
        plain = Search(s, unit, *zones(s, 1 - s.side)).found()
        if mine != plain:
            odd = {names[p]: (mine.get(p), plain.get(p)) for p in mine.keys() | plain if mine.get(p) != plain.get(p)}
            laws.broken(s, "reach", f"{s.data.pieces[unit]}: {odd}")
    return kept.bit_count()


def look_around(title: Any, seed: str) -> int:
    """Compare some units in some positions of random games; how many."""
    random, looked = Random(seed), 0
    while not looked:
        for s in laws.walk(title, random, 6, {}):
            if s.over or title.step(s).name not in ("german-movement", "russian-movement", "mechanized"):
                continue
            if random.random() < 0.15:
                units = s.data.side[s.side]
                looked += compare(s, sum(1 << unit for unit in scan(units) if random.random() < 0.3))
            if looked > 60:
                break
    return looked
