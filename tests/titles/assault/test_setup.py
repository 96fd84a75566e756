"""[5.0] The set-up."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import on_map

New = Callable[..., Any]


@pytest.mark.case("5.1a", "5.3b", "appendix1.1", "appendix1.3", "appendix1.4", "appendix1.5", "14.1a")
def test_who_is_on_the_map(new: New) -> None:
    game = new()
    assert game.ask == ("russian", "set-up")
    assert (game.where("191RD"), game.where("17W"), game.where("Nav"), game.where("21TD")) == (
        "1133",
        "0420",
        "0125",
        "3113",
    )
    assert len(game.movers("deploy")) == 18
    assert on_map(game.s, RUSSIAN).bit_count() == 26
    game = new(placed=True)
    assert on_map(game.s, RUSSIAN).bit_count() == 44  # and the fleet
    assert not on_map(game.s, GERMAN)


@pytest.mark.case("5.2a", "appendix1.3", "8.32a")
def test_either_map_and_then_turn_one(new: New) -> None:
    game = new()
    hexes = game.hexes(game.options("deploy", game.unit("1TD")).members)
    assert len(hexes) == 3 + 54
    assert {"0219", "0220", "0320", "F4", "J7"} <= hexes
    game = new(placed=True)
    assert game.ask == ("german", "german-bombardment")
    assert game.s.turn == 1


@pytest.mark.case("18.51a")
def test_five_markers(new: New) -> None:
    assert game_markers(new()) == set()
    assert game_markers(new(markers="five")) == {"0420", "0518", "0619", "0622", "0821"}


def game_markers(game: Any) -> set[str]:
    hexes: set[str] = game.hexes(game.s.markers)
    return hexes
