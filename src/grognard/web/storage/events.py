"""The events of a game as they are stored, and what can go wrong."""

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from ...core.table import Table
from ...core.title import Bad

MOVES = ("action", "undo")  # the events that change the position


class Event(NamedTuple):
    """One event of a game."""

    seq: int
    at: float  # seconds since 1970
    kind: str  # action, undo, orders, ask, answer, resign, draw, rematch, pace, rules, anchor, link, deposit, throw
    side: str  # a player, `chance`, or `server`
    body: str
    request: str = ""  # side and the sender's own id: the same request is not played twice
    mark: str = ""  # of an action: hash of the position after it
    note: str = ""  # the computer's reason and plan, as JSON


class Ending(NamedTuple):
    """How a game ended, other than by its rules."""

    how: str  # resigned, drawn
    winner: str  # a side, or empty


class Question(NamedTuple):
    """What a side has asked the others for, what happens if all agree, and who has not agreed yet."""

    number: int  # of its event: an answer names it
    what: str  # undo, draw, rules, dice
    side: str
    to: int  # an undo: the journal is cut back to this many entries
    of: frozenset[str]
    anchor: str = ""  # dice: of the new chain


class Stale(Bad):
    """A request for a position that is no longer current."""

    def __init__(self, version: int) -> None:
        super().__init__("The game has moved on")
        self.version = version


class Conflict(Exception):
    """Another process has written to this game: the room must be read again."""


Keep = Callable[[str, Sequence[Event]], Awaitable[None]]
"""Store events of a game for good, or fail with nothing stored; `Conflict` if other events already exist."""
Again = Callable[[str, int], Awaitable[Sequence[Event]]]
"""The stored events of a game after a number."""
Plan = Callable[[Table], list[Event]]
"""Acts on a copy of the table and returns the events to store; or raises what is wrong."""
