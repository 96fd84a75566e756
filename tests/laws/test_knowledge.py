"""Fresh equals kept: what was worked out before about a position is what its functions say now."""

from random import Random

import pytest

from grognard.core.knowledge import checked
from grognard.lab import match
from grognard.titles import TITLES
from tests.laws import laws


@pytest.mark.parametrize("name", TITLES)
def test_fresh_equals_kept(name: str) -> None:
    title, random = TITLES[name], Random(f"kept {name}")
    with checked():
        for n, s in enumerate(laws.walk(title, random)):
            if n % 50 == 0:
                laws.check(title, s, random)
            if n > 1500:
                break
    assert s.copy().kept is s.kept


@pytest.mark.parametrize("name", TITLES)
def test_fresh_equals_kept_in_a_game_of_computers(name: str) -> None:
    with checked():
        played = match.play(match.Pairing(name, "", ("regular", "recruit"), "kept"), TITLES[name])
    assert played.actions > 100
