"""The state of a game of *Leningrad '41*: where the pieces are, what they have done, who controls what.

Pieces are numbered as in `Components`. The pool units of the 42nd Army are faces of anonymous counters. What nobody
knows is not here: a counter has no face until it is turned over or looked at (3.6, 7.3). Of the faces of a counter that
lies face down only the Soviet player knows.
"""

from array import array
from dataclasses import dataclass

from ...core import state as core
from ...core.bits import Bits, bits, lowest, scan
from ...core.flow import Frame
from ...core.kinds import FACE, FACES, FLAG, NUMBER, PIECES, PLACE, PLACES, WORD
from ...core.knowledge import kept
from ...core.state import Called, column, derived, scalar
from ...kit.stacks import shift
from .data.components import GERMAN, SOVIET, Components, Stage
from .data.links import SAIL
from .data.map_and_units import ARMY, COMMANDS, CORPS, RESERVE, Unit
from .data.scenarios import Plan

UNKNOWN = 255  # no face: nobody knows it
NOWHERE = 65535  # no pontoon
ALL_COMMANDS = (*COMMANDS[GERMAN], *COMMANDS[SOVIET])
DIVISION_COUNT = len(COMMANDS[GERMAN]) - 1
CORPS_AT, ARMY_AT, RESERVE_AT = (ALL_COMMANDS.index(name) for name in (CORPS, ARMY, RESERVE))
ORDERS = ("ask", "always", "third", "hold")
"""Standing orders for defensive fire: decide each time; fire; fire if the chance is at least a third; do not fire."""
MARKS = ("up", "reinforcements", "moved", "fired", "closed", "used")
"""The marks of a unit, which it loses when it leaves the map."""


@core.columns
@dataclass(slots=True, eq=False, kw_only=True)
class State(core.State):
    """A position."""

    data: Components
    place: "array[int]" = column(PLACE)
    face: bytearray = column(FACE, UNKNOWN, aspect="identity")  # of counters of the 42nd Army
    pontoon: "array[int]" = column(PLACE, NOWHERE)  # 8.10d: the hex to which this engineer has bridged the river

    turn: int = scalar(NUMBER, 0)
    side: int = scalar(NUMBER, GERMAN)  # whose player turn it is: 5.1a
    up: Bits = scalar(PIECES)  # 6.6: counters of the 42nd Army that lie face up
    died: Bits = scalar(FACES)  # 7.7a: faces that have been eliminated, as everybody knows
    reinforcements: Bits = scalar(PIECES)  # 19.2: counters of the 42nd Army drawn in this turn
    moved: Bits = scalar(PIECES)  # 8.1d: in this phase
    fired: Bits = scalar(PIECES)  # 10.2a
    closed: Bits = scalar(PIECES)  # 8.2a: of sub-commands that have finished moving
    used: Bits = scalar(PIECES)  # 8.10l: engineers whose pontoon was crossed in this phase
    landed: Bits = scalar(PIECES)  # 18.3d: by air
    command: str = scalar(WORD, "", words=lambda _d: ("", *ALL_COMMANDS))  # 8.2a: the sub-command that moves now
    attacked: Bits = scalar(PLACES)  # 10.5a: in this phase
    sailed: int = scalar(NUMBER, 0)  # 8.11a: amphibious moves in this phase
    german: Bits = scalar(PLACES)  # 4.2a, 4.2b: hexes under German control
    rubble: Bits = scalar(PLACES)  # 2.13a, 10.18e
    demolished: Bits = scalar(PLACES)  # 10.17d: bridges
    german_orders: str = scalar(WORD, ORDERS[0], words=lambda _d: ORDERS)  # for defensive fire
    soviet_orders: str = scalar(WORD, ORDERS[0], words=lambda _d: ORDERS)
    flieger: int = scalar(NUMBER, 0)  # 19.1v: the turn on which the battlegroup comes
    fleet: int = scalar(NUMBER, 0)  # 15.3c: the turn on which the Red Banner Fleet returns
    delayed: bool = scalar(FLAG, False)  # 16.2a
    due: int = scalar(NUMBER, 0)  # replacements or draws still to come in this phase

    here: dict[int, Bits] = derived()  # the pieces in each place that holds any
    there: list[Bits] = derived()  # each side's units and leaders on the map
    held: list[Bits] = derived()  # the hexes they occupy, which enemies may not enter (8.14a)
    force: list[Bits] = derived()  # the hexes with units of each sub-command, in the order of ALL_COMMANDS
    full: list[Bits] = derived()  # the hexes in which each side has as many units as may stack

    @property
    def stage(self) -> Stage:
        """The scenario on the board."""
        return self.data.stages[self.scenario]

    @property
    def plan(self) -> Plan:
        """The scenario."""
        return self.data.plans[self.scenario]


def option(s: State, name: str, value: str) -> bool:
    """Whether the game is played with this non-default value of an option."""
    return f"{name}={value}" in s.options


def side_of(s: State, piece: int) -> int:
    """The owner of a piece."""
    return SOVIET if s.data.side[SOVIET] >> piece & 1 else GERMAN


# -- derived fields ---------------------------------------------------------------------------


def settle(s: State) -> None:
    """Recompute the derived fields, and the control that follows from the position."""
    d = s.data
    s.here, s.there, s.held, s.full = {}, [0, 0], [0, 0], [0, 0]
    s.force = [0] * len(ALL_COMMANDS)
    for piece, place in enumerate(s.place):
        s.here[place] = s.here.get(place, 0) | 1 << piece
    ashore = d.ground & ~d.afloat & ~sailing(s)
    for place, pieces in s.here.items():
        if place < d.board.box:
            look_at(s, place)
            for side in (GERMAN, SOVIET):
                s.there[side] |= pieces & d.side[side]
                if pieces & d.side[side] & ashore:
                    take(s, side, 1 << place)  # 4.2a


def sailing(s: State) -> Bits:
    """The unit that is making an amphibious move, which takes control only where it lands (8.11d)."""
    frames = (*s.stack, Frame(s.flow, s.at, s.local))
    return bits(one.local.unit for one in frames if one.flow.name == "walk" and one.local.manner == SAIL)


def look_at(s: State, place: int) -> None:
    """Update the derived fields for one hex."""
    d, bit = s.data, 1 << place
    pieces = s.here.get(place, 0)
    for side in (GERMAN, SOVIET):
        own = pieces & d.side[side]
        full = (own & d.ground).bit_count() >= stacking(s, side, place)  # 6.1d, 14.5a
        s.held[side] = s.held[side] | bit if own else s.held[side] & ~bit
        s.full[side] = s.full[side] | bit if full else s.full[side] & ~bit
    for n, members in enumerate(d.command.values()):  # in the order of ALL_COMMANDS
        if pieces & members:
            s.force[n] |= bit
        elif s.force[n] & bit:
            s.force[n] ^= bit


def stacking(s: State, side: int, place: int) -> int:
    """How many units of a side may be in a hex."""
    numbers = s.data.charts.numbers
    if side == GERMAN:
        return numbers["german_stacking"]  # 6.1a
    if s.data.objectives >> place & 1:
        return numbers["soviet_objective"]  # 6.1b
    return s.data.charts.delay.stacking if s.delayed else numbers["soviet_stacking"]  # 6.1c, 16.2d


def put(s: State, piece: int, place: int, takes: bool = True) -> None:
    """Move a piece. A ground unit takes control of the hex it comes to, unless it only passes it on the water."""
    d, bit = s.data, 1 << piece
    side, old = side_of(s, piece), shift(s.place, s.here, piece, place)
    if old < d.board.box:
        look_at(s, old)
    if place >= d.board.box:
        s.there[side] &= ~bit
        return
    look_at(s, place)
    s.there[side] |= bit
    if takes and d.ground & ~d.afloat & bit:
        take(s, side, 1 << place)  # 4.2a


def take(s: State, side: int, hexes: Bits) -> None:
    """Give land hexes to a side."""
    hexes &= s.data.land
    s.german = s.german | hexes if side == GERMAN else s.german & ~hexes  # 4.2c


def troops(s: State, side: int) -> Bits:
    """The hexes with ground units of a side; leaders alone do not count."""
    out = 0
    for command in COMMANDS[side]:
        out |= s.force[ALL_COMMANDS.index(command)]
    return out


def room(s: State, piece: int) -> Bits:
    """The hexes in which this unit or leader may be without breaking the rules of stacking; its own may be full.

    Nobody passes through any other hex, so this holds at every moment (6.4a, 8.4b).
    """
    d, bit = s.data, 1 << piece
    if d.leaders & bit:
        return d.hexes  # 14.5a, 14.5b, 6.3b
    side = side_of(s, piece)
    open_ = d.hexes & ~s.full[side]  # 6.1a, 6.1b, 6.1c
    if side == SOVIET:
        return open_ & ~s.force[RESERVE_AT if d.command[ARMY] & bit else ARMY_AT]  # 6.3a
    for n in range(DIVISION_COUNT):
        if not (d.command[ALL_COMMANDS[n]] | d.command[CORPS]) & bit:
            open_ &= ~s.force[n]  # 6.2a, 6.2b, 6.2c
    return open_


# -- units and faces --------------------------------------------------------------------------


def unit_of(s: State, piece: int) -> Unit | None:
    """The unit that a piece is; None for a counter that nobody knows, and for leaders and markers."""
    d = s.data
    if piece < d.first_counter:
        return d.units[piece]
    if piece >= d.first_leader or s.face[piece] == UNKNOWN:
        return None
    return d.faces[s.face[piece]]


def those(s: State, pieces: Bits, kinds: Bits) -> Bits:
    """Those of these pieces that are among these units; counters that nobody knows are not."""
    out = pieces & kinds & ~s.data.anonymous
    return out | pieces & counters_with(s, kinds) if pieces & s.data.anonymous else out


@kept(lambda s, _kinds: bytes(s.face))
def counters_with(s: State, kinds: Bits) -> Bits:
    """The counters whose face is among these units."""
    faces = kinds >> s.data.first_counter & s.data.all_faces  # that of an unknown counter is beyond all faces
    return bits(piece for piece in scan(s.data.anonymous) if faces >> s.face[piece] & 1)


def unknown(s: State, pieces: Bits) -> Bits:
    """Those of these pieces that nobody knows."""
    return pieces & faceless(s)


@kept(lambda s: bytes(s.face))
def faceless(s: State) -> Bits:
    """The counters that nobody knows."""
    return bits(piece for piece in scan(s.data.anonymous) if s.face[piece] == UNKNOWN)


def face_down(s: State, pieces: Bits) -> Bits:
    """Those of these pieces that lie face down."""
    return pieces & s.data.anonymous & ~s.up


def unseen_faces(s: State) -> Bits:
    """The faces that no counter has yet: nobody has seen them."""
    return s.data.all_faces & ~bits(face for face in s.face if face != UNKNOWN)


def counter_of(s: State, face: int) -> int | None:
    """The counter that has this face; None if nobody knows which one does."""
    return next((piece for piece in scan(s.data.anonymous) if s.face[piece] == face), None)


# -- the pool of the 42nd Army ----------------------------------------------------------------


def pool_weights(s: State) -> dict[int, int]:
    """How likely each face is to be drawn from the pool of the 42nd Army, in proportion.

    Some counters of the pool are known: units that have returned. Any of the others may be any face not yet seen,
    and so may the unknown counters on the map.
    """
    d = s.data
    pool = s.here.get(d.army_pool, 0)
    hidden = unknown(s, d.anonymous)
    here = (pool & hidden).bit_count()
    out = {s.face[piece]: hidden.bit_count() or 1 for piece in scan(pool & ~hidden)}
    return out | dict.fromkeys(scan(unseen_faces(s)), here) if here else out


def draw_from_pool(s: State, face: int) -> int:
    """Take the counter with this face from the pool to those that arrive; return its number.

    It is always the lowest number of the pool, so that numbers tell nothing about faces.
    """
    d = s.data
    pool = s.here[d.army_pool]
    counter, holder = lowest(pool), counter_of(s, face)
    old = s.face[counter]
    if holder is None and old != UNKNOWN:
        holder = lowest(unknown(s, pool))
    if holder is not None and holder != counter:
        s.face[holder] = old
    s.face[counter] = face
    put(s, counter, d.arriving)
    return counter


def remove(s: State, piece: int, box: int) -> None:
    """Take a piece off the map into a box, without its marks."""
    put(s, piece, box)
    off = ~(1 << piece)
    for mark in MARKS:
        setattr(s, mark, getattr(s, mark) & off)
    s.pontoon[piece] = NOWHERE  # 8.10k


def return_to_pool(s: State, piece: int) -> None:
    """Put a Soviet unit back into the pool of its sub-command; a counter keeps its face there."""
    d = s.data
    remove(s, piece, d.army_pool if d.anonymous >> piece & 1 else d.reserve_pool)  # 7.3b, 7.7a, 7.7c


def eliminate(s: State, piece: int, clause: str = "10.14a") -> None:
    """Eliminate a unit or leader: to the dead pile, to its pool, or out of play."""
    d, bit = s.data, 1 << piece
    s.note(clause, "{who} is eliminated.", who=name_of(s, piece))
    if d.side[GERMAN] & d.ground & bit:
        remove(s, piece, d.dead)  # 10.14c
    elif d.anonymous & bit:
        s.died |= 1 << s.face[piece]
        return_to_pool(s, piece)  # 7.7a, 6.6f
    elif d.command[RESERVE] & bit:
        return_to_pool(s, piece)
    else:
        remove(s, piece, d.out)  # 7.5f, 7.7b, 14.7a, 15.1d, 15.2c


# -- names ------------------------------------------------------------------------------------


def name_of(s: State, piece: int) -> str:
    """The name of a piece for someone who knows what is known about it."""
    d = s.data
    unit = unit_of(s, piece)
    if unit is not None:
        return f"the {unit.name}" if piece < d.first_counter else f"the {unit.name} ({d.pieces[piece]})"
    if piece < d.first_leader:
        return stranger(s, piece)
    if d.leaders >> piece & 1:
        return d.counters.leaders[piece - d.first_leader].name
    return d.pieces[piece]


def stranger(s: State, piece: int) -> str:
    """The name of a counter that lies face down."""
    return f"a 42nd Army unit ({s.data.pieces[piece]})"


def known(s: State, piece: int) -> bool:
    """Whether everyone sees what a piece is."""
    return not face_down(s, 1 << piece)


def called(s: State, piece: int) -> int:
    """A piece under its current name for a note, whatever happens to it later."""
    if s.log is None:
        return piece
    return Called(piece, name_of(s, piece), stranger(s, piece), None if known(s, piece) else (SOVIET,))
