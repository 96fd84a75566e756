"""[16.0] The optional delay: a die says whether the Germans come later, against a better defense."""

from ....kit.battle.die import roll_verb
from ..state import State, option


def rolled_for(s: State) -> bool:
    """Whether the die is rolled before set-up."""
    return option(s, "delay", "roll")


def roll(s: State, die: int) -> None:
    """Roll for the delay."""
    s.delayed = die in s.data.charts.delay.rolls  # 16.2a
    s.note("16.2a", "The attack is delayed." if s.delayed else "The attack comes without delay.")


ROLL = roll_verb(roll, "16.2a")
