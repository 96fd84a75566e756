"""Every law of a position, by random play with random options."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from grognard.core.bits import bits, scan
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from grognard.titles.leningrad41.state import UNKNOWN, pool_weights, unknown, unseen_faces
from tests.laws import laws
from tests.titles.leningrad41.conftest import DATA, TITLE, Game

EVERY = 40  # one decision in so many is held against all laws


def at_rest(s: Any) -> None:
    """Laws of any position: nothing is lost or doubled."""
    faces = [s.face[piece] for piece in scan(DATA.anonymous) if s.face[piece] != UNKNOWN]
    assert len(set(faces)) == len(faces)
    assert not s.died & ~bits(faces)
    assert unseen_faces(s).bit_count() == unknown(s, DATA.anonymous).bit_count()
    assert not s.up & unknown(s, DATA.anonymous)
    pool = s.here.get(DATA.army_pool, 0)
    assert bool(pool_weights(s)) == bool(pool)
    assert not s.held[GERMAN] & s.held[SOVIET]
    assert not s.here.get(DATA.dead, 0) & DATA.side[SOVIET]


@pytest.mark.parametrize("seed", range(6))
def test_positions_of_games_at_random(seed: int) -> None:
    random = Random(f"leningrad41 {seed}")
    done = random.choice((2, 5, 15))
    for n, s in enumerate(laws.walk(TITLE, random, done)):
        at_rest(s)
        if n % EVERY == 0 or s.over:
            laws.check(TITLE, s, random)
        else:
            laws.conserved(TITLE, s)
            laws.settled(TITLE, s)
    assert TITLE.outcome(s) is not None


@pytest.mark.parametrize("seed", range(2))
def test_tables(seed: int) -> None:
    """Undo, journal and record of a whole game at a table."""
    laws.table_is_faithful(laws.played(TITLE, Random(f"table {seed}")))


@pytest.mark.case("5.4a", "5.2i")
def test_a_game_runs_through_all_turns(new: Callable[..., Game]) -> None:
    """Nobody does more than he must; the Germans have to enter."""
    game = new().deploy()
    turns = set()
    while not game.s.over:
        turns.add(game.s.turn)
        game.go_on()
    assert turns <= {*range(1, 11)}
    assert TITLE.outcome(game.s) is not None
