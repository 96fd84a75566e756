"""Positions that cannot be: what is wrong with one written by hand."""

from collections.abc import Iterator

from ...core.bits import bits, scan
from ...core.title import Flaw
from .components import GERMAN, SOVIET
from .control import lines, room
from .state import State, blocks_in, side_of


def flaws(s: State) -> Iterator[Flaw]:
    """Everything wrong with a position."""
    d, names = s.data, s.data.board.names
    faces = [s.face[piece] for piece in scan(d.all_blocks)]
    if sorted(faces) != list(range(len(faces))):
        twice = next(face for face in range(len(faces)) if faces.count(face) != 1)
        yield Flaw(d.pieces[faces.index(twice)] if twice in faces else "at", f"{d.blocks[twice].id} is not there once")
        return
    for piece in scan(d.all_blocks):
        block, place = d.blocks[s.face[piece]], s.place[piece]
        if block.side != side_of(s, piece):
            yield Flaw(d.pieces[piece], f"{block.id} is of the other side")
        if d.on_board >> place & 1 and s.level[piece] not in block.levels:
            yield Flaw(d.pieces[piece], f"{block.id} shows {', '.join(map(str, block.levels))}, not {s.level[piece]}")
        if block.side == SOVIET and d.staging >> place & 1:
            yield Flaw(d.pieces[piece], f"{names[place]} is a German Staging Area")
        if place == d.kiev or (place == d.rastenburg and block.id != "Hitler"):
            yield Flaw(d.pieces[piece], f"nobody else may be in {names[place]}")
        if place >= d.board.pile and (s.up | s.cube | s.active) >> piece & 1:
            yield Flaw(d.pieces[piece], "it is off the board")
    for side in (GERMAN, SOVIET):
        for area in scan(bits(s.place[p] for p in scan(d.side[side])) & d.board.areas):
            if room(s, side, area) < 0:
                yield Flaw(names[area], f"{blocks_in(s, side, area).bit_count()} Blocks; {d.stacking[area]} at most")
        if lines(s, side).bit_count() > d.lines[side] or lines(s, side) & ~d.board.areas:
            yield Flaw("german_lines" if side == GERMAN else "soviet_lines", f"{d.lines[side]} at most, in Areas")
    if s.side not in (GERMAN, SOVIET) or s.disc not in (GERMAN, SOVIET):
        yield Flaw("side", "there are two players, 0 and 1")
    if s.weather not in (one.id for one in d.charts.weather):
        yield Flaw("weather", "there is no such weather")
    if not 0 <= s.turn <= len(d.charts.months):
        yield Flaw("turn", f"there are {len(d.charts.months)}")
