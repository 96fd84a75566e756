"""The veteran of *Assault on Stalingrad*: the regular of this game on several courses."""

from .sparring import STALINGRAD_PARTNERS
from .stalingrad_evaluation import WEIGHTS
from .stalingrad_regular import StalingradRegular
from .veteran import Veteran, moods_of


class StalingradVeteran(Veteran):
    """Thinks at the start of a phase, then plays it as a regular on the best course."""

    make = StalingradRegular
    moods = moods_of(WEIGHTS)
    cost = 100
    models = ((StalingradRegular, STALINGRAD_PARTNERS["raider"]), (StalingradRegular, STALINGRAD_PARTNERS["all_out"]))
