"""Fresh equals kept: what was worked out before about a position is what its functions say now."""

from random import Random

import pytest

from grognard.core.knowledge import checked
from grognard.titles import TITLES
from tests.laws import laws
from tests.opponents import anchor

MOST = {"leningrad41": 350}
"""Decisions of a game; of the other titles 1500. Lines of fire are slow to check."""
ACTIONS = {"leningrad41": 200, "moscow41": 250}
"""Actions of a game of computers; of the other titles all."""


@pytest.mark.parametrize("name", TITLES)
def test_fresh_equals_kept(name: str) -> None:
    title, random = TITLES[name], Random(f"kept {name}")
    with checked():
        for n, s in enumerate(laws.walk(title, random)):
            if n % 50 == 0:
                laws.check(title, s, random)
            if n > MOST.get(name, 1500):
                break
    assert s.copy().kept is s.kept


@pytest.mark.parametrize("name", TITLES)
def test_fresh_equals_kept_in_a_game_of_computers(name: str) -> None:
    with checked():
        game = anchor.Game(name, next(iter(TITLES[name].scenarios)), "usual", "regular", "recruit", 0)
        count, _ = anchor.play(game, ACTIONS.get(name, 20_000)).split()
    assert int(count) > 100
