"""Rules that no test can notice, and why: `tools/unwatched.toml`.

An entry names a mutant by its file, how it was made and the line of code it changes, or all mutants within a
definition of the file. Each has a reason: the change makes no difference in that game.
"""

import ast
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tools.break_rules import PACKAGE, Mutant

FILE = Path(__file__).with_suffix(".toml")


class Entry(NamedTuple):
    """A justified survivor, or all within a definition."""

    titles: tuple[str, ...]
    file: str  # relative to the package
    reason: str
    how: str = ""
    line: str = ""
    within: str = ""

    def fits(self, title: str, mutant: Mutant) -> bool:
        """Whether it justifies a mutant of a title."""
        if title not in self.titles or mutant.file != self.file:
            return False
        if self.within:
            return self.within == definition(mutant.file, mutant.line)
        return mutant.how == self.how and source(mutant.file)[mutant.line - 1].strip() == self.line

    def __str__(self) -> str:
        return f"{self.file} {self.within or f'{self.how}: {self.line}'}"


@cache
def source(file: str) -> list[str]:
    """The lines of a file of the package."""
    return (PACKAGE / file).read_text("utf-8").splitlines()


@cache
def definition(file: str, line: int) -> str:
    """The name that the statement on a line defines at the top level of its module."""
    for node in ast.parse("\n".join(source(file))).body if file.endswith(".py") else ():
        if node.lineno <= line <= (node.end_lineno or 0):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                return node.targets[0].id
            return str(getattr(node, "name", ""))
    return ""


def read(path: Path = FILE) -> list[Entry]:
    """The entries of the list."""
    rows = tomllib.loads(path.read_text("utf-8"))["unwatched"]
    return [Entry(**{**row, "titles": tuple(row["titles"])}) for row in rows]


def reason(title: str, mutant: Mutant, entries: Iterable[Entry]) -> str:
    """Why no test notices a mutant; empty if the list does not say."""
    return next((entry.reason for entry in entries if entry.fits(title, mutant)), "")


def stale(title: str, mutants: Iterable[Mutant], entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries of a title that fit none of its mutants."""
    every = list(mutants)
    for entry in entries:
        if title in entry.titles and not any(entry.fits(title, mutant) for mutant in every):
            yield entry
