"""The state of a game of the family: where the pieces are and what they have done."""

from array import array
from dataclasses import dataclass

from ...core import state as core
from ...core.bits import Bits
from ...core.kinds import FLAG, NUMBER, PIECES, PLACE, PLACES
from ...core.state import column, derived, scalar
from ...kit.stacks import pieces_in, places_of, shift
from .data.components import SIDES_OF_A_COUNTER, Components
from .ruleset import GERMAN, RUSSIAN, SLOTS

A, B = 0, 1  # classes, as `Components.of_class` has them


@core.columns
@dataclass(slots=True, eq=False, kw_only=True)
class State(core.State):
    """A position. Pieces are numbered: Germans, Russians, the fleet if any, then the air units of both."""

    data: Components
    place: "array[int]" = column(PLACE)

    turn: int = scalar(NUMBER, 0)
    reduced: Bits = scalar(PIECES)  # 10.210b: turned over
    subcounter: Bits = scalar(PIECES)  # 19.22c: replaced by its subcounter
    unsupplied: Bits = scalar(PIECES)  # 11.17a: by the last check
    disrupted: Bits = scalar(PIECES)  # 12.41a, 13.10a
    fresh: Bits = scalar(PIECES)  # 11.44a, 16.16b: entered in this Player-Turn
    moved: Bits = scalar(PIECES)  # 6.19b: has finished its move in this phase
    cut: Bits = scalar(PIECES)  # 8.33c: its move was interrupted by the transfer of Russians, and may continue
    left: int = scalar(NUMBER, 0)  # its remaining Movement Points, in sixths
    regrouped: Bits = scalar(PIECES)  # 6.33b, 8.32b: transferred away from where it began the phase
    attacked: Bits = scalar(PIECES)  # 10.16a
    defended: Bits = scalar(PIECES)  # 10.15a, 10.29b
    retired: Bits = scalar(PIECES)  # 6.22d: took a penalty as a retreat, or followed one
    fought: Bits = scalar(PLACES)  # 10.15a: hexes attacked in this phase
    sallied: Bits = scalar(PLACES)  # 8.45b: city hexes out of which a division or brigade has attacked in this phase
    sallied_guerrillas: Bits = scalar(PLACES)  # and a Guerrilla
    sallied_workers: Bits = scalar(PLACES)  # and a Worker
    air: int = scalar(NUMBER, 0)  # 12.22a, 12.23a: air units left in this Player-Turn
    strikers: Bits = scalar(PIECES)  # 13.9a: air units sent against the fleet
    struck: Bits = scalar(PIECES)  # 12.44b: units of which one is disrupted; 13.11a: the fleet, which may flee
    fire: Bits = scalar(PLACES)  # 13.3a: the hex of the +5 marker
    german: Bits = scalar(PLACES)  # 17.22a: scoring hexes that Germans held or passed through last
    captured: Bits = scalar(PLACES)  # 17.25a: garrison cities that Germans have been in
    forfeit: Bits = scalar(PLACES)  # 17.25c: those whose points are lost permanently
    markers: Bits = scalar(PLACES)  # 18.51a
    watch: bool = scalar(FLAG, False)  # 8.32b: the Russian player is asked in German Player-Turns

    side: int = derived(0)  # the phasing player
    again: bool = derived(False)  # whether it is the Mechanized Movement Phase
    here: dict[int, Bits] = derived()  # the pieces in each place that holds any
    there: list[Bits] = derived()  # each side's ground units on the maps
    inside: Bits = derived(0)  # the Russian ground units in the city, on either map
    held: list[Bits] = derived()  # the hexes each side holds with ground units
    strong: list[Bits] = derived()  # the hexes from which each side's rigid zones spread
    loose: list[Bits] = derived()  # and its fluid ones
    taken: list[Bits] = derived()  # the hexes with a unit of each slot


def outermost(s: State) -> str:
    """The current step of the campaign, whatever procedure runs inside it."""
    flow, at, *_ = s.stack[0] if s.stack else (s.flow, s.at)
    return flow.ask[at].name if at in flow.ask else ""


def option(s: State, name: str, value: str) -> bool:
    """Whether the game is played with this non-default value of an option."""
    return f"{name}={value}" in s.options


def settle(s: State) -> None:
    """Recompute the derived fields, and fill in what follows from where the units of a position are."""
    flow, at, *_ = s.stack[0] if s.stack else (s.flow, s.at)
    s.side = RUSSIAN if at >= flow.labels[s.data.rules.russian_turn] else GERMAN
    step = flow.ask.get(at)
    s.again = step is not None and step.name == "mechanized"
    s.here, s.there, s.inside = {}, [0, 0], 0
    s.held, s.strong, s.loose, s.taken = [0, 0], [0, 0], [0, 0], [0] * SLOTS
    for piece, place in enumerate(s.place):
        s.here[place] = s.here.get(place, 0) | 1 << piece
    for place in s.here:
        if place < s.data.board.box:
            for side, own in enumerate(s.data.side):
                look_at(s, place, side)
                s.there[side] |= s.here[place] & own
            for slot, kind in enumerate(s.data.slots):
                s.taken[slot] |= 1 << place if s.here[place] & kind else 0
            if s.data.within >> place & 1:
                s.inside |= s.here[place] & s.data.side[RUSSIAN]
    s.german |= places_of(s, s.there[GERMAN] & s.data.captors) & s.data.scoring  # 17.22a
    s.captured |= (s.held[GERMAN] | s.german) & s.data.garrisons  # 17.25a


def look_at(s: State, place: int, side: int) -> None:
    """Update a side's derived fields for one hex; Workers and Guerrillas are like other units (14.5a, 15.1a)."""
    d, bit = s.data, 1 << place
    units = s.here.get(place, 0) & d.side[side]
    if not units:
        for kept in (s.held, s.strong, s.loose):
            kept[side] &= ~bit
        return
    s.held[side] |= bit
    fortified = side == RUSSIAN and bit & d.strong  # 9.6a, 9.6c
    rigid, fluid = fortified or of_class(s, units, A), of_class(s, units, B)  # 9.1a, 9.2a, 9.3a
    s.strong[side] = s.strong[side] | bit if rigid else s.strong[side] & ~bit
    s.loose[side] = s.loose[side] | bit if fluid else s.loose[side] & ~bit


def of_class(s: State, units: Bits, grade: int) -> Bits:
    """Those of these units that are of a class on the side that is up."""
    planes = s.data.of_class
    whole = units & ~s.subcounter if s.subcounter else units
    out = (planes[0][grade] & ~s.reduced | planes[1][grade] & s.reduced) & whole
    if rest := units & ~whole:
        for lost, plane in enumerate(planes[SIDES_OF_A_COUNTER:]):
            out |= plane[grade] & rest & (s.reduced if lost else ~s.reduced)  # 19.22c
    return out


def put(s: State, piece: int, place: int) -> None:
    """Move a piece."""
    d = s.data
    old = shift(s.place, s.here, piece, place)
    if piece >= d.fleet:
        return
    box, side, bit, slot = d.board.box, GERMAN if piece < d.russians else RUSSIAN, 1 << piece, d.slot[piece]
    if old < box:
        look_at(s, old, side)
        if not s.here.get(old, 0) & d.slots[slot]:
            s.taken[slot] &= ~(1 << old)
    if place < box:
        look_at(s, place, side)
        s.taken[slot] |= 1 << place
        s.there[side] |= bit
    else:
        s.there[side] &= ~bit
    if side == RUSSIAN:
        s.inside = s.inside | bit if d.within >> place & 1 else s.inside & ~bit


def steps_lost(s: State, unit: int) -> int:
    """How many steps a unit has lost: none, one with its counter turned over, more on its subcounter."""
    return s.reduced >> unit & 1 | (s.subcounter >> unit & 1) << 1  # 10.210b, 19.22c


def hurt(s: State, unit: int, clause: str = "10.210c") -> None:
    """Remove a step from a unit: its counter is turned over or replaced, or it is eliminated, by this clause."""
    lost, bit = steps_lost(s, unit) + 1, 1 << unit
    if lost == s.data.steps[unit]:
        lose(s, unit, clause)  # 10.210c
        return
    s.reduced = s.reduced | bit if lost & 1 else s.reduced & ~bit  # 10.210a, 10.210b
    if lost & 2:
        s.subcounter |= bit  # 19.22c
    s.note("10.210b", "{unit} loses a step.", unit=unit)
    look_at(s, s.place[unit], side_of(s, unit))


def lose(s: State, unit: int, clause: str = "10.210c") -> None:
    """Eliminate a unit by this clause; a headquarters may return."""
    d, bit = s.data, 1 << unit
    back = d.stacks["headquarters"] & bit
    s.note(clause, "{unit} is eliminated.", unit=unit)  # 10.210c
    put(s, unit, d.returning if back else d.lost)  # 11.36b, 11.36d, 19.74a
    for mark in (
        "reduced",
        "subcounter",
        "unsupplied",
        "disrupted",
        "fresh",
        "moved",
        "regrouped",
        "attacked",
        "defended",
        "retired",
    ):
        setattr(s, mark, getattr(s, mark) & ~bit)


def grade(s: State, unit: int) -> int:
    """The class of a unit's current side: 0 is A."""
    return s.data.grade[s.reduced >> unit & 1 | (s.subcounter >> unit & 1) << 1][unit]


def factor(s: State, unit: int) -> int:
    """The combat factor of a unit's current side."""
    return s.data.factor[s.reduced >> unit & 1 | (s.subcounter >> unit & 1) << 1][unit]  # 10.210b, 19.22c


def side_of(s: State, piece: int) -> int:
    """The owner of a piece."""
    d = s.data
    return GERMAN if (d.side[GERMAN] | d.air[GERMAN]) >> piece & 1 else RUSSIAN


def on_inset(s: State) -> bool:
    """Whether any German unit is on the Inset."""
    return bool(s.held[GERMAN] & s.data.on_inset)  # 8.11a


def on_map(s: State, side: int) -> Bits:
    """The ground units of a side on either map."""
    return s.there[side]


def units_in(s: State, hexes: Bits) -> Bits:
    """The ground units in these hexes."""
    return pieces_in(s, hexes) & s.data.ground
