"""[9.0] Supply: Lines of Communication, the Supply Check, the Isolation Check.

Clauses: 2.1a-b, 2.2b, 2.2e, 2.2h-i, 2.2l, 4.1k, 9.0a-c, 9.1a-j, 9.2a-f, 9.3a-k, 10.9.1a, 14.3a.
"""

from ....core.bits import Bits, bits, scan
from ....core.knowledge import kept
from ..data.components import GERMAN, SOVIET, Components
from ..state import State, faces_of, put, regroup, units_among
from .control import contested, friendly, lines, set_lines, vacated


def sources(s: State, side: int) -> Bits:
    """The Areas at which a Line of Communication of a side may end, friendly or not."""
    d = s.data
    out = _borders(d, side, s.german & d.board.boxes)
    if side == SOVIET and "moscow=source" in s.options:
        out |= 1 << d.moscow  # 14.3a
    return out


@kept(most=64)
def _borders(d: Components, side: int, german: Bits) -> Bits:
    """The Areas at the borders of the map that are open to a side while the Germans hold these boxes."""
    shut = {group for box, groups in d.charts.closed.items() if german >> d.board.at[box] & 1 for group in groups}
    out = 0
    for group in d.charts.sources[side]:
        if side == GERMAN or group not in shut:  # 9.2c, 9.2d, 9.2e, 2.2e, 2.2h, 2.2i
            out |= d.group[group]  # 2.1a, 2.1b
    return out


@kept(lambda s, side: (friendly(s, side), contested(s), s.german & s.data.board.boxes))
def supplied(s: State, side: int) -> Bits:
    """The Areas from which a side has a Line of Communication, including contested ones where it may begin."""
    board = s.data.board
    net = board.connected(sources(s, side), friendly(s, side))  # 9.2a, 9.2b
    return net | bits(area for area in scan(contested(s)) if board.neighbours[area] & net)  # 9.2f


def starving(s: State, side: int, fed: Bits) -> Bits:
    """The Blocks in Areas without a Line of Communication; Leaders and boxes need none."""
    return units_among(s, side, ~fed)  # 2.2b, 2.2l, 9.0b, 10.9.1a


def supply_check(s: State) -> None:
    """Mark exactly the active player's Units that have no Line of Communication."""
    side = s.side
    fed, wires = supplied(s, side), lines(s, side)
    mark(s, s.cube & ~s.data.side[side] | starving(s, side, fed))  # 9.0a, 9.1a, 9.1b
    s.line_cubes = s.line_cubes & ~wires | wires & ~fed


def mark(s: State, cubes: Bits) -> None:
    """Place and remove white cubes so that exactly these Blocks have one."""
    changed = {s.place[piece] for piece in scan(s.cube ^ cubes)}
    s.cube = cubes
    for place in sorted(changed):
        for side in (GERMAN, SOVIET):
            regroup(s, side, place)


def isolation_check(s: State) -> None:
    """Remove the cube of marked Units that now have a line; the others suffer attrition (9.3k is an example)."""
    side = s.side
    own = s.cube & s.data.side[side]  # 9.0c, 9.3a
    if not own and not lines(s, side) & s.line_cubes:
        return
    fed, both, held = supplied(s, side), contested(s), s.held[side]
    hungry = own & starving(s, side, fed)
    alone = lines(s, side) & s.line_cubes & ~fed & both & ~held  # 9.3e, 4.1k
    faces = faces_of(s, hungry)
    s.line_cubes &= ~(lines(s, side) & fed)  # 9.3b
    mark(s, s.cube & ~own | hungry)  # 9.1i
    for area in sorted({s.place[s.piece[face]] for face in scan(faces)}):
        _starve(s, side, area, faces)
    for area in scan(alone):
        set_lines(s, side, lines(s, side) & ~(1 << area))  # 9.3h
        s.note("9.3e", "The isolated Defensive Line in {hex} is destroyed.", hex=area)
        vacated(s, area)


def _starve(s: State, side: int, area: int, faces: Bits) -> None:
    """The isolated Blocks of one Area lose a step or surrender."""
    d, gone = s.data, 0
    here = [face for face in scan(faces) if s.place[s.piece[face]] == area]
    for face in here:
        piece = s.piece[face]
        lower = d.step_down(face, s.level[piece])
        if lower is not None:
            s.level[piece] = lower  # 9.3c
            continue
        gone += 1
        put(s, piece, d.lost if side == GERMAN else d.surrendered)  # 9.3d, 9.3f, 9.3i, 9.3j, 10.14.3g
        s.note("9.3d", "{name}, isolated in {hex}, surrenders.", name=d.blocks[face].name, hex=area)
    if gone < len(here):
        s.note("9.3c", "Isolated Blocks in {hex} lose a step.", hex=area)
    if gone:
        vacated(s, area)
