"""What `grognard bench` measures of *Leningrad*."""

from collections.abc import Callable, Mapping, Sequence

from ....core import notation
from ....core.bits import scan
from ....kit.table import Benchmark, ReachProblem, Timed, Wargame
from ..rules.movement import trip
from ..rules.step_costs import may_enter
from ..rules.supply import supplied
from ..state import State, zone

OPEN_GROUND = """leningrad79 campaign
at german-movement
turn 4
1108 1Pz 6Pz
1010 8Pz 3Mot
0909 36Mot SSTot
0810 1ID 11ID
1306 i1 i2
1409 i3
1412 i4 a1
1211 i5
"""


def operations(s: State) -> Mapping[str, Timed]:
    """Zones of control and supply of both sides."""
    return {
        "zones of control": (lambda: (zone(s, 0), zone(s, 1)), 2),
        "supply": (lambda: (supplied(s, 0), supplied(s, 1)), 2),
    }


def reach(title: Wargame[State]) -> Sequence[ReachProblem]:
    """The German motorized units of one position: where each can go."""
    s = notation.read({title.name: title}, OPEN_GROUND)
    d = s.data
    edges = tuple((here, place, cost) for here, costs in enumerate(d.motor.cost) for place, cost in costs.items())
    units = [unit for unit in scan(d.panzers) if s.place[unit] < d.board.box]
    return [_problem(s, unit, 2 * d.allowance[unit], edges) for unit in units]


def _problem(s: State, unit: int, points: int, edges: tuple[tuple[int, int, int], ...]) -> ReachProblem:
    start = s.place[unit]
    return ReachProblem(start, points, lambda: trip(s, 1 << unit, points).reached, edges, _passable(s, unit))


def _passable(s: State, unit: int) -> Callable[[int, int], bool]:
    """Whether the unit may step from one hex to the next, past enemies, their zones and full hexes."""
    start = s.place[unit]
    enter, stop = may_enter(s, 1 << unit, start), zone(s, 1 - s.side) & ~(1 << start)
    return lambda here, place: not stop >> here & 1 and bool(enter >> place & 1)


def benchmark(title: Wargame[State]) -> Benchmark:
    """Operations in the German movement, and the reach of its motorized units."""
    goals = {"campaign": 0.2, "reach": 6.0, "copy": 1.0, "explain": 100.0}
    return Benchmark("german-movement", operations, lambda: reach(title), goals)
