"""[4.0] Victory: objectives at the end, or sudden death."""

from typing import NamedTuple

from ....core.title import Outcome
from ..data.components import GERMAN, SOVIET
from ..state import State

LAST_TURN, SUDDEN_DEATH = "at the end", "sudden death"


def objectives(s: State) -> int:
    """How many objectives the Germans control; rubble does not matter."""
    return (s.german & s.data.objectives).bit_count()  # 4.3b


class Ending(NamedTuple):
    """Who has won, how, and by which clause."""

    side: int
    level: str
    clause: str


def ending(s: State) -> Ending | None:
    """Who has won at the end of this turn, if anyone; there are no draws."""
    d = s.data
    if not d.objectives & ~s.german:
        return Ending(GERMAN, SUDDEN_DEATH, "4.5a")
    if not s.there[GERMAN] & d.ground:
        return Ending(SOVIET, SUDDEN_DEATH, "4.5b")
    if s.turn < s.plan.last:
        return None
    if objectives(s) >= s.plan.objectives:
        return Ending(GERMAN, LAST_TURN, "4.3a")
    return Ending(SOVIET, LAST_TURN, "4.4a")  # 4.6a


def end_turn(s: State) -> None:
    """End the game if somebody has won."""
    found = ending(s)
    if found is None:
        return
    s.over = True  # 5.4a, 5.4b
    if found.clause == "4.5b":
        s.note("4.5b", "No German ground unit is on the map: the Soviet player wins.")
        return
    s.note(
        found.clause,
        "The Germans control {many} of {all} objectives: the {side} player wins.",
        many=objectives(s),
        all=s.data.objectives.bit_count(),
        side=("German", "Soviet")[found.side],
    )


def outcome(s: State) -> Outcome | None:
    """How the game ended."""
    found = ending(s) if s.over else None
    facts = {"objectives": objectives(s), "needed": s.plan.objectives}
    return Outcome(found.side, found.level, facts) if found else None
