"""[17.0] Surprise: what binds the Soviets on Game-Turn 1, and the counterblow of Game-Turn 7."""

from collections.abc import Iterator
from itertools import accumulate
from operator import or_
from typing import TYPE_CHECKING

from ...core.bits import Bits, bits, scan
from ...core.options import Options, Paths
from ...core.rule import Ban, Objection
from ...kit.reach import waves_back
from .state import FRESH, GERMAN, SOVIET, State, units_in, zone
from .supply import slow, supplied

if TYPE_CHECKING:
    from .movement import Trip

FAR = 200  # halves: farther than any place on the map


def bound(s: State) -> bool:
    """Is it the Soviet Player-Turn of Game-Turn 1?"""
    return s.turn == 1 and s.side == SOVIET  # 17.0a


def frozen(s: State) -> Bits:
    """The units that may not move at all on Game-Turn 1."""
    if not bound(s):
        return 0
    return bits(u for u in scan(units_in(s, s.data.frozen)) if s.origin[u] == s.place[u])  # 17.2c


def goals(s: State, size: int = 1) -> Bits:
    """The hexes adjacent to a German unit with room for so many more."""
    return zone(s, GERMAN) & s.data.land & ~s.held[GERMAN] & ~s.crowd[s.data.stacking + 1 - size]


def _passable(s: State) -> Bits:
    return s.data.land & ~s.held[GERMAN] & ~s.crowd[s.data.stacking]


def able(s: State, units: Bits) -> Bits:
    """Which of these units can still get adjacent to a German unit."""
    from .movement import allowance, factor, trip

    near = goals(s)
    fed, slowed = supplied(s, SOVIET), slow(s, SOVIET)
    within: dict[int, list[Bits]] = {}  # by kind: from where the goals can be reached for so much
    out = 0
    for unit in scan(units):
        here = s.place[unit]
        fresh = s.points[unit] == FRESH
        left = allowance(s, unit, fed) if fresh else s.points[unit]
        if fresh and s.data.adjacent[here] & near:
            out |= 1 << unit  # 4.3a
        elif fresh and (s.raid | s.heavy_raid) >> here & 1:
            if trip(s, 1 << unit, left).reached & near:
                out |= 1 << unit
        else:
            kind = s.data.motorized >> unit & 1
            rate = s.data.motor if kind else s.data.foot
            if kind not in within:
                within[kind] = list(accumulate(waves_back(near, 14, rate, _passable(s), slowed), or_))
            for place, cost in rate.cost[here].items():
                paid = cost * factor(slowed, place)
                if paid <= left and within[kind][left - paid] >> place & 1:
                    out |= 1 << unit
                    break
    return out


def distances(s: State, rate: object) -> dict[int, int]:
    """How far each hex is from the nearest German unit, in halves of a Movement Point."""
    rate = s.data.motor if rate is s.data.motor else s.data.foot
    rings = waves_back(s.held[GERMAN], FAR, rate, s.data.land)
    return {place: at for at, ring in enumerate(rings) if ring for place in scan(ring)}


def _onward(s: State, way: "Trip", far: dict[int, int], here: int, left: int) -> Iterator[tuple[int, int]]:
    """The steps that bring a unit nearer to the Germans, with what is left afterwards."""
    from .movement import factor, may_enter

    if here == way.start:
        for place, cost in way.first.items():
            if far.get(place, FAR) < far.get(here, FAR):
                yield place, left - cost
        return
    if way.enemy_zone >> here & 1:
        return
    enter = may_enter(s, way.units, way.start)
    for place, cost in way.rate.cost[here].items():
        paid = cost * factor(way.slow, place)
        if paid <= left and enter >> place & 1 and far.get(place, FAR) < far.get(here, FAR):
            yield place, left - paid


def marches(s: State, way: "Trip") -> dict[int, tuple[int, ...]]:
    """The ends of all full marches toward the nearest German, each with a path."""
    far = distances(s, way.rate)
    out: dict[int, tuple[int, ...]] = {}
    seen = {(way.start, way.budget)}
    open_: list[tuple[int, int, tuple[int, ...]]] = [(way.start, way.budget, ())]
    while open_:
        here, left, path = open_.pop()
        steps = list(_onward(s, way, far, here, left))
        if not steps and path:
            out.setdefault(here, path)
        for place, rest in steps:
            if (place, rest) not in seen:
                seen.add((place, rest))
                open_.append((place, rest, (*path, place)))
    return out


def ends(s: State, way: "Trip") -> Bits:
    """Where a move on Game-Turn 1 may end."""
    near = way.reached & goals(s, way.units.bit_count())
    if near or able(s, way.units):
        return near  # 17.2a, 17.2a
    return bits(marches(s, way))  # 17.2b


def paths(s: State, way: "Trip") -> Options:
    """The moves open to a Soviet unit on Game-Turn 1."""
    near = way.reached & goals(s, way.units.bit_count())
    if near or able(s, way.units):
        return Paths(near, way.path_to, lambda path: not _path_refused(s, way, path))
    found = marches(s, way)
    return Paths(bits(found), found.__getitem__, lambda path: not _path_refused(s, way, path))


def _path_refused(s: State, way: "Trip", path: tuple[int, ...]) -> bool:
    from ...core.bits import lowest
    from .movement import path_objections as ordinary

    lead = lowest(way.units)
    return bool(ordinary(s, lead, way.units ^ 1 << lead, path))


def path_objections(s: State, way: "Trip", path: tuple[int, ...]) -> list[Objection]:
    """What Game-Turn 1 has against a path that is otherwise good."""
    names = s.title.lexicon.places
    end = path[-1]
    if goals(s, way.units.bit_count()) >> end & 1:
        return []
    if able(s, way.units):
        return [
            Objection(
                "17.2a",
                f"{names[end]} is not adjacent to a German unit, and this unit can get adjacent to one",
            )
        ]
    far = distances(s, way.rate)
    here, left = way.start, way.budget
    for place in path:
        onward = dict(_onward(s, way, far, here, left))
        if place not in onward:
            return [Objection("17.2b", f"{names[place]} is no nearer to the nearest German unit than {names[here]}",
                              {"before": far.get(here, FAR) / 2, "after": far.get(place, FAR) / 2})]  # fmt: skip
        here, left = place, onward[place]
    if any(True for _ in _onward(s, way, far, here, left)):
        return [Objection("17.2b", f"from {names[end]} it could still march on toward the nearest German unit: "
                          f"{left / 2:g} Movement Points are left", {"left": left / 2})]  # fmt: skip
    return []


def marching(s: State, units: Bits) -> Bits:
    """Which of these units, unable to get adjacent, can still go toward the nearest German."""
    from .movement import allowance, trip

    fed = supplied(s, SOVIET)
    far: dict[int, dict[int, int]] = {}
    out = 0
    for unit in scan(units):
        left = allowance(s, unit, fed) if s.points[unit] == FRESH else s.points[unit]
        if not left:
            continue
        way = trip(s, 1 << unit, left)
        kind = s.data.motorized >> unit & 1
        if kind not in far:
            far[kind] = distances(s, way.rate)
        if any(True for _ in _onward(s, way, far[kind], way.start, left)):
            out |= 1 << unit
    return out


def duties(s: State) -> tuple[Bits, Bits]:
    """The units that must still get adjacent, and those that must still march."""
    loose = units_in(s, s.held[SOVIET] & ~zone(s, GERMAN)) & ~frozen(s)
    can = able(s, loose)
    return can, marching(s, loose & ~can)


def lead_bans(s: State, units: Bits) -> list[Ban]:
    """Units that may not move on Game-Turn 1 because nothing is asked of them any more."""
    engaged = units_in(s, zone(s, GERMAN) & s.held[SOVIET]) & units
    can, march = duties(s)
    return [
        Ban("17.1b", "{it} is in a German ZOC, and on Game-Turn 1 no Soviet unit may disengage", engaged),
        Ban("17.2b", "{it} has marched as far toward the Germans as it can", units & ~engaged & ~can & ~march),
    ]


def unfinished(s: State) -> list[Objection]:
    """Why the Soviet Movement Phase of Game-Turn 1 may not end yet."""
    names = s.title.lexicon.pieces
    can, march = duties(s)
    out = []
    if can:
        who = " ".join(names[u] for u in scan(can))
        out.append(Objection("17.2a", f"still able to get adjacent to a German unit: {who}", {"units": who}))
    if march:
        who = " ".join(names[u] for u in scan(march))
        out.append(Objection("17.2b", f"must still march toward the nearest German unit: {who}", {"units": who}))
    return out
