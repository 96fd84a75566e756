"""The odds of an attack: strengths, column, die modifier and the chance of each result."""

from collections.abc import Iterator
from fractions import Fraction

from ....core.action import Action
from ....core.bits import Bits, lowest
from ....kit.battle.die import FACES
from ....kit.battle.ledger import Line, running, total
from ....kit.table import BattleResult, OddsLine, TableOdds
from ..data.charts import Result
from ..rules.combat import Battle, attack_lines, column_name, column_of, defense_lines, modifier_lines, prepare, shown
from ..rules.consequences import fate, sign
from ..state import State, side_of


def announced(s: State, action: Action | None) -> Battle | None:
    """The battle an action would begin, or the current one if its die is not rolled yet."""
    if action is not None and action.verb == "attack":
        return prepare(s, *action.args)
    return s.local if isinstance(s.local, Battle) and not s.local.stage else None


def brought(s: State, b: Battle, support: bool) -> dict[Result, list[int]]:
    """The faces of the die that give each result; all of them if no die is needed."""
    charts, column = s.data.charts, column_of(s, b)
    if column == len(charts.columns):
        return {charts.certain: list(FACES)}  # 10.21e
    change, out = sum(int(line.amount) for line in modifier_lines(s, b, support)), dict[Result, list[int]]()
    for face in FACES:
        out.setdefault(s.data.crt(face + change, column), []).append(face)  # 10.21h
    return out


def odds(s: State, action: Action | None, support: int = 0) -> TableOdds | None:
    """Ledger, column and results of a battle, with `support` as if an air unit were over it; nothing is hidden."""
    b = announced(s, action)
    if b is None or not b.attackers or not b.defenders:
        return None
    column, number = column_name(s, column_of(s, b)), column_of(s, b)
    attack, defense = attack_lines(s, b), defense_lines(s, b)
    ratio = f"{shown(Fraction(total(attack)))} against {shown(Fraction(total(defense)))} is {column}"
    clause = "10.21e" if number == len(s.data.charts.columns) else "10.21c"
    return TableOdds(
        exact=True,
        unknown=(),
        lines=(
            *_told("attack", attack),
            *_told("defense", defense),
            OddsLine("column", clause, "=", number, ratio, column),
            *_told("die", modifier_lines(s, b, support > 0)),
        ),
        column=column,
        columns={column: 1.0},
        results=tuple(
            BattleResult(
                sign(one), round(len(faces) / len(FACES), 4), fate(one.defender), fate(one.attacker), tuple(faces)
            )
            for one, faces in sorted(brought(s, b, support > 0).items(), key=lambda item: -len(item[1]))
        ),
        attack=Fraction(total(attack)),
        defense=Fraction(total(defense)),
        scale=tuple(column_name(s, n) for n in range(len(s.data.charts.columns) + 1)),
        order=("attacker", "defender"),
        legend="Attacker/defender: the number of penalties, the attacker's first; AE and DE: all destroyed.",
    )


def matchup(s: State, units: Bits, hexes: Bits, air: int) -> TableOdds | None:
    """The odds of any units against any hexes, as if they stood beside each other in a Combat Phase of theirs."""
    if units >> len(s.data.units):
        return None  # air units and ships attack nobody
    t, lead = s.copy(), lowest(hexes)
    t.side, t.attacked, t.defended, t.fought = side_of(s, lowest(units)), 0, 0, 0
    return odds(t, Action("attack", (lead, hexes & ~(1 << lead), units)), air)


def _told(part: str, lines: list[Line]) -> Iterator[OddsLine]:
    """The lines with their running total."""
    for line, after in zip(lines, running(lines), strict=True):
        yield OddsLine(part, line.clause, line.op, float(line.amount), line.text, shown(Fraction(after)))
