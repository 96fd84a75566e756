"""The page, its styles, and the health check."""

import asyncio
from pathlib import Path as File
from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse

from ... import __version__
from ..play.game import Missing
from ..server.metrics import Metrics, gauges
from ..server.security import address
from ..server.settings import LOOPBACK
from .common import cookie_name, house, reply, set_cookie
from .titles import theme_css

STATIC = File(__file__).parents[1] / "static"
router = APIRouter()


@router.get("/healthz", operation_id="healthz", tags=["server"], responses={503: {}})
async def healthz(asked: Request) -> Response:
    """Whether the server can read and store games."""
    store = house(asked).store
    try:
        await asyncio.wait_for(store.read(lambda db: db.execute(sa.select(1)).one()), 5)
        status = store.db.trouble()
    except Exception:
        status = "The database does not answer"
    return reply({"status": status or "ok", "version": __version__}, 503 if status else 200)


@router.get("/metrics", include_in_schema=False)
async def metrics(asked: Request) -> Response:
    """Figures for Prometheus; only for this machine, unless the host opens them."""
    at = house(asked)
    here = address(asked.scope, at.settings)
    direct = "x-forwarded-for" not in asked.headers and (here.startswith("127.") or here in (*LOOPBACK, "::/64"))
    if not (direct or at.settings.metrics):
        raise Missing("There is nothing here")
    counted: Metrics = asked.app.state.metrics
    queue, lanes, tables = at.lobby.bots.queue, at.notifier.lanes, list(at.hub.tables.values())
    now = {
        "up": 0.0 if at.store.db.trouble() else 1.0,
        "start_time_seconds": counted.begun,
        "connections": sum(len(table.clients) for table in tables),
        "rooms": len(at.lobby.games),
        "rooms_held": sum(game.room.differs is not None for game in list(at.lobby.games.values())),
        "thinking": sum(game is not None for game in queue.thinking),
        "thinking_waiting": queue.waiting,
        "messages_waiting": lanes.waiting,
    }
    grown = {"messages_sent_total": lanes.sent, "messages_failed_total": lanes.failed}
    lines = [f'grognard_info{{version="{__version__}"}} 1', *gauges(now, grown), *counted.lines()]
    return Response("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get("/theme.css", include_in_schema=False)
async def theme(asked: Request) -> Response:
    """The colours of both themes."""
    return Response(theme_css(), media_type="text/css", headers={"Cache-Control": "no-cache"})


async def _page(asked: Request, **more: Any) -> Response:
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


@router.get("/", include_in_schema=False)
@router.get("/game/{id}", include_in_schema=False)
@router.get("/titles/{id}", include_in_schema=False)
@router.get("/login", include_in_schema=False)
async def page(asked: Request, id: str = "") -> Response:
    """The page; on a server without accounts a new browser belongs to the owner."""
    at, answer = house(asked), await _page(asked)
    if not at.settings.accounts and cookie_name(at.settings) not in asked.cookies:
        set_cookie(answer, at.settings, await at.accounts.owner_session())
    return answer


@router.get("/join/{invitation}", include_in_schema=False)
async def joining(asked: Request, invitation: str) -> Response:
    """The page for an invited person, who is a guest on a server without accounts."""
    return await _page(asked)
