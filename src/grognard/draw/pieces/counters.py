"""Counters and stacks. A counter is drawn on a square of side 100 and scaled, independent of any map."""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ..base.geometry import Point
from ..base.svg import element, escape, fine, group, num, path
from ..base.symbols import BOAT, CAN, FLAG, FORT, PLANE, SHELLS, star, unit_symbol
from ..base.text import Style, width
from ..themes.theme import FORMATIONS, GROUNDS, NARROW, Ground
from .lettering import bold, factors


class Counter(NamedTuple):
    """What is printed on a counter, and the state it is in."""

    id: str
    side: str
    ground: str  # of `theme.GROUNDS`
    kind: str  # of symbol
    factors: str = ""
    name: str = ""  # to the left of the symbol
    parent: str = ""  # to the right
    size: str = ""  # above
    formation: str = ""  # of `theme.FORMATIONS`
    states: Collection[
        str
    ] = ()  # reduced, subcounter, untried, moved, fired, disrupted, unsupplied, receiving, dropped
    tip: str = ""  # tooltip


def _colours(counter: Counter) -> Ground:
    ground = GROUNDS[counter.ground]
    return ground._replace(field=FORMATIONS.get(counter.formation, ground.field)) if not ground.dark else ground


def detail(pixels: float) -> int:
    """How much detail a counter of this size shows: 3 everything, 2 no designations, 1 symbol only."""
    return 3 if pixels >= 38 else 2 if pixels >= 24 else 1


def face(counter: Counter, show: int = 3) -> str:
    """The counter on a square of side 100."""
    c = _colours(counter)
    out = [
        element(
            "rect", x="5", y="8", width="100", height="100", rx="9", fill="#000", fill_opacity="var(--shadow-strength)"
        ),
        element("rect", width="100", height="100", rx="9", fill=c.body),
    ]
    if "untried" in counter.states:
        stripes = "M-2 32L32-2M-2 62L62-2M-2 92L92-2M18 102L102 18M48 102L102 48M78 102L102 78"
        out.append(path(stripes, stroke=c.ink, stroke_width=3, stroke_opacity=".16"))
    if "reduced" in counter.states:
        band = "#6b6a66" if c.dark else c.field
        top, bottom = (63, 95) if show > 1 else (68, 88)
        out.append(path(f"M0 {top}H100V{bottom}H0Z", fill=band))
    out.append(path("M3 9Q3 3 9 3H91Q97 3 97 9", fill="none", stroke="#fff", stroke_width=3, stroke_opacity=".42"))
    out.append(
        element("rect", x="1.5", y="1.5", width="97", height="97", rx="8", fill="none", stroke=c.rim, stroke_width=3)
    )
    if c.trim:
        out.append(
            element(
                "rect", x="6", y="6", width="88", height="88", rx="5", fill="none", stroke=c.trim, stroke_width="2.6"
            )
        )
    if c.dark and counter.formation in FORMATIONS:
        out.append(path("M93 12H98V62H93Z", fill=FORMATIONS[counter.formation]))
    out.append(_print(counter, c, show))
    if "subcounter" in counter.states:
        x, y, high = (36.5, 22, 26) if "disrupted" in counter.states else (14, 33, 40)
        out.append(bold("*", x, y, high, c.ink))
    out.append(_badges(counter.states))
    return "".join(out)


def _print(counter: Counter, c: Ground, show: int) -> str:
    """Symbol and lettering."""
    ink = c.stroke if "reduced" in counter.states and not c.dark else c.ink
    if counter.kind in _PICTURES:
        picture = _picture(counter.kind, c, (50, 43 if show > 1 else 50), 1.12 if show > 1 else 1.45)
        return picture + (bold(counter.factors, 50, 92, 20, c.ink, letter_spacing="1.5") if show > 1 else "")
    x, y, wide = {3: (24, 20.5, 52), 2: (20, 12, 60), 1: (14, 24, 72)}[show]
    out = [
        group(unit_symbol(counter.kind, c.stroke, c.field), transform=f"translate({x} {y}) scale({fine(wide / 46)})")
    ]
    if show == 3:
        out.append(bold(counter.size, 50, 16.5, 14, c.ink, NARROW))
        out.append(_flank(counter.name, 13, -90, c.ink) + _flank(counter.parent, 87.5, 90, c.ink))
    if show > 1:
        long = len(counter.factors)
        size = (36 if long <= 4 else 33 if long == 5 else 27) if show == 3 else (40 if long <= 4 else 36)
        out.append(factors(counter.factors, 50, 91, size, ink, letter_spacing="-.5"))
    return "".join(out)


def _flank(text: str, x: float, turn: int, ink: str) -> str:
    """A designation beside the symbol, turned sideways if it has three or more letters."""
    if not text:
        return ""
    if len(text) <= 2:
        return bold(text, x, 45, 17, ink, NARROW)
    return group(
        bold(text, 0, 5, 16 if len(text) < 5 else 12 if len(text) < 8 else 9.5, ink, NARROW),
        transform=f"translate({x} 38) rotate({turn})",
    )


_PICTURES = {
    "fort": FORT,
    "air": PLANE,
    "gunboat": BOAT,
    "fleet": BOAT,
    "shells": SHELLS,
    "flag": FLAG,
    "star": star((0, 3), 27),
}


def _picture(kind: str, c: Ground, at: Point, scale: float) -> str:
    place = f"translate({num(at[0])} {num(at[1])}) scale({fine(scale)})"
    if kind == "fort":
        keep = path("M-9-6H9V6H-9Z", fill=c.stroke)
        return group(path(FORT, fill=c.field, stroke=c.stroke, stroke_width=3), keep, transform=place)
    return path(_PICTURES[kind], fill=c.ink, transform=place)


def _badges(states: Collection[str]) -> str:
    out = []
    if "moved" in states:
        out.append(path("M0 76V91Q0 100 9 100H24Z", fill="#14181a"))
        out.append(path("M5 90.500L10 95M5.500 95.500H10V91", stroke="#fff", stroke_width=2, fill="none"))
    if "fired" in states:
        out.append(path("M100 76V91Q100 100 91 100H76Z", fill="#8a2b12"))
    for state, x, fill, ink, d in (
        ("unsupplied", 88, "#f5b700", "#1c1400", f"{CAN}M-9 9L9-9"),
        ("disrupted", 12, "#1d1d1b", "#ffd23f", "M3-10L-5 1H5L-3 10"),
        ("receiving", 12, "#2f7d4f", "#fff", "M-9 0H9M0-9V9"),
        ("dropped", 12, "#2b6ea8", "#fff", "M-10-1A10 9 0 0 1 10-1ZM-9 0L0 11L9 0"),
    ):
        if state in states:
            disc = element("circle", r="18", fill=fill, stroke="#fff", stroke_width=3)
            sign = path(d, fill="none", stroke=ink, stroke_width=3.6, stroke_linecap="round", stroke_linejoin="round")
            out.append(group(disc, sign, transform=f"translate({x} 12)"))
    return "".join(out)


STRIP = 28.0
"""The visible height of a counter under another, on a side of 100."""


def strip(counter: Counter, high: float = STRIP) -> str:
    """The visible bottom of a counter under another: its symbol, small, and its factors."""
    c = _colours(counter)
    reduced = "reduced" in counter.states
    body = ("#6b6a66" if c.dark else c.field) if reduced else c.body
    ink = c.stroke if reduced and not c.dark else c.ink
    foot = f"M0-8H100V{num(high - 9)}Q100 {num(high)} 91 {num(high)}H9Q0 {num(high)} 0 {num(high - 9)}Z"
    out = [
        path(foot, fill="#000", fill_opacity="var(--shadow-strength)", transform="translate(5 8)"),
        path(foot, fill=body, stroke=c.rim, stroke_width=3),
    ]
    middle, scale = high / 2 - 1, high * 0.68 / 30
    edge = 6 + 46 * scale
    if counter.kind in _PICTURES:
        out.append(_picture(counter.kind, c._replace(ink=ink), (6 + 23 * scale, middle), high * 0.0135))
    else:
        place = f"translate(6 {num(middle - 15 * scale)}) scale({fine(scale)})"
        out.append(group(unit_symbol(counter.kind, c.stroke, c.field), transform=place))
    room, shown = 90 - edge, counter.factors + "*" * ("subcounter" in counter.states)
    size = min(high * 0.84, room / width(shown or " ", Style("sans bold", 1.0)))
    out.append(factors(shown, edge + 4 + room / 2, middle + size * 0.34, size, ink))
    if "unsupplied" in counter.states:
        out.append(element("circle", cx="95", cy=num(middle), r="8", fill="#f5b700", stroke="#1c1400", stroke_width=3))
    return "".join(out)


def draw_counter(counter: Counter, at: Point, side: float, show: int = 3, inside: str = "") -> str:
    """A counter of this size with its middle at this point, with attributes for the web page."""
    x, y = at[0] - side / 2, at[1] - side / 2
    tip = element("title", escape(counter.tip)) if counter.tip else ""
    return group(
        tip,
        inside or face(counter, show),
        id=f"unit-{_safe(counter.id)}",
        data_unit=escape(counter.id),
        class_=f"counter {counter.side} {_safe(counter.kind)}",
        transform=f"translate({num(x)} {num(y)}) scale({fine(side / 100)})",
    )


def _safe(word: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]+", "-", word)


SIDES = {1: 1.14, 2: 1.00, 3: 0.88, 4: 0.78}
"""The side of the top counter by the size of its stack, in units of the map."""
MANY = max(SIDES)


def draw_stack(counters: Sequence[Counter], at: Point, unit: float, pixels: float = 1.0) -> str:
    """The counters of a hex, bottom to top: the top one whole, the others partly; a list if there are many."""
    if len(counters) > MANY:
        return _roster(counters, at, unit)
    side = SIDES[len(counters)] * unit
    show = detail(side * pixels)
    x, y = at[0], at[1] - (0.03 + 0.03 * len(counters)) * unit
    step = STRIP / 100 * side
    top = y - step * (len(counters) - 1) / 2
    out = []
    for n, counter in enumerate(counters[:-1]):
        foot = top + side / 2 + step * (len(counters) - 1 - n) - step
        out.append(draw_counter(counter, (x, foot + side / 2), side, inside=strip(counter)))
    out.append(draw_counter(counters[-1], (x, top), side, show))
    return "".join(out)


CROWD = 8
"""With more counters than this, identical ones are combined in the list."""


def _alike(counters: Sequence[Counter]) -> list[Counter]:
    """Identical counters combined, with their number."""
    groups: dict[Counter, list[Counter]] = {}
    for one in counters:
        groups.setdefault(one._replace(id="", name="", tip="", states=tuple(sorted(one.states))), []).append(one)
    return [
        same[0]
        if len(same) == 1
        else same[0]._replace(factors=f"{len(same)}×{same[0].factors}", tip="; ".join(one.tip for one in same))
        for same in groups.values()
    ]


def _roster(counters: Sequence[Counter], at: Point, unit: float) -> str:
    """Many counters in two columns, each partly visible, the strongest first."""
    if len(counters) > CROWD:
        counters = _alike(counters)
    side = 0.68 * unit
    high = 38.0
    step = side * (high + 5) / 100
    rows = (len(counters) + 1) // 2
    out = []
    for n, counter in enumerate(reversed(counters)):
        column, row = n % 2, n // 2
        x = at[0] + (column - 0.5) * (side * 1.06)
        y = at[1] + (row - rows / 2) * step
        out.append(draw_counter(counter, (x, y + side / 2), side, inside=strip(counter, high)))
    return "".join(out)
