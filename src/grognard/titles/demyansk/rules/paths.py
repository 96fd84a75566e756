"""[8.0] The move itself: a path, every clause it breaks, its cost, and the path a player means."""

from fractions import Fraction
from heapq import heappop, heappush

from ....core.action import Arg, Verb
from ....core.bits import Bits, scan
from ....core.kinds import PATH, PIECES
from ....core.options import Options, Paths
from ....core.rule import Objection
from ....kit.arguments import piece_arg
from ..state import State, pass_through, put, update_control, zone
from .movement import Terms, helpers, lead_bans, lead_checks, movable, reach, rest_objections, rest_options, terms
from .withdrawal import CORPS, may_leave

Path = tuple[int, ...]


def path_options(s: State, lead: int, rest: Bits) -> Options:
    """Every place within reach, by the cheapest path or any other affordable path."""
    way = reach(s, rest | 1 << lead)
    return Paths(
        way.ends,
        way.path_to,
        lambda path: not path_objections(s, lead, rest, path),
        lambda end: Fraction(way.cost_of(end)),
    )


# -- what forbids it --------------------------------------------------------------------------


def no_step(s: State, t: Terms, here: int, place: int) -> Objection | None:
    """Why these units may not step from one place to another, whatever it costs and whoever is there."""
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
    return [objection for objection in out if objection.clause not in said]


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
    queue: list[tuple[int, int, Path]] = [(0, 0, (t.start,))]
    done = set()
    while queue:
        paid, _, path = heappop(queue)
        here = path[-1]
        if here == end:
            return path[1:]
        if here in done:
            continue
        done.add(here)
        first = t.first and here == t.start
        for place in scan(t.first if first else t.near[here]):
            cost = t.entry(place) if first else t.step(here, place)
            if cost is not None and place not in done:
                heappush(queue, (paid + cost, len(path), (*path, place)))
    return ()


# -- the verb ---------------------------------------------------------------------------------


def path_cost(t: Terms, path: Path, aided: bool = True) -> int | None:
    """What a path over hexes costs; None if it needs help that it does not have."""
    paid, here = 0, t.start
    for n, place in enumerate(path):
        if place >= len(t.near) or not t.near[place]:
            paid += t.exit_cost
            continue
        cost = t.entry(place) if here == t.start and t.first else t.step(here, place, aided)
        if aided and n == len(path) - 1 and not (t.first and here == t.start):
            ferry = t.ferried(here, place)
            cost = ferry if cost is None else cost if ferry is None else min(cost, ferry)
        if cost is None:
            return None
        paid, here = paid + cost, place
    return paid


def helping(s: State, t: Terms, path: Path) -> Bits:
    """The engineers that help along a path: as few as it needs."""
    able, here, paid = helpers(s, t.units), t.start, 0
    must: Bits = 0
    may: list[tuple[bool, int, Bits]] = []  # whether it costs an engineer its move, what it saves, and who it is
    for place in path:
        aided = t.aid.get(here, 0) >> place & 1
        full, less = (t.step(here, place, help) if aided else 0 for help in (False, True))
        near = able & (s.here.get(here, 0) | s.here.get(place, 0))
        ready = near & (s.halted | s.moved) or near  # 8.33e: it can still help others
        if aided and full is None:
            must |= ready & -ready  # 8.35f
        elif aided and full is not None and less is not None and less < full:
            may.append((not ready & (s.halted | s.moved), full - less, ready & -ready))
            paid += full - less
        here = place
    paid += path_cost(t, path) or 0  # what it costs without those who may help
    for _, saved, engineer in sorted(may, key=lambda help: help[0]):
        if paid <= t.budget:
            break
        paid, must = paid - saved, must | engineer
    return must


def move(s: State, lead: int, rest: Bits, path: Path) -> None:
    """Move units along a path together."""
    units, start, end = rest | 1 << lead, s.place[lead], path[-1]
    t = terms(s, units)
    s.halted |= helping(s, t, path)  # 8.33e
    if s.log is not None:
        verb = "move" if rest else "moves"
        text = f"{{units}} {verb} from {{hex_from}} to {{hex_to}}, {{paid}} MP."
        s.note("8.11a", text, units=units, hex_from=start, hex_to=end, paid=path_cost(t, path))
    arrive(s, units, path)


def arrive(s: State, units: Bits, path: Path) -> None:
    """Put units at the end of a path; what they pass through becomes friendly."""
    end = path[-1]
    for place in path:
        if place < s.data.board.box:
            pass_through(s, s.side, units, place)  # 3.12b
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
    elif zone(s, 1 - s.side) >> end & 1:
        s.note("8.21a", "An enemy ZOC stops the move at {hex}.", hex=end)
    update_control(s)


LEAD = piece_arg(lead_bans, checks=lead_checks)
REST = Arg(PIECES, "", rest_options, rest_objections)
PATH_ARG = Arg(PATH, "via|to", path_options, path_reasons, complete_path)

MOVE = Verb("move", (LEAD, REST, PATH_ARG), move, leaves=False, help="move UNITS to HEX, or via HEX HEX ...")
