"""What changes in a game of *Ridge*."""

from dataclasses import dataclass

from grognard.core import state as core
from grognard.core.bits import Bits, scan
from grognard.core.kinds import NUMBER, PIECES, PLACE, PLACES
from grognard.core.state import column, scalar
from grognard.kit.stacks import values_of

from .components import AMBER, VIOLET, Components


@core.columns
@dataclass(slots=True, eq=False, kw_only=True)
class State(core.State):
    """A position."""

    data: Components
    place: bytearray = column(PLACE)
    turn: int = scalar(NUMBER)
    side: int = scalar(NUMBER, VIOLET)  # whose turn it is: Amber's begins each turn
    reduced: Bits = scalar(PIECES, aspect="strength")
    moved: Bits = scalar(PIECES)
    fought: Bits = scalar(PIECES)  # has attacked or been attacked in this phase
    held: Bits = scalar(PLACES)  # the villages that belong to Amber


def settle(s: State) -> None:
    """Give each village to the side in it, also in a position written by hand."""
    for unit in scan(s.data.all_units):
        take(s, unit)


def put(s: State, unit: int, place: int) -> None:
    """Move a unit."""
    s.place[unit] = place
    take(s, unit)


def take(s: State, unit: int) -> None:
    """Give the village that the unit is in, if any, to its side."""
    village = 1 << s.place[unit] & s.data.villages  # 1.2a
    s.held = s.held | village if s.data.side_of[unit] == AMBER else s.held & ~village


def alive(s: State, side: int) -> Bits:
    """The units of a side that are on the map."""
    units = 0
    for unit in scan(s.data.side[side]):
        if s.place[unit] != s.data.lost:
            units |= 1 << unit
    return units


def standing(s: State, side: int) -> Bits:
    """The hexes where the units of a side are."""
    return values_of(s.place, alive(s, side))


def zone(s: State, side: int) -> Bits:
    """The hexes in the zone of control of a side."""
    return s.data.around(standing(s, side))  # 3.3a


def unit_at(s: State, place: int) -> int | None:
    """The unit in a hex."""
    return next((unit for unit, at in enumerate(s.place) if at == place), None)


def strength(s: State, unit: int) -> int:
    """The strength of a unit in combat."""
    full = s.data.strength[unit]
    return (full + 1) // 2 if s.reduced >> unit & 1 else full  # 1.1b


def lose_step(s: State, unit: int) -> None:
    """Reduce a unit or, if it is already reduced, destroy it."""
    if s.reduced >> unit & 1:
        destroy(s, unit)  # 4.3d
    else:
        s.reduced |= 1 << unit  # 1.1b
        s.note("1.1b", "{unit} loses a step.", unit=unit)


def destroy(s: State, unit: int) -> None:
    """Remove a unit from the map."""
    s.place[unit] = s.data.lost
    s.note("4.3d", "{unit} is destroyed.", unit=unit)
