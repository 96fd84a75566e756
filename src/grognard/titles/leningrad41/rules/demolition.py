"""[10.17, 10.19] Demolition of bridges and structures."""

from ....core.action import Verb
from ....core.rule import Ban
from ....kit.arguments import piece_arg
from ....kit.steps import nothing
from ..state import State


def nobody(s: State) -> list[Ban]:
    """Every piece."""
    return [Ban("8.1f", "{it} cannot do that yet", s.data.all_pieces)]


BLOW = Verb("blow", (piece_arg(nobody),), nothing, leaves=False, help="blow BRIDGE HEX BY UNITS")
RAZE = Verb("raze", (piece_arg(nobody),), nothing, leaves=False, help="raze HEX BY UNITS")
