"""[4.0] Movement of units, [6.0] Disengagement: who may go where, at what cost, and why not."""

from collections.abc import Iterator
from typing import NamedTuple

from ...core.action import Arg, Verb, one
from ...core.bits import Bits, bits, lowest, scan, subsets
from ...core.kinds import PATH, PIECE, PIECES
from ...core.options import Among, Options, Paths
from ...core.rule import Ban, Objection
from ...kit.ledger import Line
from ...kit.reach import Rate, Slow, waves
from . import surprise
from .components import halves
from .state import FRESH, GERMAN, SOVIET, State, put, zone
from .supply import slow, supplied


def points_left(s: State, unit: int) -> int:
    """Movement Points a unit has left in this phase, in halves."""
    left = s.points[unit]
    return allowance(s, unit, supplied(s, s.side)) if left == FRESH else left  # 11.0b, 11.1b


def allowance(s: State, unit: int, fed: Bits) -> int:
    """The Movement Allowance of a unit that begins to move, in halves; `fed` is where supply reaches."""
    full = s.data.allowance[unit]  # 2.7a, 2.7a
    if fed >> s.place[unit] & 1:
        return 2 * full
    return full // 2 * 2  # 11.0a, 11.1a


def toll(s: State, units: Bits) -> int:
    """What disengaging costs on top of the hex entered, in halves."""
    quick = not units & ~s.data.panzers
    return 2 * (s.data.disengage_quick if quick else s.data.disengage)  # 6.0a, 6.1a, 6.2a


def no_disengaging(s: State, units: Bits, start: int) -> Iterator[Objection]:
    """Every clause that keeps these units from leaving an enemy-controlled hex."""
    name = s.title.lexicon.places[start]
    if surprise.bound(s):
        yield Objection("17.1b", f"on Game-Turn 1 Soviet units may not disengage; {name} is in a German ZOC")
    if units.bit_count() > 2:
        yield Objection("6.0b", f"{units.bit_count()} units may not disengage together: two at most",
                        {"units": units.bit_count(), "limit": 2})  # 4.5b  # fmt: skip
    if not s.here[start] & ~units:
        yield Objection("6.3a", f"nobody would stay in {name} to cover the disengagement",
                        {"staying": 0, "needed": 1})  # 6.0b  # fmt: skip
    slow_ones = units & ~s.data.panzers
    if any(s.origin[unit] != start for unit in scan(slow_ones)):
        yield Objection("6.2b", f"it entered the enemy ZOC in {name} this phase and may not go on: "
                        "only German armor and mechanized units disengage from a hex they moved to")  # fmt: skip


class Trip(NamedTuple):
    """Where some units can go together: rings of hexes by cost, and how the first step was paid."""

    units: Bits
    start: int
    rate: Rate
    budget: int
    rings: list[Bits]
    first: dict[int, int]
    reached: Bits
    enemy_zone: Bits
    leave: Bits  # enemy-controlled hexes it may pass by disengaging
    toll: int
    slow: Slow

    def cost_of(self, end: int) -> int:
        """The least cost to get there, in halves."""
        return next(at for at, ring in enumerate(self.rings) if ring >> end & 1)

    def path_to(self, end: int) -> tuple[int, ...]:
        """The cheapest path to a hex that can be reached."""
        at = self.cost_of(end)
        path = [end]
        while self.first.get(path[-1]) != at:
            here = path[-1]
            times = factor(self.slow, here)
            for before, cost in self.rate.into[here]:
                paid = cost * times
                if self.enemy_zone >> before & 1:
                    if not self.leave >> before & 1 or self.enemy_zone >> here & 1:
                        continue
                    paid += self.toll
                if paid <= at and self.rings[at - paid] >> before & 1:
                    at -= paid
                    path.append(before)
                    break
            else:
                raise AssertionError("rings without a way back")
        return tuple(reversed(path))


def factor(slowed: Slow, place: int) -> int:
    """How many times the ordinary cost a hex takes to enter."""
    for times, where in slowed:
        if where >> place & 1:
            return times
    return 1


def first_factor(s: State, units: Bits, start: int) -> int:
    """What the first step costs more because the units begin the phase under interdiction."""
    fresh = all(s.points[unit] == FRESH for unit in scan(units))
    return factor(slow(s, SOVIET), start) if s.side == SOVIET and fresh else 1  # 13.4a


def rate_of(s: State, units: Bits) -> Rate:
    """A stack moves at the rate of its slowest unit."""
    return s.data.foot if units & ~s.data.motorized else s.data.motor  # 4.5c


def may_enter(s: State, units: Bits, start: int) -> Bits:
    """The hexes these units may be in, at any moment of their move."""
    return (
        s.data.land  # 4.8a, 4.9i
        & ~s.held[1 - s.side]  # 4.4a
        & ~s.crowd[s.data.stacking + 1 - units.bit_count()]  # 4.6a, 4.6c, 4.6d
        & ~(1 << start)
    )


def trip(s: State, units: Bits, budget: int | None = None) -> Trip:
    """How far these units, stacked in one hex, can go together."""
    start = s.place[lowest(units)]
    if budget is None:
        budget = min(points_left(s, unit) for unit in scan(units))  # 4.1a, 4.5c
    rate = rate_of(s, units)
    enemy_zone = zone(s, 1 - s.side)
    enter = may_enter(s, units, start)
    clear_of_enemy = enter & ~enemy_zone
    slowed = slow(s, s.side)
    extra = toll(s, units)
    rings = [0] * (budget + 1)
    first: dict[int, int] = {}
    engaged = enemy_zone >> start & 1
    if not engaged or not any(True for _ in no_disengaging(s, units, start)):
        times = first_factor(s, units, start)
        fresh = all(s.points[unit] == FRESH for unit in scan(units))
        open_ = clear_of_enemy if engaged else enter  # 6.4a, 4.3b
        for place, cost in rate.cost[start].items():
            if open_ >> place & 1:
                paid = cost * times * factor(slowed, place) + (extra if engaged else 0)
                if paid > budget and fresh:
                    paid = budget  # 4.3a
                if paid <= budget:
                    first[place] = paid
                    rings[paid] |= 1 << place
    stays = s.held[s.side] & enemy_zone if units.bit_count() <= 2 and not units & ~s.data.panzers else 0
    reached = waves(
        rings, rate, enter, ~enemy_zone,  # 4.7a, 4.7b
        slowed, stays, extra, clear_of_enemy,  # 4.7c, 6.1b, 6.4a
    )  # fmt: skip
    return Trip(units, start, rate, budget, rings, first, reached, enemy_zone, stays, extra, slowed)


# -- which unit leads, who goes along ---------------------------------------------------------


def lead_bans(s: State) -> list[Ban]:
    """Every unit that cannot move now, and why."""
    d, side = s.data, s.side
    away = d.all_pieces & ~d.side[side]
    off = (s.here.get(d.reserve, 0) | s.here.get(d.lost, 0)) & d.side[side]
    frozen = surprise.frozen(s)
    bans = [
        Ban("4.0a", "{it} is not yours to move", away),
        Ban("4.0a", "{it} is not on the map", off),
        Ban("7.7c", "{it} retreated from an overrun and moves no more this phase", s.halted),
        Ban("17.2c", "{it} may not move on Game-Turn 1", frozen),
    ]
    if surprise.bound(s):
        return [*bans, *surprise.lead_bans(s, d.side[side] & ~off & ~frozen)]
    return [*bans, *_stuck(s, d.side[side] & ~off & ~s.halted)]


def _stuck(s: State, units: Bits) -> list[Ban]:
    """The units that have no hex to go to, by the clause that holds them."""
    d, side = s.data, s.side
    enemy_zone = zone(s, 1 - side)
    room = d.land & ~s.held[1 - side] & ~s.crowd[d.stacking]
    some_way = d.zoc(room)
    held = [0, 0, 0, 0]  # nowhere to go, alone, entered this phase, too few points
    for start, there in s.here.items():
        mine = there & units
        if not mine:
            continue
        if enemy_zone >> start & 1:
            exits = d.adjacent[start] & room & ~enemy_zone
            if not exits:
                held[0] |= mine
            elif there.bit_count() == 1:
                held[1] |= mine
            else:
                for unit in scan(mine):
                    if s.origin[unit] != start and not d.panzers >> unit & 1:
                        held[2] |= 1 << unit
                    elif s.points[unit] != FRESH and _least(s, unit, start, exits, True) > s.points[unit]:
                        held[3] |= 1 << unit
        elif not some_way >> start & 1:
            held[0] |= mine
        else:
            for unit in scan(mine):
                left = s.points[unit]
                if left != FRESH and left < 8 and _least(s, unit, start, room, False) > left:
                    held[3] |= 1 << unit
    return [
        Ban("4.4a", "{it} has no hex to go to: enemies, their ZOCs or full hexes are all round it", held[0]),
        Ban("6.3a", "{it} is alone in an enemy ZOC: nobody would stay to cover it", held[1]),
        Ban("6.2b", "{it} has entered an enemy ZOC this phase and may not go on", held[2]),
        Ban("4.1a", "{it} has {has} Movement Points left; the cheapest step takes {needs}", held[3],
            lambda unit: _shortage(s, unit)),
    ]  # fmt: skip


def _least(s: State, unit: int, start: int, open_: Bits, engaged: bool) -> int:
    """The cheapest step out of a hex into one of these, in halves."""
    slowed = slow(s, s.side)
    costs = (s.data.motor if s.data.motorized >> unit & 1 else s.data.foot).cost[start]
    best = min((cost * factor(slowed, to) for to, cost in costs.items() if open_ >> to & 1), default=99)
    return best + (toll(s, 1 << unit) if engaged else 0)


def _shortage(s: State, unit: int) -> dict[str, str]:
    start = s.place[unit]
    enemy_zone = zone(s, 1 - s.side)
    engaged = bool(enemy_zone >> start & 1)
    room = s.data.land & ~s.held[1 - s.side] & ~s.crowd[s.data.stacking]
    open_ = room & ~enemy_zone if engaged else room
    return {"has": halves(s.points[unit]), "needs": halves(_least(s, unit, start, open_, engaged))}


def _mates(s: State, lead: int) -> Bits:
    """Units that may go along with the leader: behind it in number, so that a stack has one leader."""
    same = s.here[s.place[lead]] & s.data.side[s.side] & ~s.halted & ~surprise.frozen(s)
    return bits(u for u in scan(same >> (lead + 1) << (lead + 1)) if s.origin[u] == s.origin[lead])


def rest_options(s: State, lead: int) -> Options:
    """The companies of which the leader can go somewhere."""
    mates = _mates(s, lead)
    if not mates:
        return Among((0,))
    return Among([more for more in subsets(mates) if more.bit_count() < s.data.stacking
                  and (not more or _ends(s, more | 1 << lead))])  # fmt: skip


def rest_objections(s: State, lead: int, rest: Bits) -> list[Objection]:
    """Why these may not go along."""
    names, out = s.title.lexicon.pieces, []
    for unit in scan(rest):
        if not s.data.side[s.side] >> unit & 1:
            out.append(Objection("4.0a", f"{names[unit]} is not yours to move"))
        elif s.place[unit] != s.place[lead]:
            out.append(Objection("4.5a", f"{names[unit]} is not in the hex of {names[lead]}"))
        elif s.origin[unit] != s.origin[lead]:
            out.append(Objection("4.5a", f"{names[unit]} and {names[lead]} did not begin the phase in one hex"))
        elif s.halted >> unit & 1:
            out.append(Objection("7.7c", f"{names[unit]} retreated from an overrun and moves no more this phase"))
        elif unit <= lead:
            out.append(Objection("4.5a", f"name {names[unit]} before {names[lead]}"))
    if rest.bit_count() >= s.data.stacking:
        out.append(Objection("4.0c", f"{rest.bit_count() + 1} units may not move together: three at most",
                             {"units": rest.bit_count() + 1, "limit": 3}))  # 4.5a  # fmt: skip
    if not out and rest and not _ends(s, rest | 1 << lead):
        out += _stuck_together(s, rest | 1 << lead)
    return out


def _stuck_together(s: State, units: Bits) -> list[Objection]:
    start = s.place[lowest(units)]
    if zone(s, 1 - s.side) >> start & 1 and (out := list(no_disengaging(s, units, start))):
        return out
    if surprise.bound(s):
        return [Objection("17.2a", "together they are too slow for what each must do on Game-Turn 1")]
    return [Objection("4.6a", "there is no hex near enough with room for all of them")]


def _ends(s: State, units: Bits) -> Bits:
    """The hexes where a move of these units may end."""
    way = trip(s, units)
    return surprise.ends(s, way) if surprise.bound(s) else way.reached


# -- the path ---------------------------------------------------------------------------------


def path_options(s: State, lead: int, rest: Bits) -> Options:
    """Every hex within reach, by the cheapest path or any other that can be paid."""
    units = rest | 1 << lead
    way = trip(s, units)
    if surprise.bound(s):
        return surprise.paths(s, way)
    return Paths(way.reached, way.path_to, lambda path: not path_objections(s, lead, rest, path))


def path_ledger(s: State, units: Bits, path: tuple[int, ...]) -> list[Line]:
    """What a path costs, clause by clause, in Movement Points."""
    from fractions import Fraction

    here, rate = s.place[lowest(units)], rate_of(s, units)
    kind = "foot" if rate is s.data.foot else "motor"
    enemy_zone = zone(s, 1 - s.side)
    slowed = slow(s, s.side)
    out: list[Line] = []
    for n, place in enumerate(path):
        name = s.title.lexicon.places[place]
        if place not in rate.cost[here]:
            break
        times = factor(slowed, place) * (first_factor(s, units, here) if n == 0 else 1)
        for line in s.data.why_cost[kind][here, place]:
            out.append(Line(line.clause, "+", line.amount * times, f"{name}: {line.text}"))
            if times > 1:
                clause = "15.2a" if s.side == GERMAN else "13.3a"
                out[-1] = out[-1]._replace(text=out[-1].text + f", times {times} [{clause[:-1]}]")
        if enemy_zone >> here & 1:
            clause = "6.1a" if not units & ~s.data.panzers else "6.2a"
            out.append(
                Line(
                    clause,
                    "+",
                    Fraction(toll(s, units), 2),
                    f"disengaging from {s.title.lexicon.places[here]}",
                )
            )
        here = place
    return out


def path_cost(s: State, units: Bits, path: tuple[int, ...], budget: int) -> int:
    """What a legal path costs each unit, in halves."""
    rate, here = rate_of(s, units), s.place[lowest(units)]
    enemy_zone, slowed, paid = zone(s, 1 - s.side), slow(s, s.side), 0
    for n, place in enumerate(path):
        step = rate.cost[here][place] * factor(slowed, place)
        if n == 0:
            step *= first_factor(s, units, here)
        paid += step + (toll(s, units) if enemy_zone >> here & 1 else 0)
        here = place
    return min(paid, budget)  # 4.3a: never more than everything


def path_objections(s: State, lead: int, rest: Bits, path: tuple[int, ...]) -> list[Objection]:
    """Every clause that a path breaks, hex by hex."""
    units = rest | 1 << lead
    names, d = s.title.lexicon.places, s.data
    start = here = s.place[lead]
    if not path:
        return [Objection("4.0c", "a move needs at least one hex")]
    enemy_zone = zone(s, 1 - s.side)
    room = s.crowd[d.stacking + 1 - units.bit_count()] if units.bit_count() <= d.stacking else -1
    out: list[Objection] = []
    rate, slowed, paid = rate_of(s, units), slow(s, s.side), 0
    for n, place in enumerate(path):
        name = names[place]
        if not d.board.neighbours[here] >> place & 1:
            out.append(Objection("4.0c", f"{name} is not adjacent to {names[here]}"))
            return out
        if place not in rate.cost[here]:
            what = "is all sea or lake" if not d.land >> place & 1 else f"lies across open water from {names[here]}"
            out.append(Objection("4.9i", f"{name} {what}"))
            return out
        if s.held[1 - s.side] >> place & 1:
            out.append(Objection("4.4a", f"{name} holds an enemy unit"))
        elif place != start and room >> place & 1:
            there = s.here[place].bit_count()
            out.append(Objection("4.6a", f"{name} holds {there}; with {units.bit_count()} more it would be "
                                 f"{there + units.bit_count()}, the limit is {d.stacking}",
                                 {"there": there, "coming": units.bit_count(), "limit": d.stacking}))  # fmt: skip
        step = rate.cost[here][place] * factor(slowed, place)
        if n == 0:
            step *= first_factor(s, units, here)
        if enemy_zone >> here & 1:
            step += toll(s, units)
            if enemy_zone >> place & 1:
                out.append(
                    Objection(
                        "6.4a",
                        f"from the enemy ZOC in {names[here]} no unit goes straight into the one in {name}",
                    )
                )
            if n == 0:
                out += no_disengaging(s, units, here)
            elif units & ~d.panzers or units.bit_count() > 2 or not s.held[s.side] >> here & 1:
                out.append(Objection("4.7a", f"{names[here]} is in an enemy ZOC: the move ends there"))
        paid += step
        here = place
    if place == start:
        out.append(Objection("4.0c", "the move ends where it began"))
    budget = min(points_left(s, unit) for unit in scan(units))
    one_hex = len(path) == 1 and all(s.points[unit] == FRESH for unit in scan(units))  # 4.3a
    if paid > budget and not one_hex:
        out.append(Objection("4.1a", f"{names[path[-1]]} needs {halves(paid)} Movement Points, "
                             f"{halves(budget)} are left",
                             {"needs": halves(paid), "has": halves(budget)}))  # fmt: skip
    if not out and surprise.bound(s):
        out += surprise.path_objections(s, trip(s, units), path)
    return out


def complete_path(s: State, lead: int, rest: Bits, path: tuple[int, ...]) -> tuple[int, ...]:
    """A single far hex stands for the cheapest path to it, or else for the most direct one."""
    if len(path) != 1 or not s.data.land >> s.place[lead] & 1:
        return path
    end, start = path[0], s.place[lead]
    if not s.data.board.hexes >> end & 1:
        return path
    units = rest | 1 << lead
    options = path_options(s, lead, rest)
    if isinstance(options, Paths) and options.ends >> end & 1:
        return options.to(end)
    if s.data.board.neighbours[start] >> end & 1 or end == start:
        return path
    return _direct(s, units, start, end)


def _direct(s: State, units: Bits, start: int, end: int) -> tuple[int, ...]:
    """The way one would take if nothing but terrain, or not even that, stood in it."""
    rate = rate_of(s, units)
    for open_ in (s.data.land & ~s.held[1 - s.side] & ~zone(s, 1 - s.side) | 1 << end, s.data.land):
        rings = [0] * 120
        rings[0] = 1 << start
        if waves(rings, rate, open_ & ~(1 << start), -1) >> end & 1:
            way = Trip(units, start, rate, 119, rings, {}, 0, 0, 0, 0, ())
            first = {to: cost for to, cost in rate.cost[start].items() if rings[cost] >> to & 1}
            return way._replace(first=first).path_to(end)
    return (end,)


def move(s: State, lead: int, rest: Bits, path: tuple[int, ...]) -> None:
    """Units go along a path together; what is left of their points stays with each."""
    units = rest | 1 << lead
    start = s.place[lead]
    each = {unit: points_left(s, unit) for unit in scan(units)}
    paid = path_cost(s, units, path, min(each.values()))
    razed = bits(path) & s.forts if s.side == GERMAN else 0
    for unit, left in each.items():
        s.points[unit] = left - paid
        put(s, unit, path[-1])
    s.forts &= ~razed  # 15.2c
    if s.log is not None:
        s.note("4.1b", "{units} moves from {hex_from} to {hex_to}, {paid} MP."
               if rest == 0 else "{units} move from {hex_from} to {hex_to}, {paid} MP.",
               units=units, hex_from=start, hex_to=path[-1], paid=halves(paid))  # fmt: skip
        if zone(s, 1 - s.side) >> path[-1] & 1:
            s.note("4.7a", "An enemy ZOC stops the move at {hex}.", hex=path[-1])


LEAD = one(PIECE, lead_bans, lambda s: s.data.all_pieces)
REST = Arg(PIECES, "", rest_options, rest_objections)
PATH_ARG = Arg(PATH, "via|to", path_options, lambda s, *args: path_objections(s, *args), complete_path)

MOVE = Verb("move", (LEAD, REST, PATH_ARG), move, leaves=False, help="move UNITS to HEX, or via HEX HEX ...")
