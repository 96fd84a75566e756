"""[10.3] The course of one attack."""

from typing import NamedTuple

from ....core.action import Verb
from ....core.bits import Bits
from ....core.kinds import PIECES, PLACE
from ....kit.battle.die import roll_verb
from ....kit.steps import nothing
from ..state import State


class Battle(NamedTuple):
    """The local variables of an attack."""

    target: int
    attackers: Bits = 0


KINDS = {"target": PLACE, "attackers": PIECES}


def uncover(_s: State) -> None:
    """Turn over the units that fire and those in the target hex."""


def begin(_s: State) -> None:
    """Note who is rolled for."""


def may_be_fanatic(_s: State) -> bool:
    """Whether the attacker may declare fanaticism."""
    return False


FANATIC = Verb("fanatic", (), nothing, help="declare fanaticism")
PLAIN = Verb("plain", (), nothing, help="attack without it")


def dice_left(_s: State) -> bool:
    """Whether a die is still to be rolled."""
    return False


def roll(_s: State, _die: int) -> None:
    """Roll for one defender."""


ROLL = roll_verb(roll, "10.3c")
