"""[11.0] The supply line of one unit, hex by hex; or how far it gets, where it breaks and why."""

from typing import NamedTuple

from ....core.bits import Bits, lowest, scan
from ....core.rule import Objection
from ....kit.hex.board import Spread
from ....kit.table import Trace
from ..rules.supply import network, open_to
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, on_inset, option, side_of


class Way(NamedTuple):
    """A path from a unit, and its length in hexes of the main map."""

    path: tuple[int, ...]
    length: int


def trace(s: State, unit: int) -> Trace | None:
    """The current supply line of a ground unit on the map."""
    d, place = s.data, s.place[unit]
    if not d.ground >> unit & 1 or place >= d.board.box:
        return None
    side = side_of(s, unit)
    if side == RUSSIAN or d.stacks["headquarters"] >> unit & 1:
        return _last(s, side, unit)
    return _to_headquarters(s, unit)


# -- the shortest way -------------------------------------------------------------------------


def rings(start: Bits, spread: Spread, within: Bits) -> list[Bits]:
    """Rings of places by steps from the start, staying within a set."""
    out, found = [start], start
    while new := spread(out[-1]) & within & ~found:
        out.append(new)
        found |= new
    return out


def back(s: State, side: int, before: list[Bits], end: int) -> list[int]:
    """The way to a hex of the last of these rings, starting from the first."""
    links, out = s.data.trace_links[on_inset(s)][side], [end]
    for ring in reversed(before[:-1]):
        out.append(lowest(links[out[-1]] & ring))
    return out[::-1]


def find(s: State, side: int, start: int, goals: Bits, ground: Bits) -> Way | None:
    """The shortest way to one of these hexes: out of the Inset, over the main map, and into the Inset."""
    d, spread = s.data, s.data.traces[on_inset(s)][side]
    if side == RUSSIAN and not d.rules.city_supplies:
        return through_the_city(s, start, goals, ground)
    streets, path, doors = ground & d.on_inset, [start], 1 << d.twin.get(start, start)
    if d.interior >> start & 1:
        inside = rings(1 << start, spread, streets)
        if way := _first(s, side, inside, goals):
            return Way(tuple(way), 0)  # 11.53b
        ways = {d.twin[hex_]: (n, hex_) for n, ring in reversed([*enumerate(inside)]) for hex_ in scan(ring & d.fringe)}
        doors = sum(1 << door for door in ways if ground >> door & 1)  # 11.53c
    main, fringe = rings(doors, spread, ground & d.main), d.seam(goals & d.fringe)
    for length, ring in enumerate(main):
        if hit := ring & (goals | fringe):
            end = lowest(hit)
            ends = [(end, [] if goals >> end & 1 else [lowest(d.fringe_of[end] & goals)])]  # 11.51a
        else:
            ends = _indoors(s, side, ring & ground, goals & d.interior, streets)
        if ends:
            end, tail = ends[0]
            over = back(s, side, main[: length + 1], end)
            if d.interior >> start & 1:
                n, hex_ = ways[over[0]]
                path = back(s, side, inside[: n + 1], hex_)
            elif over[0] == start:
                path = []
            return Way((*path, *over, *tail), length + (1 if d.interior >> start & 1 else 0))  # 11.51a, 11.53a
    return None


def through_the_city(s: State, start: int, goals: Bits, ground: Bits) -> Way | None:
    """The way of a Russian unit over both maps: by the city hex, or with Germans on the Inset by its fringe."""
    d, siege = s.data, on_inset(s)
    spread, links = d.traces[siege][RUSSIAN], d.trace_links[siege][RUSSIAN]
    first = start if siege else d.twin.get(start, start)  # 11.51a, 19.34b

    def further(places: Bits) -> Bits:
        return spread(places) | (d.seam(places & d.seamed) if siege else 0)  # 19.34c

    found = rings(1 << first, further, ground)
    for n, ring in enumerate(found):
        if hit := ring & goals:
            path = [lowest(hit)]
            for before in reversed(found[:n]):
                path.append(lowest((links[path[-1]] | d.joined.get(path[-1], 0)) & before))
            return Way((*([start] if first != start else []), *reversed(path)), n)
    return None


def _first(s: State, side: int, found: list[Bits], goals: Bits) -> list[int] | None:
    """The way to the first of the rings that holds a goal."""
    for n, ring in enumerate(found):
        if hit := ring & goals:
            return back(s, side, found[: n + 1], lowest(hit))
    return None


def _indoors(s: State, side: int, doors: Bits, goals: Bits, streets: Bits) -> list[tuple[int, list[int]]]:
    """The fringe hexes of the main map from which a goal on the Inset can be reached, and how."""
    d, out = s.data, []
    for door in scan(doors & d.outside) if goals else ():
        if way := _first(s, side, rings(d.fringe_of[door] & streets, d.traces[on_inset(s)][side], streets), goals):
            out.append((door, way))
    return out


# -- the lines of both sides ------------------------------------------------------------------


def sources(s: State, side: int, ground: Bits) -> list[tuple[Bits, int]]:
    """Hexes at which a line ends, and what is added for leaving the map there."""
    d = s.data
    if side == GERMAN:
        return [(network(s, ground), 0), (d.edge[GERMAN] & ground, 1)]  # 11.13b, 11.35b
    edge = (d.edge[RUSSIAN] & ground, 0)
    if not d.rules.city_supplies:
        return [edge]  # 19.52a, 19.52b
    return [((d.interior if on_inset(s) else d.city) & ground, 0), edge]  # 11.14a, 11.14c


def _nearest(s: State, side: int, start: int, ground: Bits) -> Way | None:
    ways = []
    for goals, more in sources(s, side, ground):
        if way := find(s, side, start, goals, ground):
            ways.append(way._replace(length=way.length + more))
    return min(ways, key=lambda way: way.length, default=None)


def _unhindered(s: State, side: int) -> Bits:
    """The usable hexes if there were no enemy."""
    return s.data.land & ~(s.data.city if side == GERMAN or on_inset(s) else 0)


def _without(s: State, unit: int) -> bool:
    """Whether a unit is in supply without a line."""
    d, place = s.data, s.place[unit]
    if s.fresh >> unit & 1:
        return True  # 11.44a
    if side_of(s, unit) == GERMAN:
        return bool(d.garrisons >> place & ~d.stacks["headquarters"] >> unit & 1)  # 11.45a, 11.45b, 11.45c
    city = d.rules.city_supplies
    kinds = d.stacks["guerrilla"] | (d.stacks["worker"] if city or d.main >> place & 1 else 0)  # 11.43a, 11.46a, 15.3a
    inner = d.interior if city or option(s, "interior", "supplied") else 0
    return bool(kinds >> unit & 1 or (d.strong | inner) >> place & 1)  # 11.42a, 11.42b, 11.46b, 11.52a


def _last(s: State, side: int, unit: int) -> Trace:
    """The line to a source."""
    d, place, ground = s.data, s.place[unit], open_to(s, side)
    most = d.charts.numbers["supply_length"]
    way = _nearest(s, side, place, ground) if ground >> place & 1 else None
    if way and (side == RUSSIAN or way.length <= most):
        return Trace(True, way.path, None, ())
    if _without(s, unit):
        return Trace(True, (place,), None, ())  # 11.41a
    if way:
        line = "a railway" if d.rules.supply_lines == "rails" else "a road"
        text = f"{way.length} hexes to {line} or off the map, at most {most} are allowed"
        clause = d.rules.case("11.13b")
        return Trace(False, way.path, None, (Objection(clause, text, {"length": way.length, "most": most}),))
    if not ground >> place & 1:
        why = Objection("8.33b", "Germans are on the Inset, and it must leave the city hex")
        return Trace(False, (place,), None, (why,))
    clause = d.rules.case("11.13b" if side == GERMAN else "11.14a")
    return _barred(s, _nearest(s, side, place, _unhindered(s, side)), place, ground, clause)


def _barred(s: State, way: Way | None, place: int, ground: Bits, clause: str) -> Trace:
    """The trace of a line that the enemy breaks."""
    names = s.title.lexicon.places
    if way is None:
        return Trace(False, (place,), None, (Objection(clause, "there is no way over land"),))
    for n, hex_ in enumerate(way.path):
        if not ground >> hex_ & 1:
            why = Objection("11.15a", f"{names[hex_]} is held by the enemy, or in its zone without a friendly unit")
            return Trace(False, way.path[:n], hex_, (why,))
    why = Objection(s.data.rules.case("11.16d"), f"no line continues from {names[way.path[-1]]} to the edge")
    return Trace(False, way.path, None, (why,))


def _to_headquarters(s: State, unit: int) -> Trace:
    """The line of a German unit to the headquarters of its corps, and on from there."""
    d, place, ground = s.data, s.place[unit], open_to(s, GERMAN)
    hq = d.headquarters[d.of_corps[unit]]
    goal, most = s.place[hq], d.charts.numbers["supply_length"]
    way = find(s, GERMAN, place, 1 << goal, ground) if goal < d.board.box else None
    onward = trace(s, hq)
    if way and onward and onward.ok and way.length <= most:
        return Trace(True, (*way.path, *onward.path[1:]), None, ())
    if _without(s, unit):
        return Trace(True, (place,), None, ())  # 11.44a, 11.45b
    if onward is None:
        return Trace(False, (place,), None, (Objection("11.34a", f"{d.pieces[hq]} is not on the map"),))
    if way is None:
        return _barred(s, find(s, GERMAN, place, 1 << goal, _unhindered(s, GERMAN)), place, ground, "11.13a")
    if not onward.ok:
        why = (Objection("11.35a", f"{d.pieces[hq]} is out of supply itself"), *onward.why)
        return Trace(False, (*way.path, *onward.path[1:]), onward.breaks, why)
    text = f"{way.length} hexes to {d.pieces[hq]}, at most {most} are allowed"
    return Trace(False, way.path, None, (Objection("11.13a", text, {"length": way.length, "most": most}),))
