"""Rivers and tunnels: German pontoon bridges, bridges that the Soviets blow, and rides on the Metro."""

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ....core.knowledge import kept
from ..data.components import GERMAN, SOVIET
from ..rules.batteries import fleet
from ..rules.command import FLEET
from ..rules.demolition import everyone, targets
from ..rules.modifiers import demolition_lines, shift, value_of
from ..rules.movement import barred
from ..rules.pontoons import engineer_bans, engineers
from ..rules.special_moves import metro_bans, station_bans
from ..rules.spotting import ready, seen_from_sea, shooters
from ..state import State, unknown
from .battle_odds import chance, directed, strongest
from .operations import crucial
from .routes import distances
from .situation import Situation
from .step_by_step import Decision
from .weights import WADE, Weights

BANK = 6  # hexes within which others of the division can use a pontoon
DETOUR = 24  # movement points by way of a bridge from the Germans to an objective, beyond which it can wait
RIDES = 4  # the turn from which counters are flipped to find Komsomol units


def pontoon(s: State, look: Situation) -> tuple[Action, str, int] | None:
    """A pontoon bridge that shortens the way of a division, with its engineer."""
    d = s.data
    closed = barred(s, engineer_bans(s))
    for unit in scan(engineers(s, s.side) & ~closed):
        here = s.place[unit]
        mates = _mates(s, unit)
        for over in scan(d.across[here] & ~s.held[1 - s.side]):
            if not d.river(here, over, s.demolished) or frozenset((here, over)) in d.minor:
                continue
            if look.way[over] + WADE <= look.way[here] and mates:
                where = s.title.place(s, over)
                return Action("bridge", (unit, over)), f"The division crosses to {where}.", unit
    return None


def _mates(s: State, unit: int) -> Bits:
    """Units of the engineer's sub-command, or for one of the corps of any, close to it."""
    d, here = s.data, s.place[unit]
    own = next(name for name in d.command if d.command[name] >> unit & 1)
    units = s.there[s.side] & d.ground & ~(1 << unit) & ~s.moved & ~s.closed
    if own != "corps":
        units &= d.command[own] | d.command["corps"]
    return sum(1 << one for one in scan(units) if d.board.distance(s.place[one], here) <= BANK)


# -- bridges that are blown -------------------------------------------------------------------


def demolition(s: State, w: Weights) -> tuple[float, Decision] | None:
    """Fire at a bridge over a major river that Germans come near, with what it is worth."""
    d = s.data
    if not d.charts.numbers["first_demolition"] <= s.turn < s.plan.last:  # after the last turn nobody crosses
        return None
    near = targets(s, everyone, own=True) & ~s.attacked
    best: tuple[float, Decision] | None = None
    worths = bridge_worths(s)
    for bridge in sorted(worths.keys() | scan(crucial(s) if w.crucial else 0)):
        for end in d.span[bridge]:
            price = w.bridge * worths.get(bridge, 0.0) + w.crucial * (crucial(s) >> bridge & 1)
            found = _charge(s, bridge, end, price, w) if near >> end & 1 else _spotter(s, end, price)
            if found and (best is None or found[0] > best[0]):
                best = found
    return best


@kept(lambda s: (s.held[GERMAN], s.german, s.demolished))
def bridge_worths(s: State) -> dict[int, float]:
    """The bridges over major rivers that bring Germans nearer to objectives; 1 for the most useful."""
    d = s.data
    large = bits(bridge for bridge, side in d.span.items() if side in d.major)
    germans = distances(s, dict.fromkeys(scan(s.held[GERMAN]), 0), blown=large)
    goals = distances(s, dict.fromkeys(scan(d.objectives & ~s.german), 0), blown=large)
    out = {}
    for bridge in scan(large & ~s.demolished):
        a, b = d.span[bridge]
        away = min(germans[a] + goals[b], germans[b] + goals[a])
        if away < DETOUR:
            out[bridge] = 1.0 - away / DETOUR
    return out


def _charge(s: State, bridge: int, hex_: int, worth: float, w: Weights) -> tuple[float, Decision] | None:
    """The fire at a bridge that gains most."""
    best: tuple[float, str, Bits] = (0.0, "", 0)
    groups = [(by, strongest(s, by, own)) for by, own in directed(s, shooters(s, hex_, own=True) & ready(s))]
    if seen_from_sea(s) >> hex_ & 1 and fleet(s):
        groups.append((FLEET, fleet(s)))
    for by, units in groups:
        if units:
            power = sum(value_of(s, one).fire for one in scan(units))
            found = chance(s, power, shift(demolition_lines(s, units, hex_, 1 << bridge)))
            if found:
                best = max(best, (found * worth - w.price * power, by, units))
    if best[0] <= 0.0:
        return None
    return best[0], (Action("blow", (bridge, hex_, best[1], best[2])), "The Germans must not cross here.")


def _spotter(s: State, hex_: int, worth: float) -> tuple[float, Decision] | None:
    """A counter at the bridge is flipped, so that guns can fire at it."""
    hidden = unknown(s, s.here.get(hex_, 0) & s.data.side[SOVIET])
    if not hidden:
        return None
    return worth, (Action("flip", (lowest(hidden),)), "It directs the fire at the bridge.")


# -- the Metro --------------------------------------------------------------------------------


def ride(s: State) -> Decision | None:
    """A Komsomol unit tries the Metro if objectives behind the German front are empty."""
    d = s.data
    empty = d.objectives & s.german & ~s.held[GERMAN] & ~s.rubble
    if not empty or s.turn < RIDES:
        return None
    safe = ~d.around(s.held[GERMAN])
    for unit in scan(s.there[SOVIET] & d.anonymous & ~barred(s, metro_bans(s))):
        if safe >> s.place[unit] & 1:
            return Action("metro", (unit,)), "It comes up behind the German front."
    if s.turn >= s.plan.last - 1:
        for counter in scan(unknown(s, s.there[SOVIET])):
            if (d.objectives & ~s.rubble) >> s.place[counter] & 1:
                return Action("flip", (counter,)), "It may be a Komsomol unit, which could use the Metro."
    return None


def exit_of(s: State) -> Decision:
    """An empty objective behind the German front, far from German units."""
    d, closed = s.data, barred(s, station_bans(s))
    empty = d.objectives & s.german & ~closed or d.hexes & ~closed

    def fire(hex_: int) -> tuple[int, int]:
        return (d.board.neighbours[hex_] & s.held[GERMAN]).bit_count(), hex_

    return Action("emerge", (min(scan(empty), key=fire),)), "It retakes an objective."
