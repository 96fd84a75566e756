"""The chance of a fire before it is made, as far as the side that decides can know.

A counter that lies face down is never looked at: it counts with the mean of what it may be, and as a target it is not
armored, as nearly all of them are not.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ....core.action import Action
from ....core.bits import Bits, scan
from ....core.knowledge import kept
from ..data.components import GERMAN, Components
from ..data.map_and_units import CORPS, DIVISIONS
from ..rules.command import Caps, enough, under, words
from ..rules.fog import closed_faces
from ..rules.modifiers import AIR, air_lines, river_lines, shift, terrain_lines, value_of
from ..state import UNKNOWN, State, unit_of, unseen_faces

DICE = 6


# -- what nobody knows ------------------------------------------------------------------------


@kept(lambda s: (bytes(s.face), s.up))
def mean_fire(s: State) -> float:
    """The mean fire factor of a counter that nobody has seen."""
    faces = [s.data.faces[face] for face in scan(unseen_faces(s) or closed_faces(s))]
    return sum(face.value.fire for face in faces) / max(1, len(faces))


def concealed(s: State, me: int, piece: int) -> bool:
    """Whether this side does not know a piece."""
    if not s.data.anonymous >> piece & 1:
        return False
    return not s.up >> piece & 1 if me == GERMAN else s.face[piece] == UNKNOWN


def fire_of(s: State, me: int, piece: int) -> float:
    """The fire factor of a piece; for this side, that of an unknown counter is the mean."""
    return mean_fire(s) if concealed(s, me, piece) else float(value_of(s, piece).fire)


def fires_back(s: State, me: int, piece: int) -> float:
    """What a unit adds to defensive fire, as far as this side knows; units that fire indirectly add nothing."""
    if s.data.leaders >> piece & 1:
        return 0.0
    if concealed(s, me, piece):
        return mean_fire(s)
    unit = unit_of(s, piece)
    return 0.0 if unit is None or unit.value.indirect else float(unit.value.fire)


# -- chances ----------------------------------------------------------------------------------


def chance(s: State, strength: float, change: int) -> float:
    """The chance that a fire eliminates a unit, with what is added to the die."""
    return chance_in(s.data, s.data.charts.crt.column(int(strength)), change)


@kept(most=512)
def chance_in(d: Components, column: int, change: int) -> float:
    """The chance of E in a column, with what is added to the die."""
    return sum(d.charts.crt.result(column, die + change) == "E" for die in range(1, DICE + 1)) / DICE


def smooth(strength: float, change: float) -> float:
    """About the same without steps, for fire that is still being planned."""
    return min(1.0, max(0.0, (strength / 10.0 + 0.5 - change) / DICE))


@kept(lambda s, hex_, _enemy: s.rubble >> hex_ & 1, most=1 << 12)
def cover(s: State, hex_: int, enemy: int) -> int:
    """What terrain and rubble add to the die of fire at this side's units in a hex."""
    return shift(terrain_lines(s, hex_, enemy, 0))


class Attack(NamedTuple):
    """An attack that could be made: its action's arguments, the chance of each defender to fall, and its strength."""

    kind: str
    hex: int
    by: str
    storm: Bits
    others: Bits
    strength: float
    chances: tuple[float, ...]  # by defender
    worth: float = 0.0

    @property
    def units(self) -> Bits:
        """All who take part."""
        return self.storm | self.others

    @property
    def action(self) -> Action:
        """The action that makes it."""
        match self.kind:
            case "air":
                return Action("strike", (self.hex, self.others))
            case "naval":
                return Action("bombard", (self.hex,))
            case "assault":
                return Action("assault", (self.hex, self.by, self.storm, self.others))
        return Action("fire", (self.hex, self.by, self.others))

    @property
    def cleared(self) -> float:
        """The chance that nobody is left in the hex."""
        out = 1.0
        for one in self.chances:
            out *= one
        return out


def defenders(s: State, hex_: int) -> Bits:
    """The units in a hex at which the active side can fire."""
    return s.here.get(hex_, 0) & s.data.side[1 - s.side] & s.data.ground


def weigh(s: State, kind: str, hex_: int, by: str, storm: Bits, others: Bits) -> Attack:
    """An attack with its chances."""
    d, me, units = s.data, s.side, storm | others
    power = sum(fire_of(s, me, piece) for piece in scan(units))
    base = shift(terrain_lines(s, hex_, 1 - me, storm))
    if storm:
        base += d.charts.modifiers["close_assault"] + shift(river_lines(s, units, storm, hex_))
    if kind == AIR:
        base += shift(air_lines(s, units, hex_, 1 - me))
    fights = any(value_of(s, piece).armor for piece in scan(units))
    chances = []
    for piece in scan(defenders(s, hex_)):
        unit = None if concealed(s, me, piece) else unit_of(s, piece)
        tough = unit is not None and unit.armored and not fights
        chances.append(chance(s, power, base + (d.charts.modifiers["armor"] if tough else 0)))
    return Attack(kind, hex_, by, storm, others, power, tuple(chances))


# -- who fires together -----------------------------------------------------------------------


def strongest(s: State, by: str, members: Bits, given: Bits = 0) -> Bits:
    """The strongest of these members that may fire under a word beside those given."""
    caps, corps = Caps(s, by), s.data.command[CORPS]
    left, guests = caps.high - given.bit_count(), caps.corps - (given & corps).bit_count()
    divided, out = by in DIVISIONS, 0
    for piece in sorted(scan(members & ~given), key=lambda one: (-value_of(s, one).fire, one)):
        guest = divided and corps >> piece & 1
        if left <= 0 or (guest and guests <= 0):
            continue
        out |= 1 << piece
        left, guests = left - 1, guests - bool(guest)
    if divided and not (out | given) & s.data.command[by]:
        return 0
    return out if (out | given).bit_count() >= caps.low else 0


def directed(s: State, members: Bits) -> Iterator[tuple[str, Bits]]:
    """The words under which some of these members may fire, each with those it directs."""
    for by in words(s):
        own = members & under(s, by)
        if own and enough(s, by, own):
            yield by, own
