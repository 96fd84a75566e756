"""Marks on hexes that the rules mention: sources of supply, entry hexes, victory hexes."""

import math
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ...kit.load.hex_map import HexMap
from ...kit.load.sheet import Entry
from ...kit.load.sheet import Mark as Said
from ..base.geometry import Box, HexPlan, Point
from ..base.svg import fine, group, line, path
from ..base.symbols import arrow, supply_source, victory, works
from ..themes.look import Look
from ..themes.terrain import AIRFIELD, WORKS

SUPPLY, VICTORY, EDGE = "supply", "victory", "edge"
WORK = "works: "
"""The prefix of the kind of a mark for something built in its hex."""


class Mark(NamedTuple):
    """A mark on a hex: its meaning and its side."""

    kind: str  # supply, victory, entry, the name of an area through which units enter, or what is built
    side: str
    hex: str
    name: str = ""  # of the area
    worth: int = 0  # points of a victory hex, if they are printed
    airfield: bool = False  # of what is built


class Run(NamedTuple):
    """Adjacent entry hexes of one area on an edge of the map: its name, the first and last, and the direction."""

    name: str
    first: Point
    last: Point
    turn: float


def marks(
    hexmap: HexMap,
    look: Look,
    gates: Mapping[str, Collection[str]] = MappingProxyType({}),
    worth: Mapping[str, int] = MappingProxyType({}),
) -> list[Mark]:
    """The marks for areas, features, hexes where units arrive, and hexes worth points.

    The sheet may say what areas and features mean, and name the entries.
    """
    out = []
    entered = set()
    for side, hexes in gates.items():
        for hex in sorted(hexes):
            if hex in hexmap.terrain and hexmap.edge(hex):
                entered.add(hex)
                out.append(Mark("entry", side, hex))
    for name, hexes_ in hexmap.areas.items():
        kind, side = _area(name, look)
        if kind in (SUPPLY, VICTORY):
            out += [Mark(kind, side, hex) for hex in hexes_]
        elif name in hexmap.entries:
            said = name if "entry" in name else "entry area"
            drawn = look.sheet.entries.get(name, Entry())
            side, shown = drawn.side or look.whose(name), drawn.name or name
            out += [Mark(said, side, hex, shown) for hex in hexes_ if hex not in entered]
    out += [Mark(VICTORY, "", hex, worth=points) for hex, points in worth.items() if hex in hexmap.terrain]
    for kind, built in hexmap.features.items():
        if works := _works(kind, look):
            side = look.sheet.features.get(kind, Said()).side or look.whose(kind)
            out += [Mark(f"{WORK}{kind}", side, hex, airfield=works == AIRFIELD) for hex in sorted(built)]
    return out


def _area(name: str, look: Look) -> tuple[str, str]:
    """How an area is marked, and for which side: as the sheet says, or by its name."""
    said, side = look.sheet.areas.get(name, Said()), look.whose(name)
    if said.mark:
        return said.mark, said.side or (side if said.mark in (SUPPLY, EDGE) else "")
    if side and name.partition(" ")[2] == SUPPLY:
        return SUPPLY, side
    return (VICTORY, "") if name == VICTORY else ("", "")


def edges(hexmap: HexMap, look: Look) -> dict[str, str]:
    """The areas whose part of the map's edge is marked, with their sides."""
    found = {name: _area(name, look) for name in hexmap.areas}
    return {name: side for name, (kind, side) in found.items() if kind == EDGE}


def draw_edges(hexmap: HexMap, look: Look, plan: HexPlan) -> str:
    """A band along the edge of the map, with pale dashes."""
    out = []
    for name, side in edges(hexmap, look).items():
        runs = []
        for hex in hexmap.areas[name]:
            ring = plan.outline(hex)
            outer = [n for n, other in enumerate(plan.around(hex)) if other not in hexmap.terrain]
            runs += [[ring[n], ring[(n + 1) % 6]] for n in outer]
        out.append(band("".join(map(line, runs)), look, side, plan.unit))
    return group(*out, class_="edges") if out else ""


def band(d: str, look: Look, side: str, unit: float) -> str:
    """The band of an edge that is marked for a side."""
    ends = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    colour = look.ground(side).body if side else "var(--accent)"
    return path(d, stroke=colour, stroke_width=fine(unit * 0.12), **ends) + path(
        d,
        stroke="var(--halo)",
        stroke_width=fine(unit * 0.03),
        stroke_dasharray=f"{fine(unit * 0.2)} {fine(unit * 0.3)}",
        **ends,
    )


def _works(kind: str, look: Look) -> str:
    """How a built feature is marked; empty for other features."""
    said, low = look.sheet.features.get(kind, Said()).mark, kind.lower()
    if said:
        return "" if said == "none" else said
    return AIRFIELD if AIRFIELD in low else "works" if any(word in low for word in WORKS) else ""


def spots(plan: HexPlan, hex: str) -> tuple[Point, Point]:
    """Two spots in a hex clear of roads, numbers and counters: at its left and right corner."""
    x, y = plan.centre(hex)
    u = plan.unit
    return (
        ((x - 0.77 * u, y), (x + 0.77 * u, y))
        if plan.flat
        else ((x - 0.66 * u, y - 0.26 * u), (x + 0.66 * u, y - 0.26 * u))
    )


def mark_spot(plan: HexPlan, mark: Mark, window: Box) -> tuple[Point, float]:
    """The position of a mark, and the direction it points in."""
    if mark.kind == SUPPLY:
        return spots(plan, mark.hex)[0], 0.0
    if mark.kind == VICTORY or mark.kind.startswith(WORK):
        return spots(plan, mark.hex)[1], 0.0
    return _gate(plan, mark.hex, window)


def _gate(plan: HexPlan, hex: str, window: Box) -> tuple[Point, float]:
    """The point on the frame where units enter, and their direction."""
    x, y = plan.centre(hex)
    gaps = {
        math.pi / 2: y - window.top,
        -math.pi / 2: window.bottom - y,
        0.0: x - window.left,
        math.pi: window.right - x,
    }
    turn = min(gaps, key=lambda t: gaps[t])
    far = 0.30 * plan.unit
    places = {
        math.pi / 2: (x, window.top + far),
        -math.pi / 2: (x, window.bottom - far),
        0.0: (window.left + far, y),
        math.pi: (window.right - far, y),
    }
    return places[turn], turn


def runs(found: Sequence[Mark], plan: HexPlan, window: Box) -> list[Run]:
    """The entry hexes of each named area, edge by edge."""
    gates: dict[tuple[str, float], list[Point]] = {}
    for mark in found:
        if mark.name:
            at, turn = mark_spot(plan, mark, window)
            gates.setdefault((mark.name, turn), []).append(at)
    out = []
    for (name, turn), points in gates.items():
        points.sort()
        start = 0
        for n in range(1, len(points) + 1):
            if n == len(points) or math.dist(points[n - 1], points[n]) > 2.2 * plan.pitch:
                out.append(Run(name, points[start], points[n - 1], turn))
                start = n
    return out


def draw_marks(found: Sequence[Mark], look: Look, plan: HexPlan, window: Box) -> str:
    """Draw all marks."""
    return group(*(draw_mark(mark, look, *mark_spot(plan, mark, window), plan.unit) for mark in found), class_="marks")


def draw_mark(mark: Mark, look: Look, at: Point, turn: float, unit: float) -> str:
    """Draw one mark."""
    ground = look.ground(mark.side)
    if mark.kind == SUPPLY:
        return supply_source(at, unit, ground.body, ground.ink)
    if mark.kind == VICTORY:
        return victory(at, unit, mark.worth)
    if mark.kind.startswith(WORK):
        colours = (ground.body, ground.stroke) if mark.side else ("var(--mark)", "var(--mark-ground)")
        return works(at, unit, *colours, airfield=mark.airfield)
    if mark.side:
        return arrow(at, turn, unit, ground.body, ground.rim)
    return arrow(at, turn, unit, "var(--ink2)", "var(--ink)", hollow=True)
