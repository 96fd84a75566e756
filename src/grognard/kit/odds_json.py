"""Odds as JSON for the engine protocol and the page."""

from fractions import Fraction
from typing import Any

from .table import BattleResult, Consequence, DiceOdds, Losses, Odds, OddsLine, TableOdds, hit, span

NAMED = ("attack", "defense", "die")
"""The parts of a computation that are named at the start of a line."""


def odds_json(odds: Odds) -> dict[str, Any]:
    """Odds as plain data; `kind` says which fields are present."""
    out: dict[str, Any] = {
        "kind": odds.kind,
        "exact": odds.exact,
        "unknown": list(odds.unknown),
        "ledger": [_line(line) for line in odds.lines],
        "column": odds.column,
        "columns": dict(odds.columns),
        "range": list(span(odds.columns)),
        "results": {one.name: one.chance for one in odds.results},
        "outcomes": [_outcome(one) for one in odds.results],
        "hit": {side: hit(odds, side) for side in ("defender", "attacker")},
    }
    return out | (_dice(odds) if isinstance(odds, DiceOdds) else _table(odds))


def _line(line: OddsLine) -> dict[str, Any]:
    text = f"{line.part}: {line.text}" if line.part in NAMED else line.text
    return {
        "cite": line.cite,
        "clause": line.clause,
        "op": line.op,
        "amount": line.amount,
        "text": text,
        "after": line.after,
        "part": line.part,
        "words": line.text,
    }


def _outcome(one: BattleResult) -> dict[str, Any]:
    return {
        "name": one.name,
        "chance": one.chance,
        "faces": list(one.faces),
        "defender": _consequence(one.defender),
        "attacker": _consequence(one.attacker),
    }


def _consequence(one: Consequence) -> dict[str, Any]:
    return {"steps": one.steps, "destroyed": one.destroyed, "harm": one.harm, "text": one.text}


def _table(odds: TableOdds) -> dict[str, Any]:
    return {
        "strengths": {"attack": strength(odds.attack), "defense": strength(odds.defense)},
        "harm": {one.name: [one.defender.harm, one.attacker.harm] for one in odds.results},
        "faces": {one.name: list(one.faces) for one in odds.results if one.faces},
        "scale": list(odds.scale),
        "order": list(odds.order),
        "legend": odds.legend,
        "support": odds.support,
        "assumes": odds.assumes,
    }


def _dice(odds: DiceOdds) -> dict[str, Any]:
    sides = {"defender": odds.defender, "attacker": odds.attacker}
    return {
        "dice": odds.dice._asdict(),
        "fires": [fire._asdict() for fire in odds.fires],
        "losses": {side: _steps(found) for side, found in sides.items()},
        "gone": {side: found.gone for side, found in sides.items()},
        "trials": odds.trials,
        "margin": round(0.98 / odds.trials**0.5, 4) if odds.trials else 0,
    }


def _steps(found: Losses) -> dict[str, float]:
    return {str(steps): chance for steps, chance in found.steps.items()}


def strength(value: Fraction) -> str:
    """A strength as a player writes it: `4.5`."""
    return f"{float(value):g}"
