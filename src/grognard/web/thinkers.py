"""Minds that think hard do so in processes of their own: the server goes on answering, and no game waits for another.

A game and its minds belong to one process as long as it lives. A position goes there as text and an action comes back;
if the process dies, another takes its place, and its minds look at the position afresh.
"""

from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from threading import Lock
from zlib import crc32

from ..ai import LEVELS, Mind, Opponent, Seat
from ..core import notation
from ..core.dice import Dice
from ..core.state import State
from ..titles import TITLES

HARD = 500  # nodes: whoever thinks less stays where he is
PROCESSES = 2

_minds: dict[tuple[str, str], Mind] = {}  # of this process, by game and side


def _decide(game: str, side: str, level: str, text: str, seconds: float) -> str:
    """In the process: what a level plays in a position, in words."""
    state, opponent = notation.read(TITLES, text), LEVELS[level]
    title = state.title
    mind = _minds.setdefault((game, side), opponent.sit())
    seat, pick = Seat(state, title.players.index(side)), Dice().pick
    action = mind.choose(seat, opponent.budget(seconds), pick).action
    return str(title.text(state, action if seat.legal(action) else seat.sample(pick)))


def _forget(game: str) -> None:
    """In the process: a game is over."""
    for key in [key for key in _minds if key[0] == game]:
        del _minds[key]


class Thinkers:
    """The processes; each is started when it is first needed."""

    def __init__(self, processes: int = PROCESSES) -> None:
        self._pools: list[ProcessPoolExecutor | None] = [None] * processes
        self._lock = Lock()

    def takes(self, state: State, opponent: Opponent) -> bool:
        """Is this thought for them?"""
        known = LEVELS.get(opponent.name) is opponent and TITLES.get(state.title.name) is state.title
        return known and opponent.nodes >= HARD

    def decide(self, game: str, state: State, side: str, opponent: Opponent, seconds: float) -> str:
        """What the computer plays, in words; not on the event loop."""
        text = notation.write(state)
        for last in (False, True):
            pool = self._pool(game)
            try:
                return pool.submit(_decide, game, side, opponent.name, text, seconds).result()
            except BrokenProcessPool:
                with self._lock:
                    self._pools = [None if one is pool else one for one in self._pools]
                if last:
                    raise
        raise AssertionError("unreachable")

    def forget(self, game: str) -> None:
        """A game is over: its minds go."""
        pool = self._pools[self._at(game)]
        if pool is not None:
            pool.submit(_forget, game)

    def close(self) -> None:
        """No more thought."""
        with self._lock:
            for pool in self._pools:
                if pool is not None:
                    pool.shutdown(wait=False, cancel_futures=True)
            self._pools = [None] * len(self._pools)

    def _at(self, game: str) -> int:
        return crc32(game.encode()) % len(self._pools)

    def _pool(self, game: str) -> ProcessPoolExecutor:
        with self._lock:
            pool = self._pools[self._at(game)]
            if pool is None:
                pool = self._pools[self._at(game)] = ProcessPoolExecutor(1, get_context("spawn"))
            return pool
