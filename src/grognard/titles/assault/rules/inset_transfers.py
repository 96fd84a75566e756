"""[8.0] The Inset: transfers between the two maps.

Moves by way of the fringe are in `movement`, attacks in and out (8.42 to 8.46) in `combat`.
"""

from ....core.action import Verb
from ....core.bits import Bits, scan
from ....core.rule import Ban, Objection
from ....kit.arguments import piece_arg, place_arg
from ..ruleset import RUSSIAN
from ..state import State, lose, on_inset, outermost, put, units_in
from .stacking import excess, limits
from .victory import passes

# -- free transfers ---------------------------------------------------------------------------


def in_city(s: State) -> Bits:
    """The Russian units on city hexes of the main map."""
    return units_in(s, hexes) if (hexes := s.data.city & s.held[RUSSIAN]) else 0


def transfer_units(s: State) -> list[Ban]:
    """Every piece that may not be transferred between a city hex and its district now."""
    d = s.data
    there = s.inside
    return [
        Ban("8.32a", "{it} is not a Russian unit in the city", d.all_pieces & ~there),
        Ban("8.33b", "{it} cannot be transferred while Germans are on the Inset", there if on_inset(s) else 0),
        Ban("12.45b", "{it} is disrupted, and cannot leave the Inset", s.disrupted & there & ~in_city(s)),
        Ban("19.43a", "{it} never leaves the interior of the Inset", d.interior_only & there),
    ]


def transfer_hexes(s: State, unit: int) -> list[Ban]:
    """Every place to which a unit in the city may not be transferred."""
    d, here = s.data, s.place[unit]
    if not s.inside >> unit & 1:
        return []
    to = d.district[here] if d.city >> here & 1 else 1 << d.twin[here]
    return [
        Ban("8.12c", "{it} is not the corresponding hex of the other map", d.all_places & ~to),
        *(ban._replace(where=ban.where & to) for ban in limits(s, unit)),  # 8.26a
    ]


def transfer(s: State, unit: int, hex_: int) -> None:
    """Transfer a unit to the other map at no cost."""
    put(s, unit, hex_)  # 8.32b, 8.32c, 12.45a
    passes(s, unit, hex_)
    if outermost(s) == "russian-movement":
        back = not s.data.ferries and s.regrouped >> unit & 1
        s.regrouped = s.regrouped & ~(1 << unit) if back else s.regrouped | 1 << unit  # 6.33b: back where it began
    s.note("8.32b", "{unit} is transferred to {hex}.", unit=unit, hex=hex_)


TRANSFER = Verb(
    "transfer",
    (piece_arg(transfer_units), place_arg(transfer_hexes)),
    transfer,
    leaves=False,
    help="transfer a unit between the city and its districts",
)


def set_watch(s: State) -> None:
    """Ask the Russian player about free transfers in German Player-Turns."""
    s.watch = True


def end_watch(s: State) -> None:
    """Stop asking the Russian player."""
    s.watch = False


def watching(s: State) -> list[Objection]:
    """The Russian player is already being asked."""
    return [Objection("8.32b", "you are already being asked")] if s.watch else []


def not_watching(s: State) -> list[Objection]:
    """The Russian player is not being asked."""
    return [] if s.watch else [Objection("8.32b", "you are not being asked")]


WATCH = Verb(
    "watch",
    (),
    set_watch,
    leaves=False,
    bars=(watching,),
    label="Ask me about transfers",
    help="be asked in German Player-Turns",
)
REST = Verb(
    "rest",
    (),
    end_watch,
    leaves=False,
    bars=(not_watching,),
    label="Don't ask about transfers",
    help="not be asked in German Player-Turns",
)


# -- the forced transfer ----------------------------------------------------------------------


def to_evacuate(s: State) -> Bits:
    """The Russian units that must leave the city hexes of the main map."""
    return in_city(s) if on_inset(s) else 0  # 8.33a, 8.33b


def place_units(s: State) -> list[Ban]:
    """Every piece that does not have to leave."""
    return [Ban("8.33a", "{it} does not have to leave a city hex", s.data.all_pieces & ~to_evacuate(s))]


def place(s: State, unit: int, hex_: int) -> None:
    """Place a unit in its district."""
    put(s, unit, hex_)  # 8.33a, 12.45a
    passes(s, unit, hex_)
    s.note("8.33a", "{unit} goes to {hex}.", unit=unit, hex=hex_)


PLACING = Verb("place", (piece_arg(place_units), place_arg(transfer_hexes)), place, help="place a unit in its district")


# -- the return from the fringe ---------------------------------------------------------------


def watched(s: State) -> bool:
    """Whether the Russian player is asked about free transfers in a German Player-Turn."""
    return s.watch and not on_inset(s)  # 8.32b


def come_home(s: State) -> None:
    """Return the phasing player's units on fringe hexes of the Inset to their hexes of the main map."""
    d = s.data
    for unit in scan(units_in(s, s.held[s.side] & d.fringe)):
        home = d.twin[s.place[unit]]
        put(s, unit, home)  # 8.37a, 8.37c
        passes(s, unit, home)
        s.note("8.37a", "{unit} returns to {hex}.", unit=unit, hex=home)


def too_many(s: State) -> Bits:
    """The units among which the phasing player must choose one to eliminate."""
    out = 0
    for place in scan(s.held[s.side] & s.data.outside):
        out |= excess(s, place)
    return out


def eliminate_bans(s: State) -> list[Ban]:
    """Every piece that is not in an overstacked hex."""
    return [Ban("8.37b", "{it} is not in an overstacked fringe hex", s.data.all_pieces & ~too_many(s))]


def eliminate(s: State, unit: int) -> None:
    """Eliminate a unit of an overstacked fringe hex."""
    lose(s, unit, "8.37b")


ELIMINATE = Verb("eliminate", (piece_arg(eliminate_bans),), eliminate, help="eliminate a unit")
