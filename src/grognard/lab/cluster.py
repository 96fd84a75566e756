"""The same tasks on a Ray cluster of one or many machines. Needs `grognard[ray]`."""

import os
import socket
import subprocess
import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from logging import CRITICAL
from time import monotonic
from typing import Any, TypeVar

from ..core.title import Bad
from .task_pools import DIED, Failed, Losses, Results, done, processors

T = TypeVar("T")

KNOCK = 5.0  # seconds to open a connection
JOIN = 30.0  # seconds to join a cluster
TICK = 2.0  # seconds between checks of the cluster
GONE = 10  # failed checks before it counts as gone; Ray itself would end this process after a minute
FETCH = 60.0  # seconds for a result to come from another machine
STORE = 128 * 1024 * 1024  # bytes for results in transit, if Ray is started just for this
QUIET: dict[str, Any] = {"log_to_driver": False, "logging_level": CRITICAL}
ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_enable_metrics_collection": "0",
}  # no usage statistics
TRIAL = "import ray, sys; ray.init(address=sys.argv[1], log_to_driver=False, logging_level=50); ray.shutdown()"


def on_ray(work: Callable[[T], Any], tasks: Sequence[T], jobs: int = 0, address: str = "") -> Results:
    """Run tasks on the cluster at an address or on this machine, at most `jobs` at once; 0 for as many as possible."""
    with _joined(address, jobs) as ray:
        remote, kept = ray.remote(max_retries=0)(done), ray.put(work)
        waiting, losses = deque(range(len(tasks))), Losses()
        watch, busy = _Watch(ray), dict[Any, int]()
        while waiting or busy:
            room = jobs or 2 * max(1, watch.processors)
            while waiting and len(busy) < room:
                n = waiting.popleft()
                busy[remote.remote(kept, tasks[n])] = n
            ready, _ = ray.wait(list(busy), timeout=TICK)
            watch.look()
            for one in ready:
                n = busy.pop(one)
                try:
                    found = ray.get(one, timeout=FETCH)
                except ray.exceptions.RayTaskError as wrong:
                    found = Failed(f"a worker failed: {_last(str(wrong))}")
                except ray.exceptions.RayError:  # the worker, its machine or its result is lost
                    if losses.again(n):
                        waiting.appendleft(n)
                        continue
                    found = DIED
                losses.row = 0
                yield n, found


class _Watch:
    """Checks regularly that the cluster is still there and has processors."""

    def __init__(self, ray: Any) -> None:
        self.ray, self.missed = ray, 0
        self.address = str(ray.get_runtime_context().gcs_address)
        self.processors, self.looked = self._count(), monotonic()

    def _count(self) -> int:
        return int(self.ray.cluster_resources().get("CPU", 0))

    def look(self) -> None:
        """Raise `Bad` if the cluster is gone."""
        if monotonic() < self.looked + TICK:
            return
        why = _knock(self.address)
        if not why:
            self.processors = self._count()  # a cluster may grow
            why = "" if self.processors else "it has no processors left"
        self.missed, self.looked = self.missed + 1 if why else 0, monotonic()
        if self.missed >= GONE:
            raise Bad(f"the Ray cluster at {self.address} is gone: {why}")


@contextmanager
def _joined(address: str, jobs: int) -> Iterator[Any]:
    """Ray, connected; disconnected at the end, unless it was connected before."""
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ModuleNotFoundError as missing:
        raise Bad(f"--engine ray needs an extra: pip install 'grognard[ray]' ({missing.name} is missing)") from None
    if ray.is_initialized() and not address:
        yield ray
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _join(ray, address or os.environ.get("RAY_ADDRESS", ""), jobs)
    try:
        yield ray
    finally:
        ray.shutdown()


def _join(ray: Any, address: str, jobs: int) -> None:
    """Join the cluster at an address, or start one of this machine alone."""
    if address:
        _try(address)
    try:
        if address:
            ray.init(address=address, **QUIET)
        else:
            ray.init(
                address="local",
                num_cpus=jobs or processors(),
                include_dashboard=False,
                object_store_memory=STORE,
                **QUIET,
            )
    except (Exception, SystemExit) as wrong:
        where = f"join the Ray cluster at {address}" if address else "start Ray on this machine"
        raise Bad(f"cannot {where}: {_last(str(wrong))}") from None


def _try(address: str) -> None:
    """Test the connection first, in another process, because Ray waits for minutes without an answer."""
    if address != "auto":
        why = _knock(address.removeprefix("ray://"))
        if why:
            raise Bad(f"there is no Ray cluster at {address}: {why}")
    try:
        tried = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", TRIAL, address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=JOIN,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Bad(
            f"cannot join the Ray cluster at {address}: no answer in {JOIN:.0f} s. Is Ray listening there, "
            f"and does this machine belong to it (`ray start --address={address}`)?"
        ) from None
    if tried.returncode:
        why = _last(tried.stderr.decode(errors="replace"))
        raise Bad(f"cannot join the Ray cluster at {address}: {why} (if it requires a token, set RAY_AUTH_MODE=token)")


def _knock(address: str) -> str:
    """Why host:port does not accept a connection; empty if it does."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise Bad(f"{address!r} is not the address of a Ray cluster: write it like 192.168.0.4:6379, or auto")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=KNOCK).close()
    except OSError as wrong:
        return wrong.strerror or str(wrong) or type(wrong).__name__
    return ""


def _last(said: str) -> str:
    """The last line of a long message."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason given"
