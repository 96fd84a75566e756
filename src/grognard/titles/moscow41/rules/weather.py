"""[8.0, 8.1] The weather check.

Clauses: 1.6a-c, 6.0c, 8.0a-h, 8.1a-g, 14.5a, typhoon.3 (what weather does to Strength is in `strength.py`, to
movement in `movement.py`).
"""

from ....core.action import Verb
from ....kit.battle.die import roll_verb
from ..data.components import GERMAN
from ..state import State


def count(s: State) -> None:
    """Count German Impulses from October on, and move the forecast when a roll is due."""
    if s.side != GERMAN:
        return
    charts = s.data.charts
    if s.turn >= charts.forecast[0]:
        s.impulses += 1  # 8.1b
    if s.turn >= charts.blizzard[0]:
        s.winter += 1
        if s.winter >= charts.blizzard[1] and "blizzard=blizzard" in s.options:
            _change(s, "blizzard", "14.5a")
    if due(s):
        s.forecast = min(s.forecast + 1, len(charts.track) - 1)  # 8.1b


def due(s: State) -> bool:
    """Whether the weather is rolled for in this Impulse."""
    charts = s.data.charts
    return (
        s.plan.rolls
        and s.side == GERMAN
        and s.impulses >= charts.forecast[1]  # 1.6b, 1.6c, 6.0c, 8.1a, typhoon.3
        and s.weather in charts.course[:-1]  # 8.1g
    )


def _change(s: State, weather: str, clause: str) -> None:
    if s.weather != weather:
        s.weather = weather
        name = next(one.name for one in s.data.charts.weather if one.id == weather)
        s.note(clause, "The weather changes: {name}.", name=name)


def roll(s: State, face: int) -> None:
    """Roll for the weather: no higher than the marker's box brings the next weather."""
    course, box = s.data.charts.course, s.data.charts.boxes[s.forecast]
    if face <= box:
        s.forecast = 0
        _change(s, course[course.index(s.weather) + 1], "8.1c")  # 1.6a, 8.1c, 8.1e, 8.1f
    else:
        s.note("8.1d", "The weather holds: a {die}, with the forecast at {box}.", die=face, box=box)


ROLL = roll_verb(roll, "8.1b", help="roll for the weather")
ROLLING: tuple[Verb, ...] = (ROLL,)
