"""The score item by item, and the levels of victory."""

from itertools import pairwise

from ....core.bits import scan
from ....kit.table import ScoreLine, VictoryLevel
from ..rules.supply import supplied
from ..rules.victory import german_points, level, soviet_points
from ..state import GERMAN, SOVIET, State


def score(s: State) -> list[ScoreLine]:
    """The points of both sides: hexes held, and German armor and mechanized units reduced or eliminated."""
    d, names = s.data, s.title.lexicon.places
    fed, gone = supplied(s, GERMAN), s.here.get(d.lost, 0)
    held = [place for place in scan(d.victory_hexes & s.held[GERMAN]) if fed >> place & 1]
    lines = [ScoreLine(GERMAN, "18.2a", f"{names[place]} held and in supply", d.points_per_hex) for place in held]
    for unit in scan(d.panzers):
        fate = "eliminated" if gone >> unit & 1 else "reduced" if s.reduced >> unit & 1 else ""
        kind = "armor" if d.german_armor >> unit & 1 else "mechanized"
        if fate:
            lines.append(
                ScoreLine(
                    SOVIET, "18.1a", f"{s.title.portrait(s, unit)['identity']['name']} {fate}", d.points[fate, kind]
                )
            )
    return lines


def levels(s: State) -> list[VictoryLevel]:
    """The levels of the table, each with its range of German points less Soviet points."""
    table = s.data.levels
    reached = level(s.data, german_points(s) - soviet_points(s))
    ranges: list[tuple[str, int | None, int | None]] = [(f"{table[0][0]} or more", table[0][0], None)]
    for (above, _, _), (least, _, _) in pairwise(table[:-1]):
        ranges.append((f"{least} to {above - 1}", least, above - 1))
    ranges.append((f"{table[-2][0] - 1} or less", None, table[-2][0] - 1))
    return [
        VictoryLevel(winner, name, needs.replace("-", "−"), (winner, name) == reached, low, high)
        for (_, winner, name), (needs, low, high) in zip(table, ranges, strict=True)
    ]
