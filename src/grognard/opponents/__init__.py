"""Opponents: `LEVELS` lists them, `opponent(level)` finds one, `.sit()` begins a game with it.

    mind = opponent("regular").sit()
    thought = mind.choose(Seat(state, player), opponent("regular").budget(), pick)

Keep the mind for the whole game: it remembers its plan. It knows only what its `Seat` tells it.
"""

from .contract import Budget, Mind, Opponent, Seat, Thought
from .levels import LEVELS, opponent

__all__ = ["LEVELS", "Budget", "Mind", "Opponent", "Seat", "Thought", "opponent"]
