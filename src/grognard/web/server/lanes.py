"""Lanes: what is sent to one place waits only for what is sent to the same place."""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

log = logging.getLogger("grognard.notify")
THREADS = 16
EACH = 20  # messages that may wait for one place
LANES = 1000  # places


class Lanes:
    """Runs jobs in threads, one at a time for each place, in order."""

    def __init__(self) -> None:
        self.sent = self.failed = 0
        self._waiting: dict[str, deque[tuple[str, Callable[[], None]]]] = {}
        self._workers: set[asyncio.Task[None]] = set()
        self._pool = ThreadPoolExecutor(THREADS, "notify")

    @property
    def waiting(self) -> int:
        """How many messages have not been sent yet."""
        return sum(map(len, self._waiting.values()))

    def put(self, place: str, about: str, job: Callable[[], None]) -> bool:
        """Queue a job for a place; False if too many wait for it already."""
        lane = self._waiting.get(place)
        if lane is None:
            if len(self._waiting) >= LANES:
                return False
            lane = self._waiting[place] = deque()
            task = asyncio.create_task(self._work(place, lane))
            self._workers.add(task)
            task.add_done_callback(self._workers.discard)
        if len(lane) >= EACH:
            return False
        lane.append((about, job))
        return True

    async def _work(self, place: str, lane: deque[tuple[str, Callable[[], None]]]) -> None:
        try:
            while lane:
                about, job = lane[0]
                try:
                    await asyncio.get_running_loop().run_in_executor(self._pool, job)
                    self.sent += 1
                except Exception as wrong:
                    self.failed += 1
                    why = f"{type(wrong).__name__}: {wrong}"
                    log.warning("a message was not sent", extra={"about": about, "why": why})
                lane.popleft()
        finally:
            self._waiting.pop(place, None)

    async def join(self) -> None:
        """Wait until everything has been sent."""
        while self._workers:
            await asyncio.wait(list(self._workers))

    async def close(self) -> None:
        """Stop sending."""
        for worker in list(self._workers):
            worker.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await worker
        self._pool.shutdown(wait=False, cancel_futures=True)
