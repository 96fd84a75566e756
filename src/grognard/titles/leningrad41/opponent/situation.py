"""What a side sees before it moves: enemies in range of each hex, what they could do there, what is worth a fight."""

from ....core.bits import scan
from ..data.components import GERMAN, SOVIET
from ..rules.lines import sight
from ..state import State, unit_of
from .battle_odds import cover, fire_of, fires_back, smooth
from .evaluation import unit_worth, worth_of
from .front_line import Front, front_line
from .operations import AFTER, NONE, Focus
from .routes import distances
from .weights import TOLL, WADE, Weights

RANGES = (1, 2, 3, 4)
REACH = 14  # movement points within which an enemy threatens a hex
LOST = 4  # movement points by which a lost objective counts as further away than a gap in the line
HUNTED = 6  # and a German unit
STAY = 1.5  # times as much for a unit that need not move
MASS = 20.0  # the strength of a usual fire of a side


class Situation:
    """A Movement Phase as the side that moves sees it; enemies do not move in it."""

    def __init__(self, s: State, w: Weights, focus: Focus = NONE) -> None:
        self.w, self.me, self.focus = w, s.side, focus
        self.update(s)
        d, enemy = s.data, 1 - s.side
        self.enemies = s.held[enemy]
        self.worth = {hex_: self._target(hex_) for hex_ in scan(self.enemies)}
        self.volley: dict[int, float] = {}  # the strength of defensive fire at each hex next to enemies
        self.around: dict[int, float] = {}  # and that of enemies within two hexes
        self.shots: dict[int, list[tuple[int, int]]] = {}  # by hex, the targets in sight with their distance
        for hex_ in self.worth:
            self._look(hex_)
        self.front = front_line(s, int(w.manned)) if self.me == SOVIET and s.turn < s.plan.last else Front()
        self.load = dict.fromkeys(self.worth, w.support)
        self.goals = self._goals()
        self.way = distances(s, self.goals, self.enemies, TOLL, WADE if self.me == GERMAN else 0)
        self.near = distances(s, dict.fromkeys(scan(self.enemies), 0), wade=WADE)  # to the nearest enemy
        self.mine = d.objectives & (s.german if self.me == GERMAN else ~s.german)
        self.late = s.turn / s.plan.last

    def update(self, s: State) -> None:
        """Look at the position after some of the moves."""
        self.s = s
        self._worth: dict[int, float] = {}

    def worth_of_unit(self, unit: int) -> float:
        """What one of our units is worth."""
        if unit not in self._worth:
            self._worth[unit] = unit_worth(self.s, self.me, unit, self.w)
        return self._worth[unit]

    def _target(self, hex_: int) -> float:
        """What it is worth to clear a hex."""
        s, d, w = self.s, self.s.data, self.w
        units = s.here.get(hex_, 0) & d.side[1 - self.me] & d.ground
        out = worth_of(s, self.me, units, w) + w.block + w.focus * (self.focus.targets >> hex_ & 1)
        return out + w.objective if d.objectives >> hex_ & 1 else out

    def _look(self, hex_: int) -> None:
        s, d = self.s, self.s.data
        units = s.here.get(hex_, 0) & d.side[1 - self.me]
        back = sum(fires_back(s, self.me, piece) for piece in scan(units))
        power = sum(fire_of(s, self.me, piece) for piece in scan(units & d.ground))
        for near in scan(d.board.neighbours[hex_]):
            self.volley[near] = self.volley.get(near, 0.0) + back
        for near in scan(sight(d, hex_, 2)):
            self.around[near] = self.around.get(near, 0.0) + power
        if not units & d.ground:
            return
        for near in scan(sight(d, hex_, RANGES[-1])):
            self.shots.setdefault(near, []).append((hex_, d.board.distance(near, hex_)))

    def _goals(self) -> dict[int, int]:
        """Where units should go, each with how much further away it counts."""
        s, d = self.s, self.s.data
        if self.me == GERMAN:
            far = AFTER if self.focus.goals else 0
            goals = {one: far * (not self.focus.goals >> one & 1) for one in scan(d.objectives & ~s.german)}
            return goals or dict.fromkeys(scan(d.objectives), 0)
        out = dict.fromkeys(scan(self.front.line & ~s.held[SOVIET]), 0)
        out |= dict.fromkeys(scan(d.objectives & s.german), LOST)
        if self.w.hunt:
            out |= dict.fromkeys(scan(self.enemies), HUNTED)
        return out or dict.fromkeys(scan(self.enemies), 0) or dict.fromkeys(scan(d.objectives), 0)

    # -- what a hex is worth to a unit --------------------------------------------------------

    def risk(self, unit: int, hex_: int) -> float:
        """What defensive fire at a unit that enters a hex is expected to cost."""
        fire = self.volley.get(hex_, 0.0)
        if not fire:
            return 0.0
        s = self.s
        change = cover(s, hex_, self.me) + (2 if self._armored(unit) else 0)
        return self.w.risk * smooth(fire - 5.0, change) * self.worth_of_unit(unit)

    def fear(self, unit: int, hex_: int) -> float:
        """What the enemy's next fire is expected to cost a unit in a hex."""
        fire = self.around.get(hex_, 0.0)
        if not fire:
            return 0.0
        chance = smooth(min(fire, MASS) - 5.0, cover(self.s, hex_, self.me))
        return self.w.fear * chance * self.worth_of_unit(unit)

    def _armored(self, unit: int) -> bool:
        found = unit_of(self.s, unit)
        return found is not None and found.armored

    def contribution(self, fire: float, range_: int, storms: bool, hex_: int) -> tuple[float, int]:
        """What a unit in a hex adds to the fire at its best target, and the target."""
        best, where = 0.0, -1
        s, w = self.s, self.w
        for target, away in self.shots.get(hex_, ()):
            if away > range_:
                continue
            change = cover(s, target, 1 - self.me) - (1 if storms and away == 1 else 0)
            if self.me == SOVIET and (change > 1 or frozenset((hex_, target)) in s.data.major):
                continue  # three units do not achieve much there
            load = self.load[target]
            gain = self.worth[target] * (smooth(load + fire, change) - smooth(load, change))
            if storms and away == 1 and s.data.objectives >> target & 1:
                gain += 0.05 * w.objective
            if gain > best:
                best, where = gain, target
        return best, where

    def ground(self, unit: int, hex_: int) -> float:
        """What it is worth that a unit is in an objective: to take it, or to keep it."""
        s, d, w = self.s, self.s.data, self.w
        others = s.here.get(hex_, 0) & d.side[self.me] & d.ground & ~(1 << unit)
        line = 0.0 if others else self._front(unit, hex_)
        if not d.objectives >> hex_ & 1:
            return line
        if not self.mine >> hex_ & 1:
            return w.objective
        threat = max(0.0, 1.0 - self.near[hex_] / (REACH + 4))
        if self.me == GERMAN:
            keep = w.hold * threat * (0.4 + 0.6 * self.late)
            return keep if not others else 0.1 * keep
        return line + w.hold * (0.1 + threat) * (1.0 if not others else w.second)

    def _front(self, unit: int, hex_: int) -> float:
        """What it is worth that a unit is in the front line, or right behind it; more if it is there already."""
        w = self.w
        out = w.line if self.front.line >> hex_ & 1 else w.depth if self.front.second >> hex_ & 1 else 0.0
        if self.focus.posts >> hex_ & 1:
            out += w.ready
        return out * STAY if self.front.line >> hex_ & 1 and self.s.place[unit] == hex_ else out

    def closer(self, here: int, hex_: int) -> float:
        """What the way from one hex to another is worth."""
        start = self.way[here] if here < self.s.data.board.box else 60
        return self.w.pace * (min(60, start) - min(60, self.way[hex_]))
