"""[5.0, 5.1] Reinforcements: who joins the Pool when, what is drawn, and where it enters.

Clauses: 2.2f, 5.0a-l, 5.1a-d, 7.2a, 11.0g-n, 14.2c, 14.2j.
"""

from ...core.action import Verb
from .state import State

CALLING: tuple[Verb, ...] = ()
DRAWING: tuple[Verb, ...] = ()
ENTERING: tuple[Verb, ...] = ()


def join(_s: State) -> None:
    """Blocks that become available with this Turn join the Pool."""


def can_call(_s: State) -> bool:
    """Is there anybody to be drawn?"""
    return False


def undrawn(_s: State) -> bool:
    """Are Blocks still to be drawn?"""
    return False


def in_hand(_s: State) -> bool:
    """Has the player drawn Blocks that are nowhere yet?"""
    return False


def who(s: State) -> int:
    """Whose Reinforcements they are."""
    return s.side
