"""The server: HTTP and WebSocket over the lobby. The contract is `docs/web.md`."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, Field

from .. import __version__
from ..core import record
from ..core import view as eyes
from ..core.table import Refused
from ..core.title import Bad
from ..draw import draw_map
from ..titles import GAMES, TITLES, atlas
from . import sight
from .lobby import LEVELS, Game, Lobby, Missing
from .room import Stale
from .settings import Settings
from .store import Store

STATIC = Path(__file__).parent / "static"
As = Annotated[str, Query(alias="as", max_length=40)]
At = Annotated[int | None, Query(ge=0)]
ME = "local"  # the one person of a server without accounts, until people have cookies


class NewGame(BaseModel):
    """A game to set up."""

    title: str = Field(max_length=40)
    scenario: str = Field("", max_length=80)
    options: dict[str, str] = {}
    seats: dict[str, str] = {}
    undo: str = "free"
    text: str = Field("", max_length=4_000_000)  # a record or a position to begin from


class Act(BaseModel):
    """Something to play or to take back."""

    seat: str = Field(alias="as", max_length=40)
    version: int
    id: str = Field("", max_length=64)
    action: str = Field("", max_length=10_000)


class Ask(BaseModel):
    """A question about what can be done."""

    seat: str = Field("", alias="as", max_length=40)
    pieces: list[str] = Field([], max_length=100)
    place: str = Field("", max_length=40)
    verb: str = Field("", max_length=40)
    chosen: list[str | list[str]] = Field([], max_length=20)
    action: str = Field("", max_length=10_000)
    support: int = Field(0, ge=0, le=20)


def create_app(settings: Settings) -> FastAPI:
    """The server as an application."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.url)
        app.state.lobby = Lobby(store, TITLES)
        if ME not in await store.names([ME]):
            await store.person(ME, "You")
        yield
        store.close()

    app = FastAPI(title="Grognard", version=__version__, lifespan=life, openapi_url="/api/openapi.json", docs_url=None)
    _errors(app)
    _titles(app)
    _games(app)
    _pages(app)
    return app


def _errors(app: FastAPI) -> None:
    @app.exception_handler(Bad)
    async def bad(_: Request, wrong: Exception) -> JSONResponse:
        more: dict[str, Any] = {}
        code, status = "bad-request", 400
        if isinstance(wrong, Missing):
            code, status = "not-found", 404
        elif isinstance(wrong, Stale):
            code, status, more = "stale", 409, {"version": wrong.version}
        elif isinstance(wrong, Refused):
            code, status, more = "illegal", 422, {"objections": sight.objections(wrong.objections)}
        return JSONResponse({"code": code, "message": str(wrong), **more}, status)


def _titles(app: FastAPI) -> None:
    @app.get("/healthz")
    async def healthz() -> Mapping[str, str]:
        return {"status": "ok", "version": __version__}

    @app.get("/api/titles")
    async def titles() -> Any:
        shelf = []
        for name, game in GAMES.items():
            card = (
                sight.card(TITLES[name]) if name in TITLES else {"name": name, "full": game.full, "about": game.about}
            )
            shelf.append({**card, "playable": name in TITLES})
        return {"titles": shelf, "levels": dict(LEVELS)}

    @app.get("/api/titles/{title}/map.svg")
    async def map_svg(title: str, layer: str = "terrain", scale: float = 1.0, live: bool = True) -> Response:
        if title not in GAMES:
            raise Missing(f"there is no title {title!r}")
        sheet = draw_map(TITLES[title] if title in TITLES else atlas(title), layer=layer, scale=scale, live=live)
        return Response(sheet.svg, media_type="image/svg+xml")

    @app.get("/api/titles/{title}/board")
    async def board(title: str) -> Any:
        return sight.board(_title(title))

    @app.get("/api/titles/{title}/rules")
    async def rules(title: str) -> Any:
        return {"headings": [heading._asdict() for heading in _title(title).rulebook.headings]}

    @app.get("/api/titles/{title}/rules/{case}")
    async def rule(title: str, case: str) -> Any:
        heading, clauses, rulings = _title(title).rulebook.card(case)
        if heading is None and not clauses and not rulings:
            raise Missing(f"{title} has no case {case!r}")
        return {"heading": heading and heading._asdict(), "clauses": [clause._asdict() for clause in clauses],
                "rulings": [eyes.plain(ruling._asdict()) for ruling in rulings]}  # fmt: skip


def _title(name: str) -> Any:
    if name not in TITLES:
        raise Missing(f"there is no title {name!r}")
    return TITLES[name]


def _games(app: FastAPI) -> None:
    def lobby() -> Lobby:
        found: Lobby = app.state.lobby
        return found

    @app.get("/api/games")
    async def mine() -> Any:
        return {"games": [summary(game, ME) for game in await lobby().mine(ME)]}

    @app.post("/api/games", status_code=201)
    async def new(said: NewGame) -> Any:
        game = await lobby().new(ME, said.title, said.scenario, said.options, said.seats, said.undo, said.text)
        return summary(game, ME)

    @app.get("/api/games/{id}")
    async def view(id: str, seat: As = "", at: At = None) -> Any:
        game = await lobby().open(id)
        viewer = game.viewer(ME, seat)
        room = game.room
        state = room.state if at is None else room.table.at(at)
        shown = sight.position(state, viewer)
        mine = viewer if isinstance(viewer, int) and viewer >= 0 else None
        return {**summary(game, ME), **shown, "at": len(room.table.journal) if at is None else at,
                "undo": room.table.may_undo(mine)}  # fmt: skip

    @app.get("/api/games/{id}/log")
    async def log(id: str, seat: As = "", since: int = 0) -> Any:
        game = await lobby().open(id)
        return {"played": game.room.played(since, game.viewer(ME, seat)), "count": len(game.room.table.journal)}

    @app.post("/api/games/{id}/actions")
    async def act(id: str, said: Act) -> Any:
        game = await lobby().open(id)
        viewer = game.viewer(ME, said.seat)
        before = len(game.room.table.journal)
        version = await game.room.play(said.seat, said.action, said.version, said.id)
        return {
            "version": version,
            "played": game.room.played(before, viewer),
            "ask": eyes.ask(game.room.state, viewer),
        }

    @app.post("/api/games/{id}/undo")
    async def undo(id: str, said: Act) -> Any:
        game = await lobby().open(id)
        viewer = game.viewer(ME, said.seat)
        version = await game.room.undo(said.seat, said.version, said.id)
        return {"version": version, "count": len(game.room.table.journal), "ask": eyes.ask(game.room.state, viewer)}

    @app.post("/api/games/{id}/offers")
    async def offers(id: str, said: Ask) -> Any:
        game = await _acting(lobby(), id, said)
        return {"offers": sight.offers(game.room.state, said.pieces, said.place)}

    @app.post("/api/games/{id}/choices")
    async def choices(id: str, said: Ask) -> Any:
        game = await _acting(lobby(), id, said)
        return sight.choices(game.room.state, said.verb, said.chosen)

    @app.post("/api/games/{id}/why")
    async def why(id: str, said: Ask) -> Any:
        game = await lobby().open(id)
        game.viewer(ME, said.seat)
        table = game.room.table
        action, found = table.judge(said.action, game.room.title.players.index(said.seat))
        cost = [] if found else sight.costs(table.state, action)
        return {"legal": not found, "objections": sight.objections(found), "cost": cost}

    @app.post("/api/games/{id}/odds")
    async def odds(id: str, said: Ask) -> Any:
        game = await lobby().open(id)
        viewer = game.viewer(ME, said.seat)
        s = game.room.state
        action = game.room.title.parse(s, said.action) if said.action else None
        if action is not None and (found := game.room.title.explain(s, action)):
            raise Refused(said.action, found)
        reckoned = game.room.title.odds(sight.known(s, viewer), action, said.support)
        return {"odds": eyes.plain(reckoned)}

    @app.get("/api/games/{id}/overlay/{name}")
    async def overlay(id: str, name: str, seat: As = "", at: At = None) -> Any:
        game = await lobby().open(id)
        state = game.room.state if at is None else game.room.table.at(at)
        return sight.overlay(state, game.viewer(ME, seat), name)

    @app.get("/api/games/{id}/record")
    async def record_(id: str, seat: As = "") -> Response:
        game = await lobby().open(id)
        game.viewer(ME, seat)
        return Response(record.write(game.room.table), media_type="text/plain; charset=utf-8")


async def _acting(lobby: Lobby, id: str, said: Ask) -> Game:
    """The game, if the decision is this seat's."""
    game = await lobby.open(id)
    game.viewer(ME, said.seat)
    if game.room.decider != said.seat:
        raise Bad("the decision is not yours")
    return game


def summary(game: Game, person: str) -> dict[str, Any]:
    """A game in a list."""
    room = game.room
    return {
        "id": game.row.id, "title": game.row.title, "full": room.title.full, "scenario": game.row.scenario,
        "options": game.row.options, "version": room.version, "count": len(room.table.journal),
        "players": list(room.title.players), "you": game.sides(person), "decider": room.decider, "over": room.over,
        "now": room.title.now(room.state), "created": game.row.created, "fogged": room.title.fogged,
        "seats": [{"side": seat.side, "computer": seat.computer, "taken": seat.person is not None}
                  for seat in game.seats.values()],
    }  # fmt: skip


def _pages(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    @app.get("/game/{id}", include_in_schema=False)
    async def page(id: str = "") -> FileResponse:
        return FileResponse(STATIC / "index.html")

    app.mount("/static", StaticFiles(directory=STATIC), name="static")
