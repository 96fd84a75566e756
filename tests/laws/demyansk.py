"""What is true of every position of *Demyansk Shield*, and of every action in it."""

from collections.abc import Iterator

from grognard.core.action import Action
from grognard.core.bits import Bits, scan
from grognard.titles.demyansk.data.components import AXIS, SOVIET
from grognard.titles.demyansk.rules.movement import terms
from grognard.titles.demyansk.rules.paths import bill
from grognard.titles.demyansk.rules.supply import supplied
from grognard.titles.demyansk.state import UNTRIED, State, contested, controlled, friendly, works

OFF = ("reserve", "eliminated", "marsch", "exited")
LAST = {"offensive": 8, "bridge": 16, "campaign": 18}


def at_rest(s: State) -> Iterator[str]:
    """Hexes, faces, control and Strongpoints of a position."""
    d, names = s.data, s.data.board.names
    for place, pieces in s.here.items():
        units = pieces & d.ground
        if place < d.board.box and units & d.side[AXIS] and units & d.side[SOVIET]:
            yield f"both sides are in {names[place]}"
        if place < d.board.box and not s.stage.area >> place & 1:
            yield f"somebody is in {names[place]}, which is not in play"
        if place < d.board.box and pieces & ~d.ground:
            yield f"an air unit is in {names[place]}"
    faces = [s.face[unit] for unit in scan(d.ground) if s.face[unit] != UNTRIED]
    if len(set(faces)) != len(faces):
        yield "two Untried units have the same Tried side"
    for unit in scan(d.ground & ~d.untried):
        if s.face[unit] != UNTRIED:
            yield f"{d.pieces[unit]} has a Tried side"
    if s.reduced & ~d.two_steps:
        yield "a unit with one step is reduced"
    if friendly(s, AXIS) & friendly(s, SOVIET) or friendly(s, AXIS) | friendly(s, SOVIET) != s.stage.area:
        yield "a hex is friendly to both sides, or to none"
    if controlled(s, AXIS) & contested(s) or s.held[AXIS] & ~friendly(s, AXIS) or s.held[SOVIET] & ~friendly(s, SOVIET):
        yield "control does not follow the units"
    if works(s, AXIS) & s.building or s.airfield & s.airfield_site:
        yield "what is finished is under construction"
    if not 0 <= s.turn <= LAST[s.scenario] or (s.over and s.title.outcome(s) is None):
        yield f"Game-Turn {s.turn}"
    for side in (AXIS, SOVIET):
        if supplied(s, side) & ~s.there[side]:
            yield "somebody off the map is Supplied"


def between(before: State, action: Action, after: State) -> None:
    """Who may come back, who loses steps, and what becomes known stays known."""
    d = before.data
    for unit in scan(d.ground):
        old, new = d.board.names[before.place[unit]], d.board.names[after.place[unit]]
        assert old != "exited" or new == "exited", f"{action}: {d.pieces[unit]} comes back (5.34)"
        assert new != "eliminated" or not d.marsch >> unit & 1, f"{action}: {d.pieces[unit]} is a Marsch unit"
        if before.face[unit] != UNTRIED:
            assert after.face[unit] == before.face[unit], f"{action}: {d.pieces[unit]} has another Tried side"
    assert after.turn in (before.turn, before.turn + 1), f"{action}: from turn {before.turn} to {after.turn}"
    if action.verb in ("move", "strategic", "infiltrate"):
        mine = d.side[before.side]
        assert not (before.reduced ^ after.reduced) & mine, f"{action}: steps change in movement"


def spent(s: State, units: Bits, path: tuple[int, ...]) -> int:
    """What a path costs."""
    return bill(s, terms(s, units), path).paid


def near(s: State, place: int) -> Bits:
    """Where somebody in a place may think of going next: from a Map Box to its Entry hexes."""
    d = s.data
    return d.entries.get(place, 0) if place >= d.board.box else d.board.neighbours[place]


ENDS_ONLY: tuple[str, ...] = ("9.11e",)
