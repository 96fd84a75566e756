"""The tables of perft: the counts hold, and small positions are counted again by brute force."""

from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import Action
from grognard.core.title import Title
from grognard.titles import TITLES
from tests.laws.attempts import candidates
from tests.laws.laws import Choices, consistent
from tests.perft.perft import Entry, end_of, entries, perft

TABLE = [(title, entry) for title in TITLES for entry in entries(title)]
IDS = [entry.name for _, entry in TABLE]
MOST = {"leningrad41": 60}
"""The most actions of a position that is searched by brute force: on streets and rails units go very far."""
SEARCHED = [(title, entry) for title, entry in TABLE if entry.counts[0] <= MOST.get(title, entry.counts[0])]
WALKS = ("move", "lead", "strategic", "drive", "sail", "onward")


def goes_home(s: Any, action: Action) -> bool:
    """Whether a piece, named first or already on its way, would walk back to where it is."""
    if action.verb not in WALKS:
        return False
    if action.verb == "onward":
        return bool(action.args[-1] == s.place[s.local.unit])
    return len(action.args) > 1 and bool(action.args[-1] == s.place[action.args[0]])


def test_a_dozen_positions_of_every_title() -> None:
    for title in TITLES:
        names = [entry.name for entry in entries(title)]
        assert len(set(names)) == len(names) >= 12


@pytest.mark.parametrize(("name", "entry"), TABLE, ids=IDS)
def test_perft(name: str, entry: Entry) -> None:
    title: Title[Any] = TITLES[name]
    s = notation.read(TITLES, entry.text)
    assert (perft(title, s, 1), perft(title, s, 2)) == entry.counts


@pytest.mark.parametrize(("name", "entry"), SEARCHED, ids=[entry.name for _, entry in SEARCHED])
def test_every_thinkable_action_is_offered_or_explained(name: str, entry: Entry) -> None:
    """Brute force finds the same actions: what could be thought of is objected to, or else it is offered."""
    title: Title[Any] = TITLES[name]
    s = notation.read(TITLES, entry.text)
    found = set()
    known: Choices = {}
    for action in candidates(title, s):
        if not consistent(title, s, action, known):
            found.add(end_of(title, s, action))
    found -= {action for action in found if goes_home(s, action)}  # not offered
    assert found == {end_of(title, s, action) for action in title.actions(s)}
    assert len(found) == entry.counts[0]
