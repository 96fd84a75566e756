"""[9.0] Zones of Control by class, terrain and map."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.assault.rules.zones import fluid, rigid, zone
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import hurt

At = Callable[..., Any]


@pytest.mark.case("9.2f", "9.2a", "9.7b", "8.42a")
def test_the_zone_around_f4(at: At) -> None:
    game = at("at german-combat\nturn 9\nF4 6-4\nG4 1TD\ngerman F4")
    assert game.hexes(rigid(game.s, GERMAN)) == {"E4", "E5", "F3", "F4", "F5", "G5"}


@pytest.mark.case("9.1a", "9.3a", "9.5a", "9.9a")
def test_a_division_loses_its_classes(at: At) -> None:
    game = at("at german-combat\nturn 5\n3420 1ID\n3430 32ID\n3410 177RD".replace("\n3410 177RD", ""))
    unit = game.unit("1ID")
    around = {"3420", "3421", "3419", "3320", "3520", "3321", "3521"}
    assert around <= game.hexes(rigid(game.s, GERMAN))
    hurt(game.s, unit)  # 9-A-6 to 5-B-6
    assert not around & game.hexes(rigid(game.s, GERMAN))
    assert around == game.hexes(fluid(game.s, GERMAN))
    hurt(game.s, unit)
    assert game.where("1ID") == "lost"
    assert not around & game.hexes(zone(game.s, GERMAN))


@pytest.mark.case("9.5a", "9.6a", "9.6b", "9.6c")
def test_militia_in_and_out_of_a_fortification(at: At) -> None:
    game = at("at german-combat\nturn 5\n1828 2V\n1432 3V\n2823 4V\n0520 96ID(reduced)")
    assert {"1828", "1827", "1829"} <= game.hexes(rigid(game.s, RUSSIAN))
    assert {"2823", "2822"} <= game.hexes(rigid(game.s, RUSSIAN))
    assert game.hexes(zone(game.s, RUSSIAN)) & {"1432", "1431", "1433"} == {"1432"}
    assert game.hexes(zone(game.s, GERMAN)) == {"0520"}


@pytest.mark.case("8.43a", "9.7c", "9.8a")
def test_the_city_has_no_zones(at: At) -> None:
    game = at("at german-combat\nturn 5\n0320 168RD\n0219 281RD\n0420 1ID\n0220 Nav")
    assert game.hexes(game.s.strong[RUSSIAN] | game.s.loose[RUSSIAN]) == {"0320", "0219"}  # of class A and B
    assert (rigid(game.s, RUSSIAN), fluid(game.s, RUSSIAN), zone(game.s, RUSSIAN)) == (0, 0, 0)
    assert not {"0320"} & game.hexes(zone(game.s, GERMAN))


@pytest.mark.case("9.7a")
def test_lakes_stop_zones_and_rivers_do_not(at: At) -> None:
    game = at("at german-combat\nturn 5\n0832 1ID\n1034 11ID")
    assert "0833" not in game.hexes(rigid(game.s, GERMAN))
    assert "0935" in game.hexes(rigid(game.s, GERMAN))
