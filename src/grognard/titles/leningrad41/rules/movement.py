"""[8.0] Movement: who can move in which manner, how far, and why not. Paths are in `paths`, the move itself in `walk`.

Nothing but stacking, enemies, water and the cost of hexes limits a move; defensive fire (9.0) comes while it is made.
A unit that enters the map begins in the box `arriving`; the first hex of its path is one of its entry hexes.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ....core.bits import Bits, lowest, scan
from ....core.rule import Ban, Check, Objection
from ....kit.hex.reach import union
from ....kit.stacks import places_of
from ..data.links import DRIVE, LANDWARD, MARCH, RAIL, SAIL, WATER, Lanes, Pair
from ..data.map_and_units import GERMAN
from ..state import ALL_COMMANDS, State, room, side_of, stacking, those, unit_of
from .pontoons import ferries, own_crossings


class Terms(NamedTuple):
    """The conditions of a move of one unit or leader."""

    unit: int
    manner: str
    start: int
    first: Bits  # the entry hexes, if it comes from off the map
    budget: int
    lanes: Lanes
    enter: Bits
    free: Bits  # the hexes from which the move may go on
    ends: Bits  # the hexes in which it may end
    rubble: Bits
    toll: int  # what rubble adds
    ferries: Mapping[Pair, int]  # the cost of steps over pontoons
    own: Mapping[Pair, int]  # and of those by which an engineer carries itself, from its first hex
    near: tuple[Bits, ...]

    def step(self, a: int, b: int) -> int | None:
        """What a step costs; None if it is closed."""
        found = self.lanes.step(a, b)
        for more in (self.ferries, self.own):
            if more and (a, b) in more:
                found = more[a, b] if found is None else min(found, more[a, b])
        return found + self.toll if found is not None and self.rubble >> b & 1 else found

    def come_in(self, b: int) -> int | None:
        """What the first hex costs a unit that enters the map."""
        if not self.first >> b & 1:
            return None
        return self.lanes.cost[b] + (self.toll if self.rubble >> b & 1 else 0)

    def prices(self) -> list[tuple[int, Bits]]:
        """The hexes by cost, cheapest first."""
        if not self.rubble:
            return list(self.lanes.prices)
        out = [(cost, where & ~self.rubble) for cost, where in self.lanes.prices]
        return sorted(out + [(cost + self.toll, where & self.rubble) for cost, where in self.lanes.prices])


# -- the conditions ---------------------------------------------------------------------------


def usual(s: State, unit: int) -> str:
    """How a unit moves when nothing special is declared."""
    found = unit_of(s, unit)
    moves = found.moves if found else ""
    return RAIL if moves == "rail" else WATER if moves == "water" else MARCH  # 15.1a, 15.2a


def allowance(s: State, unit: int, manner: str) -> int:
    """The movement points of a move that begins."""
    if manner in (RAIL, SAIL):
        return len(s.data.terrain)  # 15.1b, 8.11d: any number of hexes
    points = s.data.allowance(unit)
    return points * s.data.charts.numbers["motorized"] if manner == DRIVE else points  # 8.8b


def entries(s: State, unit: int, manner: str) -> Bits:
    """The hexes by which a unit off the map may enter it."""
    if s.place[unit] != s.data.arriving or manner not in LANDWARD:
        return 0
    d, stage = s.data, s.stage
    edge = stage.german_entry if d.side[GERMAN] >> unit & 1 else stage.reserve_entry  # 19.1a, 19.3b
    if manner == DRIVE:
        edge &= d.kind["clear"] | (0 if s.delayed else d.street_ends)  # 8.8c, 16.2b
    return edge


def open_to(s: State, unit: int) -> Bits:
    """The hexes that neither stacking nor enemies close to a unit; it may come back to the one it leaves."""
    side, start = side_of(s, unit), s.place[unit]
    out = room(s, unit)  # 6.4a, 8.4b
    if start < s.data.board.box:
        mates = s.here[start] & s.data.side[side] & s.data.ground
        out |= (mates.bit_count() <= stacking(s, side, start)) << start
    return out & ~s.held[1 - side]  # 8.14a


def terms(s: State, unit: int, manner: str, left: int | None = None) -> Terms:
    """The conditions of a move; with the points left, of a move that goes on."""
    d, start = s.data, s.place[unit]
    first = entries(s, unit, manner) if left is None else 0
    ground = {MARCH: d.land, DRIVE: d.land, RAIL: d.railroads, WATER: d.water}.get(manner, d.open_sea | d.shores)
    overland = manner in LANDWARD
    return Terms(
        unit,
        manner,
        start,
        first,
        allowance(s, unit, manner) if left is None else left,
        d.lanes(manner, s.demolished, s.delayed),
        ground & open_to(s, unit),  # 8.13a
        d.open_sea if manner == SAIL else d.hexes,  # 8.11d
        d.shores if manner == SAIL else d.hexes,  # 8.11e
        s.rubble if overland else 0,
        d.charts.rubble.cost,  # 8.12a
        ferries(s, unit, manner) if overland else {},
        own_crossings(s, unit, manner) if left is None and overland else {},
        d.board.neighbours,
    )


# -- reach ------------------------------------------------------------------------------------


class Reach(NamedTuple):
    """Where a unit can go: rings of hexes by cost, and where it may end its move."""

    state: State
    terms: Terms
    rings: list[Bits]
    ends: Bits

    def path_to(self, end: int) -> tuple[int, ...]:
        """The path to a hex: if possible one on which only the last hex is next to enemies, else the cheapest."""
        t, path = self.terms, trace(self.terms, self.rings, end)
        feared = beside_enemies(self.state, t.unit)
        if any(feared >> hex_ & 1 for hex_ in path[:-1]):
            feared = danger(self.state, t.unit)
        if not any(feared >> hex_ & 1 for hex_ in path[:-1]):
            return path
        calm = spread(t, t.enter & ~feared)
        if union(calm) >> end & 1:
            return trace(t, calm, end)
        return self._last_step(calm, end) or path

    def _last_step(self, calm: list[Bits], end: int) -> tuple[int, ...]:
        """The cheapest path that comes near enemies only at its end; empty if there is none."""
        t = self.terms
        if first_steps(t, 1 << end):
            return (end,)
        best = t.budget + 1, 0
        for at, ring in enumerate(calm):
            for before in scan(ring & t.free & t.near[end]):
                cost = t.step(before, end)
                if cost is not None and at + cost < best[0]:
                    best = at + cost, before
        return (*trace(t, calm, best[1]), end) if best[0] <= t.budget else ()


def trace(t: Terms, rings: list[Bits], end: int) -> tuple[int, ...]:
    """A cheapest path to a hex within the rings."""
    first = first_steps(t, t.enter)
    lanes, river = t.lanes, t.lanes.river

    def into(here: int) -> Iterator[tuple[int, int]]:
        near = t.near[here] & t.free
        cost = lanes.cost[here] + (t.toll if t.rubble >> here & 1 else 0)
        if cost <= at and (some := near & rings[at - cost]):
            for before in scan(some):
                if lanes.dry_to[before] >> here & 1:
                    yield before, cost
        if cost + river <= at and (some := near & rings[at - cost - river]):
            for before in scan(some):
                if lanes.wet_to[before] >> here & 1:
                    yield before, cost + river
        for a, b in t.ferries:
            if b == here:
                yield a, t.step(a, b) or 0

    path = [end]
    at = next(n for n, ring in enumerate(rings) if ring >> end & 1)
    while first.get(path[-1]) != at:
        for before, cost in into(path[-1]):
            if cost <= at and rings[at - cost] >> before & 1:
                at -= cost
                path.append(before)
                break
        else:
            raise AssertionError("the rings contain no way back")
    return tuple(reversed(path))


def first_steps(t: Terms, enter: Bits) -> dict[int, int]:
    """Those of these hexes that can be entered first, with the cost of each."""
    enter &= t.enter
    if t.first:
        found = {hex_: t.come_in(hex_) for hex_ in scan(t.first & enter)}
    else:
        found = {hex_: t.step(t.start, hex_) for hex_ in scan(t.near[t.start] & enter)}
    return {hex_: cost for hex_, cost in found.items() if cost is not None and cost <= t.budget}  # 8.3a


def spread(t: Terms, enter: Bits) -> list[Bits]:
    """Rings of the hexes that can be reached at each cost through these hexes."""
    enter &= ~(1 << t.start)
    last, prices, lanes = t.budget, t.prices(), t.lanes
    rings = [0] * (last + 1)
    far = done = 0
    for place, cost in first_steps(t, enter).items():
        rings[cost] |= 1 << place
        far = max(far, cost)
    at = -1
    while at < far:
        at += 1
        rings[at] = new = rings[at] & ~done
        source = new & t.free
        done |= new
        if not source:
            continue
        open_ = enter & ~done
        found = lanes.dry(source) & open_
        more = lanes.wet(shore) & open_ if (shore := source & lanes.shores) else 0
        for cost, where in prices:
            if at + cost > last:
                break
            if hit := found & where:
                rings[at + cost] |= hit
                if at + cost > far:
                    far = at + cost
            if more and (hit := more & where) and at + cost + lanes.river <= last:  # 8.9b
                rings[at + cost + lanes.river] |= hit
                far = max(far, at + cost + lanes.river)
        for a, b in t.ferries:
            cost = t.step(a, b) or 0
            if source >> a & open_ >> b & 1 and at + cost <= last:
                rings[at + cost] |= 1 << b
                far = max(far, at + cost)
    return rings[: far + 1]


def reach(s: State, t: Terms) -> Reach:
    """How far a unit can go."""
    rings = spread(t, t.enter)
    return Reach(s, t, rings, union(rings) & t.ends)


def capable(s: State, pieces: Bits) -> Bits:
    """Those of these units that may make defensive fire, as far as everyone can see: face down, any may."""
    d = s.data
    hidden = pieces & d.anonymous & ~s.up
    return hidden | pieces & d.ground & ~hidden & ~those(s, pieces & ~hidden, d.indirect)  # 9.3a


def beside_enemies(s: State, unit: int) -> Bits:
    """The hexes next to enemies of a unit."""
    return s.data.around(s.held[1 - side_of(s, unit)])


def danger(s: State, unit: int) -> Bits:
    """The hexes in which enemies may fire at a unit that enters them (9.1b); nobody fires at leaders."""
    d = s.data
    if d.leaders >> unit & 1:
        return 0
    return d.around(places_of(s, capable(s, s.there[1 - side_of(s, unit)])))


# -- who may move -----------------------------------------------------------------------------


def bodies(s: State) -> Bits:
    """The units and leaders of the side that moves, on the map or about to enter it."""
    d = s.data
    return (s.there[s.side] | s.here.get(d.arriving, 0)) & d.side[s.side]


def waiting(s: State, command: str) -> Bits:
    """The units of a sub-command that must enter in this phase and still can."""
    d = s.data
    late = s.here.get(d.arriving, 0) & d.command[command] & ~s.moved if command else 0
    return late if late and entries(s, lowest(late), MARCH) & open_to(s, lowest(late)) else 0


def bans(s: State) -> list[Ban]:
    """Every piece that cannot move in this phase in any manner, and why."""
    d = s.data
    own, ready = d.side[s.side], bodies(s)
    late = waiting(s, s.command)
    return [
        Ban("8.1e", "{it} is not yours to move", d.all_pieces & ~own),
        Ban("8.1a", "{it} is neither on the map nor about to enter it", own & ~ready),
        Ban("8.1d", "{it} has moved in this phase", s.moved & ready),
        Ban("8.2a", "the sub-command of {it} has finished moving", s.closed & ready & ~s.moved),
        Ban("8.10l", "{it} has let others cross its pontoon bridge and stays", s.used & ready & ~s.moved),
        Ban(
            "19.1b",
            f"{late.bit_count()} units of the sub-command that moves now must enter before {{it}} moves",
            ready & ~d.leaders & ~d.command[s.command] if late else 0,
        ),
    ]


def drive_bans(s: State) -> list[Ban]:
    """Every piece that cannot use motorized movement, and why."""
    d, ready = s.data, bodies(s)
    able = those(s, ready & d.ground, d.motorized) | ready & d.leaders & d.motorized
    return [
        *bans(s),
        Ban("8.8a", "{it} is neither armored nor motorized", ready & ~able),
        Ban("18.3d", "{it} has landed by air and has no vehicles", able & s.landed),
    ]


def barred(s: State, found: list[Ban]) -> Bits:
    """Everything in some bans."""
    return union([ban.where for ban in found])


STUCK = (
    ("7.1c", "there is no hex by which {it} could enter"),
    ("15.1a", "no railroad hex next to {it} is open to it"),
    ("15.2a", "no water next to {it} is open to it"),
    ("8.8c", "next to {it} is neither a clear hex nor a street that it could follow"),
    ("8.9a", "{it} cannot leave its hex except across a major river or the sea"),
    ("8.14a", "all hexes that {it} could enter hold enemies, or have no room for it"),
    ("8.3a", "{it} has too few movement points for any hex around it"),
)


def checks(s: State, manner: str = "") -> list[Check]:
    """The clauses that leave a unit nowhere to move; without a manner, each unit moves as usual."""
    known: dict[int, str] = {}

    def held(unit: int) -> str:
        if unit not in known:
            known[unit] = _held(s, unit, manner)
        return known[unit]

    def check(clause: str, text: str) -> Check:
        return Check(clause, text, lambda unit: held(unit) == clause)

    return [check(clause, text) for clause, text in STUCK]


def _held(s: State, unit: int, manner: str) -> str:
    """The clause that leaves a unit nowhere to move, if no ban concerns it."""
    found = stuck(terms(s, unit, manner or usual(s, unit)))
    return "" if found and barred(s, drive_bans(s) if manner == DRIVE else bans(s)) >> unit & 1 else found


def drive_checks(s: State) -> list[Check]:
    """The same for motorized movement."""
    return checks(s, DRIVE)


def quick(t: Terms) -> bool:
    """Whether a unit can enter a hex around it that it could pay for in any case."""
    lanes = t.lanes
    if lanes.prices[-1][0] + lanes.river + t.toll > t.budget:
        return False
    return bool((t.first or lanes.dry_to[t.start]) & t.enter)


def stuck(t: Terms) -> str:
    """The clause that leaves a unit no hex to move to; empty if there is one."""
    if quick(t) or first_steps(t, t.enter):
        return ""
    if t.first or t.start >= len(t.near) or not t.near[t.start]:
        return "7.1c"
    near = t.near[t.start]
    dry = {b: cost for b in scan(near) if (cost := t.step(t.start, b)) is not None}
    if not dry:
        return {RAIL: "15.1a", WATER: "15.2a", DRIVE: "8.8c"}.get(t.manner, "8.9a")
    return "8.3a" if any(t.enter >> b & 1 for b in dry) else "8.14a"


def command_of(s: State, unit: int) -> str:
    """The sub-command of a unit; empty for leaders, who belong to none (14.1a)."""
    return next((name for name in ALL_COMMANDS if s.data.command[name] >> unit & 1), "")


# -- who must still enter ---------------------------------------------------------------------


def unentered(s: State) -> Iterator[Objection]:
    """Why the phase cannot end: units that must enter, and can."""
    late = must_enter(s)
    if late:
        text = f"{late.bit_count()} units must still enter the map"
        yield Objection("7.2b" if s.side == GERMAN else "7.3b", text, {"units": late.bit_count()})


def must_enter(s: State) -> Bits:
    """The units and leaders of the side that moves which must still enter the map in this phase, and can."""
    d = s.data
    late = s.here.get(d.arriving, 0) & d.side[s.side] & ~s.moved & ~s.closed
    able = 0
    while left := late & ~able:
        unit = lowest(left)
        alike = d.command.get(command_of(s, unit), 1 << unit)  # all of them can enter, or none
        if stuck(terms(s, unit, MARCH)):
            late &= ~alike
        able |= late & alike
    return able  # 19.1b
