"""Who is where: a column of places, and beside it the pieces in each place that holds any."""

from array import array

from ..core.bits import Bits


def shift(place: "array[int]", here: dict[int, Bits], piece: int, to: int) -> int:
    """Move a piece to another place; the place where it was."""
    old, bit = place[piece], 1 << piece
    left = here[old] & ~bit
    if left:
        here[old] = left
    else:
        del here[old]
    here[to] = here.get(to, 0) | bit
    place[piece] = to
    return old
