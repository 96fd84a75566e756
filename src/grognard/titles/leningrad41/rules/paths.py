"""[8.0] Paths: every clause that one breaks, its cost line by line, and the path a player means."""

from collections.abc import Iterator
from fractions import Fraction

from ....core.bits import scan
from ....core.options import Options, Paths
from ....core.rule import Objection
from ....kit.battle.ledger import Line
from ....kit.hex.reach import cheapest
from ..data.components import GERMAN, SOVIET
from ..data.links import DRIVE, LANDWARD, RAIL, SAIL, WATER
from ..data.map_and_units import CORPS, RIVERS
from ..state import State, side_of, stacking
from .movement import command_of
from .reach import Terms, reach

Path = tuple[int, ...]


def options(s: State, t: Terms) -> Options:
    """Every hex within reach, by the path that draws the least fire, or by any other affordable path."""
    way = reach(s, t)

    def cost(end: int) -> Fraction:
        return Fraction(price(s, t, way.path_to(end)))

    return Paths(way.ends, way.path_to, lambda path: not objections(s, t, path), cost)


def price(s: State, t: Terms, path: Path) -> int:
    """What a legal path costs."""
    paid, here = 0, t.start
    for place in path:
        paid += step_cost(s, t, here, place) or 0
        here = place
    return paid


def step_cost(s: State, t: Terms, here: int, place: int) -> int | None:
    """What a step costs on the map or onto it."""
    return t.step(here, place) if here < s.data.board.box else t.come_in(place)


def ledger(s: State, t: Terms, path: Path) -> list[Line]:
    """The cost of a legal path, line by line."""
    d, here, out = s.data, t.start, list[Line]()
    for place in path:
        if here >= d.board.box:
            lines = d.ground_lines(place)
        else:
            ferried = (here, place) in t.ferries or (here, place) in t.own
            lines = d.step_lines(t.manner, here, place, s.demolished, ferried)
        if t.rubble >> place & 1:
            lines = [*lines, Line("8.12a", "+", t.toll, "rubble")]
        out += [Line(line.clause, "+", line.amount, f"{d.board.names[place]}: {line.text}") for line in lines]
        here = place
    return out


# -- what forbids a path ----------------------------------------------------------------------


def objections(s: State, t: Terms, path: Path) -> list[Objection]:
    """Every clause that a path breaks, each where it is first broken."""
    if not path:
        return [Objection("8.1a", "a move needs at least one hex")]
    out: list[Objection] = []
    here, paid = t.start, 0
    for n, place in enumerate(path):
        if n == 1:
            t = t._replace(own={})  # 8.10n: only from where it began
        if wrong := no_step(s, t, here, place):
            return first_of_each([*out, wrong])
        if n and not t.free >> here & 1:
            text = f"{s.data.board.names[here]} is neither a major river hex nor sea: the move begins or ends there"
            out.append(Objection("8.11d", text))
        out += no_room(s, t, here, place)
        paid, here = paid + (step_cost(s, t, here, place) or 0), place
    if not t.ends >> here & 1:
        out.append(Objection("8.11e", f"the move cannot end in {s.data.board.names[here]}, which is all sea"))
    if paid > t.budget:
        numbers = {"needs": paid, "has": t.budget}
        text = f"the path to {s.data.board.names[here]} costs {paid} movement points, and there are {t.budget}"
        out.append(Objection("8.3a", text, numbers))  # 8.1b, 8.1h
    return first_of_each(out)


def first_of_each(found: list[Objection]) -> list[Objection]:
    """The first objection by each clause."""
    out: dict[str, Objection] = {}
    for objection in found:
        out.setdefault(objection.clause, objection)
    return list(out.values())


def no_step(s: State, t: Terms, here: int, place: int) -> Objection | None:
    """Why a unit may not step from one place to another, regardless of cost and other units."""
    d, names = s.data, s.title.lexicon.places
    it = names[place] or "that"
    if not d.hexes >> place & 1:
        return Objection("8.1a", f"{it} is not a hex of the map")
    if here >= d.board.box:
        return _no_entry(s, t, place)
    if not t.near[here] >> place & 1:
        return Objection("8.1a", f"{it} is not adjacent to {names[here]}")
    if t.step(here, place) is not None:
        return None
    between = f"between {names[here]} and {it}"
    if t.manner in LANDWARD:
        if not d.land >> place & 1:
            return Objection("8.13a", f"{it} is all sea")
        if t.manner == DRIVE and not d.fits(DRIVE, here, place, s.delayed):
            if s.delayed and d.fits(DRIVE, here, place):
                return Objection("16.2b", f"the streets are barricaded, and {it} is not clear")
            return Objection("8.8c", f"{it} is not clear, and no Prospekt or railroad leads there from {names[here]}")
        if d.river(here, place, s.demolished) == RIVERS[1]:
            return Objection("8.9a", f"no bridge crosses the major river {between}")
        return Objection("8.13a", f"the hexside {between} is all sea")
    if t.manner == RAIL:
        if d.fits(RAIL, here, place):
            return Objection("15.1a", f"the railroad bridge {between} is demolished")
        return Objection("15.1a", f"no railroad runs {between}")
    return Objection("15.2a" if t.manner == WATER else "8.11d", f"{it} is neither on a major river nor on the sea")


def _no_entry(s: State, t: Terms, place: int) -> Objection | None:
    name = s.data.board.names[place]
    if t.first >> place & 1:
        return None
    if side_of(s, t.unit) == GERMAN:
        edge, clause, where = s.stage.german_entry, "19.1a", "by the south edge"
    else:
        edge, clause = s.stage.reserve_entry, "19.3b"
        where = "by their entry hexes on the north and east edges"
    if not edge >> place & 1:
        return Objection(clause, f"{name} is not on the way in: units enter {where}")
    return Objection("8.8c", f"{name} is not clear, and no street leads into it from off the map")


def no_room(s: State, t: Terms, here: int, place: int) -> list[Objection]:
    """What units in a hex have against another that enters it."""
    d, name, unit = s.data, s.data.board.names[place], t.unit
    side = side_of(s, unit)
    if s.held[1 - side] >> place & 1:
        clause = "7.1c" if here >= d.board.box else "8.11g" if t.manner == SAIL else "8.14a"
        return [Objection(clause, f"there are enemies in {name}")]
    if t.enter >> place & 1:
        return []
    mates = s.here.get(place, 0) & d.side[side] & d.ground & ~(1 << unit)
    limit, own, out = stacking(s, side, place), command_of(s, unit), list[Objection]()
    if mates.bit_count() >= limit:
        clause = "6.1a" if side == GERMAN else "6.1b" if d.objectives >> place & 1 else "6.1c"
        facts = {"units": mates.bit_count(), "limit": limit}
        out.append(Objection(clause, f"{name} is full: {limit} may be there, and {mates.bit_count()} are", facts))
    others = [command_of(s, mate) for mate in scan(mates)]
    if side == GERMAN and any(CORPS not in (own, other) and own != other for other in others):
        out.append(Objection("6.2a", f"{name} holds a unit of another division"))
    if side == SOVIET and any(own != other for other in others):
        out.append(Objection("6.3a", f"{name} holds a unit of the other sub-command"))
    return out


# -- the path a player means ------------------------------------------------------------------


def complete(s: State, t: Terms, path: Path) -> Path:
    """Complete a single hex to a path: the best one or, if it is out of reach, the one most likely meant."""
    if len(path) != 1:
        return path
    way, end = reach(s, t), path[0]
    return way.path_to(end) if way.ends >> end & 1 else meant(s, t, end) or path


def meant(s: State, t: Terms, end: int) -> Path:
    """The cheapest path to a hex out of reach, regardless of the units on it."""

    def ways(here: int) -> Iterator[tuple[int, int]]:
        for place in scan(t.first if here >= s.data.board.box else t.near[here]):
            if (cost := step_cost(s, t, here, place)) is not None:
                yield place, cost

    return cheapest(t.start, end, ways)
