"""How each kind of name on a map is set."""

from ..base.text import Style

INK, WATER_INK, LAND_INK = "var(--label)", "var(--water-label)", "var(--country)"
LEAST = {"few": 8.5, "metropolis": 11.0, "city": 9.0, "water": 9.0, "small water": 8.0}
"""Pixels below which the names that are always shown do not shrink."""

ABOVE = (
    "metropolis", "city", "water", "town", "few", "site", "district", "river", "island", "border", "entry", "link",
    "fringe",
)  # fmt: skip
"""The kinds of lettering that stand above everything else on a map of hexes."""
ABOVE_AREAS = ("metropolis", "city", "water", "town", "river")
"""And on a map of areas."""


def styles(unit: float, scale: float = 1.0) -> dict[str, Style]:
    """How each kind of name is set, on a sheet drawn at this scale."""
    out = {
        "metropolis": Style("serif bold", unit * 0.52, 0.14, INK, 0.20, kind="name metropolis"),
        "city": Style("serif bold", unit * 0.285, 0.09, INK, kind="name city"),
        "fortified city": Style("serif bold", unit * 0.285, 0.09, INK, kind="name city"),
        "town": Style("serif", unit * 0.272, 0.01, INK, kind="name town"),
        "minor town": Style("serif italic", unit * 0.238, 0.01, INK, kind="name minor town"),
        "site": Style("serif bold", unit * 0.262, 0.01, INK, 0.26, kind="name site"),
        "district": Style("serif italic", unit * 0.262, 0.05, INK, 0.26, kind="name district"),
        "few": Style("serif bold", unit * 0.285, 0.02, INK, 0.26, kind="name few"),
        "entry": Style("sans bold", unit * 0.27, 0.10, "var(--ink)", 0.34, kind="name entry"),
        "link": Style("serif bold", unit * 0.30, 0.10, "var(--accent)", 0.34, kind="name link"),
        "fringe": Style("sans bold", unit * 0.20, 0.02, "var(--accent)", 0.34, kind="name fringe"),
        "water": Style("serif italic", unit * 0.62, 0.20, WATER_INK, 0.0, kind="name water"),
        "small water": Style("serif italic", unit * 0.34, 0.05, WATER_INK, 0.0, kind="name water"),
        "land in water": Style("serif italic", unit * 0.40, 0.16, INK, 0.14, 0.9, kind="name island"),
        "region": Style("serif italic", unit * 0.66, 0.62, LAND_INK, 0.0, 0.85, kind="name region"),
        "minor region": Style("serif italic", unit * 0.40, 0.42, LAND_INK, 0.0, 0.95, kind="name region"),
        "border": Style("serif italic", unit * 0.262, 0.16, "var(--border)", 0.20, kind="name border"),
        "river": Style("serif italic", unit * 0.262, 0.10, WATER_INK, 0.20, kind="name river"),
    }
    for kind, pixels in LEAST.items():
        out[kind] = out[kind].sized(max(1.0, pixels / (out[kind].size * scale)))
    return out
