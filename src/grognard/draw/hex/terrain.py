"""The ground: washes of colour and the glyphs on them (tussocks, hachures, trees, blocks of houses).

Each glyph is defined in a few variants and then referenced, so that a map of
a thousand hexes stays a small file.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from ..base.geometry import Noise, Plan, Point, beside, between, luck
from ..base.shore import outlines
from ..base.svg import blob, circle, element, fine, group, line, num, path, smooth, use
from ..themes.look import Look
from ..themes.terrain import Glyph
from .houses import blocks

VARIANTS = 6


def swamp(unit: float, dice: Random) -> str:
    """Tussocks of reeds in pools."""
    spots = (
        (-0.50, -0.40),
        (0.10, -0.52),
        (0.54, -0.18),
        (-0.64, 0.10),
        (-0.06, 0.0),
        (0.48, 0.30),
        (-0.34, 0.50),
        (0.14, 0.60),
    )
    reeds, pools = [], []
    for x, y in spots:
        x, y = (x + dice.uniform(-0.07, 0.07)) * unit, (y + dice.uniform(-0.05, 0.05)) * unit
        k = unit * dice.uniform(0.095, 0.13)
        pools.append(f"M{num(x - 1.5 * k)} {num(y)}h{num(3 * k)}M{num(x - 0.9 * k)} {num(y + 0.7 * k)}h{num(1.5 * k)}")
        for lean in (-0.85, -0.4, 0.0, 0.4, 0.85):
            high = k * (1.55 - 0.55 * abs(lean)) * dice.uniform(0.85, 1.1)
            foot = x + lean * 0.45 * k
            reeds.append(
                f"M{num(foot)} {num(y - 0.22 * k)}q{num(lean * 0.12 * k)} {num(-high * 0.6)} "
                f"{num(lean * k * 0.62)} {num(-high)}"
            )
    ink = {"fill": "none", "stroke": "var(--swamp-ink)", "stroke_linecap": "round"}
    return path("".join(pools), stroke_width=fine(unit * 0.021), stroke_opacity=".6", **ink) + path(
        "".join(reeds), stroke_width=fine(unit * 0.02), stroke_opacity=".85", **ink
    )


def _mound(unit: float, at: Point, long: float, turn: float, dice: Random) -> tuple[str, str]:
    """The hachures of one hill and the shade below it, darker on the side away from the light."""
    wide = long * 0.26
    across, down = math.cos(turn), math.sin(turn)
    strokes = []
    count = round(30 * long / 0.4)
    for n in range(count):
        phi = 2 * math.pi * (n + dice.uniform(-0.2, 0.2)) / count
        ex, ey = long * math.cos(phi), wide * math.sin(phi) * (1 + 0.15 * math.sin(3 * phi))
        nx, ny = math.cos(phi) / long, math.sin(phi) / wide
        size = math.hypot(nx, ny)
        nx, ny = nx / size, ny / size
        x, y = ex * across - ey * down, ex * down + ey * across
        ox, oy = nx * across - ny * down, nx * down + ny * across
        shade = max(0.0, ox * 0.55 + oy * 0.83)
        far = (0.085 + 0.115 * shade) * dice.uniform(0.85, 1.15)
        half = 0.0065 + 0.0125 * shade
        foot = [(x - oy * half, y + ox * half), (x + oy * half, y - ox * half), (x + ox * far, y + oy * far)]
        strokes.append("M" + "L".join(f"{num((at[0] + a) * unit)} {num((at[1] + b) * unit)}" for a, b in foot) + "Z")
    place = f"translate({num((at[0] + 0.05) * unit)} {num((at[1] + 0.07) * unit)}) rotate({num(math.degrees(turn))})"
    under = element("ellipse", rx=num((long + 0.09) * unit), ry=num((wide + 0.10) * unit), transform=place)
    return "".join(strokes), under


def hill(unit: float, dice: Random) -> str:
    """Two or three hills in hachures, lit from the upper left."""
    turn = dice.uniform(-0.62, -0.30)
    plan = [((-0.16, -0.26), 0.40), ((0.20, 0.22), 0.42), ((-0.50, 0.24), 0.17)]
    strokes, shade = [], []
    for (x, y), long in plan:
        spot = x + dice.uniform(-0.05, 0.05), y + dice.uniform(-0.04, 0.04)
        lines, under = _mound(unit, spot, long * dice.uniform(0.9, 1.08), turn + dice.uniform(-0.1, 0.1), dice)
        strokes.append(lines)
        shade.append(under)
    return group(*shade, fill="var(--hill-shade)", fill_opacity=".5") + path("".join(strokes), fill="var(--hill-ink)")


def _trees(unit: float, dice: Random, share: float) -> str:
    shades, crowns = [], []
    for row in range(-4, 5):
        for column in range(-4, 5):
            x = (column * 0.245 + (row % 2) * 0.122 + dice.uniform(-0.045, 0.045)) * unit
            y = (row * 0.195 + dice.uniform(-0.04, 0.04)) * unit
            keep = dice.random() < share
            if not keep or abs(y) > 0.82 * unit or abs(x) > 0.95 * unit - abs(y) * 0.57:
                continue
            k = unit * dice.uniform(0.095, 0.125)
            shades.append(circle((x + 0.26 * k, y + 0.30 * k), k))
            crowns.append(circle((x, y), k))
    return group(*shades, fill="var(--forest-ink)", fill_opacity=".55") + group(
        *crowns, fill="var(--forest-crown)", stroke="var(--forest-ink)", stroke_width=fine(unit * 0.016)
    )


def forest(unit: float, dice: Random) -> str:
    """Treetops close together."""
    return _trees(unit, dice, 0.95)


def woods(unit: float, dice: Random) -> str:
    """Treetops far apart."""
    return _trees(unit, dice, 0.42)


def rough(unit: float, dice: Random) -> str:
    """Broken ground: short slanting strokes."""
    out = []
    for _ in range(26):
        far, turn = 0.74 * math.sqrt(dice.random()), dice.uniform(0, 2 * math.pi)
        x, y, k = far * math.cos(turn) * unit, far * math.sin(turn) * unit, unit * dice.uniform(0.05, 0.10)
        out.append(f"M{num(x - k)} {num(y)}l{num(k)} {num(-k * 0.8)}l{num(k * 0.8)} {num(k * 0.9)}")
    return path(
        "".join(out), fill="none", stroke="var(--rough-ink)", stroke_width=fine(unit * 0.02), stroke_opacity=".8"
    )


def steppe(unit: float, dice: Random) -> str:
    """Tufts of feather grass, far apart."""
    blades = []
    for x, y in (
        (-0.52, -0.30),
        (0.22, -0.58),
        (0.58, -0.06),
        (-0.16, 0.04),
        (-0.56, 0.34),
        (0.34, 0.46),
        (-0.08, 0.66),
    ):
        if dice.random() < 0.25:
            continue
        x, y = (x + dice.uniform(-0.12, 0.12)) * unit, (y + dice.uniform(-0.08, 0.08)) * unit
        k = unit * dice.uniform(0.07, 0.11)
        for lean in (-0.8, -0.25, 0.3, 0.9):
            high = k * (1.2 - 0.35 * abs(lean)) * dice.uniform(0.85, 1.15)
            foot = f"M{num(x + lean * 0.2 * k)} {num(y)}"
            blades.append(
                f"{foot}q{num(lean * 0.15 * k)} {num(-high * 0.7)} {num((lean + 0.35) * k * 0.8)} {num(-high)}"
            )
    ink = {"fill": "none", "stroke": "var(--grass)", "stroke_linecap": "round"}
    return path("".join(blades), stroke_width=fine(unit * 0.019), stroke_opacity=".75", **ink)


def ravine(unit: float, dice: Random) -> str:
    """A dry ravine and its side branches, narrow at their heads, with hachures along the banks."""
    turn = dice.uniform(0, 2 * math.pi)
    across, down = math.cos(turn) * unit, math.sin(turn) * unit
    stem = _gully((0.64, dice.uniform(-0.1, 0.1)), math.pi, 1.3, dice)
    arms = [(stem, 0.085)]
    for at, side in ((3, 1), (5, -1), (8, 1), (10, -1)):
        arm = _gully(stem[at], math.pi - side * dice.uniform(0.65, 1.0), dice.uniform(0.30, 0.50), dice)
        arms.append((arm, 0.052))
    shapes, strokes = [], []
    for arm, wide in arms:
        floor = [(x * across - y * down, x * down + y * across) for x, y in arm]
        half = [unit * wide * (1 - 0.85 * n / len(floor)) for n in range(len(floor))]
        right, left = beside(floor, half), beside(floor, [-h for h in half])
        shapes.append(line([*right, *reversed(left)], closed=True))
        strokes += [_hachures(right, floor, dice), _hachures(left, floor, dice)]
    ink = {"stroke": "var(--hill-ink)", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return path("".join(shapes), fill="var(--hill-shade)", fill_opacity=".24") + path(
        "".join(strokes), fill="none", stroke_width=fine(unit * 0.013), stroke_opacity=".58", **ink
    )


def _gully(start: Point, turn: float, long: float, dice: Random) -> list[Point]:
    """The winding floor of a ravine, upwards from a point."""
    x, y = start
    out, count = [start], max(4, round(long * 10))
    for _ in range(count):
        turn += dice.uniform(-0.30, 0.30)
        x, y = x + math.cos(turn) * long / count, y + math.sin(turn) * long / count
        out.append((x, y))
    return out


def _hachures(bank: Sequence[Point], floor: Sequence[Point], dice: Random) -> str:
    """A bank, and strokes that fall from it towards the floor."""
    out = [smooth(bank)]
    for n in range(len(bank) - 1):
        for part in (0.2, 0.55, 0.9):
            top = between(bank[n], bank[n + 1], part)
            foot = between(top, between(floor[n], floor[n + 1], part), dice.uniform(0.35, 0.6))
            out.append(line([top, foot]))
    return "".join(out)


def urban(unit: float, dice: Random) -> str:
    """Streets and blocks of houses that fill a hex with a flat top."""
    ring = [(unit * math.cos(n * math.pi / 3), unit * math.sin(n * math.pi / 3)) for n in range(6)]
    return path(blocks([ring], unit, str(dice.random())), fill="var(--city)", fill_opacity=".6")


GLYPHS: Mapping[Glyph, Callable[[float, Random], str]] = {
    Glyph.SWAMP: swamp,
    Glyph.HILL: hill,
    Glyph.FOREST: forest,
    Glyph.WOODS: woods,
    Glyph.ROUGH: rough,
    Glyph.URBAN: urban,
    Glyph.STEPPE: steppe,
    Glyph.RAVINE: ravine,
}
TURNED = dict.fromkeys((Glyph.FOREST, Glyph.WOODS, Glyph.URBAN), "rotate(30)")
MANY = 12
"""Up to this many built-up hexes each have their own street plan; beyond that a few plans are reused."""


def glyphs_of(look: Look, kinds: Iterable[str]) -> list[Glyph]:
    """The glyphs of these kinds of terrain."""
    styles = [look.terrain(kind) for kind in kinds]
    return sorted({Glyph.URBAN if style.built else style.glyph for style in styles} - {Glyph.NONE})


def definitions(unit: float, look: Look, kinds: Iterable[str], *, flat: bool) -> str:
    """Definitions of the glyphs for these kinds of terrain, each in several variants."""
    return "".join(
        element("g", GLYPHS[name](unit, luck(name, n)), id=f"{name}-{n}", transform=None if flat else TURNED.get(name))
        for name in glyphs_of(look, kinds)
        for n in range(VARIANTS)
    )


TILE, MARKS = 5.0, 7
"""The side of a pattern, in units, and the number of marks in a row."""


def tiles(unit: float, look: Look, kinds: Iterable[str]) -> str:
    """The glyphs of these kinds of terrain as patterns, for very small maps."""
    out = []
    for name in glyphs_of(look, kinds):
        side = unit * (TILE if name != Glyph.URBAN else 1.0)
        shown = {"id": f"tile-{name}", "width": num(side), "height": num(side), "patternUnits": "userSpaceOnUse"}
        if name == Glyph.URBAN:
            streets = path(
                f"M0 0H{num(side)}M0 0V{num(side)}", stroke="var(--city-ground)", stroke_width=fine(unit * 0.3)
            )
            ground = element("rect", width=num(side), height=num(side), fill="var(--city)", fill_opacity=".8")
            out.append(element("pattern", ground + streets, patternTransform="rotate(24)", **shown))
            continue
        dice, marks = luck("tile", name), []
        for n in range(MARKS * MARKS):
            row, column = divmod(n, MARKS)
            x = (column + 0.5 + row % 2 / 2 - 0.25 + dice.uniform(-0.3, 0.3)) / MARKS * side
            y = (row + 0.5 + dice.uniform(-0.3, 0.3)) / MARKS * side
            marks.append(_SMALL[name].format(x=num(x), y=num(y)))
        ink, fill = _SMALL_INK[name]
        inside = path("".join(marks), fill=fill, stroke=ink, stroke_width=fine(unit * 0.06), stroke_linecap="round")
        out.append(element("pattern", inside, **shown))
    return "".join(out)


_SMALL: Mapping[Glyph, str] = {
    Glyph.FOREST: "M{x} {y}m-9 0a9 9 0 1 1 .1 .1Z",
    Glyph.WOODS: "M{x} {y}m-9 0a9 9 0 1 1 .1 .1Z",
    Glyph.SWAMP: "M{x} {y}m-11 0h22m-6 5h-9",
    Glyph.HILL: "M{x} {y}m-13 0q12 -17 26 0m-22 3l-3 6m9 -8l-2 7m8 -7v7m6 -6l2 6",
    Glyph.ROUGH: "M{x} {y}m-8 0l8 -9l8 9",
    Glyph.STEPPE: "M{x} {y}v-7m-4 7l-2 -6m8 6l2 -6",
    Glyph.RAVINE: "M{x} {y}m-12 4q8 -8 12 -2t12 -4",
}
_SMALL_INK = {
    Glyph.FOREST: ("var(--forest-ink)", "var(--forest-crown)"),
    Glyph.WOODS: ("var(--forest-ink)", "var(--forest-crown)"),
    Glyph.SWAMP: ("var(--swamp-ink)", "none"),
    Glyph.HILL: ("var(--hill-ink)", "none"),
    Glyph.ROUGH: ("var(--rough-ink)", "none"),
    Glyph.STEPPE: ("var(--grass)", "none"),
    Glyph.RAVINE: ("var(--hill-ink)", "none"),
}


def washes(
    plan: Plan, look: Look, terrain: Mapping[str, str], noise: Noise, unit: float, *, tiled: bool = False
) -> str:
    """The colour of the ground, one shape per connected terrain; with tiles, glyphs as patterns."""
    out = []
    for kind in sorted(set(terrain.values())):
        drawn = look.terrain(kind)
        if not drawn.wash:
            continue
        hexes = {hex for hex, is_ in terrain.items() if is_ == kind}
        shape = blob(outlines(plan, hexes, noise, rounds=0 if tiled else 2))
        colour, name = f"var(--{drawn.wash})", "wash-" + kind.replace(" ", "-")
        paint = {
            "class_": f"wash {drawn.wash}",
            "fill": colour,
            "stroke": colour,
            "stroke_width": fine(unit * 0.16),
            "stroke_linejoin": "round",
            "opacity": drawn.strength,
            "fill_rule": "evenodd",
        }
        if tiled and drawn.glyph:
            out.append(element("defs", path(shape, id=name)))
            out.append(element("use", href=f"#{name}", **paint))
            out.append(element("use", href=f"#{name}", fill=f"url(#tile-{drawn.glyph})", fill_rule="evenodd"))
        else:
            out.append(path(shape, **paint))
    return "".join(out)


def glyphs(plan: Plan, look: Look, terrain: Mapping[str, str]) -> str:
    """The glyphs on the ground, hex by hex."""
    out = []
    for hex, kind in terrain.items():
        if glyph := look.terrain(kind).glyph:
            out.append(use(f"{glyph}-{luck('glyph', hex).randrange(VARIANTS)}", plan.centre(hex)))
    return "".join(out)


def metropolis(plan: Plan, hexes: Iterable[str], noise: Noise, unit: float, *, tiled: bool = False) -> str:
    """A city that completely fills several hexes."""
    whole = sorted(hexes)
    loops = outlines(plan, whole, noise, rounds=0 if tiled else 2)
    shape = blob(loops)
    ground = path(
        shape,
        fill="var(--city-ground)",
        stroke="var(--city-ground)",
        stroke_width=fine(unit * 0.16),
        stroke_linejoin="round",
    )
    if tiled:
        return ground + path(shape, fill="url(#tile-urban)")
    if len(whole) > MANY:
        return ground + "".join(use(f"urban-{luck('glyph', h).randrange(VARIANTS)}", plan.centre(h)) for h in whole)
    return ground + path(blocks(loops, unit, "metropolis"), fill="var(--city)", fill_opacity=".92")
