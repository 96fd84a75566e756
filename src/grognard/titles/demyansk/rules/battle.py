"""[11.0] The local variables of a combat that is being resolved."""

from typing import NamedTuple

from ....core.bits import Bits
from ....core.kinds import FLAG, NUMBER, PATH, PIECES, PLACE, PLACES


class Battle(NamedTuple):
    """The local variables of a combat that is being resolved."""

    lead: int  # the Defender hex it is named by
    battlefield: Bits  # the Defender hexes as declared
    targets: Bits  # those in which there is still somebody to fight
    attackers: Bits  # the ground units that attack, as declared; the survivors are on the map
    defenders: Bits  # the units in the Defender hexes
    evaders: Bits = 0  # 11.42a: the Defender hexes still to be asked
    trial: int = 0  # which trial on the Retreat Options Table comes next: see `retreat_options`
    tried: bool = False  # 12.41a: a Retreat Before Combat has been tried
    fed: bool = True  # 11.51b: all defenders are Supplied
    hungry: Bits = 0  # 11.51a: attackers without Combat Supply
    extras: Bits = 0  # 11.41b: Soviet armor that shares the fate of the armor that fights in its hex
    alone: Bits = 0  # 10.22a: guns that defend without other units
    guns: Bits = 0  # artillery of both sides that supports
    planes: Bits = 0  # air units of both sides that support
    column: int = 0  # of the CRT
    change: int = 0  # of the die
    die: int = 0
    stage: int = 0  # 1: the attacker's part of the result, 2: the defender's
    special: bool = False  # 12.23a: the side of this stage still has to choose
    owed: int = 0  # steps it still has to lose
    toll: bool = False  # 12.42j: a step that no printed unit can lose
    bound: int = 0  # the fewest hexes it has to retreat; 0 for none
    fleeing: Bits = 0  # units that still have to retreat
    slipping: Bits = 0  # 12.44: those in the first hex of a retreat through an enemy ZOC
    haven: int = 0  # where they are going
    vacated: Bits = 0  # Defender hexes the attackers may enter
    advanced: Bits = 0  # units that have advanced
    origins: tuple[int, ...] = ()  # 12.52c: the hex from which each of them came
    closed: bool = False  # the advance is over
    fought: bool = False  # 8.42b: there was a combat, not only a Retreat Before Combat


KINDS = {
    **dict.fromkeys(("lead", "haven"), PLACE),
    **dict.fromkeys(("battlefield", "targets", "evaders", "vacated"), PLACES),
    **dict.fromkeys(("attackers", "defenders", "hungry", "extras", "alone"), PIECES),
    **dict.fromkeys(("guns", "planes", "fleeing", "slipping", "advanced"), PIECES),
    "origins": PATH,
    **dict.fromkeys(("trial", "column", "change", "die", "stage", "owed", "bound"), NUMBER),
    **dict.fromkeys(("tried", "fed", "special", "toll", "closed", "fought"), FLAG),
}
"""The kind of each, for the position notation."""
