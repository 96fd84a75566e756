"""`at`: a position in words, played and questioned like a game at the table."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import CHANCE, Action
from grognard.core.bits import scan
from grognard.core.table import Table
from grognard.titles import TITLES
from grognard.titles.leningrad79.movement import points_left

TITLE = TITLES["leningrad79"]


class Game:
    """A table at which the dice wait to be told: `draw` and `roll` are played like any action."""

    def __init__(self, text: str) -> None:
        self.table = Table(TITLE, position=notation.read(TITLES, text), rolls=False)

    @property
    def s(self) -> Any:
        return self.table.state

    def play(self, *actions: str) -> "Game":
        """Play these actions; an illegal one raises with all its objections."""
        for action in actions:
            self.table.play(action)
        return self

    def why_not(self, action: str) -> list[str]:
        """The case numbers of all objections to an action; empty if it is legal."""
        return [objection.cite for objection in self.table.why_not(action)]

    def clauses(self, action: str) -> list[str]:
        """The clauses of all objections to an action."""
        return [objection.clause for objection in self.table.why_not(action)]

    def reasons(self, action: str) -> str:
        """All objections to an action, in words."""
        return "\n".join(map(str, self.table.why_not(action)))

    def options(self, verb: str, *chosen: Any) -> Any:
        """What may come next."""
        return TITLE.choices(self.s, verb, *chosen)

    def where(self, unit: str) -> str:
        """The name of the place a unit is in (`reserve` and `lost` are places too)."""
        return str(TITLE.lexicon.places[self.s.place[self.unit(unit)]])

    def unit(self, name: str) -> int:
        return TITLE.lexicon.piece(TITLE.alias(self.s, name) or name)

    def hex(self, name: str) -> int:
        return TITLE.lexicon.place(name)

    def hexes(self, bits: int) -> set[str]:
        return {TITLE.lexicon.places[place] for place in scan(bits)}

    def reach(self, *units: str) -> set[str]:
        """The hexes to which these units can move together."""
        lead, *rest = sorted(self.unit(unit) for unit in units)
        return self.hexes(self.options("move", lead, sum(1 << unit for unit in rest)).ends)

    def march(self, units: str, path: str) -> Action:
        """The move of these units by exactly this path, even if another to the same hex is cheaper."""
        lead, *rest = sorted(self.unit(unit) for unit in units.split())
        return Action("move", (lead, sum(1 << unit for unit in rest), tuple(map(self.hex, path.split()))))

    def against(self, units: str, path: str) -> list[str]:
        """The clauses of all objections to exactly this path."""
        return [objection.clause for objection in TITLE.explain(self.s, self.march(units, path))]

    def price(self, units: str, path: str) -> float:
        """What exactly this path costs these units, in Movement Points; it must be legal."""
        assert self.against(units, path) == []
        action, after = self.march(units, path), self.s.copy()
        TITLE.play(after, action)
        lead = action.args[0]
        return (points_left(self.s, lead) - after.points[lead]) / 2  # type: ignore[no-any-return]

    def left(self, unit: str) -> float:
        """Movement Points a unit has left, if it has begun to move."""
        return self.s.points[self.unit(unit)] / 2  # type: ignore[no-any-return]

    def reduced(self, unit: str) -> bool:
        return bool(self.s.reduced >> self.unit(unit) & 1)

    @property
    def ask(self) -> tuple[str, str]:
        """Who decides, at which step."""
        if self.s.over:
            return "nobody", "over"
        who = self.table.decider
        return ("chance" if who == CHANCE else TITLE.players[who]), TITLE.step(self.s).name

    def verbs(self) -> set[str]:
        """The verbs that can be played now."""
        return {verb.name for verb, _ in TITLE.verbs(self.s)}

    def odds(self, action: str | None = None, air: int = 0) -> Any:
        """What a battle would come to."""
        said = TITLE.parse(self.s, action) if action else None
        return TITLE.odds(self.s, said, air)

    def log(self) -> str:
        return "\n".join(f"{line.text} [{line.cite}]" for line in self.table.diary())


@pytest.fixture
def at() -> Callable[[str], Game]:
    """Set up a position: `at("at german-combat\\nturn 3\\n1404 1Pz 6Pz\\n1405 118RD")`; options first if any."""

    def make(text: str) -> Game:
        lines = [line.strip() for line in text.strip().splitlines()]
        return Game("\n".join(["leningrad79 campaign", *lines]))

    return make


@pytest.fixture
def new() -> Callable[..., Game]:
    """A game from its start, with options."""

    def make(**options: str) -> Game:
        game = Game.__new__(Game)
        game.table = Table(TITLE, options=options, rolls=False)
        return game

    return make
