"""Games: viewing them, asking about them, and acting in them."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from ...core import record
from ...core import view as eyes
from ...core.estimate import fair
from ...core.state import State
from ...core.table import Refused
from ...core.title import Bad
from ...core.verified_dice import header
from ...draw.area.board import tabletop
from ..play.game import Game
from ..present import course, decisions, effects, presenter, scene
from ..server.accounts import Person
from ..server.problems import declared
from .common import ID, Anyone, As, At, Said, Someone, eyes_of, house, reply, side_of, viewer_of
from .summary import summary

router = APIRouter(prefix="/api/games", tags=["games"], responses=declared(401, 404, 409))
Word = Annotated[str, Field(max_length=80)]
LONGEST = 400  # entries of a course in one answer


class Act(Said):
    """An action to play or undo."""

    version: int = Field(ge=0, le=1 << 40)
    id: str = Field("", max_length=64)
    action: str = Field("", max_length=10_000)


class Ask(Said):
    """A query about what can be done."""

    pieces: list[Word] = Field([], max_length=100)
    place: Word = ""
    verb: Word = ""
    chosen: list[Word | list[Word]] = Field([], max_length=20)
    action: str = Field("", max_length=10_000)
    support: int = Field(0, ge=0, le=20)


async def _game(asked: Request, id: str) -> Game:
    return await house(asked).lobby.open(id)


# -- views ------------------------------------------------------------------------------------


@router.get("/{id}", operation_id="view")
async def view(asked: Request, id: ID, person: Anyone, seat: As = "", at: At = None) -> Response:
    """The position as a viewer sees it, now or after a number of actions."""
    game = await _game(asked, id)
    viewer = viewer_of(game, person, seat)
    if presenter.folded(title := game.room.title):
        await asyncio.to_thread(tabletop, title)
    head = await summary(house(asked), game, person)  # no await after this: everything belongs to one moment
    house(asked).hub.looked(game)
    room, mine = game.room, game.sides(person.id)
    count = len(room.table.journal)
    return reply(
        {
            **head,
            **presenter.position(_moment(game, at), viewer),
            "as": seat,
            "at": count if at is None else at,
            "over": room.over,
            "last": room.played(count - 1, viewer)[0] if count else None,
            "undo": room.may_undo(_undoer(game, mine)) if mine and not room.ending else "You do not play here",
            "orders": _orders(game, [seat] if seat in mine else mine),
        }
    )


def _moment(game: Game, at: int | None) -> Any:
    count = len(game.room.table.journal)
    if at is not None and at > count:
        raise Bad(f"Only {count} actions have been played")
    return game.room.state if at is None else game.room.table.at(at)


def _undoer(game: Game, mine: Sequence[str]) -> int:
    """The side whose action would be undone, if it is one of these."""
    players, journal = game.room.title.players, game.room.table.journal
    last = journal[-1].player if journal else -1
    return last if last >= 0 and players[last] in mine else players.index(mine[0])


def _orders(game: Game, mine: Sequence[str]) -> dict[str, list[str]]:
    players = game.room.title.players
    return {step: list(said) for (who, step), said in game.room.table.orders.items() if players[who] in mine}


@router.get("/{id}/log", operation_id="log")
async def log(
    asked: Request, id: ID, person: Anyone, seat: As = "", since: Annotated[int, Query(ge=0, le=1 << 40)] = 0
) -> Response:
    """The journal, as a viewer was told it."""
    game = await _game(asked, id)
    played = game.room.played(since, viewer_of(game, person, seat))
    return reply({"played": played, "count": len(game.room.table.journal), "version": game.room.version})


@router.get("/{id}/course", operation_id="course")
async def course_(
    asked: Request,
    id: ID,
    person: Anyone,
    seat: As = "",
    since: Annotated[int, Query(ge=0, le=1 << 40)] = 0,
    until: Annotated[int, Query(ge=0, le=1 << 40)] = 1 << 40,
) -> Response:
    """What happened on the board, as a viewer may know it: moves, battles with their odds, dice and results."""
    game = await _game(asked, id)
    viewer, table = viewer_of(game, person, seat), game.room.table
    last = min(until, since + LONGEST, len(table.journal))
    found = await asyncio.to_thread(course.course, table, viewer, since, last)
    return reply({"steps": found, "until": last, "version": game.room.version})


@router.get("/{id}/scene", operation_id="scene")
async def scene_(asked: Request, id: ID, person: Anyone, seat: As = "") -> Response:
    """The part of the board where something happened last, in small."""
    game = await _game(asked, id)
    return reply(await asyncio.to_thread(scene.scene, game.room.table, viewer_of(game, person, seat)))


@router.get("/{id}/overlay/{name}", operation_id="overlay")
async def overlay(
    asked: Request, id: ID, name: Annotated[str, Path(max_length=40)], person: Anyone, seat: As = "", at: At = None
) -> Response:
    """An overlay: places by side."""
    game = await _game(asked, id)
    return reply(presenter.overlay(_moment(game, at), viewer_of(game, person, seat), name))


@router.get("/{id}/trace", operation_id="trace")
async def trace(
    asked: Request, id: ID, person: Anyone, piece: Annotated[str, Query(max_length=80)], seat: As = "", at: At = None
) -> Response:
    """The supply line of a unit, or why there is none."""
    game = await _game(asked, id)
    return reply(presenter.trace(_moment(game, at), viewer_of(game, person, seat), piece))


@router.get("/{id}/arc", operation_id="arc")
async def arc(
    asked: Request, id: ID, person: Anyone, piece: Annotated[str, Query(max_length=80)], seat: As = "", at: At = None
) -> Response:
    """What a unit could fire at, and why not at the other places."""
    game = await _game(asked, id)
    return reply(presenter.arc(_moment(game, at), viewer_of(game, person, seat), piece))


@router.get("/{id}/record", operation_id="record", responses={200: {"content": {"text/plain": {}}}})
async def record_(asked: Request, id: ID, person: Anyone, seat: As = "") -> Response:
    """The record; during a game with fog, only what a side saw."""
    game = await _game(asked, id)
    viewer = viewer_of(game, person, seat)
    room = game.room
    if not game.open_to(person.id):
        text = presenter.account(room.table, viewer)
    elif room.differs is None:
        text = record.write(room.table, header(room.dice.proof()) if room.dice else None, sealed=True)
    else:
        text = await house(asked).lobby.opening.record(id)
    name = f'attachment; filename="{game.row.title}-{game.row.id}.txt"'
    return Response(text, media_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})


# -- queries ----------------------------------------------------------------------------------


async def _acting(asked: Request, id: str, person: Person, said: Ask) -> Game:
    """The game, if it is this seat's decision."""
    game = await _game(asked, id)
    side = side_of(game, person, said.seat)
    if game.room.decider != side:
        raise Bad("It is not your decision")
    return game


@router.post("/{id}/offers", operation_id="offers")
async def offers(asked: Request, id: ID, said: Ask, person: Someone) -> Response:
    """What can be done with some pieces, or at a place; or could be after an action, whatever a computer answers."""
    game = await _acting(asked, id, person, said)
    states = _after(game, said.action) if said.action else [game.room.state]
    first, *others = [decisions.offers(state, said.pieces, said.place) for state in states] or [[]]
    found = first if all(other == first for other in others) else []
    return reply({"offers": found, "version": game.room.version})


def _after(game: Game, text: str) -> list[State]:
    """The positions after a legal action in which the deciding player decides again."""
    state, title = game.room.state, game.room.title
    player = title.decider(state)
    action, found = game.room.table.judge(text, player)
    if found:
        raise Refused(text, found)
    computers = {n for n, side in enumerate(title.players) if game.seats[side].computer}
    return effects.later(state, player, action, computers)


@router.post("/{id}/choices", operation_id="choices")
async def choices(asked: Request, id: ID, said: Ask, person: Someone) -> Response:
    """What may come next in an action."""
    game = await _acting(asked, id, person, said)
    return reply({**decisions.choices(game.room.state, said.verb, said.chosen), "version": game.room.version})


@router.post("/{id}/why", operation_id="why")
async def why(asked: Request, id: ID, said: Ask, person: Someone) -> Response:
    """Whether an action is legal; if not, every objection; if so, its cost."""
    game = await _game(asked, id)
    side = side_of(game, person, said.seat)
    table = game.room.table
    if said.verb and said.pieces and game.room.decider == side:
        doubts = decisions.objections(decisions.nobody(table.state, said.verb, said.pieces))
        return reply({"legal": False, "objections": doubts, "cost": [], "risk": [], "action": ""})
    if said.verb and game.room.decider == side:
        doubts = decisions.objections(decisions.doubts(table.state, said.verb, said.chosen))
        return reply({"legal": not doubts, "objections": doubts, "cost": [], "risk": [], "action": ""})
    action, found = table.judge(said.action, eyes_of(game, side))
    cost = [] if found else decisions.costs(table.state, action)
    risk = [] if found else decisions.risks(fair(table.state, viewer_of(game, person, side)), action)
    return reply(
        {
            "legal": not found,
            "objections": decisions.objections(found),
            "cost": cost,
            "risk": risk,
            "action": "" if found else game.room.title.text(table.state, action),
        }
    )


@router.post("/{id}/odds", operation_id="odds")
async def odds(asked: Request, id: ID, said: Ask, person: Anyone) -> Response:
    """The odds of an attack or of the current battle, as far as the viewer can know; none of what is not allowed."""
    game = await _game(asked, id)
    viewer = viewer_of(game, person, said.seat)
    room = game.room
    s, action = room.state, None
    if said.action:
        side = side_of(game, person, said.seat)
        action, found = room.table.judge(said.action, eyes_of(game, side))
        if found:
            return reply({"odds": None, "objections": decisions.objections(found), "version": room.version})
    return reply({"odds": presenter.odds(s, viewer, action, said.support), "version": room.version})


@router.post("/{id}/effect", operation_id="effect")
async def effect(asked: Request, id: ID, said: Ask, person: Someone) -> Response:
    """What an action would lead to: who is lost or moved, and where units could go next."""
    game = await _acting(asked, id, person, said)
    state = game.room.state
    player = state.title.decider(state)
    action, found = game.room.table.judge(said.action, player)
    if found:
        raise Refused(said.action, found)
    return reply({**effects.effect(state, player, action), "version": game.room.version})


# -- actions ----------------------------------------------------------------------------------


@router.post("/{id}/actions", operation_id="act")
async def act(asked: Request, id: ID, said: Act, person: Someone) -> Response:
    """Play."""
    game = await _game(asked, id)
    side = side_of(game, person, said.seat, said.id)
    viewer = viewer_of(game, person, said.seat)
    version = await game.room.play(side, said.action, said.version, said.id)
    house(asked).hub.acted(game, person.id)
    return reply(_outcome(game, said, viewer, version))


@router.post("/{id}/undo", operation_id="undo")
async def undo(asked: Request, id: ID, said: Act, person: Someone) -> Response:
    """Undo the last action."""
    game = await _game(asked, id)
    side_of(game, person, said.seat)
    viewer = viewer_of(game, person, said.seat)
    mine = game.sides(person.id)
    again = game.room.whose(said.id, mine) or game.room.title.players[_undoer(game, mine)]
    side = said.seat if said.seat not in ("", "all") else again
    lobby = house(asked).lobby
    lobby.bots.place(game, side, "")
    if game.seats[side].set_up:
        await lobby.set_up(game, side, "")  # otherwise the computer would place the unit again
    version = await game.room.undo(side, said.version, said.id)
    return reply(_outcome(game, said, viewer, version))


def _outcome(game: Game, said: Act, viewer: Any, version: int) -> dict[str, Any]:
    room = game.room
    return {
        "version": version,
        "count": len(room.table.journal),
        "played": room.played(room.since(said.version), viewer),
        "ask": eyes.ask(room.state, viewer),
        "decider": room.decider,
        "over": room.over,
    }
