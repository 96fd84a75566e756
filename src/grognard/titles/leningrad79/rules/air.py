"""[13.0] Air power: support in combat, and interdiction."""

from ....core.action import Verb, one, within
from ....core.bits import Bits, bits
from ....core.kinds import NUMBER, PLACE
from ....core.rule import Ban, Objection
from ....kit.words import counted
from ..state import State
from .combat import update


def free(s: State) -> bool:
    """Is there an air unit that has not served in this Game-Turn?"""
    return s.air > 0  # 13.5a


def not_free(s: State, count: int) -> Objection:
    """No more air units than are free, and at least one."""
    said = f"{count} air units asked for, {s.air} not yet used in this Game-Turn"
    return Objection("13.5a", said, {"asked": count, "free": s.air})


def support(s: State, count: int) -> None:
    """The German commits air units to the battle, before anything is revealed."""
    s.air -= count  # 13.5a
    update(s, air=count)  # 13.0b, 13.1b, 13.1c, 13.1d, 13.2a: a number in the battle, no unit that could stand or fall
    s.note("13.2a", "The Luftwaffe joins in with {count}.", count=counted(count, "air unit"))


def interdict_bans(s: State) -> list[Ban]:
    """Interdiction goes on hexes of the map."""
    return [Ban("13.0c", "{it} is not a hex of the map", s.data.all_places & ~s.data.board.hexes)]


def interdict(s: State, hex_: int) -> None:
    """An air unit is put on a hex."""
    bit = 1 << hex_
    if s.raid & bit:
        s.raid &= ~bit
        s.heavy_raid |= bit  # 13.3c
    else:
        s.raid |= bit  # 13.3a
    s.air -= 1  # 13.5a
    s.note("13.0c", "The Luftwaffe interdicts {hex}.", hex=hex_)


def return_home(s: State) -> None:
    """Interdicting air units come off the map."""
    s.raid = s.heavy_raid = 0  # 3.0k


def sorties(s: State) -> None:
    """At the start of a Game-Turn every air unit that has arrived is free."""
    arrived: Bits = bits(n for n, turn in enumerate(s.data.air_arrives) if turn <= s.turn)
    s.air = arrived.bit_count()  # 13.0a, 13.5a


SUPPORT = Verb(
    "air", (within(NUMBER, lambda s: range(1, s.air + 1), not_free),), support, help="air N: commit N air units"
)
INTERDICT = Verb(
    "interdict",
    (one(PLACE, interdict_bans, lambda s: s.data.all_places),),
    interdict,
    leaves=lambda s: s.air == 0,
    help="interdict HEX",
)
