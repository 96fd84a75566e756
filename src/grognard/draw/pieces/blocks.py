"""Wooden blocks and rows of blocks. A block is drawn on a square of side 100, independent of any map."""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ..base.geometry import Box, Point
from ..base.svg import circle, element, escape, fine, group, num, path, polygon, rect
from ..base.symbols import PLANE, star, unit_symbol
from ..themes.theme import (
    BANDS,
    CROSSED,
    ELITE,
    FIRES,
    GROUNDS,
    INK,
    ISOLATED,
    MOVED,
    NARROW,
    PALE,
    RED,
    RING,
    RING_EDGE,
    WOODS,
    Wood,
)
from .lettering import bold

STARRED = ("headquarters", "leader")
"""Kinds whose strength is shown as stars."""
LEADER = (
    "M50 38c4.5 0 7 3 7 7.5S54 54 50 54s-7-4-7-8.5 2.5-7.5 7-7.5z"
    "M36 65c1-6 6-9 14-9s13 3 14 9c-3 3-9 5-14 5s-11-2-14-5z"
)
"""Head and shoulders, around 50 53."""
HEART = "M0 6C-9 0-8-7-3.5-7C-1.5-7 0-5.5 0-4C0-5.5 1.5-7 3.5-7C8-7 9 0 0 6Z"
EYE = "M-17 0Q0-15 17 0Q0 15-17 0ZM-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0Z"
"""An open eye around the origin: the other side sees the face."""
DEEP = 15
"""The depth of a block on a face of 100."""
BEAM_BOX = Box(0, 43, 112, 69.2)
"""The position of a defensive line on its square of 100."""


class Block(NamedTuple):
    """What the sticker of a block shows, and which face is visible."""

    id: str  # public: shown for a hidden block too
    side: str
    wood: str  # of `theme.WOODS`
    kind: str = "infantry"  # of symbol, or `leader`; `bomber` is a disc, `line` a beam
    name: str = ""
    band: str = ""  # of `theme.BANDS`: its owner
    strength: int = 0
    full: int = 0
    fire: str = ""  # of `theme.FIRES`: single, double or triple; empty if it does not fight
    fast: bool = False  # motorized: the sticker is darker
    elite: bool = False  # a black sticker
    hidden: bool = False  # it shows its back to the viewer
    emblem: str = ""  # on its back, of `theme.EMBLEMS`
    states: Collection[str] = ()  # active, moved, isolated, crossed, shown
    tip: str = ""  # tooltip


class Line(NamedTuple):
    """A defensive line: its side and its wood."""

    side: str
    wood: str


class Garrison(NamedTuple):
    """Everything in one place: rows of blocks, each of one side, and the sides with a defensive line there."""

    rows: Sequence[Sequence[Block]] = ()
    lines: Sequence[Line] = ()


def detail(pixels: float) -> int:
    """How much detail a block of this size shows: 3 everything, 2 no name, 1 symbol and strength."""
    return 3 if pixels >= 26 else 2 if pixels >= 16 else 1


def face(block: Block, show: int = 3) -> str:
    """The block on a square of side 100, with its shadow."""
    if block.kind == "line":
        return beam(Line(block.side, block.wood), BEAM_BOX) + (
            _cube((92, 39), ISOLATED) if "isolated" in block.states else ""
        )
    if block.kind == "bomber":
        return _bomber(block)
    wood = WOODS[block.wood]
    d = DEEP
    body = [
        path("M10 99L30 111H124L106 99Z", fill="#000", fill_opacity="var(--shadow-strength)"),
        path(f"M98 5L{100 + d - 2} {9 - d}V{104 - d}L98 99Z", fill=wood.dark),
        path(f"M3 5L{3 + d} {9 - d}H{100 + d - 2}L97 5Z", fill=wood.lite),
        element("rect", x="0", y="4", width="100", height="96", rx="5", fill=wood.face),
    ]
    return "".join(body) + (_back(block) if block.hidden else _sticker(block, show)) + _marks(block)


def _bomber(block: Block) -> str:
    """A disc with the silhouette of an aircraft and its name below."""
    wood = WOODS[block.wood]
    return "".join(
        (
            circle((54, 58), 46, fill="#000", fill_opacity="var(--shadow-strength)"),
            circle((50, 52), 46, fill=wood.slow, stroke=wood.dark, stroke_width=5),
            path(PLANE, fill=INK, transform="translate(50 44) scale(.92)"),
            _text(block.name, 50, 88, 17, INK),
        )
    )


def _back(block: Block) -> str:
    """The blank back: the grain of the wood, and a pale emblem."""
    wood = WOODS[block.wood]
    grain = path(
        "M4 22Q40 16 97 24M3 41Q50 34 97 44M3 62Q44 70 97 60M4 82Q52 76 96 84",
        fill="none",
        stroke=wood.dark,
        stroke_width=1.8,
        stroke_opacity=".45",
    )
    rim = element(
        "rect", x="1.5", y="5.5", width="97", height="93", rx="4", fill="none", stroke=wood.dark, stroke_width=3
    )
    return grain + rim + _emblem(block.emblem, wood.lite)


def _emblem(emblem: str, colour: str) -> str:
    if emblem == "star":
        return path(star((50, 54), 25), fill=colour, fill_opacity=".75")
    if emblem == "cross":
        return path("M50 31V77M27 54H73", stroke=colour, stroke_width=13, stroke_opacity=".7", fill="none")
    if emblem == "ring":
        return circle((50, 54), 18, stroke=colour, stroke_width=9, stroke_opacity=".7", fill="none")
    return path("M50 29L75 54L50 79L25 54Z", fill=colour, fill_opacity=".7") if emblem == "diamond" else ""


def _sticker(block: Block, show: int) -> str:
    wood = WOODS[block.wood]
    dark = GROUNDS[ELITE]
    ground, ink = (dark.body, dark.ink) if block.elite else (wood.fast if block.fast else wood.slow, INK)
    hue, on_hue = BANDS[block.band]
    band = 21 if show == 3 else 15
    out = [
        element("rect", x="5", y="9", width="90", height="86", rx="3", fill=ground),
        path(f"M5 12Q5 9 8 9H92Q95 9 95 12V{9 + band}H5Z", fill=hue),
        path(f"M5 {9 + band}H95", stroke=ink, stroke_width=2),
    ]
    if show == 3:
        size = 21 if len(block.name) < 6 else 18 if len(block.name) < 9 else 15
        out.append(_text(block.name, 50, 9 + band - 4, size, on_hue, length=84 if len(block.name) > 8 else None))
    out.append(_kind(block, ink, show))
    out.append(_strength(block, ink, show))
    return "".join(out)


def _kind(block: Block, ink: str, show: int) -> str:
    top = 35 if show == 3 else 29
    if block.kind == "leader":
        ring = circle((50, 53), 19, fill=PALE, stroke=INK, stroke_width=2.4)
        return ring + path(LEADER, fill=INK)
    scale = 1.18 if show == 3 else 1.34
    field = GROUNDS[ELITE].body if block.elite else PALE
    symbol = unit_symbol(block.kind, ink, field)
    return group(symbol, transform=f"translate({fine(50 - 23 * scale)} {top}) scale({fine(scale)})")


def _strength(block: Block, ink: str, show: int) -> str:
    """Dots or stars for remaining strength, dashes for losses; a heart for a spent headquarters."""
    if not block.full:
        return ""
    y, size = 84.5, (6.4 if show > 1 else 7.6)
    step = min(17.0 if show > 1 else 20.0, 80 / block.full)
    if block.strength == 0 and block.kind in STARRED:
        return path(HEART, fill=RED, stroke=ink, stroke_width=1.2, transform=f"translate(50 {y}) scale(1.3)")
    out = []
    for n in range(block.full):
        x = 50 + (n - (block.full - 1) / 2) * step
        if n >= block.strength:
            out.append(path(f"M{num(x - 4.5)} {y}H{num(x + 4.5)}", stroke=ink, stroke_width=2.6, stroke_opacity=".6"))
        elif block.kind in STARRED:
            out.append(path(star((x, y + 0.5), size + 2.4, 0.46), fill=ink))
        else:
            out.append(circle((x, y), size, fill=FIRES[block.fire], stroke=ink, stroke_width=2.4))
    return "".join(out)


def _marks(block: Block) -> str:
    out = []
    if "moved" in block.states:
        out.append(
            path("M0 72V95Q0 100 5 100H28Z", fill=MOVED)
            + path("M6 90L12 95M6.5 96H12V90", stroke=PALE, stroke_width=2, fill="none")
        )
    if "isolated" in block.states:
        out.append(_cube((91, 9), ISOLATED))
    if "crossed" in block.states:
        out.append(_cube((14, 9), CROSSED))
    if "shown" in block.states:
        out.append(path(EYE, fill=PALE, stroke=INK, stroke_width=2.6, transform="translate(50 3)"))
    if "active" in block.states:
        for colour, wide in ((RING_EDGE, 8), (RING, 4.6)):
            ring = {"width": "125", "height": "115", "rx": "9", "stroke": colour, "stroke_width": wide}
            out.append(element("rect", x="-6", y="-10", fill="none", **ring))
    return "".join(out)


def _cube(at: Point, colour: str) -> str:
    """A small cube on a block."""
    x, y = at[0] - 13, at[1] - 13
    top = path(
        f"M{num(x)} {num(y)}l6-6h26l-6 6zM{num(x + 26)} {num(y)}l6-6v26l-6 6z",
        fill=colour,
        stroke=INK,
        stroke_width=2.4,
        stroke_linejoin="round",
    )
    front = element("rect", x=num(x), y=num(y), width="26", height="26", fill=colour, stroke=INK, stroke_width=2.6)
    return top + front


def _text(text: str, x: float, y: float, size: float, ink: str, length: int | None = None) -> str:
    fit = "spacingAndGlyphs" if length else None
    return bold(text, x, y, size, ink, NARROW, textLength=length, lengthAdjust=fit)


def draw_block(block: Block, at: Point, side: float, show: int = 3) -> str:
    """A block with a face of this side and its middle at this point, with attributes for the web page.

    A block that shows its back reveals nothing but its side.
    """
    tip = element("title", escape(block.tip)) if block.tip and not block.hidden else ""
    seen = "back" if block.hidden else safe(block.kind)
    return group(
        tip,
        face(block, show),
        id=f"block-{safe(block.id)}",
        data_unit=escape(block.id),
        class_=f"block {block.side} {seen}",
        transform=f"translate({num(at[0] - side / 2)} {num(at[1] - side / 2)}) scale({fine(side / 100)})",
    )


def vacant(wood: Wood, at: Point, size: float) -> str:
    """The outline of a place for a block."""
    box = Box(at[0] - size / 2, at[1] - size / 2, at[0] + size / 2, at[1] + size / 2)
    return rect(
        box,
        rx=num(0.06 * size),
        fill=wood.face,
        fill_opacity=".25",
        stroke=wood.face,
        stroke_width=fine(0.07 * size),
        stroke_dasharray=f"{fine(0.16 * size)} {fine(0.1 * size)}",
        class_="vacant",
    )


def beam(of: Line, box: Box) -> str:
    """A defensive line: a wooden beam with the marks of a trench on it."""
    wood = WOODS[of.wood]
    high, d = box.height, box.height * 0.45
    front = Box(box.left, box.top + d, box.right - d, box.bottom)
    teeth = "".join(
        f"M{num(front.left + front.width * (n + 0.2) / 6)} {num(front.bottom - high * 0.12)}v{num(-high * 0.3)}"
        f"h{num(front.width / 12)}v{num(high * 0.3)}"
        for n in range(6)
    )
    left, right, top, bottom = front.left, front.right, front.top, front.bottom
    sides = {
        (
            (left + d * 0.4, bottom),
            (left + d, bottom + d * 0.7),
            (box.right + d * 0.5, bottom + d * 0.7),
            (right, bottom),
        ): "",
        ((left, top), (left + d, box.top), (box.right, box.top), (right, top)): wood.lite,
        ((right, top), (box.right, box.top), (box.right, bottom - d), (right, bottom)): wood.dark,
        front.corners: wood.face,
    }
    return group(
        *(
            polygon(points, fill=colour or "#000", fill_opacity=None if colour else "var(--shadow-strength)")
            for points, colour in sides.items()
        ),
        path(teeth, fill="none", stroke=wood.slow, stroke_width=fine(high * 0.09)),
        class_=f"defensive-line {of.side}",
    )


GAP, RISE, BEAM = 1.19, 1.16, 0.36
"""The pitch of blocks and of rows, and the height of a defensive line, in sides of a block."""
LARGEST = 0.92
"""The side of a block where there is enough space, in units."""


def sized(garrison: Garrison, room: Box, unit: float) -> float:
    """The side of the blocks: as large as the longest row and all rows together allow."""
    longest = max([1, *(len(row) for row in garrison.rows)])
    high = RISE * len([row for row in garrison.rows if row]) + (BEAM * 1.3 if garrison.lines else 0.0)
    return min(LARGEST * unit, room.width / (GAP * longest), room.height / max(high, BEAM))


class Ranks(NamedTuple):
    """The side of the blocks, each block with the middle of its face, and the beams of defensive lines."""

    side: float
    blocks: list[tuple[Block, Point]]
    beams: list[tuple[Line, Box]]


def ranks(garrison: Garrison, room: Box, unit: float) -> Ranks:
    """Lay out the rows of blocks in the middle of a space, with the defensive lines below them."""
    side = sized(garrison, room, unit)
    rows = [row for row in garrison.rows if row]
    high = RISE * side * len(rows) + (BEAM * 1.3 * side if garrison.lines else 0.0)
    x, y = (room.left + room.right) / 2, (room.top + room.bottom) / 2 - high / 2
    out = Ranks(side, [], [])
    for row in rows:
        y += RISE * side
        for n, block in enumerate(row):
            middle = x + (n - (len(row) - 1) / 2) * GAP * side - 0.06 * side
            out.blocks.append((block, (middle, y - side / 2)))
    if garrison.lines:
        half = min(0.82 * side, room.width / 2 / len(garrison.lines))
        for n, who in enumerate(garrison.lines):
            middle = x + (2 * n - len(garrison.lines) + 1) * half
            box = Box(middle - half * 0.94, y + 0.12 * side, middle + half * 0.94, y + (0.12 + BEAM) * side)
            out.beams.append((who, box))
    return out


def draw_garrison(garrison: Garrison, room: Box, unit: float, pixels: float = 1.0) -> str:
    """Draw a garrison in its space."""
    side, blocks, beams = ranks(garrison, room, unit)
    show = detail(side * pixels)
    return "".join((*(draw_block(block, at, side, show) for block, at in blocks), *(beam(*one) for one in beams)))


def safe(word: str) -> str:
    """A word as part of an id."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", word)
