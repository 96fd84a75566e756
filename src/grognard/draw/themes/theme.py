"""All colours of the board for each theme, the fonts, and colour measurements.

The drawing uses colours only as CSS variables such as `var(--land)`. On the web page `css` gives them
their values, so that changing the theme recolours the map without redrawing it. For a file,
`painted` inserts the values.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

SERIF = (
    "'Iowan Old Style','Palatino Linotype',Palatino,'Source Serif Pro','Book Antiqua',Georgia,'Liberation Serif',serif"
)
SANS = "-apple-system,'Segoe UI',Roboto,'Source Sans Pro','Helvetica Neue',Arial,'Liberation Sans',sans-serif"
NARROW = "'Arial Narrow','Helvetica Neue Condensed','Roboto Condensed','Liberation Sans Narrow',Arial,sans-serif"

COLOURS: Mapping[str, tuple[str, str]] = {  # light, dark
    "paper":               ("#f6f0e1", "#191714"),
    "panel":               ("#fbf7ee", "#211e1a"),
    "ink":                 ("#231f18", "#efe7d6"),
    "ink2":                ("#5b5345", "#b9ae99"),
    "ink3":                ("#726857", "#a39882"),
    "line":                ("#c2b59a", "#4d463b"),
    "frame":               ("#3a2f1e", "#bfb08e"),
    "frame-gap":           ("#f6f0e1", "#191714"),
    "accent":              ("#8c2f1b", "#e07a52"),
    "land":                ("#efe6cd", "#37332a"),
    "label":               ("#211a10", "#f4ead5"),
    "halo":                ("#f3ead2", "#27241d"),
    "swamp":               ("#d5ddc4", "#2d3831"),
    "swamp-ink":           ("#3a6a66", "#7fa9a0"),
    "hill":                ("#e4d4ae", "#433a2b"),
    "hill-shade":          ("#c7a974", "#594a31"),
    "hill-ink":            ("#7a5828", "#b3935c"),
    "forest":              ("#cbd6a8", "#2f3a28"),
    "forest-ink":          ("#55743f", "#88a86c"),
    "forest-crown":        ("#a9bf84", "#44573a"),
    "rough":               ("#dfd3bb", "#3d382d"),
    "rough-ink":           ("#7a6a4c", "#a3936f"),
    "grass":               ("#938b52", "#6f6b47"),
    "tint1":               ("#e3d3a2", "#443b26"),
    "tint2":               ("#cddccd", "#2b3a37"),
    "tint3":               ("#e6cfba", "#45342c"),
    "tint4":               ("#d2d6df", "#2f3440"),
    "tint5":               ("#ddcfd8", "#3b313d"),
    "tint6":               ("#dadcb4", "#363b28"),
    "city":                ("#bd7f66", "#97634d"),
    "city-ground":         ("#ecd5c0", "#43322a"),
    "city-ink":            ("#4a2c1e", "#e8cdb4"),
    "town":                ("#fffaf0", "#efe2c8"),
    "deep":                ("#93b8c5", "#122028"),
    "water":               ("#a3c5cf", "#16272f"),
    "shoal1":              ("#afced5", "#192d36"),
    "shoal2":              ("#bcd8db", "#1d343e"),
    "shoal3":              ("#cbe2e1", "#223d48"),
    "waterline":           ("#6796a6", "#3f6675"),
    "coast":               ("#2f5d6c", "#6c9aa9"),
    "water-label":         ("#174758", "#9cc7d6"),
    "river":               ("#3a7f9f", "#4a8cac"),
    "river-lite":          ("#8fc0d3", "#7ab2cb"),
    "river-bank":          ("#2f5d6c", "#14252d"),
    "river-halo":          ("#f2ead4", "#2a2822"),
    "road":                ("#f3cd84", "#c79a55"),
    "road-case":           ("#6d4327", "#14110c"),
    "rail":                ("#2b2620", "#d8ccb2"),
    "rail-gap":            ("#f6efdf", "#2a2620"),
    "border":              ("#9b2f56", "#d77fa3"),
    "country":             ("#a58c5c", "#8f7f5d"),
    "grid":                ("#463a22", "#f0e2be"),
    "grid-strength":       (".36", ".20"),
    "hexno":               ("#5a4c30", "#f0e2be"),
    "hexno-strength":      (".85", ".62"),
    "veil":                ("#e5d8b8", "#12110e"),
    "veil-strength":       (".60", ".50"),
    "grain-strength":      (".075", ".14"),
    "mottle-strength":     (".19", ".20"),
    "shadow-strength":     (".30", ".50"),
    "mark":                ("#231f18", "#efe7d6"),
    "mark-ground":         ("#fffaf0", "#211e1a"),
    "star":                ("#f2b632", "#f2b632"),
    "star-ink":            ("#4f3200", "#2c1c00"),
    "reach":               ("#0a5fa8", "#6db7f2"),
    "first":               ("#0d1511", "#f3f7ef"),
    "first-wash":          ("#8e9a91", "#6f7b72"),
    "second":              ("#ab3a24", "#d65a3e"),
    "second-wash":         ("#e9a08b", "#6e3627"),
    "keyline":             ("#231f18", "#f4ead5"),
    "area-green":          ("#d2deb2", "#2f3a2b"),
    "area-yellow":         ("#ecd795", "#423a1f"),
    "area-victory":        ("#edb8a1", "#502e25"),
    "area-staging":        ("#c3c8bd", "#393e3a"),
    "area-line":           ("#776642", "#b3a57f"),
    "area-shade":          ("#7d6a3c", "#0e0c08"),
    "area-shade-strength": (".16", ".30"),
    "fir":                 ("#5a7040", "#a3b56c"),
    "fir-lite":            ("#a8ab62", "#55602f"),
    "rule":                ("#b65a3e", "#c47a5e"),
    "disc-green":          ("#4c7739", "#93b878"),
    "disc-yellow":         ("#edb93a", "#e7bd50"),
    "disc-staging":        ("#4d5a51", "#a9b6ab"),
    "on-green":            ("#fffaf0", "#141a0e"),
    "on-yellow":           ("#231a05", "#231a05"),
    "on-staging":          ("#ffffff", "#151a17"),
    "special":             ("#9c2416", "#f59a88"),
    "front-white":         ("#fffdf5", "#fff8e4"),
    "front-red":           ("#d8331f", "#ff7a5c"),
    "front-case":          ("#2b2620", "#0e0c09"),
    "front-edge":          ("#fff6e6", "#1a0805"),
    "home":                ("#b3261a", "#e0604e"),
    "supply-light":        ("#a6d6ee", "#a6d6ee"),
    "supply-blue":         ("#2b5fa3", "#3f77b5"),
    "supply-orange":       ("#e58a2a", "#e58a2a"),
    "on-light":            ("#10202a", "#10202a"),
    "on-blue":             ("#ffffff", "#ffffff"),
    "on-orange":           ("#231a05", "#231a05"),
    "box":                 ("#efe6cd", "#2c2822"),
    "stated":              ("#0b3d63", "#cfe6fb"),
    "stated-wash":         ("#7fb0d6", "#2b5f8a"),
    "geography":           ("#3f6b3a", "#a9cf97"),
    "geography-wash":      ("#dfe8cf", "#303a2a"),
    "estimated":           ("#9a4300", "#ffc48f"),
    "estimated-wash":      ("#f2b98a", "#7a431c"),
    "yours":               ("#5c1a6e", "#f1c8f7"),
    "yours-wash":          ("#d9a9e0", "#663372"),
}  # fmt: skip

THEMES: Mapping[str, Mapping[str, str]] = {
    theme: {name: shades[n] for name, shades in COLOURS.items()} for n, theme in enumerate(("light", "dark"))
}


class Ground(NamedTuple):
    """The colours of a counter: the same in both themes."""

    body: str
    rim: str
    ink: str
    field: str  # inside the symbol
    stroke: str  # of the symbol
    dark: bool = False  # symbols are bright, and a formation is a stripe
    trim: str = ""  # of a line inside the rim


GROUNDS: Mapping[str, Ground] = {
    "grey": Ground("#b3bdb2", "#5d6a60", "#151a17", "#eef0e6", "#151a17"),
    "black": Ground("#23221f", "#8b8980", "#ffffff", "#23221f", "#ffffff", dark=True),
    "sky": Ground("#a9c0cf", "#4c6878", "#10202a", "#e7f0f4", "#10202a"),
    "ice": Ground("#c9dbe6", "#5b7f98", "#10202a", "#ffffff", "#14496b"),
    "rust": Ground("#9a3f27", "#5e2212", "#fff6e6", "#f6e3cd", "#3b140a"),
    "crimson": Ground("#ad1f2b", "#5f0b13", "#fff6e6", "#f7d774", "#5f0b13", trim="#f2c14a"),
    "plum": Ground("#8e3b46", "#3d1219", "#fff6e6", "#a9cde8", "#12324a"),
    "umber": Ground("#54351f", "#26160a", "#fff6e6", "#f6e3cd", "#2a180b"),
    "clay": Ground("#b9694c", "#6a3018", "#1d0c05", "#f6e3cd", "#3b140a"),
    "navy": Ground("#3f5a78", "#1a2c42", "#ffffff", "#e9eef3", "#14283c"),
    "olive": Ground("#7d8450", "#444a22", "#0f1206", "#eef0da", "#23280d"),
}
SIDE_GROUNDS = ("grey", "rust", "sky", "olive")
"""The defaults for the first side and the following ones."""
ELITE = "black"
"""The sticker of an elite block."""


class Wood(NamedTuple):
    """The colours of a wooden block and of its sticker: the same in both themes."""

    face: str
    dark: str  # the side away from the light
    lite: str  # the top, and what is painted on the back
    slow: str  # the sticker of a block on foot
    fast: str  # and of a motorized one


INK, PALE, RED = "#191510", "#fffdf6", "#c8321e"
"""The ink of stickers and icons."""
RING, RING_EDGE = "#f5a800", "#1a1408"
"""The outline of an active block."""
MOVED, ISOLATED, CROSSED = "#14181a", "#ffffff", "#2f7fd0"
"""The corner of a block that has moved, and the cube on an isolated one."""
WOODS: Mapping[str, Wood] = {
    "grey": Wood("#56615a", "#343d37", "#8b978f", "#e6e9df", "#b4beb3"),
    "red": Wood("#9a3a28", "#5c1c11", "#c96a52", "#f6e0cb", "#dda084"),
    "blue": Wood("#3f5a78", "#22374f", "#7593b3", "#e3ebf3", "#a9bfd6"),
    "green": Wood("#5d6b3a", "#38421f", "#93a26c", "#ebefdc", "#bcc79b"),
}
SIDE_WOODS = ("grey", "red", "blue", "green")
EMBLEMS: Mapping[str, str] = {
    "cross": "a cross", "star": "a star", "ring": "a ring", "diamond": "a diamond", "none": "nothing",
}  # fmt: skip
"""Emblems on the backs of blocks and on discs."""
SIDE_EMBLEMS = ("ring", "diamond", "cross", "star")
BANDS: Mapping[str, tuple[str, str]] = {
    "red": ("#c63a27", "#ffffff"),
    "blue": ("#3468a5", "#ffffff"),
    "light blue": ("#8fc3e0", INK),
    "green": ("#6fa85a", INK),
    "yellow": ("#f0c94b", INK),
    "pink": ("#eaa7b4", INK),
    "brown": ("#b98d5e", INK),
    "orange": ("#e9943a", INK),
    "white": ("#fbf9f2", INK),
    "": ("#d9d4c6", INK),
}
"""The bands of blocks, which show the owner: colour, and ink of the name on it."""
FIRES: Mapping[str, str] = {"single": INK, "double": PALE, "triple": "#e0301e", "": "#8a8478"}
FORMATIONS: Mapping[str, str] = {
    "41": "#f0c85a", "56": "#8fc7bd", "39": "#d9a9c8", "38": "#e6946b", "28": "#9db8e6", "2": "#b7cf74",
    "red": "#ef9f8e", "yellow": "#f4dc73", "green": "#9ccb86",
}  # fmt: skip
"""The colours of corps, by number, and of groups that are named by a colour."""


class Overlay(NamedTuple):
    """A set of places shown on the map: a wash, and a pattern so that nothing depends on colour alone."""

    name: str
    pattern: str  # a name of `symbols.patterns`
    ink: str  # token of the marks
    wash: str  # token of the wash
    strength: float  # opacity of the wash


FIRST = Overlay("first", "rising", "first", "first-wash", 0.26)
SECOND = Overlay("second", "falling", "second", "second-wash", 0.28)
SOURCES: Mapping[str, Overlay] = {
    "R": Overlay("stated", "cross", "stated", "stated-wash", 0.80),
    "G": Overlay("geography", "none", "geography", "geography-wash", 0.62),
    "E": Overlay("estimated", "rising", "estimated", "estimated-wash", 0.80),
    "U": Overlay("yours", "dots", "yours", "yours-wash", 0.80),
}


def css(theme: str) -> str:
    """The theme as CSS custom properties."""
    return "".join(f"--{name}:{value};" for name, value in THEMES[theme].items())


def painted(svg: str, theme: str) -> str:
    """The drawing with the colours of a theme inserted."""
    values = THEMES[theme]
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: values[found[1]], svg)


# -- measuring colours ------------------------------------------------------------------------


def rgb(colour: str) -> tuple[float, float, float]:
    """Red, green and blue, from 0 to 1."""
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def _hex(values: tuple[float, ...]) -> str:
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, v))):02x}" for v in values)


def blended(top: str, ground: str, strength: float) -> str:
    """The visible colour of one colour laid over another."""
    return _hex(tuple(a * strength + b * (1 - strength) for a, b in zip(rgb(top), rgb(ground), strict=True)))


def _linear(v: float) -> float:
    return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4


def _gamma(v: float) -> float:
    v = min(1.0, max(0.0, v))
    return 12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055


def luminance(colour: str) -> float:
    """Relative luminance as defined by WCAG."""
    red, green, blue = (_linear(v) for v in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """The contrast ratio as defined by WCAG, from 1 (the same) to 21 (black and white)."""
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
"""Machado, Oliveira and Fernandes (2009), severity 1, for linear RGB."""


def deuteranope(colour: str) -> str:
    """The colour as people without green cones see it."""
    values = [_linear(v) for v in rgb(colour)]
    return _hex(tuple(_gamma(sum(k * v for k, v in zip(row, values, strict=True))) for row in DEUTERANOPIA))
