"""The orders that follow from a situation.

An `Opportunities` is made once per position. `plan` gives every Block that may act at most one order: attacks are put
together target by target, and Blocks not needed for one march to where they are most useful, or dig in.
"""

from ....core.bits import Bits, bits, scan
from ..data.components import GERMAN, SOVIET
from ..rules.control import lines
from ..rules.movement import Reach, reach, way_to
from ..rules.strength import weather
from ..state import units_at
from .impulse_orders import Order, dry
from .situation import VITAL, Situation
from .unit_values import Clash, Post, clash, fire, ground, post, step_worth

LEAST = 0.12  # the least gain for which a Block moves
HOPELESS = 0.25  # the chance of an attack that is not made at all
CUTS = 6.0  # the value of enemies cut off for which an attack need not succeed
CROWD = 2.5  # the fire in reach of an Area that a single Block does not withstand


class Opportunities(Situation):
    """One side's view of a position, and its orders."""

    # -- orders -------------------------------------------------------------------------------

    def plan(self, able: Bits, guns: dict[int, float] | None = None, engage: bool = True) -> list[Order]:
        """Orders for all useful Blocks; `guns` is the expected support in each Area."""
        s, d = self.s, self.s.data
        ways = {p: reach(s, p, engage) for p in scan(able & ~s.cube)}
        for p in scan(bits(ways) & self.garrison()):
            if s.place[p] in self.vital:
                del ways[p]
            else:
                ways[p] = ways[p]._replace(ends=ways[p].ends & bits(self.vital))
        fighters = {p: way for p, way in ways.items() if d.combat >> s.face[p] & 1}
        orders: list[Order] = []
        used: Bits = 0
        if engage:
            orders, used = self._attacks(fighters, guns or {})
        for p in sorted(fighters, key=lambda p: (not d.fast >> s.face[p] & 1, -self.fire[p][0], s.face[p])):
            if not used >> p & 1 and (order := self._march(p, fighters[p])):
                orders.append(order)
        for p, way in ways.items():
            if p not in fighters and (order := self._staff(p, way)):
                orders.append(order)
        return orders

    def garrison(self) -> Bits:
        """The Blocks that guard vital Areas: all that fit where it would decide the game, otherwise one."""
        out = 0
        for area, price in self.prized.items():
            if not self.held >> area & 1:
                continue
            if not self.threat[area]:
                if self.w.south and self.side == SOVIET and self.s.plan.win_cities >> area & 1:
                    out |= bits(self._best(area)[:1])
                continue
            there = self._best(area)
            out |= bits(there[: 2 if price >= VITAL or self.threat[area] > CROWD else 1])
        for area in self.keys:
            if self.threat[area] > 1:
                out |= bits(self._best(area)[:2])
        return out

    def _best(self, area: int) -> list[int]:
        """Combat Blocks in an Area, the strongest first."""
        s = self.s
        there = units_at(s, self.side, area) & self.fighters
        return sorted(scan(there), key=lambda p: (-self.steps[p], s.face[p]))

    def target(self, area: int) -> Post:
        """The enemy in an Area."""
        if area not in self.posts:
            self.posts[area] = post(self.s, area, 1 - self.side)
        return self.posts[area]

    def _attacks(self, ways: dict[int, Reach], guns: dict[int, float]) -> tuple[list[Order], Bits]:
        """Attacks one after another, the most promising first."""
        aims = 0
        for way in ways.values():
            aims |= way.ends & self.enemy
        left = list(scan(aims))
        used: Bits = 0
        orders: list[Order] = []
        found = {area: self._package(area, ways, used, guns) for area in left}
        while True:
            best = max(found.values(), key=lambda one: (one[0], -one[1]), default=None)
            if best is None or best[0] <= LEAST:
                return orders, used
            gain, area, who = best
            del found[area]
            for p in who:
                orders.append(Order(self.s.face[p], area, gain / len(who), "", area))
                self._leave(p)
                self.count[area] += 1
                used |= 1 << p
            self.close(area)
            self._taken(area)
            for other, (_, _, some) in found.items():
                if any(used >> p & 1 for p in some):
                    found[other] = self._package(other, ways, used, guns)

    def assigned(self, p: int, end: int) -> None:
        """Note that a Block has its order already."""
        if end != self.s.place[p]:
            self._leave(p)
            self.count[end] += 1
            if self.enemy >> end & 1:
                self.close(end)
            else:
                self.stand[end] += self.steps[p]
            self._taken(end)

    def _leave(self, p: int) -> None:
        start = self.s.place[p]
        self.stand[start] -= self.steps[p]
        self.count[start] -= 1
        if not self.count[start] and not lines(self.s, self.side) >> start & 1:
            self.manned &= ~(1 << start)
            self._net()
            self.bridges.clear()

    def _package(
        self, area: int, ways: dict[int, Reach], used: Bits, guns: dict[int, float]
    ) -> tuple[float, int, tuple[int, ...]]:
        """The best attack on an Area with the free Blocks: its value, and the Blocks that take part."""
        s, d, side = self.s, self.s.data, self.side
        target = self.target(area)
        old = self.both >> area & 1
        wet_ground = d.board.river[area] if weather(s).rivers and not old else 0
        found = []
        for p, way in ways.items():
            if way.ends >> area & 1 and not used >> p & 1:
                wet = bool(wet_ground) and not dry(s, p, way, area)
                mean, var = fire(s, p, True, True) if wet else self.fire[p]
                start = s.place[p]
                stay = self.stay(p, self.stand[start] - self.steps[p])
                cost_ = stay - self.drawn * (0.2 + self.fire[p][0]) * self.pull[area]
                cost_ += max(0.0, self.leash(p, area) - self.leash(p, start))
                found.append((mean - 0.12 * cost_, mean, var, p, cost_, wet))
        found.sort(key=lambda one: (-one[0], s.face[one[3]]))
        limit = d.stacking[area] or 99
        room = limit - self.count[area]
        mean = var = strength = value = 0.0
        tanks = False
        for p in scan(units_at(s, side, area) & ~s.cube if old else 0):
            one, two = self.fire[p]
            mean, var, strength = mean + one, var + two, strength + self.steps[p]
            value += self.worth[p]
            tanks = tanks or bool(d.tanks >> s.face[p] & 1)
        base = self.weigh(target, clash(target, mean, var, strength, 0, 0, tanks), value, strength) if old else 0.0
        prize = self.gained(area) + self.pocket(area) + self.bridge(area) + self.vital.get(area, 0.0)
        base = max(0.0, base)
        support = guns.get(area, 0.0)
        best: tuple[float, int, tuple[int, ...]] = (-1.0, area, ())
        least = 0.0  # the chance that the attack must have
        if side == GERMAN and s.plan.points and not old and max(self.pocket(area), self.bridge(area)) <= CUTS:
            least = HOPELESS
        price, who = 0.0, []
        left: dict[int, int] = {}
        for _, one, two, p, cost_, wet in found[: max(0, room)]:
            start = s.place[p]
            left[start] = left.get(start, self.count[start]) - 1
            if not left[start]:
                price += self._gap(start)
            mean, var, strength = mean + one, var + two, strength + self.steps[p]
            value += self.worth[p]
            price += cost_
            tanks = tanks or (bool(d.tanks >> s.face[p] & 1) and not wet)
            who.append(p)
            result = clash(target, mean, var, strength, support, support * 0.67, tanks)
            gain = self.weigh(target, result, value, strength) - base - price
            gain -= self.w.counter * self.exposed(area, max(1.0, strength - result.mine))
            win = result.win + self.w.press * (1 - result.win) * result.theirs / max(1.0, target.steps)
            gain += prize * (win if not old else 0.7 * win) + (0.0 if old else 0.3 * self.pocket(area))
            if gain > best[0] and result.win >= least:
                best = (gain, area, tuple(who))
        return best

    def weigh(self, target: Post, result: Clash, value: float, strength: float) -> float:
        """The enemy's losses against our own, and the cost of staying engaged."""
        mine = result.mine * value / max(1.0, strength)
        stuck = (1 - result.win) * 0.12 * min(target.mean * value / max(1.0, strength), value)
        return result.theirs * target.value + 0.5 * result.win - self.w.caution * (mine + stuck)

    def _march(self, p: int, way: Reach) -> Order | None:
        """An order to march to where a Block is most useful, or to dig in, if any."""
        s, d = self.s, self.s.data
        start = s.place[p]
        others = self.stand[start] - self.steps[p]
        stay = self.stay(p, others)
        if self.both >> start & 1:
            stay += self._fight_on(p, start)
        stay -= self.leash(p, start)
        if self.count[start] == 1:
            stay += self._gap(start)
        best, score = 0, stay + LEAST
        bridges = bool(self.loose or self.starving)
        for end in scan(way.ends & ~self.enemy):
            if self.count[end] >= (d.stacking[end] or 99):
                continue
            here = self.at(p, end, self.stand[end]) - self.leash(p, end)
            if bridges:
                here += self.bridge(end)
            if self.starving:
                here += self.relief(bits(way_to(s, s.face[p], way, end)))
            if not self.held >> end & 1:
                here += self.gained(end) + self.pocket(end)
            elif not self.fed >> end & 1:
                here -= 1.0
            if here > score:
                best, score = end, here
        if best:
            self._leave(p)
            if not self.stand[best]:
                self.stand[best] = self._cover(best) if self.held >> best & 1 else 0.0
            self.stand[best] += self.steps[p]
            self.count[best] += 1
            self.close(best)
            self._taken(best)
            return Order(s.face[p], best, score - stay, "")
        return self._dig(p, start, others)

    def _dig(self, p: int, start: int, others: float) -> Order | None:
        """A Defensive Line, where it is worth a step."""
        s, d = self.s, self.s.data
        wanted = s.plan.win_lines & ~s.german_lines if self.side == GERMAN else 0
        if s.level[p] < 2 or not d.combat >> s.face[p] & 1 or lines(s, self.side) >> start & 1:
            return None
        if not self.ours >> start & 1 or lines(s, self.side).bit_count() >= d.lines[self.side]:
            return None
        now = self.stand[start]
        gain = self.hold(start, now + 1) - self.hold(start, now) - step_worth(s, p) * 0.75
        if wanted >> start & 1:
            gain += 40.0
        if gain <= LEAST:
            return None
        self.stand[start] += 1
        return Order(s.face[p], start, gain, "")

    def _fight_on(self, p: int, area: int) -> float:
        """The value of a Block's share in a continuing Battle."""
        strength = sum(self.steps[one] for one in scan(units_at(self.s, self.side, area) & ~self.s.cube))
        return self.going(area) * self.steps[p] / strength if strength else -0.5

    def going(self, area: int) -> float:
        """The value of continuing a Battle."""
        s = self.s
        there = units_at(s, self.side, area) & ~s.cube
        mean = var = strength = value = 0.0
        tanks = False
        for one in scan(there):
            a, b = self.fire[one]
            mean, var, strength = mean + a, var + b, strength + self.steps[one]
            value += self.worth[one]
            tanks = tanks or bool(s.data.tanks >> s.face[one] & 1)
        if not strength:
            return 0.0
        target = self.target(area)
        result = clash(target, mean, var, strength, 0, 0, tanks)
        return self.weigh(target, result, value, strength) + result.win * ground(s, area, self.prized)

    def _staff(self, p: int, way: Reach) -> Order | None:
        """An order for a headquarters to keep up with its Blocks, out of danger."""
        s = self.s
        start = s.place[p]
        best, score = 0, self.seat(start, self.stand[start] - self.steps[p]) + 0.3
        for end in scan(way.ends & self.net & self.fed & ~self.enemy):
            if self.count[end] >= (s.data.stacking[end] or 99):
                continue
            here = self.seat(end, self.stand[end])
            if here > score:
                best, score = end, here
        if not best:
            return None
        gain = score - self.seat(start, self.stand[start] - self.steps[p])
        self._leave(p)
        self.count[best] += 1
        return Order(s.face[p], best, gain, "")

    def peril(self, area: int, others: float) -> float:
        """The danger, from 0 to 1, of a headquarters beside this many steps."""
        if not self.reached >> area & 1:
            return 0.0
        needed = 4 + others + self._cover(area) * (others == 0)
        return min(1.0, max(0.0, (self.threat[area] - 0.5 * needed) / (0.7 * needed)))

    def seat(self, area: int, others: float) -> float:
        """How good an Area is for a headquarters."""
        near = sum(self.count[there] for there in scan(self.s.data.adjacent[area] & self.mine))
        out = 0.35 * self.drawn * self.pull[area] + 0.15 * min(near, 6)
        if self.w.staff:
            return out - self.w.staff * self.peril(area, others)
        if self.w.counter:
            return out - (2.0 * max(0.0, 8.0 - others) if self.reached >> area & 1 else 0.0)
        return out - 0.5 * max(0.0, self.threat[area] - others)
