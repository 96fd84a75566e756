"""[3.2] The Initiative Disc: who holds it, whether it may be spent, and how it passes.

Clauses: 3.2a, 3.2.1b-e, 10.18a, 11.0a, 11.0o, dnieper.5, gasp.10.
"""

from ....core.rule import Objection
from ..data.components import GERMAN
from ..state import EXPLOIT, State


def uses(s: State, side: int) -> int:
    """How often a player has spent the Disc in this scenario or, if the limit is monthly, in this month."""
    return s.german_spent if side == GERMAN else s.soviet_spent


def may_spend(s: State, side: int) -> str:
    """The clause that keeps a player from spending the Disc; empty if it may be spent."""
    if s.disc != side or s.spent:
        return "11.0a"  # 3.2.1d, 3.2.1e
    if s.plan.once and uses(s, side):
        return "dnieper.5" if s.plan.once == "scenario" else "gasp.10"
    return ""


def no_disc(s: State, side: int) -> list[Objection]:
    """Why a player cannot spend the Disc."""
    clause = may_spend(s, side)
    if not clause:
        return []
    if s.disc != side:
        return [Objection("3.2.1d", f"the {s.title.players[s.disc].title()} player holds the Initiative Disc")]
    if s.spent:
        return [Objection("11.0o", "the Initiative Disc has been spent in this Impulse")]
    when = "scenario" if s.plan.once == "scenario" else "month"
    facts = {"spent": uses(s, side), "most": 1}
    return [Objection(clause, f"the Initiative Disc may be spent once in this {when}, and has been", facts)]


def spend(s: State) -> None:
    """The active player spends the Disc."""
    s.spent = True
    if not s.plan.once:
        return
    if s.side == GERMAN:
        s.german_spent += 1
    else:
        s.soviet_spent += 1


def pass_on(s: State) -> None:
    """Pass a spent Disc to the opponent at the end of the Impulse."""
    if s.spent:
        s.disc, s.spent = 1 - s.side, False  # 11.0o, ruling on 10.18
        clause = "10.18a" if s.impulse == EXPLOIT else "11.0o"
        s.note(clause, "The Disc is spent and passes to the {side} player.", side=("German", "Soviet")[s.disc])


def new_month(s: State) -> None:
    """Reset a monthly limit."""
    if s.plan.once == "month":
        s.german_spent = s.soviet_spent = 0  # gasp.10
