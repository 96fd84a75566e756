"""[12.1, 12.2] The CRT, steps lost and Special Results."""

from typing import Any

import pytest

from grognard.titles.demyansk.rules.results import sign
from tests.titles.demyansk.box import D
from tests.titles.demyansk.fights import read, strike, units

PLAIN = "1330 42-180\n1331 I-27"
GUNS = "1330 42-180\n1329 171Art 264Art\n1331 I-27\n1333 AR12\navailable Il2-1 I153 Ju87-1"


def begin(fighting: Any, text: str = PLAIN, units_: str = "42-180", side: str = "soviet") -> Any:
    return fighting(side, text).play(f"attack {'1331' if side == 'soviet' else '1330'} with {units_}")


@pytest.mark.case("12.0a", "12.11a", "12.11b", "12.11c", "12.11d", "12.11e", "12.11f", "12.11g", "12.11h")
@pytest.mark.parametrize(
    ("text", "said"),
    [("1*/R", "A1*/DR"), ("S*/2R#", "AS*/D2R (two hexes)"), ("-/-", "no effect"), ("R/-", "AR"), ("-/3R", "D3R")],
)
def test_results_in_words(text: str, said: str) -> None:
    assert sign(read(text)) == said


@pytest.mark.case("12.11h", "12.0a", "11.53a")
def test_nothing_for_a_side_without_a_result(fighting: Any) -> None:
    game = strike(begin(fighting), "R/-")
    assert game.ask == ("soviet", "retreat")
    game.play("retreat 42-180 to 1329")
    assert (game.where("I-27"), game.s.reduced, game.ask[1]) == ("1331", 0, "combat")


@pytest.mark.case("12.21a", "12.21b", "12.21c", "12.11e", "sequence.21")
def test_the_owner_chooses_and_the_attacker_is_first(fighting: Any) -> None:
    """Each side loses one step in all, not one for each unit."""
    text = "1330 42-180 21-180\n1331 I-27 II-27"
    game = strike(begin(fighting, text, "42-180 21-180"), "1/1R")
    assert (game.ask, game.movers("lose")) == (("soviet", "loss"), {"42-180", "21-180"})
    game.play("lose 21-180")
    assert (game.ask, game.movers("lose")) == (("axis", "loss"), {"I-27", "II-27"})
    assert game.clauses("lose 42-180") == ["12.21a"]
    game.play("lose II-27")
    assert game.units(game.s.reduced) == {"21-180", "II-27"}
    assert game.ask == ("axis", "retreat")


@pytest.mark.case("12.21d", "12.22a", "12.21a")
def test_more_steps_than_there_are(fighting: Any) -> None:
    game = strike(begin(fighting, "1330 42-180\n1331 I-27(reduced)"), "-/2R")
    assert (game.where("I-27"), game.ask[1]) == ("eliminated", "advance")


@pytest.mark.case("12.21b", "12.21d")
def test_two_steps_of_one_unit_or_one_of_each(fighting: Any) -> None:
    game = strike(begin(fighting, "1330 42-180\n1331 I-27 II-27"), "-/2R")
    game.play("lose I-27", "lose I-27")
    assert (game.where("I-27"), game.where("II-27")) == ("eliminated", "1331")
    other = strike(begin(fighting, "1330 42-180\n1331 I-27 II-27"), "-/2R").play("lose I-27", "lose II-27")
    assert other.units(other.s.reduced) == {"I-27", "II-27"}


@pytest.fixture
def result(monkeypatch: Any) -> Any:
    """Let the CRT give one result, whatever the die."""
    return lambda text: monkeypatch.setattr(type(D), "crt", lambda _self, _die, _column: read(text))


@pytest.mark.case("12.25a", "12.25b")
def test_the_attacker_loses_less_if_the_defender_is_wiped_out(fighting: Any, result: Any) -> None:
    """2 for the attacker and 3 for a defender of two steps: the attacker loses one; his Special Result stands."""
    result("2*/3R")
    game = begin(fighting, "1330 42-180 21-180\n1331 I-27\navailable Il2-1", "42-180 21-180").play("support Il2-1")
    game.play("roll 1")
    assert (game.where("I-27"), game.where("Il2-1")) == ("1331", "flown")
    game.play("lose 42-180")
    assert (game.units(game.s.reduced), game.where("I-27")) == ({"42-180"}, "eliminated")


@pytest.mark.case("12.25a")
def test_not_if_the_defender_has_just_enough_steps(fighting: Any, result: Any) -> None:
    result("2*/3R")
    game = begin(fighting, "1330 42-180 21-180\n1331 I-27 II-27(reduced)", "42-180 21-180").play("roll 1")
    game.play("lose 42-180", "lose 42-180")
    assert (game.where("42-180"), game.where("I-27"), game.where("II-27")) == ("eliminated",) * 3


@pytest.mark.case("12.25a", "11.41b")
def test_armor_that_shares_a_fate_is_no_step_to_lose(fighting: Any, result: Any) -> None:
    """Two tank battalions in woods: one step to lose, so two are one too many."""
    game = fighting("axis", "2332 Denmark\n2331 83Tk 85Tk").play("attack 2331 with Denmark")
    result("1/2R")
    game.play("remain", "roll 1")
    assert (game.s.reduced, game.where("83Tk"), game.where("85Tk")) == (0, "eliminated", "eliminated")


# -- Special Results --------------------------------------------------------------------------


@pytest.mark.case("12.23a", "10.41a", "13.14a", "12.11f")
@pytest.mark.parametrize(("choice", "fired", "flown"), [("fired", {"171Art"}, set()), ("flown", set(), {"Il2-1"})])
def test_all_guns_or_all_aircraft(fighting: Any, choice: str, fired: set[str], flown: set[str]) -> None:
    """Only what took part: 264Art and I153 did not."""
    game = strike(begin(fighting, GUNS).play("support 171Art Il2-1", "support Ju87-1"), "1*/R")
    assert game.ask == ("soviet", "special")
    game.play(choice)
    assert (units(game.s.fired), units(game.s.here.get(D.flown, 0))) == (fired, flown)


@pytest.mark.case("12.23c")
def test_what_is_there_is_struck(fighting: Any) -> None:
    game = strike(begin(fighting, GUNS).play("support 171Art 264Art", "done"), "1*/R")
    assert units(game.s.fired) == {"171Art", "264Art"}
    planes = strike(begin(fighting, GUNS).play("support Il2-1 I153", "done"), "1*/R")
    assert units(planes.s.here[D.flown]) == {"Il2-1", "I153"}


@pytest.mark.case("12.23d")
def test_without_support_nothing_happens(fighting: Any) -> None:
    game = strike(begin(fighting, GUNS), "1*/R")
    assert (game.s.fired, game.s.here.get(D.flown, 0), game.ask[1]) == (0, 0, "retreat")


@pytest.mark.case("12.23b", "12.11g")
@pytest.mark.parametrize(("side", "struck"), [("soviet", True), ("axis", False)])
def test_only_soviets(fighting: Any, side: str, struck: bool) -> None:
    """S* beside the attacker's part strikes a Soviet attacker and no Axis attacker."""
    text = "1330 42-180\n1331 Denmark\navailable Il2-1 Ju87-1"
    game = begin(fighting, text, "42-180" if side == "soviet" else "Denmark", side)
    strike(game.play("support Il2-1", "support Ju87-1"), "1S*/R")
    assert (game.where("Il2-1") == "flown") == struck
    assert game.where("Ju87-1") == "available"


@pytest.mark.case("10.42b", "10.42a", "12.23d")
def test_rockets_are_not_struck(fighting: Any) -> None:
    """With a rocket unit and an air unit there is no choice: the air unit is struck."""
    text = PLAIN + "\n1329 27GdRkt\navailable Il2-1"
    game = strike(begin(fighting, text).play("support 27GdRkt Il2-1"), "1*/R")
    assert (game.where("Il2-1"), game.ask[1]) == ("flown", "retreat")


@pytest.mark.case("10.19b", "10.31b", "10.19a")
def test_guns_that_support_an_attack_lose_no_steps(fighting: Any) -> None:
    text = "1330 42-180 21-180 171Art\n1329 264Art\n1331 I-27"
    game = strike(begin(fighting, text, "42-180 21-180").play("support 171Art 264Art"), "1/R")
    assert game.movers("lose") == {"42-180", "21-180"}
    assert game.clauses("lose 171Art") == ["10.31b"]
    assert game.clauses("lose 264Art") == ["10.31b"]


@pytest.mark.case("10.23d")
def test_guns_in_a_defender_hex_suffer_all_results(fighting: Any) -> None:
    game = strike(begin(fighting, "1330 42-180\n1331 I-27 AR12"), "-/1R")
    assert game.movers("lose") == {"I-27", "AR12"}
    game.play("lose AR12")
    assert game.where("AR12") == "eliminated"


# -- armor that shares a fate -----------------------------------------------------------------


@pytest.mark.case("11.41b")
def test_other_tanks_lose_with_the_one_that_fights(fighting: Any) -> None:
    game = fighting("soviet", "2432 83Tk 85Tk 42-180\n2331 I-27").play("attack 2331 with 83Tk 42-180")
    strike(game, "1/R")
    assert game.movers("lose") == {"83Tk", "42-180"}
    assert game.clauses("lose 85Tk") == ["11.41b"]
    game.play("lose 83Tk")
    assert (game.where("83Tk"), game.where("85Tk")) == ("eliminated", "eliminated")


@pytest.mark.case("11.41b", "12.31a")
def test_other_tanks_retreat_with_the_one_that_fights(fighting: Any) -> None:
    game = fighting("axis", "2332 Denmark\n2331 83Tk 85Tk").play("attack 2331 with Denmark")
    strike(game, "-/R")
    assert units(game.s.local.fleeing) == {"83Tk", "85Tk"}
