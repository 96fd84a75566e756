"""Decisions outside movement and combat: reinforcements, the Initiative, and what comes in the other phases."""

from ....core.action import Action
from ....kit.battle.die import FACES
from ..data.components import AXIS, SOVIET
from ..rules import initiative
from ..state import State
from .weights import Weights

Decision = tuple[Action, str]
TURN = 2.5  # VPs that it is worth to move first for a turn


def other(s: State, step: str, w: Weights) -> Decision | None:
    """The decision of a step; None if there is nothing to weigh."""
    match step:
        case "axis-reinforcements" | "soviet-reinforcements":
            return Action("done"), "Every unit is needed."
        case "axis-initiative":
            return _initiative(s, AXIS)
        case "soviet-initiative":
            return _initiative(s, SOVIET)
    return None


def _initiative(s: State, side: int) -> Decision:
    """Try for the Initiative if what it gives is worth the VPs."""
    row = initiative.attempt(s, side)
    if row is None:
        return Action("done"), "There is no Initiative to take."
    drm = initiative.drm(s) if side == AXIS else 0
    chance = 1.0 if not row.least else sum(face + drm >= row.least for face in FACES) / len(FACES)
    turns = min(4, s.plan.last - s.turn + 1)
    cost = row.points if side == AXIS else -row.points
    if chance * TURN * turns / 2.0 > cost:
        return Action("try"), "Moving first is worth the points."
    return Action("done"), "The points are worth more."
