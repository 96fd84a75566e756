"""[5.0] Victory."""

from grognard.core.action import NOBODY
from grognard.core.title import Outcome

from ..components import AMBER, SIDES, VIOLET
from ..state import State, alive


def points(s: State, side: int) -> int:
    """The points of a side."""
    d = s.data
    villages = s.held if side == AMBER else d.villages & ~s.held
    lost = d.side[1 - side] & ~alive(s, 1 - side)
    return d.village_points * villages.bit_count() + d.unit_points * lost.bit_count()  # 5.1a, 5.1b


def outcome(s: State) -> Outcome | None:
    """Who has won."""
    if not s.over:
        return None
    amber, violet = points(s, AMBER), points(s, VIOLET)
    facts = {"amber": amber, "violet": violet}
    if amber == violet:
        return Outcome(NOBODY, "draw", facts)  # 5.1c
    winner = AMBER if amber > violet else VIOLET
    return Outcome(winner, f"{SIDES[winner].title()} wins", facts)
