"""Marks that tell which hexes the rules speak of: sources of supply, entries, victory."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..kit.mapfile import HexMap
from .geometry import Box, HexPlan, Point
from .svg import group
from .symbols import arrow, supply_source, victory, works
from .theme import GROUNDS

WORK = "works: "
"""How the kind of a mark begins that stands for something built in its hex."""


BUILT = ("fort", "strong", "trench", "bunker", "airfield")
"""Words in the kind of a feature that is built, and marked; others are ground, or have a name of their own."""
SIDES = {"Axis": "german", "German": "german", "Soviet": "soviet"}


class Mark(NamedTuple):
    """A mark on a hex: what it says, and whose it is."""

    kind: str  # supply, victory, entry, the name of an area through which units enter, or what is built
    side: str
    hex: str


def marks(hexmap: HexMap, players: Sequence[str], schedule: Mapping[str, Any]) -> list[Mark]:
    """What the areas of a map and the schedule of reinforcements have to say."""
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
        if rest == "supply" and first.lower() in players:
            out += [Mark("supply", first.lower(), hex) for hex in hexes_]
        elif name == "victory":
            out += [Mark("victory", "", hex) for hex in hexes_]
        elif name in hexmap.entries:
            said = name if "entry" in name else "entry area"
            out += [Mark(said, "", hex) for hex in hexes_ if hex not in entered]
    for kind, built in hexmap.features.items():
        if any(word in kind.lower() for word in BUILT):
            out += [Mark(f"{WORK}{kind}", SIDES.get(kind.split()[0], ""), hex) for hex in sorted(built)]
    return out


def spots(plan: HexPlan, hex: str) -> tuple[Point, Point]:
    """Two places in a hex clear of roads, numbers and counters: its left and its right corner."""
    x, y = plan.centre(hex)
    u = plan.unit
    return (
        ((x - 0.77 * u, y), (x + 0.77 * u, y))
        if plan.flat
        else ((x - 0.6 * u, y - 0.52 * u), (x + 0.6 * u, y - 0.52 * u))
    )


def mark_spot(plan: HexPlan, mark: Mark, window: Box, hexmap: HexMap) -> tuple[Point, float]:
    """Where a mark stands, and which way it points."""
    if mark.kind == "supply":
        return spots(plan, mark.hex)[0], 0.0
    if mark.kind == "victory" or mark.kind.startswith(WORK):
        return spots(plan, mark.hex)[1], 0.0
    return _gate(plan, mark.hex, window, hexmap)


def _gate(plan: HexPlan, hex: str, window: Box, hexmap: HexMap) -> tuple[Point, float]:
    """The point on the frame where units come in, and the way they go."""
    x, y = plan.centre(hex)
    gaps = {
        math.pi / 2: y - window.top, -math.pi / 2: window.bottom - y, 0.0: x - window.left, math.pi: window.right - x
    }  # fmt: skip
    turn = min(gaps, key=lambda t: gaps[t])
    far = 0.30 * plan.unit
    places = {
        math.pi / 2: (x, window.top + far), -math.pi / 2: (x, window.bottom - far),
        0.0: (window.left + far, y), math.pi: (window.right - far, y),
    }  # fmt: skip
    return places[turn], turn


def draw_marks(found: Sequence[Mark], plan: HexPlan, window: Box, hexmap: HexMap) -> str:
    """All marks."""
    out = []
    for mark in found:
        at, turn = mark_spot(plan, mark, window, hexmap)
        ground = GROUNDS.get(mark.side, GROUNDS["german"])
        if mark.kind == "supply":
            out.append(supply_source(at, plan.unit, ground.body, ground.ink))
        elif mark.kind == "victory":
            out.append(victory(at, plan.unit))
        elif mark.kind.startswith(WORK):
            out.append(works(at, plan.unit, ground.field, ground.stroke, airfield="air" in mark.kind))
        elif mark.kind == "entry":
            out.append(arrow(at, turn, plan.unit, ground.body, ground.rim))
        else:
            out.append(arrow(at, turn, plan.unit, "var(--ink2)", "var(--ink)", hollow=True))
    return group(*out, class_="marks")
