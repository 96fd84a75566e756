"""Opponents that think hard run in separate processes: the server keeps answering, and no game waits for another.

A game and its opponents stay in one process as long as it lives. A position is sent there as text and an action comes
back; if the process dies, another replaces it, and its opponents start fresh. A thought can be interrupted: then the
best action so far comes back.
"""

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import count
from multiprocessing import get_context
from threading import Event, Lock
from typing import Any, NamedTuple
from zlib import crc32

from ...core import notation
from ...core.dice import Dice
from ...core.state import State
from ...opponents import LEVELS, Mind, Opponent, Seat
from ...titles import TITLES
from .parent import end_with_parent

HARD = 500  # nodes: opponents that think less stay in the server
PROCESSES = 2
SLOTS = 256  # concurrent thoughts of a process

_minds: dict[tuple[str, str], Mind] = {}  # opponents of this process, by game and side
_cuts: Any = None  # flags of this process by slot: whether the thought should end


class Said(NamedTuple):
    """The opponent's answer: an action as text, why, and its plan, if any."""

    action: str
    why: str
    notes: tuple[str, ...] = ()
    lapse: str = ""  # an illegal action it wanted to play


class Cut:
    """Ends a thought, in any process."""

    def __init__(self) -> None:
        self._ended = Event()
        self._also: list[Callable[[], None]] = []

    def end(self) -> None:
        """End the thought now."""
        self._ended.set()
        for call in list(self._also):
            call()

    def ended(self) -> bool:
        """Whether it has been ended."""
        return self._ended.is_set()

    def then(self, call: Callable[[], None]) -> None:
        """Register a callback."""
        self._also.append(call)
        if self._ended.is_set():
            call()


def ask(
    mind: Mind, state: State, side: str, opponent: Opponent, seconds: float, stop: Callable[[], bool], seed: str = ""
) -> Said:
    """What an opponent plays in a position, from what its side may know. The same seed gives the same action."""
    title = state.title
    seat, pick = Seat(state, title.players.index(side)), Dice(seed or None).pick
    thought = mind.choose(seat, opponent.budget(seconds, stop), pick)
    if seat.legal(thought.action):
        return Said(str(title.text(state, thought.action)), thought.why, thought.notes)
    return Said(str(title.text(state, seat.sample(pick))), "Chosen at random.", (), str(thought.action))


def _begin(cuts: Any) -> None:
    """In the process: set up the flags that end thoughts; it ends with the server."""
    global _cuts
    _cuts = cuts
    end_with_parent(partial(os._exit, 1))


def _decide(game: str, side: str, level: str, text: str, seconds: float, slot: int, fresh: bool, seed: str) -> Said:
    """In the process: what a level plays in a position, as text; without a game nothing is remembered."""
    state, opponent = notation.read(TITLES, text), LEVELS[level]
    mind = None if fresh else _minds.get((game, side))
    if mind is None:
        mind = opponent.sit()
        if game:
            _minds[game, side] = mind
    return ask(mind, state, side, opponent, seconds, lambda: bool(_cuts[slot]), seed)


def _forget(game: str) -> None:
    """In the process: drop the opponents of a finished game."""
    for key in [key for key in _minds if key[0] == game]:
        del _minds[key]


class Process(NamedTuple):
    """A process, and its flags that end thoughts."""

    pool: ProcessPoolExecutor
    cuts: Any


class Thinkers:
    """The processes; each is started when it is first needed."""

    def __init__(self, processes: int = PROCESSES) -> None:
        self._all: list[Process | None] = [None] * processes
        self._lock = Lock()
        self._numbers = count()

    def takes(self, state: State, opponent: Opponent) -> bool:
        """Whether this level should think in a separate process."""
        known = LEVELS.get(opponent.name) is opponent and TITLES.get(state.title.name) is state.title
        return known and opponent.nodes >= HARD

    def decide(
        self,
        game: str,
        state: State,
        side: str,
        opponent: Opponent,
        seconds: float,
        cut: Cut | None = None,
        *,
        fresh: bool = False,
        remember: bool = True,
        seed: str = "",
    ) -> Said:
        """What the computer plays; not on the event loop. `fresh`: forget what it remembers of the game."""
        text, slot = notation.write(state), next(self._numbers) % SLOTS
        for last in (False, True):
            found = self._process(self.process_of(game))
            found.cuts[slot] = 0
            if cut is not None:
                cut.then(partial(found.cuts.__setitem__, slot, 1))
            try:
                asked = (game if remember else "", side, opponent.name, text, seconds, slot, fresh, seed)
                return found.pool.submit(_decide, *asked).result()
            except BrokenProcessPool:
                with self._lock:
                    self._all = [None if one is found else one for one in self._all]
                if last:
                    raise
        raise AssertionError("unreachable")

    def forget(self, game: str) -> None:
        """A game is over: drop its opponents."""
        found = self._all[self.process_of(game)]
        if found is not None:
            found.pool.submit(_forget, game)

    def close(self) -> None:
        """Stop all processes."""
        with self._lock:
            for one in self._all:
                if one is not None:
                    one.pool.shutdown(wait=False, cancel_futures=True)
            self._all = [None] * len(self._all)

    def process_of(self, game: str) -> int:
        """The number of the process that thinks about a game."""
        return crc32(game.encode()) % len(self._all)

    def _process(self, at: int) -> Process:
        with self._lock:
            found = self._all[at]
            if found is None:
                context = get_context("spawn")
                cuts = context.RawArray("b", SLOTS)
                found = self._all[at] = Process(ProcessPoolExecutor(1, context, _begin, (cuts,)), cuts)
            return found
