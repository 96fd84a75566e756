"""The input for a draft: grid, gazetteer, waypoints, estimates and facts, read from TOML."""

from collections.abc import Mapping
from typing import NamedTuple

from grognard.kit.hex.grid import Grid, Point
from grognard.kit.load.hex_map import KINDS, read_grid
from grognard.kit.load.toml import Record, read_toml

from .fit import Control
from .geo import Place

WATER = ("sea", "lake")
"""The kinds of water in geography; a map lists in its key those that it has."""


class Town(NamedTuple):
    """A line of the gazetteer; without a kind it is a waypoint only."""

    name: str
    place: Place
    hexes: tuple[str, ...]  # stated ones; more than one for a large city
    kind: str
    source: str


class Run(NamedTuple):
    """A river, road or rail line by its waypoints."""

    layer: str
    name: str
    kind: str
    source: str
    via: tuple[str, ...]
    guide: tuple[str, ...]
    record: Record


class Patch(NamedTuple):
    """Terrain or a feature for some hexes, or water for some hexsides: an estimate or a fact."""

    layer: str  # terrain, feature, water or dry
    value: str
    name: str
    source: str
    hexes: tuple[str, ...]
    sides: tuple[str, ...]
    outline: tuple[Place, ...]
    only: tuple[str, ...]  # of these terrains


class Check(NamedTuple):
    """A fact the draft must show: used in making it, or held out to test it."""

    what: str  # land, water, river, no river, road, no road, rail, or a terrain
    items: tuple[str, ...]
    source: str
    used: bool


class Spec(NamedTuple):
    """Everything but geography."""

    title: str
    head: str
    grid: Grid
    hexes: tuple[str, ...]
    key: Mapping[str, list[str]]
    legend: Mapping[str, str]
    base: str
    length: float
    noise: float
    limit: float
    held: frozenset[str]
    share: float  # the wet fraction from which a hex is all sea
    lake: float  # the same for a lake
    side: float  # the wet fraction from which a hexside is all water
    small: float  # the size in hexes from which a lake without a hexside gets one
    seas: Mapping[str, Place]
    lakes: Mapping[str, Place]
    dry: tuple[Place, ...]
    towns: Mapping[str, Town]
    runs: tuple[Run, ...]
    patches: tuple[Patch, ...]
    areas: tuple[Record, ...]
    checks: tuple[Check, ...]

    def controls(self) -> list[Control]:
        """The places whose hexes are stated, except those held out."""
        stated = [town for town in self.towns.values() if town.hexes and town.name not in self.held]
        return [Control(town.name, *town.place, self.middle(town.hexes)) for town in stated]

    def middle(self, hexes: tuple[str, ...]) -> Point:
        """The middle of some hexes."""
        centres = [self.grid.centre(hex) for hex in hexes]
        return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


def read_spec(text: str, file: str) -> Spec:
    """Read a spec; a `DataError` names the file and line of the first error."""
    top = read_toml(text, file)
    top.only(
        "title",
        "head",
        "grid",
        "off",
        "key",
        "legend",
        "fit",
        "water",
        "towns",
        "river",
        "road",
        "rail",
        "estimate",
        "fact",
        "area",
        "check",
    )
    grid = read_grid(top.record("grid"))
    every = [hex for _, line in grid.lines() for hex in line]
    missing = set(spread(top, "off", grid, every))
    hexes = tuple(hex for hex in every if hex not in missing)
    key, legend = top.record("key"), top.record("legend")
    key.only(*KINDS)
    letters = {letter: legend.word(letter) for letter in legend.values}
    if not letters:
        raise legend.error("the legend is empty")
    fit, water = top.record("fit"), top.record("water")
    fit.only("length", "noise", "limit", "held")
    water.only("share", "lake", "side", "small", "seas", "lakes", "dry")
    towns = dict(_towns(top, hexes))
    for name in fit.words("held"):
        if name not in towns:
            raise fit.error(f"there is no town '{name}'", name)
    runs = tuple(
        _run(table, grid, hexes)
        for layer in ("river", "road", "rail")
        for table in top.named(layer, "kind", "via", "guide")
    )
    patches = tuple(_patch(table, grid, hexes) for layer in ("estimate", "fact") for table in top.records(layer))
    return Spec(
        top.word("title"),
        top.word("head"),
        grid,
        hexes,
        {layer: key.words(layer) for layer in key.values},
        letters,
        next(iter(letters.values())),
        fit.real("length"),
        fit.real("noise"),
        fit.real("limit"),
        frozenset(fit.words("held")),
        water.real("share"),
        water.real("lake"),
        water.real("side"),
        water.real("small"),
        _places(water.record("seas")),
        _places(water.record("lakes")),
        tuple(_place(water, token) for token in water.words("dry")),
        towns,
        runs,
        patches,
        tuple(top.named("area", "kind", "hexes")),
        tuple(_check(table, grid, hexes) for table in top.records("check")),
    )


def spread(table: Record, key: str, grid: Grid, hexes: list[str] | tuple[str, ...]) -> list[str]:
    """A list of hexes, in which `0101-0304` is everything between two corners of a rectangle."""
    found = []
    for token in table.words(key):
        first, _, last = token.partition("-")
        if first not in hexes or (last or first) not in hexes:
            raise table.error(f"there is no hex '{token}'", token)
        (a, b), (c, d) = grid.numbers(first), grid.numbers(last or first)
        block = {grid.name(x, y) for x in range(min(a, c), max(a, c) + 1) for y in range(min(b, d), max(b, d) + 1)}
        found += [hex for hex in hexes if hex in block]
    return found


def sides(table: Record, key: str, grid: Grid, hexes: tuple[str, ...]) -> list[str]:
    """Check a list of hexsides, each as `a|b`; other words in the list are accepted."""
    for token in table.words(key):
        ends = token.split("|")
        if len(ends) == 2 and not (set(ends) <= set(hexes) and ends[1] in grid.around(ends[0])):
            raise table.error(f"{token} is not a hexside: write two neighbours, as in 0101|0102", token)
    return table.words(key)


def _towns(top: Record, hexes: tuple[str, ...]) -> list[tuple[str, Town]]:
    found: dict[str, Town] = {}
    for at, line in top.lines("towns"):
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) not in (2, 5):
            raise top.error_at(at, "a town is: name | lat lon, or: name | lat lon | hexes | kind | source")
        name, place, stated, kind, source = cells if len(cells) == 5 else (*cells, "", "", "")
        if name in found:
            raise top.error_at(at, f"{name} is given twice")
        for hex in stated.split():
            if hex not in hexes:
                raise top.error_at(at, f"{name}: there is no hex '{hex}'")
        try:
            lat, lon = map(float, place.split())
        except ValueError:
            raise top.error_at(at, f"{name}: '{place}' is not a latitude and longitude") from None
        found[name] = Town(name, (lat, lon), tuple(stated.split()), kind, top.source(source) if source else "")
    return list(found.items())


def _run(table: Record, grid: Grid, hexes: tuple[str, ...]) -> Run:
    kind = table.word("kind") if "kind" in table.values else ""
    table.words("via", 2)
    via, guide = tuple(sides(table, "via", grid, hexes)), tuple(table.words("guide"))
    return Run(table.name, table.word("name"), kind, table.source(), via, guide, table)


def _patch(table: Record, grid: Grid, hexes: tuple[str, ...]) -> Patch:
    table.only("terrain", "feature", "water", "dry", "name", "source", "hexes", "sides", "outline", "only")
    layers = [layer for layer in ("terrain", "feature", "water", "dry") if layer in table.values]
    if len(layers) != 1:
        raise table.error(f"{table.name} must set one of: terrain, feature, water, dry")
    value = table.word("water", *WATER) if layers == ["water"] else table.word(layers[0])
    outline = (
        tuple(_place(table, token) for token in table.word("outline").split(",")) if "outline" in table.values else ()
    )
    name = table.word("name") if "name" in table.values else value
    return Patch(
        layers[0],
        value,
        name,
        table.source(),
        tuple(spread(table, "hexes", grid, hexes)),
        tuple(sides(table, "sides", grid, hexes)),
        outline,
        tuple(table.words("only")),
    )


def _check(table: Record, grid: Grid, hexes: tuple[str, ...]) -> Check:
    table.only("what", "hexes", "sides", "source", "used")
    items = (*spread(table, "hexes", grid, hexes), *sides(table, "sides", grid, hexes))
    return Check(table.word("what"), items, table.source(), table.values.get("used") is True)


def _places(table: Record) -> dict[str, Place]:
    return {name: _place(table, table.word(name)) for name in table.values}


def _place(table: Record, text: str) -> Place:
    try:
        lat, lon = map(float, text.split())
    except ValueError:
        raise table.error(f"'{text.strip()}' is not a latitude and longitude", text.strip()) from None
    return lat, lon
