"""[10.12.2-10.12.5] Artillery, anti-air fire, airstrike and ground fire: whose dice, how many, what they hit on.

Clauses: 3.1b, 4.1i, 4.2.2a-d, 4.2.3d, 4.2.4c, 10.10.2a-d, 10.12.2a-c, 10.12.3a-i, 10.12.4a-b, 10.12.5a, 10.12.5.1a-c,
10.12.5.2a-g.
"""

from ...core.action import Verb
from .state import State

ARTILLERY: tuple[Verb, ...] = ()
ANTI_AIR: tuple[Verb, ...] = ()
BOMBERS: tuple[Verb, ...] = ()
AIRSTRIKE: tuple[Verb, ...] = ()
FIRE: tuple[Verb, ...] = ()


def artillery_left(_s: State) -> bool:
    """Is artillery fire of this Battle still to be rolled?"""
    return False


def anti_air_left(_s: State) -> bool:
    """Is anti-air fire still to be rolled?"""
    return False


def bombers_hit(_s: State) -> bool:
    """Has the German player Bombers to take off?"""
    return False


def airstrike_left(_s: State) -> bool:
    """Is a Bomber's strike still to be rolled?"""
    return False


def find_order(_s: State) -> None:
    """Who fires first: the Defender, unless he is under Tank Attack."""


def fire_left(_s: State) -> bool:
    """Has the side whose turn it is dice to roll?"""
    return False


def other_side(_s: State) -> None:
    """The side that was fired at fires back."""
