"""A position as a viewer may know it: everything hidden from them is guessed."""

from .action import PUBLIC
from .dice import Dice
from .state import State
from .view import Viewer


def fair(s: State, viewer: Viewer, seed: str = "fair") -> State:
    """A position that contains nothing hidden from the viewer; for the public, nothing hidden from any player.

    The same knowledge and seed give the same position.
    """
    title = s.title
    if viewer is None or not title.fogged:
        return s
    for player in range(len(title.players)) if viewer == PUBLIC else (viewer,):
        s = title.guess(s, player, Dice(f"{seed} {player}").pick)
    return s
