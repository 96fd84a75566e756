"""Live play: everybody at a table is told what happens, through his own eyes, over a WebSocket.

A client says by `version` which version of the position it has, and is sent what it missed; then
every change. What it is sent waits in a short queue: who does not fetch it is dropped, and nobody
else waits for him.
"""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..core import view as eyes
from ..core.title import Bad
from ..core.view import Viewer
from .accounts import Person
from .lobby import Game, Lobby
from .problems import problem
from .security import Limits
from .store import Change, Store, Unavailable

RESTART = 1012  # the server goes down or starts again: come again soon
FORBIDDEN, NOT_FOUND, TOO_SLOW, TOO_MANY = 4003, 4004, 4008, 4029
QUEUE = 256  # messages that may wait for a client
LONGEST = 20_000  # letters of a message from a client
CROWD = 500  # clients at one table
BEAT = 20.0  # seconds between heartbeats
log = logging.getLogger("grognard.live")
encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Client:
    """One page that looks at a game."""

    def __init__(self, socket: WebSocket, game: Game, person: Person, viewer: Viewer, seat: str) -> None:
        self.socket, self.game, self.person, self.viewer, self.seat = socket, game, person, viewer, seat
        self.version = -1  # of what it was last told
        self.waiting: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self.handler = asyncio.current_task()
        self.dropped = False

    def send(self, text: str) -> None:
        """Have something sent; a client that does not fetch is let go."""
        try:
            self.waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.drop()

    def tell(self, **said: Any) -> None:
        """Have a message sent."""
        self.send(encode(said))

    def drop(self) -> None:
        """Let it go, at once and without a word more."""
        if not self.dropped and self.handler is not None:
            self.dropped = True
            self.handler.cancel()

    async def deliver(self) -> None:
        """Send what waits."""
        while True:
            await self.socket.send_text(await self.waiting.get())


class Hub:
    """All pages that look on, by game."""

    def __init__(self, lobby: Lobby, store: Store, limits: Limits, turn: Callable[[Game], None]) -> None:
        self.lobby, self.store, self.limits, self.turn = lobby, store, limits, turn
        self.tables: dict[str, set[Client]] = {}
        self.names: dict[str, str] = {}
        self.heard: dict[str, int] = {}  # the last thing said at each table that was passed on
        self._tasks: set[asyncio.Task[Any]] = set()
        self._end = lobby.on_change(self._changed)
        self._spawn(self._beat())

    async def close(self) -> None:
        """Send everybody away; the page comes again by itself."""
        self._end()
        for task in list(self._tasks):
            task.cancel()
        clients = [client for clients in self.tables.values() for client in clients]
        for client in clients:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(client.socket.close(RESTART), 1)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            text = encode({"type": "beat", "at": round(time.time(), 3)})
            for clients in list(self.tables.values()):
                for client in list(clients):
                    client.send(text)

    # -- who is there ------------------------------------------------------------------------

    def present(self, game: str, person: str) -> bool:
        """Does somebody look at a game now?"""
        return any(client.person.id == person for client in self.tables.get(game, ()))

    async def seated(self, game: Game, person: str) -> list[dict[str, Any]]:
        """The seats of a game: who has them, and whether he is there now."""
        await self.learn(seat.person for seat in game.seats.values())
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

    async def learn(self, ids: Iterable[str | None]) -> None:
        """Know what these people are called."""
        unknown = [id for id in set(ids) if id and id not in self.names]
        if unknown:
            self.names |= await self.store.names(unknown)

    def rename(self, person: str, name: str) -> None:
        """Somebody is called otherwise now."""
        self.names[person] = name
        for id, clients in self.tables.items():
            if any(client.person.id == person for client in clients):
                self._spawn(self._tell_seats(id))

    async def _tell_seats(self, id: str) -> None:
        clients = list(self.tables.get(id, ()))
        if not clients:
            return
        game = clients[0].game
        with contextlib.suppress(Unavailable):
            await self.learn(seat.person for seat in game.seats.values())
        watching = sum(1 for client in clients if not game.sides(client.person.id))
        for client in clients:
            client.tell(type="seats", seats=self._seats(game, client.person.id), watching=watching)

    # -- what happens ------------------------------------------------------------------------

    def _changed(self, change: Change) -> None:
        clients = self.tables.get(change.game)
        if not clients:
            return
        if change.kind == "seats":
            self._spawn(self._tell_seats(change.game))
        elif change.kind == "chat":
            self._spawn(self._tell_chat(change.game))
        else:
            said: dict[tuple[Viewer, int], str] = {}
            for client in list(clients):
                self._update(client, said)

    def _update(self, client: Client, said: dict[tuple[Viewer, int], str]) -> None:
        """Tell a client what it does not know yet; what others with the same eyes are told is written once."""
        room = client.game.room
        key = client.viewer, client.version
        text = said.get(key)
        if text is None:
            begin = room.since(client.version)
            text = said[key] = encode({
                "type": "update", "version": room.version, "count": len(room.table.journal), "from": begin,
                "played": room.played(begin, client.viewer), "ask": eyes.ask(room.state, client.viewer),
                "decider": room.decider, "over": room.over, "asked": room.asked,
            })  # fmt: skip
        client.version = room.version
        client.send(text)

    async def _tell_chat(self, game: str) -> None:
        since = self.heard.get(game, 0)
        with contextlib.suppress(Unavailable):
            for said in await self.store.chats(game, since):
                if said["id"] > self.heard.get(game, 0):
                    self.heard[game] = said["id"]
                    text = encode({"type": "chat", **spoken(said)})
                    for client in list(self.tables.get(game, ())):
                        client.send(text)

    def acted(self, game: Game) -> None:
        """Somebody has acted here: whoever has to decide now, and is not there, is told."""
        seat = game.seats.get(game.room.decider)
        if seat is not None and seat.person and not self.present(game.row.id, seat.person):
            self.turn(game)

    # -- one client --------------------------------------------------------------------------

    async def serve(self, client: Client, version: int) -> None:
        """Talk with a client until one of the two goes."""
        id = client.game.row.id
        clients = self.tables.setdefault(id, set())
        if len(clients) >= CROWD:
            await client.socket.close(TOO_MANY, "too many look on")
            return
        if id not in self.heard:
            self.heard[id] = max((said["id"] for said in await self.store.chats(id, most=1)), default=0)
        clients.add(client)
        sender = asyncio.create_task(client.deliver())
        try:
            client.version = version
            self._update(client, {})
            self._spawn(self._tell_seats(id))
            while True:
                await self._hear(client, await client.socket.receive_text())
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass  # it has gone, or sent what is no text
        except asyncio.CancelledError:
            if not client.dropped:
                raise
            with contextlib.suppress(Exception):
                await asyncio.wait_for(client.socket.close(TOO_SLOW), 0.2)
        finally:
            sender.cancel()
            clients.discard(client)
            if not clients:
                self.tables.pop(id, None)
                self.heard.pop(id, None)
            else:
                self._spawn(self._tell_seats(id))

    async def _hear(self, client: Client, text: str) -> None:
        said: Any = None
        if len(text) <= LONGEST:
            with contextlib.suppress(ValueError, RecursionError):
                said = json.loads(text)
        if not isinstance(said, dict):
            client.tell(type="refused", id="", code="malformed", message="a message is a JSON object", objections=[])
        elif not self.limits.message(client):
            _refuse(client, said, "too-many", "too many messages: wait a little")
        elif said.get("type") == "play":
            await self._play(client, said)
        elif said.get("type") == "beat":
            client.tell(type="beat", at=round(time.time(), 3))
        else:
            _refuse(client, said, "bad-request", "a message is of the type play or beat")

    async def _play(self, client: Client, said: dict[str, Any]) -> None:
        id, version, action, seat = said.get("id"), said.get("version"), said.get("action"), said.get("as", client.seat)
        if not (isinstance(id, str) and len(id) <= 64 and isinstance(action, str) and isinstance(seat, str)
                and isinstance(version, int) and not isinstance(version, bool)):  # fmt: skip
            _refuse(client, said, "malformed", "to play takes an id, a version and an action")
            return
        game, room = client.game, client.game.room
        mine = game.sides(client.person.id)
        side = room.whose(id, mine) or room.decider if seat in ("", "all") else seat
        if side not in mine:
            _refuse(client, said, "forbidden", "the decision is not yours")
            return
        try:
            done = await room.play(side, action, version, id)
        except Bad as wrong:
            client.tell(type="refused", id=id, **{"objections": [], **problem(wrong)[1]})
        except Unavailable as wrong:
            _refuse(client, said, "unavailable", str(wrong))
        else:
            client.tell(type="ack", id=id, version=done)
            self.acted(game)


def _refuse(client: Client, said: dict[str, Any], code: str, message: str) -> None:
    id = said.get("id")
    client.tell(type="refused", id=id if isinstance(id, str) else "", code=code, message=message, objections=[])


def spoken(said: dict[str, Any]) -> dict[str, Any]:
    """Something said at a table, as everybody hears it."""
    return {name: said[name] for name in ("id", "name", "text", "at")}
