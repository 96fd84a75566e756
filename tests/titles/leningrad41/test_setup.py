"""[3.0] Set-up."""

from collections.abc import Callable

import pytest

from grognard.core.bits import scan
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from grognard.titles.leningrad41.state import UNKNOWN, unknown
from tests.titles.leningrad41.conftest import DATA, TITLE, Game

New = Callable[..., Game]
At = Callable[..., Game]
NAMED = ("place LG42 3030", "place 51-42 2811", "place 704-42 5010", "place Aurora-42 3211")


@pytest.mark.case("1.1b", "3.1a", "2.6a")
def test_two_sides(new: New) -> None:
    assert TITLE.players == ("german", "soviet")
    assert DATA.side[GERMAN] & DATA.side[SOVIET] == 0
    assert DATA.side[GERMAN] | DATA.side[SOVIET] == DATA.all_pieces
    assert new().s.turn == 0


@pytest.mark.case("3.2a", "3.3a", "3.3b", "3.3f", "3.4a", "3.4b")
def test_the_soviets_set_up_first(new: New) -> None:
    game = new()
    assert (game.ask, game.s.side) == (("soviet", "placing"), SOVIET)
    assert game.where("Zhdanov") == "2807"
    assert {game.where(name) for name in ("RBF", "LFR10", "LFR5", "Zhukov")} == {"beside"}
    assert game.units(game.s.here[DATA.arriving]) == {"LG42", "Aurora-42", "42-1", "42-2"}
    assert (game.face("42-1"), game.face("42-2")) == ("51-42", "704-42")
    assert game.units(game.s.up) == {"42-1", "42-2"}
    assert game.verbs() == {"place"}


@pytest.mark.case("3.4b")
def test_zhukov_may_have_to_be_drawn(new: New) -> None:
    assert new(zhukov="drawn").where("Zhukov") == "pool-lfr"


@pytest.mark.case("3.5a", "3.7a", "3.8a", "3.8b", "3.9a")
def test_everybody_else_waits(new: New) -> None:
    s = new().s
    assert s.here[DATA.army_pool].bit_count() == 56
    assert s.here[DATA.reserve_pool] == DATA.command["lfr"]
    assert s.here[DATA.reserve] == DATA.side[GERMAN]
    assert s.there == [0, 1 << DATA.number["Zhdanov"]]
    assert len(DATA.command) == 9  # a pile for each sub-command


@pytest.mark.case("3.3c")
def test_the_gunboat_starts_on_water(new: New) -> None:
    game = new()
    open_ = game.options("place", game.unit("LG42")).members
    assert open_ == DATA.kind["sea"] | DATA.river_hexes
    assert game.clauses("place LG42 3211") == ["3.3c"]
    coast = next(scan(DATA.coastal & ~open_))
    assert game.clauses(f"place LG42 {DATA.board.names[coast]}") == ["3.3c"]  # in play it may go there


@pytest.mark.case("3.3d", "3.6c")
def test_the_guns_start_on_land_even_in_the_south(new: New) -> None:
    game = new()
    for gun in ("51-42", "704-42"):
        assert game.options("place", game.unit(gun)).members == DATA.land
        assert game.clauses(f"place {gun} 3030") == ["3.3d"]
        assert game.why_not(f"place {gun} 5010") == []


@pytest.mark.case("3.3e")
def test_the_aurora_starts_on_rails(new: New) -> None:
    game = new()
    assert game.options("place", game.unit("Aurora-42")).members == DATA.railroads
    assert game.clauses("place Aurora-42 0101") == ["3.3e"]


@pytest.mark.case("3.3a", "6.1c", "3.6d")
def test_named_units_respect_the_limits_too(new: New) -> None:
    game = new().play("place 51-42 2811")
    assert game.clauses("place 704-42 2811") == ["6.1c"]
    assert game.clauses("place 51-42 2812") == ["3.3a"]  # it is placed already
    assert game.clauses("place Zhdanov 2811") == ["3.3a"]


@pytest.mark.case("3.6a", "3.6b", "3.6c", "3.6d", "6.1b", "6.1c")
def test_where_the_units_drawn_may_start(new: New) -> None:
    game = new().play(*NAMED)
    assert game.ask == ("soviet", "deploying")
    assert game.clauses("deploy 3030") == ["3.6b"]
    assert game.clauses("deploy 5001") == ["3.6c"]
    assert game.clauses("deploy 5112") == ["3.6c"]
    assert game.clauses("deploy 2811") == ["6.1c"]  # 51-42 is there
    game.play("deploy 0101")
    assert game.clauses("deploy 0101") == ["6.1c"]
    game.play("deploy 2807", "deploy 2807")  # an objective, and a leader does not count
    assert game.clauses("deploy 2807") == ["6.1b"]
    assert not DATA.land & ~game.options("deploy").members & ~DATA.area["no Soviet set-up"] & ~game.s.full[SOVIET]


@pytest.mark.case("3.5b", "3.5c", "3.6a", "3.6e", "3.1b", "4.2b")
def test_thirty_six_are_placed_and_nobody_knows_them(new: New) -> None:
    game = new().play(*NAMED)
    many = 0
    while game.ask[1] == "deploying":
        game.play(f"deploy {DATA.board.names[next(iter(game.options('deploy')))]}")
        many += 1
    assert many == 36
    placed = game.s.there[SOVIET] & DATA.anonymous & ~game.s.up
    assert placed.bit_count() == 36
    assert unknown(game.s, placed) == placed
    assert sum(face != UNKNOWN for face in game.s.face) == 2  # the guns of 3.3
    assert game.s.turn == 1
    assert game.s.german == 0


@pytest.mark.case("3.6f")
def test_in_play_the_southern_rows_are_open(at: At) -> None:
    game = at("at soviet-movement\nturn 2\nside 1\n5010 42-1\n4810 I-10")
    assert game.where("42-1") == "5010"
