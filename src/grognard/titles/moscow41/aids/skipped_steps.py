"""Why a step was passed over: what a player who waited for it is told. Support tells its own reason [10.4]."""

from ..rules.initiative import may_spend
from ..state import State


def calling(_s: State) -> str:
    """Why no Reinforcements are called."""
    return "No Reinforcements: the Pool is empty [5.0]"


def fighting(_s: State) -> str:
    """Why there is no Battle."""
    return "There is no Battle to fight [10.11]"


def blitzing(_s: State) -> str:
    """Why nobody blitzes."""
    return "No Blitz: no Block has cleared a Green Area [10.16]"


def exploiting(s: State) -> str:
    """Why nobody exploits."""
    if may_spend(s, s.side):
        return "No exploitation: you have no Disc to spend [10.18]"
    return "No exploitation in this weather [10.18]"
