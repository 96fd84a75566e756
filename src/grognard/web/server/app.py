"""The server: HTTP and WebSocket over the lobby. The contract is `docs/web.md`."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ... import __version__
from ...core.title import Bad
from ...kit.table import Wargame
from ...titles import TITLES
from ..play.live import Hub
from ..play.lobby import Lobby
from ..present.pictures import Pictures
from ..routes import computers, dice, games, live, pages, people, recovery, referee, table, titles
from ..routes.common import House, reply
from ..storage.store import Store, Unavailable
from .accounts import Accounts
from .metrics import Metrics
from .notify import Notifier
from .problems import Problem, problem
from .security import Guard, Limits
from .session_watch import watch
from .settings import Settings
from .tokens import Tokens


class Server(FastAPI):
    """The application, whose schema has the answer to every error."""

    def openapi(self) -> dict[str, Any]:
        """The schema of the server's addresses."""
        schema = super().openapi()
        schema["components"]["schemas"]["Problem"] = Problem.model_json_schema()
        return schema


def create_app(
    settings: Settings, every: Mapping[str, Wargame[Any]] = TITLES, ready: Callable[[], None] = lambda: None
) -> Server:
    """The server as an application."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.url)
        lobby = Lobby(store, every, settings.quotas)
        accounts = Accounts(store)
        notifier = Notifier(settings, accounts)
        pictures = Pictures(lobby.library)
        hub = Hub(lobby, store, app.state.limits, notifier.turn)
        watching = asyncio.create_task(watch(hub, accounts))
        app.state.house = House(
            settings, store, lobby, accounts, pictures, hub, notifier, Tokens(store), await accounts.owner()
        )
        await lobby.start()
        _lay_out(app)
        ready()
        yield
        watching.cancel()
        await hub.close()
        await notifier.close()
        await lobby.close()
        pictures.close()
        store.close()

    app = Server(
        title="Grognard",
        version=__version__,
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        description="Board wargames, played exactly by their rulebooks.",
    )
    app.state.limits = Limits(settings)
    app.state.boards = {}
    app.state.metrics = Metrics()
    app.add_middleware(Guard, settings=settings, limits=app.state.limits, metrics=app.state.metrics)
    _errors(app)
    for part in (titles, people, recovery, table, games, dice, referee, computers, live, pages):
        app.include_router(part.router)
    app.mount("/static", StaticFiles(directory=pages.STATIC), name="static")
    return app


def _lay_out(app: FastAPI) -> None:
    """Look for an address that does not exist: a route is laid out when it is first tried.

    For all of them that takes half a second, in which no other request is answered.
    """
    for route in app.router.routes:
        route.matches({"type": "http", "method": "GET", "path": "/-/", "root_path": "", "headers": []})


def _errors(app: FastAPI) -> None:
    @app.exception_handler(Bad)
    async def bad(_: Request, wrong: Exception) -> Response:
        assert isinstance(wrong, Bad)
        status, said = problem(wrong)
        return reply(said, status)

    @app.exception_handler(Unavailable)
    async def unavailable(_: Request, wrong: Exception) -> Response:
        return reply({"code": "unavailable", "message": str(wrong)}, 503)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, wrong: Exception) -> Response:
        assert isinstance(wrong, RequestValidationError)
        errors = wrong.errors()[:20]
        found = [{"where": ".".join(map(str, one["loc"]))[:200], "text": str(one["msg"])[:200]} for one in errors]
        message = "; ".join(f"{one['where']}: {one['text']}" for one in found[:3])
        return reply({"code": "malformed", "message": message, "errors": found}, 422)

    @app.exception_handler(HTTPException)
    async def other(_: Request, wrong: Exception) -> Response:
        assert isinstance(wrong, HTTPException)
        codes = {404: "not-found", 405: "bad-request", 400: "bad-request", 408: "too-slow", 413: "too-large"}
        answer = reply({"code": codes.get(wrong.status_code, "error"), "message": str(wrong.detail)}, wrong.status_code)
        answer.headers.update(wrong.headers or {})
        return answer
