"""The styles of terrain: how ground, settlements and waters are drawn, by the name of a style.

The sheet of a title says which of its terrain is of which style; a terrain whose name is a style needs no word.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class Glyph(StrEnum):
    """What is drawn on the ground; each glyph has several variants."""

    NONE = ""
    SWAMP = "swamp"
    HILL = "hill"
    FOREST = "forest"
    WOODS = "woods"
    ROUGH = "rough"
    URBAN = "urban"
    STEPPE = "steppe"
    RAVINE = "ravine"


class Sign(StrEnum):
    """The symbol of a place on a hex map."""

    NONE = ""
    CITY = "city"
    FORTIFIED = "fortified city"
    HARBOR = "harbor"
    TOWN = "town"
    VILLAGE = "village"
    DOT = "dot"  # a place without a meaning in the rules
    STATION = "station"  # another one, on a railway
    FARM = "farm"  # and a lonely one
    SITE = "site"  # a place that counts for victory
    DISTRICT = "district"  # only a name


class Number(StrEnum):
    """How the number of an area is shown."""

    DISC = "disc"
    STAR = "star"
    LARGE = "large"


class Style(NamedTuple):
    """How a kind of terrain is drawn."""

    wash: str = ""  # token of its colour
    glyph: Glyph = Glyph.NONE
    strength: float = 0.9
    sign: Sign = Sign.NONE  # it is a settlement
    built: bool = False  # completely built up
    water: bool = False
    sea: bool = False  # rivers flow here rather than to other water
    island: bool = False
    site: bool = False  # it counts for victory
    number: Number = Number.DISC  # of an area, and the tone of its disc
    tone: str = "staging"
    firs: bool = False  # over an area


PLAIN = Style()
STYLES: Mapping[str, Style] = {
    "": PLAIN,
    "clear": PLAIN,
    "swamp": Style("swamp", Glyph.SWAMP),
    "marsh": Style("swamp", Glyph.SWAMP),
    "light woods": Style("forest", Glyph.WOODS, 0.5),
    "woods": Style("forest", Glyph.WOODS, 0.6),
    "wood": Style("forest", Glyph.WOODS, 0.6),
    "forest": Style("forest", Glyph.FOREST),
    "hill": Style("hill", Glyph.HILL),
    "hills": Style("hill", Glyph.HILL),
    "heights": Style("hill", Glyph.HILL),
    "height": Style("hill", Glyph.HILL),
    "mountain": Style("hill", Glyph.HILL),
    "mountains": Style("hill", Glyph.HILL),
    "rough": Style("rough", Glyph.ROUGH),
    "broken": Style("rough", Glyph.ROUGH),
    "steppe": Style(glyph=Glyph.STEPPE),
    "grassland": Style(glyph=Glyph.STEPPE),
    "ravine": Style(glyph=Glyph.RAVINE),
    "balka": Style(glyph=Glyph.RAVINE),
    "gully": Style(glyph=Glyph.RAVINE),
    "city": Style(sign=Sign.CITY),
    "fortified city": Style(sign=Sign.FORTIFIED),
    "harbor": Style(sign=Sign.HARBOR),
    "town": Style(sign=Sign.TOWN),
    "village": Style(sign=Sign.VILLAGE),
    "metropolis": Style(built=True),
    "major city": Style(built=True),
    "streets": Style(built=True),
    "urban": Style(built=True),
    "objective": Style(built=True, site=True),
    "island": Style(island=True),
    "sea": Style(water=True, sea=True),
    "lake": Style(water=True),
    "green": Style("area-green", tone="green"),
    "yellow": Style("area-yellow", tone="yellow", firs=True),
    "victory": Style("area-victory", number=Number.STAR),
    "staging": Style("area-staging", number=Number.LARGE),
}
TINTS = ("tint1", "tint2", "tint3", "tint4", "tint5", "tint6")
"""Colour tokens for terrain without a style, in order."""
SITES = ("objective", "key point", "victory")
"""Words in the kind of a place that counts for victory."""
MINOR = (Sign.STATION, Sign.FARM)
"""Places without a meaning in the rules that have a symbol of their own; their kind contains its name."""
WORKS = ("fort", "strong", "trench", "bunker")
"""Words in the kind of a built feature that is marked."""
AIRFIELD = "airfield"
SMALL_RIVERS = ("river", "minor river", "stream")
"""Kinds of small rivers; all others are large."""
FAR: Mapping[Sign, float] = {
    Sign.CITY: 0.34,
    Sign.FORTIFIED: 0.46,
    Sign.TOWN: 0.24,
    Sign.VILLAGE: 0.2,
    Sign.HARBOR: 0.2,
    Sign.SITE: 0.17,
}
"""The radius of a symbol, in units."""
LARGE: Mapping[Sign, float] = {Sign.TOWN: 1.7, Sign.VILLAGE: 1.45, Sign.HARBOR: 1.5, Sign.SITE: 1.25}
"""The distance of a name from its symbol, relative to that of a dot."""
CAPITALS = (Sign.CITY, Sign.FORTIFIED)
"""Places whose names are set in capitals."""


def style_of(terrain: str) -> str:
    """The style for a terrain's name: the same name, or else the longest one contained in its words; or none."""
    low = terrain.lower()
    if low in STYLES:
        return low
    words = f" {low} "
    return max((name for name in STYLES if name and f" {name} " in words), key=len, default="")
