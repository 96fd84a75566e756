"""[12.2] What a combat result means for each side."""

from ....kit.table import Consequence
from ..data.chart_values import Part, Result
from ..data.components import SOVIET
from ..state import State

HEXES = {1: "retreats one or two hexes", 2: "retreats two hexes"}  # 12.24a, 12.31a


def overkill(s: State, result: Result, available: int) -> Result:
    """The result with the attacker's loss lowered, if the defender has fewer steps than he must lose."""
    part = result.attacker
    if not part.steps or available >= result.defender.steps:
        return result
    less = s.data.charts.numbers["overkill"]
    return result._replace(attacker=part._replace(steps=max(0, part.steps - less)))  # 12.25a


def fate(part: Part, side: int, available: int) -> Consequence:
    """What one side's part of a result costs it; it has so many steps."""
    if part.steps >= available:
        return Consequence(part.steps, True, "is eliminated")  # 12.22a
    told = []
    if part.steps:
        told.append("loses a step" if part.steps == 1 else f"loses {part.steps} steps")
    if part.special == "*" or (part.special and side == SOVIET):
        told.append("has its artillery or aircraft spent")  # 12.23a
    if part.retreat:
        told.append(HEXES[part.retreat])
    return Consequence(part.steps + bool(part.retreat), False, _joined(told))


def _joined(told: list[str]) -> str:
    return " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)
