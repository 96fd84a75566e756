"""Rivers: their direction of flow, their width from source to mouth, and their course along the hexsides."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...kit.hex.grid import Corner, Side
from ...kit.load.hex_map import HexMap
from ..themes.look import Look
from ..themes.terrain import SMALL_RIVERS
from .geometry import HexPlan, Noise, Point, beside, between, middle, rounded
from .svg import element, fine, group, line, path, smooth

STEPS = 6
"""Points per hexside."""
GREAT = 7.0
"""The minimum flow of a great river, in hexsides."""
ONE, LESSER, GREATER = (0.050, 0.150), (0.042, 0.078), (0.160, 0.195)
"""Minimum and maximum width of a river, in units: on a map with one kind, and for minor and major rivers."""
BROAD = 0.25
"""Rivers at least this wide, in units, are drawn as open water."""


class Reach(NamedTuple):
    """One hexside of a river: from its upper to its lower end, and how much water it carries."""

    upper: Corner
    lower: Corner
    flow: float  # number of river hexsides upstream
    width: float
    points: tuple[Point, ...]


class Course(NamedTuple):
    """A river, or the part of one above a confluence, from source to mouth."""

    points: tuple[Point, ...]
    widths: tuple[float, ...]


class Rivers(NamedTuple):
    """All running water of a map."""

    reaches: Mapping[Side, Reach]
    courses: tuple[Course, ...]
    names: Mapping[str, tuple[Point, ...]]  # the line of each river listed on the map


def is_great(kind: str) -> bool:
    """Whether rivers of this kind are great ones."""
    return kind.lower() not in SMALL_RIVERS


def river_widths(hexmap: HexMap, given: Mapping[str, float]) -> dict[str, tuple[float, float]]:
    """Minimum and maximum width of each kind of river, in units; the sheet may set them."""
    kinds = sorted({run.kind for run in hexmap.rivers.values()})
    both = len({is_great(kind) for kind in kinds}) > 1
    out = {}
    for kind in kinds:
        out[kind] = (GREATER if is_great(kind) else LESSER) if both else ONE
        if kind in given:
            out[kind] = 0.9 * given[kind], given[kind]
    return out


def rivers(hexmap: HexMap, plan: HexPlan, noise: Noise, look: Look, broad: float = 1.0) -> Rivers:
    """Lay out the rivers; widths given by the sheet are multiplied by `broad`."""
    bounds = river_widths(hexmap, {kind: broad * wide for kind, wide in look.sheet.rivers.items()})
    kinds = {side: run.kind for run in hexmap.rivers.values() for side in run.sides}
    meander = Noise("river", ((0.55 * plan.unit, 0.10 * plan.unit), (0.28 * plan.unit, 0.045 * plan.unit)))
    reaches = {}
    for side, (upper, lower, flow) in _flows(hexmap, look).items():
        ends = corner_point(plan, upper), corner_point(plan, lower)
        straight = [noise.moved(between(*ends, n / STEPS)) for n in range(STEPS + 1)]
        bent = [straight[0], *(meander.moved(p) for p in straight[1:-1]), straight[-1]]
        least, most = bounds[kinds[side]]
        wide = plan.unit * min(most, max(least, 0.050 + 0.011 * flow))
        reaches[side] = Reach(upper, lower, flow, wide, tuple(bent))
    courses = tuple(_course(hexmap, plan, run) for run in _runs(reaches, BROAD * plan.unit))
    names = {name: joined([reaches[side].points for side in run.sides]) for name, run in hexmap.rivers.items()}
    return Rivers(reaches, courses, names)


def corner_point(plan: HexPlan, corner: Corner) -> Point:
    """Where three hexes meet."""
    return middle([plan.centre(hex) for hex in sorted(corner)])


def joined(pieces: Sequence[Sequence[Point]]) -> tuple[Point, ...]:
    """Join pieces into one line, reversing those that do not begin where the last one ended."""
    out = list(pieces[0])
    if len(pieces) > 1 and out[0] in (pieces[1][0], pieces[1][-1]):
        out.reverse()
    for piece in pieces[1:]:
        out += piece[1:] if piece[0] == out[-1] else piece[-2::-1]
    return tuple(out)


# -- which way the water flows ----------------------------------------------------------------


def _flows(hexmap: HexMap, look: Look) -> dict[Side, tuple[Corner, Corner, float]]:
    """The upper end, the lower end and the flow of every side that has a river."""
    ends = {side: hexmap.grid.corners(side) for run in hexmap.rivers.values() for side in run.sides}
    at: dict[Corner, list[Side]] = {}
    for side, pair in ends.items():
        for corner in pair:
            at.setdefault(corner, []).append(side)
    depth = _depths(hexmap, look, at, ends)
    carried = {corner: _spring(hexmap, corner) if len(sides) == 1 else 0.0 for corner, sides in at.items()}
    out = {}
    great = {side for run in hexmap.rivers.values() if is_great(run.kind) for side in run.sides}
    for side in sorted(ends, key=lambda s: (-max(depth[c] for c in ends[s]), s)):
        upper, lower = sorted(ends[side], key=lambda c: (-depth[c], sorted(c)))
        flow = max(carried[upper], GREAT if side in great else 0.0) + 1
        carried[lower] += flow
        out[side] = upper, lower, flow
    return out


def _spring(hexmap: HexMap, corner: Corner) -> float:
    """The flow at a river's source: more if it leaves a lake or comes from off the map."""
    if any(hexmap.terrain.get(hex) in hexmap.wet for hex in corner):
        return 5.0
    return 3.0 if any(hex not in hexmap.terrain for hex in corner) else 0.0


def _depths(
    hexmap: HexMap, look: Look, at: Mapping[Corner, list[Side]], ends: Mapping[Side, frozenset[Corner]]
) -> dict[Corner, int]:
    """The distance of each corner from the mouth in sides: the sea, else the largest lake, else the map's edge."""
    lakes = _lakes(hexmap, look)

    def rank(corner: Corner) -> tuple[int, list[str]]:
        if any(not hexmap.land(hex) and hex in hexmap.terrain and hex not in lakes for hex in corner):
            return -1000, []
        if any(hex in lakes for hex in corner):
            return -max(lakes.get(hex, 0) for hex in corner), sorted(corner)
        return (2 if all(hex in hexmap.terrain for hex in corner) else 1), sorted(corner)

    depth: dict[Corner, int] = {}
    for start in sorted(at, key=sorted):
        if start in depth:
            continue
        whole = _spread([start], at, ends)
        best = min(map(rank, whole))
        depth |= _spread([corner for corner in sorted(whole, key=sorted) if rank(corner) == best], at, ends)
    return depth


def _spread(
    start: list[Corner], at: Mapping[Corner, list[Side]], ends: Mapping[Side, frozenset[Corner]]
) -> dict[Corner, int]:
    """Every corner that rivers connect to the start, with its distance in sides."""
    found = dict.fromkeys(start, 0)
    queue = deque(start)
    while queue:
        here = queue.popleft()
        for there in (corner for side in at[here] for corner in sorted(ends[side], key=sorted)):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def _lakes(hexmap: HexMap, look: Look) -> dict[str, int]:
    """The size of the lake that each lake hex belongs to, counting all water except the sea."""
    out: dict[str, int] = {}
    inland = {kind for kind in hexmap.wet if not look.terrain(kind).sea}
    for hex, kind in hexmap.terrain.items():
        if kind in inland and hex not in out:
            found, new = {hex}, [hex]
            while new:
                fresh = {n for n in hexmap.neighbours(new.pop()) if hexmap.terrain[n] == kind} - found
                found |= fresh
                new += fresh
            out |= dict.fromkeys(found, len(found))
    return out


# -- the lines --------------------------------------------------------------------------------


def _runs(reaches: Mapping[Side, Reach], broad: float) -> list[list[Reach]]:
    """The reaches in order from each source to its mouth, or to the confluence with a greater river.

    A narrow river also ends where it meets one that is drawn as open water, even if it carries the most water there.
    """

    def same(above: Reach, under: Reach) -> bool:
        return (above.width > broad) == (under.width > broad)

    below: dict[Corner, Reach] = {}
    greatest: dict[Corner, Reach] = {}
    for reach in reaches.values():
        below[reach.upper] = reach
        if reach.lower not in greatest or greatest[reach.lower].flow < reach.flow:
            greatest[reach.lower] = reach
    runs = []
    for top in reaches.values():
        if top.upper in greatest and below[top.upper] is top and same(greatest[top.upper], top):
            continue  # it continues another one
        run = [top]
        while greatest[end := run[-1].lower] is run[-1] and end in below and same(run[-1], below[end]):
            run.append(below[end])
        runs.append(run)
    return runs


def _course(hexmap: HexMap, plan: HexPlan, run: Sequence[Reach]) -> Course:
    points = list(joined([reach.points for reach in run])) if len(run) > 1 else list(run[0].points)
    widths = [reach.width for reach in run for _ in range(STEPS)]
    widths.append(widths[-1])
    head = _beyond(hexmap, plan, run[0].upper, points[0])
    tail = _beyond(hexmap, plan, run[-1].lower, points[-1])
    points = [*reversed(head), *points, *tail]
    widths = [*[widths[0]] * len(head), *widths, *[widths[-1]] * len(tail)]
    near = [widths[max(0, n - STEPS) : n + STEPS + 1] for n in range(len(widths))]
    widths = [sum(some) / len(some) for some in near]
    drawn = rounded(points, 1, closed=False)
    share = (len(widths) - 1) / (len(drawn) - 1)
    return Course(tuple(drawn), tuple(widths[round(n * share)] for n in range(len(drawn))))


def _beyond(hexmap: HexMap, plan: HexPlan, corner: Corner, end: Point) -> list[Point]:
    """Extend the river into the water or off the map, if it ends there."""
    for hex in sorted(corner):
        if not hexmap.land(hex):
            far = 0.6 if hex in hexmap.terrain else 1.4
            return [between(end, plan.centre(hex), far / 2), between(end, plan.centre(hex), far)]
    return []


def _ribbon(course: Course) -> str:
    half = [w / 2 for w in course.widths]
    right, left = beside(course.points, half), beside(course.points, [-h for h in half])
    return line([*right, *reversed(left)], closed=True)


def sketch_rivers(found: Rivers, unit: float) -> str:
    """The rivers of a thumbnail: one stroke each, of average width."""
    out = []
    for course in found.courses:
        wide = max(0.10 * unit, 1.2 * sum(course.widths) / len(course.widths))
        out.append(path(smooth([*course.points[:-1:STEPS], course.points[-1]]), stroke_width=fine(wide)))
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return group(*out, class_="rivers", fill="none", stroke="var(--river)", **ends)


def draw_rivers(found: Rivers, unit: float) -> str:
    """All rivers as one shape, drawn several times so that they join cleanly: halo, banks, water, highlight.

    Wide rivers are open water with a coast.
    """
    if not found.courses:
        return ""
    broad = [c for c in found.courses if max(c.widths) > BROAD * unit]
    narrow = [c for c in found.courses if c not in broad]
    shapes = path("".join(map(_ribbon, narrow)), id="rivers", stroke_linejoin="round") + path(
        "".join(map(_ribbon, broad)), id="broad-rivers", stroke_linejoin="round"
    )
    halo = {"stroke": "var(--river-halo)", "stroke_width": fine(unit * 0.11), "stroke_opacity": ".6", "fill": "none"}
    banks = {"stroke": "var(--river-bank)", "stroke_width": fine(unit * 0.03), "paint_order": "stroke"}
    coast = {"stroke": "var(--coast)", "stroke_width": fine(unit * 0.07), "paint_order": "stroke"}
    out = [element("defs", shapes)]
    if narrow:
        out.append(element("use", href="#rivers", **halo))
    if broad:
        out.append(element("use", href="#broad-rivers", fill="var(--shoal2)", **coast))
        d = "".join(line(c.points[::2]) for c in broad)
        wide = max(max(c.widths) for c in broad)
        ends = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
        out.append(path(d, stroke="var(--water)", stroke_width=fine(wide * 0.5), stroke_opacity=".8", **ends))
    if narrow:
        light = "".join(line(c.points[::2]) for c in narrow)
        out.append(element("use", href="#rivers", fill="var(--river)", **banks))
        out.append(
            path(
                light,
                fill="none",
                stroke="var(--river-lite)",
                stroke_width=fine(unit * 0.024),
                stroke_opacity=".75",
                stroke_linecap="round",
            )
        )
    return group(*out, class_="rivers")
