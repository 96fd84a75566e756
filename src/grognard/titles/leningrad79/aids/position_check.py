"""Checking a hand-written position for flaws before it is played."""

from collections.abc import Iterator

from ....core.bits import Bits, scan
from ....core.title import Flaw
from ....kit.battle.die import FACES
from ....kit.position_check import flaws_of
from ....kit.stacks import pieces_in, places_of
from ..data.charts import RESULTS
from ..data.components import halves
from ..rules.combat import Battle
from ..rules.results import ADVANCE, fleeing, may_advance, owing, safe_hexes, stricken
from ..rules.setup import columns_open, open_columns
from ..rules.surprise import bound
from ..rules.untried import in_battle
from ..state import FRESH, GERMAN, NO_SLOT, SOVIET, UNTRIED, State, zone


def flaws(s: State) -> Iterator[Flaw]:
    """Every flaw of a position, the simple ones first."""
    return flaws_of(s, (_numbers, _hexes, _units, _faces, _places), _moment)


def outermost(s: State) -> str:
    """The current step of the campaign, whatever battle is being fought inside it."""
    flow, at, *_ = s.stack[0] if s.stack else (s.flow, s.at)
    return flow.ask[at].name if at in flow.ask else ""


def _numbers(s: State) -> Iterator[Flaw]:
    d = s.data
    raids = s.raid.bit_count() + 2 * s.heavy_raid.bit_count()
    units, forts = len(d.air_arrives), sum(d.forts_arrive.values())
    if raids > units:
        yield Flaw(
            "raid" if s.raid else "heavy_raid", f"{raids} air units are on hexes, but there are {units}"
        )  # 13.0a
    for name, value, low, high in (
        ("turn", s.turn, 0, d.turns),  # 3.0l
        ("air", s.air, 0, max(0, units - raids)),  # 13.0a, 13.5a
        ("forts_due", s.forts_due, 0, forts),  # 15.0a
        ("forts_placed", s.forts_placed, 0, d.forts_per_turn),  # 15.4a
        ("on_time", s.on_time, 0, d.army_size),  # 17.4a
    ):
        if not low <= value <= high:
            yield Flaw(name, f"{value} is not from {low} to {high}")


def _hexes(s: State) -> Iterator[Flaw]:
    d, names = s.data, s.title.lexicon.places
    for name, hexes, allowed, what in (
        ("forts", s.forts, d.land, "not a land hex"),  # 15.0c
        ("forts", s.forts, ~s.held[GERMAN], "held by a German unit"),  # 15.2c
        ("raid", s.raid, d.board.hexes, "not a hex of the map"),  # 13.0c
        ("heavy_raid", s.heavy_raid, d.board.hexes, "not a hex of the map"),  # 13.3c
    ):
        for hex_ in scan(hexes & ~allowed):
            yield Flaw(name, f"{names[hex_]} is {what}")


def _units(s: State) -> Iterator[Flaw]:
    d = s.data
    for unit, name in enumerate(d.pieces):
        side = GERMAN if unit < d.soviets else SOVIET
        if s.points[unit] != FRESH and s.points[unit] > 2 * d.allowance[unit]:  # 4.1a
            yield Flaw(name, f"{halves(s.points[unit])} Movement Points left of {d.allowance[unit]}")
        if side == SOVIET and (s.reduced | s.rebuilt) >> unit & 1:
            yield Flaw(name, "only German units are reduced and rebuilt")  # 2.4d, 16.6a
        if s.since[unit] > s.turn:
            yield Flaw(name, f"since Game-Turn {s.since[unit]}, but it is Game-Turn {s.turn}")
        slot = s.slot[unit]
        if slot != NO_SLOT and (slot >= len(d.slots) or d.slots[slot].side != side):
            yield Flaw(name, f"{slot} is not a line of its side's reinforcement schedule")  # 16.0a


def _faces(s: State) -> Iterator[Flaw]:
    d = s.data
    owner: dict[int, str] = {}
    for unit, name in enumerate(d.pieces):
        face = s.face[unit]
        if face == UNTRIED:
            continue
        if unit < d.soviets:
            yield Flaw(name, "German units have no other face")  # 14.0a
        elif not d.faces_of_type[unit >= d.armored] >> face & 1:
            kind = "an armored" if unit >= d.armored else "an infantry"
            yield Flaw(name, f"{d.faces[face].id} is not the face of {kind} unit")  # 14.0b
        elif face in owner:
            yield Flaw(name, f"{owner[face]} is already {d.faces[face].id}")  # 14.2a
        owner.setdefault(face, name)


def _places(s: State) -> Iterator[Flaw]:
    d, names = s.data, s.title.lexicon.places
    crowded = outermost(s) in ("set-up", "german-movement", "excess")  # 4.6b, 4.6e
    for place, units in sorted(s.here.items()):
        if place in (d.reserve, d.lost):
            continue
        germans = (units & d.side[GERMAN]).bit_count()
        soviets = units.bit_count() - germans
        if not d.land >> place & 1:
            yield Flaw(names[place], "units are in water")  # 4.8a
        elif germans and soviets:
            yield Flaw(names[place], "units of both sides are in one hex")  # 4.4a
        elif max(soviets, 0 if crowded else germans) > d.stacking:
            yield Flaw(names[place], f"{units.bit_count()} units in a hex, at most {d.stacking} are allowed")  # 4.6a


# -- the step ---------------------------------------------------------------------------------


def _moment(s: State) -> Iterator[Flaw]:
    """The flaws of the current step: whether the sequence of play could have reached it."""
    step = outermost(s)
    if not step:
        yield Flaw("at", "a battle is fought inside a step, not after one")
    elif len(s.stack) > 1 or (s.stack and s.flow is s.stack[0].flow):
        yield Flaw("at", "there is at most one battle, inside one step of the campaign")
    elif (step == "set-up") != (s.turn == 0):
        yield Flaw("turn", f"Game-Turn {s.turn} cannot be at {step}")
    elif step == "set-up":
        yield from _set_up(s)
    elif bound(s):
        for unit in scan(s.stopped & ~pieces_in(s, zone(s, GERMAN))):  # 17.1c: no overrun has removed it
            yield Flaw(s.data.pieces[unit], "stopped by a German ZOC, but it is not in one")
    if isinstance(s.local, Battle):
        yield from _battle(s, s.local, step)


def _set_up(s: State) -> Iterator[Flaw]:
    if s.stack or not columns_open(s):
        yield Flaw("at", "there is no division left to place, or a battle is being fought")
    free = [u for u in scan(s.data.infantry_units) if s.place[u] == s.data.reserve and s.slot[u] == NO_SLOT]
    if len(free) < len(open_columns(s)):
        yield Flaw("at", f"{len(open_columns(s))} divisions are to be placed, but there are {len(free)}")


def _battle(s: State, b: Battle, step: str) -> Iterator[Flaw]:
    """The flaws of a battle's local variables."""
    d = s.data
    mine, theirs = d.side[s.side], d.side[1 - s.side]
    there = pieces_in(s, d.board.hexes) | s.here.get(d.lost, 0)
    phase = "movement" if b.overrun else "combat"  # 7.0a, 8.0a
    everyone = b.attackers | b.defenders
    sets: tuple[tuple[str, Bits, Bits], ...] = (
        ("attackers", b.attackers, mine & there),
        ("defenders", b.defenders, theirs & there),
        ("bystanders", b.bystanders, theirs & there & ~b.defenders),
        ("fleeing", b.fleeing, stricken(s)),
        ("advanced", b.advanced, everyone),
        ("targets", b.targets, d.land),
        ("fronts", b.fronts, d.land),
        ("trail", b.trail, d.land),
        ("left_behind", b.left_behind, d.land),
    )
    for name, members, allowed in sets:
        if members & ~allowed:
            yield Flaw("at", f"{name}: not all of them can be there")
    for name, members, _ in sets:
        if not members and name in ("attackers", "defenders", "targets", "fronts"):
            yield Flaw("at", f"{name}: there must be some")
    if not step.endswith(phase):
        yield Flaw("at", f"{'an overrun' if b.overrun else 'an attack'} belongs to a {phase} step, not to {step}")
    most = max(RESULTS[cell] for cell in RESULTS if cell.isdigit())
    numbers = (
        ("air", b.air, 0, len(d.air_arrives)),
        ("column", b.column, d.lowest_column, d.highest_column),
        ("die", b.die, 0, FACES[-1]),
        ("stage", b.stage, 0, 2),
        ("owed", b.owed, 0, most),
        ("span", b.span, 0, most),
        ("to_go", b.to_go, 0, most - 1),
    )
    for name, value, low, high in numbers:
        if not low <= value <= high:
            yield Flaw("at", f"{name}: {value} is not from {low} to {high}")
    if b.walker >= 0 and not (b.fleeing >> b.walker & 1 and b.to_go):
        yield Flaw("at", "walker: it must be a unit that has to retreat and has a hex to go to")
    yield from _stage(s, b)


def _stage(s: State, b: Battle) -> Iterator[Flaw]:
    """The flaws of a battle at its current step."""
    label = s.flow.label(s.at)
    name = label.partition(".")[0]
    lost = s.here.get(s.data.lost, 0)
    before = name in ("air-support", "reveal", "die")
    if before and (b.die or b.stage or (b.attackers | b.defenders) & lost):
        yield Flaw("at", f"{label}: the die has not been rolled yet, so no unit is lost")
    if any(b.fronts & ~s.data.adjacent[hex_] for hex_ in scan(b.targets)):  # 8.5a
        yield Flaw("at", "targets: not all of them are adjacent to every one of the fronts")
    if before and pieces_in(s, b.targets) != b.defenders | b.bystanders:
        yield Flaw("at", f"{label}: defenders and bystanders are all the units in the targets")
    if before and places_of(s, b.attackers) != b.fronts:
        yield Flaw("at", f"{label}: the attackers must be in the fronts")
    if name == "result" and places_of(s, stricken(s)) & ~(b.targets if b.stage == 1 else b.fronts):
        yield Flaw("at", f"{label}: no unit has left its hex yet")
    if not before and not (b.die and b.stage):
        yield Flaw("at", f"{label}: the die has been rolled, and a side must be taking the result")
    if name == "air-support" and not s.air:
        yield Flaw("at", "air-support: no air unit is free")
    if name in ("reveal", "die") and bool(in_battle(s)) != (name == "reveal"):
        yield Flaw("at", f"{label}: untried units are turned over before the die is rolled")
    if name in ("result", "retreat") and b.stage != (2 if label.endswith(".2") else 1):
        yield Flaw("at", f"{label}: the defender takes the result first, then the attacker")
    if name == "result" and (not owing(s) or b.fleeing):
        yield Flaw("at", f"{label}: there is no result to take, or no unit to take it")
    if name == "retreat" and (not fleeing(s) or not b.span or b.owed):
        yield Flaw("at", f"{label}: no unit has to retreat")
    elif name == "retreat" and not any(safe_hexes(s, u) for u in scan(b.fleeing)):
        yield Flaw("at", f"{label}: no unit has a hex to retreat to")
    if name == "advance" and (b.stage != 2 or owing(s) or b.fleeing or not may_advance(s)):
        yield Flaw("at", "advance: no unit can advance")
    elif name == "advance":
        yield from _advance(s)


def _advance(s: State) -> Iterator[Flaw]:
    """The flaws of an advance: units must be where the combat left them."""
    who, where = ADVANCE.args
    if not all(where.options(s, unit) for unit in who.options(s)):
        yield Flaw("at", "advance: the victors are not all adjacent to the hexes they have won")
