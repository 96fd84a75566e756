"""Plans of a whole phase: who goes where for what, and which attacks they are meant for.

A plan is plain data: a staff makes one, a search may vary it, and whoever carries it out checks every order against the
rules when its turn comes, for the dice may have changed the position by then.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..core.action import Action
from ..core.bits import Bits


class Order(NamedTuple):
    """Some units that stand together go to a place; the purpose is said in plain words."""

    units: Bits
    to: int
    purpose: str
    overrun: int = -1  # then they overrun this place


class Package(NamedTuple):
    """An attack planned as a whole: the target, who attacks from where, with what support, and what it is worth."""

    target: int
    posts: tuple[tuple[int, int], ...]  # unit and place
    support: int
    gain: float
    column: float  # on the average
    freed: float = 0.0  # the chance that the target is emptied

    @property
    def units(self) -> Bits:
        """The attackers."""
        out = 0
        for unit, _ in self.posts:
            out |= 1 << unit
        return out


class Plan(NamedTuple):
    """The orders of a phase in the order they are carried out, and the attacks they prepare."""

    orders: tuple[Order, ...]
    packages: tuple[Package, ...] = ()


class OrderQueue:
    """Orders still to be carried out; one that cannot be yet is tried again when the others have been carried out."""

    def __init__(self) -> None:
        self.orders: list[Order] | None = None  # None: still to be planned
        self.later: list[Order] = []  # orders that have to wait for others
        self.rounds = 0  # how often the orders have been gone through
        self.refused = 0  # orders that could not be carried out any more

    def forget_orders(self) -> None:
        """Another phase begins."""
        self.orders, self.later, self.rounds = None, [], 0

    def next_order(self, carry_out: Callable[[Order, bool], Action | None]) -> tuple[Action, str] | None:
        """The action of the next order that can be carried out, and its purpose; None when all have been tried.

        `carry_out` is told whether this is the last attempt.
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
                self.later.append(order)  # when the others have moved, the way may be free
        self.orders = orders
        return None


MOST_LINES = 7  # of a plan in words


def recounted(plan: Plan, place: Callable[[int], str], column: Callable[[int], str]) -> list[str]:
    """A plan in words: the main effort, the other attacks with their chances, then who else does what."""
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
    """Those of the ends that lie in the first ring which holds any."""
    for ring in rings:
        if ring & ends:
            return ring & ends
    return 0
