"""Summaries of games, for lists and for every view."""

from typing import Any

from ...core import view as eyes
from ...core.action import PUBLIC
from ...core.view import Viewer
from ..play.game import Game
from ..server.accounts import Person
from ..storage.store import Kept
from .common import House


async def summary(at: House, game: Game, person: Person) -> dict[str, Any]:
    """A game as shown in a list."""
    seats = await at.hub.seated(game, person.id)
    room, row = game.room, game.row
    mine = game.sides(person.id)
    journal, state = room.table.journal, room.state
    last = room.played(len(journal) - 1, _best(game, mine))[0] if journal else None
    return {
        "id": row.id,
        "title": row.title,
        "full": room.title.full,
        "scenario": row.scenario,
        "options": row.options,
        "version": room.version,
        "count": len(journal),
        "players": list(room.title.players),
        "you": mine,
        "decider": room.decider,
        "over": room.over,
        "now": room.title.now(state),
        "created": row.created,
        "moved": room.moved or row.created,
        "broken": room.broken,
        "differs": room.news,
        "sheet": at.lobby.library.sheet(room.title),
        "rematch": room.rematch,
        "fogged": room.title.fogged,
        "last": last,
        "undo_policy": row.undo,
        "origin": row.origin,
        "asked": room.asked(),
        "dice": room.dice_news(),
        "seq": room.seq,
        "hints": row.hints,
        "pace": room.pace if game.show else None,
        "queue": at.lobby.bots.queue.position(row.id),
        "ending": room.ending._asdict() if room.ending else None,
        "outcome": eyes.ending(state, room.title.outcome(state)) if state.over else None,
        "seats": seats,
        "seen": min((game.seats[side].seen for side in mine), default=len(journal)),
        "owner": bool(person.id) and row.owner == person.id,
    }


def _best(game: Game, mine: list[str]) -> Viewer:
    """The viewer for a person who plays these sides."""
    if game.room.over or game.show or len(mine) == len(game.seats):
        return None
    return game.room.title.players.index(mine[0]) if mine else PUBLIC


async def listed(at: House, kept: Kept, card: dict[str, Any], person: Person) -> dict[str, Any]:
    """A game in a person's list, from its stored card; an open game includes its last move as seen by the player."""
    row = kept.row
    game = at.lobby.games.get(row.id)
    if game is not None:
        return await summary(at, game, person)
    title = at.lobby.titles.get(row.title)
    await at.hub.learn(seat.person for seat in kept.seats)
    names, told = at.hub.names, ("version", "count", "decider", "over", "now", "broken", "level")
    return {
        "id": row.id,
        "title": row.title,
        "full": title.full if title else row.title,
        "scenario": row.scenario,
        "options": row.options,
        **{name: card[name] for name in told},
        "players": list(title.players) if title else [seat.side for seat in kept.seats],
        "you": [s.side for s in kept.seats if s.person == person.id],
        "origin": row.origin,
        "created": row.created,
        "moved": kept.moved,
        "fogged": bool(title and title.fogged),
        "last": card.get("last"),
        "undo_policy": row.undo,
        "owner": row.owner == person.id,
        "hints": row.hints,
        "seats": [
            {
                "side": s.side,
                "computer": s.computer,
                "taken": s.person is not None,
                "here": False,
                "name": names.get(s.person, "") if s.person else "",
                "you": s.person == person.id,
            }
            for s in kept.seats
        ],
    }
