"""Maps of which side held which places, how often, and where the front was."""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Any, TypeAlias

from ..core.bits import scan
from ..draw.base.geometry import Point
from ..draw.base.svg import circle, element, fine, group, line, num, path, smooth
from ..draw.map import Strata, strata
from ..kit.table import Wargame
from .measure import land

Shares: TypeAlias = Mapping[str, Sequence[float]]
"""For each place the share of games in which each side held it."""
STEPS = 10  # of the tint, for either side
TINT = 0.56  # opacity for places that a side held in every game


class Ground:
    """The map of a title, drawn once for all the maps of a page."""

    def __init__(self, title: Wargame[Any]) -> None:
        self.title, self.map = title, strata(title)
        names = {title.lexicon.places[place] for place in scan(land(title))}
        self.land = {name: spot for name, spot in self.map.spots.items() if name in names}
        self.edges = self._edges(self.map)
        self.ids = {name: f"at-{n}" for n, name in enumerate(self.land)}

    def _edges(self, drawn: Strata) -> list[tuple[str, str, Point, Point]]:
        """The edges shared by two places."""
        seen: dict[tuple[Point, Point], str] = {}
        out = []
        for name in self.land:
            ring = [(round(x, 1), round(y, 1)) for x, y in drawn.spots[name].outline]
            for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
                edge = (a, b) if a < b else (b, a)
                if edge in seen:
                    out.append((seen[edge], name, *edge))
                seen[edge] = name
        return out

    def definitions(self) -> str:
        """The definitions shared by the maps of a page, to be included once."""
        shapes = [path(line(spot.outline, closed=True), id=self.ids[name]) for name, spot in self.land.items()]
        inside = (
            self.map.definitions
            + element("defs", element("g", self.map.below, id="map-below"))
            + element("defs", element("g", self.map.above, id="map-above"))
            + element("defs", "".join(shapes))
        )
        return element("svg", inside, width=0, height=0, style="position:absolute", aria_hidden="true")

    def heat(self, shares: Shares, words: str) -> str:
        """A map tinted by how often each side held each place, with the fronts of most games and of one in ten."""
        tints: dict[int, list[str]] = {}
        for name in self.land:
            first, second = shares.get(name, (0.0, 0.0))[:2]
            if step := round((first - second) * STEPS):
                tints.setdefault(step, []).append(name)
        washes = []
        for step, names in sorted(tints.items()):
            used = "".join(element("use", href=f"#{self.ids[name]}") for name in names)
            side = 0 if step > 0 else 1
            washes.append(group(used, fill=f"var(--heat{side})", fill_opacity=fine(TINT * abs(step) / STEPS)))
        lead = {name: _lead(shares, name) for name in self.land}
        rims = [self.front(lead, level, "rim") for level in (-0.8, 0.8)]
        return self._drawn(group(*washes), "".join((*rims, self.front(lead, 0.0, "front"))) + self._tips(shares), words)

    def advance(self, turns: Mapping[int, Shares], words: str) -> str:
        """A map with the front of most games at the end of each of some turns."""
        out, discs = [], []
        for n, (turn, shares) in enumerate(turns.items(), 1):
            lead = {name: _lead(shares, name) for name in self.land}
            age = n / len(turns)
            out.append(self.front(lead, 0.0, "front", strength=0.35 + 0.65 * age, wide=0.6 + 0.4 * age))
            if runs := self._runs(lead, 0.0):
                longest = max(runs, key=len)
                at = longest[int(len(longest) * (0.2 + 0.6 * (n - 0.5) / len(turns)))]
                discs.append(self._disc(at, str(turn)))
        return self._drawn("", "".join((*out, *discs)), words)

    def front(
        self, lead: Mapping[str, float], level: float, kind: str, strength: float = 1.0, wide: float = 1.0
    ) -> str:
        """The line between the places where the first side's lead is above the level and the others."""
        draw = smooth if self.map.hexes else line
        d = "".join(draw(run) for run in self._runs(lead, level))
        unit = next(iter(self.land.values())).unit
        if not d:
            return ""
        halo = path(d, class_=f"{kind}-halo", stroke_width=fine(unit * (0.34 if kind == "front" else 0.16) * wide))
        ink = path(d, class_=kind, stroke_width=fine(unit * (0.17 if kind == "front" else 0.08) * wide))
        return group(halo, ink, fill="none", stroke_linecap="round", stroke_linejoin="round", opacity=fine(strength))

    def _runs(self, lead: Mapping[str, float], level: float) -> list[list[Point]]:
        """The line as connected runs; on a hex map through the middles of the hexsides."""
        ends: dict[Point, list[Point]] = {}
        for one, other, a, b in self.edges:
            if (lead[one] > level) != (lead[other] > level):
                ends.setdefault(a, []).append(b)
                ends.setdefault(b, []).append(a)
        out = []
        while ends:
            start = next((at for at, found in ends.items() if len(found) == 1), None) or next(iter(ends))
            run = [start]
            while run[-1] in ends:
                here = run[-1]
                then = ends[here].pop()
                ends[then].remove(here)
                for at in (here, then):
                    if not ends[at]:
                        del ends[at]
                run.append(then)
            out.append(self._eased(run) if self.map.hexes else run)
        return out

    @staticmethod
    def _eased(run: list[Point]) -> list[Point]:
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(run)]
        return [run[0], *middles, run[-1]] if run[0] != run[-1] else [*middles, middles[0]]

    def _disc(self, at: Point, text: str) -> str:
        unit = next(iter(self.land.values())).unit
        words = element("text", text, x=num(at[0]), y=num(at[1] + 0.33 * unit), font_size=num(0.94 * unit))
        return group(circle(at, 0.78 * unit), words, class_="disc")

    def _tips(self, shares: Shares) -> str:
        out = []
        for name, spot in self.land.items():
            held = shares.get(name)
            if held and any(held):
                said = ", ".join(
                    f"{side.title()} {100 * share:.0f} %" for side, share in zip(self.title.players, held, strict=True)
                )
                known = f"{spot.name} ({name})" if spot.name else name
                tip = element("title", escape(f"{known}: {said}"))
                out.append(element("use", tip, href=f"#{self.ids[name]}"))
        return group(*out, class_="tips", fill="#000", fill_opacity="0")

    def _drawn(self, between: str, above: str, words: str) -> str:
        box = self.map.window
        parts = element("use", href="#map-below"), between, element("use", href="#map-above"), above
        return element(
            "svg",
            "".join(parts),
            class_="map",
            role="img",
            aria_label=escape(words),
            viewBox=f"{num(box.left)} {num(box.top)} {num(box.width)} {num(box.height)}",
        )


def _lead(shares: Shares, name: str) -> float:
    first, second = shares.get(name, (0.0, 0.0))[:2]
    return first - second
