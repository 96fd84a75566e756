"""The plan of a movement phase: attacks first, then posts, then marches toward what cannot be reached yet."""

from ....core.bits import Bits, bits, scan
from ....kit.hex.reach import union, waves_back
from ....kit.planning import Order, Package, Plan, spread
from ..data.components import AXIS, SOVIET
from ..data.links import LIGHT
from ..rules import withdrawal
from ..rules.movement import lead_bans
from ..rules.requirements import obliging
from ..rules.strategic import unit_bans
from ..state import State, put, zone
from .attacks import AttackSet, Planner
from .opportunities import Opportunities
from .posts import HOLD, Post, posts
from .weights import Weights

TARGETS = 9  # hexes for which an attack is prepared in earnest
FRONTS = 3  # hexes from which it is
AWAY = 12  # hexes
WAIT = 13  # the last turn on which the airborne brigade waits for its Airdrop
WAY = 1.5  # what an enemy is worth that stops the corps
FAR = 45  # MPs: farther than any march that is planned
SLOW = 3  # times the cost of a hex in an enemy ZOC


class PhasePlan:
    """Makes the orders of a phase on a draft of the position."""

    def __init__(self, s: State, w: Weights) -> None:
        self.s, self.d, self.side, self.w = s, s.data, s.side, w
        self.look = Opportunities(s, s.side, w)
        self.t: State = s.copy()
        self.orders: list[Order] = []
        self.packages: list[Package] = []
        free = s.data.side[s.side]
        for ban in lead_bans(s):
            free &= ~ban.where
        if not s.airdrop_spent and s.turn <= WAIT:
            free &= ~(s.data.droppable & ~s.there[SOVIET])  # it may be dropped instead
        self.free: Bits = free
        self.posts = posts(self.look)
        self.keep = self._keep()
        self._rings: dict[int, list[Bits]] = {}
        self._slow: Bits = 0
        self._bans: Bits | None = None
        self._waves: list[Bits] = []
        self._favored: Bits = 0
        self.limit = s.data.charts.numbers["stacking"]

    def made(self) -> Plan:
        """The whole plan."""
        if self.side == SOVIET and not self.s.exploiting:
            self._leave_the_map()
        if not self.s.exploiting:
            self._attacks()
        if self.side == AXIS:
            self._fill_up()
        self._hold()
        self._march()
        return Plan(tuple(self.orders), tuple(self.packages))

    # -- the draft ----------------------------------------------------------------------------

    def room(self, hex_: int, unit: int) -> bool:
        """Whether a unit may end in a hex of the draft."""
        units = self.t.here.get(hex_, 0) & self.d.ground & ~(1 << unit)
        return self.d.points(units) + self.d.stack[unit] <= self.limit

    def send(self, unit: int, to: int, purpose: str) -> None:
        """Order a unit to a place, or to stay."""
        if self.t.place[unit] != to:
            put(self.t, unit, to)
            self.orders.append(Order(1 << unit, to, purpose))
        self.free &= ~(1 << unit)

    def defense_in(self, hex_: int, without: Bits = 0) -> int:
        """The defense of our units in a hex of the draft."""
        units = self.t.here.get(hex_, 0) & self.d.side[self.side] & ~self.d.guns & ~without
        return sum(self.look.values(unit)[1] for unit in scan(units))

    def _keep(self) -> dict[int, tuple[float, float]]:
        """By hex that we hold: what it is worth to keep it, and the defense it needs."""
        out: dict[int, tuple[float, float]] = {}
        for post in self.posts:
            if post.kind == HOLD and self.s.held[self.side] >> post.place & 1 and post.place not in out:
                out[post.place] = post.worth, post.need
        return out

    def price(self, unit: int) -> float:
        """What it costs that a unit leaves its hex."""
        here = self.t.place[unit]
        if here not in self.keep:
            return 0.0
        worth, need = self.keep[here]
        left = self.defense_in(here, 1 << unit)
        now = self.defense_in(here)
        if left >= need:
            return 0.0
        return self.w.leave * worth * (1.0 if not left else max(0.0, min(now, need) - left) / max(need, 1.0))

    # -- the 2GRC -----------------------------------------------------------------------------

    def _leave_the_map(self) -> None:
        """March the 2nd Guards Rifle Corps, or units in its place, to where it has to leave the map."""
        s, d = self.s, self.d
        units = withdrawal.corps(s) & ~withdrawal.gone(s) & ~withdrawal.missing(s) & self.free
        exits = d.exits & s.stage.area & ~s.held[AXIS]
        if not units and withdrawal.owed(s) == (0, 0):
            return
        rings = waves_back(exits, FAR, d.costs(s.weather, LIGHT).cool, s.stage.area & ~s.held[AXIS], self._slowed())
        if withdrawal.owed(s) != (0, 0):
            units |= self._stand_ins(rings)
        for unit in scan(units):
            ends = self.look.reach(unit)
            if ends >> d.exited & 1:
                self.send(unit, d.exited, "leave the map in time")
                continue
            here = s.place[unit]
            before = next((at for at, ring in enumerate(rings) if ring >> here & 1), FAR)
            mark = len(self.orders)
            self._nearer(unit, rings, "march to where the corps leaves the map")
            to = self.t.place[unit]
            after = next((at for at, ring in enumerate(rings) if ring >> to & 1), FAR)
            if here < d.board.box and after > before - 2:
                self._clear_the_way(unit, here, mark)

    def _clear_the_way(self, unit: int, here: int, mark: int) -> None:
        """Take back the order of a unit that gets nowhere: what stops it had better be attacked."""
        put(self.t, unit, here)
        del self.orders[mark:]
        self.free |= 1 << unit
        near = self.d.around(1 << here)
        for hex_ in scan((near | self.d.around(near)) & self.s.held[1 - self.side] & ~self._favored):
            self.look.favor(hex_, WAY)
            self._favored |= 1 << hex_

    def _stand_ins(self, rings: list[Bits]) -> Bits:
        """A unit that is near an exit and can leave in place of one that is lost."""
        s, d = self.s, self.d
        able = self.free & s.there[SOVIET] & ~d.corps & ~d.printed & ~d.guns & ~d.heavy
        near = spread(rings, bits(s.place[unit] for unit in scan(able)))
        some = [unit for unit in scan(able) if near >> s.place[unit] & 1]
        return 1 << max(some, key=lambda unit: self.look.values(unit)[1]) if some else 0

    # -- attacks ------------------------------------------------------------------------------

    def _attacks(self) -> None:
        """Prepare the most promising attacks."""
        for target in self._targets():
            self._prepare(target)

    def _targets(self) -> list[int]:
        """The enemy hexes worth attacking, the most promising first."""
        look, d, s = self.look, self.d, self.s
        force: dict[int, int] = {}
        for unit in scan(self.free & ~d.guns & ~look.short):
            attack = look.values(unit)[0]
            for hex_ in scan(d.around(look.reach(unit) & d.hexes) & s.held[1 - self.side]):
                force[hex_] = force.get(hex_, 0) + attack
        out = []
        for hex_, attack in force.items():
            defense = max(1, look.defense(hex_))
            theirs = look.theirs(hex_)
            odds = min(4.0, attack / defense)
            shift = look.shift(hex_, 0) + look.support(hex_)
            if odds >= 1.0:
                worth = look.ground(hex_) + 0.4 * theirs.steps[-1]
                out.append((worth * (odds + 0.5 * shift), hex_))
        out.sort(key=lambda one: (-one[0], one[1]))
        return [hex_ for worth, hex_ in out[:TARGETS] if worth > 0]

    def _prepare(self, target: int) -> None:
        """Bring up units for an attack on a hex, if it is worthwhile."""
        s, d, look = self.s, self.d, self.look
        fronts = list(scan(d.open_to[s.weather][target] & s.stage.area & ~s.held[1 - self.side]))
        foes = {hex_: obliging(s, hex_) & ~(1 << target) for hex_ in fronts}
        fronts.sort(key=lambda hex_: (sum(look.defense(foe) for foe in scan(foes[hex_])), hex_))
        able = [unit for unit in scan(self.free & ~d.guns & ~look.short) if look.reach(unit) & bits(fronts)]
        able.sort(key=lambda unit: (self.price(unit) > 0.5, -look.values(unit)[0] / max(1, d.stack[unit]), unit))
        best: tuple[float, AttackSet, State] | None = None
        base = Planner(look.on(self.t)).on(target)
        least = self.w.axis_attack if self.side == AXIS else self.w.soviet_attack
        if base and base.gain > least:
            best = base.gain, base, self.t
        t, cost = self.t.copy(), 0.0
        gone: Bits = 0
        for hex_ in fronts[:FRONTS]:
            added = False
            for unit in able:
                if gone >> unit & 1 or not look.reach(unit) >> hex_ & 1 or not look.values(unit)[0]:
                    continue
                if t.place[unit] == hex_:
                    continue
                if t.place[unit] in fronts:
                    continue  # it can attack from where it is
                units = t.here.get(hex_, 0) & d.ground
                if d.points(units) + d.stack[unit] > self.limit:
                    continue
                cost += self.price(unit) + 0.05
                put(t, unit, hex_)
                gone |= 1 << unit
                added = True
            if not added:
                continue
            found = Planner(look.on(t)).on(target)
            if found and found.gain - cost > least and (best is None or found.gain - cost > best[0]):
                best = found.gain - cost, found, t.copy()
        if best is not None:
            self._commit(target, best[1], best[2])

    def _commit(self, target: int, found: AttackSet, t: State) -> None:
        """Make the orders of an attack."""
        where = self.s.title.place(self.s, target)
        for unit in scan(found.force):
            self.send(unit, t.place[unit], f"attack {where}")
        for one in found.combats:
            posted = tuple((unit, t.place[unit]) for unit in scan(one.force))
            self.packages.append(Package(one.target, posted, 0, one.gain, one.column, one.freed))

    # -- Marsch units -------------------------------------------------------------------------

    def _fill_up(self) -> None:
        """Send Marsch units to reduced units, which can absorb them."""
        s, d = self.s, self.d
        weak = s.there[AXIS] & s.reduced & d.replaced
        spots = bits(s.place[unit] for unit in scan(weak))
        for unit in scan(self.free & d.marsch):
            if s.here.get(s.place[unit], 0) & weak:
                self.free &= ~(1 << unit)
                continue
            for hex_ in scan(self.look.reach(unit) & spots):
                if self.room(hex_, unit):
                    self.send(unit, hex_, "fill up a reduced unit")
                    spots &= ~(1 << hex_)
                    break

    # -- posts --------------------------------------------------------------------------------

    def _hold(self) -> None:
        """Keep in each post what it needs, and send there what can reach it."""
        for post in self.posts:
            if post.kind != HOLD:
                continue
            there = self.defense_in(post.place, self.free)
            mine = self.t.here.get(post.place, 0) & self.free
            for unit in sorted(scan(mine & ~self.d.guns), key=lambda unit: (-self.look.values(unit)[1], unit)):
                if there >= post.need:
                    break
                there += self.look.values(unit)[1]
                self.free &= ~(1 << unit)
            if there < post.need and post.worth > 0.9:
                self._reinforce(post, there)

    def _reinforce(self, post: Post, there: float) -> None:
        """Send units that can reach a post and are not needed where they are."""
        look, bit = self.look, 1 << post.place
        able = [
            (self.price(unit), self._away(unit, post.place), -look.values(unit)[1], unit)
            for unit in scan(self.free & ~self.d.guns)
            if look.reach(unit) & bit and look.values(unit)[1]
        ]
        for _, _, _, unit in sorted(able):
            if there >= post.need:
                return
            if self.price(unit) > 0.6 * post.worth or not self.room(post.place, unit):
                continue
            there += look.values(unit)[1]
            self.send(unit, post.place, post.purpose)

    def _away(self, unit: int, place: int) -> int:
        """How many hexes a unit is away from a place."""
        here = self.s.place[unit]
        return self.d.board.distance(here, place) if here < self.d.board.box else AWAY

    # -- marches ------------------------------------------------------------------------------

    def rings(self, place: int) -> list[Bits]:
        """The hexes by their distance in MPs from a goal."""
        if place not in self._rings:
            s = self.s
            within = s.stage.area & ~s.held[1 - self.side] | 1 << place
            rate = self.d.costs(s.weather, LIGHT).cool
            self._rings[place] = waves_back(1 << place, FAR, rate, within, self._slowed())
        return self._rings[place]

    def _slowed(self) -> tuple[tuple[int, Bits], ...]:
        if not self._slow:
            self._slow = zone(self.s, 1 - self.side)
        return ((SLOW, self._slow),)

    def _march(self) -> None:
        """Send what is left toward the posts that still need something."""
        needs = {post: self._wanting(post) for post in self.posts if post.worth > 0.9}
        needs = {post: need for post, need in needs.items() if need > 0}
        order = sorted(scan(self.free & ~self.d.guns), key=lambda unit: (-self.look.values(unit)[0], unit))
        for unit in order:
            self._toward(unit, needs)
        for gun in scan(self.free & self.d.guns):
            self._gun(gun)

    def _wanting(self, post: Post) -> float:
        """How much strength a post still needs."""
        if post.kind == HOLD:
            return post.need - self.defense_in(post.place)
        near = self.d.board.neighbours[post.place] & self.t.held[self.side]
        there = sum(self.look.values(unit)[0] for hex_ in scan(near) for unit in scan(self.t.here[hex_]))
        return post.need - there

    def _toward(self, unit: int, needs: dict[Post, float]) -> None:
        """Send a unit toward the post that is worth most to it."""
        look, here = self.look, self.t.place[unit]
        off = here >= self.d.board.box
        start = self.d.entries.get(here, 0) if off else 1 << here
        price = 0.0 if off else self.price(unit)
        best: tuple[float, Post] | None = None
        for post, need in needs.items():
            if need <= 0:
                continue
            most = post.worth * self.w.near ** (0 if off else self.d.board.distance(here, post.place))
            if most <= price + 0.05 or (best is not None and most <= best[0]):
                continue
            way = self._distance(post, start)
            worth = post.worth * self.w.near**way * (1.0 if need >= 3 else 0.6)
            if worth > price + 0.05 and (best is None or worth > best[0]):
                best = worth, post
        if best is None:
            if off:
                self._enter(unit)
            return
        post = best[1]
        if self._nearer(unit, self.rings(post.place), post.purpose, last=post.kind == HOLD):
            needs[post] -= look.values(unit)[1 if post.kind == HOLD else 0]

    def _distance(self, post: Post, start: Bits) -> int:
        for at, ring in enumerate(self.rings(post.place)):
            if ring & start:
                return at
        return FAR

    def _nearer(self, unit: int, rings: list[Bits], purpose: str, last: bool = True) -> bool:
        """Send a unit to the end nearest to a goal; whether it is on its way or there."""
        s, look, d = self.s, self.look, self.d
        ends = look.reach(unit) & d.hexes
        if not last:
            ends &= ~rings[0]
        good = ends & look.safe or ends
        roads = 0
        if not s.exploiting and not self.bound_to_walk() >> unit & 1:
            roads = look.march(unit) & d.hexes
        found = self._first(unit, rings, good)
        far = self._first(unit, rings, roads) if roads else None
        if far is not None and (found is None or far[0] < found[0]):
            self.send(unit, far[1], purpose)
            return True
        if found is None:
            return False
        self.send(unit, found[1], purpose)
        return True

    def bound_to_walk(self) -> Bits:
        """The units that cannot move strategically."""
        if self._bans is None:
            self._bans = union([ban.where for ban in unit_bans(self.s)])
        return self._bans

    def _first(self, unit: int, rings: list[Bits], ends: Bits) -> tuple[int, int] | None:
        for at, ring in enumerate(rings):
            if ring & ends:
                for hex_ in scan(ring & ends):
                    if self.t.place[unit] == hex_ or self.room(hex_, unit):
                        return at, hex_
        return None

    def _enter(self, unit: int) -> None:
        """Bring a unit onto the map."""
        ends = self.look.reach(unit) & self.d.hexes
        safe = ends & self.look.safe & ~zone(self.s, 1 - self.side) or ends
        for hex_ in scan(safe):
            if self.room(hex_, unit):
                self.send(unit, hex_, "enter the map")
                return

    def _foes_away(self, hex_: int) -> int:
        """How many hexes away the nearest enemy is."""
        if not self._waves:
            done = ring = self.s.held[1 - self.side]
            for _ in range(AWAY):
                self._waves.append(ring)
                ring = self.d.around(ring) & ~done
                done |= ring
        return next((at for at, ring in enumerate(self._waves) if ring >> hex_ & 1), AWAY)

    def _gun(self, gun: int) -> None:
        """Move artillery to where it can fire: in range of the planned attacks and of the front, behind others."""
        s, d, look = self.s, self.d, self.look
        here, reach = s.place[gun], d.units[gun].range
        aims = {one.target: 2.0 for one in self.packages}
        hot = zone(s, 1 - self.side)
        best: tuple[float, int] | None = None
        for hex_ in scan(look.reach(gun) & d.hexes & (look.safe | (1 << here if here < d.board.box else 0))):
            if hot >> hex_ & 1 and hex_ != here:
                continue
            if not self.room(hex_, gun):
                continue
            worth = 0.3 if hex_ == here else 0.0
            worth += sum(value for aim, value in aims.items() if d.board.distance(hex_, aim) <= reach)
            near = self._foes_away(hex_)
            worth += 0.0 if near <= reach else -0.3 * (near - reach)
            worth += 0.2 if near > 1 else -1.0
            worth += 0.5 if self.t.held[self.side] >> hex_ & 1 else 0.0
            if best is None or worth > best[0] + 1e-9:
                best = worth, hex_
        if best is not None and best[1] != here:
            self.send(gun, best[1], "bring up the guns")
