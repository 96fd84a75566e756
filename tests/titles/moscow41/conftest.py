"""`at`: a position in words, played and questioned like a game at the table; `new`: a game from its set-up on."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import CHANCE
from grognard.core.bits import scan
from grognard.core.table import Table
from grognard.core.title import Title
from grognard.titles.moscow41 import build
from grognard.titles.shelf import GAMES

TITLE: Title[Any] = build(GAMES["moscow41"])
GERMAN, SOVIET = 0, 1


class Game:
    """A table at which the dice wait to be told."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def s(self) -> Any:
        return self.table.state

    def play(self, *actions: str) -> "Game":
        """Play these actions; an illegal one raises with all its objections."""
        for action in actions:
            self.table.play(action)
        return self

    def clauses(self, action: str) -> list[str]:
        """The clauses of all objections to an action; empty if it is legal."""
        return [objection.clause for objection in self.table.why_not(action)]

    def unit(self, name: str) -> int:
        """The piece that has a face, whoever may know it."""
        return int(self.s.piece[TITLE.lexicon.face(name)])

    def where(self, name: str) -> str:
        return str(TITLE.lexicon.places[self.s.place[self.unit(name)]])

    def level(self, name: str) -> int:
        return int(self.s.level[self.unit(name)])

    def up(self, name: str) -> bool:
        return bool(self.s.up >> self.unit(name) & 1)

    def area(self, name: str) -> int:
        return TITLE.lexicon.place(name)

    def areas(self, places: int) -> set[str]:
        return {TITLE.lexicon.places[place] for place in scan(places)}

    def reach(self, name: str, verb: str = "move") -> set[str]:
        """Where a Block can go."""
        return self.areas(TITLE.choices(self.s, verb, self.unit(name)).ends)  # type: ignore[union-attr]

    def movers(self, verb: str = "move") -> set[str]:
        """The Blocks that can do something now."""
        chosen = TITLE.choices(self.s, verb)
        assert chosen is not None
        return {TITLE.lexicon.faces[self.s.face[piece]] for piece in chosen}

    def german(self, area: str) -> bool:
        """Do the Germans control it?"""
        return bool(self.s.german >> self.area(area) & 1)

    def may_be(self, name: str) -> set[str]:
        """What the opponent must take the Block for."""
        return set(TITLE.portrait(self.s, self.unit(name))["kind"]["may_be"])

    @property
    def ask(self) -> tuple[str, str]:
        """Who decides, at which step."""
        if self.s.over:
            return "nobody", "over"
        who = self.table.decider
        return ("chance" if who == CHANCE else TITLE.players[who]), TITLE.step(self.s).name

    def verbs(self) -> set[str]:
        return {verb.name for verb, _ in TITLE.verbs(self.s)}

    def log(self, player: int | None = None) -> str:
        return "\n".join(f"{line.text} [{line.cite}]" for line in self.table.diary(player))


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
    """A game from its set-up on; with a seed the dice roll."""

    def make(scenario: str = "campaign", seed: int | None = None, **options: str) -> Game:
        return Game(Table(TITLE, scenario, options, seed=seed, rolls=seed is not None))

    return make
