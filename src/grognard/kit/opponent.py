"""What a title provides for its computer players: an opponent for each level, and the value of a position."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from ..core.action import Action, Player
from ..core.options import Pick


class Budget:
    """How much an opponent may still think: counted in nodes; a time limit and `stop` can end it early."""

    __slots__ = ("_stop", "_until", "left")

    def __init__(self, nodes: int, seconds: float | None = None, stop: Callable[[], bool] | None = None) -> None:
        self.left = nodes
        self._until = None if seconds is None else time.monotonic() + seconds
        self._stop = stop

    def spend(self, nodes: int = 1) -> bool:
        """Use up some nodes; False when the budget is exhausted."""
        self.left -= nodes
        return self.go_on()

    def go_on(self) -> bool:
        """Whether the opponent may keep thinking."""
        if self.left <= 0 or (self._stop is not None and self._stop()):
            return False
        return self._until is None or time.monotonic() < self._until


UNLIMITED = Budget(sys.maxsize)
"""A budget that never runs out, for opponents whose thinking is bounded anyway."""


class Officer(Protocol):
    """A computer player that knows one title.

    It decides in a position that contains nothing its side cannot know, and keeps its plans from one decision to
    the next.
    """

    def decide(self, s: Any, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """The next action of the side that must decide, and the reason for it."""

    def recount(self) -> Sequence[str]:
        """The plan, in plain English, if one was made since the last call."""
        return ()


class Tunable(NamedTuple):
    """The weights a title's opponents play by, and how to make one that plays by others."""

    weights: tuple[Any, ...]  # by side: a NamedTuple of numbers
    officer: Callable[[Any], Officer]
    lead: Callable[[Any, Player], float] | None = None  # of a player in a final position; else his lead in points
    luck: Callable[[Any, Action], float] = lambda _s, _roll: 0.0  # of a roll, for the first player


class Opponents(NamedTuple):
    """The computer players of a title."""

    officers: Mapping[str, Callable[[], Officer]] = MappingProxyType({})  # by level: how to make one
    value: Callable[[Any, Player], float] | None = None  # of a position for a player
    sparring: Mapping[str, Callable[[], Officer]] = MappingProxyType({})  # scripted strangers, by name
    tunable: Tunable | None = None


def no_opponents() -> Opponents:
    """For a title without opponents of its own: the general ones play it."""
    return Opponents()
