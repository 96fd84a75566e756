"""The levels of play: each a fixed amount of thought, so that the same view and chance give the same action."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

from ..core.action import CHANCE
from ..core.options import Pick
from ..core.title import Title
from .contract import Bad, Budget, Mind, Officer, Opponent, Seat, Thought
from .flat_monte_carlo import Flat


@cache
def _officers(home: str, module: str) -> Any:
    """The class a title brings for a level in its package, if it brings one."""
    if not home or find_spec(f"{home}.{module}") is None:
        return None
    return import_module(f"{home}.{module}").OFFICER


class AtRandom:
    """Anything that is legal."""

    def choose(self, seat: Seat, _budget: Budget, pick: Pick) -> Thought:
        """An action drawn by lot."""
        return Thought(seat.sample(pick), "Drawn by lot.")


class Trained:
    """Somebody whose title has taught him the game; in any other he tries things out."""

    def __init__(self, module: str, candidates: int) -> None:
        self.module, self.fallback = module, Flat(candidates)
        self._title: Title[Any] | None = None
        self._officer: Officer | None = None

    def choose(self, seat: Seat, budget: Budget, pick: Pick) -> Thought:
        """The next action."""
        if self._title is not seat.title:
            found = _officers(seat.title.home, self.module)
            self._title, self._officer = seat.title, found() if found else None
        if self._officer is None:
            return self.fallback.choose(seat, budget, pick)
        return self.ask(self._officer, seat, budget, pick)

    def ask(self, officer: Any, seat: Seat, budget: Budget, pick: Pick) -> Thought:
        """What the officer says."""
        action, why = officer.decide(seat.world(pick), pick, budget.go_on)
        return Thought(action, why, _noted(officer))


class Thoughtful(Trained):
    """Somebody who is given time: his officer gets the whole budget."""

    def ask(self, officer: Any, seat: Seat, budget: Budget, pick: Pick) -> Thought:
        """What the officer says when he has thought."""
        action, why = officer.decide(seat.world(pick), pick, budget)
        return Thought(action, why, _noted(officer))


def _noted(officer: Any) -> tuple[str, ...]:
    """What an officer is about, if he has planned since he was last asked."""
    recount: Callable[[], Sequence[str]] = getattr(officer, "recount", tuple)
    return tuple(recount())


LEVELS: Mapping[str, Opponent] = MappingProxyType(
    {
        one.name: one
        for one in (
            Opponent("random", "Plays any legal move", 1, AtRandom, "at once"),
            Opponent(
                "recruit",
                "Does his duty, attacks at even odds, makes for the nearest city",
                8,
                lambda: Trained("opponent.recruit", 4),
                "at once",
            ),
            Opponent(
                "regular",
                "Plans his attacks together, keeps his line and his supply",
                200,
                lambda: Trained("opponent.regular", 12),
                "at once, or nearly",
            ),
            Opponent(
                "club",
                "The veteran in a hurry",
                800,
                lambda: Thoughtful("opponent.veteran", 16),
                "a second or two for a turn",
            ),
            Opponent(
                "veteran",
                "Tries whole plans out against your answer before he moves",
                20_000,
                lambda: Thoughtful("opponent.veteran", 24),
                "about ten seconds for a turn, 45 at the most",
            ),
        )
    }
)
"""By name, the weakest first."""


def opponent(level: str) -> Opponent:
    """The level of that name."""
    if level not in LEVELS:
        raise Bad(f"there is no level {level!r}; levels: {', '.join(LEVELS)}")
    return LEVELS[level]


def turn(minds: Mapping[int, tuple[Opponent, Mind, Pick]], s: Any, dice: Pick) -> Thought | None:
    """Play one action of a game whose every side has a mind; None if the dice decided."""
    title = s.title
    who = title.decider(s)
    if who == CHANCE:
        title.play(s, title.chance(s, dice))
        return None
    level, mind, pick = minds[who]
    thought = mind.choose(Seat(s, who), level.budget(), pick)
    title.play(s, thought.action)
    return thought
