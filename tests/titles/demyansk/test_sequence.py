"""[4.2] The sequence of play."""

from collections.abc import Callable
from typing import Any

import pytest

New = Callable[..., Any]


def course(game: Any, turns: int) -> list[tuple[int, int, str, str]]:
    """Turn, segment, player and step of every decision, played with `done` and threes."""
    out = []
    while game.s.turn < turns + 1 and not game.s.over:
        out.append((game.s.turn, game.s.segment, *game.ask))
        game.go_on()
    return out


def operations(turn: int, segment: int) -> list[tuple[int, int, str, str]]:
    """What is asked in an Operations Segment with nobody to rebuild or to fly; only the Axis player builds."""
    soviet, axis = ("movement", "combat"), ("movement", "combat", "administration")
    return [(turn, segment, side, step) for side, steps in (("soviet", soviet), ("axis", axis)) for step in steps]


@pytest.mark.case("4.2a", "4.2b", "4.21a", "4.21b", "4.21c", "4.21d", "4.21e", "5.0a", "5.1a", "8.42c", "sequence.1")
def test_two_turns(new: New) -> None:
    assert course(new(), 2) == [
        (1, 0, "axis", "axis-reinforcements"),
        *operations(1, 1),
        *operations(1, 2),
        (2, 0, "chance", "weather"),
        (2, 0, "chance", "shortage"),
        (2, 0, "axis", "axis-reinforcements"),
        (2, 0, "soviet", "soviet-reinforcements"),
        (2, 0, "axis", "marsch"),
        *operations(2, 1),
        (2, 2, "chance", "weather"),
        (2, 2, "chance", "shortage"),
        *operations(2, 2),
    ]


@pytest.mark.case("3.11b", "sequence.11", "sequence.32", "sequence.35", "sequence.37")
def test_the_axis_first(new: New) -> None:
    assert [who for _, _, who, step in course(new("bridge"), 10) if step == "movement"] == ["axis", "soviet"] * 2


@pytest.mark.case("4.22a")
def test_the_game_ends_after_the_last_turn(at: Any) -> None:
    game = at("at movement\nturn 18\nsegment 2\nsequence 2\n2711 I-27")
    while game.s.turn == 18 and not game.s.over:
        game.go_on()
    assert game.s.over
    assert game.title.outcome(game.s) is not None


def test_what_is_shown_of_the_moment(new: New) -> None:
    game = new()
    assert game.title.now(game.s) == "Game-Turn 1 of 18, Frozen, Strategic Segment, 23-28 January 1942"


def test_the_moment_tells_the_weather_once_it_is_known(at: Any) -> None:
    game = at("at weather\nturn 15\nsegment 2\nweather frozen\nstorm yes\n2711 AA12")
    assert game.title.now(game.s) == "Game-Turn 15 of 18, Second Segment, 17-22 April 1942"
    game.play("roll 2")
    assert game.title.now(game.s) == "Game-Turn 15 of 18, Mud with Storm, Second Segment, 17-22 April 1942"


@pytest.mark.case("8.41a", "8.42b", "8.13a", "8.33e", "sequence.26")
def test_exploitation_comes_after_movement_and_combat(at: Any) -> None:
    game = at("at movement\nturn 3\nsegment 1\nsequence 1\n2429 85Tk(fought)")
    game.play("move 85Tk to 2329").to("exploitation")
    assert (game.ask[0], game.s.exploiting) == ("soviet", True)
    assert game.movers() == {"85Tk"}
    game.to("movement")
    assert (game.ask[0], game.s.exploiting) == ("axis", False)
