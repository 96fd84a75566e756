"""`grognard trace`: where each clause of a rulebook is implemented, and which tests cover it."""

import sys
from json import dumps
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ...core.rule import DEAD, PROSE, Rulebook, case_of
from ...lab.citations import Cite, Trace, trace
from ...titles import GAMES


def as_json(found: Trace) -> dict[str, Any]:
    """The trace as JSON data."""
    book = found.rulebook
    return {
        "title": found.title,
        "headings": [
            {"id": h.id, "name": h.name, "clauses": [c.id for c in _of_heading(book, h.id)]} for h in book.headings
        ],
        "clauses": [
            {
                **c._asdict(),
                "code": found.code.get(c.id, []),
                "tests": None if found.tests is None else found.tests.get(c.id, []),
            }
            for c in book.clauses
        ],
        "prose": [c.id for c in book.clauses if c.kind == PROSE],
        "dead": {c.id: c.by for c in book.clauses if c.kind == DEAD},
        "uncovered": [{"id": clause, "lacks": lacks} for clause, lacks in found.uncovered.items()],
        "unknown": [_cite(cite) for cite in found.unknown],
        "cited_dead": [_cite(cite) for cite in found.dead],
        "rulings": len(book.rulings),
        "tests_at_hand": found.tests is not None,
    }


def _cite(cite: Cite) -> dict[str, str]:
    return {"what": cite.what, "where": cite.where}


def _of_heading(book: Rulebook, heading: str) -> list[Any]:
    return [c for c in book.clauses if case_of(c.id) == heading or c.id.startswith(f"{heading}.")]


def _some(places: list[str] | None, what: str) -> str:
    if places is None:
        return "?"
    if not places:
        return f"[bold red]no {what}[/]"
    first = places[0].removeprefix("grognard/titles/").removeprefix("tests/titles/").partition("/")[2] or places[0]
    return first if len(places) == 1 else f"{first} [dim]+{len(places) - 1}[/]"


def _show(found: Trace, console: Console) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold", expand=True)
    table.add_column("clause", no_wrap=True, min_width=max(len(c.id) for c in found.rulebook.clauses))
    table.add_column("kind", no_wrap=True, min_width=max(len(c.kind) for c in found.rulebook.clauses))
    table.add_column("text", ratio=3, no_wrap=True, overflow="ellipsis")
    table.add_column("code", ratio=2, no_wrap=True, overflow="ellipsis")
    table.add_column("tests", ratio=2, no_wrap=True, overflow="ellipsis")
    for clause in found.rulebook.clauses:
        if not clause.decides:
            why = (f"by {clause.by}", clause.reason) if clause.kind == DEAD else (clause.reason,)
            table.add_row(*(f"[dim]{escape(cell)}[/]" for cell in (clause.id, clause.kind, clause.text, *why)))
            continue
        tests = None if found.tests is None else found.tests.get(clause.id, [])
        code = _some(found.code.get(clause.id, []), "code")
        table.add_row(clause.id, clause.kind, clause.text, code, _some(tests, "test"))
    console.print(table)


def _sum_up(found: Trace, console: Console) -> None:
    book, uncovered = found.rulebook, found.uncovered
    prose, dead = (sum(c.kind == kind for c in book.clauses) for kind in (PROSE, DEAD))
    console.print(
        f"\n{found.title}: {len(book.headings)} headings, {len(book.clauses)} clauses, {prose} of them prose"
        f"{f' and {dead} dead' if dead else ''}, {len(book.rulings)} rulings; {len(uncovered)} uncovered."
    )
    for by, clauses in _killed(book).items():
        console.print(f"[dim]dead by {by}:[/] {' '.join(clauses)}", soft_wrap=True)
    if found.tests is None:
        console.print("The tests are not part of this installation: only the code was checked.")
    for lacks in ("code", "test"):
        some = [clause for clause, missing in uncovered.items() if lacks in missing]
        if some:
            console.print(f"[bold red]no {lacks}:[/] {' '.join(some)}", soft_wrap=True)
    for cite in found.unknown:
        console.print(f"[bold red]{cite.where} cites {cite.what}, which is not a clause[/]", soft_wrap=True)
    for cite in found.dead:
        console.print(f"[bold red]{cite.where} cites {cite.what}, which is dead[/]", soft_wrap=True)


def _killed(book: Rulebook) -> dict[str, list[str]]:
    """The dead clauses by what switches them off."""
    out: dict[str, list[str]] = {}
    for clause in book.clauses:
        if clause.kind == DEAD:
            out.setdefault(clause.by, []).append(clause.id)
    return out


def command(title: str, json: bool = False, tests: str = "") -> None:
    """Trace a title; exits with 1 if a clause is uncovered or a citation is unknown or dead."""
    if title not in GAMES:
        print(f"there is no title {title!r}; titles: {', '.join(GAMES)}", file=sys.stderr)
        raise SystemExit(2)
    if not GAMES[title].has_rules:
        print(f"{title} has no rules yet", file=sys.stderr)
        raise SystemExit(2)
    if tests and not Path(tests).is_dir():
        print(f"there is no directory {tests}", file=sys.stderr)
        raise SystemExit(2)
    found = trace(title, Path(tests) if tests else None)
    if json:
        print(dumps(as_json(found), indent=1, ensure_ascii=False))
    else:
        console = Console(highlight=False, emoji=False)
        if not console.is_terminal:
            console.width = 160
        _show(found, console)
        _sum_up(found, console)
    if not found.complete:
        raise SystemExit(1)


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--json"]
    if len(words) != 1:
        sys.exit("usage: python -m grognard.cli.commands.trace TITLE [--json]")
    command(words[0], "--json" in sys.argv)
