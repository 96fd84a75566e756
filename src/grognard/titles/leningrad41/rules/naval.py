"""[15.3] The Red Banner Fleet: off the map, and away for some turns after it has fired.

Nobody can attack it (15.3f).
"""

from ....core.action import Verb
from ....core.bits import scan
from ....core.rule import Ban
from ....kit.arguments import place_arg
from ....kit.battle.die import roll_verb
from ..data.components import SOVIET
from ..state import State, put, troops
from .batteries import away, fleet
from .battle import Battle, attack
from .fire import target_bans
from .modifiers import NAVAL
from .spotting import seen_from_sea


def hex_bans(s: State) -> list[Ban]:
    """Every place at which the fleet cannot fire, and why."""
    return [
        *target_bans(s),
        Ban("15.3c", away(s), 0 if fleet(s) else s.data.all_places),
        Ban("11.2d", "no face-up unit of the 42nd Army sees {it}", troops(s, 1 - s.side) & ~seen_from_sea(s)),
    ]


def bombard(s: State, hex_: int) -> None:
    """Fire at the units in a hex; the fleet comes to the map only for that (15.3b)."""
    attack(s, Battle(NAVAL, hex_, fleet(s)))


BOMBARD = Verb(
    "bombard",
    (place_arg(hex_bans),),
    bombard,
    leaves=False,
    label="Red Banner Fleet fires at",
    help="bombard a hex with the Red Banner Fleet",
)


def leaves(s: State) -> bool:
    """Whether a die says when the fleet returns."""
    b: Battle = s.local
    return bool(b.firers & s.data.naval)


def roll_return(s: State, die: int) -> None:
    """Roll for the return of the fleet."""
    b: Battle = s.local
    s.fleet = s.turn + die  # 15.3c
    for gun in scan(b.firers & s.data.naval):
        put(s, gun, s.data.spent)
    s.note("15.3c", "A {die}: {told}.", die=die, told=away(s))


RETURN = roll_verb(roll_return, "15.3c")


def come_back(s: State) -> None:
    """Make the fleet ready in the Soviet Offensive Fire Phase of the turn on which it returns."""
    d = s.data
    if s.turn >= s.fleet:
        for gun in scan(s.here.get(d.spent, 0) & d.naval & d.side[SOVIET]):
            put(s, gun, d.beside)  # 15.3c
