"""Flows: a procedure of the rulebook as data, in the rulebook's order.

A flow is written with `do`, `when`, `loop` and `step`, and laid out once as a flat list of
instructions. The current point of a game is a flow, a position in it and the procedure's
local variables; a verb may `call` another flow while the calling one waits on a stack. All of it is
plain data, so a game can be copied, saved and started at any point.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from .action import Step
from .kinds import Kind

Condition: TypeAlias = Callable[[Any], Any]


class _Do(NamedTuple):
    act: Callable[[Any], None]


class _When(NamedTuple):
    test: Condition
    body: tuple["Op", ...]
    again: bool


Op: TypeAlias = "_Do | _When | Step"


def do(act: Callable[[Any], None]) -> Op:
    """Change the state."""
    return _Do(act)


def step(at: Step) -> Op:
    """Let a player decide."""
    return at


def when(test: Condition, *body: Op) -> Op:
    """Run the body if the condition holds."""
    return _When(test, body, again=False)


def loop(test: Condition, *body: Op) -> Op:
    """Run the body as long as the condition holds before it."""
    return _When(test, body, again=True)


DO, TEST, JUMP, ASK, END = range(5)


class Flow:
    """A procedure laid out flat: `code[n]` is an instruction, with its function and its target."""

    __slots__ = ("after", "ask", "code", "kinds", "labels", "local", "name", "names")

    def __init__(
        self, name: str, *ops: Op, local: type[Any] | None = None, kinds: Mapping[str, Kind] | None = None
    ) -> None:
        self.name = name
        self.local = local  # a NamedTuple of local variables
        self.kinds = kinds or {}  # and the kind of each
        self.code: list[tuple[int, Any, int]] = []
        self.labels: dict[str, int] = {}  # the position of each step
        self.after: dict[str, int] = {}  # where to continue when the flow called by a step or act has ended
        self.ask: dict[int, Step] = {}
        self._lay(ops)
        self.code.append((END, None, 0))
        self.names: dict[int, str] = {}  # the label of each position
        for name, at in (*self.labels.items(), *self.after.items()):
            self.names.setdefault(at, name)

    def _lay(self, ops: tuple[Op, ...]) -> None:
        for op in ops:
            at = len(self.code)
            if isinstance(op, Step):
                label = _unused(op.name, self.labels)
                self.labels[label] = at
                self.after[_unused(label, self.after, "+")] = at + 1
                self.ask[at] = op
                self.code.append((ASK, op, 0))
            elif isinstance(op, _Do):
                self.after[_unused(op.act.__name__, self.after, "+")] = at + 1
                self.code.append((DO, op.act, 0))
            else:
                self.code.append((TEST, op.test, 0))
                self._lay(op.body)
                if op.again:
                    self.code.append((JUMP, None, at))
                self.code[at] = (TEST, op.test, len(self.code))

    def label(self, at: int) -> str:
        """The name under which a position in the flow is saved: a step's name, or `name+` for the point after it."""
        return self.names[at]

    def find(self, label: str) -> int | None:
        """The position with this label."""
        return self.labels.get(label, self.after.get(label))

    def steps(self) -> tuple[Step, ...]:
        """Every step of the flow in order."""
        return tuple(self.ask.values())


def _unused(name: str, names: Mapping[str, int], mark: str = "") -> str:
    """The name, with the first number that makes it unique if it is taken, and the mark appended."""
    out, n = name + mark, 1
    while out in names:
        n += 1
        out = f"{name}.{n}{mark}"
    return out


class Frame(NamedTuple):
    """A flow that waits for another to end."""

    flow: Flow
    at: int
    local: Any


def call(s: Any, flow: Flow, local: Any = None) -> None:
    """Start a flow now; the current one continues when it has ended."""
    s.stack = (*s.stack, Frame(s.flow, s.at, s.local))
    s.flow, s.at, s.local = flow, 0, local


def run(s: Any) -> None:
    """Run until a player has to decide or the game is over."""
    while not s.over:
        kind, what, target = s.flow.code[s.at]
        if kind == ASK:
            return
        if kind == DO:
            s.at += 1
            what(s)
        elif kind == TEST:
            s.at = s.at + 1 if what(s) else target
        elif kind == JUMP:
            s.at = target
        elif s.stack:
            *rest, frame = s.stack
            s.stack = tuple(rest)
            s.flow, s.at, s.local = frame
        else:
            s.over = True
    if s.stack:
        s.flow = s.stack[0].flow
    s.at, s.local, s.stack = 0, None, ()  # a finished game is at no step
