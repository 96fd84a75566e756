"""What is printed across and around a map but is no datum of its game: one TOML file for each title."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from ...kit.load.atlas import Atlas


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


class SheetData(NamedTuple):
    """The sheet of a title."""

    heading: str
    lines: tuple[str, ...] = ()
    size: str = ""  # of a unit whose name does not say it
    regions: tuple[Region, ...] = ()
    markers: Mapping[str, Mapping[str, Any]] = {}
    tracks: tuple[Track, ...] = ()
    km: float = 0.0  # to a length of 1 on an area map
    meanings: Mapping[str, str] = {}  # what the key says of a group or a line of an area map
    entries: Mapping[str, Mapping[str, str]] = {}  # how an area of entry is named, and whose it is
    rivers: Mapping[str, float] = {}  # how broad a kind of river is, in units, where that is a matter of the scale


def sheet_of(atlas: Atlas) -> SheetData:
    """The sheet of this game; a plain one if it has none."""
    file = files(__package__) / f"{atlas.name}.toml"
    if not file.is_file():
        return SheetData(atlas.full)
    raw = tomllib.loads(file.read_text("utf-8"))
    return SheetData(
        raw["heading"],
        tuple(raw.get("lines", ())),
        raw.get("size", ""),
        tuple(Region(**region) for region in raw.get("region", ())),
        raw.get("marker", {}),
        tuple(Track(track["name"], tuple(track["boxes"])) for track in raw.get("track", ())),
        raw.get("km", 0.0),
        raw.get("meaning", {}),
        raw.get("entry", {}),
        raw.get("river", {}),
    )
