"""The state of a game of *Leningrad*: where the counters are and what they have done."""

from array import array
from dataclasses import dataclass

from ...core import state as core
from ...core.bits import Bits, bits
from ...core.kinds import FACE, FLAG, HALF, NUMBER, PIECES, PLACE, PLACES
from ...core.state import column, derived, scalar
from ...kit import stacks
from .data.components import Components

GERMAN, SOVIET = 0, 1
FRESH = 255  # has not begun to move: its allowance is still open
UNTRIED = 255  # no face: its strengths are unknown
NO_SLOT = 255


@core.columns
@dataclass(slots=True, eq=False, kw_only=True)
class State(core.State):
    """A position. Pieces are numbered: Germans first, then Soviet infantry, then Soviet armored."""

    data: Components
    place: "array[int]" = column(PLACE)
    face: bytearray = column(FACE, UNTRIED)  # 14.0a
    points: bytearray = column(HALF, FRESH)  # 4.1b, 4.1e: left in this phase, in halves
    origin: "array[int]" = column(PLACE, 0, like="place")  # where it began the Movement Phase
    since: bytearray = column(NUMBER, 0)  # 16.6: the Game-Turn it entered its hex or last lost a step
    slot: bytearray = column(NUMBER, NO_SLOT)  # its line of the reinforcement schedule

    turn: int = scalar(NUMBER, 0)
    reduced: Bits = scalar(PIECES)  # 2.4d
    rebuilt: Bits = scalar(PIECES)  # 16.8a: restored in this phase
    halted: Bits = scalar(PIECES)  # 7.7c: may not move again in this phase
    stopped: Bits = scalar(PIECES)  # 4.7a: entered an enemy ZOC in this phase, and has not left it since
    away: Bits = scalar(PIECES)  # 13.4a: has left the interdicted hex where it began the phase
    attacked: Bits = scalar(PIECES)  # 8.2a: has attacked in this phase
    defended: Bits = scalar(PIECES)  # 8.2b: has been attacked in this phase
    forts: Bits = scalar(PLACES)
    forts_due: int = scalar(NUMBER)
    forts_placed: int = scalar(NUMBER)  # 15.4a: in this Game-Turn
    air: int = scalar(NUMBER)  # 13.5a: air units not yet used in this Game-Turn
    raid: Bits = scalar(PLACES)  # 13.3a: hexes under one air unit
    heavy_raid: Bits = scalar(PLACES)  # 13.3c: hexes under two
    on_time: int = scalar(NUMBER)  # 17.4a: of the six divisions, those that entered on Game-Turn 7
    counterblow: bool = scalar(FLAG, False)  # 17.4a: the four columns are earned

    side: int = derived(0)  # the phasing player
    begun: Bits = derived(0)  # the units that have begun to move in this phase
    here: dict[int, Bits] = derived()  # the pieces in each place that holds any
    held: list[Bits] = derived()  # the hexes each side holds
    crowd: list[Bits] = derived()  # the hexes with at least 1, 2, 3 units
    zones: list[Bits] = derived()  # the hexes in each side's Zones of Control


def settle(s: State) -> None:
    """Recompute the derived fields, and fill in what a hand-written position leaves out."""
    flow, at, *_ = s.stack[0] if s.stack else (s.flow, s.at)
    step = flow.ask.get(at)
    s.side = SOVIET if step and step.name.startswith("soviet") else GERMAN
    if step and step.name.endswith("movement"):
        for piece, place in enumerate(s.place):
            s.origin[piece] = s.origin[piece] or place
    s.begun = bits(piece for piece, left in enumerate(s.points) if left != FRESH)
    s.here = {}
    s.held = [0, 0]
    s.crowd = [0, *(0 for _ in s.data.sizes)]
    s.zones = [0, 0]
    for piece, place in enumerate(s.place):
        s.here[place] = s.here.get(place, 0) | 1 << piece
    for place, units in s.here.items():
        if place < s.data.board.box:
            _count(s, place, units)


def _count(s: State, place: int, units: Bits) -> None:
    """Bring the sets of held, crowded and controlled hexes up to date for one hex."""
    bit = 1 << place
    n = units.bit_count()
    for size in s.data.sizes:
        s.crowd[size] = s.crowd[size] | bit if n >= size else s.crowd[size] & ~bit
    for side in (GERMAN, SOVIET):
        before = s.held[side]
        held = before | bit if units & s.data.side[side] else before & ~bit
        if held != before:
            hold(s, side, held)


def hold(s: State, side: int, hexes: Bits) -> None:
    """Set the hexes that a side holds; its Zones of Control follow."""
    s.held[side] = hexes
    s.zones[side] = s.data.zoc(hexes)  # 5.0a, 5.0c, 5.0c, 5.0e


def put(s: State, piece: int, place: int) -> None:
    """Move a counter, and note when it got there."""
    old = stacks.shift(s.place, s.here, piece, place)
    s.since[piece] = s.turn  # 16.9a
    box = s.data.board.box
    if old < box:
        _count(s, old, s.here.get(old, 0))
    if place < box:
        _count(s, place, s.here[place])
        if piece < s.data.soviets and s.forts >> place & 1:
            raze(s, place)


def raze(s: State, place: int) -> None:
    """Remove a fort whose hex a German unit has entered."""
    s.forts &= ~(1 << place)  # 15.2c
    s.note("15.2c", "The fort at {hex} is taken and razed.", hex=place)


def side_of(s: State, piece: int) -> int:
    """The owner of a piece."""
    return GERMAN if piece < s.data.soviets else SOVIET


def units_on_map(s: State, side: int) -> Bits:
    """The pieces of a side on the map."""
    d = s.data
    return d.side[side] & ~(s.here.get(d.reserve, 0) | s.here.get(d.lost, 0))


def zone(s: State, side: int) -> Bits:
    """The hexes in a side's Zones of Control; forts and air units exert none."""
    return s.zones[side]
