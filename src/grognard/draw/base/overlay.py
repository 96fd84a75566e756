"""Layers over the map: what each side controls or reaches, and the source of every datum."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...core.bits import scan
from ...core.title import Bad
from ...kit.load.area_map import AreaMap
from ...kit.load.hex_map import HexMap
from ...kit.table import Wargame
from ..hex.lines import Roads
from ..themes.theme import FIRST, SANS, SECOND, SOURCES, Overlay
from .geometry import HexPlan, Point, between, border
from .rivers import Rivers
from .svg import circle, element, fine, group, line, num, path, smooth
from .text import capital

LAYERS = ("terrain", "sources", "supply", "zoc", "control")
MEANINGS = {
    "supply": ("{side} units are in supply here", "supply of both sides reaches here"),
    "zoc": ("in the {side} Zone of Control", "in both Zones of Control"),
    "control": ("{side} ground: occupied, or only in its zone", ""),
}


def hexes(plan: HexPlan, which: Iterable[str]) -> str:
    """Path data of some hexes."""
    return "".join(line(plan.outline(hex), closed=True) for hex in which)


def rim(plan: HexPlan, which: set[str]) -> str:
    """Path data of the outer sides of a set of hexes."""
    out = []
    for hex in sorted(which):
        corners = plan.outline(hex)
        for n, other in enumerate(plan.around(hex)):
            if other not in which:
                out.append(line([corners[n], corners[(n + 1) % 6]]))
    return "".join(out)


def _shown(plan: HexPlan, overlay: Overlay, which: set[str], data: str) -> str:
    name = f"set-{overlay.name}"
    shape = element("defs", path(hexes(plan, sorted(which)), id=name))
    wash = element("use", href=f"#{name}", fill=f"var(--{overlay.wash})", fill_opacity=overlay.strength)
    marks = element("use", href=f"#{name}", fill=f"url(#pattern-{overlay.name})") if overlay.pattern != "none" else ""
    return group(shape, wash, marks, class_=f"overlay {overlay.name}", data_set=data)


def _keyline(plan: HexPlan, which: set[str]) -> str:
    return path(
        rim(plan, which),
        class_="keyline",
        fill="none",
        stroke="var(--keyline)",
        stroke_width=fine(plan.unit * 0.045),
        stroke_linecap="round",
    )


# -- sides ------------------------------------------------------------------------------------


def side_meanings(title: Wargame[Any], layer: str) -> list[tuple[tuple[Overlay, ...], str]]:
    """The meaning of a layer's hatching, for each side and for both together."""
    one, both = MEANINGS[layer]
    out: list[tuple[tuple[Overlay, ...], str]] = [
        ((shown,), capital(one.format(side=player.capitalize())))
        for shown, player in zip((FIRST, SECOND), title.players, strict=False)
    ]
    return [*out, ((FIRST, SECOND), capital(both))] if both else out


def side_sets(title: Wargame[Any], s: Any, layer: str, hexmap: HexMap | AreaMap) -> list[set[str]]:
    """The hexes of a layer, for each of the two players."""
    names = title.lexicon.places
    overlays = title.aids.overlays
    if layer in overlays:
        found = [{names[p] for p in scan(overlays[layer](s, n))} for n in range(len(title.players))]
        return [which & set(hexmap.terrain) for which in found]
    if layer != "control" or "zoc" not in overlays:
        raise Bad(f"{title.name} has no layer {layer!r}; it has: {', '.join(('terrain', 'sources', *overlays))}")
    zones = [overlays["zoc"](s, n) for n in range(len(title.players))]
    held = _held(title, s)
    out = []
    for n, mine in enumerate(held):
        others = [m for m in range(len(held)) if m != n]
        safe = zones[n] & ~sum(held[m] | zones[m] for m in others[:1])
        out.append({names[p] for p in scan(mine | safe)} & set(hexmap.terrain))
    return out


def _held(title: Wargame[Any], s: Any) -> list[int]:
    out = [0] * len(title.players)
    for piece, place in enumerate(s.place):
        if place < title.board.places.box:
            out[title.players.index(title.portrait(s, piece)["there"]["side"])] |= 1 << place
    return out


def draw_sides(plan: HexPlan, sets: Sequence[set[str]]) -> str:
    """The sets of two players: rising and falling hatching, each with a solid edge."""
    first, second = sets[0], sets[1]
    return group(
        _shown(plan, FIRST, first, "first"),
        _shown(plan, SECOND, second, "second"),
        _keyline(plan, first),
        _keyline(plan, second),
        class_="layer",
    )


# -- sources ----------------------------------------------------------------------------------

STROKES: Mapping[str, tuple[float, str | None]] = {
    "R": (0.30, None),
    "G": (0.20, None),
    "E": (0.26, "0.20 0.12"),
    "U": (0.30, "0.02 0.22"),
}
"""How a line shows its source: the width of the band, and its dashes."""


def draw_sources(hexmap: HexMap, plan: HexPlan, rivers: Rivers, roads: Sequence[tuple[str, Roads]]) -> str:
    """Every hex and every line tinted by its source."""
    by_letter: dict[str, set[str]] = {letter: set() for letter in SOURCES}
    for hex, source in hexmap.sources["terrain"].items():
        by_letter[source[0]].add(hex)
    out = [_shown(plan, SOURCES[letter], which, letter) for letter, which in by_letter.items() if which]
    out += [_keyline(plan, which) for letter, which in by_letter.items() if which]
    bands: list[tuple[str, Sequence[Point], float]] = []
    for side, reach in rivers.reaches.items():
        more = max(0.0, reach.width / plan.unit - 0.05) if reach.width > 0.15 * plan.unit else 0.0
        bands.append((hexmap.sources["river"]["|".join(side)], reach.points, round(more, 2)))
    for layer, found in roads:
        bands += [(hexmap.sources[layer]["|".join(side)], points, 0.0) for side, points in found.steps.items()]
    for a, b, _ in hexmap.water:
        ends = border(plan, a, b)
        bands.append((hexmap.sources["water"][f"{a}|{b}"], [between(*ends, k / 4) for k in range(5)], 0.0))
    for letter, (wide, dash) in STROKES.items():
        dashes = " ".join(fine(float(k) * plan.unit) for k in dash.split()) if dash else None
        colour, cap = f"var(--{SOURCES[letter].ink})", "round" if letter == "U" else "butt"
        for n, more in enumerate(sorted({more for source, _, more in bands if source[0] == letter})):
            d = "".join(smooth(points) for source, points, m in bands if source[0] == letter and m == more)
            name = f"band-{SOURCES[letter].name}-{n}"
            edge = fine((wide + more + 0.07) * plan.unit)
            out.append(element("defs", path(d, id=name, fill="none")))
            out.append(element("use", href=f"#{name}", stroke="var(--halo)", stroke_width=edge))
            out.append(
                element(
                    "use",
                    href=f"#{name}",
                    stroke=colour,
                    stroke_width=fine((wide + more) * plan.unit),
                    stroke_dasharray=dashes,
                    stroke_linecap=cap,
                )
            )
    return group(*out, class_="layer sources")


def draw_letters(hexmap: HexMap, plan: HexPlan) -> str:
    """The letters for the sources of each hex and each place, clear of everything else."""
    out = []
    for hex, source in hexmap.sources["terrain"].items():
        x, y = plan.centre(hex)
        out.append(_letter(source[0], (x - 0.74 * plan.unit, y + 0.07 * plan.unit)))
    badges = []
    for hex, source in hexmap.sources["place"].items():
        if hexmap.places[hex].kind != "label":
            (x, y), ink = plan.centre(hex), f"var(--{SOURCES[source[0]].ink})"
            badges.append(
                circle((x, y), plan.unit * 0.165, fill="var(--halo)", stroke=ink, stroke_width=fine(plan.unit * 0.045))
            )
            badges.append(_letter(source[0], (x, y + 0.075 * plan.unit)))
    face = {"font_family": SANS, "font_weight": "700", "font_size": num(plan.unit * 0.21), "text_anchor": "middle"}
    edge = {"stroke": "var(--halo)", "stroke_width": fine(plan.unit * 0.05), "paint_order": "stroke"}
    return group(*out, class_="letters", **face, **edge) + group(*badges, class_="badges", **face)


def _letter(letter: str, at: Point) -> str:
    ink = f"var(--{SOURCES[letter.upper()].ink})"
    return element("text", letter, x=num(at[0]), y=num(at[1]), fill=ink)


def counts(hexmap: HexMap | AreaMap) -> dict[str, dict[str, int]]:
    """How many data in each layer come from each source; layers without data are left out."""
    out = {}
    for layer, items in hexmap.sources.items():
        if items:
            found = Counter(source[0] for source in items.values())
            out[layer] = {letter: found.get(letter, 0) for letter in SOURCES}
    return out
