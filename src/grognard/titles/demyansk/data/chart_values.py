"""What the charts hold, as values."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from ....kit.load.charts import Switch
from .map_and_units import COLORS
from .victory_table import Victory

WEATHERS = ("dry", "mud", "frozen")  # 5.22a
GROUNDS = ("clear", "rough", "swamp", "hill", "lake", "woods", "town", "village", "airfield", "strongpoint", "entry")
GROUPS = (*COLORS, "none")  # 6.51b
FACES = range(1, 7)
RESULT = re.compile(r"(\d?)(S?\*)?(R#?)?")
NUMBERS = (
    "stacking",
    "supply_line",
    "road_breaks",
    "unsupplied_defender",
    "shift_limit",
    "too_low",
    "engineer",
    "infiltration",
    "flights",
    "first_flight",
    "first_airdrop",
    "first_rps",
    "soviet_armor",
    "soviet_advance",
    "overkill",
)
OPTIONS = ("shortage", "airlift", "link", "bid", "locations")
DRMS = ("2GRC gone", "Demyansk not surrounded", "Soviet unit adjacent to 1528", "Mud or Storm")
TRIALS = ("stand", "zone", "before")


class Part(NamedTuple):
    """What a result does to one side (12.11)."""

    steps: int = 0
    special: str = ""  # "*", or "S*" for Soviets only
    retreat: int = 0  # the fewest hexes of a retreat; 2 in a shaded box


class Result(NamedTuple):
    """A result of the CRT."""

    attacker: Part
    defender: Part


class Crt(NamedTuple):
    """[12.1] The columns from the lowest odds, and the results by die and column; `beyond` is below the lowest."""

    columns: tuple[Fraction, ...]
    names: tuple[str, ...]
    cells: Mapping[tuple[int, int], Result]
    beyond: Mapping[int, Result]  # in the first column, by a die above six


class Terrain(NamedTuple):
    """What terrain does, by weather; a cost or shift that is missing is not there."""

    cost: Mapping[str, int]
    added: Mapping[str, int]  # to the cost of the other terrain
    shift: Mapping[str, int]  # columns to the left
    heavy: frozenset[str] = frozenset()  # the weathers in which heavy types stay out
    half: frozenset[str] = frozenset()  # in which attacks out of it, or across it, are halved
    engineer: frozenset[str] = frozenset()  # in which heavy types need an engineer
    stand: bool = False  # 12.42b
    bombed: bool = False  # 13.25a


class Weather(NamedTuple):
    """A result of the Weather Table, for a die of at most `upto`."""

    upto: int
    value: str
    storm: bool


class Shortage(NamedTuple):
    """[6.5] The group by modified die, the last for all above; what a repeated one becomes; MPs added."""

    groups: tuple[str, ...]
    again: str
    movement: int


class Withdrawal(NamedTuple):
    """[5.34] The exit of the 2GRC."""

    rolls: Mapping[int, frozenset[int]]  # by turn: the rolls on which it must be complete
    limit: int  # the turn by whose end it is anyway
    exits: str  # the area
    cost: int  # MPs
    points: int  # VPs for each late turn


class Try(NamedTuple):
    """[5.5] A try for the Initiative: the die needed, the VPs the Soviet player scores."""

    turn: int
    least: int
    points: int


class Retreats(NamedTuple):
    """[12.4] Outcomes by modified die for each trial: "fail", "pass" or "pass, step"; and the DRMs."""

    trials: Mapping[str, Mapping[int, str]]
    bonus: Mapping[str, int]

    def outcome(self, trial: str, die: int) -> str:
        """The outcome of a modified die."""
        table = self.trials[trial]
        return table[min(max(die, min(table)), max(table))]


class Charts(NamedTuple):
    """All charts."""

    crt: Crt
    terrain: Mapping[str, Terrain]
    hexsides: Mapping[str, Terrain]
    road: Mapping[str, int]
    support: tuple[int, ...]  # columns for one point, two, ...; the last for all above
    retreats: Retreats
    weather: tuple[Weather, ...]
    dates: tuple[str, ...]
    weather_drm: tuple[int, ...]  # by turn, the first at 0
    shortage_drm: tuple[int, ...]
    shortage: Shortage
    withdrawal: Withdrawal
    initiative: tuple[Mapping[int, Try], Mapping[int, Try]]  # by side, then by turn
    drms: Mapping[str, int]  # of the Axis player's tries
    late_division: Mapping[int, int]  # by turn: the highest die that brings it
    victory: Victory
    numbers: Mapping[str, int]
    rockets: tuple[int, int, int]  # the most; with so many Guards units; the most then
    switches: tuple[Switch, ...]


def part(text: str) -> Part | None:
    """`1*R`, `2R#` or `-`; None if it is no such thing."""
    found = RESULT.fullmatch(text)
    if text == "-":
        return Part()
    if not text or not found:
        return None
    steps, special, retreat = found.groups(default="")
    return Part(int(steps or 0), special, len(retreat))
