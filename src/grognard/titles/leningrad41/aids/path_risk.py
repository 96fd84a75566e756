"""The defensive fire that a path may draw: the chance to survive each entry, as far as the owner of the unit knows.

It is assumed that every enemy next to the unit fires. What lies face down may be anything its back allows (6.6a): the
chance is the mean over all of it, and for each entry by itself.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb

from ....core.action import Action
from ....core.bits import Bits, scan
from ....kit.battle.die import FACES
from ....kit.stacks import pieces_in
from ....kit.table import Risk
from ..data.links import DRIVE
from ..rules.fog import closed_faces
from ..rules.modifiers import kills, river_lines, shift, strength, terrain_lines, value_of
from ..rules.reach import capable, danger
from ..rules.volley import strongest
from ..rules.walk import Walk
from ..state import UNKNOWN, State, face_down, side_of, those, unit_of, unseen_faces

Sort = tuple[int, bool]  # fire strength; whether it can fight armor
Spread = dict[Sort, Fraction]
NONE: Sort = (0, False)
CERTAIN: Spread = {NONE: Fraction(1)}


def walked(s: State, action: Action) -> tuple[int, tuple[int, ...]] | None:
    """The unit that an action moves, and its path."""
    match action.verb, action.args:
        case "move" | "drive" | "sail", (int(unit), tuple(path)):
            return unit, path
        case "onward", (tuple(path),) if isinstance(s.local, Walk):
            return s.local.unit, path or s.local.path
    return None


def risk(s: State, action: Action) -> list[Risk]:
    """Every entry of a path at which enemies may fire, with the chance to survive it and all before it.

    A motorized move ends with the first volley (8.8d).
    """
    found = walked(s, action)
    if found is None:
        return []
    unit, path = found
    fears, so_far, out = danger(s, unit), Fraction(1), list[Risk]()
    for place in path:
        if fears >> place & 1:
            here = 1 - peril(s, unit, place)
            so_far *= here
            out.append(Risk(place, float(here), float(so_far), stops=action.verb == DRIVE))
    return out


def peril(s: State, unit: int, place: int) -> Fraction:
    """The chance that a unit is eliminated if all enemies next to a hex fire when it enters."""
    d, enemy = s.data, 1 - side_of(s, unit)
    near = capable(s, pieces_in(s, d.board.neighbours[place] & s.held[enemy]) & d.side[enemy])  # 9.4a
    hidden = face_down(s, near)
    seen = strongest(s, near & ~hidden)
    total = _summed(_sort(s, seen), _hidden(s, hidden))
    change = shift(terrain_lines(s, place, 1 - enemy, 0) + river_lines(s, near, 0, place))
    armor, share = d.charts.modifiers["armor"], armored(s, unit)
    by_column: dict[Sort, Fraction] = {}
    for (fire, fights), chance in total.items():
        if fire:
            key = d.charts.crt.column(fire), fights
            by_column[key] = by_column.get(key, Fraction(0)) + chance
    out = Fraction(0)
    for (column, fights), chance in by_column.items():
        plain = _hits(s, column, change)
        hard = plain if fights or not share else _hits(s, column, change + armor)  # 10.12b
        out += chance * (share * hard + (1 - share) * plain)
    return out


def armored(s: State, unit: int) -> Fraction:
    """The chance that the unit is an armored target, as far as its owner knows."""
    d = s.data
    if unit_of(s, unit) is not None or d.leaders >> unit & 1:
        return Fraction(bool(those(s, 1 << unit, d.armored)))
    faces = unseen_faces(s)
    return Fraction((faces & d.armored >> d.first_counter).bit_count(), faces.bit_count() or 1)


def _hits(s: State, column: int, change: int) -> Fraction:
    return Fraction(sum(kills(s, column, die + change) for die in FACES), len(FACES))


def _sort(s: State, firers: Bits) -> Sort:
    """What some units that are known do together."""
    return strength(s, firers), any(value_of(s, piece).armor for piece in scan(firers))


def _hidden(s: State, hidden: Bits) -> Spread:
    """What counters that lie face down may do together; the faces of those looked at are taken from more."""
    if not hidden:
        return CERTAIN
    drawn = sum(s.face[piece] != UNKNOWN for piece in scan(hidden))
    closed = closed_faces(s)
    fresh = _spread(_sorts(s, closed & ~s.died), hidden.bit_count() - drawn)
    return _both(fresh, _spread(_sorts(s, closed), drawn))


def _sorts(s: State, faces: Bits) -> tuple[tuple[Sort, int], ...]:
    """How many of these faces are of each sort; those that fire only indirectly do nothing (9.3a)."""
    values = [s.data.faces[face].value for face in scan(faces)]
    return tuple(sorted(Counter(NONE if one.indirect else (one.fire, one.armor) for one in values).items()))


@lru_cache(maxsize=512)
def _spread(sorts: tuple[tuple[Sort, int], ...], many: int) -> Spread:
    """What so many of these faces, drawn without putting any back, do together."""
    ways: dict[tuple[int, Sort], int] = {(0, NONE): 1}
    for sort, there in sorts:
        more: dict[tuple[int, Sort], int] = {}
        for (taken, so_far), count in ways.items():
            for n in range(min(there, many - taken) + 1):
                key = taken + n, (so_far[0] + n * sort[0], so_far[1] or bool(n and sort[1]))
                more[key] = more.get(key, 0) + count * comb(there, n)
        ways = more
    found = {sort: count for (taken, sort), count in ways.items() if taken == many}
    total = sum(found.values())
    return {sort: Fraction(count, total) for sort, count in found.items()} if total else CERTAIN


def _both(a: Spread, b: Spread) -> Spread:
    out: Spread = {}
    for (one, first), chance in a.items():
        for (other, second), share in b.items():
            key = one + other, first or second
            out[key] = out.get(key, Fraction(0)) + chance * share
    return out


def _summed(seen: Sort, hidden: Spread) -> Spread:
    return _both({seen: Fraction(1)}, hidden)


def threatened(s: State, side: int) -> Bits:
    """The hexes in which units of a side may draw defensive fire."""
    d = s.data
    there = s.there[side] & d.ground
    unit = next(iter(scan(there)), next(scan(d.side[side] & d.ground)))
    return danger(s, unit) & ~s.held[1 - side]
