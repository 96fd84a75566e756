"""Hexes and areas that a data file names: they must be on the map."""

from .hex_map import HexMap
from .toml import Record


def land_hex(map: HexMap, table: Record, hex: str) -> str:
    """A hex that a table names, if there is land in it."""
    if hex not in map.terrain:
        raise table.error(f"there is no hex '{hex}'", hex)
    if not map.land(hex):
        raise table.error(f"{hex} is all {map.terrain[hex]}", hex)
    return hex


def area_named(map: HexMap, table: Record, name: str) -> str:
    """An area that a table names."""
    if name not in map.areas:
        raise table.error(f"the map has no area '{name}'", name)
    return name
