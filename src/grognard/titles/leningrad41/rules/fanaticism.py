"""[17.0] Fanaticism (optional): another -1 for a close assault, at the price of one of its units."""

from ....core.bits import Bits
from ....kit.stacks import pieces_in
from ..data.components import GERMAN
from ..state import State, option, those
from .modifiers import strength

PERCENT = 100


def named(side: int) -> tuple[str, str]:
    """The clause and the name of a side's fanaticism."""
    return ("17.1a", "National Socialist Ardor") if side == GERMAN else ("17.2a", "Proletarian Revolutionary Fervor")


def fanatics(s: State, hex_: int, firers: Bits) -> Bits:
    """Those who fire, are fanatic and adjacent to the target hex."""
    d = s.data
    near = firers & pieces_in(s, d.board.neighbours[hex_])
    return those(s, near, d.ability["ardor" if s.side == GERMAN else "fervor"])  # 17.1a, 17.2a


def possible(s: State, hex_: int, firers: Bits, storm: Bits) -> bool:
    """Whether fanaticism may be declared: in a close assault of which enough strength is fanatic."""
    if not storm or not option(s, "fanaticism", "fanaticism"):
        return False
    share = s.data.charts.numbers["fanatics"]
    return strength(s, fanatics(s, hex_, firers)) * PERCENT >= strength(s, firers) * share  # 17.1a, 17.2a
