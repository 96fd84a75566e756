"""How a title looks, as its `sheet.toml` says.

It has what is printed across and around the map, and which of the themes' styles sides, terrain and markers are in.
None of it is a datum of the game. Whatever a sheet leaves out, the drawing chooses by itself.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from .toml import Record, read_toml

T = TypeVar("T")
FILE = "sheet.toml"
MARKS = ("supply", "victory", "none")
"""How an area of the map may be marked, whatever its name is."""
WORKS = ("works", "airfield", "none")
"""How a feature of the map may be marked."""


class Region(NamedTuple):
    """A name across the land: about which hex, at what angle, and whether it is a lesser one."""

    name: str
    hex: str
    angle: float = 0.0
    minor: bool = False


class Track(NamedTuple):
    """A row of boxes in the margin on which markers stand."""

    name: str
    boxes: tuple[str, ...]


class SideLook(NamedTuple):
    """How a side looks, in names of the themes; what is empty goes by the order of the players."""

    ground: str = ""  # of its counters
    air: str = ""  # of its air units
    wood: str = ""  # of its blocks
    emblem: str = ""  # on the backs of blocks, and on discs


class TerrainLook(NamedTuple):
    """How a terrain looks: a style of the themes, its sign in a terminal, and what the key to the map calls it."""

    style: str = ""
    sign: str = ""
    text: str = ""


class MarkerLook(NamedTuple):
    """How a marker looks: on a counter of the drawing, and as a sign in a terminal."""

    kind: str = ""  # of picture
    side: str = ""  # whose it is
    ground: str = ""
    text: str = ""
    copies: int = 1  # counters to a marker
    tag: bool = False  # small, beside the units
    sign: str = ""
    ink: str = ""  # of the sign


class Mark(NamedTuple):
    """How an area or a feature is marked, and whose it is."""

    mark: str = ""
    side: str = ""


class Entry(NamedTuple):
    """How an area of entry is named, and whose it is."""

    name: str = ""
    side: str = ""


def _none() -> Mapping[str, T]:
    return MappingProxyType({})


class SheetData(NamedTuple):
    """The sheet of a title."""

    heading: str
    lines: tuple[str, ...] = ()
    size: str = ""  # of a unit whose name does not say it
    unprinted: tuple[str, ...] = ()  # words of a unit's label that its counter shows otherwise
    km: float = 0.0  # to a length of 1 on an area map
    regions: tuple[Region, ...] = ()
    tracks: tuple[Track, ...] = ()
    sides: Mapping[str, SideLook] = _none()
    terrain: Mapping[str, TerrainLook] = _none()
    markers: Mapping[str, MarkerLook] = _none()
    troops: Mapping[str, str] = _none()  # the ground of counters, by a word of a unit's name or by its kind
    areas: Mapping[str, Mark] = _none()
    features: Mapping[str, Mark] = _none()
    entries: Mapping[str, Entry] = _none()
    meanings: Mapping[str, str] = _none()  # what the key says of a group or a line of an area map
    rivers: Mapping[str, float] = _none()  # how broad a kind of river is, in units, where that is a matter of the scale


def sheet_in(folder: Path, heading: str) -> SheetData:
    """The sheet beside the data of a title; a plain one if there is none."""
    path = folder / FILE
    return read_sheet(read_toml(path.read_text("utf-8"), FILE)) if path.is_file() else SheetData(heading)


def read_sheet(top: Record) -> SheetData:
    """A sheet, checked strictly; a `DataError` names file and line of the first thing wrong."""
    top.only(
        "heading", "lines", "size", "unprinted", "km", "region", "track", "side", "terrain", "marker", "troops",
        "area", "feature", "entry", "meaning", "river",
    )  # fmt: skip
    sides, meanings, rivers, troops = (top.record(key) for key in ("side", "meaning", "river", "troops"))
    return SheetData(
        top.word("heading"),
        tuple(top.words("lines")),
        _text(top, "size"),
        tuple(top.words("unprinted")),
        top.real("km"),
        tuple(map(_region, top.records("region"))),
        tuple(map(_track, top.records("track"))),
        {name: SideLook(*_texts(table, *SideLook._fields)) for name, table in _tables(sides)},
        {name: _terrain(table) for name, table in _tables(top.record("terrain"))},
        {name: _marker(table) for name, table in _tables(top.record("marker"))},
        {word: troops.word(word) for word in troops.values},
        {name: _mark(table, MARKS) for name, table in _tables(top.record("area"))},
        {name: _mark(table, WORKS) for name, table in _tables(top.record("feature"))},
        {name: Entry(*_texts(table, *Entry._fields)) for name, table in _tables(top.record("entry"))},
        {name: meanings.word(name) for name in meanings.values},
        {kind: rivers.real(kind) for kind in rivers.values},
    )


def _tables(parent: Record) -> Iterator[tuple[str, Record]]:
    for name, value in parent.values.items():
        if not isinstance(value, dict):
            raise parent.error(f"{name} must be a table", name)
        yield name, parent.record(name)


def _text(table: Record, key: str) -> str:
    return table.word(key) if key in table.values else ""


def _texts(table: Record, *keys: str) -> list[str]:
    table.only(*keys)
    return [_text(table, key) for key in keys]


def _truth(table: Record, key: str) -> bool:
    value = table.values.get(key, False)
    if not isinstance(value, bool):
        raise table.error(f"{key} must be true or false", key)
    return value


def _sign(table: Record) -> str:
    if len(sign := _text(table, "sign")) > 1:
        raise table.error("sign must be a single character", "sign")
    return sign


def _region(table: Record) -> Region:
    table.only(*Region._fields)
    return Region(table.word("name"), table.word("hex"), table.real("angle"), _truth(table, "minor"))


def _track(table: Record) -> Track:
    table.exactly(*Track._fields)
    return Track(table.word("name"), tuple(table.words("boxes", 1)))


def _terrain(table: Record) -> TerrainLook:
    table.only(*TerrainLook._fields)
    return TerrainLook(_text(table, "style"), _sign(table), _text(table, "text"))


def _marker(table: Record) -> MarkerLook:
    table.only(*MarkerLook._fields)
    kind, side, ground, text, ink = (_text(table, key) for key in ("kind", "side", "ground", "text", "ink"))
    copies = table.number("copies") if "copies" in table.values else 1
    return MarkerLook(kind, side, ground, text, copies, _truth(table, "tag"), _sign(table), ink)


def _mark(table: Record, known: tuple[str, ...]) -> Mark:
    table.only(*Mark._fields)
    return Mark(table.word("mark", *known) if "mark" in table.values else "", _text(table, "side"))
