"""[11.0] The line of one unit: it agrees with supply as the rules of play judge it, and says where it breaks."""

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from grognard.core.bits import bits
from grognard.kit.hex.board import flood
from grognard.kit.table import Trace
from grognard.titles.leningrad79.aids.supply_line import step_cost, trace
from grognard.titles.leningrad79.rules.supply import open_to_lines, supplied
from grognard.titles.leningrad79.state import State, settle
from tests.core.play import LENINGRAD, game

At = Callable[[str], Any]


def scattered(random: Random) -> State:
    """A position with every unit somewhere on land, forts and raids anywhere."""
    s: Any = game(LENINGRAD, random.randrange(1 << 30), random.randint(0, 120)).state
    land = [hex_ for hex_ in range(len(s.data.board.names)) if s.data.land >> hex_ & 1]
    around = random.sample(land, random.randint(20, len(land)))
    front = random.randint(1, len(around) - 1)
    for unit in range(len(s.place)):
        s.place[unit] = random.choice(around[:front] if unit < s.data.soviets else around[front:])
    many = random.choice((10, len(land)))
    s.forts, s.raid, s.heavy_raid = (bits(random.sample(land, random.randint(0, many))) for _ in range(3))
    s.heavy_raid &= ~s.raid
    settle(s)
    found: State = s
    return found


def holds(s: State, side: int, line: Trace, place: int) -> None:
    """A line that is there runs over open hexes, is short enough, and ends in a source."""
    usable = open_to_lines(s, side)
    start = flood(s.data.sources[side], s.data.road, usable)
    assert line.path[0] == place
    assert s.data.sources[side] >> line.path[-1] & 1
    assert not bits(line.path) & ~usable
    assert len(set(line.path)) == len(line.path)
    cost = 0
    for here, there in pairwise(line.path):
        if start >> here & 1:
            assert s.data.road(1 << here) >> there & 1, "along roads from there on"
        else:
            cost += step_cost(s, side, here, there)
    assert cost <= 2 * s.data.supply_length


def breaks(s: State, side: int, line: Trace) -> None:
    """A line that is not there breaks for a reason that holds."""
    usable = open_to_lines(s, side)
    (why,) = line.why
    assert not bits(line.path) & ~usable
    if why.clause == "11.3b":
        assert line.breaks is not None
        assert not usable >> line.breaks & 1
        assert line.breaks in s.data.motor.cost[line.path[-1]] or s.data.road(1 << line.path[-1]) >> line.breaks & 1
    elif why.clause == "11.0e":
        assert line.breaks is not None
        steps = pairwise((*line.path, line.breaks))
        assert sum(step_cost(s, side, here, there) for here, there in steps) > 2 * s.data.supply_length
    else:
        assert why.clause == "11.3a"


@pytest.mark.case("11.0a", "11.0d", "11.0e", "11.0f", "11.3a", "11.3b", "11.3c", "11.6a")
def test_a_unit_has_a_line_exactly_where_it_is_in_supply() -> None:
    random = Random(1979)
    fed, unfed, reasons = 0, 0, set()
    for _ in range(40):
        s = scattered(random)
        for unit in range(len(s.place)):
            side = 0 if unit < s.data.soviets else 1
            line = trace(s, unit)
            if not s.data.board.hexes >> s.place[unit] & 1:
                assert line is None
                continue
            assert line is not None
            assert line.ok == bool(supplied(s, side) >> s.place[unit] & 1)
            if line.ok:
                fed += 1
                holds(s, side, line, s.place[unit])
            else:
                unfed += 1
                reasons.add(line.why[0].clause)
                breaks(s, side, line)
    assert fed > 200
    assert unfed > 200
    assert {"11.0e", "11.3b"} <= reasons


def test_in_played_games_as_well() -> None:
    for seed in range(6):
        table = game(LENINGRAD, seed, 350)
        for count in range(0, len(table.journal), 40):
            s: Any = table.at(count)
            for unit, place in enumerate(s.place):
                line = trace(s, unit)
                if line is None:
                    assert not s.data.board.hexes >> place & 1
                    continue
                side = 0 if unit < s.data.soviets else 1
                assert line.ok == bool(supplied(s, side) >> place & 1)


@pytest.mark.case("11.0e", "11.3a", "11.3b")
def test_a_line_says_where_it_breaks(at: At) -> None:
    """Soviets next to East Prussia bar it at the sources; far from any road it is too long; an island has none."""
    barred = at("at german-movement\nturn 3\n0312 1Pz\n0211 inf\n0213 inf")
    line = trace(barred.s, barred.unit("1Pz"))
    assert line is not None
    assert not line.ok
    assert line.breaks is not None
    assert line.why[0].clause == "11.3b"
    assert LENINGRAD.lexicon.places[line.breaks] in line.why[0].text
    island = at("at german-movement\nturn 3\n0901 1Pz")
    lost = trace(island.s, island.unit("1Pz"))
    assert lost is not None
    assert (lost.ok, lost.breaks, [why.clause for why in lost.why]) == (False, None, ["11.3a"])
    assert trace(island.s, island.unit("8Pz")) is None, "in reserve"
