"""The positions of areas on the sheet and the shapes of their borders; each border is bent once, for both sides."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, compress, pairwise
from operator import ne
from typing import TypeVar

from ...kit.load.area_map import AreaMap, Border, Edge, inside
from ..base.geometry import Box, Point, between, curve, luck
from ..base.rivers import joined

T = TypeVar("T")

MEAN = 3.1
"""The side of a square with the size of the average area, in units."""
STRAY = 0.10
"""How far a border deviates from the straight line, as a fraction of its length."""


class AreaPlan:
    """The areas of a map on the sheet."""

    def __init__(self, areas: AreaMap, unit: float, origin: Point = (0.0, 0.0)) -> None:
        self.map, self.unit, self.origin = areas, unit, origin
        self.size = (
            MEAN * unit / math.sqrt(areas.width * areas.height / len(areas.names))
        )  # units per length of 1 on the map
        self.box = Box(*origin, *self.spot((areas.width, areas.height)))
        self.points = {corner: self.spot(p) for corner, p in areas.corners.items()}
        self.grounds = [*areas.outlines.values(), *(other.outline for other in areas.others)]

    def spot(self, p: Point) -> Point:
        """A point of the map on the sheet."""
        return self.origin[0] + p[0] * self.size, self.origin[1] + p[1] * self.size

    # -- borders ------------------------------------------------------------------------------

    @cached_property
    def edges(self) -> list[Edge]:
        """Every piece of outline, each once."""
        found = {_sorted(edge) for outline in self.grounds for edge in _round(outline)}
        return sorted(found, key=lambda edge: (self.points[edge[0]], self.points[edge[1]]))

    def rim(self, edge: Edge) -> bool:
        """Whether a piece of outline is on the rim of the sheet."""
        (ax, ay), (bx, by) = (self.map.corners[corner] for corner in edge)
        return (ax == bx and ax in (0, self.map.width)) or (ay == by and ay in (0, self.map.height))

    @cached_property
    def loops(self) -> dict[str, tuple[Point, ...]]:
        """The outlines of all areas as drawn, clockwise."""
        return {area: tuple(self.loop(outline)) for area, outline in self.map.outlines.items()}

    @cached_property
    def pieces(self) -> dict[Edge, tuple[Point, ...]]:
        """Every piece of outline as drawn: straight on the rim, elsewhere curved."""
        out: dict[Edge, tuple[Point, ...]] = {}
        for run in self._runs():
            if self.rim((run[0], run[1])):
                out |= {_sorted(edge): self._ends(_sorted(edge)) for edge in pairwise(run)}
                continue
            posts = [self.points[run[0]]]
            for a, b in pairwise(run):
                posts += [self._strayed(a, b), self.points[b]]
            drawn = curve(posts, 2)
            for n, (a, b) in enumerate(pairwise(run)):
                piece = tuple(drawn[4 * n : 4 * n + 5])
                out[_sorted((a, b))] = piece if (a, b) == _sorted((a, b)) else piece[::-1]
        return out

    def _ends(self, edge: Edge) -> tuple[Point, Point]:
        return self.points[edge[0]], self.points[edge[1]]

    def _strayed(self, a: str, b: str) -> Point:
        """The middle of a piece, moved sideways; the same from either end."""
        p, q = sorted((self.points[a], self.points[b]))
        by = luck("border", *p, *q).uniform(-STRAY, STRAY)
        x, y = between(p, q, 0.5)
        return x + (q[1] - p[1]) * by, y - (q[0] - p[0]) * by

    def _runs(self) -> Iterator[list[str]]:
        """The corners of every line from one junction to the next; all corners on the rim count as junctions."""
        near: dict[str, set[str]] = {}
        rim: set[str] = set()
        for edge in self.edges:
            for a, b in (edge, edge[::-1]):
                near.setdefault(a, set()).add(b)
            if self.rim(edge):
                rim |= set(edge)
        forks = {corner for corner, others in near.items() if len(others) != 2 or corner in rim}
        left = dict.fromkeys(self.edges)
        starts = [edge for edge in left if forks & set(edge)]
        for edge in (*starts, *left):
            if edge not in left:
                continue
            a, b = edge if edge[0] in forks or edge[1] not in forks else edge[::-1]
            run = [a, b]
            del left[edge]
            while run[-1] not in forks:
                ahead = sorted(c for c in near[run[-1]] if _sorted((run[-1], c)) in left)
                if not ahead:
                    break
                del left[_sorted((run[-1], ahead[0]))]
                run.append(ahead[0])
            yield run

    def piece(self, edge: Edge) -> tuple[Point, ...]:
        """A piece of outline as drawn, from its first corner to its second."""
        return self.pieces[edge] if edge in self.pieces else self.pieces[edge[1], edge[0]][::-1]

    def loop(self, outline: Sequence[str]) -> list[Point]:
        """An outline as drawn."""
        return [p for edge in _round(outline) for p in self.piece(edge)[:-1]]

    def border(self, pair: Border) -> tuple[Point, ...]:
        """The border between two areas; its longest part if they meet in several places."""
        return max(self._parts(self.map.borders[pair]), key=len)

    def course(self, run: Iterable[Border]) -> tuple[Point, ...]:
        """A run of borders as one line."""
        return joined([self.border(pair) for pair in run])

    def _parts(self, edges: Iterable[Edge]) -> list[tuple[Point, ...]]:
        out: list[tuple[Point, ...]] = []
        for edge in edges:
            piece = self.piece(edge)
            before = next((n for n, part in enumerate(out) if part[-1] == piece[0]), None)
            behind = next((n for n, part in enumerate(out) if part[0] == piece[-1]), None)
            if before is not None and behind is not None and before != behind:
                out[before] = (*out[before], *piece[1:], *out[behind][1:])
                del out[behind]
            elif before is not None:
                out[before] = (*out[before], *piece[1:])
            elif behind is not None:
                out[behind] = (*piece[:-1], *out[behind])
            else:
                out.append(piece)
        return out

    # -- areas --------------------------------------------------------------------------------

    def centre(self, place: str) -> Point:
        """The position of an area's number, or the middle of a box."""
        return self.spot(self.map.centres[place] if place in self.map.centres else self.map.boxes[place].at)

    def outline(self, place: str) -> tuple[Point, ...]:
        """The outline of an area as drawn, clockwise."""
        return self.loops[place]

    def at(self, x: float, y: float) -> str:
        """The area at a point; empty if there is none."""
        return next((area for area, loop in self.loops.items() if inside((x, y), loop)), "")

    def spread(self, place: str, y: float) -> tuple[float, float]:
        """The left and right edge of an area around its middle at this height; its middle twice if there are none."""
        x = self.centre(place)[0]
        return _about(x, crossings(self.outline(place), y))

    def rise(self, place: str, x: float) -> tuple[float, float]:
        """The top and bottom edge of an area around its middle along a vertical line."""
        turned = [(b, a) for a, b in self.outline(place)]
        return _about(self.centre(place)[1], crossings(turned, x))


def crossings(loop: Sequence[Point], y: float) -> list[float]:
    """Where a horizontal line crosses a loop, from left to right."""
    above = [ay > y for _, ay in loop]
    sides = compress(_round(loop), map(ne, above, chain(above[1:], above)))  # those with one end above the line
    return sorted([ax + (y - ay) / (by - ay) * (bx - ax) for (ax, ay), (bx, by) in sides])


def _about(at: float, cuts: list[float]) -> tuple[float, float]:
    """The interval between two cuts that contains a point, or is nearest to it."""
    stretches = list(zip(cuts[::2], cuts[1::2], strict=True)) or [(at, at)]
    return min(stretches, key=lambda s: (max(s[0] - at, at - s[1], 0.0), s))


def _sorted(edge: Edge) -> Edge:
    return edge if edge[0] < edge[1] else (edge[1], edge[0])


def _round(items: Sequence[T]) -> Iterator[tuple[T, T]]:
    return pairwise(chain(items, items[:1]))
