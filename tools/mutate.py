"""Disables every rule of a title once, and checks whether a test of the same case fails.

How rules are disabled: `tools.break_rules`. Each change is made in a copy of package and tests; only the tests of
the clauses cited where it was made are run against it, then those of their cases.

What no test can notice is listed with its reason in `tools/unwatched.toml`; anything else unnoticed is a failure.

    python -m tools.mutate [TITLE] [--case 4.6] [--list] [--workers 1]
"""

import argparse
import ast
import compileall
import multiprocessing
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import NamedTuple

import pytest

from grognard.lab.citations import marked
from grognard.titles import GAMES
from tests.conftest import within
from tools import unwatched
from tools.break_rules import Mutant, case_of, mutants_of
from tools.loaded_tests import PYTEST, LoadedTests, prepare

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60  # seconds of processor time; a change that makes its tests run longer counts as noticed
LOADED = 15  # the same if everything is loaded

KILLED, SURVIVED, UNTESTED, BROKEN = "killed", "survived", "untested", "does not load"
NO_TESTS = 5  # pytest's exit code


class Verdict(NamedTuple):
    mutant: Mutant
    verdict: str
    by: str = ""  # the clause or case whose tests noticed


class Workshop:
    """A copy of package and tests in which rules are disabled, one at a time."""

    def __init__(self, title: str, folder: Path) -> None:
        self.title, self.folder = title, folder
        for name in ("src", "tests", "tools", "docs"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        shutil.copy2(ROOT / "pyproject.toml", folder)
        compileall.compile_dir(folder, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
        game = GAMES[title]
        tests = folder / "tests" / "titles" / (game.tests or game.home.name)
        self.proofs = {
            path: {clause for _, clause in marked(ast.parse(path.read_text("utf-8")))}
            for path in sorted(tests.rglob("test_*.py"))
        }
        self.loaded = LoadedTests(folder, self.files(None))

    def close(self) -> None:
        self.loaded.close()

    def files(self, case: str | None) -> list[str]:
        """The test files that cover a case or clause; all if none is given."""
        return [
            str(path)
            for path, clauses in self.proofs.items()
            if case is None or any(within(clause, case) or within(case, clause) for clause in clauses)
        ]

    def run(self, case: str | None = None) -> int | None:
        """Pytest's exit code; negative if it was killed; None if there are no tests."""
        files = self.files(case)
        if not files:
            return None
        words = [*files, *([] if case is None else ["--case", case])]
        child = multiprocessing.get_context("fork").Process(target=_pytest, args=(self.folder, words))
        child.start()
        child.join()
        return child.exitcode

    def judge(self, mutant: Mutant) -> Verdict:
        """Disable a rule, run the tests of its clauses, then of its cases, and restore it."""
        cases = [*dict.fromkeys((*mutant.clauses, *map(case_of, mutant.clauses)))]
        if mutant.file.endswith(".py"):
            module = ".".join(("grognard", *Path(mutant.file).with_suffix("").parts)).removesuffix(".__init__")
            if case := self.loaded.failing(module, mutant.text, cases, LOADED):
                return Verdict(mutant, KILLED, case)
        return self._load_and_judge(mutant, cases)

    def _load_and_judge(self, mutant: Mutant, cases: list[str]) -> Verdict:
        path = self.folder / "src" / "grognard" / mutant.file
        sound = path.read_text("utf-8")
        path.write_text(mutant.text, "utf-8")
        tested = False
        try:
            for case in cases:
                code = self.run(case)
                if code is not None and (code == 1 or code < 0):
                    return Verdict(mutant, KILLED, case)
                if code not in (None, 0, NO_TESTS):
                    return Verdict(mutant, BROKEN, case)
                tested = tested or code == 0
        finally:
            path.write_text(sound, "utf-8")
        return Verdict(mutant, SURVIVED if tested else UNTESTED)


def _pytest(folder: Path, words: list[str]) -> None:
    """In a child process: run tests against the package in a directory, and exit with pytest's exit code."""
    prepare(folder)
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
    os._exit(int(pytest.main(["-x", *PYTEST, *words])))


def _worker(title: str, jobs: "multiprocessing.Queue[Mutant | None]", done: "multiprocessing.Queue[Verdict]") -> None:
    with tempfile.TemporaryDirectory() as name:
        shop = Workshop(title, Path(name))
        while (mutant := jobs.get()) is not None:
            done.put(shop.judge(mutant))
        shop.close()


def green(title: str) -> bool:
    """Whether the title's tests pass without changes."""
    with tempfile.TemporaryDirectory() as name:
        shop = Workshop(title, Path(name))
        try:
            return shop.run() == 0
        finally:
            shop.close()


def mutate(title: str, mutants: list[Mutant], say: Callable[[str], None] = print, workers: int = 2) -> list[Verdict]:
    """Judge the mutants, as many at a time as there are workers."""
    context = multiprocessing.get_context("fork")
    jobs: multiprocessing.Queue[Mutant | None] = context.Queue()
    done: multiprocessing.Queue[Verdict] = context.Queue()
    crew = [context.Process(target=_worker, args=(title, jobs, done)) for _ in range(workers)]
    for worker in crew:
        worker.start()
    for mutant in [*mutants, *[None] * workers]:
        jobs.put(mutant)
    out: list[Verdict] = []
    for n in range(len(mutants)):
        verdict = done.get()
        out.append(verdict)
        if verdict.verdict != KILLED:
            say(f"{n + 1}/{len(mutants)} {verdict.verdict}: {verdict.mutant.name}")
    for worker in crew:
        worker.join()
    return sorted(out, key=lambda verdict: (verdict.mutant.file, verdict.mutant.line, verdict.mutant.how))


class Summary(NamedTuple):
    """What became of the disabled rules of a title."""

    noticed: list[Verdict]
    justified: list[Verdict]
    broken: list[Verdict]  # do not load
    missed: list[Verdict]  # nobody noticed, and no reason is given
    listed: list[Verdict]  # noticed, but listed as unnoticeable

    def __str__(self) -> str:
        out = f"{len(self.noticed)} noticed, {len(self.justified)} justified, {len(self.missed)} missed"
        return f"{out}, {len(self.broken)} do not load" if self.broken else out

    @property
    def troubles(self) -> list[str]:
        missed = [f"{v.verdict}: {v.mutant.name}" for v in self.missed]
        return missed + [f"noticed, but listed in {unwatched.FILE.name}: {v.mutant.name}" for v in self.listed]


def summary(title: str, verdicts: list[Verdict]) -> Summary:
    """Sort the verdicts on a title's rules."""
    entries, out = unwatched.read(), Summary([], [], [], [], [])
    for verdict in verdicts:
        justified = bool(unwatched.reason(title, verdict.mutant, entries))
        if verdict.verdict == KILLED:
            out.noticed.append(verdict)
            if justified:
                out.listed.append(verdict)
        elif verdict.verdict == BROKEN:
            out.broken.append(verdict)
        else:
            (out.justified if justified else out.missed).append(verdict)
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description="Disable every rule once and check whether its tests fail.")
    parser.add_argument("title", nargs="?", default="leningrad79")
    parser.add_argument("--case", help="only rules of this case or clause")
    parser.add_argument("--list", action="store_true", help="only list what would be disabled")
    parser.add_argument("--workers", type=int, default=2, help="how many rules are judged at a time")
    asked = parser.parse_args()
    mutants = mutants_of(asked.title)
    if asked.case:
        mutants = [m for m in mutants if any(asked.case in (clause, case_of(clause)) for clause in m.clauses)]
    if asked.list:
        for mutant in mutants:
            print(mutant.name)
        print(f"{len(mutants)} rules")
        return 0
    if not green(asked.title):
        print("the tests of the title fail without changes, so disabling rules would show nothing", file=sys.stderr)
        return 2
    start = time.monotonic()
    verdicts = mutate(asked.title, mutants, workers=asked.workers)
    found = summary(asked.title, verdicts)
    print("\n".join(found.troubles))
    print(f"{len(verdicts)} rules: {found}, in {time.monotonic() - start:.0f} s")
    return 1 if found.troubles else 0


if __name__ == "__main__":
    sys.exit(main())
