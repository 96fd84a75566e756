"""[9.5, 10.0] What a combat result costs each side."""

from ....core.bits import Bits
from ....kit.table import Consequence
from ....kit.words import counted
from ..state import GERMAN, State

ALL = 9  # the result E


def sign(result: int) -> str:
    """A result as the table prints it."""
    return {0: "-", ALL: "E"}.get(result, str(result))


def fate(result: int) -> Consequence:
    """What one side's part of a result costs it: the one place where a result is read."""
    if result == ALL:
        return Consequence(0, True, "is destroyed")
    if result <= 1:
        return Consequence(result, False, "loses a step or retreats a hex" if result else "")
    steps, hexes = counted(result, "step"), counted(result, "hex")
    return Consequence(result, False, f"loses {steps}, retreats {hexes} or does one of each")


def steps_left(s: State, units: Bits) -> int:
    """How many steps some units have together."""
    whole = units & s.data.side[GERMAN] & ~s.reduced
    return units.bit_count() + whole.bit_count()  # 10.5a, 10.5b


def ways_out(s: State, units: Bits, owed: int) -> str:
    """How a side may take a result, in words: `lose a step or retreat one hex`."""
    left, steps, hexes = steps_left(s, units), counted(owed, "step"), counted(owed, "hex")
    if owed == 1:
        return "lose a step or retreat one hex"  # 10.1a
    if left == 1:
        return f"retreat {hexes} or be destroyed"
    return f"lose {steps}, retreat {hexes} or do one of each"  # 10.2a


def told(s: State, who: str, units: Bits, result: int, overruns: bool = False) -> str:
    """What a result does to one side, for the diary."""
    many, cost = units.bit_count() > 1, fate(result)
    who = f"the {who}s" if many else f"the {who}"
    if cost.destroyed:
        return f"{who} {'are' if many else 'is'} destroyed"
    if overruns:
        steps, hexes = "a step" if cost.steps == 1 else counted(cost.steps, "step"), counted(cost.steps, "hex")
        return f"{who} must lose {steps}, or if the overrun fails may retreat {hexes}"  # 7.6b, 7.7b
    return f"{who} must {ways_out(s, units, cost.steps)}"
