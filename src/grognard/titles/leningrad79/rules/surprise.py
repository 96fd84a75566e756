"""[17.0] Surprise: the Soviet duties on Game-Turn 1, and the counterblow of Game-Turn 7."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import accumulate, pairwise, product
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from ....core.bits import Bits, bits, lowest, scan
from ....core.knowledge import kept
from ....core.rule import Ban, Check, Objection
from ....kit.hex.reach import Rate, waves_back
from ....kit.stacks import pieces_in, places_of
from ..data.components import halves
from ..state import GERMAN, SOVIET, State, zone
from .step_costs import allowance, factor, first_factor, may_enter
from .supply import slow, unsupplied

if TYPE_CHECKING:
    from .movement import Trip

FAR = 200  # halves: farther than any place on the map


def bound(s: State) -> bool:
    """Whether it is the Soviet Player-Turn of Game-Turn 1."""
    return s.turn == s.data.surprise_turn and s.side == SOVIET  # 17.0a


def frozen(s: State) -> Bits:
    """The units that may not move at all on Game-Turn 1."""
    if not bound(s):
        return 0
    return bits(u for u in scan(pieces_in(s, s.data.frozen)) if s.origin[u] == s.place[u])  # 17.2c


def goals(s: State) -> Bits:
    """The hexes adjacent to a German unit with room for one more."""
    return zone(s, GERMAN) & _passable(s)


def _passable(s: State) -> Bits:
    return s.data.land & ~s.held[GERMAN] & ~s.crowd[s.data.stacking]


def _rate(s: State, unit: int) -> Rate:
    return s.data.motor if s.data.motorized >> unit & 1 else s.data.foot


def points(s: State, units: Bits) -> dict[int, int]:
    """The Movement Points left to each unit in this phase, in half points."""
    fed = ~unsupplied(s, SOVIET, places_of(s, units & ~s.begun))
    return {u: s.points[u] if s.begun >> u & 1 else allowance(s, u, fed) for u in scan(units)}


# -- units that can get adjacent or can still march -----------------------------------------------


def ranges(s: State) -> tuple[list[Bits], list[Bits]]:
    """For foot and for motor: by half points available, the hexes from which a unit can get adjacent to a German unit.

    Full hexes are in no set; each set contains the one before it.
    """
    d = s.data
    return _range(s, d.foot, d.infantry_units), _range(s, d.motor, d.armored_units)


@kept(lambda s, *_: (s.held[GERMAN], s.crowd[s.data.stacking], s.raid, s.heavy_raid), most=4)
def _range(s: State, rate: Rate, kind: Bits) -> list[Bits]:
    rings = waves_back(goals(s), 2 * s.data.allowance[lowest(kind)], rate, _passable(s), slow(s, SOVIET))
    return list(accumulate(rings, or_))


@kept(lambda s, _: (s.held[GERMAN], s.raid, s.heavy_raid), most=4)
def rings(s: State, rate: Rate) -> list[Bits]:
    """The hexes by their distance to the nearest German unit, in half points."""
    return waves_back(s.held[GERMAN], FAR, rate, s.data.land, slow(s, SOVIET))


def able(s: State, left: dict[int, int], within: tuple[list[Bits], list[Bits]]) -> Bits:
    """Which of these units can still get adjacent to a German unit."""
    room, slowed = _passable(s), slow(s, SOVIET)
    near, plain = zone(s, GERMAN) & room, room & ~s.raid & ~s.heavy_raid
    out = 0
    for unit, has in left.items():
        here, reach = s.place[unit], within[s.data.motorized >> unit & 1]
        if not s.begun >> unit & 1 and s.data.adjacent[here] & near:
            out |= 1 << unit  # 4.3a
        elif plain >> here & 1:
            out |= (reach[has] >> here & 1) << unit
        else:
            times = first_factor(s, 1 << unit, here)
            for place, cost in _rate(s, unit).out[here]:
                paid = cost * times * factor(slowed, place)
                if paid <= has and reach[has - paid] >> place & 1:
                    out |= 1 << unit
                    break
    return out


def marching(s: State, left: dict[int, int]) -> Bits:
    """Which of these units, unable to get adjacent, can still move toward the nearest German unit."""
    room, slowed = _passable(s), slow(s, SOVIET)
    out = 0
    for unit, has in left.items():
        rate, start = _rate(s, unit), s.place[unit]
        far = distances(s, rate)
        at = far.get(start, 0)
        most = has if s.begun >> unit & 1 else FAR  # 4.3a: a fresh unit can always move one hex
        for to, cost in rate.out[start] if has else ():
            if room >> to & 1 and far.get(to, FAR) < at and cost * factor(slowed, to) <= most:
                out |= 1 << unit
                break
    return out


def duties(s: State) -> tuple[Bits, Bits]:
    """The units that must still get adjacent, and those that must still march."""
    loose = pieces_in(s, s.held[SOVIET] & ~zone(s, GERMAN)) & ~frozen(s)
    left = points(s, loose)
    can = able(s, left, ranges(s))
    return can, marching(s, {u: has for u, has in left.items() if not can >> u & 1})


def lead_bans(s: State, units: Bits) -> list[Ban]:
    """Units that may not move on Game-Turn 1 because they have no duty left."""
    engaged = pieces_in(s, zone(s, GERMAN) & s.held[SOVIET]) & units
    turn = s.data.surprise_turn
    return [Ban("17.1b", f"{{it}} is in a German ZOC, and on Game-Turn {turn} no Soviet unit may disengage", engaged)]


def idle(s: State) -> Callable[[int], bool]:
    """Whether a unit has no duty left on Game-Turn 1."""
    loose, within = pieces_in(s, s.held[SOVIET] & ~zone(s, GERMAN)) & ~frozen(s), ranges(s)

    def done(unit: int) -> bool:
        if not loose >> unit & 1:
            return False
        left = points(s, 1 << unit)
        return not able(s, left, within) and not marching(s, left)

    return done


def lead_checks(s: State) -> list[Check]:
    """A unit may move on Game-Turn 1 only while it has a duty left."""
    return [Check("17.2b", "{it} has marched as far toward the Germans as it can", idle(s))]


def unfinished(s: State) -> list[Objection]:
    """Why the Soviet Movement Phase of Game-Turn 1 may not end yet."""
    names = s.title.lexicon.pieces
    can, march = duties(s)
    out = []
    if can:
        who = " ".join(names[u] for u in scan(can))
        out.append(Objection("17.2a", f"still able to get adjacent to a German unit: {who}", {"units": who}))
    if march:
        who = " ".join(names[u] for u in scan(march))
        out.append(Objection("17.2b", f"must still march toward the nearest German unit: {who}", {"units": who}))
    return out


# -- where a move may lead ----------------------------------------------------------------------


@kept(lambda s, _: (s.held[GERMAN], s.raid, s.heavy_raid), most=4)
def distances(s: State, rate: Rate) -> dict[int, int]:
    """The distance of each hex to the nearest German unit, in half points."""
    return {place: at for at, ring in enumerate(rings(s, rate)) if ring for place in scan(ring)}


class Orders(NamedTuple):
    """The duties on Game-Turn 1 of units that move together."""

    able: dict[int, list[Bits]]  # units that must still be able to get adjacent: from where, by points spent
    far: tuple[dict[int, int], ...]  # for the marching units, by rate: distances to the Germans

    def fails(self, place: int, paid: int) -> Bits:
        """The units that could no longer get adjacent from there after paying this cost."""
        return bits(unit for unit, reach in self.able.items() if not reach[paid] >> place & 1)

    def nearer(self, here: int, place: int) -> bool:
        """Whether the step brings every marching unit nearer to the Germans."""
        return all(far.get(place, FAR) < far.get(here, FAR) for far in self.far)


def orders(s: State, way: "Trip") -> Orders:
    """The duties of the units of a trip."""
    left, within = points(s, way.units), ranges(s)
    can = able(s, left, within)
    rates = [
        rate
        for rate, kind in ((s.data.foot, s.data.infantry_units), (s.data.motor, s.data.armored_units))
        if way.units & kind & ~can
    ]
    return Orders(
        {u: within[s.data.motorized >> u & 1][left[u] :: -1] for u in scan(can)},
        tuple(distances(s, rate) for rate in rates),
    )


def marches(s: State, way: "Trip", asked: Orders) -> dict[int, tuple[int, tuple[int, ...]]]:
    """The ends of paths on which each step brings units nearer to the Germans: the cost and the cheapest such path."""
    enter = may_enter(s, way.units, way.start)
    out: dict[int, tuple[int, tuple[int, ...]]] = {}
    open_: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while open_:
        paid, path = heappop(open_)
        here = path[-1] if path else way.start
        if path:
            if here in out:
                continue
            out[here] = paid, path
            if way.enemy_zone >> here & 1:
                continue  # 4.7a
            steps = [(to, cost * factor(way.slow, to)) for to, cost in way.rate.out[here] if enter >> to & 1]
        else:
            steps = list(way.first.items())
        for to, cost in steps:
            if paid + cost <= way.budget and asked.nearer(here, to):
                heappush(open_, (paid + cost, (*path, to)))
    return out


def moves(s: State, way: "Trip") -> tuple[Bits, Callable[[int], tuple[int, ...]]]:
    """Where a move on Game-Turn 1 may end, and by which path, with no unit failing its duty."""
    asked = orders(s, way)
    if asked.far:
        found = marches(s, way, asked)
        open_ = bits(end for end, (paid, _) in found.items() if not asked.fails(end, paid))
        return open_, lambda end: found[end][1]  # 17.2b
    out = 0
    for paid, ring in enumerate(way.rings):
        for reach in asked.able.values():
            ring &= reach[paid]
        out |= ring
    return out, way.path_to  # 17.2a


def ends(s: State, way: "Trip") -> Bits:
    """Where a move on Game-Turn 1 may end."""
    return moves(s, way)[0]


def path_objections(s: State, way: "Trip", path: tuple[int, ...], paid: int) -> list[Objection]:
    """The objections of Game-Turn 1 to a path that is otherwise legal."""
    names, asked = s.title.lexicon, orders(s, way)
    out = []
    if late := asked.fails(path[-1], min(paid, way.budget)):
        who = " ".join(names.pieces[u] for u in scan(late))
        out.append(
            Objection(
                "17.2a",
                f"now able to get adjacent to a German unit, but no longer able from {names.places[path[-1]]}: {who}",
                {"units": who},
            )
        )
    for (here, place), far in product(pairwise((way.start, *path)), asked.far):
        before, after = far.get(here, FAR), far.get(place, FAR)
        if after >= before:
            out.append(
                Objection(
                    "17.2b",
                    f"{names.places[place]} is no nearer to the nearest German unit than "
                    f"{names.places[here]}: {halves(after)} Movement Points against {halves(before)}",
                    {"before": before / 2, "after": after / 2},
                )
            )
    return out
