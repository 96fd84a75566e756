"""How the Russian plans."""

from ...core.action import Action
from ...kit.plan import Plan
from .judgement import Weights
from .recruit import Recruit
from .state import State
from .survey import Survey

R = Recruit()


def plan(s: State, look: Survey) -> Plan:
    return Plan(())


def before_moving(s: State, w: Weights) -> tuple[Action, str] | None:
    return R.movement(s, s.title.step(s).name)


def after_moving(s: State) -> tuple[Action, str] | None:
    return None


def post(s: State, step: str, w: Weights) -> tuple[Action, str] | None:
    return R.decide(s, lambda n: 0, lambda: True)
