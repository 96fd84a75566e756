"""The plan of a movement phase: attacks first, then posts, then marches toward what cannot be reached yet."""

from collections.abc import Container

from ....core.bits import Bits, bits, scan
from ....kit.hex.reach import union
from ....kit.planning import Package, Plan
from ..data.components import AXIS, SOVIET
from ..rules.requirements import obliging
from ..state import State, put, zone
from .attacks import AttackSet, Planner
from .corps_march import CorpsMarch
from .draft import FAR
from .evaluation import least_gain
from .posts import HOLD, Post

TARGETS = 9  # hexes for which an attack is prepared in earnest
FRONTS = 3  # hexes from which it is
DARING = 8.0  # what a post must be worth that is Out of Supply


class PhasePlan(CorpsMarch):
    """Makes the orders of a phase."""

    def made(self) -> Plan:
        """The whole plan."""
        if self.side == SOVIET and not self.s.exploiting:
            self.leave_the_map()
            self._hold(self.look.places)
        if not self.s.exploiting:
            self._attacks()
        if self.side == AXIS:
            self._fill_up()
        self._hold()
        self._march()
        engineers = self.d.engineers  # first: one that helps others across a river stops
        orders = sorted(self.orders, key=lambda order: not order.units & engineers)
        return Plan(tuple(orders), tuple(self.packages))

    # -- attacks ----------------------------------------------------------------------------------

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
        near = d.open_to[s.weather][target] & s.stage.area & ~s.held[1 - self.side] & look.safe
        fronts = sorted(scan(near), key=lambda hex_: (self._burden(hex_, target), hex_))
        able = [
            unit for unit in scan(self.free & ~d.guns & ~look.short) if look.values(unit)[0] and look.reach(unit) & near
        ]
        able.sort(key=lambda unit: (self.price(unit) > 0.5, -look.values(unit)[0] / max(1, d.stack[unit]), unit))
        best: tuple[float, AttackSet, State] | None = None
        base = Planner(look.on(self.t)).on(target)
        least = least_gain(s, self.side, self.w)
        if base and base.gain > least:
            best = base.gain, base, self.t
        t, cost = self.t.copy(), 0.0
        for hex_ in fronts[:FRONTS]:
            moved = self._bring(t, hex_, near, able)
            if not moved:
                continue
            cost += sum(self.price(unit) + 0.05 for unit in scan(moved))
            able = [unit for unit in able if not moved >> unit & 1]
            found = Planner(look.on(t)).on(target)
            if found and found.gain - cost > least and (best is None or found.gain - cost > best[0]):
                best = found.gain - cost, found, t.copy()
        if best is not None:
            self._commit(target, best[1], best[2])

    def _burden(self, hex_: int, target: int) -> int:
        """The defense of the enemies that would have to be attacked too."""
        return sum(self.look.defense(foe) for foe in scan(obliging(self.s, hex_) & ~(1 << target)))

    def _bring(self, t: State, hex_: int, near: Bits, able: list[int]) -> Bits:
        """Move units into a hex of a draft, as many as find room; those that can attack from where they are stay."""
        moved = 0
        for unit in able:
            if near >> t.place[unit] & 1 or not self.look.reach(unit) >> hex_ & 1:
                continue
            if self.d.soviet_armor >> unit & 1 and t.here.get(hex_, 0) & self.d.soviet_armor:
                continue  # only one would fight
            if self.d.points(t.here.get(hex_, 0) & self.d.ground) + self.d.stack[unit] <= self.limit:
                put(t, unit, hex_)
                moved |= 1 << unit
        return moved

    def _commit(self, target: int, found: AttackSet, t: State) -> None:
        """Make the orders of an attack; if it needs units of one planned before, it may not come to it."""
        busy = union([one.units for one in self.packages]) & found.force
        purpose = f"{'close in on' if busy else 'attack'} {self.s.title.place(self.s, target)}"
        for unit in scan(found.force):
            self.send(unit, t.place[unit], purpose)
        for one in found.combats:
            posted = tuple((unit, t.place[unit]) for unit in scan(one.force))
            self.packages.append(Package(one.target, posted, 0, one.gain, one.column, one.freed))

    # -- Marsch units -----------------------------------------------------------------------------

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

    # -- posts ------------------------------------------------------------------------------------

    def _hold(self, only: Container[int] | None = None) -> None:
        """Keep in each post, or in some, what it needs, and send there what can reach it."""
        for post in self.posts:
            if post.kind != HOLD or (only is not None and post.place not in only):
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
        if not look.safe & bit and post.worth < DARING:
            return
        able = [
            (self.price(unit), self.away(unit, post.place), -look.values(unit)[1], unit)
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

    # -- marches ----------------------------------------------------------------------------------

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
            least = price + 0.05 if best is None else max(price + 0.05, best[0])
            worth = self._worth_from(post, start, least) * (1.0 if need >= 3 else 0.6)
            if worth > least:
                best = worth, post
        if best is None:
            if off:
                self.enter(unit)
            return
        post = best[1]
        if self.nearer(unit, self.rings(post.place), post.purpose, last=post.kind == HOLD):
            needs[post] -= look.values(unit)[1 if post.kind == HOLD else 0]

    def _worth_from(self, post: Post, start: Bits, least: float) -> float:
        """What a post is worth to a unit at that distance; if it is less than `least`, an upper bound of it."""
        for at, ring in enumerate(self.rings(post.place)):
            worth = post.worth * self.w.near**at
            if ring & start or worth < least:
                return worth
        return post.worth * self.w.near ** (FAR + 1)

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
            near = self.foes_away(hex_)
            worth += 0.0 if near <= reach else -0.3 * (near - reach)
            worth += 0.2 if near > 1 else -1.0
            worth += 0.5 if self.t.held[self.side] >> hex_ & 1 else 0.0
            if best is None or worth > best[0] + 1e-9:
                best = worth, hex_
        if best is not None and best[1] != here:
            self.send(gun, best[1], "bring up the guns")
