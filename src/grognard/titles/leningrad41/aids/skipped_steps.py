"""Why a step was passed over: what a player who waited for it is told."""

from ..state import State


def replacing(s: State) -> str:
    """Why a replacement that is due does not come."""
    return "No replacement: no sub-command can receive one now [7.5]" if s.due > 0 else ""


def striking(_s: State) -> str:
    """Why there are no air strikes."""
    return "No air strikes: no air marker is ready [12.2]"
