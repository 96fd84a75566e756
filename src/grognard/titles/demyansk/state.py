"""The state of a game of *Demyansk Shield*: where the pieces are, what they have done, who controls what.

Pieces are numbered as in `Components`: Axis, Untried and printed Axis units, Soviet and printed Soviet units, then air.
What nobody knows is not here: an Untried unit has no face until it is drawn in its first combat (5.42, 11.43).
"""

from array import array
from dataclasses import dataclass

from ...core import state as core
from ...core.bits import Bits, scan
from ...core.kinds import FACE, FLAG, NUMBER, PIECES, PLACE, PLACES, WORD
from ...core.knowledge import kept
from ...core.state import column, derived, scalar
from ...kit.stacks import pieces_in, shift
from .data.chart_values import GROUPS, WEATHERS
from .data.components import AXIS, SOVIET, Components, Stage
from .data.components import NOWHERE as NOWHERE
from .data.links import HEAVY, LIGHT
from .data.map_and_units import Value
from .data.scenarios import Plan

UNTRIED = 255  # no face yet
UNKNOWN: Bits = -1  # zones of control that have changed since they were last found
MARKS = ("reduced", "fired", "dropped", "receiving", "moved", "halted", "flew", "fought", "attacked", "defended")
"""The marks of a unit, which it loses when it leaves play."""


@core.columns
@dataclass(slots=True, eq=False, kw_only=True)
class State(core.State):
    """A position."""

    data: Components
    place: "array[int]" = column(PLACE)
    face: bytearray = column(FACE, UNTRIED)  # of Untried units, once tried (5.41a)
    aim: "array[int]" = column(PLACE, NOWHERE)  # 11.12a: the combat of its attackers and defenders, by its first hex

    turn: int = scalar(NUMBER, 0)
    segment: int = scalar(NUMBER, 0)  # 3.11b, 4.2a: 0 Strategic, 1 and 2 Operations, 3 Recovery
    sequence: int = scalar(NUMBER, 0)  # 4.21b: 0 none, 1 the First Player's, 2 the Second Player's
    first: int = scalar(NUMBER, SOVIET)  # 5.51a: the First Player
    exploiting: bool = scalar(FLAG, False)  # 8.41a: in the Exploitation Movement Phase
    weather: str = scalar(WORD, "frozen", words=lambda _d: WEATHERS)  # 5.22a
    storm: bool = scalar(FLAG, False)  # 5.24a
    shortage: str = scalar(WORD, "", words=lambda _d: ("", *GROUPS))  # 6.51b: of this Segment; empty without a roll
    vps: int = scalar(NUMBER, 0)  # 16.11b
    losses: int = scalar(NUMBER, 0)  # 16.15a: VPs for units eliminated in this turn, counted at its end
    axis_rps: int = scalar(NUMBER, 0)  # 15.11a
    soviet_rps: int = scalar(NUMBER, 0)
    airlift: int = scalar(NUMBER, 0)  # 15.13c: of the Axis RPs, those that may still become Marsch units at Demyansk
    required: bool = scalar(FLAG, False)  # 5.34d: the exit of the 2GRC
    delays: int = scalar(NUMBER, 0)  # 5.34e, 5.34f: turns of delay
    picking: bool = scalar(FLAG, False)  # 5.34p: its units are being picked up
    rolled: bool = scalar(FLAG, False)  # 5.52a: the matter of the Initiative is settled for this turn
    surrounded: bool = scalar(FLAG, False)  # 16.14c: Demyansk, at the end of the last turn
    besieged: bool = scalar(FLAG, False)  # at the end of any turn
    begun: int = scalar(NUMBER, 0)  # 14.31c: Strongpoints begun in this turn

    turned: Bits = scalar(PLACES)  # 3.12: hexes that are not friendly to the side they were friendly to at the start
    destroyed: Bits = scalar(PLACES)  # 2.21d, 14.41c: printed Strongpoints
    built: Bits = scalar(
        PLACES
    )  # 2.21e, 14.32b: finished Axis Strongpoints; one rebuilt in print is not destroyed instead
    building: Bits = scalar(PLACES)  # 14.32c: under construction
    failed: Bits = scalar(PLACES)  # 14.34b: where construction has failed in this turn
    airfield: Bits = scalar(PLACES)  # 14.52a: finished
    airfield_site: Bits = scalar(PLACES)  # under construction
    airfield_spent: bool = scalar(FLAG, False)  # 14.54d: finished once

    reduced: Bits = scalar(PIECES)  # 3.41a
    fired: Bits = scalar(PIECES)  # 3.43a
    dropped: Bits = scalar(PIECES)  # 7.23b: in Airdrop mode
    fresh: Bits = scalar(PIECES)  # 7.26a: airdropped in this turn
    airdrop_spent: bool = scalar(FLAG, False)  # 7.24b, 7.25a: its unit has been on the map
    receiving: Bits = scalar(PIECES)  # 15.22a
    delayed: Bits = scalar(PIECES)  # 5.31c: held back in this turn
    moved: Bits = scalar(PIECES)  # 8.13a: in this phase
    halted: Bits = scalar(PIECES)  # 8.33e: engineers that have helped in this phase
    flew: Bits = scalar(PIECES)  # 7.11e: by air transport, in this Sequence
    fought: Bits = scalar(PIECES)  # 8.42b: in the last Combat Phase, and may use exploitation movement
    attacked: Bits = scalar(PIECES)  # 11.32a: in this Combat Phase
    defended: Bits = scalar(PIECES)  # 11.32b
    unfinished: Bits = scalar(PLACES)  # 11.15b: the combats declared while a required attack is still missing
    compelled: Bits = scalar(PLACES)  # 11.18a: the combats declared that are required, by their first hex

    side: int = derived(0)  # the active player (3.11b)
    here: dict[int, Bits] = derived()  # the pieces in each place that holds any
    there: list[Bits] = derived()  # each side's ground units on the map
    held: list[Bits] = derived()  # the hexes each side occupies with them
    light: list[Bits] = derived()  # the hexes from which zones spread as those of light types do
    heavy: list[Bits] = derived()  # and those from which they spread as those of heavy types alone
    zones: list[Bits] = derived()  # each side's zones of control
    crowd: Bits = derived(0)  # the hexes beyond the stacking limit

    stage: Stage = derived(None)  # the scenario on the board

    @property
    def plan(self) -> Plan:
        """The scenario."""
        return self.data.plans[self.scenario]


def option(s: State, name: str, value: str) -> bool:
    """Whether the game is played with this non-default value of an option."""
    return f"{name}={value}" in s.options


# -- derived fields ---------------------------------------------------------------------------


def settle(s: State) -> None:
    """Recompute the derived fields, and the control that follows from the position."""
    d = s.data
    s.stage = d.stages[s.scenario]
    s.side = s.first if s.sequence != 2 else 1 - s.first  # 4.21b
    s.here, s.there, s.held, s.light, s.heavy, s.crowd = {}, [0, 0], [0, 0], [0, 0], [0, 0], 0
    s.zones = [UNKNOWN, UNKNOWN]
    for piece, place in enumerate(s.place):
        s.here[place] = s.here.get(place, 0) | 1 << piece
    for place, pieces in s.here.items():
        if place < d.board.box:
            for side in (AXIS, SOVIET):
                look_at(s, place, side)
                s.there[side] |= pieces & d.side[side]
    update_control(s)


def look_at(s: State, place: int, side: int) -> None:
    """Update the derived fields for one hex and one side."""
    d, bit = s.data, 1 << place
    units = s.here.get(place, 0)
    own = units & d.side[side]
    exerts = own & ~d.banded  # 3.24a, 3.24b, 3.26a: one is enough for all
    soft = exerts and own & ~d.heavy
    held, light, heavy = s.held[side], s.light[side], s.heavy[side]
    s.held[side] = held | bit if own else held & ~bit
    s.light[side] = light | bit if soft else light & ~bit
    s.heavy[side] = heavy | bit if exerts and not soft else heavy & ~bit
    s.zones[side] = UNKNOWN
    if d.points(units) > d.charts.numbers["stacking"]:
        s.crowd |= bit  # 3.32a, 3.33b
    elif s.crowd:
        s.crowd &= ~bit


def put(s: State, piece: int, place: int) -> None:
    """Move a piece; when all pieces of an action are in place, `update_control` must follow."""
    d = s.data
    old = shift(s.place, s.here, piece, place)
    if piece >= d.first_air:
        return
    box, side, bit = d.board.box, AXIS if piece < d.soviets else SOVIET, 1 << piece
    if old < box:
        look_at(s, old, side)
    if place < box:
        look_at(s, place, side)
        s.there[side] |= bit
    else:
        s.there[side] &= ~bit


# -- Strongpoints -----------------------------------------------------------------------------


def works(s: State, side: int) -> Bits:
    """The active Strongpoints of a side (14.11a, 14.35a)."""
    printed = s.stage.works[side] & ~s.destroyed  # 14.32d, 14.41d
    return printed | s.built if side == AXIS else printed  # 14.31a, 14.32b


# -- zones of control and control -------------------------------------------------------------


def zone(s: State, side: int) -> Bits:
    """The hexes in a ZOC of a side: where it limits supply, movement and retreats (3.2a)."""
    found = s.zones[side]
    if found == UNKNOWN:
        found = s.zones[side] = (pressure(s, side) & ~works(s, 1 - side)) | s.held[side]  # 3.21b, 3.25a, 14.14a
    return found


def pressure(s: State, side: int) -> Bits:
    """The same, with active enemy Strongpoints: for the attacks required of units in them (14.24a)."""
    d, weather = s.data, s.weather
    light, heavy = s.light[side], s.heavy[side]
    around = d.zoc[weather, LIGHT](light) | (d.zoc[weather, HEAVY](heavy) if heavy else 0)  # 3.21a, 3.22a, 3.22b
    return (around | s.held[side]) & s.stage.area  # 3.23a, 9.34b, 9.34c, 19.22a


def soviet_hexes(s: State) -> Bits:
    """The hexes that are friendly to the Soviets: last occupied or controlled by them (3.11c)."""
    return s.stage.soviet ^ s.turned


def friendly(s: State, side: int) -> Bits:
    """The hexes that are friendly to a side; a contested hex stays with its last owner."""
    soviet = soviet_hexes(s)
    return soviet if side == SOVIET else s.stage.area & ~soviet


def contested(s: State) -> Bits:
    """The vacant hexes in zones of both sides, which nobody controls (3.12d, 3.12e)."""
    return zone(s, AXIS) & zone(s, SOVIET) & ~(s.held[AXIS] | s.held[SOVIET])


def controlled(s: State, side: int) -> Bits:
    """The hexes that a side controls now (3.12)."""
    return friendly(s, side) & ~contested(s)


def update_control(s: State) -> None:
    """Give each side what it occupies, and the vacant hexes into which it alone exerts a ZOC."""
    area, (axis, soviet) = s.stage.area, s.held
    axis_zone, soviet_zone = zone(s, AXIS), zone(s, SOVIET)  # these contain what it occupies
    both = axis_zone & soviet_zone
    gained, lost = soviet | soviet_zone ^ both, axis | axis_zone ^ both  # 3.12a, 3.12c
    s.turned = s.stage.soviet ^ (soviet_hexes(s) & ~lost | gained & area)


def update_zones(s: State) -> None:
    """Find the zones of both sides again, and the control that follows: the weather or Strongpoints have changed."""
    s.zones = [UNKNOWN, UNKNOWN]
    update_control(s)


def pass_through(s: State, side: int, units: Bits, hexes: Bits) -> None:
    """Take the hexes through which some units move, and the hexes around them that no enemy ZOC contests."""
    d, foreign = s.data, friendly(s, 1 - side)
    gained = hexes & foreign  # 3.12b
    if units & ~d.banded:
        around = d.zoc[s.weather, LIGHT if units & ~d.heavy else HEAVY](hexes) & foreign
        gained |= around and around & ~works(s, 1 - side) & ~zone(s, 1 - side)  # 3.12c, 3.21a: its hexes among them
    s.turned ^= gained


# -- units ------------------------------------------------------------------------------------


def value_of(s: State, unit: int) -> Value:
    """The values of the side of a counter that is up; those of an Untried unit are unknown, but for its MA."""
    d, bit = s.data, 1 << unit
    if s.face[unit] != UNTRIED:
        return d.faces[s.face[unit]].front  # 5.41a
    if s.dropped & bit:
        return d.units[unit].airdrop or d.front[unit]  # 3.45a
    return d.back[unit] if s.reduced & bit else d.front[unit]  # 3.41a


def steps(s: State, unit: int) -> int:
    """The steps a unit has left."""
    return steps_of(s, 1 << unit)


def steps_of(s: State, units: Bits) -> int:
    """The steps that some units have left."""
    full = units & s.data.two_steps & ~s.reduced
    return units.bit_count() + full.bit_count()  # 3.41a, 3.41b, 3.41c, 3.43a, 3.44a


def hurt(s: State, unit: int) -> None:
    """Take a step from a unit."""
    if steps(s, unit) == 1:
        eliminate(s, unit)  # 3.42b
        return
    s.reduced |= 1 << unit  # 3.42a
    s.note("3.42a", "{unit} loses a step.", unit=unit)


def eliminate(s: State, unit: int, clause: str = "3.42b") -> None:
    """Put a unit into the Eliminated Box; a Marsch unit can be used again (15.21d)."""
    s.note(clause, "{unit} is eliminated.", unit=unit)
    s.losses += s.data.worth.get(unit, 0)  # 16.15a, 16.15b
    remove(s, unit, s.data.marsch_box if s.data.marsch >> unit & 1 else s.data.eliminated)


def remove(s: State, unit: int, box: int) -> None:
    """Take a unit off the map into a box, without its marks."""
    put(s, unit, box)
    off = ~(1 << unit)
    for mark in MARKS:
        setattr(s, mark, getattr(s, mark) & off)  # 15.23f
    s.fresh &= off
    s.aim[unit] = NOWHERE


def aimed(s: State) -> Bits:
    """The units in declared combats, of both sides (11.12a)."""
    return _aimed(s) if s.aim != s.data.unaimed else 0


@kept(lambda s: s.aim.tobytes(), most=8)
def _aimed(s: State) -> Bits:
    left, out = int.from_bytes(s.aim.tobytes(), "little") ^ s.data.no_aims, 0  # a lane of bits for each piece
    width = 8 * s.aim.itemsize
    while left:
        unit = (left.bit_length() - 1) // width
        left &= (1 << unit * width) - 1
        out |= 1 << unit
    return out


def untried(s: State, units: Bits) -> Bits:
    """Those of these units that are still Untried."""
    out = 0
    for unit in scan(units & s.data.untried):
        if s.face[unit] == UNTRIED:
            out |= 1 << unit
    return out


def own_in(s: State, side: int, hexes: Bits) -> Bits:
    """The ground units of a side in these hexes of the map."""
    inside, outside = s.held[side] & hexes, s.held[side] & ~hexes
    if inside.bit_count() <= outside.bit_count():
        return pieces_in(s, inside) & s.there[side]
    return s.there[side] & ~pieces_in(s, outside)


def units_in(s: State, hexes: Bits) -> Bits:
    """The ground units in these hexes."""
    return pieces_in(s, hexes) & s.data.ground
