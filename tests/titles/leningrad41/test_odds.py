"""The odds of an attack agree with the rules."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from grognard.kit.battle.die import FACES
from grognard.titles.leningrad41.aids.odds import announced, chances, odds
from grognard.titles.leningrad41.rules.battle import Battle
from tests.titles.leningrad41.fights import Fight, at, firing, striking


def told(game: Fight, text: str = "") -> Any:
    found = odds(game.s, game.title.parse(game.s, text) if text else None)
    assert found is not None
    return found


def results(game: Fight, text: str = "") -> dict[str, float]:
    return {one.name: one.chance for one in told(game, text).results}


@pytest.mark.case("10.3e")
def test_one_defender_in_the_open() -> None:
    game = firing("german", "4707 1-1DNO\n4706 I-10 II-10")
    found = told(game, "fire 4707 by 8pz with I-10 II-10")
    assert (found.attack, found.column, found.exact) == (18, "10-19", True)
    assert {one.name: one.faces for one in found.results} == {"cleared": (1, 2), "-": (3, 4, 5, 6)}
    assert [line.cite for line in found.lines] == ["10.3", "10.3", "10.3", "10.14"]
    assert results(game, "assault 4707 by 8pz storm I-10 II-10") == {"cleared": 0.5, "-": 0.5}


def test_two_defenders_with_modifiers_of_their_own() -> None:
    """The example of 10.13: 25 against armor and infantry."""
    game = firing("soviet", "4707 I-10 I-8p\n4706 1RBBde\n4708 68-70\n4711 577Art")
    order = "fire 4707 by lfr with 1RBBde 68-70 577Art"
    b = announced(game.s, game.title.parse(game.s, order))
    assert b is not None
    found = chances(game.s, b)
    assert found is not None
    assert found.each == {game.unit("I-10"): Fraction(1, 6), game.unit("I-8p"): Fraction(1, 2)}
    assert found.many == {0: Fraction(5, 12), 1: Fraction(1, 2), 2: Fraction(1, 12)}
    assert (found.cleared, found.rubble) == (Fraction(1, 12), Fraction(0))
    assert results(game, order) == {"cleared": 0.0833, "1 of 2": 0.5, "-": 0.4167}


@pytest.mark.case("10.18b", "10.18g", "12.11b")
def test_rubble_and_leaders_who_stay() -> None:
    order = "fire 4516 by 8pz with I-10 II-10 III-10"
    text = "4516 1-1DNO{}\n4515 I-10 II-10\n4415 III-10"
    game = firing("german", text.format(""))
    found = chances(game.s, Battle("fire", game.place("4516"), game.pieces("I-10 II-10 III-10")))
    assert found is not None
    assert (found.cleared, found.rubble) == (Fraction(1, 6), Fraction(1, 36))
    assert told(game, order).lines[-1].text == "the hex is cleared and rubbled"
    again = firing("german", f"rubble 4516\n{text.format('')}")
    found = chances(again.s, Battle("fire", again.place("4516"), again.pieces("I-10 II-10 III-10")))
    assert found is not None
    assert found.rubble == 0
    held = firing("german", text.format(" Zhdanov"))
    found = chances(held.s, Battle("fire", held.place("4516"), held.pieces("I-10 II-10 III-10")))
    assert found is not None
    assert (found.cleared, found.rubble) == (Fraction(0), Fraction(0))
    air = striking("4516 1-1DNO\nbeside Rudel BomberA BomberB")
    found = chances(air.s, Battle("air", air.place("4516"), air.pieces("Rudel BomberA BomberB")))
    assert found is not None
    assert found.rubble == found.cleared / 3


def test_what_nobody_knows_is_averaged() -> None:
    """Two of the 56 units of the 42nd Army that are still unseen are tanks."""
    game = firing("german", "4707 42-5\n4706 I-8M II-8M")
    found = told(game, "fire 4707 by 3mot with I-8M II-8M")
    pool = len(game.s.data.faces)
    tanks = Fraction(2, pool)
    assert found.unknown == ("42-5",)
    assert not found.exact
    assert found.results[0].chance == pytest.approx(float((1 - tanks) / 3), abs=1e-4)
    two = firing("german", "delayed yes\n4707 42-5 42-6\n4706 I-8M II-8M")
    assert sum(results(two, "fire 4707 by 3mot with I-8M II-8M").values()) == pytest.approx(1, abs=1e-3)


def test_unknown_anti_aircraft_guns_hinder_the_whole_strike() -> None:
    game = striking("delayed yes\n4707 42-5 1-1DNO\nbeside StukaA")
    found = chances(game.s, Battle("air", game.place("4707"), game.pieces("StukaA")))
    assert found is not None
    guns = Fraction(2, len(game.s.data.faces) - 1)
    assert found.each[game.unit("1-1DNO")] == (1 - guns) * Fraction(2, 6) + guns * Fraction(1, 6)


@pytest.mark.case("10.17b", "10.19b")
@pytest.mark.parametrize(
    ("text", "order", "rubble"),
    [
        ("4601 I-10 59Pi", "blow bridge-4501-4601 at 4501 by 8pz with I-10 59Pi", Fraction(0)),
        ("4514 I-10 59Pi", "raze 4515 by 8pz with I-10 59Pi", Fraction(1, 3)),
    ],
)
def test_demolitions(text: str, order: str, rubble: Fraction) -> None:
    game = firing("german", text)
    assert results(game, order) == {"E": 0.3333, "-": 0.6667}
    b = announced(game.s, game.title.parse(game.s, order))
    assert b is not None
    found = chances(game.s, b)
    assert found is not None
    assert found.rubble == rubble


@pytest.mark.case("17.3a")
def test_fanaticism_as_a_question() -> None:
    game = firing("german", "4707 1-1DNO\n4706 I-1T II-1T", fanaticism="fanaticism")
    game.play("assault 4707 by totenkopf storm I-1T II-1T")
    assert results(game) == results(game, "plain") == {"cleared": 0.5, "-": 0.5}
    assert results(game, "fanatic") == {"cleared": 0.6667, "-": 0.3333}
    assert told(game, "fanatic").results[0].attacker.text == "loses a unit"


def test_nothing_to_tell() -> None:
    game = firing("german", "4707 1-1DNO\n4706 I-10")
    assert odds(game.s, None) is None
    assert odds(game.s, game.title.parse(game.s, "done")) is None


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("4516 1-1DNO 51Tk\n4515 I-8M II-8M\n4520 III-3Art", "fire 4516 by 3mot with I-8M II-8M III-3Art"),
        ("4610 1-1DNO\n4611 I-8M 3Pi\n4609 II-8M", "assault 4610 by 3mot storm I-8M 3Pi with II-8M"),
        ("4516 51Tk Zhdanov\n4515 I-8M II-8M\n4415 3PzJg", "assault 4516 by 3mot storm I-8M II-8M with 3PzJg"),
    ],
)
def test_the_chances_are_those_of_the_dice(text: str, order: str) -> None:
    """Every die of every defender, played out."""
    found = results(firing("german", text), order)
    seen: Counter[str] = Counter()
    games = 0
    count = len(text.splitlines()[0].split()) - 1
    for first in FACES:
        for second in FACES if count > 1 else (1,):
            game = firing("german", text).play(order).rolls(*(first, second)[:count])
            before = len(text.splitlines()[0].split()) - 1
            left = len(game.here(text[:4]) & {"1-1DNO", "51Tk", "Zhdanov"})
            seen["cleared" if not left else "-" if left == before else f"{before - left} of {before}"] += 1
            games += 1
    assert {name: round(times / games, 4) for name, times in seen.items()} == found


@pytest.mark.case("9.2d", "9.3a", "9.5a")
def test_defensive_fire() -> None:
    """A unit that nobody knows may turn out to be incapable, or to fight armor."""
    game = at("at german-movement\nturn 3\nside 0\n4709 I-8M\n4707 1-1GDNO\n4608 42-9")
    game.play("move I-8M to 4708")
    assert game.ask == ("soviet", "volley")
    assert results(game, "fire 1-1GDNO") == {"E": 0.1667, "-": 0.8333}
    assert told(game, "fire 1-1GDNO").lines[-1].text == "I-8M is eliminated"
    both = told(game, "fire 1-1GDNO 42-9")
    assert both.unknown == ("42-9",)
    assert set(both.columns) == {"0-9", "10-19"}
