"""What the page says at the decisions of random games: plain words, never how an action is typed."""

import re

import pytest

from grognard.titles import TITLES
from tests.web.labels import labels

WRONG = {
    "how it is typed": re.compile(r"\b(HEX|AREA|UNITS?|WORD|OTHERS|COMMAND|MARKERS)\b|\.\.\.|\bAir N\b|\bvia\b"),
    "a name of the program": re.compile(r"_|\bundefined\b|\bnull\b|\bNone\b|\bNaN\b|\[object|[{}|]"),
    "hexes run together": re.compile(r"\b\d{4} \d{4}\b"),
    "a space too many": re.compile(r"  |^ | $| [,.:;]|\(\)"),
    "no capital": re.compile(r"^[a-z]"),
    "unfinished": re.compile(r"[ :](in|on|at|to|of|for|from|with)?:?$"),
}
LOWER = ("help", "left", "pending")  # the page begins them with a capital itself
WHOLE = ("verb",)  # the beginning of a longer label


@pytest.mark.parametrize("name", TITLES)
def test_labels_read_well(name: str) -> None:
    found = labels(name, seed=1, actions=160, every=4)
    assert {kind for kind, _ in found} >= {"prompt", "button", "confirm", "step"}
    bad = [
        f"{why}: {kind} {text!r}"
        for kind, text in sorted(found)
        for why, pattern in WRONG.items()
        if pattern.search(text)
        and not (why == "no capital" and kind in LOWER)
        and not (why == "unfinished" and kind in WHOLE)
    ]
    assert not bad, "\n".join(bad)
