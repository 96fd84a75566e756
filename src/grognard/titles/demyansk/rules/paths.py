"""[8.0] The move itself: a path, every clause it breaks, its cost, and the path a player means."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ....core.action import Arg, Verb
from ....core.bits import Bits, bits, lowest, scan
from ....core.kinds import PATH, PIECES
from ....core.options import Options, Paths
from ....core.rule import Objection
from ....kit.arguments import piece_arg
from ....kit.battle.ledger import Line, total
from ....kit.hex.reach import cheapest
from ....kit.words import by_way
from ..state import State, pass_through, put, update_control, zone
from .engineers import banks, helpers
from .movement import Terms, lead_bans, lead_checks, lead_options, movable, reach, rest_objections, rest_options, terms
from .withdrawal import CORPS, may_leave

Path = tuple[int, ...]


def path_options(s: State, lead: int, rest: Bits) -> Options:
    """Every place within reach, by the cheapest path or any other affordable path."""
    way = reach(s, rest | 1 << lead)

    def cost(end: int) -> Fraction:
        return Fraction(bill(s, way.terms, way.path_to(end)).paid)

    return Paths(way.ends, way.path_to, lambda path: not path_objections(s, lead, rest, path), cost)


# -- what forbids it --------------------------------------------------------------------------


def no_step(s: State, t: Terms, here: int, place: int) -> Objection | None:
    """Why these units may not step from one place to another, regardless of cost and of other units."""
    d, names = s.data, s.title.lexicon.places
    if here == d.exited or place >= d.board.box:
        return _no_exit(s, t, here, place)
    if not s.stage.area >> place & 1:
        return Objection("19.22a", f"{names[place]} is not in play in this scenario")
    if here == t.start and t.first:
        if not t.first >> place & 1:
            return Objection("9.35a", f"{names[place]} is not an Entry hex of the {names[here]} Map Box")
        return None if t.entry(place) is not None else Objection("8.35a", f"swamp without a road: {names[place]}")
    if not t.near[here] >> place & 1:
        return Objection("8.11b", f"{names[place]} is not adjacent to {names[here]}")
    if not d.passable(s.weather, here, place):
        return Objection("8.34a", f"the hexside between {names[here]} and {names[place]} is all lake")
    if t.units & d.heavy and d.boggy(s.weather, here, place):
        return Objection("8.35a", f"{names[here]} to {names[place]} leads into or out of swamp, not along a road")
    if t.step(here, place) is None and t.ferried(here, place) is None:
        return Objection("8.35f", f"no engineer helps across the major river from {names[here]} to {names[place]}")
    return None


def _no_exit(s: State, t: Terms, here: int, place: int) -> Objection | None:
    """Why units may not go to a place off the map."""
    d, names = s.data, s.title.lexicon.places
    if place != d.exited or here == d.exited:
        clause = "9.36a" if d.all_boxes >> here & d.all_boxes >> place & 1 else "9.35h"
        return Objection(clause, f"ground units do not move to {names[place]}")
    if not s.plan.withdrawal:
        return Objection("5.34a", "no unit leaves the map in this scenario")
    if not may_leave(s, t.units):
        whole = not t.units & ~s.data.corps
        clause = "5.34l" if whole else "5.34m"
        why = "units of it must be at full strength" if whole else "nobody has to leave in its place now"
        return Objection(clause, f"only {CORPS} leaves the map, and {why}")
    return None if d.exits >> here & 1 else Objection("5.34b", f"no unit leaves the map by {names[here]}")


def path_objections(s: State, lead: int, rest: Bits, path: Path) -> list[Objection]:
    """Every clause that a path of some units in one place breaks, each where it is first broken."""
    t = terms(s, rest | 1 << lead)
    names, enemy = s.title.lexicon.places, s.held[1 - s.side]
    if not path:
        return [Objection("8.11b", "a move needs at least one hex")]
    out: list[Objection] = []
    here, paid = t.start, 0
    for n, place in enumerate(path):
        if wrong := no_step(s, t, here, place):
            return _first_of_each([*out, wrong])
        if place == s.data.exited:
            cost: int | None = t.exit_cost
        else:
            cost = t.entry(place) if here == t.start and t.first else t.step(here, place)
            ferry = None if t.first and here == t.start else t.ferried(here, place)
            if ferry is not None and n == len(path) - 1 and (cost is None or ferry < cost):
                cost = ferry  # 8.33f
            if cost is None:
                out.append(Objection("8.33e", f"the engineer that helps across the river stops in {names[place]}"))
                cost = ferry
            if enemy >> place & 1:
                first = here == t.start and t.first
                clause = "9.35e" if first else "8.14a"
                out.append(Objection(clause, f"{names[place]} holds an enemy unit"))
        out += _zones(s, t, here, place)
        paid, here = paid + (cost or 0), place
    if paid > t.budget:
        out.append(_too_far(s, t, here, paid))
    return _first_of_each(out)


def _zones(s: State, t: Terms, here: int, place: int) -> list[Objection]:
    """What enemy zones have against a step."""
    if here >= s.data.board.box or not t.zone >> here & 1:
        return []
    names = s.title.lexicon.places
    if here != t.start:
        return [Objection("8.21a", f"{names[here]} is in an enemy ZOC: the move ends there")]
    if place < s.data.board.box and t.zone >> place & 1:
        text = (
            f"{names[here]} and {names[place]} are both in an enemy ZOC: only infiltration leads from one to the other"
        )
        return [Objection("8.22b", text)]  # 8.22c
    return []


def _first_of_each(objections: list[Objection]) -> list[Objection]:
    found: dict[str, Objection] = {}
    for objection in objections:
        found.setdefault(objection.clause, objection)
    return list(found.values())


def _too_far(s: State, t: Terms, end: int, paid: int) -> Objection:
    place = s.title.lexicon.places[end]
    text = f"the path to {place} costs {paid} MPs, and there are {t.budget}"
    return Objection("8.13b", text, {"needs": paid, "has": t.budget})  # 8.12b, 8.13c, 8.13d, 8.13e


def path_reasons(s: State, lead: int, rest: Bits, path: Path) -> list[Objection]:
    """The objections to a path that have not been raised against the units, if these may move."""
    if not movable(s, lead) or any(s.place[unit] != s.place[lead] for unit in scan(rest)):
        return []
    out = path_objections(s, lead, rest, path)
    said = {objection.clause for objection in LEAD.objections(s, lead)} if out else set()
    return by_way(s.title.lexicon.places, path, [objection for objection in out if objection.clause not in said])


# -- the path a player means ------------------------------------------------------------------


def complete_path(s: State, lead: int, rest: Bits, path: Path) -> Path:
    """Complete a single place to the cheapest path to it or, if out of reach, to the path most likely meant."""
    if len(path) != 1 or not movable(s, lead):
        return path
    way, end = reach(s, rest | 1 << lead), path[0]
    if way.ends >> end & 1:
        return way.path_to(end)
    return meant(s, way.terms, end) or path


def meant(s: State, t: Terms, end: int) -> Path:
    """The cheapest path to a hex out of reach, whatever zones and enemies are in the way."""
    if end >= s.data.board.box:
        return ()

    def ways(here: int) -> Iterator[tuple[int, int]]:
        first = t.first and here == t.start
        for place in scan(t.first if first else t.near[here]):
            if (cost := t.entry(place) if first else t.step(here, place)) is not None:
                yield place, cost

    return cheapest(t.start, end, ways)


# -- the verb ---------------------------------------------------------------------------------


class Bill(NamedTuple):
    """What a legal path costs: the MPs, the steps on which an engineer helps, and the engineers that do."""

    paid: int
    helped: frozenset[int]  # by their place in the path
    engineers: Bits


def bill(s: State, t: Terms, path: Path) -> Bill:
    """The cost of a path, with as little help as it needs."""
    able, here, paid = helpers(s, t.units), t.start, 0
    helped: set[int] = set()
    engineers: Bits = 0
    may: list[tuple[bool, int, int, Bits]] = []  # whether an engineer loses its move, the step, what it saves, who
    for n, place in enumerate(path):
        if place >= s.data.board.box:
            paid += t.exit_cost  # 5.34h
            continue
        full = t.entry(place) if here == t.start and t.first else t.step(here, place, aided=False)
        less = t.step(here, place) if here < s.data.board.box else None
        near = able & (s.here.get(here, 0) | s.here.get(place, 0))
        ready = near & (s.halted | s.moved) or near  # 8.33e: it can still help others
        own = t.ferried(here, place) if n == len(path) - 1 and here < s.data.board.box else None
        less = own if less is None else less if own is None else min(less, own)
        if full is None:
            helped.add(n)
            paid, engineers = paid + (less or 0), engineers | ready & -ready  # 8.35f
        else:
            paid += full
            if less is not None and less < full:
                may.append((not ready & (s.halted | s.moved), n, full - less, ready & -ready))
        here = place
    for _, n, saved, engineer in sorted(may):
        if paid <= t.budget:
            break
        helped.add(n)
        paid, engineers = paid - saved, engineers | engineer
    return Bill(paid, frozenset(helped), engineers)


def path_ledger(s: State, units: Bits, path: Path) -> list[Line]:
    """The ledger of a legal path's cost."""
    d, t, names, here = s.data, terms(s, units), s.title.lexicon.places, s.place[lowest(units)]
    helped, out = bill(s, t, path).helped, list[Line]()
    classes = {d.class_of[unit] for unit in scan(units)}
    for n, place in enumerate(path):
        if place >= d.board.box:
            out.append(Line("5.34h", "+", t.exit_cost, "leaving the map"))
            continue
        hot = bool(t.zone >> place & 1)
        if here >= d.board.box:
            ways = [d.why_entry(s.weather, kind, place, hot) for kind in classes]
        else:
            ways = [d.why_cost(s.weather, kind, here, place, hot, n in helped) for kind in classes]
        lines = max(ways, key=total)  # 8.12a
        if t.works >> place & 1:
            lines = [*lines, Line("14.13a", "+", t.toll, "an enemy Strongpoint")]
        out += [Line(line.clause, "+", line.amount, f"{names[place]}: {line.text}") for line in lines]
        here = place
    return out


def move(s: State, lead: int, rest: Bits, path: Path) -> None:
    """Move units along a path together."""
    units, start, end = rest | 1 << lead, s.place[lead], path[-1]
    if s.log is not None or banks(s, units) & (bits(path) | 1 << start):
        paid, _, engineers = bill(s, terms(s, units), path)
        s.halted |= engineers & ~units  # 8.33e
    if s.log is not None:
        verb = "move" if rest else "moves"
        text = f"{{units}} {verb} from {{hex_from}} to {{hex_to}}, {{paid}} MP."
        s.note("8.11a", text, units=units, hex_from=start, hex_to=end, paid=paid)
    arrive(s, units, path)


def arrive(s: State, units: Bits, path: Path) -> None:
    """Put units at the end of a path; what they pass through becomes friendly."""
    end = path[-1]
    if len(path) > 1:
        pass_through(s, s.side, units, bits(path[:-1]))  # 3.12b: the last hex is occupied
    for unit in scan(units):
        put(s, unit, end)
    s.moved |= units  # 8.12d, 8.13a
    if end == s.data.exited:
        s.moved &= ~units
        s.note(
            "5.34o",
            "{units} leave the map for good." if units & units - 1 else "{units} leaves the map for good.",
            units=units,
        )
    elif s.log is not None and zone(s, 1 - s.side) >> end & 1:
        s.note("8.21a", "An enemy ZOC stops the move at {hex}.", hex=end)
    update_control(s)


LEAD = piece_arg(lead_bans, checks=lead_checks)._replace(options=lead_options)
REST = Arg(PIECES, "", rest_options, rest_objections)
PATH_ARG = Arg(PATH, "via|to", path_options, path_reasons, complete_path)

MOVE = Verb("move", (LEAD, REST, PATH_ARG), move, leaves=False, help="move one unit, or a stack together")
