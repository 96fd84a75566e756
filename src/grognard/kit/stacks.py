"""Which piece is where: a column of places, and the pieces in each occupied place."""

from array import array
from collections.abc import Sequence
from typing import Protocol

from ..core.bits import Bits
from ..core.native import native


class Stacks(Protocol):
    """A state that stores the place of every piece and the pieces in every place."""

    place: "array[int]"
    here: dict[int, Bits]


@native
def pieces_in(s: Stacks, places: Bits) -> Bits:
    """The pieces in these places."""
    out, here = 0, s.here
    while places:
        top = places.bit_length() - 1
        places ^= 1 << top
        out |= here.get(top, 0)
    return out


def places_of(s: Stacks, pieces: Bits) -> Bits:
    """The places that hold these pieces."""
    return values_of(s.place, pieces)


def values_of(column: Sequence[int], members: Bits) -> Bits:
    """The values of a column for these members, as a set."""
    out = 0
    while members:
        top = members.bit_length() - 1
        members ^= 1 << top
        out |= 1 << column[top]
    return out


def shift(place: "array[int]", here: dict[int, Bits], piece: int, to: int) -> int:
    """Move a piece to another place; return the place it left."""
    old, bit = place[piece], 1 << piece
    left = here[old] & ~bit
    if left:
        here[old] = left
    else:
        del here[old]
    here[to] = here.get(to, 0) | bit
    place[piece] = to
    return old
