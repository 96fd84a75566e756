"""[18.0] The optional airborne assault."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.titles.leningrad41.moves import go

Moving = Callable[..., Any]
DROP = "flieger 5\narriving I-3F II-3F"


def dropping(moving: Moving, text: str = "", turn: int = 5) -> Any:
    return moving("german", f"{DROP}\n{text}", turn=turn, airborne="air")


@pytest.mark.case("18.1a", "18.2a", "18.2b")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_it_lands(moving: Moving, die: int) -> None:
    game = dropping(moving)
    game.play("land I-3F 3404")
    assert game.ask == ("chance", "landing")
    game.play(f"roll {die}")
    assert game.where("I-3F") == "3404"
    assert "3404" in game.places(game.s.german)


@pytest.mark.case("18.2b")
def test_it_drifts(moving: Moving) -> None:
    game = dropping(moving)
    game.play("land I-3F 3404", "roll 4")
    assert game.ask == ("chance", "drift")
    game.play("roll 1")
    assert game.where("I-3F") == "3403"
    lost = dropping(moving, "3403 576-115\n3304 708-115\n3305 402-168\n3504 68-70\n3505 252-70")
    lost.play("land I-3F 3404", "roll 4", "roll 1")
    assert lost.where("I-3F") == "dead"
    edge = dropping(moving)
    edge.play("land I-3F 0101", "roll 4")
    off = [die for die in range(1, 7) if _drifted(edge, die) == "dead"]
    assert off  # beyond the edge of the map


@pytest.mark.case("18.2a", "18.3a", "18.2b")
@pytest.mark.parametrize(
    ("aim", "to", "there"),
    [
        ("3404", "3405", ""),  # urban
        ("4704", "4604", ""),  # fortified
        ("3404", "3403", "3403 576-115"),
        ("3404", "3403", "3403 III-3F II-St"),
        ("3404", "3403", "3403 I-469"),
    ],
)
def test_it_drifts_to_where_it_may_not_land(moving: Moving, aim: str, to: str, there: str) -> None:
    game = dropping(moving, there)
    die = 1 + game.title.board.map.grid.around(aim).index(to)
    game.play(f"land I-3F {aim}", "roll 4", f"roll {die}")
    assert game.where("I-3F") == "dead"


@pytest.mark.case("18.3b", "18.3c", "18.3d")
def test_defensive_fire_after_a_drift(moving: Moving) -> None:
    game = dropping(moving, "3302 576-115")
    game.play("land I-3F 3404", "roll 4", "roll 1")
    assert game.where("I-3F") == "3403"
    assert game.s.landed == 1 << game.unit("I-3F")
    near = dropping(moving, "3402 576-115")
    near.play("land I-3F 3404", "roll 4", "roll 1")
    assert near.ask == ("soviet", "volley")


def _drifted(game: Any, die: int) -> str:
    s = game.s.copy()
    game.title.play(s, game.title.parse(s, f"roll {die}"))
    return str(game.title.lexicon.places[s.place[game.unit("I-3F")]])


@pytest.mark.case("18.2b", "18.1b")
def test_it_is_called_off(moving: Moving) -> None:
    game = dropping(moving)
    game.play("land I-3F 3404", "roll 5")
    assert game.where("I-3F") == "arriving"
    assert game.clauses("move I-3F to 5115") == ["8.1d"]
    game.play("land II-3F 3404", "roll 5", "done")  # nobody need enter now
    later = dropping(moving, turn=6)
    assert later.clauses("land I-3F 3404") == ["18.1b"]
    assert later.clauses("move I-3F to 5115") == []


@pytest.mark.case("18.2b")
def test_it_is_lost(moving: Moving) -> None:
    game = dropping(moving)
    game.play("land I-3F 3404", "roll 6")
    assert game.where("I-3F") == "dead"


@pytest.mark.case("18.1a", "18.1b", "18.1c")
def test_who_may_land(moving: Moving) -> None:
    game = dropping(moving, "5015 I-469\n5010 III-3F")
    assert game.movers("land") == {"I-3F", "II-3F"}
    assert game.clauses("land III-3F 3404") == ["18.1a"]
    assert game.clauses("land I-469 3404") == ["18.1a"]
    replaced = moving("german", "flieger 4\narriving I-3F", turn=5, airborne="air")
    assert replaced.clauses("land I-3F 3404") == ["18.1b"]
    plain = moving("german", DROP, turn=5)
    assert plain.clauses("land I-3F 3404") == ["18.1a"]
    assert plain.movers("land") == set()


@pytest.mark.case("18.2a", "18.3a", "6.1a", "6.2a")
def test_where_it_may_land(moving: Moving) -> None:
    game = dropping(moving, "3404 576-115\n3403 III-3F II-St\n3402 I-469")
    assert game.clauses("land I-3F 3211") == ["18.2a"]
    assert game.clauses("land I-3F 3030") == ["18.2a"]
    assert game.clauses("land I-3F 3404") == ["18.3a"]
    assert game.clauses("land I-3F 4604") == ["18.3a"]
    assert game.clauses("land I-3F 3403") == ["6.1a"]
    assert game.clauses("land I-3F 3402") == ["6.2a"]


@pytest.mark.case("18.3b", "18.3c", "18.3d", "8.2a")
def test_after_the_landing(moving: Moving) -> None:
    game = dropping(moving, "3403 576-115")
    game.play("land I-3F 3404", "roll 1")
    assert game.ask == ("soviet", "volley")
    game.play("fire 576-115", "roll 6")
    assert game.ask == ("german", "german-movement")
    assert game.clauses("move I-3F to 3405") == ["8.1d"]
    assert game.s.landed == 1 << game.unit("I-3F")
    assert game.s.command == "flieger"
    go(game, "II-3F", "5115")  # it may march as well
    assert not game.s.landed >> game.unit("II-3F") & 1


@pytest.mark.case("18.3d")
def test_it_has_no_vehicles(moving: Moving) -> None:
    game = moving("german", "5015 3PzJg\n5010 I-8M", airborne="air")
    game.s.landed = 1 << game.unit("3PzJg")
    assert game.movers("drive") == {"I-8M"}
    assert game.clauses("drive 3PzJg to 5014") == ["18.3d"]
