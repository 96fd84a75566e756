"""What `grognard bench` measures of *Demyansk Shield*."""

from collections.abc import Mapping

from ....core.bits import scan
from ....kit.table import Benchmark, Timed, Wargame
from ..rules.movement import reach
from ..rules.supply import supplied
from ..state import State, zone
from .supply_line import trace


def operations(s: State) -> Mapping[str, Timed]:
    """Zones, reach, supply and attacks in a position."""
    title = s.title
    movers = list(scan(s.there[s.side] & ~s.data.printed))
    units = list(scan(s.there[0] | s.there[1]))
    fight = s.copy()
    fight.at = fight.flow.labels["combat"]
    return {
        "zones of control": (lambda: (zone(s, 0), zone(s, 1)), 2),
        "reach": (lambda: [reach(s, 1 << unit) for unit in movers], len(movers)),
        "supply of all units": (lambda: (supplied(s, 0), supplied(s, 1)), 1),
        "Supply Route": (lambda: [trace(s, unit) for unit in units], len(units)),
        "hexes to attack": (lambda: list(title.choices(fight, "attack") or ()), 1),
    }


def benchmark(_title: Wargame[State]) -> Benchmark:
    """Operations in a Movement Phase."""
    return Benchmark("movement", operations, goals={"campaign": 0.02, "supply of all units": 1500.0})
