"""Positions, and opponents that decide in them."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from grognard.core import notation
from grognard.opponents import Budget, Mind, Seat, Thought, opponent
from grognard.titles import TITLES

MOST = 4000  # maximum actions and rolls


class Case:
    """A position, or its text, in which opponents decide: both sides of one level, or one level each."""

    def __init__(self, position: Any, level: str, other: str = "", *, nodes: int | None = None, seed: int = 1) -> None:
        self.s: Any = notation.read(TITLES, position) if isinstance(position, str) else position
        self.title = self.s.title
        self.levels = opponent(level), opponent(other or level)
        self.nodes = nodes
        self.minds: dict[int, Mind] = {}
        self.pick = Random(seed).randrange
        self.dice = Random(seed + 1).randrange
        self.log: list[str] = []

    def think(self) -> Thought:
        who = self.title.decider(self.s)
        level = self.levels[who]
        mind = self.minds.setdefault(who, level.sit())
        return mind.choose(Seat(self.s, who), Budget(self.nodes or level.nodes), self.pick)

    def until(self, stop: Callable[[Any], bool]) -> "Case":
        """Play on, checking every action against the rules, until a condition holds."""
        title, s = self.title, self.s
        for _ in range(MOST):
            if s.over or stop(s):
                return self
            who = title.decider(s)
            if who < 0:
                title.play(s, title.chance(s, self.dice))
                continue
            thought = self.think()
            text = title.text(s, thought.action)
            assert title.explain(s, thought.action, who) == [], (text, thought.why)
            assert thought.why.endswith("."), (text, thought.why)
            self.log.append(text)
            title.play(s, thought.action)
        raise AssertionError("the game does not end")

    def until_step(self, step: str) -> "Case":
        return self.until(lambda s: self.title.step(s).name == step)

    def to_the_end(self) -> "Case":
        return self.until(lambda _s: False)

    def where(self, unit: str) -> str:
        return str(self.title.lexicon.places[self.s.place[self.title.lexicon.piece(unit)]])


@pytest.fixture
def case() -> type[Case]:
    return Case
