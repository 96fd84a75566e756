"""Disables rules: finds every place in a title's code and charts that cites a clause, and removes that rule.

A ban forbids nothing, a check never fails, an objection is not raised, a line of a ledger is dropped, a cited
statement is left out, a cited condition never holds, a number of a chart is off by one.
"""

import ast
import io
import pickle
import re
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from grognard.lab.citations import Numbers
from grognard.titles.catalogue import GAMES

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "grognard"
NUMBERED = re.compile(r"(?<![\w.])\d{1,2}(?:\.\d{1,2})+(?:[a-z](?!\w)|\.[a-z]+\d*)?(?!\w)")
NAMED = re.compile(
    r"(?<![\w.])(?:setup|schedule|counters|armies|campaign|dnieper|typhoon|gasp|appendix\d)(?:\.[a-z0-9]+)+(?![\w(])"
)


def cites_of(text: str) -> list[str]:
    """The clauses and cases named in a text."""
    found = [(m.start(), m.group()) for looks in (NUMBERED, NAMED) for m in looks.finditer(text)]
    return list(dict.fromkeys(cite for _, cite in sorted(found)))


def case_of(clause: str) -> str:
    """The case of a clause: 10.8 of 10.8b, schedule of schedule.note2."""
    found = re.match(r"\d+(?:\.\d+)+", clause)
    return found.group() if found else clause.split(".")[0]


class Mutant(NamedTuple):
    """A disabled rule: where, the clauses it cites, how, and the changed text of the file."""

    file: str  # relative to the package
    line: int
    clauses: tuple[str, ...]
    how: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line} {self.how} [{', '.join(self.clauses)}]"


# -- changing code ----------------------------------------------------------------------------

Change = Callable[[dict[ast.AST, ast.AST]], None]
"""Disables one rule in a tree, given the parent of each node."""


class Site(NamedTuple):
    node: ast.AST
    clauses: list[str]
    how: str
    change: Change


class Module:
    """A module of the title, and every place in it where a rule can be disabled."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = ast.parse(text)
        self.parents = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}
        self.comments: dict[int, list[str]] = {}
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT and (cites := cites_of(token.string)):
                self.comments[token.start[0]] = cites
        self.makers = {  # functions that create one objection: a call counts as the objection
            node.name: self.constants(node)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) == "Objection"
        }

    # -- citations -------------------------------------------------------------------------

    def constants(self, node: ast.AST) -> list[str]:
        """The clauses that appear as whole strings below a node."""
        texts = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        return [text for text in texts if cites_of(text) == [text]]

    def clause_of(self, call: ast.Call) -> list[str]:
        """The clause that a `Ban`, `Check`, `Objection` or `Line` cites; for a variable, all its possible values."""
        if isinstance(call.func, ast.Name) and call.func.id in self.makers:
            return self.makers[call.func.id]
        if not call.args:
            return []
        first = call.args[0]
        found = self.constants(first)
        names = {n.id for n in ast.walk(first) if isinstance(n, ast.Name)}
        for node in ast.walk(self.scope(call) if not found else ast.Module([], [])):
            if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id in names for t in node.targets):
                found += self.constants(node.value)
        for node in self.tree.body if not found else []:
            if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id in names for t in node.targets):
                found += self.constants(node.value)
        return found

    def scope(self, node: ast.AST) -> ast.AST:
        while not isinstance(node, ast.FunctionDef | ast.Module):
            node = self.parents[node]
        return node

    def commented(self, node: ast.AST) -> list[str]:
        """The clauses in the comments beside a node."""
        first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
        return [cite for line in range(first, last + 1) for cite in self.comments.get(line, ())]

    # -- where a rule can be disabled -----------------------------------------------------

    def sites(self) -> Iterator[Site]:
        taken: set[int] = set()  # lines of comments that belong to a ban, objection or line
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                for site in self.calls(node, node.func.id):
                    taken.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
                    yield site
        for line in sorted(set(self.comments) - taken):
            yield from self.cited_line(line)

    def calls(self, call: ast.Call, name: str) -> Iterator[Site]:
        clauses = self.clause_of(call) if name in ("Ban", "Check", "Objection", "Line") or name in self.makers else []
        own = [*clauses, *self.commented(call)]
        if name == "Ban" and len(call.args) > 2:
            yield Site(call, own, "ban", _set_arg(call, 2, "0"))
        elif name == "Check" and len(call.args) > 2:
            yield Site(call, own, "check", _set_arg(call, 2, "(lambda _: False)"))
        elif name in ("Objection", "Line") or name in self.makers:
            if self.scope(call) in [
                n for n in ast.walk(self.tree) if isinstance(n, ast.FunctionDef) and n.name in self.makers
            ]:
                return
            change = self.unsay(call)
            if change is not None:
                yield Site(call, own, "line" if name == "Line" else "objection", change)
        elif name == "Limits":
            yield from self.limits(call)

    def limits(self, call: ast.Call) -> Iterator[Site]:
        scope = self.scope(call)
        said = {keyword.arg: keyword for keyword in call.keywords}
        for keyword, reason in (("low", "too_few"), ("high", "too_many"), ("must", "missing")):
            if reason not in said:
                continue
            clauses = self.constants(said[reason].value)
            names = {n.id for n in ast.walk(said[reason].value) if isinstance(n, ast.Name)}
            for node in ast.walk(scope):
                named = isinstance(node, ast.FunctionDef) and node.name in names
                given = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
                if named or (given and node.targets[0].id in names):  # type: ignore[attr-defined]
                    clauses += self.constants(node)
            place = {"low": 0, "high": 1}.get(keyword)
            nothing = str(1 << 30) if keyword == "high" else "0"
            if place is not None and len(call.args) > place:
                yield Site(call, clauses, f"limit {keyword}", _set_arg(call, place, nothing))
            elif keyword in said:
                yield Site(call, clauses, f"limit {keyword}", _set_keyword(said[keyword], nothing))

    def unsay(self, call: ast.Call) -> Change | None:
        """How to leave out an objection or line, depending on its context."""
        parent = self.parents[call]
        if isinstance(parent, ast.Yield):
            return _replace_statement(self.parents[parent], "if False:\n    yield")
        if isinstance(parent, ast.List | ast.Tuple):
            return _drop_element(parent, call)
        if isinstance(parent, ast.ListComp | ast.GeneratorExp):
            return _replace_node(parent, "[]")
        if isinstance(parent, ast.Return):
            return _replace_node(call, "None")
        if isinstance(parent, ast.IfExp):
            return _replace_node(parent, "None")
        append = isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute)
        if append and isinstance(self.parents[parent], ast.Expr):
            return _replace_statement(self.parents[parent], "pass")
        return None

    def cited_line(self, line: int) -> Iterator[Site]:
        """The sites that can be left out on a line that cites a clause."""
        cites = self.comments[line]
        statement = self.statement_at(line)
        if statement is None:
            return
        for operand in self.operands(statement, line):
            yield Site(operand.right, cites, "operand", _replace_with(operand, operand.left))
            return
        for flow in ast.walk(statement):
            if (
                isinstance(flow, ast.Call)
                and isinstance(flow.func, ast.Name)
                and flow.func.id in ("Flow", "loop", "when")
            ):
                for op in flow.args[1:]:
                    if isinstance(op, ast.Call) and op.lineno == line == op.end_lineno:
                        yield Site(op, cites, "step", _drop_arg(flow, op))
                        return
        multiline = (statement.end_lineno or 0) > statement.lineno
        if isinstance(statement, ast.If) and line <= statement.test.end_lineno:  # type: ignore[operator]
            yield Site(statement, cites, "condition", _replace_node(statement.test, "False"))
        elif multiline and (keyword := self.keyword_at(statement, line)) is not None:
            yield Site(keyword, cites, "keyword", self.without(keyword))
        elif isinstance(statement, ast.AugAssign | ast.Expr) or (
            isinstance(statement, ast.Assign) and not any(map(_local, statement.targets))
        ):
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield | ast.Constant):
                return
            yield Site(statement, cites, "statement", _replace_statement(statement, "pass"))
        elif isinstance(statement, ast.Return):
            yield from self.returned(statement, cites)

    def returned(self, statement: ast.Return, cites: list[str]) -> Iterator[Site]:
        """Leave out a guarded return; for a conditional expression, always take one branch."""
        if isinstance(statement.value, ast.IfExp):
            for branch in ("body", "orelse"):
                taken = getattr(statement.value, branch)
                yield Site(statement, cites, f"always {branch}", _replace_with(statement.value, taken))
            return
        guard = self.parents[statement]
        if isinstance(guard, ast.If) and self.followed(guard):
            yield Site(statement, cites, "return", _replace_statement(statement, "pass"))
        elif isinstance(statement.value, ast.Compare):
            yield Site(statement, cites, "never", _replace_node(statement.value, "False"))
            yield Site(statement, cites, "always", _replace_node(statement.value, "True"))
        elif isinstance(statement.value, ast.BoolOp):
            for n, value in enumerate(statement.value.values):
                rest = [v for v in statement.value.values if v is not value]
                yield Site(statement, cites, f"term {n + 1}", _set_field(statement.value, "values", rest))

    def followed(self, node: ast.AST) -> bool:
        """Whether anything follows an `if`, in its block or in the blocks around it."""
        parent = self.parents[node]
        for field in ("body", "orelse"):
            block = getattr(parent, field, [])
            if isinstance(block, list) and node in block:
                if block[-1] is not node:
                    return True
                return isinstance(parent, ast.If) and self.followed(parent)
        return False

    def statement_at(self, line: int) -> ast.stmt | None:
        """The innermost statement on a line."""
        around = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0)
        ]
        return max(around, key=lambda node: (node.lineno, -(node.end_lineno or 0)), default=None)

    def operands(self, statement: ast.stmt, line: int) -> Iterator[ast.BinOp]:
        """The intersections whose part on this line can be left out."""
        for node in ast.walk(statement):
            if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.BitAnd):
                continue
            alone = (node.left.end_lineno or line) < line
            whole = isinstance(statement, ast.Return | ast.Assign) and statement.value is node
            if node.right.lineno == line == node.right.end_lineno and (alone or whole):
                yield node

    def keyword_at(self, statement: ast.stmt, line: int) -> ast.keyword | None:
        for node in ast.walk(statement):
            if isinstance(node, ast.keyword) and node.arg and node.value.end_lineno == line == node.lineno:
                return node
        return None

    def without(self, keyword: ast.keyword) -> Change:
        """A switch the other way round, a list of names empty, any other keyword left out."""
        value = keyword.value
        if isinstance(value, ast.Constant) and isinstance(value.value, bool):
            return _set_keyword(keyword, str(not value.value))
        if isinstance(value, ast.Tuple) and all(isinstance(item, ast.Constant) for item in value.elts):
            return _set_keyword(keyword, "()")
        return _drop_keyword(self.parents[keyword], keyword)

    def mutants(self, file: str) -> Iterator[Mutant]:
        sites = [site for site in self.sites() if site.clauses]
        sound = pickle.dumps((self.tree, self.parents, sites))
        for n, site in enumerate(sites):
            tree, parents, twins = pickle.loads(sound)
            twins[n].change(parents)
            text = ast.unparse(ast.fix_missing_locations(tree))
            yield Mutant(file, getattr(site.node, "lineno", 0), tuple(dict.fromkeys(site.clauses)), site.how, text)


def _local(target: ast.expr) -> bool:
    """Whether something is set that would be missing, not just unchanged: a variable, or an attribute of `self`."""
    stored = [n for n in ast.walk(target) if isinstance(n, ast.Name | ast.Attribute) and isinstance(n.ctx, ast.Store)]
    return any(isinstance(n, ast.Name) or ast.unparse(n.value) == "self" for n in stored)


class _Edit:
    """A change of a tree; a copy of it and of the tree together changes the copied tree."""

    def __init__(self, act: str, *args: object) -> None:
        self.act, self.args = act, args

    def __call__(self, parents: dict[ast.AST, ast.AST]) -> None:
        getattr(self, self.act)(parents, *self.args)

    def set_arg(self, _parents: dict[ast.AST, ast.AST], call: ast.Call, n: int, code: str) -> None:
        call.args[n] = _expression(code)

    def set_field(self, _parents: dict[ast.AST, ast.AST], node: ast.AST, field: str, value: object) -> None:
        setattr(node, field, value)

    def drop(self, _parents: dict[ast.AST, ast.AST], node: ast.AST, field: str, item: ast.AST) -> None:
        getattr(node, field).remove(item)

    def replace(self, parents: dict[ast.AST, ast.AST], node: ast.AST, new: ast.AST) -> None:
        for name, value in ast.iter_fields(parents[node]):
            if value is node:
                setattr(parents[node], name, new)
            elif isinstance(value, list) and node in value:
                value[value.index(node)] = new


def _expression(code: str) -> ast.expr:
    return ast.parse(code, mode="eval").body


def _set_arg(call: ast.Call, n: int, code: str) -> Change:
    return _Edit("set_arg", call, n, code)


def _set_keyword(keyword: ast.keyword, code: str) -> Change:
    return _Edit("set_field", keyword, "value", _expression(code))


def _set_field(node: ast.AST, field: str, value: object) -> Change:
    return _Edit("set_field", node, field, value)


def _drop_element(node: ast.List | ast.Tuple, item: ast.expr) -> Change:
    return _Edit("drop", node, "elts", item)


def _drop_arg(call: ast.Call, item: ast.expr) -> Change:
    return _Edit("drop", call, "args", item)


def _drop_keyword(call: ast.AST, keyword: ast.keyword) -> Change:
    return _Edit("drop", call, "keywords", keyword)


def _replace_node(node: ast.AST, code: str) -> Change:
    return _Edit("replace", node, _expression(code))


def _replace_with(node: ast.AST, other: ast.AST) -> Change:
    return _Edit("replace", node, other)


def _replace_statement(node: ast.AST, code: str) -> Change:
    return _Edit("replace", node, ast.parse(code).body[0])


# -- changing data ----------------------------------------------------------------------------


def data_mutants(text: str, file: str) -> Iterator[Mutant]:
    """Every number with a source or comment that cites the rules, off by one; a cell of each row of results."""
    lines = text.splitlines(keepends=True)
    block: list[int] = []  # lines of the current table whose numbers wait for its source
    for n, line in enumerate(lines):
        if line.startswith("["):
            block = []
            continue
        said = [] if re.match(r"\w+_source = ", line) else cites_of(line)
        row = re.match(r'(\w+) = "R:', line)  # the source of a row of results above
        if said and row and not line.startswith("source"):
            at = next(m for m in range(n) if lines[m].startswith(f"{row.group(1)} = ["))
            yield _data_mutant(lines, file, at, said, re.sub(CELL, '"-/-"', lines[at]))
        elif said and not line.startswith("source") and (number := _number(line)):
            yield _data_mutant(lines, file, n, said, _more(line, number))
        elif said and line.startswith("source"):
            single = next((one for one in lines[n : n + 2] if one.startswith("sources")), "")  # of entries, by name
            for at in block:
                found, own = _number(lines[at]), said
                assert found
                entry = re.search(rf'\b{lines[at].split(" ")[0]} = "([^"]*)"', single)
                if entry or line == single:
                    own = cites_of(entry.group(1)) if entry and line == single else []
                if own:
                    yield _data_mutant(lines, file, at, own, _more(lines[at], found))
        elif re.match(r"\w+ = -?\d+\s*(#.*)?$", line):
            block.append(n)


CELL = r'"[-12E]/[-12E]"(?=, "[-12E]/[-12E]"\])'  # the last but one


def _number(line: str) -> re.Match[str] | None:
    """The number in a line that is a count, or else the first number."""
    if "=" not in line:
        return None
    said = line.split("=", 1)[1]
    named = re.search(r'(?<=\b(?:value|count) = )\d+|(?<=\bpoints = )\d+|(?<=\bfoot = ")\d+', said)
    return named or re.search(r'(?<![\w."-])-?\d+(?![\w."-])', said)


def _more(line: str, number: re.Match[str]) -> str:
    head, tail = line.split("=", 1)
    return f"{head}={tail[: number.start()]}{int(number.group()) + 1}{tail[number.end() :]}"


def _data_mutant(lines: list[str], file: str, n: int, clauses: list[str], changed: str) -> Mutant:
    return Mutant(file, n + 1, tuple(clauses), "number", "".join([*lines[:n], changed, *lines[n + 1 :]]))


# -- a whole title ----------------------------------------------------------------------------


def mutants_of(title: str) -> list[Mutant]:
    """Every rule of the title, disabled once; in modules shared with other games, only what cites its own rulebook."""
    game = GAMES[title]
    known = Numbers(game.rulebook).known
    out: list[Mutant] = []
    for path in game.modules:
        out += Module(path.read_text("utf-8")).mutants(path.relative_to(PACKAGE).as_posix())
    for name in ("tables.toml",):
        path = game.path / name
        out += data_mutants(path.read_text("utf-8"), path.relative_to(PACKAGE).as_posix())
    cited = [one._replace(clauses=tuple(clause for clause in one.clauses if clause in known)) for one in joined(out)]
    return [one for one in cited if one.clauses]


def joined(mutants: list[Mutant]) -> list[Mutant]:
    """Each change once: the same change for an objection and for the statement around it is one mutant."""
    out: dict[tuple[str, str], Mutant] = {}
    for one in mutants:
        first = out.setdefault((one.file, one.text), one)
        out[one.file, one.text] = first._replace(clauses=tuple(dict.fromkeys([*first.clauses, *one.clauses])))
    return list(out.values())
