"""What buttons and tooltips say: plain words, never how an action is typed."""

import re

import pytest

from grognard.cli.play.answers import usage
from grognard.titles import TITLES

TYPED = re.compile(r"\b(HEX|AREA|UNITS?|WORD|OTHERS|COMMAND|BRIDGE|MARKERS|N\b(?<!Area N))|\.\.\.|\[")


@pytest.mark.parametrize("name", sorted(TITLES))
def test_verbs_are_explained_in_plain_words(name: str) -> None:
    verbs = [verb for flow in TITLES[name].flows.values() for step in flow.steps() for verb in step.verbs]
    assert verbs
    for verb in verbs:
        assert verb.help or verb.weights is not None, verb.name
        assert not TYPED.search(f"{verb.label} {verb.help}"), verb.help
        assert not re.match(rf"{verb.name}:", verb.help), verb.help


def test_how_an_action_is_typed_follows_from_its_arguments() -> None:
    title = TITLES["leningrad79"]
    verbs = {verb.name: verb for flow in title.flows.values() for step in flow.steps() for verb in step.verbs}
    assert usage(title, verbs["attack"]) == "attack HEX [HEX ...] with UNITS"
    assert usage(title, verbs["move"]) == "move UNITS to HEX, or via HEX HEX ..."
    assert usage(title, verbs["enter"]) == "enter UNIT at HEX"
    assert usage(title, verbs["air"]) == "air N"
    assert usage(title, verbs["done"]) == "done"
