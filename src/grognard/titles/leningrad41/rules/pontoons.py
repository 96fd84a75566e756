"""[8.10] Pontoons."""

from ....core.action import Verb
from ....core.rule import Ban
from ....kit.arguments import piece_arg
from ....kit.steps import nothing
from ..state import State


def nobody(s: State) -> list[Ban]:
    """Every piece."""
    return [Ban("8.1f", "{it} cannot do that yet", s.data.all_pieces)]


BRIDGE = Verb("bridge", (piece_arg(nobody),), nothing, leaves=False, help="bridge UNIT HEX")
