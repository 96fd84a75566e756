"""[10.2] The effects of a combat result: penalties and steps lost."""

from ....core.action import Verb
from ....core.bits import Bits, bits, scan
from ....core.rule import Ban, Objection
from ....kit.arguments import piece_arg
from ....kit.battle.local import update
from ....kit.stacks import places_of
from ..data.charts import Result
from ..state import State, grade, hurt, option, units_in
from ..state import lose as eliminate
from .combat import Battle, column_name, uncertain
from .consequences import fate, sign

ATTACKER, DEFENDER = 1, 2  # the stages


# -- reading the table ------------------------------------------------------------------------


def result_of(s: State) -> Result:
    """The result from the table."""
    b: Battle = s.local
    return s.data.crt(b.die + b.change, b.column) if uncertain(s) else s.data.charts.certain  # 10.21e, 10.21h


def read_result(s: State) -> None:
    """Look up the result; the attacker's part is applied first."""
    result = result_of(s)
    if s.log is not None:
        _tell(s, result)
    _bear(s, ATTACKER, result.attacker)  # 10.26a


def _tell(s: State, result: Result) -> None:
    """Note the result in the diary."""
    b: Battle = s.local
    if uncertain(s):
        s.note(
            "10.21h",
            "A {die} at {odds}, read as {read}: {result}.",
            die=b.die,
            odds=column_name(s, b.column),
            read=b.die + b.change,
            result=sign(result),
        )
    else:
        s.note("10.21e", "{odds} or better needs no die: {result}.", odds=column_name(s, b.column), result=sign(result))


def defenders_part(s: State) -> None:
    """Apply the defender's part of the result."""
    _bear(s, DEFENDER, result_of(s).defender)  # 10.26d, 10.26e


def _bear(s: State, stage: int, many: int) -> None:
    cost = fate(many)
    update(s, stage=stage, owed=cost.steps, choice=cost.steps > 0, intact=True)  # 10.23c, 10.25a
    if cost.destroyed:
        for unit in scan(stricken(s)):
            eliminate(s, unit, "10.23b" if stage == DEFENDER else "10.23a")  # 10.29d


def bearer(s: State) -> int:
    """The player who takes penalties now: the owner of the units."""
    b: Battle = s.local
    return 1 - s.side if b.stage == DEFENDER else s.side  # 10.24a


def alive(s: State, units: Bits) -> Bits:
    """The units that are still on a map."""
    return bits(unit for unit in scan(units) if s.place[unit] < s.data.board.box)


def stricken(s: State) -> Bits:
    """The surviving units that take penalties now."""
    b: Battle = s.local
    return alive(s, b.defenders | b.bystanders if b.stage == DEFENDER else b.attackers)  # 10.29d


def owing(s: State) -> bool:
    """Whether there is a penalty left and a unit to take it."""
    b: Battle = s.local
    return b.owed > 0 and stricken(s) != 0


# -- steps lost -------------------------------------------------------------------------------


def lose_bans(s: State) -> list[Ban]:
    """Every unit that cannot take the step, and why."""
    b: Battle = s.local
    there, first = stricken(s), 0
    if b.intact and option(s, "losses", "best"):
        counted = there & ~b.bystanders
        best = min((grade(s, unit) for unit in scan(counted)), default=0)
        first = there & ~bits(unit for unit in scan(counted) if grade(s, unit) == best)
    heads = units_in(s, places_of(s, there)) & s.data.stacks["headquarters"] & ~there
    return [
        Ban("11.33a", "{it} is a headquarters: it took no part in the attack and loses no step", heads),
        Ban("10.211b", "{it} is not among the units that take penalties now", s.data.all_pieces & ~there & ~heads),
        Ban("18.31a", "the first step must come from a unit of the highest class, not from {it}", first),
    ]


def lose(s: State, unit: int) -> None:
    """A unit loses a step on behalf of its whole side."""
    hurt(s, unit)  # 10.210b, 10.210c, 10.211a, 10.211c
    b: Battle = s.local
    update(s, owed=b.owed - 1, choice=False, intact=False)  # 10.25a


LOSE = Verb("lose", (piece_arg(lose_bans),), lose, label="Lose a step:", help="let a unit lose a step")


def waive_bars(s: State) -> list[Objection]:
    """Why a penalty cannot be declined."""
    b: Battle = s.local
    if b.stage == DEFENDER and b.gone_back and b.choice:
        return []  # 10.26b
    if b.stage == DEFENDER and b.gone_back:
        return [Objection("10.26c", "only the first penalty can be waived")]
    return [Objection("10.212a", "a penalty can only be waived by a defender whose attacker has retreated")]


def waive(s: State) -> None:
    """Waive the defender's first penalty."""
    b: Battle = s.local
    s.note("10.26b", "The attacker has retreated: the first penalty is waived.")
    update(s, owed=b.owed - 1, choice=False)


WAIVE = Verb("waive", (), waive, bars=(waive_bars,), label="Waive", help="waive the first penalty")
