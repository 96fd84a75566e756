"""[8.0] The Inset: what goes on across the seam between the two maps.

Here: the return from the fringe at the end of a Player-Turn, with the elimination of what is too much (8.37).
Missing: free transfers of Russians (8.32, 8.12c, 12.45; verbs `transfer`, `watch`, `rest`; they set `regrouped`, for
6.33b), and the forced transfer when a German comes onto the Inset (8.33; flow EVACUATE with the verb `place`, and a
move that is cut there and goes on). Moves by way of the fringe (8.34 to 8.36) are missing in `movement`, attacks in
and out (8.42 to 8.46) in `combat`. Until then no German gets onto the Inset, and no Russian changes maps but by the
return.
"""

from ...core.action import Verb, one
from ...core.bits import Bits, scan
from ...core.kinds import PIECE
from ...core.rule import Ban
from .stacking import excess
from .state import State, lose, on_inset, put, units_in


def watched(s: State) -> bool:
    """Is the Russian to be asked about free transfers in a German Player-Turn?"""
    return s.watch and not on_inset(s)  # 8.32b


def come_home(s: State) -> None:
    """Every unit of the phasing player on a fringe hex of the Inset goes to its hex of the main map."""
    d = s.data
    for unit in scan(units_in(s, s.held[s.side] & d.fringe)):
        home = d.twin[s.place[unit]]
        put(s, unit, home)  # 8.37a, 8.37c
        s.note("8.37a", "{unit} returns to {hex}.", unit=unit, hex=home)


def too_many(s: State) -> Bits:
    """The units among which the phasing player must choose whom to eliminate."""
    out = 0
    for place in scan(s.held[s.side] & s.data.outside):
        out |= excess(s, place)
    return out


def eliminate_bans(s: State) -> list[Ban]:
    """Every piece that is not one too many."""
    return [Ban("8.37b", "{it} is in no fringe hex that is too full for it", s.data.all_pieces & ~too_many(s))]


ELIMINATE = Verb("eliminate", (one(PIECE, eliminate_bans, lambda s: s.data.all_pieces),), lose,
                 help="eliminate UNIT")  # 8.37b  # fmt: skip
