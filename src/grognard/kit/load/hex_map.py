"""Hex maps as text: `load_map` reads and strictly checks the map format.

A map file contains, in TOML: the grid; the key, that is the kinds of things on the map; the terrain
as a grid of letters; other features of hexes (woods, forts); rivers as runs of hexsides and
their bridges; hexsides that are all water; roads and rails as runs of hexes; places; the sets
of hexes named by the rules; borders; for an inset, which hexes of the main map its hexes
stand for; shores, for drawing only. Every datum has a source (see `data.SOURCES`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..hex.grid import LAYOUTS, NAMES, Corner, Grid, Point, Side
from .toml import Record, Spot, exceptions, note, read_toml, tally

FORMAT = 1
NOWHERE = "-"  # in a grid of letters: not a hex of the map
WITHOUT, WITH = ".", "x"  # in the grid of a feature
KINDS = ("feature", "river", "bridge", "road", "rail", "place", "area", "link")
"""The layers whose kinds the key may list; where it does not, the layer's name is the only kind."""
WATER = "water"
"""The name under which the key lists the kinds of terrain that are all water."""
LAYERS = ("feature", "river", "water", "bridge", "road", "rail", "place", "area", "border", "link", "shore")


class River(NamedTuple):
    """A run of hexsides from one end to the other."""

    kind: str
    sides: tuple[Side, ...]


class Road(NamedTuple):
    """A run of hexes, each next to the one before; also a rail line."""

    kind: str
    hexes: tuple[str, ...]
    leaves: frozenset[str] = frozenset()  # ends where it continues off the map


class Bridge(NamedTuple):
    """A crossing of a river."""

    name: str
    kind: str


class Place(NamedTuple):
    """A name on the map, and what it names."""

    name: str
    kind: str


class Link(NamedTuple):
    """The hexes of an inset that one hex of the main map stands for."""

    name: str
    kind: str
    hexes: tuple[str, ...]


class Shore(NamedTuple):
    """A closed line between water and land, for drawing; a line inside another is an island."""

    name: str
    kind: str
    points: tuple[Point, ...]


class HexMap(NamedTuple):
    """A map as read from its file."""

    title: str
    grid: Grid
    terrain: Mapping[str, str]  # of every hex
    features: Mapping[str, frozenset[str]]  # by kind: the hexes that have it besides their terrain
    rivers: Mapping[str, River]
    water: tuple[tuple[str, str, str], ...]  # two land hexes, and the kind of water along their whole hexside
    bridges: Mapping[Side, Bridge]
    roads: Mapping[str, Road]
    rails: Mapping[str, Road]
    places: Mapping[str, Place]  # by hex
    areas: Mapping[str, tuple[str, ...]]
    entries: frozenset[str]  # the areas where units enter
    borders: Mapping[str, tuple[Side, ...]]
    links: Mapping[str, Link]  # by hex of the main map
    shores: tuple[Shore, ...]
    sources: Mapping[str, Mapping[str, str]]  # by layer, then by hex, by `a|b`, by `kind hex` or by name
    wet: tuple[str, ...] = ()  # the kinds of terrain that are all water

    @property
    def leaves(self) -> frozenset[str]:
        """Hexes in which a road leaves the map."""
        return frozenset(hex for road in self.roads.values() for hex in road.leaves)

    def neighbours(self, hex: str) -> tuple[str, ...]:
        """The hexes of the map next to this one."""
        return tuple(n for n in self.grid.around(hex) if n in self.terrain)

    def edge(self, hex: str) -> bool:
        """Whether it is a hex on the edge of the map."""
        return len(self.neighbours(hex)) < 6

    def land(self, hex: str) -> bool:
        """Whether it is a hex of the map, and not all water."""
        return hex in self.terrain and self.terrain[hex] not in self.wet


def load_map(text: str, file: str, main: HexMap | None = None) -> HexMap:
    """Read a map, or an inset of a main map; a `DataError` names the file, line and hex of the first error."""
    return read_map(read_toml(text, file), main)


def read_map(top: Record, main: HexMap | None = None, water: Sequence[str] = ()) -> HexMap:
    """Read a map from a record: a file, perhaps with packs laid over it.

    If the map's key does not list the kinds of water, those of the main map or the given kinds are used.
    """
    return _Reader(top, main, water).read()


def summary(hexmap: HexMap) -> dict[str, dict[str, int]]:
    """The number of data of each layer by the letter of their source."""
    return {layer: tally(items) for layer, items in hexmap.sources.items() if items}


def read_grid(table: Record) -> Grid:
    """The table `[grid]`."""
    table.only("kind", "layout", "names", "columns", "rows", "shifted", "up", "scale")
    table.word("kind", "hex")
    columns, rows = table.numbers("columns", 2), table.numbers("rows", 2)
    grid = Grid(
        table.word("layout", *LAYOUTS),
        table.word("names", *NAMES),
        (columns[0], columns[1]),
        (rows[0], rows[1]),
        table.word("shifted", "even", "odd"),
        table.number("up") if "up" in table.values else 0,
        table.real("scale"),
    )
    most = {"columns": 99, "rows": 26 if grid.names == "A1" else 99}
    for key, span in (("columns", columns), ("rows", rows)):
        if not all(0 < number <= most[key] for number in span):
            raise table.error(f"{key} must be between 1 and {most[key]}", key)
    return grid


class _Reader:
    """Reads the layers one after another; each is checked against those before it."""

    def __init__(self, top: Record, main: HexMap | None, water: Sequence[str]) -> None:
        top.only("format", "title", "grid", "key", "terrain", *LAYERS)
        if (version := top.number("format")) != FORMAT:
            raise top.error(f"format {version} is not {FORMAT}", "format")
        self.top, self.main = top, main
        self.grid = read_grid(top.record("grid"))
        self.key = top.record("key")
        self.key.only(*KINDS, WATER)
        self.wet = tuple(self.key.words(WATER) or (main.wet if main else water))
        self.terrain: dict[str, str] = {}
        self.sources: dict[str, dict[str, str]] = {layer: {} for layer in ("terrain", *LAYERS)}
        self.entries: set[str] = set()

    def read(self) -> HexMap:
        named = self.top.named
        self._terrain(self.top.record("terrain"))
        features = self._features()
        rivers = {run.word("name"): self._river(run) for run in named("river", "kind", "sides")}
        water = tuple(side for run in self.top.records("water") for side in self._water(run))
        bridges = dict(self._bridge(table) for table in self.top.records("bridge"))
        roads = {run.word("name"): self._road(run) for run in named("road", "kind", "hexes", "leaves")}
        rails = {run.word("name"): self._road(run) for run in named("rail", "kind", "hexes", "leaves")}
        places = dict(self._place(place) for place in named("place", "hex", "kind"))
        areas = {area.word("name"): self._area(area) for area in named("area", "kind", "hexes")}
        borders = {run.word("name"): self._sides(run) for run in named("border", "sides")}
        links = self._links()
        shores = tuple(self._shore(n, line) for n, line in enumerate(self.top.records("shore"), 1))
        return HexMap(
            self.top.word("title"),
            self.grid,
            self.terrain,
            features,
            rivers,
            water,
            bridges,
            roads,
            rails,
            places,
            areas,
            frozenset(self.entries),
            borders,
            links,
            shores,
            self.sources,
            self.wet,
        )

    def _kind(self, table: Record, *more: str) -> str:
        """The table's kind, among those of the key; if it names none, the first."""
        kinds = self.key.words(table.name) or [table.name]
        return table.word("kind", *kinds, *more) if "kind" in table.values else kinds[0]

    def _note(self, table: Record, item: str, token: str = "") -> None:
        note(self.sources[table.name], table, item, token)

    # -- hexes --------------------------------------------------------------------------------

    def _picture(self, table: Record) -> Iterator[tuple[str, str, Spot]]:
        """Every hex of the grid with its letter and its line in the file."""
        wanted, drawn = list(self.grid.lines()), list(table.lines("rows"))
        if len(drawn) != len(wanted):
            raise table.error(f"{len(drawn)} rows of {table.name}, not {len(wanted)}", "rows")
        for (label, hexes), (at, line) in zip(wanted, drawn, strict=True):
            first, *letters = line.split()
            if first != label:
                raise table.error_at(at, f"the row must begin with its number {label}, not '{first}'")
            if len(letters) != len(hexes):
                raise table.error_at(at, f"row {label} has {len(letters)} hexes, not {len(hexes)}")
            yield from ((hex, letter, at) for hex, letter in zip(hexes, letters, strict=True))

    def _terrain(self, table: Record) -> None:
        table.only("source", "legend", "rows", "sources", "hexes")
        legend, single = table.record("legend"), table.record("hexes")
        if NOWHERE in legend.values:
            raise legend.error(f"'{NOWHERE}' means no hex and cannot be in the legend", NOWHERE)
        letters: dict[str, str] = {}
        for hex, letter, at in self._picture(table):
            if letter == NOWHERE:
                continue
            if letter not in legend.values:
                raise table.error_at(at, f"{hex}: '{letter}' is not in the legend")
            if self.main and hex in self.main.terrain:
                raise table.error_at(at, f"{hex} is a hex of the main map too")
            self.terrain[hex] = legend.word(letter)
            letters[hex] = letter
        kinds = [legend.word(letter) for letter in legend.values]
        for hex in single.values:
            self.terrain[self._hex(single, hex)] = single.word(hex, *kinds)
        items = self.sources["terrain"] = dict.fromkeys(self.terrain, table.source())
        exceptions(items, table, "hex")
        items |= {hex: legend.source_of(letter, items[hex]) for hex, letter in letters.items()}
        items |= {hex: single.source_of(hex, items[hex]) for hex in single.values}

    def _features(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {kind: set() for kind in self.key.words("feature")}
        for table in self.top.records("feature"):
            table.only("kind", "name", "source", "hexes", "rows", "sources", "with", "without")
            kind = self._kind(table)
            hexes = list(self._drawn(table)) if "rows" in table.values else table.words("hexes", 1)
            hexes = [*self._without(table, hexes), *table.words("with")]
            items: dict[str, str] = {}
            for hex in hexes:
                note(items, table, self._hex(table, hex))
                if hex in found.setdefault(kind, set()):
                    raise table.error(f"{kind} {hex} is given twice", hex)
                found[kind].add(hex)
            exceptions(items, table, kind)
            self.sources["feature"] |= {f"{kind} {hex}": source for hex, source in items.items()}
        return {kind: frozenset(hexes) for kind, hexes in found.items()}

    def _without(self, table: Record, hexes: list[str]) -> list[str]:
        for hex in (gone := table.words("without")):
            if hex not in hexes:
                raise table.error(f"there is no {table.name} in {hex} to leave out", hex)
        return [hex for hex in hexes if hex not in gone]

    def _drawn(self, table: Record) -> Iterator[str]:
        for hex, letter, at in self._picture(table):
            expected = (WITHOUT, WITH) if hex in self.terrain else (NOWHERE,)
            if letter not in expected:
                raise table.error_at(at, f"{hex}: '{letter}' is not one of: {' '.join(expected)}")
            if letter == WITH:
                yield hex

    def _hex(self, table: Record, hex: str) -> str:
        if hex not in self.terrain:
            raise table.error(f"there is no hex '{hex}'", hex)
        return hex

    def _land(self, table: Record, hex: str) -> str:
        if self.terrain[self._hex(table, hex)] in self.wet:
            raise table.error(f"{table.name} in {hex}, which is {self.terrain[hex]}", hex)
        return hex

    def _waters(self, table: Record) -> tuple[str, ...]:
        """The kinds of water; a table that needs one is refused if the key lists none."""
        if not self.wet:
            raise table.error(f"the map's key must list the kinds of water, under '{WATER}'")
        return self.wet

    def _edge(self, table: Record, hex: str) -> str:
        if all(n in self.terrain for n in self.grid.around(self._land(table, hex))):
            raise table.error(f"{hex} is not on the edge of the map", hex)
        return hex

    # -- hexsides -----------------------------------------------------------------------------

    def _side(self, table: Record, token: str) -> Side:
        hexes = sorted(self._hex(table, hex) for hex in token.split("|") if hex)
        if len(hexes) != 2 or not self.grid.corners((hexes[0], hexes[1])):
            raise table.error(f"{token} is not a hexside: write two neighbours, as in 0101|0102", token)
        return hexes[0], hexes[1]

    def _sides(self, run: Record) -> tuple[Side, ...]:
        sides = []
        for token in run.words("sides", 1):
            sides.append(side := self._side(run, token))
            self._note(run, "|".join(side), token)
        return tuple(sides)

    def _river(self, run: Record) -> River:
        sides = self._sides(run)
        ends: frozenset[Corner] = frozenset()
        for side, token in zip(sides, run.words("sides"), strict=True):
            both = self.grid.corners(side)
            if ends and not ends & both:
                raise run.error(f"the {run.word('name')} is interrupted at {token}", token)
            ends = both - ends
        return River(self._kind(run), sides)

    def _water(self, run: Record) -> Iterator[tuple[str, str, str]]:
        run.only("kind", "name", "source", "sides")
        kind = run.word("kind", *self._waters(run))
        for a, b in self._sides(run):
            yield self._land(run, a), self._land(run, b), kind

    def _bridge(self, table: Record) -> tuple[Side, Bridge]:
        table.only("name", "kind", "source", "side")
        side = self._side(table, token := table.word("side"))
        if "|".join(side) not in self.sources["river"]:
            raise table.error(f"there is no river for a bridge at {token}", token)
        self._note(table, "|".join(side), token)
        return side, Bridge(table.word("name") if "name" in table.values else "", self._kind(table))

    # -- lines, places, areas -----------------------------------------------------------------

    def _road(self, run: Record) -> Road:
        hexes = [self._land(run, hex) for hex in run.words("hexes", 2)]
        for a, b in pairwise(hexes):
            if b not in self.grid.around(a):
                raise run.error(f"the {run.name} cannot lead from {a} to {b}: they are not neighbours", b)
            step = "|".join(sorted((a, b)))
            if step in self.sources["water"]:
                raise run.error(f"the {run.name} from {a} to {b} would cross water", b)
            self._note(run, step, b)
        for hex in run.words("leaves"):
            if hex not in (hexes[0], hexes[-1]) or all(n in self.terrain for n in self.grid.around(hex)):
                raise run.error(
                    f"the {run.name} cannot leave the map at {hex}: not one of its ends, or not at the edge", "leaves"
                )
        return Road(self._kind(run), tuple(hexes), frozenset(run.words("leaves")))

    def _place(self, table: Record) -> tuple[str, Place]:
        place = Place(table.word("name"), self._kind(table, "label"))
        read = self._hex if place.kind == "label" else self._land
        self._note(table, hex := read(table, table.word("hex")))
        return hex, place

    def _area(self, table: Record) -> tuple[str, ...]:
        self._note(table, name := table.word("name"))
        read: Callable[[Record, str], str] = self._hex
        if self._kind(table, "entry") == "entry":
            self.entries.add(name)
            read = self._edge
        return tuple(read(table, hex) for hex in table.words("hexes", 1))

    def _links(self) -> dict[str, Link]:
        links: dict[str, Link] = {}
        for table in self.top.named("link", "kind", "to", "hexes"):
            to = table.word("to")
            if not self.main or to not in self.main.terrain:
                raise table.error(f"there is no hex '{to}' on the main map", to)
            if to in links:
                raise table.error(f"{to} already has its hexes of the inset", to)
            hexes = tuple(self._hex(table, hex) for hex in table.words("hexes", 1))
            for hex in hexes:
                self._note(table, hex)
            links[to] = Link(table.word("name"), self._kind(table), hexes)
        return links

    def _shore(self, number: int, table: Record) -> Shore:
        table.only("name", "kind", "source", "points")
        self._note(table, str(number))
        points = []
        for at, line in table.lines("points"):
            for token in line.rstrip(", ").split(","):
                try:
                    x, y = map(float, token.split())
                except ValueError:
                    raise table.error_at(
                        at, f"'{token.strip()}' is not a point: write two numbers, as in 3.5 0.87"
                    ) from None
                points.append((x, y))
        if len(points) < 3:
            raise table.error(f"a shore needs at least three points, not {len(points)}", "points")
        return Shore(table.word("name"), table.word("kind", *self._waters(table)), tuple(points))
