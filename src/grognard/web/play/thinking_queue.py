"""Who thinks next: each process thinks about one game at a time, and people take turns.

Of the games that wait for a process, the next is one of the person whose games have thought least lately: however many
games somebody has, nobody waits for more than one of them before each of their own.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple


class Waiter(NamedTuple):
    """A game that waits for a process."""

    game: str
    owner: str
    ready: asyncio.Future[None]


class ThinkingQueue:
    """The queues of all processes."""

    def __init__(self, processes: int) -> None:
        self.thinking: list[str | None] = [None] * processes  # the game each process thinks about
        self._waiting: list[list[Waiter]] = [[] for _ in range(processes)]
        self._turns: dict[str, int] = {}  # by person, when one of their games last thought
        self._clock = 0

    @property
    def waiting(self) -> int:
        """How many games wait."""
        return sum(map(len, self._waiting))

    def position(self, game: str) -> int | None:
        """How many games think before this one; 0 if it thinks now, None if it does not want to."""
        if game in self.thinking:
            return 0
        for process in range(len(self._waiting)):
            for n, waiter in enumerate(self._order(process), 1):
                if waiter.game == game:
                    return n
        return None

    @asynccontextmanager
    async def turn(self, process: int, game: str, owner: str) -> AsyncIterator[None]:
        """Wait for a process, and use it."""
        if self.thinking[process] is not None:
            waiter = Waiter(game, owner, asyncio.get_running_loop().create_future())
            self._waiting[process].append(waiter)
            try:
                await waiter.ready
            except asyncio.CancelledError:
                if waiter in self._waiting[process]:
                    self._waiting[process].remove(waiter)
                elif self.thinking[process] == game:
                    self._next(process)
                raise
        else:
            self._begin(process, game, owner)
        try:
            yield
        finally:
            self._next(process)

    def _begin(self, process: int, game: str, owner: str) -> None:
        self._clock += 1
        self._turns[owner] = self._clock
        if len(self._turns) > 10_000:
            self._turns.clear()
        self.thinking[process] = game

    def _next(self, process: int) -> None:
        self.thinking[process] = None
        for waiter in self._order(process):
            self._waiting[process].remove(waiter)
            if not waiter.ready.done():
                self._begin(process, waiter.game, waiter.owner)
                waiter.ready.set_result(None)
                return

    def _order(self, process: int) -> Iterator[Waiter]:
        """The waiting games of a process in the order in which they will think."""
        waiting, turns, clock = list(self._waiting[process]), dict(self._turns), self._clock
        while waiting:
            found = min(waiting, key=lambda waiter: turns.get(waiter.owner, 0))
            clock += 1
            turns[found.owner] = clock
            waiting.remove(found)
            yield found
