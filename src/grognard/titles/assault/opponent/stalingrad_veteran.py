"""The veteran of *Assault on Stalingrad*: the regular of this game in several moods."""

from .stalingrad_evaluation import WEIGHTS
from .stalingrad_regular import StalingradRegular
from .veteran import Veteran, moods_of


class StalingradVeteran(Veteran):
    """Thinks at the start of a phase, then plays it as a regular in the best mood."""

    make = StalingradRegular
    moods = moods_of(WEIGHTS)
