"""[10.0] The local variables of a fire that is being resolved."""

from typing import NamedTuple

from ....core.bits import Bits
from ....core.kinds import FLAG, PIECES, PLACE, PLACES, WORD

FIRE, ASSAULT, AIR, NAVAL, VOLLEY = "fire", "assault", "air", "naval", "volley"
"""The kinds of fire at units: with guns, as a close assault, from the air, from the sea, and in defense (9.0)."""
BRIDGE, STRUCTURE = "bridge", "structure"
"""The kinds of demolition."""


class Battle(NamedTuple):
    """The local variables of a fire at enemy units."""

    kind: str
    hex: int
    firers: Bits  # all who take part
    storm: Bits = 0  # 10.15a: those of them that make the close assault
    targets: Bits = 0  # defenders still to be rolled for
    hit: Bits = 0  # defenders that are eliminated
    fanatic: bool = False  # 17.1a, 17.2a
    struck: bool = False  # 10.18a: there was an E


class Demolition(NamedTuple):
    """The local variables of a demolition."""

    kind: str
    hex: int
    firers: Bits
    bridge: Bits = 0  # the bridge, as a place


KINDS = {
    "kind": WORD,
    "hex": PLACE,
    **dict.fromkeys(("firers", "storm", "targets", "hit"), PIECES),
    **dict.fromkeys(("fanatic", "struck"), FLAG),
}
DEMOLITION_KINDS = {"kind": WORD, "hex": PLACE, "firers": PIECES, "bridge": PLACES}
"""The kind of each, for the position notation."""
