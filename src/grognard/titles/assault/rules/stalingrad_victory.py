"""[19.9] How to win *Assault on Stalingrad*: units in the city, victory hexes, and the north-west corner of the map."""

from ....core.action import NOBODY
from ....core.bits import Bits
from ....core.title import Outcome
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, units_in
from .supply import joined, supplied
from .victory import announce, bid


def storming(s: State) -> Bits:
    """The German units other than headquarters that are in the interior and in supply now."""
    d = s.data
    there = units_in(s, d.interior & s.held[GERMAN]) & ~d.stacks["headquarters"]  # 19.91b
    if not there:
        return 0
    return there & supplied(s, GERMAN)  # 19.91a


def occupied(s: State, side: int) -> Bits:
    """The victory hexes that a side occupies."""
    return s.data.key_points & s.held[side]  # 19.92a


def cut_off(s: State) -> bool:
    """Whether the Russians have no path of supply from the corner hex to Area N."""
    d = s.data
    return not joined(s, d.corner) & d.area[d.charts.victory.cut[2]]  # 19.93a


def points(s: State) -> tuple[int, int]:
    """The current Victory Points, German and Russian."""
    d, worth, given = s.data, s.data.charts.victory, bid(s)
    hexes = [worth.key_point * occupied(s, side).bit_count() for side in (GERMAN, RUSSIAN)]  # 19.92a
    german = worth.storm * storming(s).bit_count() + hexes[GERMAN]
    if cut_off(s):
        german += worth.cut[0]  # 19.93a
    if s.german & d.corner:
        german += worth.captured  # 19.93b
    return german + given[GERMAN], hexes[RUSSIAN] + given[RUSSIAN]


def result(s: State) -> tuple[int, str]:
    """The winner, and the level of victory."""
    german, russian = points(s)
    if german == russian:
        return NOBODY, "draw"  # 17.0b
    return (GERMAN if german > russian else RUSSIAN), "victory on points"  # 19.94a


def outcome(s: State) -> Outcome | None:
    """How the game ended, or None while it is being played."""
    if not s.over:
        return None
    german, russian = points(s)
    winner, level = result(s)
    return Outcome(winner, level, {"german": german, "russian": russian, "difference": german - russian})


def finish(s: State) -> None:
    """Determine the winner and end the game."""
    winner, level = result(s)
    announce(s, "17.0b" if winner == NOBODY else "19.94a", winner, level, points(s))
