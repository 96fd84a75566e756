"""Sparring partners of *Moscow '41*: scripted players with one idea each."""

from collections.abc import Callable, Mapping

from ....kit.opponent import Officer
from .planner import Planner

SPARRING: Mapping[str, Callable[[], Officer]] = {"planner": Planner}
