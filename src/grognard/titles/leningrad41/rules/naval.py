"""[15.3] The Red Banner Fleet."""

from ....core.action import Verb
from ....core.rule import Ban
from ....kit.arguments import piece_arg
from ....kit.battle.die import roll_verb
from ....kit.steps import nothing
from ..state import State


def nobody(s: State) -> list[Ban]:
    """Every piece."""
    return [Ban("8.1f", "{it} cannot do that yet", s.data.all_pieces)]


BOMBARD = Verb("bombard", (piece_arg(nobody),), nothing, leaves=False, help="bombard HEX")


def leaves(_s: State) -> bool:
    """Whether a die says when the fleet returns."""
    return False


def roll_return(_s: State, _die: int) -> None:
    """Roll for the return of the fleet."""


RETURN = roll_verb(roll_return, "15.3c")
