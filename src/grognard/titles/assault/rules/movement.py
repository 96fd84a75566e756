"""[6.0] Movement of units: how far they can go. Which can move is in `movers`, paths are in `paths`.

A move through the fringe consists of laps: on the unit's own map, after a transfer on the other map, and after another
transfer on its own map again (8.34, 8.35, 8.36). A transfer is not a step and costs nothing.
"""

from collections.abc import Iterator
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ....core.knowledge import kept
from ....kit.hex.reach import Rate, waves, way_back
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, on_inset, option
from .guerrillas import allowed, kept_out
from .stacking import room
from .zones import fluid, rigid

START = -1  # a first step from the hex where the move began
LAPS = 3


class Ground(NamedTuple):
    """The conditions for a unit's move: where it may be, and the enemy's zones."""

    enter: Bits
    rigid: Bits
    fluid: Bits
    rate: Rate
    budget: int
    toll: int
    narrow: Rate | None  # the steps from zone to zone, if not all are allowed
    barred: list[Bits]  # by hex: the hexes never entered from zone to zone (19.33)

    @property
    def zone(self) -> Bits:
        """Hexes in an enemy zone of either kind."""
        return self.rigid | self.fluid

    def shut(self, left: Bits, here: int, place: int) -> bool:
        """Whether a step would cross a barred hexside from zone to zone; zones in the hexes left count."""
        return bool(self.barred[here] >> place & 1 and self.zone & left and self.zone >> place & 1)  # 19.33a


class Landing(NamedTuple):
    """A fringe hex reached by a transfer, the hex of the other map it came from, and the cost so far."""

    place: int
    source: int
    cost: int
    stop: bool  # it may only continue by a transfer
    before: int  # the landing by which it reached the source, or START if it moved or began there


class Lap(NamedTuple):
    """The hexes reached on one map: rings by cost, in sixths; how the first hexes were entered; where it began."""

    rings: list[Bits]
    walked: Bits  # all hexes in the rings
    first: dict[int, tuple[int, int]]  # cost, and the number of the landing
    landings: list[Landing]


class Reach(NamedTuple):
    """Where a unit can go."""

    ground: Ground
    laps: list[Lap]
    reached: Bits

    def costs(self) -> dict[int, int]:
        """The lowest cost to get to each hex, in sixths."""
        out: dict[int, int] = {}
        for lap in self.laps:
            found = [(place, at) for at, ring in enumerate(lap.rings) if ring for place in scan(ring)]
            for place, at in (*found, *((landing.place, landing.cost) for landing in lap.landings)):
                out[place] = min(at, out.get(place, at))
        return out

    def cost_of(self, end: int) -> int:
        """The lowest cost to get to a hex, in sixths."""
        return self._best(end)[0]

    def _best(self, end: int) -> tuple[int, int, int]:
        """The lowest cost, the lap, and the number of the landing, or START without one."""
        bit, found = 1 << end, list[tuple[int, int, int]]()
        for n, lap in enumerate(self.laps):
            if lap.walked & bit:
                found.append((next(at for at, ring in enumerate(lap.rings) if ring & bit), n, START))
            found += [(one.cost, n, number) for number, one in enumerate(lap.landings) if one.place == end]
        return min(found)

    def path_to(self, end: int) -> tuple[int, ...]:
        """The cheapest path to a hex that can be reached."""
        at, n, number = self._best(end)
        out: list[int] = []
        while True:
            if number == START:
                walked = self._walked(self.laps[n], end, at)
                out += walked
                number = self.laps[n].first[walked[-1]][1]
                if number == START:
                    break
            landing = self.laps[n].landings[number]
            out.append(landing.place)
            if landing.before == START and not landing.cost:
                break
            end, at, n, number = landing.source, landing.cost, n - 1, landing.before
        return tuple(reversed(out))

    def _walked(self, lap: Lap, end: int, at: int) -> list[int]:
        """The path back from a hex to the first one entered in a lap."""
        return way_back(lap.rings, end, at, lambda here: lap.first.get(here, (START,))[0], self._steps_into)

    def _steps_into(self, here: int) -> Iterator[tuple[int, int]]:
        """The steps into a hex, with their costs."""
        ground = self.ground
        zone = ground.zone
        for before, cost in ground.rate.into[here]:
            if not zone >> before & 1:
                yield before, cost
            elif not ground.rigid >> before & 1 and not ground.shut(1 << before, before, here):
                yield before, cost + ground.toll


def side_to_enter(s: State, unit: int) -> Bits:
    """The hexes a unit of the phasing player may ever enter, ignoring units and limits."""
    d = s.data
    if d.stacks["guerrilla"] >> unit & 1 and kept_out(s):
        return allowed(s, unit) & (d.land & ~d.city if on_inset(s) else d.land)  # 18.21b
    if d.interior_only >> unit & 1:
        return d.interior  # 19.43a, 19.43b
    if d.stacks["worker"] >> unit & 1:
        return d.interior | d.city  # 14.2a, 14.4a; with Germans on the Inset none is in a city hex (8.33a)
    return d.land & ~d.city if s.side == GERMAN or on_inset(s) else d.land  # 8.21a, 8.31a, 8.33b, 8.36b


def enemy_ground(s: State) -> Bits:
    """The hexes closed to the phasing player's units by enemies, on either map."""
    return front(s, 1 - s.side)[0]


@kept(lambda s, side: (s.held[side], s.strong[side], s.loose[side]))
def front(s: State, side: int) -> tuple[Bits, Bits, Bits]:
    """The hexes that units of a side close to the other on either map, its rigid zones, and its fluid ones."""
    own = s.held[side]
    return own | s.data.one_ground(own), rigid(s, side), fluid(s, side)  # 6.12c, 7.5a, 8.35b, 9.8a


def ground_of(s: State, unit: int) -> Ground:
    """The conditions for a move of one of the phasing player's units."""
    d, side = s.data, s.side
    closed, strict, loose = front(s, 1 - side)
    enter = side_to_enter(s, unit) & room(s, unit) & ~closed  # 6.17b, 7.5b, 8.25a
    budget = s.left if s.cut >> unit & 1 else d.allowance[unit]
    key = side, d.gait[unit]
    return Ground(enter, strict, loose, d.rates[key], budget, d.toll, d.narrow[key], d.barred)


def stepped(s: State, unit: int) -> bool:
    """Whether a unit had entered a hex before its move was interrupted."""
    return bool(s.cut >> unit & 1) and s.left < s.data.allowance[unit]


def one_hex(s: State, unit: int) -> bool:
    """Whether a unit may always move one hex in this phase."""
    return not stepped(s, unit) and (not s.again or option(s, "minimum", "both"))  # 6.13f


def over_the_barrier(s: State, unit: int, here: int) -> Bits:
    """The hexes to which a unit may cross the Neva or the Volga as its whole move, before it has entered any hex.

    It crosses from the hex where it began, or by ferry from a corresponding one, which is the same ground.
    """
    d, began = s.data, s.place[unit]
    if s.side != RUSSIAN or (s.regrouped | d.city_bound) >> unit & 1:
        return 0
    if here == began:
        return d.over[here]  # 6.33a, 6.33b
    return d.over_after_transfer[here] if transfers(s, began) >> here & 1 else 0  # 8.34b


def cuts(s: State) -> bool:
    """Whether a German unit entering the Inset would displace Russians from city hexes and be stopped."""
    return s.side == GERMAN and bool(s.held[RUSSIAN] & s.data.city)  # 8.33a, 8.33c


def transfers(s: State, place: int) -> Bits:
    """The corresponding hexes of the other map."""
    return s.data.joined.get(place, 0)  # 8.34a, 8.35a, 8.36a


def behind(s: State, unit: int) -> Bits:
    """The hexes whose zones count for the first step of a unit: its own, and the one from which it was transferred."""
    here = s.place[unit]
    return 1 << here | (1 << s.data.twin[here] if s.cut >> unit & 1 else 0)


def halted(s: State, unit: int, ground: Ground) -> bool:
    """Whether a unit whose move was interrupted must stop where it is."""
    if not s.cut >> unit & 1:
        return False
    return bool(ground.rigid >> s.place[unit] & 1 or (stepped(s, unit) and ground.rigid & behind(s, unit)))  # 9.2b


def steps_out(s: State, unit: int, ground: Ground, here: int, left: Bits, spent: int) -> dict[int, int]:
    """The hexes that can be entered next, with the total cost; zones in the hexes left count."""
    ways = ground.rate.out[here]
    if spent and (not ways or spent + ways[0][1] > ground.budget):
        return {}
    open_ = ground.enter & ~(1 << s.place[unit])
    if ground.rigid & left:
        open_ &= ~ground.rigid  # 9.2c, 9.2d
    extra = ground.toll if ground.zone & left else 0  # 9.4a, 9.4c
    if ground.zone & left and ground.barred[here]:
        open_ &= ~(ground.barred[here] & ground.zone)  # 19.33a
    hungry = s.unsupplied >> unit & 1 and not spent and not stepped(s, unit)
    whole = not spent and one_hex(s, unit)
    out: dict[int, int] = {}
    for place, cost in ways:
        if open_ >> place & 1:
            paid = ground.budget if hungry else spent + cost + extra  # 11.21a, 11.21b
            if paid > ground.budget:
                if not whole:
                    break  # the others cost no less
                paid = ground.budget  # 6.13f, 9.4b
            out[place] = paid
    return out


def first_steps(s: State, unit: int, ground: Ground) -> dict[int, int]:
    """The hexes a unit can enter first, with the cost of each, in sixths."""
    if halted(s, unit, ground):
        return {}
    here, left = s.place[unit], behind(s, unit)
    out = steps_out(s, unit, ground, here, left, 0)
    for place in scan(_crossings(s, unit, ground, here, left)):
        out[place] = ground.budget  # 6.33a
    return out


def _crossings(s: State, unit: int, ground: Ground, here: int, left: Bits) -> Bits:
    """The hexes to which a unit can cross the Neva or the Volga now."""
    open_ = ground.enter & ~(ground.rigid if ground.rigid & left else 0)  # 9.2d
    return over_the_barrier(s, unit, here) & open_


def spread(ground: Ground, first: dict[int, tuple[int, int]], landings: list[Landing]) -> Lap:
    """Everything reachable on one map from the hexes entered first."""
    rings = [0] * (ground.budget + 1)
    if not first:
        return Lap(rings, 0, first, landings)
    for place, (paid, _) in first.items():
        rings[paid] |= 1 << place
    walked = waves(
        rings,
        ground.rate,
        ground.enter,
        ~ground.zone,  # 9.2b
        leave=ground.fluid,
        toll=ground.toll,
        into=ground.enter,  # 6.16f, 9.3a, 9.3b, 9.4a
        narrow=ground.narrow,
        shut=ground.zone,  # 19.33a
    )
    return Lap(rings, walked, first, landings)


def reach(s: State, unit: int) -> Reach:
    """How far a unit on the map can go."""
    ground = ground_of(s, unit)
    first = {place: (paid, START) for place, paid in first_steps(s, unit, ground).items()}
    return travel(s, unit, ground._replace(enter=ground.enter & ~(1 << s.place[unit])), first)


def travel(s: State, unit: int, ground: Ground, first: dict[int, tuple[int, int]]) -> Reach:
    """Everything reachable from the hexes entered first, lap by lap."""
    laps = [spread(ground, first, [])]
    reached, seam = laps[0].walked, s.data.seamed
    begun, most = 1 << s.place[unit] & seam, LAPS - (s.cut >> unit & 1)
    while (begun or laps[-1].landings or laps[-1].walked & seam) and len(laps) < most:
        landings = _landings(s, unit, ground, laps, begun)
        begun = 0
        if not landings:
            break
        laps.append(_other_map(s, unit, ground, landings))
        reached |= laps[-1].walked | bits(landing.place for landing in landings)
    return Reach(ground, laps, reached)


def _landings(s: State, unit: int, ground: Ground, laps: list[Lap], begun: Bits) -> list[Landing]:
    """The transfers to new hexes from the fringe hexes of the last lap, or from the hex where the move began."""
    d, lap = s.data, laps[-1]
    ways = [(s.place[unit], 0, halted(s, unit, ground), START)] if begun else []
    if doors := lap.walked & d.seamed:
        ways += [
            (place, at, bool(ground.rigid >> place & 1), START)
            for at, ring in enumerate(lap.rings)
            if ring & doors
            for place in scan(ring & doors)
        ]
    ways += [
        (place, cost, stop, number)
        for number, (place, _, cost, stop, _) in enumerate(lap.landings)
        if d.outside >> place & 1  # from the Inset it would only go back
    ]
    if not ways:
        return []
    known = list(accumulate(laps[-2].rings, or_)) if len(laps) > 1 else [0] * len(lap.rings)  # on that map, by cost
    return [
        Landing(to, place, at, stop or bool(ground.rigid >> to & 1), number)  # 9.2b
        for place, at, stop, number in ways
        if (new := d.joined[place] & ground.enter & ~known[at])  # 8.34b, 8.34c, 8.35a
        for to in scan(new)
    ]


def _other_map(s: State, unit: int, ground: Ground, landings: list[Landing]) -> Lap:
    """The hexes reached on the other map after these transfers."""
    first: dict[int, tuple[int, int]] = {}
    if not cuts(s):  # 8.33c
        for number, (to, source, spent, stop, _) in enumerate(landings):
            if stop:
                continue
            left = 1 << to | 1 << source
            ways_on = steps_out(s, unit, ground, to, left, spent)
            if source == s.place[unit]:
                ways_on |= dict.fromkeys(scan(_crossings(s, unit, ground, to, left)), ground.budget)  # 6.33a, 8.34b
            for place, paid in ways_on.items():
                if place not in first or paid < first[place][0]:
                    first[place] = paid, number
    return spread(ground, first, landings)
