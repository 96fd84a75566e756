"""How lucky a roll is: what it gives the Germans beyond the average of the six faces, in objectives."""

from math import prod

from ....core.action import Action
from ....core.bits import lowest, scan
from ..data.components import GERMAN, SOVIET
from ..rules.battle import Battle, demolishes, lines
from ..rules.modifiers import VOLLEY, column, kills, modifiers, shift
from ..rules.walk import Walk
from ..state import State
from .battle_odds import chance_in
from .evaluation import unit_worth
from .weights import WEIGHTS


def luck(s: State, roll: Action) -> float:
    """What a roll of fire or defensive fire gives the Germans beyond the average; nothing for other rolls."""
    match s.title.step(s).name:
        case "die" if not demolishes(s.local):
            out = _of_attack(s, s.local, roll.args[0])
        case "shot":
            out = -_of_volley(s, s.local, roll.args[0])
        case _:
            return 0.0
    return out if s.side == GERMAN else -out


def _of_attack(s: State, b: Battle, die: int) -> float:
    """To the attacker: the defender that is rolled for, and the objective if nobody has withstood yet."""
    d, at = s.data, column(s, b.firers)
    change = {unit: shift(lines(s, b, unit)) for unit in scan(b.targets)}
    first = lowest(b.targets)
    worth = unit_worth(s, s.side, first)
    theirs = s.here.get(b.hex, 0) & d.side[1 - s.side] & d.ground
    lost = d.objectives >> b.hex & 1 and (s.german >> b.hex & 1) == (s.side == SOVIET)
    if lost and not theirs & ~b.hit & ~b.targets:
        w = WEIGHTS[s.side]
        rest = prod(chance_in(d, at, change[unit]) for unit in scan(theirs & b.targets & ~(1 << first)))
        worth += rest * w.objective * (1.0 if b.storm else w.siege)
    return worth * (kills(s, at, die + change[first]) - chance_in(d, at, change[first]))


def _of_volley(s: State, w: Walk, die: int) -> float:
    """To the side that fires: the unit that moves."""
    at, change = column(s, w.firers), shift(modifiers(s, w.firers, s.place[w.unit], w.unit, VOLLEY))
    return unit_worth(s, 1 - s.side, w.unit) * (kills(s, at, die + change) - chance_in(s.data, at, change))
