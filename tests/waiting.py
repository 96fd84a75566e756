"""How tests wait for another thread, process or page: for something to be so, never for a time."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 300.0  # seconds: far more than any machine needs; only what never comes takes so long
LOOK_AGAIN = 0.01  # seconds


def until(found: Callable[[], T]) -> T:
    """Wait until there is something to be found."""
    end = time.monotonic() + PATIENCE
    while not (got := found()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(LOOK_AGAIN)
    return got


async def happens(found: Callable[[], T]) -> T:
    """The same inside an event loop, which goes on."""
    end = time.monotonic() + PATIENCE
    while not (got := found()):
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(LOOK_AGAIN)
    return got
