"""[9.0] Defensive fire."""

from ....core.action import Verb
from ....kit.battle.die import roll_verb
from ....kit.steps import nothing
from ..state import State


def threatened(_s: State) -> bool:
    """Whether enemies next to the moving unit may fire."""
    return False


def asks(_s: State) -> bool:
    """Whether their owner is asked."""
    return False


def answer(_s: State) -> None:
    """Answer by the standing order."""


def uncover(_s: State) -> None:
    """Turn over the units that fire, and the moving unit."""


def fires(_s: State) -> bool:
    """Whether there is a volley."""
    return False


def roll(_s: State, _die: int) -> None:
    """Resolve the volley."""


ROLL = roll_verb(roll, "9.2a")


VOLLEY = Verb("fire", (), nothing, help="fire UNITS")
HOLD = Verb("hold", (), nothing, help="do not fire")
ORDER = Verb("order", (), nothing, help="order WORD")
