"""Sparring partners of both games: the regular with one idea each, to train with and to be measured against."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from ....core.action import Action
from ..state import State
from .regular import Regular
from .stalingrad_evaluation import WEIGHTS as STALINGRAD
from .stalingrad_regular import StalingradRegular
from .weights import WEIGHTS, Weights


def raider(w: Weights) -> Weights:
    """Cuts railways, roads and headquarters off whatever it costs; as German drives deep without looking around."""
    return w._replace(raid=2.0, russian_fear=0.3, rail=2.0 * w.rail, pace=0.9, fear=0.35, cut=0.2)


def all_out(w: Weights) -> Weights:
    """Attacks whatever it can, at nearly any odds."""
    return w._replace(attack=-1.0, effort=0.0, fear=0.25, russian_attack=-1.0, russian_fear=0.2)


def rearguard(w: Weights) -> Weights:
    """Stays in its works until it is driven out and gives ground rather than steps; as German moves in small steps."""
    return w._replace(works=4.0, retreat=0.2, shy=0.3, fear=1.4, cut=2.0, alone=40.0)


def city_filler(w: Weights) -> Weights:
    """Brings everybody into the city, or straight to it."""
    return w._replace(city_wall=4.0, post=0.4, russian_attack=4.0, pace=1.2, attack=4.0)


def turtle(w: Weights) -> Weights:
    """Holds its posts and never attacks."""
    return w._replace(works=4.0, stay=2.0, post=1.5, russian_attack=99.0, attack=99.0)


class Turtle(Regular):
    """Never attacks."""

    def combat(self, s: State) -> tuple[Action, str]:
        """No attack."""
        return Action("done"), "We sit tight."


class StalingradTurtle(StalingradRegular):
    """Never attacks."""

    def combat(self, s: State) -> tuple[Action, str]:
        """No attack, but the transfers of the last turn."""
        found = self.after_moving(s) if s.side else None
        return found or (Action("done"), "We sit tight.")


Partners = Mapping[str, Callable[[], Regular]]
"""By name: how to make one."""

IDEAS: Mapping[str, Callable[[Weights], Weights]] = MappingProxyType(
    {"raider": raider, "all_out": all_out, "rearguard": rearguard, "city_filler": city_filler}
)


def partners(make: Callable[[Weights], Regular], w: Weights) -> dict[str, Callable[[], Regular]]:
    """The partners of a game by name, without the turtle."""
    return {name: partial(make, idea(w)) for name, idea in IDEAS.items()}


LENINGRAD_PARTNERS: Partners = MappingProxyType(
    {**partners(Regular, WEIGHTS), "turtle": partial(Turtle, turtle(WEIGHTS))}
)
STALINGRAD_PARTNERS: Partners = MappingProxyType(
    {**partners(StalingradRegular, STALINGRAD), "turtle": partial(StalingradTurtle, turtle(STALINGRAD))}
)
