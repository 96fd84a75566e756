"""The state of a game of *Moscow '41*: where the Blocks are, what they show, and who controls what.

A piece is the wooden block, its `face` the sticker. To the opponent, upright Blocks of one side in one place look
alike: they form a group, and within it the pieces' numbers must reveal nothing. Two conventions ensure this: faces are
always sorted within a group, and a Block that leaves it or is revealed takes the group's lowest number, whichever face
it has. So a Block may change its number whenever one moves: `put` and `reveal` return the new one.

`trail` is what the opponent could track of a Block: the set of places where its face may be.
"""

from array import array
from dataclasses import dataclass

from ...core import state as core
from ...core.bits import Bits, bits, listed, lowest, scan
from ...core.kinds import FACE, FLAG, NUMBER, PATH, PIECES, PLACE, PLACES, WORD
from ...core.state import Called, column, derived, scalar
from ...kit import stacks
from ...kit.stacks import values_of
from .data.components import GERMAN, SOVIET, Components
from .data.scenarios import Plan

UNSAID = 9  # no level: full Strength in a hand-written position
UNSEEN = 9
NO_FACE = 255  # of a Bomber
TACTICAL, MOVES, CALL, PASS, EXPLOIT, NONE = (
    "tactical",
    "strategic-move",
    "strategic-call",
    "pass",
    "exploitation",
    "none",
)
IMPULSES = (NONE, TACTICAL, MOVES, CALL, PASS, EXPLOIT)


@core.columns
@dataclass(slots=True, eq=False, kw_only=True)
class State(core.State):
    """A position. Pieces are numbered: German Blocks, Soviet Blocks, Bombers."""

    data: Components
    place: "array[int]" = column(PLACE)
    face: bytearray = column(FACE, NO_FACE, aspect="identity")
    level: bytearray = column(NUMBER, UNSAID, aspect="strength")  # 4.2.3b: dots or stars shown; 0 is the heart
    seen: bytearray = column(NUMBER, UNSEEN, aspect="identity")  # the level at which the opponent last saw it
    trail: list[Bits] = column(PLACES, 0, aspect="identity")  # 1.5b: where it may be, as far as the opponent knows
    aim: "array[int]" = column(
        PLACE, 0
    )  # 10.4b, 10.10f: where a headquarters fires or a Bomber strikes in this segment

    up: Bits = scalar(PIECES)  # 1.5.1a: lies face up
    cube: Bits = scalar(PIECES)  # 9.1b: isolated
    acted: Bits = scalar(PIECES, aspect="identity")  # 10.7a: has moved, built or been activated in this Impulse
    active: Bits = scalar(PIECES)  # 10.1c: activated headquarters
    crossed: Bits = scalar(PIECES)  # 2.4.6b: a blue cube
    blitz: Bits = scalar(PIECES)  # 10.15c: cleared a Green Area and may Blitz

    turn: int = scalar(NUMBER, 0)
    side: int = scalar(NUMBER, GERMAN)  # the active player
    impulse: str = scalar(WORD, NONE, words=lambda _data: IMPULSES)  # what the active player plays
    passes: int = scalar(NUMBER)  # 12.0f: in a row
    row: int = scalar(NUMBER)  # Strategic Impulses in a row: ruling on 6.0
    disc: int = scalar(NUMBER, GERMAN)  # 3.2a: who holds it
    spent: bool = scalar(FLAG, False)  # it passes at the end of this Impulse
    german_spent: int = scalar(NUMBER)  # dnieper.5, gasp.10: how often, in this scenario or month
    soviet_spent: int = scalar(NUMBER)
    weather: str = scalar(WORD, "sun", words=lambda data: tuple(data.weather))
    forecast: int = scalar(NUMBER)  # 8.1a: the box of the track
    impulses: int = scalar(NUMBER)  # 8.1b: German ones since October began
    winter: int = scalar(NUMBER)  # 14.5a: German ones in December
    german: Bits = scalar(PLACES)  # 2.5: Areas and boxes under German control
    german_lines: Bits = scalar(PLACES)  # 4.1
    soviet_lines: Bits = scalar(PLACES)
    line_cubes: Bits = scalar(PLACES)  # 9.1b: isolated lines
    old: Bits = scalar(PLACES)  # 10.11e: contested when the Impulse, or its Blitz Segment, began
    calm: Bits = scalar(PLACES)  # 10.8l: friendly to the active player and uncontested when the Impulse began
    fought: Bits = scalar(PLACES)  # the Battles of this segment
    dashes: tuple[int, ...] = scalar(PATH, ())  # 10.16o: from where to where Blocks have blitzed, in pairs
    entered: Bits = scalar(PLACES)  # 5.0h: where a Reinforcement has entered in this phase
    value: int = scalar(NUMBER)  # 7.2.1g: as computed for the current phase or Impulse
    points: int = scalar(NUMBER)  # points left of it
    reached: bool = scalar(FLAG, False)  # 10.9f: Hoepner has come to Leningrad
    recalled: bool = scalar(FLAG, False)  # 14.2o: Zhukov has come back from there
    rolled: bool = scalar(FLAG, False)  # 10.9b: Hoepner has rolled in this Impulse

    here: dict[int, Bits] = derived()  # the pieces in each place that holds any
    held: list[Bits] = derived()  # the Areas with Units of each side; Leaders are not Units
    full: list[Bits] = derived()  # the Areas in which each side has no room left
    piece: bytearray = derived()  # the piece that has a face
    on_map: Bits = derived(0)  # the pieces in Areas
    boxed: Bits = derived(0)  # and in boxes

    @property
    def plan(self) -> Plan:
        """The scenario."""
        return self.data.plans[self.scenario]


def side_of(s: State, piece: int) -> int:
    """The owner of a Block or Bomber."""
    return SOVIET if s.data.side[SOVIET] >> piece & 1 else GERMAN


def faces_of(s: State, pieces: Bits) -> Bits:
    """The faces of these Blocks."""
    return values_of(s.face, pieces & s.data.all_blocks)


def pieces_of(s: State, faces: Bits) -> Bits:
    """The Blocks with these faces."""
    return sum([1 << s.piece[face] for face in listed(faces)])


def faced(s: State, pieces: Bits, faces: Bits) -> Bits:
    """The Blocks that have one of these faces."""
    out, face = 0, s.face
    while pieces:
        low = pieces & -pieces
        pieces ^= low
        if faces >> face[low.bit_length() - 1] & 1:
            out |= low
    return out


def blocks_in(s: State, side: int, place: int) -> Bits:
    """The Blocks of a side in a place, Leaders too."""
    return s.here.get(place, 0) & s.data.side[side]


def units_at(s: State, side: int, place: int) -> Bits:
    """The Blocks of a side in a place that are Units; Leaders never take part."""
    return blocks_in(s, side, place) & ~(1 << s.piece[s.data.leader[side]])  # 4.2.4c


def on_board(s: State, side: int) -> Bits:
    """The Blocks of a side in Areas and boxes."""
    return (s.on_map | s.boxed) & s.data.side[side]


def blocks_among(s: State, side: int, areas: Bits) -> Bits:
    """The Blocks of a side in these Areas, Leaders too."""
    d, out, here = s.data, 0, s.here
    areas &= d.board.areas & (s.held[side] | 1 << s.place[s.piece[d.leader[side]]])
    while areas:
        low = areas & -areas
        areas ^= low
        out |= here[low.bit_length() - 1]
    return out & d.side[side]


def units_among(s: State, side: int, areas: Bits) -> Bits:
    """The Blocks of a side in these Areas that are Units."""
    return blocks_among(s, side, areas) & ~(1 << s.piece[s.data.leader[side]])


# -- groups -----------------------------------------------------------------------------------


def group(s: State, piece: int) -> Bits:
    """The upright Blocks that the opponent cannot distinguish from this one; cubes are visible to all."""
    bit = 1 << piece
    out = s.here[s.place[piece]] & s.data.side[side_of(s, piece)] & ~s.up
    out &= s.cube if s.cube & bit else ~s.cube
    return out & (s.crossed if s.crossed & bit else ~s.crossed)


def _sort(s: State, pieces: Bits) -> None:
    """Sort the faces of a group, with everything that belongs to a face."""
    if pieces & pieces - 1:
        slots = list(scan(pieces))
        order = sorted(slots, key=s.face.__getitem__)
        if order != slots:
            _lay(s, slots, order)


def _lay(s: State, slots: list[int], order: list[int]) -> None:
    """Fill the slots with the contents of those in `order`."""
    if acted := s.acted:
        s.acted &= ~bits(slots)
        s.acted |= bits(slot for slot, n in zip(slots, order, strict=True) if acted >> n & 1)
    face, level, seen, trail, piece = s.face, s.level, s.seen, s.trail, s.piece
    records = [(face[n], level[n], seen[n], trail[n]) for n in order]
    for slot, record in zip(slots, records, strict=True):
        face[slot], level[slot], seen[slot], trail[slot] = record
        piece[record[0]] = slot


def single_out(s: State, piece: int) -> int:
    """The number under which an upright Block leaves its group: the lowest."""
    those = group(s, piece) & (2 << piece) - 1  # the others stay as they are
    first = lowest(those)
    if first == piece:
        return piece
    if those == (2 << piece) - (1 << first):
        _rotate(s, first, piece, those)
    else:
        slots = list(scan(those))
        _lay(s, slots, [piece, *slots[:-1]])
    return first


def _rotate(s: State, first: int, last: int, those: Bits) -> None:
    """Fill the first of consecutive slots with the contents of the last, and the others with those before them."""
    for values in (s.face, s.level, s.seen, s.trail):
        values.insert(first, values.pop(last))
    if acted := s.acted & those:
        s.acted ^= acted ^ ((acted << 1) & those | acted >> last << first)
    for slot in range(first, last + 1):
        s.piece[s.face[slot]] = slot


def regroup(s: State, side: int, place: int) -> None:
    """Sort the groups of a place again after visible marks have changed."""
    left = blocks_in(s, side, place) & ~s.up
    while left:
        same = group(s, lowest(left))
        _sort(s, same)
        left &= ~same


# -- what the opponent can track --------------------------------------------------------------


def follow(s: State, side: int, start: int, end: int, could: Bits) -> None:
    """Update the trails for an upright Block's move: it may be any of these faces possible at the start."""
    was, now, trail, up = 1 << start, 1 << end, s.trail, s.up
    for face in listed(could & s.data.side[side]):  # faces have the numbers of the pieces
        piece = s.piece[face]
        if trail[piece] & was and not up >> piece & 1:
            trail[piece] |= now
    forget(s, side, start)


def forget(s: State, side: int, place: int) -> None:
    """Remove a place without upright Blocks from all trails."""
    here, bit = blocks_in(s, side, place), 1 << place
    if here & ~s.up:
        return
    own = s.data.numbers[side]
    s.trail[own] = [places & ~bit for places in s.trail[own]]
    for piece in scan(here):
        s.trail[piece] = bit  # visible to all


def known(s: State, piece: int) -> bool:
    """Whether its face is visible to everyone."""
    return bool((s.up | s.data.all_bombers) >> piece & 1 or s.data.open_piles >> s.place[piece] & 1)


def stranger(s: State, piece: int) -> str:
    """The name of a Block to its opponent."""
    return f"a {('German', 'Soviet')[side_of(s, piece)]} Block ({s.data.pieces[piece]})"


def called(s: State, piece: int) -> int:
    """A Block under its current name for a note, whatever happens to it later; to the opponent by its number."""
    if s.log is None:
        return piece
    open_ = known(s, piece)
    alias = stranger(s, piece if open_ else lowest(group(s, piece)))
    return Called(piece, s.data.blocks[s.face[piece]].name, alias, None if open_ else (side_of(s, piece),))


# -- moving and revealing ---------------------------------------------------------------------


def put(s: State, piece: int, place: int, could: Bits = -1) -> int:
    """Move a Block or a Bomber and return its new number. To the opponent it may be any face in `could`."""
    if s.data.all_bombers >> piece & 1:
        shift(s, piece, place)
        return piece
    start, was_known = s.place[piece], known(s, piece)
    piece = depart(s, piece)
    shift(s, piece, place)
    return arrive(s, piece, start, was_known, could)


def depart(s: State, piece: int) -> int:
    """Detach a Block from its group to move it; return its number."""
    return piece if known(s, piece) else single_out(s, piece)


def arrive(s: State, piece: int, start: int, was_known: bool, could: Bits = -1, crossed: bool = False) -> int:
    """End the move of a Block, upright on the board where it is now; return its new number."""
    side, place, bit = side_of(s, piece), s.place[piece], 1 << piece
    if place >= s.data.board.pile:
        _strip(s, piece)
    elif not s.data.leaders >> s.face[piece] & 1:
        s.up &= ~bit
        s.crossed = s.crossed | bit if crossed else s.crossed & ~bit
    if known(s, piece):
        s.trail[piece] = 1 << place
        forget(s, side, start)
        return piece
    if was_known:
        s.trail[piece] = 1 << place
    else:
        follow(s, side, start, place, could)
    face = s.face[piece]
    _sort(s, group(s, piece))
    return s.piece[face]


def _strip(s: State, piece: int) -> None:
    """Clear everything about a Block but its name when it leaves the board."""
    off = ~(1 << piece)
    s.up &= off
    s.cube &= off
    s.acted &= off
    s.active &= off
    s.crossed &= off
    s.blitz &= off
    s.aim[piece] = 0
    s.level[piece] = UNSAID
    s.seen[piece] = UNSEEN


def shift(s: State, piece: int, place: int) -> None:
    """Change where a piece is, and nothing else."""
    old, bit = stacks.shift(s.place, s.here, piece, place), 1 << piece
    board = s.data.board
    if old < board.box:
        s.on_map &= ~bit
        _count(s, old, side_of(s, piece))
    elif old < board.pile:
        s.boxed &= ~bit
    if place < board.box:
        s.on_map |= bit
        _count(s, place, side_of(s, piece))
    elif place < board.pile:
        s.boxed |= bit


def _count(s: State, place: int, side: int) -> None:
    """Bring a side's sets of held and full Areas up to date for one Area."""
    d = s.data
    bit, own, most = 1 << place, s.here.get(place, 0) & d.side[side], d.stacking[place]
    fights = own & ~(1 << s.piece[d.leader[side]])
    s.held[side] = s.held[side] | bit if fights else s.held[side] & ~bit
    s.full[side] = s.full[side] | bit if most and own.bit_count() >= most else s.full[side] & ~bit  # 2.7a, 4.2.4e


def reveal(s: State, piece: int) -> int:
    """Turn a Block face up and return its new number."""
    if not known(s, piece):
        piece = single_out(s, piece)
        s.up |= 1 << piece  # 1.5.1a, 1.5c
        s.trail[piece], s.seen[piece] = 1 << s.place[piece], s.level[piece]
        forget(s, side_of(s, piece), s.place[piece])
    return piece


def conceal(s: State, pieces: Bits) -> None:
    """Turn Blocks upright again, indistinguishable from the others of their side."""
    pieces &= s.up & ~bits(s.piece[face] for face in s.data.leader)
    s.up &= ~pieces
    places = set()
    for piece in scan(pieces):
        s.trail[piece], s.seen[piece] = 1 << s.place[piece], s.level[piece]
        places.add((side_of(s, piece), s.place[piece]))
    for side, place in sorted(places):
        regroup(s, side, place)


# -- a position from its columns --------------------------------------------------------------


def settle(s: State) -> None:
    """Recompute the derived fields, and fill in what a hand-written position leaves out."""
    d = s.data
    s.piece = bytearray(len(d.blocks))
    for piece in range(len(d.blocks)):
        s.piece[s.face[piece]] = piece
    s.here, s.held, s.full, s.on_map, s.boxed = {}, [0, 0], [0, 0], 0, 0
    for piece, place in enumerate(s.place):
        s.here[place] = s.here.get(place, 0) | 1 << piece
        s.on_map |= (d.board.areas >> place & 1) << piece
        s.boxed |= (d.board.boxes >> place & 1) << piece
    for leader in d.leader:
        if d.on_board >> s.place[s.piece[leader]] & 1:
            s.up |= 1 << s.piece[leader]  # 4.2.4a
    closed = [bits(s.place[p] for p in scan(d.side[side] & ~s.up)) & d.on_board for side in (GERMAN, SOVIET)]
    for piece in range(len(d.blocks)):
        place = s.place[piece]
        if s.level[piece] == UNSAID and d.on_board >> place & 1:
            s.level[piece] = d.blocks[s.face[piece]].full
        if not s.trail[piece] >> place & 1:  # not given
            free = d.on_board >> place & 1 and not s.up >> piece & 1
            s.trail[piece] = closed[side_of(s, piece)] if free else 1 << place
    for place in [place for place in s.here if place < d.board.box]:
        for side in (GERMAN, SOVIET):
            _count(s, place, side)
    german, soviet = s.held[GERMAN] | s.german_lines, s.held[SOVIET] | s.soviet_lines
    s.german = (s.german | german & ~soviet) & ~(soviet & ~german) | d.staging  # 2.5a, 2.4.4a, 2.4.4d
    for place in list(s.here):
        if not d.open_piles >> place & 1:
            for side in (GERMAN, SOVIET):
                regroup(s, side, place)
