"""Unit symbols, marks on the map, and the patterns of overlays; independent of any map or game."""

import math
from collections.abc import Callable, Mapping

from ..themes.theme import FIRST, NARROW, SECOND, SOURCES
from .geometry import Point
from .svg import circle, element, fine, group, num, path

WIDE, HIGH = 46.0, 30.0
"""The box of a unit symbol."""

_CROSS = f"M0 0L{WIDE:g} {HIGH:g}M{WIDE:g} 0L0 {HIGH:g}"
_SLASH = f"M0 {HIGH:g}L{WIDE:g} 0"
_MIDDLE, _CENTRE = WIDE / 2, HIGH / 2


def star(centre: Point, radius: float, waist: float = 0.42) -> str:
    """Path data of a five-pointed star."""
    points = []
    for n in range(10):
        turn, far = math.radians(36 * n - 90), radius if n % 2 == 0 else radius * waist
        points.append(f"{fine(centre[0] + far * math.cos(turn))} {fine(centre[1] + far * math.sin(turn))}")
    return "M" + "L".join(points) + "Z"


def _line(d: str, wide: float | None = None) -> str:
    return path(d, stroke_width=wide)


def _solid(d: str, ink: str) -> str:
    return path(d, fill=ink, stroke="none")


def _disc(x: float, y: float, radius: float, ink: str) -> str:
    return circle((x, y), radius, fill=ink, stroke="none")


def _letters(text: str, y: float, size: float, ink: str) -> str:
    return element(
        "text",
        text,
        x=_MIDDLE,
        y=y,
        font_size=size,
        font_weight="700",
        font_family=NARROW,
        text_anchor="middle",
        fill=ink,
        stroke="none",
    )


_OVAL = element("rect", x=WIDE * 0.16, y=HIGH * 0.26, width=WIDE * 0.68, height=HIGH * 0.48, rx=HIGH * 0.24)
_SLEEPERS = "".join(f"M{num(WIDE * k)} {num(HIGH * 0.66)}v{num(HIGH * 0.3)}" for k in (0.22, 0.36, 0.5, 0.64, 0.78))

_DRAWN: Mapping[str, Callable[[str], str]] = {
    "infantry": lambda ink: _line(_CROSS),
    "cavalry": lambda ink: _line(_SLASH),
    "armor": lambda ink: _OVAL,
    "mechanized": lambda ink: _line(_CROSS) + _OVAL,
    "motorized": lambda ink: _line(_CROSS) + "".join(_disc(WIDE * k, HIGH + 4, 3.1, ink) for k in (0.3, 0.7)),
    "recon": lambda ink: _line(_SLASH) + _OVAL,
    "artillery": lambda ink: _disc(_MIDDLE, _CENTRE, HIGH * 0.2, ink),
    "rocket": lambda ink: (
        _disc(_MIDDLE, HIGH * 0.74, HIGH * 0.14, ink) + _line("M15 13.2L23 6L31 13.2M15 18.6L23 11.4L31 18.6")
    ),
    "engineer": lambda ink: _line("M11 21.6V10.2H35V21.6M23 10.2V21.6", 3.2),
    "bridging": lambda ink: _line("M9.2 6.6L14.7 12H31.3L36.8 6.6M9.2 24.6L14.7 19.2H31.3L36.8 24.6", 3.0),
    "mountain": lambda ink: _line(_CROSS) + _solid("M15 30L23 16.5L31 30Z", ink),
    "parachute": lambda ink: _line(_CROSS) + _line("M12 29q5.5 -9 11 0q5.5 -9 11 0"),
    "ski": lambda ink: _line(_CROSS) + _line("M11 33.4H32q4 0 5 -3M11 37.2H34q4 0 5 -3", 1.9),
    "militia": lambda ink: _line(_CROSS) + _line("M18 30L23 21L28 30Z") + _letters("M", 10, 10, ink),
    "guards": lambda ink: _line(_CROSS) + _solid(star((_MIDDLE, HIGH * 0.22), 5.4), ink),
    "nkvd": lambda ink: _line(_CROSS) + _solid("M0 0H46V6H0Z", ink),
    "marine": lambda ink: (
        _line(_CROSS)
        + _line("M23 7V26M18.5 10.5H27.5M14.5 20Q16 26.4 23 26.4Q30 26.4 31.5 20", 2.2)
        + circle((23, 4.6), 2.1, stroke_width=2.2)
    ),
    "railway gun": lambda ink: (
        _disc(_MIDDLE, HIGH * 0.4, HIGH * 0.17, ink) + _line(f"M6.4 21.6H39.6M6.4 27H39.6{_SLEEPERS}", 1.5)
    ),
    "headquarters": lambda ink: _solid("M0 0H46V7.8H0Z", ink) + _letters("HQ", 25.2, 16, ink),
    "motor headquarters": lambda ink: (
        _solid("M0 0H46V7.8H0Z", ink)
        + _letters("HQ", 25.2, 16, ink)
        + "".join(_disc(WIDE * k, HIGH + 4, 3.1, ink) for k in (0.3, 0.7))
    ),
    "guerrilla": lambda ink: _solid(star((_MIDDLE, _CENTRE + 1), 13.0), ink),
    "worker": lambda ink: _solid("M14 7.500L30 4.500L31.500 11L15.500 14Z", ink) + _line("M23.500 9L27.500 27", 3.4),
    "anti-tank": lambda ink: _line("M0 30L23 0L46 30"),
    "anti-aircraft": lambda ink: _line("M2.8 30Q23 -15 43.2 30"),
}

ALIASES: Mapping[str, str] = {
    "armored": "armor", "armour": "armor", "panzer": "armor", "tank": "armor", "mech": "mechanized",
    "motor": "motorized", "motorized division": "motorized", "rifle": "infantry", "brigade": "infantry",
    "tank corps": "armor", "rumanian": "infantry", "reconnaissance": "recon", "rocket artillery": "rocket",
    "ski infantry": "ski", "parachute infantry": "parachute", "motorized infantry": "motorized",
    "panzergrenadier": "mechanized", "guards militia": "militia", "workers militia": "militia", "Komsomol": "militia",
    "NKVD": "nkvd", "motorcycle": "recon", "heavy tank": "armor", "assault gun": "armor",
    "heavy anti-aircraft": "anti-aircraft", "assault engineer": "engineer", "bridging engineer": "bridging",
    "field artillery": "artillery", "heavy artillery": "artillery", "mortar": "artillery",
    "railroad artillery": "railway gun",
}  # fmt: skip


def unit_symbol(kind: str, ink: str, field: str) -> str:
    """A unit symbol in its box, 46 by 30, the upper left corner at the origin."""
    drawn = _DRAWN.get(ALIASES.get(kind, kind))
    box = element("rect", width=WIDE, height=HIGH, fill=field, stroke="none")
    rim = element("rect", width=WIDE, height=HIGH)
    inside = drawn(ink) if drawn else _letters(kind[:3].upper(), 21, 16, ink)
    return group(box, inside, rim, fill="none", stroke=ink, stroke_width=2.6, stroke_linejoin="round")


PLANE = (
    "M0-26C3-26 4-20 4.2-13L30-4.5C32-4 32 1 30 1.5L4.4 3L2.8 17L10.5 21.5V25.5L0 23.6L-10.5 25.5V21.5L-2.8 17"
    "L-4.4 3L-30 1.5C-32 1-32-4-30-4.5L-4.2-13C-4-20-3-26 0-26ZM-14-12h3v7h-3zM11-12h3v7h-3z"
)
ANCHOR = "M0-7V10M-5-3H5M-8.5 4Q-7 10 0 10Q7 10 8.5 4M0-7A2.2 2.2 0 1 1 .01-7"
FORT = "M-26-22H-14L-10-16H10L14-22H26V-10L20-6V6L26 10V22H14L10 16H-10L-14 22H-26V10L-20 6V-6L-26-10Z"
BOAT = "M-34 6H34L26 20H-27ZM-12 6V-6H8V6ZM-4-6V-16H2V-6ZM12 6V0H20V6ZM20 2H32V4H20ZM-26 6V1H-18V6ZM-36 2H-26V4H-36Z"
SHELLS = "M0-26L6-9L23-16L13-1L26 9L9 9L7 26L-3 12L-19 21L-13 4L-28-2L-11-7L-16-22Z"
FLAG = "M-17-26H-13V26H-17ZM-13-24H20L12-13L20-2H-13Z"
CAN = "M-4-8h6l4 4v11h-10z"


# -- marks on the map -------------------------------------------------------------------------


def supply_source(at: Point, unit: float, body: str, ink: str) -> str:
    """A fuel can on a disc in the side's colour."""
    k = unit * 0.0125
    can = path(f"{CAN}M-4-2h10", fill="none", stroke=ink, stroke_width=2.2, stroke_linejoin="round")
    disc = circle((0, 0), 13.5, fill=body, stroke="var(--mark)", stroke_width=2)
    return group(disc, can, class_="supply", transform=f"translate({num(at[0])} {num(at[1])}) scale({fine(k)})")


def victory(at: Point, unit: float, worth: int = 0) -> str:
    """A star for a victory hex; larger if it shows points."""
    drawn = path(
        star(at, unit * (0.33 if worth else 0.2), 0.55 if worth else 0.42),
        class_="victory",
        fill="var(--star)",
        stroke="var(--star-ink)",
        stroke_width=fine(unit * 0.028),
        stroke_linejoin="round",
    )
    if not worth:
        return drawn
    return drawn + element(
        "text",
        str(worth),
        x=num(at[0]),
        y=num(at[1] + unit * 0.085),
        font_size=num(unit * 0.235),
        font_weight="700",
        font_family=NARROW,
        text_anchor="middle",
        fill="var(--star-ink)",
    )


def works(at: Point, unit: float, field: str, stroke: str, *, airfield: bool) -> str:
    """The plan of a fortification, or an aeroplane for an airfield, on a light background."""
    place = f"translate({num(at[0])} {num(at[1])}) scale({fine(unit * 0.0066)})"
    d = PLANE if airfield else FORT
    return group(
        path(d, stroke="var(--halo)", stroke_width=15, stroke_linejoin="round"),
        path(d, fill=field, stroke=stroke, stroke_width=5, paint_order="stroke"),
        class_="works",
        transform=place,
    )


def arrow(at: Point, turn: float, unit: float, fill: str, stroke: str, *, hollow: bool = False) -> str:
    """A block arrow that points in this direction (in radians)."""
    d = "M-15-6H2V-13L17 0L2 13V6H-15Z"
    place = f"translate({num(at[0])} {num(at[1])}) rotate({num(math.degrees(turn))}) scale({fine(unit * 0.0165)})"
    return path(
        d,
        class_="entry",
        transform=place,
        fill="var(--paper)" if hollow else fill,
        stroke=fill if hollow else stroke,
        stroke_width=3 if hollow else 1.8,
        stroke_linejoin="round",
    )


# -- patterns ---------------------------------------------------------------------------------


def patterns(unit: float) -> str:
    """The pattern of every overlay in its colour: rising or falling hatching, crosses, dots."""
    out = []
    for overlay in (FIRST, SECOND, *SOURCES.values()):
        step, ink = unit * 0.27, f"var(--{overlay.ink})"
        wide = unit * 0.024
        turn = {"rising": "rotate(45)", "falling": "rotate(-45)", "cross": "rotate(45)"}.get(overlay.pattern)
        if overlay.pattern == "none":
            continue
        if overlay.pattern == "dots":
            inside = circle((step / 2, step / 2), unit * 0.038, fill=ink)
        else:
            d = f"M{fine(step / 2)} 0V{fine(step)}"
            if overlay.pattern == "cross":
                d += f"M0 {fine(step / 2)}H{fine(step)}"
            inside = path(d, stroke=ink, stroke_width=fine(wide))
        out.append(
            element(
                "pattern",
                inside,
                id=f"pattern-{overlay.name}",
                width=fine(step),
                height=fine(step),
                patternUnits="userSpaceOnUse",
                patternTransform=turn,
            )
        )
    return "".join(out)
