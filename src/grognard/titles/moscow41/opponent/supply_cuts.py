"""The smallest cut of a side's supply: the Areas that the enemy must enter together to cut off what lies behind them.

A contested Area passes on no supply, so an Area with Blocks is cut too, but at the price of attacking them. The cut is
that of a maximum flow from the sources to the stake, in which every Area passes on at most its price.
"""

from collections.abc import Mapping

from ....core.bits import Bits, scan
from ..data.components import Components

SURE = 10_000  # the price of an Area that the enemy cannot reach


def smallest_cut(
    d: Components, sources: Bits, stake: Bits, ground: Bits, price: Mapping[int, int]
) -> tuple[Bits, int] | None:
    """The cheapest Areas of this ground whose loss separates the stake from all sources, and what they cost.

    None if the stake has no supply, or the enemy cannot cut it off. `price` holds the Areas that the enemy can enter.
    """
    inner: dict[int, int] = {}  # what flows through each Area
    flow: dict[tuple[int, int], int] = {}  # and from each to the next
    total, ground = 0, (ground | sources) & ~stake
    while True:
        found = _path(d, sources, stake, ground, price, inner, flow)
        if isinstance(found, int):
            cut = found
            break
        steps, room = found
        total += room
        if total >= SURE:
            return None
        for here, there, back in steps:
            if here == there:
                inner[here] = inner.get(here, 0) + (-room if back else room)
            elif back:
                flow[there, here] -= room
            else:
                flow[here, there] = flow.get((here, there), 0) + room
    return (cut, total) if cut else None


_Step = tuple[int, int, bool]


def _path(
    d: Components,
    sources: Bits,
    stake: Bits,
    ground: Bits,
    price: Mapping[int, int],
    inner: Mapping[int, int],
    flow: Mapping[tuple[int, int], int],
) -> tuple[list[_Step], int] | int:
    """A way for more flow, with what it can carry; if there is none, the Areas that close all ways."""
    came: dict[tuple[int, bool], tuple[tuple[int, bool] | None, _Step | None, int]] = {}
    queue: list[tuple[int, bool]] = []
    for area in scan(sources & ground):  # nodes: an Area before and behind its price
        came[area, False] = (None, None, SURE)
        queue.append((area, False))
    end = None
    for node in queue:
        here, behind = node
        if behind:
            if d.adjacent[here] & stake:
                end = node
                break
            if inner.get(here, 0) > 0:
                _reach(came, queue, node, (here, False), (here, here, True), inner[here])
            for there in scan(d.adjacent[here] & ground):
                _reach(came, queue, node, (there, False), (here, there, False), SURE)
        else:
            if (room := price.get(here, SURE) - inner.get(here, 0)) > 0:
                _reach(came, queue, node, (here, True), (here, here, False), room)
            for there in scan(d.adjacent[here] & ground):
                if flow.get((there, here), 0) > 0:
                    _reach(came, queue, node, (there, True), (here, there, True), flow[there, here])
    if end is None:
        return sum(1 << area for area, behind in came if not behind and (area, True) not in came)
    steps, least = list[_Step](), SURE
    at: tuple[int, bool] | None = end
    while at is not None:
        at, step, room = came[at]
        if step is not None:
            steps.append(step)
            least = min(least, room)
    return steps, least


def _reach(
    came: dict[tuple[int, bool], tuple[tuple[int, bool] | None, _Step | None, int]],
    queue: list[tuple[int, bool]],
    node: tuple[int, bool],
    then: tuple[int, bool],
    step: _Step,
    room: int,
) -> None:
    """Note how a node was reached, if it is new."""
    if then not in came:
        came[then] = (node, step, room)
        queue.append(then)
