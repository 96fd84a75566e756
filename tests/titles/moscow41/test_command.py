"""Headquarters: activation, range, command, deactivation; Defensive Lines."""

from collections.abc import Callable

import pytest

from grognard.titles.moscow41.rules.command import within
from grognard.titles.moscow41.rules.strength import dice, strength
from tests.titles.moscow41.conftest import SOVIET, Game

At = Callable[..., Game]
LEADERS = "\n63 Stalin\nRastenburg Hitler"


@pytest.fixture
def tactical(at: At) -> At:
    def make(text: str) -> Game:
        return at(f"at game choice\nturn 1\n{text}{LEADERS}").play("tactical")

    return make


@pytest.mark.case("10.3f", "10.1i", "10.1c", "10.8g", "10.2b", "10.2c", "10.8d")
def test_guderian_disengages_from_95_to_100(tactical: At) -> None:
    """Worked example: at two stars he commands red and white Blocks two Areas from 100, and any Block in 100."""
    game = tactical("""german 67 95 91 90 89 100 101 102 112
        95 Guderian(level=2) 25RC
        100 13AK Hoth
        101 24PzK 34AK 52ID
        102 46PzK
        91 47PzK""")
    assert game.clauses("activate Guderian") == ["10.1f"]
    game.play("lead Guderian to 100")
    assert game.where("Guderian") == "100"
    assert game.up("Guderian")
    game.play("done")
    assert game.movers() == {"13AK", "Hoth", "24PzK", "52ID", "46PzK"}
    assert game.clauses("move 34AK via 102") == ["10.2b"]
    assert game.clauses("move 47PzK via 102") == ["10.3a"]
    assert "10.7a" in game.clauses("move Guderian via 101")


@pytest.mark.case("10.3c", "10.3d", "10.3a", "4.2.3e", "10.5d")
@pytest.mark.parametrize(("level", "most"), [(4, 4), (3, 3), (2, 2), (0, 0)])
def test_tactical_range(tactical: At, level: int, most: int) -> None:
    """Worked example: 4, 3, 2 stars and a heart."""
    german = "66 67 77 78 79 88 89 90 91 100 101 102 103 112 113 114 115 116 68 69 80"
    game = tactical(f"german {german}\n90 Guderian(level={level})")
    game.play("activate Guderian")
    d, here = game.s.data, 1 << game.area("90")
    found = here
    for _ in range(most):
        found |= d.board.spread(found & game.s.german)
    assert within(game.s, game.unit("Guderian")) == found


@pytest.mark.case("10.3b")
def test_range_ends_at_enemies(tactical: At) -> None:
    game = tactical("german 67 90 91\n90 Guderian\n91 24PzK 25RC\n103 46PzK 30RC\n102 47PzK")
    game.play("activate Guderian", "done")
    assert game.clauses("move 24PzK via 90") == []
    areas = game.areas(within(game.s, game.unit("Guderian")))
    assert {"91", "102"} <= areas
    assert "95" not in areas  # beyond contested 91 and beyond 102's Soviet neighbours


@pytest.mark.case("10.3e", "8.0c", "8.0f", "3.1a", "3.1b", "8.0d")
def test_weather_cuts_range(at: At) -> None:
    base = "at game choice\nturn 4\n90 Guderian(level=3) DR(level=1)\n102 Konev(level=3)"
    rain = at(base + "\nweather rain" + LEADERS)
    assert strength(rain.s, rain.unit("Guderian"), True) == 1
    assert strength(rain.s, rain.unit("Konev"), True) == 1
    assert strength(rain.s, rain.unit("Konev"), False) == 3
    snow = at(base + "\nweather snow" + LEADERS)
    assert strength(snow.s, snow.unit("Guderian"), True) == 1
    assert strength(snow.s, snow.unit("Konev"), True) == 3
    assert strength(snow.s, snow.unit("DR"), True) == 0
    assert dice(snow.s, snow.unit("DR"), True) == 1
    storm = at(base + "\nweather blizzard" + LEADERS)
    assert strength(storm.s, storm.unit("Guderian"), True) == 0
    assert strength(storm.s, storm.unit("Guderian"), False) == 1


@pytest.mark.case("10.0a", "10.1a")
def test_a_tactical_headquarters_is_needed(at: At, tactical: At) -> None:
    game = tactical("90 Guderian 2FK")
    assert game.clauses("done") == ["10.0a"]
    nobody = at("at game choice\nturn 1\n90 2FK 24PzK" + LEADERS)
    assert nobody.clauses("tactical") == ["10.0a"]


@pytest.mark.case("10.0b", "10.10d", "10.10h", "10.5e", "10.10c")
def test_the_luftwaffe_comes_second(tactical: At) -> None:
    game = tactical("90 Guderian\n79 2FK 8FK(level=0) 13AK")
    assert game.clauses("activate 2FK") == ["10.0b"]
    game.play("activate Guderian", "activate 2FK")
    assert game.clauses("activate 8FK") == ["10.5e"]
    game.play("done")
    assert "13AK" not in game.movers()


@pytest.mark.case("10.1b", "9.1f", "10.1h", "10.9a", "10.1d")
def test_who_cannot_be_activated(tactical: At) -> None:
    game = tactical("Pskov Hoepner\n90 Guderian(cube) 24PzK\n66 Hoth")
    assert game.clauses("activate Guderian") == ["10.1b"]
    assert game.clauses("activate 24PzK") == ["10.1a"]
    assert game.clauses("activate Hitler") == ["10.1a"]
    assert game.clauses("lead Hoepner via 1") == ["10.9a"]
    assert game.clauses("activate Hoepner") == []


@pytest.mark.case("10.1e", "10.1f", "10.1g")
def test_where_headquarters_are_revealed(tactical: At) -> None:
    game = tactical("german 67 90 91 102\n90 Guderian\n91 24PzK 46PzK 47PzK DR\n102 25RC\n4A Hoth")
    assert game.clauses("lead Guderian via 91") == ["10.1e"]
    assert game.clauses("lead Guderian via 102") == ["10.1f"]
    assert game.clauses("activate Hoth") == []


@pytest.mark.case("10.2c", "10.2b", "14.1a", "4.2.6c", "4.2.6e", "10.8d")
def test_colours(at: At) -> None:
    text = "at game choice\nturn 1\ngerman 67 90 91\n90 Guderian 13AK Hoth\n91 34AK 24PzK 52ID"
    game = at(text + LEADERS).play("tactical", "activate Guderian", "done")
    assert game.movers() == {"13AK", "Hoth", "24PzK", "52ID"}
    free = at("options colours=ignored\n" + text + LEADERS).play("tactical", "activate Guderian", "done")
    assert free.movers() == {"13AK", "Hoth", "34AK", "24PzK", "52ID"}


@pytest.mark.case("10.6a", "10.6b", "14.1b")
def test_zhukov_commands_everybody(tactical: At) -> None:
    game = tactical("side 1\n74 Zhukov\n62 Konev 25RC 22RC\n75 3Army")
    game.play("activate Zhukov", "done")
    assert game.movers() == {"Konev", "25RC", "22RC", "3Army"}


@pytest.mark.case("10.17a", "10.17b", "10.17c", "10.5c", "1.5.1a")
def test_deactivation(tactical: At) -> None:
    game = tactical("90 Guderian(level=2) Hoth(level=0) 24PzK")
    game.play("activate Guderian", "activate Hoth", "done", "done")
    assert game.level("Guderian") == 0
    assert not game.up("Guderian")
    assert game.where("Hoth") == "lost"
    assert game.may_be("Guderian") == game.may_be("24PzK")
    soviet = tactical("side 1\n74 Konev(level=0)")
    soviet.play("activate Konev", "done", "done")
    assert soviet.where("Konev") == "soviet-pool"


@pytest.mark.case("4.1f", "4.1e", "4.1g", "10.8l", "9.1c", "2.7b", "10.7a")
def test_building(at: At) -> None:
    text = "german 67 90 91\ngerman_lines 78\n90 24PzK DR(level=1) Hoth 13AK(cube)\n78 46PzK\n102 47PzK 25RC\n89 34AK"
    game = at(f"at game choice\nturn 1\n{text}{LEADERS}").play("strategic-move")
    assert game.clauses("build Hoth") == ["4.1f"]
    assert game.clauses("build DR") == ["4.1g"]
    assert game.clauses("build 13AK") == ["9.1c"]
    assert game.clauses("build 46PzK") == ["2.7b"]
    assert game.clauses("build 47PzK") == ["4.1e"]
    game.play("build 24PzK")
    assert game.level("24PzK") == 3
    assert game.s.german_lines >> game.area("90") & 1
    assert game.clauses("move 24PzK via 91") == ["10.7a"]
    game.play("move 34AK via 100")
    assert "10.8l" in game.clauses("build 34AK")
    assert "A Defensive Line is built" in game.log(SOVIET)
    assert "XXIV" not in game.log(SOVIET)


@pytest.mark.case("4.1d", "12.0d", "11.0c", "10.7a")
@pytest.mark.parametrize("impulse", [["pass"], ["strategic-move"], ["tactical", "activate Guderian", "done"]])
def test_building_in_every_kind_of_impulse(at: At, impulse: list[str]) -> None:
    game = at(f"at game choice\nturn 1\ngerman 67 90\n90 Guderian 24PzK{LEADERS}").play(*impulse, "build 24PzK")
    assert game.areas(game.s.german_lines) == {"90"}
    assert game.level("24PzK") == 3


@pytest.mark.case("4.1b", "4.1c", "2.5a")
def test_disbanding(at: At) -> None:
    ten = "66 67 77 78 79 88 89 90 91 100"
    game = at(f"at game choice\nturn 1\ngerman {ten} 101\ngerman_lines {ten}\n101 24PzK\n90 25RC{LEADERS}")
    game.play("strategic-move")
    assert game.clauses("build 24PzK") == ["4.1b"]
    assert game.clauses("disband 101") == ["4.1c"]
    game.play("disband 90", "build 24PzK")
    assert not game.german("90")


@pytest.mark.case("dnieper.6")
def test_two_lines_win_beyond_the_dnieper(at: At) -> None:
    text = "at game choice\nturn 1\ngerman 67 68 80\ngerman_lines 80\n68 24PzK"
    game = at(text + LEADERS, "dnieper").play("strategic-move", "build 24PzK")
    assert game.s.over
    assert game.table.outcome is not None
    assert game.table.outcome.winner == 0


@pytest.mark.case("10.1i", "10.1c", "10.0a")
def test_a_headquarters_with_nowhere_to_go_may_be_revealed_where_it_is(at: At) -> None:
    """Engaged it would have to get away; alone on the border of the map it is in Supply and need not move."""
    around = "\n52 24PzK\n64 46PzK\n76 47PzK\n63 Stalin\nRastenburg Hitler"
    text = "at game choice\nturn 1\nside 1\ngerman 67\n65 Konev{}" + around
    game = at(text.format(""))
    assert game.clauses("tactical") == []
    game.play("tactical")
    assert game.clauses("lead Konev via 64") != []
    game.play("activate Konev")
    assert game.up("Konev")
    assert at(text.format(" 39PzK")).clauses("tactical") == ["10.0a"]
