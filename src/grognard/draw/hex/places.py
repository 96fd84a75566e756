"""How places are shown: large cities over several hexes, cities, towns, sites that count for victory."""

import math
from collections.abc import Callable, Mapping

from ...kit.load.hex_map import HexMap
from ..base.geometry import Box, HexPlan, Point, luck
from ..base.svg import circle, fine, group, num, path, rect
from ..base.symbols import ANCHOR, star, victory
from ..themes.look import Look
from ..themes.terrain import MINOR, SITES, Sign
from .houses import blocks, city, town_plan


def great_cities(hexmap: HexMap, look: Look) -> dict[str, frozenset[str]]:
    """Built-up hexes with a common name: that of an area of exactly these hexes, or the shared part of their names."""
    out: dict[str, frozenset[str]] = {}
    done: set[str] = set()
    areas = {frozenset(hexes): name for name, hexes in hexmap.areas.items() if name.istitle() and " " not in name}
    for hex in hexmap.places:
        if hex in done or not look.terrain(hexmap.terrain[hex]).built:
            continue
        whole = _together(hexmap, hex)
        done |= whole
        if name := areas.get(whole) or _shared(hexmap, whole):
            out[name] = whole
    return out


def _together(hexmap: HexMap, start: str) -> frozenset[str]:
    found, new = {start}, [start]
    while new:
        fresh = {n for n in hexmap.neighbours(new.pop()) if hexmap.terrain[n] == hexmap.terrain[start]} - found
        found |= fresh
        new += fresh
    return frozenset(found)


def _shared(hexmap: HexMap, hexes: frozenset[str]) -> str:
    """The words that the names of all these hexes begin with."""
    names = [hexmap.places[hex].name.split() for hex in sorted(hexes) if hex in hexmap.places]
    if len(names) < 2:
        return ""
    words = []
    for column in zip(*names, strict=False):
        if len(set(column)) > 1:
            break
        words.append(column[0])
    return " ".join(words)


def settled(hexmap: HexMap, look: Look) -> dict[str, Sign]:
    """The symbol of each hex whose terrain or features are a settlement, named or not."""
    out: dict[str, Sign] = {}
    for hex, kind in hexmap.terrain.items():
        if sign := look.terrain(kind).sign:
            out[hex] = sign
    for sign in reversed(Sign):  # a town takes precedence over a village
        for kind, found in hexmap.features.items():
            if sign and look.terrain(kind).sign == sign:
                out |= dict.fromkeys(sorted(found), sign)
    return out


def standing(hexmap: HexMap, look: Look) -> dict[str, Sign]:
    """The symbol of each place with a name of its own, which excludes quarters named after their city.

    A `district` has only a name; a `dot` is a place without a meaning in the rules.
    """
    quarters = {
        hex
        for name, hexes in great_cities(hexmap, look).items()
        for hex in hexes
        if hex in hexmap.places and hexmap.places[hex].name.startswith(name)
    }
    built, out = settled(hexmap, look), dict[str, Sign]()
    for hex, place in hexmap.places.items():
        if place.kind == "label" or hex in quarters:
            continue
        if any(word in place.kind for word in SITES):
            out[hex] = Sign.SITE
        elif place.kind == Sign.DISTRICT or look.terrain(hexmap.terrain[hex]).built:
            out[hex] = Sign.DISTRICT
        else:
            minor = next((sign for sign in MINOR if sign in place.kind), Sign.DOT)
            out[hex] = built.get(hex) or (Sign.CITY if Sign.CITY in place.kind else minor)
    return out


def signs(hexmap: HexMap, look: Look) -> dict[str, Sign]:
    """The symbol of every hex that has one."""
    return settled(hexmap, look) | standing(hexmap, look)


def sign_spot(plan: HexPlan, hex: str, sign: Sign, *, low: bool) -> Point:
    """The position of the symbol: in the middle of the hex, or beside counters if it must stay visible."""
    x, y = plan.centre(hex)
    if sign != Sign.SITE or not low:
        return x, y
    return (x + 0.77 * plan.unit, y) if plan.flat else (x + 0.66 * plan.unit, y - 0.26 * plan.unit)


def draw_sign(sign: Sign, at: Point, unit: float, key: str) -> str:
    """Draw the symbol of a place."""
    return SETTLED[sign](at, unit, key) if sign in SETTLED else ""


def _dot(at: Point, unit: float, _key: str) -> str:
    return circle(at, unit * 0.115, fill="var(--town)", stroke="var(--city-ink)", stroke_width=fine(unit * 0.05))


def _station(at: Point, unit: float, _key: str) -> str:
    """A station: a dark block on the line."""
    box = Box(at[0] - 0.13 * unit, at[1] - 0.085 * unit, at[0] + 0.13 * unit, at[1] + 0.085 * unit)
    return rect(box, fill="var(--rail)", stroke="var(--halo)", stroke_width=fine(unit * 0.045))


def _farm(at: Point, unit: float, _key: str) -> str:
    """A farm: a small square yard."""
    k = 0.085 * unit
    box = Box(at[0] - k, at[1] - k, at[0] + k, at[1] + k)
    return rect(box, fill="var(--town)", stroke="var(--city-ink)", stroke_width=fine(unit * 0.04))


def _village(at: Point, unit: float, key: str) -> str:
    """A few houses along a street."""
    dice, houses = luck(Sign.VILLAGE, key), []
    turn = dice.uniform(-0.6, 0.6)
    across, down = math.cos(turn), math.sin(turn)
    for n, (x, y) in enumerate(((-0.21, -0.09), (0.0, -0.10), (0.20, -0.08), (-0.12, 0.10), (0.11, 0.11))):
        x, y = x + dice.uniform(-0.02, 0.02), y + dice.uniform(-0.015, 0.015)
        wide, high = (0.075, 0.055) if n % 2 else (0.06, 0.06)
        corners = []
        for a, b in ((-wide, -high), (wide, -high), (wide, high), (-wide, high)):
            u, v = (x + a) * unit, (y + b) * unit
            corners.append(f"{num(at[0] + u * across - v * down)} {num(at[1] + u * down + v * across)}")
        houses.append("M" + "L".join(corners) + "Z")
    d = "".join(houses)
    return path(d, stroke="var(--halo)", stroke_width=fine(unit * 0.10), stroke_linejoin="round") + path(
        d, fill="var(--city)", stroke="var(--city-ink)", stroke_width=fine(unit * 0.022)
    )


def _town(at: Point, unit: float, key: str) -> str:
    """A town: smaller than a city and round."""
    edge = town_plan(at, unit * 0.70, key)
    inner = [(at[0] + (x - at[0]) * 0.88, at[1] + (y - at[1]) * 0.88) for x, y in edge]
    d = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in edge) + "Z"
    ground = path(
        d, fill="var(--city-ground)", stroke="var(--city-ink)", stroke_width=fine(unit * 0.03), stroke_linejoin="round"
    )
    return ground + path(blocks([inner], unit * 0.8, key), fill="var(--city)")


def _fortified(at: Point, unit: float, key: str) -> str:
    """A city surrounded by bastions."""
    corners = []
    for n in range(16):
        far, turn = unit * (0.62 if n % 2 else 0.51), math.pi * (n + 0.5) / 8
        corners.append(f"{num(at[0] + far * math.cos(turn))} {num(at[1] + far * math.sin(turn))}")
    d = "M" + "L".join(corners) + "Z"
    wall = path(
        d,
        fill="var(--halo)",
        fill_opacity=".8",
        stroke="var(--city-ink)",
        stroke_width=fine(unit * 0.055),
        stroke_linejoin="round",
    )
    return wall + city(at, unit * 0.92, key)


def _harbor(at: Point, unit: float, _key: str) -> str:
    """An anchor."""
    disc = circle((0, 0), 15, fill="var(--town)", stroke="var(--coast)", stroke_width=2.4)
    anchor = path(ANCHOR, fill="none", stroke="var(--coast)", stroke_width=2.6, stroke_linecap="round")
    return group(disc, anchor, transform=f"translate({num(at[0])} {num(at[1])}) scale({fine(unit * 0.0165)})")


def _site(at: Point, unit: float, _key: str) -> str:
    """A star on a light background, so that it is visible in a city."""
    edge = path(star(at, unit * 0.225), stroke="var(--halo)", stroke_width=fine(unit * 0.11), stroke_linejoin="round")
    return edge + victory(at, unit * 1.08)


SETTLED: Mapping[Sign, Callable[[Point, float, str], str]] = {
    Sign.CITY: city,
    Sign.FORTIFIED: _fortified,
    Sign.HARBOR: _harbor,
    Sign.TOWN: _town,
    Sign.VILLAGE: _village,
    Sign.DOT: _dot,
    Sign.STATION: _station,
    Sign.FARM: _farm,
    Sign.SITE: _site,
}
"""The function that draws each symbol."""
