"""A position as a viewer may know it: what he cannot know is guessed."""

from .action import PUBLIC
from .dice import Dice
from .state import State
from .view import Viewer


def fair(s: State, viewer: Viewer, seed: str = "fair") -> State:
    """A position that holds nothing the viewer cannot know; for the public, nothing that one player knows alone.

    The same knowledge and seed give the same position.
    """
    title = s.title
    if viewer is None or not title.fogged:
        return s
    for player in range(len(title.players)) if viewer == PUBLIC else (viewer,):
        s = title.guess(s, player, Dice(f"{seed} {player}").pick)
    return s
