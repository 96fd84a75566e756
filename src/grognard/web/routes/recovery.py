"""Passwords and addresses: change, reset, confirm. Links in letters lead to plain pages without scripts."""

from html import escape
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from ...core.title import Bad
from ..play.game import Missing
from ..server.accounts import LEAST
from ..server.problems import Login, declared
from ..server.tokens import DAY, HOUR
from .common import Someone, cookie_name, house, reply, set_cookie

router = APIRouter(tags=["people"], responses=declared(401, 404))
Secret = Annotated[str, Path(max_length=64)]
USED = "This link has been used already, or is too old"


class NewPassword(BaseModel):
    """The old password and a new one."""

    old: str = Field(min_length=1, max_length=200)
    new: str = Field(min_length=1, max_length=200)


class Forgotten(BaseModel):
    """The name of an account whose password is forgotten."""

    login: str = Field(min_length=1, max_length=60)


@router.put("/api/me/password", operation_id="change_password", status_code=204)
async def change_password(asked: Request, said: NewPassword, person: Someone) -> Response:
    """Change my password; I stay logged in here and am logged out everywhere else."""
    at = house(asked)
    if not person.login:
        raise Bad("You have no password on this server")
    at.hub.limits.login(asked, person.login)
    if await at.accounts.log_in(person.login, said.old) is None:
        raise Login("Wrong password")
    await at.accounts.set_password(person.id, said.new)
    await at.accounts.end_all(person.id)
    at.hub.end_session(person=person.id)
    answer = Response(status_code=204)
    set_cookie(answer, at.settings, await at.accounts.begin(person.id))
    return answer


@router.delete("/api/sessions", operation_id="log_out_everywhere", status_code=204)
async def log_out_everywhere(asked: Request, person: Someone) -> Response:
    """Log out everywhere: every session of mine and every connection opened in them ends."""
    at = house(asked)
    await at.accounts.end_all(person.id)
    at.hub.end_session(person=person.id)
    answer = Response(status_code=204)
    answer.delete_cookie(cookie_name(at.settings), path="/", secure=at.settings.secure, httponly=True, samesite="lax")
    return answer


@router.post("/api/reset", operation_id="forgotten", status_code=202)
async def forgotten(asked: Request, said: Forgotten) -> Response:
    """Ask for a link to set a new password, by e-mail; the answer does not tell whether there is such an account."""
    at = house(asked)
    at.hub.limits.login(asked, said.login)
    person = await at.accounts.named(said.login)
    if person is not None and person.verified and at.settings.smtp:
        at.notifier.reset(person, await at.tokens.make("reset", person.id, lasts=HOUR))
    return reply({"sent": bool(at.settings.smtp)}, 202)


@router.post("/api/me/verify", operation_id="verify", status_code=202)
async def verify(asked: Request, person: Someone) -> Response:
    """Send the letter with the link that confirms my address once more."""
    at = house(asked)
    if not at.settings.smtp:
        raise Bad("This server sends no e-mail")
    if not person.email or person.email == person.verified:
        raise Bad("There is no address to confirm")
    at.hub.limits.login(asked, person.id)
    at.notifier.verify(person, await at.tokens.make("verify", person.id, person.email, DAY))
    return reply({"sent": True}, 202)


@router.get("/verify/{secret}", include_in_schema=False)
async def verified(asked: Request, secret: Secret) -> Response:
    """The link in the letter: from now on letters go to this address."""
    at = house(asked)
    token = await at.tokens.take("verify", secret)
    if token is None or token.person is None:
        return _page("Nothing to confirm", f"<p>{USED}.</p>", 404)
    await at.accounts.verify(token.person, token.said)
    return _page("Address confirmed", f"<p>Grognard will write to {escape(token.said)} when it is your turn.</p>")


@router.get("/reset/{secret}", include_in_schema=False)
async def reset_page(asked: Request, secret: Secret) -> Response:
    """The page to set a new password."""
    if await house(asked).tokens.look("reset", secret) is None:
        return _page("New password", f"<p>{USED}.</p>", 404)
    return _page("New password", _form())


@router.post("/reset/{secret}", include_in_schema=False)
async def reset(asked: Request, secret: Secret) -> Response:
    """Set a new password; every session ends."""
    at = house(asked)
    said = parse_qs((await asked.body())[:2000].decode("utf-8", "replace")).get("password", [""])[0][:200]
    if len(said) < LEAST:
        return _page("New password", _form(f"The password needs at least {LEAST} characters."), 422)
    token = await at.tokens.take("reset", secret)
    if token is None or token.person is None:
        return _page("New password", f"<p>{USED}.</p>", 404)
    await at.accounts.set_password(token.person, said)
    await at.accounts.end_all(token.person)
    at.hub.end_session(person=token.person)
    if (person := await at.accounts.find(token.person)) is None:
        raise Missing("There is no such person")
    return _page("New password", f"<p>{escape(person.name)}, your new password is set.</p>")


def _form(wrong: str = "") -> str:
    return (
        f'<form method="post"><p role="alert">{escape(wrong)}</p><p><label>New password '
        f'<input type="password" name="password" minlength="{LEAST}" maxlength="200" required '
        'autocomplete="new-password" autofocus></label></p><p><button>Save</button></p></form>'
    )


def _page(title: str, body: str, status: int = 200) -> Response:
    text = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>{title} · Grognard</title><h1>{title}</h1>{body}<p><a href="/">Grognard</a></p></html>'
    )
    return Response(text, status, media_type="text/html; charset=utf-8")
