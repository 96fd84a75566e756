"""The reference policy of the benchmark, the clicks of a game, and rounds that take turns."""

from collections.abc import Callable
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.core.action import Action
from grognard.lab import speed
from grognard.titles import TITLES

from ..core import toy
from ..core.toy import TOY


def deal(s: toy.State, *faces: int) -> list[int]:
    """Deal these faces in order; the clicks of each."""
    out = []
    for face in faces:
        action = Action("deal", (face,))
        out.append(speed.clicks(TOY, s, action))
        TOY.play(s, action)
    return out


def test_a_click_is_a_choice_among_two_or_more() -> None:
    s = TOY.start()
    assert deal(s, 2, 0, 1, 1, 0, 2) == [1, 1, 0, 1, 1, 0]  # of three faces, of two, and the last: for either side
    out_of_the_box = Action("move", (0, toy.NORTH))
    assert speed.clicks(TOY, s, out_of_the_box) == 1  # which of three blocks; there is one way out of the box
    toy.put(s, 0, toy.MIDDLE)
    assert speed.clicks(TOY, s, Action("move", (0, toy.SOUTH))) == 2  # which block, and north or south
    s.tired = 0b110
    assert speed.clicks(TOY, s, Action("move", (0, toy.SOUTH))) == 1  # the others are tired
    assert speed.clicks(TOY, s, Action("stance", (2,))) == 1
    assert speed.clicks(TOY, s, Action("done")) == 0


def test_the_clicks_of_a_game_are_those_of_its_actions() -> None:
    policy, asked = speed.Reference(TOY, "duel"), list[int]()
    policy.play(Random(2), lambda s, action: asked.append(speed.clicks(TOY, s, action)))
    assert policy.clicks(Random(2)) == sum(asked) > 4
    assert max(asked) == 2


@pytest.mark.parametrize(
    ("name", "scenario", "verbs"),
    [
        ("assault_leningrad", "campaign", {"transfer", "watch", "rest"}),
        ("assault_stalingrad", "campaign", {"transfer", "watch", "rest"}),
        ("demyansk", "bridge", {"recall"}),  # and not `attack`, which may follow it
        ("leningrad79", "campaign", set()),
        ("moscow41", "dnieper", set()),
    ],
)
def test_verbs_that_undo(name: str, scenario: str, verbs: set[str]) -> None:
    assert speed.Reference(TITLES[name], scenario).undoing == verbs


def test_the_reference_policy_undoes_nothing() -> None:
    """A verb that can undo is played once until an action ends a step; a random player does it again and again."""
    title = TITLES["assault_stalingrad"]
    policy = speed.Reference(title, "campaign")

    def most(play: Callable[[Callable[[Any, Action], None]], object]) -> int:
        """How often one such verb was played at most before an action ended a step."""
        times, found = dict[str, int](), 0

        def look(s: Any, action: Action) -> None:
            nonlocal found
            if speed.ends_step(title, s, action):
                times.clear()
            elif action.verb in policy.undoing:
                times[action.verb] = times.get(action.verb, 0) + 1
                found = max(found, times[action.verb])

        play(look)
        return found

    def at_random(look: Callable[[Any, Action], None]) -> None:
        s, random = title.start(), Random(0)
        while not s.over:
            action = title.sample(s, random.randrange)
            look(s, action)
            title.play(s, action)

    assert most(lambda look: policy.play(Random(0), look)) == 1
    assert most(at_random) > 20


def test_the_reference_policy_plays_the_same_game_again() -> None:
    policy = speed.Reference(TITLES["leningrad79"], "campaign")
    assert policy.play(Random(4)) == policy.play(Random(4)) > 100
    assert policy.play(Random(4)) != policy.play(Random(5))


def test_a_scenario_is_played_if_named() -> None:
    games = {name: speed.Reference(TITLES["moscow41"], name).play(Random(4)) for name in ("campaign", "dnieper")}
    assert games["campaign"] > games["dnieper"] > 0


def test_all_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rounds of three games each, while a clock goes on by a second whenever somebody looks."""
    ticks, played = count(), list[str]()
    monkeypatch.setattr(speed, "time", SimpleNamespace(process_time=lambda: float(next(ticks))))

    def plays(name: str, actions: int) -> Callable[[Random], int]:
        def play(random: Random) -> int:
            played.append(f"{name} {random.randrange(1000)}")
            return actions

        return play

    found = speed.rounds({"a": plays("a", 5), "b": plays("b", 7)}, seconds=6)
    seeds = [Random(n).randrange(1000) for n in range(speed.GAMES)]
    assert played == 2 * [f"{name} {seed}" for name in "ab" for seed in seeds]
    assert found == {"a": 2 * [speed.Pace(3, 15, 1.0)], "b": 2 * [speed.Pace(3, 21, 1.0)]}
