"""The Victory Points item by item, and the levels of victory."""

from collections.abc import Iterator

from ....core.action import NOBODY
from ....core.bits import scan
from ....kit.table import ScoreLine, VictoryLevel, wargame
from ..rules import stalingrad_victory, victory
from ..ruleset import GERMAN, RUSSIAN
from ..state import State


def score(s: State) -> list[ScoreLine]:
    """The points of both sides."""
    given = victory.bid(s)
    agreed = [ScoreLine(side, "17.21a", "Agreed before the game", given[side]) for side in (GERMAN, RUSSIAN)]
    items = _battle_of_the_city(s) if s.data.rules.cup else _cities(s)
    return [line for line in (*items, *agreed) if line.points]


def _cities(s: State) -> Iterator[ScoreLine]:
    """[17.2] Cities, key points, German losses, and the markers of the optional rule."""
    d, own, board = s.data, victory.german_ground(s), wargame(s).board
    for place, worth in d.points.items():
        if not d.key_points >> place & 1:
            yield ScoreLine(RUSSIAN - (own >> place & 1), "17.22b", board.called(d.board.names[place]), worth)
    each, all_ = d.charts.victory.key_point, d.key_points.bit_count()
    for side, held in ((GERMAN, d.key_points & own), (RUSSIAN, d.key_points & ~own)):
        many = held.bit_count()
        yield ScoreLine(side, "17.22c", f"Key points: {many} of {all_}", many * each)
    gone = s.here.get(d.lost, 0)
    lost, reduced = (d.side[GERMAN] & some for some in (gone, s.reduced & ~gone))
    text = f"German units: {lost.bit_count()} eliminated, {reduced.bit_count()} reduced"
    yield ScoreLine(RUSSIAN, "17.23a", text, victory.losses(s))
    markers = s.markers.bit_count()
    yield ScoreLine(RUSSIAN, "18.52a", "Markers not reached", markers * d.charts.victory.marker[0])


def _battle_of_the_city(s: State) -> Iterator[ScoreLine]:
    """[19.9] Units in the city, victory hexes, and the north-west corner of the map."""
    d, worth, board = s.data, s.data.charts.victory, wargame(s).board
    many = stalingrad_victory.storming(s).bit_count()
    yield ScoreLine(GERMAN, "19.91a", f"Units in the city and in supply: {many}", many * worth.storm)
    for side in (GERMAN, RUSSIAN):
        for place in scan(stalingrad_victory.occupied(s, side)):
            yield ScoreLine(side, "19.92a", board.called(d.board.names[place]), worth.key_point)
    corner = worth.cut[1]
    if stalingrad_victory.cut_off(s):
        yield ScoreLine(GERMAN, "19.93a", f"{corner} cut off from Area {worth.cut[2]}", worth.cut[0])
    if s.german & d.corner:
        yield ScoreLine(GERMAN, "19.93b", f"{corner} captured", worth.captured)


def levels(s: State) -> list[VictoryLevel]:
    """Decisive victories, where there are any, and victories on points."""
    d = s.data
    german, russian = d.rules.points(s)
    ahead = (german > russian) - (german < russian)
    decided = 0
    if not d.rules.cup:
        decided = victory.city_taken(s) - victory.city_relieved(s)
    out = [
        VictoryLevel(GERMAN, "German victory on points", "more points", not decided and ahead > 0, 1),
        VictoryLevel(NOBODY, "Draw", "as many points", not decided and not ahead, 0, 0),
        VictoryLevel(RUSSIAN, "Russian victory on points", "more points", not decided and ahead < 0, None, -1),
    ]
    if not d.rules.cup:
        taken, relieved = f"no Russian in {d.rules.city}", f"{d.rules.city} relieved"
        out.insert(0, VictoryLevel(GERMAN, "German decisive victory", taken, decided > 0))
        out.append(VictoryLevel(RUSSIAN, "Russian decisive victory", relieved, decided < 0))
    return out
