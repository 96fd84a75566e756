"""The recruit: the weakest sensible player, and the anchor every other level is measured against.

FROZEN. A rating is meaningful only while its anchor stays the same: nothing here is tuned, and nothing here depends on
other levels. It moves every unit toward the nearest goal. A Soviet unit goes toward a scoring place of the enemy, the
road to Demyansk, or the exit of its corps; an Axis unit toward a scoring place or Strongpoint that nobody holds, or a
Soviet unit on the road. It attacks at better than even odds where all that is required can be done, with all support.
"""

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ....kit.hex.reach import waves_back
from ..data.components import AXIS, SOVIET
from ..data.links import LIGHT
from ..rules import advances, retreats, support, withdrawal
from ..rules import pending as pending_combats
from ..rules.combat import armor_stacks, attack_sum, attack_value, column_of
from ..rules.movement import lead_bans, reach
from ..rules.requirements import declared, requirements
from ..rules.supply import DEFENSE, fed, network
from ..state import State, friendly, steps, value_of, works
from .step_by_step import Decision, StepByStep, required_attack

FAR = 60  # MPs: longer than any route
EVEN = 3  # the column of even odds


class Recruit(StepByStep):
    """Decides step by step; remembers only which units are still to be considered in this phase."""

    def __init__(self) -> None:
        self.phase: tuple[object, ...] = ()
        self.todo: list[int] = []
        self.rings: list[Bits] = []
        self.exits: list[Bits] = []
        self.safe: Bits = 0
        self.gave_up: tuple[object, ...] = ()  # the last phase in which attacks were taken back

    # -- movement -----------------------------------------------------------------------------

    def begin(self, s: State) -> None:
        """Determine which units move, and where to."""
        d, side = s.data, s.side
        free = d.side[side]
        for ban in lead_bans(s):
            free &= ~ban.where
        self.todo = list(scan(free & ~d.guns))
        within = s.stage.area & ~s.held[1 - side]
        goals = self.goals(s)
        rate = d.costs(s.weather, LIGHT).cool
        self.rings = waves_back(goals, FAR, rate, within | goals)
        self.exits = waves_back(d.exits & s.stage.area, FAR, rate, within)
        self.safe = fed(s, side, DEFENSE, False)

    def goals(self, s: State) -> Bits:
        """Where a side wants to go."""
        d, side = s.data, s.side
        table = d.charts.victory
        known = (d.board.named(table.places) | s.stage.airfields) & s.stage.area
        if s.plan.goal.link:
            known = d.board.named((*s.plan.goal.link, *s.plan.goal.to))
        if side == SOVIET:
            road = network(s, AXIS) & d.around(s.held[SOVIET]) & ~s.held[AXIS]
            return known & friendly(s, AXIS) | road
        blocked = s.held[SOVIET] & d.roads & d.around(network(s, AXIS))
        return (known | works(s, AXIS)) & ~s.held[AXIS] | blocked

    def movement(self, s: State, step: str) -> Decision:
        """Move all units toward the nearest goal; those on a scoring place or in a Strongpoint stay."""
        now = s.turn, s.segment, s.sequence, step
        if self.phase != now:
            self.phase = now
            self.begin(s)
        d = s.data
        while self.todo:
            unit = self.todo.pop()
            here = s.place[unit]
            if (s.moved | s.halted) >> unit & 1 or self._stays(s, here):
                continue
            leaves = withdrawal.corps(s) >> unit & 1 and not s.reduced >> unit & 1
            way = reach(s, 1 << unit)
            if leaves and way.ends >> d.exited & 1:
                return Action("move", (unit, 0, way.path_to(d.exited))), "It leaves the map."
            ends = way.ends & d.hexes & self.safe or way.ends & d.hexes
            to = self._nearest(s, self.exits if leaves else self.rings, ends, unit)
            if to is not None:
                return Action("move", (unit, 0, way.path_to(to))), "Toward the nearest goal."
        return Action("done"), "Everybody has moved."

    def _stays(self, s: State, here: int) -> bool:
        """Whether a unit is alone in a hex that has to be held."""
        d, side = s.data, s.side
        if here >= d.board.box:
            return False
        kept = d.board.named(d.charts.victory.places) | s.stage.airfields | works(s, side)
        alone = (s.here[here] & d.ground & ~d.guns).bit_count() < 2
        return bool(kept >> here & 1) and alone

    def _nearest(self, s: State, rings: list[Bits], ends: Bits, unit: int) -> int | None:
        d, here = s.data, s.place[unit]
        limit = d.charts.numbers["stacking"]
        for ring in rings:
            if here < d.board.box and ring >> here & 1:
                return None
            for hex_ in scan(ring & ends):
                if d.points(s.here.get(hex_, 0) & d.ground) + d.stack[unit] <= limit:
                    return hex_
        if here >= d.board.box and ends:
            return lowest(ends) if not s.here.get(lowest(ends), 0) else None
        return None

    # -- combat -------------------------------------------------------------------------------

    def combat(self, s: State) -> Decision:
        """Attack at even odds or better."""
        pending = declared(s)
        if s.unfinished:
            return self._complete(s)
        if pending:
            return self._resolve(s, min(pending))
        if self.gave_up == (s.turn, s.segment, s.sequence):
            return Action("done"), "There is nothing more to try."
        known = requirements(s)
        for target in scan(known.assailable):
            force = _fair(s, known.facing(1 << target), 1 << target)
            if not force or not known.fits(1 << target, force):
                continue
            odds = column_of(s, attack_sum(s, force, 1 << target).total, known.defense(1 << target))
            if odds >= EVEN + 1 and known.completes(1 << target, force):
                return Action("attack", (target, 0, force)), "Good odds."
        return Action("done"), "There are no good odds."

    def _complete(self, s: State) -> Decision:
        """Declare what is required."""
        if action := required_attack(s):
            return action, "It is required."
        self.gave_up = (s.turn, s.segment, s.sequence)
        return Action("recall"), "It cannot be done."

    def _resolve(self, s: State, lead: int) -> Decision:
        for gone in scan(pending_combats.broken(s)):
            force = next(iter(pending_combats.Replacement(s, gone)), 0)
            if force:
                return Action("rearrange", (gone, force)), "Others attack."
            return Action("forfeit", (gone,)), "Nobody can attack it."
        return Action("resolve", (lead,)), "One after the other."

    def support(self, s: State, step: str) -> Decision:
        """Everything that can support."""
        able = support.eligible(s, AXIS if step == "axis-support" else SOVIET) & ~s.data.rockets
        return (Action("support", (able,)), "All help.") if able else (Action("done"), "There is nothing to commit.")

    def evasion(self, s: State) -> Decision:
        """Await every attack."""
        return Action("remain"), "We stay."

    def special(self, s: State) -> Decision:
        """The guns."""
        return Action("fired"), "The guns."

    def loss(self, s: State) -> Decision:
        """A unit with two steps, otherwise the weakest."""
        able = bits(s.title.choices(s, "lose") or ())
        unit = min(scan(able), key=lambda one: (-steps(s, one), value_of(s, one).attack, one))
        return Action("lose", (unit,)), "We take the loss."

    def no_retreat(self, s: State) -> Decision:
        """Always hold."""
        return Action("stand"), "We hold."

    def retreat(self, s: State) -> Decision:
        """Take the first way back."""
        for unit in s.title.choices(s, "retreat") or ():
            hex_ = lowest(retreats.ways(s, unit).ends)
            return Action("retreat", (unit, 0, hex_)), "Back."
        for unit in s.title.choices(s, "slip") or ():
            via, ends = next(iter(retreats.slip_ends(s, 1 << unit, retreats.ways_of(s, 1 << unit)).items()))
            return Action("slip", (unit, 0, via, lowest(ends))), "The only way out."
        return Action("perish", (lowest(s.local.fleeing),)), "There is no way out."

    def advance(self, s: State) -> Decision:
        """Advance one unit, the strongest; a unit that has to stay stays."""
        if s.held[s.side] & s.local.battlefield:
            return Action("hold"), "We stay."
        able = [unit for unit in scan(advances.candidates(s)) if not self._stays(s, s.place[unit])]
        if not able:
            return Action("hold"), "We stay."
        unit = max(able, key=lambda one: (value_of(s, one).attack, -one))
        return Action("advance", (unit, lowest(advances.ends(s, unit)))), "The ground is ours."

    def other(self, s: State, step: str) -> Decision | None:
        """Marsch units in the west, one unit rebuilt, nothing else."""
        for verb in ("rebuild", "receive", "pick"):
            if any(one.name == verb for one, _ in s.title.verbs(s)):
                found = bits(s.title.choices(s, verb) or ())
                if found:
                    return Action(verb, (lowest(found),)), "The first of them."
        return None


def _fair(s: State, units: Bits, targets: Bits) -> Bits:
    """The attackers without armor units beyond the limit."""
    limit = s.data.charts.numbers["soviet_armor"]
    for group in armor_stacks(s, units, targets):
        best = sorted(scan(group & units), key=lambda unit: -attack_value(s, unit))
        units &= ~group | bits(best[:limit])
    return units
