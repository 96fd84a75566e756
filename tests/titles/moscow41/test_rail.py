"""Rail movement, an option."""

from collections.abc import Callable

import pytest

from tests.titles.moscow41.conftest import SOVIET, Game

At = Callable[..., Game]
LEADERS = "\n63 Stalin\nRastenburg Hitler"
ROAD = "german 67 16A 9A 4A 2A 28 29 66 77 78 79 88 89 90 91 100"


@pytest.fixture
def rails(at: At) -> At:
    def make(text: str, options: str = "options rail=rail") -> Game:
        return at(f"{options}\nat game choice\nturn 4\n{text}{LEADERS}".strip())

    return make


@pytest.mark.case("14.4e", "14.4d", "14.4a", "11.0c")
def test_four_by_rail_two_on_foot_and_a_line(rails: At) -> None:
    """Worked example: a value of seven in any mixture."""
    game = rails(f"{ROAD}\n90 Guderian 24PzK 46PzK 47PzK\n89 Hoth 39PzK 57PzK 13AK")
    game.play("strategic-move")
    assert game.s.points == 7  # Hitler 4, two headquarters, Smolensk
    game.play("rail 24PzK 66", "rail 46PzK 66", "rail Guderian 77", "rail Hoth 77", "move 39PzK via 88")
    game.play("move 57PzK via 88", "build 13AK")
    assert game.where("24PzK") == "66"
    assert game.s.points == 0
    assert game.clauses("rail 47PzK 66") == ["10.8c"]


@pytest.mark.case("14.4d", "12.0e", "12.0a")
def test_one_in_a_pass(rails: At) -> None:
    game = rails(f"{ROAD}\n90 24PzK 46PzK").play("pass", "rail 24PzK 66")
    assert game.clauses("rail 46PzK 66") == ["10.8b"]
    assert game.clauses("move 46PzK via 91") == ["10.8b"]


@pytest.mark.case("14.4a")
def test_not_in_a_tactical_impulse_and_not_without_the_option(rails: At) -> None:
    text = f"{ROAD}\n90 Guderian 24PzK"
    game = rails(text).play("tactical", "activate Guderian", "done")
    assert "rail" not in game.verbs()
    assert game.clauses("rail 24PzK 66") == ["14.4a"]
    plain = rails(text, "").play("pass")
    assert "rail" not in plain.verbs()
    assert plain.clauses("rail 24PzK 66") == ["14.4a"]


@pytest.mark.case("14.4a", "14.4c", "8.0b")
def test_any_distance_over_friendly_ground(rails: At) -> None:
    """Weather and Movement Points do not matter; a contested Area stops the train."""
    text = "weather rain\ngerman 9A 4A 67 66 77 78 79 88 89 90 91 100 160\n90 13AK\n91 24PzK\n79 DR 25RC"
    game = rails(text).play("strategic-move")
    found = game.areas(game.table.title.choices(game.s, "rail", game.unit("13AK")).members)  # type: ignore[union-attr]
    assert {"66", "67", "77", "78", "88", "89", "100", "91"} <= found
    assert not {"79", "160", "102", "90"} & found
    assert game.clauses("rail 13AK 79") == ["14.4a"]
    assert game.clauses("rail 13AK 102") == ["14.4a"]
    assert game.clauses("rail 13AK 160") == ["14.4a"]  # German, but cut off
    assert game.clauses("rail 13AK Pskov") == ["14.4a"]


@pytest.mark.case("14.4c", "14.4b", "10.7a")
def test_who_does_not_go(rails: At) -> None:
    game = rails(f"{ROAD}\n90 24PzK(cube) 46PzK\n79 DR 25RC\nPskov Hoepner").play("strategic-move")
    assert game.clauses("rail 24PzK 66") == ["9.1d"]
    assert game.clauses("rail DR 66")[0] == "14.4c"
    assert game.clauses("rail Hoepner 66")[0] == "2.2m"
    assert game.clauses("rail Hitler 66")[0] == "4.2.1a"
    game.play("rail 46PzK 66")
    assert game.clauses("move 46PzK via 67") == ["10.7a"]
    assert game.clauses("rail 46PzK 67") == ["10.7a"]


@pytest.mark.case("2.7a", "14.4a")
def test_trains_do_not_overstack(rails: At) -> None:
    game = rails(f"{ROAD}\n90 24PzK\n66 13AK 34AK 35AK 43AK").play("strategic-move")
    assert game.clauses("rail 24PzK 66") == ["2.7a"]
    assert game.clauses("rail 24PzK 90") == ["form"]


@pytest.mark.case("14.4a", "2.4.4d")
def test_soviet_trains(rails: At) -> None:
    """From the gates of Moscow to Voronezh in one go; in no Staging Area."""
    game = rails(f"side 1\ndisc 1\n{ROAD}\n62 21MC 25RC").play("strategic-move")
    game.play("rail 21MC 149")
    assert game.where("21MC") == "149"
    assert game.clauses("rail 25RC 16A") == ["14.4a"]


@pytest.mark.case("1.5b", "14.4a")
def test_what_the_opponent_sees_of_a_train(rails: At) -> None:
    game = rails(f"{ROAD}\n90 24PzK(trail=90) 13AK(trail=90)\n89 DR(trail=89)").play("pass", "rail 13AK 66")
    assert game.may_be("13AK") == {"24PzK", "13AK"}
    assert "moves by rail from Krichev (90)" in game.log(SOVIET)
    assert "XIII" not in game.log(SOVIET)
