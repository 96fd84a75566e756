"""Opponents of *Leningrad '41*: whole games by the rules, sensible answers, and no look at what is hidden."""

from random import Random
from typing import Any

import pytest

from grognard.core.action import CHANCE
from grognard.opponents import Budget, Mind, Seat, opponent
from tests.titles.leningrad41.conftest import TITLE

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


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_a_game_is_played_by_the_rules(level: str) -> None:
    match = Match(level, level).play()
    assert TITLE.outcome(match.s) is not None
    assert any(text.startswith("assault") for text in match.log)


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_the_options_are_obeyed(level: str) -> None:
    """With every option other than usual the first turns break no rule."""
    options = {name: option.values[-1] for name, option in TITLE.options.items()}
    assert Match(level, level, **options).play(3).s.turn == 4
