"""[5.3, 19.33] Reinforcements: what is due comes to its Map Box, unless its owner holds it back."""

from collections.abc import Callable

from ....core.action import Limits, Verb, some
from ....core.bits import Bits, scan
from ....core.kinds import PIECES
from ....core.rule import Ban, Objection
from ....kit.battle.die import roll_verb
from ..data.components import AXIS, SOVIET
from ..state import State, put


def due(s: State, side: int) -> Bits:
    """The reinforcements of a side that may come now."""
    waiting = s.here.get(s.data.reserve, 0) & s.stage.come[s.turn]  # 5.3a, 5.31a
    return waiting & s.data.side[side] & ~s.delayed  # 5.31c


def axis_due(s: State) -> Bits:
    """The Axis reinforcements that may come now."""
    return due(s, AXIS)


def soviet_due(s: State) -> Bits:
    """The Soviet reinforcements that may come now."""
    return due(s, SOVIET)


def delay(s: State, units: Bits) -> None:
    """Hold reinforcements back."""
    s.delayed |= units
    s.note("5.31c", "Held back: {units}.", units=units)


def _delay_verb(coming: Callable[[State], Bits]) -> Verb:
    def bans(s: State) -> list[Ban]:
        return [Ban("5.31c", "{it} is not among the reinforcements that are due", s.data.all_pieces & ~coming(s))]

    few = Limits(too_few=Objection("5.31c", "name at least one unit"))
    units = some(PIECES, bans, lambda s: s.data.all_pieces, lambda _s: few)
    return Verb(
        "delay",
        (units,),
        delay,
        leaves=lambda s: not coming(s),
        label="Hold back",
        help="let reinforcements come in a later turn",
    )


def arrive(s: State, side: int) -> None:
    """Place the reinforcements of a side in their Map Boxes."""
    units = due(s, side)
    for unit in scan(units):
        put(s, unit, s.stage.due[unit][1])  # 5.31b, 5.32a, 5.32b, 5.32c
    if units:
        s.note("5.31b", "Reinforcements: {units}.", units=units)


def planes_arrive(s: State) -> None:
    """Air units whose turn has come are Available."""
    d = s.data
    for n, air in enumerate(d.counters.air, d.first_air):
        if s.place[n] == d.reserve and air.first <= s.turn:
            put(s, n, d.available)  # 13.11c


AXIS_DELAY, SOVIET_DELAY = _delay_verb(axis_due), _delay_verb(soviet_due)


# -- the 391st Division -----------------------------------------------------------------------


def late(s: State) -> Bits:
    """The units that come by a roll and have not come yet."""
    return s.stage.late & s.here.get(s.data.reserve, 0)


def may_come(s: State) -> bool:
    """Whether the Soviet player rolls for them now."""
    return s.turn in s.plan.late.turns and bool(late(s))  # 19.33h, 19.33j


def come(s: State) -> None:
    """Place them in their Map Box."""
    units = late(s)
    for unit in scan(units):
        put(s, unit, s.data.box[s.plan.late.box])
    s.note("19.33h", "Reinforcements: {units}.", units=units)


def roll_late(s: State, die: int) -> None:
    """Roll for them; a delayed exit of the 2GRC adds to the die."""
    if die + s.delays <= s.data.charts.late_division[s.turn]:  # 19.33i
        come(s)
    else:
        s.note("19.33j", "The 391st Division does not come.")


def come_at_last(s: State) -> None:
    """On the last of their turns they come without a roll."""
    if s.plan.late.automatic == s.turn and late(s):
        come(s)  # 19.33k


LATE = roll_verb(roll_late, "19.33h")
