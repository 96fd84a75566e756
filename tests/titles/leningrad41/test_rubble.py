"""[10.18, 12.11] Rubble after an elimination in an urban or objective hex."""

import pytest

from tests.titles.leningrad41.fights import Fight, firing, striking

CITY = "4516 1-1DNO\n4515 I-10 II-10\n4415 III-10\n4514 III-80Art I-80Art"
ALL = "fire 4516 by 8pz with I-10 II-10 III-10 III-80Art I-80Art"


def hit(text: str = CITY, order: str = ALL, die: int = 1) -> Fight:
    return firing("german", text).play(order).rolls(die)


@pytest.mark.case("10.18a", "10.18b", "10.18e", "10.18c")
def test_a_six_after_an_elimination() -> None:
    for die in range(1, 7):
        game = hit()
        assert game.ask == ("chance", "rubble")
        game.rolls(die)
        assert game.places(game.s.rubble) == ({"4516"} if die == 6 else set())


@pytest.mark.case("10.18a")
def test_none_in_the_open_and_none_without_an_elimination() -> None:
    assert hit(die=6).ask == ("german", "german-fire")
    game = firing("german", "4707 1-1DNO\n4706 I-10").play("fire 4707 by 8pz with I-10").rolls(1)
    assert game.ask == ("german", "german-fire")


@pytest.mark.case("10.18b")
def test_the_hex_must_be_vacated() -> None:
    """One roll for each attack, and none while a unit or a leader is left."""
    game = hit(CITY.replace("1-1DNO", "1-1DNO 2-1DNO")).rolls(6)
    assert game.ask == ("german", "german-fire")
    game = hit(CITY.replace("1-1DNO", "1-1DNO 2-1DNO")).rolls(1)
    assert game.ask == ("chance", "rubble")
    game = hit(CITY.replace("1-1DNO", "1-1DNO Zhdanov"))
    assert game.ask == ("german", "german-fire")


@pytest.mark.case("10.18g")
def test_a_hex_is_rubbled_once() -> None:
    assert hit("rubble 4516\n" + CITY).ask == ("german", "german-fire")


@pytest.mark.case("10.18d")
def test_rubble_does_not_prevent_an_advance() -> None:
    game = hit(order="assault 4516 by 8pz storm I-10 with II-10 III-10 III-80Art I-80Art").rolls(6)
    assert game.places(game.s.rubble) == {"4516"}
    game.play("advance I-10")
    assert game.here("4516") == {"I-10"}


@pytest.mark.case("12.11a", "12.11b", "8.14b")
def test_air_strikes_make_rubble_on_a_five_too() -> None:
    for die in range(1, 7):
        game = striking("4516 1-1DNO\nbeside Rudel BomberA BomberB").play("strike 4516 with Rudel BomberA BomberB")
        game.rolls(1)
        assert game.ask == ("chance", "rubble")
        game.rolls(die)
        assert game.places(game.s.rubble) == ({"4516"} if die >= 5 else set())


@pytest.mark.case("10.18b", "15.3a")
def test_naval_guns_make_rubble_like_other_guns() -> None:
    game = firing("soviet", "4515 I-8M\n4514 1-1DNO\nbeside RBF").play("bombard 4515").rolls(1)
    assert game.ask == ("chance", "rubble")
    game.rolls(5)
    assert game.s.rubble == 0
