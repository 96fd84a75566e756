"""The road to Demyansk: what blocks it, how much it would take to open it, and which hexes it leads through.

The route is searched along roads, as a Supply Road runs. A hex costs nothing if the Axis player can trace through it,
more if it is in a Soviet ZOC, most if a Soviet unit holds it: the cost of the cheapest route says how firmly it is cut.
"""

from functools import cached_property
from typing import NamedTuple

from ....core.bits import Bits
from ....core.knowledge import kept
from ....kit.hex.reach import union
from ..data.components import AXIS, SOVIET
from ..rules.supply import ground, linked, position, surrounded
from ..state import State, friendly, works

FREE, HOT, HELD = 0, 1, 3  # what a hex costs
SLACK = 4  # what a route may cost more than the cheapest
MOST = 30  # the highest cost of a route
CUT, FIRM, HALF = 4.5, 5.5, 5  # what any cut is worth, what a firm one is in addition, and the cost of half of that


class Ends(NamedTuple):
    """What has to be linked."""

    pocket: Bits
    edge: Bits


class Blocks(NamedTuple):
    """What stands in the way, by class."""

    free: Bits
    hot: Bits
    held: Bits


def ends_of(s: State) -> Ends:
    """Demyansk and the sources on the edge; in the second scenario, its sources and those in the west."""
    d, link = s.data, s.plan.goal.link
    if link:
        return Ends(d.board.named(link), d.board.named(s.plan.goal.to))
    return Ends(1 << d.demyansk, d.area["Axis supply"] & s.stage.area)


def blocks(s: State, more_held: Bits = 0, more_hot: Bits = 0, cleared: Bits = 0, ours: Bits = 0) -> Blocks:
    """The roads by what they cost the Axis player: with more Soviet units, some removed, or more Axis units."""
    d = s.data
    roads = d.roads & s.stage.area
    held = (s.held[SOVIET] & ~cleared | more_held) & roads
    open_ = ground(s, AXIS)
    if cleared:
        light, heavy = s.light[SOVIET] & ~cleared, s.heavy[SOVIET] & ~cleared
        reach = d.zoc[s.weather, 0](light) | (d.zoc[s.weather, 1](heavy) if heavy else 0)
        shut = (reach & ~works(s, AXIS)) | held | works(s, SOVIET)
        open_ = s.stage.area & (~shut | s.held[AXIS])
    open_ = (open_ & (~more_hot | s.held[AXIS]) | ours) & ~held
    free = roads & open_
    return Blocks(free, roads & ~free & ~held, held)


def _flooded(s: State, rings: list[Bits], b: Blocks) -> list[Bits]:
    """Complete rings of road hexes by cost, along roads."""
    d, done = s.data, 0
    for at in range(MOST + 1):
        new = rings[at] & ~done
        if not new:
            rings[at] = 0
            continue
        grown = edge = new
        while edge := d.road(edge) & b.free & ~done & ~grown:
            grown |= edge
        rings[at] = grown
        done |= grown
        near = d.road(grown) & ~done
        for price, kind in ((HOT, b.hot), (HELD, b.held)):
            if at + price <= MOST:
                rings[at + price] |= near & kind
    return rings


def _spread(s: State, start: Bits, b: Blocks) -> list[list[Bits]]:
    """Rings of road hexes by the cost of the cheapest way to them: without a gap in the road, with one, and so on."""
    step, breaks = s.data.supply_step[s.weather], s.data.charts.numbers["road_breaks"]
    out = [_flooded(s, [start] + [0] * MOST, b)]
    for _ in range(breaks):
        seeds = list(out[-1])
        for at, ring in enumerate(out[-1]):
            if ring:
                far = step(ring)
                for price, kind in ((FREE, b.free), (HOT, b.hot), (HELD, b.held)):
                    if at + price <= MOST:
                        seeds[at + price] |= far & kind
        out.append(_flooded(s, seeds, b))
    return out


@kept(lambda s, *_: s.weather, most=4096)
def _cheapest(s: State, start: Bits, b: Blocks, wanted: Bits) -> int:
    """The cost of the cheapest way from some hexes to others: as `_spread`, but only as far as it is needed."""
    road, step, last = s.data.road, s.data.supply_step[s.weather], s.data.charts.numbers["road_breaks"]
    free, hot, held = b
    rings = [[0] * (MOST + HELD + 1) for _ in range(last + 1)]
    rings[0][0], shut = start, ~(free | start)
    for linked_now in _linked_now(s, start):
        if linked_now & shut:
            break
        rings[0][0] = linked_now  # so far it is as it was
    seen = [0] * (last + 1)
    for at in range(MOST + 1):
        done = 0  # reached at no more cost, and with no more gaps
        for n, ring in enumerate(rings):
            done |= seen[n]
            grown = edge = ring[at] & ~done
            if not grown:
                continue
            open_ = free & ~(done | grown)
            while edge := road(edge) & open_:
                open_ ^= edge
                grown |= edge
            if grown & wanted:
                return at
            seen[n] |= grown
            done |= grown
            near = road(grown) & ~done
            ring[at + HOT] |= near & hot
            ring[at + HELD] |= near & held
            if n < last:
                far, more = step(grown) & ~done, rings[n + 1]
                more[at] |= far & free
                more[at + HOT] |= far & hot
                more[at + HELD] |= far & held
    return MOST


@kept(position)
def _linked_now(s: State, start: Bits) -> list[Bits]:
    """The road hexes to which a free road leads from some hexes as the position is: in one step, in two and so on."""
    road, out, edge = s.data.road, [start], start
    open_ = blocks(s).free & ~start
    while edge := road(edge) & open_:
        open_ ^= edge
        out.append(out[-1] | edge)
    return out


@kept(position, most=4096)
def cost(s: State, more_held: Bits, more_hot: Bits, cleared: Bits, ours: Bits) -> int:
    """What the route costs if units were added or removed."""
    ends = ends_of(s)
    start = ends.edge & friendly(s, AXIS) & ~more_held or ends.edge
    b = blocks(s, more_held, more_hot, cleared, ours)
    return _cheapest(s, start, b, ends.pocket)


class Corridor:
    """The route in a position."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.ends = ends_of(s)
        self.cost = cost(s, 0, 0, 0, 0)

    @property
    def cut(self) -> bool:
        """Whether there is no route."""
        s = self.s
        return not linked(s, AXIS, *self.ends) if s.plan.goal.link else surrounded(s)

    @property
    def gap(self) -> int:
        """How firmly the route is cut; 0 if it is open."""
        return max(1, self.cost) if self.cut else 0

    def gap_with(self, more_held: Bits = 0, more_hot: Bits = 0, cleared: Bits = 0, ours: Bits = 0) -> int:
        """The same if units were added or removed."""
        roads = self.s.data.roads
        return cost(self.s, more_held & roads, more_hot & roads & ~more_held, cleared, ours & roads)

    @cached_property
    def route(self) -> Bits:
        """The road hexes on cheapest routes."""
        return routes(self.s)[0]

    @cached_property
    def near(self) -> Bits:
        """The road hexes on routes that are little dearer."""
        return routes(self.s)[1]


@kept(position)
def routes(s: State) -> tuple[Bits, Bits]:
    """The road hexes on cheapest routes, and those on routes that are little dearer."""
    ends, b, best = ends_of(s), blocks(s), cost(s, 0, 0, 0, 0)
    start = ends.edge & friendly(s, AXIS) or ends.edge
    there, back = _spread(s, start, b), _spread(s, ends.pocket, b)
    out = [0] * (SLACK + 1)
    for first, last in zip(there, reversed(back), strict=True):  # the gaps are on one side of a hex or the other
        for at, ring in enumerate(first):
            for own, kind in ((FREE, b.free), (HOT, b.hot), (HELD, b.held)):
                if not (found := ring & kind):
                    continue
                for more in range(SLACK + 1):
                    if 0 <= best + more + own - at <= MOST:
                        out[more] |= found & last[best + more + own - at]
    return out[0], union(out)


def firmness(gap: int) -> float:
    """What a cut is worth by its cost, of ten."""
    return CUT + FIRM * gap / (gap + HALF) if gap else 0.0
