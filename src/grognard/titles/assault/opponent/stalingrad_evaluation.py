"""The value of things in *Assault on Stalingrad*: steps, ground, supply and time, for both sides.

Everything is counted in the margin of 19.9: German points minus Russian points. A victory hex is worth ten, since one
side gains what the other loses. Lost steps score nothing: they count as the fighting power they would still have had,
and Russian divisions that come back from the cup count for less.
"""

from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ....core.knowledge import kept
from ....kit.hex.board import flood
from ..data.components import Components
from ..rules.stalingrad_victory import cut_off, points
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, factor, grade, on_inset, on_map
from .weights import WEIGHTS as PLAIN
from .weights import Weights, left, step_factors

WEIGHTS = PLAIN._replace(german_factor=0.7, russian_factor=0.45, russian_class=0.15, flee=0.8, street=3.0)

AXES: dict[str, tuple[str, ...]] = {
    "8": ("0120", "0612"),
    "11": ("0120",),
    "24": ("1520",),
    "48": ("1809",),
    "R6": ("1809", "1307"),
}
"""The goals of each corps in order, while Russians are there; then, and for the other corps at once, the city."""

GUARDS = "11"
"""The corps that stays at the corner of the map, to hold what scores there."""


STATIONS: dict[str, tuple[str, ...]] = {"8": ("0611", "0609", "0607", "0613"), "R6": ("1008", "0908", "1208", "1108")}
"""Where the divisions of a corps go after its goals, to protect the supply of the others: from the Don to the Volga
north of the city, and at its western edge."""


class Known(NamedTuple):
    """What the map means to both sides, computed once."""

    doors: Bits  # hexes of the main map from which Germans enter the city
    gate: Bits  # interior hexes next to a fringe hex of those doors
    heads: Bits  # interior hexes at the ferries
    landings: Bits  # fringe hexes of the Inset from which ferries cross
    bank: Bits  # hexes of the main map beyond the Volga, next to the city


@kept()
def known(d: Components) -> Known:
    """What the map of these components means to both sides."""
    near = flood(d.interior, d.zoc, d.interior | d.fringe) & d.fringe
    doors = bits(d.twin[place] for place in scan(near))
    heads = bits(a for a, b in d.ferries if d.interior >> a & 1)
    landings = bits(a for a, b in d.ferries if d.fringe >> a & 1)
    return Known(doors, d.zoc(near) & d.interior, heads, landings, d.outside & ~doors)


# -- steps ------------------------------------------------------------------------------------


def step_prices(s: State, unit: int, w: Weights = WEIGHTS) -> tuple[float, ...]:
    """The value of a unit's next steps to its owner."""
    d, steps = s.data, step_factors(s, unit)
    if d.side[GERMAN] >> unit & 1:
        each = w.german_factor * (0.3 + 0.7 * left(s))
        if d.stacks["headquarters"] >> unit & 1:
            corps = d.corps[d.of_corps[unit]] & on_map(s, GERMAN) & ~(1 << unit)
            risk = each * sum(step_factors(s, u)[0] for u in scan(corps))
            return (1.0 + w.staff * risk * min(1.0, 3.0 * left(s)),)
        prices = [each * many for many in steps]
        prices[-1] += 2.0 * (1 - left(s))  # it may score in the city
        return tuple(prices)
    times = w.russian_factor + w.russian_class * (2 - grade(s, unit))
    if d.within >> s.place[unit] & 1:
        times *= w.inside
    elif d.recalled >> unit & 1 and s.turn <= d.plan.draw.refill:
        times *= 0.7  # it comes back
    return tuple(times * many for many in steps)


# -- ground -----------------------------------------------------------------------------------


def prizes(s: State) -> Bits:
    """The scoring hexes that the Germans can still win."""
    return s.data.key_points & ~s.held[GERMAN] | s.data.corner & ~s.german


def prize(s: State, place: int, w: Weights = WEIGHTS) -> float:
    """The value to the Germans of a scoring hex."""
    d, worth = s.data, s.data.charts.victory
    sure = w.hold + (1 - w.hold) * (1 - left(s))
    if d.key_points >> place & 1:
        return 2.0 * worth.key_point * sure
    return float(worth.cut[0] + worth.captured) * sure if d.corner >> place & 1 else 0.0


def taken(s: State) -> Bits:
    """The scoring hexes that now count for the Germans."""
    return s.data.key_points & s.held[GERMAN] | s.data.corner & s.german


def goals(s: State, corps: str) -> Bits:
    """The goals of a German corps."""
    d = s.data
    open_ = prizes(s)
    for name in AXES.get(corps, ()):
        place = d.board.at[name]
        if (open_ | s.held[RUSSIAN]) >> place & 1:
            return 1 << place
    if corps == GUARDS:
        return d.corner
    return open_ & d.interior or d.interior


# -- a whole position -------------------------------------------------------------------------


def german_value(s: State, w: Weights = WEIGHTS) -> float:
    """The value of a position to the Germans: the margin, its prospects, and the remaining forces."""
    german, russian = points(s)
    out = float(german - russian)
    if s.over:
        return out + (30.0 if german > russian else -30.0 if russian > german else 0.0)
    staffs = s.data.stacks["headquarters"]
    for unit in scan(on_map(s, GERMAN)):
        price = step_prices(s, unit, w)
        out += sum(price) if not staffs >> unit & 1 else 0.0
        if s.unsupplied >> unit & 1 and not staffs >> unit & 1:
            out -= w.hungry * price[0]
    for unit in scan(on_map(s, RUSSIAN)):
        price = step_prices(s, unit, w)
        out -= sum(price) * (0.6 if s.unsupplied >> unit & 1 else 1.0)
    return out + _reach_value(s) * (0.3 + 0.7 * left(s))


def _reach_value(s: State) -> float:
    """How near the Germans are to the city."""
    d, at = s.data, s.place
    spots = [(d.twin.get(at[u], at[u]), factor(s, u)) for u in scan(on_map(s, GERMAN)) if factor(s, u)]
    city = sum(many * 0.85 ** d.distance[spot] for spot, many in spots)
    out = 25.0 * min(1.0, city / 90.0) + (5.0 if on_inset(s) else 0.0)
    return out + (3.0 if cut_off(s) else 0.0)
