"""Citations: where code and data cite each clause of a rulebook, and which tests cover it.

Code cites a clause by its number: as a whole string (`Ban("4.6a", ...)`), in a comment (`# 4.6a`) or
docstring, or in a data file. A test cites it with `@pytest.mark.case("4.6a")`.

Games of one family share a package, and each has its own rulebook. In their modules a citation is right if it is alive
in one of these rulebooks; it counts for every game in whose rulebook it is alive. Data and tests belong to one game.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from ..core.rule import Rulebook, case_of
from ..titles import GAMES, Game
from ..titles.catalogue import OURS


class Cite(NamedTuple):
    """A clause or case named somewhere."""

    what: str
    where: str  # file:line, or file::test
    shared: bool = False  # whether games with other rulebooks use that file too


class Trace(NamedTuple):
    """A rulebook with everything that cites it; `tests` is None if no tests are available."""

    title: str
    rulebook: Rulebook
    code: dict[str, list[str]]
    tests: dict[str, list[str]] | None
    unknown: list[Cite]
    dead: list[Cite]  # citations of clauses that do not apply

    def missing(self, clause: str) -> list[str]:
        """What a clause lacks: `code`, `test`, both or neither."""
        out = [] if clause in self.code else ["code"]
        return out if self.tests is None or clause in self.tests else [*out, "test"]

    @property
    def uncovered(self) -> dict[str, list[str]]:
        """The clauses, except prose and dead ones, that lack code or a test."""
        found = {c.id: self.missing(c.id) for c in self.rulebook.clauses if c.decides}
        return {clause: lacks for clause, lacks in found.items() if lacks}

    @property
    def complete(self) -> bool:
        """Whether every clause is covered and every citation is right."""
        return not (self.uncovered or self.unknown or self.dead)


# -- finding citations ------------------------------------------------------------------------


def pattern(book: Rulebook) -> re.Pattern[str]:
    """A pattern for citations of this rulebook: `4.6a`, `4.6`, `9.6.note1`, `schedule.note2`."""
    roots = {c.id.split(".")[0] for c in book.clauses}
    names = "|".join(sorted(re.escape(root) for root in roots if not root[0].isdigit()))
    named = rf"|(?:{names})(?:\.[a-z0-9]+)+(?![\w(/])" if names else ""
    return re.compile(rf"(?<![\w.])(?:\d{{1,2}}(?:\.\d{{1,3}})+(?:[a-z](?![\w])|\.[a-z]+\d*)?(?![\w]){named})")


def precise(cite: str) -> bool:
    """Whether it looks like a clause rather than a bare number or case."""
    return re.fullmatch(r"\d+(?:\.\d+)+", cite) is None


def python_cites(text: str, looks: re.Pattern[str], *, loose: bool = True) -> Iterator[tuple[int, str]]:
    """Citations in a Python file by line: comments, strings that are a citation, and (if loose) other strings."""
    comments, strings = comments_and_strings(text)
    for line, comment in comments:
        yield from ((line, cite) for cite in looks.findall(comment))
    for line, string in strings:
        if looks.fullmatch(string):
            yield line, string
        elif loose:
            for found in looks.finditer(string):
                if precise(found.group()):
                    yield line + string.count("\n", 0, found.start()), found.group()


@cache
def comments_and_strings(text: str) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """The comments of a Python file and its strings, by line: several rulebooks are looked for in the same files."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]
    constants = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
    return comments, [(node.lineno, node.value) for node in constants if isinstance(node.value, str)]


def data_cites(text: str, looks: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Citations in a data file by line."""
    for n, line in enumerate(text.splitlines(), 1):
        said = re.sub(r"^\s*\[.*?\]+", "", line)  # without the name of a table
        yield from ((n, cite) for cite in looks.findall(said) if precise(cite))


def code_cites(title: str, book: Rulebook) -> Iterator[Cite]:
    """Every citation in the title's modules and data, and in the engine if it cites the title's clauses."""
    looks = pattern(book)
    game = GAMES[title]
    base = game.home.parents[game.package.count(".")]  # the directory that its top-level package is in
    shared = bool(_family(game))
    for path in game.modules:
        for line, cite in python_cites(path.read_text("utf-8"), looks):
            yield Cite(cite, f"{path.relative_to(base).as_posix()}:{line}", shared)
    for path in sorted(game.path.rglob("*.toml")):
        if path.name != "rules.toml":
            for line, cite in data_cites(path.read_text("utf-8"), looks):
                yield Cite(cite, f"{path.relative_to(base).as_posix()}:{line}")
    package = Path(str(import_module("grognard").__file__)).parent
    known = {c.id for c in book.clauses if c.applies}
    for room in ("core", "kit"):
        for path in sorted((package / room).rglob("*.py")):
            for line, cite in python_cites(path.read_text("utf-8"), looks, loose=False):
                if cite in known:
                    yield Cite(cite, f"{path.relative_to(package.parent).as_posix()}:{line}")


def tests_folder() -> Path | None:
    """The tests in Grognard's source tree; None if only the package is installed."""
    folder = Path(str(import_module("grognard").__file__)).parents[2] / "tests"
    return folder if (folder / "titles").is_dir() else None


def test_cites(folder: Path, title: str) -> Iterator[Cite]:
    """Every clause that a test cites, except in the tests of other titles."""
    own = tests_of(GAMES[title])
    for path in sorted(folder.rglob("test_*.py")):
        parts = path.relative_to(folder).parts
        if parts[0] == "titles" and parts[1] != own:
            continue
        name = f"tests/{path.relative_to(folder).as_posix()}"
        yield from (Cite(cite, f"{name}::{test}") for test, cite in marked_in(path.read_text("utf-8")))


@cache
def marked_in(text: str) -> list[tuple[str, str]]:
    """The tests in a file with the clauses they are marked with."""
    return list(marked(ast.parse(text)))


def tests_of(game: Game) -> str:
    """The directory of a game's tests, below `tests/titles`."""
    return game.tests or game.package.rpartition(".")[2]


def marked(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The tests in a module with the clauses they are marked with."""
    whole = [
        cite
        for node in tree.body
        if isinstance(node, ast.Assign)
        if any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets)
        for cite in marks(node.value)
    ]
    yield from _marked(tree.body, whole)


def _marked(body: Iterable[ast.stmt], outer: list[str], prefix: str = "") -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            own = [cite for decorator in node.decorator_list for cite in marks(decorator)]
            yield from _marked(node.body, outer + own, f"{prefix}{node.name}::")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            own = [cite for decorator in node.decorator_list for cite in marks(decorator)]
            yield from ((prefix + node.name, cite) for cite in dict.fromkeys(outer + own))


def marks(node: ast.expr) -> Iterator[str]:
    """The clauses of every `pytest.mark.case(...)`, or `case(...)`, within an expression."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("pytest.mark.case", "mark.case", "case"):
            for arg in call.args:
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                    yield arg.value


# -- the whole trace --------------------------------------------------------------------------


def _family(game: Game) -> list[Game]:
    """The other games with rules in the same package."""
    return [one for one in GAMES.values() if one.package == game.package and one != game and one.has_rules]


class Numbers:
    """The numbers of a rulebook: what may be cited (clauses that apply, headings, cases), and the dead clauses."""

    def __init__(self, book: Rulebook) -> None:
        self.clauses = {c.id for c in book.clauses if c.applies}
        self.dead = {c.id for c in book.clauses if not c.applies}
        every = self.clauses | self.dead
        self.known = self.clauses | {h.id for h in book.headings} | {case_of(clause) for clause in every}
        self.known |= {clause.rpartition(".")[0] for clause in every}
        self.known -= self.dead


class _Finder:
    """Sorts the citations of a title: found, unknown, or dead."""

    def __init__(self, own: Numbers, family: list[Numbers]) -> None:
        self.own, self.family = own, family
        self.unknown: list[Cite] = []
        self.dead: list[Cite] = []

    def by_clause(self, cites: Iterable[Cite]) -> dict[str, list[str]]:
        """Where each clause is cited; the wrong citations are kept."""
        found: dict[str, list[str]] = {}
        for cite in cites:
            if cite.what in self.own.clauses:
                places = found.setdefault(cite.what, [])
                if cite.where not in places:
                    places.append(cite.where)
            elif cite.what not in self.own.known and not (
                cite.shared and any(cite.what in other.known for other in self.family)
            ):
                (self.dead if cite.what in self.own.dead else self.unknown).append(cite)
        return found


def trace(title: str, tests_in: Path | None = None) -> Trace:
    """Everything that cites the rulebook of a title; its tests are in the given directory, or among Grognard's."""
    game = GAMES[title]
    book = game.rulebook
    finder = _Finder(Numbers(book), [Numbers(other.rulebook) for other in _family(game)])
    code = finder.by_clause(code_cites(title, book))
    folder = tests_in or (tests_folder() if game in OURS else None)
    tests = None if folder is None else finder.by_clause(test_cites(folder, title))
    return Trace(title, book, code, tests, finder.unknown, finder.dead)
