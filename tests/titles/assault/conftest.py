"""`at`: a position in the notation, to play and query; `new`: a game from its set-up."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.core.table import Table
from grognard.kit.battle.ledger import total
from grognard.kit.table import Wargame
from grognard.titles.assault import build
from grognard.titles.assault.data.components import sixths
from grognard.titles.assault.rules.combat import column_name
from grognard.titles.assault.rules.consequences import sign
from grognard.titles.catalogue import GAMES
from tests.titles.sitting import Sitting

TITLE: Wargame[Any] = build(GAMES["assault_leningrad"])


class Game(Sitting):
    """A table of *Assault on Leningrad*."""

    hex, hexes = Sitting.place, Sitting.places

    def units(self, pieces: int) -> set[str]:
        return {TITLE.lexicon.pieces[piece] for piece in scan(pieces)}

    def movers(self, verb: str = "move") -> set[str]:
        """The units that can do something now."""
        return {TITLE.lexicon.pieces[piece] for piece in self.options(verb)}

    def reach(self, unit: str, verb: str = "move") -> set[str]:
        """The hexes to which a unit can go."""
        return self.hexes(self.options(verb, self.unit(unit)).ends)

    def march(self, unit: str, path: str, verb: str = "move") -> Action:
        """The move of a unit by exactly this path."""
        return Action(verb, (self.unit(unit), tuple(map(self.hex, path.split()))))

    def against(self, unit: str, path: str, verb: str = "move") -> list[str]:
        """The clauses of all objections to exactly this path."""
        return [objection.clause for objection in TITLE.explain(self.s, self.march(unit, path, verb))]

    def price(self, unit: str, path: str, verb: str = "move") -> str:
        """What exactly this path costs a unit, in Movement Points as written; it must be legal."""
        assert self.against(unit, path, verb) == []
        return sixths(int(6 * total(TITLE.aids.cost(self.s, self.march(unit, path, verb)))))

    @property
    def odds(self) -> str:
        """The column of the current battle."""
        return column_name(self.s, self.s.local.column)

    def force(self, *words: str) -> set[str]:
        """The single units that could each make an attack on these hexes alone, or the sets of two as `a b`."""
        lead, *also = (self.hex(word) for word in words)
        options = self.options("attack", lead, sum(1 << hex_ for hex_ in also))
        return {" ".join(sorted(self.units(some))) for some in options}

    def strike(self, attack: str, result: str) -> "Game":
        """Attack with a die roll that gives this result, which the table must have."""
        self.play(attack)
        if self.s.local is None or self.ask[1] != "die":
            assert result == "DE"
            return self
        b = self.s.local
        found = [face for face in range(1, 7) if sign(self.s.data.crt(face + b.change, b.column)) == result]
        assert found, f"no die gives {result} at {self.odds} with {b.change:+d}"
        return self.play(f"roll {found[0]}")

    def go_on(self) -> "Game":
        """Play `done`, or roll a four."""
        return self.play("roll 4" if self.ask[0] == "chance" else "done")

    def reach_back(self, unit: str) -> set[str]:
        """The hexes to which a unit can retreat now."""
        return {TITLE.lexicon.places[place] for place in self.options("retreat", self.unit(unit))}

    def to(self, step: str) -> "Game":
        """Play until this step, in this Game-Turn or the next."""
        for _ in range(40):
            if self.ask[1] == step:
                return self
            self.go_on()
        raise AssertionError(f"{step} never comes")


@pytest.fixture
def at() -> Callable[..., Game]:
    """Set up a position: `at("at german-movement\\nturn 3\\n1136 1ID")`, with options by name."""

    def make(text: str, **options: str) -> Game:
        chosen = [f"options {' '.join(f'{name}={value}' for name, value in options.items())}"] if options else []
        lines = [line.strip() for line in text.strip().splitlines()]
        position = notation.read({TITLE.name: TITLE}, "\n".join([f"{TITLE.name} campaign", *chosen, *lines]))
        return Game(Table(TITLE, position=position, rolls=False))

    return make


@pytest.fixture
def new() -> Callable[..., Game]:
    """A game from its start; with `placed`, the units of the city all in 0219."""

    def make(placed: bool = False, **options: str) -> Game:
        game = Game(Table(TITLE, options=options, rolls=False))
        while placed and game.ask[1] == "set-up":
            unit = next(iter(game.options("deploy")))
            game.play(f"deploy {TITLE.lexicon.pieces[unit]} 0219")
        return game

    return make
