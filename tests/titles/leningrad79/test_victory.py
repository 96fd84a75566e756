"""[18.0] How to win."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles import TITLES
from grognard.titles.leningrad79.rules.victory import level

At = Callable[[str], Any]

LAST = "at soviet-combat\nturn 12\n"
GERMAN, SOVIET = 0, 1


def end(at: At, position: str) -> Any:
    """Play the last action of the game."""
    return at(f"{LAST}{position}").play("done")


def points(t: Any) -> tuple[int, int]:
    facts = t.table.outcome.facts
    return facts["german"], facts["soviet"]


@pytest.mark.case("18.0b", "3.0l")
def test_the_game_ends_with_game_turn_12(at: At) -> None:
    t = end(at, "0111 1ID")
    assert t.ask == ("nobody", "over")
    assert t.table.outcome is not None
    eleventh = at("at soviet-combat\nturn 11\n0111 1ID").play("done")
    assert eleventh.s.turn == 12
    assert eleventh.table.outcome is None
    assert "Soviet tactical victory: 0 German points, 0 Soviet. [18.3]" in t.log()


@pytest.mark.case("18.0a", "18.0c", "18.3a")
def test_the_difference_decides(at: At) -> None:
    """Sixty points of ground against 15 for an eliminated and 5 for a reduced armor division."""
    t = end(at, "2604 1ID\n2705 11ID\n0111 6Pz(reduced)\nlost 1Pz")
    assert points(t) == (60, 20)
    assert t.table.outcome.facts["difference"] == 40
    assert (t.table.outcome.winner, t.table.outcome.level) == (GERMAN, "German strategic victory")
    worse = end(at, "2604 1ID\nlost 1Pz 6Pz")
    assert worse.table.outcome.facts["difference"] == 0
    assert (worse.table.outcome.winner, worse.table.outcome.level) == (SOVIET, "Soviet tactical victory")


@pytest.mark.case("18.1a", "18.1b", "18.1c", "18.1d", "18.1e")
@pytest.mark.parametrize(
    ("position", "soviet"),
    [
        ("0111 36Mot(reduced)", 4),
        ("0111 1Pz(reduced)", 5),
        ("lost 36Mot", 12),
        ("lost 1Pz", 15),
        ("0111 36Mot(reduced) 1Pz(reduced)\nlost 3Mot 8Pz", 36),
        ("lost 36Mot(reduced) 1Pz(reduced)", 27),  # eliminated, not reduced as well
        ("0111 36Mot 1Pz", 0),
        ("0111 1ID(reduced)\nlost 11ID 12ID", 0),  # infantry scores nothing
        ("0111 1ID\nlost i1=16RD", 0),
    ],
)
def test_the_soviet_scores_for_reduced_and_eliminated_armor_and_mechanized_units(
    at: At, position: str, soviet: int
) -> None:
    assert points(end(at, position)) == (0, soviet)


@pytest.mark.case("18.1a")
def test_only_losses_of_play_count_and_only_at_the_end(at: At) -> None:
    """The 39th Corps never came: it is not eliminated. A unit restored by then scores nothing."""
    t = end(at, "0111 1ID\nreserve 12Pz(slot=2) 20Mot(slot=2)")
    assert points(t) == (0, 0)
    t = at("at german-replacement\nturn 12\n0908 1Pz(reduced,since=1)").play("rebuild 1Pz")
    while not t.s.over:
        t.play("done")
    assert points(t) == (0, 0)


@pytest.mark.case("18.2a")
@pytest.mark.parametrize(
    ("position", "german"),
    [
        ("2604 1ID", 30),
        ("2705 1ID", 30),
        ("2604 1ID\n2705 11ID", 60),
        ("2604 1ID 11ID 12ID", 30),  # for the hex, not for each unit
        ("2505 1ID\n2605 11ID", 0),  # the other two hexes of Leningrad
        ("0111 1ID", 0),
    ],
)
def test_the_german_scores_for_2604_and_2705(at: At, position: str, german: int) -> None:
    assert points(end(at, position)) == (german, 0)


@pytest.mark.case("18.2b")
def test_a_unit_out_of_supply_scores_nothing(at: At) -> None:
    """Soviets in East Prussia leave no source; with a German in 0113 there is one."""
    shut = "2604 1ID\n2705 11ID\n0111 i1\n0112 i2"
    assert points(end(at, f"{shut}\n0113 i3")) == (0, 0)
    assert points(end(at, f"{shut}\n0113 12ID")) == (60, 0)


@pytest.mark.case("18.2b", "11.3b")
def test_supply_for_victory_is_judged_at_the_end(at: At) -> None:
    """Alone in 2705 among Soviets a unit scores nothing; with the way south open it does."""
    assert points(end(at, "2705 11ID\n2604 i1\n2706 i2")) == (0, 0)
    assert points(end(at, "2705 11ID\n2604 i1")) == (30, 0)


@pytest.mark.case("18.3b", "18.3c", "18.3d", "18.3e")
@pytest.mark.parametrize(
    ("difference", "winner", "name"),
    [
        (60, GERMAN, "German strategic victory"),
        (31, GERMAN, "German strategic victory"),
        (30, GERMAN, "German tactical victory"),
        (1, GERMAN, "German tactical victory"),
        (0, SOVIET, "Soviet tactical victory"),
        (-20, SOVIET, "Soviet tactical victory"),
        (-21, SOVIET, "Soviet strategic victory"),
        (-108, SOVIET, "Soviet strategic victory"),
    ],
)
def test_the_levels_of_victory(difference: int, winner: int, name: str) -> None:
    assert level(TITLES["leningrad79"].data, difference) == (winner, name)


@pytest.mark.case("18.3b", "18.3c", "18.3d", "18.3e")
@pytest.mark.parametrize(
    ("position", "difference", "name"),
    [
        ("2604 1ID\n2705 11ID\nlost 3Mot SSTot\n0111 8Pz(reduced)", 31, "German strategic victory"),
        ("2604 1ID", 30, "German tactical victory"),
        ("0111 1Pz(reduced) 6Pz(reduced) 8Pz(reduced)\n0112 12Pz(reduced)", -20, "Soviet tactical victory"),
        ("lost 36Mot\n0111 1Pz(reduced) 3Mot(reduced)", -21, "Soviet strategic victory"),
    ],
)
def test_games_at_the_edge_of_a_level(at: At, position: str, difference: int, name: str) -> None:
    outcome = end(at, position).table.outcome
    assert (outcome.facts["difference"], outcome.level) == (difference, name)
