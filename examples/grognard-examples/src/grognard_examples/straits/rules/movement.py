"""[3.0] Movement."""

from grognard.core.action import Verb, one
from grognard.core.bits import Bits, bits, scan
from grognard.core.kinds import PIECE, PLACE
from grognard.core.rule import Ban

from ..state import State, blocks_in, claim


def blocks(s: State) -> Bits:
    """The blocks to choose from before bans: all of them."""
    return s.data.all_blocks


def places(s: State) -> Bits:
    """The places to choose from before bans: all of them."""
    return s.data.board.everywhere


def full(s: State, side: int, more: int = 1) -> Bits:
    """The areas without room for this many more blocks of a side."""
    room = s.data.room  # 3.2a
    return bits(area for area in scan(s.data.board.areas) if blocks_in(s, area, side).bit_count() + more > room)


def ends(s: State, block: int) -> Bits:
    """Where a block can go."""
    return s.data.board.neighbours[s.place[block]] & ~full(s, s.data.side_of[block])


def block_bans(s: State) -> list[Ban]:
    """Who may not move."""
    d, mine = s.data, s.data.side[s.side]
    lost = bits(block for block in scan(mine) if s.place[block] == d.lost)
    return [
        Ban("3.1a", "{it} is not your block", d.side[1 - s.side]),
        Ban("3.1a", "{it} is not on the map", lost),
        Ban("3.1b", "{it} has moved already", s.moved & mine),
        Ban("3.2a", "there is no room in any area next to {it}", bits(b for b in scan(mine & ~lost) if not ends(s, b))),
    ]


def area_bans(s: State, block: int) -> list[Ban]:
    """Where a block may not go."""
    near = s.data.board.neighbours[s.place[block]]
    return [
        Ban("3.1c", "{it} is not next to the block", s.data.board.everywhere & ~near),
        Ban("3.2a", "{it} holds {room} of your blocks", near & full(s, s.side), lambda _: {"room": s.data.room}),
    ]


def move(s: State, block: int, to: int) -> None:
    """Move a block."""
    if s.data.board.over_river[s.place[block]] >> to & 1:
        s.crossed |= 1 << block  # 4.2b
    s.place[block] = to
    s.moved |= 1 << block  # 3.1b
    claim(s)
    s.note("3.1c", "{unit} moves to {hex}.", unit=block, hex=to)


MOVE = Verb(
    "move",
    (one(PIECE, block_bans, blocks), one(PLACE, area_bans, places, "to")),
    move,
    leaves=False,
    help="move a block",
)
