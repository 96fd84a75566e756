"""The values an argument of an action may take.

Options are not listed in full unless necessary. A set of subsets or of paths is a value
that supports membership tests (`in`), random choice (`sample`) and, if needed, enumeration.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, Protocol, TypeAlias

from .bits import Bits, bits, nth, scan

Pick: TypeAlias = Callable[[int], int]
"""A source of random numbers: `pick(n)` returns a number from 0 to n - 1."""


class Options(Protocol):
    """Values that an argument may take."""

    def __bool__(self) -> bool: ...

    def __iter__(self) -> Iterator[Any]: ...

    def __contains__(self, value: object) -> bool: ...

    def sample(self, pick: Pick) -> Any:
        """One value at random."""
        ...

    def count(self) -> int:
        """The number of values that iteration yields."""
        ...


class One:
    """One member of a set of places or pieces."""

    __slots__ = ("members",)

    def __init__(self, members: Bits) -> None:
        self.members = members

    def __bool__(self) -> bool:
        return self.members != 0

    def __iter__(self) -> Iterator[int]:
        return scan(self.members)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and value >= 0 and self.members >> value & 1 == 1

    def sample(self, pick: Pick) -> int:
        """One member at random."""
        return nth(self.members, pick(self.members.bit_count()))

    def count(self) -> int:
        """The number of members."""
        return self.members.bit_count()


class Sieve:
    """One member of a set that passes a test; members are tested only when needed."""

    __slots__ = ("barred", "candidates")

    def __init__(self, candidates: Bits, barred: Callable[[int], bool]) -> None:
        self.candidates = candidates
        self.barred = barred

    @property
    def members(self) -> Bits:
        """All members that pass."""
        return bits(self)

    def __bool__(self) -> bool:
        return not all(map(self.barred, scan(self.candidates)))

    def __iter__(self) -> Iterator[int]:
        return (item for item in scan(self.candidates) if not self.barred(item))

    def __contains__(self, value: object) -> bool:
        return value in One(self.candidates) and isinstance(value, int) and not self.barred(value)

    def sample(self, pick: Pick) -> int:
        """One member that passes, at random."""
        left = self.candidates
        while left:
            item = nth(left, pick(left.bit_count()))
            if not self.barred(item):
                return item
            left ^= 1 << item
        raise IndexError("no member passes")

    def count(self) -> int:
        """The number of members that pass."""
        return self.members.bit_count()


class Some:
    """A subset of a set: at least `low` and at most `high` members, `must` among them."""

    __slots__ = ("high", "low", "members", "must")

    def __init__(self, members: Bits, low: int = 1, high: int = 1 << 30, must: Bits = 0) -> None:
        self.members = members
        self.must = must
        self.low = max(low, must.bit_count())
        self.high = min(high, members.bit_count())

    def __bool__(self) -> bool:
        return self.low <= self.high and not self.must & ~self.members

    def __iter__(self) -> Iterator[Bits]:
        if self:
            yield from _combinations(list(scan(self.members & ~self.must)), self.must, self.low, self.high)

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, int)
            and value >= 0
            and not value & ~self.members
            and not self.must & ~value
            and self.low <= value.bit_count() <= self.high
        )

    def sample(self, pick: Pick) -> Bits:
        """A random subset: first a uniform size, then uniform members."""
        out = self.must
        free = self.members & ~out
        more = self.low + pick(self.high - self.low + 1) - out.bit_count()
        for _ in range(more):
            one = 1 << nth(free, pick(free.bit_count()))
            out |= one
            free ^= one
        return out

    def count(self) -> int:
        """The number of such subsets."""
        if not self:
            return 0
        free, given = (self.members & ~self.must).bit_count(), self.must.bit_count()
        return sum(comb(free, n - given) for n in range(self.low, self.high + 1))


def _combinations(free: Sequence[int], base: Bits, low: int, high: int) -> Iterator[Bits]:
    for size in range(low, high + 1):
        for chosen in combinations(free, size - base.bit_count()):
            yield base | bits(chosen)


class Parts(Some):
    """A subset with limits of its own for some disjoint parts of the members: `(part, low, high)` each."""

    __slots__ = ("parts",)

    def __init__(
        self, members: Bits, parts: Sequence[tuple[Bits, int, int]], low: int = 1, high: int = 1 << 30, must: Bits = 0
    ) -> None:
        rest = members
        self.parts: list[Some] = []
        for part, least, most in parts:
            self.parts.append(Some(part & members, least, most, must & part))
            rest &= ~part
        self.parts.append(Some(rest, 0, rest.bit_count(), must & rest))
        low = max(low, sum(part.low for part in self.parts))
        super().__init__(members, low, min(high, sum(part.high for part in self.parts)), must)

    def __bool__(self) -> bool:
        return super().__bool__() and all(self.parts)

    def __iter__(self) -> Iterator[Bits]:
        if self:
            for size in range(self.low, self.high + 1):
                yield from self._of_size(0, size)

    def _of_size(self, n: int, size: int) -> Iterator[Bits]:
        """Subsets of the parts from the n-th on, with so many members in all."""
        if n == len(self.parts):
            if not size:
                yield 0
            return
        part = self.parts[n]
        for many in range(part.low, min(part.high, size) + 1):
            for own in _combinations(list(scan(part.members & ~part.must)), part.must, many, many):
                for others in self._of_size(n + 1, size - many):
                    yield own | others

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int) or not super().__contains__(value):
            return False
        return all(value & part.members in part for part in self.parts)

    def sample(self, pick: Pick) -> Bits:
        """A random subset: first a uniform size, then uniform among all subsets of that size."""
        left = self.low + pick(self.high - self.low + 1)
        ways = self._ways()
        out = 0
        for n, part in enumerate(self.parts):
            sizes = range(part.low, min(part.high, left) + 1)
            weights = [_subsets(part, many) * ways[n + 1].get(left - many, 0) for many in sizes]
            many = sizes[_weighted(weights, pick)]
            out |= Some(part.members, many, many, part.must).sample(pick)
            left -= many
        return out

    def _ways(self) -> list[dict[int, int]]:
        """For each n: how many subsets of the parts from the n-th on have so many members."""
        ways: list[dict[int, int]] = [{0: 1}]
        for part in reversed(self.parts):
            found: dict[int, int] = {}
            for many in range(part.low, part.high + 1):
                for others, count in ways[0].items():
                    found[many + others] = found.get(many + others, 0) + _subsets(part, many) * count
            ways.insert(0, found)
        return ways

    def count(self) -> int:
        """The number of such subsets."""
        return sum(count for size, count in self._ways()[0].items() if self.low <= size <= self.high) if self else 0


def _subsets(part: Some, size: int) -> int:
    return comb((part.members & ~part.must).bit_count(), size - part.must.bit_count())


def _weighted(weights: Sequence[int], pick: Pick) -> int:
    """An index, each by its weight."""
    at = pick(sum(weights))
    for n, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return n
    raise IndexError("no weights")


class Among:
    """One of a few listed values."""

    __slots__ = ("values",)

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = values

    def __bool__(self) -> bool:
        return bool(self.values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def __contains__(self, value: object) -> bool:
        return value in self.values

    def sample(self, pick: Pick) -> Any:
        """One of the values at random."""
        return self.values[pick(len(self.values))]

    def count(self) -> int:
        """The number of values."""
        return len(self.values)


class Paths:
    """A path to one of the places in `ends`; `to` finds the cheapest, `legal` tests any other.

    Iteration yields the cheapest path to each end; `cost` gives its cost.
    """

    __slots__ = ("cost", "ends", "legal", "to")

    def __init__(
        self,
        ends: Bits,
        to: Callable[[int], tuple[int, ...]],
        legal: Callable[[tuple[int, ...]], bool],
        cost: Callable[[int], Fraction] | None = None,
    ) -> None:
        self.ends = ends
        self.to = to
        self.legal = legal
        self.cost = cost

    def __bool__(self) -> bool:
        return self.ends != 0

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return (self.to(end) for end in scan(self.ends))

    def __contains__(self, value: object) -> bool:
        return isinstance(value, tuple) and len(value) > 0 and self.legal(value)

    def sample(self, pick: Pick) -> tuple[int, ...]:
        """The cheapest path to an end chosen at random."""
        return self.to(nth(self.ends, pick(self.ends.bit_count())))

    def count(self) -> int:
        """The number of ends."""
        return self.ends.bit_count()
