"""Why something cannot be done at this step: where in the sequence of play it belongs, and why that was passed over."""

from collections.abc import Iterator
from itertools import islice

from .action import CHANCE, Step, Verb
from .flow import Flow, Frame
from .rule import Objection
from .skips import passed
from .state import State
from .table import Table
from .title import Title
from .view import Viewer

LOOKED_BACK = 40
"""Actions of the journal in which a step that was passed over is looked for."""


def belongs(title: Title[State], verb: str) -> list[tuple[Flow, Step, Verb]]:
    """Every step of the title that has this verb."""
    return [
        (flow, step, found)
        for flow in title.flows.values()
        for step in flow.steps()
        if (found := step.verb(verb)) is not None
    ]


def out_of_step(table: Table, verb: str, viewer: Viewer) -> list[Objection]:
    """Why a verb of another step cannot be used now; nothing if no step has it."""
    s, title = table.state, table.title
    now = title.step(s)
    if now.verb(verb):
        return []
    said: dict[str, Objection] = {}
    for flow, step, found in belongs(title, verb):
        if found.option and found.option not in s.options:
            text = f"{verb!r} is not in play: it needs the option {found.option}"
        elif step.verbs[0].weights is not None:
            text = f"{verb!r} is decided by chance, at {_words(step)}, not now at {_words(now)}"
        else:
            text = f"{verb!r} belongs to {_words(step)}{_when(s, flow, step)}; now it is {_words(now)}"
        said.setdefault(step.name, Objection(step.cite, text, {"step": step.name, "now": now.name}))
    if not said:
        return []
    why = _why_passed(table, {*said}, viewer)
    return [*([why] if why else []), *said.values()]


def _words(step: Step) -> str:
    return step.name.replace("-", " ")


def _when(s: State, flow: Flow, step: Step) -> str:
    """Whether the step comes later in the same procedure, or has been."""
    frame = next((one for one in (*s.stack, Frame(s.flow, s.at, s.local)) if one.flow is flow), None)
    if frame is None:
        return ""
    places = [at for at, one in flow.ask.items() if one is step]
    return ", which comes later" if max(places) > frame.at else ", which is over until it comes again"


def _why_passed(table: Table, steps: set[str], viewer: Viewer) -> Objection | None:
    """Why one of these steps was passed over lately, if it was."""
    for step, s in islice(_recent(table), LOOKED_BACK):
        if step.name not in steps or step.skipped is None or viewer not in (None, CHANCE, step.who(s)):
            continue
        if text := step.skipped(s):
            said, _, case = text.rpartition(" [")
            return Objection(case.rstrip("]"), f"{_words(step)} was passed over: {said}", {"step": step.name})
    return None


def _recent(table: Table) -> Iterator[tuple[Step, State]]:
    """The steps passed over after the last actions, the latest first."""
    after = table.state
    for entry in reversed(table.journal[-LOOKED_BACK:]):
        before = entry.before
        yield from reversed(list(passed(before, after)))
        after = before
