"""[6.0] The move itself: a path, what it costs, every clause it breaks, and the path a player means."""

from collections.abc import Callable
from fractions import Fraction

from ...core.action import Arg, Verb, one
from ...core.kinds import PATH, PIECE
from ...core.options import Options, Paths
from ...core.rule import Objection
from ...kit.ledger import Line, total
from .charts import SIXTH
from .components import sixths
from .movement import (
    Ground,
    Reach,
    enemy_ground,
    ground_of,
    hemmed,
    one_hex,
    over_the_neva,
    reach,
    side_to_enter,
    spread,
    still,
)
from .ruleset import GERMAN
from .stacking import limits
from .state import State, put
from .victory import passes

Path = tuple[int, ...]
FAR = 50 * SIXTH  # no move means to go farther


def paths(s: State, unit: int, way: Reach) -> Options:
    """Every hex within reach, by the cheapest path or any other that can be paid."""
    return Paths(way.reached, way.path_to, lambda path: not path_objections(s, unit, path),
                 lambda end: Fraction(way.cost_of(end), SIXTH))  # fmt: skip


def path_options(s: State, unit: int) -> Options:
    """Where a unit on the map can go."""
    return paths(s, unit, reach(s, unit))


# -- what a path costs ------------------------------------------------------------------------


def path_cost(s: State, unit: int, path: Path, ground: Ground) -> int:
    """What the steps of a path over land cost, in sixths; a step off the map's edge first if it is there."""
    here, paid = s.place[unit], 0
    for place in path:
        price = _entry(s, unit, place) if here == s.data.reserve else ground.price(here, place)
        paid += ground.budget if price is None else price  # 6.33a
        here = place
    return paid


def _entry(s: State, unit: int, place: int) -> int:
    d = s.data
    return d.entry_cost.get((d.gait[unit], place), d.allowance[unit])  # 5.4d, 16.14a, 16.17a


def path_ledger(s: State, unit: int, path: Path) -> list[Line]:
    """What a path costs, clause by clause, in Movement Points."""
    d, names, here, ground = s.data, s.title.lexicon.places, s.place[unit], ground_of(s, unit)
    out: list[Line] = []
    for place in path:
        if here == d.reserve:
            out.append(Line("5.4d", "+", Fraction(_entry(s, unit, place), SIXTH), f"{names[place]}: entry"))
        elif over_the_neva(s, unit) >> place & 1 and len(path) == 1:
            out.append(Line("6.33a", "+", Fraction(ground.budget, SIXTH), f"{names[place]}: across the Neva"))
        elif place in ground.rate.cost[here]:
            for line in d.why_cost(s.side, d.gait[unit], here, place):
                out.append(Line(line.clause, "+", line.amount, f"{names[place]}: {line.text}"))
            if (ground.rigid | ground.fluid) >> here & 1:
                out.append(Line("9.4a", "+", Fraction(ground.toll, SIXTH), f"leaving an enemy zone in {names[here]}"))
        here = place
    all_ = Fraction(ground.budget, SIXTH)
    if len(path) == 1 and (total(out) > all_ or s.unsupplied >> unit & 1):
        hungry = s.unsupplied >> unit & 1
        out.append(Line("11.21b" if hungry else "6.13f", "min", all_, "one hex can always be moved"))
    return out


# -- what forbids it --------------------------------------------------------------------------


def no_step(s: State, here: int, place: int) -> Objection | None:
    """Why no unit of the phasing player steps from one place to another, whatever it has left."""
    d, names = s.data, s.title.lexicon.places
    if place in d.rates[s.side, "foot"].cost[here]:
        return None
    a, b = names[here], names[place]
    if not d.board.hexes >> place & 1:
        return Objection("6.110a", f"{b} is not on the map")
    if not d.board.neighbours[here] >> place & 1:
        return Objection("6.12b", f"{b} is not adjacent to {a}")
    if not d.land >> place & 1:
        return Objection("8.25a" if d.on_inset >> here & 1 else "6.17b", f"nobody enters {b}")
    if s.side == GERMAN and d.city >> place & 1:
        return Objection("8.31a", f"{b} is a hex of {d.rules.city}, and closed to Germans")
    if (here, place) in d.barrier:
        if s.side == GERMAN:
            return Objection("6.32a", f"Germans do not cross the {d.rules.barrier} between {a} and {b}")
        return Objection("6.33b", f"to cross the {d.rules.barrier} between {a} and {b} takes a whole move")
    if d.main >> here & 1:
        return Objection("6.17a", f"the hexside between {a} and {b} is all sea or lake")
    return Objection("8.23a", f"no bridge leads from {a} to {b}")


def path_objections(s: State, unit: int, path: Path) -> list[Objection]:
    """Every clause that a path of a unit breaks, each where it does so first."""
    if not path:
        return [Objection("6.12a", "a move needs at least one hex")]
    d, names, ground, here = s.data, s.title.lexicon.places, ground_of(s, unit), s.place[unit]
    start, enemy, mine, full = here, enemy_ground(s), side_to_enter(s, unit), limits(s, unit)
    found: dict[str, Objection] = {}

    def no(clause: str, why: str) -> None:
        found.setdefault(clause, Objection(clause, why))

    for n, place in enumerate(path):
        whole = len(path) == 1 and over_the_neva(s, unit) >> place & 1  # 6.33a
        if here == d.reserve:
            if not d.entry[unit][1] >> place & 1:
                no("5.4b", f"{names[place]} is not in its Entry Area")  # 16.19b
                break
        elif not whole and (wrong := no_step(s, here, place)):
            found.setdefault(wrong.clause, wrong)
            break
        elif n and ground.rigid >> here & 1:
            no("9.2b", f"{names[here]} is in an enemy rigid zone: the move ends there")
        if here == start != d.reserve and ground.rigid >> here & 1 and ground.rigid >> place & 1:
            no("9.2d", f"{names[here]} and {names[place]} are both in enemy rigid zones")
        if enemy >> place & 1:
            held = s.held[1 - s.side] >> place & 1
            no("6.12c" if held else "8.35b", f"{names[place]} is held by the enemy")
        if not mine >> place & 1:
            no("14.4a" if d.stacks["worker"] >> unit & 1 else "8.33b", f"{names[place]} is not open to it now")
        for ban in full:
            if ban.where >> place & 1 and not enemy >> place & 1:
                found.setdefault(ban.clause, ban.objection(place, names[place]))  # 7.5b
        here = place
    else:
        _pay(s, unit, path, ground, no)
    return list(found.values())


def _pay(s: State, unit: int, path: Path, ground: Ground, no: Callable[[str, str], None]) -> None:
    """Has the unit the points for its path?"""
    if len(path) > 1 and s.unsupplied >> unit & 1:
        no("11.21a", "a unit out of supply moves one hex at most")
    if len(path) == 1 and (s.unsupplied >> unit & 1 or one_hex(s)):
        return  # 6.13f, 11.21b, 6.33a
    paid = path_cost(s, unit, path, ground)
    if paid > ground.budget:
        no("6.13e", f"{s.title.lexicon.places[path[-1]]} needs {sixths(paid)} Movement Points, "
           f"{s.title.lexicon.pieces[unit]} has {sixths(ground.budget)}")  # 6.13a, 9.4b  # fmt: skip


def path_reasons(s: State, unit: int, path: Path) -> list[Objection]:
    """What a path breaks; of units that are not the mover's or not on the map it has been said already."""
    if not s.data.side[s.side] >> unit & 1 or s.place[unit] >= s.data.board.box:
        return []
    return path_objections(s, unit, path)


def complete_path(s: State, unit: int, path: Path) -> Path:
    """A single hex stands for the cheapest path to it; out of reach, for the one a player would mean."""
    start = s.place[unit]
    if len(path) != 1 or not s.data.side[s.side] >> unit & 1 or start >= s.data.board.box:
        return path
    way, end = reach(s, unit), path[0]
    if way.reached >> end & 1:
        return way.path_to(end)
    return path if s.data.board.neighbours[start] >> end & 1 else meant_path(s, unit, end) or path


def meant_path(s: State, unit: int, end: int) -> Path | None:
    """The cheapest way to a hex out of reach, through no unit if it can be, whatever else it breaks."""
    ground, land = ground_of(s, unit), side_to_enter(s, unit) | 1 << end
    for enter in (ground.enter | 1 << end, land):
        free = ground._replace(enter=enter & ~(1 << s.place[unit]), rigid=0, fluid=0, budget=FAR)
        first = {place: cost for place, cost in ground.rate.out[s.place[unit]] if free.enter >> place & 1}
        way = spread(free, first)
        if way.reached >> end & 1:
            return way.path_to(end)
    return None


# -- the verb ---------------------------------------------------------------------------------


def walk(s: State, unit: int, path: Path) -> None:
    """The unit goes along the path and is let go."""
    for place in path:
        passes(s, unit, place)
    put(s, unit, path[-1])
    s.moved |= 1 << unit  # 6.19a, 6.19b
    ground = ground_of(s, unit)
    if ground.rigid >> path[-1] & 1:
        s.note("9.2b", "An enemy rigid zone stops it at {hex}.", hex=path[-1])


def move(s: State, unit: int, path: Path) -> None:
    """A unit moves along a path."""
    if s.log is not None:
        paid = min(path_cost(s, unit, path, ground := ground_of(s, unit)), ground.budget)
        s.note("6.12a", "{unit} moves from {hex_from} to {hex_to}, {paid} MP.",
               unit=unit, hex_from=s.place[unit], hex_to=path[-1], paid=sixths(paid))  # fmt: skip
    walk(s, unit, path)


MOVER = one(PIECE, still, lambda s: s.data.all_pieces, checks=hemmed)
MOVE = Verb("move", (MOVER, Arg(PATH, "via|to", path_options, path_reasons, complete_path)), move, leaves=False,
            help="move UNIT to HEX, or via HEX HEX ...")  # fmt: skip
