"""[10.16] The Blitz Segment.

Clauses: 10.16a-p, 10.15c, 10.12.2c, 14.2b.
"""

from ...core.action import Verb
from .state import State, conceal

VERBS: tuple[Verb, ...] = ()
SUPPORT: tuple[Verb, ...] = ()


def possible(_s: State) -> bool:
    """Can anybody Blitz?"""
    return False


def begin(_s: State) -> None:
    """The Blitz Segment begins: what is contested now is old."""


def support_wanted(_s: State) -> bool:
    """Can a Blitz Battle be supported?"""
    return False


def end_blitz(s: State) -> None:
    """Fast Blocks that waited for a Blitz are concealed."""
    waiting, s.blitz = s.blitz, 0
    conceal(s, waiting)  # 10.15c
