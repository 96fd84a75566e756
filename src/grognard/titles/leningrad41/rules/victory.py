"""[4.0] Victory: objectives at the end, or sudden death."""

from ....core.title import Outcome
from ..data.components import GERMAN, SOVIET
from ..state import State

LAST_TURN, SUDDEN_DEATH = "at the end", "sudden death"


def objectives(s: State) -> int:
    """How many objectives the Germans control; rubble does not matter."""
    return (s.german & s.data.objectives).bit_count()  # 4.3b


def winner(s: State) -> tuple[int, str] | None:
    """Who has won at the end of this turn, and how."""
    d = s.data
    if not d.objectives & ~s.german:
        return GERMAN, SUDDEN_DEATH  # 4.5a
    if not s.there[GERMAN] & d.ground:
        return SOVIET, SUDDEN_DEATH  # 4.5b
    if s.turn < s.plan.last:
        return None
    return (GERMAN if objectives(s) >= s.plan.objectives else SOVIET), LAST_TURN  # 4.3a, 4.4a, 4.6a


def end_turn(s: State) -> None:
    """End the game if somebody has won."""
    found = winner(s)
    if found is None:
        return
    s.over = True  # 5.4a, 5.4b
    side = ("German", "Soviet")[found[0]]
    clause = {GERMAN: "4.3a", SOVIET: "4.4a"}[found[0]] if found[1] == LAST_TURN else "4.5a"
    s.note(clause, "The {side} player wins.", side=side)


def outcome(s: State) -> Outcome | None:
    """How the game ended."""
    found = winner(s) if s.over else None
    return Outcome(*found, {"objectives": objectives(s), "needed": s.plan.objectives}) if found else None
