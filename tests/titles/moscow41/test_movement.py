"""Movement, control and stacking."""

from collections.abc import Callable

import pytest

from grognard.titles.moscow41.rules.control import contested, units
from grognard.titles.moscow41.rules.movement import allowance
from tests.titles.moscow41.conftest import GERMAN, SOVIET, TITLE, Game

At = Callable[..., Game]
LEADERS = "\n63 Stalin\nRastenburg Hitler"


def beside(area: str) -> set[str]:
    board = TITLE.data.board
    return set(TITLE.data.names(board.neighbours[board.at[area]]))


@pytest.fixture
def march(at: At) -> At:
    def make(text: str, scenario: str = "campaign") -> Game:
        return at(f"at game choice\nturn 1\n{text}{LEADERS}", scenario).play("strategic-move")

    return make


@pytest.mark.case("2.6a", "2.4.1c", "2.4.2c", "2.4.3b", "10.8e", "4.2.1b", "4.2.1c", "10.8.1a", "10.8j")
def test_costs_and_allowances(march: At) -> None:
    game = march("90 24PzK 13AK")
    slow = game.reach("13AK")
    assert {"79", "91", "80", "67", "115"} <= slow
    assert "95" in slow  # 91 costs 1, yellow 95 costs 2
    assert "81" not in slow
    assert slow < game.reach("24PzK")
    assert game.clauses("move 13AK via 91 95 103") == ["10.8j"]
    assert game.clauses("move 24PzK via 91 95 103") == []


@pytest.mark.case("4.2.1b", "4.2.1c", "10.8.1a")
def test_every_block_has_the_points_of_its_speed(march: At) -> None:
    game = march("90 24PzK")
    blocks = TITLE.data.blocks
    assert {(block.fast, allowance(game.s, face)) for face, block in enumerate(blocks) if block.kind != "leader"} == {
        (True, 5),
        (False, 3),
    }


@pytest.mark.case("8.0b", "8.0e", "2.6a")
@pytest.mark.parametrize(("weather", "fast", "slow"), [("rain", {"78"}, {"78"}), ("snow", {"78", "77"}, {"78"})])
def test_weather(march: At, weather: str, fast: set[str], slow: set[str]) -> None:
    game = march(f"weather {weather}\n90 24PzK 13AK")
    assert game.reach("13AK") == {"78", "79", "89", "91", "101", "102"}
    assert fast <= game.reach("24PzK")
    assert slow <= game.reach("13AK")
    assert game.clauses("move 24PzK via 78 77") == (["10.8j"] if weather == "rain" else [])


@pytest.mark.case("14.6a", "14.7a")
def test_optional_allowances(march: At) -> None:
    game = march("options cavalry=mobile divisions=marching\nweather rain\n90 1Kav 24PzK 52ID")
    assert game.clauses("move 1Kav via 78 77") == []
    assert game.clauses("move 24PzK via 78 77") == ["10.8j"]
    sun = march("options divisions=marching\n90 52ID 13AK")
    assert sun.clauses("move 52ID via 91 102 101 100") == []
    assert sun.clauses("move 13AK via 91 102 101 100") == ["10.8j"]


@pytest.mark.case("10.8f", "2.5d", "2.5e")
def test_a_block_stops_among_enemies(march: At) -> None:
    game = march("90 24PzK\n91 25RC")
    assert game.clauses("move 24PzK via 91 102") == ["10.8f"]
    game.play("move 24PzK via 91")
    assert game.areas(contested(game.s)) == {"91"}
    assert not game.german("91")


@pytest.mark.case("10.8g", "10.8h", "10.8i")
def test_disengaging(march: At) -> None:
    game = march("german 67 90 78 79 89\n90 24PzK 13AK 25RC\n101 30RC")
    assert game.clauses("move 24PzK via 101") == ["10.8h"]
    assert game.clauses("move 24PzK via 102") == ["10.8h"]  # Soviet ground
    assert game.clauses("move 13AK via 79 78") == []  # 1 + 1 + 1
    assert game.clauses("move 13AK via 79 78 89") == ["10.8j"]
    assert game.clauses("move 24PzK via 89 101") == []
    alone = march("german 67 90 79\n90 13AK 25RC")
    assert "79" in alone.reach("13AK") <= {"79"} | beside("79")  # and on from there
    assert "89" not in alone.reach("13AK")  # next to 90, but Soviet, and not next to 79


@pytest.mark.case("10.8g", "8.0b")
def test_a_slow_block_cannot_disengage_in_rain(march: At) -> None:
    game = march("weather rain\ngerman 67 90 78 79 89\n90 24PzK 13AK 25RC")
    assert game.movers() == {"24PzK"}
    assert game.clauses("move 13AK via 79")[-1] == "10.8j"


@pytest.mark.case("2.5c", "2.5b", "2.5a")
def test_passing_through_takes_control(march: At) -> None:
    game = march("90 24PzK\n62 25RC")
    assert not game.german("91")
    game.play("move 24PzK via 91 102 103")
    assert game.german("91")
    assert game.german("102")
    assert game.german("103")
    assert game.german("90")


@pytest.mark.case("2.5a", "2.5e")
def test_the_last_to_stay_takes_control(march: At) -> None:
    game = march("german 67 90 89\n90 24PzK 25RC")
    assert game.german("90")
    game.play("move 24PzK via 89")
    assert not game.german("90")


@pytest.mark.case("2.7a", "2.4.1b", "2.4.2b", "2.4.3c", "10.8k")
def test_stacking(march: At) -> None:
    game = march("90 24PzK\n91 46PzK 47PzK 57PzK 39PzK\n95 DR Lehr")
    assert game.clauses("move 24PzK via 91") == ["2.7a"]
    assert game.clauses("move 24PzK via 91 95") == ["2.7a"]
    assert game.clauses("move 24PzK via 91 103") == []  # through a full Area
    assert not {"91", "95"} & game.reach("24PzK")
    assert "103" in game.reach("24PzK")


@pytest.mark.case("2.7c")
def test_the_limit_is_each_players_own(march: At) -> None:
    """Worked example: four Blocks of each in a Green Area."""
    game = march("90 24PzK\n91 46PzK 47PzK 57PzK 25RC 30RC 33RC 34RC\nsoviet_lines 91")
    game.play("move 24PzK via 91")
    assert (game.s.here[game.area("91")] & game.s.data.all_blocks).bit_count() == 8


@pytest.mark.case("4.2.4e", "2.7a")
def test_stalin_fills_moscow(at: At) -> None:
    text = "at game choice\nturn 1\nside 1\ndisc 1\n62 25RC\n63 Stalin 30RC\nRastenburg Hitler"
    game = at(text).play("strategic-move")
    assert game.clauses("move 25RC via 63") == ["2.7a"]


@pytest.mark.case("2.4.4d", "2.4.4b", "2.4.4c")
def test_staging_areas(at: At, march: At) -> None:
    game = at("at game choice\nturn 1\nside 1\ndisc 1\n28 25RC\n63 Stalin\nRastenburg Hitler").play("strategic-move")
    assert game.clauses("move 25RC via 16A") == ["2.4.4d"]
    game = march("28 24PzK\n16A 46PzK 47PzK 57PzK 39PzK")
    assert game.clauses("move 24PzK via 16A") == []


@pytest.mark.case("2.6b", "2.6c", "2.2d", "2.2c", "2.4b")
def test_where_nobody_goes(march: At) -> None:
    game = march("90 24PzK")
    assert game.clauses("move 24PzK via Kiev") == ["2.6b"]
    assert game.clauses("move 24PzK via Rastenburg") == ["2.6b"]
    assert game.clauses("move 24PzK via Luga") == ["2.6c"]
    assert game.clauses("move 24PzK via 63") == ["10.8e"]


@pytest.mark.case("4.2.1a", "4.2.4b", "2.2m", "9.1d", "10.8a", "10.7a")
def test_who_does_not_move(march: At) -> None:
    game = march("Pskov Hoepner\n90 24PzK(cube) 46PzK(trail=90)\n102 25RC")
    assert game.clauses("move Hitler via 1")[0] == "4.2.1a"
    assert game.clauses("move Hoepner via 1") == ["2.2m"]
    assert game.clauses("move 24PzK via 91") == ["9.1d"]
    assert "10.7a" in game.clauses("move s1 via 91")
    game.play("move 46PzK via 91")
    assert game.clauses("move 46PzK via 90") == ["10.7a"]


@pytest.mark.case("2.4.6b", "2.4.6a")
def test_a_blue_cube_for_a_river(march: At) -> None:
    game = march("89 24PzK 46PzK\n90 25RC\n78 47PzK")
    game.play("move 24PzK via 90", "move 47PzK via 90")
    assert game.s.crossed >> game.unit("24PzK") & 1
    dry = march("91 24PzK\n90 25RC")
    dry.play("move 24PzK via 90")
    assert not dry.s.crossed
    empty = march("89 24PzK").play("move 24PzK via 90")
    assert not empty.s.crossed  # nobody is engaged
    elsewhere = march("89 24PzK\n90 25RC\n102 46PzK 30RC").play("move 24PzK via 90")
    assert elsewhere.s.crossed >> elsewhere.unit("24PzK") & 1  # another Area was contested before, not this one


@pytest.mark.case("2.4.6b", "8.0g")
def test_no_blue_cube_in_snow_nor_where_it_was_contested(march: At) -> None:
    game = march("weather snow\n89 24PzK\n90 25RC")
    game.play("move 24PzK via 90")
    assert not game.s.crossed
    game = march("89 24PzK\n90 46PzK 25RC")
    game.play("move 24PzK via 90")
    assert not game.s.crossed


@pytest.mark.case("1.7c", "2.5c", "1.7e")
def test_sudden_death_in_mid_move(at: At) -> None:
    """Worked example: the Soviets take Smolensk and have all seven points."""
    game = at("at game choice\nturn 1\nside 1\ndisc 1\n68 21MC\n63 Stalin\nRastenburg Hitler").play("strategic-move")
    assert game.german("67")
    game.play("move 21MC via 67 66")
    assert game.s.over
    assert game.where("21MC") == "67"
    outcome = game.table.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.level) == (SOVIET, "decisive victory")


@pytest.mark.case("4.2.4f", "typhoon.10")
def test_moscow_falls(at: At) -> None:
    text = "at game choice\nturn 4\n62 24PzK\n63 Stalin\nRastenburg Hitler"
    campaign = at(text).play("strategic-move", "move 24PzK via 63")
    assert campaign.where("Stalin") == "surrendered"
    assert not campaign.s.over
    typhoon = at(text, "typhoon").play("strategic-move", "move 24PzK via 63")
    assert typhoon.table.outcome is not None
    assert typhoon.table.outcome.winner == GERMAN


@pytest.mark.case("2.5d")
def test_lines_are_units_and_leaders_are_not(at: At) -> None:
    game = at("at game choice\nturn 1\ngerman 67\nsoviet_lines 90\n90 24PzK\n63 Stalin 46PzK\nRastenburg Hitler")
    assert game.areas(contested(game.s)) == {"90"}
    assert game.areas(units(game.s, SOVIET)) == {"90"}


@pytest.mark.case("12.0a", "12.0b", "10.8b")
def test_a_pass_moves_one_block_without_engaging(at: At) -> None:
    game = at("at game choice\nturn 1\n90 24PzK 46PzK\n91 25RC\n63 Stalin\nRastenburg Hitler").play("pass")
    assert game.clauses("move 24PzK via 91") == ["12.0b"]
    game.play("move 24PzK via 102")
    assert "10.8b" in game.clauses("move 46PzK via 102")


@pytest.mark.case("10.8c")
def test_a_strategic_impulse_moves_as_many_as_the_value(march: At) -> None:
    game = march("90 24PzK 46PzK 47PzK")
    game.s.points = 2
    game.play("move 24PzK via 102", "move 46PzK via 102")
    assert "10.8c" in game.clauses("move 47PzK via 102")
