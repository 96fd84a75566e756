"""Which clauses a recorded game fires.

A clause fires when the diary or the ledger of a cost cites it; when an objection of that clause is raised to an action
somebody might have tried; when a statement that cites it is carried out (a cited condition: when it holds); or when
what it says of the components is used: a line of the schedule when one of its units enters.
"""

import ast
import io
import sys
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any

from grognard.core.action import Action
from grognard.core.table import Table
from grognard.core.title import Title
from grognard.kit.table import wargame
from grognard.lab.citations import data_cites, pattern, precise
from grognard.titles import GAMES
from tests.laws.attempts import changed

AT_LOAD = (
    "/board.py",
    "/components.py",
    "/links.py",
    "/map_and_units.py",
    "/leningrad41/rules/lines.py",
)  # modules that are done when the title is loaded, or whose answers belong to its components
ATTEMPTS = 2  # illegal actions tried at every decision


class Cited:
    """The statements of a title's modules that cite clauses."""

    def __init__(self, title: Title[Any]) -> None:
        self.home = Path(str(sys.modules[title.home].__file__)).parent
        self.looks = pattern(title.rulebook)
        self.clauses = {c.id for c in title.rulebook.clauses if c.applies}
        self.loaded: set[str] = set()  # cited by data, and by statements carried out when the title is loaded
        self.lines: dict[str, dict[int, set[str]]] = {}  # by file and line: what fires when it is carried out
        self.beside: dict[str, set[str]] = {}  # what is cited beside a ban or objection of a clause
        for path in GAMES[title.name].modules:
            self.lines[str(path)] = {}
            self._read(path)
        for path in sorted(GAMES[title.name].path.glob("*.toml")):
            if path.name != "rules.toml":
                self.loaded.update(cite for _, cite in data_cites(path.read_text("utf-8"), self.looks))
        self.loaded = {cite for cite in self.loaded & self.clauses if not by_use(cite)}

    def _read(self, path: Path) -> None:
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        where = _Where(tree)
        for line, cite in _cites(text, tree, self.looks):
            if cite not in self.clauses:
                continue
            call = where.ban(line)
            if call is not None:
                for clause in _clauses(call):
                    self.beside.setdefault(clause, set()).add(cite)
                continue
            lines = where.carried_out(line)
            if path.as_posix().endswith(AT_LOAD) or not lines:
                self.loaded.add(cite)
            for one in lines:
                self.lines[str(path)].setdefault(one, set()).add(cite)


def by_use(cite: str) -> bool:
    """Does the clause fire only when a line of a chart is used?"""
    return cite.startswith("schedule.") and cite.split(".")[1] in ("german", "soviet")


def _cites(text: str, tree: ast.Module, looks: Any) -> Iterator[tuple[int, str]]:
    """Comments and docstrings; texts in calls are told by the diary and by objections."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield from ((token.start[0], cite) for cite in looks.findall(token.string))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Line":
            yield from ((node.lineno, clause) for clause in _clauses(node))
        if isinstance(node, ast.FunctionDef) and (said := ast.get_docstring(node)):
            yield from ((node.body[0].lineno, cite) for cite in looks.findall(said) if precise(cite))


def _clauses(call: ast.Call) -> list[str]:
    first = call.args[0] if call.args else call
    return [n.value for n in ast.walk(first) if isinstance(n, ast.Constant) and isinstance(n.value, str)]


class _Where:
    """Finds what stands on a line of a module."""

    def __init__(self, tree: ast.Module) -> None:
        self.functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
        self.statements = [n for n in ast.walk(tree) if isinstance(n, ast.stmt)]
        self.calls = [
            n
            for n in ast.walk(tree)
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in ("Ban", "Check", "Objection")
        ]

    def ban(self, line: int) -> ast.Call | None:
        """The ban or objection on a line."""
        return next((c for c in self.calls if c.lineno <= line <= (c.end_lineno or 0)), None)

    def carried_out(self, line: int) -> list[int]:
        """The lines of which one is carried out when the statement on a line is; none for those at load."""
        if not any(f.lineno < line <= (f.end_lineno or 0) for f in self.functions):
            return []
        around = [n for n in self.statements if n.lineno <= line <= (n.end_lineno or 0)]
        here = max(around, key=lambda n: (n.lineno, -(n.end_lineno or 0)))
        if isinstance(here, ast.If | ast.For | ast.While):
            return [here.body[0].lineno]
        if isinstance(here, ast.Expr) and isinstance(here.value, ast.Constant):  # a docstring: the whole function
            function = max((f for f in self.functions if f.lineno < line), key=lambda f: f.lineno)
            return list(range(line + 1, (function.end_lineno or line) + 1))
        return list(range(here.lineno, (here.end_lineno or here.lineno) + 1))


class Watch:
    """Notes which cited lines are carried out; looks away from functions that have nothing new to show."""

    def __init__(self, cited: Cited) -> None:
        self.fired: set[str] = set()
        self.open: dict[CodeType, dict[int, set[str]]] = {}
        self.lines = cited.lines

    def __enter__(self) -> "Watch":
        sys.settrace(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _call(self, frame: FrameType, _event: str, _arg: object) -> Callable[..., Any] | None:
        code = frame.f_code
        if code not in self.open:
            cites = self.lines.get(code.co_filename, {})
            own = {line for *_, line in code.co_lines() if line}
            self.open[code] = {line: cites[line] for line in own if line in cites}
        return self._line if self.open[code] else None

    def _line(self, frame: FrameType, event: str, _arg: object) -> Callable[..., Any] | None:
        waiting = self.open[frame.f_code]
        if event == "line" and frame.f_lineno in waiting:
            self.fired |= waiting.pop(frame.f_lineno)
        return self._line if waiting else None


def fired(table: Table, cited: Cited, watch: Watch | None = None) -> set[str]:
    """Every clause that fires while a game is played through once more, with some illegal actions tried.

    With one watch for several games, what fired in an earlier one counts as well, and takes no more time.
    """
    title, random = wargame(table), Random("attempts")
    told: set[str] = set()
    used: set[str] = set()
    with watch or Watch(cited) as watch:
        title.start(table.first.scenario, dict(option.split("=") for option in table.first.options))
        s = table.first.copy()
        for entry in table.journal:
            told |= {objection.clause for objection in _attempts(title, s, entry.action, random)}
            if title.name in USED:
                USED[title.name](s, entry.action, used)
            told |= {line.clause for line in title.aids.cost(s, entry.action)}
            s.log = []
            title.play(s, entry.action)
            told |= {note.clause for note in s.log}
            s.log = None
        title.outcome(s)
    told |= {other for clause in told for other in cited.beside.get(clause, ())}
    return (told | used | watch.fired | cited.loaded) & cited.clauses


def _attempts(title: Title[Any], s: Any, action: Any, random: Random) -> Iterator[Any]:
    """What is objected to actions somebody might try here, all verbs without arguments among them."""
    for _ in range(ATTEMPTS):
        yield from title.explain(s, changed(title, s, action, random))
    for verb in title.step(s).verbs:
        if not verb.args:
            yield from title.explain(s, Action(verb.name))


def _schedule(s: Any, action: Any, used: set[str]) -> None:
    """The lines of the schedule of *Leningrad* that an action uses."""
    d = s.data
    if action.verb == "enter":
        used.add(d.slots[s.slot[action.args[0]]].source.removeprefix("R:"))
    elif action.verb == "fortify":
        used.update(f"schedule.soviet.{turn}" for turn in d.forts_arrive if turn <= s.turn)
    elif action.verb in ("air", "interdict"):
        used.update(f"schedule.german.{turn}" for turn in d.air_arrives[: 1 + (action.args[0] == 2)])


USED: dict[str, Callable[[Any, Any, set[str]], None]] = {"leningrad79": _schedule}


def deciding(title: Title[Any]) -> set[str]:
    """The clauses that are more than prose."""
    return {clause.id for clause in title.rulebook.clauses if clause.decides}


def never_fired(title: Title[Any], all_fired: set[str]) -> str:
    """The clauses that are more than prose and fired in none of the records, as the text of a file."""
    never = [c for c in title.rulebook.clauses if c.decides and c.id not in all_fired]
    count = len(deciding(title))
    width = max([12, *(len(c.id) for c in never)])
    head = f"# Of {count} clauses of {title.name} that are more than prose, {len(never)} fire in none of the records.\n"
    return head + "".join(f"{c.id:{width}} {c.kind:12} {c.text}\n" for c in never)
