"""The suites: they run side by side; a budget only informs; a failure, a breakdown and a hang are failures."""

import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tools.suites import (
    Budget,
    Job,
    Result,
    exit_code,
    find_suites,
    read_budget,
    run_jobs,
    run_suite,
    suite_job,
    summary,
)

FINE = """
    def test_fine() -> None:
        pass
"""
HANGS = """
    import threading

    def test_hangs() -> None:
        threading.Event().wait()
"""


@pytest.fixture(autouse=True)
def light(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pytest without the plugins that are slow to load."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def suite(tests: Path, **files: str) -> Path:
    """A suite `some` with a test file for each name."""
    (tests / "some").mkdir(parents=True)
    for name, text in files.items():
        (tests / "some" / f"test_{name}.py").write_text(dedent(text))
    return tests


def came(result: Result) -> tuple[int, int, int]:
    return result.passed, result.failed, result.skipped


def last_line(result: Result) -> str:
    return summary([result]).splitlines()[-1]


def test_tests_are_counted(tmp_path: Path) -> None:
    text = """
        import pytest

        @pytest.fixture
        def untidy():
            yield
            assert False

        def test_passes(): pass
        def test_fails(): assert False
        def test_is_untidy(untidy): pass
        @pytest.mark.skip
        def test_is_skipped(): pass
        @pytest.mark.parametrize("n", range(3))
        def test_each(n): assert n
    """
    result = run_suite("some", 30, suite(tmp_path, many=text))
    assert came(result) == (3, 3, 1)
    assert result.trouble == "failed"
    assert last_line(result) == "3 passed, 3 failed"
    assert exit_code([result]) == 1


def test_a_suite_over_its_budget_is_named_and_does_not_fail(tmp_path: Path) -> None:
    result = run_suite("some", 0.001, suite(tmp_path, fine=FINE))
    assert result.over_budget
    assert exit_code([result]) == 0
    *_, over, last = summary([result]).splitlines()
    assert over.startswith("over budget: some (")
    assert last == "1 passed, 0 failed"


def test_a_suite_within_its_budget_is_not_named() -> None:
    assert "over budget" not in summary([Result("some", 1, 0, 0, seconds=500, cpu=3, budget=30)])


def test_processes_that_a_test_starts_are_counted(tmp_path: Path) -> None:
    """The test itself waits; the process it has started works until it has used two seconds of the processor."""
    text = """
        import subprocess, sys

        WORK = "import time\\nwhile time.process_time() < 2: pass"

        def test_has_it_done():
            subprocess.run([sys.executable, "-c", WORK], check=True)
    """
    assert run_suite("some", 30, suite(tmp_path, works=text)).cpu > 2


def test_a_hang_is_ended_and_named(tmp_path: Path) -> None:
    suite(tmp_path, fine=FINE, hangs=HANGS)
    patience = 2.0
    while True:  # on a slow machine the tests take longer to begin
        result = run_suite("some", 30, tmp_path, patience)
        if result.passed and "test_hangs.py" in result.trouble:
            break
        patience *= 2
    assert came(result) == (1, 1, 0)
    assert result.trouble.startswith("hung")
    assert result.trouble.endswith("test_hangs.py::test_hangs")
    assert result.trouble in summary([result])
    assert exit_code([result]) == 1


@pytest.mark.parametrize("text", ["import nothing_of_the_kind", "def test_("], ids=["import", "syntax"])
def test_what_cannot_be_collected_is_a_failure(tmp_path: Path, text: str) -> None:
    result = run_suite("some", 30, suite(tmp_path, broken=text))
    assert came(result) == (0, 1, 0)
    assert exit_code([result]) == 1


def test_a_suite_without_tests_is_a_failure(tmp_path: Path) -> None:
    result = run_suite("some", 30, suite(tmp_path, empty=""))
    assert (came(result), result.trouble) == ((0, 1, 0), "no tests")


def test_a_suite_that_dies_is_a_failure(tmp_path: Path) -> None:
    result = run_suite("some", 30, suite(tmp_path, fine=FINE, last="import os\ndef test_dies(): os._exit(1)"))
    assert came(result) == (1, 1, 0)
    assert result.trouble.startswith("died in ")
    assert result.trouble.endswith("test_last.py::test_dies")
    assert exit_code([result]) == 1


MEETS = """
    import os, time
    from pathlib import Path

    def test_meets_the_other():
        here = Path(__file__).parent
        (here / "here").touch()
        while not all((one / "here").exists() for one in here.parent.iterdir()):
            time.sleep(0.01)
"""


def test_suites_run_at_the_same_time(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"test_{name}.py").write_text(dedent(MEETS))
    results = run_jobs([suite_job(name, 30, tmp_path) for name in ("one", "other")], lanes=2)
    assert [came(result) for result in results] == [(1, 0, 0), (1, 0, 0)]
    shown = capfd.readouterr().out.split("== ")[1:]
    assert {part.split()[0] for part in shown} == {"one", "other"}
    assert all("1 passed" in part for part in shown)


def test_only_so_many_at_a_time_the_longest_first() -> None:
    jobs = [Job(name, [sys.executable, "-c", f"print({name!r})"], budget) for name, budget in (("a", 1), ("b", 3))]
    assert [result.suite for result in run_jobs(jobs, lanes=1)] == ["b", "a"]


def test_a_check_that_fails_is_a_failure(capfd: pytest.CaptureFixture[str]) -> None:
    (result,) = run_jobs([Job("types", [sys.executable, "-c", "raise SystemExit('one error')"], 30)])
    assert (came(result), result.trouble) == ((0, 1, 0), "failed")
    assert "one error" in capfd.readouterr().out


def test_suites_are_in_the_order_of_the_budget(tmp_path: Path) -> None:
    for name in ("alpha", "beta", "gamma"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "test_it.py").touch()
    assert find_suites(Budget(30, {"gamma": 5}), tmp_path) == ["gamma", "alpha", "beta"]
    with pytest.raises(SystemExit, match="delta"):
        find_suites(Budget(30, {"delta": 5}), tmp_path)
    (tmp_path / "test_stray.py").touch()
    with pytest.raises(SystemExit, match="test_stray"):
        find_suites(Budget(30, {}), tmp_path)


def test_our_suites_have_budgets() -> None:
    budget = read_budget()
    assert set(find_suites(budget)) == set(budget.suites)
