"""The hexes that the Soviets must hold so that the Germans do not walk to the objectives behind them.

Every hex has a price, low where it is easy to hold, and every objective a price for giving it up. What closes all ways
from the Germans to the objectives at the lowest price (a minimum cut) is a front, the garrisons of single objectives,
or the ends of bridges.
"""

from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ..data.components import GERMAN, SOVIET
from ..state import State
from .routes import FAR, distances, links

GIVEN_UP = 16  # the price of an objective
OBJECTIVE, FORT, URBAN, CLEAR = 9, 3, 4, 6  # of a hex by its ground
MANNED = 2  # less if a unit is there
EXPOSED = 2  # more if a unit would have to go there next to Germans
TOO_FAR = 6  # more if nobody gets there in a turn
NEVER = 10_000


class Network:
    """Nodes joined by pipes, for the largest flow from a source to a sink."""

    def __init__(self, nodes: int) -> None:
        self.pipes: list[list[int]] = [[] for _ in range(nodes)]  # from each node
        self.to: list[int] = []
        self.left: list[int] = []  # what still goes through; a pipe and its reverse are neighbors

    def join(self, a: int, b: int, width: int) -> None:
        """Add a pipe."""
        self.pipes[a].append(len(self.to))
        self.pipes[b].append(len(self.to) + 1)
        self.to += (b, a)
        self.left += (width, 0)

    def reached(self, source: int) -> set[int]:
        """The nodes to which something can still flow from the source."""
        out, queue = {source}, [source]
        for node in queue:
            for pipe in self.pipes[node]:
                if self.left[pipe] and self.to[pipe] not in out:
                    out.add(self.to[pipe])
                    queue.append(self.to[pipe])
        return out

    def fill(self, source: int, sink: int) -> None:
        """Send through as much as possible."""
        while (away := self._away(source, sink))[source]:
            at = [0] * len(self.pipes)
            while self._push(source, sink, away, at):
                pass

    def _away(self, source: int, sink: int) -> list[int]:
        """How many pipes with room it is from each node to the sink, no further than from the source; else 0."""
        out = [0] * len(self.pipes)
        out[sink] = -1  # for now: it is not reached again
        queue, pipes, to, left = [sink], self.pipes, self.to, self.left
        for node in queue:
            if node == source:
                break
            next_ = out[node] + 1 if node != sink else 1
            for pipe in pipes[node]:
                if left[pipe ^ 1] and not out[to[pipe]]:
                    out[to[pipe]] = next_
                    queue.append(to[pipe])
        out[sink] = 0
        return out

    def _push(self, source: int, sink: int, away: list[int], at: list[int]) -> bool:
        """Send something along a shortest way."""
        path: list[int] = []
        node = source
        to, left = self.to, self.left
        while node != sink:
            pipes, n, next_ = self.pipes[node], at[node], away[node] - 1
            while n < len(pipes) and not (left[pipes[n]] and away[to[pipes[n]]] == next_):
                n += 1
            at[node] = n
            if n < len(pipes):
                path.append(pipes[n])
                node = to[pipes[n]]
            elif path:
                away[node] = -1  # a dead end
                node = to[path.pop() ^ 1]
            else:
                return False
        most = min(left[pipe] for pipe in path)
        for pipe in path:
            left[pipe] -= most
            left[pipe ^ 1] += most
        return True


class Front(NamedTuple):
    """The hexes to hold, and those right behind them."""

    line: Bits = 0
    second: Bits = 0


def front_line(s: State, manned: int = MANNED) -> Front:
    """The hexes to hold, and those right behind them, where units stop enemies who break through."""
    d = s.data
    prices = _prices(s, manned)
    size = len(d.board.names)
    source, sink = 2 * size, 2 * size + 1
    net = Network(2 * size + 2)
    for hex_, price in prices.items():
        net.join(2 * hex_, 2 * hex_ + 1, price)
    for hex_, steps in enumerate(links(d, s.demolished, 0)):
        for before, _ in steps:
            net.join(2 * before + 1, 2 * hex_, NEVER)
    for hex_ in scan(s.held[GERMAN] | s.stage.german_entry):
        net.join(source, 2 * hex_, NEVER)
    for hex_ in scan(d.objectives & ~s.held[GERMAN]):
        net.join(2 * hex_ + 1, sink, GIVEN_UP)
    net.fill(source, sink)
    open_ = net.reached(source)
    line = bits(hex_ for hex_ in prices if 2 * hex_ in open_ and 2 * hex_ + 1 not in open_)
    behind = bits(hex_ for hex_ in prices if 2 * hex_ not in open_)
    return Front(line, d.around(line) & behind)


def _prices(s: State, manned: int) -> dict[int, int]:
    """The price of each hex."""
    d = s.data
    ours, theirs = s.held[SOVIET] if s.turn else 0, s.held[GERMAN]  # in the set-up everybody can be anywhere
    near = d.around(theirs)
    way = distances(s, dict.fromkeys(scan(ours), 0)) if ours else []
    allowance = d.charts.numbers["soviet_movement"]
    out = {}
    for hex_ in scan(d.land):
        if (theirs | s.stage.german_entry) >> hex_ & 1:
            out[hex_] = NEVER
            continue
        price = OBJECTIVE if d.objectives >> hex_ & 1 else URBAN if d.terrain[hex_] == "urban" else CLEAR
        if d.forts >> hex_ & 1:
            price = min(price, FORT)
        if ours >> hex_ & 1:
            price -= manned
        elif near >> hex_ & 1:
            price += EXPOSED
        if way and FAR > way[hex_] > allowance:
            price += TOO_FAR
        out[hex_] = price
    return out
