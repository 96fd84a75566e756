"""The regular: decides every step of *Leningrad* by plans and exact odds, without search."""

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ....core.options import Pick
from ....kit.opponent import Budget
from ....kit.planning import Order, OrderQueue, Plan, recounted
from ..rules import combat, results, surprise
from ..rules.movement import trip
from ..rules.reinforcements import due, entries
from ..state import GERMAN, SOVIET, State
from . import combat_choices, german, soviet
from .evaluation import WEIGHTS, Weights, at_last, ground, step_price
from .opportunities import Opportunities

MOST_OVERRUNS = 40


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
        """The next action of the side that has to decide, and the reason."""
        self.look_at(s)
        match s.title.step(s).name:
            case "set-up":
                return self.set_up(s)
            case "german-movement" | "soviet-movement":
                return self.movement(s, pick, budget)
            case "german-combat" | "soviet-combat":
                return combat_choices.combat(s, self.w)
            case "german-replacement":
                return self.replacement(s)
            case "air-support":
                return combat_choices.air(s, self.w)
            case "german-interdiction":
                return self.interdiction(s)
            case "soviet-fortification":
                return self.fort(s)
            case "result":
                return combat_choices.result(s, self.w)
            case "retreat":
                return combat_choices.retreat(s)
            case "advance":
                return combat_choices.advance(s)
            case "excess":
                return self.excess(s)
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
            look = Opportunities(s, s.side, self.w)
            if self.overruns < MOST_OVERRUNS and budget.go_on():
                allowed = ~self._too_far(look) if s.side == GERMAN else -1
                if found := look.overrun(allowed):
                    return self._set_out(s, found)
            made = self.plan(s, look)
            self.orders, self.planned = list(made.orders), (s, made)
        return None

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
        return german.tied(look)

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

    # -- the small decisions --------------------------------------------------------------------

    def set_up(self, s: State) -> tuple[Action, str]:
        """Divisions of the free columns: near the roads to Pskov and on good ground, out of the first rush."""
        d, known = s.data, ground(s.data)
        best, score = -1, -99.0
        for place in s.title.choices(s, "deploy") or ():
            worth = 1.0 * (known.roads >> place & 1) + 0.7 * (known.cover >> place & 1)
            worth += 0.5 * d.river[place].bit_count() - 0.03 * known.to_prize[0][place]
            if worth > score:
                best, score = place, worth
        return Action("deploy", (best,)), "On their line of advance."

    def replacement(self, s: State) -> tuple[Action, str]:
        """Restore the most valuable units first."""
        units = list(s.title.choices(s, "rebuild") or ())
        if not units:
            return Action("done"), "Every unit that can be restored has been."
        unit = max(units, key=lambda one: (step_price(s, one, self.w), -one))
        return Action("rebuild", (unit,)), "Back to full strength."

    def interdiction(self, s: State) -> tuple[Action, str]:
        """Interdict the road by which most Soviets would reach Leningrad."""
        d, known = s.data, ground(s.data)
        best, score = -1, 0.0
        for place in scan(known.roads & ~s.raid & ~s.heavy_raid):
            near = d.zoc(1 << place) | 1 << place
            count = sum((s.here.get(p, 0) & d.side[SOVIET]).bit_count() for p in scan(near & ~d.leningrad))
            worth = count + 1.0 / (1 + known.to_prize[1][place])
            if count and worth > score:
                best, score = place, worth
        if best < 0:
            return Action("done"), "There is nothing to interdict."
        return Action("interdict", (best,)), "To delay them."

    def fort(self, s: State) -> tuple[Action, str]:
        """First the hexes that count, then the rest of the city, then its approaches."""
        d, known = s.data, ground(s.data)
        offered = bits(s.title.choices(s, "fortify") or ())
        order = [
            d.board.at[name]
            for name in ("2604", "2705", "2605", "2505", "2704", "2706", "2506", "2606", "2603", "2804", "2405")
        ]
        for place in order:
            if offered >> place & 1:
                return Action("fortify", (place,)), f"{s.title.place(s, place)} must not fall."
        place = min(scan(offered), key=lambda one: (known.to_prize[1][one], one))
        return Action("fortify", (place,)), "One more fort in front of the city."

    def excess(self, s: State) -> tuple[Action, str]:
        """Destroy the most valuable unit of an overstacked hex."""
        units = list(s.title.choices(s, "destroy") or ())
        return Action("destroy", (max(units, key=lambda unit: (step_price(s, unit, self.w), unit)),)), "It costs most."
