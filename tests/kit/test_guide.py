"""The guided first turn: typed, strict, and true: its cases, units, places and actions exist."""

import re
from pathlib import Path

import pytest

from grognard.core.table import Table
from grognard.kit.load.guide import guide_in, read_guide
from grognard.kit.load.toml import DataError, read_toml
from grognard.opponents import LEVELS
from grognard.titles import TITLES

TEXT = """\
minutes = 5
side = "crown"
scenario = "siege"
level = "recruit"
war = "A war."
aim = "To win [1.1]."
turn = "Move."

[[step]]
kind = "play"
title = "Move"
text = "Units move."
task = "Move one."
verb = "move"
"""


def test_a_guide_is_read() -> None:
    guide = read_guide(read_toml(TEXT, "guide.toml"))
    assert (guide.minutes, guide.side, guide.aim) == (5, "crown", "To win [1.1].")
    assert [(step.kind, step.verb, step.pieces) for step in guide.steps] == [("play", "move", ())]


def test_a_title_needs_none(tmp_path: Path) -> None:
    assert guide_in(tmp_path) is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "play"', 'kind = "dance"', "kind 'dance' is not one of"),
        ('verb = "move"', "", "has no 'verb'"),
        ('task = "Move one."', "", "has no 'task'"),
        ('kind = "play"', 'kind = "select"', "has no 'pieces'"),
        ("minutes = 5", "minutes = 0", "minutes must be above zero"),
    ],
)
def test_errors_are_named(old: str, new: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        read_guide(read_toml(TEXT.replace(old, new), "guide.toml"))
    assert said in str(caught.value)


@pytest.mark.parametrize("name", [name for name, title in TITLES.items() if title.guide])
def test_what_a_guide_names_exists(name: str) -> None:
    title = TITLES[name]
    guide = title.guide
    assert guide is not None
    assert guide.side in title.players
    assert guide.level in LEVELS
    state = Table(title, guide.scenario).state
    verbs = {verb.name for flow in title.flows.values() for step in flow.steps() for verb in step.verbs}
    steps = {step.name for flow in title.flows.values() for step in flow.steps()}
    texts = [guide.war, guide.aim, guide.turn]
    for step in guide.steps:
        texts += [step.text, step.task, step.reason]
        assert not step.verb or step.verb in verbs, step
        assert not step.until or step.until in steps, step
        for piece in step.pieces:
            title.lexicon.piece(piece)
        for place in step.places:
            title.lexicon.place(place)
        if step.action:  # of a step that shows odds, the attack it prepares
            assert step.action.split()[0] in ({step.verb} if step.verb else verbs), step
    for case in re.findall(r"\[([^\]]+)\]", " ".join(texts)):
        heading, clauses, _ = title.rulebook.card(case)
        assert heading or clauses, case
    assert state.scenario == guide.scenario
