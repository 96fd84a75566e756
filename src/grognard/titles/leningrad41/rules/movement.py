"""[8.0] Movement."""

from collections.abc import Iterator

from ....core.action import Verb
from ....core.rule import Ban, Objection
from ....kit.arguments import piece_arg
from ....kit.steps import nothing
from ..state import State


def nobody(s: State) -> list[Ban]:
    """Every piece."""
    return [Ban("8.1f", "{it} cannot do that yet", s.data.all_pieces)]


MOVE = Verb("move", (piece_arg(nobody),), nothing, leaves=False, help="move UNIT PATH")
DRIVE = Verb("drive", (piece_arg(nobody),), nothing, leaves=False, help="drive UNIT PATH: motorized movement")


def unentered(_s: State) -> Iterator[Objection]:
    """Why the phase cannot end: units that must enter."""
    yield from ()
