"""[12.0] Air strikes."""

from ....core.action import Verb
from ....core.rule import Ban
from ....kit.arguments import piece_arg
from ....kit.steps import nothing
from ..state import State


def nobody(s: State) -> list[Ban]:
    """Every piece."""
    return [Ban("8.1f", "{it} cannot do that yet", s.data.all_pieces)]


GERMAN_STRIKE = Verb("strike", (piece_arg(nobody),), nothing, leaves=False, help="strike HEX MARKERS")
SOVIET_STRIKE = Verb("strike", (piece_arg(nobody),), nothing, leaves=False, help="strike HEX MARKERS")


def ready(_s: State) -> bool:
    """Whether German air markers can strike."""
    return False
