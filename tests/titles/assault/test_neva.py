"""[6.3] The Neva: Germans never, Russians at the price of a whole move."""

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[..., Any]


@pytest.mark.case("6.33a", "6.33b")
def test_a_russian_crosses(at: At) -> None:
    game = at("at russian-movement\nturn 5\n0413 281RD\n0412 235RD\n0313 4V")
    assert game.price("281RD", "0514") == "5"
    assert {"0514", "0513", "0414"} <= game.reach("281RD")
    assert game.against("281RD", "0514 0515") == ["6.33b"]
    assert game.against("281RD", "0414 0515") == ["6.33b"]  # it did not begin there
    assert game.against("281RD", "0414 0514") == ["6.33b"]  # nor is it the second hex of a move
    game.play("move 281RD to 0514")
    assert game.where("281RD") == "0514"
    assert "5 MP" in game.log()


@pytest.mark.case("6.33a", "9.2d", "11.21b")
def test_crossing_out_of_zones(at: At) -> None:
    game = at("at russian-movement\nturn 5\n0413 281RD\n0414 1ID(reduced)\n0515 11ID")
    assert game.price("281RD", "0513") == "5"  # whatever the zone costs
    assert game.against("281RD", "0514") == []  # from a fluid zone into a rigid one
    game = at("at russian-movement\nturn 5\n0413 281RD(unsupplied)\n0414 1ID\n0515 11ID")
    assert game.against("281RD", "0514") == ["9.2d"]
    assert game.against("281RD", "0513") == []


@pytest.mark.case("6.33b", "8.21b", "8.21c", "8.36b", "8.36c")
def test_the_city_and_the_river(at: At) -> None:
    game = at("at russian-movement\nturn 5\n0219 281RD 1G\n0220 235RD\n0318 4V(regrouped)")
    assert game.price("281RD", "0320") == "1"
    assert game.price("281RD", "0320 0420") == "1½"
    assert game.price("281RD", "0319") == "5"  # across the Neva
    assert game.price("235RD", "0120") == "5"
    assert game.against("4V", "0319") == ["6.33b"]


@pytest.mark.case("6.32a", "6.34a", "9.7a")
def test_germans_and_zones_do_not_cross(at: At) -> None:
    game = at("at german-movement\nturn 5\n0514 1ID\n0413 281RD\n0515 11ID")
    assert game.against("11ID", "0415") == ["6.32a"]
    assert not {"0413", "0414", "0415"} & game.reach("11ID")
    assert game.price("1ID", "0513") == "½"  # along the road: no zone reaches across
