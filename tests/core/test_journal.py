"""The journal stores few positions and finds all of them again."""

from random import Random
from typing import Any

import pytest

from grognard.core import table as tables
from grognard.core.table import Table
from grognard.titles import TITLES


def random_game(name: str, actions: int) -> tuple[Table, list[Any]]:
    """A random game, and the keys of its positions."""
    table, pick, keys = Table(TITLES[name], seed=1, rolls=False), Random(name).randrange, []
    while not table.state.over and len(keys) < actions:
        keys.append(table.state.key())
        table.enter(table.title.sample(table.state, pick))
    return table, keys


@pytest.mark.parametrize("name", TITLES)
def test_every_position_is_found_again(name: str) -> None:
    table, keys = random_game(name, 3 * tables.STORED)
    assert [entry.before.key() for entry in table.journal] == keys
    backwards = [entry.before.key() for entry in reversed(table.journal)]
    assert backwards == keys[::-1]
    assert table.at(len(keys) // 2).key() == keys[len(keys) // 2]


def test_few_positions_are_stored() -> None:
    table, keys = random_game("leningrad79", 6 * tables.STORED)
    other, _ = random_game("moscow41", 4 * tables.STORED)
    for game in (table, other):
        assert all(entry.before is not None for entry in game.journal)
    stored = [entry for game in (table, other) for entry in game.journal if entry._before is not None]
    assert len(stored) <= tables.RECENT + 10
    assert [n for n in range(len(keys)) if n % tables.STORED == 0 and table.journal[n]._before is None] == []


def test_a_twin_goes_its_own_way() -> None:
    table, keys = random_game("leningrad79", tables.STORED + 20)
    twin = table.twin()
    table.cut(tables.STORED + 5)
    for game, seed in ((table, 1), (twin, 2)):
        for _ in range(2 * tables.RECENT):
            game.enter(game.title.sample(game.state, Random(seed).randrange, done=0))
    assert twin.journal[tables.STORED + 10].before.key() == keys[tables.STORED + 10]
    assert table.journal[tables.STORED + 10].before.key() != keys[tables.STORED + 10]
    assert table.journal[tables.STORED + 5].before.key() == keys[tables.STORED + 5]
