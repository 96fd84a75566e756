"""Hex maps as text: `load_map` reads the one map format and checks it strictly.

A map is flat-topped hexes in columns, numbered CCRR from the upper left. Its file says, in
TOML: the grid; the terrain as a picture in letters; rivers as runs of hexsides; roads as runs
of hexes; hexsides that are all water; places; the named sets of hexes that rules speak of;
borders. Every datum has a source (see `data.SOURCES`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from .data import Record, read_toml

Side: TypeAlias = tuple[str, str]
"""A hexside: the two hexes it parts, lower number first."""
Corner: TypeAlias = frozenset[str]
"""A point where three hexes meet; hexes beyond the map's edge count, under the numbers they would have."""

FORMAT = 1
WATER = ("sea", "lake")
KINDS = ("town", "city", "soviet city", "label")
LAYERS = ("river", "water", "road", "place", "area", "border")


class Place(NamedTuple):
    """A name on the map, and what it stands for."""

    name: str
    kind: str


class HexMap(NamedTuple):
    """A map as read from its file."""

    title: str
    columns: int
    rows: int
    lower: str  # "even" or "odd": the columns that stand half a hex lower
    terrain: Mapping[str, str]  # of every hex
    rivers: Mapping[str, tuple[Side, ...]]
    roads: Mapping[str, tuple[str, ...]]
    leaves: frozenset[str]  # hexes in which a road runs on off the map
    water: tuple[tuple[str, str, str], ...]  # two land hexes, and the water all along their hexside
    places: Mapping[str, Place]  # by hex
    areas: Mapping[str, tuple[str, ...]]
    borders: Mapping[str, tuple[Side, ...]]
    sources: Mapping[str, Mapping[str, str]]  # by layer, then by hex, by `a|b` or by name of an area

    def neighbours(self, hex: str) -> tuple[str, ...]:
        """The hexes of the map next to this one."""
        return tuple(n for n in around(hex, self.lower) if n in self.terrain)

    def land(self, hex: str) -> bool:
        """Whether it is a hex of the map, and neither all sea nor all lake."""
        return self.terrain.get(hex, "sea") not in WATER


def around(hex: str, lower: str) -> tuple[str, ...]:
    """The six hexes around this one, clockwise from above, on the map or not."""
    c, r = int(hex[:2]), int(hex[2:])
    up = r - 1 if (c % 2 == 0) != (lower == "even") else r  # row of the upper neighbours in the next columns
    spots = ((c, r - 1), (c + 1, up), (c + 1, up + 1), (c, r + 1), (c - 1, up + 1), (c - 1, up))
    return tuple(f"{column:02}{row:02}" for column, row in spots)


def corners(side: Side, lower: str) -> frozenset[Corner]:
    """The two ends of a hexside; none if the two hexes are not neighbours."""
    a, b = side
    beside_a, beside_b = set(around(a, lower)), set(around(b, lower))
    return frozenset(frozenset((a, b, c)) for c in beside_a & beside_b if b in beside_a)


def load_map(text: str, file: str) -> HexMap:
    """Read a map; a `DataError` names the file, the line and the hex of the first thing wrong."""
    return _Reader(read_toml(text, file)).read()


def summary(hexmap: HexMap) -> dict[str, dict[str, int]]:
    """How many data of each layer come from where, by the letter of their source."""
    letters = {layer: Counter(s[0] for s in items.values()) for layer, items in hexmap.sources.items()}
    return {layer: dict(sorted(count.items())) for layer, count in letters.items()}


class _Reader:
    """Reads the layers one after another; each is checked against those before it."""

    def __init__(self, top: Record) -> None:
        top.only("format", "title", "grid", "terrain", *LAYERS)
        if (version := top.number("format")) != FORMAT:
            raise top.error(f"format {version} is not {FORMAT}", "format")
        grid = top.record("grid")
        grid.only("kind", "columns", "rows", "lower")
        grid.word("kind", "hex")
        self.top = top
        self.columns, self.rows = grid.number("columns"), grid.number("rows")
        self.lower = grid.word("lower", "even", "odd")
        self.terrain: dict[str, str] = {}
        self.sources: dict[str, dict[str, str]] = {layer: {} for layer in ("terrain", *LAYERS)}

    def read(self) -> HexMap:
        self._terrain(self.top.record("terrain"))
        rivers = {run.word("name"): self._river(run) for run in self._named("river", "sides")}
        water = tuple(side for run in self.top.records("water") for side in self._water(run))
        roads = {run.word("name"): self._road(run) for run in self._named("road", "hexes", "leaves")}
        leaves = frozenset(hex for run in self.top.records("road") for hex in run.words("leaves"))
        places = dict(self._place(place) for place in self._named("place", "hex", "kind"))
        areas = {area.word("name"): self._area(area) for area in self._named("area", "hexes")}
        borders = {run.word("name"): self._sides(run) for run in self._named("border", "sides")}
        return HexMap(
            self.top.word("title"), self.columns, self.rows, self.lower, self.terrain,
            rivers, roads, leaves, water, places, areas, borders, self.sources,
        )  # fmt: skip

    def _named(self, layer: str, *keys: str) -> Iterator[Record]:
        seen: set[str] = set()
        for table in self.top.records(layer):
            table.only("name", "source", *keys)
            if (name := table.word("name")) in seen:
                raise table.error(f"{layer} {name} is given twice", name)
            seen.add(name)
            yield table

    def _terrain(self, table: Record) -> None:
        table.only("source", "legend", "rows", "sources")
        legend, default = table.record("legend"), table.source()
        picture = [line for line in table.word("rows").splitlines() if line.strip()]
        if len(picture) != self.rows:
            raise table.error(f"{len(picture)} rows of terrain, not {self.rows}", "rows")
        at = table.start
        for row, line in enumerate(picture, 1):
            at = table.text.index(line, at)
            letters = line.split()
            if len(letters) != self.columns:
                raise table.error_at(at, f"row {row:02} has {len(letters)} hexes, not {self.columns}")
            for column, letter in enumerate(letters, 1):
                hex = f"{column:02}{row:02}"
                if letter not in legend.values:
                    raise table.error_at(at, f"{hex}: '{letter}' is not in the legend")
                self.terrain[hex] = legend.word(letter)
            at += len(line)
        self.sources["terrain"] |= dict.fromkeys(self.terrain, default)
        exceptions = table.record("sources")
        for source in exceptions.values:
            hexes = [self._hex(exceptions, hex) for hex in exceptions.words(source, 1)]
            self.sources["terrain"] |= dict.fromkeys(hexes, exceptions.source(source))

    def _note(self, table: Record, item: str, token: str = "") -> None:
        """Keep the source of a datum; no datum may be given twice in a layer."""
        items = self.sources[table.name]
        if item in items:
            raise table.error(f"{table.name} {item} is given twice", token or item)
        items[item] = table.source()

    def _hex(self, table: Record, hex: str) -> str:
        if hex not in self.terrain:
            raise table.error(f"there is no hex '{hex}'", hex)
        return hex

    def _land(self, table: Record, hex: str) -> str:
        if self.terrain[self._hex(table, hex)] in WATER:
            raise table.error(f"{table.name} in {hex}, which is {self.terrain[hex]}", hex)
        return hex

    def _side(self, table: Record, token: str) -> Side:
        hexes = sorted(self._hex(table, hex) for hex in token.split("|"))
        if len(hexes) != 2 or not corners((hexes[0], hexes[1]), self.lower):
            raise table.error(f"{token} is no hexside: write two neighbours, as in 0101|0102", token)
        return hexes[0], hexes[1]

    def _sides(self, run: Record) -> tuple[Side, ...]:
        sides = []
        for token in run.words("sides", 1):
            sides.append(side := self._side(run, token))
            self._note(run, "|".join(side), token)
        return tuple(sides)

    def _river(self, run: Record) -> tuple[Side, ...]:
        sides = self._sides(run)
        ends: frozenset[Corner] = frozenset()
        for side, token in zip(sides, run.words("sides"), strict=True):
            both = corners(side, self.lower)
            if ends and not ends & both:
                raise run.error(f"the {run.word('name')} does not flow on at {token}", token)
            ends = both - ends
        return sides

    def _water(self, run: Record) -> Iterator[tuple[str, str, str]]:
        run.only("kind", "name", "source", "sides")
        kind = run.word("kind", *WATER)
        for a, b in self._sides(run):
            yield self._land(run, a), self._land(run, b), kind

    def _road(self, run: Record) -> tuple[str, ...]:
        hexes = [self._land(run, hex) for hex in run.words("hexes", 2)]
        for a, b in pairwise(hexes):
            if b not in around(a, self.lower):
                raise run.error(f"no road step leads from {a} to {b}: they are not neighbours", b)
            step = "|".join(sorted((a, b)))
            if step in self.sources["water"]:
                raise run.error(f"the road from {a} to {b} would cross water", b)
            self._note(run, step, b)
        for hex in run.words("leaves"):
            if hex not in (hexes[0], hexes[-1]) or all(n in self.terrain for n in around(hex, self.lower)):
                raise run.error(f"the road cannot leave the map at {hex}: no end of it, or inland", "leaves")
        return tuple(hexes)

    def _place(self, table: Record) -> tuple[str, Place]:
        place = Place(table.word("name"), table.word("kind", *KINDS))
        read = self._hex if place.kind == "label" else self._land
        self._note(table, hex := read(table, table.word("hex")))
        return hex, place

    def _area(self, table: Record) -> tuple[str, ...]:
        self._note(table, table.word("name"))
        return tuple(self._hex(table, hex) for hex in table.words("hexes", 1))
