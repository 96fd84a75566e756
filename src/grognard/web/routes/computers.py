"""Computers: hints, their plans, and the pace of games between computers."""

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from ...core.title import Bad
from ..play import computer_plans
from ..play.game import Game
from ..present import presenter
from ..server.problems import Forbidden, declared
from .common import ID, Anyone, Said, Someone, eyes_of, house, reply, side_of

router = APIRouter(prefix="/api/games", tags=["computers"], responses=declared(401, 404, 409))
HIDDEN = "The computer's plans are shown when the game is over, because this title has hidden information"


class Hint(Said):
    """The level to ask for a hint."""

    level: str = Field("club", max_length=40)


class Pace(BaseModel):
    """The pace of a game between computers: a speed, paused, or one decision and then paused."""

    pace: Literal["paused", "step", "slow", "normal", "fast"]


async def _game(asked: Request, id: str) -> Game:
    return await house(asked).lobby.open(id)


@router.post("/{id}/hint", operation_id="hint")
async def hint(asked: Request, id: ID, said: Hint, person: Someone) -> Response:
    """What a computer would do for the person's side, from what that side knows; nobody else is told."""
    game = await _game(asked, id)
    side, room = side_of(game, person, said.seat), game.room
    if not game.row.hints:
        raise Forbidden("Hints are not allowed in this game")
    if room.decider != side:
        raise Bad("It is not your decision")
    state, version = room.state, room.version
    found = await house(asked).lobby.bots.hint(room, side, said.level)
    action = room.title.parse(state, found.action)
    odds = await asyncio.to_thread(presenter.odds, state, eyes_of(game, side), action, 0)
    return reply(
        {
            "version": version,
            "side": side,
            "level": said.level,
            "action": found.action,
            "why": found.why,
            "notes": found.notes,
            "odds": odds,
            **presenter.pointed(state, action),
        }
    )


@router.get("/{id}/plans", operation_id="plans")
async def plans_(
    asked: Request,
    id: ID,
    person: Anyone,
    before: Annotated[int | None, Query(ge=0, le=1 << 31)] = None,
    most: Annotated[int, Query(ge=1, le=10)] = 2,
) -> Response:
    """The computers' plans: the last turns, or those that began before an entry of the journal."""
    game = await _game(asked, id)
    room = game.room
    if room.title.fogged and not room.over and not game.show:
        return reply({"plans": [], "hidden": HIDDEN, "version": room.version})
    version = room.version
    found = await asyncio.to_thread(lambda: list(computer_plans.shown(room, before, most)))
    return reply({"plans": found, "hidden": "", "version": version})


@router.post("/{id}/hurry", operation_id="hurry")
async def hurry(asked: Request, id: ID, said: Said, person: Someone) -> Response:
    """Make a thinking computer play now."""
    game = await _game(asked, id)
    if game.row.owner != person.id:
        side_of(game, person, said.seat)
    return reply({"hurried": house(asked).lobby.bots.hurry(game), "version": game.room.version})


@router.post("/{id}/pace", operation_id="pace")
async def pace(asked: Request, id: ID, said: Pace, person: Someone) -> Response:
    """Set the pace of a game between computers; only its creator may."""
    game = await _game(asked, id)
    room, bots = game.room, house(asked).lobby.bots
    if not game.show:
        raise Bad("Only a game between computers has a pace")
    if game.row.owner != person.id:
        raise Forbidden("Only the creator of the game can set its pace")
    wanted = "paused" if said.pace == "step" else said.pace
    if room.pace != wanted:
        await room.go_at(wanted)
    if said.pace == "step":
        bots.step(game)
    house(asked).hub.looked(game)
    return reply({"pace": room.pace, "version": room.version})
