"""The boxes on the shelf: what each game is called and where its data lie."""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from ..kit.load.pack import Pack, laid
from ..kit.load.toml import Record, read_toml


class Game(NamedTuple):
    """A box on the shelf: what it is called and where its data lie."""

    name: str
    full: str
    about: str
    folder: str  # of its data, below this package
    areas: bool = False  # its map is one of areas, not of hexes
    insets: tuple[tuple[str, str], ...] = ()  # their names and files
    charts: tuple[str, ...] = ()  # the other data files
    played: bool = False  # its rules are in the program

    @property
    def package(self) -> str:
        """The package of its rules, which a family of games shares."""
        return self.folder.partition("/")[0]

    @property
    def files(self) -> tuple[str, ...]:
        """The data files that a pack may change."""
        return ("map.toml", *(file for _, file in self.insets), *self.charts)

    @property
    def path(self) -> Path:
        """The folder of its data."""
        return Path(str(files(__package__))) / self.folder

    def text(self, file: str) -> str:
        """A data file of the game as shipped."""
        return (self.path / file).read_text("utf-8")

    def read(self, file: str, packs: Iterable[Pack] = ()) -> Record:
        """A data file of the game, with these packs laid over it."""
        return laid(read_toml(self.text(file), file), file, packs)


GAMES: Mapping[str, Game] = {
    game.name: game
    for game in (
        Game(
            "leningrad79",
            "Leningrad",
            "The advance of Army Group North, summer 1941 (SPI 1979, Dick Rustin). Two players, 12 weekly turns.",
            "leningrad79/data",
            charts=("units.toml", "tables.toml", "scenarios.toml"),
            played=True,
        ),
        Game(
            "assault_leningrad",
            "Assault on Leningrad",
            "Army Group North against the Luga line and the city, 1941 (The Wargamer 1980; Six Angles).",
            "assault/data/leningrad",
            insets=(("Leningrad", "inset.toml"),),
            charts=("units.toml", "tables.toml", "scenarios.toml"),
            played=True,
        ),
        Game(
            "assault_stalingrad",
            "Assault on Stalingrad",
            "Between Don and Volga, 1942: the bonus game of Assault on Leningrad.",
            "assault/data/stalingrad",
            insets=(("Stalingrad", "inset.toml"),),
        ),
        Game(
            "leningrad41",
            "Leningrad '41",
            "Manstein's assault on the city that never came, street by street (Decision Games 2011, Joseph Miranda).",
            "leningrad41/data",
        ),
        Game("demyansk", "Demyansk Shield", "The pocket south of Lake Ilmen and its relief, 1942.", "demyansk/data"),
        Game(
            "moscow41",
            "Moscow '41",
            "From Smolensk to Moscow, July to December 1941, in areas and blocks (VentoNuovo).",
            "moscow41/data",
            areas=True,
            charts=("units.toml", "tables.toml", "scenarios.toml"),
            played=True,
        ),
    )
}
