"""Runs the test suites one after the other and holds each to its budget of seconds.

A suite is a directory of `tests/` that contains tests; `tests/budget.toml` says how long each may take.
A suite that needs more than twice its budget is stopped and counts as one failure; so does one that breaks
down before it can report. The last line sums all suites: `N passed, N failed`.

    python -m tools.suites [SUITE ...]
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
TOLERANCE = 2
JOBS = 2
NO_TESTS = 5  # pytest's exit code


class Budget(NamedTuple):
    default: float
    suites: dict[str, float]


class Result(NamedTuple):
    suite: str
    passed: int
    failed: int
    skipped: int
    seconds: float
    budget: float
    trouble: str


def read_budget(tests: Path = TESTS) -> Budget:
    data = tomllib.loads((tests / "budget.toml").read_text())
    return Budget(data["default"], data.get("suites", {}))


def find_suites(budget: Budget, tests: Path = TESTS) -> list[str]:
    """All suites, those of the budget first, in its order; exits if one is missing or a test is in none."""
    stray = sorted(path.name for path in tests.glob("test_*.py"))
    if stray:
        sys.exit(f"tests/{stray[0]} is in no suite: put it into a directory of tests/")
    present = {path.relative_to(tests).parts[0] for path in tests.rglob("test_*.py")}
    missing = [name for name in budget.suites if name not in present]
    if missing:
        sys.exit(f"tests/budget.toml names {', '.join(missing)}: no such directory with tests")
    if not present:
        sys.exit("there is no suite in tests/")
    return [*budget.suites, *sorted(present - budget.suites.keys())]


def count(report: Path) -> tuple[int, int, int]:
    """Tests passed, failed and skipped by pytest's JUnit report."""
    passed = failed = skipped = 0
    for case in ElementTree.parse(report).iter("testcase"):
        tags = {child.tag for child in case}
        if tags & {"failure", "error"}:
            failed += 1
        elif "skipped" in tags:
            skipped += 1
        else:
            passed += 1
    return passed, failed, skipped


def pytest_run(suite: str, report: Path, limit: float) -> int | None:
    """Pytest's exit code; None if it had to be stopped, with all its workers, at the limit."""
    pytest = [sys.executable, "-m", "pytest", "-q", "-n", str(JOBS)]
    command = [*pytest, f"--junit-xml={report}", f"tests/{suite}"]
    with subprocess.Popen(command, cwd=ROOT, start_new_session=True) as process:
        try:
            return process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def run(suite: str, budget: float) -> Result:
    print(f"\n== {suite}", flush=True)
    limit = TOLERANCE * budget
    with tempfile.TemporaryDirectory() as directory:
        report = Path(directory) / "report.xml"
        start = time.monotonic()
        code = pytest_run(suite, report, limit)
        seconds = time.monotonic() - start
        passed, failed, skipped = count(report) if report.exists() else (0, 0, 0)
    trouble = ""
    if code is None:
        trouble = f"stopped after {limit:.0f} s"
    elif code == NO_TESTS:
        trouble = "no tests"
    elif code != 0:
        trouble = "failed"
    if trouble and not failed:
        failed = 1
    return Result(suite, passed, failed, skipped, seconds, budget, trouble)


def table(results: list[Result]) -> str:
    width = max(len("suite"), *(len(result.suite) for result in results))
    lines = [f"{'suite':{width}}  tests  skipped  seconds  budget"]
    for r in results:
        note = r.trouble or ("over budget" if r.seconds > r.budget else "")
        tests = r.passed + r.failed
        line = f"{r.suite:{width}}  {tests:5}  {r.skipped:7}  {r.seconds:7.1f}  {r.budget:6.0f}  {note}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the test suites within their budgets.")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="only these suites")
    wanted: list[str] = parser.parse_args().suites

    budget = read_budget()
    suites = find_suites(budget)
    unknown = [name for name in wanted if name not in suites]
    if unknown:
        parser.error(f"no suite {', '.join(unknown)}; there are {', '.join(suites)}")

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    results = [run(name, budget.suites.get(name, budget.default)) for name in wanted or suites]
    print("\n" + table(results))
    print(f"{sum(r.passed for r in results)} passed, {sum(r.failed for r in results)} failed")
    return 1 if any(r.trouble for r in results) else 0


if __name__ == "__main__":
    sys.exit(main())
