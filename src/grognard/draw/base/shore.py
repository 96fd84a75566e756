"""Outlines of water and woods: real shores if the map has them, else outlines of hexes bent into coasts."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from ...kit.load.hex_map import HexMap
from .geometry import Box, HexPlan, Noise, Plan, Point, between, border, rounded
from .svg import blob, element, fine, group, line, path

Shore: TypeAlias = tuple[str, str]
"""A side of a place outside a set, seen from there: the place, and its neighbour in the set."""

STRAIT = ((0.04, 0.05), (0.50, 0.13), (0.96, 0.05))
"""The bank of water on a single hexside: the fraction along it, and the distance inland."""


def bend(unit: float) -> Noise:
    """The noise shared by coasts, rivers and borders, so that they still meet."""
    return Noise("shore", ((1.9 * unit, 0.25 * unit), (0.75 * unit, 0.13 * unit), (0.3 * unit, 0.07 * unit)))


def beyond(hexmap: HexMap, plan: HexPlan, rings: int = 2) -> dict[str, str]:
    """The terrain of the map and of some hexes around it, which copy a neighbour on the map."""
    out = dict(hexmap.terrain)
    for _ in range(rings):
        ring: dict[str, str] = {}
        for hex in out:
            for n, other in enumerate(plan.around(hex)):
                if other and other not in out and (n % 3 == 0 or other not in ring):
                    ring[other] = out[hex]
        out |= ring
    return {hex: kind if hex in hexmap.terrain or kind in hexmap.wet else "" for hex, kind in out.items()}


def coasts(hexmap: HexMap, plan: HexPlan, terrain: Mapping[str, str], noise: Noise) -> list[list[Point]]:
    """Closed loops around all water, given by the map or derived from its hexes and hexsides."""
    if hexmap.shores:
        (x, y), size = plan.origin, plan.pitch
        return [[(x + a * size, y + b * size) for a, b in shore.points] for shore in hexmap.shores]
    wet = {hex for hex, kind in terrain.items() if kind in hexmap.wet}
    straits = {frozenset((a, b)) for a, b, _ in hexmap.water}
    return outlines(plan, wet, noise, straits, rounds=3)


def outlines(
    plan: Plan, inside: Collection[str], noise: Noise, straits: Iterable[frozenset[str]] = (), rounds: int = 2
) -> list[list[Point]]:
    """Closed loops around a set of places and around its holes, rounded and bent."""
    narrow = frozenset(straits)
    shores: set[Shore] = {(land, place) for place in inside for land in plan.around(place) if land not in inside}
    for a, b in (sorted(pair) for pair in narrow):
        if a not in inside and b not in inside:
            shores |= {(a, b), (b, a)}
    loops = [[p for shore in loop for p in _points(plan, shore, narrow)] for loop in _walk(shores, plan.around)]
    return [[noise.moved(p) for p in rounded(loop, rounds, closed=True)] for loop in loops]


def _walk(shores: set[Shore], around: Callable[[str], Iterable[str]]) -> Iterable[list[Shore]]:
    """Follow the shores from one to the next until every loop is closed."""
    left = set(shores)
    for start in sorted(shores):
        loop, at = [], start
        while at in left:
            left.remove(at)
            loop.append(at)
            at = _next(at, shores, tuple(around(at[0])))
        if loop:
            yield loop


def _next(at: Shore, shores: set[Shore], around: tuple[str, ...]) -> Shore:
    place, water = at
    third = around[(around.index(water) + 1) % len(around)]
    if (place, third) in shores:
        return place, third  # around the corner of the same place
    if (third, water) in shores:
        return third, water  # on along the same water
    return water, place  # the end of a strait: back on its other bank


def _points(plan: Plan, shore: Shore, narrow: frozenset[frozenset[str]]) -> list[Point]:
    """The points of the shore on this side: its middle, or one bank of a strait."""
    place, water = shore
    start, end = border(plan, place, water)
    if frozenset(shore) not in narrow:
        return [between(start, end, 0.5)]
    inland = plan.centre(place)
    return [between(between(start, end, t), inland, depth) for t, depth in STRAIT]


# -- drawing ----------------------------------------------------------------------------------

TINTS = ((3.4, "water", 0.22), (2.8, "water", 0.25), (2.25, "water", 0.3), (1.75, "water", 0.35), (1.3, "water", 0.5))
"""Wide bands along the coast: width, colour, strength."""
ENGRAVED = ((0.62, "shoal1", 0.35), (0.40, "shoal2", 0.5), (0.20, "shoal3", 0.65))
"""Lines along the coast and the shallows inside them: width, colour of the shallows, strength of the line."""


def water_definitions(loops: Iterable[Sequence[Point]], page: Box) -> str:
    """Definitions of the coast and of the water and land parts of the sheet."""
    d = blob(loops)
    land = line(page.grown(page.width).corners, closed=True) + d
    return (
        element("path", id="coast", d=d)
        + element("clipPath", element("use", href="#coast", clip_rule="evenodd"), id="on-water")
        + element("clipPath", element("path", d=land, clip_rule="evenodd"), id="on-land")
    )


def draw_water(unit: float) -> str:
    """The water: dark far from land, paler towards the shore in steps, with a solid coastline."""
    bands = []
    for wide, colour, strength in TINTS:
        bands.append(_stroke(f"var(--{colour})", unit * wide, strength))
    for wide, colour, strength in ENGRAVED:
        bands.append(_stroke("var(--waterline)", unit * wide + unit * 0.03, strength))
        bands.append(_stroke(f"var(--{colour})", unit * wide - unit * 0.012))
    return group(
        element("use", href="#coast", fill="var(--deep)", fill_rule="evenodd"),
        group(*bands, clip_path="url(#on-water)"),
        _stroke("var(--coast)", unit * 0.036),
        class_="water",
    )


def draw_veil(outside: str) -> str:
    """A veil that pales what is beyond the map; water less, so that it still looks like water."""
    look = {"fill": "var(--veil)", "fill_rule": "evenodd", "fill_opacity": "var(--veil-strength)"}
    return group(path(outside, id="veil", **look), clip_path="url(#on-land)") + group(
        element("use", href="#veil"), clip_path="url(#on-water)", opacity=".4"
    )


def _stroke(colour: str, wide: float, strength: float = 1.0) -> str:
    return element(
        "use",
        href="#coast",
        fill="none",
        stroke=colour,
        stroke_width=fine(wide),
        stroke_linejoin="round",
        stroke_opacity=strength if strength < 1 else None,
    )
