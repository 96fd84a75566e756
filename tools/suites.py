"""Runs the test suites and the type check, several at a time, and compares the time of each with its budget.

A suite is a directory of `tests/` that contains tests; `tests/budget.toml` says how many seconds of processor
time each should need: its own and those of all processes it starts and waits for. A suite over its budget is
named at the end; that is not a failure. A run is stopped only if no test has begun or finished for a very long
time: that is a failure, and the tests that were running are named. A suite that crashes before it can
report is a failure too. What a suite prints is shown when it ends. The last line sums all suites:
`N passed, N failed`.

    python -m tools.suites [SUITE ...]
"""

import argparse
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tools.progress import PIPE

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
PATIENCE = 20 * 60.0  # seconds without a test beginning or finishing: the run hangs
LANES = (os.cpu_count() or 1) + 1  # jobs at the same time: one of them usually waits for something
NO_TESTS = 5  # pytest's exit code
TYPES = "types"


class Budget(NamedTuple):
    default: float
    suites: dict[str, float]
    types: float = 0.0

    def of(self, suite: str) -> float:
        return self.types if suite == TYPES else self.suites.get(suite, self.default)


class Job(NamedTuple):
    """Something to run, and its seconds of processor time."""

    name: str
    command: list[str]
    budget: float


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
    return Budget(data["default"], data.get("suites", {}), data["types"])


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


def suite_job(suite: str, budget: float, tests: Path = TESTS) -> Job:
    """A suite in one process: the cores are used by several suites at a time."""
    words = ["-q", "-p", "no:cacheprovider", "-p", "tools.progress"]
    return Job(suite, [sys.executable, "-m", "pytest", *words, str(tests / suite)], budget)


class Running:
    """A job that runs, and its progress as reported by `tools.progress`."""

    def __init__(self, job: Job) -> None:
        self.job, self.began = job, time.monotonic()
        self.tests: list[str] = []
        self.outcomes: dict[str, str] = {}
        self.rest = b""
        self.output = tempfile.TemporaryFile()  # noqa: SIM115  closed in `end`
        self.pipe, writing = os.pipe()
        self.process = subprocess.Popen(
            job.command,
            cwd=ROOT,
            env={**os.environ, PIPE: str(writing)},
            stdout=self.output,
            stderr=subprocess.STDOUT,
            pass_fds=[writing],
            start_new_session=True,
        )
        os.close(writing)
        self.heard, self.killed = self.began, False

    def listen(self) -> bool:
        """Read what has come through the pipe; False at its end."""
        came = os.read(self.pipe, 1 << 16)
        self.heard = time.monotonic()
        *lines, self.rest = (self.rest + came).split(b"\n")
        for line in lines:
            self.take(**json.loads(line))
        return bool(came)

    def take(self, event: str, test: str, outcome: str) -> None:
        if event == "start":
            self.tests.append(test)
        elif event == "finish" and test in self.tests:
            self.tests.remove(test)
        elif event == "outcome" and self.outcomes.get(test) != "failed":  # a test may pass but fail in its teardown
            self.outcomes[test] = outcome

    def kill(self) -> None:
        """Kill it with all its processes."""
        if self.process.returncode is None:
            self.killed = True
            os.killpg(self.process.pid, signal.SIGKILL)

    def end(self, patience: float, *, hung: bool) -> Result:
        """Wait for its end and show what it printed."""
        guard = threading.Timer(0 if hung else patience, self.kill)  # it may hang after its last test, too
        guard.start()
        _, status, used = os.wait4(self.process.pid, 0)
        guard.cancel()
        guard.join()
        self.process.returncode = os.waitstatus_to_exitcode(status)
        os.close(self.pipe)
        self.output.seek(0)
        print(f"\n== {self.job.name}\n{self.output.read().decode(errors='replace')}", end="", flush=True)
        self.output.close()
        counts = Counter(self.outcomes.values())
        trouble = self.trouble(patience)
        failed = counts["failed"] + self.killed
        return Result(
            self.job.name,
            counts["passed"],
            max(failed, 1) if trouble else failed,
            counts["skipped"],
            time.monotonic() - self.began,
            used.ru_utime + used.ru_stime,
            self.job.budget,
            trouble,
        )

    def trouble(self, patience: float) -> str:
        tests = ", ".join(self.tests)
        if self.killed:
            return f"hung for {patience:.0f} s in {tests or 'no test'}"
        if self.process.returncode == NO_TESTS:
            return "no tests"
        if self.process.returncode:
            return f"died in {tests}" if tests else "failed"
        return ""


def run_jobs(jobs: Iterable[Job], patience: float = PATIENCE, lanes: int = LANES) -> list[Result]:
    """Run jobs, those that take longest first."""
    waiting = sorted(jobs, key=lambda job: job.budget)
    results: list[Result] = []
    with selectors.DefaultSelector() as pipes:
        running: list[Running] = []
        try:
            while waiting or running:
                while waiting and len(running) < lanes:
                    running.append(Running(waiting.pop()))
                    pipes.register(running[-1].pipe, selectors.EVENT_READ, running[-1])
                silence = time.monotonic() - min(one.heard for one in running)
                ready = {key.fd for key, _ in pipes.select(max(0.0, patience - silence))}
                for one in list(running):
                    ended = one.pipe in ready and not one.listen()
                    if ended or time.monotonic() - one.heard > patience:
                        pipes.unregister(one.pipe)
                        results.append(one.end(patience, hung=not ended))
                        running.remove(one)
        finally:
            for one in running:
                one.kill()
    return results


def run_suite(suite: str, budget: float, tests: Path = TESTS, patience: float = PATIENCE) -> Result:
    """Run the tests of a suite."""
    (result,) = run_jobs([suite_job(suite, budget, tests)], patience)
    return result


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
    jobs = [suite_job(name, budget.of(name)) for name in wanted or suites]
    if not wanted:
        jobs.append(Job(TYPES, [sys.executable, "-m", "mypy"], budget.types))
    results = run_jobs(jobs)
    order = [job.name for job in jobs]
    print("\n" + summary(sorted(results, key=lambda result: order.index(result.suite))))
    return exit_code(results)


if __name__ == "__main__":
    sys.exit(main())
