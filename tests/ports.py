"""Ports for servers that tests start, kill and start again."""

import fcntl
import os
import socket
import tempfile
from pathlib import Path
from random import SystemRandom
from typing import IO

RANGE = range(12_000, 32_000)  # below those that the system gives to connections
_kept: list[IO[str]] = []


def own_port() -> int:
    """A free port that no connection and no other test process gets, until this process ends."""
    folder = Path(tempfile.gettempdir()) / f"grognard-test-ports-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    for port in SystemRandom().sample(RANGE, 1000):
        if _reserved(folder / str(port)) and _free(port):
            return port
    raise AssertionError("there is no free port")


def _reserved(path: Path) -> bool:
    lock = path.open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        return False
    _kept.append(lock)
    return True


def _free(port: int) -> bool:
    with socket.socket() as tried:
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
