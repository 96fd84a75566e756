"""What an opponent is given and what it gives back.

An opponent has a seat at the table like any player. Its `Seat` gives access to what its side
may know: positions in which everything else is guessed, the choices, the odds. Given the
seat, a thinking `Budget` counted in nodes and a source of random numbers, a `Mind` chooses
the next action and says why. The same knowledge, memory, budget and random numbers give the
same action on every machine; seconds are only a cap for live play.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from ..core.action import Action, Player
from ..core.options import Options, Pick
from ..core.state import State
from ..core.title import Bad
from ..kit import estimate
from ..kit.opponent import Budget, Officer
from ..kit.table import Odds, wargame


class Seat:
    """The game as one side sees it, at a moment when that side has to decide."""

    __slots__ = ("_state", "player", "title")

    def __init__(self, state: State, player: Player) -> None:
        self.title = wargame(state)
        self.player = player
        self._state = state

    def world(self, pick: Pick) -> Any:
        """A playable position consistent with what this side knows; everything else is drawn at random."""
        return self.title.guess(self._state, self.player, pick) if self.title.fogged else self._state.copy()

    def verbs(self) -> list[str]:
        """The names of the verbs possible now."""
        return [verb.name for verb, _ in self.title.verbs(self._state)]

    def choices(self, verb: str, *chosen: Any) -> Options | None:
        """What may come next after these arguments; None if the action is complete."""
        return self.title.choices(self._state, verb, *chosen)

    def legal(self, action: Action) -> bool:
        """Whether this action is legal, as far as this side knows."""
        return not self.title.explain(self._state, action, self.player)

    def sample(self, pick: Pick) -> Action:
        """A random legal action."""
        return self.title.sample(self._state, pick)

    def odds(self, action: Action | None, support: int = 0) -> Odds | None:
        """The odds of a battle as far as this side can know."""
        return estimate.odds(self._state, self.player, action, support)


class Thought(NamedTuple):
    """An opponent's action, the reason in plain words, and the lines of its plan if it made a new one."""

    action: Action
    why: str
    notes: tuple[str, ...] = ()


class Mind(Protocol):
    """A computer player that decides for one side throughout a game and remembers its plan."""

    def choose(self, seat: Seat, budget: Budget, pick: Pick) -> Thought:
        """The next action of the seat, whose turn it is to decide."""


class Opponent(NamedTuple):
    """A level of play: its name, a one-line description, its usual budget, and a factory for its mind."""

    name: str
    about: str
    nodes: int  # per decision, or per turn if it plans whole turns
    sit: Callable[[], Mind]
    takes: str = ""  # how long it thinks, as text

    def budget(self, seconds: float | None = None, stop: Callable[[], bool] | None = None) -> Budget:
        """The budget of this level for one decision."""
        return Budget(self.nodes, seconds, stop)


__all__ = ["Bad", "Budget", "Mind", "Officer", "Opponent", "Seat", "Thought"]
