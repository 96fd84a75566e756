"""The journal stores few positions and finds all of them again, and what was said."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from grognard.core import journal as journals
from grognard.core import title
from grognard.core.action import PUBLIC
from grognard.core.flow import run
from grognard.core.table import Table
from grognard.core.view import learnt
from grognard.titles import TITLES


def random_game(name: str, actions: int) -> tuple[Table, list[Any]]:
    """A random game, and the keys of its positions."""
    table, pick = Table(TITLES[name], seed=1, rolls=False), Random(name).randrange
    keys: list[Any] = []
    while not table.state.over and len(keys) < actions:
        keys.append(table.state.key())
        table.enter(table.title.sample(table.state, pick))
    return table, keys


@pytest.mark.parametrize("name", TITLES)
def test_every_position_is_found_again(name: str) -> None:
    table, keys = random_game(name, 3 * journals.STORED)
    assert [entry.before.key() for entry in table.journal] == keys
    backwards = [entry.before.key() for entry in reversed(table.journal)]
    assert backwards == keys[::-1]
    assert table.at(len(keys) // 2).key() == keys[len(keys) // 2]


def test_few_positions_are_stored() -> None:
    table, keys = random_game("leningrad79", 6 * journals.STORED)
    other, _ = random_game("moscow41", 4 * journals.STORED)
    for game in (table, other):
        assert all(entry.before is not None for entry in game.journal)
    stored = [entry for game in (table, other) for entry in game.journal if entry._before is not None]
    assert len(stored) <= journals.RECENT + 10
    assert [n for n in range(len(keys)) if n % journals.STORED == 0 and table.journal[n]._before is None] == []


def test_a_twin_goes_its_own_way() -> None:
    table, keys = random_game("leningrad79", journals.STORED + 20)
    twin = table.twin()
    table.cut(journals.STORED + 5)
    for game, seed in ((table, 1), (twin, 2)):
        for _ in range(2 * journals.RECENT):
            game.enter(game.title.sample(game.state, Random(seed).randrange, done=0))
    assert twin.journal[journals.STORED + 10].before.key() == keys[journals.STORED + 10]
    assert table.journal[journals.STORED + 10].before.key() != keys[journals.STORED + 10]
    assert table.journal[journals.STORED + 5].before.key() == keys[journals.STORED + 5]


@pytest.mark.parametrize("name", TITLES)
def test_a_stored_game_says_the_same(name: str) -> None:
    table, _ = random_game(name, 2 * journals.STORED)
    again = Table(TITLES[name], seed=1, rolls=False)
    other = Table(TITLES[name], seed=1, rolls=False)
    for entry in table.journal:
        again.retrace(entry.action)
        other.enter(entry.action)
        assert again.may_undo() == other.may_undo()
    viewers = [None, PUBLIC, *range(len(table.title.players))]
    assert [[e.heard_by(one) for one in viewers] for e in again.journal] == [
        [e.heard_by(one) for one in viewers] for e in table.journal
    ]
    assert [(e.player, e.text, e.lines) for e in again.journal] == [(e.player, e.text, e.lines) for e in table.journal]
    assert again.state.key() == table.state.key()


@pytest.mark.parametrize("played", [journals.STORED, journals.STORED + 7])
def test_an_action_that_breaks_halfway_leaves_the_table_unchanged(played: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = random_game("leningrad79", played + 1)
    again = Table(TITLES["leningrad79"], seed=1, rolls=False)
    for entry in table.journal[:-1]:
        again.retrace(entry.action)
    calls: list[Any] = []

    def fails_once(s: Any) -> None:
        calls.append(s)
        if len(calls) == 1:
            raise RuntimeError("halfway")
        run(s)

    monkeypatch.setattr(title, "run", fails_once)
    with pytest.raises(RuntimeError, match="halfway"):
        again.retrace(table.journal[-1].action)
    assert len(again.journal) == played
    assert again.state.key() == table.journal[-1].before.key()


@pytest.mark.parametrize("name", [name for name, title in TITLES.items() if title.hides])
def test_what_is_learnt_from_sets(name: str) -> None:
    table, _ = random_game(name, 250)
    slow = replace(table.title, hides=None)
    found = set()
    for entry, later in pairwise(table.journal):
        before, after = entry.before, later.before
        by_sets, before = learnt(before, after), before.copy()
        before.title = slow
        assert learnt(before, after) == by_sets
        found.add(by_sets)
    assert found == {True, False}
