"""A title's tests, loaded once: a copy of the process changes a module and runs the tests of some cases.

Loading a title and its tests takes longer than running a few of them. What a change does to functions is done to the
loaded functions (`swap`). What the title worked out while it was loaded stays as it was, so a failure counts, but a
success has to be checked with everything loaded again.
"""

import ast
import gc
import os
import resource
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from inspect import CO_OPTIMIZED
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from tests.conftest import proves

PYTEST = ("-q", "-o", "addopts=", "--import-mode=importlib", "--assert=plain", "-p", "no:cacheprovider")
MEMORY = 1 << 30  # bytes; a change that needs more counts as noticed
FIRST = 100  # the exit code if a test of the first case fails; one more for each case after it


class LoadedTests:
    """The tests of these files, loaded in a process of their own."""

    def __init__(self, folder: Path, files: Sequence[str]) -> None:
        self.here, there = Pipe()
        self.pid = os.fork()
        if self.pid == 0:
            prepare(folder)
            os._exit(int(pytest.main([*PYTEST, *files], plugins=[_Server(there)])))

    def failing(self, module: str, text: str, cases: Sequence[str], patience: int) -> str:
        """The first of the cases with a test that fails if the module has this text; empty if unknown."""
        self.here.send((module, text, cases, patience))
        case: str = self.here.recv()
        return case

    def close(self) -> None:
        self.here.send(None)
        os.waitpid(self.pid, 0)


def prepare(folder: Path) -> None:
    """In a child process: import from a directory, say nothing, and stay small."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.dont_write_bytecode = True
    for name in list(sys.modules):
        if name.split(".")[0] in ("grognard", "tests"):
            del sys.modules[name]
    sys.path.insert(0, str(folder / "src"))
    os.chdir(folder)


class _Server:
    """Pytest's loop over the tests: on request, a copy of the process runs some of them."""

    def __init__(self, line: Connection) -> None:
        self.line = line

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        while (job := self.line.recv()) is not None:
            pid = os.fork()
            if pid == 0:
                os._exit(_first_failing(session, *job))
            code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            cases = job[2]
            self.line.send(cases[max(code - FIRST, 0)] if code >= FIRST or code < 0 else "")
        return True


def _first_failing(session: pytest.Session, module: str, text: str, cases: Sequence[str], patience: int) -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (patience, patience))
    if not swap(module, text):
        return 0
    seen: set[str] = set()
    for n, case in enumerate(cases):
        items = [item for item in session.items if item.nodeid not in seen and proves(item, case)]
        seen.update(item.nodeid for item in items)
        for item, following in zip(items, [*items[1:], None], strict=True):
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                return FIRST + n
    return 0


# -- changing functions -----------------------------------------------------------------------


def swap(name: str, text: str) -> bool:
    """Give the loaded functions of a module the code of another text; False if more than functions differ."""
    module = sys.modules[name]
    sound = ast.unparse(ast.parse(Path(str(module.__file__)).read_text("utf-8")))
    old, new = compile(sound, name, "exec"), compile(text, name, "exec")
    changed = _changed(old, new)
    counts = Counter(code.co_qualname for code in _all(old))
    if not changed or any(counts[qualname] > 1 for qualname in changed):
        return False
    found = [f for f in gc.get_objects() if isinstance(f, FunctionType) and f.__module__ == name]
    used = set()
    for function in found:
        code = changed.get(function.__code__.co_qualname)
        if code is not None:
            if code.co_freevars != function.__code__.co_freevars:
                return False
            function.__code__ = code
            used.add(code.co_qualname)
    return bool(used)


def _changed(old: CodeType, new: CodeType) -> dict[str, CodeType]:
    """The functions that differ, by qualified name; none if anything else differs."""
    if _shape(old) == _shape(new):
        return {}
    if old.co_flags & CO_OPTIMIZED:  # a function
        inner = {code.co_qualname: code for code in _all(new)}
        return {code.co_qualname: inner[code.co_qualname] for code in _all(old) if code.co_qualname in inner}
    if _shape(old, deep=False) != _shape(new, deep=False):
        return {}
    out: dict[str, CodeType] = {}
    for one, other in zip(_inner(old), _inner(new), strict=True):
        if _shape(one) != _shape(other):
            found = _changed(one, other)
            if not found:
                return {}
            out |= found
    return out


def _shape(code: CodeType, deep: bool = True) -> Any:
    """What a piece of code does, wherever its lines are; with or without the functions in it."""
    constants = tuple(
        (_shape(one) if deep else None) if isinstance(one, CodeType) else (type(one), repr(one))
        for one in code.co_consts
    )
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_code, code.co_exceptiontable, names, constants


def _inner(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def _all(code: CodeType) -> Iterator[CodeType]:
    """The code and everything in it."""
    yield code
    for one in _inner(code):
        yield from _all(one)
