"""Why a step was passed over: what a player who waited for it is told."""

from ..rules.fleet import in_harbor
from ..rules.reinforcements import due
from ..ruleset import RUSSIAN
from ..state import State


def bombarding(s: State) -> str:
    """Why nothing is bombarded."""
    if not s.air:
        return "No air bombardment: there is no air unit in this turn [12.31]"
    return "No air bombardment: there is no enemy unit to bombard [12.32]"


def supporting(s: State) -> str:
    """Why there is no Ground Support."""
    if not s.air:
        return "No Ground Support: no air unit is left [12.31]"
    return "No Ground Support: no unit could attack [12.54]"


def appearing(s: State) -> str:
    """Why reinforcements that are due do not appear."""
    return "Reinforcements wait: no hex is open for them [16.13]" if due(s, RUSSIAN) else ""


def aiming(s: State) -> str:
    """Why the marker of the fleet is not placed."""
    if in_harbor(s):
        return "The fleet does not fire: it is in harbor [13.7]"
    return "The fleet does not fire: it is disrupted [13.10]"
