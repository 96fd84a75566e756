"""How the German side plans its Movement Phase: overruns, then attacks as packages, then all other units forward."""

from collections.abc import Sequence
from heapq import heappop, heappush

from ....core.bits import Bits, bits, lowest, scan
from ....kit.hex.reach import complete_back
from ....kit.planning import Order, Package, Plan
from ..aids.supply_line import trace
from ..rules.movement import trip
from ..rules.reinforcements import due, entries
from ..state import GERMAN, SOVIET, State
from .evaluation import FAR, GUARDED
from .opportunities import Opportunities, Price
from .order_check import crowd_after, fed_after, looked_over


def tied(look: Opportunities, driving: bool) -> Bits:
    """The hexes beyond which panzers would be too far ahead of the infantry; near the city nobody drives on alone."""
    limit = look.front - look.w.leash
    if driving:
        limit = max(look.front - look.w.drive_leash, min(limit, CLOSE))
    out = 0
    for at, ring in enumerate(look.known.rings[1]):
        if at >= limit:
            break
        out |= ring
    return out


CLOSE = 11  # halves from the prize: just beyond Pskov


def attacks(look: Opportunities, price: Price, least: float, free: Bits, fixed: Bits = 0) -> list[Package]:
    """Packages that share no unit, the most profitable first; each uses the units left by the earlier ones.

    Fixed units may attack only from their own hex.
    """
    s, d = look.s, look.d
    reach = {unit: look.reach(unit) for unit in scan(free)}
    reach.update((unit, 1 << s.place[unit]) for unit in scan(fixed))
    targets = [target for target in scan(look.enemy) if any(r & d.adjacent[target] for r in reach.values())]
    crowd: dict[int, int] = {place: s.here[place].bit_count() for place in scan(s.held[look.side])}
    found: dict[int, Package | None] = {}
    out: list[Package] = []
    taken: Bits = 0
    spots: Bits = 0
    while targets:
        for target in targets:
            old = found.get(target)
            if target not in found or (old and (old.units & taken or any(spots >> p & 1 for _, p in old.posts))):
                found[target] = look.package(
                    target, (u for u in reach if not taken >> u & 1), reach.__getitem__, crowd, price
                )
        best = max((p for p in (found[t] for t in targets) if p), key=lambda p: (p.gain, p.target), default=None)
        if best is None or best.gain <= least:
            break
        out.append(best)
        targets.remove(best.target)
        taken |= best.units
        spots = 0
        for unit, post in best.posts:
            if post != s.place[unit]:
                crowd[post] = crowd.get(post, 0) + 1
                crowd[s.place[unit]] -= 1
            spots |= 1 << post
    return out


def detour(look: Opportunities) -> Price:
    """The time an attack costs a unit: how much nearer to the prize it could be instead."""
    s, d, w = look.s, look.d, look.w
    best: dict[int, int] = {}

    def price(unit: int, post: int) -> float:
        motor = d.motorized >> unit & 1
        if unit not in best:
            ends = look.reach(unit) & look.odds.safe | 1 << s.place[unit]
            best[unit] = next(at for at, ring in enumerate(look.known.rings[motor]) if ring & ends)
        return w.effort + look.pace(unit) * (look.known.to_prize[motor][post] - best[unit])

    return price


def plan(s: State, look: Opportunities, errands: Sequence[Order] = (), busy: Bits = 0) -> Plan:
    """Orders for the whole phase; busy units have been seen to, and some of them have errands."""
    d = s.data
    orders, away = refit(s, look, look.mine & ~busy)
    orders = [*errands, *orders]
    busy |= away
    more, guards = guard(s, look, look.mine & ~busy & ~s.halted)
    orders += more
    busy |= guards
    for order in more:
        guards &= ~order.units
    least = IDLE if s.turn >= d.turns else look.w.attack
    packages = attacks(look, detour(look), least, look.mine & ~s.halted & ~busy, guards)
    for package in packages:
        busy |= package.units
        where = s.title.place(s, package.target)
        orders += [
            Order(1 << unit, post, f"to attack {where}") for unit, post in package.posts if post != s.place[unit]
        ]
    more = corridor(s, look, look.mine & ~busy & ~s.halted, packages, orders)
    orders += more
    for order in more:
        busy |= order.units
    rest = look.mine & ~busy & ~s.halted
    wanted = [*orders, *forward(s, look, rest, packages, orders)]
    orders = looked_over(s, look, wanted)
    if idle := _taken_back(wanted, orders):  # they should not stand still: as far as supply allows
        within = fed_after(s, GERMAN, orders)
        orders = looked_over(s, look, [*orders, *forward(s, look, idle, packages, orders, within)])
    for unit in scan(due(s)):
        if open_ := entries(s, unit):
            nearest = min(scan(open_), key=lambda place: (look.known.to_prize[d.motorized >> unit & 1][place], place))
            orders.append(Order(1 << unit, nearest, "reinforcements"))
    return Plan(tuple(orders), tuple(packages))


def _taken_back(wanted: list[Order], given: list[Order]) -> Bits:
    """The units that have lost their orders."""
    out = 0
    for order in wanted:
        out |= order.units
    for order in given:
        out &= ~order.units
    return out


def refit(s: State, look: Opportunities, units: Bits) -> tuple[list[Order], Bits]:
    """Send reduced panzers to where they can be restored, and keep them there."""
    d = s.data
    depots = (d.city | d.soviet_city | d.prussia) & ~look.enemy_zone & ~look.enemy & look.odds.fed
    orders: list[Order] = []
    busy: Bits = 0
    crowd = {place: s.here.get(place, 0).bit_count() for place in scan(depots)}
    for unit in scan(units & d.panzers & s.reduced & ~s.halted):
        here = s.place[unit]
        if depots >> here & 1:
            busy |= 1 << unit
            continue
        if s.turn > d.turns - 2:
            continue  # 16.6a: too late
        ends = [place for place in scan(look.reach(unit) & depots) if crowd[place] < d.stacking]
        if ends:
            end = min(ends, key=lambda place: (look.known.to_prize[1][place], place))
            crowd[end] += 1
            busy |= 1 << unit
            orders.append(Order(1 << unit, end, "to be restored"))
    return orders, busy


def guard(s: State, look: Opportunities, units: Bits) -> tuple[list[Order], Bits]:
    """The garrisons: three in each hex that scores, one in the rest of the city and at road junctions behind us."""
    d, far = s.data, look.known.to_prize
    orders: list[Order] = []
    busy: Bits = 0
    wanted = [(place, d.stacking if d.victory_hexes >> place & 1 else 1) for place in scan(d.leningrad)]
    wanted.sort(key=lambda one: -one[1])
    wanted += [(d.board.at[name], 1) for name in GUARDED if far[1][d.board.at[name]] >= look.front]
    wanted += [(place, 1) for place in lifeline(s, look)]
    for place, need in wanted:
        if look.enemy >> place & 1 or not look.odds.safe >> place & 1:
            continue
        there = [unit for unit in scan(units & ~busy) if s.place[unit] == place]
        if need > 1 or not look.enemy_zone >> place & 1:
            there.sort(key=lambda unit: (d.panzers >> unit & 1, not s.reduced >> unit & 1, unit))
        for unit in there[:need]:
            busy |= 1 << unit
        room = need - s.here.get(place, 0).bit_count()
        if room <= 0:
            continue
        near = [
            unit
            for unit in scan(units & ~busy)
            if look.reach(unit) >> place & 1 and s.place[unit] != place and (need > 1 or not d.panzers >> unit & 1)
        ]
        near.sort(key=lambda unit: (d.panzers >> unit & 1, not s.reduced >> unit & 1, -far[0][s.place[unit]], unit))
        for unit in near[:room]:
            busy |= 1 << unit
            orders.append(Order(1 << unit, place, f"to guard {s.title.place(s, place)}"))
    return orders, busy


LATE = 2  # Game-Turns before the end when the way to the prize is lined with troops
RIDE = 5  # distance in hexes from which a Soviet unit may cut it
IDLE = 1.0  # least gain of an attack on the last Game-Turn; below it a unit is more useful on that way
LIKELY = 0.3  # chance of taking a prize from which its supply is prepared


def lifeline(s: State, look: Opportunities) -> list[int]:
    """At the end, the hexes on the prize's supply line within Soviet reach, the nearest to it first."""
    d = s.data
    if s.turn <= d.turns - LATE:
        return []
    first = next((lowest(s.here[place]) for place in scan(d.victory_hexes & s.held[GERMAN])), -1)
    if first < 0:
        return []
    line = trace(s, first)
    if line is None or not line.ok:
        return []
    soviets = list(scan(look.enemy))
    return [place for place in line.path if any(d.board.distance(place, soviet) <= RIDE for soviet in soviets)]


def corridor(s: State, look: Opportunities, units: Bits, packages: list[Package], given: list[Order]) -> list[Order]:
    """At the end, orders to line the supply route of a prize that is ours or soon will be (18.2b)."""
    d = s.data
    if s.turn <= d.turns - LATE:
        return []
    won = bits(package.target for package in packages if package.freed >= LIKELY)
    crowd = crowd_after(s, GERMAN, given)
    out: list[Order] = []
    for prize in scan(d.victory_hexes & (won | s.held[GERMAN])):
        for place in _way_back(s, look, prize, won, crowd):
            near = [unit for unit in scan(units) if look.reach(unit) >> place & 1 and crowd.get(s.place[unit], 0) > 0]
            staying = [unit for unit in near if s.place[unit] == place]
            if not near or (crowd.get(place, 0) > 0 and not staying):
                continue
            unit = min(staying or near, key=lambda one: (d.panzers >> one & 1, not s.reduced >> one & 1, one))
            units &= ~(1 << unit)
            if unit not in staying:
                crowd[place] = crowd.get(place, 0) + 1
                crowd[s.place[unit]] -= 1
            out.append(Order(1 << unit, place, f"to keep the way to {s.title.place(s, prize)} open"))
    return out


def _way_back(s: State, look: Opportunities, prize: int, won: Bits, crowd: dict[int, int]) -> list[int]:
    """The hexes of the easiest way from a prize to beyond Soviet reach, those that have to be held."""
    d = s.data
    soviets = look.enemy & ~won
    reach = soviets
    for _ in range(RIDE):
        reach |= d.zoc(reach)
    goal = look.odds.fed & ~reach
    closed = d.zoc(soviets)
    queue: list[tuple[float, int, tuple[int, ...]]] = [(0.0, prize, ())]
    seen: Bits = 0
    while queue:
        cost, place, path = heappop(queue)
        if goal >> place & 1:
            return [one for one in path if (closed | reach) >> one & 1]
        if seen >> place & 1:
            continue
        seen |= 1 << place
        for on in scan(d.adjacent[place] & d.land & ~soviets & ~seen):
            held = crowd.get(on, 0) > 0
            step = 1.0 if held else 4.0 if closed >> on & 1 else 2.0 if reach >> on & 1 else 1.0
            heappush(queue, (cost + step - 0.2 * (look.known.roads >> on & 1), on, (*path, on)))
    return []


def forward(
    s: State, look: Opportunities, units: Bits, packages: list[Package], given: list[Order], within: Bits = -1
) -> list[Order]:
    """Move all other units toward the prize, some after Soviets near our roads, panzers not too far ahead.

    Units with orders are left out; no unit goes beyond `within`.
    """
    d, known = s.data, look.known
    crowd = crowd_after(s, GERMAN, given)
    hunted = {place: s.here[place].bit_count() + 1 for place in scan(s.held[SOVIET])}
    for package in packages:
        hunted.pop(package.target, None)
    hunted = {place: need for place, need in hunted.items() if look.cutters >> place & 1}
    rings = _field(look, hunted, 0), _field(look, hunted, 1)
    ahead = tied(look, False), tied(look, True)
    out: list[Order] = []
    for group in _groups(s, look, units):
        unit, many = lowest(group), group.bit_count()
        motor = d.motorized >> unit & 1
        start = s.place[unit]
        ends = (look.reach(unit) if many == 1 else trip(s, group).reached) & within | 1 << start
        for place, n in crowd.items():
            if place != start and n + many > d.stacking:
                ends &= ~(1 << place)
        if crowd[start] > d.stacking:
            ends &= ~(1 << start)
        good = ends & look.odds.safe
        if motor:
            near = good & ~ahead[look.drivers >> unit & 1]
            good = near & ~look.enemy_zone or near or good & (1 << start)
        ends = good or ends
        end = _best(look, rings[motor], ends, crowd, start)
        if end < 0 or end == start:
            continue
        out.append(Order(group, end, "forward"))
        crowd[end] = crowd.get(end, 0) + many
        crowd[start] -= many
        if hunted and not rings[motor][min(known.to_prize[motor][end], FAR)] >> end & 1:  # attracted by one left behind
            place = min(hunted, key=lambda one: (d.board.distance(one, end), one))
            hunted[place] -= 1
            if hunted[place] <= 0:
                del hunted[place]
                rings = _field(look, hunted, 0), _field(look, hunted, 1)
    return out


def _groups(s: State, look: Opportunities, units: Bits) -> list[Bits]:
    """Units that march together: those of a Panzer corps in one hex; all others separately, the foremost first."""
    out, left = [], units
    for corps in s.data.corps.values():
        same: dict[int, Bits] = {}
        for unit in scan(corps & units):
            same[s.place[unit]] = same.get(s.place[unit], 0) | 1 << unit
        for group in same.values():
            if group.bit_count() > 1 and not look.enemy_zone >> s.place[lowest(group)] & 1:
                out.append(group)
                left &= ~group
    far = look.known.to_prize[0]
    return sorted([*out, *(1 << unit for unit in scan(left))], key=lambda one: (far[s.place[lowest(one)]], one))


def _field(look: Opportunities, hunted: dict[int, int], motor: int) -> list[Bits]:
    """Rings of hexes by cost to the nearest goal: the prize, or a Soviet stack left behind."""
    d = look.d
    rate = d.motor if motor else d.foot
    rings = [0] * (FAR + 1)
    secure = all(
        (look.s.here.get(place, 0) & look.mine & ~d.panzers).bit_count() >= 2 for place in scan(d.victory_hexes)
    )
    rings[8 if secure and hunted else 0] = d.victory_hexes
    for place in hunted:
        rings[0 if look.starving or secure else look.w.hunt_motor if motor else look.w.hunt] |= 1 << place
    complete_back(rings, rate, d.land)
    return rings


def _best(look: Opportunities, rings: list[Bits], ends: Bits, crowd: dict[int, int], start: int) -> int:
    """The best of the hexes nearest to a goal."""
    known = look.known
    best, score, seen = -1, -99.0, -1
    for at, ring in enumerate(rings):
        if seen >= 0 and at > seen + 2:
            break
        for place in scan(ring & ends):
            seen = at if seen < 0 else seen
            worth = -0.5 * (at - seen) + 0.3 * min(crowd.get(place, 0), 2) + (0.4 if known.cover >> place & 1 else 0)
            worth += 0.3 if known.roads >> place & 1 else 0
            if place == start:
                worth += 0.2
            if worth > score:
                best, score = place, worth
    return best if best >= 0 else lowest(ends) if ends else -1
