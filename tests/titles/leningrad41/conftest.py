"""`at`: a position in the notation, to play and query; `new`: a game from its set-up."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.bits import scan
from grognard.core.table import Table
from grognard.kit.table import Wargame
from grognard.titles.catalogue import LENINGRAD41
from grognard.titles.leningrad41 import build
from grognard.titles.leningrad41.data.components import Components
from tests.titles.sitting import Sitting

TITLE: Wargame[Any] = build(LENINGRAD41)
DATA: Components = TITLE.data
NAMED = ("place LG42 3030", "place 51-42 2811", "place 704-42 2911", "place Aurora-42 4708")


class Game(Sitting):
    """A table of *Leningrad '41*."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.random = Random(41)

    def units(self, pieces: int) -> set[str]:
        """The names of these pieces."""
        return {DATA.pieces[piece] for piece in scan(pieces)}

    def movers(self, verb: str = "move") -> set[str]:
        """The units that can do something now."""
        return {DATA.pieces[piece] for piece in self.options(verb)}

    def face(self, piece: str) -> str:
        """The unit that a counter is; empty if nobody knows."""
        number = self.s.face[self.unit(piece)]
        return DATA.faces[number].id if number < len(DATA.faces) else ""

    def deploy(self) -> "Game":
        """Set up: named units anywhere, the others in the first hexes open to them."""
        for step, verb in (("placing", "place"), ("deploying", "deploy")):
            while self.ask[1] == step:
                first = min(self.options(verb))
                if verb == "deploy":
                    self.play(f"deploy {DATA.board.names[first]}")
                else:
                    hex = DATA.board.names[min(self.options(verb, first))]
                    self.play(f"place {DATA.pieces[first]} {hex}")
        return self

    def go_on(self) -> "Game":
        """Let chance decide; a player continues, or takes the first choice."""
        if self.ask[0] == "chance":
            return self.play(self.title.text(self.s, self.title.chance(self.s, self.random.randrange)))
        verbs = self.verbs()
        for plain in ("done", "hold", "halt", "plain"):
            if plain in verbs:
                return self.play(plain)
        return self.play(self.title.text(self.s, next(self.title.actions(self.s))))

    def to(self, step: str, turn: int = 0) -> "Game":
        """Play on until this step comes, of this turn if one is given."""
        for _ in range(2000):
            if self.ask[1] == step and turn in (0, self.s.turn):
                return self
            self.go_on()
        raise AssertionError(f"{step} never comes")


@pytest.fixture
def at() -> Callable[..., Game]:
    """A position: `at("at german-movement\\nturn 3\\n4812 I-10")`."""

    def make(text: str, title: Wargame[Any] = TITLE, **options: str) -> Game:
        chosen = [f"options {' '.join(f'{name}={value}' for name, value in options.items())}"] if options else []
        lines = [line.strip() for line in text.strip().splitlines()]
        position = notation.read({title.name: title}, "\n".join(["leningrad41 assault", *chosen, *lines]))
        return Game(Table(title, position=position, rolls=False))

    return make


def phase(at: Callable[..., Game], name: str) -> Callable[..., Game]:
    """A function for positions of a phase: `make("soviet", "2807 1RB")`, on turn 3 unless another is named."""

    def make(side: str, text: str, turn: int = 3, **more: Any) -> Game:
        return at(f"at {side}-{name}\nturn {turn}\nside {('german', 'soviet').index(side)}\n{text}", **more)

    return make


@pytest.fixture
def moving(at: Callable[..., Game]) -> Callable[..., Game]:
    """The Movement Phase of a side: `moving("german", "4812 I-10")`."""
    return phase(at, "movement")


@pytest.fixture
def firing(at: Callable[..., Game]) -> Callable[..., Game]:
    """The Offensive Fire Phase of a side: `firing("german", "4812 I-10")`."""
    return phase(at, "fire")


@pytest.fixture
def new() -> Callable[..., Game]:
    """A game from its set-up; the dice wait to be told."""

    def make(**options: str) -> Game:
        return Game(Table(TITLE, "assault", options, rolls=False))

    return make
