"""What `grognard bench` measures of *Moscow '41*."""

from collections.abc import Mapping

from ....core.bits import scan
from ....kit.table import Benchmark, Timed, Wargame
from ..rules.movement import reach
from ..rules.supply import supplied
from ..state import State


def operations(s: State) -> Mapping[str, Timed]:
    """The reach of every block, and the supply of both sides."""
    blocks = list(scan(s.on_map & s.data.all_blocks))
    return {
        "reach": (lambda: [reach(s, block, True) for block in blocks], len(blocks)),
        "supply": (lambda: (supplied(s, 0), supplied(s, 1)), 2),
    }


def benchmark(_title: Wargame[State]) -> Benchmark:
    """Operations in a Command Segment."""
    return Benchmark("command", operations, goals={"dnieper": 0.2})
