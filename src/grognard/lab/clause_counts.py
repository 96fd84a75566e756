"""Which clauses fire while a game is played, and how often.

The code of a title cites its clauses where it implements them. `Cited` finds these places; while a `Count` is
active, each of them counts. A statement counts when it is executed, a cited condition when it holds, a cited
docstring when its function is called. Clauses cited by the title's data and its sequence of play are in force in every
game and are not counted; nor are clauses that only forbid something.
"""

import ast
import io
import sys
import tokenize
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from ..core.title import Title
from ..titles.catalogue import GAMES
from .citations import data_cites, pattern, precise

LAYOUT, ASIDE = ("components", "links"), "position_check"
"""The modules that lay out the data and check hand-written positions: not part of a game."""
COUNT = "__fired__"
"""The name under which a counting function finds its counters."""


class Cited:
    """The statements of a title's modules that cite clauses."""

    def __init__(self, title: Title[Any]) -> None:
        book, self.package = title.rulebook, title.home
        game = GAMES[title.name]
        self.clauses = {clause.id for clause in book.clauses if clause.applies}
        self.looks = pattern(book)
        self.loaded: set[str] = set()  # cited by data, and by statements executed when the title is loaded
        self.forbidding: set[str] = set()  # cited by bans and objections
        self.counted: list[str] = []  # the clause that each counter counts for
        self.codes: dict[str, tuple[dict[str, CodeType], dict[str, CodeType]]] = {}
        """By module: its functions by full name, in their original and counting form."""
        for path in game.modules:
            if path.stem == ASIDE:
                continue
            self._read(path, ".".join((self.package, *path.relative_to(game.home).with_suffix("").parts)))
        for path in sorted(game.path.glob("*.toml")):
            if path.name != "rules.toml":
                self.loaded.update(cite for _, cite in data_cites(path.read_text("utf-8"), self.looks))
        self.loaded &= self.clauses

    def _read(self, path: Path, module: str) -> None:
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        where, counters = _Where(tree), dict[tuple[int, int], list[str]]()
        for line, cite in _cites(text, tree, self.looks):
            if cite not in self.clauses:
                continue
            if (ban := where.ban(line)) is not None:
                self.forbidding.update({cite, *_clauses(ban)} & self.clauses)
            elif (spot := where.spot(line)) is None or path.stem in LAYOUT:
                self.loaded.add(cite)
            elif cite not in (here := counters.setdefault(spot, [])):
                here.append(cite)
        if counters:
            plain = dict(_functions(compile(tree, str(path), "exec")))
            _Counters(counters, self.counted).visit(tree)
            code = compile(ast.fix_missing_locations(tree), str(path), "exec")
            codes = {name: one for name, one in _functions(code) if COUNT in _names(one)}
            self.codes[module.removesuffix(".__init__")] = plain, codes


def _cites(text: str, tree: ast.Module, looks: Any) -> Iterator[tuple[int, str]]:
    """Citations in comments, docstrings and ledger lines; those in other calls show in the diary and in objections."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield from ((token.start[0], cite) for cite in looks.findall(token.string))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Line", *BANS):
            yield from ((node.lineno, clause) for clause in _clauses(node))
        if isinstance(node, ast.FunctionDef) and (said := ast.get_docstring(node)):
            yield from ((node.body[0].lineno, cite) for cite in looks.findall(said) if precise(cite))


BANS = ("Ban", "Check", "Objection")


def _clauses(call: ast.Call) -> list[str]:
    first = call.args[0] if call.args else call
    return [n.value for n in ast.walk(first) if isinstance(n, ast.Constant) and isinstance(n.value, str)]


class _Where:
    """Finds the statement or ban on a line of a module."""

    def __init__(self, tree: ast.Module) -> None:
        nodes = list(ast.walk(tree))
        self.functions = [n for n in nodes if isinstance(n, ast.FunctionDef)]
        self.statements = [n for n in nodes if isinstance(n, ast.stmt)]
        self.cases = [n for n in nodes if isinstance(n, ast.match_case)]
        self.bans = [n for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in BANS]

    def ban(self, line: int) -> ast.Call | None:
        """The ban or objection on a line."""
        return next((call for call in self.bans if call.lineno <= line <= (call.end_lineno or 0)), None)

    def spot(self, line: int) -> tuple[int, int] | None:
        """The statement, by line and column, before which a line's citation counts; None if it runs at load time."""
        if not any(f.lineno < line <= (f.end_lineno or 0) for f in self.functions):
            return None
        for case in self.cases:
            if case.pattern.lineno <= line < case.body[0].lineno:
                return _at(case.body[0])
        around = [n for n in self.statements if n.lineno <= line <= (n.end_lineno or 0)]
        here = max(around, key=lambda n: (n.lineno, -(n.end_lineno or 0)))
        if isinstance(here, ast.If | ast.For | ast.While | ast.FunctionDef):
            here = here.body[0]
        return _at(here)


def _at(node: ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


class _Counters(ast.NodeTransformer):
    """Puts `__fired__[n] += 1` before the statements that cite."""

    def __init__(self, counters: dict[tuple[int, int], list[str]], counted: list[str]) -> None:
        self.counters, self.counted = counters, counted

    def visit(self, node: ast.AST) -> Any:
        node = self.generic_visit(node)
        if not isinstance(node, ast.stmt) or _at(node) not in self.counters:
            return node
        out: list[ast.stmt] = []
        for clause in self.counters.pop(_at(node)):
            slot = ast.Subscript(ast.Name(COUNT, ast.Load()), ast.Constant(len(self.counted)), ast.Store())
            out.append(ast.copy_location(ast.AugAssign(slot, ast.Add(), ast.Constant(1)), node))
            self.counted.append(clause)
        return [*out, node]


def _functions(code: CodeType, inside: str = "") -> Iterator[tuple[str, CodeType]]:
    """The functions of a module and the methods of its classes; nested functions belong to their outer function."""
    for const in code.co_consts:
        if isinstance(const, CodeType):
            name = f"{inside}{const.co_name}"
            yield name, const
            if not const.co_flags & 1:  # the body of a class
                yield from _functions(const, f"{name}.")


def _names(code: CodeType) -> set[str]:
    out = set(code.co_names)
    for const in code.co_consts:
        if isinstance(const, CodeType):
            out |= _names(const)
    return out


class Counting:
    """A title's functions, able to count."""

    def __init__(self, title: Title[Any]) -> None:
        self.cited = Cited(title)
        self.counters = [0] * len(self.cited.counted)
        self.busy = False
        self.pairs: list[tuple[FunctionType, CodeType, CodeType]] = []
        for module, (plain, codes) in self.cited.codes.items():
            home = sys.modules.get(module) or import_module(module)
            vars(home)[COUNT] = self.counters
            for full, code in codes.items():
                function = _found(home, full)
                if function is not None and function.__code__ == plain.get(full):
                    self.pairs.append((function, function.__code__, code))


def _found(home: ModuleType, full: str) -> FunctionType | None:
    """A function of a module by its full name, unwrapped."""
    here: Any = home
    for name in full.split("."):
        here = vars(here).get(name) if hasattr(here, "__dict__") else None
    here = getattr(here, "fget", here)
    here = getattr(here, "__func__", here)
    here = getattr(here, "__wrapped__", here)
    return here if isinstance(here, FunctionType) else None


@cache
def _counting(name: str) -> Counting:
    from ..titles import TITLES

    return Counting(TITLES[name])


def cited(title: Title[Any]) -> Cited:
    """Where a title's code cites its clauses."""
    return _counting(title.name).cited


class Count:
    """A context manager that counts the clauses executed by the title's code in this process."""

    def __init__(self, title: Title[Any]) -> None:
        self.of = _counting(title.name)
        self.found: dict[str, int] = {}

    def __enter__(self) -> "Count":
        of = self.of
        assert not of.busy, "clauses are already being counted"
        of.busy = True
        of.counters[:] = [0] * len(of.counters)
        for function, _, counter in of.pairs:
            function.__code__ = counter
        return self

    def __exit__(self, *_: object) -> None:
        for function, before, _counter in self.of.pairs:
            function.__code__ = before
        self.of.busy = False
        self._add(self.found)

    def _add(self, to: MutableMapping[str, int]) -> None:
        for clause, times in zip(self.of.cited.counted, self.of.counters, strict=True):
            if times:
                to[clause] = to.get(clause, 0) + times

    @contextmanager
    def aside(self, to: MutableMapping[str, int]) -> Iterator[None]:
        """Count what is executed in this context separately."""
        counters = self.of.counters
        before, counters[:] = counters[:], [0] * len(counters)
        try:
            yield
        finally:
            self._add(to)
            counters[:] = before


@cache
def built(name: str) -> frozenset[str]:
    """The clauses executed when a title is built, which hold in every game."""
    from ..titles import TITLES, load

    with Count(TITLES[name]) as count:
        load(name)
    return frozenset(count.found)
