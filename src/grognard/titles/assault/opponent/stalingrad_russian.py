"""How the Russian side plans in *Assault on Stalingrad*: delay between Don and Volga, the city, the ferries.

Posts are worth what their zones close to the Germans: the ways to the city, and the crossings of the Don, where no
unit moves from zone to zone. The rest go into the city, those that come from the east over the Volga.
"""

from heapq import heapify, heappop, heappush

from ....core.bits import Bits, bits, scan
from ....core.knowledge import kept
from ....kit.hex.board import flood
from ....kit.planning import Plan
from ..data.components import Components
from ..rules import supply
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, factor, grade, on_map, units_in
from .evaluation import prize
from .opportunities import Group, Opportunities, divisions
from .posts import TURN, Posts
from .stalingrad_city import inner_value
from .stalingrad_evaluation import Known, known

LOOK_AHEAD = 12  # hexes of a German's way to the city
CLOSED = 0.5  # a crossing of the Don
BARRED = 0.45  # a hex on the way of ten German factors
MOST = 0.1  # by how much a value may have fallen before it is computed again


@kept()
def crossings(d: Components) -> tuple[tuple[Bits, Bits], ...]:
    """The hexsides of the Don: the hex farther from the city, and the nearer one."""
    east = flood(d.outside, d.trace[GERMAN], d.main & d.land & ~bits(p for p, far in enumerate(d.barred) if far))
    near = bits(p for p, far in enumerate(d.barred) if far and (east | d.zoc(east)) >> p & 1)
    return tuple((1 << a, 1 << b) for b in scan(near) for a in scan(d.barred[b] & ~near))


class StalingradRussianPlan(Posts):
    """The orders of a phase while they are being made."""

    def __init__(self, s: State, look: Opportunities) -> None:
        self.known: Known = known(s.data)
        super().__init__(s, look)
        self.field = s.data.main
        self.ways = self._ways()
        self.rivers = [
            (a | b, self.urgency((a if self.eta[a.bit_length() - 1] else b).bit_length() - 1))
            for a, b in crossings(s.data)
        ]
        self.shut: Bits = self._zones(on_map(s, RUSSIAN) & ~look.movers())
        self.ground = supply.open_to(s, GERMAN)
        self.roads = supply.network(s, self.ground)
        self.staffs = self._fed_staffs(s, self.ground)
        self.known_cuts: dict[Bits, float] = {}

    def doors(self) -> Bits:
        """The hexes of the main map from which Germans enter the city."""
        return self.known.doors

    def _ways(self) -> dict[int, float]:
        """How many tens of German factors have a hex on their way to the city."""
        s, d = self.s, self.d
        german = Opportunities(s, GERMAN, self.w)
        togo = german.far("motor", self.known.doors)
        out: dict[int, float] = {}
        for place in scan(s.held[GERMAN] & d.main):
            force = sum(factor(s, unit) for unit in scan(s.here[place] & d.side[GERMAN])) / 10
            for _ in range(LOOK_AHEAD if force else 0):
                near = d.zoc(1 << place)
                if not near or not togo[place]:
                    break
                place = min(scan(near), key=lambda p: (togo[p], p))
                out[place] = out.get(place, 0.0) + force
        return out

    def _zones(self, units: Bits) -> Bits:
        """The hexes in the zones of some units."""
        s, d = self.s, self.d
        out = 0
        for unit in scan(units & d.slots[0]):
            out |= self._zone(s.place[unit], grade(s, unit))
        return out

    def _zone(self, place: int, class_: int) -> Bits:
        return (1 << place | self.d.zoc(1 << place)) if class_ < 2 and not self.d.city >> place & 1 else 1 << place

    # -- the value of posts -------------------------------------------------------------------

    def _worth(self, place: int) -> float:
        s, d = self.s, self.d
        if d.interior >> place & 1:
            return inner_value(s, place) if self.inside else 0.0
        out = 0.0
        if d.corner >> place & 1:
            out += 0.15 * prize(s, place, self.w)
        if self.known.doors >> place & 1:
            out += 0.8
        return out * self.urgency(place) * self.w.post

    def bars(self, place: int, class_: int) -> float:
        """What a unit in a hex closes to the Germans that no other does."""
        more = self._zone(place, class_) & ~self.shut
        if not more:
            return 0.0
        out = BARRED * sum(
            min(2.0, self.ways[p]) * self.urgency(p) * (2.0 if p == place else 1.0)
            for p in scan(more)
            if p in self.ways
        )
        now = self.shut | more
        out += CLOSED * sum(soon for both, soon in self.rivers if both & more and both & ~now == 0)
        return out * self.w.post

    def _fed_staffs(self, t: State, ground: Bits) -> Bits:
        """The German headquarters that can trace supply over this ground."""
        lines = supply.sources(t, ground)
        there = on_map(t, GERMAN) & self.d.stacks["headquarters"]
        return bits(hq for hq in scan(there) if lines.reach(t.place[hq]))

    def cut_here(self, place: int, class_: int) -> float:
        """The value of a unit in a hex that keeps supply from German headquarters."""
        s, d = self.s, self.d
        zone = self._zone(place, class_) & ~s.held[GERMAN]
        if not zone & self.roads:
            return 0.0
        if zone not in self.known_cuts:
            lost = self.staffs & ~self._fed_staffs(s, self.ground & ~zone)
            force = sum(
                factor(s, unit) for hq in scan(lost) for unit in scan(d.corps[d.of_corps[hq]] & on_map(s, GERMAN))
            )
            self.known_cuts[zone] = self.w.rail * 0.2 * force
        return self.known_cuts[zone]

    def city_value(self, count: int) -> float:
        """The value of one more division in the city."""
        soon = 1.0 if self.city_eta <= 2 else 0.7 if self.city_eta <= 4 else 0.4
        return max(1.0, 8.0 - 0.3 * count) * soon * self.w.city_wall

    def use(self, group: Group, place: int, count: int) -> float:
        """The value of a group in a hex, considering the danger."""
        d = self.d
        if d.within >> place & 1 and group.units & d.tank_corps:
            return 0.5
        if d.city >> place & 1:
            crowd = (units_in(self.draft.t, 1 << place) & d.slots[0] & ~group.units).bit_count()
            return self.city_value(count) - 0.2 * crowd / d.district[place].bit_count()
        out = super().use(group, place, count)
        if d.interior >> place & 1:
            return out
        return out + self.bars(place, group.grade) + self.cut_here(place, group.grade)

    # -- the plan -----------------------------------------------------------------------------

    def make(self) -> Plan:
        """All orders of the phase."""
        busy = self._served()
        busy |= self._raids(busy)
        busy |= self._attacks(busy)
        busy |= self._retaken(busy)
        busy |= self._landings(busy)
        self.shut |= self._zones_of_draft(busy)
        rest = [group for group in self.groups if not group.units & busy]
        self._posts([group for group in rest if self.d.within >> group.place & 1])
        self._posts([group for group in rest if not self.d.within >> group.place & 1])
        if self.inside:
            self._workers()
        return Plan(tuple(self.draft.orders), tuple(self.packages))

    def _landings(self, busy: Bits) -> Bits:
        """Divisions at the ferries make room for those that wait on the far bank; returns all of them."""
        d, look, draft, out = self.d, self.look, self.draft, 0
        if not self.inside:
            return 0
        waiting = [group for group in self.groups if d.main >> group.place & 1 and not group.units & busy]
        for head in scan(self.known.heads & self.s.held[RUSSIAN]):
            there = next((g for g in self.groups if g.place == head and not g.units & (busy | out)), None)
            able = [g for g in waiting if look.reach(g.one) >> head & 1 and not g.units & out]
            if there is None or not able:
                continue
            mark = draft.mark()
            ends = draft.ends(there) & d.interior & ~divisions(draft.t, on_map(draft.t, RUSSIAN))
            room = max(scan(ends), key=lambda p: (self.use(there, p, 0), -p), default=-1)
            fresh = max(able, key=lambda g: (g.strength, -g.grade, g.units))
            gone = room >= 0 and self.use(there, room, 0) > 0 and draft.send(there, room, "makes room at the ferry")
            if gone and draft.send(fresh, head, "into the city"):
                out |= there.units | fresh.units
            else:
                draft.back(mark)
        return out | self._to_ferries([group for group in waiting if not group.units & out])

    def _to_ferries(self, waiting: list[Group]) -> Bits:
        """Divisions near the far bank go to where the ferries leave, if there is room; returns them."""
        d, look, draft, out = self.d, self.look, self.draft, 0
        piers = bits(d.twin[place] for place in scan(self.known.landings))
        for group in waiting:
            far = look.far(group.gait, piers)
            near = far[group.place] <= d.allowance[group.one] and not d.outside & ~self.known.bank >> group.place & 1
            if not near or piers >> group.place & 1 or look.siege(group.place)[0]:
                continue
            free = draft.ends(group) & piers & ~divisions(draft.t, on_map(draft.t, RUSSIAN))
            if free and draft.send(group, min(scan(free), key=lambda p: (far[p], p)), "to the ferry"):
                out |= group.units
        return out

    def _zones_of_draft(self, units: Bits) -> Bits:
        t, out = self.draft.t, 0
        for unit in scan(units):
            out |= self._zone(t.place[unit], grade(t, unit))
        return out

    def _posts(self, groups: list[Group]) -> None:
        """Assign units to posts, the best pairs first; the value of a post falls when its neighbours are held."""
        s, d, look, draft = self.s, self.d, self.look, self.draft
        posts = self._wanted()
        heap: list[tuple[float, int, int]] = []
        for n, group in enumerate(groups):
            home = 1 << group.place if group.place < d.board.box else 0
            for place in scan(look.reach(group.one) & (posts | home)):
                heap.append((-self._now(group, place), n, place))
        heapify(heap)
        done: set[int] = set()
        full = divisions(s, on_map(s, RUSSIAN) & ~look.movers()) & ~d.city
        full |= divisions(draft.t, draft.t.moved & d.side[RUSSIAN]) & ~d.city
        while heap:
            was, n, place = heappop(heap)
            if n in done or full >> place & 1:
                continue
            group = groups[n]
            now = self._now(group, place)
            if now < -was - MOST:
                heappush(heap, (-now, n, place))
                continue
            if now < 0.5:
                break
            if draft.send(group, place, "to its post" if place != group.place else "holds"):
                done.add(n)
                full |= 0 if d.city >> place & 1 else 1 << place
                self.shut |= self._zone(place, group.grade)
        for n, group in enumerate(groups):
            if n not in done:
                self._march(group, full)

    def _now(self, group: Group, place: int) -> float:
        """The value of a group in a hex after the orders so far; staying is worth a little more."""
        t, d = self.draft.t, self.d
        inside = (units_in(t, d.within & t.held[RUSSIAN]) & d.slots[0] & ~group.units).bit_count()
        return self.use(group, place, inside) + self.habit(group, place)

    def _wanted(self) -> Bits:
        """Every hex that is a post."""
        d = self.d
        near = self.eta.within[3 * TURN] & d.main & d.land & ~d.city
        return near | (d.interior if self.inside else d.city)

    def _goals(self, group: Group, full: Bits) -> Bits:
        """The city and the bank of the Volga; for Tank Corps, the edge of the city."""
        d = self.d
        if group.units & d.tank_corps:
            return self.known.doors
        return self.known.bank | (d.interior & ~full if self.inside else d.city)

    def _workers(self) -> None:
        """Send Workers to unoccupied victory hexes and ferries."""
        s, d, draft = self.s, self.d, self.draft
        for unit in scan(self.look.movers() & d.stacks["worker"]):
            here = s.place[unit]
            if not d.interior >> here & 1:
                continue
            best, most = here, 0.5 + self._post_of_worker(unit, here)
            for place in scan(draft.way(unit).reached & d.interior):
                if (at := self._post_of_worker(unit, place)) > most:
                    best, most = place, at
            if best != here:
                draft.go(unit, best, "to hold it")

    def _post_of_worker(self, unit: int, place: int) -> float:
        t = self.draft.t
        others = t.here.get(place, 0) & self.d.side[RUSSIAN] & ~(1 << unit)
        return inner_value(t, place) * (0.4 if others else 1.0)
