"""[5.34] The 2nd Guards Rifle Corps: six units that must leave the map, and units that leave in their place."""

from ....core.action import Verb
from ....core.bits import Bits, scan
from ....core.knowledge import kept
from ....core.rule import Ban
from ....kit.arguments import piece_arg
from ....kit.battle.die import roll_verb
from ..data.components import SOVIET
from ..state import State, put, update_control, value_of

CORPS = "the 2nd Guards Rifle Corps"


def corps(s: State) -> Bits:
    """The units that have to leave in this scenario."""
    return s.data.corps if s.plan.withdrawal else 0  # 5.34a


def _strengths(s: State, units: Bits, full: bool = False) -> tuple[int, int]:
    """The attack and defense strengths of some units, at full strength or as they are."""
    values = [s.data.front[unit] if full else value_of(s, unit) for unit in scan(units)]
    return sum(value.attack for value in values), sum(value.defense for value in values)


def gone(s: State) -> Bits:
    """The units that have left the map."""
    return s.here.get(s.data.exited, 0)  # 5.34o


def missing(s: State) -> Bits:
    """The units of the corps in whose place others must leave: reduced or eliminated ones."""
    lost = s.here.get(s.data.eliminated, 0) | s.reduced
    return corps(s) & lost  # 5.34m, 5.34n


@kept(lambda s: (corps(s), gone(s), missing(s), s.reduced, s.dropped, bytes(s.face)))
def owed(s: State) -> tuple[int, int]:
    """The attack and defense strengths that other units still have to take off the map."""
    attack, defense = _strengths(s, missing(s), full=True)
    left = _strengths(s, gone(s) & ~corps(s))
    return max(0, attack - left[0]), max(0, defense - left[1])


def complete(s: State) -> bool:
    """Whether the exit is complete: all have left, or others for them."""
    return not corps(s) & ~gone(s) & ~missing(s) and owed(s) == (0, 0)  # 5.34b


def may_leave(s: State, units: Bits) -> bool:
    """Whether all these units may leave the map: full-strength units of the corps, or one that is needed instead.

    They leave by movement, which needs no supply (5.34j).
    """
    if s.side != SOVIET or not corps(s) or s.exploiting:
        return False
    others = units & ~(corps(s) & ~s.reduced)  # 5.34l
    if not others:
        return True
    stand_in = not others & (s.data.corps | s.data.printed) and others.bit_count() == 1
    return stand_in and owed(s) != (0, 0)  # 5.34m: no more than are needed


def must_roll(s: State) -> bool:
    """Whether the 2GRC Table is used in this Reinforcements Phase."""
    due = s.turn in s.data.charts.withdrawal.rolls
    return due and not s.required and not complete(s)  # 5.34d, sequence.5


def roll(s: State, die: int) -> None:
    """Roll on the 2GRC Table."""
    s.required = die in s.data.charts.withdrawal.rolls[s.turn]
    told = "must leave by the end of this turn" if s.required else "may stay for now"
    s.note("5.34d", "A {die}: {corps} {told}.", die=die, corps=CORPS, told=told)


ROLL: Verb = roll_verb(roll, "5.34d")


# -- the end of a turn ------------------------------------------------------------------------


def overdue(s: State) -> bool:
    """Whether the exit had to be complete by the end of this turn, and is not."""
    last = s.turn >= s.data.charts.withdrawal.limit
    return bool(corps(s)) and (s.required or last) and s.turn <= s.data.charts.withdrawal.limit and not complete(s)


def count_delay(s: State) -> None:
    """Count a turn of delay, and on the last of these turns pick up what is left of the corps."""
    s.picking = False
    if not overdue(s):
        return
    s.delays += 1  # 5.34e, 5.34q
    if s.plan.delay == "points":
        s.vps += s.data.charts.withdrawal.points  # 5.34f, 5.34g, 5.34p
    s.note("5.34f" if s.plan.delay == "points" else "5.34e", "The exit of {corps} is delayed.", corps=CORPS)
    if s.turn == s.data.charts.withdrawal.limit:
        for unit in scan(corps(s) & ~missing(s) & ~gone(s)):
            put(s, unit, s.data.exited)  # 5.34p: wherever it is
        s.picking = True
        update_control(s)


def stand_ins(s: State) -> Bits:
    """The units that may be picked up in place of others."""
    d = s.data
    return s.there[SOVIET] & ~d.corps & ~d.printed


def picks_up(s: State) -> bool:
    """Whether units have to be picked up in place of missing ones, as far as there are any."""
    return s.picking and owed(s) != (0, 0) and bool(stand_ins(s))


def pick_bans(s: State) -> list[Ban]:
    """Every piece that cannot be picked up."""
    return [Ban("5.34p", "{it} cannot be picked up", s.data.all_pieces & ~stand_ins(s))]


def pick(s: State, unit: int) -> None:
    """Pick up a unit in place of others."""
    put(s, unit, s.data.exited)
    s.note("5.34p", "{unit} is picked up in place of units of {corps}.", unit=unit, corps=CORPS)
    update_control(s)


PICK = Verb("pick", (piece_arg(pick_bans),), pick, label="Take off the map:", help="choose a unit that leaves the map")
