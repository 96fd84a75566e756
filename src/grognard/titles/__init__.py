"""The games: `GAMES` lists all six boxes on the shelf, `TITLES` those whose rules are played."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from ..core.title import Title
from ..kit.areafile import load_areas
from ..kit.atlas import Atlas
from ..kit.mapfile import HexMap, load_map
from .leningrad79 import TITLE as LENINGRAD79

TITLES: Mapping[str, Title[Any]] = {title.name: title for title in (LENINGRAD79,)}


class Game(NamedTuple):
    """A box on the shelf: what it is called and where its data lie."""

    name: str
    full: str
    about: str
    folder: str  # of its data, below this package
    areas: bool = False  # its map is one of areas, not of hexes
    insets: tuple[tuple[str, str], ...] = ()  # their names and files

    def text(self, file: str) -> str:
        """A data file of the game as shipped."""
        return (files(__package__).joinpath(*self.folder.split("/")) / file).read_text("utf-8")


GAMES: Mapping[str, Game] = {
    game.name: game
    for game in (
        Game("leningrad79", LENINGRAD79.full, LENINGRAD79.about, "leningrad79/data"),
        Game(
            "assault_leningrad", "Assault on Leningrad", "Army Group North before the city, August and September 1941.",
            "assault/data/leningrad", insets=(("Leningrad", "inset.toml"),),
        ),
        Game(
            "assault_stalingrad", "Assault on Stalingrad", "The Sixth Army between Don and Volga, 1942.",
            "assault/data/stalingrad", insets=(("Stalingrad", "inset.toml"),),
        ),
        Game("leningrad41", "Leningrad '41", "From the Baltic frontier to the city, 1941.", "leningrad41/data"),
        Game("demyansk", "Demyansk Shield", "The pocket south of Lake Ilmen, early 1942.", "demyansk/data"),
        Game("moscow41", "Moscow '41", "From Smolensk to Moscow, in areas and blocks.", "moscow41/data", areas=True),
    )
}  # fmt: skip


@cache
def atlas(name: str) -> Atlas:
    """The maps of a game."""
    game = GAMES[name]
    text = game.text("map.toml")
    if game.areas:
        return Atlas(name, game.full, game.about, load_areas(text, "map.toml"))
    main = load_map(text, "map.toml")
    insets: dict[str, HexMap] = {label: load_map(game.text(file), file, main) for label, file in game.insets}
    return Atlas(name, game.full, game.about, main, insets)
