"""[19.1] The German reinforcements: leader, air markers, divisions, and units of the 56th Panzer Corps.

What cannot enter in its Movement Phase waits (7.2b).
"""

from typing import NamedTuple

from ....core.action import Verb, one
from ....core.bits import Bits, scan
from ....core.flow import call
from ....core.kinds import NUMBER, PIECE
from ....core.rule import Ban
from ....kit.battle.die import roll_verb
from ....kit.battle.local import update
from ..data.components import GERMAN
from ..data.map_and_units import CORPS
from ..data.scenarios import Coming
from ..state import State, put
from .command import NAMES

NONE, HALF, DIVISION, LATER, RIVAL = range(5)  # what a die is rolled for


class Schedule(NamedTuple):
    """The local variables of the schedule of a turn."""

    entry: int = 0  # the next entry of this turn
    roll: int = NONE  # what the next die is for
    first: int = 0  # 19.1q: the die of the first of two divisions
    corps: int = 0  # units of the corps still to be drawn
    air: int = 0  # air markers still to be drawn


KINDS = dict.fromkeys(Schedule._fields, NUMBER)


def open_schedule(s: State) -> None:
    """Begin the schedule of this turn."""
    if s.flieger == s.turn:
        arrive(s, "flieger", "19.1v")
    call(s, s.title.flows["schedule"], Schedule())


def entries(s: State) -> list[Coming]:
    """The entries of this turn."""
    return [one for one in s.plan.schedule if one.turn == s.turn]


def rolls_later(s: State) -> bool:
    """Whether a die decides what comes in this turn."""
    return s.turn >= s.plan.later_first  # 19.1p


def entries_left(s: State) -> bool:
    """Whether the schedule of this turn goes on."""
    local: Schedule = s.local
    return local.entry < len(entries(s)) + rolls_later(s)


def next_entry(s: State) -> None:
    """Take the next entry: what is certain comes at once, and a die is asked for the rest."""
    local: Schedule = s.local
    update(s, entry=local.entry + 1, roll=NONE, corps=0, air=0)
    if local.entry >= len(entries(s)):
        update(s, roll=LATER)
        return
    coming = entries(s)[local.entry]
    if coming.what == "leader":
        _bring(s, 1 << s.data.number[coming.unit], "19.1h")
    elif coming.what == "air":
        update(s, air=coming.units)  # 19.1i
    elif coming.what == "corps":
        update(s, roll=HALF if coming.half else NONE, corps=coming.units)
    elif coming.what == "division":
        update(s, roll=DIVISION)
    else:
        for name in coming.of:
            arrive(s, name, "19.1l")


def waiting(s: State, command: str) -> Bits:
    """The units of a sub-command that have not come yet."""
    return s.here.get(s.data.reserve, 0) & s.data.command[command]


def arrive(s: State, command: str, clause: str) -> None:
    """All units of a division come, if they have not come before."""
    if waiting(s, command):
        _bring(s, waiting(s, command), clause)  # 19.1b, 19.1d


def _bring(s: State, units: Bits, clause: str) -> None:
    for unit in scan(units):
        put(s, unit, s.data.arriving)  # 3.9a, 7.1a, 7.2a, 19.1a; 19.1g: face up
    s.note(clause, "Reinforcements: {units}.", units=units)


# -- dice -------------------------------------------------------------------------------------


def rolls(s: State) -> bool:
    """Whether a die is rolled now."""
    local: Schedule = s.local
    return local.roll != NONE


def roll(s: State, die: int) -> None:
    """Roll for an entry, or for one of two divisions."""
    local: Schedule = s.local
    s.note("2.1b", "The die for {what} shows {die}.", what=_rolled_for(s), die=die)
    update(s, roll=NONE)
    if local.roll == HALF:
        update(s, corps=(die + 1) // 2)  # 19.1j, 19.1m, 19.1o
    elif local.roll == DIVISION:
        arrive(s, entries(s)[local.entry - 1].rolls[die], "19.1k" if s.turn == 1 else "19.1n")
    elif local.roll == LATER:
        _later(s, die)
    elif not local.first:
        update(s, roll=RIVAL, first=die)
    else:
        _rival(s, local.first, die)


def _rolled_for(s: State) -> str:
    """What the die says, for the diary."""
    local: Schedule = s.local
    if local.roll == HALF:
        return f"units of {NAMES[CORPS]}"
    if local.roll == RIVAL:
        return NAMES[rest(s)[1 if local.first else 0]]
    return "the division that comes" if local.roll == DIVISION else "reinforcements"


def rest(s: State) -> list[str]:
    """The divisions of which one may still be chosen."""
    names = dict.fromkeys(name for found in s.plan.later.values() for name in found.rest)
    return [name for name in names if waiting(s, name)]


def _later(s: State, die: int) -> None:
    found = s.plan.later[die]
    update(s, corps=found.corps, air=found.air)  # 19.1r, 19.1s, 19.1t, 19.1u
    if found.next and waiting(s, found.next) and s.turn < s.plan.last and not s.flieger:
        s.flieger = s.turn + 1  # 19.1v, 19.1f
        s.note("19.1v", "The 7th Flieger battlegroup comes on the next turn.")
    left = rest(s) if found.rest else []
    if len(left) == 1:
        arrive(s, left[0], "19.1q")
    elif left:
        update(s, roll=RIVAL, first=0)


def _rival(s: State, first: int, second: int) -> None:
    """Compare the dice of two divisions: the higher one comes; equal dice are rolled again."""
    if first == second:
        update(s, roll=RIVAL, first=0)
        return
    update(s, first=0)
    arrive(s, rest(s)[0 if first > second else 1], "19.1q")


ROLL = roll_verb(roll, "2.1b")


# -- draws ------------------------------------------------------------------------------------


def draws_left(s: State) -> bool:
    """Whether a unit or an air marker is still to be drawn."""
    return bool(candidates(s))


def candidates(s: State) -> Bits:
    """The pieces from which the next is drawn: units of the corps, or air markers."""
    local: Schedule = s.local
    d = s.data
    if local.corps and waiting(s, CORPS):
        return waiting(s, CORPS)  # 19.1e
    return s.here.get(d.reserve, 0) & d.air & d.side[GERMAN] if local.air else 0


def draw_bans(s: State) -> list[Ban]:
    """Every piece that cannot be drawn now."""
    return [Ban("19.1e", "{it} is not among those that may come", s.data.all_pieces & ~candidates(s))]


def draw(s: State, piece: int) -> None:
    """Draw a unit of the corps, which arrives, or an air marker, which is ready at once."""
    local: Schedule = s.local
    d = s.data
    if d.air >> piece & 1:
        update(s, air=local.air - 1)
        put(s, piece, d.beside)  # 7.8a, 12.2a
        s.note("19.1i", "{unit} is ready.", unit=piece)
    else:
        update(s, corps=local.corps - 1)
        _bring(s, 1 << piece, "19.1e")  # 19.1c


DRAWN = one(PIECE, draw_bans, lambda s: s.data.all_pieces)
DRAW = Verb("draw", (DRAWN,), draw, weights=lambda s: [1] * DRAWN.options(s).count())
