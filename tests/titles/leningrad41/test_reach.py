"""[8.0] Reach by sets agrees with a search hex by hex, in positions of random games."""

from heapq import heappop, heappush
from random import Random
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.bits import scan
from grognard.kit.battle.ledger import total
from grognard.titles.leningrad41.data.links import DRIVE, MARCH, SAIL
from grognard.titles.leningrad41.rules.movement import terms, usual
from grognard.titles.leningrad41.rules.paths import ledger, objections, price
from grognard.titles.leningrad41.rules.reach import Terms, danger, first_steps, reach, spread
from tests.titles.leningrad41.conftest import TITLE


def searched(t: Terms) -> dict[int, int]:
    """The lowest cost of every hex within reach, found hex by hex."""
    best: dict[int, int] = {}
    queue = [(cost, hex) for hex, cost in first_steps(t, t.enter & ~(1 << t.start)).items()]
    queue.sort()
    while queue:
        paid, here = heappop(queue)
        if here in best:
            continue
        best[here] = paid
        for place in scan(t.near[here] & t.enter & ~(1 << t.start)) if t.free >> here & 1 else ():
            cost = t.step(here, place)
            if cost is not None and paid + cost <= t.budget:
                heappush(queue, (paid + cost, place))
    return best


def compare(s: Any, unit: int, manner: str) -> None:
    """Compare the two for one unit, and judge some of the paths."""
    t = terms(s, unit, manner)
    rings = spread(t, t.enter)
    found = {hex: cost for cost, ring in enumerate(rings) for hex in scan(ring)}
    assert found == searched(t)
    way, feared = reach(s, t), danger(s, unit)
    for end in list(scan(way.ends))[::37]:
        path = way.path_to(end)
        assert path[-1] == end
        assert objections(s, t, path) == []
        assert found[end] <= price(s, t, path) == total(ledger(s, t, path))
        if price(s, t, path) > found[end]:
            assert not any(feared >> hex & 1 for hex in path[:-1])  # a detour avoids fire


@pytest.mark.case("8.1a", "8.1h", "8.5a", "8.5b", "8.5c", "8.9b", "8.12a")
@pytest.mark.parametrize("seed", range(3))
def test_reach_agrees_with_a_search(seed: int) -> None:
    pick = Random(seed).randrange
    s = TITLE.start("assault", {"delay": "roll"})
    compared = 0
    while not s.over and compared < 60:
        if "movement" in TITLE.step(s).name and pick(5) == 0:
            for unit in scan(s.there[s.side]):
                if pick(8) == 0:
                    compare(s, unit, (MARCH, DRIVE)[pick(2)] if usual(s, unit) == MARCH else usual(s, unit))
                    compared += 1
        TITLE.play(s, TITLE.sample(s, pick))
    assert compared


@pytest.mark.case("8.11d", "8.11e", "15.1a", "15.2a", "8.10h", "8.10n")
def test_special_manners_agree_too() -> None:
    text = """
        leningrad41 assault
        at soviet-movement
        turn 3
        side 1
        rubble 2611 2512
        demolished bridge-3605-3606 bridge-2612-2713 bridge-3719-3818
        3026 1RBBde
        2211 Aurora-42
        3120 LG42
        2611 LFRBr(pontoon=2712) 576-115
        3606 84KV
        3119 I-469
        4711 48Pi
    """
    s = notation.read({TITLE.name: TITLE}, "\n".join(line.strip() for line in text.strip().splitlines()))
    piece = TITLE.lexicon.piece
    for name in ("Aurora-42", "LG42", "LFRBr", "576-115", "48Pi"):
        compare(s, piece(name), usual(s, piece(name)))
    compare(s, piece("1RBBde"), SAIL)
    compare(s, piece("84KV"), DRIVE)
