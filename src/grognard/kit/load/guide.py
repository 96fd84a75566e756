"""The guided first turn of a title, from its `guide.toml`: what the game is about, then a few steps to try out.

A step waits until the player has done it; what counts depends on its kind:

* `read`: the player goes on;
* `select`: one of `pieces` is selected;
* `play`: the player has played `verb`; `action` is what *Show me* plays;
* `why`: the player has asked why something is not possible, for example by clicking `place`;
* `odds`: the odds of an attack are shown; `action` is the one that *Show me* prepares;
* `supply`: the supply overlay is shown;
* `until`: the player has to decide at the step `until` of the sequence, for example after a battle.

None of it affects the rules. In a text, `[9.2]` is a case, shown as a link to its card.
"""

from pathlib import Path
from typing import NamedTuple

from .toml import Record, read_toml

FILE = "guide.toml"
KINDS = ("read", "select", "play", "why", "odds", "supply", "until")

NEEDS = {"select": "pieces", "play": "verb", "until": "until"}
"""What a step of some kinds must name."""


class GuideStep(NamedTuple):
    """A step of the guide."""

    kind: str
    title: str
    text: str
    task: str = ""  # what to do, in one sentence
    reason: str = ""  # why, in one sentence
    pieces: tuple[str, ...] = ()  # to be shown, and to be selected
    places: tuple[str, ...] = ()  # to be shown; the last one is the target
    verb: str = ""
    action: str = ""
    until: str = ""


class Guide(NamedTuple):
    """The guided first turn: who plays what, three texts to begin with, and the steps."""

    minutes: int
    side: str
    scenario: str
    level: str  # of the computer
    war: str  # what happened, and who is who
    aim: str  # how one wins
    turn: str  # what a turn is
    steps: tuple[GuideStep, ...]


def guide_in(folder: Path) -> Guide | None:
    """Read the guide next to a title's data, if there is one."""
    path = folder / FILE
    return read_guide(read_toml(path.read_text("utf-8"), FILE)) if path.is_file() else None


def read_guide(top: Record) -> Guide:
    """Read and strictly check a guide; a `DataError` names the file and line of the first error."""
    top.exactly("minutes", "side", "scenario", "level", "war", "aim", "turn", "step")
    side, scenario, level, war, aim, turn = map(top.word, ("side", "scenario", "level", "war", "aim", "turn"))
    return Guide(top.number("minutes"), side, scenario, level, war, aim, turn, tuple(map(_step, top.records("step"))))


def _step(table: Record) -> GuideStep:
    table.only(*GuideStep._fields)
    kind = table.word("kind", *KINDS)
    if kind in NEEDS:
        table.need(NEEDS[kind])
    if kind != "read":
        table.need("task")
    text = {key: table.word(key) for key in ("task", "reason", "verb", "action", "until") if key in table.values}
    return GuideStep(
        kind,
        table.word("title"),
        table.word("text"),
        pieces=tuple(table.words("pieces")),
        places=tuple(table.words("places")),
        **text,
    )
