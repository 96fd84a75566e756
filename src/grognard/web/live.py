"""Live play: everybody at a table is told what happens, through his own eyes, over a WebSocket.

A client says by `since` (or `version`) which version of the position it has, and is sent what it
missed; then every change. What it is sent waits in a short queue: who does not fetch it is dropped.
"""

import asyncio
import contextlib
import json
import logging
import time
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ..core import view as eyes
from ..core.title import Bad
from ..core.view import Viewer
from .accounts import Person
from .lobby import Game, Lobby
from .problems import problem
from .room import Room
from .security import Limits
from .store import Store

GOING = 1012  # the server goes away: come again soon
TOO_SLOW = 4008  # one that does not fetch what it is sent
NOT_FOUND, FORBIDDEN = 4004, 4003
MOST = 256  # messages that may wait for a client
LONGEST = 20_000  # letters of a message from a client
BEAT = 20.0  # seconds between heartbeats
log = logging.getLogger("grognard.live")


class Client:
    """One page that looks at a game."""

    def __init__(self, hub: "Hub", socket: WebSocket, game: Game, person: Person, viewer: Viewer, seat: str) -> None:
        self.hub, self.socket, self.game, self.person, self.viewer, self.seat = hub, socket, game, person, viewer, seat
        self.version = -1  # of what it was last told
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue(MOST)
        self.dropped = False

    def send(self, text: str) -> None:
        """Have something sent; a client that does not fetch is let go."""
        if self.dropped:
            return
        try:
            self.waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.dropped = True
            self.hub.drop(self)

    def tell(self, **said: Any) -> None:
        """Have a message sent."""
        self.send(dumps(said))

    async def deliver(self) -> None:
        """Send what waits, until there is no more."""
        while (text := await self.waiting.get()) is not None:
            await self.socket.send_text(text)


def dumps(said: Any) -> str:
    """JSON without spaces."""
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


class Hub:
    """All pages that look on, by game."""

    def __init__(self, lobby: Lobby, store: Store, limits: Limits) -> None:
        self.lobby, self.store, self.limits = lobby, store, limits
        self.tables: dict[str, set[Client]] = {}
        self.names: dict[str, str] = {}
        self.closing = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self.turned: Any = None  # told when the decision passes: (game)

    # -- who is there ------------------------------------------------------------------------

    async def seated(self, game: Game, person: str) -> list[dict[str, Any]]:
        """The seats of a game: who has them, and whether he is there now."""
        await self._learn(seat.person for seat in game.seats.values())
        return self._seats(game, person)

    def _seats(self, game: Game, person: str) -> list[dict[str, Any]]:
        here = {client.person.id for client in self.tables.get(game.row.id, ())}
        out = []
        for seat in game.seats.values():
            row: dict[str, Any] = {
                "side": seat.side, "computer": seat.computer, "taken": seat.person is not None,
                "name": self.names.get(seat.person, "") if seat.person else "",
                "here": bool(seat.person) and seat.person in here, "you": bool(person) and seat.person == person,
            }  # fmt: skip
            if person and game.row.owner == person and seat.person is None and seat.invitation:
                row["invitation"] = seat.invitation
            out.append(row)
        return out

    async def _learn(self, ids: Any) -> None:
        unknown = [id for id in set(ids) if id and id not in self.names]
        if unknown:
            self.names |= await self.store.names(unknown)

    def rename(self, person: str, name: str) -> None:
        """Somebody is called otherwise now."""
        self.names[person] = name
        for id, clients in self.tables.items():
            if any(client.person.id == person for client in clients):
                self.seats(self.lobby.games[id])

    def seats(self, game: Game) -> None:
        """Tell everybody at the table who is there."""
        self._spawn(self._tell_seats(game.row.id))

    async def _tell_seats(self, id: str) -> None:
        game = self.lobby.games.get(id)
        if game is None:
            return
        await self._learn(seat.person for seat in game.seats.values())
        clients = self.tables.get(id, set())
        watching = len({client.person.id or id for client in clients if not game.sides(client.person.id)})
        for client in list(clients):
            client.tell(type="seats", seats=self._seats(game, client.person.id), watching=watching)

    # -- what happens ------------------------------------------------------------------------

    def watch(self, game: Game) -> None:
        """Be told when something happens in a game."""
        if self._changed not in game.room.listeners:
            game.room.listeners.append(self._changed)

    def _changed(self, room: Room) -> None:
        clients = self.tables.get(room.game)
        if clients:
            said: dict[tuple[Viewer, int], str] = {}
            for client in list(clients):
                self.update(client, said)

    def update(self, client: Client, said: dict[tuple[Viewer, int], str] | None = None) -> None:
        """Tell a client what it does not know yet; what others with the same eyes are told is written once."""
        room = client.game.room
        key = (client.viewer, client.version)
        if said is not None and key in said:
            client.version = room.version
            client.send(said[key])
            return
        begin = room.since(client.version)
        text = dumps({
            "type": "update", "version": room.version, "count": len(room.table.journal), "from": begin,
            "played": room.played(begin, client.viewer), "ask": ask(room, client.viewer), "decider": room.decider,
            "over": room.over, "asked": room.asked,
        })  # fmt: skip
        if said is not None:
            said[key] = text
        client.version = room.version
        client.send(text)

    def said(self, game: str, name: str, text: str, at: float) -> None:
        """Somebody said something at a table."""
        for client in list(self.tables.get(game, ())):
            client.tell(type="chat", name=name, text=text, at=at)

    # -- one client --------------------------------------------------------------------------

    async def serve(self, client: Client, version: int) -> None:
        """Talk with a client until one of the two goes."""
        id = client.game.row.id
        self.tables.setdefault(id, set()).add(client)
        self.watch(client.game)
        client.version = version
        sender = asyncio.create_task(client.deliver())
        beat = asyncio.create_task(self._beat(client))
        self.update(client)
        self.seats(client.game)
        try:
            while True:
                text = await client.socket.receive_text()
                await self._hear(client, text)
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass
        finally:
            self._forget(client)
            for task in (sender, beat):
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await asyncio.gather(sender, beat, return_exceptions=True)

    def _forget(self, client: Client) -> None:
        clients = self.tables.get(client.game.row.id, set())
        clients.discard(client)
        if not clients:
            self.tables.pop(client.game.row.id, None)
        elif not self.closing:
            self.seats(client.game)

    async def _beat(self, client: Client) -> None:
        while True:
            await asyncio.sleep(BEAT)
            client.tell(type="beat", at=round(time.time(), 3))

    def drop(self, client: Client) -> None:
        """Let a client go that does not fetch what it is sent."""
        self._spawn(self._close(client, TOO_SLOW, "too slow"))

    async def _close(self, client: Client, code: int, why: str) -> None:
        if client.socket.client_state == WebSocketState.CONNECTED:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(client.socket.close(code, why), 2)

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hear(self, client: Client, text: str) -> None:
        said: Any = None
        if len(text) <= LONGEST:
            with contextlib.suppress(ValueError, RecursionError):
                said = json.loads(text)
        if not isinstance(said, dict):
            client.tell(type="refused", id="", code="malformed", message="a message is a JSON object", objections=[])
            return
        match said.get("type"):
            case "play":
                await self._play(client, said)
            case "beat":
                client.tell(type="beat", at=round(time.time(), 3))
            case _:
                self._refuse(client, said, "bad-request", "a message is of the type play or beat")

    def _refuse(self, client: Client, said: dict[str, Any], code: str, message: str) -> None:
        id = said.get("id")
        client.tell(type="refused", id=id if isinstance(id, str) else "", code=code, message=message, objections=[])

    async def _play(self, client: Client, said: dict[str, Any]) -> None:
        id, version, action, seat = (said.get(name) for name in ("id", "version", "action", "as"))
        room = client.game.room
        seat = seat if seat is not None else client.seat
        if not (isinstance(id, str) and len(id) <= 64 and isinstance(action, str) and isinstance(seat, str)
                and isinstance(version, int) and not isinstance(version, bool)):  # fmt: skip
            self._refuse(client, said, "malformed", "to play takes an id, a version and an action")
            return
        mine = client.game.sides(client.person.id)
        side = room.decider if seat in ("", "all") else seat
        if side not in mine:
            self._refuse(client, said, "forbidden", "the decision is not yours")
            return
        try:
            done = await room.play(side, action, version, id)
        except Bad as wrong:
            _, answer = problem(wrong)
            client.tell(type="refused", id=id, **answer)
            return
        client.tell(type="ack", id=id, version=done)

    # -- the end -----------------------------------------------------------------------------

    async def close(self) -> None:
        """Send everybody away; the page comes again by itself."""
        self.closing = True
        clients = [client for clients in self.tables.values() for client in clients]
        await asyncio.gather(*(self._close(client, GOING, "the server goes down") for client in clients))
        for task in list(self._tasks):
            task.cancel()


def ask(room: Room, viewer: Viewer) -> dict[str, Any]:
    """Who has to decide what."""
    return eyes.ask(room.state, viewer)
