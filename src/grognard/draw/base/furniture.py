"""The surroundings of a map: frame, cartouche, scale, legend, and the note on its sources."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...kit.load.hex_map import HexMap
from ...kit.load.sheet import SheetData
from ...kit.load.toml import SOURCES as MEANINGS
from ..themes.theme import SANS, SERIF, SOURCES
from .geometry import Box, HexPlan, Point
from .svg import circle, element, escape, fine, group, line, num, path, rect
from .text import Style, width


def words(
    text: str, at: Point, size: float, *, face: str = "sans", fill: str = "var(--ink)", spacing: float = 0.0
) -> str:
    """A line of lettering beside the map."""
    style = Style(face, size, spacing)
    return element(
        "text",
        escape(text),
        x=num(at[0]),
        y=num(at[1]),
        font_family=SERIF if face.startswith("serif") else SANS,
        font_size=num(size),
        font_weight="700" if face.endswith("bold") else None,
        font_style="italic" if face.endswith("italic") else None,
        fill=fill,
        letter_spacing=fine(spacing * size) if spacing else None,
        textLength=num(width(text, style)),
        lengthAdjust="spacingAndGlyphs",
    )


def wrapped(text: str, style: Style, wide: float) -> list[str]:
    """The text wrapped into lines no wider than this."""
    out: list[str] = []
    for word in text.split():
        if out and width(f"{out[-1]} {word}", style) <= wide:
            out[-1] += f" {word}"
        else:
            out.append(word)
    return out


def paragraph(text: str, at: Point, size: float, wide: float, *, fill: str = "var(--ink2)") -> tuple[str, float]:
    """Wrapped text, and its lower edge."""
    lines = wrapped(text, Style("sans", size), wide)
    out = [words(text_, (at[0], at[1] + n * size * 1.35), size, fill=fill) for n, text_ in enumerate(lines)]
    return "".join(out), at[1] + len(lines) * size * 1.35


# -- the frame --------------------------------------------------------------------------------


def frame(plan: HexPlan, window: Box) -> str:
    """A border line, a black and white band marking columns and rows, and their numbers."""
    u = plan.unit
    thick, gap = 0.16 * u, 0.05 * u
    inner, outer = window.grown(gap), window.grown(gap + thick)
    out = [
        rect(outer, fill="var(--frame-gap)", stroke="var(--frame)", stroke_width=fine(u * 0.035)),
        rect(window, fill="none", stroke="var(--frame)", stroke_width=fine(u * 0.03)),
    ]
    dark, numbers = [], []
    xs, ys = _stations(plan)
    for stations, low, high, level_ in ((xs, window.left, window.right, True), (ys, window.top, window.bottom, False)):
        cuts = [low, *((a + b) / 2 for a, b in pairwise(stations.values())), high]
        for n, (a, b) in enumerate(pairwise(cuts)):
            if n % 2:
                continue
            for near, far in (
                ((outer.top, inner.top), (inner.bottom, outer.bottom))
                if level_
                else ((outer.left, inner.left), (inner.right, outer.right))
            ):
                box = Box(a, near, b, far) if level_ else Box(near, a, far, b)
                dark.append(line(box.corners, closed=True))
        for name, at in stations.items():
            for spot in (
                ((at, outer.top - 0.12 * u), (at, outer.bottom + 0.29 * u))
                if level_
                else ((outer.left - 0.27 * u, at + 0.08 * u), (outer.right + 0.27 * u, at + 0.08 * u))
            ):
                numbers.append(element("text", name, x=num(spot[0]), y=num(spot[1])))
    hole = line(outer.corners, closed=True) + line(window.corners[::-1], closed=True)
    return group(
        path(hole, fill="var(--frame-gap)"),
        *out[1:],
        path("".join(dark), fill="var(--frame)"),
        rect(outer, fill="none", stroke="var(--frame)", stroke_width=fine(u * 0.035)),
        group(*numbers, font_family=SANS, font_size=num(u * 0.22), fill="var(--ink2)", text_anchor="middle"),
        class_="frame",
    )


def neat_line(window: Box, unit: float) -> str:
    """The frame of a thumbnail."""
    return rect(window, fill="none", stroke="var(--frame)", stroke_width=fine(unit * 0.16))


def _stations(plan: HexPlan) -> tuple[dict[str, float], dict[str, float]]:
    """The middles of columns and rows."""
    grid = plan.grid
    rows = [(label, hexes) for label, hexes in grid.lines()]
    names = [str(grid.numbers(hex)[0]).zfill(2 if grid.names != "A1" else 1) for hex in rows[0][1]]
    shift = plan.pitch / 4
    xs = {name: plan.centre(hex)[0] for name, hex in zip(names, rows[0][1], strict=True)}
    ys = {label: plan.centre(hexes[0])[1] for label, hexes in rows}
    if plan.flat:
        first, second = plan.centre(rows[0][1][0])[1], plan.centre(rows[0][1][min(1, len(names) - 1)])[1]
        ys = {label: y + math.copysign(shift, second - first) * (second != first) for label, y in ys.items()}
    elif len(rows) > 1:
        first, second = plan.centre(rows[0][1][0])[0], plan.centre(rows[1][1][0])[0]
        xs = {name: x + math.copysign(shift, second - first) for name, x in xs.items()}
    return xs, ys


def inset_frame(title: str, note: str, window: Box, unit: float, up: int) -> str:
    """The frame of an inset: a plate with its name, a double line, and north if that is not up."""
    plate = inset_plate(window, unit)
    size = min(0.46 * unit, 0.62 * window.width / width(title.upper(), Style("serif bold", 1.0, 0.14)))
    base = plate.top + 0.64 * unit
    out = [
        path(line(plate.corners, closed=True) + line(window.corners[::-1], closed=True), fill="var(--panel)"),
        rect(plate, fill="none", stroke="var(--frame)", stroke_width=fine(unit * 0.05)),
        rect(window, fill="none", stroke="var(--frame)", stroke_width=fine(unit * 0.025)),
        words(title.upper(), (window.left + 0.05 * unit, base), size, face="serif bold", spacing=0.14),
    ]
    size = 0.24 * unit
    out.append(words(note, (window.right - width(note, Style("sans", size)), base), size, fill="var(--ink2)"))
    if up:
        out.append(compass((window.right - 0.62 * unit, window.bottom - 0.62 * unit), unit * 0.42, up))
    return group(*out, class_="inset-frame")


def inset_plate(window: Box, unit: float) -> Box:
    """The area of an inset with its frame and its name."""
    out = window.grown(0.16 * unit)
    return out._replace(top=out.top - 0.72 * unit)


# -- the cartouche ----------------------------------------------------------------------------


def room(hexmap: HexMap, plan: HexPlan, wide: float, high: float, taken: Sequence[Box] = ()) -> Box | None:
    """A free area of open water for the cartouche, as near to a corner of the map as possible."""
    box, u = plan.box, plan.unit
    spots: list[tuple[float, Box]] = []
    left = box.left + 0.25 * u
    while left + wide <= box.right - 0.25 * u:
        top = box.top + 0.25 * u
        while top + high <= box.bottom - 0.25 * u:
            spot = Box(left, top, left + wide, top + high)
            corner = min(abs(left - box.left), abs(box.right - spot.right)) + min(
                top - box.top, box.bottom - spot.bottom
            )
            spots.append((corner, spot))
            top += u
        left += u
    spots.sort(key=lambda one: one[0])
    kept = [box.grown(0.3 * u) for box in taken]
    free = (spot for _, spot in spots if not any(box.meets(spot) for box in kept))
    return next((spot for spot in free if _open(hexmap, plan, spot.grown(0.22 * u))), None)


def _open(hexmap: HexMap, plan: HexPlan, spot: Box) -> bool:
    """Whether the part of it on the map is all open water."""
    across, down = max(2, round(spot.width / plan.unit)), max(2, round(spot.height / plan.unit))
    for i in range(across + 1):
        for j in range(down + 1):
            hex = plan.at(spot.left + spot.width * i / across, spot.top + spot.height * j / down)
            if hexmap.land(hex) or (hex in hexmap.places and 0 < i < across):
                return False
    return True


def cartouche(sheet: SheetData, box: Box, unit: float, grid_scale: float, pitch: float, up: int) -> str:
    """The title plate: heading, lines, scale and north."""
    notch = 0.30 * unit
    middle = (box.left + box.right) / 2
    size = min(0.98 * unit, 0.80 * box.width / max(0.1, width(sheet.heading.upper(), Style("serif bold", 1.0, 0.16))))
    out = [
        path(_plate(box, notch), fill="var(--panel)", stroke="var(--frame)", stroke_width=fine(unit * 0.05)),
        path(
            _plate(box.grown(-0.12 * unit), notch), fill="none", stroke="var(--frame)", stroke_width=fine(unit * 0.018)
        ),
        _centred(sheet.heading.upper(), middle, box.top + 0.42 * unit + 0.70 * size, size, "serif bold", 0.16),
    ]
    y = box.top + 0.50 * unit + 0.70 * size
    for n, text in enumerate(sheet.lines):
        y += (0.44 if n == 0 else 0.36) * unit
        face, size = ("serif italic", 0.34 * unit) if n == 0 else ("serif", 0.28 * unit)
        size = min(size, 0.88 * box.width / width(text, Style(face, 1.0, 0.05)))
        out.append(_centred(text, middle, y, size, face, 0.05))
    if grid_scale:
        out.append(scale_bar((box.left + 0.75 * unit, box.bottom - 0.60 * unit), unit, grid_scale, pitch))
    if up:
        out.append(compass((box.right - 0.85 * unit, box.bottom - 0.80 * unit), unit * 0.62, up))
    return group(*out, class_="cartouche")


def nameplate(sheet: SheetData, box: Box, unit: float) -> str:
    """The title plate of a small map: the heading alone."""
    text = sheet.heading.upper()
    size = min(0.6 * box.height, 0.86 * box.width / width(text, Style("serif bold", 1.0, 0.1)))
    plate = path(_plate(box, 0.3 * unit), fill="var(--panel)", stroke="var(--frame)", stroke_width=fine(unit * 0.1))
    middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2 + 0.34 * size
    return group(plate, _centred(text, *middle, size, "serif bold", 0.1), class_="cartouche")


def small_note(heading: str, counts: Mapping[str, Mapping[str, int]], box: Box, size: float) -> tuple[str, float]:
    """The note under a small map, in a legible size."""
    text = f"{heading}: reconstructed map, from the rules, geography and estimates" if rebuilt(counts) else heading
    drawn, bottom = paragraph(text, (box.left, box.top + size), size, box.width)
    return group(drawn, class_="note"), bottom


def _centred(text: str, x: float, y: float, size: float, face: str, spacing: float) -> str:
    half = width(text, Style(face, size, spacing)) / 2
    return words(text, (x - half, y), size, face=face, spacing=spacing)


def _plate(box: Box, notch: float) -> str:
    """A rectangle with notched corners."""
    left, t, r, b, n = *box, notch
    turn = f"A{num(n)} {num(n)} 0 0 0"
    return (
        f"M{num(left + n)} {num(t)}H{num(r - n)}{turn} {num(r)} {num(t + n)}V{num(b - n)}{turn} {num(r - n)} {num(b)}"
        f"H{num(left + n)}{turn} {num(left)} {num(b - n)}V{num(t + n)}{turn} {num(left + n)} {num(t)}Z"
    )


STEPS = (0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Possible lengths of a part of the scale bar, in kilometres."""


def scale_bar(at: Point, unit: float, km: float, pitch: float) -> str:
    """The scale bar, in kilometres."""
    step = min((k for k in STEPS if k / km * pitch > 0.75 * unit), default=STEPS[-1])
    long, high = step / km * pitch, 0.10 * unit
    out = []
    for n in range(3):
        box = Box(at[0] + n * long, at[1], at[0] + (n + 1) * long, at[1] + high)
        out.append(
            rect(box, fill="var(--frame)" if n % 2 == 0 else "var(--panel)", stroke="var(--frame)", stroke_width=1)
        )
    for n in range(4):
        text = f"{n * step:g}" + (" km" if n == 3 else "")
        out.append(element("text", text, x=num(at[0] + n * long), y=num(at[1] - 0.10 * unit), text_anchor="middle"))
    out.append(element("text", f"one hex: {km:g} km", x=num(at[0]), y=num(at[1] + high + 0.29 * unit)))
    return group(*out, font_family=SANS, font_size=num(0.25 * unit), fill="var(--ink2)", class_="scale")


def compass(at: Point, size: float, up: int) -> str:
    """A compass star that points north."""
    turn = (360 - up) % 360
    needle = f"M0 {num(-size)}L{num(size * 0.16)} {num(-size * 0.16)}L0 0Z"
    other = f"M0 {num(-size)}L{num(-size * 0.16)} {num(-size * 0.16)}L0 0Z"
    points = []
    for n in range(4):
        k = 1.0 if n == 0 else 0.72
        points.append(
            group(
                path(needle, fill="var(--frame)"),
                path(other, fill="var(--panel)", stroke="var(--frame)", stroke_width=0.8),
                transform=f"rotate({90 * n}) scale({k})",
            )
        )
    letter = element(
        "text",
        "N",
        y=num(-size * 1.08),
        text_anchor="middle",
        font_family=SERIF,
        font_weight="700",
        font_size=num(size * 0.42),
        fill="var(--ink)",
    )
    ring = circle((0, 0), size * 0.52, fill="none", stroke="var(--frame)", stroke_width=0.8)
    return group(
        ring, *points, letter, transform=f"translate({num(at[0])} {num(at[1])}) rotate({turn})", class_="compass"
    )


# -- the legend -------------------------------------------------------------------------------


class Entry(NamedTuple):
    """A line of the legend: a drawing around the origin, and its meaning."""

    drawing: str
    text: str


def heading(text: str, at: Point, unit: float, *, fill: str = "var(--ink3)") -> str:
    """The heading of a part of the band, in capitals."""
    return words(text.upper(), (at[0], at[1] + 0.2 * unit), 0.21 * unit, face="sans bold", fill=fill, spacing=0.12)


def legend(entries: Sequence[Entry], box: Box, unit: float) -> tuple[str, float]:
    """The key to the map in as many columns as fit, and its lower edge."""
    swatch, pitch, size = 1.5 * unit, 1.22 * unit, 0.25 * unit
    for rows in range(2, len(entries) + 2):
        columns = [entries[n : n + rows] for n in range(0, len(entries), rows)]
        wide = [swatch + max(width(one.text, Style("sans", size)) for one in part) for part in columns]
        if sum(wide) + 0.5 * unit * len(wide) <= box.width:
            break
    gap = min(1.2 * unit, max(0.5 * unit, (box.width - sum(wide)) / len(wide)))
    out, x = [heading("Key to the map", (box.left, box.top), unit)], box.left
    for part, across in zip(columns, wide, strict=True):
        for n, one in enumerate(part):
            y = box.top + 0.95 * unit + n * pitch
            out.append(group(one.drawing, transform=f"translate({num(x + 0.62 * unit)} {num(y)})"))
            out.append(words(one.text, (x + swatch, y + 0.09 * unit), size))
        x += across + gap
    return group(*out, class_="legend"), box.top + 0.5 * unit + len(columns[0]) * pitch


def rebuilt(counts: Mapping[str, Mapping[str, int]]) -> bool:
    """Whether some of a map's data had to be reconstructed."""
    return any(layer[letter] for layer in counts.values() for letter in "GE")


RECONSTRUCTED = (
    "Redrawn: the printed map is not reproduced here. What the rules state follows the rules; "
    "the rest is projected from geography or estimated."
)


def source_note(counts: Mapping[str, Mapping[str, int]], box: Box, unit: float) -> tuple[str, float]:
    """How many data come from where, and a notice if the map is a reconstruction."""
    total = {letter: sum(layer[letter] for layer in counts.values()) for letter in SOURCES}
    if rebuilt(counts):
        out = [heading("Reconstructed map", (box.left, box.top), unit, fill="var(--accent)")]
        text, y = paragraph(RECONSTRUCTED, (box.left, box.top + 0.62 * unit), 0.235 * unit, box.width)
        out.append(text)
    else:
        out, y = [heading("Sources", (box.left, box.top), unit)], box.top + 0.5 * unit
    told = [f"{total[letter]} {MEANINGS[letter]}" for letter in SOURCES if total[letter]]
    text, y = paragraph(
        f"Of {sum(total.values())} data: {', '.join(told)}.", (box.left, y + 0.12 * unit), 0.235 * unit, box.width
    )
    out.append(text)
    return group(*out, class_="note"), y


def moment(lines: Sequence[str], at: Point, unit: float) -> tuple[str, float]:
    """The caption of a position."""
    out = [heading("Position", at, unit)]
    for n, text in enumerate(lines):
        size = (0.30 if n == 0 else 0.235) * unit
        out.append(
            words(text, (at[0], at[1] + (0.66 + 0.36 * n) * unit), size, face="serif bold" if n == 0 else "sans")
        )
    return group(*out, class_="moment"), at[1] + (0.66 + 0.36 * len(lines)) * unit


TABLE = 5.2
"""The width of the table of sources, in units."""


def source_table(counts: Mapping[str, Mapping[str, int]], at: Point, unit: float) -> tuple[str, float]:
    """A table of how many data in each layer come from each source, and its lower edge."""
    out, (x, y) = [], at
    size, first, step = 0.235 * unit, 1.3 * unit, 0.85 * unit
    out.append(heading("Data by source", at, unit))
    for n, letter in enumerate(SOURCES):
        half = width(letter, Style("sans bold", size)) / 2
        spot = x + first + (n + 0.5) * step - half, y + 0.66 * unit
        out.append(words(letter, spot, size, face="sans bold", fill=f"var(--{SOURCES[letter].ink})"))
    for row, (layer, found) in enumerate(counts.items()):
        base = y + 1.02 * unit + row * size * 1.42
        out.append(words(layer, (x, base), size))
        for n, letter in enumerate(SOURCES):
            text = str(found[letter] or "–")
            half = width(text, Style("sans", size)) / 2
            out.append(words(text, (x + first + (n + 0.5) * step - half, base), size, fill="var(--ink2)"))
    return group(*out, class_="counts"), y + 1.1 * unit + len(counts) * size * 1.42
