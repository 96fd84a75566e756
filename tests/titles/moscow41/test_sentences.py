"""What the referee says: the case that decides, the numbers, and nothing beside the point."""

from collections.abc import Callable

import pytest

from grognard.titles.moscow41.rules.victory import judge
from tests.titles.moscow41.conftest import Game
from tests.titles.moscow41.fights import segment

At = Callable[..., Game]
HEAD = "at game choice\nturn 1\n"


@pytest.mark.case("3.2.1d", "11.0o")
def test_why_the_disc_cannot_be_spent(at: At) -> None:
    game = at(HEAD + "disc 1\n90 24PzK\n63 Stalin")
    assert game.reasons("strategic-move") == "[3.2.1] the Soviet player holds the Initiative Disc"


@pytest.mark.case("11.0o")
def test_the_disc_passes_by_the_case_that_spent_it(at: At) -> None:
    game = at(HEAD + "90 24PzK\n63 Stalin").play("strategic-move", "done")
    assert "The Disc is spent and passes to the Soviet player. [11.0]" in game.log()


@pytest.mark.case("10.3a", "10.8c")
def test_range_and_actions_in_numbers(at: At) -> None:
    game = at(HEAD + "german 67 77 78 79 88 89 90 100\n89 Guderian(level=2)\n16A 24PzK\n63 Stalin")
    game.play("tactical", "activate Guderian", "done")
    (said,) = [one for one in game.table.why_not("move 24PzK to 77") if one.clause == "10.3a"]
    assert said.facts["ranges"].startswith("Guderian reaches ")
    game = at(HEAD + "90 24PzK 46PzK\n63 Stalin").play("pass", "move 24PzK to 101")
    assert "no more Blocks may act: one may in a Pass" in game.reasons("move 46PzK to 101")


@pytest.mark.case("10.12.5.2f", "10.12.5.2e", "10.12.5.1a")
def test_fire_says_who_is_first_and_what_is_cut(at: At) -> None:
    game = segment(at, "90 24PzK 25RC").play("battle 90")
    assert "Tank Attack: the Attacker fires first. [10.12.5.2]" in game.log()
    game = segment(at, "91 24PzK 25RC").play("battle 91")
    assert "No Tank Attack" in game.log()
    game = segment(at, "90 24PzK(crossed) 25RC").play("battle 90")
    assert "No Tank Attack: all Tanks came across a river; the Defender fires first. [10.12.5.2]" in game.log()
    while game.ask == ("chance", "fire"):
        game.play("roll 1")
    assert ", across a river, one die instead of 4 [10.12.5.1], rolls 1: no hits." in game.log()


@pytest.mark.case("dnieper.7", "1.7c")
def test_a_scenario_is_won_by_its_own_case(at: At) -> None:
    cities = at(HEAD + "63 Stalin", "dnieper").s.plan.win_cities
    assert cities
    game = at(HEAD + "63 Stalin\n90 24PzK", "dnieper")
    game.s.german |= cities
    game.s.log = []
    judge(game.s)
    notes = [(note.clause, game.title.say(game.s, note)) for note in game.s.log]
    assert [clause for clause, _ in notes] == ["dnieper.7"]
    assert "Sudden death" not in notes[0][1]


@pytest.mark.case("10.14b")
def test_the_stronger_block_in_numbers(at: At) -> None:
    game = segment(at, "90 24PzK(crossed) 46PzK(crossed) DR(crossed,level=1) 25RC 30RC 20RC").play(
        "battle 90", "roll 6"
    )
    while game.ask == ("chance", "fire"):
        game.play("roll 1")
    assert game.ask == ("german", "losses")
    (said,) = game.table.why_not("lose DR")
    assert (said.facts["level"], said.facts["most"]) == (1, game.level("24PzK"))


@pytest.mark.case("10.8j")
def test_why_a_block_cannot_move(at: At) -> None:
    game = at(HEAD + "german 67 90\n90 24PzK 25RC\n63 Stalin").play("pass")
    (said,) = [one for one in game.table.why_not("move 24PzK to 91") if one.clause == "10.8j"]
    assert "not friendly [10.8]" in said.facts["areas"]


@pytest.mark.case("10.12.5.2f", "10.12.2a")
def test_no_tank_attack_on_nobody(at: At) -> None:
    """Artillery has destroyed the only Defender: there is nobody left to attack."""
    game = segment(at, "89 Guderian(active,up,aim=90)\n90 24PzK 25RC(level=1)").play("battle 90")
    while game.ask[0] == "chance":
        game.play("roll 6")
    assert "is destroyed" in game.log()
    assert "Tank Attack" not in game.log()
