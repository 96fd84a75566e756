"""[18.0] How to win."""

from ....core.bits import scan
from ....core.title import Outcome
from ..data.components import Components
from ..state import GERMAN, State
from .supply import supplied


def german_points(s: State) -> int:
    """The German points for hexes held."""
    fed = supplied(s, GERMAN)
    held = s.data.victory_hexes & s.held[GERMAN] & fed  # 18.2a, 18.2b
    return held.bit_count() * s.data.points_per_hex


def soviet_points(s: State) -> int:
    """The Soviet points for German armor and mechanized units."""
    gone, points = s.here.get(s.data.lost, 0), 0
    for unit in scan(s.data.panzers):
        kind = "armor" if s.data.german_armor >> unit & 1 else "mechanized"
        if gone >> unit & 1:
            points += s.data.points["eliminated", kind]  # 18.1d, 18.1e
        elif s.reduced >> unit & 1:
            points += s.data.points["reduced", kind]  # 18.1b, 18.1c
    return points  # 18.1a


def level(data: Components, difference: int) -> tuple[int, str]:
    """Who has won, and how: the first level of the table that the difference reaches."""
    winner, name = next((winner, name) for least, winner, name in data.levels if difference >= least)
    return winner, name  # 18.0a, 18.3a


def outcome(s: State) -> Outcome | None:
    """How the game ended, or None while it is being played."""
    if not s.over:
        return None
    german, soviet = german_points(s), soviet_points(s)
    winner, name = level(s.data, german - soviet)  # 18.0c
    return Outcome(winner, name, {"german": german, "soviet": soviet, "difference": german - soviet})


def finish(s: State) -> None:
    """Determine the winner and end the game."""
    german, soviet = german_points(s), soviet_points(s)
    s.note(
        "18.3a",
        "{level}: {german} German points, {soviet} Soviet.",
        level=level(s.data, german - soviet)[1],
        german=german,
        soviet=soviet,
    )
