"""A server that is killed leaves no process behind: neither its thinkers nor its workers."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import until

THINKERS = """
import signal
from grognard.opponents import LEVELS
from grognard.titles import TITLES
from grognard.web.play.thinkers import Thinkers
if __name__ == "__main__":
    thinkers, title = Thinkers(1), TITLES["leningrad79"]
    thinkers.decide("game", title.start(), "soviet", LEVELS["club"], 0.01)
    print(*thinkers._all[0].pool._processes, flush=True)
    signal.pause()
"""
WORKERS = """
import os, signal
from grognard.cli.commands.workers import supervise
def serve(first):
    print(os.getpid(), flush=True)
    while True:
        signal.pause()
if __name__ == "__main__":
    supervise(2, serve)
"""


def gone(pid: int) -> bool:
    """Whether a process has ended, even if nobody has asked for its exit code."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")
@pytest.mark.parametrize(("program", "count"), [(THINKERS, 1), (WORKERS, 2)], ids=["thinkers", "workers"])
def test_nothing_is_left_of_a_server_that_is_killed(tmp_path: Path, program: str, count: int) -> None:
    (tmp_path / "program.py").write_text(program, "utf-8")
    with subprocess.Popen([sys.executable, tmp_path / "program.py"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        children = [int(process.stdout.readline()) for _ in range(count)]
        assert not any(gone(child) for child in children)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        until(lambda: all(gone(child) for child in children))
