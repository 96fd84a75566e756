"""Engines: many tasks on many processors. Each is done once, even if a worker dies.

An engine is given the work, a function, and the tasks, and yields the number of each task with its result, in the order
of completion. A task whose worker dies is given to another; one that raises an error yields a `Failed`.
"""

import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from ..core.title import Bad

T = TypeVar("T")
Results = Generator[tuple[int, Any], None, None]
"""The number of each task, and its result or a `Failed`."""

LIVES = 3  # workers that may die on one task
DEAD = 12  # workers that may die in a row without completing a task


class Failed(NamedTuple):
    """A task that failed, and why."""

    why: str


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def done(work: Callable[[T], Any], task: T) -> Any:
    """The result of a task, or a `Failed`."""
    try:
        return work(task)
    except Exception as wrong:
        return Failed(str(wrong) if isinstance(wrong, Bad) else f"{type(wrong).__name__}: {wrong}")


class Losses:
    """Counts the workers that died."""

    def __init__(self) -> None:
        self.by_task: Counter[int] = Counter()
        self.row = 0

    def again(self, n: int) -> bool:
        """Count a worker that died on a task; return whether another should try it."""
        self.by_task[n] += 1
        self.row += 1
        if self.row >= DEAD:
            raise Bad(f"{DEAD} workers have died one after another: is there enough memory?")
        return self.by_task[n] < LIVES


DIED = Failed(f"{LIVES} workers died on it: is there enough memory?")


# -- this machine -----------------------------------------------------------------------------


def local(work: Callable[[T], Any], tasks: Sequence[T], jobs: int = 0) -> Results:
    """Run tasks on this machine in `jobs` processes; 0 for one per processor."""
    jobs = min(jobs or processors(), len(tasks))
    if jobs <= 1:
        for n, task in enumerate(tasks):
            yield n, done(work, task)
        return
    waiting, losses = deque(range(len(tasks))), Losses()
    crew: dict[Connection, _Worker] = {}
    try:
        while waiting or crew:
            while waiting and len(crew) < jobs:
                hired = _Worker(work)
                crew[hired.pipe] = hired
                hired.give(waiting.popleft(), tasks)
            for pipe in wait(list(crew)):
                assert isinstance(pipe, Connection)
                worker = crew[pipe]
                try:
                    found = pipe.recv()
                except (EOFError, OSError):
                    crew.pop(pipe).leave()
                    if losses.again(worker.task):
                        waiting.appendleft(worker.task)
                        continue
                    found = DIED
                n, losses.row = worker.task, 0
                if pipe in crew:
                    if waiting:
                        worker.give(waiting.popleft(), tasks)
                    else:
                        crew.pop(pipe).leave()
                yield n, found
    finally:
        for worker in crew.values():
            worker.leave()


class _Worker:
    """A process that does one task after another."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = get_context("spawn")
        self.pipe, there = context.Pipe()
        self.task = -1
        self.process = context.Process(target=_serve, args=(there, work), daemon=True)
        self.process.start()
        there.close()

    def give(self, n: int, tasks: Sequence[Any]) -> None:
        """Send the next task; a dead process is noticed when it should answer."""
        self.task = n
        with suppress(OSError):
            self.pipe.send(tasks[n])

    def leave(self) -> None:
        """End the process; an unfinished task is dropped."""
        self.pipe.close()
        self.process.kill()
        self.process.join()


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """The worker's loop: do tasks until the pipe is closed. Ctrl-C is left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            pipe.send(done(work, pipe.recv()))


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
