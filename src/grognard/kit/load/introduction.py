"""How a title introduces itself to newcomers, from its `introduction.toml`.

It says what the fight is about, how long and how complex the game is, and which game to start with. None of it
affects the rules; a title without the file is introduced by its line in the list of games.
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from .toml import Record, read_toml

FILE = "introduction.toml"
MOST = 5  # the top of the scales


class Crop(NamedTuple):
    """The part of the map in a small picture: its centre as fractions of the sheet, and how much it is enlarged."""

    x: float = 0.5
    y: float = 0.5
    zoom: float = 1.2


class ScenarioIntroduction(NamedTuple):
    """What happens in a scenario, and how many minutes a game against the computer takes."""

    text: str
    minutes: int


class Introduction(NamedTuple):
    """What a newcomer wants to know before the first game."""

    fight: str = ""  # what it is about, in a sentence or two
    edition: str = ""  # publisher and year
    complexity: int = 0  # from 1 to 5; 0 if not rated
    solitaire: int = 0  # how well it plays alone, from 1 to 5
    side: str = ""  # the suggested one
    scenario: str = ""  # the suggested one
    crop: Crop = Crop()
    scenarios: Mapping[str, ScenarioIntroduction] = MappingProxyType({})


def introduction_in(folder: Path) -> Introduction:
    """Read the introduction next to a title's data; an empty one if there is none."""
    path = folder / FILE
    return read_introduction(read_toml(path.read_text("utf-8"), FILE)) if path.is_file() else Introduction()


def read_introduction(top: Record) -> Introduction:
    """Read and strictly check an introduction; a `DataError` names the file and line of the first error."""
    top.exactly("fight", "edition", "complexity", "solitaire", "side", "scenario", "crop", "scenarios")
    parts = top.record("scenarios")
    scenarios = {name: _scenario(parts.record(name)) for name in parts.values}
    crop = top.record("crop")
    crop.exactly(*Crop._fields)
    return Introduction(
        top.word("fight"),
        top.word("edition"),
        top.number("complexity", 1, MOST),
        top.number("solitaire", 1, MOST),
        top.word("side"),
        top.word("scenario", *scenarios),
        Crop(*(crop.real(key) for key in Crop._fields)),
        scenarios,
    )


def _scenario(table: Record) -> ScenarioIntroduction:
    table.exactly(*ScenarioIntroduction._fields)
    return ScenarioIntroduction(table.word("text"), table.number("minutes"))
