"""[10.13, 10.14] Hits absorbed and taken, and what becomes of the destroyed.

Clauses: 2.3a, 2.4.1a, 2.4.2a, 2.4.3d, 2.4.5a, 4.1j, 4.1l, 4.2.3.1a-b, 10.13a-h, 10.14a-e, 10.14.1a-c, 10.14.2a,
10.14.3a-g.
"""

from ...core.action import Verb
from .state import State

VERBS: tuple[Verb, ...] = ()


def owing(_s: State) -> bool:
    """Are there hits for which a player has to choose a Block?"""
    return False


def sufferer(s: State) -> int:
    """Who has to take them."""
    return 1 - s.side
