"""Plans for a whole phase: which units go where and why, and which attacks they prepare.

A plan is plain data: an opponent makes one, a search may vary it, and each order is checked against the rules when it
is carried out, because the dice may have changed the position by then.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..core.action import Action
from ..core.bits import Bits


class Order(NamedTuple):
    """Some units in one place go to another place, with the purpose in plain words."""

    units: Bits
    to: int
    purpose: str
    overrun: int = -1  # then they overrun this place


class Package(NamedTuple):
    """An attack planned as a whole: the target, the attackers and their places, the support, and its value."""

    target: int
    posts: tuple[tuple[int, int], ...]  # unit and place
    support: int
    gain: float
    column: float  # on average
    freed: float = 0.0  # the chance that the target is emptied

    @property
    def units(self) -> Bits:
        """The attackers."""
        out = 0
        for unit, _ in self.posts:
            out |= 1 << unit
        return out


class Plan(NamedTuple):
    """The orders of a phase in sequence, and the attacks they prepare."""

    orders: tuple[Order, ...]
    packages: tuple[Package, ...] = ()


class OrderQueue:
    """Orders still to be carried out; one that is not yet possible is tried again after the others."""

    def __init__(self) -> None:
        self.orders: list[Order] | None = None  # None: still to be planned
        self.later: list[Order] = []  # orders that have to wait for others
        self.rounds = 0  # passes made through the orders
        self.refused = 0  # orders that could no longer be carried out

    def forget_orders(self) -> None:
        """Clear the orders at the start of another phase."""
        self.orders, self.later, self.rounds = None, [], 0

    def next_order(self, carry_out: Callable[[Order, bool], Action | None]) -> tuple[Action, str] | None:
        """The action of the next order that can be carried out, and its purpose; None when all have been tried.

        The second argument of `carry_out` says whether this is the last attempt.
        """
        orders = self.orders or []
        while orders or self.later:
            if not orders:
                orders, self.later, self.rounds = self.later, [], self.rounds + 1
            order, last = orders.pop(0), self.rounds > 1
            action = carry_out(order, last)
            if action is not None:
                self.orders = orders
                return action, f"{order.purpose[0].upper()}{order.purpose[1:]}."
            if last:
                self.refused += 1
            else:
                self.later.append(order)  # the way may be clear when the others have moved
        self.orders = orders
        return None


MOST_LINES = 7  # of a plan as text


def recounted(plan: Plan, place: Callable[[int], str], column: Callable[[int], str]) -> list[str]:
    """A plan as text: the main effort, the other attacks with their chances, then the other units' tasks."""
    out: list[str] = []
    told: set[str] = set()
    for package in sorted(plan.packages, key=lambda one: (-len(one.posts), -one.gain)):
        where = place(package.target)
        told.add(where)
        how = f"{_units(len(package.posts))} at about {column(round(package.column))}, {package.freed:.0%} to clear it"
        out.append(f"{'Also' if out else 'Main effort'}: {where}, {how.replace('%', ' %')}.")
    errands: dict[str, int] = {}
    for order in plan.orders:
        if not any(order.purpose.endswith(where) for where in told):
            errands[order.purpose] = errands.get(order.purpose, 0) + order.units.bit_count()
    if not out:
        out.append("No attack is planned.")
    for purpose, count in sorted(errands.items(), key=lambda one: -one[1])[: max(1, MOST_LINES - len(out))]:
        out.append(f"{purpose[0].upper()}{purpose[1:].rstrip('.')}: {_units(count)}.")
    return out[:MOST_LINES]


def _units(count: int) -> str:
    return f"{count} unit{'s' * (count != 1)}"


def spread(rings: Sequence[Bits], ends: Bits) -> Bits:
    """The ends in the first ring that contains any."""
    for ring in rings:
        if ring & ends:
            return ring & ends
    return 0
