"""The regular of *Assault on Stalingrad*: the regular of the family, with plans and choices of this game."""

from ....core.action import Action
from ....core.bits import bits, scan
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, factor
from . import stalingrad_city
from .german import GermanPlan
from .opportunities import Opportunities
from .posts import Posts
from .regular import Regular
from .stalingrad_evaluation import WEIGHTS
from .stalingrad_german import StalingradGermanPlan
from .stalingrad_russian import StalingradRussianPlan
from .weights import Weights


class StalingradRegular(Regular):
    """Keeps the plan of the phase and carries it out order by order."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        super().__init__(weights)

    def planner(self, s: State) -> GermanPlan | Posts:
        """The orders of a phase, still to be made."""
        return (StalingradGermanPlan if s.side == GERMAN else StalingradRussianPlan)(s, self.look(s))

    def post(self, s: State, step: str) -> tuple[Action, str] | None:
        """Set-up, the division of the draw, the forced transfer."""
        return stalingrad_city.post(s, step)

    def before_moving(self, s: State) -> tuple[Action, str] | None:
        """Nothing comes before the orders."""
        return None

    def after_moving(self, s: State) -> tuple[Action, str] | None:
        """In the last turn, transfers to victory hexes."""
        return stalingrad_city.occupy(s)

    def combat(self, s: State) -> tuple[Action, str]:
        """The most profitable attack; then, in the last turn, transfers to victory hexes."""
        found = super().combat(s)
        if s.side == RUSSIAN and found[0].verb == "done":
            return stalingrad_city.occupy(s) or found
        return found

    def bombardment(self, s: State) -> tuple[Action, str]:
        """Bombard what we can attack, if the chance to disrupt it is good; the rest support the attacks."""
        d, me = s.data, s.side
        over = bits(s.place[wing] for wing in scan(d.air[me]))
        look = Opportunities(s, me, self.w)
        able = [(group.strength, look.reach(group.one)) for group in look.groups(look.movers())]
        best, most = -1, 1.2
        for hex_ in scan(s.held[1 - me] & ~over & ~d.city & ~d.fringe):
            units = s.here[hex_] & d.ground & ~s.disrupted
            near = sum(force for force, ends in able if ends & d.besiegers[hex_]) / 4
            if not units or near < 12:
                continue
            worth = 0.0
            for unit in scan(units):
                rolls = d.tank_raid(hex_) if d.tank_corps >> unit & 1 else d.raid(hex_, 1 - me)
                worth += factor(s, unit) * len(rolls) / 6
            worth += 0.3 * look.ground(hex_) * len(d.raid(hex_, 1 - me)) / 6
            if worth > most:
                best, most = hex_, worth
        if best < 0:
            return Action("done"), "The air units are kept for the attacks."
        return Action("bombard", (best,)), "The best target that we can attack."
