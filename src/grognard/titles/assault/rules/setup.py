"""[5.0, 19.8] Set-up: units in their hexes, and some Russians anywhere in the city."""

from ....core.action import Verb
from ....core.bits import Bits
from ....core.rule import Ban
from ....kit.arguments import piece_arg, place_arg
from ..state import State, option, put
from .stacking import limits


def set_up(s: State) -> None:
    """Place everything with a fixed hex at the start."""
    d = s.data
    for piece, hex_ in d.start.items():
        put(s, piece, hex_)  # 5.1a, appendix1.1, appendix1.4, appendix1.5, 14.1a, 19.81a
    if option(s, "markers", "five"):
        s.markers = d.markers  # 18.51a


def to_place(s: State) -> Bits:
    """The units that still have to be placed in the city."""
    return s.here.get(s.data.reserve, 0) & s.data.free if s.turn == 0 else 0  # appendix1.3, 19.82a


def unit_bans(s: State) -> list[Ban]:
    """Every piece that cannot be placed."""
    d = s.data
    clause = d.rules.case("appendix1.3")
    return [Ban(clause, "{it} is not one of those still to be placed", d.all_pieces & ~to_place(s))]  # 19.82a


def hex_bans(s: State, unit: int) -> list[Ban]:
    """Every place where a unit may not start, and why."""
    d = s.data
    city = d.city | d.interior
    clause = d.rules.case("appendix1.3")
    away = Ban(clause, f"{{it}} is not a hex of {d.rules.city}", d.all_places & ~city)  # 19.82a
    if not d.free >> unit & 1:
        return [away]
    out = d.city if d.interior_only >> unit & 1 else 0
    inside = Ban("19.43b", "it starts in the interior of the Inset, not in {it}", out)
    return [away, inside, *(ban._replace(where=ban.where & city) for ban in limits(s, unit))]  # 8.26a, 8.26b, 8.26c


def deploy(s: State, unit: int, hex_: int) -> None:
    """Place a unit."""
    put(s, unit, hex_)  # appendix1.3, 8.32a, 19.82a
    s.note(s.data.rules.case("appendix1.3"), "{unit} deploys at {hex}.", unit=unit, hex=hex_)


DEPLOY = Verb(
    "deploy", (piece_arg(unit_bans), place_arg(hex_bans)), deploy, label="Place", help="place a unit in the city"
)
