"""Man-made lines on the map: roads, railways, borders, the grid."""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from ...kit.hex.grid import Side
from ...kit.load.hex_map import Bridge, HexMap, Road
from ..base.geometry import HexPlan, Noise, Point, beside, between, curve, lengths, luck, rounded, walk
from ..base.rivers import Reach, Rivers, corner_point, joined
from ..base.svg import element, fine, group, line, num, path, smooth

STEPS = 6
"""Points per step from hex to hex."""
NONE: Mapping[Side, Sequence[Point]] = MappingProxyType({})
APART = 0.105
"""The distance of a railway from a road in the same hexes, in units."""


class Roads(NamedTuple):
    """Roads as smooth lines, and separately for each step."""

    lines: tuple[tuple[Point, ...], ...]
    steps: Mapping[Side, tuple[Point, ...]]


def roads(hexmap: HexMap, plan: HexPlan, runs: Mapping[str, Road], by: Mapping[Side, Sequence[Point]] = NONE) -> Roads:
    """Lay roads through the middles of hexes, smoothing bends where there is no town or junction.

    A line that takes the same steps as others, `by`, runs beside them.
    """
    posts = _posts(hexmap, plan, runs) | _ends(plan, by)
    lines, steps = [], {}
    done: set[Side] = set()
    for road in runs.values():
        run = road.hexes
        head, tail = _off(hexmap, plan, road, 0, 1), _off(hexmap, plan, road, -1, -2)
        drawn = curve([*head[::-1], *(posts[hex] for hex in run), *tail], STEPS)
        if any(_side(a, b) in by for a, b in pairwise(run)):
            drawn = _aside(drawn, run, len(head), by, plan.unit)
        lines.append(tuple(drawn))
        for n, (a, b) in enumerate(pairwise(run), len(head)):
            if (side := _side(a, b)) not in done:
                done.add(side)
                steps[side] = tuple(drawn[n * STEPS : (n + 1) * STEPS + 1])
    return Roads(tuple(lines), steps)


def _side(a: str, b: str) -> Side:
    return (a, b) if a < b else (b, a)


def _ends(plan: HexPlan, by: Mapping[Side, Sequence[Point]]) -> dict[str, Point]:
    """The point of each hex that these steps pass through."""
    ends = ((hex, (points[0], points[-1])) for side, points in by.items() for hex in side)
    return {hex: min(pair, key=lambda p: math.dist(p, plan.centre(hex))) for hex, pair in ends}


def _aside(
    drawn: Sequence[Point], run: Sequence[str], head: int, by: Mapping[Side, Sequence[Point]], unit: float
) -> list[Point]:
    """The line moved off the steps it shares with others, with gentle transitions."""
    points, shared = list(drawn), [False] * head
    for n, (a, b) in enumerate(pairwise(run), head):
        there = by.get(_side(a, b), ())
        shared.append(bool(there))
        if there:
            near = math.dist(there[0], points[n * STEPS]) < math.dist(there[-1], points[n * STEPS])
            points[n * STEPS : (n + 1) * STEPS + 1] = there if near else reversed(there)
    shared[:head] = [shared[head]] * head
    far = [1.0 if shared[min(n // STEPS, len(shared) - 1)] else 0.0 for n in range(len(points))]
    around = [far[max(0, n - STEPS // 2) : n + STEPS // 2 + 1] for n in range(len(far))]
    return beside(points, [unit * APART * sum(some) / len(some) for some in around])


def _posts(hexmap: HexMap, plan: HexPlan, runs: Mapping[str, Road]) -> dict[str, Point]:
    """The point of each hex that all its roads pass through."""
    around: dict[str, set[str]] = {}
    for road in runs.values():
        for a, b in pairwise(road.hexes):
            around.setdefault(a, set()).add(b)
            around.setdefault(b, set()).add(a)
    posts = {hex: plan.centre(hex) for hex in around}
    for hex in posts.keys() - hexmap.places.keys():
        dice, (x, y) = luck("road", hex), posts[hex]
        posts[hex] = x + dice.uniform(-0.08, 0.08) * plan.unit, y + dice.uniform(-0.08, 0.08) * plan.unit
    loose = {hex: tuple(near) for hex, near in around.items() if len(near) == 2 and hex not in hexmap.places}
    for _ in range(3):
        posts |= {hex: between(posts[hex], between(posts[a], posts[b], 0.5), 0.30) for hex, (a, b) in loose.items()}
    return posts


def _off(hexmap: HexMap, plan: HexPlan, road: Road, last: int, before: int) -> list[Point]:
    """The continuation off the map, as straight as possible."""
    end = road.hexes[last]
    if end not in road.leaves:
        return []
    (x, y), (px, py) = plan.centre(end), plan.centre(road.hexes[before])
    outside = [plan.centre(n) for n in plan.around(end) if n not in hexmap.terrain]
    if not outside:
        return []
    ahead = max(outside, key=lambda p: (p[0] - x) * (x - px) + (p[1] - y) * (y - py))
    return [between((x, y), ahead, 1.7)]


def _course(found: Roads, every: int) -> str:
    """Path data of all lines, through every n-th point."""
    return "".join(smooth([*run[:-1:every], run[-1]]) for run in found.lines)


def draw_roads(found: Roads, unit: float, *, small: bool = False) -> str:
    """Draw all casings first, then all fills, for clean junctions."""
    ends = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    every, case, fill = (STEPS, 0.15, 0.08) if small else (2, 0.112, 0.060)
    return group(
        element("defs", path(_course(found, every), id="roads")),
        element("use", href="#roads", stroke="var(--road-case)", stroke_width=fine(unit * case), **ends),
        element("use", href="#roads", stroke="var(--road)", stroke_width=fine(unit * fill), **ends),
        class_="roads",
    )


def draw_rails(found: Roads, unit: float, *, small: bool = False) -> str:
    """Railways: a dark line with pale dashes."""
    line_ = {"fill": "none", "stroke": "var(--rail)", "stroke_linejoin": "round"}
    if small:
        return path(
            _course(found, STEPS), class_="rails", stroke_width=fine(unit * 0.10), stroke_opacity=".75", **line_
        )
    return group(
        element("defs", path(_course(found, 2), id="rails")),
        element("use", href="#rails", stroke_width=fine(unit * 0.085), **line_),
        element(
            "use",
            href="#rails",
            fill="none",
            stroke="var(--rail-gap)",
            stroke_width=fine(unit * 0.045),
            stroke_dasharray=f"{fine(unit * 0.15)} {fine(unit * 0.13)}",
        ),
        class_="rails",
    )


# -- borders and the grid ---------------------------------------------------------------------


def borders(hexmap: HexMap, plan: HexPlan, noise: Noise) -> dict[str, list[Point]]:
    """The lines of the borders, by name."""
    out = {}
    for name, run in hexmap.borders.items():
        pieces = []
        for side in run:
            a, b = sorted(hexmap.grid.corners(side), key=sorted)
            ends = corner_point(plan, a), corner_point(plan, b)
            pieces.append([noise.moved(between(*ends, n / 4)) for n in range(5)])
        out[name] = rounded(joined(pieces), 1, closed=False)
    return out


def draw_borders(found: Mapping[str, Sequence[Point]], unit: float) -> str:
    """National borders: a band with a dash-dotted line."""
    d, dash = "".join(map(smooth, found.values())), " ".join(fine(unit * k) for k in (0.24, 0.09, 0.05, 0.09))
    return group(
        path(d, fill="none", stroke="var(--border)", stroke_width=fine(unit * 0.26), stroke_opacity=".20"),
        path(d, fill="none", stroke="var(--border)", stroke_width=fine(unit * 0.055), stroke_dasharray=dash),
        class_="borders",
    )


def draw_bridges(found: Mapping[Side, Bridge], rivers: Rivers, unit: float) -> str:
    """Bridges as two short strokes across the river; ferries as a boat on a dotted line."""
    out = []
    for side, bridge in found.items():
        reach = rivers.reaches[side]
        ((x, y), turn), *_ = walk(reach.points, [lengths(reach.points)[-1] / 2])
        place = f"translate({num(x)} {num(y)}) rotate({num(math.degrees(turn))})"
        out.append(group(crossing(bridge.kind, unit, reach.width), transform=place))
    return group(*out, class_="bridges")


def crossing_spots(reach: Reach, unit: float) -> list[Point]:
    """Points that the symbol of a bridge or ferry covers."""
    ((x, y), turn), *_ = walk(reach.points, [lengths(reach.points)[-1] / 2])
    far = reach.width / 2 + 0.15 * unit
    return [(x - part * far * math.sin(turn), y + part * far * math.cos(turn)) for part in (-1, -0.5, 0, 0.5, 1)]


def crossing(kind: str, unit: float, wide: float) -> str:
    """The symbol of a bridge or ferry over a river of this width that flows to the right."""
    k, half = unit / 48, wide / 2
    if "ferry" in kind:
        k *= 1.25
        far = half + 9 * k
        way = f"M0 {num(-far)}V{num(far)}"
        hull = f"M{num(-8 * k)} {num(-2.5 * k)}H{num(8 * k)}L{num(4.5 * k)} {num(4 * k)}H{num(-4.5 * k)}Z"
        turned = group(
            path(hull, fill="var(--ink)", stroke="var(--halo)", stroke_width=fine(1.6 * k), paint_order="stroke"),
            transform="rotate(90)",
        )
        return (
            path(
                way,
                fill="none",
                stroke="var(--ink)",
                stroke_width=fine(2.2 * k),
                stroke_dasharray=f"{num(3 * k)} {num(2.4 * k)}",
            )
            + turned
        )
    near, far, apart, flare = half + 1.2 * k, half + 5.4 * k, 4.6 * k, 8.6 * k
    d = "".join(
        f"M{num(s * flare)} {num(-far)}L{num(s * apart)} {num(-near)}V{num(near)}L{num(s * flare)} {num(far)}"
        for s in (-1, 1)
    )
    deck = path(f"M{num(-apart)} {num(-near)}H{num(apart)}V{num(near)}H{num(-apart)}Z", fill="var(--road)")
    return deck + path(d, fill="none", stroke="var(--ink)", stroke_width=fine(2.3 * k), stroke_linejoin="round")


def draw_grid(plan: HexPlan, hexes: Iterable[str], *, city: bool = False) -> str:
    """Every hexside once, stronger inside cities."""
    done: set[frozenset[str]] = set()
    out = []
    for hex in hexes:
        points = plan.outline(hex)
        run: list[Point] = []
        for n, other in enumerate(plan.around(hex)):
            if (side := frozenset((hex, other))) in done:
                if run:
                    out.append(line(run))
                run = []
                continue
            done.add(side)
            run = run or [points[n]]
            run.append(points[(n + 1) % 6])
        if run:
            out.append(line(run))
    if city:
        return path(
            "".join(out),
            class_="grid",
            fill="none",
            stroke="var(--city-ink)",
            stroke_opacity=".42",
            stroke_width=fine(plan.unit * 0.030),
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    return path(
        "".join(out),
        class_="grid",
        fill="none",
        stroke="var(--grid)",
        stroke_width=fine(max(0.6, plan.unit * 0.022)),
        stroke_opacity="var(--grid-strength)",
        stroke_linecap="round",
        stroke_linejoin="round",
    )
