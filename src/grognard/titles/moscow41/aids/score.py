"""The score item by item, and the ways to win the scenario."""

from ....core.bits import Bits, scan
from ....kit.table import ScoreLine, VictoryLevel, wargame
from ..data.components import GERMAN, SOVIET
from ..rules.victory import DECISIVE, MARGINAL, VICTORY, bid, points, sudden
from ..state import State


def score(s: State) -> list[ScoreLine]:
    """The Victory Points of both sides: a point for each Area or box with a large star."""
    return [
        ScoreLine(GERMAN if s.german >> one & 1 else SOVIET, "1.7b", f"{_names(s, 1 << one)} controlled", 1)
        for one in scan(s.data.victory_places)
    ]


def levels(s: State) -> list[VictoryLevel]:
    """Sudden death for either side, and who wins at the end."""
    plan, winner = s.plan, sudden(s)
    if plan.points:
        at_end = bid(s) or s.data.victory_places.bit_count() // 2 + 1
        ahead = points(s, GERMAN) >= at_end
        many, few = plan.points, s.data.victory_places.bit_count() - plan.points  # what is left to the Germans
        return [
            VictoryLevel(GERMAN, f"German {DECISIVE}", f"{many} points", winner == GERMAN, many),
            VictoryLevel(
                GERMAN, f"German {MARGINAL}", f"{at_end} at the end", winner is None and ahead, at_end, many - 1
            ),
            VictoryLevel(SOVIET, f"Soviet {MARGINAL}", "otherwise", winner is None and not ahead, few + 1, at_end - 1),
            VictoryLevel(SOVIET, f"Soviet {DECISIVE}", f"{many} points", winner == SOVIET, None, few),
        ]
    ways = [f"lines in {_names(s, plan.win_lines)}"] if plan.win_lines else []
    ways += [_names(s, plan.win_cities)] if plan.win_cities else []
    return [
        VictoryLevel(GERMAN, f"German {VICTORY}", " or ".join(ways), winner == GERMAN),
        VictoryLevel(SOVIET, f"Soviet {VICTORY}", "otherwise", winner is None),
    ]


def _names(s: State, places: Bits) -> str:
    board, names = wargame(s).board, s.title.lexicon.places
    return " and ".join(board.called(names[one]) for one in scan(places))
