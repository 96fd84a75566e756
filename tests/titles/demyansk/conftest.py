"""`at`: a position in the notation, to play and query; `new`: a game from its set-up."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.core.table import Table
from grognard.kit.battle.ledger import total
from grognard.kit.table import Wargame
from grognard.titles import TITLES
from grognard.titles.demyansk.rules.movement import terms
from grognard.titles.demyansk.rules.paths import bill, path_ledger
from tests.titles.sitting import Sitting

TITLE: Wargame[Any] = TITLES["demyansk"]


def small(title: Wargame[Any]) -> Wargame[Any]:
    """The title for positions with few units: nobody wins a Sudden Victory because of that (16.21a)."""
    data = copy(title.data)
    data.kept = {}
    data.charts = data.charts._replace(victory=data.charts.victory._replace(least_units=-1))
    return replace(title, data=data)


SMALL = small(TITLE)


def with_data(**columns: Any) -> Wargame[Any]:
    """The title for small positions, with some columns of its data replaced."""
    data = copy(SMALL.data)
    data.kept = {}
    for name, value in columns.items():
        assert hasattr(data, name)
        setattr(data, name, value)
    return replace(SMALL, data=data)


class Game(Sitting):
    """A table of *Demyansk Shield*."""

    def units(self, pieces: int) -> set[str]:
        return {TITLE.lexicon.pieces[piece] for piece in scan(pieces)}

    def movers(self, verb: str = "move") -> set[str]:
        """The units that can do something now."""
        return {TITLE.lexicon.pieces[piece] for piece in self.options(verb)}

    def reach(self, unit: str, verb: str = "move") -> set[str]:
        """The places to which a single unit can go."""
        chosen = (self.unit(unit), 0) if verb == "move" else (self.unit(unit),)
        return self.places(self.options(verb, *chosen).ends)

    def march(self, unit: str, path: str, *rest: str) -> Action:
        """The move of units by exactly this path."""
        return Action("move", (self.unit(unit), sum(1 << self.unit(u) for u in rest), self.way(path)))

    def way(self, path: str) -> tuple[int, ...]:
        return tuple(map(self.place, path.split()))

    def against(self, unit: str, path: str, *rest: str) -> list[str]:
        """The clauses of all objections to exactly this path."""
        return [objection.clause for objection in TITLE.explain(self.s, self.march(unit, path, *rest))]

    def price(self, unit: str, path: str, *rest: str) -> int:
        """What exactly this path costs; it must be legal."""
        assert self.against(unit, path, *rest) == []
        units = sum(1 << self.unit(name) for name in (unit, *rest))
        paid = bill(self.s, terms(self.s, units), self.way(path)).paid
        assert total(path_ledger(self.s, units, self.way(path))) == paid
        return paid

    def to(self, step: str) -> "Game":
        """Play `done`, or roll a three, until this step comes."""
        for _ in range(400):
            if self.ask[1] == step:
                return self
            self.go_on()
        raise AssertionError(f"{step} never comes")

    def go_on(self) -> "Game":
        """Play `done`, or roll a three; Marsch units that must be taken come to the first place open to them."""
        if self.ask[1] == "marsch" and "done" not in self.verbs():
            self.play(f"marsch {min(self.places(self.options('marsch').members))}")
            return self
        self.play("roll 3" if self.ask[0] == "chance" else "done")
        return self

    def end_turn(self) -> "Game":
        """Play on to the first decision of the next turn, or to the end of the game."""
        turn = self.s.turn
        while not self.s.over and self.s.turn == turn:
            self.go_on()
        return self

    def to_turn(self, turn: int, step: str = "movement") -> "Game":
        """Play on to this step of a turn."""
        for _ in range(400):
            if self.s.turn == turn and self.ask[1] == step:
                return self
            self.go_on()
        raise AssertionError(f"turn {turn} never comes")


@pytest.fixture
def at() -> Callable[..., Game]:
    """A position: `at("at movement\\nturn 3\\n2711 AA12")`; of the campaign unless another scenario is named."""

    def make(text: str, scenario: str = "campaign", title: Wargame[Any] = SMALL, **options: str) -> Game:
        chosen = [f"options {' '.join(f'{name}={value}' for name, value in options.items())}"] if options else []
        lines = [line.strip() for line in text.strip().splitlines()]
        position = notation.read({title.name: title}, "\n".join([f"demyansk {scenario}", *chosen, *lines]))
        return Game(Table(title, position=position, rolls=False))

    return make


@pytest.fixture
def moving(at: Callable[..., Game]) -> Callable[..., Game]:
    """The Movement Phase of a side: `moving("axis", "2711 AA12", "dry")`, on turn 3 unless another is named."""

    def make(side: str, text: str, weather: str = "frozen", turn: int = 3, **more: Any) -> Game:
        sequence = 1 if side == "soviet" else 2
        head = f"at movement\nturn {turn}\nsegment 1\nsequence {sequence}\nweather {weather}\n"
        return at(head + text, **more)

    return make


@pytest.fixture
def new() -> Callable[..., Game]:
    """A game from its set-up; the dice wait to be told."""

    def make(scenario: str = "campaign", **options: str) -> Game:
        return Game(Table(TITLE, scenario, options, rolls=False))

    return make


@pytest.fixture
def fighting(at: Callable[..., Game]) -> Callable[..., Game]:
    """The Combat Phase of a side, on a map without active Strongpoints unless `works` says so."""

    def make(side: str, text: str, weather: str = "frozen", turn: int = 3, works: bool = False, **more: str) -> Game:
        sequence = 1 if side == "soviet" else 2
        head = f"at combat\nturn {turn}\nsegment 1\nsequence {sequence}\nweather {weather}\n"
        both = TITLE.data.stages["campaign"].works
        bare = (
            "" if works else f"destroyed {' '.join(TITLE.lexicon.places[hex_] for hex_ in scan(both[0] | both[1]))}\n"
        )
        return at(head + bare + text, **more)

    return make
