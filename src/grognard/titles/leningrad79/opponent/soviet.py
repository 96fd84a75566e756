"""How the Soviet side plans its Movement Phase: Leningrad is held, its approaches are guarded, the rest delay."""

from collections.abc import Sequence

from ....core.bits import Bits, scan
from ....core.knowledge import kept
from ....kit.hex.reach import waves_back
from ....kit.planning import Order, Package, Plan, spread
from ..data.components import Components
from ..rules.reinforcements import due, entries
from ..state import GERMAN, SOVIET, State
from .evaluation import FAR
from .german import attacks
from .opportunities import Opportunities, Price
from .order_check import crowd_after, looked_over

POSTS: tuple[tuple[str, int, int], ...] = (
    ("2604", 2, 0), ("2705", 2, 0), ("2605", 1, 0), ("2505", 1, 0),
    ("2604", 3, 48), ("2705", 3, 48), ("2605", 3, 48), ("2505", 3, 40),
    ("2704", 2, 36), ("2706", 2, 40), ("2308", 1, 0), ("2206", 1, 0), ("2510", 1, 0), ("2506", 2, 36), ("2606", 2, 36),
    ("2804", 1, 24), ("2603", 1, 24), ("2704", 3, 20), ("2706", 3, 20), ("2405", 2, 30),
    ("2308", 2, 0), ("2206", 2, 0), ("2510", 2, 0), ("2307", 1, 0), ("2306", 1, 0), ("2506", 3, 36), ("2606", 3, 36),
    ("2804", 3, 20), ("2603", 3, 20), ("2404", 1, 24), ("2405", 3, 30),
)  # fmt: skip
"""Hexes to hold: with how many, and how near the Germans must be (in halves by motor; 0: always)."""

LATE = 24
"""Halves added to the distance of a unit that cannot get there in this phase."""


@kept()
def _way(d: Components, name: str, motor: bool) -> tuple[list[Bits], tuple[int, ...]]:
    rings = waves_back(1 << d.board.at[name], FAR, d.motor if motor else d.foot, d.land)
    cost = [FAR] * len(d.board.names)
    for at, ring in enumerate(rings):
        for place in scan(ring):
            cost[place] = at
    return rings, tuple(cost)


def nearness(look: Opportunities) -> int:
    """How near the nearest German is to the prize, in halves by motor."""
    return min((look.known.to_prize[1][place] for place in scan(look.s.held[GERMAN])), default=FAR)


def plan(s: State, look: Opportunities, errands: Sequence[Order] = (), busy: Bits = 0) -> Plan:
    """Orders for the whole phase; busy units have been seen to, and some of them have errands."""
    d = s.data
    near = nearness(look)
    coming = due(s)
    garrison = 0
    for place in scan(d.leningrad):
        garrison |= s.here.get(place, 0)
    packages: list[Package] = []
    if s.turn > 1:
        tied = garrison if near <= 24 and s.turn < d.turns else 0  # after the last move no German comes in
        free = look.mine & ~s.halted & ~busy & ~tied
        packages = attacks(
            look, _effort(look, s.counterblow), look.w.attack if s.counterblow else look.w.soviet_attack, free
        )
    orders: list[Order] = [*errands]
    for package in packages:
        busy |= package.units
        where = s.title.place(s, package.target)
        orders += [
            Order(1 << unit, post, f"to strike at {where}") for unit, post in package.posts if post != s.place[unit]
        ]
    crowd = crowd_after(s, SOVIET, orders)
    orders += posts(s, look, look.mine & ~busy & ~s.halted, near, crowd)
    orders = looked_over(s, look, orders)
    for unit in scan(coming):
        if open_ := entries(s, unit):
            nearest = min(scan(open_), key=lambda place: (look.known.to_prize[d.motorized >> unit & 1][place], place))
            orders.insert(0, Order(1 << unit, nearest, "reinforcements"))
    return Plan(tuple(orders), tuple(packages))


def _effort(look: Opportunities, counterblow: bool) -> Price:
    """The cost of a division leaving its place to attack."""
    price = look.w.effort if counterblow else look.w.soviet_effort
    return lambda _unit, _post: price


def posts(s: State, look: Opportunities, units: Bits, near: int, crowd: dict[int, int]) -> list[Order]:
    """Units that can get there in time hold a post; the others delay the Germans where they are."""
    d, at = s.data, s.data.board.at
    free = set(scan(units))
    wanted: dict[str, int] = {}
    assigned: dict[int, str] = {}
    for name, need, when in POSTS:
        if (when and near > when * look.w.alarm) or s.held[GERMAN] >> at[name] & 1:
            continue
        while wanted.get(name, 0) < need:
            best, least = -1, FAR + LATE
            for unit in free:
                if s.place[unit] == at[name]:
                    best, least = unit, -1
                    break
                cost = _way(d, name, bool(d.motorized >> unit & 1))[1][s.place[unit]]
                if not look.reach(unit) >> at[name] & 1:
                    cost += LATE
                if cost < least:
                    best, least = unit, cost
            if best < 0 or least > look.w.recall + LATE:
                break
            wanted[name] = wanted.get(name, 0) + 1
            assigned[best] = name
            free.discard(best)
    out: list[Order] = []
    for unit, name in assigned.items():
        start = s.place[unit]
        if start == at[name] and crowd[start] <= d.stacking:
            continue
        ends = _room(look, unit, crowd)
        calm = ends & ~look.enemy_zone | ends & (1 << at[name] | 1 << start | d.leningrad)
        found = spread(_way(d, name, bool(d.motorized >> unit & 1))[0], calm)
        if not found:
            continue
        end = max(scan(found), key=lambda place: (look.known.cover >> place & 1, place))
        if end != start:
            out.append(_go(s, unit, end, f"to hold {s.title.place(s, at[name])}", crowd))
    for unit in sorted(free):
        end = delay(s, look, unit, crowd)
        if end != s.place[unit]:
            out.append(_go(s, unit, end, "to delay them", crowd))
    return out


def _go(s: State, unit: int, end: int, why: str, crowd: dict[int, int]) -> Order:
    crowd[end] = crowd.get(end, 0) + 1
    crowd[s.place[unit]] -= 1
    return Order(1 << unit, end, why)


def _room(look: Opportunities, unit: int, crowd: dict[int, int]) -> Bits:
    """Where a unit can go and there is room."""
    ends, start = look.reach(unit), look.s.place[unit]
    for place, n in crowd.items():
        if n >= look.d.stacking and place != start:
            ends &= ~(1 << place)
    return ends


def delay(s: State, look: Opportunities, unit: int, crowd: dict[int, int]) -> int:
    """The hex where a unit delays the Germans most without being sacrificed."""
    d, known = s.data, look.known
    start = s.place[unit]
    best, score = start, -99.0
    front = nearness(look)
    held = 0
    for place, n in crowd.items():
        if n and place != start:
            held |= 1 << place
    fed = look.odds.safe
    for place in scan(_room(look, unit, crowd)):
        far = known.to_prize[1][place]
        worth = 0.0
        if known.roads >> place & 1:
            worth += 1.0
        if known.cover >> place & 1:
            worth += 1.0
        if look.enemy_zone >> place & 1:
            worth -= look.w.shy
        if far > front:
            worth -= 0.05 * (far - front)
        if d.adjacent[place] & held:
            worth -= 0.4
        if held >> place & 1:
            worth -= 0.6
        if not fed >> place & 1:
            worth -= 1.0
        worth -= look.w.homing * far
        if worth > score:
            best, score = place, worth
    return best
