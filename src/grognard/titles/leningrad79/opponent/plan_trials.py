"""Trials of a plan: the phase is played to its end, then the enemy's turn, always with the same dice for all plans.

The enemy replies as a regular or as one of the sparring partners would, in turn.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ....core.options import Pick
from ....kit.opponent import Officer
from ....kit.planning import Order
from ....opponents.operations import Operation
from ....opponents.plan_search import Keyed, play_on
from ..state import GERMAN, SOVIET, State
from .commander import Commander
from .evaluation import Weights, value
from .opportunities import Opportunities
from .order_check import looked_over
from .regular import Regular
from .sparring import PanzerDrive, Raider, Rearguard, city_filler

TRIAL = 10  # nodes; twice as many where a trial lasts two Game-Turns
MODELS: tuple[tuple[Callable[[], Officer], ...], tuple[Callable[[], Officer], ...]] = (
    (Regular, Regular, PanzerDrive, Regular, Rearguard, Regular),
    (Regular, Regular, Raider, Regular, city_filler, PanzerDrive),
)
"""How the enemy may play, by his side."""


class Course(NamedTuple):
    """A plan: the weights used, the operations it serves, and the orders if they have been made."""

    weights: Weights
    orders: tuple[Order, ...] | None = None
    first: Action | None = None  # the action to play first
    running: tuple[Operation, ...] = ()


class Ahead:
    """The current decision as a search problem."""

    cost = TRIAL
    operators: Sequence[str] = ()

    def __init__(self, s: State, me: int, seed: int, turns: int = 1) -> None:
        self.s, self.me, self.seed = s, me, seed
        self.end = _end(s, me, turns)
        self.cost = TRIAL * (2 if turns > 1 or s.turn == s.data.turns - 1 else 1)

    def trial(self, plan: Course, n: int) -> float:
        """The value after the enemy's reply; each trial expects another kind of enemy."""
        s = self.s.copy()
        models = MODELS[1 - self.me]
        mine, theirs = Commander(plan.weights, plan.running), models[n % len(models)]()
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


def _end(s: State, me: int, turns: int) -> tuple[int, str]:
    """Where a trial ends: after the enemy's next turn, or the one after that, or with the game."""
    if s.turn >= s.data.turns - turns:
        return 99, ""
    if me == GERMAN and s.turn == s.data.surprise_turn:
        return s.turn, "soviet-movement"  # the surprise rules leave the enemy little choice, and take long to try out
    if me == GERMAN:
        return s.turn + turns, "german-movement"
    return s.turn + turns - 1 + (s.side == SOVIET), "soviet-movement"


def _key(s: State) -> object:
    """The key of a die roll: what it is for."""
    return s.title.step(s).name, s.turn, s.side, s.local.targets, s.local.overrun


class March(Ahead):
    """The orders of a Movement Phase."""

    operators = ("shift", "stay", "send", "swap", "call off", "mix", "gather")

    def __init__(self, s: State, me: int, seed: int, look: Opportunities, others: Sequence[Course]) -> None:
        super().__init__(s, me, seed)
        self.look, self.others = look, others
        able = look.mine & ~s.halted & ~look.drivers  # a corps that drives on is not torn apart
        self.free = [unit for unit in scan(able) if look.reach(unit) != 1 << s.place[unit]]

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
