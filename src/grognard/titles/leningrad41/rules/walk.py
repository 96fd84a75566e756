"""[8.1] The move of one unit, hex by hex: the path is declared at once, and defensive fire (9.0) may interrupt it.

The enemy is told where a unit has gone when it pauses or stops; where it means to go only its owner knows.
"""

from collections.abc import Callable
from typing import NamedTuple

from ....core.action import Arg, Verb
from ....core.flow import call
from ....core.kinds import FLAG, NUMBER, PATH, PIECE, PIECES, PLACE, word
from ....core.options import Options
from ....core.rule import Ban, Objection
from ....kit.arguments import piece_arg
from ....kit.battle.local import update
from ....kit.words import by_way
from ..data.links import DRIVE, DROP, LANDWARD, MANNERS, MARCH, METRO, RAIL, SAIL, WATER
from ..state import NOWHERE, State, called, put, side_of, take
from .fog import reveal
from .movement import (
    allowance,
    bans,
    barred,
    checks,
    command_of,
    drive_bans,
    drive_checks,
    drive_options,
    move_options,
    stuck,
    terms,
    usual,
)
from .paths import Path, complete, objections, options
from .pontoons import carry, spanned
from .reach import Terms, beside_enemies

TABLES = ("metro", "airborne", "drift")  # on which a die decides


class Walk(NamedTuple):
    """The local variables of the move of a unit."""

    unit: int
    path: Path = ()  # the hexes still to be entered, as far as planned
    points: int = 0  # left
    manner: str = MARCH
    since: int = 0  # where the part of the move began that the enemy has not been told of
    firers: int = 0  # the units that make defensive fire at this entry
    open: bool = False  # their owner is still to decide
    news: bool = False  # something happened at this entry: fire, or units turned over
    table: str = ""  # on which a die decides now


KINDS = {
    "unit": PIECE,
    "path": PATH,
    "points": NUMBER,
    "manner": word(*MANNERS),
    "since": PLACE,
    "firers": PIECES,
    "open": FLAG,
    "news": FLAG,
    "table": word("", *TABLES),
}


ENTERED = "7.1d", "{unit} enters the map and moves to {hex_end}."
TOLD = {
    MARCH: ("8.1a", "{unit} moves from {hex} to {hex_end}."),
    DRIVE: ("8.8a", "{unit} drives from {hex} to {hex_end}."),
    RAIL: ("15.1b", "{unit} moves by rail from {hex} to {hex_end}."),
    WATER: ("15.2a", "{unit} sails from {hex} to {hex_end}."),
    SAIL: ("8.11d", "{unit} goes by water from {hex} to {hex_end}."),
    METRO: ("15.5e", "{unit} leaves the Metro in {hex_end}."),
}
"""What the players are told of a move, by its manner."""


def begin(s: State, unit: int, manner: str, path: Path, table: str = "") -> None:
    """Begin the move of a unit; the sub-command that moved before has finished."""
    start(s, unit)
    points = allowance(s, unit, manner)
    call(s, s.title.flows["walk"], Walk(unit, path, points, manner, s.place[unit], table=table))


def start(s: State, unit: int) -> None:
    """Note that a unit uses its move in this phase."""
    d, command = s.data, command_of(s, unit)
    if command and command != s.command:
        s.closed |= d.command[s.command] if s.command else 0  # 8.2a
        s.command = command  # 8.2b
    s.moved |= 1 << unit  # 8.1c, 8.1d, 6.4b, 8.4a
    s.pontoon[unit] = NOWHERE  # 8.10k, 8.10o


def walking(s: State) -> bool:
    """Whether the unit enters another hex."""
    w: Walk = s.local
    return bool(w.path)


def enter(s: State) -> None:
    """Enter the next hex, and others after it as long as no enemy is next to them."""
    w: Walk = s.local
    d, unit, side = s.data, w.unit, side_of(s, w.unit)
    near, here, points, entered = beside_enemies(s, unit), s.place[unit], w.points, 0
    takes, passed = w.manner != SAIL and d.ground & ~d.afloat & 1 << unit, 0
    for place in w.path:
        entered += 1
        points -= entry_cost(s, w, here, place)
        if here < d.board.box and d.across[here] >> place & 1:
            carry(s, unit, here, place)
        if w.manner == DRIVE and d.streets >> place & 1:
            reveal(s, 1 << unit)  # 6.6d
        passed |= 1 << place
        here = place
        if near >> place & 1:
            break  # 9.1b
    if takes:
        take(s, side, passed)  # 4.2a
    put(s, unit, here, takes=False)
    update(s, path=w.path[entered:], points=points, firers=0, open=False, news=False)


def entry_cost(s: State, w: Walk, here: int, place: int) -> int:
    """What a step of the move costs."""
    d = s.data
    if w.manner == WATER:
        return d.charts.numbers["gunboat"]
    if w.manner not in LANDWARD:
        return 0  # 15.1b, 8.11d, 15.5f, 18.3b
    ground = d.cost(place)
    if here < d.board.box and d.across[here] >> place & 1 and not spanned(s, side_of(s, w.unit), here, place):
        ground = d.lanes(w.manner, s.demolished, s.delayed).step(here, place) or ground  # 8.9b, 8.10n
    return ground + (d.charts.rubble.cost if s.rubble >> place & 1 else 0)  # 8.12a


def stop(s: State) -> None:
    """Give up the rest of the path."""
    update(s, path=())


def may_choose(s: State) -> bool:
    """Whether the owner is asked how the move goes on: after fire, or when units were turned over."""
    w: Walk = s.local
    return w.news and bool(w.path)


def report(s: State) -> None:
    """Tell everybody where the unit has gone since it was last reported."""
    w: Walk = s.local
    here = s.place[w.unit]
    if here == w.since or w.manner == DROP:  # a landing is told with its die
        return
    entered = w.since >= s.data.board.box and w.manner in LANDWARD
    clause, text = ENTERED if entered else TOLD[w.manner]
    s.note(clause, text, unit=called(s, w.unit), hex=w.since, hex_end=here)
    update(s, since=here)


def finish(s: State) -> None:
    """The move is finished; a marine takes the hex in which it lands."""
    w: Walk = s.local
    here = s.place[w.unit]
    if here < s.data.board.box:
        if w.manner == SAIL:
            take(s, side_of(s, w.unit), 1 << here)  # 4.2a, 8.11e
        report(s)


# -- the verbs --------------------------------------------------------------------------------


def owner(s: State) -> tuple[int]:
    """The player who moves: the enemy is told hex by hex."""
    return (s.side,)


def path_arg(unit_bans: Callable[[State], list[Ban]], manner: str = "") -> Arg:
    """The path of a unit that none of the bans forbids; without a manner, it moves as usual."""

    def asked(s: State, unit: int) -> Terms:
        return terms(s, unit, manner or usual(s, unit))

    def able(s: State, unit: int) -> bool:
        return not barred(s, unit_bans(s)) >> unit & 1

    def reasons(s: State, unit: int, path: Path) -> list[Objection]:
        if not able(s, unit):
            return []
        t = asked(s, unit)
        said = stuck(t)  # as an objection to the unit
        found = [objection for objection in objections(s, t, path) if objection.clause != said]
        return by_way(s.title.lexicon.places, path, found)

    def meant(s: State, unit: int, path: Path) -> Path:
        return complete(s, asked(s, unit), path) if able(s, unit) else path

    return Arg(PATH, "via|to", lambda s, unit: options(s, asked(s, unit)), reasons, meant)


def move(s: State, unit: int, path: Path) -> None:
    """Move a unit at the normal rate, the Aurora guns on rails, or the gunboat on the water."""
    begin(s, unit, usual(s, unit), path)


def drive(s: State, unit: int, path: Path) -> None:
    """Move a unit by motorized movement."""
    begin(s, unit, DRIVE, path)  # 8.8a


def _going(s: State) -> Terms:
    w: Walk = s.local
    return terms(s, w.unit, w.manner, w.points)


def _onward_options(s: State) -> Options:
    return options(s, _going(s))


def _onward_reasons(s: State, path: Path) -> list[Objection]:
    return objections(s, _going(s), path)


def _onward_meant(s: State, path: Path) -> Path:
    w: Walk = s.local
    return complete(s, _going(s), path) if path else w.path


def onward(s: State, path: Path) -> None:
    """Move on by a path with the points that are left."""
    update(s, path=path)  # 9.2b


def halt(s: State) -> None:
    """End the move here."""
    stop(s)  # 8.1g


def at_sea(s: State) -> list[Objection]:
    """Why an amphibious move cannot end here."""
    w: Walk = s.local
    here = s.place[w.unit]
    if w.manner != SAIL or s.data.shores >> here & 1:
        return []
    return [Objection("8.11e", f"{s.data.board.names[here]} is all sea: the move must go on")]


MOVE = Verb(
    "move",
    (piece_arg(bans, checks=checks)._replace(options=move_options), path_arg(bans)),
    move,
    leaves=False,
    audience=owner,
    help="move a unit",
)
DRIVE_VERB = Verb(
    "drive",
    (piece_arg(drive_bans, checks=drive_checks)._replace(options=drive_options), path_arg(drive_bans, DRIVE)),
    drive,
    leaves=False,
    audience=owner,
    label="Drive",
    help="move a unit by motorized movement",
)
ONWARD = Verb(
    "onward",
    (Arg(PATH, "via|to", _onward_options, _onward_reasons, _onward_meant),),
    onward,
    audience=owner,
    label="Move on",
    help="go on with the move",
)
HALT = Verb("halt", (), halt, bars=(at_sea,), label="Stop here", help="end the move here")
