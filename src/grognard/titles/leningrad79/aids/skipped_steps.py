"""Why a step was passed over: what a player who waited for it is told."""

from ..state import State


def restoring(s: State) -> str:
    """Why no unit is restored."""
    if s.turn == 1:
        return ""  # nobody has fought yet
    if not s.reduced:
        return "Nothing to restore: no unit is reduced [16.6]"
    return "Nothing to restore: no reduced unit may be restored now [16.6]"


def flying(s: State) -> str:
    """Why no air unit flies."""
    if not any(turn <= s.turn for turn in s.data.air_arrives):
        return "No air units: none has arrived yet [13.0]"
    return "No air units: each has been used in this Game-Turn [13.5]"


def fortifying(s: State) -> str:
    """Why no fort is placed."""
    if s.forts_due <= 0:
        return "No forts to place: none is due [15.0]"
    return "No forts to place: no hex near Leningrad is open for one [15.0]"
