"""The small positions of `tests/perft`: the counts hold, and brute force finds the same actions."""

import pytest

from grognard.core import notation
from tests.laws.attempts import candidates
from tests.laws.laws import Choices, consistent
from tests.perft.perft import Entry, end_of, entries, perft
from tests.perft.test_perft import goes_home
from tests.titles.leningrad41.conftest import TITLE

TITLES = {TITLE.name: TITLE}
TABLE = [*entries(TITLE.name)]
IDS = [entry.name for entry in TABLE]
FEW = 60  # actions of a position that is searched
SMALL = [entry for entry in TABLE if entry.counts[0] <= FEW]


@pytest.mark.parametrize("entry", TABLE, ids=IDS)
def test_perft(entry: Entry) -> None:
    s = notation.read(TITLES, entry.text)
    assert (perft(TITLE, s, 1), perft(TITLE, s, 2)) == entry.counts


@pytest.mark.parametrize("entry", SMALL, ids=[entry.name for entry in SMALL])
def test_every_thinkable_action_is_offered_or_explained(entry: Entry) -> None:
    s = notation.read(TITLES, entry.text)
    found, known = set(), Choices()
    for action in candidates(TITLE, s):
        if not consistent(TITLE, s, action, known):
            found.add(end_of(TITLE, s, action))
    found -= {action for action in found if goes_home(s, action)}  # not offered
    assert found == {end_of(TITLE, s, action) for action in TITLE.actions(s)}
    assert len(found) == entry.counts[0]
