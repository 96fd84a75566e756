"""An action in its text form is read at once; any other form word by word, with the same result."""

from random import Random

import pytest

from grognard.core.reading import exact, read
from grognard.titles import TITLES

ACTIONS = 120


@pytest.mark.parametrize("name", list(TITLES))
def test_the_text_form_is_read_like_any_other(name: str) -> None:
    title, pick, forms = TITLES[name], Random(5).randrange, 0
    s = title.start()
    for _ in range(ACTIONS):
        action = title.sample(s, pick, done=0)
        verb, words = title.step(s).verb(action.verb), title.text(s, action).split()
        assert verb is not None
        assert read(title, s, verb, words[1:]) == action.args
        if found := exact(title.lexicon, verb.args, words):
            assert found == action.args
            forms += 1
        title.play(s, action)
    assert forms > ACTIONS / 3


def test_other_forms_are_not_taken_for_the_text_form() -> None:
    title = TITLES["leningrad79"]
    s = title.start()
    while title.step(s).name != "german-movement":
        title.play(s, title.sample(s, Random(1).randrange, done=0))
    move = title.step(s).verb("move")
    assert move is not None
    low, high = title.lexicon.pieces[:2]
    for said in (f"move {low} 1010", f"move {low} to 1010", f"move {high} {low} via 1010", f"move {low} via nowhere"):
        assert exact(title.lexicon, move.args, said.split()) == ()
    assert exact(title.lexicon, move.args, f"move {low} {high} via 1010".split())[:2] == (0, 2)
