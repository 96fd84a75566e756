"""Errors of requests, and the answers to them."""

from typing import Any

from pydantic import BaseModel

from ...core.table import Refused
from ...core.title import Bad
from ..play.game import Missing
from ..play.room import Stale
from ..present import decisions


class Problem(BaseModel):
    """An answer that is not 2xx."""

    code: str
    message: str
    version: int | None = None
    objections: list[dict[str, Any]] | None = None


class Forbidden(Bad):
    """Not allowed here."""


class Login(Bad):
    """Login required."""


class TooMany(Bad):
    """Rate limit exceeded."""


class TooLarge(Bad):
    """The body is too large."""


CODES: tuple[tuple[type[Bad], int, str], ...] = (
    (Missing, 404, "not-found"),
    (Stale, 409, "stale"),
    (Refused, 422, "illegal"),
    (Forbidden, 403, "forbidden"),
    (Login, 401, "login"),
    (TooMany, 429, "too-many"),
    (TooLarge, 413, "too-large"),
    (Bad, 400, "bad-request"),
)


def problem(wrong: Bad) -> tuple[int, dict[str, Any]]:
    """The status and the body of an answer."""
    status, code = next((status, code) for kind, status, code in CODES if isinstance(wrong, kind))
    said: dict[str, Any] = {"code": code, "message": str(wrong)}
    if isinstance(wrong, Stale):
        said["version"] = wrong.version
    elif isinstance(wrong, Refused):
        said["objections"] = decisions.objections(wrong.objections)
    return status, said


def declared(*more: int) -> dict[int | str, dict[str, Any]]:
    """The error answers of a route, for the schema.

    They refer to `Problem` by name: with the model itself FastAPI makes a validator for each answer of each route.
    """
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"content": content} for status in (400, 403, 413, 422, 429, 503, *more)}
