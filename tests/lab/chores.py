"""Work for engines, at module level so that other processes find it."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path


def square(n: int) -> int:
    return n * n


def picky(n: int) -> int:
    if n == 2:
        raise ValueError("two is too much")
    return n


@dataclass(frozen=True)
class Deadly:
    """Over one task the worker is killed in the middle, so many times."""

    folder: Path
    task: int
    times: int

    def __call__(self, n: int) -> int:
        with (self.folder / str(n)).open("a") as file:
            file.write("x")
        if n == self.task and (self.folder / str(n)).stat().st_size <= self.times:
            time.sleep(0.2)
            os.kill(os.getpid(), signal.SIGKILL)
        return n


def endless(n: int) -> int:
    print(os.getpid(), flush=True)
    time.sleep(600)
    return n
