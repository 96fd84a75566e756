"""[5.0] Victory."""

from grognard.core.action import NOBODY
from grognard.core.title import Outcome

from ..components import ISLAND, MAINLAND, SIDES
from ..state import State, controlled


def points(s: State, side: int) -> int:
    """The points of a side."""
    return (controlled(s, side) & s.data.ports).bit_count()  # 5.1a


def outcome(s: State) -> Outcome | None:
    """Who has won."""
    if not s.over:
        return None
    island, mainland = points(s, ISLAND), points(s, MAINLAND)
    facts = {"island": island, "mainland": mainland}
    if island == mainland:
        return Outcome(NOBODY, "draw", facts)  # 5.1b
    winner = ISLAND if island > mainland else MAINLAND
    return Outcome(winner, f"{SIDES[winner].title()} wins", facts)
