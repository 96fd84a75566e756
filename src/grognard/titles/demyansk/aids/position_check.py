"""Checking a hand-written position for flaws before it is played."""

from collections.abc import Iterator

from ....core.bits import Bits, scan
from ....core.title import Flaw
from ....kit.position_check import flaws_of
from ..data.components import AXIS, SIDES, SOVIET
from ..rules.battle import Battle
from ..rules.initiative import attempt, trying
from ..state import UNTRIED, State

OPERATIONS = ("air-transport", "airdrop", "replacements", "movement", "combat", "exploitation", "administration")


def flaws(s: State) -> Iterator[Flaw]:
    """Every flaw of a position, the simple ones first."""
    return flaws_of(s, (_numbers, _hexes, _places, _units, _faces), _moment)


def _numbers(s: State) -> Iterator[Flaw]:
    plan = s.plan
    for name, value, low, high in (
        ("turn", s.turn, 0, plan.last),  # 4.22a
        ("segment", s.segment, 0, 3),  # 4.2a
        ("sequence", s.sequence, 0, 2),  # 4.21b
        ("first", s.first, AXIS, SOVIET),  # 5.51a
        ("axis_rps", s.axis_rps, 0, 99),
        ("soviet_rps", s.soviet_rps, 0, 99),
        ("airlift", s.airlift, 0, s.axis_rps),  # 15.13c
        ("delays", s.delays, 0, plan.last),  # 5.34e
        ("begun", s.begun, 0, plan.works),  # 14.31c
    ):
        if not low <= value <= high:
            yield Flaw(name, f"{value} is not from {low} to {high}")


def _hexes(s: State) -> Iterator[Flaw]:
    stage, names = s.stage, s.title.lexicon.places
    printed = stage.works[AXIS] | stage.works[SOVIET]
    whole = printed & ~s.destroyed
    for name, hexes, allowed, what in (
        ("turned", s.turned, stage.area, "not a hex in play"),  # 19.22a
        ("destroyed", s.destroyed & stage.area, printed, "not a printed Strongpoint"),  # 14.32d
        ("built", s.built, stage.area & ~whole, "no place for a Strongpoint"),  # 14.33d
        ("building", s.building, stage.area & ~whole & ~s.built, "no place for a Strongpoint"),  # 14.33d
        ("failed", s.failed, stage.area & ~s.building, "no place where construction has failed"),  # 14.34b
        ("airfield", s.airfield | s.airfield_site, stage.area & ~stage.airfields, "no place for an airfield"),  # 14.52a
    ):
        for hex_ in scan(hexes & ~allowed):
            yield Flaw(name, f"{names[hex_]} is {what}")
    if (s.airfield | s.airfield_site).bit_count() > s.plan.airfields:
        yield Flaw("airfield", f"there may be {s.plan.airfields} of them")  # 14.51b


def _places(s: State) -> Iterator[Flaw]:
    d, names = s.data, s.title.lexicon.places
    for hex_ in scan(s.held[AXIS] & s.held[SOVIET]):
        yield Flaw(names[hex_], "units of both sides are in it")  # 8.14a
    for place in s.here:
        if place < d.board.box and not s.stage.area >> place & 1:
            yield Flaw(names[place], "not in play in this scenario")  # 19.22a
    for piece, place in enumerate(s.place):
        if not _may_be(s, piece) >> place & 1:
            yield Flaw(d.pieces[piece], f"it cannot be in {names[place]}")


def _may_be(s: State, piece: int) -> Bits:
    """The places where a piece can be at all."""
    d = s.data
    card = 1 << d.reserve
    if piece >= d.first_air:
        return card | 1 << d.available | 1 << d.flown  # 13.11c, 3.27a, 13.13b: never on the map
    gone = card | 1 << d.eliminated
    if d.printed >> piece & 1:
        return gone | 1 << d.board.at[d.units[piece].printed]  # 2.21b
    side = AXIS if piece < d.soviets else SOVIET
    boxes = d.map_boxes[side]
    waiting = sum(1 << section for section, box in d.rebuilding.items() if boxes >> box & 1)  # 15.24e
    if d.marsch >> piece & 1:
        return d.hexes | boxes | card | 1 << d.marsch_box  # 9.3c
    left = 1 << d.exited if side == SOVIET else 0  # 5.34o
    return d.hexes | boxes | waiting | gone | left


def _units(s: State) -> Iterator[Flaw]:
    d = s.data
    for name, units, allowed, what in (
        ("reduced", s.reduced, d.two_steps, "it has one step"),  # 3.41b
        ("fired", s.fired, d.guns, "only artillery fires"),  # 3.43a
        ("dropped", s.dropped | s.fresh, d.droppable, "it cannot be airdropped"),  # 7.21a
        (
            "receiving",
            s.receiving,
            d.side[SOVIET] & s.reduced,
            "only reduced Soviet units receive replacements",
        ),  # 15.22a
        ("halted", s.halted, d.engineers, "only engineers help across rivers"),  # 8.33c
        ("flew", s.flew, d.side[AXIS] & d.flyable, "it cannot be flown"),  # 7.14b
    ):
        for unit in scan(units & ~allowed):
            yield Flaw(d.pieces[unit], f"{name}: {what}")


def _faces(s: State) -> Iterator[Flaw]:
    d = s.data
    owner: dict[int, str] = {}
    for piece, face in enumerate(s.face):
        if face == UNTRIED:
            continue
        if not d.untried >> piece & 1:
            yield Flaw(d.pieces[piece], "only Untried units have faces")  # 5.41a
        elif face in owner:
            yield Flaw(d.pieces[piece], f"{owner[face]} has the same face")  # 5.43a
        owner[face] = d.pieces[piece]


def _moment(s: State) -> Iterator[Flaw]:
    flow, at, *_ = s.stack[0] if s.stack else (s.flow, s.at)
    step = flow.ask[at].name if at in flow.ask else ""
    if not s.plan.first <= s.turn:
        yield Flaw("turn", f"the first turn of this scenario is {s.plan.first}")
    if step in OPERATIONS and (s.segment not in (1, 2) or s.sequence not in (1, 2)):
        yield Flaw(
            step, f"it is in an Operations Segment, in the Sequence of the {SIDES[AXIS]} or the {SIDES[SOVIET]} player"
        )
    if step.endswith("initiative") and (attempt(s, trying(s)) is None or step == f"{SIDES[s.first]}-initiative"):
        yield Flaw(step, "nobody tries for the Initiative now")  # 5.52a, 5.53a
    if (step == "exploitation") != s.exploiting:
        yield Flaw(step, "exploiting is said in the Exploitation Movement Phase only")  # 8.41a
    if isinstance(s.local, Battle) and s.local.fought:
        crt, b = s.data.charts.crt, s.local
        if not 0 <= b.column < len(crt.columns):
            yield Flaw("column", f"{b.column} is not from 0 to {len(crt.columns) - 1}")
        elif b.stage and (b.die + b.change, b.column) not in crt.cells and b.die + b.change not in crt.beyond:
            yield Flaw("die", f"there is no result for a die of {b.die} with {b.change} added in column {b.column}")
