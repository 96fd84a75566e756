"""The WebSocket of a game."""

from functools import partial

from fastapi import APIRouter, WebSocket

from ...core.title import Bad
from ..play.game import Missing
from ..play.live import FORBIDDEN, NOT_FOUND, Client
from ..server.security import address
from .common import cookie_name, house, viewer_of, who

router = APIRouter()


@router.websocket("/api/games/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    """Live updates of a game, and playing."""
    at = house(socket)
    asked = socket.query_params
    seat = asked.get("as", "")
    try:
        person = await who(socket)
        game = await at.lobby.open(id[:64])
        viewer = partial(viewer_of, game, person, seat)
        viewer()
    except Bad as wrong:
        await socket.accept()  # so that the page can read the close code
        await socket.close(NOT_FOUND if isinstance(wrong, Missing) else FORBIDDEN, str(wrong)[:100])
        return
    await socket.accept()
    said = asked.get("version", "")
    version = int(said) if said.isascii() and said.isdigit() and len(said) < 12 else -1
    session = socket.cookies.get(cookie_name(at.settings), "")
    place = address(socket.scope, at.settings)
    await at.hub.serve(Client(socket, game, person, viewer, seat, session, place), version)
