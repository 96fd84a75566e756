"""[11.0] The supply line shown for a unit, by example; that it is the one the rule finds is a law of every title."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.titles.assault.test_supply import NO_RAILS, RING

At = Callable[..., Any]


def line(game: Any, unit: str) -> tuple[bool, list[str], list[str]]:
    """What is said of a unit's line: whether there is one, the hexes, the clauses."""
    ok, path, _, why = game.title.aids.trace(game.s, game.unit(unit))
    return ok, [game.title.lexicon.places[hex_] for hex_ in path], [said.clause for said in why]


@pytest.mark.case("11.53b", "11.53a", "11.35a", "11.15a")
def test_within_the_interior(at: At) -> None:
    """To a headquarters in the next hex, and with it out of the city."""
    game = at("at german-movement\nturn 20\nJ4 38HQ\nI4 1ID")
    assert line(game, "1ID") == (True, ["I4", "J4", "J3", "K3", "0319"], [])
    assert line(game, "38HQ") == (True, ["J4", "J3", "K3", "0319"], [])
    game = at("at german-movement\nturn 20\nJ4 38HQ\nI4 1ID\nK4 4V\nK6 3V\n0319 281RD")
    assert line(game, "1ID") == (False, ["I4", "J4", "J3"], ["11.35a", "11.15a"])


@pytest.mark.case("11.41a", "11.44a", "11.45a", "11.45b", "11.45c", "11.34a")
def test_germans_without_a_line(at: At) -> None:
    """A unit that has just entered and a garrison are in supply where they are."""
    city = "captured 3113\ngerman 3113\n3113 11ID\n3014 12ID\n"
    game = at(f"at german-movement\nturn 20\n{city}2721 1-1(fresh)\n2622 41HQ(fresh)\n2329 6-4(fresh){NO_RAILS}")
    assert line(game, "11ID") == (True, ["3113"], [])
    assert line(game, "12ID") == (False, ["3014"], ["11.34a"])
    assert line(game, "41HQ") == (True, ["2622"], [])
    assert line(game, "1-1") == (True, ["2721", "2621", "2622"], [])
    assert line(game, "6-4") == (True, ["2329"], [])


@pytest.mark.case("11.41a", "11.42a")
def test_a_fortified_russian_without_a_line(at: At) -> None:
    game = at("at german-movement\nturn 20\n2823 4V" + RING.format("2822", "2724", "2924", "2820"))
    assert line(game, "4V") == (True, ["2823"], [])
