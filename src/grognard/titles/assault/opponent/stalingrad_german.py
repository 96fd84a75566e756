"""How the German side plans in *Assault on Stalingrad*: the corner of the map is held, and the city entered to stay."""

from ....core.bits import Bits, scan
from ..ruleset import GERMAN
from ..state import State, factor
from .evaluation import goals, prize, prizes, taken
from .german import GermanPlan
from .opportunities import FAR, Far, Group, Opportunities
from .stalingrad_evaluation import GUARDS, STATIONS
from .weights import left

BACK = 6  # sixths that a unit is expected to go back for its supply


class StalingradGermanPlan(GermanPlan):
    """The orders of a phase while they are being made."""

    def __init__(self, s: State, look: Opportunities) -> None:
        super().__init__(s, look)
        self.stations = self._stationed()

    def _guards(self) -> Bits:
        """The units that stay: one in the corner, and the last in the company of a headquarters that cannot move."""
        s, d = self.s, self.d
        out = super()._guards()
        for place in scan(d.corner & s.held[GERMAN]):
            here = s.here[place] & d.side[GERMAN] & ~d.stacks["headquarters"]
            if here and not here & d.mechanized & ~d.corps[GUARDS]:
                out |= 1 << max(scan(here), key=lambda unit: (factor(s, unit), -unit))
        return out

    def forward(self, unit: int) -> Bits:
        """Where a unit may be expected to go: not farther from its goal than it is."""
        s, d = self.s, self.d
        reach = self.look.reach(unit)
        if self.waits(s.place[unit]):
            return reach
        key = d.gait[unit], goals(s, d.of_corps[unit])
        if key not in self._far:
            self._far[key] = self.look.far(*key)
        far = self._far[key]
        most = far[s.place[unit]] + BACK
        return reach & far.within[most] if most < FAR else reach

    def goal(self, group: Group) -> Bits:
        """The goal of a group: its station, when its corps has one and no other goal."""
        found = super().goal(group)
        return self.stations.get(group.units, found) if found == goals(self.s, group.corps) else found

    def _stationed(self) -> dict[Bits, Bits]:
        """The stations of groups, each the nearest that is still free."""
        s, d, out = self.s, self.d, dict[Bits, Bits]()
        for corps, names in STATIONS.items():
            if goals(s, corps) & ~d.interior:
                continue
            posts = {d.board.at[name] for name in names}
            for group in sorted(
                (g for g in self.groups if g.corps == corps), key=lambda g: (self.waits(g.place), g.units)
            ):
                here = d.twin.get(group.place, group.place)
                if posts and not self.waits(group.place):
                    best = min(posts, key=lambda post: (d.board.distance(here, post), post))
                    posts.remove(best)
                    out[group.units] = 1 << best
        return out

    def worth(self, group: Group, place: int, far: Far) -> float:
        """The value of a group ending in a hex."""
        s, d, w = self.s, self.d, self.w
        company = group.units | s.here.get(place, 0) & d.stacks["headquarters"] & ~self.staffs
        out = -w.pace * far[place] / 6 - w.fear * self.look.danger(place, company)
        if prizes(s) >> place & 1 or (taken(s) >> place & 1 and place == group.place):
            out += prize(s, place, w)
        if d.interior >> place & 1:
            out += d.charts.victory.storm * (1 - left(s))
        return out
