"""The weather check: the forecast, Rain, Snow, Blizzard."""

from collections.abc import Callable

import pytest

from tests.titles.moscow41.conftest import SOVIET, Game

At = Callable[..., Game]
LEADERS = "\n63 Stalin\nRastenburg Hitler"


def october(at: At, more: str = "", turn: int = 4, scenario: str = "campaign") -> Game:
    """The German Impulse of a month is about to end in a Pass."""
    return at(
        f"at game choice\nturn {turn}\nside 1\n{more}\ngerman 67\n90 Guderian{LEADERS}".replace("\n\n", "\n"), scenario
    )


def soviet_pass(game: Game) -> Game:
    """On to the German Impulse, without ending the Turn."""
    game.s.passes = 0
    return game.play("pass", "done")


def german_pass(game: Game) -> Game:
    """Two Impulses further."""
    game.s.passes = 0
    game.play("pass", "done")
    return soviet_pass(game)


@pytest.mark.case("1.6b", "8.1a", "1.6c", "6.0c", "8.1b", "8.0a")
def test_the_second_german_impulse_of_october_rolls(at: At) -> None:
    game = soviet_pass(october(at))
    assert game.ask == ("german", "choice")  # the first German Impulse
    assert game.s.forecast == 0
    german_pass(game)
    assert game.ask == ("chance", "weather")
    assert game.s.forecast == 1


@pytest.mark.case("1.6b", "8.0a")
def test_no_roll_before_october(at: At) -> None:
    game = soviet_pass(october(at, "impulses 0", 3))
    german_pass(game)
    assert game.ask == ("german", "choice")


@pytest.mark.case("8.1b", "8.1c", "8.1d")
@pytest.mark.parametrize("box", range(1, 7))
def test_chances_rise(at: At, box: int) -> None:
    """Golden numbers: 1/6, 2/6 and so on; the sixth roll is sure."""
    for die in range(1, 7):
        game = soviet_pass(october(at, f"impulses {box}\nforecast {box - 1}"))
        assert game.s.forecast == box
        game.play(f"roll {die}")
        assert game.s.weather == ("rain" if die <= box else "sun")
        assert game.s.forecast == (0 if die <= box else box)
        assert game.ask == ("german", "choice")


@pytest.mark.case("8.1e", "8.1f", "8.1g", "1.6a", "8.0a")
def test_rain_then_snow_for_good(at: At) -> None:
    game = soviet_pass(october(at, "impulses 1")).play("roll 1")
    assert "The weather changes: Rain." in game.log(SOVIET)
    assert game.s.weather == "rain"
    game.s.passes = 0
    game.play("pass", "done")
    assert game.ask == ("soviet", "choice")
    assert game.s.weather == "rain"
    soviet_pass(game)
    assert game.s.forecast == 1
    game.play("roll 1")
    assert game.s.weather == "snow"
    for _ in range(3):
        german_pass(game)
        assert game.ask == ("german", "choice")
    assert game.s.weather == "snow"


@pytest.mark.case("8.1b")
def test_rolls_go_on_in_later_months(at: At) -> None:
    game = soviet_pass(october(at, "impulses 1", 5))
    assert game.ask == ("chance", "weather")


@pytest.mark.case("gasp.2", "typhoon.3", "1.6c", "8.1b")
def test_scenarios(at: At) -> None:
    snow = soviet_pass(october(at, "impulses 4\nweather snow", 5, "gasp"))
    assert snow.ask == ("german", "choice")
    july = soviet_pass(october(at, "impulses 4", 4, "dnieper"))
    assert july.ask == ("german", "choice")
    typhoon = soviet_pass(october(at, "impulses 1", 4, "typhoon"))
    assert typhoon.ask == ("chance", "weather")


@pytest.mark.case("14.5a")
def test_blizzard(at: At) -> None:
    """With the second German Impulse of December, whatever the weather was; rolling ends."""
    text = "options blizzard=blizzard\nat game choice\nturn 6\nside 1\nimpulses 3\nwinter 1\ngerman 67\n90 Guderian"
    storm = soviet_pass(at(text + LEADERS))
    assert storm.s.weather == "blizzard"
    assert storm.ask == ("german", "choice")
    first = soviet_pass(at((text + LEADERS).replace("winter 1", "winter 0")))
    assert first.s.weather == "sun"
    plain = soviet_pass(at((text + LEADERS).replace("options blizzard=blizzard\n", "") + "\nweather snow"))
    assert plain.s.weather == "snow"


@pytest.mark.case("8.1b")
def test_a_die_has_six_faces(at: At) -> None:
    game = soviet_pass(october(at, "impulses 1"))
    assert game.clauses("roll 7") == ["8.1b"]
    assert game.clauses("roll 0") == ["8.1b"]
