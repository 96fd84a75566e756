"""[8.1] The move of one unit, hex by hex."""

from typing import NamedTuple

from ....core.action import Verb
from ....core.kinds import NUMBER, PATH, PIECE, WORD
from ....kit.steps import nothing
from ..state import State


class Walk(NamedTuple):
    """The local variables of the move of a unit."""

    unit: int
    path: tuple[int, ...] = ()  # the hexes still to be entered, as far as planned
    points: int = 0  # left
    manner: str = "move"


KINDS = {"unit": PIECE, "path": PATH, "points": NUMBER, "manner": WORD}


def walking(_s: State) -> bool:
    """Whether the unit enters another hex."""
    return False


def enter(_s: State) -> None:
    """Enter the next hex."""


def may_choose(_s: State) -> bool:
    """Whether the owner is asked how the move goes on."""
    return False


def finish(_s: State) -> None:
    """The move is finished."""


ONWARD = Verb("onward", (), nothing, help="onward PATH")
HALT = Verb("halt", (), nothing, help="end the move here")
