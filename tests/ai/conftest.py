"""Positions of *Leningrad*, and opponents who decide in them."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from grognard.ai import Mind, Seat, Thought, opponent
from grognard.core import notation
from grognard.titles import TITLES

TITLE = TITLES["leningrad79"]


class Case:
    """A position in which somebody of a level decides."""

    def __init__(self, text: str, level: str) -> None:
        self.s: Any = notation.read(TITLES, text)
        self.level = opponent(level)
        self.minds: dict[int, Mind] = {}
        self.pick = Random(1).randrange
        self.dice = Random(2).randrange
        self.log: list[str] = []

    def think(self) -> Thought:
        who = TITLE.decider(self.s)
        mind = self.minds.setdefault(who, self.level.sit())
        return mind.choose(Seat(self.s, who), self.level.budget(), self.pick)

    def until(self, stop: Callable[[Any], bool]) -> "Case":
        """Play on, every action checked against the rules, until something is so."""
        for _ in range(2000):
            if self.s.over or stop(self.s):
                return self
            if TITLE.decider(self.s) < 0:
                TITLE.play(self.s, TITLE.chance(self.s, self.dice))
                continue
            thought = self.think()
            assert TITLE.explain(self.s, thought.action) == [], (TITLE.text(self.s, thought.action), thought.why)
            assert thought.why
            self.log.append(TITLE.text(self.s, thought.action))
            TITLE.play(self.s, thought.action)
        raise AssertionError("it does not end")

    def until_step(self, step: str) -> "Case":
        return self.until(lambda s: TITLE.step(s).name == step)

    def where(self, unit: str) -> str:
        return str(TITLE.lexicon.places[self.s.place[TITLE.lexicon.piece(unit)]])


@pytest.fixture
def case() -> Callable[[str, str], Case]:
    return Case
