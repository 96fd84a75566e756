"""What `grognard bench` measures of the games of the family."""

from collections.abc import Mapping

from ....core import notation
from ....core.bits import scan
from ....kit.table import Benchmark, Timed, Wargame
from ..rules.movement import reach
from ..rules.supply import supplied
from ..rules.zones import zone
from ..state import State, on_map
from .supply_line import trace

BEFORE_LENINGRAD = """assault_leningrad
at german-combat
turn 20
german 0611
0419 1ID 28HQ
0420 6-11Pz 6-4 41HQ
0319 11ID
0521 12ID
0620 21ID
lost 17W
0719 1-1Pz 1-1
0720 58ID
0418 191RD
0421 70RD 1G
0520 177RD
0519 168RD
0518 24TD
0618 90RD
0718 237RD 2G
0320 281RD 4V 1W
"""
BEFORE_STALINGRAD = """assault_stalingrad
at german-combat
turn 14
0908 71ID 51HQ
1008 24Pz(reduced) 24HQ
0809 295ID
0909 76ID
1109 14Pz(subcounter)
0810 16Pz 14HQ
0910 3Mot(subcounter)
0808 13Gd
0708 37Gd
0709 98RD
0710 87RD
0711 4TC
0811 39Gd
1108 35Gd
1209 64RD
1110 16TC
0907 95RD 284RD 1W
"""
FRONTS = {text.split()[0]: text for text in (BEFORE_LENINGRAD, BEFORE_STALINGRAD)}
"""By title: a position with much to attack, in and before the city."""


def operations(s: State) -> Mapping[str, Timed]:
    """Zones, reach and supply in a position; attacks in one with many."""
    title = s.title
    front = notation.read({title.name: title}, FRONTS[title.name])
    movers, units = list(scan(on_map(s, s.side))), list(scan(on_map(s, 0) | on_map(s, 1)))
    hexes = list(title.choices(front, "attack") or ())
    return {
        "zones of control": (lambda: (zone(s, 0), zone(s, 1)), 2),
        "reach": (lambda: [reach(s, unit) for unit in movers], len(movers)),
        "supply of all units": (lambda: (supplied(s, 0), supplied(s, 1)), 1),
        "line of supply": (lambda: [trace(s, unit) for unit in units], len(units)),
        "hexes to attack": (lambda: list(title.choices(front, "attack") or ()), 1),
        "hexes to attack with one": (lambda: [title.choices(front, "attack", hex_) for hex_ in hexes], len(hexes)),
    }


def benchmark(_title: Wargame[State]) -> Benchmark:
    """Operations in the German movement."""
    return Benchmark("german-movement", operations, goals={"campaign": 0.05, "supply of all units": 1000.0})
