"""`grognard titles`: the list of titles."""

from ...titles import GAMES, TITLES
from ..console import console
from ..play import words


def command() -> None:
    """Print the titles and their scenarios; none of them is built."""
    console().print(words.games([GAMES[name] for name in TITLES]))
    print("\nOptions of a title and the sources of its data: grognard titles TITLE")
    for name, why in GAMES.broken.items():
        print(f"\n{name} is installed but cannot be loaded: {why}")
