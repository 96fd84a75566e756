"""[13.0] The Final Phase: Bombers, Kiev, Leningrad.

Clauses: 13.0a, 13.1a, 13.2a-d, 13.3a-d, 14.8a, 2.2e-f, 2.2i.
"""

from ....core.bits import scan
from ..data.components import GERMAN, SOVIET
from ..state import State, put
from .control import take, vacated


def final_phase(s: State) -> None:
    """Return Bombers, check Kiev and Leningrad, and withdraw the Luftwaffe if it is due."""
    for part in (bombers, kiev, leningrad, crusader):  # 13.0a
        if not s.over:
            part(s)


def bombers(s: State) -> None:
    """Make destroyed Bombers available again."""
    for bomber in scan(s.here.get(s.data.shot_down, 0)):
        put(s, bomber, s.data.airfield)  # 13.1a


def kiev(s: State) -> None:
    """Kiev falls with Chernigov and Romny."""
    d = s.data
    if s.german >> d.kiev & 1 or d.kiev_cities & ~s.german:
        return
    s.note(
        "13.2a", "Chernigov and Romny are German: Kiev falls, and the southern border no longer supplies the Soviets."
    )
    block = s.piece[d.number[d.charts.kiev_block]]
    if s.place[block] == d.later:
        put(s, block, d.pool[GERMAN])  # 13.2c, 2.2f, 5.1a
    take(s, d.kiev, GERMAN)  # 13.2a, 13.2b, 13.2d, 2.2e


def leningrad(s: State) -> None:
    """Leningrad falls if Hoepner has reached it, and the 4th Panzer Group is released."""
    d = s.data
    if not s.reached or s.german >> d.leningrad & 1:
        return
    s.note("13.3a", "Leningrad falls: the northern border no longer supplies the Soviets.")
    for face in scan(d.lettered["L"]):
        if d.road_boxes >> s.place[s.piece[face]] & 1:
            put(s, s.piece[face], d.pool[GERMAN])  # 13.3d
    zhukov = s.piece[d.zhukov]
    if s.place[zhukov] == d.leningrad:
        put(s, zhukov, d.pool[SOVIET])  # ruling on 14.2
    take(s, d.leningrad, GERMAN)  # 13.3a, 13.3b, 13.3c, 2.2i


def crusader(s: State) -> None:
    """Withdraw the Luftwaffe to the Mediterranean."""
    d = s.data
    if s.turn != d.charts.crusader or "crusader=crusader" not in s.options:
        return
    s.note("14.8a", "The Luftwaffe leaves the front.")
    for bomber in scan(d.all_bombers):
        put(s, bomber, d.withdrawn)
    for face in scan(d.air):
        area = s.place[s.piece[face]]
        if area == d.lost:
            continue  # already lost
        put(s, s.piece[face], d.withdrawn)
        if area < d.board.box:
            vacated(s, area)
