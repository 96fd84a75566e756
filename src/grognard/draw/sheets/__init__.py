"""What is printed across and around a map but is no datum of its game: one TOML file for each title."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from ...kit.atlas import Atlas


class Region(NamedTuple):
    """A name across the land: about which hex, at what angle, and whether it is a lesser one."""

    name: str
    hex: str
    angle: float = 0.0
    minor: bool = False


class SheetData(NamedTuple):
    """The sheet of a title."""

    heading: str
    lines: tuple[str, ...] = ()
    size: str = ""  # of a unit whose name does not say it
    regions: tuple[Region, ...] = ()
    markers: Mapping[str, Mapping[str, Any]] = {}


def sheet_of(atlas: Atlas) -> SheetData:
    """The sheet of this game; a plain one if it has none."""
    file = files(__package__) / f"{atlas.name}.toml"
    if not file.is_file():
        return SheetData(atlas.full)
    raw = tomllib.loads(file.read_text("utf-8"))
    return SheetData(
        raw["heading"], tuple(raw.get("lines", ())), raw.get("size", ""),
        tuple(Region(**region) for region in raw.get("region", ())), raw.get("marker", {}),
    )  # fmt: skip
