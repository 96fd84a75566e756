"""Live play: every client at a table gets updates, as its viewer sees them, over a WebSocket.

The client names the `version` of the position it has, and gets what it missed; then every change.
Messages wait in a short queue: a client that does not read them is dropped, and no other client waits
for it.
"""

import asyncio
import contextlib
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Coroutine, Iterable
from typing import Any

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from ...core.title import Bad
from ...core.view import Viewer
from ..server.accounts import Person
from ..server.problems import problem
from ..server.security import Limits
from ..server.wire import encode
from ..storage.store import Change, Store, Unavailable
from .game import Game
from .lobby import Lobby
from .room import Room

RESTART = 1012  # the server stops or restarts: reconnect soon
FORBIDDEN, NOT_FOUND, TOO_SLOW, TOO_MANY = 4003, 4004, 4008, 4029
QUEUE = 256  # maximum queued messages for a client
LONGEST = 20_000  # maximum characters of a message from a client
CROWD = 500  # maximum clients at one table
BEAT = 20.0  # seconds between heartbeats
LINGER = 60.0  # seconds for which computers continue after the last spectator has left
UPDATE = '{"type":"update",'


class Client:
    """One connected page."""

    def __init__(
        self,
        socket: WebSocket,
        game: Game,
        person: Person,
        viewer: Callable[[], Viewer],
        seat: str = "",
        session: str = "",
        address: str = "",
    ) -> None:
        self.socket, self.game, self.person, self.seat = socket, game, person, seat
        self.viewer = viewer  # whose eyes it has now; raises `Bad` if it may no longer watch like this
        self.session = session  # the session it was opened in
        self.whose = person.id or address
        self.version = -1  # the version it was last told
        self.acting = False  # its own action is being stored: it will get an acknowledgement
        self.waiting: deque[str] = deque()
        self.handler = asyncio.current_task()
        self.dropped = False
        self._wake: asyncio.Future[None] | None = None

    def send(self, text: str) -> None:
        """Queue something to send; a client that does not read is dropped."""
        self.waiting.append(text)
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)
        elif len(self.waiting) > QUEUE and not self.dropped and self.handler is not None:
            self.dropped = True
            self.handler.cancel()

    def tell(self, **said: Any) -> None:
        """Queue a message."""
        self.send(encode(said))

    def refuse(self, said: dict[str, Any], code: str, message: str) -> None:
        """Refuse a request."""
        id = said.get("id")
        self.tell(type="refused", id=id if isinstance(id, str) else "", code=code, message=message, objections=[])

    async def deliver(self) -> None:
        """Send the queued messages."""
        waiting, loop = self.waiting, asyncio.get_running_loop()
        while True:
            while waiting:
                await self.socket.send_text(waiting[0])
                waiting.popleft()
            self._wake = loop.create_future()
            await self._wake


class Table:
    """The clients of a game, the last updates written for them, and the last chat message sent."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.clients: set[Client] = set()
        self.heard = -1
        self._written: dict[tuple[Viewer, int, int], str] = {}  # by viewer, known version and current version

    def news(self, client: Client) -> str:
        """What a client does not know yet, without the opening bracket; written once for each viewer."""
        room, viewer = self.game.room, client.viewer()
        key = (viewer if room.title.fogged else None), client.version, room.seq
        text = self._written.get(key)
        if text is None:
            if len(self._written) > 8:
                self._written.clear()
            begin = room.since(client.version)
            text = self._written[key] = encode(
                {
                    "version": room.version,
                    "seq": room.seq,
                    "count": len(room.table.journal),
                    "from": begin,
                    "played": room.played(begin, viewer),
                    "ask": brief(room),
                    "decider": room.decider,
                    "over": room.over,
                    "asked": room.asked(),
                    "dice": room.dice_news(),
                    **({"pace": room.pace} if self.game.show else {}),
                }
            )[1:]
        client.version = room.version
        return text


def brief(room: Room) -> dict[str, Any]:
    """Whose decision it is, as far as that is public."""
    s, title = room.state, room.title
    if s.over:
        return {"now": title.now(s), "over": True, "side": None}
    step = title.step(s)
    cite, prompt = step.asked(s)
    return {"now": title.now(s), "over": False, "side": room.decider, "step": step.name, "cite": cite, "prompt": prompt}


class Hub:
    """All tables with connected clients."""

    def __init__(self, lobby: Lobby, store: Store, limits: Limits, turn: Callable[[Game, str], None]) -> None:
        self.lobby, self.store, self.limits, self.turn = lobby, store, limits, turn
        self.tables: dict[str, Table] = {}
        self.names: dict[str, str] = {}  # of people, as read since the last heartbeat
        self._open: Counter[str] = Counter()  # connections by person, or by address of those who have not logged in
        self._tasks: set[asyncio.Task[Any]] = set()
        self._end = lobby.on_change(self._changed)
        lobby.bots.played = lambda game: self.acted(game, "")
        lobby.bots.watched = self.watched
        self._looked: dict[str, float] = {}  # when a game between computers was last watched
        self._spawn(self._beat())

    async def close(self) -> None:
        """Close all connections; the pages reconnect by themselves."""
        self._end()
        for task in list(self._tasks):
            task.cancel()
        for client in self._everybody():
            with contextlib.suppress(Exception):
                await asyncio.wait_for(client.socket.close(RESTART), 1)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _everybody(self) -> list[Client]:
        return [client for table in self.tables.values() for client in table.clients]

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self.beat()

    def beat(self) -> None:
        """Show everybody that the server is there, and read names again when they are next needed."""
        self.names.clear()
        text = encode({"type": "beat", "at": round(time.time(), 3)})
        for client in self._everybody():
            client.send(text)

    # -- presence ----------------------------------------------------------------------------

    def _clients(self, game: str) -> Collection[Client]:
        table = self.tables.get(game)
        return table.clients if table else ()

    def present(self, game: str, person: str) -> bool:
        """Whether a person is at a table now, here or at another server."""
        return person in self.lobby.presence.at(game)

    def watched(self, game: str) -> bool:
        """Whether a game is being watched, or was until a moment ago."""
        return bool(self._clients(game)) or time.monotonic() - self._looked.get(game, -LINGER) < LINGER

    def looked(self, game: Game) -> None:
        """Note that a game is being watched, so that a game between computers continues."""
        if game.show and not game.room.over:
            if len(self._looked) > 1000:
                self._looked = {id: at for id, at in self._looked.items() if time.monotonic() - at < LINGER}
            self._looked[game.row.id] = time.monotonic()
            self.lobby.bots.wake(game)

    async def seated(self, game: Game, person: str) -> list[dict[str, Any]]:
        """The seats of a game: who has them, and whether they are connected."""
        await self.learn(seat.person for seat in game.seats.values())
        return self._seats(game, person)

    def _seats(self, game: Game, person: str) -> list[dict[str, Any]]:
        here = self.lobby.presence.at(game.row.id)
        out = []
        for seat in game.seats.values():
            row: dict[str, Any] = {
                "side": seat.side,
                "computer": seat.computer,
                "taken": seat.person is not None,
                "name": self.names.get(seat.person, "") if seat.person else "",
                "here": bool(seat.person) and seat.person in here,
                "you": bool(person) and seat.person == person,
            }
            if person and game.row.owner == person and seat.person is None and seat.invitation:
                row["invitation"] = seat.invitation
            out.append(row)
        return out

    async def learn(self, ids: Iterable[str | None]) -> None:
        """Load the names of these people."""
        unknown = [id for id in set(ids) if id and id not in self.names]
        if unknown:
            self.names |= await self.store.names(unknown)

    def rename(self, person: str, name: str) -> None:
        """Update the name of a person."""
        self.names[person] = name
        for id in self.tables:
            if self.present(id, person):
                self._spawn(self._tell_seats(id))

    async def _tell_seats(self, id: str) -> None:
        clients = list(self._clients(id))
        if not clients:
            return
        game = clients[0].game
        with contextlib.suppress(Unavailable):
            await self.learn(seat.person for seat in game.seats.values())
        watching = sum(1 for client in clients if not game.sides(client.person.id))
        for client in clients:
            client.tell(type="seats", seats=self._seats(game, client.person.id), watching=watching)

    # -- updates -----------------------------------------------------------------------------

    def _changed(self, change: Change) -> None:
        table = self.tables.get(change.game)
        if table is None:
            return
        if change.kind == "gone":
            for client in list(table.clients):
                self._spawn(_close(client, NOT_FOUND))
        elif change.kind == "seats":
            self._spawn(self._tell_seats(change.game))
        elif change.kind == "chat":
            self._spawn(self._tell_chat(table))
        else:
            for client in list(table.clients):
                if not client.acting:
                    self._update(table, client)

    def _update(self, table: Table, client: Client) -> None:
        """Tell a client what it does not know yet, or end the connection if it may no longer see that."""
        try:
            client.send(UPDATE + table.news(client))
        except Bad as wrong:
            self._spawn(_close(client, FORBIDDEN, str(wrong)))

    @property
    def sessions(self) -> set[str]:
        """The sessions in which connections are open."""
        return {client.session for client in self._everybody() if client.session}

    def end_session(self, session: str = "", person: str = "") -> None:
        """Close the connections that were opened in a session which is over, or all of a person."""
        for client in self._everybody():
            if (session and client.session == session) or (person and client.person.id == person):
                self._spawn(_close(client, FORBIDDEN, "You have logged out"))

    async def _tell_chat(self, table: Table) -> None:
        with contextlib.suppress(Unavailable):
            for said in await self.store.chats(table.game.row.id, max(table.heard, 0)):
                if said["id"] > table.heard:
                    table.heard = said["id"]
                    text = encode({"type": "chat", **spoken(said)})
                    for client in list(table.clients):
                        client.send(text)

    def acted(self, game: Game, person: str) -> None:
        """After an action: notify those for whom the game waits, if absent."""
        for side in game.room.awaited:
            seat = game.seats.get(side)
            who = seat.person if seat is not None else None
            if who is not None and who != person and not self.present(game.row.id, who):
                self.turn(game, side)

    # -- one client --------------------------------------------------------------------------

    async def serve(self, client: Client, version: int) -> None:
        """Serve a client until one side disconnects."""
        id = client.game.row.id
        if why := self._no_room(client):
            await client.socket.close(TOO_MANY, why)
            return
        table = self.tables.get(id)
        if table is None:
            table = self.tables[id] = Table(client.game)
        table.clients.add(client)
        self._open[client.whose] += 1
        self.lobby.presence.arrive(id, client.person.id)
        sender = asyncio.create_task(client.deliver())
        try:
            client.version = version
            self._update(table, client)
            self._spawn(self._tell_seats(id))
            self.looked(client.game)
            if table.heard < 0:
                table.heard = max((said["id"] for said in await self.store.chats(id, most=1)), default=0)
            while True:
                await self._hear(client, table, await client.socket.receive_text())
        except (WebSocketDisconnect, RuntimeError, KeyError, Unavailable):
            pass  # it has disconnected, or sent something other than text
        except Bad as wrong:  # it may no longer see what it has to be told
            await _close(client, FORBIDDEN, str(wrong))
        except asyncio.CancelledError:
            if not client.dropped:
                raise
            with contextlib.suppress(Exception):
                await asyncio.wait_for(client.socket.close(TOO_SLOW), 0.2)
        finally:
            sender.cancel()
            table.clients.discard(client)
            self._open -= Counter((client.whose,))
            self.lobby.presence.leave(id, client.person.id)
            self.looked(client.game)
            if table.clients:
                self._spawn(self._tell_seats(id))
            elif self.tables.get(id) is table:
                del self.tables[id]

    def _no_room(self, client: Client) -> str:
        """Why a client cannot connect; those who play always find room at their table."""
        most, person = self.lobby.quotas.watched, client.person.id
        if self._open[client.whose] >= most:
            return f"You have {most:,} pages open: close one first"
        if len(self._clients(client.game.row.id)) >= CROWD and not client.game.sides(person):
            return "Too many spectators"
        return ""

    async def _hear(self, client: Client, table: Table, text: str) -> None:
        said: Any = None
        if len(text) <= LONGEST:
            with contextlib.suppress(ValueError, RecursionError):
                said = orjson.loads(text)
        if not isinstance(said, dict):
            client.refuse({}, "malformed", "A message must be a short JSON object")
        elif not self.limits.message(client):
            client.refuse(said, "too-many", "Too many messages; wait a moment")
        elif said.get("type") == "play":
            await self._play(client, table, said)
        elif said.get("type") == "beat":
            client.tell(type="beat", at=round(time.time(), 3))
        else:
            client.refuse(said, "bad-request", "The type of a message must be play or beat")

    async def _play(self, client: Client, table: Table, said: dict[str, Any]) -> None:
        id, version, action, seat = said.get("id"), said.get("version"), said.get("action"), said.get("as", client.seat)
        if not (
            isinstance(id, str)
            and len(id) <= 64
            and isinstance(action, str)
            and isinstance(seat, str)
            and isinstance(version, int)
            and not isinstance(version, bool)
        ):
            client.refuse(said, "malformed", "To play, send an id, a version and an action")
            return
        game, room = client.game, client.game.room
        side = room.decider if seat in ("", "all") else seat
        if side not in game.sides(client.person.id):
            client.refuse(said, "forbidden", "It is not your decision")
            return
        client.acting = True
        try:
            await room.play(side, action, version, id)
        except Bad as wrong:
            client.tell(type="refused", id=id, **{"objections": [], **problem(wrong)[1]})
        except Unavailable as wrong:
            client.refuse(said, "unavailable", str(wrong))
        else:
            client.send(f'{{"type":"ack","id":{encode(id)},{table.news(client)}')
            self.acted(game, client.person.id)
        finally:
            client.acting = False
        if client.version != room.version:
            self._update(table, client)


async def _close(client: Client, code: int, why: str = "") -> None:
    with contextlib.suppress(Exception):
        await asyncio.wait_for(client.socket.close(code, why[:100]), 1)


def spoken(said: dict[str, Any]) -> dict[str, Any]:
    """A chat message as sent to all clients."""
    return {name: said[name] for name in ("id", "name", "text", "at")}
