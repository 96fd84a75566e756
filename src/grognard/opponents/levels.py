"""The levels of play; each has a fixed budget, so that the same view and random numbers give the same action."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..core.action import CHANCE
from ..core.options import Pick
from ..kit.load.weights import read_weights
from ..kit.table import Wargame
from .contract import Bad, Budget, Mind, Officer, Opponent, Seat, Thought
from .flat_monte_carlo import Flat


class AtRandom:
    """Plays random legal actions."""

    def choose(self, seat: Seat, _budget: Budget, pick: Pick) -> Thought:
        """A random legal action."""
        return Thought(seat.sample(pick), "Chosen at random.")


class WithOfficer:
    """Plays with the title's own opponent for a level, or with flat Monte Carlo if the title has none."""

    def __init__(self, level: str, candidates: int) -> None:
        self.level, self.fallback = level, Flat(candidates)
        self._title: Wargame[Any] | None = None
        self._officer: Officer | None = None

    def choose(self, seat: Seat, budget: Budget, pick: Pick) -> Thought:
        """The next action."""
        if self._title is not seat.title:
            make = seat.title.opponents().officers.get(self.level)
            self._title, self._officer = seat.title, make() if make else None
        if self._officer is None:
            return self.fallback.choose(seat, budget, pick)
        action, why = self._officer.decide(seat.world(pick), pick, budget)
        return Thought(action, why, tuple(self._officer.recount()))


class Sparring:
    """Plays with one of the title's sparring partners: scripted players with a single idea."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._title: Wargame[Any] | None = None
        self._officer: Officer | None = None

    def choose(self, seat: Seat, budget: Budget, pick: Pick) -> Thought:
        """The next action."""
        if self._title is not seat.title or self._officer is None:
            partners = seat.title.opponents().sparring
            if self.name not in partners:
                raise Bad(f"{seat.title.name} has no sparring partner {self.name!r}; it has: {', '.join(partners)}")
            self._title, self._officer = seat.title, partners[self.name]()
        return Thought(*self._officer.decide(seat.world(pick), pick, budget))


LEVELS: Mapping[str, Opponent] = MappingProxyType(
    {
        one.name: one
        for one in (
            Opponent("random", "Plays random legal moves", 1, AtRandom, "none"),
            Opponent(
                "recruit",
                "Plays simply: attacks at even odds and heads for the nearest city",
                8,
                lambda: WithOfficer("recruit", 4),
                "none",
            ),
            Opponent(
                "regular",
                "Plans its attacks together and protects its line and its supply",
                200,
                lambda: WithOfficer("regular", 12),
                "a moment",
            ),
            Opponent(
                "club",
                "A faster version of the veteran",
                800,
                lambda: WithOfficer("veteran", 16),
                "a second or two per turn",
            ),
            Opponent(
                "veteran",
                "Tests whole plans against your possible replies before it moves",
                20_000,
                lambda: WithOfficer("veteran", 24),
                "about ten seconds per turn, at most 45",
            ),
        )
    }
)
"""The levels by name, weakest first."""


class WithWeights:
    """Plays with a title's own opponent and other weights."""

    def __init__(self, weights: tuple[Any, ...] | Path) -> None:
        """`weights`: those of each side, or the path of a file of weights."""
        self.weights = weights
        self._officer: Officer | None = None

    def choose(self, seat: Seat, budget: Budget, pick: Pick) -> Thought:
        """The next action."""
        if self._officer is None:
            tuned = seat.title.opponents().tunable
            if tuned is None:
                raise Bad(f"{seat.title.name} has no weights that can be changed")
            if isinstance(self.weights, Path):
                side = seat.title.players[seat.player]
                self._officer = tuned.officer(read_weights(tuned.weights[seat.player], self.weights, side))
            else:
                self._officer = tuned.officer(self.weights[seat.player])
        return Thought(*self._officer.decide(seat.world(pick), pick, budget))


WEIGHTS = "weights:"
"""What the path of a file of weights begins with, where levels are named."""

SPARRING = "sparring:"
"""What the name of a sparring partner begins with, where levels are named."""


def opponent(level: str) -> Opponent:
    """The level with this name, a sparring partner (`sparring:raider`) or a file of weights (`weights:FILE`)."""
    if level.startswith(WEIGHTS):
        path = Path(level.removeprefix(WEIGHTS))
        return Opponent(
            level, f"Plays with the weights of {path.name}, without search", 200, lambda: WithWeights(path), "a moment"
        )
    if level.startswith(SPARRING):
        name = level.removeprefix(SPARRING)
        return Opponent(level, f"A scripted sparring partner: {name}", 1, lambda: Sparring(name), "none")
    if level not in LEVELS:
        raise Bad(f"there is no level {level!r}; levels: {', '.join(LEVELS)}")
    return LEVELS[level]


def turn(minds: Mapping[int, tuple[Opponent, Mind, Pick]], s: Any, dice: Pick) -> Thought | None:
    """Play one action of a game in which computers play every side; None if the dice decided."""
    title = s.title
    who = title.decider(s)
    if who == CHANCE:
        title.play(s, title.chance(s, dice))
        return None
    level, mind, pick = minds[who]
    thought = mind.choose(Seat(s, who), level.budget(), pick)
    title.play(s, thought.action)
    return thought
