"""How the German side plans in *Assault on Stalingrad*: the corner of the map is held, and the city entered to stay."""

from ....core.bits import Bits, scan
from ....kit.planning import Plan
from ..ruleset import GERMAN
from ..state import State, factor
from .evaluation import prize, prizes, taken
from .german import GermanPlan
from .opportunities import Group, Opportunities
from .weights import left


class StalingradGermanPlan(GermanPlan):
    """The orders of a phase while they are being made."""

    def _guards(self) -> Bits:
        """The units that stay: one in the corner, and the last in the company of a headquarters that cannot move."""
        s, d = self.s, self.d
        out = super()._guards()
        for place in scan(d.corner & s.held[GERMAN]):
            here = s.here[place] & d.side[GERMAN] & ~d.stacks["headquarters"]
            if here:
                out |= 1 << max(scan(here), key=lambda unit: (factor(s, unit), -unit))
        return out

    def worth(self, group: Group, place: int, far: list[int]) -> float:
        """The value of a group ending in a hex."""
        s, d, w = self.s, self.d, self.w
        company = group.units | s.here.get(place, 0) & d.stacks["headquarters"] & ~self.staffs
        out = -w.pace * far[place] / 6 - w.fear * self.look.danger(place, company)
        if prizes(s) >> place & 1 or (taken(s) >> place & 1 and place == group.place):
            out += prize(s, place, w)
        if d.interior >> place & 1:
            out += d.charts.victory.storm * (1 - left(s))
        return out


def plan(s: State, look: Opportunities) -> Plan:
    """Orders for the whole phase."""
    return StalingradGermanPlan(s, look).make()
