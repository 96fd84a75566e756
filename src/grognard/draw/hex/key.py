"""The key to the map: a small drawing for everything that is on it."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...kit.load.hex_map import HexMap
from ...kit.load.toml import SOURCES as MEANT
from ...kit.table import Wargame
from ..base.furniture import Entry
from ..base.geometry import HexPlan, Point
from ..base.overlay import side_meanings
from ..base.rivers import BROAD, river_widths
from ..base.svg import circle, element, fine, group, line, path, polygon, smooth, use
from ..base.text import capital
from ..pieces.counters import Counter, draw_counter
from ..themes.look import Look
from ..themes.terrain import MINOR, PLAIN, SMALL_RIVERS, Glyph, Sign
from ..themes.theme import SANS, SOURCES, Overlay
from .lines import crossing
from .links import Extent, draw_extents
from .marks import SUPPLY, VICTORY, WORK, Mark, band, draw_mark, edges
from .places import draw_sign, standing

SMALL = 0.56
"""The size of a hex in the key relative to one on the map."""


def _hexagon(unit: float, flat: bool) -> list[Point]:
    start = 0.0 if flat else math.pi / 6
    return [(unit * math.cos(start + n * math.pi / 3), unit * math.sin(start + n * math.pi / 3)) for n in range(6)]


def _framed(inside: str, plan: HexPlan, ground: str = "var(--land)") -> str:
    ring = _hexagon(plan.unit, plan.flat)
    return group(
        polygon(ring, fill=ground),
        group(inside, clip_path="url(#hexagon)"),
        polygon(ring, fill="none", stroke="var(--ink2)", stroke_width=fine(plan.unit * 0.03)),
        transform=f"scale({SMALL})",
    )


def hexagon_clip(plan: HexPlan) -> str:
    """The clip path for the hexes of the key."""
    return element("clipPath", path(line(_hexagon(plan.unit, plan.flat), closed=True)), id="hexagon")


def terrain_entries(maps: Sequence[HexMap], look: Look, plan: HexPlan) -> list[Entry]:
    """Every kind of terrain and settlement on the maps, the most common first; seas and lakes together."""
    ground = {kind for one in maps for kind in one.terrain.values()}
    styles = {kind: look.terrain(kind) for one in maps for kind in (*one.terrain.values(), *one.features)}
    grown = {k for one in maps for k, found in one.features.items() if found and (styles[k].glyph or styles[k].sign)}
    kinds = sorted(ground | grown, key=lambda k: (styles[k] != PLAIN, styles[k].built or bool(styles[k].sign), k))
    wet = list(dict.fromkeys(kind for one in maps for kind in one.wet if kind in ground))
    out = []
    for kind in kinds:
        if kind in wet:
            continue
        colour, inside, drawn = "var(--land)", "", styles[kind]
        if drawn.wash or drawn.glyph:
            colour = f"var(--{drawn.wash or 'land'})"
            inside = use(f"{drawn.glyph}-0", (0, 0)) if drawn.glyph else ""
        elif drawn.island:
            colour, edge = "var(--water)", {"stroke": "var(--coast)", "stroke_width": fine(plan.unit * 0.05)}
            inside = circle((0, 0), plan.unit * 0.6, fill="var(--land)", **edge)
        elif drawn.built:
            colour = "var(--city-ground)"
            inside = use(f"{Glyph.URBAN}-0", (0, 0))
            inside += draw_sign(Sign.SITE, (0, 0), plan.unit * 1.6, "key") if drawn.site else ""
        elif drawn.sign:
            inside = draw_sign(drawn.sign, (0, 0), plan.unit * 1.25, "key")
        out.append(Entry(_framed(inside, plan, colour), look.text(kind) or capital(kind)))
    if wet:
        out.append(Entry(_framed(_shore(plan.unit), plan, "var(--land)"), " or ".join(wet).capitalize()))
    return out


def _shore(u: float) -> str:
    """A piece of coast."""
    points = [(-1.2, 0.30), (-0.7, 0.05), (-0.25, 0.30), (0.2, 0.12), (0.6, 0.38), (1.2, 0.20)]
    d = smooth([(x * u, y * u) for x, y in points])
    sea = d + f"L{fine(1.2 * u)} {fine(-1.2 * u)}L{fine(-1.2 * u)} {fine(-1.2 * u)}Z"
    clip = element("clipPath", path(sea), id="key-water")
    bands = [path(sea, fill="var(--water)")]
    for wide, colour in ((0.62, "shoal1"), (0.40, "shoal2"), (0.20, "shoal3")):
        bands.append(
            path(d, fill="none", stroke="var(--waterline)", stroke_width=fine(u * wide + 1.6), stroke_opacity=".5")
        )
        bands.append(path(d, fill="none", stroke=f"var(--{colour})", stroke_width=fine(u * wide - 0.6)))
    coast = path(d, fill="none", stroke="var(--coast)", stroke_width=fine(u * 0.05))
    return clip + group(*bands, clip_path="url(#key-water)") + coast


def _by_width(hexmap: HexMap, look: Look) -> dict[float, list[str]]:
    """The kinds of rivers by their drawn width, the widest last."""
    out: dict[float, list[str]] = {}
    for kind, (_, most) in sorted(
        river_widths(hexmap, look.sheet.rivers).items(), key=lambda item: (item[1][1], item[0])
    ):
        out.setdefault(most, []).append(kind)
    return out


def _listed(kinds: Sequence[str]) -> str:
    """Kinds as readable text."""
    return " or ".join(
        kind if kind[0].isupper() and kind.lower() not in SMALL_RIVERS else kind.lower() for kind in kinds
    )


def _river(d: str, wide: float, u: float) -> str:
    if wide > BROAD:
        return _strokes(d, ("coast", wide + 0.07), ("shoal2", wide), ("water", wide * 0.5), u=u)
    return _strokes(d, ("river-bank", wide + 0.04), ("river", wide), ("river-lite", 0.028), u=u)


def line_entries(hexmap: HexMap, look: Look, plan: HexPlan) -> list[Entry]:
    """Rivers and what crosses them, roads, railways, borders."""
    u = plan.unit
    ring = [(x * 0.93, y * 0.93) for x, y in _hexagon(u, plan.flat)]
    side = smooth([ring[3], ring[2], ring[1], ring[0]])
    across = smooth([(-0.9 * u, 0.30 * u), (-0.25 * u, 0.06 * u), (0.25 * u, -0.08 * u), (0.9 * u, -0.30 * u)])
    out = []
    for wide, kinds in _by_width(hexmap, look).items():
        named = f"{_listed(kinds)} hexside"
        out.append(Entry(_framed(_river(side, wide, u), plan), capital(named)))
    for kind in sorted({bridge.kind for bridge in hexmap.bridges.values()}):
        wide = max(_by_width(hexmap, look))
        flow = smooth([(-0.9 * u, 0.05 * u), (-0.3 * u, -0.03 * u), (0.3 * u, 0.03 * u), (0.9 * u, -0.05 * u)])
        sign = crossing(kind, u * 1.3, wide * u)
        out.append(Entry(_framed(_river(flow, wide, u) + sign, plan), capital(kind)))
    if hexmap.water:
        out.append(Entry(_framed(_strokes(side, ("coast", 0.30), ("shoal2", 0.24), u=u), plan), "All-water hexside"))
    if hexmap.roads:
        out.append(
            Entry(
                _framed(_strokes(across, ("road-case", 0.17), ("road", 0.09), u=u), plan),
                capital(_listed(sorted({road.kind for road in hexmap.roads.values()}))),
            )
        )
    if hexmap.rails:
        rails = _strokes(across, ("rail", 0.13), u=u) + path(
            across,
            fill="none",
            stroke="var(--rail-gap)",
            stroke_width=fine(u * 0.06),
            stroke_dasharray=f"{u * 0.2} {u * 0.18}",
        )
        out.append(Entry(_framed(rails, plan), _rail(hexmap)))
    if hexmap.borders:
        dash = " ".join(fine(u * k) for k in (0.24, 0.09, 0.05, 0.09))
        band = path(across, fill="none", stroke="var(--border)", stroke_width=fine(u * 0.3), stroke_opacity=".2")
        out.append(
            Entry(
                _framed(
                    band
                    + path(
                        across, fill="none", stroke="var(--border)", stroke_width=fine(u * 0.075), stroke_dasharray=dash
                    ),
                    plan,
                ),
                "National border",
            )
        )
    return out


def _rail(hexmap: HexMap) -> str:
    kinds = sorted({rail.kind for rail in hexmap.rails.values()})
    return "Railway" if kinds == ["rail"] else capital(_listed(kinds))


def _strokes(d: str, *strokes: tuple[str, float], u: float) -> str:
    return "".join(
        path(d, fill="none", stroke=f"var(--{colour})", stroke_width=fine(u * wide), stroke_linejoin="round")
        for colour, wide in strokes
    )


def mark_entries(hexmap: HexMap, look: Look, plan: HexPlan, marks: Iterable[Mark]) -> list[Entry]:
    """Places without effect, sites, and the marks on hexes that the rules mention."""
    u, found = plan.unit, standing(hexmap, look)
    out = []
    for sign in (Sign.DOT, *MINOR, Sign.SITE):
        if kinds := sorted({hexmap.places[hex].kind for hex, kind in found.items() if kind == sign}):
            out.append(Entry(draw_sign(sign, (0, 0), u * 1.15, "key"), capital(_listed(kinds))))
    for name, side in edges(hexmap, look).items():
        stretch = band(line([(-0.5 * u, 0.0), (0.5 * u, 0.0)]), look, side, u * 1.15)
        out.append(Entry(stretch, look.sheet.meanings.get(name) or capital(name)))
    seen = set()
    for mark in marks:
        side = mark.side.capitalize()
        texts = {SUPPLY: f"{side} supply source", VICTORY: "Victory hex", "entry": f"{side} entry"}
        text = texts.get(mark.kind, capital(mark.kind.removeprefix(WORK)))
        if mark.worth:
            text = "Victory points"
        if mark.kind == "entry area" and side:
            text = f"{side} entry area"
        if (text, mark.side) in seen:
            continue
        seen.add((text, mark.side))
        size = 1.4 if mark.kind.startswith(WORK) else 1.25 if mark.kind in (SUPPLY, VICTORY) else 1.0
        out.append(Entry(draw_mark(mark, look, (0, 0), 0.0, u * size), text))
    return out


def link_entries(main: HexPlan, plan: HexPlan) -> list[Entry]:
    """How an inset and the main map correspond."""
    one = main.grid.name(main.grid.columns[0], main.grid.rows[0])
    own = plan.grid.name(plan.grid.columns[0], plan.grid.rows[0])
    both = group(draw_extents([Extent(frozenset([one]), frozenset())], _Only(main)), transform=f"scale({SMALL})")
    around = group(draw_extents([Extent(frozenset(), frozenset([own]))], _Only(plan)), transform=f"scale({SMALL})")
    return [Entry(both, "Shown in the inset"), Entry(around, "Fringe of the inset")]


class _Only(HexPlan):
    """A single hex around the origin."""

    def __init__(self, plan: HexPlan) -> None:
        self.__dict__.update(plan.__dict__)

    def centre(self, place: str) -> Point:
        """The origin, for any hex."""
        return 0.0, 0.0


def _patch(overlay: Overlay, plan: HexPlan) -> str:
    ring = _hexagon(plan.unit * 1.1, plan.flat)
    wash = polygon(ring, fill=f"var(--{overlay.wash})", fill_opacity=overlay.strength)
    marks = polygon(ring, fill=f"url(#pattern-{overlay.name})") if overlay.pattern != "none" else ""
    return wash + marks


def source_swatch(plan: HexPlan, letter: str) -> str:
    """A hex tinted for this source."""
    u = plan.unit
    text = element(
        "text",
        letter,
        y=u * 0.18,
        text_anchor="middle",
        font_size=u * 0.55,
        font_weight="700",
        font_family=SANS,
        paint_order="stroke",
        stroke="var(--halo)",
        stroke_width=u * 0.14,
        fill=f"var(--{SOURCES[letter].ink})",
    )
    return _framed(_patch(SOURCES[letter], plan) + text, plan)


def source_entries(plan: HexPlan, counts: Mapping[str, Mapping[str, int]]) -> list[Entry]:
    """The meaning of the tints, letters and bands in the layer of sources, for sources that occur."""
    there = [letter for letter in SOURCES if any(found[letter] for found in counts.values())]
    return [Entry(source_swatch(plan, letter), f"{letter}: {MEANT[letter]}") for letter in there]


def side_entries(title: Wargame[Any], plan: HexPlan, layer: str) -> list[Entry]:
    """The meaning of a layer's hatching."""
    return [
        Entry(_framed("".join(_patch(one, plan) for one in shown), plan), text)
        for shown, text in side_meanings(title, layer)
    ]


def counter_entries(found: Iterable[Counter], plan: HexPlan) -> list[Entry]:
    """One counter for each state that a counter on the map can show."""
    wanted = {
        "reduced": "Reduced: a step lost", "subcounter": "Subcounter: two steps lost",
        "untried": "Untried: strengths unknown", "unsupplied": "Out of supply",
        "disrupted": "Disrupted", "moved": "Has moved", "fired": "Has attacked",
    }  # fmt: skip
    out = []
    counters = list(found)
    if one := next((c for c in counters if re.fullmatch(r"[1-9]-[A-Z]-\d", c.factors)), None):
        shown = one._replace(id="key-factors", states=(), tip="")
        out.append(Entry(draw_counter(shown, (0, 0), plan.unit * 0.98), "Factor, class, movement"))
    for state, text in wanted.items():
        one = next((c for c in counters if state in c.states), None)
        if one:
            shown = one._replace(id=f"key-{state}", states=(state,), tip="")
            out.append(Entry(draw_counter(shown, (0, 0), plan.unit * 0.98), text))
    return out
