"""What is true of every position of *Assault on Stalingrad*, and of every action in it.

Links between hexes are read from the maps once more, hexside by hexside.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from random import Random

from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.titles.assault.data.components import Components
from grognard.titles.assault.rules.stalingrad_victory import points
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import State, on_inset, on_map, option
from tests.laws import assault
from tests.laws.assault import Near, Ways, lost_steps, near, spent

__all__ = ["ENDS_ONLY", "at_length", "at_rest", "beginning", "between", "near", "spent"]

REFILL = 14
MARKS = ("reduced", "subcounter", "unsupplied", "disrupted", "fresh", "moved", "attacked", "defended", "retired")
CUP = ("cup", "drawn", "north", "east")

# -- the cup, the boxes and the marks ---------------------------------------------------------


def at_rest(s: State) -> Iterator[str]:
    """The laws of the family; boxes, steps and the corner besides."""
    d = s.data
    yield from assault.at_rest(s)
    for unit in scan(d.ground):
        yield from _unit(s, unit)
    at_the_corner = d.board.at["0120"]
    if s.german & ~(1 << at_the_corner):
        yield "the last to enter is remembered for another hex than 0120"
    here = s.here.get(at_the_corner, 0)
    if here & d.side[RUSSIAN] and s.german:
        yield "Russians are in 0120, and Germans were the last to enter it"
    if here & d.side[GERMAN] & ~d.stacks["headquarters"] and not s.german:
        yield "Germans are in 0120, and were not the last to enter it"
    if s.turn <= REFILL and (early := _marked(d, "R") - {*_in(s, *CUP), *_in(s, "lost"), *_out(s)}):
        yield f"units of the cup are elsewhere: {sorted(early)}"


def _unit(s: State, unit: int) -> Iterator[str]:
    """A unit is where it may be, with steps to be there."""
    d, counter = s.data, s.data.units[unit]
    place = s.place[unit]
    box, kind = d.board.names[place], counter.type
    off = place >= d.board.box
    staff = "headquarters" in kind
    allowed = {
        "reserve": True,  # also units that a position does not name
        "lost": not staff,
        "returning": staff,
        **dict.fromkeys(CUP, counter.mark == "R" or (s.turn > REFILL and kind in ("rifle", "guards"))),
    }
    if off and not allowed.get(box):
        yield f"{counter.id} is in {box}"
    if off and (marks := [mark for mark in MARKS if getattr(s, mark) >> unit & 1]):
        yield f"{counter.id} is in {box}, and {marks}"
    if lost_steps(s, unit) >= len(counter.sides):
        yield f"{counter.id} has no step left"
    if not off and kind == "nkvd" and not d.interior >> place & 1:
        yield f"{counter.id} has left the city"


def _marked(d: Components, mark: str) -> set[str]:
    return {unit.id for unit in d.units if unit.mark == mark}


def _in(s: State, *boxes: str) -> list[str]:
    """The ground units in these boxes."""
    d = s.data
    return [d.pieces[piece] for box in boxes for piece in scan(s.here.get(d.board.at[box], 0) & d.ground)]


def _out(s: State) -> list[str]:
    """The ground units on the maps."""
    return [s.data.pieces[unit] for unit in scan(on_map(s, GERMAN) | on_map(s, RUSSIAN))]


# -- hexsides, from the maps ------------------------------------------------------------------


@cache
def _hexsides(d: Components) -> tuple[list[tuple[int, int]], set[tuple[int, int]], set[tuple[int, int]]]:
    """Neighbouring land hexes of one map that no lake parts, both ways; those over the Volga; those with a ferry."""
    at = d.board.at
    pairs, volga, ferries = [], set(), set()
    for one in (d.map, d.inset):
        shut = {frozenset((a, b)) for a, b, _ in one.water}
        over = {frozenset(side) for river in one.rivers.values() if river.kind == "Volga" for side in river.sides}
        built = {frozenset(side) for side in one.bridges}
        for a in one.terrain:
            for b in one.neighbours(a):
                side = frozenset((a, b))
                if one.land(a) and one.land(b) and side not in shut:
                    pairs.append((at[a], at[b]))
                    volga |= {(at[a], at[b])} if side in over else set()
                    ferries |= {(at[a], at[b])} if side in built & over else set()
    return pairs, volga, ferries


def _near(d: Components, pairs: Iterable[tuple[int, int]]) -> Near:
    out: list[list[int]] = [[] for _ in range(d.board.box)]
    for a, b in pairs:
        out[a].append(b)
    return out


@cache
def _zones(d: Components) -> Near:
    """Zones reach over every hexside but those of the Volga, and neither into nor out of city hexes."""
    pairs, volga, _ = _hexsides(d)
    return _near(d, ((a, b) for a, b in pairs if (a, b) not in volga and not (d.city >> a | d.city >> b) & 1))


@cache
def _russian_paths(d: Components, siege: bool) -> Near:
    """Over the Volga by ferry while Germans are on the Inset, else only between city and far bank on the main map."""
    pairs, volga, ferries = _hexsides(d)
    fringe = {d.board.at[hex_] for hex_, link in d.inset.links.items() if link.kind == "fringe"}

    def crosses(a: int, b: int) -> bool:
        if (a, b) not in volga:
            return True
        if siege:
            return (a, b) in ferries
        return any(d.city >> x & 1 and y in fringe for x, y in ((a, b), (b, a)))

    return _near(d, ((a, b) for a, b in pairs if crosses(a, b)))


@cache
def _roads(d: Components) -> Near:
    links = {side for road in d.map.roads.values() for a, b in pairwise(road.hexes) for side in ((a, b), (b, a))}
    return _near(d, ((d.board.at[a], d.board.at[b]) for a, b in links))


def _heads(d: Components) -> set[int]:
    """Where a road runs off the map in Area W or S."""
    ends = {hex_ for road in d.map.roads.values() for hex_ in road.leaves}
    return {d.board.at[hex_] for hex_ in ends & {*d.map.areas["W"], *d.map.areas["S"]}}


def _joined(s: State, start: int, open_: set[int]) -> set[int]:
    """What Russian paths from a hex come to: on the main map, and on the Inset while Germans are on it."""
    d, siege = s.data, on_inset(s)
    links = _russian_paths(d, siege)
    outside = {d.twin.get(start, start)} if not siege or d.fringe >> start & 1 else set()
    found = (outside | ({start} if siege else set())) & open_
    queue = deque(found)
    while queue:
        here = queue.popleft()
        also = [*scan(d.fringe_of.get(here, 0)), *([d.twin[here]] if d.fringe >> here & 1 else [])] if siege else []
        for hex_ in (*links[here], *also):
            if hex_ in open_ and hex_ not in found:
                found.add(hex_)
                queue.append(hex_)
    return found


def _russian(s: State, place: int, open_: set[int]) -> bool:
    """Does a path lead from a hex to the red edge?"""
    red = {s.data.board.at[hex_] for hex_ in s.data.map.areas["red edge"]}
    return bool(_joined(s, place, open_) & red)


def _without(s: State, unit: int) -> bool:
    """Is a unit in supply without a path: Workers on the main map; with the option, Russians in the interior?"""
    d, place = s.data, s.place[unit]
    worker = d.units[unit].type == "worker" and d.main >> place & 1
    inner = option(s, "interior", "supplied") and d.interior >> place & d.side[RUSSIAN] >> unit & 1
    return bool(worker or inner)


WAYS = Ways(
    zones=_zones, supply=lambda s, _side: _zones(s.data), lines=_roads, heads=_heads, russian=_russian, without=_without
)


def at_length(s: State) -> Iterator[str]:
    """What takes longer: the laws of the family, and the points counted once more."""
    yield from assault.at_length(s, WAYS)
    if not s.stack and (found := _points(s)) != points(s):
        yield f"points: {points(s)}, counted {found}"


def _points(s: State) -> tuple[int, int]:
    """Three for each supplied German unit in the interior, five for each victory hex, ten and ten for 0120."""
    d = s.data
    storm = [
        unit
        for unit in scan(on_map(s, GERMAN) & ~d.stacks["headquarters"])
        if d.interior >> s.place[unit] & 1 and assault.in_supply(s, on_map(s, GERMAN), GERMAN, WAYS) >> unit & 1
    ]
    won = [0, 0]
    for hex_, place in d.inset.places.items():
        for side in (GERMAN, RUSSIAN):
            if place.kind == "victory hex" and s.here.get(d.board.at[hex_], 0) & d.side[side]:
                won[side] += 5
    german = won[GERMAN] + 3 * len(storm)
    north = {d.board.at[hex_] for hex_ in d.map.areas["N"]}
    if not _joined(s, d.board.at["0120"], assault.open_to(s, RUSSIAN, WAYS)) & north:
        german += 10
    if s.german >> d.board.at["0120"] & 1:
        german += 10
    bid = next((word.removeprefix("bid=") for word in s.options if word.startswith("bid=")), "none").split("-")
    given = {bid[0]: int(bid[1])} if len(bid) > 1 else {}
    return german + given.get("german", 0), won[RUSSIAN] + given.get("russian", 0)


# -- between two positions --------------------------------------------------------------------


def between(before: State, action: Action, after: State) -> None:
    """Who goes into and out of the cup, steps, and what may not be crossed."""
    d = before.data
    assault.between(before, action, after)
    refilled = before.turn == REFILL and after.turn > REFILL
    for unit in scan(d.ground):
        old, new = d.board.names[before.place[unit]], d.board.names[after.place[unit]]
        back = new == "cup" and refilled and d.units[unit].type in ("rifle", "guards")
        assert old != "lost" or new == "lost" or back, f"{action}: {d.pieces[unit]} comes back"
        assert not (refilled and new == "lost" and d.units[unit].type in ("rifle", "guards")), (
            f"{d.pieces[unit]} is lost"
        )
        assert old == "cup" or new != "cup" or back, f"{action}: {d.pieces[unit]} goes into the cup"
        assert old == "reserve" or new != "reserve", f"{action}: {d.pieces[unit]} goes into the reserve"
        fewer = lost_steps(after, unit) < lost_steps(before, unit)
        assert not fewer or new in ("lost", "returning", "cup"), f"{action}: {d.pieces[unit]} has a step more"
    _drawn(before, action, after)
    if action.verb in ("move", "enter", "retreat", "advance", "follow"):
        _crossings(before, action)


def _drawn(before: State, action: Action, after: State) -> None:
    """One unit leaves the cup with each draw, as many as the turn says; each Area gets no more than its number."""
    d = before.data
    gone = {*_in(before, "cup")} - {*_in(after, "cup")}
    assert gone == ({d.pieces[action.args[0]]} if action.verb == "draw" else set()), f"{action}: {gone} leave the cup"
    quotas = {name: numbers[before.turn - 1] for name, numbers in d.plan.draw.numbers.items()}
    came = {box: {*_in(after, box)} - {*_in(before, box)} for box in ("north", "east")}
    if not any(came.values()):
        return
    drawn = {*_in(before, "drawn"), *gone}
    assert action.verb in ("draw", "north"), f"{action}: {came} are assigned"
    assert drawn == {*came["north"], *came["east"]}, f"{action}: not all that were drawn are assigned"
    assert not _in(after, "drawn"), f"{action}: some are still to be assigned"
    assert len(drawn) == sum(quotas.values()) or not _in(after, "cup"), f"{action}: {len(drawn)} drawn"
    assert len(came["north"]) <= quotas["N"], f"{action}: too many in the north"
    assert len(came["east"]) <= quotas["E"], f"{action}: too many in the east"


def _crossings(before: State, action: Action) -> None:
    """The Don from zone to zone, and the Volga."""
    d, (unit, *rest) = before.data, action.args
    if not rest:
        return
    path = rest[0] if isinstance(rest[0], tuple) else (rest[0],)
    start = (before.place[unit],) if before.place[unit] < d.board.box else ()
    side = GERMAN if d.side[GERMAN] >> unit & 1 else RUSSIAN
    names, (_, volga, ferries) = d.board.names, _hexsides(d)
    don = {frozenset(hexes) for hexes in next(r for r in d.map.rivers.values() if r.kind == "Don").sides}
    strict, loose, own = assault.zones(before, 1 - side, WAYS)
    enemy, free = strict | loose | own, action.verb == "advance" and not option(before, "don", "barred")
    for a, b in pairwise((*start, *path)):
        if frozenset((names[a], names[b])) in don and not free:
            assert not enemy >> a & enemy >> b & 1, f"{action}: over the Don from zone to zone"
        if (a, b) in volga:
            bank = d.main >> a & 1 and (d.city >> a | d.city >> b) & 1
            assert side == RUSSIAN, f"{action}: a German over the Volga"
            assert (a, b) in ferries or bank, f"{action}: over the Volga without a ferry"
            assert action.verb != "advance", f"{action}: an advance over the Volga"


ENDS_ONLY: tuple[str, ...] = ()


# -- where games begin ------------------------------------------------------------------------

GATES = """
german 0120
watch yes
0808 16Pz(subcounter) 14HQ
0908 71ID 51HQ
0909 295ID(unsupplied)
1008 24Pz(reduced) 24HQ
1108 14Pz(reduced,subcounter)
1009 Rum20
1208 29Mot(subcounter) 48HQ
0910 76ID(disrupted)
0708 3Mot
0709 60Mot(reduced)
0120 305ID
0907 13Gd 87RD 1W 2W 4TC(disrupted)
0807 95RD(reduced) 3W
1007 244RD 284RD(unsupplied)
C3 10NKVD
J2 4W
0906 37Gd
0707 98RD
1107 35Gd
0504 39Gd
1012 64RD(unsupplied)
lost 13TC 28TC 23TC 192RD 184RD 147RD 196RD 181RD 229RD 214RD"""
STREETS = """
german 0120
0908 51HQ 44ID
F4 71ID
H4 295ID(reduced)
B5 16Pz(subcounter)
0808 14HQ
C4 3Mot(reduced)
D4 60Mot
L4 24Pz(reduced,subcounter)
1008 24HQ
K3 14Pz
M4 29Mot(unsupplied)
1208 48HQ
0120 Rum2
G2 13Gd 1W
G3 87RD(reduced)
I2 284RD
J2 244RD 2W
C2 95RD
E2 4TC
D3 10NKVD(disrupted)
M2 35Gd
J1 37Gd
0906 39Gd
0707 98RD
0504 36Gd
0106 64RD
lost 13TC 28TC 23TC 192RD 184RD 147RD"""
BEND = """
0524 16Pz
0613 3Mot(reduced) 14HQ
0712 112RD
0612 33Gd
0619 60Mot
0815 16TC
0816 24Pz
0917 24HQ
0916 23TC(reduced)
1016 131RD
1017 44ID 51HQ
1117 71ID(reduced)
1116 29RD(disrupted)
1318 297ID(unsupplied)
1417 204RD
1418 295ID
0114 184RD
0115 305ID 8HQ
0120 192RD
2020 Rum1
2021 Rum6HQ
1921 214RD
2217 29Mot 48HQ
0907 13Gd 1W
G3 10NKVD
M2 2W
lost 13TC 28TC"""
STEPS = ("german-bombardment", "german-movement", "german-combat", "mechanized", "russian-movement", "russian-combat")


def beginning(random: Random) -> str | None:
    """A position to begin with: on the Inset, at its gates, at the Don, before the refill; or none, for the set-up."""
    if random.random() < 0.037:
        return None
    step, pieces = random.choice(STEPS), random.choice((GATES, STREETS, STREETS, BEND))
    lines = [f"at {step}", f"turn {random.choice((18, 18, 18, 19, 14))}"]
    if step == "german-bombardment":
        lines.append(f"air {1 + random.randrange(3)}")
    return "\n".join([*lines, *pieces.strip().splitlines()])
