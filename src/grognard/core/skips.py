"""The steps that the sequence of play passed over, and why: worked out when somebody reads the diary, never in play.

From one decision to the next the flow runs in one go, so each step between the two was passed over: its condition, or
one around it, did not hold. A step that may need a word about that has `skipped`.
"""

from collections.abc import Iterator

from .action import Step
from .flow import ASK, JUMP, TEST, Flow
from .state import State
from .view import Line, Viewer


def skipped(before: State, after: State, viewer: Viewer) -> tuple[Line, ...]:
    """Why steps of the viewer between two decisions were passed over; with None as viewer, those of everyone."""
    out = []
    for step, s in passed(before, after):
        text = step.skipped(s) if step.skipped and viewer in (None, step.who(s)) else ""
        if text:
            said, _, case = text.rpartition(" [")
            out.append(Line(case.rstrip("]"), f"{said}."))
    return tuple(out)


def passed(before: State, after: State) -> Iterator[tuple[Step, State]]:
    """Each step passed over, with the position that tells why: the one before it if a new round has begun since."""
    flow, start, end = after.flow, before.at + 1, after.at
    if before.over or after.over:
        return
    if len(after.stack) > len(before.stack):
        start = 0  # a procedure has been called
    elif len(after.stack) < len(before.stack):
        start = before.stack[len(after.stack)].at  # and this is where the caller waited
    elif before.flow is not flow or before.at == after.at:
        return
    if start > end:
        turn = next((at for at in range(start, len(flow.code)) if _turns(flow, at, end)), 0)
        if not turn:
            return
        for step in _between(flow, start, turn):
            yield step, before
        start = flow.code[turn][2] + 1
    for step in _between(flow, start, end):
        yield step, after


def _turns(flow: Flow, at: int, end: int) -> bool:
    """Whether a loop begins again here that goes on to the end."""
    kind, _, target = flow.code[at]
    return kind == JUMP and target <= end


def _between(flow: Flow, start: int, end: int) -> Iterator[Step]:
    """The steps whose own condition alone kept them from being asked between two places of a flow."""
    at = start
    while at < end:
        kind, _, target = flow.code[at]
        if kind == TEST and target <= end:  # otherwise the decision after it is inside, so it held
            step = next(_own(flow, at + 1, target), None)
            if step:
                yield step
            at = target
        else:
            at += 1


def _own(flow: Flow, start: int, end: int) -> Iterator[Step]:
    """The steps directly under a condition, not under another one below it."""
    at = start
    while at < end:
        kind, what, target = flow.code[at]
        if kind == ASK:
            yield what
        at = target if kind == TEST else at + 1
