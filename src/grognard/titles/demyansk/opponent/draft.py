"""A draft of the position, in which the orders of a phase are tried out one after another."""

from collections.abc import Iterable, Iterator

from ....core.bits import Bits, scan
from ....kit.hex.reach import union
from ....kit.planning import Order, Package
from ..data.components import SOVIET
from ..data.links import LIGHT
from ..rules.movement import lead_bans
from ..rules.strategic import unit_bans
from ..state import State, put, zone
from .opportunities import Opportunities
from .posts import HOLD, Post, posts
from .weights import Weights

AWAY = 12  # hexes
WAIT = 13  # the last turn on which the airborne brigade waits for its Airdrop
FAR = 45  # MPs: farther than any march that is planned
STOP = 2  # MPs that it costs to be stopped by an enemy ZOC
FIGHT = 7  # MPs that it costs to get from one enemy ZOC to the next


class Ways:
    """Rings of hexes by the MPs that it takes to get to one of the goals, with a stop in every enemy ZOC on the way.

    From one ZOC to the next the way has to be opened first. Rings are found when they are first asked for.
    """

    def __init__(self, s: State, side: int, goals: Bits) -> None:
        self.goals = goals
        self._rate, self._hot = s.data.costs(s.weather, LIGHT).cool, zone(s, 1 - side)
        self._open = s.stage.area & ~s.held[1 - side] | goals
        self._rings = [goals] + [0] * FAR
        self._found = 0  # how many of them are complete

    def __iter__(self) -> Iterator[Bits]:
        for at in range(FAR + 1):
            if at == self._found:
                self._complete(at)
            yield self._rings[at]

    def _complete(self, at: int) -> None:
        """Complete a ring, and add what is one step away from it to later ones."""
        rings, hot = self._rings, self._hot
        rings[at] = new = rings[at] & self._open
        self._found, self._open = at + 1, self._open ^ new
        stopped = new & hot & ~self.goals
        for part, stop, to in (
            (new ^ stopped, 0, self._open),
            (stopped, STOP, self._open & ~hot),
            (stopped, FIGHT, self._open & hot),
        ):
            if part:
                for cost, go in self._rate.back:
                    if at + cost + stop > FAR:
                        break
                    rings[at + cost + stop] |= go(part) & to


def at_of(rings: Iterable[Bits], hexes: Bits) -> int:
    """The index of the first ring with one of these hexes."""
    for at, ring in enumerate(rings):
        if ring & hexes:
            return at
    return FAR + 1


class Draft:
    """A position in which orders are tried out, and the orders so far."""

    def __init__(self, s: State, w: Weights) -> None:
        self.s, self.d, self.side, self.w = s, s.data, s.side, w
        self.look = Opportunities(s, s.side, w)
        self.t: State = s.copy()
        self.orders: list[Order] = []
        self.packages: list[Package] = []
        free = s.data.side[s.side]
        for ban in lead_bans(s):
            free &= ~ban.where
        if not s.airdrop_spent and s.turn <= WAIT:
            free &= ~(s.data.droppable & ~s.there[SOVIET])  # it may be dropped instead
        self.free: Bits = free
        self.posts = self.wanted()
        self.keep = self._kept()
        self._rings: dict[int, Ways] = {}
        self._bans: Bits | None = None
        self._waves: list[Bits] = []
        self.limit = s.data.charts.numbers["stacking"]

    def wanted(self) -> list[Post]:
        """The posts, the most valuable first."""
        return posts(self.look)

    def room(self, hex_: int, unit: int) -> bool:
        """Whether a unit may end in a hex of the draft."""
        units = self.t.here.get(hex_, 0) & self.d.ground & ~(1 << unit)
        return self.d.points(units) + self.d.stack[unit] <= self.limit

    def send(self, unit: int, to: int, purpose: str) -> None:
        """Order a unit to a place, or to stay."""
        if self.t.place[unit] != to:
            put(self.t, unit, to)
            self.orders.append(Order(1 << unit, to, purpose))
        self.free &= ~(1 << unit)

    def defense_in(self, hex_: int, without: Bits = 0) -> int:
        """The defense of our units in a hex of the draft."""
        units = self.t.here.get(hex_, 0) & self.d.side[self.side] & ~self.d.guns & ~without
        return sum(self.look.values(unit)[1] for unit in scan(units))

    def _kept(self) -> dict[int, tuple[float, float]]:
        """By hex that we hold: what it is worth to keep it, and the defense it needs."""
        out: dict[int, tuple[float, float]] = {}
        for post in self.posts:
            if post.kind == HOLD and self.s.held[self.side] >> post.place & 1 and post.place not in out:
                out[post.place] = post.worth, post.need
        return out

    def price(self, unit: int) -> float:
        """What it costs that a unit leaves its hex."""
        here = self.t.place[unit]
        if here not in self.keep:
            return 0.0
        worth, need = self.keep[here]
        left = self.defense_in(here, 1 << unit)
        now = self.defense_in(here)
        if left >= need:
            return 0.0
        return self.w.leave * worth * (1.0 if not left else max(0.0, min(now, need) - left) / max(need, 1.0))

    def away(self, unit: int, place: int) -> int:
        """How many hexes a unit is away from a place."""
        here = self.s.place[unit]
        return self.d.board.distance(here, place) if here < self.d.board.box else AWAY

    def rings(self, place: int) -> Ways:
        """The hexes by their distance in MPs from a goal."""
        if place not in self._rings:
            self._rings[place] = Ways(self.s, self.side, 1 << place)
        return self._rings[place]

    def nearer(self, unit: int, rings: Ways, purpose: str, last: bool = True) -> bool:
        """Send a unit to the end nearest to a goal; whether it is on its way or there."""
        s, look, d = self.s, self.look, self.d
        ends = look.reach(unit) & d.hexes
        if not last:
            ends &= ~rings.goals
        good = ends & look.safe or ends
        roads = 0
        if not s.exploiting and not self.bound_to_walk() >> unit & 1:
            roads = look.march(unit) & d.hexes
        found = self._first(unit, rings, good)
        far = self._first(unit, rings, roads) if roads else None
        if far is not None and (found is None or far[0] < found[0]):
            self.send(unit, far[1], purpose)
            return True
        if found is None:
            return False
        self.send(unit, found[1], purpose)
        return True

    def bound_to_walk(self) -> Bits:
        """The units that cannot move strategically."""
        if self._bans is None:
            self._bans = union([ban.where for ban in unit_bans(self.s)])
        return self._bans

    def _first(self, unit: int, rings: Ways, ends: Bits) -> tuple[int, int] | None:
        for at, ring in enumerate(rings):
            if ring & ends:
                for hex_ in scan(ring & ends):
                    if self.t.place[unit] == hex_ or self.room(hex_, unit):
                        return at, hex_
        return None

    def enter(self, unit: int) -> None:
        """Bring a unit onto the map."""
        ends = self.look.reach(unit) & self.d.hexes
        safe = ends & self.look.safe & ~zone(self.s, 1 - self.side) or ends
        for hex_ in scan(safe):
            if self.room(hex_, unit):
                self.send(unit, hex_, "enter the map")
                return

    def foes_away(self, hex_: int) -> int:
        """How many hexes away the nearest enemy is."""
        if not self._waves:
            done = ring = self.s.held[1 - self.side]
            for _ in range(AWAY):
                self._waves.append(ring)
                ring = self.d.around(ring) & ~done
                done |= ring
        return next((at for at, ring in enumerate(self._waves) if ring >> hex_ & 1), AWAY)
