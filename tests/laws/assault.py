"""What is true of every position of the games of the family, worked out unit by unit and hex by hex.

What differs between the games is in `Ways`; each has its own module for the rest.
"""

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

from grognard.core.action import Action
from grognard.core.bits import Bits, bits, scan
from grognard.titles.assault.aids.position_check import flaws
from grognard.titles.assault.aids.supply_line import trace
from grognard.titles.assault.data.components import Components
from grognard.titles.assault.rules.attacks import also_options, attacker_options, target_options
from grognard.titles.assault.rules.inset_transfers import to_evacuate
from grognard.titles.assault.rules.movement import ground_of
from grognard.titles.assault.rules.paths import path_cost, strides
from grognard.titles.assault.rules.supply import supplied
from grognard.titles.assault.rules.zones import fluid, rigid, zone
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import State, on_inset, on_map

TEN, FEW = 10, 8
Near = Sequence[Sequence[int]]


class Ways(NamedTuple):
    """The hexes next to each hex: for zones, for supply, along the lines of supply; and where those leave the map."""

    zones: Callable[[Components], Near]
    supply: Callable[[State, int], Near]
    lines: Callable[[Components], Near]
    heads: Callable[[Components], set[int]]
    russian: Callable[[State, int, set[int]], bool]  # is a hex one in which Russians are in supply?
    without: Callable[[State, int], bool]  # is a unit in supply without a path?


def lost_steps(s: State, unit: int) -> int:
    """How many steps a unit has lost."""
    return (s.reduced >> unit & 1) + 2 * (s.subcounter >> unit & 1)


# -- positions at rest ------------------------------------------------------------------------


def at_rest(s: State) -> Iterator[str]:
    """Nothing that the title itself calls a flaw; sides, stacks and marks besides."""
    d = s.data
    yield from (f"{flaw.about}: {flaw.why}" for flaw in flaws(s))
    yield from _stacks(s)
    if s.held[GERMAN] & s.held[RUSSIAN]:
        yield "both sides hold a hex"
    for unit in scan(s.moved & d.ground):
        if s.place[unit] >= d.board.box:
            yield f"{d.pieces[unit]} has moved off the map"


def _stacks(s: State) -> Iterator[str]:
    """One of a sort in a hex, or regiments of one division; ten in a city hex and its district together."""
    d, returning = s.data, s.flow.ask[s.at].name == "elimination" if s.at in s.flow.ask else False
    tens: Counter[tuple[int, int]] = Counter()
    for place, pieces in s.here.items():
        if place >= d.board.box:
            continue
        units = [d.units[unit] for unit in scan(pieces & d.ground)]
        sorts = Counter(d.slot[unit] for unit in scan(pieces & d.ground))
        for sort, many in sorts.items():
            if (d.city | d.interior) >> place & 1 and d.side[RUSSIAN] & pieces & d.ground:
                tens[d.twin.get(place, place), sort] += many
            if many == 1 or d.city >> place & 1 or (returning and d.outside >> place & 1):
                continue
            own = {unit.division for unit in units if d.slot[d.number[unit.id]] == sort}
            if len(own) > 1 or "" in own:
                yield f"{many} units of a sort in {d.board.names[place]}"
    above = any(s.here.get(place, 0) & d.side[RUSSIAN] for place in scan(d.city))
    for (place, _sort), many in tens.items():
        if many > TEN and above:  # both maps are in use
            yield f"{many} units of a sort in {d.board.names[place]} and its district"


# -- zones and supply, worked out hex by hex ----------------------------------------------------


def at_length(s: State, ways: Ways) -> Iterator[str]:
    """What takes longer: zones and supply by counting hexes, the line shown for each unit, forces one by one."""
    d = s.data
    yield from _forces(s)
    for side in (GERMAN, RUSSIAN):
        strict, loose, own = zones(s, side, ways)
        for name, kept, found in (
            ("rigid", rigid(s, side), strict),
            ("fluid", fluid(s, side), loose & ~strict),
            ("any", zone(s, side), strict | loose | own),
        ):
            if kept != found:
                yield f"{name} zones of side {side} differ in {[d.board.names[n] for n in scan(kept ^ found)]}"
        there = on_map(s, side) & ~to_evacuate(s)  # who is on his way has no line
        fed, found = supplied(s, side) & there, in_supply(s, there, side, ways)
        if fed != found:
            yield f"supply differs for {[d.pieces[unit] for unit in scan(fed ^ found)]}"
        for unit in scan(there):
            way = trace(s, unit)
            if (
                way is None
                or way.ok != bool(fed >> unit & 1)
                or way.ok == bool(way.why)
                or way.path[0] != s.place[unit]
            ):
                yield f"the line of {d.pieces[unit]}: {way}"


def _forces(s: State) -> Iterator[str]:
    """The number of forces that could attack, where they are few."""
    if not s.stack and not s.over and s.flow.ask[s.at].name in ("german-combat", "russian-combat"):
        for lead in islice(target_options(s), 3):
            for also in islice(also_options(s, lead), 4):
                forces = attacker_options(s, lead, also)
                if forces.members.bit_count() <= FEW and forces.count() != len(list(forces)):
                    yield f"not {forces.count()} forces against {s.data.board.names[lead]}"


def zones(s: State, side: int, ways: Ways) -> tuple[Bits, Bits, Bits]:
    """The rigid and the fluid zones of a side, and the hexes of its other units, unit by unit."""
    d, links = s.data, ways.zones(s.data)
    out = [0, 0, 0]
    for unit in scan(d.side[side]):
        place = s.place[unit]
        if place >= d.board.box or d.city >> place & 1:
            continue
        grade = d.units[unit].sides[lost_steps(s, unit)][1]
        fort = side == RUSSIAN and (d.forts >> place & 1 or d.terrain[place] == "fortified city")
        sort = 0 if fort else "ABC".index(grade)
        out[sort] |= 1 << place | (bits(links[place]) if sort < 2 else 0)
    return out[0], out[1], out[2]


def open_to(s: State, side: int, ways: Ways) -> set[int]:
    """The hexes through which a path of supply may go."""
    d, (strict, loose, own) = s.data, zones(s, 1 - side, ways)
    enemy = strict | loose | own
    closed = d.city if side == GERMAN or on_inset(s) else 0
    out = set()
    for place in scan(d.land & ~closed):
        main = d.twin[place] if d.fringe >> place & 1 else place
        same = {place, main, *scan(d.fringe_of.get(main, 0))}
        friends = same if place == main else {place}
        if any(s.held[1 - side] >> n & 1 for n in same):
            continue
        if not enemy >> place & 1 or any(s.held[side] >> n & 1 for n in friends):
            out.add(place)
    return out


def streets(s: State, near: Near, start: set[int], open_: set[int]) -> set[int]:
    """What can be reached on the Inset, however far."""
    d, found, queue = s.data, set(start), deque(start)
    while queue:
        for hex_ in near[queue.popleft()]:
            if hex_ in open_ and d.on_inset >> hex_ & 1 and hex_ not in found:
                found.add(hex_)
                queue.append(hex_)
    return found


def lengths(s: State, near: Near, place: int, open_: set[int]) -> Iterator[tuple[int, int]]:
    """The hexes of the main map from the nearest to a unit on, and how far each is."""
    d = s.data
    if d.interior >> place & 1:
        out = {d.twin[n]: 1 for n in streets(s, near, {place}, open_) if d.fringe >> n & 1 and d.twin[n] in open_}
    else:
        out = {d.twin.get(place, place): 0}
    queue = deque(out)
    while queue:
        here = queue.popleft()
        yield here, out[here]
        for hex_ in near[here]:
            if hex_ in open_ and d.main >> hex_ & 1 and hex_ not in out:
                out[hex_] = out[here] + 1
                queue.append(hex_)


def _within_six(s: State, near: Near, place: int, open_: set[int]) -> dict[int, int]:
    """The hexes of the main map to which a German path is not too long."""
    six = s.data.charts.numbers["supply_length"]
    return dict(takewhile(lambda way: way[1] <= six, lengths(s, near, place, open_)))


def in_supply(s: State, there: Bits, side: int, ways: Ways) -> Bits:
    """Those of these units of a side that are in supply."""
    d, open_ = s.data, open_to(s, side, ways)
    given = bits(unit for unit in scan(there) if s.fresh >> unit & 1 or ways.without(s, unit))
    if side == RUSSIAN:
        return given | bits(unit for unit in scan(there & ~given) if ways.russian(s, s.place[unit], open_))
    near, along = ways.supply(s, GERMAN), ways.lines(d)
    queue = deque(place for place in ways.heads(d) if place in open_)
    network = set(queue)
    while queue:
        for hex_ in along[queue.popleft()]:
            if hex_ in open_ and hex_ not in network:
                network.add(hex_)
                queue.append(hex_)
    six, out = d.charts.numbers["supply_length"], given
    for hq in scan(there & d.stacks["headquarters"]):
        off = (
            far + (place not in network)
            for place, far in _within_six(s, near, s.place[hq], open_).items()
            if place in network or (d.edge[GERMAN] >> place & 1 and place in open_)
        )
        if min(off, default=six + 1) <= six:
            out |= 1 << hq
    for unit in scan(there & ~d.stacks["headquarters"]):
        place, hq = s.place[unit], d.headquarters[d.of_corps[unit]]
        if out >> hq & 1 and _leads(s, near, place, s.place[hq], open_):
            out |= 1 << unit
    return out


def _leads(s: State, near: Near, place: int, goal: int, open_: set[int]) -> bool:
    """Does a path of six hexes at most lead from a German unit to its headquarters?"""
    d = s.data
    if d.interior >> place & 1 and d.on_inset >> goal & 1 and goal in streets(s, near, {place}, open_):
        return True
    found = _within_six(s, near, place, open_)
    if not d.interior >> goal & 1:
        return d.twin.get(goal, goal) in found
    doors = {n for door in found if door in d.fringe_of and door in open_ for n in scan(d.fringe_of[door])}
    return goal in streets(s, near, doors & open_, open_)


# -- between two positions --------------------------------------------------------------------

MOVES = ("deploy", "appear", "move", "enter", "transfer", "place", "retreat", "follow", "advance", "lose", "eliminate")


def between(before: State, action: Action, after: State) -> None:
    """No Game-Turn is skipped, and nobody but who is named goes anywhere, except off the map."""
    d = before.data
    assert after.turn in (before.turn, before.turn + 1), f"{action}: Game-Turns are skipped"
    if action.verb in MOVES:
        for unit in scan(d.ground & ~(1 << action.args[0])):
            old, new = before.place[unit], after.place[unit]
            assert new in (old, d.lost, d.reserve, d.returning, d.cup), f"{action}: {d.pieces[unit]} goes too"
    if action.verb in ("move", "enter"):
        assert after.moved >> action.args[0] & 1, f"{action}: not moved"


def spent(s: State, units: Bits, path: tuple[int, ...]) -> Hashable:
    """What a path costs, how often it has changed maps, and the hexes since the last step."""
    (unit,) = scan(units)
    went = list(strides(s, unit, path))
    last = list(takewhile(lambda stride: stride.transfer, reversed(went)))
    return (
        path_cost(s, unit, path, ground_of(s, unit)),
        sum(stride.transfer for stride in went),
        len(last),
        tuple(stride.here for stride in last),
    )


def near(s: State, place: int) -> Bits:
    """Where somebody in a place may think of going next."""
    d = s.data
    if place in d.doors:
        return d.doors[place]
    if place == d.reserve:
        return bits(hex_ for _, hexes in d.entry.values() for hex_ in scan(hexes)) | d.city
    return d.board.neighbours[place] | d.seam(1 << place) | (1 << d.twin[place] if place in d.twin else 0)
