"""Sets of small numbers, each held in one Python int.

Places and pieces are small ints, so a set of them is an int with those bits set:
union is `|`, intersection `&`, difference `& ~`, size `int.bit_count`.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from .native import native

Bits: TypeAlias = int
WIDTH = 128  # of a part in which members are counted one by one
LOW: Bits = (1 << WIDTH) - 1
WIDE: Bits = 1 << 384  # from here on, members are listed from the top


@native
def bits(items: Iterable[int]) -> Bits:
    """The set of these numbers."""
    out = 0
    for item in items:
        out |= 1 << item
    return out


def below(count: int) -> Bits:
    """The set of all numbers from 0 up to, but not including, this one."""
    return (1 << count) - 1


@native
def scan(these: Bits) -> Iterator[int]:
    """The members, lowest first."""
    if these < WIDE:
        return _one_by_one(these)
    out = []
    while these:  # from the top, so that the number becomes shorter
        top = these.bit_length() - 1
        out.append(top)
        these ^= 1 << top
    return reversed(out)


def _one_by_one(these: Bits) -> Iterator[int]:
    while these:
        low = these & -these
        yield low.bit_length() - 1
        these ^= low


@lru_cache(1 << 10)
def listed(these: Bits) -> tuple[int, ...]:
    """The members, lowest first, of a set that is asked for again and again."""
    return tuple(scan(these))


@native
def lowest(these: Bits) -> int:
    """The smallest member of a set that is not empty."""
    return (these & -these).bit_length() - 1


@native
def nth(these: Bits, n: int) -> int:
    """The member at index n, counting from the smallest."""
    start = 0
    while these > LOW and n >= (few := (these & LOW).bit_count()):
        n, these, start = n - few, these >> WIDTH, start + WIDTH
    these &= LOW
    for _ in range(n):
        these &= these - 1
    return start + lowest(these)


def subsets(these: Bits) -> Iterator[Bits]:
    """Every subset, the empty one first."""
    sub = 0
    while True:
        yield sub
        sub = (sub - these) & these
        if not sub:
            return
