"""The manners of a table: new games, asking the others, giving up, playing again, orders, chat."""

import copy
import time
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from ...core import record
from ...core.title import Bad
from ..lobby import Game
from ..problems import Forbidden, declared
from ..store import GAMES
from .common import ID, Anyone, Said, Someone, house, open_to, reply, side_of
from .summary import summary

router = APIRouter(prefix="/api/games", tags=["table"], responses=declared(401, 404, 409))
Name = Annotated[str, Field(max_length=80)]


class NewGame(BaseModel):
    """A game to set up."""

    title: str = Field(max_length=40)
    scenario: str = Field("", max_length=80)
    options: dict[Name, Name] = Field({}, max_length=40)
    seats: dict[Name, Name] = Field({}, max_length=20)
    undo: str = Field("free", max_length=20)
    text: str = Field("", max_length=4_000_000)  # a record or a position to begin from


class Once(Said):
    """Something done once, by a name of the sender's own."""

    id: str = Field("", max_length=64)


class Question(Once):
    """What the others are asked for."""

    what: Literal["undo", "draw"]
    to: int | None = Field(None, ge=0, le=1 << 31)  # an earlier decision of one's own


class Answer(Question):
    """What one says to it."""

    yes: bool


class Fork(BaseModel):
    """The moment to play on from."""

    at: int | None = Field(None, ge=0, le=1 << 40)
    seats: dict[Name, Name] = Field({}, max_length=20)


class Orders(Once):
    """Standing orders for a step; none: take them back."""

    step: str = Field(max_length=80)
    actions: list[Annotated[str, Field(max_length=1000)]] | None = Field(None, max_length=20)


class Chat(BaseModel):
    """Something to say."""

    text: str = Field(min_length=1, max_length=2000)


class Seen(BaseModel):
    """So much of the journal one has seen."""

    count: int = Field(ge=0, le=1 << 31)
    seat: str = Field("", alias="as", max_length=40)


async def _game(asked: Request, id: str) -> Game:
    at = house(asked)
    game = await at.lobby.open(id)
    at.hub.watch(game)
    return game


@router.get("", operation_id="games")
async def mine(asked: Request, person: Someone) -> Response:
    """My games."""
    at = house(asked)
    return reply({"games": [await summary(at, game, person) for game in await at.lobby.mine(person.id)]})


@router.post("", operation_id="new_game", status_code=201)
async def new(asked: Request, said: NewGame, person: Someone) -> Response:
    """Set up a game."""
    at = house(asked)
    game = await at.lobby.new(
        person.id, said.title, said.scenario, said.options, said.seats, said.undo, said.text
    )  # fmt: skip
    return reply(await summary(at, game, person), 201)


@router.post("/{id}/ask", operation_id="ask")
async def ask(asked: Request, id: ID, said: Question, person: Someone) -> Response:
    """Ask the others to let one take back, or for a draw."""
    game = await _game(asked, id)
    side, room = side_of(game, person, said.seat), game.room
    others = [one for one, seat in game.seats.items() if seat.person not in (None, person.id)]
    await room.ask(side, said.what, others, said.to, request=said.id)
    return reply(_standing(game))


@router.post("/{id}/answer", operation_id="answer")
async def answer(asked: Request, id: ID, said: Answer, person: Someone) -> Response:
    """Agree to what another asked for, or not."""
    game = await _game(asked, id)
    room = game.room
    side = side_of(game, person, said.seat)
    of = room.terms[said.what].of if said.what in room.terms else ()
    side = side if side in of else next((one for one in game.sides(person.id) if one in of), side)
    await room.answer(side, said.what, said.yes, request=said.id)
    return reply(_standing(game))


def _standing(game: Game) -> dict[str, Any]:
    room = game.room
    return {"asked": room.asked, "version": room.version, "count": len(room.table.journal), "over": room.over}


@router.post("/{id}/resign", operation_id="resign")
async def resign(asked: Request, id: ID, said: Once, person: Someone) -> Response:
    """Give up."""
    game = await _game(asked, id)
    await game.room.resign(side_of(game, person, said.seat), said.id)
    return reply(_standing(game))


@router.post("/{id}/rematch", operation_id="rematch", status_code=201)
async def rematch(asked: Request, id: ID, said: Once, person: Someone) -> Response:
    """The same again, with the same people; the second who asks comes into the same game."""
    at, game = house(asked), await _game(asked, id)
    side_of(game, person, "")
    if not game.room.over:
        raise Bad("the game is not over yet")
    origin = f"rematch {id}"
    chosen = sa.select(GAMES.c.id).where(GAMES.c.origin == origin)
    there = await at.store.read(lambda db: db.scalars(chosen).first())
    if there is None:
        seats = {
            side: "me" if seat.person == person.id else f"computer:{seat.computer}" if seat.computer else "invite"
            for side, seat in game.seats.items()
        }
        row = game.row
        found = await at.lobby.new(
            person.id, row.title, row.scenario, row.options, seats, row.undo, row.position, origin
        )
        for side, seat in game.seats.items():
            if seat.person not in (None, person.id) and (invitation := found.seats[side].invitation):
                await at.lobby.join(invitation, seat.person)
        there = found.row.id
    return reply(await summary(at, await at.lobby.open(there), person), 201)


@router.post("/{id}/fork", operation_id="fork", status_code=201)
async def fork(asked: Request, id: ID, said: Fork, person: Someone) -> Response:
    """Play on from a moment, in a new game."""
    at, game = house(asked), await _game(asked, id)
    table = game.room.table
    if not open_to(game, person):
        raise Forbidden("one may play on from here when the game has ended")
    count = len(table.journal) if said.at is None else said.at
    if count > len(table.journal):
        raise Bad(f"only {len(table.journal)} actions have been played")
    cut = copy.copy(table)
    cut.state, cut.journal = table.at(count), table.journal[:count]
    found = await at.lobby.new(
        person.id, game.row.title, seats=said.seats, undo=game.row.undo, text=record.write(cut), origin=f"{id}@{count}"
    )
    return reply(await summary(at, found, person), 201)


@router.post("/{id}/orders", operation_id="orders")
async def orders(asked: Request, id: ID, said: Orders, person: Someone) -> Response:
    """Leave standing orders for a step."""
    game = await _game(asked, id)
    side, room = side_of(game, person, said.seat), game.room
    await room.order(side, {said.step: said.actions}, said.id)
    return reply(_standing(game))


@router.get("/{id}/chat", operation_id="chat")
async def chat(asked: Request, id: ID, person: Anyone) -> Response:
    """What was said at the table."""
    at, game = house(asked), await _game(asked, id)
    return reply({"chat": await at.store.chats(game.row.id)})


@router.post("/{id}/chat", operation_id="say", status_code=201)
async def say(asked: Request, id: ID, said: Chat, person: Someone) -> Response:
    """Say something at the table: who has a seat there."""
    at, game = house(asked), await _game(asked, id)
    if not game.sides(person.id) and game.row.owner != person.id:
        raise Forbidden("only who plays speaks at the table")
    text = said.text.strip()
    if not text or "\x00" in text:
        raise Bad("nothing was said")
    await at.store.chat(id, person.id, text)
    message = {"name": person.name, "text": text, "at": time.time()}
    at.hub.said(id, **message)
    return reply(message, 201)


@router.post("/{id}/seen", operation_id="seen")
async def seen(asked: Request, id: ID, said: Seen, person: Someone) -> Response:
    """So much of the journal I have seen."""
    at, game = house(asked), await _game(asked, id)
    count = min(said.count, len(game.room.table.journal))
    for side in game.sides(person.id):
        if said.seat in ("", "all", side) and game.seats[side].seen != count:
            await at.store.seat(id, side, seen=count)
            game.seats[side] = game.seats[side]._replace(seen=count)
    return reply({"seen": count})
