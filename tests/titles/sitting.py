"""A game at the table, played and questioned in words: what the tests of every title share."""

from typing import Any, Self

from grognard.core.action import CHANCE
from grognard.core.bits import scan
from grognard.core.table import Table


class Sitting:
    """A table at which the dice wait to be told: they are played like any action."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.title = table.title

    @property
    def s(self) -> Any:
        return self.table.state

    def play(self, *actions: str) -> Self:
        """Play these actions; an illegal one raises with all its objections."""
        for action in actions:
            self.table.play(action)
        return self

    def why_not(self, action: str) -> list[str]:
        """The case numbers of all objections to an action; empty if it is legal."""
        return [objection.cite for objection in self.table.why_not(action)]

    def clauses(self, action: str) -> list[str]:
        """The clauses of all objections to an action; empty if it is legal."""
        return [objection.clause for objection in self.table.why_not(action)]

    def reasons(self, action: str) -> str:
        """All objections to an action, in words."""
        return "\n".join(map(str, self.table.why_not(action)))

    def options(self, verb: str, *chosen: Any) -> Any:
        """What may come next."""
        return self.title.choices(self.s, verb, *chosen)

    def unit(self, name: str) -> int:
        return self.title.lexicon.piece(self.title.alias(self.s, name) or name)

    def where(self, unit: str) -> str:
        """The name of the place a unit is in; piles like `lost` are places too."""
        return str(self.title.lexicon.places[self.s.place[self.unit(unit)]])

    def place(self, name: str) -> int:
        return self.title.lexicon.place(name)

    def places(self, some: int) -> set[str]:
        """The names of these places."""
        return {self.title.lexicon.places[place] for place in scan(some)}

    @property
    def ask(self) -> tuple[str, str]:
        """Who decides, at which step."""
        if self.s.over:
            return "nobody", "over"
        who = self.table.decider
        return ("chance" if who == CHANCE else self.title.players[who]), self.title.step(self.s).name

    def verbs(self) -> set[str]:
        """The verbs that can be played now."""
        return {verb.name for verb, _ in self.title.verbs(self.s)}

    def log(self, player: int | None = None) -> str:
        """The diary as a player reads it."""
        return "\n".join(f"{line.text} [{line.cite}]" for line in self.table.diary(player))
