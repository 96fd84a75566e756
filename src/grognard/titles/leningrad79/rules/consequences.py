"""[9.5, 10.0] What a combat result costs each side."""

from ....kit.table import Consequence
from ....kit.words import counted

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
