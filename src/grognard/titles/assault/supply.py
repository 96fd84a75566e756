"""[11.0] Supply.

Here: which hexes a path may go through (11.15a, 11.15b).
Missing: the check of both sides and the markers it lays (11.11 to 11.14, 11.16 to 11.19, 11.51 to 11.53), attrition
(11.24), headquarters (11.31 to 11.35, 11.37), units that need no path (11.41 to 11.46), Guerrillas (11.43, 15.3),
returned headquarters (option `headquarters`, 11.36c) and the option `attrition` (18.41, 18.42). Until then every unit
is in supply unless its position says otherwise; what want of supply does to movement is in `movement` (11.21, 11.22).
"""

from ...core.bits import Bits
from .ruleset import GERMAN
from .state import State, on_inset
from .zones import zone


def open_to(s: State, side: int) -> Bits:
    """The land hexes a path of a side may go through."""
    d, own, enemy = s.data, s.held[side], s.held[1 - side]
    ground = d.land & ~enemy & ~d.seam(enemy)
    if side == GERMAN or on_inset(s):
        ground &= ~d.city  # 8.31a, 8.33b
    return ground & (~zone(s, 1 - side) | own | d.seam(own))  # 11.15a, 11.15b


def determine(s: State) -> None:
    """The Supply Determination Phase: not written yet, and everything stays as it is."""
