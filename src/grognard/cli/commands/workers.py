"""Several server processes on one listening socket and one database: `grognard serve --workers N`.

The parent only watches: a worker that stops unexpectedly is started again, and a signal to stop is passed on to all.
If the parent is killed, its workers stop too.
"""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import wait
from typing import Any

from ...core.title import Bad
from ...web.play.parent import end_with_parent

PAUSE = 1.0  # seconds before a worker that has stopped is started again


def check(workers: int, url: str) -> None:
    """Refuse several workers where they cannot work."""
    if workers > 1 and url.startswith("sqlite"):
        raise Bad("several workers need PostgreSQL: set --database postgresql://...")
    if workers > 1 and not hasattr(os, "fork"):
        raise Bad("several workers need an operating system with fork, such as Linux")


def supervise(workers: int, serve: Callable[[bool], None]) -> None:
    """Run `serve` in this many processes until told to stop; only the first is told that it is the first."""
    fork = multiprocessing.get_context("fork")
    running: list[Any] = []
    told = list[int]()  # the signals to stop

    def stop(number: int, _frame: object) -> None:
        told.append(number)
        for process in running:
            if process.is_alive():
                process.terminate()

    def start(first: bool) -> Any:
        process = fork.Process(target=_work, args=(serve, first))
        process.start()
        return process

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        running += [start(n == 0) for n in range(workers)]
        while not told:
            wait([process.sentinel for process in running])
            for n, process in enumerate(running):
                if not told and not process.is_alive():
                    print(f"worker {n + 1} stopped (exit code {process.exitcode}); starting it again", file=sys.stderr)
                    time.sleep(PAUSE)
                    running[n] = start(False)
        stop(told[0], None)  # one may have been started meanwhile
        for process in running:
            process.join()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _work(serve: Callable[[bool], None], first: bool) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    end_with_parent(partial(os.kill, os.getpid(), signal.SIGTERM))
    serve(first)
