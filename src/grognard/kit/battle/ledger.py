"""A computation that explains itself: one line per clause that prices or shifts something."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ...core.rule import case_of


class Line(NamedTuple):
    """One entry: `op` is `=` (start from), `+` (add), `x` (multiply), `min` or `max` (limit)."""

    clause: str
    op: str
    amount: Fraction | int
    text: str

    @property
    def cite(self) -> str:
        """The case number as printed."""
        return case_of(self.clause)


def total(lines: Iterable[Line]) -> Fraction | int:
    """The result of applying the lines in order."""
    value: Fraction | int = 0
    for line in lines:
        match line.op:
            case "=":
                value = line.amount
            case "+":
                value += line.amount
            case "x":
                value *= line.amount
            case "min":
                value = min(value, line.amount)
            case "max":
                value = max(value, line.amount)
            case other:
                raise ValueError(f"unknown ledger operation {other!r}")
    return value


def running(lines: Iterable[Line]) -> list[Fraction | int]:
    """The value after each line."""
    lines = list(lines)
    return [total(lines[: n + 1]) for n in range(len(lines))]
