"""Steps of any title: chance decides, or nothing is left to do."""

from collections.abc import Sequence
from typing import Any

from ..core.action import CHANCE, Player, Verb

MOST_NAMED = 6  # of the units that still wait


def chance(_s: Any) -> Player:
    """Chance decides."""
    return CHANCE


def nothing(_s: Any) -> None:
    """The verb `done` changes nothing by itself."""


DONE = Verb("done", (), nothing, help="continue")


def still_waiting(units: Sequence[str]) -> str:
    """What a player who ends the movement would leave beside the map: a few of them by name."""
    if not units:
        return ""
    more = len(units) - MOST_NAMED
    named = ", ".join(units[:MOST_NAMED])
    return f"reinforcements still waiting: {named}{f' and {more} more' if more > 0 else ''}"


def done(words: str) -> Verb:
    """The verb `done`, with what it means at a step: `end the phase`."""
    return DONE._replace(help=words)
