"""Computers at the table: each has a seat like anybody else, and knows what its seat may know."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from ..core import view as eyes
from ..core.action import Player
from ..core.dice import Dice
from ..core.options import Pick
from ..core.state import State
from ..core.title import Bad, Title
from .database import Unavailable
from .room import Room, Stale
from .schema import SeatRow

LOG = logging.getLogger("grognard.bots")
LONGEST = 30.0  # seconds from one attempt to the next while nothing can be stored


class Seat:
    """What an opponent is given: the game through the eyes of its side, at one moment."""

    def __init__(self, room: Room, side: str) -> None:
        self.side, self.title, self.version = side, room.title, room.version
        self.player: Player = room.title.players.index(side)
        self._state: State = room.state

    def view(self) -> dict[str, Any]:
        """The position as this side sees it."""
        return eyes.view(self._state, self.player)

    def ask(self) -> dict[str, Any]:
        """What there is to decide."""
        return eyes.ask(self._state, self.player)

    def guess(self, pick: Pick) -> State:
        """A position that fits all this side knows, what it does not know drawn by lot."""
        guessed: State = self.title.guess(self._state, self.player, pick) if self.title.fogged else self._state.copy()
        return guessed

    def sample(self, pick: Pick) -> str:
        """Something this side may do, drawn by lot."""
        title: Title[Any] = self.title
        return title.text(self._state, title.sample(self._state, pick))


class Playing(Protocol):
    """A game: its room, and who has the seats."""

    room: Room
    seats: dict[str, SeatRow]


class Opponent(Protocol):
    """Somebody who decides for a side."""

    about: str

    async def decide(self, seat: Seat) -> str:
        """The action, in words; the seat has to decide now."""


class AtRandom:
    """Plays any legal move."""

    about = "Plays any legal move"

    async def decide(self, seat: Seat) -> str:
        """The action, drawn by lot."""
        return seat.sample(Dice().pick)


OPPONENTS: Mapping[str, Opponent] = {"random": AtRandom()}
"""By level."""


class Bots:
    """Plays for the computers of all games at hand, each when it has to decide and not before."""

    def __init__(self, opponents: Mapping[str, Opponent] = OPPONENTS) -> None:
        self.opponents = opponents
        self._playing: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
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

    def _opponent(self, game: Playing) -> Opponent | None:
        seat = game.seats.get(game.room.decider)
        return self.opponents.get(seat.computer) if seat is not None else None

    async def _play(self, game: Playing) -> None:
        room, pause = game.room, 0.5
        try:
            while (opponent := self._opponent(game)) is not None:
                seat = Seat(room, room.decider)
                try:
                    action = await opponent.decide(seat)
                    await room.play(seat.side, action, seat.version, f"computer {seat.version}")
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
