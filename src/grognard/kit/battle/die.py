"""A six-sided die."""

from collections.abc import Callable
from typing import Any

from ...core.action import Verb, within
from ...core.kinds import NUMBER
from ...core.rule import Objection

FACES = range(1, 7)


def roll_verb(
    do: Callable[[Any, int], None], clause: str = "form", *, leaves: bool | Callable[[Any], bool] = True, help: str = ""
) -> Verb:
    """The verb `roll`: chance picks a face of the die, each equally likely.

    The clause is cited for a face that the die does not have.
    """

    def no_face(_s: Any, face: int) -> Objection:
        return Objection(clause, f"a die shows {FACES[0]} to {FACES[-1]}, not {face}", {"die": face})

    shown = within(NUMBER, lambda _s: FACES, no_face)
    return Verb("roll", (shown,), do, leaves=leaves, weights=lambda _s: [1] * len(FACES), help=help)
