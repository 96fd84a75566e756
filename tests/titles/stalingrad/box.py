"""The components of Assault on Stalingrad as the tests read them."""

from collections.abc import Iterable

from grognard.core.bits import scan
from grognard.kit.load.pack import Pack, laid
from grognard.kit.load.toml import read_toml
from grognard.titles import GAMES
from grognard.titles.assault.data.components import Components
from grognard.titles.assault.data.map_and_units import Unit
from grognard.titles.assault.games import STALINGRAD

GAME = GAMES["assault_stalingrad"]
FILES = ("map.toml", "inset.toml", "units.toml", "tables.toml", "scenarios.toml")


def read(file: str = "", text: str = "", packs: Iterable[Pack] = ()) -> Components:
    """The components; one file with another text, or with packs laid over."""
    files = {name: read_toml(text if name == file else GAME.text(name), name) for name in FILES}
    return Components({name: laid(top, name, packs) for name, top in files.items()}, STALINGRAD)


D = read()
AT = D.board.at
NUMBER = D.number


def names(places: int) -> set[str]:
    """The names of a set of places."""
    return {D.board.names[place] for place in scan(places)}


def unit(name: str) -> Unit:
    """A ground unit by its name."""
    return D.units[NUMBER[name]]
