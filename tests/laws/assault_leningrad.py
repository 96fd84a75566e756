"""What is true of every position of *Assault on Leningrad*, and of every action in it."""

from collections import Counter, deque
from collections.abc import Hashable, Iterator
from functools import cache
from itertools import islice, takewhile
from random import Random

from grognard.core.action import Action
from grognard.core.bits import Bits, bits, scan
from grognard.titles.assault.aids.position_check import flaws
from grognard.titles.assault.aids.supply_line import trace
from grognard.titles.assault.data.components import Components
from grognard.titles.assault.rules.attacks import also_options, attacker_options, target_options
from grognard.titles.assault.rules.fleet import in_range
from grognard.titles.assault.rules.inset_transfers import to_evacuate
from grognard.titles.assault.rules.movement import ground_of
from grognard.titles.assault.rules.paths import path_cost, strides
from grognard.titles.assault.rules.supply import supplied
from grognard.titles.assault.rules.victory import points
from grognard.titles.assault.rules.zones import fluid, rigid, zone
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import State, on_inset, on_map

TEN, FEW = 10, 8

# -- positions at rest ------------------------------------------------------------------------


def at_rest(s: State) -> Iterator[str]:
    """Nothing that the title itself calls a flaw; places, stacks, marks and points besides."""
    d = s.data
    yield from (f"{flaw.about}: {flaw.why}" for flaw in flaws(s))
    yield from _stacks(s)
    for unit in scan(d.ground):
        place = s.place[unit]
        if not d.land >> place & 1 and place not in (d.reserve, d.lost, d.withdrawn):
            yield f"{d.pieces[unit]} is in {d.board.names[place]}"
    if s.fire & ~in_range(s) or (s.fire and s.disrupted >> d.fleet & 1):
        yield "the marker of the fleet lies where it cannot"
    if s.held[GERMAN] & s.held[RUSSIAN]:
        yield "both sides hold a hex"
    if s.forfeit & ~s.captured:
        yield "points are lost that were never won"
    german, russian = points(s)
    if german + russian < sum(d.points.values()):
        yield f"{german} and {russian} points: some hex counts for nobody"
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


def at_length(s: State) -> Iterator[str]:
    """What takes longer: zones and supply by counting hexes, the line shown for each unit, forces one by one."""
    d = s.data
    yield from _forces(s)
    for side in (GERMAN, RUSSIAN):
        strict, loose, own = _zones(s, side)
        for name, kept, found in (
            ("rigid", rigid(s, side), strict),
            ("fluid", fluid(s, side), loose & ~strict),
            ("any", zone(s, side), strict | loose | own),
        ):
            if kept != found:
                yield f"{name} zones of side {side} differ in {[d.board.names[n] for n in scan(kept ^ found)]}"
        there = on_map(s, side) & ~to_evacuate(s)  # who is on his way has no line
        fed, found = supplied(s, side) & there, _fed(s, there, side)
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


def _zones(s: State, side: int) -> tuple[Bits, Bits, Bits]:
    """The rigid and the fluid zones of a side, and the hexes of its other units, unit by unit."""
    d, links = s.data, set(s.data.walk[GERMAN])
    out = [0, 0, 0]
    for unit in scan(d.side[side]):
        place = s.place[unit]
        if place >= d.board.box or d.city >> place & 1:
            continue
        counter = d.units[unit]
        grade = counter.lower if s.reduced >> unit & 1 else counter.grade
        fort = side == RUSSIAN and (d.forts >> place & 1 or d.terrain[place] == "fortified city")
        sort = 0 if fort else "ABC".index(grade)
        around = bits(near for near in scan(d.board.neighbours[place]) if (place, near) in links) if sort < 2 else 0
        out[sort] |= 1 << place | around
    return out[0], out[1], out[2]


def _open(s: State, side: int) -> set[int]:
    """The hexes through which a path of supply may go."""
    d, (strict, loose, own) = s.data, _zones(s, 1 - side)
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


@cache
def _next(d: Components, side: int) -> list[list[int]]:
    """The hexes next to each hex as supply goes."""
    return [list(scan(near)) for near in d.refuge[side]]


def _streets(s: State, side: int, start: set[int], open_: set[int]) -> set[int]:
    """What can be come to on the Inset, however far."""
    d, found, queue = s.data, set(start), deque(start)
    while queue:
        for near in _next(d, side)[queue.popleft()]:
            if near in open_ and d.on_inset >> near & 1 and near not in found:
                found.add(near)
                queue.append(near)
    return found


def _lengths(s: State, side: int, place: int, open_: set[int]) -> Iterator[tuple[int, int]]:
    """The hexes of the main map from the nearest to a unit on, and how far each is."""
    d, links = s.data, _next(s.data, side)
    if d.interior >> place & 1:
        out = {d.twin[n]: 1 for n in _streets(s, side, {place}, open_) if d.fringe >> n & 1 and d.twin[n] in open_}
    else:
        out = {d.twin.get(place, place): 0}
    queue = deque(out)
    while queue:
        here = queue.popleft()
        yield here, out[here]
        for near in links[here]:
            if near in open_ and d.main >> near & 1 and near not in out:
                out[near] = out[here] + 1
                queue.append(near)


def _within_six(s: State, place: int, open_: set[int]) -> dict[int, int]:
    """The hexes of the main map to which a German path is not too long."""
    six = s.data.charts.numbers["supply_length"]
    return dict(takewhile(lambda way: way[1] <= six, _lengths(s, GERMAN, place, open_)))


def _fed(s: State, there: Bits, side: int) -> Bits:
    """Those of these units of a side that are in supply."""
    d, open_ = s.data, _open(s, side)
    if side == RUSSIAN:
        kinds = d.stacks["guerrilla"] | d.stacks["worker"]
        return bits(unit for unit in scan(there) if (kinds | s.fresh) >> unit & 1 or _russian(s, s.place[unit], open_))
    rails = deque(place for place in scan(d.railheads) if place in open_)
    network = set(rails)
    while rails:
        for near in scan(d.line(1 << rails.popleft())):
            if near in open_ and near not in network:
                network.add(near)
                rails.append(near)
    six, out = d.charts.numbers["supply_length"], 0
    for hq in scan(there & d.stacks["headquarters"]):
        ways = _within_six(s, s.place[hq], open_)
        off = (
            far + (place not in network)
            for place, far in ways.items()
            if place in network or (d.edge[GERMAN] >> place & 1 and place in open_)
        )
        if s.fresh >> hq & 1 or min(off, default=six + 1) <= six:
            out |= 1 << hq
    for unit in scan(there & ~d.stacks["headquarters"]):
        place, hq = s.place[unit], d.headquarters[d.of_corps[unit]]
        led = out >> hq & 1 and _leads(s, place, s.place[hq], open_)
        if led or s.fresh >> unit & 1 or d.garrisons >> place & 1:
            out |= 1 << unit
    return out


def _leads(s: State, place: int, goal: int, open_: set[int]) -> bool:
    """Does a path of six hexes at most lead from a German unit to its headquarters?"""
    d = s.data
    if d.interior >> place & 1 and d.on_inset >> goal & 1 and goal in _streets(s, GERMAN, {place}, open_):
        return True
    near = _within_six(s, place, open_)
    if not d.interior >> goal & 1:
        return d.twin.get(goal, goal) in near
    doors = {n for door in near if door in d.fringe_of and door in open_ for n in scan(d.fringe_of[door]) if n in open_}
    return goal in _streets(s, GERMAN, doors, open_)


def _russian(s: State, place: int, open_: set[int]) -> bool:
    """Is a hex one in which Russians are in supply?"""
    d = s.data
    if (d.strong | d.interior) >> place & 1:
        return True
    for hex_, _ in _lengths(s, RUSSIAN, place, open_):
        if (d.edge[RUSSIAN] | d.city) >> hex_ & 1 and hex_ in open_:
            return True
        if on_inset(s) and hex_ in d.fringe_of:
            doors = {n for n in scan(d.fringe_of[hex_]) if n in open_}
            if any(d.interior >> n & 1 for n in _streets(s, RUSSIAN, doors, open_)):
                return True
    return False


# -- between two positions --------------------------------------------------------------------

MOVES = ("deploy", "appear", "move", "enter", "transfer", "place", "retreat", "follow", "advance", "lose", "eliminate")


def between(before: State, action: Action, after: State) -> None:
    """Who is gone stays gone, what is lost for good stays lost, and nobody but who is named goes anywhere."""
    d = before.data
    assert after.turn in (before.turn, before.turn + 1), f"{action}: Game-Turns are skipped"
    for name in ("forfeit", "captured"):
        assert not getattr(before, name) & ~getattr(after, name), f"{action}: {name} no more"
    assert not after.markers & ~before.markers, f"{action}: a marker comes back"
    for unit in scan(d.ground):
        old, new = before.place[unit], after.place[unit]
        assert old not in (d.lost, d.withdrawn) or new == old, f"{action}: {d.pieces[unit]} comes back"
        whole = before.reduced >> unit & ~after.reduced >> unit & 1
        assert not whole or new == d.lost, f"{action}: {d.pieces[unit]} has a step more"
        if action.verb in MOVES and unit != action.args[0] and old != new:
            assert new in (d.lost, d.reserve), f"{action}: {d.pieces[unit]} goes too"
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
    if place == d.reserve:
        return bits(hex_ for _, hexes in d.entry.values() for hex_ in scan(hexes)) | d.city
    return d.board.neighbours[place] | d.seam(1 << place) | (1 << d.twin[place] if place in d.twin else 0)


ENDS_ONLY = ("18.21a",)  # forbids an end, not the way there


# -- where games begin ------------------------------------------------------------------------

CITY = """
german 0611
watch yes
0420 6-4 6-11Pz 41HQ
0421 1-1 1-113
0419 1ID(reduced)
0319 11ID
0418 12ID
0521 21ID(unsupplied)
0522 122ID(disrupted)
0119 58ID
0520 36-87
0320 4V 1W 2W 1G 168RD(disrupted)
0219 1TD 3W 2G
0220 281RD(reduced) 4W Nav
G3 235RD 5W
D6 10RD
0120 70RD
0312 11W"""
STREETS = """
german 0611 F4 H3
0420 6-4 41HQ
K5 1ID
0319 11ID
J5 12ID
H4 1-1 1-113
F4 21ID(reduced)
H3 122ID
J4 36-87(unsupplied)
0119 58ID
G5 4V 1W 1G
G4 168RD
F5 1TD 3W
C6 281RD(reduced) 4W
J6 235RD 5W
D6 10RD
0120 70RD
0418 191RD
0312 11W"""
FIELD = """
3420 6-4 6-114 41HQ
3520 11ID
3522 58ID(reduced)
3220 1ID(unsupplied)
3423 SSPol
3219 12-5 39HQ
3421 191RD 1G
3521 3V
3321 168RD(disrupted) 2G
3322 10RD(unsupplied)
3320 1Mar
3422 2GV(disrupted)
0419 8-8 8-28
0319 21ID
0320 1TD 70RD 1W 2W 3G 4G
0219 281RD
0611 12W 4V
0711 Tot-1 Tot-2
0712 28HQ"""
STEPS = ("german-bombardment", "german-movement", "german-combat", "mechanized", "russian-movement", "russian-combat")


def beginning(random: Random) -> str | None:
    """A position to begin with: on the Inset, at its gates, in the field; or none, for the set-up."""
    if random.random() < 0.037:
        return None
    step, pieces = random.choice(STEPS), random.choice((CITY, STREETS, STREETS, FIELD))
    lines = [f"at {step}", f"turn {random.choice((24, 24, 25))}"]
    if step == "german-bombardment":
        lines.append(f"air {1 + random.randrange(5)}")
    return "\n".join([*lines, *pieces.strip().splitlines()])
