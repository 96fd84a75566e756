"""Shared by all routes: the server's parts, the person, the viewer, and JSON answers."""

from typing import Annotated, Any, NamedTuple

from fastapi import Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from ...core.action import PUBLIC
from ...core.view import Viewer
from ..play.game import Game
from ..play.live import Hub
from ..play.lobby import Lobby
from ..present.pictures import Pictures
from ..server.accounts import NOBODY, Accounts, Person
from ..server.notify import Notifier
from ..server.problems import Forbidden, Login
from ..server.settings import Settings
from ..server.tokens import Tokens
from ..server.wire import dumps
from ..storage.store import Store

ID = Annotated[str, Path(max_length=64)]
As = Annotated[str, Query(alias="as", max_length=40)]
At = Annotated[int | None, Query(ge=0, le=10_000_000)]


class House(NamedTuple):
    """The parts of a running server."""

    settings: Settings
    store: Store
    lobby: Lobby
    accounts: Accounts
    pictures: Pictures
    hub: Hub
    notifier: Notifier
    tokens: Tokens
    owner: Person


def house(asked: HTTPConnection) -> House:
    """The parts of the server that handles a request."""
    found: House = asked.app.state.house
    return found


def cookie_name(settings: Settings) -> str:
    """The name of the session cookie, different for each server on a machine."""
    return f"{'__Host-' if settings.secure else ''}grognard-{settings.port}"


async def who(asked: HTTPConnection) -> Person:
    """The person behind a request: by cookie; otherwise the owner or, with accounts, an anonymous visitor."""
    at = house(asked)
    token = asked.cookies.get(cookie_name(at.settings), "")
    if token and len(token) < 100 and (person := await at.accounts.who(token)):
        return person
    return NOBODY if at.settings.accounts else at.owner


async def _someone(asked: Request) -> Person:
    person = await who(asked)
    if not person.id:
        raise Login("Log in first")
    return person


async def _who(asked: Request) -> Person:
    return await who(asked)


Someone = Annotated[Person, Depends(_someone)]
Anyone = Annotated[Person, Depends(_who)]


def set_cookie(answer: Response, settings: Settings, token: str) -> None:
    """Set the session cookie."""
    name, lasts = cookie_name(settings), 90 * 86400
    answer.set_cookie(name, token, max_age=lasts, httponly=True, samesite="lax", secure=settings.secure, path="/")


def reply(said: Any, status: int = 200) -> Response:
    """An answer in JSON, without validation: fastest for big ones."""
    return Response(dumps(said), status, media_type="application/json")


class Said(BaseModel):
    """A request about a game, with the side."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore")
    seat: str = Field("", alias="as", max_length=40)


def viewer_of(game: Game, person: Person, seat: str) -> Viewer:
    """The viewer for a request; refused if it is not one of the person's sides."""
    if seat and seat != "all" and seat not in game.room.title.players:
        raise Forbidden(f"There is no side {seat!r} in this game")
    if seat and seat != "all" and seat not in game.sides(person.id):
        if game.room.over or game.show:  # everything is open when the game is over or only computers play
            return game.room.title.players.index(seat)
        raise Forbidden(f"You do not play the {seat.title()} side in this game")
    if seat == "all" and not game.open_to(person.id):
        raise Forbidden("Only available if you control every side or the game is over")
    if seat == "all":
        return None
    return game.viewer(person.id, seat)


def side_of(game: Game, person: Person, seat: str, request: str = "") -> str:
    """The side a person acts for; with `all` or nothing, the side that decides, if it is theirs."""
    mine = game.sides(person.id)
    if not mine:
        raise Forbidden("You do not play here")
    if seat in ("", "all"):
        again = game.room.whose(request, mine)
        return again or (game.room.decider if game.room.decider in mine else mine[0])
    if seat not in mine:
        raise Forbidden(f"You do not play the {seat.title()[:40]} side in this game")
    return seat


def eyes_of(game: Game, side: str) -> Viewer:
    """The viewer for a side."""
    return game.room.title.players.index(side) if side else PUBLIC
