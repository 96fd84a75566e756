"""[7.4 - 7.6] German replacements: a sub-command is named, chance draws the unit, and its owner places it.

There are none for the Soviets: their dead return to the pools from which reinforcements are drawn (7.7a).
"""

from typing import NamedTuple

from ....core.action import Arg, Verb, one
from ....core.bits import Bits
from ....core.flow import call
from ....core.kinds import PIECE, phrased
from ....core.options import Among, Options
from ....core.rule import Ban, Objection
from ....kit.arguments import place_arg
from ....kit.battle.local import update
from ..data.components import GERMAN
from ..data.map_and_units import COMMANDS
from ..state import ALL_COMMANDS, State, put
from .command import NAMES

NOBODY = -1


class Replacement(NamedTuple):
    """The local variables of a replacement."""

    command: str
    unit: int = NOBODY  # once it is drawn


COMMAND = phrased({name: NAMES[name] for name in COMMANDS[GERMAN]})
KINDS = {"command": COMMAND, "unit": PIECE}


def receive(s: State) -> None:
    """Note how many replacements the Germans may take in this turn."""
    charts = s.data.charts
    s.due = charts.replacements[s.turn - 1]  # 7.4a, 7.4b, 7.4c, 7.4d
    if s.delayed and s.turn >= charts.delay.first:
        s.due += charts.delay.replacements  # 16.2e


def dead(s: State, command: str) -> Bits:
    """The dead of a sub-command."""
    return s.here.get(s.data.dead, 0) & s.data.command[command]  # 7.1b


def eligible(s: State) -> list[str]:
    """The German sub-commands with dead units."""
    return [name for name in COMMANDS[GERMAN] if dead(s, name)]  # 7.5a, 7.5e


def possible(s: State) -> bool:
    """Whether a replacement can be taken now: from the same sub-command as the last, or from another."""
    return s.due > 0 and bool(eligible(s))  # 7.5c, 7.5d


def _options(s: State) -> Options:
    return Among(eligible(s) if s.due else [])


def _objections(s: State, command: str) -> list[Objection]:
    out = [] if s.due else [Objection("7.5g", "no replacements are left in this turn")]
    return (
        out if dead(s, command) else [*out, Objection("7.5a", f"{command} has not lost a unit", {"command": command})]
    )


def name_command(s: State, command: str) -> None:
    """Name the sub-command that receives a replacement."""
    s.due -= 1
    call(s, s.title.flows["replacement"], Replacement(command))


def decline(s: State) -> None:
    """Take no more replacements; they are not saved."""
    s.due = 0  # 7.5g


REPLACE = Verb(
    "replace",
    (Arg(COMMAND, "", _options, _objections),),
    name_command,
    label="Replacement for",
    help="give a replacement to a sub-command",
)
DECLINE = Verb("done", (), decline, help="take no more replacements")


# -- the draw and the place -------------------------------------------------------------------


def draw_bans(s: State) -> list[Ban]:
    """Every piece that is not a dead unit of the sub-command."""
    local: Replacement = s.local
    return [Ban("7.5b", "{it} is not in the dead pile", s.data.all_pieces & ~dead(s, local.command))]


def draw(s: State, unit: int) -> None:
    """The unit is drawn; without another unit of its sub-command on the map it enters like a reinforcement."""
    local: Replacement = update(s, unit=unit)
    put(s, unit, s.data.arriving)  # 7.6e
    s.note("7.5b", "{unit} returns.", unit=unit)
    if not stations(s, local.command):
        s.note("7.6e", "{unit} enters by the south edge.", unit=unit)


DRAWN = one(PIECE, draw_bans, lambda s: s.data.all_pieces)
DRAW = Verb("draw", (DRAWN,), draw, weights=lambda s: [1] * DRAWN.options(s).count())


def stations(s: State, command: str) -> Bits:
    """The hexes with units of a sub-command."""
    return s.force[ALL_COMMANDS.index(command)]


def placeable(s: State) -> bool:
    """Whether the unit drawn is placed on the map."""
    local: Replacement = s.local
    return bool(stations(s, local.command))  # 7.6a


def hex_bans(s: State) -> list[Ban]:
    """Every place where the unit drawn may not be placed."""
    local: Replacement = s.local
    where = s.data.all_places & ~stations(s, local.command)
    return [Ban("7.6a", "no unit of {command} is in {it}", where, lambda _: {"command": local.command})]


def place(s: State, hex: int) -> None:
    """Place the unit drawn with another of its sub-command, even beyond the stacking limit."""
    local: Replacement = s.local
    put(s, local.unit, hex)  # 7.6a, 7.6b, 7.6d
    s.note("7.6a", "{unit} is placed in {hex}.", unit=local.unit, hex=hex)


PLACE_UNIT = Verb("place", (place_arg(hex_bans),), place, label="Place in", help="place the replacement")
