"""`at`: a position in the notation, to play and query."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import Action
from grognard.core.table import Table
from grognard.kit.odds_json import odds_json
from grognard.titles import TITLES
from grognard.titles.leningrad79.rules.movement import points_left
from tests.titles.sitting import Sitting

TITLE = TITLES["leningrad79"]


class Game(Sitting):
    """A table of *Leningrad*."""

    hex, hexes = Sitting.place, Sitting.places

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

    def odds(self, action: str | None = None, air: int = 0) -> Any:
        """The odds of a battle."""
        said = TITLE.parse(self.s, action) if action else None
        found = TITLE.odds(self.s, said, air)
        return odds_json(found) if found else None


@pytest.fixture
def at() -> Callable[[str], Game]:
    """Set up a position: `at("at german-combat\\nturn 3\\n1404 1Pz 6Pz\\n1405 118RD")`; options first if any."""

    def make(text: str) -> Game:
        lines = [line.strip() for line in text.strip().splitlines()]
        position = notation.read(TITLES, "\n".join(["leningrad79 campaign", *lines]))
        return Game(Table(TITLE, position=position, rolls=False))

    return make


@pytest.fixture
def new() -> Callable[..., Game]:
    """A game from its start, with options."""

    def make(**options: str) -> Game:
        return Game(Table(TITLE, options=options, rolls=False))

    return make
