"""[10.17, 10.19] Demolition: of bridges from Game Turn 3 on, and of structures in empty hexes."""

from ....core.action import Verb
from ....core.bits import Bits, bits
from ....core.knowledge import kept
from ....core.options import One, Options
from ....core.rule import Ban
from ....kit.arguments import place_arg
from ....kit.hex.reach import union
from ..data.components import SOVIET, Components
from ..state import State
from .batteries import fleet, markers
from .battle import Battle, attack
from .command import AIR, FLEET, words
from .fire import Words, by_arg, units_arg
from .modifiers import BRIDGE, STRUCTURE
from .spotting import manned, reached, seen_from_above, seen_from_sea


def everyone(s: State) -> tuple[str, ...]:
    """Who may direct a demolition in an Offensive Fire Phase: Soviet air markers and the fleet too."""
    return (*words(s), AIR, FLEET) if s.side == SOVIET else words(s)  # 12.3b, 12.5a


def only_air(_s: State) -> tuple[str, ...]:
    """Who may direct one in the German Air Strike Phase."""
    return (AIR,)  # 12.3a


def targets(s: State, known: Words, own: bool = False) -> Bits:
    """The hexes at which somebody can fire; with `own`, also those in which a unit is."""
    found, directs = 0, known(s)
    if AIR in directs and markers(s):
        found |= seen_from_above(s)
    if FLEET in directs and fleet(s):
        found |= seen_from_sea(s)
    if len(directs) > 1:
        found |= reached(s) | (manned(s) if own else 0)
    return found


# -- bridges [10.17] --------------------------------------------------------------------------


@kept()
def ends(d: Components) -> tuple[tuple[Bits, Bits], ...]:
    """Every printed bridge with its two hexes."""
    return tuple((1 << bridge, bits(side)) for bridge, side in d.span.items())


def bridges(s: State, hexes: Bits) -> Bits:
    """The bridges that touch one of these hexes."""
    out = 0
    for bridge, both in ends(s.data):
        if both & hexes:
            out |= bridge
    return out


def bridge_bans(s: State, known: Words) -> list[Ban]:
    """Every place that is no bridge that could be demolished now, and why."""
    d = s.data
    every, shot = d.printed_bridges, s.attacked
    first = d.charts.numbers["first_demolition"]
    near = targets(s, known, own=True)
    return [
        Ban("10.17a", "{it} is no printed bridge", d.all_places & ~every),
        Ban("10.17a", f"bridges may be demolished from Game Turn {first} on", every if s.turn < first else 0),
        Ban("10.17d", "{it} is demolished", s.demolished),
        Ban("10.5a", "both hexes of {it} have been attacked", every & ~bridges(s, d.hexes & ~shot) if shot else 0),
        Ban("10.6a", "nobody who may still fire can fire at {it}", every & ~bridges(s, near & ~shot)),
    ]


def bridge_options(s: State, known: Words) -> Options:
    """The bridges that could be demolished now."""
    if s.turn < s.data.charts.numbers["first_demolition"]:
        return One(0)  # 10.17a
    return One(bridges(s, targets(s, known, own=True) & ~s.attacked) & ~s.demolished)  # 10.5a, 10.6a, 10.17d


def side_bans(s: State, bridge: int, known: Words) -> list[Ban]:
    """Every place that is not a hex of the bridge that could be attacked, and why."""
    d = s.data
    both = bits(d.span.get(bridge, ()))
    return [
        Ban("10.17a", "the bridge does not touch {it}", d.all_places & ~both),
        Ban("10.5a", "{it} has been attacked in this phase", s.attacked & both),
        Ban("10.6a", "nobody who may still fire can fire at {it}", both & ~targets(s, known, own=True)),
    ]


def blow(s: State, bridge: int, hex_: int, _by: str, units: Bits) -> None:
    """Fire at a bridge."""
    attack(s, Battle(BRIDGE, hex_, units, bridge=1 << bridge))


# -- structures [10.19] -----------------------------------------------------------------------


def structure_bans(s: State, known: Words) -> list[Ban]:
    """Every place whose structures cannot be demolished, and why."""
    d = s.data
    full = union(s.held)
    return [
        Ban("10.19a", "{it} is neither urban nor an objective", d.all_places & ~d.rubbled),
        Ban("10.19a", "{it} is not empty", full),
        Ban("10.18g", "{it} is rubble already", s.rubble),
        Ban("10.5a", "{it} has been attacked in this phase", s.attacked),
        Ban("10.6a", "nobody who may still fire can fire at {it}", d.rubbled & ~targets(s, known)),
    ]


def structure_options(s: State, known: Words) -> Options:
    """The hexes whose structures can be demolished."""
    free = s.data.rubbled & ~s.rubble & ~s.attacked & ~(s.held[0] | s.held[1])  # 10.19a, 10.18g, 10.5a
    return One(free & targets(s, known) if free else 0)  # 10.6a


def raze(s: State, hex_: int, _by: str, units: Bits) -> None:
    """Fire at the structures of an empty hex (10.2f)."""
    attack(s, Battle(STRUCTURE, hex_, units))


# -- the verbs --------------------------------------------------------------------------------


def blow_verb(known: Words) -> Verb:
    """The verb for bridges, with those who may direct the fire."""
    where = place_arg(lambda s: bridge_bans(s, known))._replace(
        options=lambda s: bridge_options(s, known), ask="Which bridge?"
    )
    end = place_arg(lambda s, bridge: side_bans(s, bridge, known), "at")._replace(ask="At which end?")
    args = (where, end, by_arg(known, 1, own=True), units_arg(known, 1, own=True))
    return Verb("blow", args, blow, leaves=False, label="Blow up a bridge", help="blow up a bridge by fire")


def raze_verb(known: Words) -> Verb:
    """The verb for structures, with those who may direct the fire."""
    where = place_arg(lambda s: structure_bans(s, known))._replace(options=lambda s: structure_options(s, known))
    args = (where, by_arg(known), units_arg(known))
    return Verb("raze", args, raze, leaves=False, label="Demolish structures", help="demolish the structures of a hex")


BLOW, RAZE = blow_verb(everyone), raze_verb(everyone)
AIR_BLOW, AIR_RAZE = blow_verb(only_air), raze_verb(only_air)
