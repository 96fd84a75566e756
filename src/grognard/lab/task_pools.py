"""Engines: many tasks on many processors. Each is done once, although whoever does it may die.

An engine is given the work, a function, and the tasks, and yields the number of each task with what came of it, in the
order in which they are done. A task whose worker dies is given to another; one that breaks down is a `Failed`.
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
"""The number of each task, and what came of it: if it broke down, a `Failed`."""

LIVES = 3  # so many workers may die over one task
DEAD = 12  # so many workers may die without anything being done in between


class Failed(NamedTuple):
    """A task that broke down, and why."""

    why: str


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def done(work: Callable[[T], Any], task: T) -> Any:
    """What comes of a task, or why nothing does."""
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
        """A worker has died over a task: shall another try it?"""
        self.by_task[n] += 1
        self.row += 1
        if self.row >= DEAD:
            raise Bad(f"{DEAD} workers have died one after the other: is there enough memory?")
        return self.by_task[n] < LIVES


DIED = Failed(f"{LIVES} workers died over it: is there enough memory?")


# -- this machine -----------------------------------------------------------------------------


def local(work: Callable[[T], Any], tasks: Sequence[T], jobs: int = 0) -> Results:
    """On this machine, in so many processes; 0 for one on every processor."""
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
    """A process that does one task after the other."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = get_context("spawn")
        self.pipe, there = context.Pipe()
        self.task = -1
        self.process = context.Process(target=_serve, args=(there, work), daemon=True)
        self.process.start()
        there.close()

    def give(self, n: int, tasks: Sequence[Any]) -> None:
        """The next task; that the process is dead is noticed when it should answer."""
        self.task = n
        with suppress(OSError):
            self.pipe.send(tasks[n])

    def leave(self) -> None:
        """No more tasks; one that is not done is given up."""
        self.pipe.close()
        self.process.kill()
        self.process.join()


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """In the process: do what comes until the pipe is closed. Ctrl-C is for whoever gave the tasks."""
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
