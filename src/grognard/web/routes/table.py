"""Around a game: new games, requests to the others, resigning, rematches, standing orders, chat."""

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from ...core.title import Bad
from ..play.game import Game
from ..play.live import spoken
from ..play.new_games import known_level
from ..present import closing
from ..server.problems import Forbidden, TooMany, declared
from .common import ID, Anyone, As, Said, Someone, house, reply, side_of, viewer_of
from .summary import listed, summary

router = APIRouter(prefix="/api/games", tags=["table"], responses=declared(401, 404, 409))
Name = Annotated[str, Field(max_length=80)]


class NewGame(BaseModel):
    """A game to create."""

    title: str = Field("", max_length=40)  # may be empty if `text` names it
    scenario: str = Field("", max_length=80)
    options: dict[Name, Name] = Field({}, max_length=40)
    seats: dict[Name, Name] = Field({}, max_length=20)
    undo: str = Field("free", max_length=20)
    skip: bool = False  # steps in which nothing can be done
    hints: bool | None = None  # whether hints are allowed; by default only if nobody else is invited
    text: str = Field("", max_length=4_000_000)  # a record or a position to start from
    set_up: str = Field("", max_length=40)  # the level of the computer that sets up for me; empty: I do
    verified: bool = False  # its players can check the dice


class Archive(BaseModel):
    """Whether a game is archived."""

    archived: bool


class SetUp(Said):
    """The level of the computer that places my units."""

    level: str = Field("regular", max_length=40)


class Once(Said):
    """A request with the sender's own id, carried out once."""

    id: str = Field("", max_length=64)


class Question(Once):
    """What the others are asked for."""

    what: Literal["undo", "draw", "rules", "dice"]
    to: int | None = Field(None, ge=0, le=1 << 31)  # an earlier decision of the sender
    anchor: str = Field("", max_length=64)  # of a new chain for verified dice


class Answer(Once):
    """The answer to an open question, named by its number; no to one's own withdraws it."""

    question: int = Field(ge=0, le=1 << 40)
    yes: bool


class Fork(BaseModel):
    """The moment to continue from."""

    at: int | None = Field(None, ge=0, le=1 << 40)
    seats: dict[Name, Name] = Field({}, max_length=20)


class Orders(Once):
    """Standing orders for a step; none: cancel them."""

    step: str = Field(max_length=80)
    actions: list[Annotated[str, Field(max_length=1000)]] | None = Field(None, max_length=20)


class Chat(BaseModel):
    """A chat message."""

    text: str = Field(min_length=1, max_length=2000)


class Seen(BaseModel):
    """How much of the journal the person has seen."""

    count: int = Field(ge=0, le=1 << 31)


class Rematch(Once):
    """A rematch; `swap`: with sides swapped; `level`: of the computers, if not the same."""

    swap: bool = False
    level: str = Field("", max_length=40)


class Seat(BaseModel):
    """A seat to invite somebody to."""

    side: Name


async def _game(asked: Request, id: str) -> Game:
    return await house(asked).lobby.open(id)


@router.get("", operation_id="games")
async def mine(asked: Request, person: Someone) -> Response:
    """My games."""
    at = house(asked)
    archived = await at.store.archived(person.id)
    games = [
        {**await listed(at, kept, card, person), "archived": kept.row.id in archived}
        for kept, card in await at.lobby.cards(person.id)
    ]
    return reply({"games": games})


@router.post("", operation_id="new_game", status_code=201)
async def new(asked: Request, said: NewGame, person: Someone) -> Response:
    """Create a game."""
    at = house(asked)
    game = await at.lobby.new(
        person.id,
        said.title,
        said.scenario,
        said.options,
        said.seats,
        said.undo,
        said.text,
        skip=said.skip,
        hints=said.hints,
        set_up=said.set_up,
        verified=said.verified,
    )
    return reply(await summary(at, game, person), 201)


@router.delete("/{id}", operation_id="delete_game", status_code=204)
async def delete(asked: Request, id: ID, person: Someone) -> Response:
    """Delete a game for good; only its creator may, and only if nobody else plays in it."""
    at, game = house(asked), await _game(asked, id)
    if game.row.owner != person.id:
        raise Forbidden("Only the creator of a game can delete it")
    if any(seat.person not in (None, person.id) for seat in game.seats.values()):
        raise Bad("Other people play in this game: you can archive it, but not delete it")
    await at.store.delete(id)
    at.lobby.forget(id)
    return Response(status_code=204)


@router.post("/{id}/archive", operation_id="archive")
async def archive(asked: Request, id: ID, said: Archive, person: Someone) -> Response:
    """Archive a game, or take it out of the archive; only my own list changes."""
    at, game = house(asked), await _game(asked, id)
    if game.row.owner != person.id and not game.sides(person.id):
        raise Forbidden("You do not play here")
    await at.store.archive(person.id, id, said.archived)
    return reply({"archived": said.archived})


@router.post("/{id}/set-up", operation_id="set_up")
async def set_up(asked: Request, id: ID, said: SetUp, person: Someone) -> Response:
    """Let the computer set up for my side or place the rest of my units, or with no level do it myself."""
    game, lobby = await _game(asked, id), house(asked).lobby
    side = side_of(game, person, said.seat)
    if not lobby.bots.place(game, side, known_level(said.level)):
        await lobby.set_up(game, side, said.level)
    return reply({"level": said.level, "version": game.room.version})


@router.post("/{id}/ask", operation_id="ask")
async def ask(asked: Request, id: ID, said: Question, person: Someone) -> Response:
    """Ask the others for an undo, a draw or a new chain for verified dice."""
    game = await _game(asked, id)
    side = side_of(game, person, said.seat)
    await game.ask(side, said.what, said.to, id=said.id, anchor=said.anchor)
    return reply(_standing(game))


@router.post("/{id}/answer", operation_id="answer")
async def answer(asked: Request, id: ID, said: Answer, person: Someone) -> Response:
    """Agree to a question, refuse it, or withdraw one's own."""
    game = await _game(asked, id)
    room = game.room
    side = side_of(game, person, said.seat)
    of = room.question.of if room.question is not None else ()
    side = side if side in of else next((one for one in game.sides(person.id) if one in of), side)
    await room.answer(side, said.question, said.yes, request=said.id)
    return reply(_standing(game))


def _standing(game: Game) -> dict[str, Any]:
    room = game.room
    return {"asked": room.asked(), "version": room.version, "count": len(room.table.journal), "over": room.over}


@router.post("/{id}/resign", operation_id="resign")
async def resign(asked: Request, id: ID, said: Once, person: Someone) -> Response:
    """Resign."""
    game = await _game(asked, id)
    await game.room.resign(side_of(game, person, said.seat), said.id)
    return reply(_standing(game))


@router.get("/{id}/closing", operation_id="closing")
async def closing_(asked: Request, id: ID, person: Anyone, seat: As = "") -> Response:
    """A finished game at a glance: score, course, luck, battles, and what the fog hid."""
    game = await _game(asked, id)
    if not game.room.over:
        raise Bad("The game is not over")
    viewer = viewer_of(game, person, seat)
    return reply(await asyncio.to_thread(closing.closing, game.room, viewer))


@router.post("/{id}/rematch", operation_id="rematch", status_code=201)
async def rematch(asked: Request, id: ID, said: Rematch, person: Someone) -> Response:
    """A rematch with the same people; the second to ask joins the same game."""
    at, game = house(asked), await _game(asked, id)
    side_of(game, person, "")
    made = await at.lobby.rematch(game, person.id, swap=said.swap, level=said.level)
    return reply(await summary(at, made, person), 201)


@router.post("/{id}/fork", operation_id="fork", status_code=201)
async def fork(asked: Request, id: ID, said: Fork, person: Someone) -> Response:
    """Continue from a moment in a new game."""
    at, game = house(asked), await _game(asked, id)
    if not game.open_to(person.id):
        raise Forbidden("Only available if you control every side or the game is over")
    count = len(game.room.table.journal) if said.at is None else said.at
    return reply(await summary(at, await at.lobby.fork(game, person.id, count, said.seats), person), 201)


@router.post("/{id}/invite", operation_id="invite")
async def invite(asked: Request, id: ID, said: Seat, person: Someone) -> Response:
    """A new invitation for an open seat, which invalidates the old one."""
    at, game = house(asked), await _game(asked, id)
    return reply({"invitation": await at.lobby.invite(game, person.id, said.side)})


@router.post("/{id}/orders", operation_id="orders")
async def orders(asked: Request, id: ID, said: Orders, person: Someone) -> Response:
    """Set standing orders for a step."""
    game = await _game(asked, id)
    side, room = side_of(game, person, said.seat), game.room
    await room.order(side, {said.step: said.actions}, said.id)
    return reply(_standing(game))


@router.get("/{id}/chat", operation_id="chat")
async def chat(
    asked: Request, id: ID, person: Anyone, before: Annotated[int | None, Query(ge=0, le=1 << 31)] = None
) -> Response:
    """The chat: the last two hundred messages, or those before one of them."""
    at, game = house(asked), await _game(asked, id)
    return reply({"chat": [spoken(said) for said in await at.store.chats(game.row.id, before=before)]})


@router.post("/{id}/chat", operation_id="say", status_code=201)
async def say(asked: Request, id: ID, said: Chat, person: Someone) -> Response:
    """Send a chat message; only players may."""
    at, game = house(asked), await _game(asked, id)
    if not game.sides(person.id) and game.row.owner != person.id:
        raise Forbidden("Only players can chat")
    text = said.text.replace("\x00", "").strip()
    if not text:
        raise Bad("The message is empty")
    if not at.hub.limits.speak(person.id):
        raise TooMany("Too many messages; wait a moment")
    number = await at.lobby.say(game, person.id, text)
    return reply({"id": number, "name": person.name, "text": text}, 201)


@router.post("/{id}/seen", operation_id="seen")
async def seen(asked: Request, id: ID, said: Seen, person: Someone) -> Response:
    """Store how much of the journal I have seen."""
    at, game = house(asked), await _game(asked, id)
    await at.lobby.seen(game, person.id, said.count)
    return reply({"seen": min(said.count, len(game.room.table.journal))})
