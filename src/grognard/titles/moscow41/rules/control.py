"""[2.5, 2.7] Who controls an Area, where both sides are, and how many Blocks fit.

Clauses: 2.5a-g, 2.5.1a, 2.7a-f, 2.4.1b, 2.4.2b, 2.4.3c, 2.4.4b, 4.2.4e-f, 10.10f.
"""

from ....core.bits import Bits
from ....core.knowledge import kept
from ....core.rule import Ban
from ..data.components import GERMAN, SOVIET, Components
from ..state import State, blocks_in, conceal, put
from .victory import judge

ROOMY = 99  # Blocks, where there is no limit


def not_yours(s: State, side: int, clause: str) -> list[Ban]:
    """The Blocks of the other side; and the Bombers, which all belong to German headquarters."""
    return _not_yours(s.data, side, clause)


@kept()
def _not_yours(d: Components, side: int, clause: str) -> list[Ban]:
    flown = d.all_bombers if side == GERMAN else 0
    return [
        Ban(clause, "{it} is not yours", d.all_pieces & ~d.side[side] & ~flown),
        Ban("10.10f", "{it} is a Bomber: only its headquarters can send it", flown),
    ]


def lines(s: State, side: int) -> Bits:
    """The Areas with a Defensive Line of a side."""
    return s.german_lines if side == GERMAN else s.soviet_lines


def set_lines(s: State, side: int, areas: Bits) -> None:
    """Change where a side has Defensive Lines."""
    if side == GERMAN:
        s.german_lines = areas
    else:
        s.soviet_lines = areas
    s.line_cubes &= s.german_lines | s.soviet_lines


def units(s: State, side: int) -> Bits:
    """The Areas with Units of a side: Blocks other than Leaders, and lines."""
    return s.held[side] | lines(s, side)  # 1.3a


def contested(s: State) -> Bits:
    """The Areas with Units of both sides."""
    return (s.held[GERMAN] | s.german_lines) & (s.held[SOVIET] | s.soviet_lines)  # 2.5d


def controlled(s: State, side: int) -> Bits:
    """The Areas a side controls, contested or not."""
    areas = s.data.board.areas
    return s.german & areas if side == GERMAN else areas & ~s.german


def friendly(s: State, side: int) -> Bits:
    """The Areas a side controls that are not contested."""
    return controlled(s, side) & ~contested(s)


def room(s: State, side: int, area: int) -> int:
    """How many more Blocks of a side an Area can hold."""
    most = s.data.stacking[area]
    return most - blocks_in(s, side, area).bit_count() if most else ROOMY  # 2.7a, 2.7c, 2.4.4b, 4.2.4e


def take(s: State, place: int, side: int) -> None:
    """Give a side control of an Area or box, with all immediate consequences."""
    if (s.german >> place & 1) == (side == GERMAN):
        return
    s.german ^= 1 << place
    s.note("2.5a", "{hex} falls to the {side}.", side=("Germans", "Soviets")[side], hex=place)
    if place == s.data.moscow and side == GERMAN:
        stalin = s.piece[s.data.leader[SOVIET]]
        if s.place[stalin] == place:
            put(s, stalin, s.data.surrendered)  # 4.2.4f
            s.note("4.2.4f", "Moscow has fallen, and Stalin with it.")
    judge(s)


def vacated(s: State, area: int) -> None:
    """Settle control of an Area that Units have left: a side alone there controls it."""
    german, soviet = units(s, GERMAN) >> area & 1, units(s, SOVIET) >> area & 1
    if german != soviet:
        side = GERMAN if german else SOVIET
        take(s, area, side)  # 2.5a, 2.5b
        if shown := blocks_in(s, side, area) & s.up & ~s.active & ~s.blitz:
            conceal(s, shown)  # 10.15b, ruling on 10.15: no longer contested
