"""[7.0] Stacking: which units may share a hex, on either map, and how many fit in the hexes of the city."""

from ....core.bits import Bits, scan
from ....core.rule import Ban
from ....kit.words import counted
from ..ruleset import RUSSIAN
from ..state import State, units_in

NAMES = ("division, brigade or regiment", "headquarters", "Guerrilla", "Worker Unit")
CLAUSES = ("7.1a", "7.3b", "7.4b", "7.4b")


def clause_of(s: State, unit: int) -> str:
    """The clause that limits a unit's stacking."""
    if s.data.stack[unit] == "regiment":
        return "7.2b"
    if s.data.stack[unit] == "one" and s.data.side[RUSSIAN] >> unit & 1:
        return "7.2d"
    if s.data.slot[unit] == 0 and s.data.mechanized >> unit & 1:
        return "19.23a"  # 19.21a: a Panzer or motorized division is one unit
    return CLAUSES[s.data.slot[unit]]


def company(s: State, unit: int) -> Bits:
    """The units that may share a slot with this one: regiments of its division."""
    return s.data.of_division.get(unit, 0)  # 7.2a


def free_of(s: State, unit: int) -> Bits:
    """The land hexes where a unit's slot is free, its own included, ignoring the limits of the city."""
    d = s.data
    slot = d.slot[unit]
    free = d.land & ~s.taken[slot]  # 7.1a, 7.2b, 7.2d, 7.3b, 7.4b, 7.5c, 7.6b, 8.26a, 8.37d, 14.3a, 15.4a
    if mates := company(s, unit):
        for mate in scan(mates):
            if (place := s.place[mate]) < d.board.box:
                free |= 1 << place  # 7.2a
    if s.place[unit] < d.board.box:
        free |= 1 << s.place[unit]
    return free


def room(s: State, unit: int) -> Bits:
    """The land hexes that have room for a unit, its own included, regardless of who holds them."""
    d, free = s.data, free_of(s, unit)
    if not d.side[RUSSIAN] >> unit & 1:
        return free & ~d.city  # 8.31a
    return (free | d.city) & ~closed(s, unit)  # 7.6a, 8.26b


def crowded(s: State, unit: int) -> Bits:
    """The city hexes that, with their districts, are full for a unit's kind, not counting the unit."""
    d = s.data
    kind, limit = d.slots[d.slot[unit]] & d.side[RUSSIAN] & ~(1 << unit), d.charts.numbers["city_stack"]
    if (s.inside & kind).bit_count() < limit:
        return 0
    full, held = 0, s.held[RUSSIAN]
    for place, district in d.district.items():
        if (units_in(s, (district | 1 << place) & held) & kind).bit_count() >= limit:
            full |= 1 << place  # 8.26b, 8.26c
    return full


def packed(s: State, unit: int) -> bool:
    """Whether a district holds more than ten of a kind, besides the unit; allowed while the city hexes are empty."""
    d, limit, inside = s.data, s.data.charts.numbers["city_stack"], s.inside & ~(1 << unit)
    for slot in d.slots:
        if (inside & slot).bit_count() > limit:
            for place, district in d.district.items():
                if (units_in(s, district | 1 << place) & inside & slot).bit_count() > limit:
                    return True
    return False


def closed(s: State, unit: int) -> Bits:
    """The city and interior hexes that a Russian unit from elsewhere may not enter because of the limit of ten."""
    d = s.data
    if s.inside.bit_count() < d.charts.numbers["city_stack"]:
        return 0  # there are not enough units in the whole city
    out = crowded(s, unit)
    if out and units_in(s, d.city & s.held[RUSSIAN]) & ~(1 << unit):
        for place in scan(out):
            out |= d.district[place]  # 8.26c: both maps are in use
    return out | d.city if packed(s, unit) else out


def limits(s: State, unit: int) -> list[Ban]:
    """Every land hex that has no room for a unit, and why."""
    d = s.data
    shut = closed(s, unit) if d.side[RUSSIAN] >> unit & 1 else 0
    what = "division or Tank Corps" if d.tank_corps and not d.slot[unit] else NAMES[d.slot[unit]]
    most = counted(d.charts.numbers["city_stack"], "unit")
    return [
        Ban(
            clause_of(s, unit),
            f"{{it}} holds another {what}, and there is no room for one more",
            d.land & ~free_of(s, unit) & ~d.city & ~shut,
            lambda place: {"there": (s.here.get(place, 0) & d.slots[d.slot[unit]]).bit_count()},
        ),
        Ban("8.26c", f"{{it}} and its district or city hex already hold {most} of the same kind as a {what}", shut),
    ]


def excess(s: State, place: int) -> Bits:
    """The units among which some must be removed if a hex is overstacked; empty otherwise."""
    d, out = s.data, 0
    here = s.here.get(place, 0) & d.ground
    times = d.charts.numbers["city_stack"] if d.city >> place & 1 else 1  # 8.26b
    for slot in d.slots:
        units = here & slot
        if units.bit_count() > times and not (times == 1 and _one_division(s, units)):
            out |= units  # 7.1a, 7.2b, 7.2d, 7.3b, 7.4b, 7.4c
    return out


def _one_division(s: State, units: Bits) -> bool:
    """Whether these are all regiments of one division."""
    return not units & ~s.data.of_division.get((units & -units).bit_length() - 1, 0)  # 7.2a, 7.2c
