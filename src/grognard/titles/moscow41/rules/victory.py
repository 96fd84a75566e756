"""[1.7] Victory: points, sudden death, and how each scenario is won.

Clauses: 1.7a-e, 2.4.3a, 2.4.3e, dnieper.6-8, typhoon.10, gasp.9.
"""

from ....core.bits import Bits
from ....core.title import Outcome
from ..data.components import GERMAN, SOVIET
from ..state import State

DECISIVE, MARGINAL, VICTORY = "decisive victory", "marginal victory", "victory"


def points(s: State, side: int) -> int:
    """Victory Points: Areas and boxes with a large star that the side controls."""
    german = (s.data.victory_places & s.german).bit_count()  # 1.7b, 2.4.3a
    return german if side == GERMAN else s.data.victory_places.bit_count() - german


def _all(wanted: Bits, have: Bits) -> bool:
    return bool(wanted) and not wanted & ~have


def sudden(s: State) -> int | None:
    """The player who has won by sudden death, if any."""
    plan = s.plan  # 1.7a
    if plan.points:
        for side in (GERMAN, SOVIET):
            if points(s, side) >= plan.points:  # 1.7c, 1.7e, 2.4.3e
                return side
    elif _all(plan.win_lines, s.german_lines) or _all(plan.win_cities, s.german):  # dnieper.6-7, typhoon.10, gasp.9
        return GERMAN
    return None


def bid(s: State) -> int:
    """The Victory Points with which the Germans win at the end, if the players agreed on a number."""
    agreed = (setting.removeprefix("bid=") for setting in s.options if setting.startswith("bid="))
    return next((int(value) for value in agreed if value.isdigit()), 0)


def judge(s: State) -> None:
    """End the game as soon as a player has won."""
    if not s.over and s.turn and (winner := sudden(s)) is not None:
        s.over = True  # 1.7c
        side = ("German", "Soviet")[winner]
        if s.plan.points:
            text = "Sudden death: the {side} player has {points} Victory Points and wins."
            s.note("1.7c", text, side=side, points=points(s, winner))
            return
        lines = _all(s.plan.win_lines, s.german_lines)
        where = s.plan.win_lines if lines else s.plan.win_cities
        how = "has Defensive Lines in" if lines else "controls"
        clause = {"dnieper": "dnieper.6" if lines else "dnieper.7", "typhoon": "typhoon.10"}.get(s.plan.id, "gasp.9")
        s.note(clause, f"The {{side}} player {how} {{hexes}} and wins.", side=side, hexes=where)


def outcome(s: State) -> Outcome | None:
    """The winner, and the level of victory."""
    if not s.over:
        return None
    facts = {"german": points(s, GERMAN), "soviet": points(s, SOVIET)}
    winner = sudden(s)
    if winner is not None:
        return Outcome(winner, DECISIVE if s.plan.points else VICTORY, facts)
    if wanted := bid(s):
        return Outcome(GERMAN if facts["german"] >= wanted else SOVIET, MARGINAL, facts)
    if s.plan.otherwise < 0:  # 1.7d
        return Outcome(GERMAN if facts["german"] > facts["soviet"] else SOVIET, MARGINAL, facts)
    return Outcome(s.plan.otherwise, VICTORY, facts)  # dnieper.8, typhoon.10, gasp.9
