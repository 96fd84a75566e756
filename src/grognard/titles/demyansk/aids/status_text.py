"""What the player who decides in a combat is told about it: where it is, and what is still to be done."""

from ....core.bits import scan
from ....kit.words import counted
from ..rules.battle import Battle
from ..state import State


def attack(s: State) -> str:
    """The Defender hexes of the combat that is being resolved."""
    b: Battle = s.local
    hexes = [s.title.place(s, place) for place in scan(b.battlefield)]
    return f"Attack on {' and '.join(hexes)}"


def losses(s: State) -> str:
    """The combat, and the steps still to lose in it."""
    b: Battle = s.local
    return f"{attack(s)}; {counted(b.owed, 'step')} still to lose"
