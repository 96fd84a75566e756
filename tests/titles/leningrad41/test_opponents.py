"""Opponents of *Leningrad '41*: whole games by the rules, sensible answers, and no look at what is hidden."""

from functools import cache
from random import Random
from typing import Any

import pytest

from grognard.core.action import CHANCE
from grognard.core.bits import scan
from grognard.core.dice import Dice
from grognard.opponents import Budget, Mind, Seat, opponent
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from grognard.titles.leningrad41.opponent import veteran
from grognard.titles.leningrad41.opponent.battle_odds import fire_of
from grognard.titles.leningrad41.rules.victory import objectives
from grognard.titles.leningrad41.state import face_down
from tests.titles.leningrad41.conftest import DATA, TITLE

NODES = 400


class Match:
    """A game of two levels in which every action is checked against the rules."""

    def __init__(self, german: str, soviet: str, seed: str = "1", **options: str) -> None:
        self.s: Any = TITLE.start("assault", options)
        self.minds: list[Mind] = [opponent(level).sit() for level in (german, soviet)]
        self.picks = [Random(f"{seed} {side}").randrange for side in range(2)]
        self.dice = Random(f"{seed} dice").randrange
        self.log: list[str] = []

    def play(self, turns: int = 10) -> "Match":
        """Play on to the end of a turn."""
        s = self.s
        while not s.over and s.turn <= turns:
            who = TITLE.decider(s)
            if who == CHANCE:
                TITLE.play(s, TITLE.chance(s, self.dice))
                continue
            thought = self.minds[who].choose(Seat(s, who), Budget(NODES), self.picks[who])
            text = TITLE.text(s, thought.action)
            assert TITLE.explain(s, thought.action, who) == [], (text, thought.why)
            assert thought.why.endswith("."), (text, thought.why)
            self.log.append(text)
            TITLE.play(s, thought.action)
        return self


@cache
def whole_game(german: str, soviet: str) -> Match:
    """A game from its set-up to its end."""
    return Match(german, soviet).play()


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_a_game_is_played_by_the_rules(level: str) -> None:
    match = whole_game(level, level)
    assert TITLE.outcome(match.s) is not None
    assert any(text.startswith("assault") for text in match.log)


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_the_options_are_obeyed(level: str) -> None:
    """With every option other than usual the first turns break no rule."""
    options = {name: option.values[-1] for name, option in TITLE.options.items()}
    assert Match(level, level, **options).play(3).s.turn == 4


def test_a_german_regular_does_better_than_a_recruit() -> None:
    """With the same dice it holds more objectives at the end than a recruit in its place."""
    regular, recruit = (objectives(whole_game(level, "recruit").s) for level in ("regular", "recruit"))
    assert regular > recruit


def test_a_soviet_regular_does_better_than_a_recruit() -> None:
    """With the same dice the Germans hold fewer objectives at the end than against a recruit."""
    regular, recruit = (objectives(whole_game("regular", level).s) for level in ("regular", "recruit"))
    assert regular < recruit


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_what_is_hidden_changes_neither_the_action_nor_the_words(level: str) -> None:
    """A second mind sits before a position in which all that its side cannot know is drawn again at every decision."""
    match = Match(level, level)
    twins = [opponent(level).sit() for _ in range(2)]
    random, s, other_facts = Random(5), match.s, 0
    while not s.over and s.turn <= 3:
        who = TITLE.decider(s)
        if who == CHANCE:
            TITLE.play(s, TITLE.chance(s, match.dice))
            continue
        other, seed = TITLE.guess(s, who, random.randrange), random.randrange(1 << 30)
        other_facts += other.key() != s.key()
        one, two = (
            mind.choose(Seat(at, who), Budget(NODES), Dice(seed).pick)
            for mind, at in ((match.minds[who], s), (twins[who], other))
        )
        assert one == two
        TITLE.play(s, one.action)
    assert other_facts > 10


def test_the_veteran_tries_plans_and_leaves_the_position_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(veteran, "ENOUGH", NODES // veteran.TRIAL)  # few, to save time
    match = Match("recruit", "recruit").play(2)
    s = match.s
    while TITLE.step(s).name != "german-movement":
        who = TITLE.decider(s)
        TITLE.play(
            s,
            TITLE.chance(s, match.dice)
            if who == CHANCE
            else match.minds[who].choose(Seat(s, who), Budget(NODES), match.picks[who]).action,
        )
    before = s.key()
    thought = opponent("club").sit().choose(Seat(s, 0), Budget(NODES), Random(1).randrange)
    assert s.key() == before
    assert thought.why.startswith("Of 5 plans")
    assert TITLE.explain(s, thought.action, 0) == []


def test_unknown_counters_count_with_the_mean_of_what_they_may_be() -> None:
    s = Match("recruit", "recruit").play(0).s
    counters = face_down(s, s.there[SOVIET])
    seen = {s.face[one] for one in scan(s.up)}
    factors = [face.value.fire for number, face in enumerate(DATA.faces) if number not in seen]
    for side in (GERMAN, SOVIET):
        assert {fire_of(s, side, one) for one in scan(counters)} == {sum(factors) / len(factors)}
