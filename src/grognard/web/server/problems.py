"""What can be wrong with a request, and how it is said."""

from typing import Any

from pydantic import BaseModel

from ...core.table import Refused
from ...core.title import Bad
from ..play.lobby import Missing
from ..play.room import Stale
from ..present import presenter


class Problem(BaseModel):
    """An answer that is not 2xx."""

    code: str
    message: str
    version: int | None = None
    objections: list[dict[str, Any]] | None = None


class Forbidden(Bad):
    """Somebody may not do this here."""


class Login(Bad):
    """One has to log in for this."""


class TooMany(Bad):
    """Too often, too fast."""


class TooLarge(Bad):
    """More than anybody needs to say."""


CODES: tuple[tuple[type[Bad], int, str], ...] = (
    (Missing, 404, "not-found"), (Stale, 409, "stale"), (Refused, 422, "illegal"), (Forbidden, 403, "forbidden"),
    (Login, 401, "login"), (TooMany, 429, "too-many"), (TooLarge, 413, "too-large"), (Bad, 400, "bad-request"),
)  # fmt: skip


def problem(wrong: Bad) -> tuple[int, dict[str, Any]]:
    """The status and the body of an answer."""
    status, code = next((status, code) for kind, status, code in CODES if isinstance(wrong, kind))
    said: dict[str, Any] = {"code": code, "message": str(wrong)}
    if isinstance(wrong, Stale):
        said["version"] = wrong.version
    elif isinstance(wrong, Refused):
        said["objections"] = presenter.objections(wrong.objections)
    return status, said


def declared(*more: int) -> dict[int | str, dict[str, Any]]:
    """The answers a route may give besides the good one."""
    return {status: {"model": Problem} for status in (400, 403, 413, 422, 429, 503, *more)}
