"""Rivers and tunnels: German pontoon bridges, bridges that the Soviets blow, and rides on the Metro."""

from ....core.action import Action
from ....core.bits import Bits, scan
from ..data.components import GERMAN, SOVIET
from ..rules.demolition import bridges, everyone, targets
from ..rules.modifiers import demolition_lines, shift, value_of
from ..rules.movement import barred
from ..rules.pontoons import engineer_bans, engineers
from ..rules.special_moves import metro_bans, station_bans
from ..rules.spotting import ready, shooters
from ..state import State, unknown
from .battle_odds import chance, directed, strongest
from .situation import Situation
from .step_by_step import Decision
from .weights import WADE

BANK = 6  # hexes within which others of the division can use a pontoon
THREAT = 6  # hexes from a bridge to the Germans
WORTH = 1 / 6  # least chance of a demolition
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
                names = s.title.lexicon.places
                return Action("bridge", (unit, over)), f"The division crosses to {names[over]}.", unit
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


def demolition(s: State) -> Decision | None:
    """Fire at a bridge over a major river that Germans come near, by units that have nothing better to do."""
    d = s.data
    if s.turn < d.charts.numbers["first_demolition"]:
        return None
    near = targets(s, everyone, own=True) & ~s.attacked
    for bridge in scan(bridges(s, near) & ~s.demolished):
        if d.span[bridge] not in d.major:
            continue
        ends = list(d.span[bridge])
        close = min(d.board.distance(end, one) for end in ends for one in scan(s.held[GERMAN] or s.stage.german_entry))
        if close > THREAT:
            continue
        for end in ends:
            if near >> end & 1 and (found := _charge(s, bridge, end)):
                return found
    return None


def _charge(s: State, bridge: int, hex_: int) -> Decision | None:
    best: tuple[float, str, Bits] = (0.0, "", 0)
    for by, own in directed(s, shooters(s, hex_, own=True) & ready(s)):
        units = strongest(s, by, own)
        if not units:
            continue
        power = sum(value_of(s, one).fire for one in scan(units))
        found = chance(s, power, shift(demolition_lines(s, units, hex_, 1 << bridge)))
        best = max(best, (found, by, units))
    if best[0] < WORTH:
        return None
    return Action("blow", (bridge, hex_, best[1], best[2])), "The Germans must not cross here."


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
