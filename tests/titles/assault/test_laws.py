"""The laws of all titles and of this one, on whole games from the set-up and under bombs that mostly fall."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from grognard.core.action import Action
from tests.laws import laws
from tests.laws.assault_leningrad import CITY, at_length, at_rest
from tests.titles.assault.conftest import TITLE


def look(s: Any, name: str, seen: set[str], random: Random, often: float) -> None:
    """What holds at rest, always; all laws when a step comes for the first time, and now and then."""
    for what in at_rest(s):
        laws.broken(s, "at rest", what)
    if name not in seen or random.random() < often:
        for what in at_length(s):
            laws.broken(s, "at length", what)
        laws.check(TITLE, s, random, tries=2)
    else:
        laws.settled(TITLE, s)
    seen.add(name)


@pytest.mark.parametrize("seed", range(2))
def test_a_game_from_its_set_up(seed: int) -> None:
    random = Random(f"assault {seed}")
    s, seen = TITLE.start("campaign", laws.random_options(TITLE, random)), set[str]()
    while not s.over:
        look(s, TITLE.step(s).name, seen, random, 0.005)
        TITLE.play(s, TITLE.sample(s, random.randrange, (5, 15)[seed]))
    assert {"set-up", "german-movement", "mechanized", "russian-movement", "appearance", "die", "penalty"} <= seen
    assert TITLE.outcome(s) is not None


@pytest.mark.parametrize("seed", range(3))
def test_bombs_on_city_and_fleet(at: Callable[..., Any], seed: int) -> None:
    """Raids that mostly succeed, to the end of both Player-Turns."""
    random = Random(f"bombs {seed}")
    options = laws.random_options(TITLE, random)
    s = at(f"at german-bombardment\nturn 20\nair 5\n{CITY}", **options).s
    targets = [TITLE.lexicon.place(hex_) for hex_ in ("0320", "0320", "0219", "0220")]
    for hex_ in targets:
        TITLE.play(s, Action("strike" if hex_ == targets[-1] else "bombard", (hex_,)))
    seen = set[str]()
    while not s.over and s.turn == 20:
        name = TITLE.step(s).name
        look(s, name, seen, random, 0.05)
        action = TITLE.sample(s, random.randrange, 10)
        TITLE.play(s, Action("roll", (1 + random.randrange(2),)) if name == "raid" else action)
    assert {"raid", "flight", "russian-air"} <= seen
