"""[11.0, 12.0] The choice of Impulse, the Strategic Impulse and the Pass.

Clauses: 3.0b, 10.0a, 11.0a-o, 12.0a-f.
"""

from collections.abc import Callable

from ....core.action import Verb
from ....core.rule import Objection
from ..state import CALL, MOVES, PASS, TACTICAL, State
from .activation import can_activate
from .initiative import no_disc, spend
from .logistics import fix

MOST = 12  # Strategic Impulses in a row, by both players together: ruling on 6.0


def no_tactical(s: State) -> list[Objection]:
    """A Tactical Impulse needs a headquarters."""
    return [] if can_activate(s) else [Objection("10.0a", "no Tactical headquarters can be activated")]


def needs_disc(s: State) -> list[Objection]:
    """A Strategic Impulse needs the Disc."""
    return no_disc(s, s.side)


def in_a_row(s: State) -> list[Objection]:
    """Limit Strategic Impulses in a row, so that passing the Disc back and forth ends."""
    if s.row < MOST:
        return []
    return [Objection("11.0a", f"{s.row} Strategic Impulses in a row: a Tactical Impulse or a Pass must come first")]


def tactical(s: State) -> None:
    """A Tactical Impulse."""
    s.impulse, s.passes, s.row = TACTICAL, 0, 0


def strategic(kind: str) -> Callable[[State], None]:
    """A Strategic Impulse of one kind."""

    def begin(s: State) -> None:
        s.impulse, s.passes = kind, 0  # 11.0b
        s.row += 1
        spend(s)  # 11.0a
        fix(s)  # 11.0c, 11.0g

    return begin


def pass_(s: State) -> None:
    """A Pass: one action."""
    s.impulse, s.points = PASS, 1  # 12.0a
    s.passes += 1  # 12.0f
    s.row = 0


def playing(kind: str) -> Callable[[State], bool]:
    """A condition: whether this kind of Impulse is being played."""
    return lambda s: s.impulse == kind


def note_choice(s: State) -> None:
    """Note in the diary what is played."""
    said = {
        TACTICAL: "a Tactical Impulse",
        MOVES: "a Strategic Impulse",
        CALL: "a Strategic Impulse for Reinforcements",
        PASS: "a Pass",
    }
    s.note("3.0b", "The {side} player plays {what}.", side=("German", "Soviet")[s.side], what=said[s.impulse])


TACTICAL_VERB = Verb("tactical", (), tactical, bars=(no_tactical,), help="activate headquarters, move, fight")
STRATEGIC_MOVE = Verb(
    "strategic-move", (), strategic(MOVES), bars=(needs_disc, in_a_row), help="spend the Disc to move Blocks"
)
STRATEGIC_CALL = Verb(
    "strategic-call", (), strategic(CALL), bars=(needs_disc, in_a_row), help="spend the Disc on Reinforcements"
)
PASS_VERB = Verb("pass", (), pass_, help="one Block may move")
