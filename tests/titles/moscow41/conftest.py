"""`at`: a position in the notation, to play and query; `new`: a game from its set-up."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.table import Table
from grognard.kit.table import Wargame
from grognard.titles import TITLES
from tests.titles.sitting import Sitting

TITLE: Wargame[Any] = TITLES["moscow41"]
GERMAN, SOVIET = 0, 1


class Game(Sitting):
    """A table of *Moscow '41*."""

    def unit(self, name: str) -> int:
        """The piece with this face, whether or not it is known."""
        return int(self.s.piece[TITLE.lexicon.face(name)])

    def level(self, name: str) -> int:
        return int(self.s.level[self.unit(name)])

    def up(self, name: str) -> bool:
        return bool(self.s.up >> self.unit(name) & 1)

    area, areas = Sitting.place, Sitting.places

    def reach(self, name: str, verb: str = "move") -> set[str]:
        """Where a Block can go."""
        return self.areas(TITLE.choices(self.s, verb, self.unit(name)).ends)  # type: ignore[union-attr]

    def movers(self, verb: str = "move") -> set[str]:
        """The Blocks that can do something now."""
        chosen = TITLE.choices(self.s, verb)
        assert chosen is not None
        return {TITLE.lexicon.faces[self.s.face[piece]] for piece in chosen}

    def german(self, area: str) -> bool:
        """Whether the Germans control it."""
        return bool(self.s.german >> self.area(area) & 1)

    def may_be(self, name: str) -> set[str]:
        """What the Block may be, as far as the opponent knows."""
        return set(TITLE.portrait(self.s, self.unit(name))["kind"]["may_be"])


@pytest.fixture
def at() -> Callable[..., Game]:
    """A position: `at("at tactical command\\nturn 1\\n...")`; of the Campaign unless another scenario is named."""

    def make(text: str, scenario: str = "campaign") -> Game:
        lines = [line.strip() for line in text.strip().splitlines()]
        position = notation.read({TITLE.name: TITLE}, "\n".join([f"moscow41 {scenario}", *lines]))
        return Game(Table(TITLE, position=position, rolls=False))

    return make


@pytest.fixture
def new() -> Callable[..., Game]:
    """A game from its set-up; with a seed the dice roll by themselves."""

    def make(scenario: str = "campaign", seed: int | None = None, **options: str) -> Game:
        return Game(Table(TITLE, scenario, options, seed=seed, rolls=seed is not None))

    return make
