"""Opponents: `LEVELS` lists them, `opponent(level)` finds one, `.sit()` begins a game with it.

    mind = opponent("regular").sit()
    thought = mind.choose(Seat(state, player), opponent("regular").budget(), pick)

The mind is kept through the game: it remembers its plan. It knows only what its `Seat` tells.
"""

from .contract import Budget, Mind, Opponent, Seat, Thought
from .levels import LEVELS, opponent

__all__ = ["LEVELS", "Budget", "Mind", "Opponent", "Seat", "Thought", "opponent"]
