"""Engines: every task done once, whoever dies."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.core.title import Bad
from grognard.lab import task_pools
from grognard.lab.task_pools import DIED, Failed, local
from tests.lab.chores import Deadly, picky, square
from tests.waiting import until


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_task_is_done_once(jobs: int) -> None:
    assert sorted(local(square, range(7), jobs)) == [(n, n * n) for n in range(7)]


def test_nothing_to_do() -> None:
    assert list(local(square, [], 2)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_task_that_breaks_down_says_why(jobs: int) -> None:
    found = dict(local(picky, range(4), jobs))
    assert found == {0: 0, 1: 1, 2: Failed("ValueError: two is too much"), 3: 3}


def test_a_worker_killed_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    """The task is given to another; no other task is done twice."""
    assert sorted(local(Deadly(tmp_path, 3, 1), range(8), 2)) == [(n, n) for n in range(8)]
    assert {int(file.name): file.stat().st_size for file in tmp_path.iterdir()} == {
        n: 2 if n == 3 else 1 for n in range(8)
    }


def test_a_task_that_kills_whoever_tries_it_is_given_up(tmp_path: Path) -> None:
    found = dict(local(Deadly(tmp_path, 1, 99), range(4), 2))
    assert found == {0: 0, 1: DIED, 2: 2, 3: 3}
    assert (tmp_path / "1").stat().st_size == task_pools.LIVES


def test_where_everybody_dies_it_ends() -> None:
    losses = task_pools.Losses()
    for n in range(task_pools.DEAD - 1):
        assert losses.again(n)
    with pytest.raises(Bad, match="one after another"):
        losses.again(99)


def test_whoever_stops_early_leaves_nobody_behind() -> None:
    found = local(square, range(100), 2)
    next(found)
    crew = subprocess.run(["pgrep", "-P", str(os.getpid()), "-f", "spawn_main"], capture_output=True, check=False)
    assert len(crew.stdout.split()) == 2
    found.close()
    for pid in crew.stdout.split():
        assert not Path(f"/proc/{int(pid)}").exists()


def test_workers_go_when_their_master_is_killed() -> None:
    """Even in the middle of a long game."""
    code = (
        "from grognard.lab.task_pools import local; from tests.lab.chores import endless; "
        "list(local(endless, [1, 2], 2))"
    )
    root = str(Path(__file__).parents[2])
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=root) as master:
        assert master.stdout
        pids = [int(master.stdout.readline()) for _ in range(2)]
        master.send_signal(signal.SIGKILL)
        assert master.stdout.read() == b""  # until the last of them has closed it
    until(lambda: not any(_runs(pid) for pid in pids))


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
