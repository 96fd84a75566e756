"""[17.0] How to win: decisive victories, cities and key points, garrisons, losses."""

from ....core.action import NOBODY
from ....core.bits import Bits, scan
from ....core.title import Outcome
from ....kit.hex.board import flood
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, on_map, option, units_in
from .supply import open_to


def passes(s: State, unit: int, place: int) -> None:
    """Record that a ground unit is in a hex or passes through it."""
    d, bit = s.data, 1 << place
    if d.side[RUSSIAN] >> unit & 1:
        s.german &= ~bit  # 17.22a
        return
    if d.captors >> unit & 1:
        s.german |= bit & d.scoring  # 17.22a, 17.22c, 19.93b
    if bit & d.garrisons & ~s.captured:
        s.captured |= bit  # 17.25a
        s.note("17.25a", "{hex} is captured.", hex=place)
    if bit & s.markers:
        s.markers &= ~bit  # 18.54a
        s.note("18.54a", "The marker in {hex} is gone.", hex=place)


# -- garrisons --------------------------------------------------------------------------------


def garrisoned(s: State, place: int) -> bool:
    """Whether a German division is in a hex."""
    d = s.data
    units = s.here.get(place, 0) & d.side[GERMAN]
    if units & d.stacks["one"]:
        return True  # 17.25b
    for regiments in d.divisions.values():
        here, alive = units & regiments, regiments & ~s.here.get(d.lost, 0)
        wanted = regiments if option(s, "garrison", "whole") else alive
        if here and here == wanted and here.bit_count() >= d.charts.numbers["regiments_at_least"]:
            return True  # 17.25b
    return False


def look_at_garrisons(s: State) -> None:
    """End a German Player-Turn: a captured city without a division no longer scores."""
    for place in scan(s.captured & ~s.forfeit):
        if not garrisoned(s, place):
            s.forfeit |= 1 << place  # 17.25a, 17.25c, 17.25d
            s.note("17.25c", "{hex} has no German division: its points are lost to the Germans permanently.", hex=place)


# -- points -----------------------------------------------------------------------------------


def german_ground(s: State) -> Bits:
    """The scoring hexes that count for the German player."""
    return s.german & s.data.scoring & ~s.forfeit


def losses(s: State) -> int:
    """The Russian points for German step losses, including those of withdrawn units."""
    d, points, gone = s.data, 0, s.here.get(s.data.lost, 0)
    full, lower = d.factor[:2]
    for unit in scan(d.side[GERMAN]):
        if gone >> unit & 1:
            points += full[unit] * d.score[unit]  # 17.23a, 17.23b
        elif s.reduced >> unit & 1:
            points += (full[unit] - lower[unit]) * d.score[unit]  # 17.23b, 17.23c, 16.24a
    return points


def bid(s: State) -> tuple[int, int]:
    """The points that the players agreed to give to one side."""
    for setting in s.options:
        name, _, value = setting.partition("=")
        if name == "bid":
            side, _, points = value.partition("-")
            return (int(points), 0) if side == "german" else (0, int(points))
    return 0, 0


def points(s: State) -> tuple[int, int]:
    """The current Victory Points, German and Russian."""
    d, own, given = s.data, german_ground(s), bid(s)
    german = sum(worth for place, worth in d.points.items() if own >> place & 1)  # 17.22b, 17.22c, 17.24a
    rest = sum(d.points.values()) - german  # 17.22a
    worth = d.charts.victory.marker[0] * s.markers.bit_count()  # 18.52a
    return german + given[GERMAN], rest + losses(s) + worth + given[RUSSIAN]  # 17.21a


# -- decisive victories -----------------------------------------------------------------------


def city_taken(s: State) -> bool:
    """Whether no Russian ground unit is left in the city, on either map."""
    d = s.data
    return not units_in(s, d.city | d.interior) & d.side[RUSSIAN]  # 17.11a


def city_relieved(s: State) -> bool:
    """Whether no German is in the interior and the way from the city to the east edge is open."""
    d = s.data
    if units_in(s, d.interior) & d.side[GERMAN]:
        return False  # 17.12a
    way = open_to(s, RUSSIAN) & d.main | d.city
    return bool(flood(d.city, d.trace[RUSSIAN], way) & d.area["east edge"])  # 17.12a, 17.12b, 17.12c


def result(s: State) -> tuple[int, str]:
    """The winner, and the level of victory."""
    taken, relieved = city_taken(s), city_relieved(s)
    if taken != relieved:
        return (GERMAN if taken else RUSSIAN), "decisive victory"  # 17.0a
    german, russian = points(s)
    if german == russian:
        return NOBODY, "draw"  # 17.0b
    return (GERMAN if german > russian else RUSSIAN), "victory on points"  # 17.0b, 17.21a


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
    announce(s, "17.0a" if "decisive" in level else "17.0b", winner, level, points(s))


def announce(s: State, clause: str, winner: int, level: str, score: tuple[int, int]) -> None:
    """Write the end of the game into the diary."""
    german, russian = score
    who = "Nobody has won" if winner == NOBODY else f"The {s.title.players[winner].title()} has won"
    s.note(
        clause,
        "{who}: {level}, {german} German points, {russian} Russian.",
        who=who,
        level=level,
        german=german,
        russian=russian,
    )


def steps(s: State, side: int) -> int:
    """The steps of a side's ground units on the maps."""
    units = on_map(s, side)
    lost = (units & s.reduced).bit_count() + 2 * (units & s.subcounter).bit_count()  # 10.210b, 19.22c
    return sum((units & more).bit_count() for more in s.data.deeper) - lost  # 10.210a, 19.21b
