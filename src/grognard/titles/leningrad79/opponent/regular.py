"""The regular: decides every step of *Leningrad* by plans and exact odds, without search."""

from collections.abc import Callable, Mapping

from ....core.action import Action
from ....core.bits import Bits, lowest, scan
from ....core.options import Pick
from ....kit.opponent import Budget
from ....kit.planning import Order, OrderQueue, Plan, recounted
from ..rules import combat, results, surprise
from ..rules.movement import trip
from ..rules.reinforcements import due, entries
from ..state import GERMAN, State
from . import combat_choices, german, phase_choices, soviet
from .evaluation import WEIGHTS, Weights, at_last, ground
from .opportunities import Opportunities

MOST_OVERRUNS = 40
CHOICES: Mapping[str, Callable[[State, Weights], tuple[Action, str]]] = {
    "set-up": phase_choices.set_up,
    "german-combat": combat_choices.combat,
    "soviet-combat": combat_choices.combat,
    "german-replacement": phase_choices.replacement,
    "air-support": combat_choices.air,
    "german-interdiction": phase_choices.interdiction,
    "soviet-fortification": phase_choices.fort,
    "result": combat_choices.result,
    "retreat": combat_choices.retreat,
    "advance": combat_choices.advance,
    "excess": phase_choices.excess,
}
"""The decision of each step without movement."""


class Regular(OrderQueue):
    """Keeps the plan of the phase and carries it out order by order."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        super().__init__()
        self.usual = self.w = weights
        self.phase: tuple[int, int] = (-1, 0)
        self.assault: Order | None = None  # an overrun whose stack is in place
        self.overruns = 0
        self.planned: tuple[State, Plan] | None = None  # since the plan was last reported

    def decide(self, s: State, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """The next action of the side that must decide, and the reason."""
        self.look_at(s)
        step = s.title.step(s).name
        if step in ("german-movement", "soviet-movement"):
            return self.movement(s, pick, budget)
        if step in CHOICES:
            return CHOICES[step](s, self.w)
        return s.title.sample(s, pick), "There is nothing to choose."

    def look_at(self, s: State) -> None:
        """Use the weights of the last Game-Turn if it is the last."""
        self.w = at_last(self.usual) if s.turn >= s.data.turns else self.usual

    # -- movement -----------------------------------------------------------------------------

    def movement(self, s: State, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """Overrun while it pays, then carry out the plan order by order."""
        if surprise.bound(s):
            return self.surprised(s, pick)
        return self.opening(s, budget) or self.march(s)

    def opening(self, s: State, budget: Budget) -> tuple[Action, str] | None:
        """Arrivals and overruns; None when they are done and the orders of the phase have been made."""
        self.begin(s)
        if self.assault is not None:
            order, self.assault = self.assault, None
            if action := self._overrun(s, order):
                return action, order.purpose
        if self.orders is None:
            if action := self._arrival(s):
                return action, "Reinforcements come up."
            look = self.outlook(s)
            if self.overruns < MOST_OVERRUNS and budget.go_on():
                allowed = ~self._too_far(look) if s.side == GERMAN else -1
                if found := look.overrun(allowed):
                    return self._set_out(s, found)
            made = self.plan(s, look)
            self.orders, self.planned = list(made.orders), (s, made)
        return None

    def outlook(self, s: State) -> Opportunities:
        """What this side can do now."""
        return Opportunities(s, s.side, self.w)

    def recount(self) -> list[str]:
        """The plan as text, if it is new since the last call."""
        found, self.planned = self.planned, None
        if found is None:
            return []
        s, made = found
        return recounted(made, lambda place: s.title.place(s, place), combat.column_name)

    def begin(self, s: State) -> None:
        """Clear the last phase's plan if this is another phase."""
        if self.phase != (s.turn, s.side):
            self.phase = s.turn, s.side
            self.assault, self.overruns = None, 0
            self.forget_orders()

    def plan(self, s: State, look: Opportunities) -> Plan:
        """The orders of a phase when no more overruns are planned."""
        return german.plan(s, look) if s.side == GERMAN else soviet.plan(s, look)

    def march(self, s: State) -> tuple[Action, str]:
        """The next order that can be carried out."""
        if found := self.next_order(lambda order, last: self._carry_out(s, order, last)):
            return found
        if action := self._make_room(s):
            return action, "That hex is overstacked."
        return Action("done"), "All units have their orders."

    def _arrival(self, s: State) -> Action | None:
        """Bring in due units first, so that the plan can use them."""
        known, d = ground(s.data), s.data
        for unit in scan(due(s)):
            if open_ := entries(s, unit):
                far = known.to_prize[d.motorized >> unit & 1]
                return Action("enter", (unit, min(scan(open_), key=lambda place: (far[place], place))))
        return None

    def _too_far(self, look: Opportunities) -> Bits:
        return german.tied(look, bool(look.drivers))

    def _set_out(self, s: State, found: tuple[float, Bits, int, int]) -> tuple[Action, str]:
        _, units, place, target = found
        self.overruns += 1
        why = f"To overrun {s.title.place(s, target)}."
        order = Order(units, place, why, target)
        lead = lowest(units)
        if s.place[lead] == place:
            return self._overrun(s, order) or Action("done"), why
        self.assault = order
        way = trip(s, units)
        return Action("move", (lead, units & ~(1 << lead), way.path_to(place))), why

    def _overrun(self, s: State, order: Order) -> Action | None:
        lead = lowest(order.units)
        action = Action("overrun", (lead, order.units & ~(1 << lead), order.overrun))
        return None if s.title.explain(s, action) else action

    def _carry_out(self, s: State, order: Order, nearly: bool) -> Action | None:
        """The action of an order, if it is still possible, or if `nearly` one close to it."""
        d, unit = s.data, lowest(order.units)
        if s.place[unit] == d.reserve:
            if not due(s) >> unit & 1:
                return None
            open_ = entries(s, unit)
            if not open_:
                return None
            return Action("enter", (unit, order.to if open_ >> order.to & 1 else lowest(open_)))
        if s.place[unit] == order.to or not d.land >> s.place[unit] & 1 or s.halted >> unit & 1:
            return None
        way = trip(s, order.units)
        if way.reached >> order.to & 1:
            return Action("move", (unit, order.units & ~(1 << unit), way.path_to(order.to)))
        if not nearly:
            return None
        distance = d.board.distance
        end = min(
            scan(way.reached & ~way.enemy_zone), default=way.start, key=lambda place: (distance(place, order.to), place)
        )
        if distance(end, order.to) >= distance(way.start, order.to):
            return None
        return Action("move", (unit, order.units & ~(1 << unit), way.path_to(end)))

    def _make_room(self, s: State) -> Action | None:
        """Leave no unit in an overstacked hex."""
        known = ground(s.data)
        for unit in scan(results.excess(s) & s.data.side[s.side] & ~s.halted):
            way = trip(s, 1 << unit)
            if way.reached:
                end = min(scan(way.reached), key=lambda place: (known.to_prize[0][place], place))
                return Action("move", (unit, 0, way.path_to(end)))
        return None

    def surprised(self, s: State, pick: Pick) -> tuple[Action, str]:
        """Game-Turn 1 of the Soviets: fulfil the duties from the best available ground."""
        title, known = s.title, ground(s.data)
        if not title.explain(s, Action("done")):
            return Action("done"), "The surprise rules are fulfilled."
        for unit in scan(due(s)):
            if open_ := entries(s, unit):
                return Action("enter", (unit, lowest(open_))), "Reinforcements come up at once."
        for lead in title.choices(s, "move") or ():
            paths = title.choices(s, "move", lead, 0)
            best, score = None, -99.0
            for path in paths or ():
                place = path[-1]
                worth = 1.0 * (known.cover >> place & 1) + 0.5 * s.here.get(place, 0).bit_count()
                worth -= 0.7 * (s.data.adjacent[place] & s.held[GERMAN]).bit_count()
                if worth > score:
                    best, score = path, worth
            if best is not None:
                return Action("move", (lead, 0, best)), "The surprise rules force us forward."
        return title.sample(s, pick, 100), "The surprise rules demand it."
