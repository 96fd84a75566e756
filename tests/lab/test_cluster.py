"""The same tasks on Ray: a real one on this machine, with two workers."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.core.title import Bad
from grognard.lab import cluster, simulate
from grognard.lab.folder import opened
from grognard.lab.simulation_plan import Job, planned
from grognard.lab.task_pools import DIED, LIVES, Failed
from grognard.titles import TITLES
from tests.lab.chores import Deadly, picky


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """Ray, started once for all; an engine uses the one it finds."""
    with cluster._joined("", 2) as ray:
        yield ray


@pytest.mark.slow
def test_a_simulation_is_the_same_as_on_this_machine(ray: Any, tmp_path: Path) -> None:
    """Byte for byte, whatever the engine."""
    plan = planned(TITLES["leningrad79"], "", {0: "recruit", 1: "regular"}, [], "7", 4)
    found = []
    for engine in ("local", "ray"):
        path = tmp_path / engine
        with opened(path, plan) as folder:
            assert simulate.run(folder, Job(plan), simulate.engine(engine, 1)) == []
            folder.tables()
        files = (*sorted(path.rglob("*.rec")), *path.glob("results.[pc]*"), *path.glob("turns.*"))
        found.append({str(file.relative_to(path)): file.read_bytes() for file in files})
        assert len(found[-1]) == 6
    assert found[0] == found[1]


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_loses_nothing(ray: Any, tmp_path: Path) -> None:
    """The task is given to another; no other is done twice."""
    assert sorted(cluster.on_ray(Deadly(tmp_path, 3, 1), range(8))) == [(n, n) for n in range(8)]
    assert {int(file.name): file.stat().st_size for file in tmp_path.iterdir()} == {
        n: 2 if n == 3 else 1 for n in range(8)
    }


@pytest.mark.soak
def test_a_task_nobody_survives_is_given_up(ray: Any, tmp_path: Path) -> None:
    assert dict(cluster.on_ray(Deadly(tmp_path, 1, 99), range(3))) == {0: 0, 1: DIED, 2: 2}
    assert (tmp_path / "1").stat().st_size == LIVES


@pytest.mark.soak
def test_a_task_that_breaks_down_says_why(ray: Any) -> None:
    assert dict(cluster.on_ray(picky, range(4))) == {0: 0, 1: 1, 2: Failed("ValueError: two is too much"), 3: 3}


@pytest.mark.soak
def test_a_cluster_that_is_gone_ends_it(ray: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "TICK", 0.0)
    monkeypatch.setattr(cluster, "GONE", 3)
    monkeypatch.setattr(cluster, "_knock", lambda _address: "Connection refused")
    with pytest.raises(Bad, match=r"the Ray cluster at \S+ is gone: Connection refused"):
        list(cluster.on_ray(picky, range(400), 1))


def test_a_port_where_somebody_else_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray itself would wait for minutes."""
    monkeypatch.setattr(cluster, "JOIN", 2.0)
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(Bad, match=f"cannot join the Ray cluster at {address}: no answer in 2 s"):
            cluster._try(address)


def test_a_cluster_that_turns_us_away_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "TRIAL", "raise SystemExit('first\\nthe version of Ray differs')")
    with pytest.raises(Bad, match="cannot join the Ray cluster at auto: the version of Ray differs"):
        cluster._try("auto")


@pytest.mark.parametrize("address", ["nowhere", "host:", ":6379", "host:port", "host:0", "host:70000", "ray://host"])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(Bad, match="write it like"):
        cluster._try(address)


def test_nobody_at_the_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as there:
        address = f"127.0.0.1:{there.getsockname()[1]}"
    with pytest.raises(Bad, match=f"no Ray cluster at {address}: Connection refused"):
        cluster._try(address)


def test_no_such_machine() -> None:
    with pytest.raises(Bad, match=r"no Ray cluster at nobody\.invalid:6379: "):
        cluster._try("nobody.invalid:6379")


def test_without_ray_it_says_what_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.modules['ray'] = None; from grognard.cli import main; main()"
    words = ["simulate", "leningrad79", "--engine", "ray", "--games", "1", "--out", str(tmp_path / "out")]
    ran = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "pip install 'grognard[ray]'" in ran.stderr
    assert "Traceback" not in ran.stderr
