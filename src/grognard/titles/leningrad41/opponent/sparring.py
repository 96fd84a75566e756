"""Sparring partners of *Leningrad '41*: the regular with one idea each, for both sides."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from ....core.action import Action
from ....kit.opponent import Officer
from ..data.components import SOVIET
from ..state import State
from . import crossings
from .planner import Planner
from .regular import Regular
from .step_by_step import Decision
from .weights import USUAL

GARRISON = USUAL._replace(hold=3.0, second=0.8, line=0.0, depth=0.0, hunt=0.0, fear=0.6)
ALL_OUT = USUAL._replace(block=0.5, price=0.0, risk=0.1, fear=0.0, pace=0.04, hold=0.1, line=0.1, depth=0.0)
WRECKER = USUAL._replace(bridge=4.0, crucial=2.0, ready=0.3, price=0.001, fear=0.8, risk=1.5, hold=0.8)
RUNNER = USUAL._replace(
    pace=0.08, block=0.0, german=0.1, soviet=0.03, risk=0.4, fear=0.1, hold=0.05, line=0.0, depth=0.0
)

BREAKTHROUGH = USUAL._replace(block=0.3, focus=0.8, fear=0.1, risk=0.4)


class Garrison(Regular):
    """Sits in objectives and, as Soviet, never assaults: it only fires."""

    def fire(self, s: State) -> Decision:
        """No assaults out of the garrisons of the city."""
        action, why = super().fire(s)
        if s.side == SOVIET and action.verb == "assault":
            return Action("fire", (action.args[0], action.args[1], action.args[2] | action.args[3])), why
        return action, why


class Wrecker(Planner):
    """Blows every bridge that it can before it fires at anybody; as German it advances with care."""

    def fire(self, s: State) -> Decision:
        """Bridges first."""
        if s.side == SOVIET and (blast := crossings.demolition(s, self.w)):
            self._begin(s)
            return blast[1]
        return super().fire(s)


SPARRING: Mapping[str, Callable[[], Officer]] = MappingProxyType(
    {
        "garrison": partial(Garrison, GARRISON),
        "all_out": partial(Regular, ALL_OUT),
        "wrecker": partial(Wrecker, WRECKER),
        "runner": partial(Regular, RUNNER),
        "breakthrough": partial(Planner, BREAKTHROUGH),
    }
)
"""The sparring partners by name: one fills the objectives, one attacks everything, one blows bridges, one only runs
for objectives, one breaks the line in one place or counters it there whatever happens elsewhere."""
