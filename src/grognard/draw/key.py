"""The key to the map: a small drawing for everything that is on it."""

import math
from collections.abc import Iterable
from typing import Any

from ..core.title import Title
from ..kit.data import SOURCES as MEANT
from ..kit.mapfile import WATER, HexMap
from .counters import Counter, draw_counter
from .furniture import Entry
from .geometry import HexPlan, Point
from .marks import WORK, Mark
from .overlay import MEANINGS
from .places import standing
from .svg import circle, element, fine, group, line, path, polygon, smooth, use
from .symbols import arrow, supply_source, victory, works
from .terrain import BUILT_UP, city, kind_of
from .theme import FIRST, GROUNDS, SANS, SECOND, SOURCES, Overlay

SMALL = 0.60
"""A hex of the key, as a share of one on the map."""


def _hexagon(unit: float, flat: bool) -> list[Point]:
    start = 0.0 if flat else math.pi / 6
    return [(unit * math.cos(start + n * math.pi / 3), unit * math.sin(start + n * math.pi / 3)) for n in range(6)]


def _framed(inside: str, plan: HexPlan, ground: str = "var(--land)") -> str:
    ring = _hexagon(plan.unit, plan.flat)
    return group(
        polygon(ring, fill=ground), group(inside, clip_path="url(#hexagon)"),
        polygon(ring, fill="none", stroke="var(--ink2)", stroke_width=fine(plan.unit * 0.03)),
        transform=f"scale({SMALL})",
    )  # fmt: skip


def hexagon_clip(plan: HexPlan) -> str:
    """What cuts the small drawings of the key to a hex."""
    return element("clipPath", path(line(_hexagon(plan.unit, plan.flat), closed=True)), id="hexagon")


def terrain_entries(hexmap: HexMap, plan: HexPlan) -> list[Entry]:
    """Every kind of terrain on the map, the commonest first; seas and lakes together."""
    u = plan.unit
    kinds = sorted(
        {*hexmap.terrain.values(), *(k for k, found in hexmap.features.items() if found and kind_of(k).glyph)},
        key=lambda k: (k != "clear", k in WATER, k),
    )
    out = []
    for kind in kinds:
        if kind in WATER:
            continue
        ground, inside = "var(--land)", ""
        drawn = kind_of(kind)
        if drawn.wash:
            ground = f"var(--{drawn.wash})"
            inside = use(f"{drawn.glyph}-0", (0, 0)) if drawn.glyph else ""
        elif kind in BUILT_UP:
            ground = "var(--city-ground)"
            inside = use("urban-0", (0, 0))
        elif "city" in kind:
            inside = city((0, 0), u * 1.25, "key")
        out.append(Entry(_framed(inside, plan, ground), _capital(kind)))
    if wet := [kind for kind in WATER if kind in hexmap.terrain.values()]:
        out.append(Entry(_framed(_shore(u), plan, "var(--land)"), " or ".join(wet).capitalize()))
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


def line_entries(hexmap: HexMap, plan: HexPlan) -> list[Entry]:
    """Rivers, roads, railways, borders."""
    u = plan.unit
    ring = [(x * 0.93, y * 0.93) for x, y in _hexagon(u, plan.flat)]
    side = smooth([ring[3], ring[2], ring[1], ring[0]])
    across = smooth([(-0.9 * u, 0.30 * u), (-0.25 * u, 0.06 * u), (0.25 * u, -0.08 * u), (0.9 * u, -0.30 * u)])
    out = []
    if hexmap.rivers:
        out.append(
            Entry(
                _framed(_strokes(side, ("river-bank", 0.17), ("river", 0.13), ("river-lite", 0.03), u=u), plan),
                "River hexside",
            )
        )
    if hexmap.water:
        out.append(Entry(_framed(_strokes(side, ("coast", 0.30), ("shoal2", 0.24), u=u), plan), "All-water hexside"))
    if hexmap.roads:
        out.append(Entry(_framed(_strokes(across, ("road-case", 0.17), ("road", 0.09), u=u), plan), "Road"))
    if hexmap.rails:
        rails = _strokes(across, ("rail", 0.13), u=u) + path(
            across,
            fill="none",
            stroke="var(--rail-gap)",
            stroke_width=fine(u * 0.06),
            stroke_dasharray=f"{u * 0.2} {u * 0.18}",
        )
        out.append(Entry(_framed(rails, plan), "Railway"))
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


def _strokes(d: str, *strokes: tuple[str, float], u: float) -> str:
    return "".join(
        path(d, fill="none", stroke=f"var(--{colour})", stroke_width=fine(u * wide), stroke_linejoin="round")
        for colour, wide in strokes
    )


def mark_entries(hexmap: HexMap, plan: HexPlan, marks: Iterable[Mark]) -> list[Entry]:
    """Towns, and what marks the hexes that rules speak of."""
    u = plan.unit
    out = []
    if "town" in standing(hexmap).values():
        ring = circle((0, 0), u * 0.13, fill="var(--town)", stroke="var(--city-ink)", stroke_width=fine(u * 0.055))
        out.append(Entry(ring, "Town"))
    seen = set()
    for mark in marks:
        if (sort := (mark.kind, mark.side)) in seen:
            continue
        seen.add(sort)
        ground = GROUNDS.get(mark.side, GROUNDS["german"])
        side = mark.side.capitalize()
        if mark.kind == "supply":
            out.append(Entry(supply_source((0, 0), u * 1.25, ground.body, ground.ink), f"{side} supply source"))
        elif mark.kind == "victory":
            out.append(Entry(victory((0, 0), u * 1.3), "Victory hex"))
        elif mark.kind.startswith(WORK):
            text = _capital(mark.kind.removeprefix(WORK))
            out.append(Entry(works((0, 0), u * 1.4, ground.field, ground.stroke, airfield="air" in mark.kind), text))
        elif mark.kind == "entry":
            out.append(Entry(arrow((0, 0), 0.0, u, ground.body, ground.rim), f"{side} entry"))
        else:
            out.append(Entry(arrow((0, 0), 0.0, u, "var(--ink2)", "var(--ink)", hollow=True), mark.kind.capitalize()))
    return out


def _patch(overlay: Overlay, plan: HexPlan) -> str:
    ring = _hexagon(plan.unit * 1.1, plan.flat)
    wash = polygon(ring, fill=f"var(--{overlay.wash})", fill_opacity=overlay.strength)
    marks = polygon(ring, fill=f"url(#pattern-{overlay.name})") if overlay.pattern != "none" else ""
    return wash + marks


def source_swatch(plan: HexPlan, letter: str) -> str:
    """A hex of this source."""
    u = plan.unit
    text = element(
        "text", letter, y=u * 0.18, text_anchor="middle", font_size=u * 0.55, font_weight="700", font_family=SANS,
        paint_order="stroke", stroke="var(--halo)", stroke_width=u * 0.14, fill=f"var(--{SOURCES[letter].ink})",
    )  # fmt: skip
    return _framed(_patch(SOURCES[letter], plan) + text, plan)


def source_entries(plan: HexPlan) -> list[Entry]:
    """What the tints, letters and bands of the layer of sources mean."""
    return [Entry(source_swatch(plan, letter), f"{letter}: {MEANT[letter]}") for letter in SOURCES]


def side_entries(title: Title[Any], plan: HexPlan, layer: str) -> list[Entry]:
    """What the hatching of a layer means."""
    one, both = MEANINGS[layer]
    named = [player.capitalize() for player in title.players]
    out = [
        Entry(_framed(_patch(overlay, plan), plan), _capital(one.format(side=name)))
        for overlay, name in zip((FIRST, SECOND), named, strict=False)
    ]
    crossed = _framed(_patch(FIRST, plan) + _patch(SECOND, plan), plan)
    return [*out, Entry(crossed, _capital(both))] if both else out


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def counter_entries(found: Iterable[Counter], plan: HexPlan) -> list[Entry]:
    """One counter for each thing that a counter on the map can say."""
    wanted = {
        "reduced": "Reduced: one step left", "untried": "Untried: strengths unknown", "unsupplied": "Out of supply",
        "moved": "Has moved", "fired": "Has attacked",
    }  # fmt: skip
    out = []
    counters = list(found)
    for state, text in wanted.items():
        one = next((c for c in counters if state in c.states), None)
        if one:
            shown = one._replace(id=f"key-{state}", states=(state,), tip="")
            out.append(Entry(draw_counter(shown, (0, 0), plan.unit * 0.98), text))
    return out
