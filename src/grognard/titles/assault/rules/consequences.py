"""[10.2] What a combat result costs each side."""

from ....kit.table import Consequence
from ..data.charts import ALL, Result


def sign(result: Result) -> str:
    """A result as the table prints it."""
    if ALL in result:
        return "AE" if result.attacker == ALL else "DE"
    return "/".join(str(many) if many else "-" for many in result)


def fate(penalties: int) -> Consequence:
    """What one side's part of a result costs it: the one place where penalties are read."""
    if penalties == ALL:
        return Consequence(0, True, "is destroyed")
    if not penalties:
        return Consequence(0, False, "")
    more = {1: "", 2: ", then loses a step"}.get(penalties, f", then loses {penalties - 1} steps")
    return Consequence(penalties, False, f"loses a step or retreats a hex{more}")  # 10.24a, 10.25a
