from collections import Counter
from itertools import pairwise

import pytest

from grognard.core.dice import Dice


def chi_square(counts: Counter[int], n: int) -> float:
    expected = counts.total() / n
    return sum((counts[value] - expected) ** 2 / expected for value in range(n))


@pytest.mark.parametrize(("n", "limit"), [(2, 10.8), (3, 13.8), (6, 20.5), (8, 24.3), (11, 29.6), (36, 66.6)])
def test_every_number_is_as_likely_as_any_other(n: int, limit: float) -> None:
    """Chi square below the value that one fair generator in a thousand exceeds."""
    dice = Dice("fair")
    counts = Counter(dice.pick(n) for _ in range(6000 * n // 2))
    assert set(counts) == set(range(n))
    assert chi_square(counts, n) < limit


def test_no_remainder_makes_low_numbers_likelier() -> None:
    """3 · 2^62 of 2^64: a remainder of 64 bits would make the first third twice as likely."""
    dice, n = Dice("remainder"), 3 << 62
    low = sum(dice.pick(n) < 1 << 62 for _ in range(6000))
    assert 1880 < low < 2120


def test_one_throw_says_nothing_about_the_next() -> None:
    dice = Dice("pairs")
    throws = [dice.pick(6) for _ in range(36001)]
    pairs = Counter(6 * a + b for a, b in pairwise(throws))
    assert chi_square(pairs, 36) < 66.6


def test_a_seed_gives_the_same_numbers_everywhere() -> None:
    dice = Dice(41)
    assert [dice.pick(6) + 1 for _ in range(20)] == [1, 6, 6, 2, 4, 5, 1, 3, 6, 6, 5, 4, 1, 2, 5, 1, 3, 2, 3, 2]
    assert [Dice(41).pick(1000), Dice("41").pick(1000)] == [Dice(41).pick(1000)] * 2


def test_seeds_differ() -> None:
    firsts = {tuple(Dice(seed).pick(1 << 60) for _ in range(2)) for seed in range(200)}
    assert len(firsts) == 200


def test_without_a_seed_no_two_dice_are_alike() -> None:
    assert Dice().pick(1 << 128) != Dice().pick(1 << 128)


def test_very_large_numbers_are_drawn_whole() -> None:
    dice, n = Dice("large"), 1 << 1000
    drawn = [dice.pick(n) for _ in range(50)]
    assert max(drawn) < n
    assert max(drawn) > n >> 3
    assert min(value & -value for value in drawn) < 1 << 20


def test_of_one_there_is_one() -> None:
    dice, untouched = Dice("one"), Dice("one")
    assert [dice.pick(1) for _ in range(5)] == [0] * 5
    assert dice.pick(1 << 64) == untouched.pick(1 << 64)


@pytest.mark.parametrize("n", [0, -1])
def test_from_nothing_nothing_is_picked(n: int) -> None:
    with pytest.raises(ValueError, match="cannot pick"):
        Dice().pick(n)


def test_the_dice_do_not_show_their_seed() -> None:
    assert "secret" not in repr(Dice("secret")) + str(Dice("secret"))
    assert not hasattr(Dice("secret"), "__dict__")
