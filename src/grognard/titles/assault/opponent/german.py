"""How the German side plans a Movement Phase: attacks as packages, units forward in supply, then headquarters."""

from ....core.bits import Bits, bits, scan
from ....kit.planning import Order, Package, Plan
from ..rules import supply
from ..rules.movement import cuts
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, on_map
from .evaluation import goals, prize, prizes, step_prices
from .hq_placement import around, command, hunger, regions, where, within
from .opportunities import Far, Group, Opportunities, divisions
from .scratch_orders import Draft

AGAIN = 15  # sixths that a unit may be short of its headquarters if it moves again
ENOUGH = 22  # factors needed to enter the city
PURPOSES = {"relieve": "to reopen the supply at {}", "guard": "to guard {}", "seize": "forward to {}"}


class GermanPlan:
    """The orders of a phase while they are being made."""

    def __init__(self, s: State, look: Opportunities) -> None:
        self.s, self.d, self.look, self.w = s, s.data, look, look.w
        self.draft = Draft(s)
        self.movers = look.movers()
        self.staffs = self.movers & s.data.stacks["headquarters"]
        self.groups = look.groups(self.movers)
        self.packages: list[Package] = []
        self.attackers: Bits = 0
        self._far: dict[tuple[str, Bits], Far] = {}
        self.seats, self.regions, self.sure = regions(look, self.staffs, self.forward)
        self.settled: Bits = 0  # headquarters that have their orders
        self.guards = self._guards()

    # -- goals --------------------------------------------------------------------------------

    def goal(self, group: Group) -> Bits:
        """The goal of a group: that of its operation, or of its corps."""
        for operation in self.look.operations:
            if operation.kind == "seize" and operation.force & group.units:
                return 1 << operation.objective
        return goals(self.s, group.corps)

    def far(self, group: Group) -> Far:
        """The cost from every hex to the goal of a group."""
        key = group.gait, self.goal(group)
        if key not in self._far:
            self._far[key] = self.look.far(*key)
        return self._far[key]

    def _guards(self) -> Bits:
        """The units that stay to hold a scoring hex."""
        s, d = self.s, self.d
        out = 0
        for place in scan(s.captured & ~s.forfeit):
            here = s.here.get(place, 0) & d.side[GERMAN]
            ones = here & d.stacks["one"]
            out |= ones & -ones if ones else here & ~d.stacks["headquarters"]
        for hq in scan(on_map(s, GERMAN) & d.stacks["headquarters"] & ~self.staffs if s.again else 0):
            company = s.here[s.place[hq]] & d.side[GERMAN] & ~d.stacks["headquarters"]
            if not company & ~self.movers:
                out |= company  # no other unit would stay with it
        return out

    def worth(self, group: Group, place: int, far: Far) -> float:
        """The value of a group ending in a hex."""
        s, d, w = self.s, self.d, self.w
        company = group.units | s.here.get(place, 0) & d.stacks["headquarters"] & ~self.staffs
        out = -w.pace * far[place] / 6 - w.fear * self.look.danger(place, company)
        if prizes(s) >> place & 1 and (not d.garrisons >> place & 1 or self._division(group)):
            out += prize(s, place, w)
        elif d.garrisons >> place & 1 and not s.captured >> place & 1:
            out -= 8.0
        return out

    def _division(self, group: Group) -> bool:
        """Whether a group can be the garrison of a city."""
        d = self.d
        return bool(group.units & d.stacks["one"]) or group.units.bit_count() >= 2

    def forward(self, unit: int) -> Bits:
        """Where a unit may be expected to go."""
        return self.look.reach(unit)

    def waits(self, place: int) -> bool:
        """Whether units in a place wait off the map to enter."""
        return place == self.d.reserve or place in self.d.doors

    # -- the plan -----------------------------------------------------------------------------

    def make(self) -> Plan:
        """All orders of the phase."""
        s = self.s
        if cuts(s) and (order := self._storm()):
            return Plan((order,))
        busy = self.guards | self._served()
        if not s.again:
            self.attackers = self._attacks(busy)
            busy |= self.attackers
        d = self.d
        rest = [group for group in self.groups if not group.units & busy]
        late = [
            group for group in rest if self.waits(group.place) and not self.waits(s.place[d.headquarters[group.corps]])
        ]
        rest = self._settle([group for group in rest if group not in late])
        self._march(rest)
        command(self.draft, self.staffs & ~self.settled, self.attackers, self.w)
        self._late(late)
        self._mend()
        return Plan(tuple(self.draft.orders), tuple(self.packages))

    def _served(self) -> Bits:
        """Orders for the operations: groups go to the places they are to guard or reopen; returns these groups."""
        out = 0
        for operation in self.look.operations:
            for place, units in operation.guards:
                purpose = PURPOSES[operation.kind].format(self.s.title.place(self.s, place))
                for group in self.groups:
                    if group.units & units and not group.units & self.guards and self.draft.send(group, place, purpose):
                        out |= group.units
        return out

    def _storm(self) -> Order | None:
        """The order for the first unit to enter the Inset, when enough can follow it."""
        d, look = self.d, self.look
        ready = [
            (group, way)
            for group in self.groups
            if not group.units & self.guards and (way := look.reach(group.one) & d.fringe & self.regions[group.corps])
        ]
        if sum(group.strength for group, _ in ready) < 4 * ENOUGH:
            return None
        full = divisions(self.s, on_map(self.s, GERMAN))
        for group, way in sorted(ready, key=lambda one: -one[0].strength):
            unit = group.one
            free = bits(p for p in scan(way) if not full >> d.twin[p] & 1 or d.twin[p] == group.place)
            free &= self.draft.way(unit).reached
            if free:
                best = min(scan(free), key=lambda p: (self.far(group)[p], p))
                return Order(1 << unit, best, "into the city")
        return None

    # -- attacks ------------------------------------------------------------------------------

    def _attacks(self, busy: Bits) -> Bits:
        """Packages that share no unit, the most profitable first; returns the attackers."""
        s, d, look, w = self.s, self.d, self.look, self.w
        able: list[tuple[Group, Bits]] = []
        moving = 0
        for group in self.groups:
            moving |= group.units
            if self.waits(group.place) and not self.waits(s.place[d.headquarters[group.corps]]):
                continue
            if group.units & busy:
                stands = self.draft.t.place[group.one]
                able.append((group._replace(place=stands), 1 << stands))
            else:
                able.append((group, look.reach(group.one) & self.regions[group.corps]))
        rest = on_map(s, GERMAN) & ~moving & ~s.disrupted
        able += [(group, 1 << group.place) for group in look.groups(rest)]
        able = [(group, ends) for group, ends in able if group.strength]
        targets = [t for t in scan(s.held[RUSSIAN] & ~d.city & ~d.fringe) if any(e & d.besiegers[t] for _, e in able)]
        taken: Bits = 0
        full: Bits = divisions(self.draft.t, busy & on_map(self.draft.t, GERMAN))
        found: dict[int, Package | None] = {}
        support = 1 if s.air else 0
        air = s.air
        while targets:
            for target in targets:
                old = found.get(target)
                stale = target not in found or (
                    old is not None and (old.units & taken or any(full >> look.home(p) & 1 for _, p in old.posts))
                )
                if stale:
                    free = [(group, ends) for group, ends in able if not group.units & taken]
                    found[target] = look.package(target, free, full, self._price, support)
            best = max((p for t in targets if (p := found[t])), key=lambda p: (p.gain, p.target), default=None)
            if best is None or best.gain <= w.attack:
                break
            targets.remove(best.target)
            if done := self._place(best):
                self.packages.append(best)
                taken |= done
                air -= 1
                support = 1 if air > 0 else 0
                for unit, post in best.posts:
                    if done >> unit & 1:
                        full |= 1 << look.home(post)
        return taken

    def _price(self, group: Group, post: int) -> float:
        """The cost of a group attacking from a hex."""
        return self.w.effort + 0.5 * self.w.fear * self.look.danger(post, group.units)

    def _place(self, package: Package) -> Bits:
        """Bring the attackers to their hexes; undone if too few can get there."""
        draft, look = self.draft, self.look
        mark = draft.mark()
        where_ = self.s.title.place(self.s, package.target)
        waiting, there = list(package.posts), []
        for _ in range(3):
            rest = []
            for unit, post in waiting:
                if draft.go(unit, post, f"to attack {where_}"):
                    there.append((unit, post))
                else:
                    rest.append((unit, post))
            if not rest or len(rest) == len(waiting):
                waiting = rest
                break
            waiting = rest
        if waiting and (not there or look.outlook(package.target, there, package.support).gain < self.w.attack):
            draft.back(mark)
            return 0
        return bits(unit for unit, _ in there)

    # -- marches ------------------------------------------------------------------------------

    def _late(self, groups: list[Group]) -> None:
        """Units that enter after their headquarters go where it supplies them, or wait."""
        d, t = self.d, self.draft.t
        ground = supply.open_to(t, GERMAN)
        for group in groups:
            hq = d.headquarters[group.corps]
            if t.place[hq] >= d.board.box:
                continue
            lines = where(t, supply.corps_lines(t, hq, ground))
            if group.gait == "motor" and lines and not self.draft.ends(group) & lines:  # it will move again
                far = self.look.far("motor", lines)
                near = {p: far[p] for p in scan(self.draft.ends(group) & ~d.fringe) if far[p] <= AGAIN}
                lines = 1 << min(near, key=lambda p: (near[p], p)) if near else 0
            self._forward(group, lines)

    def _march(self, rest: list[Group]) -> None:
        """Move all other groups toward the goal of their corps, the foremost first."""
        draft = self.draft
        rest.sort(key=lambda group: (self.waits(group.place), self.far(group)[group.place], group.units))
        for group in rest:
            self._forward(group, self.regions[group.corps])
        for group in rest:
            if draft.t.place[group.one] == group.place:
                self._forward(group, self.regions[group.corps])

    def _settle(self, rest: list[Group]) -> list[Group]:
        """Move each headquarters first, with a group to protect it; its corps then stays around it."""
        d, draft = self.d, self.draft
        used: Bits = 0
        for corps, hq in d.headquarters.items():
            if not self.staffs >> hq & 1:
                continue
            mine = [group for group in rest if group.corps == corps]
            for _, place, group in sorted(self._seats(corps, hq, mine), key=lambda one: (-one[0], one[1]))[:4]:
                mark = draft.mark()
                if group is not None and not draft.send(group, place, "with its headquarters"):
                    continue
                if not draft.go(hq, place, "headquarters to its corps"):
                    draft.back(mark)
                    continue
                self.settled |= 1 << hq
                used |= group.units if group else 0
                self.regions[corps] = around(draft.t, hq)
                break
        return [group for group in rest if not group.units & used]

    def _seats(self, corps: str, hq: int, mine: list[Group]) -> list[tuple[float, int, Group | None]]:
        """Where a headquarters could go, with which group, and the value of that."""
        s, d, look, w, t = self.s, self.d, self.look, self.w, self.draft.t
        seats = self.seats[corps] & ~d.fringe
        price = step_prices(s, hq, w)[0]
        key = "motor", goals(s, corps)
        if key not in self._far:
            self._far[key] = look.far(*key)
        far = self._far[key]
        out: list[tuple[float, int, Group | None]] = []
        free = self.movers & ~self.attackers & ~self.guards & ~t.moved
        ground = supply.open_to(t, GERMAN)
        cost = dict.fromkeys(scan(seats), 0.0)
        for place in cost:
            cost[place] = w.pace * min(2, len(mine)) * far[place] / 6 + (
                0.0 if self.sure >> place & 1 else w.cut * price
            )
            cost[place] += w.street * (d.interior >> place & 1)
        for group in look.groups(on_map(t, GERMAN) & d.corps[corps]):
            at = t.place[group.one]
            if d.garrisons >> at & 1:
                continue
            ends = self.forward(group.one) if group.units & free else 1 << at
            loss = hunger(s, group.units, w)
            for place in scan(seats & ~within(t, ends, ground)):
                cost[place] += loss

        def rated(place: int, units: Bits) -> float:
            return -cost[place] - look.danger(place, units | 1 << hq)

        for place in scan(seats & divisions(t, on_map(t, GERMAN) & ~free) & ~self._kept(0)):
            guard = t.here[place] & d.slots[0]
            out.append((rated(place, guard) - (1.5 if guard & self.attackers else 0.0), place, None))
        for group in mine:
            near = sorted(scan(look.reach(group.one) & seats & ~self._kept(group.units)), key=lambda p: cost[p])[:10]
            slow = 0.0 if group.gait == "foot" else -0.1 * group.strength / 4
            out += [(rated(place, group.units) + slow, place, group) for place in near]
        return out

    def _kept(self, units: Bits) -> Bits:
        """The hexes of the main map to which others return from the fringe at the end of the turn."""
        d, t = self.d, self.draft.t
        return bits(d.twin[p] for p in scan(divisions(t, on_map(t, GERMAN) & ~units) & d.fringe))

    def _forward(self, group: Group, region: Bits) -> None:
        """One group to its best hex."""
        draft, d, s = self.draft, self.d, self.s
        ends = draft.ends(group) & ~d.fringe
        new = self.waits(draft.t.place[group.one])
        if not new and not ends & region:
            region = self._toward(ends, region)
        ends &= ~self._kept(group.units)
        ends &= region  # units that would not be supplied stay off the map or where they are
        if not ends:
            return
        far = self.far(group)
        near = sorted(scan(ends), key=lambda p: far[p])[:24]
        extra = [p for p in scan(ends & (prizes(s) | 1 << group.place if not new else prizes(s))) if p not in near]
        best = max([*near, *extra], key=lambda p: (self.worth(group, p, far), -p))
        if best != draft.t.place[group.one]:
            draft.send(group, best, "forward")

    def _toward(self, ends: Bits, region: Bits) -> Bits:
        """The hexes among these that are nearest to a region."""
        d = self.d
        home = [d.twin.get(p, p) for p in scan(region & d.main)]
        if not home:
            return ends
        far = {p: min(d.board.distance(d.twin.get(p, p), q) for q in home) for p in scan(ends)}
        least = min(far.values(), default=0)
        return bits(p for p, many in far.items() if many == least)

    # -- the rest -----------------------------------------------------------------------------

    def _mend(self) -> None:
        """Redirect units that would be out of supply after all this."""
        d, draft = self.d, self.draft
        t = draft.t
        later = t.copy()
        later.fresh = 0
        out = on_map(t, GERMAN) & ~supply.supplied(later, GERMAN) & self.movers & ~d.stacks["headquarters"]
        if not out:
            return
        ground = supply.open_to(t, GERMAN)
        lines = {
            c: where(t, supply.corps_lines(t, hq, ground))
            for c, hq in d.headquarters.items()
            if t.place[hq] < d.board.box
        }
        back = draft.recall(out & t.moved)
        for group in self.groups:
            if group.units & (back | out & ~t.moved) and not group.units & self.guards:
                region = lines.get(group.corps, 0)
                region |= d.trace[GERMAN](region & ground) & d.land if region else 0
                if not region >> group.place & 1 or group.units & back:
                    self._forward(group, region | d.garrisons if region else self.regions[group.corps])
