"""Sparring partners of *Demyansk Shield*: the regular with one idea each, for both sides and all scenarios."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from ....core.bits import bits
from ....kit.planning import Plan
from ..state import State
from .phase_plan import PhasePlan
from .posts import TAKE, Post
from .regular import Regular
from .weights import WEIGHTS

NEVER = 99.0  # the least gain of an attack that nobody makes
PULL = 3.0  # times the worth of the only goals of the stormer

# The turtle keeps its posts full; the raider lives for the road, which it cuts or opens; the grabber wants places and
# Strongpoints; the road guard does not let go of the road.
TURTLE = WEIGHTS._replace(axis_attack=NEVER, soviet_attack=NEVER, guard=2.0, leave=2.0, hold=1.0)
ALL_OUT = WEIGHTS._replace(axis_attack=-0.5, soviet_attack=-0.5, leave=0.3, guard=0.5)
RAIDER = WEIGHTS._replace(cut=3.0, hold=0.3, leave=0.4)
GRABBER = WEIGHTS._replace(hold=1.6, cut=0.2, ground=0.6, works=1.6)
ROAD_GUARD = WEIGHTS._replace(cut=2.0, guard=2.0, leave=1.6, axis_attack=1.5, soviet_attack=1.5)


class StormPlan(PhasePlan):
    """Sends everybody who can be spared against Staraya Russa and Demyansk, or into them."""

    def wanted(self) -> list[Post]:
        """The usual posts, with the two towns far above the others and no other place to be taken."""
        towns = bits((self.d.staraya_russa, self.d.demyansk))
        usual = super().wanted()
        out = [
            post._replace(worth=PULL * post.worth, need=PULL * post.need) if towns >> post.place & 1 else post
            for post in usual
            if towns >> post.place & 1 or post.kind != TAKE
        ]
        return sorted(out, key=lambda post: (-post.worth, post.place))


class Stormer(Regular):
    """Wants the two towns that end the game, and nothing else."""

    def plan(self, s: State) -> Plan:
        """The orders of a phase."""
        return StormPlan(s, self.w).made()


SPARRING: Mapping[str, Callable[[], Regular]] = MappingProxyType(
    {
        "turtle": partial(Regular, TURTLE),
        "all-out": partial(Regular, ALL_OUT),
        "raider": partial(Regular, RAIDER),
        "grabber": partial(Regular, GRABBER),
        "road-guard": partial(Regular, ROAD_GUARD),
        "stormer": Stormer,
    }
)
"""The sparring partners by name."""
