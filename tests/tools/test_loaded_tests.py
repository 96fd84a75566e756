"""Tests that stay loaded: functions are given other code, anything else is refused."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tools.loaded_tests import LoadedTests, swap

RULES = '''"""Some rules."""
from functools import cache

LIMIT = 3
EVEN = (lambda n: n % 2 == 0)

def full(n):
    return n > LIMIT

@cache
def half(n):
    return n // 2

def maker(least):
    def fits(n):
        return n >= least
    return fits

GROWN = maker(2)

class Unit:
    def moves(self):
        return 4
'''


@pytest.fixture
def rules(tmp_path: Path) -> Iterator[ModuleType]:
    path = tmp_path / "some_rules.py"
    path.write_text(RULES, "utf-8")
    spec = importlib.util.spec_from_file_location("some_rules", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["some_rules"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["some_rules"]


def test_functions_are_swapped(rules: ModuleType) -> None:
    assert swap("some_rules", RULES.replace("n > LIMIT", "False"))
    assert not rules.full(9)
    assert rules.half(6) == 3


def test_what_wraps_a_function_runs_the_new_code(rules: ModuleType) -> None:
    assert swap("some_rules", RULES.replace("n // 2", "n"))
    assert rules.half(6) == 6


def test_functions_made_by_functions_are_swapped(rules: ModuleType) -> None:
    assert swap("some_rules", RULES.replace("n >= least", "n < least"))
    assert rules.GROWN(1)
    assert rules.maker(5)(4)


def test_methods_are_swapped(rules: ModuleType) -> None:
    unit = rules.Unit()
    assert swap("some_rules", RULES.replace("return 4", "return 7"))
    assert unit.moves() == 7


@pytest.mark.parametrize(
    ("old", "new"), [("LIMIT = 3", "LIMIT = 4"), ("maker(2)", "maker(1)"), ("class Unit", "class Army")]
)
def test_anything_else_is_refused(rules: ModuleType, old: str, new: str) -> None:
    assert not swap("some_rules", RULES.replace(old, new))
    assert rules.full(4)


def test_the_case_whose_test_fails_is_named(tmp_path: Path) -> None:
    """A small package with tests: only those of the cases asked for run."""
    (tmp_path / "src" / "grognard").mkdir(parents=True)
    (tmp_path / "src" / "grognard" / "__init__.py").write_text("", "utf-8")
    (tmp_path / "src" / "grognard" / "rules.py").write_text("def full(n):\n    return n > 3\n", "utf-8")
    tests = tmp_path / "test_rules.py"
    tests.write_text(
        "import pytest\nfrom grognard.rules import full\n"
        "@pytest.mark.case('3.1a')\ndef test_empty():\n    assert not full(0)\n"
        "@pytest.mark.case('3.2a')\ndef test_full():\n    assert full(4)\n",
        "utf-8",
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = case(*clauses): clauses\n", "utf-8")
    loaded = LoadedTests(tmp_path, [str(tests)])
    try:
        never = "def full(n):\n    return False\n"
        assert loaded.failing("grognard.rules", never, ["3.1a", "3.2"], 60) == "3.2"
        assert loaded.failing("grognard.rules", never, ["3.1a"], 60) == ""
        assert loaded.failing("grognard.rules", "def full(n):\n    return n > 3\n", ["3.2a"], 60) == ""
    finally:
        loaded.close()
