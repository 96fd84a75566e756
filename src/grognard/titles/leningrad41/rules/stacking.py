"""[6.4] Stacks beyond the limit: the opponent eliminates units in excess, or moves them to the nearest legal hex."""

from collections.abc import Mapping

from ....core.action import Verb
from ....core.bits import Bits, bits, scan
from ....core.rule import Ban
from ....kit.arguments import piece_arg, place_arg
from ..data.components import GERMAN, SOVIET
from ..state import State, eliminate, put, return_to_pool, room, side_of, stacking


def crowded(s: State, side: int) -> Bits:
    """The hexes in which a side has more units than may stack."""
    d, own = s.data, s.data.side[side] & s.data.ground
    return bits(
        place
        for place in scan(s.full[side])
        if (s.here.get(place, 0) & own & d.ground).bit_count() > stacking(s, side, place)
    )  # 6.1a, 6.1b, 6.1c


def german_excess(s: State) -> Bits:
    """The hexes with too many German units, at the end of their Movement Phase (7.6c)."""
    return crowded(s, GERMAN)


def excess_bans(s: State) -> list[Ban]:
    """Every piece that is not in a German hex beyond the limit."""
    d, hexes = s.data, german_excess(s)
    there = 0
    for hex in scan(hexes):
        there |= s.here[hex] & d.side[GERMAN] & d.ground
    return [Ban("6.4c", "{it} is not in a stack beyond the limit", d.all_pieces & ~there)]


def nearest(s: State, piece: int) -> Bits:
    """The nearest hexes in which this unit may be."""
    d = s.data
    open_ = room(s, piece) & d.land & ~s.held[1 - side_of(s, piece)]
    start = s.place[piece]
    best = min((d.board.distance(start, hex) for hex in scan(open_)), default=0)
    return bits(hex for hex in scan(open_) if d.board.distance(start, hex) == best)


FULL = "{it} is full: {limit} may be there, and {units} are"


def crowd_bans(s: State, piece: int, where: Bits) -> list[Ban]:
    """Those of these hexes that have no room for a unit, and why: too many are there, or such as it may not be with."""
    d, side = s.data, side_of(s, piece)
    shut = where & ~room(s, piece)
    full, mixed = shut & s.full[side], shut & ~s.full[side]

    def facts(hex_: int) -> Mapping[str, int]:
        mates = s.here.get(hex_, 0) & d.side[side] & d.ground
        return {"units": mates.bit_count(), "limit": stacking(s, side, hex_)}

    if side == GERMAN:
        return [Ban("6.1a", FULL, full, facts), Ban("6.2a", "{it} holds a unit of another division", mixed)]
    return [
        Ban("6.1b", FULL, full & d.objectives, facts),
        Ban("6.1c", FULL, full & ~d.objectives, facts),
        Ban("6.3a", "{it} holds a unit of the other sub-command", mixed),
    ]


def shift_bans(s: State, piece: int) -> list[Ban]:
    """Every place to which a unit in excess cannot be moved."""
    d = s.data
    if any(ban.where >> piece & 1 for ban in excess_bans(s)):
        return []
    found = nearest(s, piece)
    facts = {"hexes": " or ".join(d.board.names[hex_] for hex_ in scan(found))}
    return [Ban("6.4c", "{it} is not the nearest legal hex, {hexes}", d.all_places & ~found, lambda _: facts)]


def cut(s: State, piece: int) -> None:
    """Eliminate a unit in excess."""
    eliminate(s, piece, "6.4c")


def shift_unit(s: State, piece: int, hex: int) -> None:
    """Move a unit in excess."""
    put(s, piece, hex)
    s.note("6.4c", "{unit} is moved to {hex}.", unit=piece, hex=hex)


CUT = Verb("eliminate", (piece_arg(excess_bans),), cut, help="eliminate a unit of the stack")
SHIFT = Verb(
    "shift",
    (piece_arg(excess_bans), place_arg(shift_bans)),
    shift_unit,
    label="Move aside",
    help="move a unit of the stack aside",
)


def send_back(s: State) -> None:
    """At the end of the Soviet Movement Phase arrivals in hexes beyond the limit go back to the pool."""
    for hex in scan(crowded(s, SOVIET)):
        for unit in scan(s.here[hex] & s.reinforcements):
            s.note("19.2g", "{unit} is still over the limit and goes back to the pool.", unit=unit)
            return_to_pool(s, unit)
    s.reinforcements = 0
