"""What happens in a game, as it is stored; and what can go wrong with that."""

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from ...core.table import Table
from ...core.title import Bad

MOVES = ("action", "undo")  # the events that change the position


class Event(NamedTuple):
    """One thing that happened in a game."""

    seq: int
    at: float  # seconds since 1970
    kind: str  # action, undo, orders, ask, answer, resign, draw, rematch, pace
    side: str  # a player, or `chance`
    body: str
    request: str = ""  # side and the sender's own name for it: the same request is not played twice
    mark: str = ""  # of the position after it, now and then
    note: str = ""  # what a computer had in mind with it, as JSON


class Ending(NamedTuple):
    """How a game ended otherwise than by its rules."""

    how: str  # resigned, drawn
    winner: str  # a side, or nobody


class Terms(NamedTuple):
    """What would follow if all agreed, and who has not agreed yet."""

    to: int  # the journal is taken back to so many entries
    of: frozenset[str]


class Stale(Bad):
    """A request made in a position that is no longer there."""

    def __init__(self, version: int) -> None:
        super().__init__("the game has gone on since")
        self.version = version


class Conflict(Exception):
    """Another process has written to this game: the room has to be read again."""


Keep = Callable[[str, Sequence[Event]], Awaitable[None]]
"""Store events of a game for good, or fail with nothing stored; `Conflict` if others are there already."""
Again = Callable[[str, int], Awaitable[Sequence[Event]]]
"""The stored events of a game after a number."""
Plan = Callable[[Table], list[Event]]
"""Does something at a twin of the table, and says what is to be stored; or raises what is wrong with it."""
