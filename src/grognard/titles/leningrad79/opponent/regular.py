"""The regular: decides every step of *Leningrad* by plans and exact odds, without search."""

from collections.abc import Callable

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ....core.options import Pick
from ....kit.planning import Order, OrderQueue, Package, Plan, recounted
from ..rules import combat, results, surprise
from ..rules.movement import trip
from ..rules.reinforcements import due, entries
from ..rules.results import safe_hexes, stricken
from ..rules.supply import supplied
from ..state import GERMAN, SOVIET, State, zone
from . import german, soviet
from .battle_odds import BattleOdds
from .evaluation import WEIGHTS, Weights, at_last, ground, ground_price, step_price, unit_price
from .opportunities import Opportunities
from .order_check import fed_after

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

    def decide(self, s: State, pick: Pick, go_on: Callable[[], bool]) -> tuple[Action, str]:
        """The next action of the side that has to decide, and the reason."""
        self.look_at(s)
        match s.title.step(s).name:
            case "set-up":
                return self.set_up(s)
            case "german-movement" | "soviet-movement":
                return self.movement(s, pick, go_on)
            case "german-combat" | "soviet-combat":
                return self.combat(s)
            case "german-replacement":
                return self.replacement(s)
            case "air-support":
                return self.air(s)
            case "german-interdiction":
                return self.interdiction(s)
            case "soviet-fortification":
                return self.fort(s)
            case "result":
                return self.result(s)
            case "retreat":
                return self.retreat(s)
            case "advance":
                return self.advance(s)
            case "excess":
                return self.excess(s)
        return s.title.sample(s, pick), "There is nothing to choose."

    def look_at(self, s: State) -> None:
        """Use the weights of the last Game-Turn if it is the last."""
        self.w = at_last(self.usual) if s.turn >= s.data.turns else self.usual

    # -- movement -----------------------------------------------------------------------------

    def movement(self, s: State, pick: Pick, go_on: Callable[[], bool]) -> tuple[Action, str]:
        """Overrun while it pays, then carry out the plan order by order."""
        if surprise.bound(s):
            return self.surprised(s, pick)
        return self.opening(s, go_on) or self.march(s)

    def opening(self, s: State, go_on: Callable[[], bool]) -> tuple[Action, str] | None:
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
            if self.overruns < MOST_OVERRUNS and go_on():
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

    # -- combat -------------------------------------------------------------------------------

    def combat(self, s: State) -> tuple[Action, str]:
        """The most profitable remaining attack, with as many units as needed."""
        look = Opportunities(s, s.side, self.w)
        able = combat.able_attackers(s)
        owed = surprise.bound(s)
        best: Package | None = None
        crowd: dict[int, int] = dict.fromkeys(scan(s.held[s.side]), 1)
        targets = combat.attackable(s) & zone(s, s.side)
        for target in scan(targets):
            near = combat.facing(s, 1 << target) & able
            found = look.package(target, scan(near), lambda unit: 1 << s.place[unit], crowd, lambda _unit, _post: 0.05)
            if found and (best is None or found.gain > best.gain):
                best = found
        if best is not None and best.gain > self.w.attack / 2:
            units = best.units
            action = Action("attack", (best.target, 0, units))
            if owed and s.title.explain(s, action):
                units |= combat.attacker_limits(s, best.target, 0).must
                action = Action("attack", (best.target, 0, units))
            if not owed or not s.title.explain(s, action):
                name = combat.column_name(round(best.column))
                return action, (
                    f"About {name} at {s.title.place(s, best.target)}, {round(100 * best.freed)} % to clear it."
                )
        if owed and combat.unattacked(s):
            return self._duty(s, look)
        return Action("done"), "No remaining attack would pay."

    def _duty(self, s: State, look: Opportunities) -> tuple[Action, str]:
        """Game-Turn 1: the least bad of the attacks that must be made."""
        found: list[tuple[float, Action]] = []
        for target in s.title.choices(s, "attack") or ():
            for also in s.title.choices(s, "attack", target) or ():
                every = combat.common(s, also | 1 << target)
                if also:
                    found.append((-99.0, Action("attack", (target, also, every))))
                    continue
                for units in dict.fromkeys((every, combat.attacker_limits(s, target, 0).must or every)):
                    posts = tuple((unit, s.place[unit]) for unit in scan(units))
                    gain = look.odds.gain(posts, target, look.defenders(target))[0]
                    found.append((gain, Action("attack", (target, also, units))))
        best = max(found, key=lambda one: one[0])[1]
        return best, "The surprise rules leave no choice."

    def air(self, s: State) -> tuple[Action, str]:
        """Air units go where a column is worth most; some are kept for what comes later in the turn."""
        b: combat.Battle = s.local
        r = BattleOdds(s, s.side, self.w)
        posts = tuple((unit, s.place[unit]) for unit in scan(b.attackers))
        target = lowest(b.targets)
        gains = [r.gain(posts, target, b.defenders, n, b.overrun)[0] for n in range(s.air + 1)]
        sign = 1 if s.side == GERMAN else -1
        least = self.w.air_held if s.side == GERMAN else self.w.air_in_defense
        best = max(range(s.air + 1), key=lambda n: sign * gains[n] - least * n)
        if best:
            return Action("air", (best,)), "A column is worth most here."
        return Action("done"), "The Luftwaffe is needed elsewhere."

    # -- results ------------------------------------------------------------------------------

    def result(self, s: State) -> tuple[Action, str]:
        """Lose steps or give ground: whatever costs less."""
        b: combat.Battle = s.local
        units = stricken(s)
        side = results.sufferer(s)
        d, w = s.data, self.w
        victim = min(scan(units), key=lambda unit: (step_price(s, unit, w), -s.place[unit], unit))
        lose = Action("lose", (victim,))
        if s.title.explain(s, Action("withdraw")):
            return lose, "There is no retreat."
        back = w.retreat if side == GERMAN else w.soviet_retreat
        prices = sorted(step_price(s, unit, w) for unit in scan(units))
        steps = sum(1 if side == SOVIET or s.reduced >> unit & 1 else 2 for unit in scan(units))

        def flight(span: int) -> float:
            return back * span + sum(unit_price(s, unit, w) for unit in scan(units) if not _escapes(s, unit, span))

        going = flight(b.owed)
        staying = sum(prices[: b.owed]) if len(prices) >= b.owed else prices[0] * b.owed
        mixed = prices[0] + flight(1) if b.owed == 2 and steps > 1 else 999.0
        if b.stage == 1:
            held = sum(ground_price(s, place, w) for place in scan(b.targets))
            if side == GERMAN:
                held = max(ground_price(s, place, w) for place in scan(b.targets)) if b.targets & d.leningrad else 1.0
            going += held
            mixed += held
            if steps <= b.owed:
                staying += held
        elif b.targets & d.leningrad and not b.targets & s.held[1 - side]:
            prize = 0.5 * max(ground_price(s, place, w) for place in scan(b.targets))
            going += prize  # a unit has to occupy it
            mixed += prize
        if going < min(staying, mixed):
            return Action("withdraw"), "Ground is cheaper than losses."
        return lose, "This ground must be held." if b.stage == 1 else "The loss is worth it."

    def retreat(self, s: State) -> tuple[Action, str]:
        """Retreat to the hex where the unit is most useful."""
        known = ground(s.data)
        best, score = None, -99.0
        for unit in s.title.choices(s, "retreat") or ():
            for to in s.title.choices(s, "retreat", unit) or ():
                worth = 1.0 * (known.cover >> to & 1) + 0.4 * (known.roads >> to & 1)
                worth -= 0.05 * known.to_prize[0][to]
                if s.data.leningrad >> to & 1:
                    worth += 2
                if worth > score:
                    best, score = Action("retreat", (unit, to)), worth
        assert best is not None
        return best, "The best ground to retreat to."

    def advance(self, s: State) -> tuple[Action, str]:
        """Advance where it is worthwhile."""
        side = results.advancing_side(s)
        best, score = None, 0.0
        must = bool(s.title.explain(s, Action("done")))
        for unit in s.title.choices(s, "advance") or ():
            for to in s.title.choices(s, "advance", unit) or ():
                worth = self._advance_worth(s, side, unit, to)
                if (best is None and must) or worth > score:
                    best, score = Action("advance", (unit, to)), worth
        if best is not None:
            return best, "The ground is ours to take."
        return Action("done"), "We are better placed where we are."

    def _advance_worth(self, s: State, side: int, unit: int, to: int) -> float:
        d, known = s.data, ground(s.data)
        here = s.place[unit]
        there = s.here.get(to, 0).bit_count()
        if side == GERMAN:
            if s.local.overrun and not d.leningrad >> here & 1:
                return 1.0  # the stack stays together and moves on
            if d.victory_hexes >> to & 1:
                if there and not s.here[here] & ~(1 << unit):  # a unit has to keep the way in open (18.2b)
                    after = fed_after(s, GERMAN, [Order(1 << unit, to, "")])
                    if s.turn >= d.turns or d.victory_hexes >> here & 1 or (supplied(s, GERMAN) & ~after) >> to & 1:
                        return -1.0
                return 10.0 - 3 * there + (0 if d.panzers >> unit & 1 else 1)
            if not d.leningrad >> to & 1 and not fed_after(s, GERMAN, [Order(1 << unit, to, "")]) >> to & 1:
                return -1.0
            motor = d.motorized >> unit & 1
            nearer = known.to_prize[motor][here] - known.to_prize[motor][to]
            worth = 0.4 * nearer + (0.5 if known.cover >> to & 1 else 0) - (0.5 if known.cover >> here & 1 else 0)
            if d.leningrad >> to & 1:
                worth += 3
            if d.leningrad >> here & 1 and s.here[here].bit_count() <= (2 if d.victory_hexes >> here & 1 else 1):
                worth -= 20
            if d.panzers >> unit & 1 and not d.leningrad >> to & 1:
                worth -= 0.4 * sum(s.here[p].bit_count() for p in scan(d.adjacent[to] & s.held[SOVIET]))
            return worth
        if d.leningrad >> here & 1:
            return -5.0
        if d.leningrad >> to & 1:
            return 6.0 - there
        return -1.0

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


def _escapes(s: State, unit: int, span: int) -> bool:
    """Whether a unit can retreat this far."""
    first = safe_hexes(s, unit)
    if span == 1 or not first:
        return bool(first)
    d, b = s.data, s.local
    side = GERMAN if unit < d.soviets else SOVIET
    distance, threats = d.board.distance, list(scan(b.fronts if b.stage == 1 else b.targets))
    closed = s.held[1 - side] | zone(s, 1 - side) & ~s.held[side] | s.crowd[d.stacking]
    for place in scan(first):
        now = min(distance(place, threat) for threat in threats)
        for on in scan(d.adjacent[place] & ~closed):
            if min(distance(on, threat) for threat in threats) > now:
                return True
    return False


OFFICER = Regular
