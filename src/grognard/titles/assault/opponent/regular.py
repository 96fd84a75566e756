"""The regular: decides every step of *Assault on Leningrad* by plans and odds, without search."""

from collections.abc import Callable, Iterator

from ....core.action import Action
from ....core.bits import Bits, bits, scan
from ....kit.planning import Order, OrderQueue, Package, Plan, recounted
from ....opponents.operations import Operation
from ..rules import combat
from ..rules.air import assailable, supported_hexes
from ..rules.movement import reach
from ..rules.reinforcements import due, entry_reach
from ..ruleset import GERMAN
from ..state import State, factor, on_inset, on_map
from . import combat_choices, russian
from .evaluation import WEIGHTS, Weights
from .german import GermanPlan
from .opportunities import Opportunities
from .posts import Posts
from .russian import RussianPlan
from .step_by_step import StepByStep

KEPT = 3  # air units kept for Ground Support
SIEGE = 3.0  # how much more a bombardment is worth that keeps Germans from attacking a fortified city


class Regular(OrderQueue, StepByStep):
    """Keeps the plan of the phase and carries it out order by order."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        super().__init__()
        self.w = weights
        self.phase: tuple[int, str, bool] = (-1, "", False)
        self.planned: tuple[State, Plan] | None = None  # since the plan was last reported
        self.shared: dict[object, Plan] | None = None  # where the first plan of each course is kept, in a search
        self.left: dict[int, int] = {}  # by unit: the hex that its last move left
        self.operations: tuple[Operation, ...] = ()  # that the orders serve

    def other(self, s: State, step: str) -> tuple[Action, str] | None:
        """Bombardments, and what only the Russian player decides."""
        if step in ("german-bombardment", "russian-bombardment"):
            return self.bombardment(s)
        return self.post(s, step)

    def post(self, s: State, step: str) -> tuple[Action, str] | None:
        """What only the Russian player decides."""
        return russian.post(s, step, self.w)

    # -- movement -----------------------------------------------------------------------------

    def begin(self, s: State) -> None:
        """Clear the last phase's plan if this is another phase, or if the fight for the city has begun."""
        now = s.turn, s.title.step(s).name, on_inset(s)
        if self.phase != now:
            self.phase = now
            self.forget_orders()

    def planner(self, s: State) -> GermanPlan | Posts:
        """The orders of a phase, still to be made."""
        return GermanPlan(s, self.look(s)) if s.side == GERMAN else RussianPlan(s, self.look(s))

    def plan(self, s: State) -> Plan:
        """The orders of a phase."""
        return self.planner(s).make()

    def look(self, s: State) -> Opportunities:
        """The opportunities of the side that decides."""
        out = Opportunities(s, s.side, self.w)
        out.left, out.operations = self.left, self.operations
        return out

    def _first_plan(self, s: State) -> Plan:
        """The orders of a phase; in a search, those of all regulars with the same position and mood are made once."""
        plans, self.shared = self.shared, None
        if plans is None:
            return self.plan(s)
        key = self.w, self.operations
        if key not in plans:
            plans[key] = self.plan(s)
        return plans[key]

    def another(self) -> "Regular":
        """A regular that remembers the same moves, for a trial or another course."""
        out = type(self)()
        out.w, out.left, out.operations = self.w, dict(self.left), self.operations
        return out

    def movement(self, s: State, step: str) -> tuple[Action, str]:
        """Carry out the plan, order by order."""
        self.begin(s)
        if s.side != GERMAN and (found := self.before_moving(s)):
            return found
        if self.orders is None:
            made = self._first_plan(s)
            self.orders, self.planned = list(made.orders), (s, made)
        return self.march(s)

    def march(self, s: State) -> tuple[Action, str]:
        """The next order that can be carried out."""
        if found := self.next_order(lambda order, _last: self._carry_out(s, order)):
            return found
        if s.side != GERMAN and (found := self.after_moving(s)):
            return found
        return Action("done"), "All units have their orders."

    def before_moving(self, s: State) -> tuple[Action, str] | None:
        """What the Russian player does before the orders."""
        return russian.before_moving(s, self.w)

    def after_moving(self, s: State) -> tuple[Action, str] | None:
        """What the Russian player does after the orders."""
        return russian.after_moving(s)

    def _carry_out(self, s: State, order: Order) -> Action | None:
        unit = order.units.bit_length() - 1
        here = s.place[unit]
        if here == order.to or s.moved & ~s.cut & order.units or s.disrupted & order.units:
            return None
        if here >= s.data.board.box:
            if not due(s, s.side) & order.units:
                return None
            way = entry_reach(s, unit)
            return Action("enter", (unit, way.path_to(order.to))) if way.reached >> order.to & 1 else None
        way = reach(s, unit)
        if not way.reached >> order.to & 1:
            return None
        self.left[unit] = here
        return Action("move", (unit, way.path_to(order.to)))

    def recount(self) -> list[str]:
        """The plan as text, if it is new since the last call."""
        found, self.planned = self.planned, None
        if found is None or (not found[1].orders and not found[1].packages):
            return []
        s, made = found
        return recounted(made, lambda place: s.title.place(s, place), lambda at: combat.column_name(s, at))

    # -- combat -------------------------------------------------------------------------------

    def attacks(self, s: State, support: Callable[[int], int]) -> Iterator[Package]:
        """For every attackable hex, the best force from the units' current hexes."""
        look = self.look(s)
        ready = combat.able(s)
        for target in scan(assailable(s)):
            if found := combat_choices.best_force(look, target, combat.facing(s, 1 << target) & ready, support(target)):
                yield found

    def combat(self, s: State) -> tuple[Action, str]:
        """The most profitable attack."""
        over = supported_hexes(s)
        best = max(self.attacks(s, lambda hex_: over >> hex_ & 1), key=lambda p: (p.gain, p.target), default=None)
        least = self.w.attack if s.side == GERMAN else self.w.russian_attack
        if best is None or best.gain < least * 0.5:
            return Action("done"), "No more attacks are worthwhile."
        chance = f"{best.freed:.0%} to clear it".replace("%", " %")
        return Action("attack", (best.target, 0, best.units)), f"A good attack: {chance}."

    def support(self, s: State) -> tuple[Action, str]:
        """Send an air unit to the attack that is then worth most."""
        over = supported_hexes(s)
        best = max(
            (p for p in self.attacks(s, lambda _hex: 1) if not over >> p.target & 1),
            key=lambda p: (p.gain, p.target),
            default=None,
        )
        if best is None or best.gain < 0.2:
            return Action("done"), "No attack is left to support."
        return Action("support", (best.target,)), "The air units help."

    def bombardment(self, s: State) -> tuple[Action, str]:
        """Bombard strong enemies in the open near our units; keep the rest for the attacks."""
        d, me = s.data, s.side
        over = bits(s.place[wing] for wing in scan(d.air[me]))
        near = s.held[me] & ~d.city
        for _ in range(4 if me == GERMAN else 3):
            near |= d.zoc(near)
        siege = 0
        for place in scan(s.held[me] & d.kind.get("fortified city", 0) if me != GERMAN else 0):
            siege |= d.besiegers[place]
        best, most = -1, 0.0
        for hex_ in scan(s.held[1 - me] & ~over & ~d.city):
            units: Bits = s.here[hex_] & d.ground & ~s.disrupted
            force = sum(factor(s, unit) for unit in scan(units))
            chance = len(d.raid(hex_, 1 - me)) / 6
            worth = force * chance * (1.0 if near >> hex_ & 1 else 0.1) * (SIEGE if siege >> hex_ & 1 else 1.0)
            if worth > most:
                best, most = hex_, worth
        needed = 1.9 if s.air <= KEPT and me == GERMAN else 0.8
        if me == GERMAN and not on_map(s, GERMAN):
            return Action("done"), "There are no targets yet."
        if best < 0 or most < needed:
            return Action("done"), "The air units are kept for the attacks."
        return Action("bombard", (best,)), "The strongest target in the open."

    def penalty(self, s: State) -> tuple[Action, str]:
        """Retreat or lose steps, whichever is cheaper."""
        return combat_choices.penalty(s, self.w)

    def retreat(self, s: State, verb: str) -> tuple[Action, str]:
        """Retreat to the best hex."""
        return combat_choices.retreat(s, verb, self.w)

    def advance(self, s: State) -> tuple[Action, str]:
        """Advance where it pays."""
        return combat_choices.advance(s, self.w)
