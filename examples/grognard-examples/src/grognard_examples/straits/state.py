"""What changes in a game of *Straits*."""

from dataclasses import dataclass

from grognard.core import state as core
from grognard.core.bits import Bits, bits, scan
from grognard.core.kinds import NUMBER, PIECES, PLACE, PLACES
from grognard.core.state import column, scalar

from .components import ISLAND, MAINLAND, Components


@core.columns
@dataclass(slots=True, eq=False, kw_only=True)
class State(core.State):
    """A position."""

    data: Components
    place: bytearray = column(PLACE)
    strength: bytearray = column(NUMBER, aspect="strength")  # 0: not dealt yet, or destroyed
    turn: int = scalar(NUMBER)
    side: int = scalar(NUMBER, MAINLAND)  # whose turn it is: Island's begins each turn
    known: Bits = scalar(PIECES)  # has been in a battle
    moved: Bits = scalar(PIECES)
    crossed: Bits = scalar(PIECES)  # the straits, this turn
    held: Bits = scalar(PLACES)  # the areas that belong to Island


def blocks_in(s: State, area: int, side: int) -> Bits:
    """The blocks of a side in an area."""
    return bits(block for block in scan(s.data.side[side]) if s.place[block] == area)


def areas_of(s: State, side: int) -> Bits:
    """The areas where a side has blocks."""
    return bits(s.place[block] for block in scan(s.data.side[side])) & s.data.board.areas


def contested(s: State) -> Bits:
    """The areas with blocks of both sides."""
    return areas_of(s, ISLAND) & areas_of(s, MAINLAND)


def controlled(s: State, side: int) -> Bits:
    """The areas that belong to a side."""
    return s.held if side == ISLAND else s.data.board.areas & ~s.held


def claim(s: State) -> None:
    """Give each area to the side that is alone in it."""
    island, mainland = areas_of(s, ISLAND), areas_of(s, MAINLAND)
    s.held = (s.held | island & ~mainland) & ~(mainland & ~island)  # 1.1a


def total(s: State, blocks: Bits) -> int:
    """The total strength of some blocks."""
    return sum(s.strength[block] for block in scan(blocks))
