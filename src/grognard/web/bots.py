"""Computers at the table: each has a seat like anybody else, and knows what its seat may know."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from ..ai import LEVELS, Mind, Opponent, Seat
from ..core.dice import Dice
from ..core.state import State
from ..core.title import Bad, Title
from .database import Unavailable
from .room import Room, Stale
from .schema import SeatRow
from .thinkers import Thinkers

LOG = logging.getLogger("grognard.bots")
LIVE = 2.0  # seconds for one decision at the most
LONGEST = 30.0  # seconds from one attempt to the next while nothing can be stored


class Playing(Protocol):
    """A game: its room, and who has the seats."""

    room: Room
    seats: dict[str, SeatRow]


class Bots:
    """Plays for the computers of all games at hand, each when it has to decide and not before."""

    def __init__(self, levels: Mapping[str, Opponent] = LEVELS) -> None:
        self.levels = levels
        self._minds: dict[tuple[str, str], Mind] = {}  # by game and side: each remembers its plan
        self._playing: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self._thinkers = Thinkers()  # for whoever thinks hard
        self.played: Callable[[Any], None] = lambda _game: None  # called when a computer has done what it had to

    def wake(self, game: Playing) -> None:
        """Something has happened in a game: if a computer has to decide, it does."""
        if self._closed or game.room.game in self._playing or self._opponent(game) is None:
            return
        self._playing.add(game.room.game)
        task = asyncio.create_task(self._play(game))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """No more decisions."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thinkers.close()

    def _opponent(self, game: Playing) -> Opponent | None:
        seat = game.seats.get(game.room.decider)
        return self.levels.get(seat.computer) if seat is not None else None

    def _decide(self, game: str, state: State, side: str, opponent: Opponent) -> str:
        """What the computer plays, in words; it knows what its seat may know. Not on the event loop."""
        if self._thinkers.takes(state, opponent):
            return self._thinkers.decide(game, state, side, opponent, LIVE)
        title: Title[Any] = state.title
        mind = self._minds.setdefault((game, side), opponent.sit())
        seat = Seat(state, title.players.index(side))
        pick = Dice().pick
        action = mind.choose(seat, opponent.budget(LIVE), pick).action
        if not seat.legal(action):
            LOG.error("what the computer chose in game %s is against the rules: %s", game, action)
            action = seat.sample(pick)
        return title.text(state, action)

    async def _play(self, game: Playing) -> None:
        room, pause = game.room, 0.5
        try:
            while (opponent := self._opponent(game)) is not None:
                side, version = room.decider, room.version
                try:
                    action = await asyncio.to_thread(self._decide, room.game, room.state, side, opponent)
                    await room.play(side, action, version, f"computer {version}")
                    pause = 0.5
                except Stale:
                    continue  # somebody was quicker, and the room is up to date now
                except Unavailable:
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST)
            self.played(game)
        except Bad as wrong:
            LOG.error("the computer's move in game %s was refused: %s", room.game, wrong)
        except Exception:
            LOG.exception("the computer cannot go on in game %s", room.game)
        finally:
            self._playing.discard(room.game)
            if room.over:
                for side in room.title.players:
                    self._minds.pop((room.game, side), None)
                self._thinkers.forget(room.game)
