"""A game in a few words: for lists, and at the head of every view."""

from typing import Any

from ...core import view as eyes
from ...core.action import PUBLIC
from ...core.view import Viewer
from ..accounts import Person
from ..lobby import Game
from .common import House


async def summary(at: House, game: Game, person: Person) -> dict[str, Any]:
    """A game as one sees it in a list."""
    room, row = game.room, game.row
    mine = game.sides(person.id)
    journal, state = room.table.journal, room.state
    last = room.played(len(journal) - 1, _best(game, mine))[0] if journal else None
    return {
        "id": row.id, "title": row.title, "full": room.title.full, "scenario": row.scenario,
        "options": row.options, "version": room.version, "count": len(journal),
        "players": list(room.title.players), "you": mine, "decider": room.decider, "over": room.over,
        "now": room.title.now(state), "created": row.created, "fogged": room.title.fogged, "last": last,
        "undo_policy": row.undo, "origin": row.origin, "asked": dict(room.asked),
        "ending": room.ending._asdict() if room.ending else None,
        "outcome": eyes.ending(state, room.title.outcome(state)) if state.over else None,
        "seats": await at.hub.seated(game, person.id),
        "seen": min((game.seats[side].seen for side in mine), default=len(journal)),
        "owner": bool(person.id) and row.owner == person.id,
    }  # fmt: skip


def _best(game: Game, mine: list[str]) -> Viewer:
    """The eyes of somebody who plays these sides."""
    if game.room.over or len(mine) == len(game.seats):
        return None
    return game.room.title.players.index(mine[0]) if mine else PUBLIC
