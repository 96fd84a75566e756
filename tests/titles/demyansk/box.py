"""The components of Demyansk Shield as the tests read them."""

from collections.abc import Iterable

from grognard.core.bits import scan
from grognard.kit.load.pack import Pack, laid
from grognard.kit.load.toml import read_toml
from grognard.titles import GAMES, TITLES
from grognard.titles.demyansk.data.components import Components

GAME = GAMES["demyansk"]
FILES = ("map.toml", "units.toml", "tables.toml", "scenarios.toml")


def read(file: str = "", text: str = "", packs: Iterable[Pack] = ()) -> Components:
    """The components; one file with another text, or with packs laid over."""
    files = {name: read_toml(text if name == file else GAME.text(name), name) for name in FILES}
    return Components({name: laid(top, name, packs) for name, top in files.items()})


D: Components = TITLES["demyansk"].data
AT = D.board.at
NUMBER = D.number


def names(places: int) -> set[str]:
    """The names of a set of places."""
    return {D.board.names[place] for place in scan(places)}


def hexes(*words: str) -> int:
    """The set of these places."""
    return D.board.named(words)
