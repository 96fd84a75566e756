"""[8.0] Movement: who can move in which manner, under which conditions, and why not.

How far is in `reach`, paths are in `paths`, the move itself is in `walk`. Nothing but stacking, enemies, water and the
cost of hexes limits a move; defensive fire (9.0) comes while it is made. A unit that enters the map begins in the box
`arriving`, and the first hex of its path is one of its entry hexes.
"""

from collections.abc import Callable, Iterator

from ....core.bits import Bits, lowest, scan
from ....core.knowledge import kept
from ....core.options import Options, Sieve
from ....core.rule import Ban, Check, Objection
from ....kit.hex.reach import union
from ....kit.words import counted
from ..data.links import DRIVE, LANDWARD, MARCH, RAIL, SAIL, WATER
from ..data.map_and_units import GERMAN
from ..state import ALL_COMMANDS, State, room, side_of, stacking, those, unit_of
from .pontoons import ferries, own_crossings
from .reach import Terms, first_steps

# -- the conditions ---------------------------------------------------------------------------


def usual(s: State, unit: int) -> str:
    """How a unit moves when nothing special is declared."""
    found = unit_of(s, unit)
    moves = found.moves if found else ""
    return RAIL if moves == "rail" else WATER if moves == "water" else MARCH  # 15.1a, 15.2a


def allowance(s: State, unit: int, manner: str) -> int:
    """The movement points of a move that begins."""
    if manner in (RAIL, SAIL):
        return len(s.data.terrain)  # 15.1b, 8.11d: any number of hexes
    points = s.data.allowance(unit)
    return points * s.data.charts.numbers["motorized"] if manner == DRIVE else points  # 8.8b


def entries(s: State, unit: int, manner: str) -> Bits:
    """The hexes by which a unit off the map may enter it."""
    if s.place[unit] != s.data.arriving or manner not in LANDWARD:
        return 0
    d, stage = s.data, s.stage
    edge = stage.german_entry if d.side[GERMAN] >> unit & 1 else stage.reserve_entry  # 19.1a, 19.3b
    if manner == DRIVE:
        edge &= d.kind["clear"] | (0 if s.delayed else d.street_ends)  # 8.8c, 16.2b
    return edge


def open_to(s: State, unit: int) -> Bits:
    """The hexes that neither stacking nor enemies close to a unit; it may come back to the one it leaves."""
    side, start = side_of(s, unit), s.place[unit]
    out = room(s, unit)  # 6.4a, 8.4b
    if start < s.data.board.box:
        mates = s.here[start] & s.data.side[side] & s.data.ground
        out |= (mates.bit_count() <= stacking(s, side, start)) << start
    return out & ~s.held[1 - side]  # 8.14a


@kept(lambda s, _manner: s.rubble)
def prices(s: State, manner: str) -> tuple[tuple[int, Bits], ...]:
    """The hexes by what they cost with their rubble in this manner of movement, cheapest first."""
    plain = s.data.lanes(manner).prices
    if not s.rubble or manner not in LANDWARD:
        return plain
    out: dict[int, Bits] = {}
    for cost, where in plain:
        for paid, part in ((cost, where & ~s.rubble), (cost + s.data.charts.rubble.cost, where & s.rubble)):  # 8.12a
            if part:
                out[paid] = out.get(paid, 0) | part
    return tuple(sorted(out.items()))


def terms(s: State, unit: int, manner: str, left: int | None = None) -> Terms:
    """The conditions of a move; with the points left, of a move that goes on."""
    d, start = s.data, s.place[unit]
    first = entries(s, unit, manner) if left is None else 0
    overland = manner in LANDWARD
    return Terms(
        unit,
        manner,
        start,
        first,
        allowance(s, unit, manner) if left is None else left,
        d.lanes(manner, s.demolished, s.delayed),
        d.ground_of[manner] & open_to(s, unit),  # 8.13a
        d.open_sea if manner == SAIL else d.hexes,  # 8.11d
        d.shores if manner == SAIL else d.hexes,  # 8.11e
        prices(s, manner),
        s.rubble if overland else 0,
        d.charts.rubble.cost,  # 8.12a
        ferries(s, unit, manner) if overland else {},
        own_crossings(s, unit, manner) if left is None and overland else {},
        d.board.neighbours,
    )


# -- who may move -----------------------------------------------------------------------------


def bodies(s: State) -> Bits:
    """The units and leaders of the side that moves, on the map or about to enter it."""
    d = s.data
    return (s.there[s.side] | s.here.get(d.arriving, 0)) & d.side[s.side]


def waiting(s: State, command: str) -> Bits:
    """The units of a sub-command that must enter in this phase and still can."""
    d = s.data
    late = s.here.get(d.arriving, 0) & d.command[command] & ~s.moved if command else 0
    return late if late and entries(s, lowest(late), MARCH) & open_to(s, lowest(late)) else 0


def bans(s: State) -> list[Ban]:
    """Every piece that cannot move in this phase in any manner, and why."""
    d = s.data
    own, ready = d.side[s.side], bodies(s)
    late = waiting(s, s.command)
    return [
        Ban("8.1e", "{it} is not yours to move", d.all_pieces & ~own),
        Ban("8.1a", "{it} is neither on the map nor about to enter it", own & ~ready),
        Ban("8.1d", "{it} has moved in this phase", s.moved & ready),
        Ban("8.2a", "the sub-command of {it} has finished moving", s.closed & ready & ~s.moved),
        Ban("8.10l", "{it} has let others cross its pontoon bridge and stays", s.used & ready & ~s.moved),
        Ban(
            "19.1b",
            f"{counted(late.bit_count(), 'unit')} of the sub-command that moves now must enter before {{it}} moves",
            ready & ~d.leaders & ~d.command[s.command] if late else 0,
            lambda _: {"units": " ".join(d.pieces[unit] for unit in scan(late))},
        ),
    ]


def movers(s: State) -> Bits:
    """The pieces that can still move in this phase: those that no ban of `bans` concerns."""
    d = s.data
    out = bodies(s) & ~(s.moved | s.closed | s.used)  # 8.1d, 8.2a, 8.10l
    return out & (d.leaders | d.command[s.command]) if waiting(s, s.command) else out  # 19.1b


def drivers(s: State) -> Bits:
    """Those of them that can use motorized movement."""
    d, free = s.data, movers(s)
    return (those(s, free & d.ground, d.motorized) | free & d.leaders & d.motorized) & ~s.landed  # 8.8a, 18.3d


def drive_bans(s: State) -> list[Ban]:
    """Every piece that cannot use motorized movement, and why."""
    d, ready = s.data, bodies(s)
    able = those(s, ready & d.ground, d.motorized) | ready & d.leaders & d.motorized
    return [
        *bans(s),
        Ban("8.8a", "{it} is neither armored nor motorized", ready & ~able),
        Ban("18.3d", "{it} has landed by air and has no vehicles", able & s.landed),
    ]


def barred(s: State, found: list[Ban]) -> Bits:
    """Everything in some bans."""
    return union([ban.where for ban in found])


STUCK = (
    ("7.1c", "there is no hex by which {it} could enter"),
    ("15.1a", "no railroad hex next to {it} is open to it"),
    ("15.2a", "no water next to {it} is open to it"),
    ("8.8c", "next to {it} is neither a clear hex nor a street that it could follow"),
    ("8.9a", "{it} cannot leave its hex except across a major river or the sea"),
    ("8.14a", "all hexes that {it} could enter hold enemies, or have no room for it"),
    ("8.3a", "{it} has too few movement points for any hex around it"),
)


def checks(s: State, manner: str = "") -> list[Check]:
    """The clauses that leave a unit nowhere to move; without a manner, each unit moves as usual."""
    known: dict[int, str] = {}

    def held(unit: int) -> str:
        if unit not in known:
            known[unit] = _held(s, unit, manner)
        return known[unit]

    def check(clause: str, text: str) -> Check:
        return Check(clause, text, lambda unit: held(unit) == clause)

    return [check(clause, text) for clause, text in STUCK]


def _held(s: State, unit: int, manner: str) -> str:
    """The clause that leaves a unit nowhere to move, if no ban concerns it."""
    manner = manner or usual(s, unit)
    found = "" if quick(s, unit, manner) else stuck(terms(s, unit, manner))
    return "" if found and barred(s, drive_bans(s) if manner == DRIVE else bans(s)) >> unit & 1 else found


def drive_checks(s: State) -> list[Check]:
    """The same for motorized movement."""
    return checks(s, DRIVE)


def held_up(s: State, manner: str = "") -> Callable[[int], bool]:
    """A test whether a unit that no ban concerns has nowhere to move."""

    def held(unit: int) -> bool:
        how = manner or usual(s, unit)
        return not quick(s, unit, how) and bool(stuck(terms(s, unit, how)))

    return held


def move_options(s: State) -> Options:
    """The units that can move."""
    return Sieve(movers(s), held_up(s))


def drive_options(s: State) -> Options:
    """The units that can use motorized movement."""
    return Sieve(drivers(s), held_up(s, DRIVE))


def quick(s: State, unit: int, manner: str) -> bool:
    """Whether a unit that begins to move can enter a hex that it could pay for in any case."""
    d, start = s.data, s.place[unit]
    lanes = d.lanes(manner, s.demolished, s.delayed)
    if lanes.prices[-1][0] + lanes.river + d.charts.rubble.cost > allowance(s, unit, manner):
        return False
    return bool((entries(s, unit, manner) or lanes.dry_to[start]) & d.ground_of[manner] & open_to(s, unit))


def stuck(t: Terms) -> str:
    """The clause that leaves a unit no hex to move to; empty if there is one."""
    if first_steps(t, t.enter):
        return ""
    if t.first or t.start >= len(t.near) or not t.near[t.start]:
        return "7.1c"
    near = t.near[t.start]
    dry = {b: cost for b in scan(near) if (cost := t.step(t.start, b)) is not None}
    if not dry:
        return {RAIL: "15.1a", WATER: "15.2a", DRIVE: "8.8c"}.get(t.manner, "8.9a")
    return "8.3a" if any(t.enter >> b & 1 for b in dry) else "8.14a"


def command_of(s: State, unit: int) -> str:
    """The sub-command of a unit; empty for leaders, who belong to none (14.1a)."""
    return next((name for name in ALL_COMMANDS if s.data.command[name] >> unit & 1), "")


# -- who must still enter ---------------------------------------------------------------------


def unentered(s: State) -> Iterator[Objection]:
    """Why the phase cannot end: units that must enter, and can."""
    late = must_enter(s)
    if late:
        text = f"{counted(late.bit_count(), 'unit')} must still enter the map"
        yield Objection("7.2b" if s.side == GERMAN else "7.3b", text, {"units": late.bit_count()})


def must_enter(s: State) -> Bits:
    """The units and leaders of the side that moves which must still enter the map in this phase, and can."""
    d = s.data
    late = s.here.get(d.arriving, 0) & d.side[s.side] & ~s.moved & ~s.closed
    able = 0
    while left := late & ~able:
        unit = lowest(left)
        alike = d.command.get(command_of(s, unit), 1 << unit)  # all of them can enter, or none
        if stuck(terms(s, unit, MARCH)):
            late &= ~alike
        able |= late & alike
    return able  # 19.1b
