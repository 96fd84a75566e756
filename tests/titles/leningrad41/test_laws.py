"""Every law of a position, by random play with random options."""

from collections.abc import Callable
from random import Random

import pytest

from tests.laws import laws
from tests.titles.leningrad41.conftest import TITLE, Game

EVERY = 90  # one decision in so many is held against all laws


@pytest.mark.parametrize("seed", range(4))
def test_positions_of_games_at_random(seed: int) -> None:
    random = Random(f"leningrad41 {seed}")
    done = random.choice((2, 5, 15))
    for n, s in enumerate(laws.walk(TITLE, random, done)):
        if n % EVERY == seed or s.over:
            laws.check(TITLE, s, random)
        elif n % 5 == 0:
            laws.conserved(TITLE, s)
            laws.settled(TITLE, s)
    assert TITLE.outcome(s) is not None


def test_tables() -> None:
    """Undo, journal and record of a whole game at a table."""
    laws.table_is_faithful(laws.played(TITLE, Random("table")))


@pytest.mark.case("5.4a", "5.2i")
def test_a_game_runs_through_all_turns(new: Callable[..., Game]) -> None:
    """Nobody does more than he must; the Germans have to enter."""
    game = new().deploy()
    turns = set()
    while not game.s.over:
        turns.add(game.s.turn)
        game.go_on()
    assert turns == {*range(1, 11)}
    assert TITLE.outcome(game.s) is not None
