"""Marks that tell which hexes the rules speak of: sources of supply, entries, victory."""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from ...kit.load.hex_map import HexMap
from ..base.geometry import Box, HexPlan, Point
from ..base.svg import group
from ..base.symbols import arrow, supply_source, victory, works
from ..themes.theme import GROUNDS

WORK = "works: "
"""How the kind of a mark begins that stands for something built in its hex."""


BUILT = ("fort", "strong", "trench", "bunker", "airfield")
"""Words in the kind of a feature that is built, and marked; others are ground, or have a name of their own."""
SIDES = {"axis": "german", "german": "german", "soviet": "soviet"}


class Mark(NamedTuple):
    """A mark on a hex: what it says, and whose it is."""

    kind: str  # supply, victory, entry, the name of an area through which units enter, or what is built
    side: str
    hex: str
    name: str = ""  # of the area
    worth: int = 0  # in points, of a victory hex whose number is printed


class Run(NamedTuple):
    """Gates of one area side by side on an edge of the map: its name, the first and the last, and the way in."""

    name: str
    first: Point
    last: Point
    turn: float


def side_of(name: str) -> str:
    """The side that a name begins with, if it does."""
    return SIDES.get(name.split()[0].lower(), "")


def marks(
    hexmap: HexMap,
    players: Sequence[str],
    schedule: Mapping[str, Any],
    entries: Mapping[str, Mapping[str, str]],
    worth: Mapping[str, int] = MappingProxyType({}),
) -> list[Mark]:
    """What the areas of a map, the schedule of reinforcements and the points for hexes have to say.

    The sheet may name the entries.
    """
    out = []
    entered = set()
    for side in players:
        rows = schedule.get(side, ())
        hexes = {hex for row in rows for hex in (*row.get("at", ()), *hexmap.areas.get(row.get("area", ""), ()))}
        for hex in sorted(hexes):
            if hex in hexmap.terrain and hexmap.edge(hex):
                entered.add(hex)
                out.append(Mark("entry", side, hex))
    for name, hexes_ in hexmap.areas.items():
        first, _, rest = name.partition(" ")
        if rest == "supply" and first.lower() in SIDES:
            out += [Mark("supply", side_of(name), hex) for hex in hexes_]
        elif name == "victory":
            out += [Mark("victory", "", hex) for hex in hexes_]
        elif name in hexmap.entries:
            said = name if "entry" in name else "entry area"
            drawn = entries.get(name, {})
            side, shown = drawn.get("side", side_of(name)), drawn.get("name", name)
            out += [Mark(said, side, hex, shown) for hex in hexes_ if hex not in entered]
    out += [Mark("victory", "", hex, worth=points) for hex, points in worth.items() if hex in hexmap.terrain]
    for kind, built in hexmap.features.items():
        if any(word in kind.lower() for word in BUILT):
            out += [Mark(f"{WORK}{kind}", side_of(kind), hex) for hex in sorted(built)]
    return out


def spots(plan: HexPlan, hex: str) -> tuple[Point, Point]:
    """Two places in a hex clear of roads, numbers and counters: its left and its right corner."""
    x, y = plan.centre(hex)
    u = plan.unit
    return (
        ((x - 0.77 * u, y), (x + 0.77 * u, y))
        if plan.flat
        else ((x - 0.66 * u, y - 0.26 * u), (x + 0.66 * u, y - 0.26 * u))
    )


def mark_spot(plan: HexPlan, mark: Mark, window: Box) -> tuple[Point, float]:
    """Where a mark stands, and which way it points."""
    if mark.kind == "supply":
        return spots(plan, mark.hex)[0], 0.0
    if mark.kind == "victory" or mark.kind.startswith(WORK):
        return spots(plan, mark.hex)[1], 0.0
    return _gate(plan, mark.hex, window)


def _gate(plan: HexPlan, hex: str, window: Box) -> tuple[Point, float]:
    """The point on the frame where units come in, and the way they go."""
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
    """The gates of each area that has a name, edge by edge."""
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


def draw_marks(found: Sequence[Mark], plan: HexPlan, window: Box) -> str:
    """All marks."""
    return group(*(draw_mark(mark, *mark_spot(plan, mark, window), plan.unit) for mark in found), class_="marks")


def draw_mark(mark: Mark, at: Point, turn: float, unit: float) -> str:
    """One mark."""
    ground = GROUNDS.get(mark.side, GROUNDS["german"])
    if mark.kind == "supply":
        return supply_source(at, unit, ground.body, ground.ink)
    if mark.kind == "victory":
        return victory(at, unit, mark.worth)
    if mark.kind.startswith(WORK):
        colours = (ground.body, ground.stroke) if mark.side else ("var(--mark)", "var(--mark-ground)")
        return works(at, unit, *colours, airfield="air" in mark.kind)
    if mark.side:
        return arrow(at, turn, unit, ground.body, ground.rim)
    return arrow(at, turn, unit, "var(--ink2)", "var(--ink)", hollow=True)
