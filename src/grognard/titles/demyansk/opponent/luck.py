"""How lucky a roll is: what it gives the Axis player beyond the average of the six faces."""

from ....core.action import Action
from ....core.bits import lowest
from ..data.components import AXIS
from ..rules.battle import Battle
from ..state import State
from .battle_odds import prospect, rows
from .opportunities import Opportunities
from .weights import WEIGHTS


def luck(s: State, roll: Action) -> float:
    """What the die of a combat gives the Axis player beyond the average; nothing for other rolls."""
    b = s.local
    if s.title.step(s).name != "die" or not isinstance(b, Battle) or not b.targets:
        return 0.0
    results = rows(s.data, b.column, b.change)
    stakes = Opportunities(s, s.side, WEIGHTS).stakes(lowest(b.targets), b.attackers & s.there[s.side])
    out = prospect(results[roll.args[0] - 1 :][:1], stakes).gain - prospect(results, stakes).gain
    return out if s.side == AXIS else -out
