"""Checking a hand-written position for flaws."""

from collections.abc import Iterator

from ....core.bits import Bits, bits, scan
from ....core.title import Flaw
from ..data.components import GERMAN, SOVIET
from ..data.map_and_units import SIDES
from ..rules import setup
from ..rules.control import contested, controlled, lines, room
from ..rules.setup import Setting
from ..rules.victory import sudden
from ..state import State, blocks_in, side_of

LEFT = {"settling": setup.unnamed, "dealing": setup.undealt, "deploying": setup.unpicked}
"""What is still to be done of an entry at each step of a set-up."""


def flaws(s: State) -> Iterator[Flaw]:
    """Everything wrong with a position."""
    d = s.data
    faces = [s.face[piece] for piece in scan(d.all_blocks)]
    if sorted(faces) != list(range(len(faces))):
        twice = next(face for face in range(len(faces)) if faces.count(face) != 1)
        yield Flaw(
            d.pieces[faces.index(twice)] if twice in faces else "at", f"{d.blocks[twice].id} must be there exactly once"
        )
        return
    for piece in scan(d.all_blocks):
        yield from _block(s, piece)
    hangars = bits((d.airfield, d.aborted, d.shot_down, d.withdrawn))
    for piece in scan(d.all_bombers):
        if not (d.board.areas | hangars) >> s.place[piece] & 1:
            yield Flaw(d.pieces[piece], f"a Bomber cannot be in {d.board.names[s.place[piece]]}")
    yield from _stacks(s)
    yield from _lines(s)
    yield from _numbers(s)
    yield from _set_up(s)
    if s.turn and not s.over and (winner := sudden(s)) is not None:
        yield Flaw("german", f"the {SIDES[winner].title()} player has won already: write `over` instead of `at`")


def _set_up(s: State) -> Iterator[Flaw]:
    """Is a set-up under way no farther than its entry goes?"""
    if not isinstance(s.local, Setting):
        return
    if s.local.entry > len(setup.army(s).entries):
        yield Flaw("at", f"entry: there are {len(setup.army(s).entries)}")
    elif (left := LEFT.get(s.flow.label(s.at))) and (not setup.entries_left(s) or left(s) <= 0):
        yield Flaw("at", f"{s.flow.label(s.at)}: nothing is left to do of this entry")


def _block(s: State, piece: int) -> Iterator[Flaw]:
    d, place = s.data, s.place[piece]
    block, name, id_ = d.blocks[s.face[piece]], d.board.names[place], d.pieces[piece]
    if block.side != side_of(s, piece):
        yield Flaw(id_, f"{block.id} belongs to the other side")
        return
    if d.on_board >> place & 1 and s.level[piece] not in block.levels:
        yield Flaw(id_, f"{block.id} shows {', '.join(map(str, block.levels))}, not {s.level[piece]}")
    if why := _elsewhere(s, s.face[piece], place):
        yield Flaw(id_, why.format(it=block.id, there=name))
    if place >= d.board.pile and (s.up | s.cube | s.active | s.crossed | s.blitz) >> piece & 1:
        yield Flaw(id_, "it is off the board")
    if s.active >> piece & 1 and not d.hqs >> s.face[piece] & 1:
        yield Flaw(id_, f"{block.id} is not a headquarters and cannot be activated")


def _elsewhere(s: State, face: int, place: int) -> str:
    """Why a Block cannot be in a place; empty if it can."""
    d = s.data
    block, bit = d.blocks[face], 1 << place
    leaders = {d.leader[GERMAN]: d.rastenburg, d.leader[SOVIET]: d.moscow}
    if place == d.kiev or (place == d.rastenburg and face not in leaders):
        return "no other Block may be in {there}"  # 2.2c, 2.2d
    if face in leaders:
        free = {d.reserve, leaders[face], d.surrendered} if block.side == SOVIET else {d.reserve, leaders[face]}
        return "" if place in free else "a Leader cannot be in {there}"  # 4.2.4b, 4.2.4d, 4.2.4f
    if block.side == SOVIET and d.staging & bit:
        return "{there} is a German Staging Area"  # 2.4.4d
    if d.road_boxes & bit:
        if face == d.zhukov and place == d.leningrad and "leningrad=generals" in s.options:
            return ""  # 14.2c
        return "" if d.lettered["L"] >> face & 1 else "{it} does not belong on the Road"  # 2.2k, 2.7e
    if bit & (1 << d.pool[1 - block.side] | 1 << d.hand[1 - block.side]):
        return "{there} belongs to the enemy"
    if place == (d.lost if block.side == SOVIET else d.surrendered):
        return "{there} holds Blocks of the other side"  # 10.14.3e, 9.3f
    if place == d.later and block.letter not in ("K", "N"):
        return "{it} is not due later"  # 5.1c, 13.2c
    if bit & (1 << d.airfield | 1 << d.aborted | 1 << d.shot_down):
        return "{it} is not a Bomber"
    return ""


def _stacks(s: State) -> Iterator[Flaw]:
    d, names = s.data, s.data.board.names
    for side in (GERMAN, SOVIET):
        for area in scan(bits(s.place[p] for p in scan(d.side[side])) & d.board.areas):
            if room(s, side, area) < 0:
                yield Flaw(
                    names[area],
                    f"{blocks_in(s, side, area).bit_count()} Blocks; at most {d.stacking[area]} are allowed",
                )


def _lines(s: State) -> Iterator[Flaw]:
    d, heads = s.data, ("german_lines", "soviet_lines")
    for side, head in enumerate(heads):
        own: Bits = lines(s, side)
        if own.bit_count() > d.lines[side] or own & ~d.board.areas:
            yield Flaw(head, f"at most {d.lines[side]}, in Areas")  # 2.7d, 4.1b
        if side == SOVIET and own & d.staging:
            yield Flaw(head, "there are German Staging Areas among them")  # 2.4.4d
        if wrong := own & contested(s) & ~controlled(s, side) & ~lines(s, 1 - side):
            yield Flaw(head, f"the enemy controls {', '.join(d.names(wrong))}")  # 4.1e
    if both := lines(s, GERMAN) & lines(s, SOVIET):
        yield Flaw(heads[0], f"there are lines of both players in {', '.join(d.names(both))}")  # 2.7b
    if s.line_cubes & ~(lines(s, GERMAN) | lines(s, SOVIET)):
        yield Flaw("line_cubes", "a cube needs a Defensive Line")


def _numbers(s: State) -> Iterator[Flaw]:
    d = s.data
    if s.side not in (GERMAN, SOVIET) or s.disc not in (GERMAN, SOVIET):
        yield Flaw("side", "there are two players, 0 and 1")
    if s.weather not in (one.id for one in d.charts.weather):
        yield Flaw("weather", "there is no such weather")
    if not 0 <= s.turn <= len(d.charts.months):
        yield Flaw("turn", f"there are {len(d.charts.months)}")
    if not 0 <= s.passes <= 2:
        yield Flaw("passes", "two in a row end the month")  # 12.0f
    if not 0 <= s.forecast < len(d.charts.track):
        yield Flaw("forecast", f"the track has {len(d.charts.track)} boxes, from 0 on")  # 8.1a
    if s.value < 0 or s.points < 0:
        yield Flaw("value" if s.value < 0 else "points", "it cannot be negative")
    if s.german & ~d.on_board:
        yield Flaw("german", f"these cannot be controlled: {', '.join(d.names(s.german & ~d.on_board))}")
