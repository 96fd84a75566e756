"""[5.0] The sequence of play."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from grognard.core.title import Bad
from grognard.titles.leningrad41.sequence import GAME
from grognard.titles.leningrad41.state import NOWHERE
from tests.titles.leningrad41.conftest import DATA, TITLE, Game

At = Callable[..., Game]
ORDER = (
    "delay", "placing", "deploying", "replacements", "air-strikes", "soviet-orders", "german-movement", "excess",
    "german-fire", "army-draw", "army-place", "reserve-die", "reserve-draw", "german-orders", "soviet-movement",
    "soviet-fire",
)  # fmt: skip


@pytest.mark.case("5.1a", "5.2a", "5.2b", "5.2c", "5.2d", "5.2e", "5.2f", "5.2g", "5.2h", "5.3a", "5.3b")
def test_the_phases_follow_each_other() -> None:
    assert tuple(step.name for step in GAME.steps()) == ORDER


@pytest.mark.case("5.1b", "5.1c", "8.1e")
def test_every_action_belongs_to_its_phase() -> None:
    verbs = {step.name: {verb.name for verb in step.verbs} for step in GAME.steps()}
    assert {name for name, found in verbs.items() if "move" in found} == {"german-movement", "soviet-movement"}
    assert {name for name, found in verbs.items() if "fire" in found} == {"german-fire", "soviet-fire"}
    assert {name for name, found in verbs.items() if "strike" in found} == {"air-strikes", "soviet-fire"}  # 12.3b
    assert {name for name, found in verbs.items() if "flip" in found} == {"soviet-movement", "soviet-fire"}  # 6.6b


@pytest.mark.case("5.2a", "5.2i", "5.1a")
def test_a_whole_turn(at: At) -> None:
    game = at("at german-fire\nturn 2\n4812 I-10\n2807 1RB\ndead II-10")
    seen: list[tuple[int, str, int]] = []
    while game.s.turn < 4 and not game.s.over:
        if not seen or seen[-1][:2] != (game.s.turn, game.ask[1]):
            seen.append((game.s.turn, game.ask[1], game.s.side))
        game.go_on()
    names = [name for turn, name, _ in seen if turn == 3 and name in ORDER]
    assert names == [name for name in ORDER if name in names]
    assert {"replacements", "german-movement", "german-fire", "army-draw", "soviet-movement", "soviet-fire"} <= {*names}
    assert [a[0] for a, b in pairwise(seen) if b[0] != a[0]] == [2]
    halves = [side for turn, _, side in seen if turn == 3]
    assert halves == sorted(halves)  # the German player turn comes first


@pytest.mark.case("5.4a", "5.2i")
def test_ten_turns(at: At) -> None:
    game = at("at soviet-fire\nturn 9\nside 1\n4812 I-10\n2807 1RB").play("done")
    assert game.s.turn == 10
    game = at("at soviet-fire\nturn 10\nside 1\n4812 I-10\n2807 1RB").play("done")
    assert game.s.over


@pytest.mark.case("8.1d", "8.2a", "8.11a", "10.2a", "10.5a")
def test_marks_end_with_their_phase(at: At) -> None:
    text = "at german-movement\nturn 3\ncommand 8pz\n4812 I-10(moved,closed)\n4813 3Pi(used)\n2807 1RB"
    game = at(text).play("done")
    s = game.s
    assert (s.moved, s.closed, s.used, s.command) == (0, 0, 0, "")
    game = at("at german-fire\nturn 1\nattacked 2807\n4812 I-10(fired)\n2807 1RB").to("soviet-fire")
    assert (game.s.fired, game.s.attacked) == (0, 0)


@pytest.mark.case("8.10j")
def test_pontoons_last_until_the_next_movement_phase_of_their_side(at: At) -> None:
    game = at("at german-fire\nturn 1\n4601 3Pi(pontoon=4501)\n2807 1RB").to("soviet-movement")
    assert DATA.board.names[game.s.pontoon[game.unit("3Pi")]] == "4501"
    game.to("german-movement", 2)
    assert game.s.pontoon[game.unit("3Pi")] == NOWHERE


@pytest.mark.case("9.1a")
def test_orders_are_asked_of_those_who_can_fire(at: At) -> None:
    game = at("at german-fire\nturn 1\n4812 I-10\n2807 1RB").play("done")
    assert game.ask == ("german", "german-orders")
    assert set(game.options("order")) == {"ask", "always", "third", "hold"}
    with pytest.raises(Bad, match="expected one of ask"):
        game.clauses("order never")
    game.play("order third")
    assert (game.s.german_orders, game.s.soviet_orders) == ("third", "ask")
    assert game.ask == ("soviet", "soviet-movement")
    game.play("done")
    assert game.s.german_orders == "ask"
    assert [entry.heard_by(1)[0] for entry in game.table.journal[:2]] == ["done", "order"]


@pytest.mark.case("9.1a", "10.2b")
def test_the_soviet_gives_orders_for_the_german_phase(at: At) -> None:
    game = at("at soviet-orders\nturn 3\n4812 I-10\n2807 1RB").play("order hold")
    assert (game.s.german_orders, game.s.soviet_orders) == ("ask", "hold")
    assert game.ask == ("german", "german-movement")


@pytest.mark.case("9.1a")
def test_nobody_is_asked_without_units(at: At) -> None:
    game = at("at german-fire\nturn 1\n4812 Manstein\n2807 1RB").play("done")
    assert game.ask == ("soviet", "soviet-movement")


def test_the_point_of_the_game_in_words(at: At) -> None:
    now = TITLE.now(at("at soviet-fire\nturn 3\nside 1\n4812 I-10").s)
    assert now == "Game Turn 3 of 10, Soviet player turn, 5-7 August 1941"


@pytest.mark.case("5.4a", "5.2i")
def test_a_game_runs_through_all_turns(new: Callable[..., Game]) -> None:
    """Nobody does more than he must; the Germans have to enter."""
    game = new().deploy()
    turns = set()
    while not game.s.over:
        turns.add(game.s.turn)
        game.go_on()
    assert turns == {*range(1, 11)}
    assert TITLE.outcome(game.s) is not None
