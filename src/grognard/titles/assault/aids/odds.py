"""What an attack would come to: strengths, odds, the change of the die and the chance of each result."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ....core.action import Action
from ....kit.battle.ledger import Line, running, total
from ..data.charts import Result
from ..rules.combat import (
    Battle,
    attack_lines,
    column_name,
    column_of,
    defense_lines,
    modifier_lines,
    prepare,
    shown,
)
from ..rules.results import sign
from ..state import State

FACES = 6


def announced(s: State, action: Action | None) -> Battle | None:
    """The battle an action would begin, or the one whose die is still to be rolled."""
    if action is not None and action.verb == "attack":
        return prepare(s, *action.args)
    return s.local if isinstance(s.local, Battle) and not s.local.stage else None


def brought(s: State, b: Battle) -> dict[Result, list[int]]:
    """The faces of the die that bring each result; all of them if it needs no die."""
    charts, column = s.data.charts, column_of(s, b)
    if column == len(charts.columns):
        return {charts.certain: list(range(1, FACES + 1))}  # 10.21e
    change, out = sum(int(line.amount) for line in modifier_lines(s, b)), dict[Result, list[int]]()
    for face in range(1, FACES + 1):
        out.setdefault(s.data.crt(face + change, column), []).append(face)  # 10.21h
    return out


def chances(s: State, b: Battle) -> dict[str, Fraction]:
    """How likely each result is."""
    return {sign(result): Fraction(len(faces), FACES) for result, faces in brought(s, b).items()}


def odds(s: State, action: Action | None, _support: int = 0) -> Mapping[str, Any] | None:
    """Ledger, column and results of a battle; nothing in it is hidden."""
    b = announced(s, action)
    if b is None or not b.attackers or not b.defenders:
        return None
    column = column_name(s, column_of(s, b))
    parts = ("attack", attack_lines(s, b)), ("defense", defense_lines(s, b)), ("die", modifier_lines(s, b))
    found = sorted(chances(s, b).items(), key=lambda item: -item[1])
    faces = brought(s, b)
    return {
        "exact": True,
        "unknown": [],
        "ledger": [row for name, lines in parts for row in _rows(name, lines)],
        "column": column,
        "columns": {column: 1.0},
        "range": [column, column],
        "results": {name: round(float(chance), 4) for name, chance in found},
        "harm": {sign(result): [result.defender, result.attacker] for result in faces},
        "faces": {sign(result): rolls for result, rolls in faces.items()},
        "strengths": {name: shown(Fraction(total(lines))) for name, lines in parts[:2]},
    }


def _rows(name: str, lines: list[Line]) -> list[dict[str, Any]]:
    """Lines with what they come to so far."""
    return [
        {"cite": line.cite, "clause": line.clause, "op": line.op, "amount": float(line.amount),
         "text": f"{name}: {line.text}", "after": shown(Fraction(after))}
        for line, after in zip(lines, running(lines), strict=True)
    ]  # fmt: skip
