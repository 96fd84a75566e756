"""[17.0] The comprehensive example of combat, action by action; and the other examples of combat."""

from typing import Any

import pytest

from grognard.titles.demyansk.rules.combat import column_of
from tests.titles.demyansk.box import D
from tests.titles.demyansk.fights import column, shifts, strike

SOVIETS = "1810 1318-163 1-1318 28-238Eng\n1710 87-26 1-87 1MG\n1609 231-387Art"
AXIS = "1811 III-26\n1910 I-46"
PLANES = "available Il2-1 Ju88-1\nflown I153 SB Pe2 Il2-2 Po2 Ju87-1 Ju87-2 He111 Ju88-2 Bf110"
FIRST = "attack 1811 with 87-26 1-87 1MG 1318-163 1-1318"
SECOND = "attack 1910 with 28-238Eng"


@pytest.fixture
def begin(at: Any) -> Any:
    """The example after the Soviet movement."""
    return lambda axis=AXIS: at(
        f"at combat\nturn 9\nsegment 1\nsequence 1\nweather frozen\n{SOVIETS}\n{axis}\n{PLANES}\nreserve 701Art"
    )


@pytest.mark.case("17.0c", "17.0b", "4.21b")
def test_the_movement_before_it(at: Any) -> None:
    text = "1608 87-26 1-87 28-238Eng\n1609 1318-163 1-1318\n1710 1MG\n1508 231-387Art"
    game = at(f"at movement\nturn 9\nsegment 1\nsequence 1\nweather frozen\n{text}\n{AXIS}\n{PLANES}")
    game.play("move 87-26 1-87 to 1710", "move 1318-163 1-1318 to 1810", "move 28-238Eng to 1810")
    game.play("move 231-387Art to 1609", "done")
    assert game.ask == ("soviet", "combat")


@pytest.mark.case("17.0d", "17.0j", "11.15a", "11.15b", "11.12b", "11.12c", "11.15g")
def test_two_attacks_are_declared_together(begin: Any) -> None:
    game = begin()
    game.play(FIRST)
    assert game.ask == ("soviet", "combat")
    assert game.clauses("done") == ["11.15a"]
    assert game.clauses("resolve 1811") == ["11.15b"]
    game.play(SECOND)
    assert game.clauses("recall") == ["11.14a"]
    assert game.clauses("done") == ["11.14a"]
    assert game.places(game.options("resolve").members) == {"1811", "1910"}


@pytest.mark.case("17.0d", "11.15a")
def test_all_six_cannot_attack_1811(begin: Any) -> None:
    """Nobody would be left against 1910, whose ZOC extends into 1810."""
    assert begin().clauses(FIRST + " 28-238Eng") == ["11.15a"]


@pytest.mark.case("17.0e", "17.0f", "17.0g", "17.0h", "17.0i", "17.0j", "13.25a", "10.13a", "11.52d", "14.21a")
def test_support_and_odds(begin: Any) -> None:
    game = begin().play(FIRST, SECOND, "resolve 1811")
    assert game.ask == ("soviet", "soviet-support")
    game.play("support 231-387Art Il2-1")
    assert game.ask == ("axis", "axis-support")
    game.play("support Ju88-1")
    assert game.ask == ("chance", "die")
    assert "9 against 3 is 3-1; after shifts 3-1" in game.log()


def first_combat(game: Any) -> Any:
    """The attack on 1811 up to the choice of No Retreat."""
    game.play(FIRST, SECOND, "resolve 1811", "support 231-387Art Il2-1", "support Ju88-1", "roll 6")
    return game.play("fired", "lose 1318-163")


@pytest.mark.case("17.0k", "17.0l", "17.0m", "17.0n", "12.23a", "12.21c", "12.11f")
def test_the_result(begin: Any) -> None:
    game = begin().play(FIRST, SECOND, "resolve 1811", "support 231-387Art Il2-1", "support Ju88-1", "roll 6")
    assert "A1*/DR" in game.log()
    assert (game.ask, game.verbs()) == (("soviet", "special"), {"fired", "flown"})
    game.play("fired")
    assert game.units(game.s.fired) == {"231-387Art"}
    assert (game.where("Il2-1"), game.where("Ju88-1")) == ("available", "available")
    assert (game.ask, game.movers("lose")) == (("soviet", "loss"), {"87-26", "1-87", "1MG", "1318-163", "1-1318"})
    game.play("lose 1318-163")
    assert game.units(game.s.reduced) == {"1318-163"}


@pytest.mark.case("17.0p", "12.42a", "12.42d", "12.42i", "14.22a")
def test_no_retreat(begin: Any) -> None:
    game = first_combat(begin())
    assert game.ask == ("axis", "no-retreat")
    game.play("stand", "roll 5")
    assert game.where("III-26") == "1811"
    assert game.units(game.s.reduced) == {"1318-163", "III-26"}
    assert game.ask == ("soviet", "combat")


@pytest.mark.case("17.0q", "12.42k", "12.5a")
def test_a_unit_with_one_step_would_be_gone(begin: Any) -> None:
    game = first_combat(begin("1811 III-26(reduced)\n1910 I-46"))
    game.play("stand", "roll 5")
    assert game.where("III-26") == "eliminated"
    assert game.ask == ("soviet", "advance")
    game.play("advance 87-26 1811", "hold")
    assert game.where("87-26") == "1811"


@pytest.mark.case("17.0r", "12.42h", "12.31a")
def test_had_it_failed_it_would_retreat(begin: Any) -> None:
    game = first_combat(begin()).play("stand", "roll 2")
    assert game.ask == ("axis", "retreat")
    one, two = "1812", "1912"
    assert {one, two} <= game.places(game.options("retreat", game.unit("III-26"), 0).members)
    game.play(f"retreat III-26 to {two}", "advance 87-26 1811")
    assert game.where("87-26") == "1811"


def second_combat(game: Any) -> Any:
    """The attack on 1910 up to the die."""
    first_combat(game).play("stand", "roll 5", "resolve 1910", "support Il2-1", "support Ju88-1")
    return game


@pytest.mark.case("17.0s", "13.23d", "10.41b", "13.11a")
def test_the_second_combat(begin: Any) -> None:
    game = first_combat(begin()).play("stand", "roll 5", "resolve 1910")
    assert game.clauses("support 231-387Art") == ["10.13b"]
    game.play("support Il2-1", "support Ju88-1")
    assert column(game) == "1-2"


@pytest.mark.case("17.0t", "17.0u", "17.0v", "17.0w", "12.42b", "12.37a", "8.42a", "13.24a")
def test_the_engineer_retreats(begin: Any) -> None:
    """Towards its source: not to 1909 or farther west, and it has no box for exploitation."""
    game = second_combat(begin()).play("roll 3")
    assert "AR" in game.log()
    assert game.ask == ("soviet", "retreat")
    game.play("retreat 28-238Eng to 1809")
    assert (game.where("Il2-1"), game.where("Ju88-1")) == ("available", "available")
    game.play("done")
    assert game.ask == ("axis", "movement")


@pytest.mark.case("17.0x", "3.43b", "10.43a", "10.41b")
def test_the_artillery_is_fired_to_the_end_of_the_turn(begin: Any) -> None:
    game = second_combat(begin()).play("roll 3", "retreat 28-238Eng to 1809")
    while game.s.turn == 9:
        assert game.units(game.s.fired) == {"231-387Art"}
        game.go_on()
    assert not game.s.fired


# -- the other examples -----------------------------------------------------------------------


@pytest.mark.case("11.52g", "11.52d")
@pytest.mark.parametrize(("defense", "name"), [(2, "5-1"), (3, "3-1"), (4, "5-2"), (5, "2-1"), (6, "3-2")])
def test_ratios(new: Any, defense: int, name: str) -> None:
    assert D.charts.crt.names[column_of(new().s, 10, defense)] == name


@pytest.mark.case("11.52i", "11.52h", "12.12a")
def test_twenty_four_against_two(fighting: Any) -> None:
    """Three support points of the defender: 8-1 becomes 6-1, and a 6 is a retreat without loss."""
    game = fighting("soviet", "1330 170Div 14Gd-7Gd\n1431 23Div 1MG\n1331 Volk\navailable Ju87-1 Ju87-2")
    game.play("attack 1331 with 170Div 14Gd-7Gd 23Div 1MG", "support Ju87-1 Ju87-2")
    assert "24 against 2 is 8-1; after shifts 6-1" in game.log()
    game.play("roll 6")
    assert game.ask == ("axis", "retreat")
    assert not game.s.reduced


@pytest.mark.case("12.38b", "12.38a")
def test_nobody_left_to_follow(fighting: Any) -> None:
    """A unit of one step attacks two steps at 1-3 and rolls a 1: it is gone, and the defender stays."""
    game = fighting("soviet", "1330 1MG\n1331 I-27").play("attack 1331 with 1MG")
    assert column(game) == "1-3"
    game.play("roll 1")
    assert (game.where("1MG"), game.where("I-27"), game.ask) == ("eliminated", "1331", ("soviet", "combat"))


@pytest.mark.case("11.22f", "11.22e")
def test_two_defender_hexes_behind_a_major_river(fighting: Any) -> None:
    """1923 and 1924 are attacked from 1824: a major river lies before one of them."""
    game = fighting("soviet", "1824 170Div\n1923 I-27\n1924 II-27").play("attack 1923 1924 with 170Div")
    assert "11.22d" in shifts(game)


@pytest.mark.case("11.22g", "11.22d")
def test_one_defender_hex_attacked_from_two_banks(fighting: Any) -> None:
    game = fighting("soviet", "1824 I-27\n1923 42-180\n1924 21-180", "frozen")
    assert game.s.side == 1
    game.play("attack 1824 with 42-180 21-180")
    assert "11.22d" not in shifts(game)


@pytest.mark.case("13.25d", "13.25e", "13.21a", "13.23b", "13.23c", "13.23d", "10.11a")
@pytest.mark.parametrize(("axis", "shift"), [("", -1), ("Ju87-2", 0), ("Ju87-1 Ju87-2", 1)])
def test_close_air_support(fighting: Any, axis: str, shift: int) -> None:
    """On GT3 the Axis attacks 2329 across the river, which is frozen: only support shifts the odds."""
    game = fighting("axis", "2330 Denmark\n2329 42-180\navailable Ju87-1 Ju87-2 Il2-1")
    game.play("attack 2329 with Denmark")
    assert game.ask == ("soviet", "soviet-support")
    game.play("support Il2-1", f"support {axis}" if axis else "done")
    assert sum(shifts(game).values()) == shift


RING = "2531 I-27\n2633 II-27\n2833 III-27\n2635 I-48\n2733 42-180\n2632 21-180\n2731 86-180"
BOTH = "attack 2733 with II-27 III-27", "attack 2632 with I-27"


@pytest.mark.case("12.44l", "12.43a", "12.44b", "12.44j", "12.44h", "12.43c", "sequence.23")
def test_through_a_zone(fighting: Any) -> None:
    """Soviet unit 1 in 2733 is ringed by enemy ZOCs; if it passes it goes two hexes and loses a step."""
    game = strike(fighting("axis", RING).play(*BOTH, "resolve 2733"), "-/R")
    assert (game.ask, game.verbs()) == (("soviet", "retreat"), {"slip", "perish"})
    lead = game.unit("42-180")
    assert game.clauses("retreat 42-180 to 2731")[:1] == ["12.43a"]
    assert game.places(game.options("slip", lead, 0).members) == {"2732", "2734", "2834"}
    assert game.places(game.options("slip", lead, 0, game.place("2732")).members) == {"2632", "2731"}
    game.play("slip 42-180 via 2732 to 2731")
    assert game.units(game.s.reduced) == {"42-180"}
    game.play("roll 4")
    assert game.where("42-180") == "2731"


@pytest.mark.case("12.44m", "12.32e", "12.35a", "12.35b", "12.35d")
def test_past_a_friend(fighting: Any) -> None:
    """Soviet unit 2 in 2632 retreats by 2731, where a friend is: it may end there, in 2730 or in 2831."""
    game = strike(fighting("axis", RING).play(*BOTH, "resolve 2632"), "-/R")
    assert game.ask == ("soviet", "retreat")
    assert game.places(game.options("retreat", game.unit("21-180"), 0).members) == {"2731", "2730", "2831"}
    assert game.clauses("slip 21-180 via 2631 to 2630")[:1] == ["12.43a"]
