"""The layers of a sheet of areas: sources, supply, zones, control."""

from itertools import pairwise
from typing import TYPE_CHECKING

from ..base.overlay import STROKES, side_sets
from ..base.svg import element, fine, group, line, path
from ..themes.theme import FIRST, SECOND, SOURCES, Overlay

if TYPE_CHECKING:
    from .sheet import AreaSheet


def draw_layer(sheet: "AreaSheet") -> str:
    """The layer that lies over the ground: where the data come from, or the ground of each side."""
    if sheet.layer == "terrain":
        return ""
    if sheet.layer == "sources":
        by_letter: dict[str, set[str]] = {letter: set() for letter in SOURCES}
        for area, source in sheet.map.sources["terrain"].items():
            by_letter[source[0]].add(area)
        return group(
            *(_washed(sheet, SOURCES[k], which, k) for k, which in by_letter.items()),
            _bands(sheet),
            class_="layer sources",
        )
    assert sheet.title
    first, second = side_sets(sheet.title, sheet.state, sheet.layer, sheet.map)
    return group(_washed(sheet, FIRST, first, "first"), _washed(sheet, SECOND, second, "second"), class_="layer")


def _washed(sheet: "AreaSheet", overlay: Overlay, which: set[str], data: str) -> str:
    name = f"set-{overlay.name}"
    d = "".join(sheet.shapes[area] for area in sheet.map.names if area in which)
    wash = element("use", href=f"#{name}", fill=f"var(--{overlay.wash})", fill_opacity=overlay.strength)
    marks = element("use", href=f"#{name}", fill=f"url(#pattern-{overlay.name})") if overlay.pattern != "none" else ""
    keyline = path(
        "".join(line(sheet.plan.piece(edge)) for edge in rim(sheet, which)),
        class_="keyline",
        fill="none",
        stroke="var(--keyline)",
        stroke_width=fine(sheet.plan.unit * 0.06),
        stroke_linecap="round",
    )
    shape = element("defs", path(d, id=name))
    return group(shape, wash, marks, keyline, class_=f"overlay {overlay.name}", data_set=data) if d else ""


def rim(sheet: "AreaSheet", which: set[str]) -> list[tuple[str, str]]:
    """The pieces of outline with one of these areas on one side only."""
    seen: dict[tuple[str, str], int] = {}
    for area in which:
        outline = sheet.map.outlines[area]
        for a, b in pairwise((*outline, outline[0])):
            edge = (a, b) if a < b else (b, a)
            seen[edge] = seen.get(edge, 0) + 1
    return [edge for edge in sheet.plan.edges if seen.get(edge) == 1]


def _bands(sheet: "AreaSheet") -> str:
    """Rivers, tinted by where each stretch comes from."""
    out = []
    for letter, (wide, dash) in STROKES.items():
        d = "".join(
            line(sheet.plan.border(pair))
            for run in sheet.map.rivers.values()
            for pair in run
            if sheet.map.sources["river"]["|".join(pair)].startswith(letter)
        )
        dashes = " ".join(fine(float(k) * sheet.plan.unit) for k in dash.split()) if dash else None
        look, wide = {"fill": "none", "stroke_linejoin": "round"}, wide + 0.08
        out.append(path(d, stroke="var(--halo)", stroke_width=fine((wide + 0.07) * sheet.plan.unit), **look))
        out.append(
            path(
                d,
                stroke=f"var(--{SOURCES[letter].ink})",
                stroke_width=fine(wide * sheet.plan.unit),
                stroke_dasharray=dashes,
                **look,
            )
        )
    return group(*out, class_="bands")
