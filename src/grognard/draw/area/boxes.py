"""The surroundings of an area map: boxes off the map, tracks, title, scale and north."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...kit.load.area_map import AreaMap
from ...kit.load.sheet import SheetData, Track
from ..base.furniture import STEPS, compass, heading, words
from ..base.geometry import Box, Point
from ..base.svg import circle, element, escape, fine, group, num, path, rect
from ..base.symbols import star
from ..base.text import Style, width
from ..pieces.blocks import LEADER
from ..themes.look import Look
from ..themes.theme import SANS, SOURCES
from .names import number_star
from .outlines import AreaPlan

LARGE, SMALL = (2.9, 2.05), (2.2, 1.7)
"""Width and height of a box beside the map and of one on it, in units."""


def boxes(plan: AreaPlan) -> dict[str, Box]:
    """The rectangles of the boxes: as wide as the next one in their row allows, and clear of the frame."""
    u, sheet, out = plan.unit, plan.box, {}
    spots = {name: plan.centre(name) for name in plan.map.boxes}
    for name, (x, y) in spots.items():
        off = max(sheet.left - x, x - sheet.right), max(sheet.top - y, y - sheet.bottom)
        wide, high = (k * u for k in (LARGE if max(off) > 0 else SMALL))
        row = [abs(x - a) for other, (a, b) in spots.items() if other != name and abs(b - y) < high]
        wide = min([wide * 1.4 if row else wide, *(far * 0.97 for far in row)])
        halves = [
            min(size / 2, far - 0.34 * u) if far > 0.6 * u else size / 2
            for size, far in zip((wide, high), off, strict=True)
        ]
        out[name] = Box(x - halves[0], y - halves[1], x + halves[0], y + halves[1])
    return out


def _paper(box: Box, unit: float, ground: str = "box") -> str:
    """A box of map paper with a fine line inside."""
    inner = box.grown(-0.06 * unit)
    rule = rect(inner, fill="none", stroke="var(--frame)", stroke_width=fine(unit * 0.012), stroke_opacity=".7")
    return rect(box, fill=f"var(--{ground})", stroke="var(--frame)", stroke_width=fine(unit * 0.03)) + rule


def draw_boxes(areas: AreaMap, found: Mapping[str, Box], unit: float, *, few: bool, sources: bool) -> str:
    """The boxes with their names, and arrows from box to box."""
    out = []
    for name, box in found.items():
        kind, source = areas.boxes[name].kind, areas.sources["box"][name]
        victory = "victory" in kind
        parts = [
            element("title", escape(f"{name}: {kind} [{source}]")),
            _paper(box, unit, "area-victory" if victory else "box"),
        ]
        if victory:
            parts.append(rect(box.grown(-0.06 * unit), fill="url(#victory-rule)"))
        if sources:
            look = SOURCES[source[0]]
            parts.append(rect(box, fill=f"var(--{look.wash})", fill_opacity=look.strength))
            if look.pattern != "none":
                parts.append(rect(box, fill=f"url(#pattern-{look.name})"))
        if victory:
            size = (1.0 if not few else 1.3) * unit
            parts.append(number_star("", (box.right - 0.48 * size, box.bottom - 0.46 * size), size))
        elif kind == "leader":
            parts.append(_lair(((box.left + box.right) / 2, box.bottom - 0.72 * unit), unit))
        if not few:
            parts.append(_named(name, box, unit, source[0] if sources else ""))
        out.append(group(*parts, class_=f"box {kind.split()[0]}"))
    for name, run in areas.tracks.items():
        marks = [_chevron(found[a], found[b], unit) for a, b in pairwise(run)]
        first = found[run[0]]
        out.append(group(*marks, class_="way"))
        if not few:
            out.append(heading(name, (first.left, first.top - 0.36 * unit), unit))
    return group(*out, class_="boxes")


def _named(name: str, box: Box, unit: float, letter: str) -> str:
    style = Style("serif bold", 0.26 * unit, 0.01, halo=0.0, kind="name box")
    size = style.size * min(1.0, (box.width - 0.34 * unit) / width(name, style))
    text = words(name, (box.left + 0.16 * unit, box.top + 0.40 * unit), size, face="serif bold", fill="var(--label)")
    if not letter:
        return text
    spot = box.left + 0.18 * unit, box.bottom - 0.16 * unit
    return text + words(letter, spot, 0.24 * unit, face="sans bold", fill=f"var(--{SOURCES[letter].ink})")


def _chevron(a: Box, b: Box, unit: float) -> str:
    """A mark on the seam of two boxes that points to the second."""
    x, y = (a.right + b.left) / 2, (a.top + a.bottom) / 2
    turn = 0 if b.left > a.left else 180
    d = "M-5-8L6 0L-5 8Z"
    return path(
        d,
        fill="var(--accent)",
        stroke="var(--box)",
        stroke_width=2,
        paint_order="stroke",
        transform=f"translate({num(x)} {num(y)}) rotate({turn}) scale({fine(unit / 48)})",
    )


def _lair(at: Point, unit: float) -> str:
    """The place of a leader."""
    ring = circle((0, 0), 21, fill="none", stroke="var(--ink2)", stroke_width=1.6, stroke_dasharray="4 3")
    bust = path(LEADER, fill="var(--ink2)", fill_opacity=".55", transform="translate(-50 -53)")
    return group(ring, bust, transform=f"translate({num(at[0])} {num(at[1])}) scale({fine(unit / 48 * 1.1)})")


# -- tracks -----------------------------------------------------------------------------------

SKIES = {
    "sun": "M0-7A7 7 0 1 0 .1-7ZM0-11V-15M0 11V15M-11 0H-15M11 0H15M-8-8L-10.6-10.6M8-8L10.6-10.6"
    "M-8 8L-10.6 10.6M8 8L10.6 10.6",
    "rain": "M-10 2A6 6 0 0 1-8-8A8 8 0 0 1 7-9A6 6 0 0 1 10 2ZM-7 6L-9 12M0 6L-2 12M7 6L5 12",
    "snow": "M0-13V13M-11.3-6.5L11.3 6.5M-11.3 6.5L11.3-6.5M-4-12L0-8L4-12M-4 12L0 8L4 12"
    "M-12.4-2.5L-7-4L-8.4-9.5M12.4 2.5L7 4L8.4 9.5M-12.4 2.5L-7 4L-8.4 9.5M12.4-2.5L7-4L8.4-9.5",
}
"""Weather icons, by a word in the name of the box."""


def track_high(track: Track, unit: float) -> float:
    """The height of a track with its heading."""
    return 0.42 * unit + len(track.boxes) * _step(track) * unit


def _step(track: Track) -> float:
    return 0.78 if max(map(len, track.boxes)) < 3 else 1.62


class Stage(NamedTuple):
    """A box of a track: the track's name, the number of the box from 0, its text."""

    track: str
    number: int
    name: str
    box: Box


def stages(tracks: Sequence[Track], column: Box, unit: float) -> list[Stage]:
    """The boxes of the tracks in a column: the first track at the top, the others at the bottom."""
    out: list[Stage] = []
    if not tracks:
        return out
    tops = [column.top]
    at = column.bottom - sum(track_high(track, unit) + 0.3 * unit for track in tracks[1:]) + 0.3 * unit
    for track in tracks[1:]:
        tops.append(at)
        at += track_high(track, unit) + 0.3 * unit
    for track, top in zip(tracks, tops, strict=True):
        step = _step(track) * unit
        for n, name in enumerate(track.boxes):
            y = top + 0.42 * unit + n * step
            out.append(Stage(track.name, n, name, Box(column.left, y, column.right, y + step - 0.08 * unit)))
    return out


def draw_tracks(tracks: Sequence[Track], column: Box, unit: float, *, few: bool) -> str:
    """The tracks, each under its name."""
    out = []
    for stage in stages(tracks, column, unit):
        if stage.number == 0 and not few:
            out.append(heading(stage.track, (column.left, stage.box.top - 0.42 * unit), unit))
        out.append(_stage(stage.name, stage.box, unit, few=few))
    return group(*out, class_="tracks")


def draw_markers(tracks: Sequence[Track], column: Box, unit: float, now: Mapping[str, int]) -> str:
    """The markers of the tracks in their boxes."""
    found = [stage for stage in stages(tracks, column, unit) if now.get(stage.track) == stage.number]
    return "".join(_marker(stage.name, stage.box, unit) for stage in found)


def draw_disc(side: str, look: Look, at: Point, unit: float) -> str:
    """The disc of the player who has the initiative."""
    wood = look.wood(side)
    return group(
        element("title", escape(f"Initiative: {side}")),
        circle((0.06 * unit, 0.08 * unit), 0.72 * unit, fill="#000", fill_opacity="var(--shadow-strength)"),
        circle((0, 0), 0.72 * unit, fill=wood.face, stroke=wood.dark, stroke_width=fine(0.09 * unit)),
        circle((0, 0), 0.56 * unit, fill="none", stroke=wood.lite, stroke_width=fine(0.04 * unit)),
        _emblem(look.side(side).emblem, wood.slow, unit),
        transform=f"translate({num(at[0])} {num(at[1])})",
        class_="disc",
    )


def _emblem(emblem: str, colour: str, unit: float) -> str:
    k, stroke = num(0.3 * unit), {"fill": "none", "stroke": colour, "stroke_width": fine(0.17 * unit)}
    if emblem == "star":
        return path(star((0, 0), 0.34 * unit), fill=colour)
    if emblem == "cross":
        return path(f"M-{k} 0H{k}M0 -{k}V{k}", **stroke)
    if emblem == "ring":
        return circle((0, 0), 0.26 * unit, **stroke)
    return path(f"M0 -{k}L{k} 0L0 {k}L-{k} 0Z", fill=colour) if emblem == "diamond" else ""


def draw_holder(side: str, look: Look, box: Box, unit: float) -> str:
    """The cube of the side that controls a box."""
    wood, k = look.wood(side), 0.3 * unit
    x, y = box.right - 0.22 * unit - k, box.top + 0.24 * unit
    front = rect(Box(x, y, x + k, y + k), fill=wood.face, stroke=wood.dark, stroke_width=fine(0.03 * unit))
    top = path(
        f"M{num(x)} {num(y)}l{num(k * 0.28)} {num(-k * 0.28)}h{num(k)}l{num(-k * 0.28)} {num(k * 0.28)}z",
        fill=wood.lite,
    )
    return group(element("title", escape(f"held by {side}")), top, front, class_=f"holder {side}")


def _stage(name: str, box: Box, unit: float, *, few: bool) -> str:
    low = box.height < unit
    sky = next((d for word, d in SKIES.items() if word in name.lower()), "")
    out = [_paper(box, unit)]
    if sky:
        place = f"translate({num(box.right - 0.62 * unit)} {num(box.bottom - 0.62 * unit)}) scale({fine(unit * 0.027)})"
        out.append(
            path(sky, fill="none", stroke="var(--ink2)", stroke_width=2, stroke_linecap="round", transform=place)
        )
    if low and not few:
        half = width(name, Style("serif bold", 0.32 * unit)) / 2
        spot = (box.left + box.right) / 2 - half, (box.top + box.bottom) / 2 + 0.11 * unit
        out.append(words(name, spot, 0.32 * unit, face="serif bold"))
    elif not few:
        out.append(words(name, (box.left + 0.16 * unit, box.top + 0.40 * unit), 0.27 * unit, face="serif bold"))
    return group(*out, class_="stage")


def _marker(name: str, box: Box, unit: float) -> str:
    """The marker of a track in its current box."""
    at, size = (box.right - 0.42 * unit, box.top + min(0.36 * unit, box.height / 2)), 0.2 * unit
    ring = rect(box, fill="none", stroke="var(--accent)", stroke_width=fine(unit * 0.07))
    disc = circle(at, size, fill="var(--accent)", stroke="var(--frame)", stroke_width=fine(unit * 0.03))
    return group(element("title", escape(f"now: {name}")), ring, disc, class_="marker")


# -- the title --------------------------------------------------------------------------------


def title_high(unit: float, scale: float) -> float:
    """The height of the title over the map."""
    return max(1.45 * unit, 30 / scale)


def title(sheet: SheetData, box: Box, unit: float, *, few: bool) -> str:
    """The heading with its subtitles, or only the heading on a small map."""
    text = sheet.heading.upper()
    face = Style("serif bold", 1.0, 0.14)
    room = 0.92 if few else 0.6
    size = min((0.86 if few else 0.98) * box.height, room * box.width / width(text, face))
    base = box.top + size * 0.78
    out = [words(text, (box.left, base), size, face="serif bold", spacing=0.14)]
    if not few:
        x = box.left + width(text, face) * size + 0.55 * unit
        out.append(rect(Box(x - 0.30 * unit, base - 0.66 * size, x - 0.25 * unit, base), fill="var(--accent)"))
        for n, line in enumerate(sheet.lines):
            look, large = ("serif italic", 0.44 * unit) if n == 0 else ("serif", 0.34 * unit)
            large = min(large, (box.right - x) / width(line, Style(look, 1.0, 0.04)))
            out.append(words(line, (x, base - 0.50 * unit + n * 0.48 * unit), large, face=look, spacing=0.04))
    return group(*out, class_="cartouche")


def rose(at: Point, unit: float, km: float, room: float) -> str:
    """The compass rose, and below it a scale bar if the scale (`km`: units per kilometre) is known."""
    out = [compass((at[0], at[1] - 0.55 * unit), unit * 0.92, 360)]
    if km:
        step = max((k for k in STEPS if 2 * k * km <= room), default=STEPS[0])
        long, high, (x, y) = step * km, 0.11 * unit, (at[0] - step * km, at[1] + 0.95 * unit)
        for n in range(2):
            box = Box(x + n * long, y, x + (n + 1) * long, y + high)
            fill = "var(--frame)" if n == 0 else "var(--panel)"
            out.append(rect(box, fill=fill, stroke="var(--frame)", stroke_width=1))
        for n in range(3):
            text = f"{n * step:g}" + (" km" if n == 2 else "")
            out.append(
                element(
                    "text",
                    text,
                    x=num(x + n * long),
                    y=num(y - 0.1 * unit),
                    text_anchor="middle",
                    font_family=SANS,
                    font_size=num(0.24 * unit),
                    fill="var(--ink2)",
                )
            )
    return group(*out, class_="cartouche scale")


def frame(window: Box, unit: float, step: float) -> str:
    """A border line and a black and white band."""
    thick, gap = 0.14 * unit, 0.05 * unit
    inner, outer = window.grown(gap), window.grown(gap + thick)
    dark = []
    across, down = (window.left, window.right, True), (window.top, window.bottom, False)
    for (low, high, level), near, far in (
        (across, outer.top, inner.top),
        (across, inner.bottom, outer.bottom),
        (down, outer.left, inner.left),
        (down, inner.right, outer.right),
    ):
        count = max(1, math.ceil((high - low) / step))
        for n in range(0, count, 2):
            a, b = low + (high - low) * n / count, low + (high - low) * (n + 1) / count
            box = Box(a, near, b, far) if level else Box(near, a, far, b)
            dark.append(rect(box, fill="var(--frame)"))
    return group(
        *dark,
        rect(window, fill="none", stroke="var(--frame)", stroke_width=fine(unit * 0.03)),
        rect(inner, fill="none", stroke="var(--frame)", stroke_width=fine(unit * 0.012)),
        rect(outer, fill="none", stroke="var(--frame)", stroke_width=fine(unit * 0.03)),
        class_="frame",
    )
