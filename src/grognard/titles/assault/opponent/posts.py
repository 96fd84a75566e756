"""Russian units assigned to posts: the best pairs of unit and hex first, attacks before that, the rest on the march."""

from abc import ABC, abstractmethod

from ....core.bits import Bits, bits, scan
from ....kit.planning import Package, Plan
from ..rules import supply
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, on_inset, on_map, units_in
from .opportunities import Far, Group, Opportunities, divisions
from .scratch_orders import Draft
from .supply_cuts import Cut, Lifelines, raiders

TURN = 48  # sixths that a panzer unit can move in a turn
RAIDS = 3  # cuts in one turn
KEPT = 0.5  # the chance that a cut lasts until the next check


PURPOSES = {"cut": "to cut the supply at {}", "hold": "to hold {}", "reserve": "in reserve at {}"}


class Posts(ABC):
    """The orders of a Russian phase while they are being made."""

    def __init__(self, s: State, look: Opportunities) -> None:
        self.s, self.d, self.look, self.w = s, s.data, look, look.w
        self.draft = Draft(s)
        self.inside = on_inset(s)
        self.packages: list[Package] = []
        german = Opportunities(s, GERMAN, look.w)
        self.eta = german.far("motor", s.held[GERMAN]) if s.held[GERMAN] else Far([*[0] * (TURN * 4), -1])
        self.fed = supply.russian_ground(s) | s.data.city
        self.city_eta = min(self.arrival(place) for place in scan(self.doors())) / TURN
        self._value: dict[int, float] = {}
        self.field: Bits = s.data.board.hexes  # where units march
        self.groups = [
            group for group in look.groups(look.movers()) if group.units & s.data.slots[0]
        ]  # divisions and brigades

    # -- what a game decides for itself -------------------------------------------------------

    @abstractmethod
    def make(self) -> Plan:
        """All orders of the phase."""

    @abstractmethod
    def doors(self) -> Bits:
        """The hexes of the main map from which Germans enter the city."""

    @abstractmethod
    def _worth(self, place: int) -> float:
        """The value of holding a hex, with any unit."""

    @abstractmethod
    def city_value(self, count: int) -> float:
        """The value of one more division in the city."""

    @abstractmethod
    def _wanted(self) -> Bits:
        """Every hex that is a post."""

    # -- the value of posts -------------------------------------------------------------------

    def arrival(self, place: int) -> int:
        """When the Germans can be in a hex, or next to it if we hold it, in sixths of a panzer unit's points."""
        if not self.s.held[RUSSIAN] >> place & 1:
            return self.eta[place]
        return min((self.eta[near] for near in scan(self.d.besiegers[place] & ~self.s.held[RUSSIAN])), default=TURN)

    def urgency(self, place: int) -> float:
        """How soon a place has to be held."""
        turns = self.arrival(place) / TURN
        return 1.0 if turns <= 1.5 else 0.75 if turns <= 3 else 0.45 if turns <= 6 else 0.25

    def value(self, place: int) -> float:
        """The value of holding a hex, with any unit."""
        if place not in self._value:
            self._value[place] = self._worth(place)
        return self._value[place]

    def use(self, group: Group, place: int, count: int) -> float:
        """The value of a group in a hex, considering the danger."""
        d = self.d
        if d.city >> place & 1:
            return self.city_value(count)
        out = self.value(place) - self.w.russian_fear * self.look.danger(place, group.units)
        if not self.fed >> place & 1:
            out -= 5.0
        return out

    def habit(self, group: Group, place: int) -> float:
        """What keeps a group from changing its post without need, and from going back and forth."""
        if place == group.place:
            return self.w.stay + (self.w.works if self.d.strong >> place & 1 else 0.0)
        return -self.w.undo if self.look.left.get(group.one) == place else 0.0

    # -- orders -------------------------------------------------------------------------------

    def _attacks(self, busy: Bits) -> Bits:
        """Attacks on Germans by units that are not busy, the most profitable first; returns the attackers."""
        s, d, look = self.s, self.d, self.look
        able = [
            (group, 1 << self.draft.t.place[group.one] if group.units & busy else look.reach(group.one))
            for group in self.groups
        ]
        fixed = on_map(s, RUSSIAN) & ~look.movers() & ~s.disrupted & d.slots[0]
        able += [(group, 1 << group.place) for group in look.groups(fixed)]
        able = [(group, ends & ~d.city | 1 << group.place) for group, ends in able]
        targets = [t for t in scan(s.held[GERMAN] & ~d.fringe) if any(e & d.besiegers[t] for _, e in able)]
        taken, full = 0, divisions(self.draft.t, busy)
        while targets:
            free = [(group, ends) for group, ends in able if not group.units & taken]
            found = [p for t in targets if (p := look.package(t, free, full, self._price, 0))]
            best = max(found, key=lambda p: (p.gain, p.target), default=None)
            if best is None or best.gain <= self.w.russian_attack:
                break
            targets.remove(best.target)
            mark = self.draft.mark()
            where = s.title.place(s, best.target)
            if all(self.draft.go(unit, post, f"to attack {where}") for unit, post in best.posts):
                self.packages.append(best)
                taken |= best.units
                for _, post in best.posts:
                    full |= 1 << look.home(post)
            else:
                self.draft.back(mark)
        return taken

    def _served(self) -> Bits:
        """Orders for the operations: units go to the places they are to hold or close; returns these units."""
        out = 0
        for operation in self.look.operations:
            for place, units in operation.guards:
                mine = units & self.look.movers()
                where = self.s.title.place(self.s, place)
                for unit in scan(mine):
                    mark = self.draft.mark()
                    relieved = self._cleared(unit, place, where)
                    if self.draft.go(unit, place, PURPOSES[operation.kind].format(where)):
                        out |= 1 << unit | relieved
                    else:
                        self.draft.back(mark)  # nobody leaves for a unit that cannot come
        return out

    def _cleared(self, unit: int, place: int, where: str) -> Bits:
        """Send away the unit that another one relieves in a hex; returns it."""
        t, d = self.draft.t, self.d
        old = t.here.get(place, 0) & d.side[RUSSIAN] & d.slots[0] & self.look.movers() & ~(1 << unit)
        if not old or d.city >> place & 1 or not d.slots[0] >> unit & 1:
            return 0
        (group,) = self.look.groups(old)
        ends = self.draft.ends(group) & self.fed & ~(1 << place)
        if not ends:
            return 0
        best = max(scan(ends), key=lambda p: (self.use(group, p, 6), -p))
        self.draft.send(group, best, f"relieved in {where}")
        return group.units

    def _raids(self, busy: Bits) -> Bits:
        """Cut the supply of German corps, the most profitable cuts first; returns the units."""
        s = self.s
        if not self.w.raid or s.turn >= s.data.turns:
            return 0
        lines = Lifelines(s, self.w)
        pool = self.cuts(lines, busy)
        taken = staffs = 0
        for _ in range(RAIDS):
            fresh = [cut for cut in pool if cut.staffs & ~staffs and not cut.units & taken]
            best = max(fresh, key=lambda cut: (self.gain_of(lines, cut, staffs), cut.posts), default=None)
            if best is None or self.gain_of(lines, best, staffs) <= 0:
                break
            pool.remove(best)
            mark = self.draft.mark()
            told = PURPOSES["cut"]
            if all(self.draft.go(unit, to, told.format(s.title.place(s, to))) for unit, to in best.posts):
                taken |= best.units
                staffs |= best.staffs
            else:
                self.draft.back(mark)
        return taken

    def cuts(self, lines: Lifelines, busy: Bits = 0) -> list[Cut]:
        """The ways to cut German supply this turn."""
        s, d, look = self.s, self.d, self.look
        free = look.movers() & ~busy & ~d.stacks["worker"] & on_map(s, RUSSIAN)
        full = divisions(s, on_map(s, RUSSIAN) & ~free)
        able = [(unit, look.reach(unit) & ~(full if d.slots[0] >> unit & 1 else 0)) for unit in scan(free)]
        return list(lines.cuts(raiders(s, able)))

    def gain_of(self, lines: Lifelines, cut: Cut, staffs: Bits = 0) -> float:
        """The value of a cut, less what its units give up and risk."""
        out = KEPT * self.w.raid * sum(lines.worth(hq) for hq in scan(cut.staffs & ~staffs))
        for unit, place in cut.posts:
            group = Group(1 << unit, self.s.place[unit], "", self.d.gait[unit], 0, 0)
            out -= 0.5 + self.w.russian_fear * self.look.danger(place, 1 << unit)
            if place != group.place and self.d.slots[0] >> unit & 1:
                out -= max(0.0, 0.5 * self.use(group, group.place, 6))
        return out

    def _price(self, group: Group, post: int) -> float:
        """The cost of a group attacking from a hex: the post it leaves, and the danger there."""
        out = 0.3 + 0.5 * self.w.russian_fear * self.look.danger(post, group.units)
        if post != group.place and group.place < self.d.board.box:
            loss = self.use(group, group.place, 2) - self.use(group, post, 2)
            out += max(0.0, loss)
        return out

    def _posts(self, groups: list[Group]) -> None:
        """Assign units to posts, the best pairs of unit and hex first."""
        s, d, look, draft = self.s, self.d, self.look, self.draft
        posts = self._wanted()
        pairs: list[tuple[float, int, int]] = []
        count = (units_in(s, (d.city | d.interior) & s.held[RUSSIAN]) & d.slots[0]).bit_count()
        for n, group in enumerate(groups):
            ends = look.reach(group.one) & (posts | 1 << group.place)
            at_home = d.city >> group.place & 1
            for place in scan(ends):
                at = self.use(group, place, max(0, count - 1) if at_home else count) + self.habit(group, place)
                pairs.append((at, n, place))
        pairs.sort(key=lambda one: (-one[0], one[1], one[2]))
        done: set[int] = set()
        full = divisions(s, on_map(s, RUSSIAN) & ~look.movers()) & ~d.city
        for at, n, place in pairs:
            if n in done or full >> place & 1 or (at < 0.3 and place != groups[n].place):
                continue
            group = groups[n]
            if d.city >> place & 1 and place != group.place:
                inside = (units_in(draft.t, (d.city | d.interior) & draft.t.held[RUSSIAN]) & d.slots[0]).bit_count()
                if self.city_value(inside) < at - 1.5:
                    continue
            if place == group.place and at < 0.6 and not d.city >> place & 1:
                continue  # it may do better by marching
            if draft.send(group, place, "to its post" if place != group.place else "holds"):
                done.add(n)
                full |= 0 if d.city >> place & 1 else 1 << place
        for n, group in enumerate(groups):
            if n not in done:
                self._march(group, full)

    def _march(self, group: Group, full: Bits) -> None:
        """A unit without a post within reach moves toward one, avoiding danger."""
        if goals := self._goals(group, full):
            self._toward(group, goals, "back to where it is needed")

    def _goals(self, group: Group, full: Bits) -> Bits:
        """Where a unit without a post within reach is needed."""
        open_ = self._wanted() & ~full & ~self.s.held[GERMAN]
        return bits(p for p in scan(open_) if self.value(p) >= 1.0) | (0 if self.inside else self.d.city)

    def _toward(self, group: Group, goals: Bits, purpose: str) -> None:
        """A unit moves toward one of some hexes, avoiding danger."""
        d, draft = self.d, self.draft
        ends = draft.ends(group) & self.field
        if not ends:
            return
        far = self.look.far(group.gait, goals)
        near = sorted(scan(ends), key=lambda p: far[p])[:16]
        if self.field >> group.place & 1 and group.place not in near:
            near.append(group.place)

        def worth(place: int) -> float:
            out = -0.35 * far[place] / 6 - 1.5 * self.w.russian_fear * self.look.danger(place, group.units)
            out -= 0.0 if self.fed >> place & 1 else 4.0
            return out + 0.15 * d.multiple(place, RUSSIAN) + self.habit(group, place)

        best = max(near, key=lambda p: (worth(p), -p))
        if best != draft.t.place[group.one]:
            draft.send(group, best, purpose)

    def _retaken(self, busy: Bits) -> Bits:
        """Units of operations that retake a place approach it together; returns these units."""
        out = 0
        for operation in self.look.operations:
            if operation.kind != "retake":
                continue
            where = self.s.title.place(self.s, operation.objective)
            for group in self.groups:
                if group.units & operation.force and not group.units & busy:
                    self._toward(group, 1 << operation.objective, f"to retake {where}")
                    out |= group.units
        return out
