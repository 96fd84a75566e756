"""[16.0] Arrivals and withdrawals: German entry, Russians who appear in the city, withdrawals."""

from ....core.action import Arg, Verb
from ....core.bits import Bits, scan
from ....core.kinds import PATH
from ....core.options import Options, Sieve
from ....core.rule import Ban, Check, Objection
from ....kit.arguments import piece_arg, place_arg
from ..data.components import sixths
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, on_inset, put
from .movement import Ground, Lap, Reach, can_enter, ground_of, spread, travel
from .paths import Path, gates, meant_from, path_cost, path_objections, paths, walk
from .stacking import room
from .supply import relieve
from .victory import passes


def due(s: State, side: int) -> Bits:
    """The units of a side that may arrive now: due this turn or earlier, or headquarters that return."""
    d = s.data
    here = s.here
    out = here[d.reserve] & d.come[s.turn] if d.reserve in here else 0  # 16.12a, 16.19a, 11.36b
    for box in d.doors:
        if box in here:
            out |= here[box]  # 19.72c, 19.74a
    return out & d.side[side]


# -- Russians ---------------------------------------------------------------------------------


def districts_without_germans(s: State) -> Bits:
    """The interior hexes of districts without Germans."""
    return sum(hexes for hexes in s.data.district.values() if not hexes & s.held[GERMAN])


def appear_hexes(s: State, unit: int) -> Bits:
    """Where a Russian reinforcement may appear, ignoring limits."""
    d = s.data
    if not on_inset(s):
        return d.city | d.interior  # 16.13a
    if free := districts_without_germans(s):
        return free  # 16.13b
    last = 1 << d.last_resort  # 16.13c
    return last & ~(s.held[GERMAN] | d.one_ground(s.held[GERMAN]))


def open_hexes(s: State, unit: int) -> Bits:
    """Where a Russian reinforcement can appear now."""
    return appear_hexes(s, unit) & room(s, unit)  # 8.26c, 16.13d


def can_appear(s: State) -> bool:
    """Whether there is a Russian reinforcement that has a hex to appear in."""
    waiting = due(s, RUSSIAN)
    return any(open_hexes(s, unit) for unit in range(waiting.bit_length()) if waiting >> unit & 1)


def _waiting(s: State, side: int) -> list[Ban]:
    d = s.data
    now = due(s, side)
    here = s.here.get(d.reserve, 0) & d.come[-1] & d.side[side] | now
    return [
        Ban(
            "16.19b" if side == RUSSIAN else d.rules.case("5.4b"),
            "{it} is not due before turn {turn}",
            here & ~now,
            lambda unit: {"turn": d.due[unit]},
        ),
        Ban("16.12a", "{it} is not waiting to arrive", d.all_pieces & ~here),
    ]


def appear_units(s: State) -> list[Ban]:
    """Every piece that cannot appear now, and why."""
    return _waiting(s, RUSSIAN)


def no_room(s: State) -> list[Check]:
    """A reinforcement may have no hex to appear in."""
    return [
        Check(
            "16.13d",
            "there is no room for {it} now: it must wait",
            lambda unit: bool(due(s, RUSSIAN) >> unit & 1) and not open_hexes(s, unit),
        )
    ]


def appear_places(s: State, unit: int) -> list[Ban]:
    """Every place where a reinforcement cannot appear, and why."""
    d = s.data
    if not due(s, RUSSIAN) >> unit & 1:
        return []
    where = appear_hexes(s, unit)
    clause = "16.13a" if not on_inset(s) else "16.13b" if districts_without_germans(s) else "16.13c"
    return [
        Ban(clause, "no reinforcement may appear in {it} now", d.all_places & ~where),
        Ban("8.26c", "there is no room for it in {it}", where & ~room(s, unit)),
    ]


def appear(s: State, unit: int, hex_: int) -> None:
    """Place a reinforcement in the city."""
    put(s, unit, hex_)  # 16.13a, 16.16a
    passes(s, unit, hex_)
    s.fresh |= 1 << unit  # 11.44a, 16.16b
    s.note("16.13a", "{unit} appears at {hex}.", unit=unit, hex=hex_)


APPEAR = Verb(
    "appear",
    (piece_arg(appear_units, checks=no_room), place_arg(appear_places)),
    appear,
    leaves=lambda s: not can_appear(s),
    label="Place",
    help="place a reinforcement in the city",
)


# -- Germans ----------------------------------------------------------------------------------


def entry_reach(s: State, unit: int) -> Reach:
    """How far a unit that enters the map can go."""
    ground = ground_of(s, unit)
    return travel(s, unit, ground, entry_lap(s, unit, ground))


def entry_lap(s: State, unit: int, ground: Ground) -> Lap:
    """Everything reachable on the main map by a unit that enters it."""
    gait, budget, open_ = s.data.gait[unit], ground.budget, gates(s, unit) & ground.enter  # 5.4c, 16.15a, 16.15b
    rings = [0] * (budget + 1)
    for cost, hexes in s.data.entries_by_cost[gait]:
        rings[min(cost, budget)] |= open_ & hexes  # 5.4d, 6.13f, 16.14a, 16.17a

    def first(hex_: int) -> int | None:
        return min(s.data.entry_cost[gait, hex_], budget) if open_ >> hex_ & 1 else None

    return Lap(rings, spread(ground, rings), first, [])


def enter_units(s: State) -> list[Ban]:
    """Every piece that cannot enter now, and why."""
    return _waiting(s, s.side)


def blocked(s: State) -> list[Check]:
    """A unit's Entry Area may have no open hex."""

    def shut(unit: int) -> bool:
        return bool(due(s, s.side) >> unit & 1) and not gates(s, unit) & can_enter(s, unit)

    return [Check("16.15b", "no hex of the Entry Area of {it} is open to it", shut)]


def enter_options(s: State) -> Options:
    """The units that can enter now."""
    return Sieve(due(s, s.side), lambda unit: not gates(s, unit) & can_enter(s, unit))


def entry_options(s: State, unit: int) -> Options:
    """Where a unit that enters can go."""
    return paths(s, unit, entry_reach(s, unit))


def entry_reasons(s: State, unit: int, path: Path) -> list[Objection]:
    """The objections to the path of a unit that enters."""
    return path_objections(s, unit, path) if due(s, s.side) >> unit & 1 else []


def complete_entry(s: State, unit: int, path: Path) -> Path:
    """Complete a single hex to the cheapest path to it or, if out of reach, to the path most likely meant."""
    if len(path) != 1 or not due(s, s.side) >> unit & 1:
        return path
    d, way, end = s.data, entry_reach(s, unit), path[0]
    if way.reached >> end & 1:
        return way.path_to(end)
    if any(area >> end & 1 for area in (*d.doors.values(), *(area for _, area in d.entry.values()))):
        return path  # another's Entry Area
    ground, area = ground_of(s, unit), gates(s, unit)
    further = ((gate, meant_from(s, unit, gate, end)) for gate in scan(area & ground.enter or area))
    ways = [(gate, *rest) for gate, rest in further if rest]
    return min(ways, key=lambda way: path_cost(s, unit, way, ground), default=path)


def enter(s: State, unit: int, path: Path) -> None:
    """Bring a unit onto the map and move it on."""
    if s.log is not None:
        paid = path_cost(s, unit, path, ground_of(s, unit))
        further = " and moves to {hex_to}" if len(path) > 1 else ""
        s.note(
            s.data.rules.case("5.4c"),
            f"{{unit}} enters at {{hex_at}}{further}, {{paid}} MP.",
            unit=unit,
            hex_at=path[0],
            hex_to=path[-1],
            paid=sixths(paid),
        )
    s.fresh |= 1 << unit  # 11.44a, 16.16b
    walk(s, unit, path)  # 5.4e, 16.16a
    relieve(s, unit)  # 11.36c


ENTRANT = piece_arg(enter_units, checks=blocked)._replace(options=enter_options)
ENTER = Verb(
    "enter",
    (ENTRANT, Arg(PATH, "via|to", entry_options, entry_reasons, complete_entry)),
    enter,
    leaves=False,
    help="bring in a reinforcement",
)


# -- withdrawals ------------------------------------------------------------------------------


def withdraw(s: State) -> None:
    """Remove the units due for withdrawal at the start of the German Movement Phase."""
    d = s.data
    for unit, (turn, unless) in d.leave.items():
        if turn != s.turn or s.place[unit] == d.lost:
            continue  # 16.21a, 16.23a
        if unless and on_inset(s):
            continue  # 16.26a
        put(s, unit, d.withdrawn)  # 16.22a, 16.25a, appendix2.7, appendix2.9
        bit = 1 << unit
        s.unsupplied &= ~bit
        s.disrupted &= ~bit
        s.note("16.22a", "{unit} is withdrawn.", unit=unit)
