"""Sparring partners of *Moscow '41*: scripted players with one idea each, for both sides and all scenarios."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from ....kit.opponent import Officer
from ..state import State
from .impulse_orders import Course, Order
from .logistics_choices import Why
from .operations import KILL
from .planner import CUTTER, PLANNED, Planner, Variant
from .unit_values import WEIGHTS

ALL_OUT = WEIGHTS._replace(
    german_pull=3 * WEIGHTS.german_pull,
    soviet_pull=4 * WEIGHTS.soviet_pull,
    caution=0.3,
    leash=0.2,
    hold=0.3,
    join=0.0,
    disc=0.5,
    last=2.0,
)
TURTLE = WEIGHTS._replace(german_pull=0.1, soviet_pull=0.05, hold=4.0, caution=5.0, disc=3.0)
FAIR = 4.0  # the value of an operation for which the headhunter drops everything else


class Headhunter(Planner):
    """Goes for headquarters, and otherwise plays like a regular."""

    def choice(self, s: State) -> Why:
        """The best chance to destroy a headquarters."""
        self.script = None
        for one in self.staff.proposals(s):
            if one.operation.kind == KILL and one.operation.value >= FAIR:
                return self.pursue(s, one)
        return super(Planner, self).choice(s)


class Turtle(Variant):
    """Never attacks: fills cities, digs in and waits."""

    def courses(self, s: State) -> list[Course]:
        """Strategic calls, marches that strengthen the line, and Passes."""
        return [one._replace(gain=one.gain * (0.3 if one.verb == "tactical" else 1.0)) for one in super().courses(s)]

    def give(self, s: State) -> list[Order]:
        """Orders without attacks."""
        return [one for one in super().give(s) if not one.target]


SPARRING: Mapping[str, Callable[[], Officer]] = MappingProxyType(
    {
        "planner": Planner,
        "headhunter": lambda: Headhunter(PLANNED),
        "cutter": lambda: Variant(CUTTER),
        "turtle": lambda: Turtle(TURTLE),
        "all-out": lambda: Variant(ALL_OUT),
    }
)
"""The sparring partners by name."""
