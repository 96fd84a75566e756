"""What is true of every position of *Leningrad*, and of every action in it."""

from collections.abc import Iterator

from grognard.core.action import Action
from grognard.core.bits import Bits, bits, scan
from grognard.titles.leningrad79.rules.movement import points_left
from grognard.titles.leningrad79.rules.paths import path_cost
from grognard.titles.leningrad79.state import FRESH, GERMAN, SOVIET, UNTRIED, State


def at_rest(s: State) -> Iterator[str]:
    """Stacking, sides, counters, forts and air units of a position."""
    d = s.data
    yield from _hexes(s)
    germans, soviets = d.side
    known = [s.face[unit] for unit in scan(soviets) if s.face[unit] != UNTRIED]
    if len(set(known)) != len(known):
        yield "two counters have the same face"
    for unit in scan(soviets):
        if s.face[unit] != UNTRIED and not d.faces_of_type[unit >= d.armored] >> s.face[unit] & 1:
            yield f"{d.pieces[unit]} has a face of the other type"
    if any(s.face[unit] != UNTRIED for unit in scan(germans)) or s.reduced & soviets:
        yield "a German has a face, or a Soviet is reduced"
    for unit in scan(d.all_pieces):
        if s.points[unit] != FRESH and s.points[unit] > 2 * d.allowance[unit]:
            yield f"{d.pieces[unit]} has {s.points[unit] / 2} Movement Points of {d.allowance[unit]}"
    arrived = sum(n for turn, n in d.forts_arrive.items() if turn <= s.turn)
    if s.forts.bit_count() + s.forts_due > arrived or s.forts_due < 0 or s.forts_placed > d.forts_per_turn:
        yield f"{s.forts.bit_count()} forts and {s.forts_due} more of {arrived}"
    if s.forts & ~(d.land & d.fort_zone):
        yield "a fort where none can be"
    wings = sum(turn <= s.turn for turn in d.air_arrives)
    if s.air + s.raid.bit_count() + 2 * s.heavy_raid.bit_count() > wings or s.air < 0 or s.raid & s.heavy_raid:
        yield f"more air units than {wings}"
    if s.counterblow and (s.turn != 7 or s.on_time != d.army_size):
        yield "four columns that were not earned"
    if not 0 <= s.turn <= d.turns or (s.over and s.turn != d.turns):
        yield f"Game-Turn {s.turn}"
    phase = "over" if s.over else (s.stack[0].flow.label(s.stack[0].at) if s.stack else s.flow.label(s.at))
    if s.halted and not phase.endswith("movement"):
        yield "somebody is halted outside a Movement Phase"
    if (s.attacked | s.defended) and not phase.endswith("combat"):
        yield "somebody has attacked outside a Combat Phase"


def _hexes(s: State) -> Iterator[str]:
    d = s.data
    for place, units in s.here.items():
        name = d.board.names[place]
        if place in (d.reserve, d.lost):
            continue
        if not d.land >> place & 1:
            yield f"somebody stands in the water of {name}"
        if units & d.side[GERMAN] and units & d.side[SOVIET]:
            yield f"both sides are in {name}"
        if units.bit_count() > d.stacking and not _waiting(s, place, units):
            yield f"{units.bit_count()} units in {name}"
        if units & d.side[GERMAN] and s.forts >> place & 1:
            yield f"a fort under Germans in {name}"


def _waiting(s: State, place: int, units: Bits) -> bool:
    """Are these the Germans of the set-up, nobody of whom has come here since?"""
    return (
        s.turn <= 1
        and s.side == GERMAN
        and bool(s.data.prussia >> place & 1)
        and all(s.points[unit] == FRESH and s.origin[unit] in (0, place) for unit in scan(units))
    )


def between(before: State, action: Action, after: State) -> None:
    """Who is lost stays lost, unless divisions are rebuilt; forts stay put; nobody unlearns a face."""
    d = before.data
    lost = bits(unit for unit in scan(d.all_pieces) if before.place[unit] == d.lost)
    back = bits(unit for unit in scan(lost) if after.place[unit] != d.lost)
    if "pool=strict" in before.options or after.turn == before.turn:
        assert not back, f"{action}: the dead walk again"
    assert not back & d.side[GERMAN], f"{action}: Germans come back from the dead"
    if action.verb != "fortify":
        assert not after.forts & ~before.forts, f"{action}: a fort appears"
    for unit in scan(d.side[SOVIET] & ~back):
        assert before.face[unit] in (UNTRIED, after.face[unit]), f"{action}: a face changes"
    assert after.turn in (before.turn, before.turn + 1), f"{action}: Game-Turns are skipped"
    if action.verb != "rebuild":
        assert not before.reduced & ~after.reduced, f"{action}: restored without replacement"


def spent(s: State, units: Bits, path: tuple[int, ...]) -> int:
    """What a path costs, added up step by step."""
    return path_cost(s, units, path, min(points_left(s, unit) for unit in scan(units)))


ENDS_ONLY = ("17.2a", "17.2b")  # forbid an end, not the way there
