"""[15.0] Soviet forts."""

from ....core.action import Verb
from ....core.bits import Bits
from ....core.rule import Ban
from ....kit.arguments import place_arg
from ....kit.words import counted, have
from ..state import GERMAN, SOVIET, State
from .supply import traced_from


def deliver(s: State) -> None:
    """Add the forts due on this Game-Turn to those not yet placed."""
    s.forts_due += s.data.forts_arrive.get(s.turn, 0)  # 15.0a, 15.4b
    s.forts_placed = 0


def fort_bans(s: State) -> list[Ban]:
    """Every hex where no fort can be placed, and why."""
    d = s.data
    in_reach = d.fort_zone
    lines = traced_from(s, SOVIET, d.leningrad)
    board = d.board.hexes

    def range_facts(hex_: int) -> dict[str, int]:
        return {"distance": min(d.board.distance(hex_, one) for one in d.leningrad_list), "limit": d.fort_range}

    nothing: Bits = 0
    return [
        Ban("15.0d", "{it} is not a hex of the map", d.all_places & ~board),
        Ban("15.0d", "{it} is {distance} hexes from Leningrad; the limit is {limit}", board & ~in_reach, range_facts),
        Ban("15.0c", "{it} is water", in_reach & ~d.land),
        Ban("15.2c", "{it} is held by a German unit", s.held[GERMAN]),
        Ban("15.0c", "{it} is not on a supply line from Leningrad", in_reach & d.land & ~lines),  # 3.0i, schedule.note2
        Ban("15.5b", "{it} already has a fort", s.forts),
        Ban(
            "15.4a",
            f"{counted(d.forts_per_turn, 'fort')} {have(d.forts_per_turn)} been placed in this Game-Turn",
            d.all_places if s.forts_placed >= d.forts_per_turn else nothing,
            lambda _: {"placed": s.forts_placed, "limit": d.forts_per_turn},
        ),
        Ban("15.0a", "no fort is due", d.all_places if s.forts_due <= 0 else nothing),
    ]


def can_fortify(s: State) -> bool:
    """Whether there is a fort to place and a hex for it."""
    if s.forts_due <= 0 or s.forts_placed >= s.data.forts_per_turn:
        return False
    return bool(FORTIFY.args[0].options(s))


def fortify(s: State, hex_: int) -> None:
    """Place a fort permanently."""
    s.forts |= 1 << hex_  # 15.0b, 15.3a, 15.5a
    s.forts_due -= 1
    s.forts_placed += 1
    s.note("15.0b", "A fort is built at {hex}.", hex=hex_)


FORTIFY = Verb(
    "fortify",
    (place_arg(fort_bans),),
    fortify,
    leaves=lambda s: not can_fortify(s),
    label="Build a fort in",
    help="build a fort in a hex",
)
