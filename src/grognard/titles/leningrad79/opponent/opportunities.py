"""Opportunities at the start of a phase: which units can get where, and which attacks that allows."""

from collections.abc import Callable, Iterable

from ....core.bits import Bits, bits, lowest, scan
from ....kit.planning import Package
from ....kit.stacks import pieces_in
from ..aids.supply_line import trace
from ..rules.movement import Trip, trip
from ..rules.step_costs import allowance
from ..rules.supply import supplied
from ..state import FRESH, GERMAN, State, hold, zone
from .battle_odds import BattleOdds
from .evaluation import FAR, WEIGHTS, Weights, ground, ground_price, unit_price

Price = Callable[[int, int], float]
"""The cost of a unit attacking from a hex instead of going elsewhere."""
MOST = 9  # attackers of one package


class Opportunities:
    """What one side can do in this position."""

    def __init__(self, s: State, side: int, w: Weights = WEIGHTS) -> None:
        self.s, self.d, self.side, self.w = s, s.data, side, w
        self.odds = BattleOdds(s, side, w)
        self.enemy: Bits = s.held[1 - side]
        self.enemy_zone: Bits = zone(s, 1 - side)
        self.mine: Bits = pieces_in(s, s.held[side])
        self.known = ground(s.data)
        self._trips: dict[tuple[int, ...], Trip] = {}
        self.drivers: Bits = 0  # the panzers that drive on instead of helping the infantry
        self.on_way: Bits = -1  # where those overrun
        self.front = self._front()
        self.hungry = bits(unit for unit in scan(self.mine) if not self.odds.fed >> s.place[unit] & 1)
        self.cutters: Bits = 0
        if side == GERMAN:
            far = self.known.to_prize[1]
            self.cutters = bits(place for place in scan(self.enemy & self.known.artery) if far[place] > self.front)
            if self.starving:
                self.cutters |= self._breaks(min(scan(self.hungry), key=lambda unit: (far[s.place[unit]], unit)))
            extra = w.cutter_now if self.starving else w.cutter
            self.odds.extra = dict.fromkeys(scan(self.cutters), extra)
            for place in scan(s.data.victory_hexes & s.held[GERMAN] & ~self.odds.fed):  # held but not scoring (18.2)
                for target in scan(self._breaks(lowest(s.here[place]))):
                    worth = w.relief * ground_price(s, place, w)
                    self.odds.extra[target] = max(worth, self.odds.extra.get(target, 0.0))

    @property
    def starving(self) -> bool:
        """Whether much of the side is out of supply."""
        return 4 * self.hungry.bit_count() >= self.mine.bit_count()

    def _breaks(self, unit: int) -> Bits:
        """The enemies that break the supply line of an unsupplied unit."""
        line = trace(self.s, unit)
        if line is None or line.breaks is None:
            return 0
        return self.enemy & (self.d.adjacent[line.breaks] | 1 << line.breaks)

    def _front(self) -> int:
        """How near the head of the infantry is to the prize, in halves by motor."""
        s, d = self.s, self.d
        far = sorted(self.known.to_prize[1][s.place[unit]] for unit in scan(self.mine & ~d.motorized))
        return far[min(5, len(far) - 1)] if far else FAR

    def left(self, unit: int) -> int:
        """The Movement Points of a unit in this phase, in halves."""
        s = self.s
        return allowance(s, unit, self.odds.fed) if s.points[unit] == FRESH else s.points[unit]

    def pace(self, unit: int) -> float:
        """What it is worth to bring a German unit half a Movement Point nearer to the prize."""
        return self.w.drive_pace if self.drivers >> unit & 1 else self.w.pace

    def trip(self, unit: int) -> Trip:
        """Where a unit can go by itself; units of a kind in one hex share the answer."""
        s, d = self.s, self.d
        key = (
            s.place[unit],
            d.motorized >> unit & 1,
            self.left(unit),
            d.panzers >> unit & 1,
            s.stopped >> unit & 1,
            s.origin[unit] == s.place[unit],
            s.points[unit] == FRESH,
        )
        if key not in self._trips:
            self._trips[key] = trip(s, 1 << unit, key[2])
        return self._trips[key]

    def reach(self, unit: int) -> Bits:
        """The hexes where a unit can end this phase, including its own."""
        s = self.s
        if s.halted >> unit & 1:
            return 1 << s.place[unit]
        return self.trip(unit).reached | 1 << s.place[unit]

    # -- attacks ------------------------------------------------------------------------------

    def defenders(self, target: int) -> Bits:
        """The units that would be attacked in a hex."""
        return self.s.here.get(target, 0) & ~self.s.defended

    def package(
        self, target: int, units: Iterable[int], reach: Callable[[int], Bits], crowd: dict[int, int], price: Price
    ) -> Package | None:
        """The best attack on a hex by some of these units from hexes in reach; `crowd` counts units that stay there."""
        d, s, r = self.d, self.s, self.odds
        around = d.adjacent[target] & ~self.enemy & d.land
        river = d.river[target]
        able = [(unit, reach(unit) & around) for unit in units]
        able = [(unit, where) for unit, where in able if where]
        if not able:
            return None
        defenders = self.defenders(target)
        if not defenders:
            return None
        able.sort(key=lambda one: (unit_price(s, one[0], self.w), one[1].bit_count(), one[0]))
        best: Package | None = None
        for first in self._starts(able):
            posts: list[tuple[int, int]] = []
            paid = 0.0
            room = dict(crowd)
            core = bits(unit for unit, _ in first)
            for unit, where in [*first, *(one for one in able if not core >> one[0] & 1)]:
                post = self._post(unit, where, room, river, posts)
                if post < 0:
                    continue
                if post != s.place[unit]:
                    room[post] = room.get(post, 0) + 1
                posts.append((unit, post))
                paid += price(unit, post)
                if len(posts) < len(first):
                    continue
                gain, column, freed = r.gain(tuple(posts), target, defenders)
                gain -= paid + self.w.split * self._split(posts)
                if best is None or gain > best.gain:
                    best = Package(target, tuple(posts), 0, gain, column, freed)
                if len(posts) >= MOST or column >= r.high - 0.5:
                    break
        return best

    def _split(self, posts: list[tuple[int, int]]) -> int:
        """How many Panzer corps stacked in one hex an attack would tear apart."""
        if not self.w.split or self.side != GERMAN:
            return 0
        units, here = bits(unit for unit, _ in posts), self.s.here
        stacks = {(corps, here[self.s.place[unit]]) for corps in self.d.corps.values() for unit in scan(units & corps)}
        return sum(bool(corps & stack & ~units) for corps, stack in stacks)

    def _starts(self, able: list[tuple[int, Bits]]) -> list[list[tuple[int, Bits]]]:
        """The possible cores of an attack: any unit, or a whole Panzer corps that can meet in one hex."""
        out: list[list[tuple[int, Bits]]] = [[]]
        for corps in self.d.corps.values():
            core = [one for one in able if corps >> one[0] & 1]
            if core and len(core) == corps.bit_count():
                where = core[0][1]
                for _, there in core[1:]:
                    where &= there
                if where:
                    out.append([(unit, 1 << lowest(where)) for unit, _ in core])
        return out

    def _post(self, unit: int, where: Bits, room: dict[int, int], river: Bits, posts: list[tuple[int, int]]) -> int:
        """The hex a unit attacks from: preferably its own, or with other attackers, and not across a river."""
        here, limit = self.s.place[unit], self.d.stacking
        if where >> here & 1 and room.get(here, 0) <= limit:
            return here
        best, score = -1, -99.0
        for place in scan(where):
            n = room.get(place, 0)
            if n >= limit:
                continue
            worth = (0.0 if river >> place & 1 else 2.0) + 0.3 * n
            if posts and not any(self.d.adjacent[place] >> other & 1 or place == other for _, other in posts):
                worth += 1.0  # around them
            if not self.odds.safe >> place & 1:
                worth -= 5
            if self.known.cover >> place & 1:
                worth += 0.5
            if worth > score:
                best, score = place, worth
        return best

    # -- overruns -----------------------------------------------------------------------------

    def groups(self) -> list[Bits]:
        """Stacks that could overrun together."""
        s, d = self.s, self.d
        out = []
        for place in scan(s.held[self.side]):
            same: dict[int, Bits] = {}
            for unit in scan(s.here[place] & ~s.halted):
                if self.left(unit) >= 2 * d.overrun_cost:
                    same[s.origin[unit]] = same.get(s.origin[unit], 0) | 1 << unit
            for units in same.values():
                out += [corps for corps in d.corps.values() if not corps & ~units]
                panzers, foot = units & d.panzers, units & ~d.panzers
                for kind in (panzers, foot):
                    strongest = sorted(scan(kind), key=lambda unit: (s.reduced >> unit & 1, unit))
                    if len(strongest) >= 2:
                        out.append(sum(1 << unit for unit in strongest[: d.overrun_stack]))
        return list(dict.fromkeys(out))

    def overrun(self, allowed: Bits = -1) -> tuple[float, Bits, int, int] | None:
        """The most profitable overrun: its gain, the stack, its starting hex and the target."""
        s, d, r = self.s, self.d, self.odds
        good: list[tuple[float, Bits, int, int]] = []
        price = 2 * d.overrun_cost
        pull = 1 if self.side == GERMAN else 0
        last = d.victory_hexes if self.side == GERMAN and s.turn >= d.turns else 0  # every step counts there
        for units in self.groups():
            start = s.place[lowest(units)]
            budget = min(self.left(unit) for unit in scan(units))
            way = trip(s, units, budget)
            within = 1 << start
            for ring in way.rings[: budget - price + 1]:
                within |= ring
            wanted = allowed & self.on_way if units & self.drivers else allowed
            for target in scan(d.zoc(within) & self.enemy & wanted):
                defenders = s.here[target]
                found = within & d.adjacent[target]
                dry = found & ~d.river[target]
                for place in scan((dry or found) & r.safe or dry or found):
                    posts = tuple((unit, place) for unit in scan(units))
                    gain, _, freed = r.gain(posts, target, defenders, 0, True)
                    if freed < (0.0 if last >> target & 1 else 0.65):
                        break
                    way_on = self.known.to_prize[1][start] - self.known.to_prize[1][target]
                    gain += (0.1 if place == start else 0.0) + self.pace(lowest(units)) * way_on * len(posts) * pull
                    if gain > self.w.overrun:
                        good.append((gain, units, place, target))
                    break
        good.sort(key=lambda one: -one[0])
        return next((one for one in good if self._stay_fed(*one[1:])), None)

    def _stay_fed(self, units: Bits, place: int, target: int) -> bool:
        """Whether all units stay in supply after a successful overrun, and the stack itself after a failed one."""
        s, side, start = self.s, self.side, self.s.place[lowest(units)]
        left = s.held[side] if s.here[start] & ~units else s.held[side] & ~(1 << start)
        sketch = s.copy()
        others = [s.place[unit] for unit in scan(self.mine & ~self.hungry & ~units)]
        for end, enemy in ((place, self.enemy), (target, self.enemy & ~(1 << target))):
            hold(sketch, side, left | 1 << end)
            hold(sketch, 1 - side, enemy)
            fed = supplied(sketch, side)
            if not fed >> end & 1 or any(not fed >> other & 1 for other in others):
                return False
        return True
