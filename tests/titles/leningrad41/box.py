"""The components of Leningrad '41 as the tests read them."""

from collections.abc import Iterable

from grognard.core.bits import scan
from grognard.kit.load.pack import Pack, laid
from grognard.kit.load.toml import read_toml
from grognard.titles import GAMES
from grognard.titles.leningrad41.data.components import Components

GAME = GAMES["leningrad41"]
FILES = ("map.toml", "units.toml", "tables.toml", "scenarios.toml")


def read(file: str = "", text: str = "", packs: Iterable[Pack] = ()) -> Components:
    """The components; one file with another text, or with packs laid over."""
    files = {name: read_toml(text if name == file else GAME.text(name), name) for name in FILES}
    return Components({name: laid(top, name, packs) for name, top in files.items()})


D = read()
AT = D.board.at
NUMBER = {**D.number, **D.unit}  # pieces and units by name
STAGE = D.stages["assault"]


def names(places: int) -> set[str]:
    """The names of a set of places."""
    return {D.board.names[place] for place in scan(places)}


def units(pieces: int) -> set[str]:
    """The ids of a set of units, leaders and markers."""
    return {D.units[one].id if one < D.first_leader else D.pieces[one] for one in scan(pieces)}


def side(text: str) -> frozenset[int]:
    """The hexside between two hexes: `side("4501|4601")`."""
    return frozenset(AT[hex] for hex in text.split("|"))
