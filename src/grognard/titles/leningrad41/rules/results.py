"""[10.14, 10.15, 10.18] Results: losses, rubble, advance."""

from ....core.action import Verb
from ....core.rule import Ban
from ....kit.arguments import piece_arg
from ....kit.battle.die import roll_verb
from ....kit.steps import nothing
from ..state import State


def apply(_s: State) -> None:
    """Eliminate the units hit."""


def nobody(s: State) -> list[Ban]:
    """Every piece."""
    return [Ban("8.1f", "{it} cannot do that yet", s.data.all_pieces)]


LOSE = Verb("lose", (piece_arg(nobody),), nothing, help="lose UNIT")


def owes(_s: State) -> bool:
    """Whether a fanatic attack costs a unit."""
    return False


def may_rubble(_s: State) -> bool:
    """Whether a die is rolled for rubble."""
    return False


def roll_rubble(_s: State, _die: int) -> None:
    """Roll for rubble."""


RUBBLE = roll_verb(roll_rubble, "10.18b")


def may_advance(_s: State) -> bool:
    """Whether units may advance."""
    return False


ADVANCE = Verb("advance", (), nothing, help="advance UNITS")
STAY = Verb("hold", (), nothing, help="do not advance")


def end(_s: State) -> None:
    """The attack is over."""
