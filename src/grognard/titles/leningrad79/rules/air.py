"""[13.0] Air power: support in combat, and interdiction."""

from ....core.action import Verb, within
from ....core.bits import Bits, bits
from ....core.kinds import NUMBER
from ....core.rule import Ban, Objection
from ....kit.arguments import place_arg
from ....kit.battle.local import update
from ....kit.words import counted
from ..state import State


def free(s: State) -> bool:
    """Whether an air unit is still unused in this Game-Turn."""
    return s.air > 0  # 13.5a


def not_free(s: State, count: int) -> Objection:
    """The objection to a number of air units other than 1 to those free."""
    said = f"{count} air units asked for, {s.air} not yet used in this Game-Turn"
    return Objection("13.5a", said, {"asked": count, "free": s.air})


def support(s: State, count: int) -> None:
    """Commit air units to the battle, before any unit is revealed."""
    s.air -= count  # 13.5a
    update(s, air=count)  # 13.0b, 13.1b, 13.1c, 13.1d, 13.2a: a number in the battle, not a unit that could be lost
    s.note("13.2a", "The Luftwaffe joins in with {count}.", count=counted(count, "air unit"))


def interdict_bans(s: State) -> list[Ban]:
    """Interdiction must be placed on hexes of the map."""
    return [Ban("13.0c", "{it} is not a hex of the map", s.data.all_places & ~s.data.board.hexes)]


def interdict(s: State, hex_: int) -> None:
    """Place an air unit on a hex."""
    bit = 1 << hex_
    if s.raid & bit:
        s.raid &= ~bit
        s.heavy_raid |= bit  # 13.3c
    else:
        s.raid |= bit  # 13.3a
    s.air -= 1  # 13.5a
    s.note("13.0c", "The Luftwaffe interdicts {hex}.", hex=hex_)


def return_home(s: State) -> None:
    """Remove interdicting air units from the map."""
    s.raid = s.heavy_raid = 0  # 3.0k


def sorties(s: State) -> None:
    """Make every air unit that has arrived available for the Game-Turn."""
    arrived: Bits = bits(n for n, turn in enumerate(s.data.air_arrives) if turn <= s.turn)
    s.air = arrived.bit_count()  # 13.0a, 13.5a


SUPPORT = Verb(
    "air",
    (within(NUMBER, lambda s: range(1, s.air + 1), not_free),),
    support,
    label="Air support:",
    help="commit air units to this battle",
)
INTERDICT = Verb(
    "interdict",
    (place_arg(interdict_bans),),
    interdict,
    leaves=lambda s: s.air == 0,
    label="Interdict",
    help="put an air unit on a hex",
)
