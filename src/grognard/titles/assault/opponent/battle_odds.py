"""Attacks evaluated before they are made: the odds of a force, and the value of the results to both sides."""

from collections.abc import Iterable
from typing import NamedTuple

from ....core.bits import Bits, scan
from ....core.knowledge import kept
from ....kit.battle.die import FACES
from ..data.charts import ALL, Result
from ..data.components import Components
from ..rules.combat import QUARTERS, fire_on
from ..ruleset import CLASSES, RUSSIAN
from ..state import State, factor, grade
from .evaluation import WEIGHTS, Weights, step_prices

MOST = 3  # the most penalties of a result


class Losses(NamedTuple):
    """The cost to a side of losing no, one, two, three and all steps; and how many it has."""

    steps: tuple[float, ...]
    all: float
    many: int


def losses(s: State, units: Bits, w: Weights = WEIGHTS) -> Losses:
    """The value of some units' steps, the cheapest first, as their owner would lose them."""
    return added([step_prices(s, unit, w) for unit in scan(units)])


def added(prices: Iterable[tuple[float, ...]]) -> Losses:
    """The same from the prices of each unit's steps."""
    rest = [list(one) for one in prices]
    total, count = sum(map(sum, rest)), sum(map(len, rest))
    out = [0.0]
    for _ in range(MOST):
        left = [one for one in rest if one]
        if not left:
            out.append(out[-1])
            continue
        cheapest = min(left, key=lambda one: one[0])
        out.append(out[-1] + cheapest.pop(0))
    return Losses(tuple(out), total, count)


@kept(most=512)
def rows(d: Components, column: int, change: int) -> tuple[Result, ...]:
    """The six results of a column with a die modifier."""
    if column >= len(d.charts.columns):
        return (d.charts.certain,) * len(FACES)
    return tuple(d.crt(face + change, column) for face in FACES)


@kept(most=4096)
def column(d: Components, attack: int, defense: int) -> int:
    """The column of some strengths; -1 below the first, one past the last if it is automatic."""
    if not defense or d.automatic(attack, defense):
        return len(d.charts.columns)
    found = d.column(attack, defense)
    return -1 if found is None else found


def defense(s: State, hex_: int, units: Bits, side: int, fronts: Bits) -> int:
    """The defense strength of a side's units in a hex, in quarters, against attackers from some hexes."""
    d = s.data
    times = QUARTERS * d.multiple(hex_, side, d.river_multiple(hex_, fronts) if fronts else 1)
    staffs = d.stacks["headquarters"]
    out = 0
    for unit in scan(units):
        bare = (0 if units & ~(1 << unit) else d.charts.numbers["alone"]) if staffs >> unit & 1 else factor(s, unit)
        multiple = QUARTERS if d.tank_corps >> unit & 1 else times
        out += multiple * bare >> (s.unsupplied >> unit & 1) + (s.disrupted >> unit & 1)
    if side == RUSSIAN:
        out += QUARTERS * fire_on(s, 1 << hex_)
    return out


def strength(s: State, units: Bits) -> int:
    """The attack strength of units, in quarters."""
    return sum(QUARTERS * factor(s, unit) >> (s.unsupplied >> unit & 1) for unit in scan(units))


def classes(s: State, attackers: Bits, defenders: Bits) -> int:
    """The die modifier of the classes."""
    low = max(grade(s, unit) for unit in scan(attackers))
    high = min(grade(s, unit) for unit in scan(defenders))
    return s.data.charts.classes[CLASSES[low], CLASSES[high]]


class Stakes(NamedTuple):
    """What is at stake in an attack."""

    mine: Losses
    back: float | None  # the cost of retreat to the attackers; None if they cannot
    theirs: Losses
    flee: float | None  # the cost of retreat to the defenders, not counting ground; None if they cannot
    ground: float  # the value of the hex


class Prospect(NamedTuple):
    """The expected value of an attack, and the chance that the hex is emptied."""

    gain: float
    freed: float
    column: int = 0


def prospect(results: tuple[Result, ...], stakes: Stakes) -> Prospect:
    """Average over the six results; each side takes its penalties in its best way."""
    gain = freed = 0.0
    for result in results:
        one, free = _result(result, stakes)
        gain += one
        freed += free
    return Prospect(gain / len(results), freed / len(results))


def _result(result: Result, k: Stakes) -> tuple[float, float]:
    hurt, hit = result
    if hurt == ALL:
        return -k.mine.all, 0.0
    if not hurt:
        return _defended(hit, k, choice=True)
    stood, free = _defended(hit, k, choice=True)
    stood -= k.mine.all if hurt >= k.mine.many else k.mine.steps[hurt]
    if k.back is not None:
        gone = _defended(hit - 1, k, choice=False)[0] if hit > 0 else 0.0
        gone -= k.back + k.mine.steps[hurt - 1]
        if gone > stood:
            return gone, 0.0
    return stood, free


def _defended(hit: int, k: Stakes, choice: bool) -> tuple[float, float]:
    """The value of the defender's penalties to the attacker."""
    if hit <= 0:
        return 0.0, 0.0
    if hit >= k.theirs.many:
        stood, free = k.theirs.all + k.ground, 1.0
    else:
        stood, free = k.theirs.steps[hit], 0.0
    if choice and hit < ALL and k.flee is not None:
        gone = k.flee + k.ground
        gone += k.theirs.all if hit - 1 >= k.theirs.many else k.theirs.steps[hit - 1]
        if gone < stood:
            return gone, 1.0
    return stood, free
