"""How far it is to a goal: the cost of the way from every hex, regardless of units on it."""

from collections.abc import Mapping

from ....core.bits import Bits, scan
from ....core.knowledge import kept
from ..data.components import Components
from ..data.links import MARCH
from ..state import State

FAR = 999
Links = tuple[tuple[tuple[int, int], ...], ...]
"""By hex, the hexes from which it can be entered, each with the cost."""


@kept(most=256)
def links(d: Components, demolished: Bits, wade: int) -> Links:
    """The steps into each hex; across a major river without a bridge they cost so much more, if anything."""
    lanes = d.lanes(MARCH, demolished)
    out: list[tuple[tuple[int, int], ...]] = [()] * len(d.board.names)
    for hex_ in scan(d.land):
        found = []
        for before in scan(d.board.neighbours[hex_] & d.land):
            cost = lanes.step(before, hex_)
            if cost is None and wade and d.across[before] >> hex_ & 1:
                cost = lanes.cost[hex_] + wade
            if cost is not None:
                found.append((before, cost))
        out[hex_] = tuple(found)
    return tuple(out)


def distances(
    s: State, goals: Mapping[int, int], barred: Bits = 0, toll: int = 0, wade: int = 0, blown: Bits = 0
) -> list[int]:
    """The cost of the way from each hex to the best goal; a goal may start at a cost of its own.

    Every one of the hexes `barred` on the way costs a toll more. The bridges `blown` do not exist for it.
    """
    return _costs(s.data, s.demolished | blown, tuple(goals.items()), barred, toll, wade)


@kept(most=32)
def _costs(
    d: Components, demolished: Bits, goals: tuple[tuple[int, int], ...], barred: Bits, toll: int, wade: int
) -> list[int]:
    into = links(d, demolished, wade)
    out = [FAR] * len(into)
    queue: list[list[int]] = [[] for _ in range(FAR)]  # by cost
    for hex_, cost in goals:
        out[hex_] = cost
        queue[cost].append(hex_)
    for at, hexes in enumerate(queue):
        for hex_ in hexes:
            if at > out[hex_]:
                continue
            paid = at + toll if barred >> hex_ & 1 else at
            for before, cost in into[hex_]:
                if paid + cost < out[before]:
                    out[before] = paid + cost
                    queue[paid + cost].append(before)
    return out
