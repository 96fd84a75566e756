"""[6.0] Movement of units: how far they can go. Which can move is in `movers`, paths are in `paths`.

A move through the fringe consists of laps: on the unit's own map, after a transfer on the other map, and after another
transfer on its own map again (8.34, 8.35, 8.36). A transfer is not a step and costs nothing.
"""

from collections.abc import Callable
from typing import NamedTuple

from ....core.bits import Bits, scan
from ....core.knowledge import kept
from ....kit.hex.reach import Rate, Steps, union, waves, way_back
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
    zone: Bits  # of either kind
    rate: Rate
    budget: int
    toll: int
    narrow: Rate  # the steps from zone to zone
    banks: Bits  # the hexes from which that makes a difference
    barred: list[Bits]  # by hex: the hexes never entered from zone to zone (19.33)

    def shut(self, left: Bits, here: int, place: int) -> bool:
        """Whether a step would cross a barred hexside from zone to zone; zones in the hexes left count."""
        return bool(self.barred[here] >> place & 1 and self.zone & left and self.zone >> place & 1)  # 19.33a


class Transfer(NamedTuple):
    """A transfer from a fringe hex to corresponding hexes of the other map, at the cost so far."""

    source: int
    cost: int
    to: Bits
    stop: bool  # it may only continue by a transfer
    before: int  # the number of the transfer by which it reached the source, or START if it moved or began there


class Lap(NamedTuple):
    """The hexes reached on one map: rings by cost, in sixths; how the first hexes were entered; how it began."""

    rings: list[Bits]
    walked: Bits  # all hexes in the rings
    first: Callable[[int], int | None]  # in the first lap: the cost of a hex that can be entered first
    transfers: list[Transfer]  # in the others


class Reach(NamedTuple):
    """Where a unit can go."""

    s: State
    unit: int
    ground: Ground
    laps: list[Lap]
    reached: Bits

    def costs(self) -> dict[int, int]:
        """The lowest cost to get to each hex, in sixths."""
        out: dict[int, int] = {}
        for lap in self.laps:
            rings = [(at, ring) for at, ring in enumerate(lap.rings) if ring]
            for at, places in (*rings, *((transfer.cost, transfer.to) for transfer in lap.transfers)):
                for place in scan(places):
                    out[place] = min(at, out.get(place, at))
        return out

    def cost_of(self, end: int) -> int:
        """The lowest cost to get to a hex, in sixths."""
        return self._best(end)[0]

    def _best(self, end: int) -> tuple[int, int, int]:
        """The lowest cost, the lap, and the number of the transfer, or START without one."""
        bit, found = 1 << end, list[tuple[int, int, int]]()
        for n, lap in enumerate(self.laps):
            if lap.walked & bit:
                for at, ring in enumerate(lap.rings):
                    if ring & bit:
                        found.append((at, n, START))
                        break
            found += [(one.cost, n, number) for number, one in enumerate(lap.transfers) if one.to & bit]
        return min(found)

    def path_to(self, end: int) -> tuple[int, ...]:
        """The cheapest path to a hex that can be reached."""
        at, n, number = self._best(end)
        out: list[int] = []
        while True:
            if number == START:
                out += self._walked(n, end, at)
                if not n:
                    break
                _, number, end = self._entered(n, out[-1])
            out.append(end)
            transfer = self.laps[n].transfers[number]
            if transfer.before == START and not transfer.cost:
                break
            end, at, n, number = transfer.source, transfer.cost, n - 1, transfer.before
        return tuple(reversed(out))

    def _walked(self, n: int, end: int, at: int) -> list[int]:
        """The path back from a hex to the first one entered in a lap."""
        lap, rate = self.laps[n], self.ground.rate
        begins = (lambda here: self._entered(n, here)[0]) if n else lap.first
        return way_back(
            lap.rings, end, at, begins, self._steps_into if self.ground.zone & lap.walked else rate.into.__getitem__
        )

    def _entered(self, n: int, place: int) -> tuple[int, int, int]:
        """How a hex can be entered first after a transfer: the cost, the number of the transfer, and where it led."""
        s, near = self.s, self.s.data.board.neighbours[place]
        ways = [
            (cost, number, to)
            for number, transfer in enumerate(self.laps[n].transfers)
            for to in scan(transfer.to & near)
            if (cost := steps_on(s, self.unit, self.ground, transfer, to).get(place)) is not None
        ]
        return min(ways, default=(START, START, START))

    def _steps_into(self, here: int) -> Steps:
        """The steps into a hex, with their costs."""
        ground = self.ground
        ways, zone = ground.rate.into[here], ground.zone
        if not zone & self.s.data.board.neighbours[here]:
            return ways
        return [
            (before, cost + ground.toll if zone >> before & 1 else cost)
            for before, cost in ways
            if not zone >> before & 1 or (not ground.rigid >> before & 1 and not ground.shut(1 << before, before, here))
        ]


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
def front(s: State, side: int) -> tuple[Bits, Bits, Bits, Bits]:
    """The hexes that units of a side close to the other on either map; its rigid zones, its fluid ones, and all."""
    own, strict, loose = s.held[side], rigid(s, side), fluid(s, side)
    return own | s.data.one_ground(own), strict, loose, strict | loose  # 6.12c, 7.5a, 8.35b, 9.8a


def can_enter(s: State, unit: int) -> Bits:
    """The hexes that one of the phasing player's units may enter."""
    return _open_to(s, unit, enemy_ground(s))


def _open_to(s: State, unit: int, closed: Bits) -> Bits:
    """The hexes, other than its own and those closed by the enemy, in which there is room for a unit."""
    return side_to_enter(s, unit) & room(s, unit) & ~(closed | 1 << s.place[unit])  # 6.17b, 7.5b, 8.25a


def ground_of(s: State, unit: int, enter: Bits | None = None) -> Ground:
    """The conditions for a move of one of the phasing player's units, which can enter these hexes if they are known."""
    d, side = s.data, s.side
    closed, strict, loose, zone = front(s, 1 - side)
    if enter is None:
        enter = _open_to(s, unit, closed)
    budget = s.left if s.cut >> unit & 1 else d.allowance[unit]
    key = side, d.gait[unit]
    return Ground(enter, strict, loose, zone, d.rates[key], budget, d.toll, d.narrow[key], d.banks, d.barred)


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


def can_leave(s: State, unit: int) -> bool:
    """Whether a unit on the map has a hex to move to."""
    here, (closed, _, _, zone) = s.place[unit], front(s, 1 - s.side)
    enter = _open_to(s, unit, closed)
    if transfers(s, here) & enter:
        return True
    if not s.again and not s.cut >> unit & 1 and not zone >> here & 1:
        near = s.data.rates[s.side, s.data.gait[unit]].ends[here]
        if near & enter:
            return True  # it may always move one hex
    return bool(first_steps(s, unit, ground_of(s, unit, enter)))


def steps_out(s: State, unit: int, ground: Ground, here: int, left: Bits, spent: int) -> dict[int, int]:
    """The hexes that can be entered next, with the total cost; zones in the hexes left count."""
    ways = ground.rate.out[here]
    if spent and (not ways or spent + ways[0][1] > ground.budget):
        return {}
    open_, extra = ground.enter, 0
    if ground.zone & left:
        extra = ground.toll  # 9.4a, 9.4c
        if ground.rigid & left:
            open_ &= ~ground.rigid  # 9.2c, 9.2d
        if ground.barred[here]:
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


def spread(ground: Ground, rings: list[Bits]) -> Bits:
    """Complete the rings of a lap and return all hexes in them."""
    rate, enter, zone, toll = ground.rate, ground.enter, ground.zone, ground.toll
    banks = ground.fluid & ground.banks
    leaving = [(rate, ground.fluid ^ banks, enter, toll)]  # 6.16f, 9.3a, 9.3b, 9.4a
    if banks:
        leaving += [(rate, banks, enter & ~zone, toll), (ground.narrow, banks, enter & zone, toll)]  # 19.33a
    return waves(rings, rate, enter, ~zone, others=leaving)  # 9.2b


def reach(s: State, unit: int) -> Reach:
    """How far a unit on the map can go."""
    ground = ground_of(s, unit)
    return travel(s, unit, ground, first_lap(ground, first_steps(s, unit, ground)))


def first_lap(ground: Ground, first: dict[int, int]) -> Lap:
    """Everything reachable on one map from the hexes entered first."""
    rings = [0] * (ground.budget + 1)
    for place, paid in first.items():
        rings[paid] |= 1 << place
    return Lap(rings, spread(ground, rings) if first else 0, first.get, [])


def travel(s: State, unit: int, ground: Ground, first: Lap) -> Reach:
    """Everything reachable in the first lap and those that follow it."""
    seam, most = s.data.seamed, LAPS - (s.cut >> unit & 1)
    laps, reached = [first], first.walked
    found = _at_once(s, unit, ground) if seam >> s.place[unit] & 1 else []
    if reached & seam:
        found += _transfers(s, ground, laps)
    while found:
        laps.append(lap := _other_map(s, unit, ground, found))
        reached |= lap.walked
        for transfer in found:
            reached |= transfer.to
        found = _transfers(s, ground, laps) if len(laps) < most else []
    return Reach(s, unit, ground, laps, reached)


def _at_once(s: State, unit: int, ground: Ground) -> list[Transfer]:
    """The transfer from the hex where the move begins."""
    here = s.place[unit]
    to = s.data.joined[here] & ground.enter  # 8.34b
    return [Transfer(here, 0, to, halted(s, unit, ground), START)] if to else []


def _transfers(s: State, ground: Ground, laps: list[Lap]) -> list[Transfer]:
    """The transfers to new hexes from the fringe hexes of the last lap."""
    d, lap, enter, rigid = s.data, laps[-1], ground.enter, ground.rigid
    there = laps[-2].rings if len(laps) > 1 else []  # the rings of the map to which it is transferred
    doors, again, out = lap.walked & d.seamed, list[tuple[int, Transfer]](), list[Transfer]()
    if lap.transfers and lap.transfers[0].to & d.outside:
        again = list(enumerate(lap.transfers))
    elif doors:
        walked = before = 0
        for _, cost, to, _, _ in lap.transfers:  # from the Inset it would only go back, unless it walked for less
            if cost > before:
                walked, before = walked | union(lap.rings[before:cost]), cost
            doors &= ~to | walked
    new = enter
    for at, ring in enumerate(lap.rings):
        if not doors:
            break
        if there and there[at]:
            new &= ~there[at]  # what it had reached for no more
        if hit := ring & doors:
            doors ^= hit
            for place in scan(hit):
                if to := d.joined[place] & new:
                    out.append(Transfer(place, at, to, bool(rigid >> place & 1), START))  # 8.34b, 8.34c, 8.35a
    for number, (_, cost, to, stop, _) in again:
        open_ = enter & ~union(there[: cost + 1])
        for place in scan(to):
            if on := d.joined[place] & open_:
                out.append(Transfer(place, cost, on, stop or bool(rigid >> place & 1), number))  # 9.2b
    return out


def steps_on(s: State, unit: int, ground: Ground, transfer: Transfer, to: int) -> dict[int, int]:
    """The hexes that can be entered next after a transfer to a hex, with the total cost."""
    source, spent, _, stop, _ = transfer
    if stop or ground.rigid >> to & 1 or cuts(s):
        return {}  # 8.33c, 9.2b
    left = 1 << to | 1 << source
    out = steps_out(s, unit, ground, to, left, spent)
    if source == s.place[unit]:
        out |= dict.fromkeys(scan(_crossings(s, unit, ground, to, left)), ground.budget)  # 6.33a, 8.34b
    return out


def _other_map(s: State, unit: int, ground: Ground, found: list[Transfer]) -> Lap:
    """The hexes reached on the other map after these transfers."""
    rings, budget, free = [0] * (ground.budget + 1), ground.budget, dict[int, Bits]()
    for transfer in () if cuts(s) else found:  # 8.33c
        source, spent, to, stop, _ = transfer
        if stop:
            continue  # 9.2b
        if not spent or ground.zone & (1 << source | to):
            for place in scan(to):
                for end, paid in steps_on(s, unit, ground, transfer, place).items():
                    rings[paid] |= 1 << end
        else:
            free[spent] = free.get(spent, 0) | to
    for spent, to in free.items():  # the same for all hexes at once
        for cost, begin, go in ground.rate.steps:
            if spent + cost > budget:
                break
            if to & begin:
                rings[spent + cost] |= go(to) & ground.enter
    return Lap(rings, spread(ground, rings) if any(rings) else 0, lambda _: None, found)
