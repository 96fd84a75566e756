"""The card of a game: its public state in a few words, kept with it for the lists."""

from typing import Any

from ...core.action import PUBLIC
from ..storage.store import Kept
from .game import Game


def card_of(game: Game) -> dict[str, Any]:
    """The card of an open game."""
    room = game.room
    outcome, count = room.table.outcome, len(room.table.journal)
    return {
        "seq": room.seq,
        "version": room.version,
        "count": count,
        "decider": room.decider,
        "now": room.title.now(room.state),
        "over": room.over,
        "broken": room.broken,
        "last": room.played(count - 1, PUBLIC)[0] if count else None,
        "level": outcome.level if outcome else room.ending.how if room.ending else "",
    }


def unreadable(kept: Kept, why: str) -> dict[str, Any]:
    """The card of a game that cannot be opened."""
    nothing = {"version": 0, "count": 0, "decider": "", "now": "", "over": False, "level": ""}
    return {"seq": kept.last, **nothing, "broken": why}
