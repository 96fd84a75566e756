"""[8.0] Movement: which units can move, together with which, how far, and why not. Paths are in `paths`.

A unit in a Map Box enters by an Entry hex of that box, which is the first hex of its path (9.35). What a move does not
spend is lost, so its cost matters only against the allowance: an engineer helps only those who need it.
"""

from typing import NamedTuple

from ....core.bits import Bits, bits, lowest, scan, subsets
from ....core.knowledge import kept
from ....core.options import Among, Options, Sieve, Some
from ....core.rule import Ban, Check, Objection
from ....kit.hex.board import Spread
from ....kit.hex.reach import union, way_back
from ....kit.stacks import places_of
from ..data.components import SOVIET
from ..data.links import HEAVY, LIGHT, MIXED, Costs
from ..state import State, value_of, works, zone
from .engineers import aid, helpers
from .supply import lacks
from .withdrawal import may_leave

FEW = 8  # units of a stack whose groups are tried one by one


def allowance(s: State, unit: int, company: Bits = 0) -> int:
    """The MPs of a unit that sets out, in the company of some units."""
    d, points = s.data, value_of(s, unit).movement  # 2.24c
    if s.exploiting:
        points //= 2  # 3.52a, 8.41b, 8.41c: all else is as in movement
    if not s.shortage:
        return points
    group = d.color.get(s.shortage, 0)
    if group >> unit & 1 and (lacks(s, 1 << unit) or company & group & ~d.corps):  # 6.54b
        points = max(0, points + d.charts.shortage.movement)  # 6.53c
    return points


def least_allowance(s: State, units: Bits) -> int:
    """The MPs of some units that set out together: the lowest of theirs."""
    if not units & (units - 1):
        return allowance(s, units.bit_length() - 1, units)
    return min([allowance(s, unit, units) for unit in scan(units)])  # 8.12b


class Terms(NamedTuple):
    """The conditions of a move."""

    units: Bits
    start: int
    first: Bits  # the Entry hexes, if it starts in a Map Box
    budget: int
    costs: Costs
    enter: Bits
    zone: Bits  # of the enemy
    works: Bits  # active Strongpoints of the enemy
    toll: int  # what one of them adds
    aid: dict[int, Bits]  # by hex: the hexes to which engineers help from it
    banks: Bits  # the hexes from which they do
    own: bool  # an engineer moves along
    near: tuple[Bits, ...]  # the neighbours of each place
    around: Spread  # the same for sets
    exits: Bits  # hexes from which units that may leave the map do so
    exit_cost: int

    def step(self, a: int, b: int, aided: bool = True) -> int | None:
        """What a step costs; None if it is closed."""
        hot = self.zone >> b & 1
        found = (self.costs.hot if hot else self.costs.cool).cost[a].get(b)
        if aided and self.aid.get(a, 0) >> b & 1 and (a, b) in self.costs.aided:
            helped = self.costs.aided[a, b][hot]
            found = helped if found is None else min(found, helped)
        return found if found is None else found + (self.toll if self.works >> b & 1 else 0)

    def entry(self, b: int) -> int | None:
        """What the first hex costs a unit that enters the map."""
        if not self.first >> b & 1 or b not in self.costs.entry:
            return None
        return self.costs.entry[b][self.zone >> b & 1] + (self.toll if self.works >> b & 1 else 0)

    def ferried(self, a: int, b: int) -> int | None:
        """What a step costs with the help of the engineer that moves along, who then stops."""
        if not self.own or (a, b) not in self.costs.aided:
            return None
        return self.costs.aided[a, b][self.zone >> b & 1] + (self.toll if self.works >> b & 1 else 0)

    def held_up(self) -> Bits:
        """The hexes closed to the first step: those in a zone, if the move starts in one."""
        return self.zone if self.zone >> self.start & 1 else 0  # 8.2a, 8.22a, 8.22b


def class_of(s: State, units: Bits) -> int:
    """The class of a stack: it goes where all its units may go."""
    hard = units & s.data.heavy
    return LIGHT if not hard else HEAVY if hard == units else MIXED


def terms(s: State, units: Bits) -> Terms:
    """How some units, stacked in one place, can move together; friends do not matter (8.11c, 8.14b, 8.23a, 3.23b)."""
    d, start, enemy, area = s.data, s.place[lowest(units)], 1 - s.side, s.stage.area
    helped, banks = aid(d, places_of(s, helpers(s, units)))
    return Terms(
        units,
        start,
        d.entries.get(start, 0) & area,
        least_allowance(s, units),
        d.costs(s.weather, class_of(s, units)),
        area & ~s.held[enemy] & ~(1 << start),
        zone(s, enemy),
        works(s, enemy),  # 8.14a, 8.14b, 19.22a
        d.charts.terrain["strongpoint"].added[s.weather],  # 14.13a
        helped,
        banks,
        bool(units & d.engineers),
        d.board.neighbours,
        d.around,
        d.exits & area if s.side == SOVIET else 0,
        d.charts.withdrawal.cost,
    )


# -- reach ------------------------------------------------------------------------------------


class Reach(NamedTuple):
    """Where some units can go: rings of hexes by cost, and what an engineer of their own adds."""

    terms: Terms
    rings: list[Bits]
    last: dict[int, tuple[int, int]]  # hexes across a river: the cost, and the hex before
    ends: Bits

    def cost_of(self, end: int) -> int:
        """The lowest cost to get there."""
        for at, ring in enumerate(self.rings):
            if ring >> end & 1:
                return at
        return self.last[end][0]

    def path_to(self, end: int) -> tuple[int, ...]:
        """A cheapest path there."""
        if end in self.last:
            before = self.last[end][1]
            return (end,) if before == self.terms.start else (*self.path_to(before), end)
        t, at = self.terms, self.cost_of(end)
        beside = t.near[t.start] & ~t.held_up()
        begin = t.entry if t.first else lambda hex_: t.step(t.start, hex_) if beside >> hex_ & 1 else None
        return tuple(reversed(way_back(self.rings, end, at, begin, self._into)))

    def _into(self, here: int) -> list[tuple[int, int]]:
        t = self.terms
        near = scan(t.near[here] & ~t.zone & self.ends)
        if t.banks >> here & 1:
            return [(before, cost) for before in near if (cost := t.step(before, here)) is not None]
        costs = (t.costs.hot if t.zone >> here & 1 else t.costs.cool).cost
        toll = t.toll if t.works >> here & 1 else 0
        return [(before, costs[before][here] + toll) for before in near if here in costs[before]]


def enterable(t: Terms) -> Bits:
    """The hexes that can be entered first."""
    out = 0
    for hex_ in scan((t.first or t.near[t.start] & ~t.held_up()) & t.enter):  # 9.35a
        cost = t.entry(hex_) if t.first else t.step(t.start, hex_)
        if cost is not None and cost <= t.budget:
            out |= 1 << hex_
    return out  # 8.13c, 8.32a


def _out(t: Terms, rings: list[Bits], at: int, source: Bits, open_: Bits) -> None:
    """Add the hexes one step away from a ring."""
    last, near = len(rings) - 1, t.around(source) & open_
    hot = near & t.zone
    for ways, to in ((t.costs.cool_ways, near ^ hot), (t.costs.hot_ways, hot)):  # 8.36d
        for cost, go, some in ways if to else ():
            if at + cost > last:
                break
            if to & some and (found := go(source) & to):
                to ^= found  # a step that costs more is not needed
                if hit := found & t.works:
                    found ^= hit
                    if at + cost + t.toll <= last:
                        rings[at + cost + t.toll] |= hit
                rings[at + cost] |= found
                if not to:
                    break
    for a in scan(source & t.banks) if source & t.banks else ():
        for b in scan(t.aid[a] & open_):
            helped = t.step(a, b)
            if helped is not None and at + helped <= last:
                rings[at + helped] |= 1 << b


def reach(s: State, units: Bits) -> Reach:
    """How far some units, stacked in one place, can go together."""
    t = terms(s, units)
    rings, undone = [0] * (t.budget + 1), s.data.hexes
    if t.first:
        for hex_ in scan(enterable(t)):
            rings[t.entry(hex_) or 0] |= 1 << hex_  # 9.35b
    else:
        _out(t, rings, 0, 1 << t.start, t.enter & ~t.held_up())
    for at, ring in enumerate(rings):
        rings[at] = new = ring & undone
        undone ^= new
        if new and at < t.budget and (source := new & ~t.zone):  # 8.21a, 8.21b
            _out(t, rings, at, source, t.enter & undone)
    done = s.data.hexes ^ undone
    last = _last_steps(s, t, rings, done)
    return Reach(t, rings, last, done | bits(last))


def _last_steps(s: State, t: Terms, rings: list[Bits], done: Bits) -> dict[int, tuple[int, int]]:
    """What can only be the end of a move: across a river with an engineer of its own, or off the map."""
    out: dict[int, tuple[int, int]] = {}
    exits = t.exits & (done | 1 << t.start)
    if exits and not may_leave(s, t.units):
        exits = 0
    if not t.own and not exits:
        return out
    ways = [(0, t.start)] if not t.first else []
    ways += [(at, place) for at, ring in enumerate(rings) for place in scan(ring & ~t.zone)]
    for at, a in ways:
        shut = t.held_up() if a == t.start else 0
        for b in scan(s.data.rivers[a] & t.enter & ~done & ~shut) if t.own else ():
            cost = t.ferried(a, b)  # 8.33f, 8.33g
            if cost is not None and at + cost <= min(t.budget, out.get(b, (t.budget, 0))[0]):
                out[b] = at + cost, a
        if exits >> a & 1 and at + t.exit_cost <= min(t.budget, out.get(s.data.exited, (t.budget, 0))[0]):
            out[s.data.exited] = at + t.exit_cost, a  # 5.34c, 5.34h
    return out


# -- which unit leads, which go along ---------------------------------------------------------


def lead_bans(s: State) -> list[Ban]:
    """Every piece that cannot move in this phase, and why."""
    d, side = s.data, s.side
    own = d.side[side]
    there = present(s)
    bans = [
        Ban("8.0a", "{it} is not yours to move", d.all_pieces & ~own),
        Ban("9.3c", "{it} is neither on the map nor in a Map Box", own & ~there),
        Ban("8.0c", "{it} is printed on the map and never moves", d.printed & there),
        Ban("8.13a", "{it} has moved in this phase", s.moved & there),
        Ban("8.33e", "{it} has helped others across a river and stays where it is", s.halted & there & ~s.moved),
    ]
    if s.exploiting:
        bans += [
            Ban("8.42a", "{it} has no Exploitation Movement Box", there & ~d.boxed),
            Ban("8.42b", "{it} took no part in a combat of the last Combat Phase", there & ~s.fought),  # 8.42c
        ]
        if s.weather != "frozen":
            bans.append(Ban("8.44a", "{it} uses exploitation movement in Frozen weather only", there & d.ski))
    return bans


def present(s: State) -> Bits:
    """The units of the active player on the map and in Map Boxes."""
    out = s.there[s.side]
    for box in s.data.box_list[s.side]:
        out |= s.here.get(box, 0)
    return out  # 9.35g


def movers(s: State) -> Bits:
    """The units that can still move in this phase: those that no ban of `lead_bans` concerns."""
    return free_of(s, present(s))


def free_of(s: State, units: Bits) -> Bits:
    """Those of some units on the map or in Map Boxes that can still move in this phase."""
    d = s.data
    out = units & ~(d.printed | s.moved | s.halted)
    if s.exploiting:
        out &= d.boxed & s.fought & (-1 if s.weather == "frozen" else ~d.ski)  # 8.42a, 8.42b, 8.44a
    return out


def lead_options(s: State) -> Options:
    """The units that can move, alone or as the first of several."""
    return Sieve(movers(s), lambda unit: not can_move(s, 1 << unit))


def lead_checks(s: State) -> list[Check]:
    """The clauses that leave a unit nowhere to move."""
    known: dict[int, str] = {}
    barred = union([ban.where for ban in lead_bans(s)])

    def held(unit: int) -> str:
        if unit not in known:
            known[unit] = "" if barred >> unit & 1 else _stuck(s, unit)
        return known[unit]

    def check(clause: str, text: str) -> Check:
        return Check(clause, text, lambda unit: held(unit) == clause)

    return [
        check("8.35b", "{it} is in swamp without a road and stays until it freezes"),
        check("8.22b", "all hexes {it} could enter are in an enemy ZOC, as its own is"),
        check("8.32a", "{it} has too few MPs for any hex it could enter"),
        check("8.14a", "there is no hex that {it} could enter"),
    ]


def movable(s: State, unit: int) -> bool:
    """Whether no ban concerns a unit."""
    return movers(s) >> unit & 1 == 1


def _stuck(s: State, unit: int) -> str:
    """The clause that leaves a unit no hex to move to; empty if there is one."""
    d, place = s.data, s.place[unit]
    t = terms(s, 1 << unit)
    if can_step(s, t):
        return ""
    open_ = (t.first or t.near[place]) & t.enter
    if not t.first and d.heavy >> unit & 1 and d.terrain[place] == "swamp" and not _leads_out(s, place):
        return "8.35b"
    if not open_:
        return "8.14a"
    return "8.22b" if not open_ & ~(0 if t.first else t.held_up()) else "8.32a"


def _leads_out(s: State, place: int) -> Bits:
    """Whether heavy types can leave a swamp hex in this weather."""
    d = s.data
    return d.road_to[place] if s.weather in d.charts.terrain["swamp"].heavy else -1


@kept(lambda s, _kind: (s.side, s.scenario, s.weather, zone(s, 1 - s.side), s.destroyed, s.built))
def easy_steps(s: State, kind: int) -> list[Bits]:
    """By MPs: the hexes from which they suffice for a hex outside enemy ZOCs and Strongpoints, without any help."""
    enemy = 1 - s.side
    to = s.stage.area & ~zone(s, enemy) & ~works(s, enemy)
    ways = s.data.costs(s.weather, kind).cool.back
    out, found = [], 0
    for budget in range(ways[-1][0] + 1):
        for cost, back in ways:
            found |= back(to) if cost == budget else 0
        out.append(found)
    return out


def can_move(s: State, units: Bits) -> bool:
    """Whether some units, stacked in one place, can enter any hex together, or leave the map."""
    easy, budget = easy_steps(s, class_of(s, units)), least_allowance(s, units)
    if easy[min(budget, len(easy) - 1)] >> s.place[lowest(units)] & 1:
        return True
    return can_step(s, terms(s, units))


def can_step(s: State, t: Terms) -> bool:
    """Whether some units can enter any hex together, or leave the map."""
    return bool(enterable(t)) or bool(_last_steps(s, t, [], 0))


def mates(s: State, lead: int) -> Bits:
    """The units that may go along with the leader: numbered after it, so that a stack has one leader."""
    here = free_of(s, s.here[s.place[lead]] & s.data.side[s.side])
    return here >> (lead + 1) << (lead + 1)  # 8.12c, 8.12f


def rest_options(s: State, lead: int) -> Options:
    """The groups with which the leader can move."""
    more = mates(s, lead)
    if not more or can_move(s, more | 1 << lead):
        return Some(more, 0)  # 8.12a, 9.35d: what all of them can do, any of them can
    if more.bit_count() > FEW:
        return Among((0,))
    return Among([some for some in subsets(more) if can_move(s, some | 1 << lead)])


def rest_objections(s: State, lead: int, rest: Bits) -> list[Objection]:
    """Why some units may not go along."""
    names, out = s.title.lexicon.pieces, []
    for unit in scan(rest):
        name = names[unit]
        if s.place[unit] != s.place[lead]:
            out.append(Objection("8.12c", f"{name} is not with {names[lead]}"))  # 8.12e
        elif unit <= lead:
            out.append(Objection("form", f"name {name} before {names[lead]}"))
        else:
            out += [ban.objection(unit, name) for ban in lead_bans(s) if ban.where >> unit & 1]
    if out or not rest or not movable(s, lead):
        return out
    if not can_move(s, rest | 1 << lead):
        slowest = terms(s, rest | 1 << lead).budget
        text = f"the stack moves at its lowest MA, {slowest}, and no hex is in reach of all"
        return [Objection("8.12b", text, {"budget": slowest})]
    if mates(s, lead).bit_count() > FEW and rest not in rest_options(s, lead):
        return [Objection("form", "not all of them can move together: move these one by one")]
    return []
