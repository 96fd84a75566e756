"""Steps of any title: chance decides, or nothing is left to do."""

from typing import Any

from ..core.action import CHANCE, Player, Verb


def chance(_s: Any) -> Player:
    """Chance decides."""
    return CHANCE


def nothing(_s: Any) -> None:
    """The verb `done` changes nothing by itself."""


DONE = Verb("done", (), nothing, help="continue")


def done(words: str) -> Verb:
    """The verb `done`, with what it means at a step: `end the phase`."""
    return DONE._replace(help=words)
