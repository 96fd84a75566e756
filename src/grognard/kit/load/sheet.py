"""How a title looks, from its `sheet.toml`.

It has the text on and around the map, and the styles (from the themes) of sides, terrain and markers.
None of it affects the game. The drawing has defaults for whatever a sheet leaves out.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from .toml import Record, read_toml

T = TypeVar("T")
FILE = "sheet.toml"
MARKS = ("supply", "victory", "edge", "none")
"""The ways to mark an area of the map, independent of its name."""
WORKS = ("works", "airfield", "none")
"""The ways to mark a feature of the map."""


class Region(NamedTuple):
    """The name of a region: its hex, its angle, and whether it is a minor one."""

    name: str
    hex: str
    angle: float = 0.0
    minor: bool = False


class Track(NamedTuple):
    """A row of boxes for markers in the margin."""

    name: str
    boxes: tuple[str, ...]


class SideLook(NamedTuple):
    """How a side looks, with names from the themes; empty values depend on the order of players."""

    ground: str = ""  # colours of its counters
    air: str = ""  # colours of its air units
    wood: str = ""  # wood of its blocks
    emblem: str = ""  # on the backs of blocks, and on discs


class TerrainLook(NamedTuple):
    """How a terrain looks: a style from the themes, its character in a terminal, and its name in the map's key."""

    style: str = ""
    sign: str = ""
    text: str = ""


class MarkerLook(NamedTuple):
    """How a marker looks: on a drawn counter, and as a character in a terminal."""

    kind: str = ""  # of picture
    side: str = ""  # whose it is
    ground: str = ""
    text: str = ""
    copies: int = 1  # counters per marker
    tag: bool = False  # small, beside the units
    sign: str = ""
    ink: str = ""  # of the sign


class Mark(NamedTuple):
    """How an area or a feature is marked, and for which side."""

    mark: str = ""
    side: str = ""


class Entry(NamedTuple):
    """The name of an entry area, and its side."""

    name: str = ""
    side: str = ""


def _none() -> Mapping[str, T]:
    return MappingProxyType({})


class SheetData(NamedTuple):
    """The sheet of a title."""

    heading: str
    lines: tuple[str, ...] = ()
    size: str = ""  # default size of units
    unprinted: tuple[str, ...] = ()  # words of a unit's label that its counter shows in another way
    km: float = 0.0  # kilometres per length of 1 on an area map
    regions: tuple[Region, ...] = ()
    tracks: tuple[Track, ...] = ()
    sides: Mapping[str, SideLook] = _none()
    terrain: Mapping[str, TerrainLook] = _none()
    markers: Mapping[str, MarkerLook] = _none()
    troops: Mapping[str, str] = _none()  # the colours of counters, by a word of a unit's name or by its kind
    areas: Mapping[str, Mark] = _none()
    features: Mapping[str, Mark] = _none()
    entries: Mapping[str, Entry] = _none()
    meanings: Mapping[str, str] = _none()  # the text in the key for a group or a line of an area map
    rivers: Mapping[str, float] = _none()  # the width of a kind of river, in units, where it should be to scale
    boxes: Mapping[str, str] = _none()  # the displayed names of boxes beside the map


def sheet_in(folder: Path, heading: str) -> SheetData:
    """Read the sheet next to a title's data; a plain one if there is none."""
    path = folder / FILE
    return read_sheet(read_toml(path.read_text("utf-8"), FILE)) if path.is_file() else SheetData(heading)


def read_sheet(top: Record) -> SheetData:
    """Read and strictly check a sheet; a `DataError` names the file and line of the first error."""
    top.only(
        "heading", "lines", "size", "unprinted", "km", "region", "track", "side", "terrain", "marker", "troops",
        "area", "feature", "entry", "meaning", "river", "box",
    )  # fmt: skip
    sides, meanings, rivers, troops, boxes = (top.record(key) for key in ("side", "meaning", "river", "troops", "box"))
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
        {name: boxes.word(name) for name in boxes.values},
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
