"""Plans of a whole phase: who goes where for what, and which attacks they are meant for.

A plan is plain data: a staff makes one, a search may vary it, and whoever carries it out checks every order against the
rules when its turn comes, for the dice may have changed the position by then.
"""

from collections.abc import Sequence
from typing import NamedTuple

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


def spread(rings: Sequence[Bits], ends: Bits) -> Bits:
    """Those of the ends that lie in the first ring which holds any."""
    for ring in rings:
        if ring & ends:
            return ring & ends
    return 0
