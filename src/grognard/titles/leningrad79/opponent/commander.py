"""The commander: a regular whose plans serve operations; the veteran searches over sets of them."""

from collections.abc import Sequence

from ....core.bits import Bits
from ....kit.planning import Plan
from ....opponents.operations import Operation
from ..state import GERMAN, State
from . import german, soviet
from .evaluation import WEIGHTS, Weights
from .operations import errands, guards, on_way
from .opportunities import Opportunities
from .regular import Regular


class Commander(Regular):
    """Plans a phase for some operations; units without one behave like the regular's."""

    def __init__(
        self, weights: Weights = WEIGHTS, running: Sequence[Operation] = (), kept: Sequence[Operation] = ()
    ) -> None:
        super().__init__(weights)
        self.running = tuple(running)
        self.kept = tuple(kept)  # the guards of the last turn
        self.careful = False  # whether to look for guards, which takes time

    @property
    def drivers(self) -> Bits:
        """Everybody who takes part in a drive."""
        out = 0
        for one in self.running:
            if one.kind == "drive":
                out |= one.force
        return out

    def outlook(self, s: State) -> Opportunities:
        """What this side can do now, and who drives on."""
        look = super().outlook(s)
        look.drivers = self.drivers
        if look.drivers:
            look.on_way = on_way(look, look.drivers)
        return look

    def plan(self, s: State, look: Opportunities) -> Plan:
        """The orders of a phase: first those of the operations, then those of all other units."""
        look.drivers = self.drivers
        orders, busy = errands(s, self.running)
        busy &= look.mine & ~s.halted
        orders = [order for order in orders if not order.units & ~busy]
        if s.side != GERMAN:
            return soviet.plan(s, look, orders, busy)
        made = german.plan(s, look, orders, busy)
        if self.careful and not busy and (found := guards(s, look, made, self.kept)):
            self.running = (*self.running, *found)
            orders, busy = errands(s, found)
            made = german.plan(s, look, orders, busy)
        return made
