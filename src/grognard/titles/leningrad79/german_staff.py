"""How the German side plans its Movement Phase: overruns first, then attacks as packages, then everybody forward."""

from ...core.bits import Bits, lowest, scan
from ...kit.plan import Order, Package, Plan
from .judgement import FAR
from .reinforcements import due, entries
from .state import GERMAN, SOVIET, State
from .survey import Survey


def front(look: Survey) -> int:
    """How near the infantry is to the prize, in halves by motor: the third nearest of them."""
    s, d = look.s, look.d
    far = sorted(look.known.to_prize[1][s.place[unit]] for unit in scan(look.mine & ~d.panzers))
    return far[min(5, len(far) - 1)] if far else FAR


def tied(look: Survey) -> Bits:
    """The hexes beyond which panzers would be too far ahead of the infantry."""
    limit = front(look) - look.w.leash
    out = 0
    for at, ring in enumerate(look.known.rings[1]):
        if at >= limit:
            break
        out |= ring
    return out


def attacks(look: Survey, price: float, least: float, free: Bits) -> list[Package]:
    """Packages that share no unit, the most gainful first; each is made of whom the earlier ones left."""
    s, d = look.s, look.d
    reach = {unit: look.reach(unit) for unit in scan(free)}
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
                found[target] = look.package(target, (u for u in reach if not taken >> u & 1), reach.__getitem__, crowd,
                                             price)  # fmt: skip
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


def plan(s: State, look: Survey) -> Plan:
    """Orders for the whole phase."""
    d = s.data
    orders, busy = refit(s, look)
    packages = attacks(look, look.w.effort, look.w.attack, look.mine & ~s.halted & ~busy)
    for package in packages:
        busy |= package.units
        where = s.title.place(s, package.target)
        orders += [Order(1 << unit, post, f"to attack {where}") for unit, post in package.posts
                   if post != s.place[unit]]  # fmt: skip
    orders += forward(s, look, look.mine & ~busy & ~s.halted, packages)
    for unit in scan(due(s)):
        if open_ := entries(s, unit):
            nearest = min(scan(open_), key=lambda place: (look.known.to_prize[d.motorized >> unit & 1][place], place))
            orders.append(Order(1 << unit, nearest, "reinforcements"))
    return Plan(tuple(orders), tuple(packages))


def refit(s: State, look: Survey) -> tuple[list[Order], Bits]:
    """Reduced panzers go to where they are restored, and stay there: each is worth its points."""
    d = s.data
    depots = (d.city | d.soviet_city | d.prussia) & ~look.enemy_zone & ~look.enemy & look.reckoner.fed
    orders: list[Order] = []
    busy: Bits = 0
    crowd = {place: s.here.get(place, 0).bit_count() for place in scan(depots)}
    for unit in scan(look.mine & d.panzers & s.reduced & ~s.halted):
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


def forward(s: State, look: Survey, units: Bits, packages: list[Package]) -> list[Order]:
    """Everybody else toward the prize; some after Soviets who stand near our roads, panzers not too far ahead."""
    d, known = s.data, look.known
    crowd = {place: s.here[place].bit_count() for place in scan(s.held[GERMAN])}
    for package in packages:
        for unit, post in package.posts:
            if post != s.place[unit]:
                crowd[post] = crowd.get(post, 0) + 1
                crowd[s.place[unit]] -= 1
    hunted = {place: s.here[place].bit_count() + 1 for place in scan(s.held[SOVIET])}
    for package in packages:
        hunted.pop(package.target, None)
    limit = front(look)
    hunted = {place: need for place, need in hunted.items()
              if known.to_prize[1][place] > limit - 4 and known.artery >> place & 1}  # fmt: skip
    rings = _field(look, hunted, 0), _field(look, hunted, 1)
    ahead = tied(look)
    out: list[Order] = []
    for unit in sorted(scan(units), key=lambda u: (known.to_prize[0][s.place[u]], u)):
        motor = d.motorized >> unit & 1
        start = s.place[unit]
        ends = look.reach(unit)
        for place in scan(ends):
            if place != start and crowd.get(place, 0) >= d.stacking:
                ends &= ~(1 << place)
        if crowd[start] > d.stacking:
            ends &= ~(1 << start)
        good = ends & look.reckoner.safe
        if motor:
            good = good & ~ahead or good & (1 << start)
        ends = good or ends
        end = _best(look, rings[motor], ends, crowd, start)
        if end < 0 or end == start:
            continue
        out.append(Order(1 << unit, end, "forward"))
        crowd[end] = crowd.get(end, 0) + 1
        crowd[start] -= 1
        if hunted and not rings[motor][min(known.to_prize[motor][end], FAR)] >> end & 1:  # drawn by one left behind
            place = min(hunted, key=lambda one: (d.board.distance(one, end), one))
            hunted[place] -= 1
            if hunted[place] <= 0:
                del hunted[place]
                rings = _field(look, hunted, 0), _field(look, hunted, 1)
    return out


def _field(look: Survey, hunted: dict[int, int], motor: int) -> list[Bits]:
    """Hexes by what they cost to what there is to do: the prize, or a Soviet stack left behind."""
    d = look.d
    rate = d.motor if motor else d.foot
    rings = [0] * (FAR + 1)
    rings[0] = d.victory_hexes
    for place in hunted:
        rings[look.w.hunt_motor if motor else look.w.hunt] |= 1 << place
    done = 0
    for at in range(FAR + 1):
        new = rings[at] & ~done
        rings[at] = new
        if not new:
            continue
        done |= new
        open_ = d.land & ~done
        for cost, back in rate.back:
            if at + cost > FAR:
                break
            rings[at + cost] |= back(new) & open_
    return rings


def _best(look: Survey, rings: list[Bits], ends: Bits, crowd: dict[int, int], start: int) -> int:
    """Of the hexes nearest to something to do the best to stand in."""
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
