"""[4.0] Movement of units: which units can move, together with which, how far, and why not. Paths are in `paths`."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ....core.bits import Bits, bits, lowest, scan, subsets
from ....core.options import Among, Options
from ....core.rule import Ban, Check, Objection
from ....kit.hex.reach import Rate, Slow, Steps, waves, way_back
from ..data.components import halves
from ..state import FRESH, State, zone
from . import surprise
from .disengagement import no_disengaging, toll
from .step_costs import allowance, factor, first_factor, may_enter
from .supply import slow, unsupplied


def points_left(s: State, unit: int) -> int:
    """A unit's remaining Movement Points in this phase, in half points."""
    left = s.points[unit]
    return allowance(s, unit, ~unsupplied(s, s.side, 1 << s.place[unit])) if left == FRESH else left  # 11.0b, 11.1b


def least_left(s: State, units: Bits) -> int:
    """The fewest Movement Points left to any of some units in one hex, in half points."""
    return min(all_left(s, units).values())


def all_left(s: State, units: Bits) -> dict[int, int]:
    """The Movement Points left to each of some units in one hex, in half points."""
    lefts = {unit: s.points[unit] for unit in scan(units)}
    if units & ~s.begun:
        fed = ~unsupplied(s, s.side, 1 << s.place[lowest(units)])
        lefts |= {unit: allowance(s, unit, fed) for unit in scan(units & ~s.begun)}
    return lefts


class Trip(NamedTuple):
    """Where some units can go together: rings of hexes by cost, and the cost of the first steps."""

    units: Bits
    start: int
    rate: Rate
    budget: int
    rings: list[Bits]
    first: dict[int, int]
    reached: Bits
    enemy_zone: Bits
    leave: Bits  # enemy-controlled hexes it may leave by disengaging
    toll: int
    slow: Slow

    def cost_of(self, end: int) -> int:
        """The lowest cost to get there, in half points."""
        return next(at for at, ring in enumerate(self.rings) if ring >> end & 1)

    def path_to(self, end: int) -> tuple[int, ...]:
        """The cheapest path to a hex that can be reached."""
        return tuple(reversed(way_back(self.rings, end, self.cost_of(end), self.first.get, self._steps_into)))

    def _steps_into(self, here: int) -> Steps:
        """The steps into a hex, with their costs."""
        ways, times = self.rate.into[here], factor(self.slow, here)
        if times == 1 and not self.enemy_zone & self.rate.ends[here]:
            return ways
        return list(self._slow_steps(here, ways, times))

    def _slow_steps(self, here: int, ways: Steps, times: int) -> Iterator[tuple[int, int]]:
        for before, cost in ways:
            if not self.enemy_zone >> before & 1:
                yield before, cost * times
            elif self.leave >> before & 1 and not self.enemy_zone >> here & 1:
                yield before, cost * times + self.toll


def rate_of(s: State, units: Bits) -> Rate:
    """The rate of a stack: that of its slowest unit."""
    return s.data.foot if units & ~s.data.motorized else s.data.motor  # 4.5c


def first_steps(s: State, units: Bits, start: int, budget: int) -> dict[int, int]:
    """The hexes these units can enter first, with the cost of each, in half points."""
    engaged = zone(s, 1 - s.side) >> start & 1
    if any(True for _ in no_disengaging(s, units, start)) if engaged else units & s.stopped:
        return {}  # 4.7a
    open_ = may_enter(s, units, start)
    extra = 0
    if engaged:
        open_ &= ~zone(s, 1 - s.side)  # 6.4a, 4.3b
        extra = toll(s, units)
    slowed = slow(s, s.side)
    fresh = not units & s.begun
    times = first_factor(s, units, start) if slowed else 1  # 13.4a
    out: dict[int, int] = {}
    for place, cost in rate_of(s, units).out[start]:
        if open_ >> place & 1:
            paid = cost * times * factor(slowed, place) + extra if slowed else cost + extra
            if paid <= budget:
                out[place] = paid
            elif fresh:
                out[place] = budget  # 4.3a
    return out


def trip(s: State, units: Bits, budget: int | None = None) -> Trip:
    """How far these units, stacked in one hex, can go together."""
    start = s.place[lowest(units)]
    if budget is None:
        budget = least_left(s, units)  # 4.1a, 4.5c
    rate = rate_of(s, units)
    enemy_zone = zone(s, 1 - s.side)
    enter = may_enter(s, units, start)
    slowed = slow(s, s.side)
    extra = toll(s, units)
    rings = [0] * (budget + 1)
    first = first_steps(s, units, start, budget)
    for place, paid in first.items():
        rings[paid] |= 1 << place
    stays = (
        s.held[s.side] & enemy_zone
        if units.bit_count() <= s.data.disengage_stack and not units & ~s.data.panzers
        else 0
    )
    reached = waves(
        rings,
        rate,
        enter,
        ~enemy_zone,  # 4.7a, 4.7b
        slowed,
        [(rate, stays, enter & ~enemy_zone, extra)],  # 4.7c, 6.1b, 6.4a
    )
    return Trip(units, start, rate, budget, rings, first, reached, enemy_zone, stays, extra, slowed)


# -- which unit leads, which go along ---------------------------------------------------------


def lead_bans(s: State) -> list[Ban]:
    """Every unit that cannot move now, and why."""
    d, side = s.data, s.side
    away = d.all_pieces & ~d.side[side]
    off = (s.here.get(d.reserve, 0) | s.here.get(d.lost, 0)) & d.side[side]
    frozen = surprise.frozen(s)
    bans = [
        Ban("4.0a", "{it} is not yours to move", away),
        Ban("4.0a", "{it} is not on the map", off),
        Ban("7.7c", "{it} retreated from an overrun and may not move again this phase", s.halted),
        Ban("17.2c", f"{{it}} may not move on Game-Turn {d.surprise_turn}", frozen),
    ]
    return [*bans, *surprise.lead_bans(s, d.side[side] & ~off & ~frozen)] if surprise.bound(s) else bans


def lead_barred(s: State) -> Callable[[int], bool]:
    """Whether a clause leaves a unit no hex to move to."""
    if surprise.bound(s):
        return surprise.idle(s)
    held = _held(s)
    return lambda unit: held(unit) != ""


def _held(s: State) -> Callable[[int], str]:
    """A function that finds the clause that leaves a unit no hex to move to; empty if none does."""
    d, side = s.data, s.side
    enemy_zone = zone(s, 1 - side)
    room = d.land & ~s.held[1 - side] & ~s.crowd[d.stacking]

    def held(unit: int) -> str:
        start = s.place[unit]
        if not s.held[side] >> start & 1 or s.halted >> unit & 1:
            return ""
        engaged = bool(enemy_zone >> start & 1)
        exits = d.adjacent[start] & room
        if engaged:
            exits &= ~enemy_zone
        if not exits:
            return "4.0c"
        if engaged and s.here[start].bit_count() == 1:
            return "6.3a"
        if engaged and s.origin[unit] != start and not d.panzers >> unit & 1:
            return "6.2b"
        if not engaged and s.stopped >> unit & 1:
            return "4.7a"
        left = s.points[unit]
        return "4.1a" if left != FRESH and _least(s, unit, start, exits, engaged) > left else ""

    return held


def lead_checks(s: State) -> list[Check]:
    """The same, clause by clause."""
    if surprise.bound(s):
        return surprise.lead_checks(s)
    held = _held(s)
    return [
        Check(
            "4.0c",
            "{it} has no hex to move to; adjacent hexes: {hexes}",
            lambda unit: held(unit) == "4.0c",
            lambda unit: _hemmed(s, unit),
        ),
        Check(
            "6.3a",
            "{it} is alone in an enemy ZOC: no friendly unit would stay to cover its disengagement",
            lambda unit: held(unit) == "6.3a",
        ),
        Check("6.2b", "{it} is in an enemy ZOC and did not begin the phase there", lambda unit: held(unit) == "6.2b"),
        Check(
            "4.7a",
            "{it} ended its move in a hex that was then in an enemy ZOC, and took no part in clearing it",
            lambda unit: held(unit) == "4.7a",
        ),
        Check(
            "4.1a",
            "{it} has {has} Movement Points left; the cheapest step costs {needs}",
            lambda unit: held(unit) == "4.1a",
            lambda unit: _shortage(s, unit),
        ),
    ]


def _least(s: State, unit: int, start: int, open_: Bits, engaged: bool) -> int:
    """The cost of the cheapest step from a hex into one of these, in half points."""
    slowed = slow(s, s.side)
    steps = (s.data.motor if s.data.motorized >> unit & 1 else s.data.foot).out[start]
    extra = toll(s, 1 << unit) if engaged else 0
    if not slowed:
        return next((cost for to, cost in steps if open_ >> to & 1), 99) + extra
    times = first_factor(s, 1 << unit, start)  # 13.4a
    return min((cost * times * factor(slowed, to) for to, cost in steps if open_ >> to & 1), default=99) + extra


def _hemmed(s: State, unit: int) -> dict[str, str]:
    """Why a unit that cannot move cannot enter the hexes around it."""
    near = s.data.adjacent[s.place[unit]]
    enemy, full = near & s.held[1 - s.side], near & s.crowd[s.data.stacking] & s.held[s.side]
    watched = near & ~enemy & ~full & zone(s, 1 - s.side)
    kinds = ((enemy, "held by the enemy [4.4]"), (full, "full [4.6]"), (watched, "in an enemy ZOC [6.4]"))
    said = [f"{hexes.bit_count()} {what}" for hexes, what in kinds if hexes]
    return {"hexes": ", ".join(said) or "only sea and lake [4.9]"}


def _shortage(s: State, unit: int) -> dict[str, str]:
    start = s.place[unit]
    enemy_zone = zone(s, 1 - s.side)
    engaged = bool(enemy_zone >> start & 1)
    room = s.data.land & ~s.held[1 - s.side] & ~s.crowd[s.data.stacking]
    open_ = room & ~enemy_zone if engaged else room
    return {"has": halves(s.points[unit]), "needs": halves(_least(s, unit, start, open_, engaged))}


def _mates(s: State, lead: int) -> Bits:
    """Units that may go along with the leader: numbered after it, so that a stack has one leader."""
    same = s.here[s.place[lead]] & s.data.side[s.side] & ~s.halted & ~surprise.frozen(s)
    return bits(u for u in scan(same >> (lead + 1) << (lead + 1)) if s.origin[u] == s.origin[lead])


def rest_options(s: State, lead: int) -> Options:
    """The groups with which the leader can move; units not named stay behind (4.5d)."""
    mates = _mates(s, lead)
    if not mates:
        return Among((0,))
    can_go = _ends if surprise.bound(s) else _can_step
    return Among(
        [
            more
            for more in subsets(mates)
            if more.bit_count() < s.data.stacking and (not more or can_go(s, more | 1 << lead))
        ]
    )


def _can_step(s: State, units: Bits) -> bool:
    return bool(first_steps(s, units, s.place[lowest(units)], least_left(s, units)))


def rest_objections(s: State, lead: int, rest: Bits) -> list[Objection]:
    """Why these units may not go along."""
    names, out = s.title.lexicon.pieces, []
    for unit in scan(rest):
        if not s.data.side[s.side] >> unit & 1:
            out.append(Objection("4.0a", f"{names[unit]} is not yours to move"))
        elif s.place[unit] != s.place[lead]:
            out.append(Objection("4.5a", f"{names[unit]} is not in the hex of {names[lead]}"))
        elif s.origin[unit] != s.origin[lead]:
            out.append(Objection("4.5a", f"{names[unit]} and {names[lead]} did not begin the phase in the same hex"))
        elif s.halted >> unit & 1:
            out.append(Objection("7.7c", f"{names[unit]} retreated from an overrun and may not move again this phase"))
        elif unit <= lead:
            out.append(Objection("form", f"name {names[unit]} before {names[lead]}"))
    count, limit = rest.bit_count() + 1, s.data.stacking
    if count > limit:
        out.append(
            Objection("4.5a", f"{count} units may not move together: at most {limit}", {"units": count, "limit": limit})
        )  # 4.0c
    if not out and rest and _ends(s, 1 << lead) and not _ends(s, rest | 1 << lead):
        out += _stuck_together(s, rest | 1 << lead)
    return out


def _stuck_together(s: State, units: Bits) -> list[Objection]:
    """Why some units that may move separately cannot move as a stack."""
    start, names, enemy_zone = s.place[lowest(units)], s.title.lexicon.pieces, zone(s, 1 - s.side)
    engaged = enemy_zone >> start & 1
    if engaged and (out := list(no_disengaging(s, units, start))):
        return out
    if surprise.bound(s):
        return [
            Objection(
                "17.2a", f"no move together fulfils what each of them must do on Game-Turn {s.data.surprise_turn}"
            )
        ]
    if units & s.stopped and not engaged:
        who = " ".join(names[unit] for unit in scan(units & s.stopped))
        return [Objection("4.7a", f"ended the move in a hex that was then in an enemy ZOC: {who}", {"units": who})]
    if s.data.adjacent[start] & may_enter(s, units, start) & ~(enemy_zone if engaged else 0):
        left = least_left(s, units)
        who = next(names[unit] for unit in scan(units) if points_left(s, unit) == left)
        return [
            Objection(
                "4.5c",
                f"a stack moves as its slowest unit: {who} has {halves(left)} Movement Points",
                {"unit": who, "has": halves(left)},
            )
        ]
    return [
        Objection(
            "4.6a",
            f"no adjacent hex has room for {units.bit_count()} units: the limit is {s.data.stacking}",
            {"units": units.bit_count(), "limit": s.data.stacking},
        )
    ]


def _ends(s: State, units: Bits) -> Bits:
    """The hexes where a move of these units may end."""
    way = trip(s, units)
    return surprise.ends(s, way) if surprise.bound(s) else way.reached
