from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.bits import bits, lowest, nth, scan, subsets
from grognard.core.options import Among, One, Options, Parts, Paths, Some
from tests.core.toy import TOY

sets = st.integers(0, (1 << 12) - 1)


@given(sets)
def test_bits_are_sets(these: int) -> None:
    members = list(scan(these))
    assert bits(members) == these
    assert members == sorted(set(members))
    assert [nth(these, n) for n in range(len(members))] == members
    if these:
        assert lowest(these) == members[0]


@given(st.sets(st.integers(0, 1000)))
def test_members_of_big_sets_are_found_by_index(members: set[int]) -> None:
    assert [nth(bits(members), n) for n in range(len(members))] == sorted(members)


@given(st.integers(0, 255))
def test_every_subset_comes_once(these: int) -> None:
    found = list(subsets(these))
    assert len(found) == len(set(found)) == 1 << these.bit_count()
    assert not any(one & ~these for one in found)


def options(kind: int, members: int, low: int, high: int, must: int) -> Options:
    if kind == 0:
        return One(members)
    if kind == 1:
        return Some(members, low, high, must)
    if kind == 2:
        return Among([*scan(members)])
    return Paths(members, lambda end: (7, end), lambda path: members >> path[-1] & 1 == 1)


@given(st.integers(0, 3), st.integers(0, 255), st.integers(0, 4), st.integers(0, 9), st.integers(0, 255), st.integers())
def test_what_is_drawn_listed_counted_and_contained_is_the_same(
    kind: int, members: int, low: int, high: int, must: int, seed: int
) -> None:
    choice = options(kind, members, low, high, must)
    listed = list(choice)
    assert len(listed) == choice.count() == len(set(listed))
    assert bool(choice) == bool(listed)
    assert all(value in choice for value in listed)
    if listed:
        drawn = {choice.sample(Random(seed + n).randrange) for n in range(20)}
        assert drawn <= set(listed)


@given(st.integers(0, 255), st.integers(0, 4), st.integers(0, 9), st.integers(0, 255), st.integers(0, 1023))
def test_a_subset_is_contained_only_if_it_is_listed(members: int, low: int, high: int, must: int, value: int) -> None:
    assert (value in Some(members, low, high, must)) == (value in list(Some(members, low, high, must)))


def test_sampling_reaches_every_value() -> None:
    random = Random(1)
    for choice in (One(0b1011), Some(0b1111, 2, 3, 0b1), Among("abc"), Paths(0b110, lambda e: (e,), lambda _: True)):
        seen = {choice.sample(random.randrange) for _ in range(500)}
        assert seen == set(choice)


def test_a_subset_keeps_those_who_must() -> None:
    assert sorted(Some(0b111, 1, 2, 0b100)) == [0b100, 0b101, 0b110]
    assert not Some(0b011, 1, 2, 0b100)
    assert Some(0b011, 1, 2, 0b100).count() == 0
    assert list(Some(0b011, 3)) == []


@pytest.mark.parametrize("value", [-1, "a", None, 2.0, (1,)])
def test_what_is_no_number_is_no_member(value: object) -> None:
    assert value not in One(-1 & 0xFF)
    assert value not in Some(0xFF)


def test_a_path_is_judged_not_looked_up() -> None:
    paths = Paths(0b100, lambda end: (end,), lambda path: path == (1, 2), lambda end: Fraction(end, 2))
    assert (1, 2) in paths
    assert (2,) not in paths
    assert () not in paths
    assert 2 not in paths
    assert paths.cost is not None
    assert paths.cost(2) == 1


def test_large_sets_are_not_enumerated() -> None:
    choice = Some((1 << 86) - 1)
    assert choice.count() == (1 << 86) - 1
    assert choice.sample(Random(3).randrange) in choice
    assert list(islice(choice, 3)) == [1, 2, 4]


def test_a_spent_verb_is_drawn_only_if_nothing_else_is_possible() -> None:
    s, random = TOY.start(), Random(6)
    while TOY.step(s).name == "dealing":
        TOY.play(s, TOY.sample(s, random.randrange))

    def drawn(*spent: str) -> set[str]:
        return {TOY.sample(s, random.randrange, spent=spent).verb for _ in range(200)}

    assert drawn() == {"move", "stance", "done"}
    assert drawn("move") == {"stance", "done"}
    assert drawn("move", "stance") == {"done"}
    assert drawn("move", "stance", "done") == {"move"}


parted = st.tuples(
    st.integers(0, 255),
    st.integers(0, 2),
    st.integers(0, 4),
    st.integers(0, 2),
    st.integers(0, 4),
    st.integers(0, 3),
    st.integers(0, 9),
    st.integers(0, 255).map(lambda must: must & must >> 3),
)


def in_parts(numbers: tuple[int, ...]) -> Parts:
    """Limits for the lowest three of eight members and for the next three, and for all."""
    members, low_a, high_a, low_b, high_b, low, high, must = numbers
    return Parts(members, ((0b111, low_a, high_a), (0b111000, low_b, high_b)), low, high, must)


def within(numbers: tuple[int, ...], value: int) -> bool:
    """Whether a set keeps all limits."""
    members, low_a, high_a, low_b, high_b, low, high, must = numbers
    a, b = (value & 0b111).bit_count(), (value & 0b111000).bit_count()
    counts = low_a <= a <= high_a and low_b <= b <= high_b and low <= value.bit_count() <= high
    return not value & ~members and not must & ~value and counts


@given(parted, st.integers())
def test_sets_with_limits_of_parts_are_those_that_keep_all_limits(numbers: tuple[int, ...], seed: int) -> None:
    choice = in_parts(numbers)
    wanted = {value for value in range(256) if within(numbers, value)}
    listed = list(choice)
    assert len(listed) == choice.count() == len(wanted)
    assert set(listed) == wanted == {value for value in range(512) if value in choice}
    assert bool(choice) == bool(wanted)
    assert [one.bit_count() for one in listed] == sorted(one.bit_count() for one in listed)
    if wanted:
        assert {choice.sample(Random(seed + n).randrange) for n in range(20)} <= wanted


def test_sampling_reaches_every_set_with_limits_of_parts() -> None:
    choice = Parts(0b1111111, ((0b11, 0, 1), (0b1100, 1, 2)), 2, 4)
    random = Random(2)
    drawn = [choice.sample(random.randrange) for _ in range(4000)]
    assert set(drawn) == set(choice)
    pairs = [one for one in choice if one.bit_count() == 2]
    counts = [drawn.count(one) for one in pairs]
    assert max(counts) < 2 * min(counts)  # within a size all are equally likely


def test_large_sets_with_limits_of_parts_are_not_enumerated() -> None:
    choice = Parts((1 << 90) - 1, ((0b11111, 0, 3),), 1, 60)
    assert choice.sample(Random(4).randrange) in choice
    assert list(islice(choice, 2)) == [1 << 5, 1 << 6]
    assert choice.count() > 1 << 80
    assert "a" not in choice
