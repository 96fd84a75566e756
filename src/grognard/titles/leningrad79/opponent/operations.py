"""The operations of both sides: panzer corps that drive for the city, guards of the roads, rearguards at the rivers.

They are found on the map: the way of a corps is the cheapest one around the enemy, its phase lines are the rivers and
cities on it, guards stand where one Soviet unit could cut off the army, rearguards on the far bank of the next rivers.
"""

from collections.abc import Sequence

from ....core.bits import Bits, bits, lowest, scan
from ....kit.hex.reach import waves_back
from ....kit.planning import Order, Package, Plan
from ....opponents.assignment import FORBIDDEN, assign
from ....opponents.operations import Operation, Promise, told
from ..data.components import Components
from ..rules.combat import column_name, defense_strength
from ..state import GERMAN, SOVIET, UNTRIED, State, put
from .evaluation import FAR, NEAR, Weights
from .german import attacks
from .opportunities import Opportunities
from .order_check import held_after
from .supply_cuts import cuts

AROUND = 3  # how much longer a hex takes in an enemy Zone of Control
MARCH = 12  # halves a corps is expected to make in a Game-Turn
MOST_GUARDS = 3
LEAST_CUT = 4.0  # what a cut must cost to be guarded against, in divisions cut off
REARGUARDS = 3
AHEAD = 24  # halves before the foremost German within which rivers are held


def name(d: Components, force: Bits) -> str:
    """Some units, by their corps if they are one."""
    for corps, units in d.corps.items():
        if force and not force & ~units and 2 * force.bit_count() > units.bit_count():
            return corps
    return " ".join(d.pieces[unit] for unit in scan(force))


# -- the way to the city ----------------------------------------------------------------------


def way(look: Opportunities, start: int, goals: Bits, against: Bits) -> list[int]:
    """The cheapest way by motor to one of the goals, around hexes held against us as far as that is shorter."""
    d = look.d
    slow = against | d.zoc(against)
    rings = waves_back(goals, 2 * FAR, d.motor, d.land, ((AROUND, slow),), 1 << start)
    cost = {place: at for at, ring in enumerate(rings) for place in scan(ring)}
    out, here = [], start
    while cost.get(here):
        on = min(scan(d.adjacent[here] & d.land), key=lambda place: (cost.get(place, 2 * FAR), place))
        if cost.get(on, 2 * FAR) >= cost[here]:
            break
        out.append(on)
        here = on
    return out


def phase_lines(d: Components, start: int, path: Sequence[int]) -> list[int]:
    """The places of a way that count: the far banks of rivers, and cities."""
    out, before = [], start
    for place in path:
        if d.river[before] >> place & 1 or (d.city | d.soviet_city) >> place & 1:
            out.append(place)
        before = place
    return out


def drives(s: State, look: Opportunities) -> list[Operation]:
    """A drive for the city by each corps that is fit for it, with its phase lines and when they are due."""
    d, out = s.data, []
    for units in d.corps.values():
        force = units & look.mine & ~s.reduced & ~look.hungry
        if 2 * force.bit_count() <= units.bit_count():
            continue
        start = s.place[lowest(force)]
        if look.known.to_prize[1][start] <= NEAR:
            continue  # it has arrived
        path = way(look, start, d.victory_hexes, look.enemy)
        lines = phase_lines(d, start, path)
        if not lines:
            continue
        far = look.known.to_prize[1]
        due = tuple(s.turn + max(0, far[start] - far[line]) // MARCH for line in lines)
        out.append(Operation("drive", lines[0], force, float(far[start]), tuple(lines[:1]), due[:1]))
    return out


def on_way(look: Opportunities, units: Bits) -> Bits:
    """The hexes on the way of some units to the city, and next to it."""
    d = look.d
    path = bits(
        place
        for start in {look.s.place[unit] for unit in scan(units & look.mine)}
        for place in way(look, start, d.victory_hexes, 0)
    )
    return path | d.zoc(path)


# -- guards -----------------------------------------------------------------------------------


def guards(s: State, look: Opportunities, made: Plan, kept: Sequence[Operation]) -> list[Operation]:
    """Infantry that stays behind, or goes back, where one Soviet unit could cut off much of the army."""
    d = s.data
    ends = {unit: order.to for order in made.orders for unit in scan(order.units)}
    held = held_after(s, GERMAN, list(made.orders))
    fighting = bits(unit for package in made.packages for unit in scan(package.units))
    posted = bits(unit for one in kept if one.kind == "guard" for unit in scan(one.force))
    free = look.mine & ~d.panzers & ~s.halted & ~(fighting & ~posted)
    out: list[Operation] = []
    for _ in range(MOST_GUARDS):
        found = cuts(s, held, ends)
        if not found or found[0].cost < LEAST_CUT:
            break
        worst = found[0]
        best = _guard(look, worst.place, free, posted, ends)
        if best is None:
            break
        unit, place = best
        free &= ~(1 << unit)
        held |= 1 << place
        ends[unit] = place
        out.append(Operation("guard", place, 1 << unit, worst.cost))
    return out


def _guard(look: Opportunities, cut: int, free: Bits, posted: Bits, ends: dict[int, int]) -> tuple[int, int] | None:
    """Who guards against a cut, and where: on that hex, or on a road next to it."""
    s, d, far = look.s, look.d, look.known.to_prize[0]
    spots = (d.adjacent[cut] & look.known.roads | 1 << cut) & ~look.enemy & ~look.enemy_zone
    best: tuple[float, int, int] | None = None
    for unit in scan(free):
        here = s.place[unit]
        for place in scan(look.reach(unit) & spots):
            if place != here and s.here.get(place, 0).bit_count() >= d.stacking:
                continue
            price = 0.1 * (far[place] - far[ends.get(unit, here)]) + (0.0 if place == cut else 0.4)
            price += (0.0 if s.reduced >> unit & 1 else 0.3) - (2.0 if posted >> unit & 1 and place == here else 0.0)
            if best is None or price < best[0]:
                best = price, unit, place
    return best and best[1:]


# -- rearguards -------------------------------------------------------------------------------


def rearguards(s: State, look: Opportunities) -> list[Operation]:
    """Soviet divisions on the far banks and in the cities on the way of the foremost panzers, one to each."""
    d, far = s.data, look.known.to_prize[1]
    motor = [place for place in scan(s.held[GERMAN]) if s.here[place] & d.motorized]
    if not motor or s.turn >= d.turns - 1:
        return []
    lead = min(motor, key=lambda place: (far[place], place))
    path = way(look, lead, d.victory_hexes, s.held[SOVIET])
    posts = [
        place
        for place in phase_lines(d, lead, path)
        if far[lead] - far[place] <= AHEAD and not d.leningrad >> place & 1 and not s.held[GERMAN] >> place & 1
    ][:REARGUARDS]
    garrison = bits(unit for place in scan(d.leningrad) for unit in scan(s.here.get(place, 0)))
    units = list(scan(look.mine & ~garrison & ~s.halted))
    if not posts or not units:
        return []
    costs = [[_post_price(look, unit, post) for unit in units] for post in posts]
    return [
        Operation("delay", post, 1 << units[column], float(REARGUARDS - n))
        for n, (post, column) in enumerate(zip(posts, assign(costs), strict=True))
        if column >= 0
    ]


def _post_price(look: Opportunities, unit: int, post: int) -> float:
    """The price of sending a division to a post; who is there stays."""
    s = look.s
    if not look.reach(unit) >> post & 1:
        return FORBIDDEN
    if s.place[unit] == post:
        return 0.0
    strong = 3 if s.face[unit] == UNTRIED else defense_strength(s, unit)
    return 5.0 - 0.5 * strong + 0.05 * look.known.to_prize[0][s.place[unit]]


# -- orders and words -------------------------------------------------------------------------


def errands(s: State, running: Sequence[Operation]) -> tuple[list[Order], Bits]:
    """The orders of guards and rearguards, and everybody who belongs to them."""
    out: list[Order] = []
    busy: Bits = 0
    for one in running:
        if one.kind not in ERRANDS:
            continue
        busy |= one.force
        why = ERRANDS[one.kind].format(s.title.place(s, one.objective))
        out += [Order(1 << unit, one.objective, why) for unit in scan(one.force) if s.place[unit] != one.objective]
    return out, busy


ERRANDS = {"guard": "to guard the road at {}", "delay": "to hold them up at {}"}


def expected_attacks(s: State, orders: Sequence[Order], w: Weights, drivers: Bits = 0) -> list[Package]:
    """The attacks that follow if these orders are carried out, as the Combat Phase will choose them."""
    d, after = s.data, s.copy()
    for order in orders:
        for unit in scan(order.units):
            if d.land >> s.place[unit] & 1:
                put(after, unit, order.to)
    look = Opportunities(after, s.side, w)
    look.drivers = drivers
    return attacks(look, lambda _unit, _post: 0.05, w.attack / 2, 0, look.mine)


def truthful(s: State, orders: Sequence[Order], packages: Sequence[Package], deed: str) -> list[Order]:
    """The orders with purposes that fit the attacks: nobody goes "to attack" without an attack."""
    targets = {unit: s.title.place(s, one.target) for one in packages for unit in scan(one.units)}
    out = []
    for order in orders:
        unit = lowest(order.units)
        if unit in targets:
            order = order._replace(purpose=f"{deed} {targets[unit]}")
        elif order.purpose.startswith((deed, "against")):
            order = order._replace(purpose="closer to them")
        out.append(order)
    return out


def report(s: State, running: Sequence[Operation], packages: Sequence[Package]) -> list[str]:
    """The operations in plain words, with the attacks of this turn."""
    out: list[str] = []
    for one in running:
        out += told(one, lambda force: name(s.data, force), lambda place: s.title.place(s, place))
    for package in sorted(packages, key=lambda one: (-len(one.posts), -one.gain)):
        where = s.title.place(s, package.target)
        out.append(f"Attack on {where} at about {column_name(round(package.column))} this turn.")
    return out


def promises(packages: Sequence[Package]) -> list[Promise]:
    """The attacks of this turn as promises."""
    return [Promise("attack", one.target, one.units, column_name(round(one.column))) for one in packages]
