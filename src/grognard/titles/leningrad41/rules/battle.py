"""[10.3] The course of one attack: who is uncovered, who is rolled for, and the dice.

An attack is fire at the units in a hex, from the ground, from the air or from the sea, or a demolition.
"""

from typing import NamedTuple

from ....core.action import Verb
from ....core.bits import Bits, lowest
from ....core.flow import call
from ....core.kinds import FLAG, PIECES, PLACE, PLACES, word
from ....kit.battle.die import roll_verb
from ....kit.battle.ledger import Line
from ....kit.battle.local import update
from ..data.components import GERMAN
from ..state import State, called
from . import fanaticism
from .fog import reveal
from .modifiers import (
    AIR,
    ASSAULT,
    BRIDGE,
    FIRE,
    NAVAL,
    STRUCTURE,
    column,
    demolition_lines,
    kills,
    modifiers,
    shift,
    strength,
)


class Battle(NamedTuple):
    """The local variables of an attack."""

    kind: str
    hex: int
    firers: Bits  # all who take part
    storm: Bits = 0  # 10.15a: those of them that make the close assault
    bridge: Bits = 0  # 10.17a: the bridge that is to be demolished, as a place
    targets: Bits = 0  # defenders still to be rolled for
    hit: Bits = 0  # defenders that are eliminated
    fanatic: bool = False  # 17.1a, 17.2a
    struck: bool = False  # there was an E
    rolled: bool = False  # the die of a demolition


KINDS = {
    "kind": word(FIRE, ASSAULT, AIR, NAVAL, BRIDGE, STRUCTURE),
    "hex": PLACE,
    "bridge": PLACES,
    **dict.fromkeys(("firers", "storm", "targets", "hit"), PIECES),
    **dict.fromkeys(("fanatic", "struck", "rolled"), FLAG),
}
"""The kind of each, for the position notation."""


def attack(s: State, battle: Battle) -> None:
    """Begin an attack; the phase goes on when it is resolved (10.2c, 10.2d, 10.2g)."""
    call(s, s.title.flows["battle"], battle)


def demolishes(b: Battle) -> bool:
    """Whether it is a demolition, which does not affect units."""
    return b.kind in (BRIDGE, STRUCTURE)


def uncover(s: State) -> None:
    """Turn over the units that fire and those in the target hex."""
    b: Battle = s.local
    s.attacked |= 1 << b.hex  # 10.5a
    s.fired |= b.firers & s.data.ground  # 10.1d, 10.2a
    s.note("10.3a", "{units} {how} {hex}.", units=b.firers, hex=lowest(b.bridge or 1 << b.hex), how=_how(b))  # 12.6e
    reveal(s, b.firers)  # 6.6e
    if s.side == GERMAN:
        reveal(s, s.here.get(b.hex, 0))  # 6.6c, 6.5c


def _how(b: Battle) -> str:
    many = b.firers & (b.firers - 1)
    if b.kind == ASSAULT:
        return "assault" if many else "assaults"
    if demolishes(b):
        return ("try" if many else "tries") + (" to demolish" if b.kind == BRIDGE else " to raze")
    return "fire at" if many else "fires at"


def begin(s: State) -> None:
    """Note who is rolled for: every unit in the hex, and in a close assault leaders too."""
    b: Battle = s.local
    if not demolishes(b):
        update(s, targets=defenders(s, b))


def defenders(s: State, b: Battle) -> Bits:
    """The enemies that an attack can hit."""
    d = s.data
    there = s.here.get(b.hex, 0) & d.side[1 - s.side]
    return there & (d.ground | d.leaders) if b.kind == ASSAULT else there & d.ground  # 14.6a, 14.6b, 14.6c


# -- fanaticism [17.0] ------------------------------------------------------------------------


def may_be_fanatic(s: State) -> bool:
    """Whether the attacker may declare fanaticism."""
    b: Battle = s.local
    return fanaticism.possible(s, b.hex, b.firers, b.storm)


def declare(s: State) -> None:
    """Declare fanaticism."""
    clause, name = fanaticism.named(s.side)
    s.note(clause, "{name} is declared.", name=name)
    update(s, fanatic=True)


def decline(_s: State) -> None:
    """Attack without it."""


FANATIC = Verb(
    "fanatic",
    (),
    declare,
    label="Declare fanaticism",
    help="declare fanaticism: a better die roll, and one of the assaulting units is lost",
)
PLAIN = Verb("plain", (), decline, label="No fanaticism", help="attack without it")


# -- the dice ---------------------------------------------------------------------------------


def dice_left(s: State) -> bool:
    """Whether a die is still to be rolled: one for each defender, or one for a demolition."""
    b: Battle = s.local
    return not b.rolled if demolishes(b) else b.targets != 0  # 10.13a, 10.17b, 10.19b


def lines(s: State, b: Battle, defender: int) -> list[Line]:
    """What changes the die against a defender."""
    return modifiers(s, b.firers, b.hex, defender, b.kind, b.storm, b.fanatic)


def roll(s: State, die: int) -> None:
    """Roll for one defender, or for the bridge or structure."""
    b: Battle = s.local
    if demolishes(b):
        change = shift(demolition_lines(s, b.firers, b.hex, b.bridge))
        struck = kills(s, column(s, b.firers), die + change)  # 10.17c, 10.19c
        _tell(s, b, die, change, struck)
        update(s, rolled=True, struck=struck)
        return
    defender = lowest(b.targets)
    change = shift(lines(s, b, defender))
    struck = kills(s, column(s, b.firers), die + change)  # 10.3c, 10.13a
    _tell(s, b, die, change, struck, defender)
    one = 1 << defender
    update(s, targets=b.targets & ~one, hit=b.hit | one if struck else b.hit, struck=b.struck or struck)


def _tell(s: State, b: Battle, die: int, change: int, struck: bool, unit: int | None = None) -> None:
    """Note a die with strength, column and modifiers."""
    if s.log is None:
        return
    crt = s.data.charts.crt
    found = strength(s, b.firers)
    sum_ = f"{die}{change:+d} = {die + change}" if change else str(die)
    shot = f"strength {found}, column {crt.names[crt.column(found)]}, die {sum_}"
    clause, result = ("10.14a", "E") if struck else ("10.14b", "no effect")
    if unit is None:
        s.note(clause, "{shot}: {result}.", shot=shot, result=result)
    else:
        s.note(clause, "{shot} at {unit}: {result}.", shot=shot, result=result, unit=called(s, unit))


ROLL = roll_verb(roll, "10.3c")


def storming(s: State, b: Battle) -> Bits:
    """The units that made the close assault and are still there."""
    return b.storm & s.there[s.side]
