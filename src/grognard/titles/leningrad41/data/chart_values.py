"""What the charts hold, as values."""

from collections.abc import Mapping
from typing import NamedTuple

from ....kit.load.charts import Switch

FACES = range(1, 7)
ELIMINATED, NO_EFFECT = "E", "-"  # 10.14a, 10.14b
MODIFIERS = ("close_assault", "armor", "rudel", "ardor", "fervor", "anti_aircraft")
NUMBERS = (
    "german_movement",
    "soviet_movement",
    "motorized",
    "german_stacking",
    "soviet_objective",
    "soviet_stacking",
    "gunboat",
    "amphibious",
    "german_air",
    "soviet_air",
    "corps",
    "ss",
    "soviet_fire",
    "first_demolition",
    "fanatics",
)
RULED = ("volley", "command", "rivers", "zhukov")  # options on which a ruling decides
OPTIONAL = ("delay", "fanaticism", "airborne")  # 16.0, 17.0, 18.0
LANDINGS = ("lands", "drifts", "aborts", "lost")
RIDES = ("moves", "stays", "lost")


class Crt(NamedTuple):
    """[10.3] The columns by their lowest strength, and the results by modified die and column."""

    columns: tuple[int, ...]
    names: tuple[str, ...]
    cells: Mapping[tuple[int, int], str]

    def column(self, strength: int) -> int:
        """The column of a fire strength (10.3b)."""
        return sum(strength >= least for least in self.columns) - 1

    def result(self, column: int, die: int) -> str:
        """The result of a modified die, which may be below or above the rows."""
        rows = [row for row, _ in self.cells]
        return self.cells[min(max(die, min(rows)), max(rows)), column]


class Terrain(NamedTuple):
    """What the terrain of a hex does."""

    cost: int  # 8.5
    blocks: bool  # 10.8a
    modifier: int
    rubble: bool  # 10.18a: whether it can be rubbled


class Fortification(NamedTuple):
    """[8.6] The total cost by terrain, and the modifier for Soviet defenders."""

    cost: Mapping[str, int]
    modifier: int


class Rubble(NamedTuple):
    """[8.12a, 10.18f] What rubble adds, and the dice that make it after ground fire and after air strikes."""

    cost: int
    modifier: int
    fire: frozenset[int]
    air: frozenset[int]


class Hexside(NamedTuple):
    """[8.9, 10.16] What a river adds to the cost if it is not bridged (nothing: it is closed), and its modifier."""

    cost: int | None
    modifier: int


class Demolition(NamedTuple):
    """[10.17c, 10.19c] The only modifiers of demolitions."""

    bridge: Mapping[str, int]
    structure: Mapping[str, int]


class Delay(NamedTuple):
    """[16.2] The optional delay."""

    rolls: frozenset[int]
    stacking: int
    replacements: int  # a turn
    first: int  # the turn from which on


class Charts(NamedTuple):
    """All charts."""

    crt: Crt
    terrain: Mapping[str, Terrain]
    fortification: Fortification
    rubble: Rubble
    hexsides: Mapping[str, Hexside]
    modifiers: Mapping[str, int]
    anti_aircraft_radius: int
    demolition: Demolition
    airborne: Mapping[int, str]  # by die
    metro: Mapping[int, str]
    delay: Delay
    dates: tuple[str, ...]
    replacements: tuple[int, ...]  # by turn
    numbers: Mapping[str, int]
    switches: tuple[Switch, ...]
