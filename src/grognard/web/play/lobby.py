"""The lobby: open games by name, their seats, and what each person may see."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from ...core import record
from ...core.table import UNDO_POLICIES, Table
from ...core.title import Bad
from ...kit.table import Wargame, wargame
from ..storage.events import Conflict, Event
from ..storage.store import Change, GameRow, Kept, SeatRow, Store, Unavailable
from .cards import card_of, unreadable
from .computers import Bots
from .game import Game, Missing, in_order
from .library import Library
from .new_games import alone, begin, chain_of_server, check_verified, known_level, named_in, new_seat
from .opening import Opening, standing_of, start_of
from .presence import Presence
from .quotas import USUAL, Quotas
from .room import Room

LOG = logging.getLogger("grognard.lobby")
STORED = 50  # events after which the position of a game is stored again


class Lobby:
    """All games of a server."""

    def __init__(self, store: Store, titles: Mapping[str, Wargame[Any]], quotas: Quotas = USUAL) -> None:
        self.store, self.titles, self.quotas = store, titles, quotas
        self.library = Library(titles, store.editions)
        self.opening = Opening(store, self.library, quotas)
        self.games: WeakValueDictionary[str, Game] = WeakValueDictionary()  # one room for each open game
        self.bots = Bots()
        self.presence = Presence(store)  # who is connected where
        self._recent: OrderedDict[str, Game] = OrderedDict()
        self._uploads = asyncio.Semaphore(1)  # records are replayed one after another
        self._being_opened: dict[str, asyncio.Task[Game]] = {}
        self._callbacks: list[Callable[[Change], None]] = []
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Listen to other processes, and let the computers resume their games."""
        self.store.db.listen(self._heard)
        await self.presence.start()
        self._spawn(self._resume())

    async def close(self) -> None:
        """Finish what is in progress, and store the cards of the games."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        await self.presence.close()
        for game in list(self.games.values()):
            await game.room.rest()
        await asyncio.gather(*(self._put_away(game) for game in list(self._recent.values())))

    async def settled(self) -> None:
        """Wait until everything that follows from what has happened is done: games opened again, checked and stored."""
        while tasks := [*self._tasks, *self._being_opened.values()]:
            await asyncio.wait(tasks)

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- changes -----------------------------------------------------------------------------

    def on_change(self, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Register a callback for changes in games, here or in another process: `game`, `seats`, `chat`.

        The room is up to date by then. Returns a function that unregisters it.
        """
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def _say(self, change: Change) -> None:
        for callback in list(self._callbacks):
            callback(change)

    def _moved(self, room: Room) -> None:
        game = self.games.get(room.game)
        if game is None or game.room is not room:
            return
        if room.outdated:
            self._begin(room.game, game)  # then everybody is told
            return
        self._say(Change(room.game, "game"))
        self.bots.wake(game)
        if room.seq - room.stored >= STORED:
            room.stored = room.seq
            self._spawn(self._put_away(game))

    async def _reopen(self, game: Game) -> Game:
        """Go on with a game whose players have agreed to other rules, from a position that was carried over."""
        found = await self.store.game(game.row.id)
        if found is None:
            raise Missing("There is no such game")
        self.bots.forget(game.room)
        game.row, game.room = found[0], await self.opening.room(found[0], found[2])
        game.room.listeners.append(self._moved)
        self._say(Change(game.row.id, "game"))
        self.bots.wake(game)
        return game

    def forget(self, id: str) -> None:
        """Forget a game that has been deleted, here or by another process."""
        self._recent.pop(id, None)
        game = self.games.pop(id, None)
        if game is not None:
            game.room.broken = "This game has been deleted"
            self.bots.wake(game)
        self._say(Change(id, "gone"))

    def _heard(self, change: Change) -> None:
        """Handle a change of a game by another process; without a name, any game may have changed."""
        if change.kind == "gone":
            self.forget(change.game)
            return
        for game in [self.games.get(change.game)] if change.game else list(self.games.values()):
            if game is not None:
                self._spawn(self._renew(game, change.kind if change.game else ""))
        if change.game and change.game not in self.games:
            self._say(change)

    async def _renew(self, game: Game, kind: str) -> None:
        with contextlib.suppress(Unavailable):
            if kind in ("game", ""):
                await game.room.refresh()
            if kind in ("seats", ""):
                game.seats = in_order(game.room.title, await self.store.seats(game.row.id))
                await self.presence.look(game.row.id)
        if kind in ("seats", "chat", ""):
            for one in (kind,) if kind else ("seats", "chat"):
                self._say(Change(game.row.id, one))

    # -- new games ---------------------------------------------------------------------------

    async def new(
        self,
        owner: str,
        title: str,
        scenario: str = "",
        options: Mapping[str, str] | None = None,
        seats: Mapping[str, str] | None = None,
        undo: str = "free",
        text: str = "",
        origin: str = "",
        skip: bool = False,
        hints: bool | None = None,
        set_up: str = "",
        verified: bool = False,
    ) -> Game:
        """A new game: each seat is `me`, `invite` or `computer:LEVEL`; it may start from a position or record.

        By default hints are allowed if nobody else is invited. `set_up`: the level that sets up for the creator.
        `verified`: its players can check the dice.
        """
        found = self.library.named(title or named_in(text))
        if undo not in UNDO_POLICIES:
            raise Bad(f"undo must be one of {', '.join(UNDO_POLICIES)}, not {undo!r}")
        if unknown := [side for side in seats or {} if side not in found.players]:
            raise Bad(f"{title} has no side {unknown[0]!r}; sides: {', '.join(found.players)}")
        await self._one_more(owner)
        start = partial(begin, self.titles, found, scenario, options or {}, text, self.quotas)
        async with self._uploads if text else contextlib.nullcontext():
            table, position = await asyncio.to_thread(start)
        id = secrets.token_urlsafe(12)
        rows = [new_seat(id, side, (seats or {}).get(side, "me"), owner, set_up) for side in found.players]
        allowed = alone(rows) if hints is None else hints
        if verified:
            check_verified(rows, table)
        row = self._row(id, table, position, undo, owner, origin, skip, allowed)._replace(verified=verified)
        return await self._create(row, rows, table)

    async def _one_more(self, owner: str) -> None:
        """Refuse a new game if there are too many."""
        self.quotas.another_game(*await self.store.count_games(owner))

    def _row(
        self, id: str, table: Table, position: str, undo: str, owner: str, origin: str, skip: bool, hints: bool
    ) -> GameRow:
        title, first = table.title, table.first
        return GameRow(
            id,
            title.name,
            title.version,
            first.scenario,
            dict(o.split("=", 1) for o in first.options),
            list(title.packs),
            position,
            undo,
            owner,
            time.time(),
            origin,
            skip,
            hints,
            edition=title.fingerprint,
        )

    async def _create(
        self, row: GameRow, seats: Sequence[SeatRow], table: Table, told: tuple[str, Event] | None = None
    ) -> Game:
        """A game that starts from a table, including what was played there."""
        if not row.verified:  # a moment in the middle of a roll is played on
            table.rolls = True
            table.settle()
        names = (*table.title.players, "chance")
        after = (*(entry.before for entry in table.journal[1:]), table.state)
        events = [
            Event(n, row.created, "action", names[entry.player], entry.text, mark=record.mark(s))
            for n, (entry, s) in enumerate(zip(table.journal, after[: len(table.journal)], strict=True), 1)
        ]
        seed = ""
        if row.verified:  # its first throw waits for the players
            seed, commitment = chain_of_server(row, seats)
            events = [commitment]
        await self.library.keep(wargame(table))
        await self.store.create(row, seats, events, told, seed)
        return await self.open(row.id)

    async def fork(self, game: Game, person: str, at: int, seats: Mapping[str, str] | None = None) -> Game:
        """Continue from a moment as a new game of this person; seats as in `new`."""
        if not game.open_to(person):
            raise Bad("Only available if you control every side or the game is over")
        journal, old, title = game.room.table.journal, game.row, game.room.title
        if not 0 <= at <= len(journal):
            raise Bad(f"The game has {len(journal)} actions: there is no moment {at}")
        await self._one_more(person)
        table = Table(title, old.scenario, old.options, position=start_of(title, old.position), rolls=False)
        table.journal, table.state = journal[:at], game.room.table.at(at)
        id = secrets.token_urlsafe(12)
        rows = [new_seat(id, side, (seats or {}).get(side, "me"), person) for side in title.players]
        return await self._create(
            self._row(id, table, old.position, old.undo, person, f"{old.id}@{at}", old.skip, alone(rows)), rows, table
        )

    async def rematch(self, game: Game, person: str, *, swap: bool = False, level: str = "") -> Game:
        """A rematch with the same people, with sides swapped or computers of another level on request.

        The second to ask joins the first.
        """
        old, title, room = game.row, game.room.title, game.room
        if not game.sides(person):
            raise Missing("You did not play in this game")
        if not room.over:
            raise Bad("The game is not over yet")
        await self._one_more(person)
        table = Table(title, old.scenario, old.options, position=start_of(title, old.position), rolls=False)
        id = secrets.token_urlsafe(12)
        held = list(game.seats.values())
        held = held[1:] + held[:1] if swap else held
        rows = [
            SeatRow(
                id,
                side,
                seat.person,
                seat.computer and (known_level(level) or seat.computer),
                secrets.token_urlsafe(18) if seat.invitation else None,
                set_up=seat.set_up,
            )
            for side, seat in zip(title.players, held, strict=True)
        ]
        row = self._row(id, table, old.position, old.undo, person, f"rematch {old.id}", old.skip, old.hints)
        row = row._replace(verified=old.verified)
        last, key = (room.rematch, id) if alone(rows) else ("", "rematch")  # alone, nobody waits in the last one
        while room.rematch == last:
            event = Event(room.seq + 1, time.time(), "rematch", game.sides(person)[0], id, key)
            with contextlib.suppress(Conflict):
                await self._create(row, rows, table, (old.id, event))
            await room.refresh()
        return await self.open(room.rematch)

    # -- open games --------------------------------------------------------------------------

    async def open(self, id: str) -> Game:
        """A game, read from the store if it is not open."""
        game = self.games.get(id)
        if game is None or game.room.outdated:
            game = await asyncio.shield(self._begin(id, game))
        elif not self.store.db.current:
            await game.room.refresh()
        self._recent[id] = game
        self._recent.move_to_end(id)
        while self._too_many_rooms():
            _, oldest = self._recent.popitem(last=False)
            self._spawn(self._put_away(oldest))
        return game

    def _begin(self, id: str, game: Game | None) -> asyncio.Task[Game]:
        """Open a game, or open it again; once, however many ask for it."""
        if id not in self._being_opened:
            work = self._open(id) if game is None else self._reopen(game)
            task = self._being_opened[id] = asyncio.create_task(work)
            task.add_done_callback(lambda _: self._being_opened.pop(id, None))
        return self._being_opened[id]

    def _too_many_rooms(self) -> bool:
        """Whether the least recently used room has to go, because of the number or the size of them all."""
        rooms = [game.room for game in self._recent.values()]
        size = sum(len(room.table.journal) for room in rooms)
        return len(rooms) > max(1, self.quotas.rooms) or (len(rooms) > 1 and size > self.quotas.room_actions)

    async def _open(self, id: str) -> Game:
        found = await self.store.game(id)
        if found is None:
            raise Missing("There is no such game")
        row, seats, events = found
        room = await self.opening.room(row, events)
        game = Game(row, in_order(room.title, seats), room)
        self.games[id] = game
        room.listeners.append(self._moved)
        self.bots.wake(game)
        return game

    async def _put_away(self, game: Game) -> None:
        """Store the card of a game, for lists, and its position; it does not matter if that fails."""
        if game.row.card is None or game.row.card.get("seq") != game.room.seq:
            card = card_of(game)
            with contextlib.suppress(Unavailable):
                await self.store.editions.put_away(game.row.id, card, standing_of(game.room))
                game.row = game.row._replace(card=card)

    # -- people ------------------------------------------------------------------------------

    async def set_up(self, game: Game, side: str, level: str) -> None:
        """Let a level of the computer place the units of a player's side, or with no level the player again."""
        await self.store.seat(game.row.id, side, set_up=known_level(level))
        game.seats[side] = game.seats[side]._replace(set_up=level)
        self.bots.wake(game)

    async def join(self, invitation: str, person: str) -> Game:
        """Take the seat of an invitation."""
        seat = await self.store.take(invitation, person)
        if seat is None:
            raise Missing("Unknown invitation")
        if seat.person != person:
            raise Missing("This seat is already taken")
        game = await self.open(seat.game)
        game.seats[seat.side] = seat
        self._say(Change(seat.game, "seats"))
        return game

    async def invite(self, game: Game, owner: str, side: str) -> str:
        """A new invitation for an open seat, which invalidates the old one."""
        seat = game.seats.get(side)
        if seat is None or game.row.owner != owner:
            raise Missing("Only the creator of the game can invite others")
        if seat.person is not None or seat.computer:
            raise Bad("This seat is taken")
        fresh = secrets.token_urlsafe(18)
        await self.store.seat(seat.game, side, invitation=fresh)
        game.seats[side] = seat._replace(invitation=fresh)
        return fresh

    async def seen(self, game: Game, person: str, count: int) -> None:
        """Store how much of the journal a person has seen."""
        count = max(0, min(count, len(game.room.table.journal)))
        for side in game.sides(person):
            if game.seats[side].seen != count:
                await self.store.seat(game.row.id, side, seen=count)
                game.seats[side] = game.seats[side]._replace(seen=count)

    async def say(self, game: Game, person: str, text: str) -> int:
        """Send a chat message; returns its number."""
        number = await self.store.chat(game.row.id, person, text)
        self._say(Change(game.row.id, "chat"))
        return number

    async def cards(self, person: str) -> list[tuple[Kept, dict[str, Any]]]:
        """The games of a person with their cards; only those that have changed since are opened."""
        return [(kept, await self._card(kept)) for kept in await self.store.kept(person)]

    async def _card(self, kept: Kept) -> dict[str, Any]:
        if kept.good and kept.row.card is not None:
            return kept.row.card
        try:
            return card_of(await self.open(kept.row.id))
        except Bad as wrong:
            return unreadable(kept, str(wrong))

    async def _resume(self) -> None:
        """Let the computers resume their games; then check every running game that was played by other rules."""
        await self._wake()
        with contextlib.suppress(Unavailable):
            for id in await self.store.editions.running(set(self.library.current)):
                with contextlib.suppress(Bad):
                    await self.open(id)

    async def _wake(self) -> None:
        """Open the games in which a computer has to decide, so that it does."""
        try:
            waiting = await self.store.with_computer()
        except Unavailable as wrong:
            LOG.error("the computers cannot resume their games: %s", wrong)
            return
        for kept in waiting:
            computers = {seat.side for seat in kept.seats if seat.computer}
            if not kept.good or (await self._card(kept))["decider"] in computers:
                with contextlib.suppress(Bad, Unavailable):
                    await self.open(kept.row.id)
