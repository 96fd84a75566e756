"""Player aids: reach, costs, odds, the score."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from grognard.core.action import Action
from grognard.core.bits import Bits, lowest, scan
from grognard.kit.battle.ledger import Line, running, total
from grognard.kit.table import Aids, BattleResult, Chart, Consequence, OddsLine, TableOdds

from .components import AMBER, SIDES, Components
from .rules import combat, movement
from .rules.combat import Battle
from .rules.victory import points
from .state import State, alive, standing, unit_at, zone


def reach(s: State, units: Bits) -> Mapping[int, str]:
    """Where a unit could go, and the cost in points."""
    unit = lowest(units)
    if units.bit_count() > 1 or s.place[unit] == s.data.lost:
        return {}
    free = movement.ends(s, unit)
    return {place: str(cost) for cost, ring in enumerate(movement.rings(s, unit)) for place in scan(ring & free)}


def cost(s: State, action: Action) -> list[Line]:
    """What a move costs."""
    return movement.ledger(s, *action.args) if action.verb == "move" else []


def status(s: State) -> Mapping[str, str]:
    """The score."""
    return {"points": ", ".join(f"{name.title()} {points(s, side)}" for side, name in enumerate(SIDES))}


def steps(s: State, side: int) -> int:
    """The steps of a side on the map."""
    units = alive(s, side)
    return 2 * units.bit_count() - (units & s.reduced).bit_count()  # 1.1b


def tally(s: State, side: int) -> Mapping[str, int]:
    """The current totals of a side."""
    return {"points": points(s, side), "units": alive(s, side).bit_count()}


def ground(s: State, side: int) -> Bits:
    """The places a side holds: where its units are, and its villages."""
    villages = s.held if side == AMBER else s.data.villages & ~s.held
    return standing(s, side) | villages & ~standing(s, 1 - side)


def charts(d: Components) -> list[Chart]:
    """The tables as shown to players."""
    rows = tuple(("R:4.3a", (str(face), *results)) for face, results in d.table.items())
    costs = tuple(("R:3.1d", (terrain, str(points_))) for terrain, points_ in d.cost.items())
    return [
        Chart("Combat results", "R:4.3a", ("die", *d.columns), rows),
        Chart("Movement points", "R:3.1d", ("terrain", "to enter"), costs),
    ]


MEANINGS: Mapping[str, tuple[Consequence, Consequence]] = {  # for the defender, for the attacker
    "--": (Consequence(0, False, ""), Consequence(0, False, "")),
    "A1": (Consequence(0, False, ""), Consequence(1, False, "loses a step")),
    "DR": (Consequence(1, False, "retreats"), Consequence(0, False, "")),
    "D1": (Consequence(1, False, "loses a step"), Consequence(0, False, "")),
    "DX": (Consequence(0, True, "is destroyed"), Consequence(0, False, "")),
}


def odds(s: State, action: Action | None, _support: int) -> TableOdds | None:
    """The odds of an attack, or of the current one if its die has not been rolled."""
    battle = Battle(*action.args) if action and action.verb == "attack" else s.local
    if not isinstance(battle, Battle) or battle.result or unit_at(s, battle.target) is None or not battle.attackers:
        return None
    d, lines = s.data, combat.ledger(s, battle)
    column = int(total(lines))
    attack, defense = combat.strengths(s, battle)
    return TableOdds(
        exact=True,
        unknown=(),
        lines=tuple(
            OddsLine("column", line.clause, line.op, int(line.amount), line.text, _column(d, int(after)))
            for line, after in zip(lines, running(lines), strict=True)
        ),
        column=d.columns[column],
        columns={d.columns[column]: 1.0},
        results=_results(d, column),
        attack=Fraction(attack),
        defense=Fraction(defense),
        scale=d.columns,
        order=("defender", "attacker"),
        legend="A1: an attacker loses a step. DR, D1, DX: the defender retreats, loses a step, is destroyed.",
    )


def _column(d: Components, number: int) -> str:
    return d.columns[number] if 0 <= number < len(d.columns) else "off the table"


def _results(d: Components, column: int) -> tuple[BattleResult, ...]:
    count = Counter(results[column] for results in d.table.values())
    faces = {name: tuple(face for face in d.table if d.table[face][column] == name) for name in count}
    return tuple(
        BattleResult(name, round(times / 6, 4), *MEANINGS[name], faces[name]) for name, times in count.most_common()
    )


AIDS = Aids(
    overlays={"zoc": zone},
    reach=reach,
    cost=cost,
    status=status,
    steps=steps,
    tally=tally,
    ground=ground,
    charts=charts,
    turn=lambda s: s.turn,
)
