"""The objectives held, and the ways to win."""

from collections import Counter

from ....core.bits import scan
from ....kit.table import ScoreLine, VictoryLevel, wargame
from ..data.components import GERMAN, SOVIET
from ..rules.victory import objectives
from ..state import State


def score(s: State) -> list[ScoreLine]:
    """The objectives of each side; those with the same name together."""
    board, names = wargame(s).board, s.title.lexicon.places
    held = Counter(
        (GERMAN if s.german >> one & 1 else SOVIET, _name(board.called(names[one]))) for one in scan(s.data.objectives)
    )
    return [
        ScoreLine(side, "4.3a" if side == GERMAN else "4.4a", name, many) for (side, name), many in sorted(held.items())
    ]


def _name(called: str) -> str:
    """The name without the number of the hex."""
    name, _, number = called.partition(" (")
    return name if number else "Other objectives"


def levels(s: State) -> list[VictoryLevel]:
    """The objectives the Germans need at the end, and sudden death for either side."""
    d, plan, many = s.data, s.plan, objectives(s)
    all_, gone = not d.objectives & ~s.german, not s.there[GERMAN] & d.ground
    enough = many >= plan.objectives
    whole, least = d.objectives.bit_count(), plan.objectives
    return [
        VictoryLevel(GERMAN, "German sudden victory", f"all {whole} objectives", all_, whole),
        VictoryLevel(GERMAN, "German victory", f"{least} or more at the end", enough and not all_, least, whole - 1),
        VictoryLevel(SOVIET, "Soviet victory", f"{least - 1} or fewer", not (enough or gone), None, least - 1),
        VictoryLevel(SOVIET, "Soviet sudden victory", "no German left on the map", gone and not all_),
    ]
