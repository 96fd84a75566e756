"""[4.0] The move itself: a path, its cost, every clause it breaks, and the path a player means."""

from collections.abc import Iterator
from fractions import Fraction
from heapq import heappop, heappush
from typing import NamedTuple

from ....core.action import Arg, Verb
from ....core.bits import Bits, bits, lowest, scan
from ....core.kinds import PATH, PIECES
from ....core.options import Options, Paths
from ....core.rule import Objection
from ....kit.arguments import piece_arg
from ....kit.battle.ledger import Line, total
from ....kit.hex.board import flood
from ....kit.words import by_way
from ..data.components import halves
from ..state import FRESH, GERMAN, State, put, raze, zone
from . import surprise
from .disengagement import no_disengaging, toll
from .movement import (
    all_left,
    lead_bans,
    lead_barred,
    lead_checks,
    least_left,
    points_left,
    rate_of,
    rest_objections,
    rest_options,
    trip,
)
from .step_costs import factor, first_factor
from .supply import slow, supplied

Path = tuple[int, ...]


def path_options(s: State, lead: int, rest: Bits) -> Options:
    """Every hex within reach, by the cheapest path or any other affordable path."""
    units = rest | 1 << lead
    way = trip(s, units)
    ends, to = surprise.moves(s, way) if surprise.bound(s) else (way.reached, way.path_to)
    return Paths(
        ends,
        to,
        lambda path: not path_objections(s, lead, rest, path),
        lambda end: Fraction(path_cost(s, units, to(end), way.budget), 2),
    )


# -- what a path costs ------------------------------------------------------------------------


def strides(s: State, units: Bits, path: Path) -> Iterator[int]:
    """The cost of each step of a path over land, in half points."""
    rate, here = rate_of(s, units), s.place[lowest(units)]
    enemy_zone, slowed = zone(s, 1 - s.side), slow(s, s.side)
    times = first_factor(s, units, here)
    for place in path:
        extra = toll(s, units) if enemy_zone >> here & 1 else 0
        yield rate.cost[here][place] * factor(slowed, place) * times + extra
        here, times = place, 1


def path_cost(s: State, units: Bits, path: Path, budget: int) -> int:
    """The cost of a legal path for each unit, in half points; never more than it has."""
    return min(sum(strides(s, units, path)), budget)  # 4.3a


def path_ledger(s: State, units: Bits, path: Path) -> list[Line]:
    """The ledger of a path's cost for each unit, in Movement Points."""
    names, here = s.title.lexicon.places, s.place[lowest(units)]
    steps = s.data.why_cost["foot" if rate_of(s, units) is s.data.foot else "motor"]
    enemy_zone, slowed = zone(s, 1 - s.side), slow(s, s.side)
    in_the_way = ("15.2a", "unoccupied fort") if s.side == GERMAN else ("13.3a", "interdicted")  # 4.9h
    out: list[Line] = []
    for n, place in enumerate(path):
        ground, *doublings = steps[here, place]
        doublings.append(Line(in_the_way[0], "x", factor(slowed, place), in_the_way[1]))
        doublings.append(Line("13.4a", "x", 1 if n else first_factor(s, units, here), "leaving an interdicted hex"))
        price = ground.amount
        out.append(Line(ground.clause, "+", price, f"{names[place]}: {ground.text}"))
        for line in doublings:
            if line.amount > 1:
                out.append(Line(line.clause, "+", price * (line.amount - 1), f"{line.text}: {line.amount} times"))
                price *= line.amount
        if enemy_zone >> here & 1:
            clause = "6.2a" if units & ~s.data.panzers else "6.1a"
            out.append(Line(clause, "+", Fraction(toll(s, units), 2), f"disengaging from {names[here]}"))
        here = place
    left = Fraction(least_left(s, units), 2)
    if total(out) > left and _one_hex(s, units, path):
        out.append(Line("4.3a", "min", left, "a unit can always move one hex"))
    return out


def _one_hex(s: State, units: Bits, path: Path) -> bool:
    """Whether it is the first move of these units, and of one hex only."""
    return len(path) == 1 and all(s.points[unit] == FRESH for unit in scan(units))


# -- what forbids it --------------------------------------------------------------------------


def no_step(s: State, here: int, place: int) -> Objection | None:
    """Why no unit may step from one place to another."""
    d, names = s.data, s.title.lexicon.places
    if d.adjacent[here] >> place & 1:
        return None
    if not d.board.hexes >> place & 1:
        return Objection("4.8a", f"{names[place]} is not on the map")
    if not d.land >> place & 1:
        return Objection("4.9i", f"{names[place]} is all sea or lake")
    if d.board.neighbours[here] >> place & 1:
        return Objection("4.9i", f"the hexside between {names[here]} and {names[place]} is all sea or lake")
    if not flood(1 << here, d.zoc, d.land) >> place & 1:
        return Objection("4.9i", f"there is no way over land from {names[here]} to {names[place]}")
    return Objection("4.0c", f"{names[place]} is not adjacent to {names[here]}")


def path_objections(s: State, lead: int, rest: Bits, path: Path) -> list[Objection]:
    """Every clause that a path of some units in one hex breaks, each where it is first broken."""
    units = rest | 1 << lead
    names, limit, count = s.title.lexicon.places, s.data.stacking, units.bit_count()
    start = here = s.place[lead]
    enemy_zone = zone(s, 1 - s.side)
    if not path:
        return [Objection("4.0c", "a move needs at least one hex")]
    out: list[Objection] = []
    if units & s.stopped and not enemy_zone >> start & 1:
        out.append(Objection("4.7a", f"the move ended in {names[start]}, which was then in an enemy ZOC"))
    moot = 0  # the cost of disengagements that are forbidden anyway
    for place in path:
        if wrong := no_step(s, here, place):
            return _first_of_each([*out, wrong])
        if enemy_zone >> here & 1:
            held = list(no_disengaging(s, units, here))
            if held and here != start:
                out.append(Objection("4.7a", f"{names[here]} is in an enemy ZOC: the move ends there"))
            out += held
            moot += toll(s, units) if held else 0
            if enemy_zone >> place & 1:
                out.append(
                    Objection(
                        "6.4a",
                        f"a unit may not go directly from the enemy ZOC in {names[here]} to the one in {names[place]}",
                    )
                )  # 4.3b
        there = (s.here.get(place, 0) & ~units).bit_count()
        if s.held[1 - s.side] >> place & 1:
            out.append(Objection("4.4a", f"{names[place]} holds an enemy unit"))
        elif there + count > limit:
            out.append(
                Objection(
                    "4.6a",
                    f"{names[place]} holds {there}; with {count} more it would be "
                    f"{there + count}, the limit is {limit}",
                    {"there": there, "coming": count, "limit": limit},
                )
            )  # 4.6c, 4.6d
        here = place
    paid, left = sum(strides(s, units, path)) - moot, least_left(s, units)
    if paid > left and not _one_hex(s, units, path):  # 4.3a
        out.append(_too_far(s, units, path[-1], paid, left))
    if not out and surprise.bound(s):
        out += surprise.path_objections(s, trip(s, units), path, paid)
    return _first_of_each(out)


def _first_of_each(objections: list[Objection]) -> list[Objection]:
    found: dict[str, Objection] = {}
    for objection in objections:
        found.setdefault(objection.clause, objection)
    return list(found.values())


def _too_far(s: State, units: Bits, end: int, paid: int, left: int) -> Objection:
    slowest = next(unit for unit in scan(units) if points_left(s, unit) == left)
    hungry = s.points[slowest] == FRESH and not supplied(s, s.side) >> s.place[slowest] & 1
    why = ", half its allowance because it is out of supply [11.1]" if hungry else ""
    return Objection(
        "4.1a",
        f"{s.title.lexicon.places[end]} needs {halves(paid)} Movement Points, "
        f"{s.title.lexicon.pieces[slowest]} has {halves(left)}{why}",
        {"needs": halves(paid), "has": halves(left)},
    )  # 4.5c


def path_reasons(s: State, lead: int, rest: Bits, path: Path) -> list[Objection]:
    """The objections to a path that have not been raised against the units already."""
    here = s.place[lead]
    if not s.data.side[s.side] >> lead & 1 or not s.data.board.hexes >> here & 1:
        return []
    out = path_objections(s, lead, rest & s.here[here], path)
    if not out:
        return []
    said = {objection.clause for objection in LEAD.objections(s, lead)}
    said |= {objection.clause for objection in rest_objections(s, lead, rest)}
    return by_way(s.title.lexicon.places, path, [objection for objection in out if objection.clause not in said])


# -- the path a player means ------------------------------------------------------------------


def complete_path(s: State, lead: int, rest: Bits, path: Path) -> Path:
    """Complete a single hex to the cheapest path to it or, if out of reach, to the path most likely meant."""
    if len(path) != 1 or not s.data.land >> s.place[lead] & 1 or not s.data.land >> path[0] & 1:
        return path
    end, start = path[0], s.place[lead]
    options = path_options(s, lead, rest)
    if isinstance(options, Paths) and options.ends >> end & 1:
        return options.to(end)
    if s.data.board.neighbours[start] >> end & 1 or end == start:
        return path
    return meant_path(s, rest | 1 << lead, end) or path


def meant_path(s: State, units: Bits, end: int) -> Path | None:
    """The most likely path to a hex out of reach: the affordable one that breaks the fewest rules.

    If none is affordable, one that breaks no other rule; failing that, the cheapest.
    """
    left, clear = least_left(s, units), s.data.land & ~s.held[1 - s.side] | 1 << end
    ways = _ways(s, units, end, clear) or _ways(s, units, end, s.data.land)[-1:]
    if not ways:
        return None
    best = ways[0] if ways[0].faults == 0 else ways[-1]
    return next((way for way in ways if way.paid <= left), best).path[1:]


class _Way(NamedTuple):
    faults: int  # illegal steps
    paid: int
    path: Path


def _ways(s: State, units: Bits, end: int, open_: Bits) -> list[_Way]:
    """Paths through some hexes, legal or not, by increasing faults and decreasing cost."""
    start, rate, slowed = s.place[lowest(units)], rate_of(s, units), slow(s, s.side)
    enemy_zone, full = zone(s, 1 - s.side), s.crowd[max(1, s.data.stacking + 1 - units.bit_count())]
    queue, cheapest, out = [_Way(0, 0, (start,))], dict[int, int](), []
    while queue:
        way = heappop(queue)
        here = way.path[-1]
        if cheapest.get(here, way.paid + 1) <= way.paid:
            continue
        cheapest[here] = way.paid
        if here == end:
            out.append(way)
            continue
        engaged = enemy_zone >> here & 1
        held = bool(engaged) and any(True for _ in no_disengaging(s, units, here))
        times = first_factor(s, units, start) if here == start else 1
        extra = toll(s, units) if engaged and not held else 0
        for place, cost in rate.out[here]:
            if open_ >> place & 1:
                wrong = held + (full >> place & 1) + (engaged & enemy_zone >> place)
                paid = cost * times * factor(slowed, place) + extra
                heappush(queue, _Way(way.faults + wrong, way.paid + paid, (*way.path, place)))
    return out


# -- the verb ---------------------------------------------------------------------------------


def move(s: State, lead: int, rest: Bits, path: Path) -> None:
    """Move units along a path together; each keeps its remaining points."""
    units, start, end = rest | 1 << lead, s.place[lead], path[-1]
    lefts = all_left(s, units)
    paid, least = sum(strides(s, units, path)), min(lefts.values())
    razed = bits(path) & s.forts if s.side == GERMAN else 0
    left_zone = bool(zone(s, 1 - s.side) >> start & 1)
    s.begun |= units
    if first_factor(s, units, start) > 1:
        s.away |= units  # 13.4a
    for unit, left in lefts.items():
        s.points[unit] = left - paid if paid <= least else 0  # 4.1b, 4.3a, 4.5c
        put(s, unit, end)
    stopped = zone(s, 1 - s.side) >> end & 1
    s.stopped = s.stopped | units if stopped else s.stopped & ~units  # 4.7a, 4.7c
    if s.log is not None:
        verb = ("disengages" if left_zone else "moves") if rest == 0 else "disengage" if left_zone else "move"
        clause = "4.3a" if paid > least else ("6.2a" if units & ~s.data.panzers else "6.1a") if left_zone else "4.1b"
        why = ", the one hex that is always allowed" if paid > least else ""
        s.note(
            clause,
            f"{{units}} {verb} from {{hex_from}} to {{hex_to}}, {{paid}} MP{why}.",
            units=units,
            hex_from=start,
            hex_to=end,
            paid=halves(min(paid, least)),
        )
        if stopped:
            s.note("4.7a", "An enemy ZOC stops the move at {hex}.", hex=end)
    for place in scan(razed & s.forts):
        raze(s, place)


LEAD = piece_arg(lead_bans, checks=lead_checks, barred=lead_barred)
REST = Arg(PIECES, "", rest_options, rest_objections)
PATH_ARG = Arg(PATH, "via|to", path_options, path_reasons, complete_path)

MOVE = Verb("move", (LEAD, REST, PATH_ARG), move, leaves=False, help="move one unit, or a stack together")
