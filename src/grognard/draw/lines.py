"""Lines on the map that people made: roads and railways, borders, the grid."""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..kit.grid import Side
from ..kit.mapfile import HexMap, Road
from .geometry import HexPlan, Noise, Point, between, curve, lengths, luck, rounded, walk
from .rivers import Rivers, corner_point, joined
from .svg import fine, group, line, num, path, smooth

STEPS = 6
"""Points to a step from hex to hex."""


class Roads(NamedTuple):
    """Roads as smooth lines, and step by step for whoever asks."""

    lines: tuple[tuple[Point, ...], ...]
    steps: Mapping[Side, tuple[Point, ...]]


def roads(hexmap: HexMap, plan: HexPlan, runs: Mapping[str, Road]) -> Roads:
    """Lay roads through the middles of hexes, easing their bends where there is no town and no fork."""
    posts = _posts(hexmap, plan, runs)
    lines, steps = [], {}
    done: set[Side] = set()
    for road in runs.values():
        run = road.hexes
        head, tail = _off(hexmap, plan, road, 0, 1), _off(hexmap, plan, road, -1, -2)
        drawn = curve([*head[::-1], *(posts[hex] for hex in run), *tail], STEPS)
        lines.append(tuple(drawn))
        for n, (a, b) in enumerate(pairwise(run), len(head)):
            side = (a, b) if a < b else (b, a)
            if side not in done:
                done.add(side)
                steps[side] = tuple(drawn[n * STEPS : (n + 1) * STEPS + 1])
    return Roads(tuple(lines), steps)


def _posts(hexmap: HexMap, plan: HexPlan, runs: Mapping[str, Road]) -> dict[str, Point]:
    """Where roads pass through each hex, the same for all of them."""
    beside: dict[str, set[str]] = {}
    for road in runs.values():
        for a, b in pairwise(road.hexes):
            beside.setdefault(a, set()).add(b)
            beside.setdefault(b, set()).add(a)
    posts = {hex: plan.centre(hex) for hex in beside}
    for hex in posts.keys() - hexmap.places.keys():
        dice, (x, y) = luck("road", hex), posts[hex]
        posts[hex] = x + dice.uniform(-0.08, 0.08) * plan.unit, y + dice.uniform(-0.08, 0.08) * plan.unit
    loose = {hex: tuple(near) for hex, near in beside.items() if len(near) == 2 and hex not in hexmap.places}
    for _ in range(3):
        posts |= {
            hex: between(posts[hex], between(posts[a], posts[b], 0.5), 0.30) for hex, (a, b) in loose.items()
        }  # fmt: skip
    return posts


def _off(hexmap: HexMap, plan: HexPlan, road: Road, last: int, before: int) -> list[Point]:
    """The way on off the map, as straight as can be."""
    end = road.hexes[last]
    if end not in road.leaves:
        return []
    (x, y), (px, py) = plan.centre(end), plan.centre(road.hexes[before])
    outside = [plan.centre(n) for n in plan.around(end) if n not in hexmap.terrain]
    if not outside:
        return []
    ahead = max(outside, key=lambda p: (p[0] - x) * (x - px) + (p[1] - y) * (y - py))
    return [between((x, y), ahead, 1.7)]


def draw_roads(found: Roads, unit: float) -> str:
    """All casings first, then all fills: clean junctions."""
    d = "".join(smooth(run) for run in found.lines)
    ends = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return group(
        path(d, stroke="var(--road-case)", stroke_width=fine(unit * 0.112), **ends),
        path(d, stroke="var(--road)", stroke_width=fine(unit * 0.060), **ends),
        class_="roads",
    )


def draw_rails(found: Roads, unit: float) -> str:
    """Railways: a dark line with pale dashes."""
    d = "".join(smooth(run) for run in found.lines)
    return group(
        path(d, fill="none", stroke="var(--rail)", stroke_width=fine(unit * 0.085), stroke_linejoin="round"),
        path(
            d, fill="none", stroke="var(--rail-gap)", stroke_width=fine(unit * 0.045),
            stroke_dasharray=f"{fine(unit * 0.15)} {fine(unit * 0.13)}",
        ),
        class_="rails",
    )  # fmt: skip


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
    """National borders: a band, and a line of dashes and dots."""
    d, dash = "".join(map(smooth, found.values())), " ".join(fine(unit * k) for k in (0.24, 0.09, 0.05, 0.09))
    return group(
        path(d, fill="none", stroke="var(--border)", stroke_width=fine(unit * 0.26), stroke_opacity=".20"),
        path(d, fill="none", stroke="var(--border)", stroke_width=fine(unit * 0.055), stroke_dasharray=dash),
        class_="borders",
    )


def draw_bridges(found: Iterable[Side], rivers: Rivers, unit: float) -> str:
    """Two short strokes across the river."""
    out = []
    for side in found:
        ((x, y), turn), *_ = walk(rivers.reaches[side].points, [lengths(rivers.reaches[side].points)[-1] / 2])
        out.append(group(path(_BRIDGE), transform=f"translate({num(x)} {num(y)}) rotate({num(math.degrees(turn))})"))
    return group(*out, class_="bridges", fill="none", stroke="var(--ink)", stroke_width=fine(unit * 0.05))


_BRIDGE = "M-9-9L-5-5V5L-9 9M9-9L5-5V5L9 9"


def draw_grid(plan: HexPlan, hexes: Iterable[str]) -> str:
    """Every hexside once."""
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
    return path(
        "".join(out), class_="grid", fill="none", stroke="var(--grid)", stroke_width=fine(max(0.6, plan.unit * 0.022)),
        stroke_opacity="var(--grid-strength)", stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip
