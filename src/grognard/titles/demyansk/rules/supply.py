"""[6.0] Supply: a Supply Line of a few hexes to a source, or to a Supply Road that leads to one.

Links are the same both ways, so routes are traced from the sources. What a route may include is `ground`.
"""

from ....core.bits import Bits, scan
from ....core.knowledge import kept
from ....kit.hex.board import flood
from ....kit.stacks import places_of
from ..data.components import AXIS, SOVIET, Components
from ..state import State, friendly, own_in, units_in, works, zone

ATTACK, DEFENSE = "attack", "defense"
"""What supply is for: the airfield that the Axis has built supplies defenders only; all else is as in attack."""
RECENT = 4  # answers about Supply Roads that are kept


def position(s: State, *_: object) -> tuple[object, ...]:
    """What supply depends on."""
    return (s.scenario, s.weather, *s.held, *s.light, *s.heavy, s.turned, s.destroyed, s.built, s.airfield)


def ground(s: State, side: int) -> Bits:
    """The hexes that a Supply Route of a side may include."""
    enemy = 1 - side
    open_ = s.stage.area & ~s.held[enemy] & ~works(s, enemy)  # 6.22d, 6.22e, 6.24a, 14.12a, 19.22a
    return open_ & (~zone(s, enemy) | s.held[side])  # 6.24b, 6.24c


def sources(s: State, side: int, purpose: str = ATTACK, airborne: bool = False) -> Bits:
    """The Supply Sources of a side outside its printed Strongpoints."""
    out = s.stage.sources[side]  # 6.31a, 9.33b: whatever its colour; 19.23d
    if side == AXIS:
        out |= s.stage.airfields  # 6.33a
        if purpose == DEFENSE:
            out |= s.airfield  # 6.35a, 6.35b
    elif airborne:
        out |= s.stage.airfields | s.airfield  # 6.33b, 6.33c
    return out & friendly(s, side)  # 6.32a, 6.32b


def road_net(s: State, side: int, origins: Bits) -> Bits:
    """The road hexes that are part of a Supply Road to one of these sources."""
    return connected(s, origins, ground(s, side) & s.data.roads)


def connected(s: State, origins: Bits, roads: Bits) -> Bits:
    """Those of these road hexes that are part of a Supply Road to one of the sources."""
    return nets(s, origins).within(roads)


@kept(lambda s, _origins: s.weather)
def nets(s: State, origins: Bits) -> "Nets":
    """The Supply Roads to some sources."""
    return Nets(s.data, s.weather, origins)


class Nets:
    """The Supply Roads to some sources, whatever road hexes are open; the last answers help to find the next."""

    def __init__(self, d: Components, weather: str, origins: Bits) -> None:
        self.d, self.weather, self.origins = d, weather, origins
        self._found: list[tuple[Bits, list[Bits]]] = []  # the hexes that an answer depends on, the net after each break

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nets) and (self.weather, self.origins) == (other.weather, other.origins)

    def __hash__(self) -> int:
        return hash((self.weather, self.origins))

    def within(self, roads: Bits) -> Bits:
        """Those of these road hexes that are part of one."""
        for seen, found in self._found:
            if roads & seen == found[-1]:
                return found[-1]  # only other hexes have opened or closed
        d, step, breaks = self.d, self.d.supply_step[self.weather], self.d.charts.numbers["road_breaks"]
        still = next((found for _, found in self._found if not found[-1] & ~roads), [0] * (breaks + 1))
        begin, seen, new = self.origins, 0, list[Bits]()
        for known in still:
            seen |= begin
            net = flood(begin | known, d.road, roads)  # 6.23a, 6.23b
            new.append(net)
            begin = net | step(net)  # 6.23c
        self._found = [(seen | net | d.road(net), new), *self._found[: RECENT - 1]]
        return net


@kept(position)
def network(s: State, side: int) -> Bits:
    """The hexes of a side's Supply Roads."""
    return road_net(s, side, sources(s, side))


def routes(s: State, side: int, origins: Bits) -> Bits:
    """The hexes from which a Supply Route leads to one of these sources."""
    return lines(s, origins, ground(s, side))


@kept(lambda s, *_: (s.scenario, s.weather))
def lines(s: State, origins: Bits, open_: Bits) -> Bits:
    """The hexes from which a Supply Route over open hexes leads to one of these sources; any hex will do (6.2a)."""
    d = s.data
    line = reached = connected(s, origins, open_ & d.roads) | origins & open_
    step = d.supply_step[s.weather]  # 6.22b, 6.22c
    for _ in range(d.charts.numbers["supply_line"]):
        line = step(line) & s.stage.area  # 6.22a, 3.13a
        reached |= line
        line &= open_
    return reached


@kept(position)
def fed(s: State, side: int, purpose: str, airborne: bool = False) -> Bits:
    """The hexes in which a unit of a side is Supplied."""
    own = s.stage.works[side] & ~s.destroyed  # 6.34a, 6.34b, 6.34c, 6.34d, 14.15a
    return routes(s, side, sources(s, side, purpose, airborne)) | own  # 6.12a, 6.21a


def supplied(s: State, side: int, purpose: str = ATTACK) -> Bits:
    """The units of a side on the map that are Supplied now (6.11a, 6.13a).

    Only combat depends on it: nothing happens to the others for want of supply alone (6.0a, 6.14a, 6.14b).
    """
    return _with_airborne(s, side, purpose, s.there[side], own_in(s, side, fed(s, side, purpose)))


def supplied_of(s: State, side: int, units: Bits, purpose: str = ATTACK) -> Bits:
    """Those of a few units of a side that are on the map and Supplied now."""
    there, hexes, out = units & s.there[side], fed(s, side, purpose), 0
    for unit in scan(there):
        if hexes >> s.place[unit] & 1:
            out |= 1 << unit
    return _with_airborne(s, side, purpose, there, out)


def _with_airborne(s: State, side: int, purpose: str, there: Bits, out: Bits) -> Bits:
    """Add to the Supplied units the airborne ones that have supply of their own."""
    d = s.data
    if side == SOVIET and (jumpers := there & d.airborne & ~out):
        out |= jumpers & units_in(s, fed(s, side, purpose, True) & places_of(s, jumpers))  # 6.33b
        out |= jumpers & s.fresh  # 7.26a
    return out


def sources_of(s: State, unit: int, purpose: str = ATTACK) -> Bits:
    """The sources to which a unit on the map can trace (12.37a); its own Strongpoint is not among them."""
    d = s.data
    side = AXIS if unit < d.soviets else SOVIET
    origins = sources(s, side, purpose, bool(d.airborne >> unit & 1))
    return origins & ends_of_routes(s, s.place[unit], ground(s, side))


@kept(lambda s, *_: s.weather)
def ends_of_routes(s: State, start: int, open_: Bits) -> Bits:
    """The open hexes at which a Supply Route from a hex could end: the same as `lines`, from the other end."""
    d, line = s.data, 1 << start
    reached, step = line, d.supply_step[s.weather]  # 6.22b, 6.22c
    for _ in range(d.charts.numbers["supply_line"]):
        line = step(line) & open_ & ~reached  # 6.22a
        reached |= line
    reached &= open_
    return reached | connected(s, reached & d.roads, open_ & d.roads)


def linked(s: State, side: int, start: Bits, ends: Bits) -> bool:
    """Whether a Supply Route leads from one of some hexes to one of some sources, if friendly (16.14b, 19.24a)."""
    return bool(routes(s, side, ends & friendly(s, side)) & start)


def surrounded(s: State) -> bool:
    """Whether Demyansk is surrounded: under Axis control, without a route to the Axis sources on the map edge."""
    d, place = s.data, 1 << s.data.demyansk
    edge = d.area["Axis supply"] & s.stage.area
    return bool(friendly(s, AXIS) & place) and not linked(s, AXIS, place, edge)  # 16.14b


def lacks(s: State, units: Bits) -> Bits:
    """Those of these units that suffer the shortage of this Segment, in the stacks they are in now."""
    if not s.shortage:
        return 0
    d = s.data
    group = d.color.get(s.shortage, 0)  # 6.51b, 6.52c
    out = units & group & ~d.corps
    some = units & group & d.corps
    for unit in scan(some) if some else ():  # 6.54a
        place = s.place[unit]
        if place < d.board.box and s.here[place] & group & ~d.corps:
            out |= 1 << unit  # 6.54b
    return out


def starved(s: State, units: Bits) -> Bits:
    """Those of these units that a shortage deprives of Combat Supply in attack (6.53a)."""
    return lacks(s, units) & ~s.fresh  # 7.26a
