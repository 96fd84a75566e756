"""What an opponent is given and what it gives back.

An opponent sits at the table like anybody else. Its `Seat` answers what its side may know:
positions in which everything else is guessed, the choices, the odds. From the seat, a
`Budget` of thought counted in nodes and a source of chance a `Mind` chooses the next
action and says why. The same knowledge, memory, budget and chance give the same action on
every machine; seconds are only a cap for live play.
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
    """The game through the eyes of one side, at one moment at which it has to decide."""

    __slots__ = ("_state", "player", "title")

    def __init__(self, state: State, player: Player) -> None:
        self.title = wargame(state)
        self.player = player
        self._state = state

    def world(self, pick: Pick) -> Any:
        """A position that fits all this side knows; what it does not know is drawn by lot. It may be played on."""
        return self.title.guess(self._state, self.player, pick) if self.title.fogged else self._state.copy()

    def verbs(self) -> list[str]:
        """What can be done now."""
        return [verb.name for verb, _ in self.title.verbs(self._state)]

    def choices(self, verb: str, *chosen: Any) -> Options | None:
        """What may come next after these arguments; None if the action is complete."""
        return self.title.choices(self._state, verb, *chosen)

    def legal(self, action: Action) -> bool:
        """May this be done?"""
        return not self.title.explain(self._state, action, self.player)

    def sample(self, pick: Pick) -> Action:
        """Something that may be done, drawn by lot."""
        return self.title.sample(self._state, pick)

    def odds(self, action: Action | None, support: int = 0) -> Odds | None:
        """What a battle comes to as far as this side can know."""
        return estimate.odds(self._state, self.player, action, support)


class Thought(NamedTuple):
    """What an opponent does, and why in plain words; if he has made a plan for it, what he is about, line by line."""

    action: Action
    why: str
    notes: tuple[str, ...] = ()


class Mind(Protocol):
    """Somebody who decides for a side through one game, and remembers what he is about."""

    def choose(self, seat: Seat, budget: Budget, pick: Pick) -> Thought:
        """The next action of the seat, which has to decide now."""


class Opponent(NamedTuple):
    """A level of play: its name, what it does in a line, its usual thought, and how one sits down to a game."""

    name: str
    about: str
    nodes: int  # for one decision; for a whole turn if he plans whole turns
    sit: Callable[[], Mind]
    takes: str = ""  # how long he thinks, in words

    def budget(self, seconds: float | None = None, stop: Callable[[], bool] | None = None) -> Budget:
        """The thought this level spends on a decision."""
        return Budget(self.nodes, seconds, stop)


__all__ = ["Bad", "Budget", "Mind", "Officer", "Opponent", "Seat", "Thought"]
