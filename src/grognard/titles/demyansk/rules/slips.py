"""[12.43, 12.44] Retreats through an enemy ZOC: into it, a step lost, a die, and out of it."""

from ....core.action import Arg, Verb
from ....core.bits import Bits, bits, scan
from ....core.kinds import PIECES
from ....core.rule import Ban, Objection
from ....kit.arguments import piece_arg, place_arg
from ....kit.battle.local import update
from ..state import State, put, update_control
from .battle import Battle
from .results import on_map, wipe_out
from .retreats import ZONE, Group, company, rest_objections, slip_ends, strand, ways_of


def slipper_bans(s: State) -> list[Ban]:
    """Every unit that cannot slip through an enemy ZOC, and why; one that has no way at all is not left to ask."""
    b: Battle = s.local
    known = ways_of(s, b.fleeing)
    free = bits(unit for unit in known if known[unit].ends)
    return [
        Ban("12.3a", "{it} does not have to retreat", s.data.all_pieces & ~b.fleeing),
        Ban("12.43a", "{it} can retreat without entering a vacant hex in an enemy ZOC", free),
    ]


def slipper_options(s: State, lead: int) -> Group:
    """The units that can slip through with another."""
    more = company(s, lead) & ~s.data.guns
    known = ways_of(s, more | 1 << lead)
    return Group(lead, more, lambda units: slip_ends(s, units, known))


def slip_objections(s: State, lead: int, rest: Bits) -> list[Objection]:
    """Why some units cannot slip through along with another."""
    names = s.title.lexicon.pieces
    guns = [Objection("12.43b", f"{names[gun]} is artillery") for gun in scan(rest & s.data.guns)]
    return guns or rest_objections(s, lead, rest, slipper_options(s, lead))


def _exits(s: State, units: Bits) -> dict[int, Bits]:
    b: Battle = s.local
    return slip_ends(s, units, ways_of(s, units)) if not units & ~b.fleeing else {}


def via_bans(s: State, lead: int, rest: Bits) -> list[Ban]:
    """Every hex through which these units cannot slip."""
    open_ = bits(_exits(s, rest | 1 << lead))
    return [Ban("12.44b", "{it} is not a hex in an enemy ZOC through which they could go", s.data.all_places & ~open_)]


def exit_bans(s: State, lead: int, rest: Bits, via: int) -> list[Ban]:
    """Every place where these units cannot end."""
    ends = _exits(s, rest | 1 << lead).get(via, 0)
    return [
        Ban("12.44j", "{it} is not a hex outside enemy ZOCs, with room, beyond the first", s.data.all_places & ~ends)
    ]


def slip(s: State, lead: int, rest: Bits, via: int, haven: int) -> None:
    """Begin a retreat through an enemy ZOC: one hex, a step lost, then the die."""
    b: Battle = s.local
    units = rest | 1 << lead
    s.note(
        "12.44b",
        "{units} try to slip through {hex}." if rest else "{units} tries to slip through {hex}.",
        units=units,
        hex=via,
    )
    for unit in scan(units):
        put(s, unit, via)
    update(s, fleeing=b.fleeing & ~units, slipping=units, haven=haven, owed=1, trial=ZONE)  # 12.43c, 12.44c
    update_control(s)


def slipping(s: State) -> bool:
    """Whether units are on their way through an enemy ZOC."""
    b: Battle = s.local
    return b.slipping & on_map(s) != 0


def end_slip(s: State) -> None:
    """Go on with the other units."""
    update(s, slipping=0, trial=0)
    strand(s)


SLIP = Verb(
    "slip",
    (
        piece_arg(slipper_bans),
        Arg(PIECES, "", slipper_options, slip_objections),
        place_arg(via_bans, "via"),
        place_arg(exit_bans, "to"),
    ),
    slip,
    label="Slip through",
    help="slip through a hex in an enemy ZOC to the one behind it",
)


def perish(s: State, unit: int) -> None:
    """Let a unit be eliminated rather than slip through an enemy ZOC."""
    b: Battle = s.local
    update(s, fleeing=b.fleeing & ~(1 << unit))
    wipe_out(s, 1 << unit, "12.44a")
    strand(s)


PERISH = Verb(
    "perish",
    (piece_arg(slipper_bans),),
    perish,
    label="Give up",
    help="a unit does not try to slip through and is lost",
)
