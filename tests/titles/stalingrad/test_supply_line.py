"""[11.0] The supply line shown for a unit is the one the rule finds: by example, with units scattered, in play."""

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.titles.assault.aids.supply_line import trace
from grognard.titles.assault.rules.inset_transfers import to_evacuate
from grognard.titles.assault.rules.supply import network, open_to, supplied
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import on_inset, on_map, put
from tests.laws.laws import random_options
from tests.titles.stalingrad.box import D, names
from tests.titles.stalingrad.conftest import TITLE

At = Callable[..., Any]


def line(game: Any, unit: str) -> tuple[bool, list[str], str, list[str]]:
    """What is said of a unit's line: whether, the hexes, where it breaks, the clauses."""
    ok, path, breaks, why = game.title.aids.trace(game.s, game.unit(unit))
    named = game.title.lexicon.places
    return ok, [named[hex_] for hex_ in path], named[breaks] if breaks else "", [said.clause for said in why]


# -- examples ---------------------------------------------------------------------------------------


@pytest.mark.case("11.13a", "19.51b", "11.34a", "11.35a", "11.15a")
def test_the_line_of_a_german(at: At) -> None:
    game = at("at german-movement\nturn 9\n0620 8HQ\n0617 305ID\n0613 113ID\n0616 44ID")
    ok, path, breaks, why = line(game, "305ID")
    assert (ok, path, breaks, why) == (True, ["0617", "0618", "0619", "0620"], "", [])  # which is on a road
    assert line(game, "44ID") == (False, ["0616"], "", ["11.34a"])
    ok, path, _, why = line(game, "113ID")
    assert (ok, len(path), why) == (False, 8, ["11.13a"])
    cut = at("at german-movement\nturn 9\n0619 8HQ\n0617 305ID\n0324 192RD\n1428 33Gd\n2318 184RD")
    assert line(cut, "8HQ")[3] == ["19.51a"]
    assert line(cut, "305ID")[3] == ["11.35a", "19.51a"]
    wall = at("at german-movement\nturn 9\n0916 8HQ\n0912 305ID\n0813 33Gd\n1013 192RD")
    assert line(wall, "305ID")[3] == ["11.13a"]  # round the zones, and too long


@pytest.mark.case("19.52a", "11.15a", "19.34c")
def test_the_line_of_a_russian(at: At) -> None:
    ring = "0919 305ID\n0821 113ID\n1021 44ID\n0922 71ID\n"
    game = at(f"at german-movement\nturn 9\n{ring}0920 196RD\n0613 192RD")
    ok, path, breaks, why = line(game, "196RD")
    assert (ok, path, why) == (False, ["0920"], ["11.15a"])
    assert breaks
    assert line(game, "192RD")[1][-1] in names(D.edge[RUSSIAN])
    game = at("at german-movement\nturn 9\n1107 192RD\n1208 44ID\nB4 71ID")
    ok, path, _, why = line(game, "192RD")
    assert (ok, why) == (True, [])
    assert path[:5] == ["1107", "N2", "M2", "M1", "1006"]  # onto the Inset, over the ferry, and off it


@pytest.mark.case("11.46a", "11.44a", "11.41a")
def test_a_unit_without_a_line(at: At) -> None:
    bank = "0607 94ID\n0708 305ID\n0808 113ID\n0908 44ID\n1008 71ID\n1108 297ID\n1107 371ID\n0806 389ID\n0906 76ID\n"
    game = at(f"at russian-movement\nturn 9\n{bank}1006 295ID\n0907 1W 192RD")
    assert line(game, "1W") == (True, ["0907"], "", [])
    assert line(game, "192RD")[0] is False
    game = at("at german-movement\nturn 9\n0920 389ID(fresh)")
    assert line(game, "389ID") == (True, ["0920"], "", [])
    assert game.title.aids.trace(game.s, game.unit("8HQ")) is None  # off the map
    assert game.title.aids.trace(game.s, game.unit("Air1")) is None


@pytest.mark.case("11.53b", "11.53a")
def test_within_the_interior(at: At) -> None:
    """To a headquarters two hexes away, and with it out of the city."""
    game = at("at german-movement\nturn 9\nG3 8HQ\nE3 305ID")
    onward = line(game, "8HQ")[1]
    assert line(game, "305ID") == (True, ["E3", "F3", *onward], "", [])
    assert (onward[0], onward[-1]) == ("G3", "0707")


# -- the law ----------------------------------------------------------------------------------------


def joined(s: Any, side: int, a: int, b: int) -> bool:
    """Whether a path of a side may go from one hex to the next: a step, or between the maps."""
    links = D.trace_links[on_inset(s)][side]
    return bool(links[a] >> b & 1 or D.twin.get(a) == b or D.twin.get(b) == a)


def check(s: Any) -> None:
    """Rule and line agree for every unit; a line is unbroken, open, not too long, and ends at a source."""
    for side in (GERMAN, RUSSIAN):
        fed, ground = supplied(s, side), open_to(s, side)
        for unit in scan(on_map(s, side) & ~to_evacuate(s)):
            found, told = trace(s, unit), f"{D.pieces[unit]} at {D.board.names[s.place[unit]]}"
            assert found is not None
            assert found.ok == bool(fed >> unit & 1), f"{told}: {found}"
            assert found.ok == (not found.why), f"{told}: {found}"
            assert found.path[0] == s.place[unit], told
            assert all(joined(s, side, a, b) for a, b in pairwise(found.path)), f"{told}: {found}"
            if found.ok and len(found.path) > 1:
                assert all(ground >> hex_ & 1 for hex_ in found.path), f"{told}: {found}"
                ends = D.edge[side] | (network(s, ground) if side == GERMAN else 0)
                fresh = side == GERMAN and s.fresh >> D.headquarters[D.of_corps[unit]] & 1
                assert fresh or ends >> found.path[-1] & 1, f"{told}: {found}"


def scattered(seed: int) -> Any:
    """Some units of both sides anywhere on land, most of them around the city; Germans on the Inset half the time."""
    random = Random(f"lines {seed}")
    s = TITLE.start("campaign", {"interior": ("traced", "supplied")[seed % 5 == 0]})
    s.turn = 9
    near = [hex_ for hex_ in scan(D.land & ~D.city) if D.distance[hex_] <= 4]
    far = [*scan(D.land & D.main & ~D.city)]
    for unit in scan(D.ground):
        put(s, unit, D.returning if D.stacks["headquarters"] >> unit & 1 else D.lost)
    siege = seed % 2
    for side, many in ((GERMAN, 16), (RUSSIAN, 16)):
        for unit in random.sample([*scan(D.side[side] & ~D.city_bound)], many):
            hex_ = random.choice(far if random.random() < 0.4 else near)
            if side == GERMAN and D.on_inset >> hex_ & 1 and not siege:
                hex_ = D.twin[hex_] if D.fringe >> hex_ & 1 else random.choice(far)
            enemy = s.held[1 - side]
            if not (enemy | D.one_ground(enemy)) >> hex_ & 1:
                put(s, unit, hex_)
    for unit in scan(D.stacks["worker"]):
        put(s, unit, random.choice([*scan(D.interior & ~s.held[GERMAN])]))
    return s


@pytest.mark.case("11.11a", "11.13a", "11.15a", "11.53a", "19.34b", "19.34c", "19.51b", "19.52a")
@pytest.mark.parametrize("seed", range(60))
def test_scattered_units(seed: int) -> None:
    check(scattered(seed))


def test_the_scattered_positions_say_something() -> None:
    """There are units in supply and out of it, on both sides, with Germans on the Inset and without."""
    seen = set()
    for seed in range(60):
        s = scattered(seed)
        for side in (GERMAN, RUSSIAN):
            fed = supplied(s, side)
            seen |= {(on_inset(s), side, bool(fed >> unit & 1)) for unit in scan(on_map(s, side))}
    assert len(seen) == 8


@pytest.mark.parametrize("seed", range(2))
def test_in_random_play(seed: int) -> None:
    random = Random(f"supply in play {seed}")
    s, last = TITLE.start("campaign", random_options(TITLE, random)), ""
    while not s.over:
        step = TITLE.step(s).name
        if step != last:
            check(s)
        last = step
        TITLE.play(s, TITLE.sample(s, random.randrange, (4, 12)[seed]))
    check(s)
