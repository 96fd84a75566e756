"""[11.0] The line by which one unit is supplied, hex by hex; or how far one gets, where it breaks and why."""

from collections import deque
from typing import NamedTuple

from ...core.bits import Bits, scan
from ...core.rule import Objection
from ...core.title import Trace
from .ruleset import GERMAN, RUSSIAN
from .state import State, on_inset, side_of
from .supply import network, open_to, supplied


class Way(NamedTuple):
    """A path from a unit, and its length in hexes of the main map."""

    path: tuple[int, ...]
    length: int


def trace(s: State, unit: int) -> Trace | None:
    """The line of a ground unit on the map as things stand."""
    d, place = s.data, s.place[unit]
    if not d.ground >> unit & 1 or place >= d.board.box:
        return None
    side = side_of(s, unit)
    ok = bool(supplied(s, side) >> unit & 1)
    if side == RUSSIAN:
        return _last(s, RUSSIAN, unit, ok)
    if d.stacks["headquarters"] >> unit & 1:
        return _last(s, GERMAN, unit, ok)
    return _to_headquarters(s, unit, ok)


def find(s: State, side: int, start: int, goals: Bits, ground: Bits) -> Way | None:
    """The shortest way to one of these hexes; the Inset has no length."""
    d = s.data
    came, cost, queue = {start: start}, {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        if goals >> here & 1:
            path = [here]
            while path[-1] != start:
                path.append(came[path[-1]])
            return Way(tuple(reversed(path)), cost[here])
        for near in scan((d.trace[side](1 << here) | d.seam(1 << here)) & ground):
            free = d.on_inset >> near & 1 or (here == start and d.twin.get(here) == near)  # 11.51a, 11.53a
            price = cost[here] + (0 if free else 1)
            if price < cost.get(near, price + 1):
                came[near], cost[near] = here, price
                (queue.appendleft if free else queue.append)(near)
    return None


def sources(s: State, side: int, ground: Bits) -> list[tuple[Bits, int]]:
    """Hexes at which a line ends, and what is added for leaving the map there."""
    d = s.data
    if side == GERMAN:
        return [(network(s, ground), 0), (d.edge[GERMAN] & ground, 1)]  # 11.13b, 11.35b
    return [((d.interior if on_inset(s) else d.city) & ground, 0), (d.edge[RUSSIAN] & ground, 0)]  # 11.14a, 11.14c


def _nearest(s: State, side: int, start: int, ground: Bits) -> Way | None:
    ways = []
    for goals, more in sources(s, side, ground):
        if way := find(s, side, start, goals, ground):
            ways.append(way._replace(length=way.length + more))
    return min(ways, key=lambda way: way.length, default=None)


def _unhindered(s: State, side: int) -> Bits:
    """The ground there would be without an enemy."""
    return s.data.land & ~(s.data.city if side == GERMAN or on_inset(s) else 0)


def _last(s: State, side: int, unit: int, ok: bool) -> Trace:
    """The line to a source."""
    d, place, ground = s.data, s.place[unit], open_to(s, side)
    most = d.charts.numbers["supply_length"]
    way = _nearest(s, side, place, ground)
    if ok:
        short = way is not None and (side == RUSSIAN or way.length <= most)
        return Trace(True, way.path if way and short else (place,), None, ())  # 11.41a: or none is needed
    if way:
        text = f"{way.length} hexes to a rail or off the map, {most} at most"
        return Trace(False, way.path, None, (Objection("11.13b", text, {"length": way.length, "most": most}),))
    clause = "11.13b" if side == GERMAN else "11.14a"
    return _barred(s, _nearest(s, side, place, _unhindered(s, side)), place, ground, clause)


def _barred(s: State, way: Way | None, place: int, ground: Bits, clause: str) -> Trace:
    """Where an enemy breaks the line that there would be without him."""
    names = s.title.lexicon.places
    if way is None:
        return Trace(False, (place,), None, (Objection(clause, "no way over land leads there"),))
    for n, hex_ in enumerate(way.path):
        if not ground >> hex_ & 1:
            why = Objection("11.15a", f"{names[hex_]} is held by the enemy, or in his zone without a friend in it")
            return Trace(False, way.path[:n], hex_, (why,))
    why = Objection("11.16d", f"from {names[way.path[-1]]} no line runs on to the edge")
    return Trace(False, way.path, None, (why,))


def _to_headquarters(s: State, unit: int, ok: bool) -> Trace:
    """The line of a German unit to the headquarters of its corps, and on from there."""
    d, place, ground = s.data, s.place[unit], open_to(s, GERMAN)
    hq = d.headquarters[d.of_corps[unit]]
    goal, most = s.place[hq], d.charts.numbers["supply_length"]
    way = find(s, GERMAN, place, 1 << goal, ground) if goal < d.board.box else None
    onward = trace(s, hq)
    if ok:
        if way is None or onward is None or not onward.ok or way.length > most:
            return Trace(True, (place,), None, ())  # 11.44a, 11.45b
        return Trace(True, (*way.path, *onward.path[1:]), None, ())
    if onward is None:
        return Trace(False, (place,), None, (Objection("11.34a", f"{d.pieces[hq]} is not on the map"),))
    if way is None:
        return _barred(s, find(s, GERMAN, place, 1 << goal, _unhindered(s, GERMAN)), place, ground, "11.13a")
    if not onward.ok:
        why = (Objection("11.35a", f"{d.pieces[hq]} is out of supply itself"), *onward.why)
        return Trace(False, (*way.path, *onward.path[1:]), onward.breaks, why)
    text = f"{way.length} hexes to {d.pieces[hq]}, {most} at most"
    return Trace(False, way.path, None, (Objection("11.13a", text, {"length": way.length, "most": most}),))
