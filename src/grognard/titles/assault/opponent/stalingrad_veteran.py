"""The veteran of *Assault on Stalingrad*: the regular of this game in several moods."""

from .stalingrad_evaluation import WEIGHTS
from .stalingrad_regular import StalingradRegular
from .veteran import Veteran

MOODS = (
    (
        WEIGHTS,
        WEIGHTS._replace(german_factor=1.2, fear=1.1),
        WEIGHTS._replace(attack=0.2, effort=0.1, fear=0.5),
        WEIGHTS._replace(pace=0.8),
        WEIGHTS._replace(attack=2.0, pace=0.35, cut=1.5),
        WEIGHTS._replace(alone=40.0, cut=2.0, staff=1.0),
    ),
    (
        WEIGHTS,
        WEIGHTS._replace(russian_fear=0.25, post=1.6),
        WEIGHTS._replace(russian_attack=9.0),
        WEIGHTS._replace(russian_attack=0.3, russian_fear=0.4),
        WEIGHTS._replace(russian_fear=1.0, city_wall=1.6),
        WEIGHTS._replace(post=2.0, city_wall=0.6),
    ),
)
"""The moods by side, the default first."""


class StalingradVeteran(Veteran):
    """Thinks at the start of a phase, then plays it as a regular in the best mood."""

    make = StalingradRegular
    moods = MOODS
