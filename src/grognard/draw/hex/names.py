"""Lettering of a hex map, in order of priority: cities, towns, waters, regions, rivers."""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product

from ...kit.load.hex_map import HexMap
from ...kit.load.sheet import Region
from ..base.geometry import HexPlan, Point, between, lengths, middle
from ..base.labels import Board, Label, about, along, arc, covering, fitting, level, rising
from ..base.rivers import Rivers
from ..base.svg import element, fine, group, num
from ..base.text import RISE, Style, width
from ..themes.lettering import styles
from ..themes.look import Look
from ..themes.terrain import CAPITALS, FAR, LARGE, MINOR, Sign
from ..themes.theme import SANS, SERIF
from .marks import Run
from .places import great_cities, sign_spot, standing

AGAIN = 13
"""The name of a river is repeated after this many hexes."""
ENOUGH = 8
"""The number of names that is enough for a small map."""


def small_kinds(found: Mapping[str, Sign], *, tiny: bool) -> tuple[Sign, ...]:
    """The kinds of places, besides cities, that a small map names: villages too if there is little else."""
    cities = [hex for hex, kind in found.items() if kind in CAPITALS]
    if tiny:
        return () if cities else (Sign.TOWN,)
    greater = [hex for hex, kind in found.items() if kind in (Sign.SITE, Sign.TOWN)]
    most = (Sign.SITE, Sign.TOWN, Sign.VILLAGE, Sign.DOT)
    return most[:2] if len(cities) + len(greater) >= ENOUGH else most


class Namer:
    """Places the names of one map on a board of labels."""

    def __init__(self, hexmap: HexMap, look: Look, plan: HexPlan, board: Board, scale: float, *, low: bool) -> None:
        self.map, self.look, self.plan, self.board, self.low = hexmap, look, plan, board, low
        self.unit = plan.unit
        self.styles = styles(plan.unit, scale)
        self.standing = standing(hexmap, look)
        self.count = 0

    def _name(self) -> str:
        self.count += 1
        return f"line-{self.count}"

    def few(self, *, tiny: bool) -> None:
        """Place the names that a small map has room for; a very small one without cities names its towns."""
        self.cities()
        self.waters(islands=False)
        wanted = small_kinds(self.standing, tiny=tiny)
        for hex, kind in sorted(self.standing.items(), key=lambda item: (item[1], item[0])):
            if kind in wanted:
                name, at = self.map.places[hex].name, self.plan.centre(hex)
                near = rising(about(name, self.styles["few"], at, self.unit, low=False, near=0.32))
                self.board.place(near, first=True)

    def all(self, regions: Sequence[Region], found: Rivers, borders: Mapping[str, Sequence[Point]]) -> None:
        """Place every name there is."""
        self.cities()
        self.towns()
        self.waters()
        for region in regions:
            self.board.place(self._region(region))
        self.rivers(found)
        for name, line in borders.items():
            tries = rising(along(name, self.styles["border"], line, self.unit * 0.2, self._name()))
            self.board.place(label for label in tries if self._on_its_side(label))

    def _on_its_side(self, label: Label) -> bool:
        """Whether the name of a country beside its border is in that country, if the map defines it."""
        land = self.map.areas.get(label.text, ())
        return not land or all(self.plan.at(*middle(quad)) in land for quad in label.quads)

    def cities(self) -> None:
        """Place one name for each large city, whatever its hexes are called; capitals for the others."""
        for name, hexes in great_cities(self.map, self.look).items():
            self.board.place(rising(self._metropolis(name.upper(), hexes)))
        for hex, kind in self.standing.items():
            if kind in CAPITALS:
                name, at = self.map.places[hex].name, self.plan.centre(hex)
                self.board.place(rising(self._beside(name.upper(), self.styles[Sign.CITY], at)))

    def waters(self, *, islands: bool = True) -> None:
        """Seas and lakes, and islands."""
        for hex, place in self.map.places.items():
            if place.kind == "label" and (islands or not self.map.land(hex)):
                self.board.place(self._label(hex, place.name), first=True)

    def _metropolis(self, text: str, hexes: Iterable[str]) -> Iterator[Label]:
        style = self.styles["metropolis"]
        centres = [self.plan.centre(hex) for hex in hexes]
        x, y = middle(centres)
        half = width(text, style) / 2
        rows = [at[1] for at in centres]
        far = max(1.72 * self.unit, (max(rows) - min(rows)) / 2 + 0.97 * self.unit)
        above, below = -far, far + 0.7 * style.size
        for base, cost in ((above, 0.0), (below, 1.0), (0.15 * self.unit, 4.0)):
            for across in (0.0, 0.4, -0.4, 0.8, -0.8, 1.6, -1.6, 2.4, -2.4):
                left = x - half + across * self.unit
                yield level(text, style, (left, y + base), cost + abs(across))

    def _beside(self, text: str, style: Style, at: Point) -> Iterator[Label]:
        """Candidates around the large symbol of a city."""
        x, y = at
        u, half, high = self.unit, width(text, style) / 2, RISE * style.size
        if self.low and style.size < 0.3 * u:
            yield from about(text, style, at, u, low=self.low)
            return
        right, left, below, above = x + 0.50 * u, x - 0.50 * u - 2 * half, y + 0.46 * u + high, y - 0.46 * u
        for spot, base, cost in (
            (x - half, below, 0.0),
            (right, y + high / 2, 0.2),
            (x - half, above, 0.4),
            (left, y + high / 2, 0.5),
            (right - 0.14 * u, below - 0.18 * u, 0.4),
            (right - 0.14 * u, above + 0.18 * u, 0.4),
            (left + 0.14 * u, below - 0.18 * u, 0.6),
            (left + 0.14 * u, above + 0.18 * u, 0.7),
        ):
            yield level(text, style, (spot, base), cost)

    def _region(self, region: Region) -> Iterator[Label]:
        style = self.styles["minor region" if region.minor else "region"]
        x, y = self.plan.centre(region.hex)
        shifts = sorted(product(range(-6, 7), range(-6, 7)), key=lambda shift: abs(shift[0]) + abs(shift[1]))
        for n, size in enumerate((1.0, 0.85, 0.7)):
            for across, down in shifts:
                at = x + across * self.unit * 0.35, y + down * self.unit * 0.35
                label = arc(region.name.upper(), style.sized(size), at, region.angle, 0.0, "")
                yield label._replace(cost=(abs(down) + abs(across)) * 0.25 + n * 3)

    def _label(self, hex: str, text: str) -> Iterator[Label]:
        """Candidates for a water or an island, as large as it fits."""
        wet = not self.map.land(hex)
        whole = self._connected(hex, wet)
        inside = self._within(whole)
        spots = self._spots(hex, whole)
        small = wet and len(whole) < 9
        style = self.styles["small water" if small else "water"] if wet else self.styles["land in water"]
        sizes = (1.4, 1.2, 1.0, 0.88, 0.76, 0.66) if small else (1.0, 0.88, 0.76, 0.66, 0.58)
        angles = (0, -15, 15, -30, 30, -45, 45, -60, 60, -75, 75, -90)
        bends = (0.0,) if small else (0.06, -0.06, 0.0)
        yield from fitting(text, style, spots, inside, sizes, angles, bends, self._name())
        yield from rising(self._stacked(text, style, hex))

    def _stacked(self, text: str, style: Style, hex: str) -> Iterator[Label]:
        """Candidates for a name that does not fit on one line: word below word, covering what is there."""
        x, y = self.plan.centre(hex)
        words = text.split()
        for factor in (0.85, 0.72, 0.62):
            sized = style.sized(factor)._replace(halo=0.16)
            for across, down in (
                (0.0, 0.0),
                (0.25, 0.0),
                (-0.25, 0.0),
                (0.0, 0.3),
                (0.0, -0.3),
                (0.4, 0.3),
                (-0.4, 0.3),
            ):
                parts = []
                for n, word in enumerate(words):
                    base = y + down * self.unit + (n - (len(words) - 1) / 2) * sized.size + sized.size * 0.3
                    parts.append(level(word, sized, (x + across * self.unit - width(word, sized) / 2, base)))
                cost = (1 - factor) * 10 + abs(across) + abs(down)
                quads = tuple(quad for part in parts for quad in part.quads)
                yield covering(text, sized.kind, quads, partial(_written, parts), cost)

    def _connected(self, hex: str, wet: bool) -> set[str]:
        """The water, or the island, that a hex belongs to."""
        shut = {frozenset((a, b)) for a, b, _ in self.map.water}
        found, new = {hex}, [hex]
        while new:
            here = new.pop()
            for other in self.map.neighbours(here):
                alike = self.map.land(other) != wet
                if other not in found and alike and frozenset((here, other)) not in shut:
                    found.add(other)
                    new.append(other)
        return found

    def _within(self, whole: set[str]) -> Callable[[Point], bool]:
        at = self.plan.at
        return lambda p: at(*p) in whole

    def _spots(self, hex: str, whole: set[str]) -> list[Point]:
        """Points to try, the nearest first: middles of hexes and of hexsides."""
        here = self.plan.centre(hex)
        near = [self.plan.centre(one) for one in whole if self.map.grid.distance(hex, one) <= 3]
        spots = [
            (x + dx * self.unit, y + dy * self.plan.pitch) for x, y in near for dx, dy in ((0, 0), (0, 0.5), (0.75, 0))
        ]
        return sorted(spots, key=lambda p: (round(math.dist(p, here), 3), p))

    def towns(self) -> None:
        """Place the names of sites, towns and districts, in this order, the longest first."""
        towns = [hex for hex, kind in self.standing.items() if kind not in CAPITALS]
        first = {Sign.SITE: 0, Sign.DISTRICT: 2, **dict.fromkeys(MINOR, 3)}
        order = {hex: (first.get(self.standing[hex], 1), -len(self.map.places[hex].name), hex) for hex in towns}
        for hex in sorted(towns, key=order.__getitem__):
            kind, name, at = self.standing[hex], self.map.places[hex].name, self.plan.centre(hex)
            style = self.styles["minor town" if kind in MINOR else kind if kind in first else Sign.TOWN]
            for sized in (style, style.sized(0.9), style.sized(0.8)):
                if self.board.place(rising(self._near(name, sized, at, kind))):
                    break

    def _near(self, name: str, style: Style, at: Point, kind: Sign) -> Iterator[Label]:
        """Candidates around a small symbol, or in the middle of the hex if there is none."""
        if kind == Sign.DISTRICT:
            half = width(name, style) / 2
            for down, cost in ((0.09, 0.0), (0.34, 0.3), (-0.2, 0.3), (0.6, 0.8), (0.835, 1.0)):
                for across in (0.0, 0.3, -0.3, 0.6, -0.6):
                    worse = 4.0 if self.low and abs(down) < 0.6 else 0.0
                    left = at[0] - half + across * self.unit, at[1] + down * self.unit
                    yield level(name, style, left, cost + abs(across) + worse)
            return
        yield from about(name, style, at, self.unit, low=self.low, near=0.20 * LARGE.get(kind, 1.0))

    def entries(self, found: Iterable[Run]) -> None:
        """Place the names of entry areas along the edge."""
        style, u = self.styles["entry"], self.unit
        for run in found:
            inward = math.cos(run.turn), math.sin(run.turn)
            upright = abs(inward[0]) > 0.5
            text, angle = run.name.upper(), (-90.0 if inward[0] > 0 else 90.0) if upright else 0.0
            tries = []
            for deep in (0.50, 0.95, 1.4):
                for n in range(-8, 9):
                    x, y = between(run.first, run.last, 0.5 + n / 20)
                    at = x + inward[0] * deep * u, y + inward[1] * deep * u
                    tries.append(arc(text, style, at, angle, 0.0, "")._replace(cost=abs(n) * 0.15 + deep))
            self.board.place(rising(tries))

    def rivers(self, found: Rivers) -> None:
        """Place the names of rivers along their course, long ones more than once; a part has the name of the whole."""
        style = self.styles["river"]
        for name, line in sorted(found.names.items(), key=lambda item: -len(item[1])):
            if any(name != other and name.endswith(" " + other) for other in found.names):
                continue
            parts = max(1, round(lengths(line)[-1] / (AGAIN * self.plan.pitch)))
            for n in range(parts):
                part = line[len(line) * n // parts : len(line) * (n + 1) // parts]
                for sized in (style, style.sized(0.88)):
                    if self.board.place(rising(along(name, sized, part, self.unit * 0.17, self._name()))):
                        break


def _written(parts: Sequence[Label]) -> str:
    return "".join(part.write() for part in parts)


def draw_names(labels: Iterable[Label], kinds: Sequence[str]) -> str:
    """The labels of these kinds."""
    return group(*(one.write() for one in labels if one.kind.split()[-1] in kinds), font_family=SERIF, class_="names")


def draw_numbers(plan: HexPlan, hexes: Iterable[str], built: Collection[str] = ()) -> str:
    """The number of every hex, at its top; darker and with a light edge in cities."""
    out: dict[bool, list[str]] = {False: [], True: []}
    for hex in hexes:
        x, y = plan.centre(hex)
        out[hex in built].append(element("text", hex, x=num(x), y=num(y - number_rise(plan))))
    face = {
        "class_": "numbers",
        "font_family": SANS,
        "font_size": num(plan.unit * 0.18),
        "text_anchor": "middle",
        "letter_spacing": ".3",
    }
    edge = {"stroke": "var(--city-ground)", "stroke_width": fine(plan.unit * 0.055), "paint_order": "stroke"}
    return group(*out[False], fill="var(--hexno)", fill_opacity="var(--hexno-strength)", **face) + group(
        *out[True], fill="var(--city-ink)", **edge, **face
    )


def number_rise(plan: HexPlan) -> float:
    """The distance of a hex's number above its middle."""
    return plan.unit * (0.66 if plan.flat else 0.62)


def number_spots(plan: HexPlan, hexes: Iterable[str]) -> list[Point]:
    """Points that the hex numbers cover."""
    u = plan.unit
    out = []
    for hex in hexes:
        x, y = plan.centre(hex)
        out += [(x + dx * u, y - number_rise(plan) - 0.06 * u) for dx in (-0.16, 0.0, 0.16)]
    return out


def place_spots(found: Mapping[str, Sign], plan: HexPlan, *, low: bool) -> Mapping[str, list[Point]]:
    """Points that the symbols of places cover."""
    u, out = plan.unit, {}
    for hex, kind in found.items():
        if kind == Sign.DISTRICT:
            continue
        x, y = sign_spot(plan, hex, kind, low=low)
        k = FAR.get(kind, 0.12) * u
        out[hex] = [(x + dx * k, y + dy * k) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return out
