"""What the officers of *Moscow '41* had in mind: told once for each set of orders, in words, and true."""

from random import Random
from typing import Any

import pytest

from grognard.core import notation
from grognard.opponents import Budget, Seat, opponent
from grognard.titles import TITLES

TITLE = TITLES["moscow41"]
BEFORE_ROSLAVL = """moscow41 campaign
at game choice
turn 1
german 66 67 77 78 89 90 100 101 102 16A 9A 4A 2A Rastenburg Pskov
90 Guderian 24PzK 46PzK 47PzK
91 25RC(level=1)
63 Stalin
Rastenburg Hitler
Pskov Hoepner
"""


@pytest.mark.parametrize("level", ["regular", "veteran"])
def test_he_tells_what_he_is_about(level: str) -> None:
    """One attack is there to be made, and he says so when he gives his orders; then he has nothing to add."""
    s: Any = notation.read(TITLES, BEFORE_ROSLAVL)
    mind, chance = opponent(level).sit(), Random(1).randrange
    told, moved = list[str](), list[str]()
    while TITLE.step(s).name in ("choice", "activation", "command"):
        step = TITLE.step(s).name
        thought = mind.choose(Seat(s, 0), Budget(60), chance)
        if step != "command":
            assert not thought.notes
        elif not told:
            told += thought.notes
            assert told
        else:
            assert not thought.notes  # these orders he has told of
        if thought.action.verb == "move":
            moved.append(TITLE.text(s, thought.action).split()[-1])
        TITLE.play(s, thought.action)
    assert "91" in moved
    assert told[0].startswith("Main effort: Roslavl (91), ")
    assert moved.count("91") >= int(told[0].split(", ")[1].split()[0])
