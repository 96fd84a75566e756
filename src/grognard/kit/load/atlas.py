"""The maps of one game: the main sheet and its insets."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from .area_map import AreaMap
from .hex_map import HexMap
from .sheet import SheetData


class Atlas(NamedTuple):
    """The maps of a game, which can be drawn without its rules."""

    name: str
    full: str
    about: str
    map: HexMap | AreaMap
    sheet: SheetData
    insets: Mapping[str, HexMap] = MappingProxyType({})  # parts of the map at another scale, by name
