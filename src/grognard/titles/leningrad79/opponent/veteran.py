"""The veteran: the regular with a search over whole plans, evaluated after the enemy's reply.

It takes the regular's plan, varies it, and tries every variation with the same dice: its own phase, its attacks, and
the enemy's turn as a regular would play it. The plan it settles on is kept and carried out order by order.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ....core.options import Pick
from ....kit.opponent import Budget
from ....kit.planning import Order, Plan
from ....opponents.plan_search import Book, Keyed, climb, halve, play_on
from ..rules import combat, surprise
from ..state import GERMAN, SOVIET, State, zone
from .evaluation import WEIGHTS, Weights, value
from .opportunities import Opportunities
from .order_check import looked_over
from .regular import Regular

TRIAL = 10  # nodes
DOCTRINES: tuple[tuple[Weights, ...], tuple[Weights, ...]] = (
    (
        WEIGHTS,
        WEIGHTS._replace(leash=4),
        WEIGHTS._replace(leash=30, overrun=0.8),
        WEIGHTS._replace(attack=0.05, effort=0.1, pace=0.03),
        WEIGHTS._replace(attack=1.5, pace=0.12),
        WEIGHTS._replace(leash=0, overrun=3.0, attack=0.8),
    ),
    (
        WEIGHTS,
        WEIGHTS._replace(soviet_attack=0.4, soviet_effort=0.25),
        WEIGHTS._replace(soviet_attack=9.0),
        WEIGHTS._replace(soviet_attack=9.0, homing=-0.02, shy=0.5, alarm=0.7),
        WEIGHTS._replace(recall=60, homing=0.02, shy=2.5),
        WEIGHTS._replace(soviet_attack=4.0, recall=60, alarm=1.6),
    ),
)
"""Alternative weights for planning, by side: the default first."""


class Course(NamedTuple):
    """A plan: the weights used, and the orders if they have been made."""

    weights: Weights
    orders: tuple[Order, ...] | None = None
    first: Action | None = None  # the action to play first


class Ahead:
    """The current decision as a search problem."""

    cost = TRIAL
    operators: Sequence[str] = ()

    def __init__(self, s: State, me: int, seed: int) -> None:
        self.s, self.me, self.seed = s, me, seed
        self.end = _end(s, me)

    def trial(self, plan: Course, n: int) -> float:
        """The value after the enemy's reply."""
        s = self.s.copy()
        mine, theirs = Regular(plan.weights), Regular()
        if plan.orders is not None:
            mine.begin(s)
            mine.orders = list(plan.orders)
        if plan.first is not None:
            s.title.play(s, plan.first)
        seats = (mine, theirs) if self.me == GERMAN else (theirs, mine)
        play_on(s.title, s, seats, Keyed(f"{self.seed} {n}"), _key, self._over)
        return value(s, self.me)

    def _over(self, s: State) -> bool:
        turn, step = self.end
        return s.turn >= turn and not s.stack and s.title.step(s).name == step and not s.begun

    def vary(self, plan: Course, operator: str, pick: Pick) -> Course | None:
        """Only orders are varied."""
        return None


def _end(s: State, me: int) -> tuple[int, str]:
    """Where a trial ends: after the enemy's next turn."""
    if s.turn >= s.data.turns - 1:
        return 99, ""
    if me == GERMAN:
        return s.turn + 1, "german-movement"
    return s.turn + (s.side == SOVIET), "soviet-movement"


def _key(s: State) -> object:
    """The key of a die roll: what it is for."""
    return s.title.step(s).name, s.turn, s.side, s.local.targets, s.local.overrun


class March(Ahead):
    """The orders of a Movement Phase."""

    operators = ("shift", "stay", "send", "swap", "call off", "mix", "gather")

    def __init__(self, s: State, me: int, seed: int, look: Opportunities, others: Sequence[Course]) -> None:
        super().__init__(s, me, seed)
        self.look, self.others = look, others
        self.free = [unit for unit in scan(look.mine & ~s.halted) if look.reach(unit) != 1 << s.place[unit]]

    def vary(self, plan: Course, operator: str, pick: Pick) -> Course | None:
        """A variation of the orders that can be carried out."""
        orders = list(plan.orders or ())
        if not self.free:
            return None
        changed = getattr(self, f"_{operator.replace(' ', '_')}")(orders, pick)
        if changed is None:
            return None
        out = tuple(looked_over(self.s, self.look, changed))
        return None if out == plan.orders else plan._replace(orders=out)

    def _order(self, orders: list[Order], unit: int) -> Order | None:
        return next((order for order in orders if order.units >> unit & 1), None)

    def _without(self, orders: list[Order], unit: int) -> list[Order]:
        out = []
        for order in orders:
            if order.units >> unit & 1:
                left = order.units & ~(1 << unit)
                if left:
                    out.append(order._replace(units=left))
            else:
                out.append(order)
        return out

    def _go(self, orders: list[Order], unit: int, to: int, why: str) -> list[Order]:
        out = self._without(orders, unit)
        if to != self.s.place[unit]:
            out.insert(0, Order(1 << unit, to, why))
        return out

    def _any(self, where: Bits, pick: Pick) -> int:
        found = list(scan(where))
        return found[pick(len(found))] if found else -1

    def _shift(self, orders: list[Order], pick: Pick) -> list[Order] | None:
        """Move a unit's destination by a hex or two."""
        unit = self.free[pick(len(self.free))]
        order = self._order(orders, unit)
        now = order.to if order else self.s.place[unit]
        d = self.look.d
        near = d.adjacent[now]
        near |= d.zoc(near) if pick(2) else 0
        to = self._any(near & self.look.reach(unit) & ~(1 << now), pick)
        return None if to < 0 else self._go(orders, unit, to, "better placed there")

    def _stay(self, orders: list[Order], pick: Pick) -> list[Order] | None:
        """Withdraw an order."""
        if not orders:
            return None
        orders.pop(pick(len(orders)))
        return orders

    def _send(self, orders: list[Order], pick: Pick) -> list[Order] | None:
        """Send a unit to one of the important hexes within its reach."""
        unit = self.free[pick(len(self.free))]
        look, d, s = self.look, self.look.d, self.s
        matters = d.leningrad | look.known.doorstep | look.known.artery & look.known.roads | d.zoc(look.enemy)
        to = self._any(look.reach(unit) & matters & ~(1 << s.place[unit]), pick)
        return None if to < 0 else self._go(orders, unit, to, "needed there")

    def _swap(self, orders: list[Order], pick: Pick) -> list[Order] | None:
        """Swap two units' destinations."""
        single = [order for order in orders if order.units.bit_count() == 1]
        if len(single) < 2:
            return None
        one, other = single[pick(len(single))], single[pick(len(single))]
        a, b = lowest(one.units), lowest(other.units)
        if one.to == other.to or not self.look.reach(a) >> other.to & 1 or not self.look.reach(b) >> one.to & 1:
            return None
        return [
            order._replace(to=other.to, purpose=other.purpose)
            if order is one
            else order._replace(to=one.to, purpose=one.purpose)
            if order is other
            else order
            for order in orders
        ]

    def _call_off(self, orders: list[Order], pick: Pick) -> list[Order] | None:
        """Withdraw all orders with one purpose."""
        aims = list(dict.fromkeys(order.purpose for order in orders if " " in order.purpose))
        if not aims:
            return None
        aim = aims[pick(len(aims))]
        return [order for order in orders if order.purpose != aim]

    def _mix(self, orders: list[Order], pick: Pick) -> list[Order] | None:
        """Use another plan's orders in one part of the map."""
        other = self.others[pick(len(self.others))].orders or ()
        s, distance = self.s, self.look.d.board.distance
        middle, radius = s.place[self.free[pick(len(self.free))]], 2 + pick(6)
        part = bits(unit for unit in self.free if distance(s.place[unit], middle) <= radius)
        kept: list[Order] = []
        for order in orders:
            if left := order.units & ~part:
                kept.append(order._replace(units=left))
        taken = [order._replace(units=order.units & part) for order in other if order.units & part]
        return [*kept, *taken]

    def _gather(self, orders: list[Order], pick: Pick) -> list[Order] | None:
        """Bring some units next to one enemy."""
        look, d, s = self.look, self.look.d, self.s
        target = self._any(look.enemy, pick)
        if target < 0:
            return None
        around = d.adjacent[target] & ~look.enemy
        able = [unit for unit in self.free if look.reach(unit) & around]
        if not able:
            return None
        where = s.title.place(s, target)
        for _ in range(1 + pick(3)):
            unit = able[pick(len(able))]
            to = self._any(look.reach(unit) & around, pick)
            orders = self._go(orders, unit, to, f"against {where}")
        return orders


class Veteran:
    """Thinks at the start of a phase, and briefly before a battle; otherwise it follows its plan."""

    def __init__(self) -> None:
        self.regular = Regular()
        self.turn: tuple[int, int] = (-1, -1)
        self.purse = 0  # nodes left for this player turn
        self.whole = 0
        self.tried = 0  # plans in the last search
        self.notes: list[str] = []

    def decide(self, s: State, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """The next action, and the reason."""
        if self.turn != (s.turn, s.side):
            self.turn, self.regular = (s.turn, s.side), Regular()
            self.purse = self.whole = budget.left
        me = s.title.decider(s)
        match s.title.step(s).name:
            case "german-movement" | "soviet-movement" if not surprise.bound(s):
                return self.movement(s, me, pick, budget)
            case "german-combat" | "soviet-combat" if not surprise.bound(s):
                return self.choose(s, me, pick, budget, _attacks)
            case "result":
                return self.choose(s, me, pick, budget, _results)
        return self.regular.decide(s, pick, budget)

    def _share(self, budget: Budget, part: float) -> Budget:
        """A share of this turn's budget."""
        nodes = min(self.purse, budget.left, int(self.whole * part))
        return Budget(nodes, None, lambda: not budget.go_on())

    def _pay(self, budget: Budget, share: Budget, given: int) -> None:
        spent = given - share.left
        self.purse -= spent
        budget.spend(spent)

    def _think(
        self,
        problem: Ahead,
        plans: Sequence[Course],
        pick: Pick,
        budget: Budget,
        part: float,
        most: int,
        vary: bool = False,
    ) -> Course:
        share = self._share(budget, part)
        given = share.left
        book = Book[Course](problem, share)
        best = halve(book, plans, most)
        if vary:
            best = climb(book, best, pick, lambda: True)
        self._pay(budget, share, given)
        self.tried = len(book.known)
        return best

    def movement(self, s: State, me: int, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """Choose the weights first, then the orders."""
        regular = self.regular
        regular.begin(s)
        if not s.begun and regular.orders is None and regular.assault is None and not regular.overruns:
            plans = [Course(weights) for weights in DOCTRINES[me]]
            best = self._think(Ahead(s, me, pick(1 << 30)), plans, pick, budget, 0.25, 8)
            regular.usual = best.weights
        planned = regular.orders is not None
        regular.look_at(s)
        if opening := regular.opening(s, budget):
            return opening
        if not planned:
            look = Opportunities(s, me, regular.w)
            first = Course(regular.usual, tuple(regular.orders or ()))
            others = [first]
            for weights in DOCTRINES[me]:
                if weights != regular.usual:
                    others.append(Course(regular.usual, tuple(regular.plan(s, Opportunities(s, me, weights)).orders)))
            problem = March(s, me, pick(1 << 30), look, others)
            best = self._think(problem, others[:4], pick, budget, 0.5, 6, vary=True)
            regular.orders = list(best.orders or ())
            self.notes = self._noted(s, regular)
            action, why = regular.march(s)
            if self.tried > 1:
                why = f"Of {self.tried} plans tried against the enemy's reply, this one did best. {why}"
            return action, why
        return regular.march(s)

    def _noted(self, s: State, regular: Regular) -> list[str]:
        """The plan as text, with only those attacks that are still planned."""
        orders = tuple(regular.orders or ())
        made = regular.planned[1] if regular.planned else Plan(orders)
        meant = {order.purpose for order in orders}
        packages = [
            one
            for one in made.packages
            if all(s.place[unit] == post for unit, post in one.posts)
            or any(purpose.endswith(s.title.place(s, one.target)) for purpose in meant)
        ]
        regular.planned = s, Plan(orders, tuple(packages))
        tried = [f"{self.tried} plans were tried against the reply; this one did best."] if self.tried > 1 else []
        return [*tried, *regular.recount()]

    def recount(self) -> list[str]:
        """The plan as text, if it is new since the last call."""
        out, self.notes = self.notes, []
        return out or self.regular.recount()

    def choose(
        self, s: State, me: int, pick: Pick, budget: Budget, others: Callable[[State, Weights], list[Action]]
    ) -> tuple[Action, str]:
        """The best of a few actions; the regular's comes first."""
        action, why = self.regular.decide(s, pick, budget)
        found = dict.fromkeys([action, *others(s, self.regular.usual)])
        if len(found) < 2:
            return action, why
        plans = [Course(self.regular.usual, None, one) for one in found]
        best = self._think(Ahead(s, me, pick(1 << 30)), plans, pick, budget, 0.06, 6)
        if best.first is None or best.first == action:
            return action, why
        return best.first, f"Of {self.tried} actions tried against the enemy's reply, this one did best."


def _attacks(s: State, w: Weights) -> list[Action]:
    """The best attack on each hex, the most promising first, and no attack."""
    look = Opportunities(s, s.side, w)
    able = combat.able_attackers(s)
    crowd: dict[int, int] = dict.fromkeys(scan(s.held[s.side]), 1)
    found = []
    for target in scan(combat.attackable(s) & zone(s, s.side)):
        near = combat.facing(s, 1 << target) & able
        package = look.package(target, scan(near), lambda unit: 1 << s.place[unit], crowd, lambda _u, _p: 0.05)
        if package is not None and package.gain > -1.5:
            found.append((package.gain, Action("attack", (target, 0, package.units))))
    found.sort(key=lambda one: (-one[0], one[1].args))
    return [*(action for _, action in found[:3]), Action("done")]


def _results(s: State, _w: Weights) -> list[Action]:
    """Losing a step, or retreating."""
    units = s.title.choices(s, "lose")
    out = [Action("lose", (unit,)) for unit in list(units or ())[:3]]
    return [*out, *([] if s.title.explain(s, Action("withdraw")) else [Action("withdraw")])]
