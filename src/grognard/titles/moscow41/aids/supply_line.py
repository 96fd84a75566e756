"""[9.2] The Line of Communication of one Unit, Area by Area: its course, or where it breaks and why."""

from ....core.bits import Bits, lowest
from ....core.rule import Objection
from ....kit.table import Trace
from ..data.components import GERMAN, SOVIET
from ..rules.control import contested, friendly
from ..rules.movement import may_enter
from ..rules.supply import sources
from ..state import State, side_of


def trace(s: State, piece: int) -> Trace | None:
    """The shortest Line of Communication of a Block; if it has none, the one it would have, up to the break."""
    d, place = s.data, s.place[piece]
    if not d.all_blocks >> piece & 1 or s.piece[d.leader[side_of(s, piece)]] == piece or not d.board.areas >> place & 1:
        return None
    side = side_of(s, piece)
    usable, ends = friendly(s, side), sources(s, side)
    if path := _line(s, place, usable, ends & usable):
        return Trace(True, path, None, ())
    path = _line(s, place, may_enter(s, side), ends) or (place,)
    if len(path) == 1:  # it is in a Source, but enemies are there too
        why = Objection("9.2f", f"{s.title.lexicon.places[place]} is contested and supplies no Units")  # 9.2f
        return Trace(False, path, place, (why,))
    at = next(n for n, area in enumerate(path) if n and not usable >> area & 1)
    return Trace(False, path[:at], path[at], (*_closed(s, side), _barred(s, side, path[at])))


def _line(s: State, place: int, usable: Bits, ends: Bits) -> tuple[int, ...]:
    """The Areas of the shortest way to one of the ends; the first may be any Area that is not an end."""
    board = s.data.board
    rings = [ends]
    done = ends
    while not done >> place & 1:
        ring = board.spread(rings[-1] & usable) & (usable | 1 << place) & ~done  # 9.2b, 9.2f
        if not ring:
            return ()
        rings.append(ring)
        done |= ring
    path = [place]
    for ring in reversed(rings[:-1]):
        path.append(lowest(board.neighbours[path[-1]] & ring & usable))
    return tuple(path)


def _barred(s: State, side: int, area: int) -> Objection:
    name = s.title.lexicon.places[area]
    if contested(s) >> area & 1:
        return Objection("9.2b", f"{name} is contested")
    return Objection("9.2b", f"{name} is under {('German', 'Soviet')[1 - side]} control")


def _closed(s: State, side: int) -> list[Objection]:
    """The borders that no longer supply the Soviets."""
    cite = {"Kiev": "9.2c", "Shlisselburg": "9.2d", "Leningrad": "9.2e"}
    if side == GERMAN:
        return []
    assert side == SOVIET
    return [
        Objection(cite.get(box, "9.2a"), f"{box} is German: {' and '.join(groups)} no longer supply")
        for box, groups in s.data.charts.closed.items()
        if s.german >> s.data.board.at[box] & 1
    ]
