"""Runs the test suites one after another and compares the time of each with its budget.

A suite is a directory of `tests/` that contains tests; `tests/budget.toml` says how many seconds of processor
time each should need: its own and those of all processes it starts and waits for. A suite over its budget is
named at the end; that is not a failure. A run is stopped only if no test has begun or finished for a very long
time: that is a failure, and the tests that were running are named. A suite that crashes before it can
report is a failure too. The last line sums all suites: `N passed, N failed`.

    python -m tools.suites [SUITE ...]
"""

import argparse
import json
import os
import resource
import select
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tools.progress import PIPE

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
PATIENCE = 20 * 60.0  # seconds without a test beginning or finishing: the run hangs
JOBS = 2
NO_TESTS = 5  # pytest's exit code


class Budget(NamedTuple):
    default: float
    suites: dict[str, float]

    def of(self, suite: str) -> float:
        return self.suites.get(suite, self.default)


class Result(NamedTuple):
    suite: str
    passed: int
    failed: int
    skipped: int
    seconds: float
    cpu: float
    budget: float
    trouble: str = ""

    @property
    def over_budget(self) -> bool:
        return self.cpu > self.budget


def read_budget(tests: Path = TESTS) -> Budget:
    data = tomllib.loads((tests / "budget.toml").read_text())
    return Budget(data["default"], data.get("suites", {}))


def find_suites(budget: Budget, tests: Path = TESTS) -> list[str]:
    """All suites, those of the budget first, in its order; exits if one is missing or a test is in none."""
    stray = sorted(path.name for path in tests.glob("test_*.py"))
    if stray:
        sys.exit(f"tests/{stray[0]} is not in a suite: move it to a directory of tests/")
    present = {path.relative_to(tests).parts[0] for path in tests.rglob("test_*.py")}
    missing = [name for name in budget.suites if name not in present]
    if missing:
        sys.exit(f"tests/budget.toml names {', '.join(missing)}: no such directory with tests")
    if not present:
        sys.exit("there is no suite in tests/")
    return [*budget.suites, *sorted(present - budget.suites.keys())]


class Run:
    """The progress of a pytest run, as reported by `tools.progress`."""

    def __init__(self) -> None:
        self.running: list[str] = []
        self.outcomes: dict[str, str] = {}

    def follow(self, pipe: int, patience: float) -> bool:
        """Read all events until the pipe is closed; False if there are none for too long."""
        rest = b""
        while select.select([pipe], [], [], patience)[0]:
            came = os.read(pipe, 1 << 16)
            if not came:
                return True
            *lines, rest = (rest + came).split(b"\n")
            for line in lines:
                self.take(**json.loads(line))
        return False

    def take(self, event: str, test: str, outcome: str) -> None:
        if event == "start":
            self.running.append(test)
        elif event == "finish" and test in self.running:
            self.running.remove(test)
        elif event == "outcome" and self.outcomes.get(test) != "failed":  # a test may pass but fail in its teardown
            self.outcomes[test] = outcome

    def counts(self) -> Counter[str]:
        return Counter(self.outcomes.values())


def pytest_run(tests: Path, run: Run, patience: float) -> int | None:
    """Pytest's exit code; None if it hung and was killed with all its workers."""
    reading, writing = os.pipe()
    spread = ["-n", str(JOBS), "--dist", "worksteal"]  # tests of one module share what they set up
    command = [sys.executable, "-m", "pytest", "-q", *spread, "-p", "tools.progress", str(tests)]
    environment = {**os.environ, PIPE: str(writing)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, pass_fds=[writing], start_new_session=True) as process:
        os.close(writing)
        try:
            return process.wait(patience) if run.follow(reading, patience) else None
        except subprocess.TimeoutExpired:
            return None
        finally:
            os.close(reading)
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def processor_time() -> float:
    """Seconds of processor time of all processes waited for so far, and of those they waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_suite(suite: str, budget: float, tests: Path = TESTS, patience: float = PATIENCE) -> Result:
    """Run the tests of a suite."""
    print(f"\n== {suite}", flush=True)
    run, start, before = Run(), time.monotonic(), processor_time()
    code = pytest_run(tests / suite, run, patience)
    trouble = ""
    if code is None:
        trouble = f"hung for {patience:.0f} s in {', '.join(run.running) or 'no test'}"
    elif code == NO_TESTS:
        trouble = "no tests"
    elif code != 0:
        trouble = "failed"
    counts = run.counts()
    failed = counts["failed"] + (code is None)
    if trouble and not failed:
        failed = 1
    return Result(
        suite,
        counts["passed"],
        failed,
        counts["skipped"],
        time.monotonic() - start,
        processor_time() - before,
        budget,
        trouble,
    )


def table(results: list[Result]) -> str:
    """A line for each suite."""
    width = max(len("suite"), *(len(result.suite) for result in results))
    lines = [f"{'suite':{width}}  tests  skipped  seconds  processor  budget"]
    for r in results:
        note = r.trouble or ("over budget" if r.over_budget else "")
        tests = r.passed + r.failed
        line = f"{r.suite:{width}}  {tests:5}  {r.skipped:7}  {r.seconds:7.1f}  {r.cpu:9.1f}  {r.budget:6.0f}  {note}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def summary(results: list[Result]) -> str:
    """The summary of all suites: the table, suites over budget, and the numbers of passed and failed tests."""
    lines = [table(results)]
    over = [f"{r.suite} ({r.cpu:.0f} of {r.budget:.0f} s)" for r in results if r.over_budget]
    if over:
        lines.append(f"over budget: {', '.join(over)}")
    lines.append(f"{sum(r.passed for r in results)} passed, {sum(r.failed for r in results)} failed")
    return "\n".join(lines)


def exit_code(results: list[Result]) -> int:
    """Run the suites; returns 1 if anything failed, which a suite over budget has not."""
    return 1 if any(result.trouble for result in results) else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the test suites and compare them with their budgets.")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="only these suites")
    wanted: list[str] = parser.parse_args().suites

    budget = read_budget()
    suites = find_suites(budget)
    unknown = [name for name in wanted if name not in suites]
    if unknown:
        parser.error(f"no suite {', '.join(unknown)}; there are {', '.join(suites)}")

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    results = [run_suite(name, budget.of(name)) for name in wanted or suites]
    print("\n" + summary(results))
    return exit_code(results)


if __name__ == "__main__":
    sys.exit(main())
