"""[6.2] The Supply Route of one unit, hex by hex: Supply Line, then Supply Road; or where it breaks and why."""

from ....core.bits import Bits, lowest, scan
from ....core.rule import Objection
from ....kit.hex.board import Spread
from ....kit.table import Trace
from ..data.components import AXIS, SOVIET
from ..rules.supply import ATTACK, DEFENSE, ground, sources
from ..state import State, works

FAR = 99
"""Longer than any Supply Line on this map."""
Path = tuple[int, ...]


def trace(s: State, unit: int) -> Trace | None:
    """The Supply Route of a unit on the map, as for an attack; if it has none, the one it would have, to the break."""
    d, place = s.data, s.place[unit]
    if not d.ground >> unit & 1 or place >= d.board.box:
        return None
    side = AXIS if unit < d.soviets else SOVIET
    airborne = side == SOVIET and bool(d.airborne >> unit & 1)
    open_, origins = ground(s, side), sources(s, side, ATTACK, airborne)
    most = d.charts.numbers["supply_line"]
    if path := route(s, place, origins, open_, most):
        return Trace(True, path, None, ())
    if (s.stage.works[side] & ~s.destroyed) >> place & 1 or s.fresh >> unit & 1:
        return Trace(True, (place,), None, ())  # 6.34a, 7.26a
    if path := route(s, place, sources(s, side, DEFENSE, airborne), open_, most):
        why = Objection("6.35b", "the airfield that has been built supplies it in defense alone")
        return Trace(False, path, None, (why,))
    if path := route(s, place, origins, s.stage.area, most):  # as if there were no enemy
        return _barred(s, side, path, open_)
    if path := route(s, place, origins, open_, FAR):
        return _too_long(s, side, path, open_, origins)
    if path := route(s, place, origins, s.stage.area, FAR):
        return _barred(s, side, path, open_)
    return Trace(False, (place,), None, (Objection("6.12a", "there is no friendly Supply Source it could trace to"),))


# -- the shortest route -----------------------------------------------------------------------


def route(s: State, place: int, origins: Bits, within: Bits, most: int) -> Path:
    """The hexes from a place to a source; the place itself is not asked (6.2a). None if there is no route."""
    d = s.data
    step, roads = d.supply_step[s.weather], within & d.roads
    nets = networks(s, origins, roads)
    start = _all(nets) | origins & within
    if start >> place & 1:
        return (place, *_home(s, place, nets, origins))
    line = [start]
    for _ in range(most):  # 6.22a
        if step(line[-1]) >> place & 1:
            path = [place, *_back(place, line, step)]
            return (*path, *_home(s, path[-1], nets, origins))
        line.append(step(line[-1]) & within & ~_all([line]))
    return ()


def networks(s: State, origins: Bits, roads: Bits) -> list[list[Bits]]:
    """The Supply Roads in rings from the sources, then those beyond each break (6.23)."""
    d = s.data
    out = [_rings(origins & roads, d.road, roads)]
    for _ in range(d.charts.numbers["road_breaks"]):
        known = _all(out)
        out.append(_rings(d.supply_step[s.weather](known) & roads & ~known, d.road, roads & ~known))  # 6.23c
    return out


def _rings(start: Bits, spread: Spread, within: Bits) -> list[Bits]:
    out, found = [start], start
    while new := spread(out[-1]) & within & ~found:
        out.append(new)
        found |= new
    return out


def _all(groups: list[list[Bits]]) -> Bits:
    out = 0
    for rings in groups:
        for ring in rings:
            out |= ring
    return out


def _back(place: int, rings: list[Bits], spread: Spread) -> list[int]:
    """The way from a place next to the last ring to the first."""
    out: list[int] = []
    for ring in reversed(rings):
        place = lowest(spread(1 << place) & ring)
        out.append(place)
    return out


def _home(s: State, place: int, nets: list[list[Bits]], origins: Bits) -> list[int]:
    """The way along Supply Roads from one of their hexes to a source."""
    if origins >> place & 1:
        return []
    d = s.data
    at = next(n for n, rings in enumerate(nets) if _all([rings]) >> place & 1)
    ring = next(n for n, hexes in enumerate(nets[at]) if hexes >> place & 1)
    path = _back(place, nets[at][:ring], d.road)
    end = path[-1] if path else place
    if not at:
        return path
    over = lowest(d.supply_step[s.weather](1 << end) & _all(nets[:at]))  # 6.23c
    return [*path, over, *_home(s, over, nets[:at], origins)]


# -- why there is none ------------------------------------------------------------------------


def _barred(s: State, side: int, path: Path, open_: Bits) -> Trace:
    """The route up to the first hex that the enemy closes."""
    at = next(n for n, hex_ in enumerate(path) if n and not open_ >> hex_ & 1)
    where, enemy = path[at], 1 - side
    name = s.title.lexicon.places[where]
    if s.held[enemy] >> where & 1:
        why = Objection("6.24a", f"an enemy unit is in {name}")
    elif works(s, enemy) >> where & 1:
        why = Objection("6.22d", f"{name} is an active enemy Strongpoint")
    else:
        near = [hex_ for hex_ in scan(s.held[enemy]) if s.data.board.neighbours[where] >> hex_ & 1]
        facts = {"from": [s.title.lexicon.places[hex_] for hex_ in near]}
        why = Objection("6.24b", f"{name} is in an enemy ZOC and holds no friendly unit", facts)
    return Trace(False, path[:at], where, (why,))


def _too_long(s: State, side: int, path: Path, open_: Bits, origins: Bits) -> Trace:
    """The Supply Line up to its greatest length."""
    most, start = s.data.charts.numbers["supply_line"], origins
    start |= _all(networks(s, origins, open_ & s.data.roads))
    length = next(n for n, hex_ in enumerate(path) if start >> hex_ & 1)
    text = f"the Supply Line would be {length} hexes long; the limit is {most}"
    why = Objection("6.22a", text, {"length": length, "most": most})
    return Trace(False, path[: most + 1], path[most + 1], (why,))
