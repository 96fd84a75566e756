"""Sets of small numbers."""

from random import Random

import pytest

from grognard.core.bits import bits, lowest, nth, scan


@pytest.mark.parametrize("top", [5, 100, 383, 384, 400, 2000])
def test_members_are_listed_lowest_first(top: int) -> None:
    random = Random(top)
    for size in range(6):
        members = sorted({*random.sample(range(top), size), top})
        assert [*scan(bits(members))] == members
        assert [nth(bits(members), n) for n in range(len(members))] == members
        assert lowest(bits(members)) == members[0]
    assert [*scan(0)] == []
