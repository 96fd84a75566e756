"""How far it is to a goal: the cost of the way from every hex, regardless of units on it."""

from collections.abc import Mapping
from heapq import heapify, heappop, heappush

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
    into = links(s.data, s.demolished | blown, wade)
    out = [FAR] * len(into)
    queue = [(cost, hex_) for hex_, cost in goals.items()]
    for cost, hex_ in queue:
        out[hex_] = cost
    heapify(queue)
    while queue:
        at, hex_ = heappop(queue)
        if at > out[hex_]:
            continue
        if barred >> hex_ & 1:
            at += toll
        for before, cost in into[hex_]:
            if at + cost < out[before]:
                out[before] = at + cost
                heappush(queue, (at + cost, before))
    return out
