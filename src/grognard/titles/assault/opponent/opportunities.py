"""Opportunities in a position: which units can reach what, what the enemy can do there, and the possible attacks."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from ....core.bits import Bits, bits, lowest, scan
from ....kit.hex.reach import complete_back
from ....kit.planning import Package
from ....opponents.operations import Operation
from ..rules.combat import QUARTERS, fire_on
from ..rules.movement import enemy_ground, first_lap, first_steps, ground_of, side_to_enter, travel
from ..rules.movers import still
from ..rules.paths import gates
from ..rules.reinforcements import due, entry_lap
from ..rules.retreats import havens
from ..rules.supply import network, open_to, supplied
from ..rules.zones import rigid, zone
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, grade, on_map, units_in
from .battle_odds import Losses, Prospect, Stakes, added, classes, column, defense, prospect, rows, strength
from .evaluation import Weights, prize, prizes, step_prices, taken

FAR = 420  # sixths: farther than any planned route
WON_BY_ATTACK = ("relieve", "retake")  # operations whose objective is an enemy unit
SLOW = 3  # cost multiple of a hex in an enemy rigid zone


class Far(dict[int, int]):
    """The cost from each hex to a goal, in sixths, found when first asked for."""

    def __init__(self, within: Iterable[Bits]) -> None:
        """By cost, the hexes from which a goal is within reach."""
        super().__init__()
        self.within = list(within)

    def __missing__(self, place: int) -> int:
        found = bisect_left(self.within, 1, key=lambda hexes: hexes >> place & 1)
        self[place] = found = min(found, FAR)
        return found


class Group(NamedTuple):
    """Units that move together: a division, or its regiments in one hex."""

    units: Bits
    place: int
    corps: str
    gait: str
    strength: int  # in quarters
    grade: int  # the lowest

    @property
    def one(self) -> int:
        """One of them."""
        return lowest(self.units)


class Opportunities:
    """One side's opportunities in a position, as if it were its turn to move."""

    def __init__(self, s: State, side: int, w: Weights) -> None:
        if s.side != side:
            s = s.copy()
            s.side, s.moved, s.cut, s.again = side, 0, 0, False
        self.s, self.d, self.side, self.w = s, s.data, side, w
        self.enemy: Bits = s.held[1 - side]
        self.enemy_zone: Bits = zone(s, 1 - side)
        self.zone: Bits = zone(s, side)
        self._reach: dict[tuple[int, str, int, bool, int], Bits] = {}
        self._danger: dict[tuple[int, Bits], float] = {}
        self._siege: dict[int, tuple[Bits, Bits]] = {}
        self._losses: dict[Bits, Losses] = {}
        self._prices: dict[int, tuple[float, ...]] = {}
        self._retreats: dict[int, bool] = {}
        self._threats: list[tuple[Group, Bits]] | None = None
        self._rails: Bits | None = None
        self._fed: Bits | None = None
        self._ground: dict[int, float] = {}
        self.left: Mapping[int, int] = {}  # by unit: the hex that its last move left
        self.operations: Sequence[Operation] = ()  # that the orders have to serve

    # -- units --------------------------------------------------------------------------------

    def movers(self) -> Bits:
        """The units that may move now, including those that may enter."""
        s = self.s
        out = on_map(s, self.side)
        for ban in still(s):
            out &= ~ban.where
        if (self.side == GERMAN or self.d.rules.cup) and not s.again:
            out |= due(s, self.side)
        return out

    def groups(self, units: Bits) -> list[Group]:
        """Units grouped as they move together, without headquarters and Workers."""
        s, d = self.s, self.d
        out: list[Group] = []
        rest = units & ~d.stacks["headquarters"] & ~d.stacks["worker"]
        for unit in scan(rest):
            if not rest >> unit & 1:
                continue
            mates = 1 << unit
            for other in scan(d.of_division.get(unit, 0) & rest):
                if s.place[other] == s.place[unit]:
                    mates |= 1 << other
            rest &= ~mates
            out.append(
                Group(
                    mates,
                    s.place[unit],
                    d.of_corps.get(unit, ""),
                    d.gait[unit],
                    strength(s, mates),
                    max(grade(s, u) for u in scan(mates)),
                )
            )
        return out

    def reach(self, unit: int) -> Bits:
        """Where a unit could go if no friendly unit were in its way, including its own hex."""
        s, d = self.s, self.d
        here = s.place[unit]
        off = here >= d.board.box
        area = gates(s, unit) if off else 0
        key = (here, d.gait[unit], d.allowance[unit], bool(s.unsupplied >> unit & 1), area)
        if key not in self._reach:
            ground = ground_of(s, unit)
            open_ = side_to_enter(s, unit) & ~enemy_ground(s)
            if off:
                ground = ground._replace(enter=open_)
                self._reach[key] = travel(s, unit, ground, entry_lap(s, unit, ground)).reached
            else:
                ground = ground._replace(enter=open_ & ~(1 << here))
                lap = first_lap(ground, first_steps(s, unit, ground))
                self._reach[key] = travel(s, unit, ground, lap).reached | 1 << here
        return self._reach[key]

    def home(self, place: int) -> int:
        """Where a unit is at the end of its turn: units on the fringe return to the main map."""
        return self.d.twin[place] if self.d.fringe >> place & 1 else place

    def losses(self, units: Bits) -> Losses:
        """The value of some units' steps."""
        if units not in self._losses:
            for unit in scan(units):
                if unit not in self._prices:
                    self._prices[unit] = step_prices(self.s, unit, self.w)
            self._losses[units] = added([self._prices[unit] for unit in scan(units)])
        return self._losses[units]

    def can_retreat(self, unit: int) -> bool:
        """Whether there is a hex to which a unit may retreat now."""
        if unit not in self._retreats:
            self._retreats[unit] = bool(havens(self.s, unit))
        return self._retreats[unit]

    # -- how far ------------------------------------------------------------------------------

    def far(self, gait: str, goals: Bits) -> "Far":
        """The cost from every hex to the nearest goal, around the enemy, in sixths."""
        d, rate, enemy = self.d, self.d.rates[self.side, gait], 1 - self.side
        open_ = d.land & ~(self.enemy & ~goals)
        slow = ((SLOW, rigid(self.s, enemy)),)
        rings = [0] * (FAR + 1)
        rings[0] = goals & d.on_inset
        complete_back(rings, rate, open_ & d.on_inset, slow)
        main = [0] * (FAR + 1)
        main[0] = goals & ~d.on_inset
        for at, ring in enumerate(rings):
            if doors := ring & d.fringe:
                main[at] |= d.seam(doors) & open_
        complete_back(main, rate, open_ & ~d.on_inset, slow)
        return Far(accumulate(map(or_, rings, main), or_))

    # -- what the enemy can do ----------------------------------------------------------------

    def threats(self) -> list[tuple[Group, Bits]]:
        """The enemy's groups and where each can be in its next turn."""
        if self._threats is None:
            other = Opportunities(self.s, 1 - self.side, self.w)
            units = on_map(self.s, 1 - self.side) & ~self.d.rooted
            self._threats = [(group, other.reach(group.one)) for group in other.groups(units)]
            self._threats.sort(key=lambda one: -one[0].strength)
        return self._threats

    def danger(self, place: int, units: Bits) -> float:
        """The cost to some units in a hex of an attack by all enemies within reach."""
        key = place, units
        if key not in self._danger:
            self._danger[key] = self._feared(place, units)
        return self._danger[key]

    def siege(self, place: int) -> tuple[Bits, Bits]:
        """The strongest enemies that could attack a hex, and from where."""
        if place not in self._siege:
            d = self.d
            fronts = d.besiegers[place] & ~(1 << place)
            force, posts, able = 0, 0, 0
            for group, where in self.threats():
                if open_ := where & fronts & ~posts:
                    dry = open_ & ~d.across[place]
                    posts |= 1 << lowest(dry or open_)
                    force |= group.units
                    able += 1
                    if able == 4:
                        break
            self._siege[place] = force, posts
        return self._siege[place]

    def _feared(self, place: int, units: Bits) -> float:
        s, d = self.s, self.d
        force, posts = self.siege(place)
        if not force or not units:
            return 0.0
        there = units
        shield = defense(s, place, there, self.side, posts)
        at = column(d, strength(s, force), shield)
        if at < 0:
            return 0.0
        air = 1 if self.side == RUSSIAN else 0
        found = rows(d, at, classes(s, force, there) + air)
        stakes = Stakes(self.losses(force), self.w.retreat, self.losses(there), self.w.retreat + self.w.flee, 0.0)
        return max(0.0, prospect(found, stakes).gain)

    # -- attacks ------------------------------------------------------------------------------

    def ground(self, target: int) -> float:
        """The value of taking an enemy hex."""
        if target not in self._ground:
            wanted = (one.value for one in self.operations if one.kind in WON_BY_ATTACK and one.objective == target)
            self._ground[target] = self._gained(target) + sum(wanted)
        return self._ground[target]

    def _gained(self, target: int) -> float:
        s, d, w = self.s, self.d, self.w
        if self.side == RUSSIAN:
            return w.ground + (prize(s, target, w) if taken(s) >> target & 1 else 0.0) + 0.5 * self._closes(target)
        out = w.ground
        if prizes(s) >> target & 1:
            out += prize(s, target, w)
        if d.strong >> target & 1:
            out += w.fort
        if d.interior >> target & 1:
            out += 2.0
        return out + w.rail * self._closes(target) + self._feeds(target)

    def _closes(self, target: int) -> float:
        """How many rail hexes an enemy unit closes to the German network, or a German one opens to it."""
        d, s = self.d, self.s
        if self._rails is None:
            self._rails = network(s, open_to(s, GERMAN))
        bit = 1 << target
        if self.side == RUSSIAN:
            return 2.0 * (bit & self._rails).bit_count()
        near = bit | (d.zoc(bit) if (s.strong[RUSSIAN] | s.loose[RUSSIAN]) & bit else 0)
        if not d.line(self._rails) & near & d.lines:
            return 0.0
        t = s.copy()
        for hexes in (t.held, t.strong, t.loose):
            hexes[RUSSIAN] &= ~bit
        more = network(t, open_to(t, GERMAN)) & ~self._rails
        return min(12, more.bit_count())

    def _feeds(self, target: int) -> float:
        """The value to unsupplied Germans of removing an enemy unit."""
        d, s, bit = self.d, self.s, 1 << target
        hungry = s.unsupplied & on_map(s, GERMAN)
        if not hungry or s.turn >= d.turns:
            return 0.0
        t = s.copy()
        for hexes in (t.held, t.strong, t.loose):
            hexes[RUSSIAN] &= ~bit
        if self._fed is None:
            self._fed = supplied(s, GERMAN)
        fed = supplied(t, GERMAN) & hungry & ~self._fed
        return 0.8 * sum(self.losses(1 << unit).steps[1] for unit in scan(fed))

    def outlook(self, target: int, posts: Sequence[tuple[int, int]], support: int, back: bool = True) -> Prospect:
        """The expected result of an attack by units in these hexes."""
        s, d = self.s, self.d
        force, fronts = 0, 0
        for unit, post in posts:
            force |= 1 << unit
            fronts |= 1 << post
        there = units_in(s, 1 << target) & ~s.defended
        if not there or not force:
            return Prospect(-99.0, 0.0)
        guns = QUARTERS * fire_on(s, 1 << target) if self.side == RUSSIAN else 0
        at = column(d, strength(s, force) + guns, defense(s, target, there, 1 - self.side, fronts))
        if at < 0:
            return Prospect(-99.0, 0.0)
        found = rows(d, at, classes(s, force, there) + support)
        w = self.w
        stakes = Stakes(
            self.losses(force),
            w.retreat + 0.2 * len(posts) if back else None,
            self.losses(there),
            w.retreat + w.flee if self.can_flee(target, there, fronts) else None,
            self.ground(target),
        )
        return prospect(found, stakes)._replace(column=at)

    def can_flee(self, target: int, units: Bits, fronts: Bits) -> bool:
        """Whether the defenders could retreat if we were in these hexes."""
        s, d, other = self.s, self.d, 1 - self.side
        if units & (d.rooted | s.disrupted):
            return False
        shut = self.zone | d.zoc(fronts & ~d.city) | fronts | s.held[self.side]
        near = d.refuge[other][target] & ~shut
        if other == RUSSIAN and near & d.city:
            return True
        slots = {d.slot[unit] for unit in scan(units)}
        for slot in slots:
            near &= ~s.taken[slot]
        return bool(near)

    def package(
        self,
        target: int,
        able: Iterable[tuple[Group, Bits]],
        full: Bits,
        price: Callable[[Group, int], float],
        support: int,
    ) -> Package | None:
        """The best attack on a hex by some groups, each from one of its hexes; none ends in a full one."""
        d = self.d
        fronts = d.besiegers[target] & ~self.enemy
        ready = [(group, where & fronts) for group, where in able if where & fronts]
        ready.sort(key=lambda one: (-one[0].strength, one[0].units))
        posts: list[tuple[int, int]] = []
        best: tuple[float, Prospect, tuple[tuple[int, int], ...]] | None = None
        taken, dry, costs, top = full, False, 0.0, -99.0
        for group, where in ready:
            free = [
                p for p in scan(where) if not taken >> self.home(p) & 1 or (p == group.place and not d.fringe >> p & 1)
            ]
            if not free:
                continue
            post = min(free, key=lambda p: (not dry and d.across[target] >> p & 1, price(group, p), p))
            more = [*posts, *((unit, post) for unit in scan(group.units))]
            cost = costs + price(group, post)
            found = self.outlook(target, more, support)
            if found.gain <= -90 or found.gain - cost > top or top < 0:
                posts, costs, top = more, cost, found.gain - cost if found.gain > -90 else top
                taken |= 1 << self.home(post)
                dry = dry or not d.across[target] >> post & 1
                if found.gain > -90 and (best is None or found.gain - cost > best[0]):
                    best = found.gain - cost, found, tuple(posts)
        if best is None:
            return None
        gain, found, chosen = best
        return Package(target, chosen, support, gain, found.column, found.freed)


def divisions(s: State, units: Bits) -> Bits:
    """The places occupied by units that take the division slot."""
    return bits(s.place[unit] for unit in scan(units & s.data.slots[0]) if s.place[unit] < s.data.board.box)
