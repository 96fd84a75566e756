"""[9.1, 9.2] Strategic movement and infiltration."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.action import Action
from tests.titles.demyansk.conftest import with_data

Moving = Callable[..., Any]


def against(game: Any, unit: str, path: str) -> list[str]:
    """The clauses of all objections to a strategic move by exactly this path."""
    action = Action("strategic", (game.unit(unit), game.way(path)))
    return [objection.clause for objection in game.title.explain(game.s, action)]


@pytest.mark.case("9.11a", "9.11b", "9.11c")
def test_more_points_along_the_road(moving: Moving) -> None:
    """AA12 has 7 and adds 4; I-27 has 4 and adds 2. The Molvotitsy road runs from 2711 to the south."""
    game = moving("axis", "2711 AA12 I-27")
    south = "2812 2911 3012 3112 3212 3312 3412 3512 3513 3614 3615".split()
    assert against(game, "I-27", " ".join(south[:6])) == []
    assert against(game, "I-27", " ".join(south[:7])) == ["8.13b"]
    assert against(game, "AA12", " ".join(south)) == []
    assert against(game, "AA12", " ".join([*south, "3616"])) == ["8.13b"]
    assert against(game, "AA12", "2811") == ["9.11c", "9.11g"]
    assert {"3614", "2611", "2615"} & game.reach("AA12", "strategic") == {"3614", "2611"}
    game.play("strategic AA12 to 3412")
    assert (game.where("AA12"), game.clauses("strategic AA12 to 3312")) == ("3412", ["8.13a"])


@pytest.mark.case("8.11b", "5.34o")
def test_a_path_that_leads_nowhere_or_back(moving: Moving) -> None:
    game = moving("axis", "2711 AA12")
    assert against(game, "AA12", "") == ["8.11b"]
    assert "5.34o" in against(game, "AA12", "2812 exited 2911")


@pytest.mark.case("9.11d", "9.11e")
def test_not_next_to_an_enemy(moving: Moving) -> None:
    """Adjacency counts, not zones: 63Ski has a band."""
    game = moving("axis", "2711 AA12\n2812 I-27\n3211 63Ski")
    assert against(game, "AA12", "2812 2911 3012 3112 3212") == ["9.11e"]
    assert against(game, "AA12", "2812 2911 3012 3112 3212 3312 3412") == []
    near = moving("axis", "3112 AA12\n3213 63Ski")
    assert near.clauses("strategic AA12 to 2911") == ["9.11d"]
    assert near.clauses("move AA12 to 2911") == []


@pytest.mark.case("9.11f", "9.11g", "6.11a")
def test_only_on_supply_roads(moving: Moving) -> None:
    """Nobody moves strategically into an enemy Strongpoint, or on a road cut off from every source."""
    game = moving("soviet", "1421 46-84")
    assert "9.11g" in against(game, "46-84", "1520 1621")
    opened = moving("soviet", "1421 46-84\ndestroyed 1621")
    assert against(opened, "46-84", "1520 1621") == []
    cut = moving("axis", "turned 1032 1836 2036 1529 2611 2814\n3312 I-27")
    assert cut.clauses("strategic I-27 to 3212") == ["9.11g"]
    off = moving("axis", "3313 I-27")
    assert off.clauses("strategic I-27 to 3312") == ["9.11g", "9.11c"]


@pytest.mark.case("9.11c", "9.11e")
def test_no_road_to_a_hex_where_it_could_stop(moving: Moving) -> None:
    """Both roads out of 2036 lead next to an enemy."""
    stuck = moving("axis", "2036 I-27\n2034 46-84\n2235 41-84")
    assert "9.11c" in stuck.clauses("strategic I-27 to 2035")


@pytest.mark.case("9.12a")
def test_not_in_mud(moving: Moving) -> None:
    assert moving("axis", "2711 AA12", "mud").clauses("strategic AA12 to 2812") == ["9.12a"]
    assert moving("axis", "2711 AA12", "dry").clauses("strategic AA12 to 2812") == []


@pytest.mark.case("6.53d", "7.11e", "15.23a")
def test_who_may_not(moving: Moving) -> None:
    game = moving("soviet", "shortage red\n1120 46-84 154NavBde 1230-370(reduced,receiving)")
    assert game.clauses("strategic 46-84 to 1220") == ["6.53d"]
    assert game.clauses("strategic 1230-370 to 1220") == ["15.23a"]
    assert game.clauses("strategic 154NavBde to 1220") == []
    assert game.movers("strategic") == {"154NavBde"}
    flown = moving("axis", "2711 I-27(flew)")
    assert flown.clauses("strategic I-27 to 2812") == ["7.11e"]
    assert flown.clauses("move I-27 to 2812") == []


@pytest.mark.case("8.21a", "9.11g")
def test_zones_stop_it_too(moving: Moving) -> None:
    """A friendly unit keeps 3112 part of the Supply Road, but nobody passes through the enemy ZOC there."""
    game = moving("axis", "2711 AA12\n3112 I-27\n3213 42Bde")
    assert "8.21a" in against(game, "AA12", "2812 2911 3012 3112 3212")


# -- infiltration -----------------------------------------------------------------------------


@pytest.mark.case("9.21a", "9.21b", "9.21c", "8.22c", "9.22a")
def test_from_zone_to_zone(moving: Moving) -> None:
    game = moving("soviet", "3215 61-62Ski 42Bde\n3115 I-27")
    assert game.clauses("infiltrate 42Bde 3114") == ["9.22a"]
    assert game.places(game.options("infiltrate", game.unit("61-62Ski")).members) == {"3114", "3216"}
    game.play("infiltrate 61-62Ski 3114")
    assert game.where("61-62Ski") == "3114"
    assert game.clauses("move 61-62Ski to 3113") == ["8.13a"]


@pytest.mark.case("9.21a", "8.14a")
def test_it_must_begin_in_a_zone_and_end_in_one(moving: Moving) -> None:
    game = moving("soviet", "3214 61-62Ski\n3215 63Ski\n3115 I-27")
    assert game.clauses("infiltrate 61-62Ski 3114") == ["9.21a"]
    assert game.clauses("infiltrate 63Ski 3314") == ["9.21a"]
    assert game.clauses("infiltrate 63Ski 3115") == ["8.14a"]
    assert game.clauses("infiltrate 63Ski 3014") == ["9.21a"]
    assert game.movers("infiltrate") == {"63Ski"}


@pytest.mark.case("9.23a")
def test_not_into_a_strongpoint(moving: Moving) -> None:
    """2109 and 2010 are Axis Strongpoints; 2108 is in the ZOC of a unit in 2209."""
    game = moving("soviet", "2108 149Ski\n2209 I-27\n2010 II-27")
    assert game.clauses("infiltrate 149Ski 2109") == ["9.23a"]
    assert "2109" not in game.places(game.options("infiltrate", game.unit("149Ski")).members)
    shut = moving("soviet", "3215 61-62Ski\n3115 I-27\nbuilt 3114 3216 3214 3315 3314")
    assert shut.movers("infiltrate") == set()


@pytest.mark.case("9.21a")
def test_nowhere_to_infiltrate(moving: Moving) -> None:
    """Enemies are in all hexes around it."""
    alone = moving("soviet", "3215 61-62Ski\n3115 I-27\n3114 II-27\n3216 III-27\n3214 I-28\n3315 II-28\n3314 III-28")
    assert alone.movers("infiltrate") == set()
    assert "9.21a" in alone.clauses("infiltrate 61-62Ski 3214")


@pytest.mark.case("9.21b", "8.35a", "9.22a")
def test_what_closes_a_hex_to_a_move_closes_it_to_an_infiltration(moving: Moving) -> None:
    """AA290 has the MA of 7 that is needed; in Mud it may not go into roadless swamp by infiltration either."""
    game = moving("axis", "2017 AA290\n2115 42Bde\n1917 20Bde\n2018 27Bde", "mud")
    assert game.clauses("infiltrate AA290 2116") == ["8.35a"]


@pytest.mark.case("15.23b", "9.22b")
def test_receiving_units_do_not(moving: Moving) -> None:
    """None of them has the MA for it anyway, unless a data pack gives it more."""
    position = "3215 42-180(reduced,receiving) 42Bde(reduced)\n3115 I-27"
    game = moving("soviet", position)
    assert game.clauses("infiltrate 42-180 3114") == ["9.22a", "15.23b"]
    everybody = game.s.data.all_pieces
    fast = moving("soviet", position, title=with_data(fast=(everybody, everybody)))
    assert fast.clauses("infiltrate 42-180 3114") == ["15.23b"]
    assert fast.movers("infiltrate") == {"42Bde"}


@pytest.mark.case("9.21a", "8.41c")
def test_also_in_exploitation(at: Any) -> None:
    head = "at exploitation\nturn 3\nsegment 1\nsequence 1\nexploiting yes\n"
    game = at(head + "3215 61-62Ski(fought) 64-65Ski\n3115 I-27")
    assert game.clauses("infiltrate 61-62Ski 3114") == []
    assert game.clauses("infiltrate 64-65Ski 3114") == ["8.42b"]
