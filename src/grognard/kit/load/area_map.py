"""Area maps as text: `load_areas` reads and strictly checks them.

The sheet is a rectangle, fully divided into outlines: areas, and space that is not an area (a
lake, a logo). Outlines are clockwise runs of numbered corners, so that neighbours share their corners:
two areas are adjacent where they share part of their outlines, and that border is not written
anywhere else. Rivers and front lines are runs of borders. Boxes are off the map; tracks lead from
box to box. Every datum has a source (see `data.SOURCES`).
"""

from collections.abc import Mapping
from itertools import chain, pairwise
from typing import NamedTuple, TypeAlias

from ..hex.grid import Point
from .toml import Record, Spot, exceptions, note, read_toml

Border: TypeAlias = tuple[str, str]
"""Two adjacent areas, in the order of the sheet's list."""
Edge: TypeAlias = tuple[str, str]
"""A straight piece of an outline, from corner to corner."""

FORMAT = 1
LAYERS = ("other", "river", "closed", "place", "box", "track", "group", "line")


class Other(NamedTuple):
    """Space that is not an area."""

    name: str
    kind: str
    outline: tuple[str, ...]


class Place(NamedTuple):
    """A name in an area, and the kind of place it names."""

    name: str
    kind: str


class Box(NamedTuple):
    """A box off the map."""

    kind: str
    at: Point


class AreaMap(NamedTuple):
    """An area map as read from its file; areas are identified by number."""

    title: str
    width: float
    height: float
    corners: Mapping[str, Point]
    names: Mapping[str, str]  # of every area
    terrain: Mapping[str, str]
    centres: Mapping[str, Point]  # where the area's number is printed
    outlines: Mapping[str, tuple[str, ...]]
    others: tuple[Other, ...]
    borders: Mapping[Border, tuple[Edge, ...]]  # the edges that adjacent areas share
    rivers: Mapping[str, tuple[Border, ...]]
    closed: frozenset[Border]  # borders that may not be crossed
    places: Mapping[str, tuple[Place, ...]]  # by area
    boxes: Mapping[str, Box]
    tracks: Mapping[str, tuple[str, ...]]  # boxes in their order
    groups: Mapping[str, tuple[str, ...]]  # the sets of areas named by the rules
    lines: Mapping[str, tuple[Border, ...]]  # front lines and so on
    sources: Mapping[str, Mapping[str, str]]  # by layer, then by area, by `a|b` or by name

    def neighbours(self, area: str) -> tuple[str, ...]:
        """The areas next to this one, over borders that are not closed."""
        open_ = [pair for pair in self.borders if area in pair and pair not in self.closed]
        return tuple(b if a == area else a for a, b in open_)

    def outline(self, area: str) -> tuple[Point, ...]:
        """The area's outline as points, clockwise."""
        return tuple(self.corners[corner] for corner in self.outlines[area])


def load_areas(text: str, file: str) -> AreaMap:
    """Read an area map; a `DataError` names the file, line and area of the first error."""
    return read_areas(read_toml(text, file))


def read_areas(top: Record) -> AreaMap:
    """Read an area map from a record: a file, perhaps with packs laid over it."""
    return _Reader(top).read()


def inside(point: Point, outline: tuple[Point, ...]) -> bool:
    """Whether a point is inside an outline."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


class _Reader:
    def __init__(self, top: Record) -> None:
        top.only("format", "title", "grid", "key", "corners", "areas", "terrain", *LAYERS)
        if (version := top.number("format")) != FORMAT:
            raise top.error(f"format {version} is not {FORMAT}", "format")
        sheet = top.record("grid")
        sheet.only("kind", "width", "height")
        sheet.word("kind", "areas")
        self.top = top
        self.width, self.height = sheet.real("width"), sheet.real("height")
        self.key = top.record("key")
        self.key.only("terrain", "other", "place", "box")
        self.corners: dict[str, Point] = {}
        self.names: dict[str, str] = {}
        self.terrain: dict[str, str] = {}
        self.centres: dict[str, Point] = {}
        self.outlines: dict[str, tuple[str, ...]] = {}
        self.lines: dict[str, Spot] = {}  # the line of the file that gives each outline
        self.shared: dict[Border, list[Edge]] = {}
        self.sources: dict[str, dict[str, str]] = {layer: {} for layer in ("area", "terrain", *LAYERS)}

    def read(self) -> AreaMap:
        named = self.top.named
        self._corners(self.top.record("corners"))
        self._areas(self.top.record("areas"))
        others = tuple(self._other(table) for table in named("other", "kind", "outline"))
        self._borders(others)
        rivers = {run.word("name"): self._run(run) for run in named("river", "borders")}
        closed = frozenset(pair for table in named("closed", "borders") for pair in self._pairs(table))
        places: dict[str, tuple[Place, ...]] = {}
        for table in named("place", "area", "kind"):
            area, place = self._place(table)
            places[area] = (*places.get(area, ()), place)
        boxes = {table.word("name"): self._box(table) for table in named("box", "kind", "at")}
        tracks = {table.word("name"): self._members(table, "boxes", boxes) for table in named("track", "boxes")}
        groups = {table.word("name"): self._members(table, "areas", self.names) for table in named("group", "areas")}
        lines = {run.word("name"): self._run(run, alone=False) for run in named("line", "borders")}
        return AreaMap(
            self.top.word("title"),
            self.width,
            self.height,
            self.corners,
            self.names,
            self.terrain,
            self.centres,
            self.outlines,
            others,
            {pair: tuple(edges) for pair, edges in self.shared.items()},
            rivers,
            closed,
            places,
            boxes,
            tracks,
            groups,
            lines,
            self.sources,
        )

    def _kind(self, table: Record) -> str:
        kinds = self.key.words(table.name) or [table.name]
        return table.word("kind", *kinds) if "kind" in table.values else kinds[0]

    def _note(self, table: Record, item: str, token: str = "") -> None:
        note(self.sources[table.name], table, item, token)

    # -- the sheet ----------------------------------------------------------------------------

    def _corners(self, table: Record) -> None:
        table.only("points")
        for at, line in table.lines("points"):
            for token in line.strip().rstrip(",").split(","):
                corner, _, rest = token.strip().partition(" ")
                if corner in self.corners:
                    raise table.error_at(at, f"corner {corner} is given twice")
                x, y = point = _point(table, rest, at)
                if not (0 <= x <= self.width and 0 <= y <= self.height):
                    raise table.error_at(at, f"corner {corner} is off the sheet")
                self.corners[corner] = point

    def _areas(self, table: Record) -> None:
        table.only("source", "rows", "sources")
        kinds = self.key.words("terrain", 1)
        for at, line in table.lines("rows"):
            cells = [cell.strip() for cell in line.split("|")]
            if len(cells) != 5:
                raise table.error_at(at, "an area is: number | name | terrain | x y | corners")
            area, name, terrain, centre, outline = cells
            if area in self.names:
                raise table.error_at(at, f"area {area} is given twice")
            if terrain not in kinds:
                raise table.error_at(at, f"area {area}: terrain '{terrain}' is not one of: {', '.join(kinds)}")
            self.names[area], self.terrain[area] = name, terrain
            self.centres[area] = _point(table, centre, at)
            self.outlines[area] = self._outline(table, f"area {area}", outline, at)
            if not inside(self.centres[area], tuple(self.corners[corner] for corner in self.outlines[area])):
                raise table.error_at(at, f"area {area}: its centre is outside it")
        self.sources["area"] = dict.fromkeys(self.names, table.source())
        exceptions(self.sources["area"], table, "area")
        ground = self.top.record("terrain")
        ground.only("source", "sources", "areas")
        items = self.sources["terrain"] = dict.fromkeys(self.names, table.source() if table.pack else ground.source())
        if not table.pack:
            exceptions(items, ground, "area")
        single = ground.record("areas")
        for area in single.values:
            if area not in self.names:
                raise single.error(f"there is no area '{area}'", area)
            self.terrain[area] = single.word(area, *kinds)
            items[area] = single.source_of(area, items[area])

    def _other(self, table: Record) -> Other:
        self._note(table, name := table.word("name"))
        return Other(name, self._kind(table), self._outline(table, name, table.word("outline"), table.where("outline")))

    def _outline(self, table: Record, what: str, text: str, at: Spot) -> tuple[str, ...]:
        """The corners of an outline, which must exist and run clockwise."""
        self.lines[what] = at
        corners = tuple(text.split())
        for corner in corners:
            if corner not in self.corners:
                raise table.error_at(at, f"{what}: there is no corner '{corner}'")
            if corners.count(corner) > 1:
                raise table.error_at(at, f"{what}: corner {corner} is given twice")
        points = [self.corners[corner] for corner in corners]
        turn = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*points, *points[:1])))
        if turn <= 0:
            raise table.error_at(at, f"{what}: its corners must run clockwise around it")
        return corners

    def _borders(self, others: tuple[Other, ...]) -> None:
        """Find shared borders; every edge must have something on both sides or be on the sheet's rim."""
        owner: dict[Edge, str] = {}
        grounds = [(f"area {area}", outline) for area, outline in self.outlines.items()]
        for what, outline in (*grounds, *((other.name, other.outline) for other in others)):
            for edge in pairwise((*outline, outline[0])):
                if edge in owner:
                    why = f"{what} overlaps {owner[edge]} at the corners {edge[0]} and {edge[1]}"
                    raise self.top.error_at(self.lines[what], why)
                owner[edge] = what
        place = {f"area {area}": n for n, area in enumerate(self.names)}
        areas = list(self.names)
        for edge, what in owner.items():
            beyond = owner.get((edge[1], edge[0]), "")
            if not beyond and not self._rim(edge):
                why = f"{what}: there is nothing beyond its corners {edge[0]} and {edge[1]}"
                raise self.top.error_at(self.lines[what], why)
            if place.get(what, len(areas)) < place.get(beyond, -1):
                self.shared.setdefault((areas[place[what]], areas[place[beyond]]), []).append(edge)

    def _rim(self, edge: Edge) -> bool:
        (ax, ay), (bx, by) = self.corners[edge[0]], self.corners[edge[1]]
        return (ax == bx and ax in (0, self.width)) or (ay == by and ay in (0, self.height))

    # -- what is on it ------------------------------------------------------------------------

    def _pairs(self, table: Record, *, alone: bool = True) -> tuple[Border, ...]:
        pairs = []
        for token in table.words("borders", 1):
            a, _, b = token.partition("|")
            pair = (a, b) if (a, b) in self.shared else (b, a)
            if pair not in self.shared:
                raise table.error(f"{token} is not a border: write two adjacent areas, as in 1|2", token)
            item = "|".join(pair)
            self._note(table, item if alone else f"{table.word('name')} {item}", token)
            pairs.append(pair)
        return tuple(pairs)

    def _run(self, run: Record, *, alone: bool = True) -> tuple[Border, ...]:
        """A run of borders, each of which begins where the one before ends."""
        pairs = self._pairs(run, alone=alone)
        ends: set[str] = set()
        for pair, token in zip(pairs, run.words("borders"), strict=True):
            both = self._ends(pair)
            if ends and not ends & both:
                raise run.error(f"the {run.word('name')} is interrupted at {token}", token)
            ends = both - ends
        return pairs

    def _ends(self, pair: Border) -> set[str]:
        corners = list(chain.from_iterable(self.shared[pair]))
        return {corner for corner in corners if corners.count(corner) == 1}

    def _place(self, table: Record) -> tuple[str, Place]:
        place = Place(table.word("name"), self._kind(table))
        if (area := table.word("area")) not in self.names:
            raise table.error(f"there is no area '{area}'", area)
        self._note(table, place.name)
        return area, place

    def _box(self, table: Record) -> Box:
        if (name := table.word("name")) in self.names:
            raise table.error(f"{name} is an area too", name)
        self._note(table, name)
        return Box(self._kind(table), _point(table, table.word("at"), table.where("at")))

    def _members(self, table: Record, key: str, known: Mapping[str, object]) -> tuple[str, ...]:
        self._note(table, table.word("name"))
        for item in table.words(key, 1):
            if item not in known:
                raise table.error(f"{key}: there is no '{item}'", item)
        return tuple(table.words(key))


def _point(table: Record, text: str, at: Spot) -> Point:
    try:
        x, y = map(float, text.split())
    except ValueError:
        raise table.error_at(at, f"'{text}' is not a point: write two numbers, as in 310 42.5") from None
    return x, y
