"""People: who I am, accounts and sessions, invitations."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from ..play.game import Missing
from ..server.accounts import Person
from ..server.names import tidy
from ..server.problems import Forbidden, Login, declared
from ..server.tokens import DAY
from .common import Anyone, Someone, cookie_name, house, reply, set_cookie, who
from .summary import summary

router = APIRouter(prefix="/api", tags=["people"], responses=declared(401, 404))


class Me(BaseModel):
    """What people may change about themselves."""

    name: str | None = Field(None, min_length=1, max_length=40)
    email: str | None = Field(None, max_length=200, pattern=r"^$|^[^@\s<>,;\"]+@[^@\s<>,;\"]+$")
    webhook: str | None = Field(None, max_length=400, pattern=r"^$|^https?://\S+$")
    settings: dict[str, str | int | float | bool | None] | None = Field(None, max_length=100)


class Credentials(BaseModel):
    """A name and a password."""

    login: str = Field(min_length=1, max_length=60, pattern=r"^[^\s\x00-\x1f]+$")
    password: str = Field(min_length=1, max_length=200)
    name: str = Field("", max_length=40)
    invitation: str = Field("", max_length=64)  # a code from the host, where that is needed to sign up


def _me(asked: Request, person: Person) -> dict[str, Any]:
    at = house(asked)
    return {
        "id": person.id,
        "name": person.name,
        "login": person.login,
        "email": person.email,
        "webhook": person.webhook,
        "settings": dict(person.settings),
        "accounts": at.settings.accounts,
        "owner": person.id == at.owner.id,
        "signed": bool(person.id),
        "guest": bool(person.id) and not person.login and person.id != at.owner.id,
        "mail": bool(at.settings.smtp),
        "verified": bool(person.email) and person.email == person.verified,
        "registration": at.settings.registration,
    }


@router.get("/me", operation_id="me")
async def me(asked: Request, person: Anyone) -> Response:
    """Who I am; on a server with accounts an empty `id` means not logged in."""
    return reply(_me(asked, person))


@router.put("/me", operation_id="change_me")
async def change_me(asked: Request, said: Me, person: Someone) -> Response:
    """Change my name, e-mail, webhook or settings."""
    at = house(asked)
    values = said.model_dump(exclude_none=True)
    if "name" in values:
        values["name"] = tidy(values["name"])
    if values.get("webhook"):
        at.notifier.check(values["webhook"])
    changed = await at.accounts.change(person, values)
    if changed.email and changed.email != person.email and at.settings.smtp:
        at.notifier.verify(changed, await at.tokens.make("verify", person.id, changed.email, DAY))
    at.accounts.forget(asked.cookies.get(cookie_name(at.settings), ""))
    at.hub.rename(person.id, changed.name)
    if person.id == at.owner.id:
        asked.app.state.house = at._replace(owner=changed)
    return reply(_me(asked, changed))


@router.post("/accounts", operation_id="sign_up", status_code=201)
async def sign_up(asked: Request, said: Credentials) -> Response:
    """Sign up and log in."""
    at = house(asked)
    _accounts_only(asked)
    at.hub.limits.login(asked, said.login)
    if at.settings.registration == "closed":
        raise Forbidden("Nobody can sign up on this server; ask its host")
    if at.settings.registration == "invited" and await at.tokens.look("invite", said.invitation) is None:
        raise Forbidden("To sign up you need an invitation code from the host of this server")
    person = await at.accounts.sign_up(said.login, said.password, said.name)
    if at.settings.registration == "invited" and await at.tokens.take("invite", said.invitation) is None:
        await at.accounts.remove(person.id)  # somebody else was faster
        raise Forbidden("This invitation code has been used")
    return await _logged_in(asked, person, 201)


@router.post("/session", operation_id="log_in")
async def log_in(asked: Request, said: Credentials) -> Response:
    """Log in."""
    at = house(asked)
    _accounts_only(asked)
    at.hub.limits.login(asked, said.login)
    person = await at.accounts.log_in(said.login, said.password)
    if person is None:
        raise Login("Wrong name or password")
    return await _logged_in(asked, person, 200)


def _accounts_only(asked: Request) -> None:
    if not house(asked).settings.accounts:
        raise Forbidden("This server has no accounts")


async def _logged_in(asked: Request, person: Person, status: int) -> Response:
    at = house(asked)
    await _ended(asked)
    answer = reply(_me(asked, person), status)
    set_cookie(answer, at.settings, await at.accounts.begin(person.id))
    return answer


async def _ended(asked: Request) -> None:
    """End the session of a request, with the connections opened in it."""
    at = house(asked)
    if token := asked.cookies.get(cookie_name(at.settings)):
        await at.accounts.end(token)
        at.hub.end_session(token)


@router.delete("/session", operation_id="log_out", status_code=204)
async def log_out(asked: Request) -> Response:
    """Log out."""
    at = house(asked)
    await _ended(asked)
    answer = Response(status_code=204)
    answer.delete_cookie(cookie_name(at.settings), path="/", secure=at.settings.secure, httponly=True, samesite="lax")
    return answer


@router.get("/join/{invitation}", operation_id="invitation")
async def invitation_(asked: Request, invitation: Annotated[str, Path(max_length=64)], person: Anyone) -> Response:
    """What an invitation is for: the game, the side and who invites; nothing is taken yet."""
    at = house(asked)
    seat = await at.store.invited(invitation)
    if seat is None:
        raise Missing("Unknown invitation")
    game = await at.lobby.open(seat.game)
    await at.hub.learn([game.row.owner])
    room = game.room
    return reply(
        {
            "title": game.row.title,
            "full": room.title.full,
            "scenario": room.title.scenarios.get(game.row.scenario, game.row.scenario),
            "now": room.title.now(room.state),
            "side": seat.side,
            "host": at.hub.names.get(game.row.owner, ""),
            "taken": seat.person is not None,
            "game": seat.game if person.id and seat.person == person.id else "",  # I have taken it already
        }
    )


@router.post("/join/{invitation}", operation_id="join")
async def join(asked: Request, invitation: Annotated[str, Path(max_length=64)]) -> Response:
    """Take the seat of an invitation; an unknown visitor becomes a guest."""
    at = house(asked)
    token, person = "", await who(asked)
    if at.settings.accounts and not person.id:
        raise Login("Log in first")
    if await at.store.invited(invitation) is None:
        raise Missing("Unknown invitation")
    if not at.settings.accounts and cookie_name(at.settings) not in asked.cookies:
        person = await at.accounts.guest()
        token = await at.accounts.begin(person.id)
    game = await at.lobby.join(invitation, person.id)
    answer = reply(await summary(at, game, person))
    if token:
        set_cookie(answer, at.settings, token)
    return answer
