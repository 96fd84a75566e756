"""[2.6, 10.8] Movement: allowances, costs, where a Block can move and why not, and the effects of moving.

Clauses: 2.0c, 2.4b, 2.4.1c, 2.4.2c, 2.4.3b, 2.4.4c-d, 2.4.6a-b, 2.5c, 2.6a-c, 4.2.1a-d, 8.0b, 8.0e, 10.8a-k, 10.8.1a,
14.6a, 14.7a.
"""

from collections.abc import Mapping
from fractions import Fraction
from heapq import heappop, heappush
from typing import NamedTuple

from ....core.bits import Bits, lowest, scan
from ....core.knowledge import kept
from ....core.options import Options, Paths
from ....core.rule import Objection
from ..data.components import SOVIET
from ..state import EXPLOIT, PASS, State, arrive, called, depart, follow, known, shift, side_of
from .control import friendly, take, units, vacated
from .strength import weather

WALKED = ("10.8e", "{unit} moves from {hex} to {hex_end}.")
AROUND = {"10.8h": "not friendly", "10.8j": "too costly", "2.7a": "full", "2.4.4d": "German Staging Areas"}
NO_ENGAGING = {PASS: "12.0b", EXPLOIT: "10.18d"}  # 10.11k


def allowance(s: State, face: int) -> int:
    """Movement Points of a Block."""
    points = s.data.charts.points
    if s.data.divisions >> face & 1 and "divisions=marching" in s.options:
        return points["divisions"]  # 14.7a
    return points["fast" if s.data.fast >> face & 1 else "slow"]  # 4.2.1b, 4.2.1c, 10.8.1a


def cost(s: State, face: int, area: int) -> int:
    """The cost for a Block to enter an Area."""
    return fare(s, face) or s.data.cost[area]  # 2.6a, 10.8e


def fare(s: State, face: int) -> int:
    """The cost for a Block to enter any Area in this weather; 0 if the terrain decides."""
    every = weather(s).cost
    if every and s.weather == "rain" and s.data.cavalry >> face & 1 and "cavalry=mobile" in s.options:  # 4.2.5b
        return s.data.charts.points["cavalry_rain"]  # 14.6a
    return every  # 8.0b, 8.0e


def priced(s: State, face: int) -> Mapping[int, Bits]:
    """The Areas by the cost for a Block to enter them."""
    return {cost(s, face, 0): -1} if weather(s).cost else s.data.priced  # 2.6a, 8.0b, 8.0e


def able(s: State, path: tuple[int, ...], toll: int) -> Bits:
    """The faces that could take this path, as far as everyone knows."""
    terrain = s.data.cost
    return _able(s, len(path), sum([terrain[area] for area in path]), toll)


@kept(lambda s, *_: s.weather)
def _able(s: State, areas: int, terrain: int, toll: int) -> Bits:
    out = 0
    for alike in s.data.classes:
        face = lowest(alike)
        if (areas * fare(s, face) or terrain) + toll <= allowance(s, face):
            out |= alike
    return out


class Reach(NamedTuple):
    """Where a Block can go: the Areas first entered at each cost, and where it may stop."""

    start: int
    rings: tuple[Bits, ...]
    ends: Bits
    enemy: Bits
    first: Bits  # the Areas open to the first step
    toll: int  # on top of the first step

    def cost_of(self, end: int) -> int:
        """The lowest cost to get there."""
        return next(at for at, ring in enumerate(self.rings) if ring >> end & 1)


def engaged(s: State, piece: int) -> bool:
    """Whether there are enemies in the Block's Area."""
    return bool(units(s, 1 - side_of(s, piece)) >> s.place[piece] & 1)


def may_enter(s: State, side: int) -> Bits:
    """The Areas that a side may ever enter."""
    areas = s.data.board.areas
    return areas & ~s.data.staging if side == SOVIET else areas  # 2.4.4d, 2.4.4e, 2.6b, 2.6c


def _terrain(s: State, piece: int, _engage: bool) -> tuple[object, ...]:
    """All that a Block's reach depends on."""
    return (
        s.place[piece], s.face[piece], s.weather, s.german, s.german_lines, s.soviet_lines, *s.held, *s.full
    )  # fmt: skip


@kept(_terrain)
def reach(s: State, piece: int, engage: bool) -> Reach:
    """Where a Block can move with its full allowance."""
    d, side, face, start = s.data, side_of(s, piece), s.face[piece], s.place[piece]
    budget, enemy, spread = allowance(s, face), units(s, 1 - side), d.board.spread
    enter, prices = may_enter(s, side) & (-1 if engage else ~enemy), priced(s, face).items()
    toll, first = 0, enter & d.adjacent[start]
    if enemy >> start & 1:
        toll, first = d.charts.points["disengage"], first & friendly(s, side)  # 10.8g, 10.8h
    rings = [0] * (budget + 1)
    for paid, areas in prices:
        if paid + toll <= budget:
            rings[paid + toll] = first & areas
    done = 0
    for at in range(budget + 1):
        rings[at] &= ~done
        done |= rings[at]
        if new := rings[at] & ~enemy:  # 10.8f
            new = spread(new) & enter  # 10.8i
            for paid, areas in prices:
                if at + paid <= budget:
                    rings[at + paid] |= new & areas
    done &= ~(1 << start)
    return Reach(start, tuple(rings), done & ~s.full[side], enemy, first, toll)  # 2.7a, 10.8k


def way_to(s: State, face: int, way: Reach, end: int) -> tuple[int, ...]:
    """The cheapest path to an Area that can be reached."""
    at, path = way.cost_of(end), [end]
    while True:
        here = path[-1]
        paid = cost(s, face, here)
        if way.first >> here & 1 and paid + way.toll == at:
            return tuple(reversed(path))
        before = s.data.adjacent[here] & ~way.enemy & (way.rings[at - paid] if at >= paid else 0)
        path.append((before & -before).bit_length() - 1)
        at -= paid


def paths(s: State, piece: int, engage: bool, clause: str = "") -> Options:
    """The paths a Block may take."""
    way, face = reach(s, piece, engage), s.face[piece]
    return Paths(
        way.ends,
        lambda end: way_to(s, face, way, end),
        lambda path: not path_objections(s, piece, path, clause),
        lambda end: Fraction(way.cost_of(end)),
    )


def path_objections(s: State, piece: int, path: tuple[int, ...], no_engaging: str = "") -> list[Objection]:
    """The objections to a Block's path; `no_engaging` is the clause that forbids engaging, if any."""
    d, side, face, names = s.data, side_of(s, piece), s.face[piece], s.data.board.names
    it, out = d.blocks[face].id, []
    if not path:
        return [Objection("form", "name the Areas of the path")]
    enemy, ours, enter = units(s, 1 - side), friendly(s, side), may_enter(s, side)
    here, spent = s.place[piece], 0
    for n, area in enumerate(path):
        name = names[area] or "nowhere"
        if not d.adjacent[here] >> area & 1:
            out.append(Objection(*_unreachable(s, name, names[here], area)))
            return out
        if not enter >> area & 1:
            out.append(Objection("2.4.4d", f"{name} is a German Staging Area"))
        spent += cost(s, face, area)
        if enemy >> here & 1:
            if n:
                out.append(Objection("10.8f", f"in {names[here]} {it} meets enemies and must stop"))
            else:
                spent += d.charts.points["disengage"]
                if not ours >> area & 1:
                    out.append(Objection("10.8h", f"to disengage {it} must enter a friendly uncontested Area"))
        if enemy >> area & 1 and no_engaging:
            out.append(Objection(no_engaging, f"there are enemies in {name}"))
        here = area
    has = allowance(s, face)
    if spent > has:
        facts = {"needs": spent, "has": has}
        out.append(Objection("10.8j", f"{it} has {has} Movement Points; this path costs {spent}", facts))
    if here != s.place[piece] and s.full[side] >> here & 1:
        limit = d.stacking[here]
        out.append(Objection("2.7a", f"{names[here]} is full: at most {limit} Blocks", {"limit": limit}))
    return out


def around_words(s: State, piece: int, no_engaging: str) -> str:
    """Why a Block that cannot move cannot enter the Areas around it."""
    found: dict[str, int] = {}
    for area in scan(s.data.adjacent[s.place[piece]]):
        if wrong := path_objections(s, piece, (area,), no_engaging):
            what = AROUND.get(wrong[0].clause, "with enemies" if wrong[0].clause == no_engaging else "closed to it")
            case = f"{what} [{wrong[0].cite}]"
            found[case] = found.get(case, 0) + 1
    return ", ".join(f"{many} {case}" for case, many in found.items()) or "none"


def meant(s: State, piece: int, area: int) -> tuple[int, ...]:
    """The most likely path to an Area out of reach: the cheapest, through enemies if there is no other."""
    d, face, start = s.data, s.face[piece], s.place[piece]
    enemy = units(s, 1 - side_of(s, piece))
    for closed in (enemy & ~(1 << area), 0):
        best: dict[int, tuple[int, tuple[int, ...]]] = {start: (0, ())}
        queue = [(0, start)]
        while queue:
            spent, here = heappop(queue)
            if here == area:
                return best[area][1]
            for after in scan(d.adjacent[here] & ~closed):
                total = spent + cost(s, face, after)
                if after not in best or total < best[after][0]:
                    best[after] = total, (*best[here][1], after)
                    heappush(queue, (total, after))
    return (area,)


def _unreachable(s: State, name: str, here: str, area: int) -> tuple[str, str]:
    d = s.data
    if area in (d.rastenburg, d.kiev):  # 2.2c, 2.2d
        return "2.6b", f"Blocks cannot move to {name}"
    if d.road_boxes >> area & 1:
        return "2.6c", f"{name} is on the Road to Leningrad"
    return "10.8e", f"{name} is not adjacent to {here}"


def walk(s: State, piece: int, path: tuple[int, ...], could: Bits = -1, told: tuple[str, str] = WALKED) -> int:
    """Move a Block along a path, Area by Area, and return its new number. Its diary note comes first.

    To the opponent it may be any face that could make such a move.
    """
    side, start, was_known = side_of(s, piece), s.place[piece], known(s, piece)
    toll = s.data.charts.points["disengage"] if engaged(s, piece) else 0
    could &= able(s, path, toll)
    rivers, here, wet = weather(s).rivers, start, False
    who, first = called(s, piece), len(s.log or ())
    piece = depart(s, piece)
    if not was_known:
        follow(s, side, start, path[-1], could)  # before Stalin, left alone in Moscow, removes its trail there
    for area in path:
        meets = bool(units(s, 1 - side) >> area & 1)
        wet = meets and rivers and bool(s.data.board.river[here] >> area & 1) and not s.old >> area & 1  # 2.4.6b
        shift(s, piece, area)
        if here == start:
            vacated(s, start)
        if not meets:
            take(s, area, side)  # 2.5c, 2.5e
        here = area
        if s.over:
            break  # 1.7c
    could = could if s.over else 0  # it has been followed, unless to another Area than planned
    piece = arrive(s, piece, start, was_known, could, wet)
    s.trail[piece] |= 1 << here
    s.acted |= 1 << piece
    s.note(*told, unit=who, hex=start, hex_end=here)
    if s.log:
        s.log.insert(first, s.log.pop())
    return piece


def engaging(s: State) -> str:
    """The clause that forbids engaging now; empty if none does."""
    return NO_ENGAGING.get(s.impulse, "")
