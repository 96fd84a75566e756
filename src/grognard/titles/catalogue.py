"""The games that come with Grognard, and those that other packages install beside them.

Every game is found through an entry point of the group `grognard.titles`, ours included. An entry point that cannot
be loaded is listed in `GAMES.broken` with the reason, and the others are not affected.
"""

import traceback
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points

from ..kit.load.game import GROUP, Game
from ..kit.load.toml import DataError

CHARTS = ("units.toml", "tables.toml", "scenarios.toml")

LENINGRAD79 = Game(
    "leningrad79",
    "Leningrad",
    "The advance of Army Group North, summer 1941 (SPI 1979, Dick Rustin). Two players, 12 weekly turns.",
    "grognard.titles.leningrad79",
    charts=CHARTS,
)
ASSAULT_LENINGRAD = Game(
    "assault_leningrad",
    "Assault on Leningrad",
    "Army Group North against the Luga line and the city, 1941 (The Wargamer 1980; Six Angles).",
    "grognard.titles.assault",
    "data/leningrad",
    insets=(("Leningrad", "inset.toml"),),
    charts=CHARTS,
    unused=("stalingrad_sequence.py", "rules/cup.py", "rules/stalingrad_victory.py"),
)
ASSAULT_STALINGRAD = Game(
    "assault_stalingrad",
    "Assault on Stalingrad",
    "Between Don and Volga, summer 1942: the bonus game of Assault on Leningrad (Six Angles). Two players, 19 turns.",
    "grognard.titles.assault",
    "data/stalingrad",
    insets=(("Stalingrad", "inset.toml"),),
    charts=CHARTS,
    tests="stalingrad",
    unused=("rules/fleet.py", "rules/guerrillas.py"),
)
LENINGRAD41 = Game(
    "leningrad41",
    "Leningrad '41",
    "Manstein's assault on the city that never came, street by street (Decision Games 2011). Two players, 10 turns.",
    "grognard.titles.leningrad41",
    charts=CHARTS,
)
DEMYANSK = Game(
    "demyansk",
    "Demyansk Shield",
    "The pocket south of Lake Ilmen and its relief, winter and spring 1942 (Legion Wargames). Two players, 18 turns.",
    "grognard.titles.demyansk",
    charts=CHARTS,
)
MOSCOW41 = Game(
    "moscow41",
    "Moscow '41",
    "From Smolensk to Moscow, July to December 1941, in areas and blocks (VentoNuovo).",
    "grognard.titles.moscow41",
    areas=True,
    charts=CHARTS,
)

OURS = (LENINGRAD79, ASSAULT_LENINGRAD, ASSAULT_STALINGRAD, LENINGRAD41, DEMYANSK, MOSCOW41)
"""The games that come with Grognard, in the order of the list of games."""


def discover(found: Iterable[EntryPoint]) -> tuple[dict[str, Game], dict[str, str]]:
    """The games of these entry points by name, ours first, and the reason for each that cannot be loaded."""
    games: dict[str, Game] = {}
    broken: dict[str, str] = {}
    for point in sorted(found, key=_rank):
        try:
            game = _game(point)
        except (Exception, SystemExit) as wrong:
            broken[point.name] = reason(wrong)
            continue
        if game.name in games:
            broken[f"{game.name} ({point.value})"] = f"a game named {game.name} is already installed"
        else:
            games[game.name] = game
    return games, broken


def _rank(point: EntryPoint) -> tuple[int, str, str]:
    names = [game.name for game in OURS]
    ours = point.value.startswith(f"{__name__}:") and point.name in names
    return names.index(point.name) if ours else len(names), point.name, point.value


def _game(point: EntryPoint) -> Game:
    game = point.load()
    if not isinstance(game, Game):
        raise TypeError(f"{point.value} is not a Game but a {type(game).__name__}")
    if game.name != point.name:
        raise ValueError(f"{point.value} is named {game.name}, its entry point {point.name}")
    return game


def reason(wrong: BaseException) -> str:
    """An error in one line: its message, its type, and where it was raised; an error in data says where it is."""
    message = " ".join(str(wrong).split())
    if isinstance(wrong, DataError):
        return message
    raised = [at for at in traceback.extract_tb(wrong.__traceback__) if not at.filename.startswith("<frozen")]
    where = f" ({raised[-1].filename}, line {raised[-1].lineno})" if raised else ""
    return f"{type(wrong).__name__}: {message}{where}"


class InstalledGames(Mapping[str, Game]):
    """The installed games by name, looked up when they are first needed."""

    @cached_property
    def _found(self) -> tuple[dict[str, Game], dict[str, str]]:
        return discover(entry_points(group=GROUP))

    @property
    def broken(self) -> dict[str, str]:
        """Games that cannot be loaded, with the reason."""
        return self._found[1]

    def __getitem__(self, name: str) -> Game:
        return self._found[0][name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found[0])

    def __len__(self) -> int:
        return len(self._found[0])


GAMES = InstalledGames()
"""Every installed game by name, ours first."""
