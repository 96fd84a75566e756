"""[11.0] Supply: Germans by their headquarters and along railways or roads, Russians to the city or off the map.

Paths run over both maps. On the main map they are counted in hexes, on the Inset they have no length; a fringe hex of
the Inset stands for its hex of the main map. Links are the same both ways, so paths are traced from the sources.
"""

from functools import cached_property

from ....core.bits import Bits, scan
from ....core.knowledge import kept
from ....kit.hex.board import flood
from ....kit.stacks import places_of
from ..data.components import Components
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, hurt, on_inset, on_map, option, units_in
from .zones import zone


def open_to(s: State, side: int) -> Bits:
    """The land hexes a path of a side may go through."""
    d, own, enemy = s.data, s.held[side], s.held[1 - side]
    ground = d.land & ~enemy & ~d.one_ground(enemy)  # 8.35b
    if side == GERMAN or on_inset(s):
        ground &= ~d.city  # 8.31a, 8.33b
    return ground & (~zone(s, 1 - side) | own | d.seam(own & d.fringe))  # 11.15a, 11.15b, 11.15c, 11.18a


# -- Germans ----------------------------------------------------------------------------------


class Lines:
    """Where German paths to some source can begin: on the main map, and in the interior of the Inset."""

    def __init__(self, d: Components, main: Bits, near: Bits, ground: Bits, inside: Bits = 0) -> None:
        """Paths from the Inset lead to `near` on the main map, or begin `inside`."""
        self.d, self.main, self.near, self.ground, self.inside = d, main, near, ground, inside

    @cached_property
    def interior(self) -> Bits:
        """Those on the Inset, found when first asked for."""
        return self.inside | inward(self.d, self.near, self.ground)

    def reach(self, place: int) -> bool:
        """Whether a path can begin at a unit in this place."""
        d = self.d
        if d.interior >> place & 1:
            return bool(self.interior >> place & 1)
        return bool(self.main >> d.twin.get(place, place) & 1)  # 11.51a


def network(s: State, ground: Bits) -> Bits:
    """The rail or road hexes from which a line runs off the map where Germans trace supply."""
    return _network(s.data, ground & s.data.lines)


@kept()
def _network(d: Components, open_: Bits) -> Bits:
    return flood(d.railheads, d.line, open_)  # 11.13b, 11.16a, 11.16b, 11.16c, 11.16d, 19.51b, 19.53a


def inward(d: Components, doors: Bits, ground: Bits) -> Bits:
    """The hexes of the Inset from which a path leads to a fringe hex whose hex of the main map is one of these."""
    fringe = 0
    for door in scan(doors & d.outside & ground):
        fringe |= d.fringe_of[door]  # 11.53c
    return flood(fringe, d.trace[GERMAN], ground & d.on_inset)  # 11.53a: of any length


def sources(s: State, ground: Bits) -> Lines:
    """Where the supply path of a headquarters can begin."""
    d = s.data
    spread, length = d.trace[GERMAN], d.charts.numbers["supply_length"]
    near = found = network(s, ground)  # of no length
    for step in range(length):
        near = found
        found |= spread(found) & ground  # 11.13c, 11.13d, 11.13e
        if not step:
            found |= d.edge[GERMAN] & ground  # 11.35b, 19.51a, 19.51c: leaving the map counts one
    return Lines(d, found, near, ground)  # 11.53a: the first hex of the main map counts one


def corps_lines(s: State, hq: int, ground: Bits) -> Lines:
    """Where the path of a unit to this headquarters can begin."""
    d, place = s.data, s.place[hq]
    spread = d.trace[GERMAN]
    inside = flood(1 << place, spread, ground & d.on_inset) if d.on_inset >> place & 1 else 0  # 11.53b
    if d.interior >> place & 1:
        found = 0
        for hex_ in scan(inside & d.fringe):
            found |= 1 << d.twin[hex_] & ground
    else:
        found = 1 << d.twin.get(place, place)
    near = found
    for _ in range(d.charts.numbers["supply_length"]):
        near = found
        found |= spread(found) & ground  # 11.13a, 11.13c
    return Lines(d, found, near, ground, inside)


def _headquarters(s: State, ground: Bits) -> Bits:
    """The headquarters that are in supply."""
    d = s.data
    there = on_map(s, GERMAN) & d.stacks["headquarters"]
    lines = sources(s, ground)
    out = there & s.fresh  # 11.44a
    for hq in scan(there):
        if lines.reach(s.place[hq]):
            out |= 1 << hq  # 11.35a, 11.37b
    return out


def _germans(s: State) -> Bits:
    d, ground = s.data, open_to(s, GERMAN)
    out = found = _headquarters(s, ground)
    there = on_map(s, GERMAN) & ~d.stacks["headquarters"]
    for corps, units in d.corps.items():
        hq = d.headquarters[corps]
        if found >> hq & 1 and (mine := units & there):
            lines = corps_lines(s, hq, ground)  # 11.31a, 11.34a, 11.34b, 11.35a
            for unit in scan(mine):
                if lines.reach(s.place[unit]):
                    out |= 1 << unit  # 11.19a
    return out | there & (s.fresh | units_in(s, d.garrisons))  # 11.44a, 11.45a, 11.45b, 11.45c


# -- Russians ---------------------------------------------------------------------------------


def joined(s: State, start: Bits) -> Bits:
    """Everything that Russian paths from these hexes reach, over both maps while Germans are on the Inset."""
    d, siege = s.data, on_inset(s)
    ground, spread = open_to(s, RUSSIAN), d.traces[siege][RUSSIAN]  # 19.34b, 19.34c
    if not siege:
        return flood(start & ground & d.main, spread, ground & d.main)
    found = flood(start & ground, spread, ground)
    while more := d.seam(found & d.seamed) & ground & ~found:
        found = flood(found | more, spread, ground)
    return found


def russian_lines(s: State) -> Bits:
    """The hexes from which a Russian path leads to a source: to the city if it is one, or off the map."""
    d = s.data
    if not d.rules.city_supplies:
        return joined(s, d.edge[RUSSIAN])  # 19.52a, 19.52b
    ground, spread = open_to(s, RUSSIAN), d.trace[RUSSIAN]
    start = d.edge[RUSSIAN] | d.city  # 11.14a
    if on_inset(s):
        streets = ground & d.on_inset
        start |= d.seam(flood(streets & d.interior, spread, streets) & d.fringe)  # 11.14c
    return flood(start & d.main, spread, ground & d.main)  # 11.14b


def russian_ground(s: State) -> Bits:
    """The hexes in which a Russian unit is in supply."""
    d, lines = s.data, russian_lines(s)
    safe = lines | d.seam(lines & d.outside) | d.strong  # 11.42a, 11.42b, 11.51a
    if d.rules.city_supplies or option(s, "interior", "supplied"):
        return safe | d.interior  # 11.52a
    for place, district in d.district.items():
        if lines >> place & 1:
            safe |= district  # 19.34b: by way of the city hex
    return safe


def _russians(s: State) -> Bits:
    d, held = s.data, s.held[RUSSIAN]
    workers = d.stacks["worker"] & ~(0 if d.rules.city_supplies else units_in(s, d.on_inset & held))
    by_kind = d.stacks["guerrilla"] | workers  # 11.43a, 11.46a, 11.46b, 15.3a
    apart = units_in(s, held & ~russian_ground(s))
    return on_map(s, RUSSIAN) & ~(apart & ~(by_kind | s.fresh))  # 11.41a, 11.44a


# -- the check --------------------------------------------------------------------------------


def supplied(s: State, side: int) -> Bits:
    """The units of a side that are in supply now."""
    return _germans(s) if side == GERMAN else _russians(s)


def starving(s: State, out: Bits) -> Bits:
    """The units now out of supply that lose a step: already marked, in the enemy's Player-Turn."""
    d, other = s.data, 1 - s.side
    hit = out & s.unsupplied & d.side[other]  # 11.24a, 11.24b, 11.24c
    if option(s, "attrition", "mercy"):
        if other == GERMAN:
            return 0  # 18.41a
        hit &= ~units_in(s, places_of(s, d.stacks["worker"] & on_map(s, RUSSIAN)))  # 18.42a
    return hit


def determine(s: State) -> None:
    """The Supply Determination Phase: all units of both sides are checked; some enemy units lose steps."""
    out = 0
    for side in (GERMAN, RUSSIAN):
        out |= on_map(s, side) & ~supplied(s, side)  # 11.11a, 11.12a
    hit = starving(s, out)
    if s.log is not None:
        for unit in scan(out & ~s.unsupplied):
            s.note("11.17a", "{unit} is out of supply.", unit=unit)
        for unit in scan(s.unsupplied & ~out):
            s.note("11.12b", "{unit} is in supply again.", unit=unit)
    s.unsupplied = out  # 11.12b, 11.17a
    for unit in scan(hit):
        s.note("11.24a", "{unit} is still out of supply.", unit=unit)
        hurt(s, unit, "11.24d")  # 11.36a


def relieve(s: State, hq: int) -> None:
    """With the option, a headquarters that comes onto the map supplies its corps at once."""
    d = s.data
    if option(s, "headquarters", "at-once") and d.stacks["headquarters"] >> hq & 1:
        helped = d.corps[d.of_corps[hq]] & s.unsupplied & supplied(s, GERMAN)  # 11.36c
        s.unsupplied &= ~helped
        for unit in scan(helped):
            s.note("11.36c", "{unit} is in supply again.", unit=unit)
