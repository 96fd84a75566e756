"""Computer players: each has a seat, and knows only what its seat may know.

A computer plays when it has to decide. Games between computers have a pace, and pause while nobody watches.
"""

import asyncio
import contextlib
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, Protocol

from ...core.title import Bad
from ...opponents import LEVELS, Mind, Opponent
from ..storage.database import Unavailable
from ..storage.schema import SeatRow
from .room import Room, Stale
from .thinkers import PROCESSES, Cut, Said, Thinkers, ask
from .thinking_queue import ThinkingQueue

LOG = logging.getLogger("grognard.bots")
LIVE = 2.0  # maximum seconds for one decision
TURN = 45.0  # maximum seconds for all decisions of a side in a turn
LONGEST = 30.0  # seconds between attempts while nothing can be stored
SECONDS: Mapping[str, float] = {"paused": 0.0, "slow": 1.8, "normal": 0.7, "fast": 0.12}  # seconds between actions
WAITING = 64  # threads that wait for processes
OWN = 2  # threads that think in the server
KEPT = 200  # cached hints: the same query has the same answer


class Playing(Protocol):
    """A game: its room and its seats."""

    room: Room
    seats: dict[str, SeatRow]

    @property
    def show(self) -> bool:
        """Whether it is a game between computers."""


class Thinking(NamedTuple):
    """A running thought: its position, and how to end it."""

    version: int
    cut: Cut


class Bots:
    """Plays for the computers of all open games, each when it has to decide."""

    def __init__(self, levels: Mapping[str, Opponent] = LEVELS) -> None:
        self.levels = levels
        self.watched: Callable[[str], bool] | None = (
            None  # whether a game is being watched; if None, all games continue
        )
        self.played: Callable[[Any], None] = lambda _game: None  # called when a computer has finished deciding
        self._minds: dict[tuple[str, str], Mind] = {}  # by game and side: each remembers its plan
        self._last: dict[tuple[str, str], int] = {}  # the version after the last decision of each
        self._playing: dict[str, asyncio.Event] = {}  # set when something has happened in the game
        self._thinking: dict[str, Thinking] = {}
        self._hurried: dict[str, tuple[str, str]] = {}  # turns in which a side must not think any more
        self._spent: dict[str, tuple[tuple[str, str], float]] = {}  # seconds a side has used in its turn
        self._stuck: dict[str, int] = {}  # the version at which a game is stuck
        self._steps: set[str] = set()  # paused games that may make one decision
        self._placing: dict[str, tuple[str, str, str]] = {}  # the side and the step for which a level places units
        self._hints: OrderedDict[tuple[str, str, int, str], asyncio.Task[Said]] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._thinkers = Thinkers()  # for levels that think hard
        self.queue = ThinkingQueue(PROCESSES)
        self._waiting = ThreadPoolExecutor(WAITING, "waiting")  # threads that wait for them
        self._own = ThreadPoolExecutor(OWN, "thinking")  # threads that think, beside the server

    # -- scheduling ----------------------------------------------------------------------------

    def wake(self, game: Playing) -> None:
        """Let the computer decide, if it has to, after something has happened in a game."""
        room = game.room
        if room.game in self._playing:
            self._playing[room.game].set()
            thought = self._thinking.get(room.game)
            if thought and (room.over or room.broken or thought.version != room.version):
                thought.cut.end()  # for a position that no longer exists
        elif not self._closed and self._opponent(game) is not None and self._runs(game):
            self._playing[room.game] = asyncio.Event()
            self._spawn(self._play(game))

    def step(self, game: Playing) -> None:
        """Make one decision in a paused game."""
        self._steps.add(game.room.game)
        self.wake(game)

    def place(self, game: Playing, side: str, level: str) -> bool:
        """Let a level place the rest of a player's units at this step, or with no level the player.

        False if this is not a step in which the side may have to place many.
        """
        room = game.room
        step = room.title.step(room.state).name if room.decider == side else ""
        self._placing.pop(room.game, None)
        if level in self.levels and step in room.title.placing_steps:
            self._placing[room.game] = side, step, level
        self.wake(game)
        return step in room.title.placing_steps

    def hurry(self, game: Playing) -> bool:
        """Make a thinking computer play its best move and stop thinking this turn; False if none has to decide."""
        room = game.room
        if self._opponent(game) is None:
            return False
        self._hurried[room.game] = _turn(room)
        thought = self._thinking.get(room.game)
        if thought:
            thought.cut.end()
        return True

    async def close(self) -> None:
        """Stop deciding."""
        self._closed = True
        for thought in self._thinking.values():
            thought.cut.end()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thinkers.close()
        for pool in (self._waiting, self._own):
            pool.shutdown(wait=False, cancel_futures=True)

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _opponent(self, game: Playing) -> Opponent | None:
        """The computer that has to decide, if any; it may also place units for a player who asked for that."""
        room, seat = game.room, game.seats.get(game.room.decider)
        if seat is None:
            return None
        step = room.title.step(room.state).name
        side, placed, level = self._placing.get(room.game, ("", "", ""))
        if (side, placed) != (seat.side, step):
            self._placing.pop(room.game, None)
            level = seat.set_up if step in room.title.set_up_steps else ""
        return self.levels.get(seat.computer or level)

    def _runs(self, game: Playing) -> bool:
        """Whether the game continues now; a game between computers continues only while it is watched."""
        room = game.room
        if self._stuck.get(room.game) == room.version:
            return False  # log it once
        if self.watched is None or not game.show:
            return True
        return self.watched(room.game) and (room.pace != "paused" or room.game in self._steps)

    async def _rest(self, game: Playing, since: float) -> None:
        """Wait for the pace of a game between computers."""
        room, happened = game.room, self._playing[game.room.game]
        while self.watched is not None and game.show and not room.over and room.pace != "paused":
            left = since + SECONDS[room.pace] - time.monotonic()
            if left <= 0:
                return
            happened.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(happened.wait(), left)

    # -- decisions -----------------------------------------------------------------------------

    def _decide(self, room: Room, side: str, opponent: Opponent, seconds: float, cut: Cut, fresh: bool) -> Said:
        """What the computer plays, from what its seat may know. Not on the event loop."""
        game, state = room.game, room.state
        if self._thinkers.takes(state, opponent):
            return self._thinkers.decide(game, state, side, opponent, seconds, cut, fresh=fresh)
        mind = None if fresh else self._minds.get((game, side))
        if mind is None:
            mind = self._minds[game, side] = opponent.sit()
        return ask(mind, state, side, opponent, seconds, cut.ended)

    async def _in_thread(
        self, room: Room, opponent: Opponent, work: Callable[..., Said], *args: Any
    ) -> tuple[Said, float]:
        """Run it in a thread, when it is the game's turn for a process if it needs one; and how long that took."""
        loop, hard = asyncio.get_running_loop(), self._thinkers.takes(room.state, opponent)
        process = self._thinkers.process_of(room.game)
        async with self.queue.turn(process, room.game, room.owner) if hard else contextlib.nullcontext():
            begun = time.monotonic()
            said = await loop.run_in_executor(self._waiting if hard else self._own, work, *args)
            return said, time.monotonic() - begun

    async def _think(self, room: Room, side: str, opponent: Opponent) -> Said:
        """A decision within the time left for the turn; after an undo the computer starts fresh."""
        game, turn, version = room.game, _turn(room), room.version
        spent = self._spent[game][1] if self._spent.get(game, (None,))[0] == turn else 0.0
        seconds = 0.0 if self._hurried.get(game) == turn else max(0.0, min(LIVE, TURN - spent))
        last, cut = self._last.get((game, side)), Cut()
        fresh = last is not None and not room.led_to(last)
        self._thinking[game] = Thinking(version, cut)
        try:
            thought = self._in_thread(room, opponent, self._decide, room, side, opponent, seconds, cut, fresh)
            said, took = await thought
        finally:
            del self._thinking[game]
        self._spent[game] = turn, spent + took
        if said.lapse:
            LOG.error("the computer chose an illegal action in game %s: %s", game, said.lapse)
        return said

    async def _play(self, game: Playing) -> None:
        room, pause = game.room, 0.5
        try:
            while (opponent := self._opponent(game)) is not None and self._runs(game):
                side, version, begun = room.decider, room.version, time.monotonic()
                try:
                    said = await self._think(room, side, opponent)
                    note = json.dumps({"level": opponent.name, "why": said.why, "notes": said.notes})
                    await room.play(side, said.action, version, f"computer {version}", note)
                    self._last[room.game, side] = version + 1
                    self._steps.discard(room.game)
                    pause = 0.5
                    await self._rest(game, begun)
                except Stale:
                    self._last[room.game, side] = -1  # another change came first; the room is up to date now
                except Unavailable:
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST)
            self.played(game)
        except Bad as wrong:
            if not (room.over or room.broken):  # a player may have resigned meanwhile, or deleted the game
                LOG.error("the computer's move in game %s was refused: %s", room.game, wrong)
        except Exception:
            LOG.exception("the computer cannot continue in game %s", room.game)
            self._stuck[room.game] = room.version
        finally:
            self._playing.pop(room.game, None)
            if room.over or room.broken:
                self.forget(room)

    def forget(self, room: Room) -> None:
        """Drop what the computers remember of a game."""
        for side in room.title.players:
            self._minds.pop((room.game, side), None)
            self._last.pop((room.game, side), None)
        for kept in (self._hurried, self._spent, self._stuck):
            kept.pop(room.game, None)
        self._steps.discard(room.game)
        self._thinkers.forget(room.game)

    # -- hints ---------------------------------------------------------------------------------

    async def hint(self, room: Room, side: str, level: str) -> Said:
        """A hint: what a level would do for the side that decides, from what that side knows; it is not stored."""
        if level not in self.levels:
            raise Bad(f"There is no level {level!r}; levels: {', '.join(self.levels)}")
        key = (room.game, side, room.version, level)
        task = self._hints.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._hints[key] = self._spawn(self._advise(room, side, self.levels[level]))
        self._hints.move_to_end(key)
        while len(self._hints) > KEPT:
            self._hints.popitem(last=False)
        return await asyncio.shield(task)

    async def _advise(self, room: Room, side: str, opponent: Opponent) -> Said:
        """A fresh computer looks at the position; the same knowledge gives the same hint."""
        state, seed = room.state, f"hint {room.version}"
        if self._thinkers.takes(state, opponent):
            decide = self._thinkers.decide
            work = partial(decide, room.game, state, side, opponent, LIVE, remember=False, seed=seed)
        else:
            work = partial(ask, opponent.sit(), state, side, opponent, LIVE, self._shut, seed)
        return (await self._in_thread(room, opponent, work))[0]

    def _shut(self) -> bool:
        return self._closed


def _turn(room: Room) -> tuple[str, str]:
    """The side that decides, and the turn."""
    return room.decider, room.title.now(room.state)
