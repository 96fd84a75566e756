"""Verified dice: the commitments and links of the players' pages, and the proof."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from ...core.title import Bad
from ..play.game import Game
from ..present.dice_proof import dice_proof
from ..server.problems import declared
from .common import ID, Anyone, Said, Someone, house, reply, side_of

router = APIRouter(prefix="/api/games", tags=["dice"], responses=declared(401, 404, 409))
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Commitment(Said):
    """The anchor of a side's chain."""

    anchor: Hash
    id: str = Field("", max_length=64)


class Link(Said):
    """A link of a side's chain."""

    throw: int = Field(ge=1, le=1_000_000)
    link: Hash
    id: str = Field("", max_length=64)


async def _game(asked: Request, id: str) -> Game:
    return await house(asked).lobby.open(id)


def _news(game: Game) -> dict[str, Any]:
    return {"dice": game.room.dice_news(), "version": game.room.version, "seq": game.room.seq}


@router.post("/{id}/dice/commitment", operation_id="dice_commitment")
async def commitment(asked: Request, id: ID, said: Commitment, person: Someone) -> Response:
    """Commit my side to a chain."""
    game = await _game(asked, id)
    await game.room.commit(side_of(game, person, said.seat), said.anchor, said.id)
    return reply(_news(game))


@router.post("/{id}/dice/link", operation_id="dice_link")
async def link(asked: Request, id: ID, said: Link, person: Someone) -> Response:
    """Give my side's link for the open throw."""
    game = await _game(asked, id)
    await game.room.give(side_of(game, person, said.seat), said.throw, said.link, said.id)
    house(asked).hub.acted(game, person.id)
    return reply(_news(game))


@router.post("/{id}/dice/deposit", operation_id="dice_deposit")
async def deposit(asked: Request, id: ID, said: Link, person: Someone) -> Response:
    """Leave my side's links up to a throw with the server, for when my page is closed."""
    game = await _game(asked, id)
    await game.room.deposit(side_of(game, person, said.seat), said.throw, said.link, said.id)
    house(asked).hub.acted(game, person.id)
    return reply(_news(game))


@router.get("/{id}/dice", operation_id="dice_proof")
async def proof(asked: Request, id: ID, person: Anyone) -> Response:
    """What proves every roll; in a game with fog only when it is over."""
    room = (await _game(asked, id)).room
    if room.dice is None:
        raise Bad("This game is played with ordinary dice")
    if room.title.fogged and not room.over:
        raise Bad("The proof is shown when the game is over: until then it would tell what is hidden")
    if room.broken:
        raise Bad(room.broken)
    return reply(await asyncio.to_thread(dice_proof, room.dice.proof(), room.table.journal))
