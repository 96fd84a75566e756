"""What `grognard bench` measures of *Leningrad '41*."""

from collections.abc import Mapping

from ....core.action import Action
from ....core.bits import scan
from ....kit.table import Benchmark, Timed, Wargame
from ..data.links import MARCH
from ..rules.movement import bodies, terms
from ..rules.reach import reach
from ..rules.spotting import arcs
from ..state import State
from .path_risk import risk


def operations(s: State) -> Mapping[str, Timed]:
    """Reach, lines of fire, and the fire that paths may draw."""
    movers = list(scan(bodies(s) & s.there[s.side]))
    ways = {unit: reach(s, terms(s, unit, MARCH)) for unit in movers}
    paths = [(unit, way.path_to(max(scan(way.ends)))) for unit, way in ways.items() if way.ends]

    def fresh() -> object:
        t = s.copy()
        t.up ^= 1 << s.data.first_counter  # so that nothing kept answers
        return arcs(t, 0), arcs(t, 1)

    return {
        "reach": (lambda: [reach(s, terms(s, unit, MARCH)) for unit in movers], len(movers)),
        "lines of fire of all units": (fresh, 1),
        "risk of a path": (lambda: [risk(s, Action("move", walk)) for walk in paths], len(paths)),
    }


def benchmark(_title: Wargame[State]) -> Benchmark:
    """Operations in a German Movement Phase."""
    return Benchmark("german-movement", operations, goals={"assault": 0.02})
