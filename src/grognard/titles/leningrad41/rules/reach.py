"""[8.0] Reach: how far a unit can go under the conditions of its move, and by which path.

Hexes are found as rings of sets by cost. Of the paths to a hex the one is offered that comes near enemies only at its
end, if the unit can afford it (9.1).
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ....kit.hex.reach import union
from ....kit.stacks import places_of
from ..data.links import Lanes, Pair
from ..state import State, side_of, those


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
    prices: tuple[tuple[int, Bits], ...]  # the hexes by cost, cheapest first
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


class Reach(NamedTuple):
    """Where a unit can go: rings of hexes by cost, and where it may end its move."""

    state: State
    terms: Terms
    rings: list[Bits]
    ends: Bits

    def path_to(self, end: int) -> tuple[int, ...]:
        """The path to a hex: if possible one on which only the last hex is next to enemies, else the cheapest."""
        t, path = self.terms, trace(self.terms, self.rings, end)
        feared, passed = beside_enemies(self.state, t.unit), bits(path[:-1])
        if feared & passed:
            feared = danger(self.state, t.unit)
        if not feared & passed:
            return path
        safe = t.enter & ~feared
        calm = spread(t, safe, (1 << end if safe >> end & 1 else t.near[end]) & safe)
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
    path, here = [end], end
    at = next(n for n, ring in enumerate(rings) if ring >> end & 1)
    while not _begins(t, here, at):
        here, at = _before(t, rings, here, at)
        path.append(here)
    return tuple(reversed(path))


def _begins(t: Terms, here: int, at: int) -> bool:
    """Whether the move can begin with this hex at this cost."""
    if t.first:
        return t.come_in(here) == at
    return bool(t.near[t.start] >> here & 1) and t.step(t.start, here) == at


def _before(t: Terms, rings: list[Bits], here: int, at: int) -> tuple[int, int]:
    """A hex in the rings from which a step leads to a hex reached at this cost, and its own cost."""
    lanes, near = t.lanes, t.near[here] & t.free
    cost = lanes.cost[here] + (t.toll if t.rubble >> here & 1 else 0)
    for links, paid in ((lanes.dry_to, cost), (lanes.wet_to, cost + lanes.river)):
        if paid <= at:
            for before in scan(near & rings[at - paid]):
                if links[before] >> here & 1:
                    return before, at - paid
    for before, to in t.ferries:
        if to == here and (paid := t.step(before, to) or 0) <= at and rings[at - paid] >> before & 1:
            return before, at - paid
    raise AssertionError("the rings contain no way back")


def first_steps(t: Terms, enter: Bits) -> dict[int, int]:
    """Those of these hexes that can be entered first, with the cost of each."""
    enter &= t.enter
    if t.first:
        found = {hex_: t.come_in(hex_) for hex_ in scan(t.first & enter)}
    else:
        found = {hex_: t.step(t.start, hex_) for hex_ in scan(t.near[t.start] & enter)}
    return {hex_: cost for hex_, cost in found.items() if cost is not None and cost <= t.budget}  # 8.3a


def spread(t: Terms, enter: Bits, wanted: Bits = 0) -> list[Bits]:
    """Rings of the hexes that can be reached at each cost through these hexes.

    The search ends once all the wanted hexes are in a ring, if there are any.
    """
    last, prices, lanes, river = t.budget, t.prices, t.lanes, t.lanes.river
    rings, least = [0] * (last + 1), t.prices[0][0]
    at = far = 0
    source = 0 if t.first else 1 << t.start
    found, wet = (t.first, 0) if t.first else (lanes.dry_to[t.start], lanes.wet_to[t.start])
    open_ = enter & ~(1 << t.start)  # the hexes that are in no ring yet
    ferries = _crossings(t, t.ferries)
    over = [*ferries, *_crossings(t, t.own)]
    while True:
        for extra, places in ((0, found & open_), (river, wet & open_)) if wet else ((0, found & open_),):  # 8.9b
            for cost, where in prices:
                then = at + cost + extra
                if then > last:
                    break  # 8.3a
                if hit := places & where:
                    rings[then] |= hit
                    if then > far:
                        far = then
        for a, b, cost in over:
            if source & a and open_ & b and at + cost <= last:  # 8.10h
                rings[at + cost] |= b
                far = max(far, at + cost)
        source = 0
        while not source and at < far:
            at += 1
            rings[at] = new = rings[at] & open_
            open_ ^= new
            source = new & t.free
        if wanted and not wanted & open_:
            return rings[: at + 1]
        if not source or at == last:
            return rings[: far + 1]
        over = ferries
        found, wet = lanes.dry(source), 0
        if at + least + river <= last and (shore := source & lanes.shores):
            wet = lanes.wet(shore)


def _crossings(t: Terms, pairs: Iterable[Pair]) -> list[tuple[Bits, Bits, int]]:
    """Steps over pontoons, as sets of one hex, with their costs."""
    return [(1 << a, 1 << b, t.step(a, b) or 0) for a, b in pairs]


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
    enemy = 1 - side_of(s, unit)
    able, hexes = capable(s, s.there[enemy]), s.held[enemy]
    for hex_ in scan(places_of(s, s.there[enemy] & ~able)):
        if not s.here[hex_] & able:
            hexes &= ~(1 << hex_)
    return d.around(hexes)
