"""The value of things in *Assault on Leningrad*: steps, ground, supply and time, for both sides.

Everything is counted in the margin of 17.2: German points minus Russian points. A city of five points is worth ten,
since one side gains what the other loses; a factor of infantry one, of panzers two.
"""

from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ....core.knowledge import kept
from ....kit.hex.board import flood
from ..data.components import Components
from ..rules.supply import open_to
from ..rules.victory import city_relieved, city_taken, points
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, factor, grade, on_inset, on_map
from .weights import WEIGHTS, Weights, left, step_factors

AXES: dict[str, tuple[str, ...]] = {
    "2": ("3113", "2107", "1202", "0401"),
    "28": ("2823", "0611", "0312"),
    "39": ("0611", "0312", "0401"),
    "38": ("1133", "1232", "1332"),
    "41": ("1133",),
    "56": ("2823",),
}
"""The goals of each corps in order, while they are Russian; then, and for the other corps at once, the city."""

LINE = ("1033", "1133", "1232", "1332", "1430", "1629", "1828", "2823", "2922", "3121", "3219", "3218")
"""The Luga Line."""


class Known(NamedTuple):
    """What the map means to both sides, computed once."""

    keys: Bits  # key points on the Inset
    south: Bits  # those on the bank where the Germans come from
    doors: Bits  # hexes of the main map from which Germans enter the city
    gate: Bits  # interior hexes next to a fringe hex of those doors
    line: Bits
    city_posts: Bits  # interior hexes on the southern bank


@kept()
def known(d: Components) -> Known:
    """What the map of these components means to both sides."""
    keys = d.scoring & d.interior
    bank = 0
    for city, hexes in d.district.items():
        if d.board.names[city] == "0320":
            bank = hexes
    fringe = flood(bank, d.zoc, bank | d.fringe) & d.fringe
    doors = bits(d.twin[place] for place in scan(fringe))
    gate = d.zoc(fringe) & d.interior
    line = bits(d.board.at[name] for name in LINE)
    return Known(keys, keys & bank, doors, gate, line, bank)


# -- steps ------------------------------------------------------------------------------------


def step_prices(s: State, unit: int, w: Weights = WEIGHTS) -> tuple[float, ...]:
    """The value of a unit's next steps to its owner."""
    d = s.data
    steps = step_factors(s, unit)
    if d.side[GERMAN] >> unit & 1:
        if d.stacks["headquarters"] >> unit & 1:
            corps = d.corps[d.of_corps[unit]] & on_map(s, GERMAN) & ~(1 << unit)
            risk = sum(step_factors(s, u)[0] * d.score[u] for u in scan(corps))
            return (1.0 + w.staff * risk * min(1.0, 3.0 * left(s)),)
        each = d.score[unit] + w.german_factor * left(s)
        return tuple(each * many for many in steps)
    if d.stacks["guerrilla"] >> unit & 1:
        return (w.band * left(s) + 0.3,)
    times = (w.russian_factor + w.russian_class * (2 - grade(s, unit))) * (0.3 + left(s))
    if (d.city | d.interior) >> s.place[unit] & 1:
        times *= w.inside
    return tuple(times * many for many in steps)


# -- ground -----------------------------------------------------------------------------------


def prizes(s: State) -> Bits:
    """The scoring hexes that the Germans can still win."""
    return s.data.scoring & ~s.german & ~s.forfeit


def prize(s: State, place: int, w: Weights = WEIGHTS) -> float:
    """The value to the Germans of a scoring hex."""
    p = s.data.points.get(place, 0)
    if not p or s.forfeit >> place & 1:
        return 0.0
    sure = w.hold + (1 - w.hold) * (1 - left(s))
    return 2.0 * p * sure


def taken(s: State) -> Bits:
    """The scoring hexes that now count for the Germans."""
    return s.german & s.data.scoring


GUARDED = {"38": ("1133", 18)}
"""Where a corps stays to guard the railway behind the others, and until when."""


def goals(s: State, corps: str) -> Bits:
    """The goals of a corps."""
    d = s.data
    open_ = prizes(s)
    for name in AXES.get(corps, ()):
        place = d.board.at[name]
        if (open_ | s.held[RUSSIAN]) >> place & 1:
            return 1 << place
    name, last = GUARDED.get(corps, ("", 0))
    if s.turn < last:
        return 1 << d.board.at[name]
    return open_ & d.interior or open_ or d.interior


# -- a whole position -------------------------------------------------------------------------


def german_value(s: State, w: Weights = WEIGHTS) -> float:
    """The value of a position to the Germans: the margin, its prospects, and the remaining forces."""
    german, russian = points(s)
    out = float(german - russian)
    if s.over or s.turn >= s.data.turns:
        taken, relieved = city_taken(s), city_relieved(s)
        out += 60.0 * (taken - relieved)
        if s.over:
            return out
    time = left(s)
    for unit in scan(on_map(s, GERMAN)):
        out += w.german_factor * time * factor(s, unit)
        if s.unsupplied >> unit & 1 and not s.data.stacks["headquarters"] >> unit & 1:
            out -= w.hungry * step_prices(s, unit, w)[0]
    for unit in scan(on_map(s, RUSSIAN)):
        price = sum(step_prices(s, unit, w))
        out -= price * (0.6 if s.unsupplied >> unit & 1 else 1.0)
    return out + _reach_value(s, w) * (0.3 + 0.7 * time)


def _reach_value(s: State, w: Weights) -> float:
    """How near the Germans are to their goals."""
    d, at, out = s.data, s.place, 0.0
    spots = [(d.twin.get(at[u], at[u]), factor(s, u)) for u in scan(on_map(s, GERMAN)) if factor(s, u)]
    distance = d.board.distance
    for place, p in d.points.items():
        if s.german >> place & 1 or s.forfeit >> place & 1:
            continue
        home = d.twin.get(place, place)
        force = sum(many * 0.8 ** distance(spot, home) for spot, many in spots)
        out += 2 * p * 0.5 * min(1.0, force / 30.0)
    city = sum(many * 0.85 ** d.distance[spot] for spot, many in spots)
    out += 12.0 * min(1.0, city / 80.0) + (6.0 if on_inset(s) else 0.0)
    ring = flood(d.city, d.trace[RUSSIAN], open_to(s, RUSSIAN) & d.main | d.city)
    return out - (8.0 if ring & d.area["east edge"] else 0.0)
