"""Marks in areas besides numbers and names: firs, supply, and the icons of groups that the rules use."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...kit.load.area_map import AreaMap, inside
from ..base.geometry import Box, Point, lengths, luck, walk
from ..base.rivers import joined
from ..base.svg import element, fine, group, line, num, path, rect
from ..base.symbols import HIGH, WIDE, star, supply_source, unit_symbol
from ..themes.theme import BANDS, INK, PALE, RED, Wood
from .outlines import AreaPlan, crossings

TROOPS = {"infantry": "infantry", "tank": "armor", "cavalry": "cavalry", "motorized": "motorized"}
SUPPLIES = {"light blue": "light", "blue": "blue", "orange": "orange"}
"""Colours of supply icons; each has a token `supply-…` for its ground and `on-…` for its ink."""
SMALL = 0.0088
"""The scale of an icon's unit symbol, in units."""


class Icon(NamedTuple):
    """A small drawing around the origin, and its width."""

    drawing: str
    wide: float


def icon(group_name: str, unit: float) -> Icon | None:
    """The icon of a group, chosen by the words in its name; None if it has none."""
    words = group_name.lower().split()
    if kind := next((TROOPS[word] for word in words if word in TROOPS), ""):
        field = max((band for band in BANDS if band and band in group_name.lower()), key=len, default="white")
        k = SMALL * unit
        symbol = unit_symbol(kind, INK, BANDS[field][0])
        return Icon(group(symbol, transform=f"scale({fine(k)}) translate({-WIDE / 2} {-HIGH / 2})"), WIDE * k)
    if "cross" in words:
        a, b = 0.055 * unit, 0.18 * unit
        arm = [(-a, -b), (a, -b), (a, -a)]
        d = line([q for n in range(4) for q in (_quarters(p, n) for p in arm)], closed=True)
        return Icon(path(d, fill=INK, stroke=PALE, stroke_width=fine(unit * 0.075), paint_order="stroke"), 2 * b)
    if "star" in words:
        red = path(
            star((0, 0), unit * 0.2),
            fill=RED,
            stroke=PALE,
            stroke_width=fine(unit * 0.06),
            paint_order="stroke",
            stroke_linejoin="round",
        )
        return Icon(red, 0.38 * unit)
    return None


def _quarters(p: Point, turns: int) -> Point:
    """A point rotated around the origin by this many right angles."""
    for _ in range(turns):
        p = -p[1], p[0]
    return p


def icons(areas: AreaMap, unit: float) -> dict[str, list[Icon]]:
    """The icons of every area, in the order of the groups."""
    out: dict[str, list[Icon]] = {}
    for name, members in areas.groups.items():
        if found := icon(name, unit):
            for area in members:
                out.setdefault(area, []).append(found)
    return out


# -- the rim ----------------------------------------------------------------------------------


def supply_colour(group_name: str) -> tuple[str, str] | None:
    """The colour tokens of the supply icon at the rim, if the group has one."""
    name = group_name.lower()
    found = max((colour for colour in SUPPLIES if colour in name), key=len, default="")
    return (f"supply-{SUPPLIES[found]}", f"on-{SUPPLIES[found]}") if found and "supply" in name else None


def rims(areas: AreaMap) -> set[str]:
    """The areas whose rim is a source of supply: those with a supply icon, or on a border that is a group."""
    named = [members for name, members in areas.groups.items() if supply_colour(name) or name.endswith(" border")]
    return {area for members in named for area in members}


def rim_runs(plan: AreaPlan, area: str) -> list[tuple[Point, ...]]:
    """The parts of the sheet's rim that belong to an area, each along one side."""
    corners = plan.map.outlines[area]
    out: list[tuple[Point, ...]] = []
    sides: dict[tuple[bool, float], list[tuple[Point, ...]]] = {}
    for edge in zip(corners, (*corners[1:], corners[0]), strict=True):
        if plan.rim(edge):
            (ax, ay), (bx, _) = piece = plan.piece(edge)
            sides.setdefault((ax == bx, ax if ax == bx else ay), []).append(piece)
    for pieces in sides.values():
        out.append(joined(pieces) if len(pieces) > 1 else pieces[0])
    return out


def draw_rims(plan: AreaPlan) -> str:
    """A red rim at sources of supply, with the icons that show how long they last."""
    u = plan.unit
    red = "".join(line(run) for area in sorted(rims(plan.map)) for run in rim_runs(plan, area))
    out = [path(red, fill="none", stroke="var(--home)", stroke_width=fine(u * 0.26))]
    for at, (ground, ink) in supply_spots(plan):
        out.append(supply_source(at, u * 1.05, f"var(--{ground})", f"var(--{ink})"))
    return group(*out, class_="rims")


def supply_spots(plan: AreaPlan) -> Iterator[tuple[Point, tuple[str, str]]]:
    """The positions of supply icons: in the middle of an area's rim, slightly inside."""
    box, far = plan.box, 0.40 * plan.unit
    for name, members in plan.map.groups.items():
        if not (colours := supply_colour(name)):
            continue
        for area in members:
            runs = [run for run in rim_runs(plan, area) if run[0][1] == run[-1][1]] or rim_runs(plan, area)
            if runs:
                run = max(runs, key=lambda one: lengths(one)[-1])
                x, y = walk(run, [lengths(run)[-1] / 2])[0][0]
                x = min(max(x, box.left + far), box.right - far)
                yield (x, min(max(y, box.top + far), box.bottom - far)), colours


# -- firs -------------------------------------------------------------------------------------


def firs(plan: AreaPlan, areas: Iterable[str], unit: float, clear: Sequence[Box]) -> str:
    """Fir trees all over these areas, except on text and on borders."""
    spots: list[Point] = []
    step = unit * 0.46
    for area in areas:
        loop = plan.outline(area)
        around, dice = _around(loop), luck("firs", area)
        near = [box for box in clear if box.meets(around)]
        row, y = 0, around.top + step * 0.4
        while y < around.bottom:
            cuts = crossings(loop, y)
            for left, right in zip(cuts[::2], cuts[1::2], strict=True):
                n = math.ceil((left + unit * 0.14) / step - row % 2 / 2)
                while (x := (n + row % 2 / 2) * step) < right - unit * 0.14:
                    spot = x + dice.uniform(-0.11, 0.11) * unit, y + dice.uniform(-0.07, 0.07) * unit
                    if dice.random() < 0.86 and not any(_in(box, spot) for box in near) and _stands(spot, loop, unit):
                        spots.append(spot)
                    n += 1
            row, y = row + 1, y + step * 0.62
    return firs_at(sorted(spots, key=lambda p: (p[1], p[0])), unit)


def firs_at(spots: Sequence[Point], unit: float) -> str:
    """A fir tree at each of these points."""
    crowns, trunks = [], []
    for x, y in spots:
        k = unit * luck("size", round(x), round(y)).uniform(0.075, 0.105)
        crowns.append(
            f"M{num(x)} {num(y - 1.5 * k)}l{num(-k * 0.8)} {num(k * 1.2)}h{num(k * 0.4)}l{num(-k * 0.6)} "
            f"{num(k)}h{num(2 * k)}l{num(-k * 0.6)} {num(-k)}h{num(k * 0.4)}z"
        )
        trunks.append(f"M{num(x)} {num(y + 0.7 * k)}v{num(k * 0.5)}")
    return group(
        path("".join(trunks), stroke="var(--fir)", stroke_width=fine(unit * 0.03), fill="none"),
        path(
            "".join(crowns),
            fill="var(--fir-lite)",
            stroke="var(--fir)",
            stroke_width=fine(unit * 0.018),
            stroke_linejoin="round",
        ),
        class_="firs",
    )


def _stands(spot: Point, loop: tuple[Point, ...], unit: float) -> bool:
    """Whether a whole tree is inside."""
    x, y = spot
    return inside((x, y - 0.16 * unit), loop) and inside((x, y + 0.13 * unit), loop)


def _around(loop: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in loop], [y for _, y in loop]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _in(box: Box, p: Point) -> bool:
    return box.left < p[0] < box.right and box.top < p[1] < box.bottom


# -- fronts -----------------------------------------------------------------------------------

FRONTS = ("red", "white")
"""Colours that a line can be named after; each has a token `front-…`."""


def front_colour(name: str) -> str:
    """The token of a front line's colour, by its name."""
    return "front-" + next((colour for colour in FRONTS if colour in name.lower()), "red")


def strokes(d: str, name: str, unit: float) -> str:
    """A front line: dashes in its colour, each with a contrasting edge."""
    tone = front_colour(name)
    edge = "front-edge" if tone == "front-red" else "front-case"
    out = []
    for colour, wide, dash in ((edge, 0.105, 0.235), (tone, 0.064, 0.195)):
        out.append(
            path(
                d,
                fill="none",
                stroke=f"var(--{colour})",
                stroke_width=fine(unit * wide),
                stroke_linejoin="round",
                stroke_dasharray=f"{fine(unit * dash)} {fine(unit * (0.34 - dash))}",
                stroke_dashoffset=fine(unit * dash / 2),
            )
        )
    return "".join(out)


def held(front: str, fought: Sequence[str], unit: float) -> str:
    """The front of a position, and the outlines of contested areas."""
    look = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    dash = f"{fine(unit * 0.2)} {fine(unit * 0.14)}"
    return group(
        path(front, stroke="var(--halo)", stroke_width=fine(unit * 0.2), stroke_opacity=".85", **look),
        path(front, class_="front-now", stroke="var(--keyline)", stroke_width=fine(unit * 0.115), **look),
        path(
            front,
            stroke="var(--front-red)",
            stroke_width=fine(unit * 0.05),
            fill="none",
            stroke_dasharray=f"{fine(unit * 0.22)} {fine(unit * 0.22)}",
        ),
        *(
            path(
                outline,
                class_="contested",
                stroke="var(--accent)",
                stroke_width=fine(unit * 0.11),
                stroke_dasharray=dash,
                **look,
            )
            for outline in fought
        ),
        class_="held",
    )


def command_range(outline: str, unit: float) -> str:
    """The command range of the active headquarters: a dotted outline."""
    look = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    return group(
        path(outline, stroke="var(--halo)", stroke_width=fine(unit * 0.14), stroke_opacity=".8", **look),
        path(
            outline,
            stroke="var(--reach)",
            stroke_width=fine(unit * 0.085),
            stroke_dasharray=f"0.1 {fine(unit * 0.17)}",
            **look,
        ),
        class_="command-range",
    )


def gun(at: Point, unit: float, wood: Wood) -> str:
    """The marker of artillery assigned to a battle."""
    k = unit / 48
    return group(
        element("title", "artillery"),
        rect(Box(-11, -11, 11, 11), rx="3", fill=wood.slow, stroke=wood.dark, stroke_width="3"),
        path(
            "M-7 4L6-6M-2 5A4 4 0 1 0-9 5A4 4 0 1 0-2 5M1 4H8",
            fill="none",
            stroke=INK,
            stroke_width="2.6",
            stroke_linecap="round",
        ),
        transform=f"translate({num(at[0])} {num(at[1])}) scale({fine(k)})",
        class_="gun",
    )


def victory_rule(unit: float) -> str:
    """The definition of the diagonal lines in victory areas, for use as a fill."""
    step = fine(unit * 0.2)
    stroke = path(
        f"M0 {fine(unit * 0.1)}H{step}", stroke="var(--rule)", stroke_width=fine(unit * 0.026), stroke_opacity=".62"
    )
    return element(
        "pattern",
        stroke,
        id="victory-rule",
        width=step,
        height=step,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(-35)",
    )
