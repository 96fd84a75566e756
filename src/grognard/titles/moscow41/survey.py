"""The situation as a staff sees it: threats, what has to be held, what draws on; and the orders that follow from it.

A `Survey` is made once for a position. `plan` gives every Block that may act at most one order: attacks are put
together target by target, whoever is not needed for one marches where he is of most use, or digs in.
"""

from functools import lru_cache

from ...core.bits import Bits, bits, lowest, scan
from .components import GERMAN, SOVIET, Components
from .control import contested, controlled, friendly, lines, units
from .judgement import (
    WEIGHTS,
    Clash,
    Post,
    Weights,
    clash,
    fire,
    front,
    goals,
    ground,
    incursion,
    post,
    prizes,
    safe_net,
    step_worth,
    steps,
    suited,
    worth,
)
from .judgement import field as pull_field
from .losses import absorb
from .movement import Reach, reach
from .orders import Order, dry
from .state import State, pieces_of, units_at
from .strength import weather
from .supply import sources, supplied
from .victory import points

SLOW = (1.0, 1.0, 0.6, 0.25)  # how much of a Block is to be feared so many Areas away
FAST = (1.0, 1.0, 0.9, 0.6, 0.3)
SCREEN = 0.3  # of what draws the enemy on, for whoever stands in his way
EXPOSED = 0.1
VITAL = 20.0  # the price of an Area that decides the game
CROWD = 2.5  # the fire in reach of an Area that one Block alone does not stand
AHEAD = 0.35  # of what draws on, for who has won if nothing changes
LEAST = 0.12  # for less nobody gets up


@lru_cache(maxsize=1)
def _rings(d: Components) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The Areas one, two, three and four steps from each."""
    out = []
    for area in range(d.board.box):
        done = new = 1 << area
        rings: list[tuple[int, ...]] = [(area,)]
        for _ in range(4):
            new = d.board.spread(new) & ~done
            done |= new
            rings.append(tuple(scan(new)))
        out.append(tuple(rings))
    return tuple(out)


class Survey:
    """What one side makes of a position."""

    def __init__(self, s: State, side: int, w: Weights = WEIGHTS) -> None:
        w = suited(w, s, side)
        self.s, self.side, self.w = s, side, w
        d, other = s.data, 1 - side
        self.enemy, self.mine = units(s, other), units(s, side)
        self.both, self.ours, self.theirs = contested(s), friendly(s, side), friendly(s, other)
        self.fed = supplied(s, side)
        self.their_fed = supplied(s, other)
        self.prized = prizes(s)
        self.pull = pull_field(s, goals(s, side))
        self.lure = pull_field(s, goals(s, other))
        self.decides = (s.plan.win_lines | s.plan.win_cities) if side == GERMAN else 0  # no matter what follows
        self.drawn = w.german_pull if side == GERMAN else w.soviet_pull
        if s.weather != "sun":
            self.drawn *= 2 if side == SOVIET and s.weather != "rain" else 0.5
        if side == GERMAN and s.plan.points and 2 * points(s, GERMAN) > s.plan.points:
            self.drawn *= AHEAD
        self.threat = self._threat(other)
        box = d.board.box
        self.stand = [0.0] * box  # what it takes to destroy those who are there
        self.count = [0] * box
        for area in scan(self.mine & d.board.areas):
            there = s.here.get(area, 0) & d.side[side]
            self.count[area] = there.bit_count()
            self.stand[area] = sum(steps(s, p) for p in scan(units_at(s, side, area))) + self._cover(area)
        for area in scan(bits(s.here) & d.board.areas & ~self.mine):
            self.count[area] = (s.here[area] & d.side[side]).bit_count()
        self.held = controlled(s, side)
        self.fighters = pieces_of(s, d.combat & d.side[side])
        self.front = front(s, other)
        self.manned = self.mine
        self._net()
        self.starving = bits(s.place[p] for p in scan(s.cube & d.side[side])) & ~self.fed
        self.bridges: dict[int, float] = {}
        self.keys: dict[int, float] = {}  # what must not be lost, and how little may be wanted elsewhere
        for area, price in self.prized.items():
            if price >= VITAL and self.held >> area & 1:
                for there in self._lifeline(area):
                    self.keys[there] = price if there == area else 0.7 * price
        self.pockets: dict[int, float] = {}
        self.closed: Bits = 0
        self.posts: dict[int, Post] = {}

    def _cover(self, area: int) -> float:
        bit = lines(self.s, self.side) >> area & 1
        return absorb(self.s, area, self.side) + bit

    def _threat(self, other: int) -> list[float]:
        """The fire that could come down on each Area in an Impulse."""
        s, d = self.s, self.s.data
        out = [0.0] * d.board.box
        rings = _rings(d)
        for area in scan(s.held[other] & d.board.areas):
            slow = fast = 0.0
            for piece in scan(units_at(s, other, area)):
                if s.cube >> piece & 1 or not d.combat >> s.face[piece] & 1:
                    continue
                hits = fire(s, piece, True)[0]
                if d.fast >> s.face[piece] & 1:
                    fast += hits
                else:
                    slow += hits
            for n, ring in enumerate(rings[area]):
                here = fast * FAST[n] + (slow * SLOW[n] if n < len(SLOW) else 0.0)
                for there in ring:
                    out[there] += here
        return out

    # -- what a place is worth ----------------------------------------------------------------

    def need(self, area: int) -> float:
        """What it is worth to bar an Area to the enemy."""
        return ground(self.s, area, self.prized) + SCREEN * self.lure[area] + self.keys.get(area, 0.0)

    def _lifeline(self, area: int) -> list[int]:
        """An Area, and those through which its supply comes."""
        d, ends = self.s.data, sources(self.s, self.side)
        for ground_ in (self.ours | 1 << area, d.board.areas):
            rings = [1 << area]
            done = rings[0]
            while rings[-1] and not rings[-1] & ends:
                rings.append(d.board.spread(rings[-1]) & ground_ & ~done)
                done |= rings[-1]
            if rings[-1]:
                break
        else:
            return [area]
        line = [lowest(rings[-1] & ends)]
        for ring in reversed(rings[:-1]):
            near = d.adjacent[line[-1]] & ring
            line.append(lowest(near & self.mine or near))
        return line[:0:-1]

    def hold(self, area: int, strength: float) -> float:
        """What so many steps in an Area are good for."""
        threat = self.threat[area]
        if not threat or strength <= 0:
            return 0.0
        return self.w.hold * self.need(area) * strength / (strength + threat + 1) * threat / (threat + 2)

    def pocket(self, area: int) -> float:
        """The worth of enemies who would be cut off if the Area were closed to them."""
        if area not in self.pockets:
            s, d = self.s, self.s.data
            other, board = 1 - self.side, d.board
            net = board.connected(sources(s, other), self.theirs & ~self.closed & ~(1 << area))
            hungry = s.held[other] & self.their_fed & ~(net | self.both & board.spread(net)) & ~(1 << area)
            found = 0.0
            for there in scan(hungry):
                found += sum(worth(s, p) for p in scan(units_at(s, other, there)))
            self.pockets[area] = self.w.pocket * found
        return self.pockets[area]

    def _net(self) -> None:
        """Whose supply is safe, and whose is not."""
        d = self.s.data
        self.feared = self._feared(self.manned)
        self.net = net = safe_net(self.s, self.side, self.ours, self.feared)
        self.safe = net | d.board.spread(net)
        self.loose = self.manned & d.board.areas & ~self.safe

    def _feared(self, manned: Bits) -> Bits:
        """Where the enemy may come unopposed."""
        return incursion(self.s, self.front, manned)

    def bridge(self, area: int) -> float:
        """The worth of those whose supply would be safe with somebody in an Area, or who would have any again."""
        if not self.loose and not self.starving:
            return 0.0
        if not self.safe >> area & 1 and not self.starving:
            return 0.0
        if area not in self.bridges:
            s, bit, spread = self.s, 1 << area, self.s.data.board.spread
            net = safe_net(s, self.side, self.ours | bit, self.feared & ~bit)
            found = self._stake(self.loose & (net | spread(net)) & ~bit)
            if self.starving and not self.ours & bit:
                net = s.data.board.connected(sources(s, self.side), self.ours | bit)
                found += 2 * self._stake(self.starving & (net | spread(net)))
            self.bridges[area] = found
        return self.bridges[area]

    def leash(self, piece: int, area: int) -> float:
        """What it costs to stand where one may be cut off."""
        return 0.0 if self.safe >> area & 1 else self.w.leash * worth(self.s, piece)

    def gained(self, area: int) -> float:
        """What it is worth to take an Area: less where one cannot stay."""
        lasting = self.safe >> area & 1 or self.decides >> area & 1
        return self.w.ground * ground(self.s, area, self.prized) * (1.0 if lasting else 0.3)

    def _taken(self, area: int) -> None:
        """Somebody will stand in an Area."""
        bit = 1 << area
        if not self.manned & bit or not self.ours & bit:
            self.manned |= bit
            if not self.enemy & bit:
                self.ours |= bit
            self._net()
            self.bridges.clear()

    def close(self, area: int) -> None:
        """From now on an Area is taken for closed to the enemy."""
        if self.theirs >> area & 1 and not self.closed >> area & 1:
            self.closed |= 1 << area
            self.pockets.clear()

    def at(self, piece: int, area: int, others: float) -> float:
        """What a Block is good for in an Area without enemies, beside others with so many steps."""
        s = self.s
        own = steps(s, piece)
        out = self.drawn * (0.2 + fire(s, piece, True)[0]) * self.pull[area]
        out += self.hold(area, others + own) - self.hold(area, others)
        threat = self.threat[area]
        if threat:
            share = own / (own + others)
            out -= min(0.6 * worth(s, piece), self.w.caution * EXPOSED * threat * share * step_worth(s, piece))
        return out

    # -- orders -------------------------------------------------------------------------------

    def plan(self, able: Bits, guns: dict[int, float] | None = None, engage: bool = True) -> list[Order]:
        """An order for every Block that is of use; `guns`: support to be expected in each Area."""
        s, d = self.s, self.s.data
        ways = {p: reach(s, p, engage) for p in scan(able & ~s.cube & ~self.garrison())}
        fighters = {p: way for p, way in ways.items() if d.combat >> s.face[p] & 1}
        orders: list[Order] = []
        used: Bits = 0
        if engage:
            orders, used = self._attacks(fighters, guns or {})
        for p in sorted(fighters, key=lambda p: (not d.fast >> s.face[p] & 1, -fire(s, p, True)[0], s.face[p])):
            if not used >> p & 1 and (order := self._march(p, fighters[p])):
                orders.append(order)
        for p, way in ways.items():
            if p not in fighters and (order := self._staff(p, way)):
                orders.append(order)
        return orders

    def garrison(self) -> Bits:
        """Those who stay where the enemy must not come: all that fit where it would decide the game, else one."""
        out = 0
        for area, price in self.prized.items():
            if not self.held >> area & 1 or not self.threat[area]:
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
        return sorted(scan(there), key=lambda p: (-steps(s, p), s.face[p]))

    def target(self, area: int) -> Post:
        """The enemy in an Area."""
        if area not in self.posts:
            self.posts[area] = post(self.s, area, 1 - self.side)
        return self.posts[area]

    def _attacks(self, ways: dict[int, Reach], guns: dict[int, float]) -> tuple[list[Order], Bits]:
        """Attacks one after the other, the most promising first."""
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

    def _leave(self, p: int) -> None:
        start = self.s.place[p]
        self.stand[start] -= steps(self.s, p)
        self.count[start] -= 1
        if not self.count[start] and not lines(self.s, self.side) >> start & 1:
            self.manned &= ~(1 << start)
            self._net()
            self.bridges.clear()

    def _package(
        self, area: int, ways: dict[int, Reach], used: Bits, guns: dict[int, float]
    ) -> tuple[float, int, tuple[int, ...]]:
        """The best attack on an Area with those who are free: what it is worth, and who takes part."""
        s, d, side = self.s, self.s.data, self.side
        target = self.target(area)
        old = self.both >> area & 1
        wet_ground = d.board.river[area] if weather(s).rivers and not old else 0
        found = []
        for p, way in ways.items():
            if way.ends >> area & 1 and not used >> p & 1:
                wet = bool(wet_ground) and not dry(s, p, way, area)
                mean, var = fire(s, p, True, wet)
                start = s.place[p]
                stay = self.at(p, start, self.stand[start] - steps(s, p))
                cost_ = stay - self.drawn * (0.2 + fire(s, p, True)[0]) * self.pull[area]
                cost_ += max(0.0, self.leash(p, area) - self.leash(p, start))
                found.append((mean - 0.12 * cost_, mean, var, p, cost_, wet))
        found.sort(key=lambda one: (-one[0], s.face[one[3]]))
        limit = d.stacking[area] or 99
        room = limit - self.count[area]
        mean = var = strength = value = 0.0
        tanks = False
        for p in scan(units_at(s, side, area) & ~s.cube if old else 0):
            one, two = fire(s, p, True)
            mean, var, strength = mean + one, var + two, strength + steps(s, p)
            value += worth(s, p)
            tanks = tanks or bool(d.tanks >> s.face[p] & 1)
        base = self.weigh(target, clash(target, mean, var, strength, 0, 0, tanks), value, strength) if old else 0.0
        prize = self.gained(area) + self.pocket(area) + self.bridge(area)
        base = max(0.0, base)
        support = guns.get(area, 0.0)
        best: tuple[float, int, tuple[int, ...]] = (-1.0, area, ())
        price, who = 0.0, []
        left: dict[int, int] = {}
        for _, one, two, p, cost_, wet in found[: max(0, room)]:
            start = s.place[p]
            left[start] = left.get(start, self.count[start]) - 1
            if not left[start]:
                price += self._gap(start)
            mean, var, strength = mean + one, var + two, strength + steps(s, p)
            value += worth(s, p)
            price += cost_
            tanks = tanks or (bool(d.tanks >> s.face[p] & 1) and not wet)
            who.append(p)
            result = clash(target, mean, var, strength, support, support * 0.67, tanks)
            gain = self.weigh(target, result, value, strength) - base - price
            gain += prize * (result.win if not old else 0.7 * result.win) + (0.0 if old else 0.3 * self.pocket(area))
            if gain > best[0]:
                best = (gain, area, tuple(who))
        return best

    def weigh(self, target: Post, result: Clash, value: float, strength: float) -> float:
        """Their losses against one's own, and what it is to be stuck among them."""
        mine = result.mine * value / max(1.0, strength)
        stuck = (1 - result.win) * 0.12 * min(target.mean * value / max(1.0, strength), value)
        return result.theirs * target.value + 0.5 * result.win - self.w.caution * (mine + stuck)

    def _march(self, p: int, way: Reach) -> Order | None:
        """Where a Block is of most use, if that is elsewhere, or whether it digs in."""
        s, d = self.s, self.s.data
        start = s.place[p]
        others = self.stand[start] - steps(s, p)
        stay = self.at(p, start, others)
        if self.both >> start & 1:
            stay += self._fight_on(p, start)
        stay -= self.leash(p, start)
        if self.count[start] == 1:
            stay += self._gap(start)
        best, score = 0, stay + LEAST
        for end in scan(way.ends & ~self.enemy):
            if self.count[end] >= (d.stacking[end] or 99):
                continue
            here = self.at(p, end, self.stand[end]) - self.leash(p, end) + self.bridge(end)
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
            self.stand[best] += steps(s, p)
            self.count[best] += 1
            self.close(best)
            self._taken(best)
            return Order(s.face[p], best, score - stay, "")
        return self._dig(p, start, others)

    def _gap(self, area: int) -> float:
        """The worth of those who could be cut off if nobody stood in an Area any more."""
        s, bit = self.s, 1 << area
        if not self.net & bit or lines(s, self.side) & bit:
            return 0.0
        net = safe_net(s, self.side, self.ours, self._feared(self.manned & ~bit))
        lost = self.manned & self.safe & ~(net | s.data.board.spread(net)) & ~bit
        return self._stake(lost)

    def _stake(self, areas: Bits) -> float:
        """What may be lost with some Areas that are cut off."""
        s, out = self.s, 0.0
        for area in scan(areas):
            out += 1.5 * self.prized.get(area, 0.0) + sum(worth(s, p) for p in scan(units_at(s, self.side, area)))
        return self.w.bridge * out

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
        """What a Block's share in a Battle that goes on is worth."""
        strength = sum(steps(self.s, one) for one in scan(units_at(self.s, self.side, area) & ~self.s.cube))
        return self.going(area) * steps(self.s, p) / strength if strength else -0.5

    def going(self, area: int) -> float:
        """What it is worth to go on with a Battle."""
        s = self.s
        there = units_at(s, self.side, area) & ~s.cube
        mean = var = strength = value = 0.0
        tanks = False
        for one in scan(there):
            a, b = fire(s, one, True)
            mean, var, strength = mean + a, var + b, strength + steps(s, one)
            value += worth(s, one)
            tanks = tanks or bool(s.data.tanks >> s.face[one] & 1)
        if not strength:
            return 0.0
        target = self.target(area)
        result = clash(target, mean, var, strength, 0, 0, tanks)
        return self.weigh(target, result, value, strength) + result.win * ground(s, area, self.prized)

    def _staff(self, p: int, way: Reach) -> Order | None:
        """A headquarters keeps up with its men, out of harm's way."""
        s = self.s
        start = s.place[p]
        best, score = 0, self.seat(start, self.stand[start] - steps(s, p)) + 0.3
        for end in scan(way.ends & self.net & self.fed & ~self.enemy):
            if self.count[end] >= (s.data.stacking[end] or 99):
                continue
            here = self.seat(end, self.stand[end])
            if here > score:
                best, score = end, here
        if not best:
            return None
        gain = score - self.seat(start, self.stand[start] - steps(s, p))
        self._leave(p)
        self.count[best] += 1
        return Order(s.face[p], best, gain, "")

    def seat(self, area: int, others: float) -> float:
        """How good an Area is for a headquarters."""
        near = sum(self.count[there] for there in scan(self.s.data.adjacent[area] & self.mine))
        return 0.35 * self.drawn * self.pull[area] + 0.15 * min(near, 6) - 0.5 * max(0.0, self.threat[area] - others)
