"""[6.1 - 6.4] Stacking."""

from collections.abc import Callable

import pytest

from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from grognard.titles.leningrad41.rules.stacking import crowded
from grognard.titles.leningrad41.state import room
from tests.titles.leningrad41.conftest import DATA, Game

At = Callable[..., Game]
AT_4812 = DATA.board.at["4812"]


def open_to(game: Game, unit: str, *hexes: str) -> list[bool]:
    """Whether the rules of stacking let a unit into each of these hexes."""
    found = room(game.s, game.unit(unit))
    return [bool(found >> game.place(hex) & 1) for hex in hexes]


@pytest.mark.case("6.1a", "6.1d")
def test_two_germans_in_a_hex(moving: At) -> None:
    game = moving("german", "4812 I-10\n4813 I-8p II-8p\n2807 I-28p II-28p\n4815 III-10")
    assert open_to(game, "III-10", "4812", "4813", "2807", "4816") == [True, False, False, True]


@pytest.mark.case("6.1b", "6.1c", "6.1d")
def test_two_soviets_in_an_objective_one_elsewhere(moving: At) -> None:
    game = moving("soviet", "2807 42-1\n2809 42-2 42-3\n2811 42-4\n2812 42-5\n5101 I-10")
    assert open_to(game, "42-5", "2807", "2809", "2811", "2813") == [True, False, False, True]


@pytest.mark.case("6.1d")
def test_boats_and_railroad_guns_count(moving: At) -> None:
    game = moving("soviet", "1816 LG42\n3211 Aurora-42 1RB\n2812 42-5\n5101 I-10")
    assert open_to(game, "42-5", "1816", "3211") == [False, False]


@pytest.mark.case("6.2a", "6.2b", "6.2c")
def test_german_divisions_do_not_mix(moving: At) -> None:
    game = moving("german", "4812 I-10\n4813 48Pi\n4814 I-8M\n4815 1Br\n4816 I-28p 678Pi")
    assert open_to(game, "I-8M", "4812", "4813") == [False, True]
    assert open_to(game, "48Pi", "4812", "4814", "4815", "4816") == [True, True, True, False]
    assert open_to(game, "I-10", "4813", "4814", "4816") == [True, False, False]


@pytest.mark.case("6.3a")
def test_soviet_sub_commands_do_not_mix(moving: At) -> None:
    game = moving("soviet", "2807 42-1\n2809 68-70\n2811 42-2\n2812 252-70\n5101 I-10")
    assert open_to(game, "42-2", "2807", "2809") == [True, False]
    assert open_to(game, "252-70", "2807", "2809") == [False, True]


@pytest.mark.case("6.3b", "14.5a", "14.5b")
def test_leaders_stack_with_anybody(moving: At) -> None:
    game = moving("soviet", "2807 42-1 42-2\n2809 68-70 252-70\n2811 42-3 Zhdanov\n2815 Zhukov\n5101 I-10 II-10")
    assert open_to(game, "Zhdanov", "2807", "2809", "2811", "2820") == [True] * 4
    assert open_to(game, "Manstein", "5101") == [True]
    assert open_to(game, "42-1", "2815") == [True]  # nor does a leader take room


@pytest.mark.case("6.4a", "8.4b")
@pytest.mark.parametrize("phase", ["movement", "fire"])
def test_the_limits_hold_in_every_phase(at: At, phase: str) -> None:
    game = at(f"at german-{phase}\nturn 3\n4813 I-8p II-8p\n4815 III-10")
    assert open_to(game, "III-10", "4813") == [False]


@pytest.mark.case("6.4c", "7.6c")
def test_the_opponent_mends_a_german_stack(moving: At) -> None:
    game = moving("german", "4812 I-10 II-10 48Pi\n4813 I-8p II-8p\n2807 1RB").play("done")
    assert game.ask == ("soviet", "excess")
    assert game.movers("eliminate") == game.movers("shift") == {"I-10", "II-10", "48Pi"}
    assert game.clauses("eliminate I-8p") == ["6.4c"]
    game.play("eliminate 48Pi")
    assert game.where("48Pi") == "dead"
    assert game.ask == ("german", "german-fire")


@pytest.mark.case("6.4c")
def test_or_moves_a_unit_to_the_nearest_legal_hex(moving: At) -> None:
    game = moving("german", "4812 I-10 II-10 48Pi\n4813 I-8M\n2807 1RB").play("done")
    near = game.places(DATA.board.neighbours[game.place("4812")])
    assert game.places(game.options("shift", game.unit("I-10")).members) == near - {"4813"}
    assert game.places(game.options("shift", game.unit("48Pi")).members) == near  # a corps unit may stack there
    assert game.clauses("shift I-10 4813") == ["6.4c"]
    assert game.clauses("shift I-10 4815") == ["6.4c"]
    game.play("shift 48Pi 4813")
    assert (game.where("48Pi"), game.ask[1]) == ("4813", "german-fire")


@pytest.mark.case("6.4c")
def test_the_nearest_may_be_further_away(moving: At) -> None:
    """The first ring is full of another division or of enemies, or is the sea."""
    near = [DATA.board.names[hex] for hex in range(DATA.board.box) if DATA.board.neighbours[AT_4812] >> hex & 1]
    blocked = "".join(
        f"{hex} {unit}\n" for hex, unit in zip(near, ("I-8M", "II-8M", "III-8M", "1RB", "2RB", "1LG"), strict=True)
    )
    game = moving("german", f"4812 I-10 II-10 III-10\n{blocked}").play("done")
    found = game.options("shift", game.unit("I-10")).members
    assert {DATA.board.distance(AT_4812, hex) for hex in game.options("shift", game.unit("I-10"))} == {2}
    assert found


@pytest.mark.case("6.4c")
def test_a_stack_far_beyond_the_limit_is_mended_step_by_step(moving: At) -> None:
    game = moving("german", "4812 I-10 II-10 III-10 48Pi\n2807 1RB").play("done", "eliminate I-10")
    assert game.ask[1] == "excess"
    game.play("eliminate II-10")
    assert game.ask[1] == "german-fire"
    assert crowded(game.s, GERMAN) == 0


@pytest.mark.case("19.2g", "7.3b")
def test_a_soviet_arrival_over_the_limit_goes_back(moving: At) -> None:
    game = moving("soviet", "2807 42-1 42-2 42-3=1RB(reinforcements)\n2809 42-4=2RB(reinforcements)\n5101 I-10")
    assert crowded(game.s, SOVIET) == 1 << game.place("2807")
    game.play("done")
    assert (game.where("42-3"), game.where("42-4")) == ("pool-42", "2809")
    assert game.face("42-3") == "1RB"
    assert game.s.died == 0  # it was not eliminated, and the Germans do not learn what it was
    assert game.s.reinforcements == 0
    assert "1st Red Banner" not in game.log(GERMAN)
    assert "42-3) is still over the limit" in game.log(GERMAN)


@pytest.mark.case("6.1b", "6.1c", "6.3a")
def test_a_full_hex_says_how_many_are_there(moving: At) -> None:
    game = moving("soviet", "2807 1Koms\n3016 1-1DNO 2-1DNO\n3117 576-115")
    game.play("metro 1Koms", "roll 1")
    (full,) = game.s.title.explain(game.s, game.s.title.parse(game.s, "emerge 3016"))
    assert full.text == "3016 is full: 2 may be there, and 2 are"
    assert full.facts == {"units": 2, "limit": 2}
