"""Lettering of an area map: the number, icons and name of every area; lakes and rivers."""

import math
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from ...kit.load.area_map import AreaMap, inside
from ..base.geometry import Point, lengths, middle
from ..base.labels import Board, Label, Quad, along, covering, fitting, level, rising
from ..base.svg import circle, element, escape, fine, group, num, path
from ..base.symbols import star
from ..base.text import Style, set_level, width
from ..themes.lettering import styles
from ..themes.look import Look
from ..themes.terrain import Number, Sign
from ..themes.terrain import Style as Ground
from ..themes.theme import SANS, SOURCES
from .marks import Icon
from .outlines import AreaPlan, crossings

SHIFTS = sorted(
    ((x * 0.16, y * 0.16) for x in range(-5, 6) for y in range(-5, 6)), key=lambda s: (s[0] ** 2 + s[1] ** 2, s)
)
"""How far a name may be moved from its ideal position, in units, the smallest first."""

ASTRAY = 0.8
"""The cost per unit of a name that crosses the border."""
LEAST = 0.70
"""The minimum scale of a name that has to fit its area."""


class Item(NamedTuple):
    """A part of a row: its width, its height, and how to draw it around its middle."""

    wide: float
    high: float
    draw: Callable[[Point], str]


Rows: TypeAlias = Sequence[Sequence[Item]]
"""A name with its number and icons, row by row."""
Spans: TypeAlias = list[tuple[float, float]]


class AreaNamer:
    """Places the lettering of an area map on a board of labels."""

    def __init__(
        self,
        plan: AreaPlan,
        look: Look,
        board: Board,
        scale: float,
        icons: Mapping[str, Sequence[Icon]],
        *,
        low: bool,
        sources: bool,
    ) -> None:
        """With `low`, names keep to the top of their areas to leave room below."""
        self.plan, self.board, self.icons, self.low, self.sources = plan, board, icons, low, sources
        self.map: AreaMap = plan.map
        self.look = look
        self.unit = plan.unit
        self.styles = styles(plan.unit, scale)
        self.scale = scale
        self.count = 0
        self.shifts = [
            (math.hypot(across, 2 * down if low and down > 0 else down), (across, down)) for across, down in SHIFTS
        ]  # with the distance that counts
        self.spans: dict[tuple[str, float], tuple[float, float]] = {}
        self.cuts: dict[tuple[str, float], list[float]] = {}

    def few(self) -> None:
        """Place the names for a small map: victory areas and lakes."""
        for area in self.map.terrain:
            if self._number_of(area) == Number.STAR:
                self.board.place(rising(self._few(area)))
        self.waters()

    def areas(self) -> dict[str, Label]:
        """Place the names of lakes, then of areas, longest first; returns the labels by area."""
        self.waters()
        names, out = self.map.names, {}
        for area in sorted(names, key=lambda area: (self._number_of(area) != Number.STAR, -len(names[area]))):
            if label := self.board.place(self._area(area)):
                out[area] = label
        return out

    # -- areas --------------------------------------------------------------------------------

    def _number_of(self, area: str) -> Number:
        return self.look.terrain(self.map.terrain[area]).number

    def _few(self, area: str) -> Iterator[Label]:
        x, y = self.plan.centre(area)
        size = max(11 / self.scale, 0.5 * self.unit)
        style = Style("serif bold", size, 0.06, halo=0.24, kind="name metropolis")
        text = self.map.names[area].upper()
        half, far = width(text, style) / 2, 0.55 * self.unit
        for down, cost in ((far + size * 0.85, 0.0), (-far - size * 0.2, 1.0)):
            for across in (0.0, -0.5, 0.5, -1.0, 1.0):
                left = x - half + across * half
                yield level(text, style, (left, y + down), cost + abs(across))

    def _area(self, area: str) -> Iterator[Label]:
        number, icons, names = self._number(area), self._icons(area), self._names(area)
        forms = [[[*number, *icons], *names]]
        if self.low and self._number_of(area) != Number.LARGE:
            forms.insert(0, [[*number, *names[0], *icons], *names[1:]])
        outside, kind = [], self._style(area).kind
        for cost, at, rows in self._tries(area, forms):
            label, spot = self._composed(area, kind, rows, at, cost)
            if bisect(self._cuts(area, spot[1]), spot[0]) % 2:
                yield label
            else:
                outside.append(label._replace(cost=cost + Board.NEVER))
        yield from outside

    def _tries(self, area: str, forms: Sequence[Rows]) -> Iterator[tuple[float, Point, Rows]]:
        """The positions of some forms of a name, by rising cost; each is judged when it may be the next."""
        u, (x, y) = self.unit, self.plan.centre(area)
        middles, limits = [self._middle(area, rows, x, y) for rows in forms], dict[tuple[int, float], Spans]()
        found: list[tuple[float, Point, int]] = []
        for least, n, across, down in sorted(
            (n * 2.5 + 1.1 * far, n, *shift) for n in range(len(forms)) for far, shift in self.shifts
        ):
            while found and found[0][0] < least:
                cost, at, form = heappop(found)
                yield cost, at, forms[form]
            at = x + across * u, middles[n] + down * u
            if (n, down) not in limits:
                limits[n, down] = self._limits(area, forms[n], at[1])
            astray = 0.0
            for left, right in limits[n, down]:
                astray += max(0.0, left - at[0]) + max(0.0, at[0] - right)
            heappush(found, (least + ASTRAY * (astray / u), at, n))
        while found:
            cost, at, form = heappop(found)
            yield cost, at, forms[form]

    def _middle(self, area: str, rows: Rows, x: float, y: float) -> float:
        """The height of the ideal position of the rows."""
        if not self.low:
            return y
        high = sum(max(item.high for item in row) for row in rows)
        top, bottom = self.plan.rise(area, x)
        return min(top + 0.16 * self.unit + high / 2, (top + bottom) / 2)

    def _limits(self, area: str, rows: Rows, y: float) -> Spans:
        """How far left and right the middle of the rows may be inside the border, at the top and bottom of each row."""
        gap, out = 0.08 * self.unit, []
        highs = [max(item.high for item in row) for row in rows]
        y -= sum(highs) / 2
        for row, high in zip(rows, highs, strict=True):
            half = (sum(item.wide for item in row) + gap * (len(row) + 1)) / 2
            for level_ in (y + 0.1 * high, y + 0.9 * high):
                left, right = self._span(area, round(level_, 1))
                out.append((left + half, right - half))
            y += high
        return out

    def _cuts(self, area: str, y: float) -> list[float]:
        """Where a horizontal line crosses the outline of an area."""
        if (area, y) not in self.cuts:
            self.cuts[area, y] = crossings(self.plan.outline(area), y)
        return self.cuts[area, y]

    def _span(self, area: str, y: float) -> tuple[float, float]:
        """The left and right edge of an area at a height."""
        if (area, y) not in self.spans:
            self.spans[area, y] = self.plan.spread(area, y)
        return self.spans[area, y]

    def _composed(self, area: str, kind: str, rows: Rows, at: Point, cost: float) -> tuple[Label, Point]:
        """The rows centred around a point, and the position of the very first part."""
        gap = 0.08 * self.unit
        highs = [max(item.high for item in row) for row in rows]
        y = at[1] - sum(highs) / 2
        quads: list[Quad] = []
        placed: list[tuple[Item, Point]] = []
        for row, high in zip(rows, highs, strict=True):
            wide = sum(item.wide for item in row) + gap * (len(row) - 1)
            x = at[0] - wide / 2
            quads.append(((x - gap, y), (x + wide + gap, y), (x + wide + gap, y + high), (x - gap, y + high)))
            for item in row:
                placed.append((item, (x + item.wide / 2, y + high / 2)))
                x += item.wide + gap
            y += high
        label = covering(self.map.names[area], kind, quads, partial(_drawn, placed), cost)
        return label, placed[0][1]

    def _icons(self, area: str) -> list[Item]:
        return [Item(one.wide, 0.4 * self.unit, partial(_moved, one.drawing)) for one in self.icons.get(area, ())]

    def _number(self, area: str) -> list[Item]:
        """The number; in the layer of sources with the sources of number and terrain before and after it."""
        u, style = self.unit, self.look.terrain(self.map.terrain[area])
        if style.number == Number.LARGE:
            number = _lettered(area, Style("serif bold", 0.86 * u, 0.02, kind="name metropolis"), 0.74 * u)
        elif style.number == Number.STAR:
            number = Item(0.70 * u, 0.70 * u, partial(number_star, area, unit=u))
        else:
            number = Item(0.48 * u, 0.50 * u, partial(number_disc, area, style, unit=u))
        if not self.sources:
            return [number]
        known = (self.map.sources[layer][area][0] for layer in ("area", "terrain"))
        drawn = partial(source_letter, unit=u, size=0.25, halo=0.05, class_="letter")
        before, behind = (Item(0.22 * u, 0.3 * u, partial(drawn, letter)) for letter in known)
        return [before, number, behind]

    def _style(self, area: str) -> Style:
        number, kinds = self._number_of(area), {place.kind for place in self.map.places.get(area, ())}
        if number == Number.STAR:
            return Style("serif bold", 0.44 * self.unit, 0.09, kind="name metropolis")
        if number == Number.LARGE:
            return Style("serif italic", 0.30 * self.unit, 0.02, kind="name city")
        if any(Sign.CITY in kind for kind in kinds):
            style = self.styles[Sign.CITY]._replace(size=0.33 * self.unit, spacing=0.01)
            return style._replace(colour="var(--special)") if "special city" in kinds else style
        return self.styles[Sign.TOWN]._replace(size=0.305 * self.unit)

    def _names(self, area: str) -> list[list[Item]]:
        """The name in one or two lines, after the symbol of a city; then places with other names."""
        u, style, places = self.unit, self._style(area), self.map.places.get(area, ())
        name = self.map.names[area]
        shown = name.removesuffix(area).strip() if self._number_of(area) == Number.LARGE else name
        shown = shown.upper() if self._number_of(area) == Number.STAR else shown
        x, y = self.plan.centre(area)
        left, right = self.plan.spread(area, self.plan.rise(area, x)[0] + 0.7 * u if self.low else y + 0.3 * u)
        if self._number_of(area) == Number.STAR and not self.sources:  # its star shows that already
            places = tuple(place for place in places if place.name != name)
        signed = any(place.name == name for place in places)
        lines, style = fitted(shown, style, 0.94 * (right - left) - (0.30 * u if signed else 0.0))
        out = [[_lettered(text, style, style.size * 1.08)] for text in lines]
        for place in places:
            sign = Item(0.22 * u, 0.3 * u, partial(self._sign, place.kind, place.name))
            if place.name == name:
                out[0].insert(0, sign)
            else:
                out.append([sign, _lettered(place.name, self.styles[Sign.TOWN], 0.29 * u)])
        return out

    def _sign(self, kind: str, name: str, at: Point) -> str:
        u = self.unit
        if self.sources:
            letter = self.map.sources["place"][name][0]
            ring = circle(
                at, u * 0.13, fill="var(--halo)", stroke=f"var(--{SOURCES[letter].ink})", stroke_width=fine(u * 0.035)
            )
            return ring + source_letter(letter, at, u, 0.18, 0.05, class_="letter")
        return place_sign(kind, at, u)

    # -- waters -------------------------------------------------------------------------------

    def waters(self) -> None:
        """Place the names of lakes, as large as they fit."""
        for other in self.map.others:
            if self.look.terrain(other.kind).water:
                loop = tuple(self.plan.loop(other.outline))
                x, y = middle(loop)
                spots = [(x + dx * self.unit, y + dy * self.unit) for dx, dy in SHIFTS[:49]]
                self.count += 1
                tries = fitting(
                    other.name,
                    self.styles["small water"].sized(1.15),
                    spots,
                    partial(inside, outline=loop),
                    (1.15, 1.0, 0.85, 0.7),
                    (0, -20, 20, -35, 35, -50, 50),
                    (0.0,),
                    f"line-{self.count}",
                )
                self.board.place(tries, first=True)

    def rivers(self) -> None:
        """Place the names of rivers along their course; long rivers are named more than once."""
        style = self.styles["river"].sized(1.25)
        runs = {name: self.plan.course(run) for name, run in self.map.rivers.items()}
        for name, course in sorted(runs.items(), key=lambda item: (-len(item[1]), item[0])):
            parts = max(1, min(3, round(lengths(course)[-1] / (15 * self.unit))))
            size = len(course) // parts
            for n in range(parts):
                part = course[n * size : (n + 1) * size + 1]
                for sized in (style, style.sized(0.88)):
                    self.count += 1
                    if self.board.place(rising(along(name, sized, part, self.unit * 0.15, f"line-{self.count}"))):
                        break


def fitted(text: str, style: Style, room: float) -> tuple[list[str], Style]:
    """Fit a name into a width: as it is, in two lines, or slightly smaller."""
    for lines in ([text], halves(text)):
        if max(width(part, style) for part in lines) <= room:
            return lines, style
    wide = max(width(part, style) for part in lines)
    return lines, style.sized(max(LEAST, room / wide))


def halves(text: str) -> list[str]:
    """A name in two lines of similar length; in one line if it is a single word."""
    cuts = [n + 1 for n, letter in enumerate(text) if letter in " -"]
    if not cuts:
        return [text]
    cut = min(cuts, key=lambda n: abs(n - len(text) / 2))
    return [text[:cut].rstrip(), text[cut:]]


def _drawn(placed: Sequence[tuple[Item, Point]]) -> str:
    return "".join(item.draw(spot) for item, spot in placed)


def _moved(drawing: str, at: Point) -> str:
    return group(drawing, transform=f"translate({num(at[0])} {num(at[1])})")


def _lettered(text: str, style: Style, high: float) -> Item:
    wide = width(text, style)
    return Item(wide, high, lambda at: set_level(text, style, (at[0] - wide / 2, at[1] + style.size * 0.33)))


def _number(area: str, at: Point, size: float, ink: str) -> str:
    return element(
        "text",
        escape(area),
        x=num(at[0]),
        y=num(at[1] + size * 0.35),
        text_anchor="middle",
        font_family=SANS,
        font_weight="700",
        font_size=num(size),
        fill=ink,
        class_="number",
    )


def number_disc(area: str, style: Ground, at: Point, unit: float) -> str:
    """A number on a disc in the colour of its terrain."""
    disc = circle(
        at, unit * 0.23, fill=f"var(--disc-{style.tone})", stroke="var(--halo)", stroke_width=fine(unit * 0.03)
    )
    return disc + _number(area, at, unit * (0.27 if len(area) < 3 else 0.235), f"var(--on-{style.tone})")


def number_star(area: str, at: Point, unit: float) -> str:
    """The number of a victory area on its star."""
    drawn = path(
        star(at, unit * 0.42, 0.52),
        fill="var(--star)",
        stroke="var(--star-ink)",
        stroke_width=fine(unit * 0.03),
        stroke_linejoin="round",
        class_="victory",
    )
    return drawn + (_number(area, (at[0], at[1] + 0.02 * unit), unit * 0.22, "var(--star-ink)") if area else "")


def place_sign(kind: str, at: Point, unit: float) -> str:
    """The symbol before the name of a place: a square for a city, a star for a special one, a ring for a town."""
    look = {"fill": "var(--town)", "stroke": "var(--city-ink)", "stroke_width": fine(unit * 0.042)}
    if kind == "special city":
        return path(star(at, unit * 0.15), fill="var(--special)")
    if Sign.CITY in kind:
        k = unit * 0.19
        return element("rect", x=num(at[0] - k / 2), y=num(at[1] - k / 2), width=fine(k), height=fine(k), **look)
    return circle(at, unit * 0.075, **look)


def source_letter(letter: str, at: Point, unit: float, size: float, halo: float, **more: object) -> str:
    """The letter of a source, with a light edge of this width; its middle at a point."""
    return element(
        "text",
        letter,
        x=num(at[0]),
        y=num(at[1] + unit * size * 0.36),
        text_anchor="middle",
        font_family=SANS,
        font_weight="700",
        font_size=num(unit * size),
        fill=f"var(--{SOURCES[letter].ink})",
        stroke="var(--halo)",
        stroke_width=fine(unit * halo),
        paint_order="stroke",
        **more,
    )
