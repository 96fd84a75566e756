"""The commonest arguments of verbs: a piece, a place."""

from collections.abc import Callable

from ..core.action import Arg, one
from ..core.kinds import PIECE, PLACE
from ..core.rule import Ban, Check


def piece_arg(
    bans: Callable[..., list[Ban]],
    word: str = "",
    checks: Callable[..., list[Check]] | None = None,
    barred: Callable[..., Callable[[int], bool]] | None = None,
) -> Arg:
    """Any piece of the game that no ban or check forbids; `barred` is a quick test for the checks."""
    return one(PIECE, bans, lambda s: s.data.all_pieces, word, checks, barred)


def place_arg(bans: Callable[..., list[Ban]], word: str = "", checks: Callable[..., list[Check]] | None = None) -> Arg:
    """Any place of the board that no ban or check forbids."""
    return one(PLACE, bans, lambda s: s.data.all_places, word, checks)
