"""The components of Assault on Leningrad as the tests read them."""

from functools import partial

from grognard.core.bits import scan
from grognard.titles import GAMES
from grognard.titles.assault.data.map_and_units import Unit
from grognard.titles.assault.games import LENINGRAD
from tests.titles.family import FILES, read_components

__all__ = ["AT", "FILES", "GAME", "NUMBER", "D", "names", "read", "unit"]

GAME = GAMES[LENINGRAD.title]
read = partial(read_components, LENINGRAD)
D = read()
AT = D.board.at
NUMBER = D.number


def names(places: int) -> set[str]:
    """The names of a set of places."""
    return {D.board.names[place] for place in scan(places)}


def unit(name: str) -> Unit:
    """A ground unit by its name."""
    return D.units[NUMBER[name]]
