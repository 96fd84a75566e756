"""The maps of one game: the main sheet and its insets."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from .area_map import AreaMap
from .hex_map import HexMap
from .sheet import SheetData


class Atlas(NamedTuple):
    """What can be drawn of a game before it is played."""

    name: str
    full: str
    about: str
    map: HexMap | AreaMap
    sheet: SheetData
    insets: Mapping[str, HexMap] = MappingProxyType({})  # parts of the map at another scale, by name
