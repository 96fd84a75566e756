"""The regular: decides every step of *Demyansk Shield* by plans and exact odds, without search."""

from ....core.action import Action
from ....core.bits import Bits, lowest, scan
from ....kit.planning import Order, OrderQueue, Plan, recounted
from ..data.components import AXIS
from ..rules import pending as pending_combats
from ..rules import strategic
from ..rules.movement import reach
from ..rules.requirements import declared
from ..state import State
from . import combat_choices, phase_choices
from .attacks import AttackSet, Planner, assailable
from .evaluation import least_gain
from .opportunities import Opportunities
from .phase_plan import PhasePlan
from .step_by_step import Decision, StepByStep, required_attack
from .weights import WEIGHTS, Weights


class Regular(OrderQueue, StepByStep):
    """Keeps the plan of the phase and carries it out order by order."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        super().__init__()
        self.w = weights
        self.phase: tuple[object, ...] = ()
        self.planned: tuple[State, Plan] | None = None  # since the plan was last reported
        self.shared: dict[Weights, Plan] | None = None  # where the first plan of each mood is kept, in a search
        self.known: dict[object, AttackSet | None] = {}  # sets of attacks worked out in this phase
        self.set: list[tuple[int, Bits]] = []  # attacks of a set that are still to be declared
        self.barred: set[Bits] = set()  # sets that turned out to be impossible
        self.gave_up = False  # attacks were taken back in this phase

    def begin(self, s: State) -> None:
        """Clear what belongs to another phase."""
        now = s.turn, s.segment, s.sequence, s.title.step(s).name
        if self.phase != now:
            self.phase = now
            self.forget_orders()
            self.known, self.set, self.barred, self.gave_up = {}, [], set(), False

    # -- movement -----------------------------------------------------------------------------

    def plan(self, s: State) -> Plan:
        """The orders of a phase."""
        return PhasePlan(s, self.w).made()

    def _first_plan(self, s: State) -> Plan:
        """The orders of a phase; in a search, those of all regulars with the same position and mood are made once."""
        plans, self.shared = self.shared, None
        if plans is None:
            return self.plan(s)
        if self.w not in plans:
            plans[self.w] = self.plan(s)
        return plans[self.w]

    def movement(self, s: State, step: str) -> Decision:
        """Carry out the plan, order by order."""
        self.begin(s)
        if self.orders is None:
            made = self._first_plan(s)
            self.orders, self.planned = list(made.orders), (s, made)
        if found := self.next_order(lambda order, _last: self._carry_out(s, order)):
            return found
        return Action("done"), "All units have their orders."

    def _carry_out(self, s: State, order: Order) -> Action | None:
        unit = lowest(order.units)
        if s.place[unit] == order.to or (s.moved | s.halted) & order.units:
            return None
        walk = reach(s, order.units)
        if walk.ends >> order.to & 1:
            return Action("move", (unit, 0, walk.path_to(order.to)))
        if s.exploiting or any(ban.where >> unit & 1 for ban in strategic.unit_bans(s)):
            return None
        way = strategic.march(s, unit)
        return Action("strategic", (unit, way.path_to(order.to))) if way.ends >> order.to & 1 else None

    def recount(self) -> list[str]:
        """The plan as text, if it is new since the last call."""
        found, self.planned = self.planned, None
        if found is None or (not found[1].orders and not found[1].packages):
            return []
        s, made = found
        names = s.data.charts.crt.names
        return recounted(made, lambda place: s.title.place(s, place), lambda at: names[at])

    # -- combat -------------------------------------------------------------------------------

    def combat(self, s: State) -> Decision:
        """Resolve what is declared, complete a set, or declare the best one."""
        self.begin(s)
        pending = declared(s)
        if s.unfinished:
            return self._complete(s)
        if pending:
            return self._resolve(s, pending)
        found = self.best_set(s) if not self.gave_up else None
        if found is None:
            return Action("done"), "No more attacks are worthwhile."
        self.set = [(one.target, one.force) for one in found.combats if one.target != found.main.target]
        main = found.main
        action = Action("attack", (main.target, 0, main.force))
        if s.title.explain(s, action):
            self.barred.add(found.force)
            return self.combat(s)
        chance = f"{main.freed:.0%} to clear it".replace("%", " %")
        return action, f"A good attack: {chance}."

    def best_set(self, s: State) -> AttackSet | None:
        """The most profitable set of attacks."""
        look = Opportunities(s, s.side, self.w)
        planner = Planner(look, self.known)
        least = 0.6 * least_gain(s, s.side, self.w)
        found = [one for target in scan(assailable(s)) if (one := planner.on(target))]
        good = [one for one in found if one.gain > least and one.force not in self.barred]
        return max(good, key=lambda one: (one.gain, one.force), default=None)

    def _complete(self, s: State) -> Decision:
        """Declare the next attack of the set; if it cannot be made, take all back."""
        while self.set:
            target, force = self.set.pop(0)
            action = Action("attack", (target, 0, force))
            if not s.title.explain(s, action):
                return action, "This attack is required too."
        force = 0
        for _, units in declared(s).values():
            force |= units
        self.barred.add(force)
        if (more := required_attack(s)) and not s.title.explain(s, more):
            return more, "This attack is required too."
        self.gave_up = True
        return Action("recall"), "The attacks cannot all be made."

    def _resolve(self, s: State, pending: dict[int, tuple[Bits, Bits]]) -> Decision:
        """Resolve the declared combats, the most important first."""
        broken = pending_combats.broken(s)
        for lead in scan(broken):
            options = pending_combats.Replacement(s, lead)
            force = next(iter(options), 0)
            if force:
                return Action("rearrange", (lead, force)), "Others take over the attack."
            return Action("forfeit", (lead,)), "Nobody can make this attack any more."
        look = Opportunities(s, s.side, self.w)
        lead = max(pending, key=lambda one: (look.ground(one), one))
        return Action("resolve", (lead,)), "The most important combat first."

    def support(self, s: State, step: str) -> Decision:
        """Commit guns and air units to a combat."""
        return combat_choices.commit(s, AXIS if step == "axis-support" else 1 - AXIS)

    def evasion(self, s: State) -> Decision:
        """Try a Retreat Before Combat, or await the attack."""
        return combat_choices.evade(s, self.w)

    def special(self, s: State) -> Decision:
        """Choose what a Special Result strikes."""
        return combat_choices.special(s)

    def loss(self, s: State) -> Decision:
        """Choose a unit that loses a step."""
        return combat_choices.lose(s, self.w)

    def no_retreat(self, s: State) -> Decision:
        """Try to hold, or retreat."""
        return combat_choices.stand(s, self.w)

    def retreat(self, s: State) -> Decision:
        """Retreat units."""
        return combat_choices.retreat(s, self.w)

    def advance(self, s: State) -> Decision:
        """Advance where it pays."""
        return combat_choices.advance(s, self.w)

    def other(self, s: State, step: str) -> Decision | None:
        """What is decided outside movement and combat."""
        return phase_choices.other(s, step, self.w)
