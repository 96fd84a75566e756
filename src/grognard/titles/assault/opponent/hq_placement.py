"""Where German headquarters go: their corps is within reach, they are not alone, and Russians cannot cut them off.

A headquarters lost or cut off costs every unit of its corps a step in the Russian Player-Turn: nothing costs more.
"""

from collections.abc import Callable

from ....core.bits import Bits, bits, scan
from ....kit.hex.board import flood
from ....kit.stacks import places_of
from ..rules import supply
from ..rules.supply import Lines
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, factor, on_map, put, units_in
from .evaluation import Weights, step_prices
from .opportunities import Opportunities
from .scratch_orders import Draft

SPARE = 1  # hexes by which a line to a headquarters is kept below the limit
DAY = 5  # hexes that Russians move in a turn
MOST = 0.6  # of the factors of a corps that its headquarters must not give up for its safety
LOOKED_AT = 6  # hexes examined for a headquarters, the best by distance


def where(s: State, lines: Lines) -> Bits:
    """All places at which a path begins."""
    return lines.main | lines.interior | s.data.seam(lines.main & s.data.outside)


def hunted(s: State) -> Bits:
    """The hexes that Russians could get close to in a turn."""
    d = s.data
    near = bits(s.place[u] for u in scan(on_map(s, RUSSIAN) & ~d.stacks["worker"]) if d.land >> s.place[u] & 1)
    for _ in range(DAY):
        near |= d.around(near)
    return near


def cutters(look: Opportunities) -> Bits:
    """Where Russians could be after their next turn."""
    out = 0
    for _, ends in look.threats():
        out |= ends
    return out


def regions(
    look: Opportunities, movers: Bits, forward: Callable[[int], Bits]
) -> tuple[dict[str, Bits], dict[str, Bits], Bits]:
    """For each corps, where its headquarters can go and where it then supplies units; and where that is certain."""
    s, d = look.s, look.d
    ground = supply.open_to(s, GERMAN)
    source = where(s, supply.sources(s, ground))
    sure = source & where(s, supply.sources(s, ground & ~cutters(look)))
    able = look.movers()
    ways = {
        unit: forward(unit) if able >> unit & 1 else 1 << s.place[unit]
        for unit in scan(on_map(s, GERMAN) & ~d.stacks["headquarters"])
    }
    seats: dict[str, Bits] = {}
    out: dict[str, Bits] = {}
    for corps, hq in d.headquarters.items():
        there = s.place[hq] < d.board.box
        near = 1 << s.place[hq] if there else 0
        units = [(ways[u], factor(s, u)) for u in scan(d.corps[corps] & on_map(s, GERMAN)) if factor(s, u)]
        if movers >> hq & 1:
            ends = look.reach(hq)
            for near in (ends & sure, ends & source or ends):
                found = within(s, near, ground) | d.garrisons if near else 0
                fed = sum(many for way, many in units if way & found)
                if near and fed >= MOST * sum(many for _, many in units):
                    break
        seats[corps], out[corps] = near, within(s, near, ground) | d.garrisons
    return seats, out, sure


def around(s: State, hq: int) -> Bits:
    """Where the units of its corps are supplied by a headquarters in its current hex."""
    return within(s, 1 << s.place[hq], supply.open_to(s, GERMAN)) | s.data.garrisons


def within(s: State, near: Bits, ground: Bits) -> Bits:
    """Where units are supplied by a headquarters in one of some hexes."""
    d = s.data
    near = bits(d.twin.get(place, place) for place in scan(near & ~d.interior)) | near & d.interior
    for _ in range(d.charts.numbers["supply_length"] - 1 - SPARE):
        near |= d.trace[GERMAN](near) & ground
    near |= d.trace[GERMAN](near) & d.land & ~s.held[RUSSIAN]
    if near & (d.outside | d.interior):
        inner = flood(d.seam(near & d.outside) | near & d.on_inset, d.trace[GERMAN], ground & d.on_inset)
        near |= inner | d.trace[GERMAN](inner) & d.on_inset & ~s.held[RUSSIAN]
    return near


def hunger(s: State, units: Bits, w: Weights) -> float:
    """The cost of leaving some units unsupplied: a step at once if they were already out of supply."""
    return sum(
        step_prices(s, unit, w)[0] * (w.starved if s.unsupplied >> unit & 1 else w.unfed) for unit in scan(units)
    )


def command(draft: Draft, staffs: Bits, attackers: Bits, w: Weights) -> None:
    """Move each headquarters to where it supplies most of its corps, protected and away from the Russians."""
    if not staffs:
        return
    after = Opportunities(draft.t, GERMAN, w)
    shut, feared = cutters(after), hunted(draft.t)
    for hq in scan(staffs):
        best = _best_seat(draft, hq, after, shut, feared, attackers)
        if best is not None and best != draft.t.place[hq]:
            draft.put(hq, best, "headquarters to its corps")


def _best_seat(draft: Draft, hq: int, after: Opportunities, shut: Bits, feared: Bits, attackers: Bits) -> int | None:
    """The best hex for a headquarters when all other units have moved."""
    t, d, w = draft.t, after.d, after.w
    corps = d.corps[d.of_corps[hq]] & on_map(t, GERMAN) & ~(1 << hq)
    ends = draft.way(hq).reached & ~d.fringe
    if t.place[hq] < d.board.box:
        ends |= 1 << t.place[hq]
    ground = supply.open_to(t, GERMAN)
    ends = ends & where(t, supply.sources(t, ground)) or ends
    if not ends:
        return None
    sure = where(t, supply.sources(t, ground & ~shut))
    price = step_prices(t, hq, w)[0]
    spots = [(d.twin.get(p, p), _force(t, corps, p)) for p in scan(places_of(t, corps))]
    ranked: dict[int, float] = {}
    for place in scan(ends):
        guard = units_in(t, 1 << place) & ~d.stacks["headquarters"]
        at = _near(d.twin.get(place, place), spots, after)
        at -= w.street * (d.interior >> place & 1)
        at -= 0.0 if sure >> place & 1 else w.cut * price
        at += (2.0 if not guard & attackers else 0.5) if guard else -w.alone * (feared >> place & 1)
        ranked[place] = at

    def worth(place: int) -> float:
        guard = units_in(t, 1 << place) & ~d.stacks["headquarters"]
        return ranked[place] - _unfed(t, hq, place, corps, w) - after.danger(place, guard | 1 << hq)

    found = sorted(ranked, key=lambda place: (-ranked[place], place))[:LOOKED_AT]
    return max(found, key=lambda place: (worth(place), -place))


def _near(here: int, spots: list[tuple[int, int]], look: Opportunities) -> float:
    """How near a hex is to some forces, by distance."""
    d, out = look.d, 0.0
    for spot, many in spots:
        way = d.board.distance(here, spot)
        out += (0.5 * many if way <= d.charts.numbers["supply_length"] else 0) - 0.1 * way
    return out


def _unfed(t: State, hq: int, place: int, corps: Bits, w: Weights) -> float:
    """The cost of a headquarters in a hex not supplying all of its corps."""
    t = t.copy()
    put(t, hq, place)
    lines = supply.corps_lines(t, hq, supply.open_to(t, GERMAN))
    return hunger(t, bits(unit for unit in scan(corps) if not lines.reach(t.place[unit])), w)


def _force(t: State, units: Bits, place: int) -> int:
    return sum(factor(t, unit) for unit in scan(t.here[place] & units))
