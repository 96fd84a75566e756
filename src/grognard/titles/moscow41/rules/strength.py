"""[4.2.3, 8.0] A Block's effective Strength for fire, range and Bombers.

Clauses: 3.1a-b, 4.2.3a-f, 8.0c, 8.0f, 10.3c-e, 10.4e, 14.5b, 14.7b.
"""

from functools import cache

from ..data.charts import Weather
from ..state import State, side_of


def weather(s: State) -> Weather:
    """The current weather."""
    return s.data.weather[s.weather]


@cache
def cut(share: str, strength: int) -> int:
    """A Strength reduced by the weather, rounded down."""
    if share == "one":
        return min(1, strength)  # 8.0c
    return strength // {"all": 1, "half": 2, "quarter": 4}[share]  # 3.1a, 8.0f, 14.5b


def share(s: State, piece: int, attacking: bool) -> str:
    """How much Strength the weather leaves a Block: all, half, a quarter or one."""
    now, side = weather(s), side_of(s, piece)
    if s.face[piece] == s.data.azul and "divisions=marching" in s.options and s.weather in ("snow", "blizzard"):
        return "half" if attacking and s.weather == "blizzard" else "all"  # 14.7b
    return now.attack[side] if attacking else now.defence[side]


def strength(s: State, piece: int, attacking: bool) -> int:
    """Strength for ranges and counts: rounded down, possibly to 0."""
    return cut(share(s, piece, attacking), s.level[piece])  # 4.2.3b, 4.2.3c, 10.3c, 10.3d, 10.3e


def tactical_range(s: State, piece: int) -> int:
    """The Tactical Range of a headquarters, in Areas."""
    return cut(share(s, piece, True), s.data.charts.hq_range[s.level[piece]])  # 4.2.3e, 10.3c, 10.3d, 10.3e


def dice(s: State, piece: int, attacking: bool) -> int:
    """Dice by Strength: at least one, if there is any Strength."""
    return _dice(share(s, piece, attacking), s.level[piece])


@cache
def _dice(share: str, strength: int) -> int:
    return max(cut(share, strength), min(1, strength))  # 3.1b, 4.2.3d
