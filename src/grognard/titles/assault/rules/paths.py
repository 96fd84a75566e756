"""[6.0] The move itself: a path, its cost, every clause it breaks, and the path a player means."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from ....core.action import Arg, Verb
from ....core.bits import Bits, scan
from ....core.flow import call
from ....core.kinds import PATH
from ....core.options import Options, Paths
from ....core.rule import Objection
from ....kit.arguments import piece_arg
from ....kit.battle.ledger import Line, total
from ....kit.words import by_way
from ..data.charts import SIXTH
from ..data.components import sixths
from ..ruleset import GERMAN
from ..state import State, on_inset, put
from .guerrillas import duty, too_near
from .movement import (
    Ground,
    Reach,
    behind,
    cuts,
    enemy_ground,
    first_lap,
    ground_of,
    halted,
    one_hex,
    over_the_barrier,
    reach,
    side_to_enter,
    stepped,
    transfers,
)
from .movers import hemmed, still, stuck
from .stacking import limits
from .victory import passes
from .zones import rigid

Path = tuple[int, ...]
FAR = 50 * SIXTH  # farther than any intended move


def paths(s: State, unit: int, way: Reach) -> Options:
    """Every hex within reach, by the cheapest path or any other affordable path."""
    return Paths(
        duty(s, unit, way.reached),
        way.path_to,
        lambda path: not path_objections(s, unit, path),
        lambda end: Fraction(way.cost_of(end), SIXTH),
    )


def path_options(s: State, unit: int) -> Options:
    """Where a unit on the map can go."""
    return paths(s, unit, reach(s, unit))


def gates(s: State, unit: int) -> Bits:
    """The hexes by which a unit off the map may enter."""
    d = s.data
    return d.doors[s.place[unit]] if s.place[unit] in d.doors else d.entry[unit][1]  # 5.4c, 16.14a, 19.72c, 19.74a


# -- what a path costs ------------------------------------------------------------------------


class Stride(NamedTuple):
    """One hex of a path: its start, its end, whether it is a transfer, and the hexes whose zones are left."""

    here: int
    place: int
    transfer: bool
    left: Bits


def strides(s: State, unit: int, path: Path) -> Iterator[Stride]:
    """A path hex by hex."""
    here = s.place[unit]
    left = behind(s, unit) if here < s.data.board.box else 0
    for place in path:
        transfer = bool(transfers(s, here) >> place & 1)
        yield Stride(here, place, transfer, left)
        left = 1 << place | (1 << here if transfer else 0)
        here = place


def price(s: State, unit: int, stride: Stride, ground: Ground) -> int:
    """The cost of one hex of a path, in sixths."""
    d, (here, place, transfer, left) = s.data, stride
    if transfer:
        return 0  # 8.34b
    if here >= d.board.box:
        return d.entry_cost.get((d.gait[unit], place), ground.budget)  # 5.4d, 16.14a, 16.17a
    if place not in ground.rate.cost[here]:
        return ground.budget  # 6.33a
    return ground.rate.cost[here][place] + (ground.toll if ground.zone & left else 0)  # 9.4a


def path_cost(s: State, unit: int, path: Path, ground: Ground) -> int:
    """The cost of a path, in sixths."""
    return sum(price(s, unit, stride, ground) for stride in strides(s, unit, path))


def path_ledger(s: State, unit: int, path: Path) -> list[Line]:
    """The ledger of a path's cost, in Movement Points."""
    d, names, ground = s.data, s.title.lexicon.places, ground_of(s, unit)
    out: list[Line] = []
    for stride in strides(s, unit, path):
        here, place, transfer, left = stride
        whole = Fraction(price(s, unit, stride, ground), SIXTH)
        if transfer:
            out.append(Line("8.34b", "+", 0, f"{names[place]}: to the other map"))
        elif here >= d.board.box:
            out.append(Line(d.rules.case("5.4d"), "+", whole, f"{names[place]}: entry"))  # 16.14a
        elif place not in ground.rate.cost[here]:
            out.append(Line("6.33a", "+", whole, f"{names[place]}: across the {d.rules.barrier}"))
        else:
            for line in d.why_cost(s.side, d.gait[unit], here, place):
                out.append(Line(line.clause, "+", line.amount, f"{names[place]}: {line.text}"))
            if ground.zone & left:
                out.append(Line("9.4a", "+", Fraction(ground.toll, SIXTH), f"leaving an enemy zone in {names[here]}"))
    most, hungry = Fraction(ground.budget, SIXTH), s.unsupplied >> unit & 1
    if steps_of(strides(s, unit, path)) == 1 and (total(out) > most or hungry):
        out += [Line("11.21b", "=", most, "its one hex")] if hungry else [Line("6.13f", "min", most, "its one hex")]
    return out


def steps_of(ways: Iterable[Stride]) -> int:
    """The number of hexes of a path that are entered by a step."""
    return sum(not stride.transfer for stride in ways)


# -- what forbids it --------------------------------------------------------------------------


def no_step(s: State, here: int, place: int) -> Objection | None:
    """Why no unit of the phasing player may step from one place to another."""
    d, names = s.data, s.title.lexicon.places
    if place in d.rates[s.side, "foot"].cost[here]:
        return None
    a, b = names[here], names[place]
    if not d.board.hexes >> place & 1:
        return Objection("6.110a", f"{b} is not on the map")
    if s.side == GERMAN and d.city >> place & 1:
        return Objection("8.31a", f"{b} is a hex of {d.rules.city}, and closed to Germans")
    if not d.board.neighbours[here] >> place & 1:
        return Objection("6.12b", f"{b} is not adjacent to {a}")
    if not d.land >> place & 1:
        return Objection(d.rules.case("8.25a") if d.on_inset >> here & 1 else "6.17b", f"{b} cannot be entered")
    if (here, place) in d.barrier:
        if s.side == GERMAN:
            return Objection("6.32a", f"Germans cannot cross the {d.rules.barrier} between {a} and {b}")
        if not d.over[here] >> place & 1:
            clause = "8.23a" if d.on_inset >> here & 1 else "6.33a"
            return Objection(clause, f"nobody can cross the {d.rules.barrier} between {a} and {b}")
        return Objection(
            "6.33b",
            f"crossing the {d.rules.barrier} between {a} and {b} takes a whole move, from where it began the phase",
        )
    if d.main >> here & 1:
        return Objection("6.17a", f"the hexside between {a} and {b} is all water")
    return Objection("8.23a", f"no {d.rules.crossing} leads from {a} to {b}")


def not_its_ground(s: State, unit: int, place: int) -> Objection:
    """Why a unit may not be in a hex that is open to others."""
    d, name = s.data, s.title.lexicon.places[place]
    if d.interior_only >> unit & 1:
        return Objection("19.43a", f"{name} is outside the interior of the Inset, which it never leaves")
    if d.city >> place & 1 and on_inset(s):
        return Objection("8.33b", f"{name} is closed while Germans are on the Inset")
    if d.stack[unit] == "worker":
        return Objection("14.4a", f"{name} is outside {d.rules.city}, which it never leaves")
    return Objection("18.21b", f"{name} is too near {d.rules.city} for it")


def path_objections(s: State, unit: int, path: Path) -> list[Objection]:
    """Every clause that a path of a unit breaks, each where it is first broken."""
    if not path:
        return [Objection("6.12a", "a move needs at least one hex")]
    d, names, ground = s.data, s.title.lexicon.places, ground_of(s, unit)
    enemy, mine, full = enemy_ground(s), side_to_enter(s, unit), limits(s, unit)
    stop, crossed, bound, walked = halted(s, unit, ground), False, False, False
    gone = [False, bool(s.cut >> unit & 1)]  # off the Inset, onto it
    found: dict[str, Objection] = {}

    def no(clause: str, why: str, **facts: object) -> None:
        found.setdefault(clause, Objection(clause, why, facts))

    ways = list(strides(s, unit, path))
    for n, (here, place, transfer, left) in enumerate(ways):
        if transfer:
            inward = d.on_inset >> place & 1
            if gone[inward]:
                no(
                    "8.34a" if inward else "8.35a",
                    f"it has already gone {'onto' if inward else 'off'} the Inset in this phase",
                )
            gone[inward] = True
            stop = stop or bool(ground.rigid >> place & 1)
            if inward and cuts(s) and n + 1 < len(path):
                no("8.33c", f"the move is interrupted in {names[place]}, because Russians must leave the city hexes")
        else:
            if here >= d.board.box:
                if not gates(s, unit) >> place & 1:
                    no(d.rules.case("5.4b"), f"{names[place]} is not in its Entry Area")  # 16.19b
                    break
            elif not walked and over_the_barrier(s, unit, here) >> place & 1:
                crossed = True  # 6.33a
            elif d.city_bound >> unit & 1 and d.over[here] >> place & 1:
                bound = True  # it never leaves the city: 14.4a, 19.43a
            elif wrong := no_step(s, here, place):
                found.setdefault(wrong.clause, wrong)
                break
            elif crossed:
                no("6.33b", f"a unit that has crossed the {d.rules.barrier} may not move further")
            if stop:
                no("9.2b", f"{names[here]} is in an enemy rigid zone: the move ends there")
            elif ground.rigid & left and ground.rigid >> place & 1:
                no("9.2d", f"{names[here]} and {names[place]} are both in enemy rigid zones")
            if ground.shut(left, here, place):
                no("19.33a", f"{names[here]} and {names[place]} are both in enemy zones, across the Don")
            stop, walked = bool(ground.rigid >> place & 1), True
        if enemy >> place & 1:
            held = s.held[1 - s.side] >> place & 1
            same = " ".join(names[hex_] for hex_ in scan(d.one_ground(1 << place) & s.held[1 - s.side]))
            why = (
                f"{names[place]} is held by the enemy"
                if held
                else f"the enemy holds {same}, the same ground as {names[place]}"
            )
            no("6.12c" if held else "8.35b", why, **({} if held else {"hex": same}))
        if not mine >> place & 1:
            shut = not_its_ground(s, unit, place)
            found.setdefault(shut.clause, shut)
        for ban in full if mine >> place & 1 else ():
            if ban.where >> place & 1 and not enemy >> place & 1:
                found.setdefault(ban.clause, ban.objection(place, names[place]))  # 7.5b
    else:
        if not crossed and not bound:
            _pay(s, unit, ways, ground, no)
    if not found and too_near(s) >> unit & 1 and not duty(s, unit, reach(s, unit).reached) >> path[-1] & 1:
        no("18.21a", f"{names[path[-1]]} is not as far from {d.rules.city} as it must go")
    return by_way(names, path, list(found.values()))


def unfinished(s: State) -> list[Objection]:
    """The objections to ending turn 1 while Guerrillas are too near the city."""
    names, wanted = s.title.lexicon.pieces, s.data.charts.numbers["guerrilla_distance"]
    out = []
    for unit in scan(too_near(s)):
        way = reach(s, unit).reached
        if way and max(s.data.distance[end] for end in scan(way)) > s.data.distance[s.place[unit]]:
            text = f"{names[unit]} must go {wanted} hexes from the city or as far as it can"
            out.append(Objection("18.21a", text, {"unit": names[unit], "hexes": wanted}))
    return out


def _pay(s: State, unit: int, ways: list[Stride], ground: Ground, no: Callable[..., None]) -> None:
    """Object if the unit does not have the points for its path."""
    steps, hungry = steps_of(ways), s.unsupplied >> unit & 1
    if hungry and steps + stepped(s, unit) > 1:
        no("11.21a", f"a unit out of supply moves at most one hex, not {steps}", hexes=steps, most=1)
        return
    if steps == 1 and (hungry or one_hex(s, unit)):
        return  # 6.13f, 11.21b
    paid = sum(price(s, unit, stride, ground) for stride in ways)
    if paid > ground.budget:
        no(
            "6.13e",
            f"{s.title.lexicon.places[ways[-1].place]} needs {sixths(paid)} Movement Points, "
            f"{s.title.lexicon.pieces[unit]} has {sixths(ground.budget)}",
            needs=sixths(paid),
            has=sixths(ground.budget),
        )  # 6.13a, 9.4b


def path_reasons(s: State, unit: int, path: Path) -> list[Objection]:
    """The objections to a path, unless the unit itself has been objected to."""
    if not s.data.side[s.side] >> unit & 1 or s.place[unit] >= s.data.board.box:
        return []
    return path_objections(s, unit, path)


def complete_path(s: State, unit: int, path: Path) -> Path:
    """Complete a single hex to the cheapest path to it or, if out of reach, to the path most likely meant."""
    start = s.place[unit]
    if len(path) != 1 or not s.data.side[s.side] >> unit & 1 or start >= s.data.board.box:
        return path
    way, end = reach(s, unit), path[0]
    if way.reached >> end & 1:
        return way.path_to(end)
    return path if s.data.board.neighbours[start] >> end & 1 else meant_path(s, unit, end) or path


def meant_path(s: State, unit: int, end: int) -> Path | None:
    """The cheapest path to a hex out of reach, avoiding units if possible, and rivers nobody crosses for points."""
    found = _meant(s, unit, end)
    return found or (_meant(s, unit, end, wade=True) if open_to_side(s) >> end & 1 else None)


def open_to_side(s: State) -> Bits:
    """The hexes that some unit of the phasing player may enter, ignoring units and limits."""
    return s.data.land & ~s.data.city if s.side == GERMAN or on_inset(s) else s.data.land  # 8.31a, 8.33b


def _meant(s: State, unit: int, end: int, wade: bool = False) -> Path | None:
    """The cheapest path to a hex out of reach, whatever it breaks."""
    d, start = s.data, s.place[unit]
    if d.on_inset >> start & 1 == d.on_inset >> end & 1:
        return meant_from(s, unit, start, end, wade)
    near, ways = d.fringe if d.on_inset >> start & 1 else d.outside, list[Path]()
    for door in scan(near):  # over the seam: 8.34a, 8.35a
        before = () if door == start else meant_from(s, unit, start, door, wade)
        for to in scan(d.seam(1 << door)):
            after = () if to == end else meant_from(s, unit, to, end, wade)
            if before is not None and after is not None:
                ways.append((*before, to, *after))
    ground = ground_of(s, unit)
    return min(ways, key=lambda path: path_cost(s, unit, path, ground), default=None)


def meant_from(s: State, unit: int, start: int, end: int, wade: bool = False) -> Path | None:
    """The same from a given hex, on one map."""
    ground, to = ground_of(s, unit), 1 << end
    if wade:
        ground = ground._replace(rate=s.data.wading(s.side, s.data.gait[unit]))
    for enter in (ground.enter | to, side_to_enter(s, unit) | to, open_to_side(s) | to):
        free = ground._replace(enter=enter & ~(1 << start), rigid=0, fluid=0, zone=0, budget=FAR)
        lap = first_lap(free, {to: cost for to, cost in ground.rate.out[start] if free.enter >> to & 1})
        if lap.walked >> end & 1:
            return Reach(s, unit, free, [lap], lap.walked).path_to(end)
    return None


# -- the verb ---------------------------------------------------------------------------------


def walk(s: State, unit: int, path: Path) -> None:
    """Move the unit along the path; its move ends unless it has just displaced Russians from city hexes."""
    d, bit, end = s.data, 1 << unit, path[-1]
    left = points_left(s, unit, path) if d.fringe >> end & 1 and cuts(s) else None
    for place in path:
        if d.notable >> place & 1:
            passes(s, unit, place)
    put(s, unit, end)
    s.moved |= bit  # 6.19a, 6.19b
    s.cut = s.left = 0
    if s.log is not None and rigid(s, 1 - s.side) >> end & 1:
        s.note("9.2b", "An enemy rigid zone stops it at {hex}.", hex=end)
    if left is not None:
        s.cut, s.left = bit, left  # 8.33c
        s.note("8.33a", "A German is on the Inset: the Russians leave the city hexes.")
        call(s, s.title.flows["evacuation"])  # 8.33a


def points_left(s: State, unit: int, path: Path) -> int:
    """What a unit has left after a path, in sixths; nothing if it took a step out of supply."""
    ground = ground_of(s, unit)
    if s.unsupplied >> unit & 1 and steps_of(strides(s, unit, path)):
        return 0  # 11.21a
    return max(0, ground.budget - path_cost(s, unit, path, ground))


def move(s: State, unit: int, path: Path) -> None:
    """Move a unit along a path."""
    if s.log is not None:
        cost, ground = path_cost(s, unit, path, ground_of(s, unit)), ground_of(s, unit)
        paid, least = min(cost, ground.budget), cost > ground.budget
        s.note(
            "6.13f" if least else "6.12a",
            f"{{unit}} moves from {{hex_from}} to {{hex_to}}, {{paid}} MP{': its one hex' if least else ''}.",
            unit=unit,
            hex_from=s.place[unit],
            hex_to=path[-1],
            paid=sixths(paid),
        )
    walk(s, unit, path)


MOVER = piece_arg(still, checks=hemmed, barred=stuck)
MOVE = Verb(
    "move",
    (MOVER, Arg(PATH, "via|to", path_options, path_reasons, complete_path)),
    move,
    leaves=False,
    help="move a unit",
)
