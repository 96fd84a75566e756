"""[9.1] Strategic movement: along Supply Roads, with more MPs, away from the enemy."""

from fractions import Fraction
from typing import NamedTuple

from ....core.action import Arg, Verb
from ....core.bits import Bits, bits, lowest, scan
from ....core.kinds import PATH
from ....core.options import One, Options, Paths, Sieve
from ....core.rule import Ban, Check, Objection
from ....kit.arguments import piece_arg
from ....kit.hex.reach import union
from ....kit.words import by_way
from ..state import State, own_in, value_of, zone
from .movement import lead_bans, movable, movers
from .paths import Path, arrive
from .supply import lacks, network
from .withdrawal import may_leave


class March(NamedTuple):
    """Where a unit can go by strategic movement: rings of places by cost."""

    rings: list[Bits]
    first: dict[int, int]
    ends: Bits
    cost: int  # of a step
    road_to: list[Bits]
    exit_from: int  # the hex by which it leaves the map; -1 if it cannot
    exit_cost: int
    exited: int

    def cost_of(self, end: int) -> int:
        """The cost to get there."""
        if end == self.exited:
            return self.exit_cost
        at = self.cost
        while not self.rings[at] >> end & 1:
            at += self.cost
        return at

    def path_to(self, end: int) -> Path:
        """A shortest path there."""
        if end == self.exited:
            return (*(self.path_to(self.exit_from) if self.exit_from in self else ()), end)
        path, at = [end], self.cost_of(end)
        while self.first.get(path[-1]) != at:
            at -= self.cost
            path.append(lowest(self.road_to[path[-1]] & self.rings[at]))
        return tuple(reversed(path))

    def __contains__(self, place: object) -> bool:
        return isinstance(place, int) and union(self.rings) >> place & 1 == 1


def points(s: State, unit: int) -> int:
    """The MPs of a unit that moves strategically."""
    return value_of(s, unit).movement + s.data.strategic[unit]  # 9.11a, 9.11b


def near_enemies(s: State) -> Bits:
    """The hexes adjacent to enemy combat units."""
    return s.data.around(s.held[1 - s.side])


def _begin(s: State, unit: int) -> Bits:
    """The hexes to which roads lead from a unit's hex or Map Box."""
    d, start = s.data, s.place[unit]
    return d.entries.get(start, 0) & d.road_ends if start >= d.board.box else d.road_to[start]


def march(s: State, unit: int) -> March:
    """How far a unit can go."""
    d, start, budget = s.data, s.place[unit], points(s, unit)
    cost, enemy_zone = d.charts.road[s.weather], zone(s, 1 - s.side)
    roads = network(s, s.side)  # 9.11f, 9.11g: none leads through enemies or their Strongpoints
    open_ = roads & ~(1 << start)
    rings = [0] * (budget + 1)
    first = {place: cost for place in scan(_begin(s, unit) & open_) if cost <= budget}
    at, new, done = cost, bits(first), 0
    while new and at <= budget:
        rings[at], done = new, done | new
        new, at = d.road(new & ~enemy_zone) & open_ & ~done, at + cost  # 8.21a, 9.11c
    ends = done & ~near_enemies(s)  # 9.11e
    out, paid = _exit(s, unit, rings) if d.exits & (done | 1 << start) else (-1, 0)
    return March(rings, first, ends | (1 << d.exited if out >= 0 else 0), cost, d.road_to, out, paid, d.exited)


def _exit(s: State, unit: int, rings: list[Bits]) -> tuple[int, int]:
    """The hex by which a unit can leave the map, and the cost; -1 if there is none."""
    d, price = s.data, s.data.charts.withdrawal.cost
    if not may_leave(s, 1 << unit):
        return -1, 0
    ways = [(price, s.place[unit])] if d.exits >> s.place[unit] & 1 else []
    ways += [(at + price, hex_) for at, ring in enumerate(rings) for hex_ in scan(ring & d.exits)]  # 5.34i
    paid, hex_ = min(ways, default=(0, -1))
    return (hex_, paid) if hex_ >= 0 and paid <= points(s, unit) else (-1, 0)


# -- the verb ---------------------------------------------------------------------------------


def unit_bans(s: State) -> list[Ban]:
    """Every piece that cannot move strategically, and why."""
    return [*lead_bans(s), *barred_places(s), *barred_units(s)]


def barred_places(s: State) -> list[Ban]:
    """The units that do not move strategically because of where they are."""
    side, there = s.side, s.there[s.side]
    return [
        Ban("9.11d", "{it} is adjacent to an enemy unit", own_in(s, side, near_enemies(s)) & ~s.moved),
        Ban("9.11g", "{it} is not on a Supply Road", there & ~own_in(s, side, network(s, side))),
    ]


def barred_units(s: State) -> list[Ban]:
    """Those that do not do so because of the weather or their condition."""
    own = s.data.side[s.side]
    return [
        Ban("9.12a", "{it} does not move strategically in Mud", own if s.weather == "mud" else 0),
        Ban("6.53d", "{it} suffers a shortage", lacks(s, own)),
        Ban("7.11e", "{it} was flown in this Sequence", s.flew),
        Ban("15.23a", "{it} is receiving replacements", s.receiving),
    ]


def unit_options(s: State) -> Options:
    """The units that can move strategically."""
    free = movers(s) & ~s.flew & ~s.receiving if s.weather != "mud" else 0  # 9.12a, 7.11e, 15.23a
    free &= ~lacks(s, free)  # 6.53d
    if free:
        roads = network(s, s.side)
        goals = roads & ~near_enemies(s)  # 9.11e
        free &= own_in(s, s.side, goals) | ~s.there[s.side]  # 9.11d, 9.11g
        return Sieve(free, lambda unit: not can_march(s, unit, roads, goals))
    return One(0)


def can_march(s: State, unit: int, roads: Bits, goals: Bits) -> bool:
    """Whether a unit can go to one of these hexes by strategic movement: in most cases the next one will do."""
    begin = _begin(s, unit) & roads
    if begin & goals and s.data.charts.road[s.weather] <= points(s, unit):
        return True
    return bool(begin or s.data.exits >> s.place[unit] & 1) and march(s, unit).ends != 0


def nowhere(s: State) -> list[Check]:
    """A unit may have no road to go."""
    barred = union([ban.where for ban in unit_bans(s)])

    def stuck(unit: int) -> bool:
        return not barred >> unit & 1 and not march(s, unit).ends

    return [Check("9.11c", "no Supply Road leads {it} to a hex where it could stop", stuck)]


def march_options(s: State, unit: int) -> Options:
    """Where a unit can go by strategic movement."""
    way = march(s, unit)
    return Paths(
        way.ends, way.path_to, lambda path: not objections(s, unit, path), lambda end: Fraction(way.cost_of(end))
    )


def objections(s: State, unit: int, path: Path) -> list[Objection]:
    """Every clause that a path breaks."""
    if not path:
        return [Objection("8.11b", "a move needs at least one hex")]
    if not movable(s, unit):
        return []
    d, names, out = s.data, s.title.lexicon.places, dict[str, Objection]()
    here, paid, cost = s.place[unit], 0, d.charts.road[s.weather]
    enemy_zone, roads = zone(s, 1 - s.side), network(s, s.side)

    def no(clause: str, text: str, **facts: int) -> None:
        out.setdefault(clause, Objection(clause, text, facts))

    for n, place in enumerate(path):
        if d.exited in path[:n]:
            no("5.34o", "a unit that leaves the map does not come back")
            break
        if place == d.exited:
            if not may_leave(s, 1 << unit) or not d.exits >> here & 1:
                no("5.34b", f"it does not leave the map by {names[here]}")
            paid += d.charts.withdrawal.cost
            continue
        begin = d.entries.get(here, 0) & d.road_ends if here >= d.board.box else d.road_to[here]
        if not begin >> place & 1:
            no("9.11c", f"no road leads from {names[here]} to {names[place]}")
        if not roads >> place & 1:
            no("9.11g", f"{names[place]} is not part of a Supply Road")
        if n and here < d.board.box and enemy_zone >> here & 1:
            no("8.21a", f"{names[here]} is in an enemy ZOC: the move ends there")
        paid, here = paid + cost, place
    if path[-1] != d.exited and near_enemies(s) >> path[-1] & 1:
        no("9.11e", f"{names[path[-1]]} is adjacent to an enemy unit")
    if paid > points(s, unit):
        has = points(s, unit)
        no("8.13b", f"the path costs {paid} MPs, and there are {has}", needs=paid, has=has)
    return list(out.values())


def reasons(s: State, unit: int, path: Path) -> list[Objection]:
    """The objections to a path that have not been raised against the unit."""
    out = objections(s, unit, path)
    said = {objection.clause for objection in UNIT.objections(s, unit)} if out else set()
    found = [objection for objection in out if objection.clause not in said]
    return by_way(s.title.lexicon.places, path, found)


def complete(s: State, unit: int, path: Path) -> Path:
    """Complete a single place to a shortest path to it."""
    if len(path) != 1 or not movable(s, unit):
        return path
    way = march(s, unit)
    return way.path_to(path[0]) if way.ends >> path[0] & 1 else path


def go(s: State, unit: int, path: Path) -> None:
    """Move a unit strategically."""
    s.note(
        "9.11a",
        "{unit} moves strategically from {hex_from} to {hex_to}.",
        unit=unit,
        hex_from=s.place[unit],
        hex_to=path[-1],
    )
    arrive(s, 1 << unit, path)


UNIT = piece_arg(unit_bans, checks=nowhere)._replace(options=unit_options)
STRATEGIC = Verb(
    "strategic",
    (UNIT, Arg(PATH, "via|to", march_options, reasons, complete)),
    go,
    leaves=False,
    label="Strategic movement:",
    help="move a unit by Strategic Movement",
)
