"""The key to an area map: a small drawing for everything that is on it."""

from typing import Any

from ...kit.load.area_map import AreaMap
from ...kit.load.sheet import SheetData
from ...kit.load.toml import SOURCES as MEANT
from ...kit.table import Wargame
from ..base.furniture import Entry, words
from ..base.geometry import Box, Point
from ..base.overlay import side_meanings
from ..base.svg import circle, element, fine, group, num, path, rect, smooth
from ..base.symbols import supply_source
from ..base.text import Style, capital, width
from ..themes.look import Look
from ..themes.terrain import Number
from ..themes.theme import SOURCES, Overlay
from .marks import firs_at, icon, strokes, supply_colour
from .names import number_disc, number_star, place_sign, source_letter

WIDE, HIGH = 0.60, 0.42
"""Half the width and half the height of a tile of the key, in units."""


def tile_clip(unit: float) -> str:
    """The clip path for the tiles of the key."""
    return element("clipPath", rect(_box(unit), rx=fine(unit * 0.08)), id="tile")


def _box(unit: float) -> Box:
    return Box(-WIDE * unit, -HIGH * unit, WIDE * unit, HIGH * unit)


def _tile(inside: str, unit: float, ground: str = "land") -> str:
    box = _box(unit)
    return group(
        rect(box, fill=f"var(--{ground})", rx=fine(unit * 0.08)),
        group(inside, clip_path="url(#tile)"),
        rect(box, fill="none", stroke="var(--area-line)", stroke_width=fine(unit * 0.03), rx=fine(unit * 0.08)),
    )


def terrain_entries(areas: AreaMap, look: Look, unit: float) -> list[Entry]:
    """Every kind of terrain, with its symbol and colour."""
    out = []
    for kind in dict.fromkeys(areas.terrain.values()):
        number = next(area for area, terrain in areas.terrain.items() if terrain == kind)
        drawn = look.terrain(kind)
        if drawn.number == Number.STAR:
            inside = rect(_box(unit), fill="url(#victory-rule)") + number_star(number, (0, 0), unit)
        elif drawn.number == Number.LARGE:
            style = Style("serif bold", 0.40 * unit)
            inside = words(
                number, (-width(number, style) / 2, 0.14 * unit), style.size, face=style.face, fill="var(--label)"
            )
        else:
            inside = number_disc(number, drawn, (0, 0), unit)
        if drawn.firs:
            spots = (
                (-0.45, -0.12),
                (-0.33, 0.26),
                (0.36, -0.16),
                (0.48, 0.2),
                (-0.08, 0.38),
                (0.12, -0.3),
                (0.2, 0.36),
            )
            inside = firs_at([(x * unit, y * unit) for x, y in spots], unit) + inside
        out.append(Entry(_tile(inside, unit, drawn.wash or "land"), look.text(kind) or capital(kind)))
    for kind in dict.fromkeys(other.kind for other in areas.others if look.terrain(other.kind).water):
        out.append(Entry(_tile("", unit, "shoal2"), look.text(kind) or capital(kind)))
    return out


def _wave(unit: float) -> str:
    return smooth(
        [(x * unit, y * unit) for x, y in ((-0.7, 0.12), (-0.35, -0.08), (0.0, 0.06), (0.35, -0.06), (0.7, 0.1))]
    )


def line_entries(areas: AreaMap, sheet: SheetData, unit: float) -> list[Entry]:
    """Rivers and front lines."""
    out = []
    if areas.rivers:
        d = _wave(unit)
        look = (("river-bank", 0.125), ("river", 0.095), ("river-lite", 0.028))
        river = "".join(path(d, fill="none", stroke=f"var(--{k})", stroke_width=fine(wide * unit)) for k, wide in look)
        out.append(Entry(_tile(river, unit, "area-green"), "River along a border"))
    for name in areas.lines:
        out.append(
            Entry(_tile(strokes(_wave(unit), name, unit), unit, "area-green"), sheet.meanings.get(name, capital(name)))
        )
    return out


def place_entries(areas: AreaMap, unit: float) -> list[Entry]:
    """The symbols of cities and towns."""
    kinds = dict.fromkeys(place.kind for found in areas.places.values() for place in found)
    return [Entry(_grown(place_sign(kind, (0, 0), unit), 1.25), capital(kind)) for kind in kinds]


def _grown(drawing: str, by: float) -> str:
    return group(drawing, transform=f"scale({fine(by)})")


def group_entries(areas: AreaMap, sheet: SheetData, unit: float) -> list[Entry]:
    """The icons of groups; those with the same meaning are side by side."""
    found: dict[str, list[str]] = {}
    for name in areas.groups:
        text = sheet.meanings.get(name, capital(name))
        if colours := supply_colour(name):
            found.setdefault(text, []).append(
                supply_source((0, 0), unit * 1.2, f"var(--{colours[0]})", f"var(--{colours[1]})")
            )
        elif drawn := icon(name, unit):
            found.setdefault(text, []).append(drawn.drawing)
        elif name.endswith(" border"):
            band = path(
                f"M0 {fine(-HIGH * unit)}V{fine(HIGH * unit)}", stroke="var(--home)", stroke_width=fine(unit * 0.13)
            )
            found.setdefault(text, []).append(band)
    out = []
    for text, drawings in found.items():
        step = 0.44 * unit
        shift = -(len(drawings) - 1) / 2
        row = [group(d, transform=f"translate({num((n + shift) * step)} 0)") for n, d in enumerate(drawings)]
        out.append(Entry("".join(row), text))
    return out


def _patch(overlay: Overlay, unit: float) -> str:
    box = _box(unit)
    wash = rect(box, fill=f"var(--{overlay.wash})", fill_opacity=overlay.strength)
    return wash + (rect(box, fill=f"url(#pattern-{overlay.name})") if overlay.pattern != "none" else "")


def source_entries(unit: float) -> list[Entry]:
    """The meaning of the tints, letters and bands in the layer of sources, and the places of the letters."""
    out = []
    for letter, overlay in SOURCES.items():
        text = _said(letter, 0.0, unit)
        out.append(Entry(_tile(_patch(overlay, unit) + text, unit), f"{letter}: {MEANT[letter]}"))
    number = (
        circle((0, 0), unit * 0.2, fill="var(--disc-green)")
        + _said("E", -0.34, unit, 0.24)
        + _said("R", 0.34, unit, 0.24)
    )
    return [
        *out,
        Entry(_tile(number, unit, "area-green"), "Before a number: source of the area; after it: of its terrain"),
    ]


def _said(letter: str, across: float, unit: float, size: float = 0.42) -> str:
    return source_letter(letter, (across * unit, 0.0), unit, size, 0.08)


def side_entries(title: Wargame[Any], unit: float, layer: str) -> list[Entry]:
    """The meaning of a layer's hatching."""
    return [
        Entry(_tile("".join(_patch(one, unit) for one in shown), unit), text)
        for shown, text in side_meanings(title, layer)
    ]


def vacancy(name: str, at: Point, unit: float) -> str:
    """The place of a block off the map: a dashed square above its name."""
    x, y = at
    box = Box(x - 0.42 * unit, y - 0.75 * unit, x + 0.42 * unit, y + 0.09 * unit)
    out = [rect(box, fill="var(--box)", stroke="var(--ink2)", stroke_width=1.4, stroke_dasharray="5 4", rx="4")]
    size = 0.215 * unit
    for n, part in enumerate(_lines(name)):
        half = width(part, Style("serif italic", size)) / 2
        out.append(words(part, (x - half, y + (0.36 + 0.26 * n) * unit), size, face="serif italic", fill="var(--ink2)"))
    return group(*out, class_="vacancy")


def _lines(name: str) -> list[str]:
    first, _, rest = name.partition(" ")
    return [first, rest] if rest else [first]
