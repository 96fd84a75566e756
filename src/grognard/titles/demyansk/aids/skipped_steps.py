"""Why a step was passed over: what a player who waited for it is told."""

from ..data.components import AXIS
from ..rules.replacements import points
from ..state import State


def flying(s: State) -> str:
    """Why the Axis player flies nobody."""
    return "No air transport: no unit can be flown to an airfield now [7.1]" if s.side == AXIS else ""


def replacing(s: State) -> str:
    """Why no RPs are used."""
    if points(s) <= 0:
        return "No replacements: there are no RPs to use [15.2]"
    return "No replacements: no unit can use an RP now [15.2]"


def supporting(_s: State) -> str:
    """Why nobody supports an attack."""
    return "No support: none of your guns and aircraft can take part [10.1]"


def exploiting(s: State) -> str:
    """Why nobody exploits."""
    if s.weather == "mud":
        return "No exploitation: the weather is Mud [8.43]"
    return "No exploitation: no unit that may exploit has fought [8.42]"


def administrating(s: State) -> str:
    """Why the Axis player neither builds nor combines."""
    return "Nothing to build, and no Marsch unit to combine [14.3]" if s.side == AXIS else ""
