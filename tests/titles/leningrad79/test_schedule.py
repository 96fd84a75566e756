"""The reinforcement schedule: who arrives when and where, seen in whole games."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.core.dice import Dice
from grognard.titles import TITLES
from grognard.titles.leningrad79.rules.reinforcements import due
from grognard.titles.leningrad79.state import GERMAN, SOVIET

TITLE = TITLES["leningrad79"]
PRUSSIA, EAST, SOUTH_AND_EAST = "0111 0112 0113", "2906 2908", "2713 2906 2908"
LENINGRAD = "2505 2604 2605 2705"

Arrivals = dict[tuple[int, int], Counter[tuple[str, str]]]


def walk(pool: str) -> Iterator[Any]:
    """A whole game at random, at each beginning of a Movement Phase."""
    dice, before = Dice(f"schedule {pool}"), None
    s = TITLE.start(options={"pool": pool})
    while not s.over:
        now = (s.turn, TITLE.step(s).name)
        if now != before and not s.stack and now[1].endswith("-movement"):
            before = now
            yield s
        TITLE.play(s, TITLE.sample(s, dice.pick))


@cache
def game(pool: str = "rebuild") -> tuple[Arrivals, dict[int, int], dict[int, int]]:
    """What was new in a random game: units by turn and side, with type and entry hexes; air units; forts."""
    units: Arrivals = {}
    air: dict[int, int] = {}
    forts: dict[int, int] = {}
    for s in walk(pool):
        names = s.title.lexicon.places
        new = [u for u in scan(due(s)) if s.data.slots[s.slot[u]].turn == s.turn]
        units[s.side, s.turn] = Counter(
            (_type(s, u), " ".join(sorted(names[h] for h in scan(s.data.slots[s.slot[u]].hexes)))) for u in new
        )
        if s.side == GERMAN:
            air[s.turn] = s.air
            forts[s.turn] = s.forts_due
    return units, air, forts


def _type(s: Any, unit: int) -> str:
    if unit < s.data.soviets:
        return str(s.data.types[unit])
    return "armored" if unit >= s.data.armored else "infantry"


GERMANS = {
    2: {("infantry", PRUSSIA): 5},
    6: {("infantry", PRUSSIA): 1},
    10: {("armor", "2213"): 1, ("mechanized", "2213"): 1},
}
SOVIETS = {
    1: {("infantry", "1113"): 1, ("armored", "1113"): 3},
    2: {("infantry", EAST): 4, ("armored", EAST): 1},
    3: {},
    4: {("infantry", SOUTH_AND_EAST): 3, ("armored", SOUTH_AND_EAST): 1},
    5: {("infantry", "2601"): 2, ("armored", SOUTH_AND_EAST): 1},
    6: {("infantry", SOUTH_AND_EAST): 3},
    7: {("infantry", "2713"): 6, ("infantry", "2601"): 2, ("armored", "2501"): 1},
    8: {("infantry", EAST): 3, ("armored", "2501"): 1},
    9: {("infantry", "2908"): 3},
    10: {("infantry", LENINGRAD): 1},
    11: {("infantry", LENINGRAD): 2},
    12: {("infantry", LENINGRAD): 2},
}


@pytest.mark.case("schedule.german.2", "schedule.german.6", "schedule.german.10")
def test_german_reinforcements() -> None:
    units, _, _ = game()
    assert {turn: dict(units[GERMAN, turn]) for turn in range(1, 13) if units[GERMAN, turn]} == GERMANS


@pytest.mark.case("schedule.german.10")
def test_the_39th_panzer_corps_comes_on_game_turn_10() -> None:
    d = TITLE.data
    (slot,) = (line for line in d.slots if (line.side, line.turn) == (GERMAN, 10))
    assert {d.pieces[u] for u in scan(slot.units)} == {"12Pz", "20Mot"}
    assert slot.units == d.corps["39th Panzer Corps"]


@pytest.mark.case("schedule.german.1", "schedule.german.7")
def test_german_air_units() -> None:
    """One from Game-Turn 1, the second from Game-Turn 7."""
    _, air, _ = game()
    assert air == {turn: 1 if turn < 7 else 2 for turn in range(1, 13)}


@pytest.mark.case("schedule.key", "schedule.soviet.1", "schedule.soviet.2", "schedule.soviet.4", "schedule.soviet.5")
@pytest.mark.case("schedule.soviet.6", "schedule.soviet.7", "schedule.soviet.8", "schedule.soviet.9")
@pytest.mark.case("schedule.soviet.10", "schedule.soviet.11", "schedule.soviet.12")
@pytest.mark.parametrize("pool", ["rebuild", "strict"])
def test_soviet_reinforcements(pool: str) -> None:
    """I is infantry, A tank or mechanized; in a bloody game like this one there are counters for all."""
    units, _, _ = game(pool)
    assert {turn: dict(units[SOVIET, turn]) for turn in range(1, 13)} == SOVIETS


@pytest.mark.case("schedule.soviet.3", "schedule.soviet.4", "schedule.soviet.5")
@pytest.mark.case("schedule.soviet.6", "schedule.soviet.7", "schedule.soviet.8")
def test_soviet_forts_come_from_game_turn_3_to_8() -> None:
    d = TITLE.data
    assert d.forts_arrive == dict.fromkeys(range(3, 9), 2)
    assert sum(d.forts_arrive.values()) == 12
    _, _, forts = game()
    assert [forts[turn] >= 2 for turn in range(3, 9)] == [True] * 6
    assert (forts[1], forts[2]) == (0, 0)


@pytest.mark.case("schedule.key")
def test_an_armored_arrival_may_be_a_tank_or_a_mechanized_division() -> None:
    kinds = {TITLE.data.faces[face].type for face in scan(TITLE.data.faces_of_type[1])}
    assert kinds == {"armor", "mechanized"}


@pytest.mark.case("schedule.soviet.7")
def test_the_six_of_game_turn_7_are_the_army_of_the_counterblow() -> None:
    army = [line for line in TITLE.data.slots if line.army]
    assert [(line.turn, line.size, line.armored) for line in army] == [(7, 6, False)]
