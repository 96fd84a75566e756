"""Reach: costs spread over a board as waves of sets, one ring per cost.

A ring is the set of places first reached at exactly that cost. Costs are small ints, and a
`Rate` says for each cost which steps between neighbours have it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import TypeAlias

from ...core.bits import Bits, below, bits
from ...core.native import native
from .board import Board, Masks, Spread

Ways: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
"""For each place, other places with the cost of the step, cheapest first."""


class Rate:
    """What steps cost one class of units: set-wise forwards and backwards, and step by step.

    `masks` are those of the steps of each cost.
    """

    def __init__(self, board: Board, costs: dict[tuple[int, int], int], masks: Mapping[int, Masks]) -> None:
        cost: list[dict[int, int]] = [{} for _ in board.names]
        for (a, b), c in costs.items():
            cost[a][b] = c
        both = [(c, *board.spreads(masks[c])) for c in sorted(masks)]
        self.steps: tuple[tuple[int, Bits, Spread], ...] = tuple(
            (c, union(masks[c]), go) for c, go, _ in both
        )  # by rising cost, with the places where they begin
        self.back: tuple[tuple[int, Spread], ...] = tuple((c, back) for c, _, back in both)
        self.everywhere: Bits = below(len(board.names))
        self.steps_back: tuple[tuple[int, Bits, Spread], ...] = tuple(
            (c, go(self.everywhere), back) for c, go, back in both
        )  # by rising cost, with the places where they end
        self.cost: tuple[dict[int, int], ...] = tuple(cost)  # cost[a][b] of the step from a to b
        self._costs = costs

    @cached_property
    def into(self) -> Ways:
        """The steps into each place: into[b] = ((a, cost), ...)."""
        into: list[list[tuple[int, int]]] = [[] for _ in self.cost]
        for (a, b), c in self._costs.items():
            into[b].append((a, c))
        return tuple(tuple(sorted(ways, key=lambda way: way[1])) for ways in into)

    @cached_property
    def out(self) -> Ways:
        """The steps out of each place: out[a] = ((b, cost), ...)."""
        return tuple(tuple(sorted(ways.items(), key=lambda way: way[1])) for ways in self.cost)

    @cached_property
    def ends(self) -> tuple[Bits, ...]:
        """The places to which a step leads from each place."""
        return tuple(bits(ways) for ways in self.cost)


def rate(board: Board, costs: dict[tuple[int, int], int]) -> Rate:
    """Lay out the costs of all possible steps for set-wise use."""
    by_cost: dict[int, list[tuple[int, int]]] = {}
    for pair, cost in costs.items():
        by_cost.setdefault(cost, []).append(pair)
    return Rate(board, costs, {cost: board.masks(pairs) for cost, pairs in by_cost.items()})


Steps: TypeAlias = Iterable[tuple[int, int]]
"""Places that a step leads to, or from, each with the cost of the step."""
Slow = tuple[tuple[int, Bits], ...]
"""Places that cost a multiple to enter: (factor, where), disjoint."""
Lead: TypeAlias = tuple[Rate, Bits, Bits, int]
"""The steps of a rate that lead from places in one set to places in another, and what each costs on top."""


def cheapest(start: int, end: int, ways: Callable[[int], Steps]) -> tuple[int, ...]:
    """The cheapest path to a place, without its start; of equal ones the shortest. Empty if there is none.

    `ways` gives the places to which a step leads from another, each with its cost.
    """
    queue: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, (start,))]
    done = set()
    while queue:
        paid, _, path = heappop(queue)
        here = path[-1]
        if here == end:
            return path[1:]
        if here not in done:
            done.add(here)
            for place, cost in ways(here):
                if place not in done:
                    heappush(queue, (paid + cost, len(path), (*path, place)))
    return ()


@native
def waves(rings: list[Bits], rate: Rate, enter: Bits, free: Bits, slow: Slow = (), others: Iterable[Lead] = ()) -> Bits:
    """Complete the rings in place and return everything in them.

    From places in `free` a step leads to any place in `enter`; `others` are more ways to go on. Elsewhere movement
    stops.
    """
    undone = everywhere = rate.everywhere
    first = [(rate.steps, free & everywhere, enter, 0)]  # a set that is not negative is faster
    every = first + [(ways.steps, where, to, extra) for ways, where, to, extra in others if where]
    further, last = union([where for _, where, _, _ in every[1:]]), len(rings) - 1
    for at, ring in enumerate(rings):
        if not ring:
            continue
        rings[at] = new = ring & undone
        if not new:
            continue
        undone ^= new
        for steps, where, to, extra in every if new & further else first:
            if source := new & where:
                open_, paid = to & undone, at + extra
                for cost, begin, go in steps:
                    if paid + cost > last:
                        break
                    if source & begin and (found := go(source) & open_):
                        for factor, hard in slow:
                            if hit := found & hard:
                                found ^= hit
                                if (then := at + cost * factor + extra) <= last:
                                    rings[then] |= hit
                        rings[paid + cost] |= found
    return everywhere ^ undone


def waves_back(start: Bits, limit: int, rate: Rate, within: Bits, slow: Slow = (), wanted: Bits = -1) -> list[Bits]:
    """Rings of the places, within a set, from which reaching the start costs exactly the ring's index.

    The search ends once all the wanted places are in a ring.
    """
    rings = [start] + [0] * limit
    return rings[: complete_back(rings, rate, within, slow, wanted) + 1]


@native
def complete_back(rings: list[Bits], rate: Rate, within: Bits, slow: Slow = (), wanted: Bits = -1) -> int:
    """Complete the rings of `waves_back` in place and return the index of the last ring examined."""
    done, last = 0, len(rings) - 1
    for at, ring in enumerate(rings):
        rings[at] = new = ring and ring & ~done
        if not new:
            continue
        done |= new
        if not wanted & ~done:
            return at
        open_ = within & ~done
        for factor, where in slow:
            if hit := new & where:
                new ^= hit
                for cost, end, go in rate.steps_back:
                    if at + cost * factor > last:
                        break
                    if hit & end:
                        rings[at + cost * factor] |= go(hit) & open_
        if new:
            for cost, end, go in rate.steps_back:
                if at + cost > last:
                    break
                if new & end:
                    rings[at + cost] |= go(new) & open_
    return last


def way_back(
    rings: Sequence[Bits], end: int, at: int, begins: Callable[[int], int | None], into: Callable[[int], Steps]
) -> list[int]:
    """A cheapest path from a place reached at this cost back to where the rings began.

    `begins` gives the cost at which the rings began in a place, if any; `into` the steps into a place with their costs.
    """
    path, here = [end], end
    while begins(here) != at:
        for before, cost in into(here):
            if cost <= at and rings[at - cost] >> before & 1:
                at -= cost
                path.append(here := before)
                break
        else:
            raise AssertionError("the rings contain no way back")
    return path


def union(rings: list[Bits]) -> Bits:
    """Everything in any ring."""
    out = 0
    for ring in rings:
        out |= ring
    return out
