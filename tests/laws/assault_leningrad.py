"""What is true of every position of *Assault on Leningrad*, and of every action in it."""

from collections.abc import Iterator
from functools import cache
from random import Random

from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.titles.assault.data.components import Components
from grognard.titles.assault.rules.fleet import in_range
from grognard.titles.assault.rules.victory import points
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import State, on_inset
from tests.laws import assault
from tests.laws.assault import Near, Ways, lengths, near, spent, streets

__all__ = ["ENDS_ONLY", "at_length", "at_rest", "beginning", "between", "near", "spent"]

# -- positions at rest ------------------------------------------------------------------------


def at_rest(s: State) -> Iterator[str]:
    """The laws of the family; places, the fleet and points besides."""
    d = s.data
    yield from assault.at_rest(s)
    for unit in scan(d.ground):
        place = s.place[unit]
        if not d.land >> place & 1 and place not in (d.reserve, d.lost, d.withdrawn):
            yield f"{d.pieces[unit]} is in {d.board.names[place]}"
    if s.fire & ~in_range(s) or (s.fire and s.disrupted >> d.fleet & 1):
        yield "the marker of the fleet lies where it cannot"
    if s.forfeit & ~s.captured:
        yield "points are lost that were never won"
    german, russian = points(s)
    if german + russian < sum(d.points.values()):
        yield f"{german} and {russian} points: some hex counts for nobody"


# -- zones and supply -------------------------------------------------------------------------


@cache
def _zones(d: Components) -> Near:
    links = set(d.walk[GERMAN])
    return [[n for n in scan(around) if (place, n) in links] for place, around in enumerate(d.board.neighbours)]


@cache
def _paths(d: Components, side: int) -> Near:
    return [list(scan(around)) for around in d.refuge[side]]


@cache
def _rails(d: Components) -> Near:
    return [list(scan(d.line(1 << place))) for place in range(d.board.box)]


def _without(s: State, unit: int) -> bool:
    """Is a unit in supply without a path: Guerrillas, Workers, Germans in garrison cities?"""
    d = s.data
    kinds = d.stacks["guerrilla"] | d.stacks["worker"]
    garrison = d.garrisons >> s.place[unit] & d.side[GERMAN] >> unit & ~d.stacks["headquarters"] >> unit & 1
    return bool(kinds >> unit & 1 or garrison)


def _russian(s: State, place: int, open_: set[int]) -> bool:
    """Is a hex one in which Russians are in supply?"""
    d, links = s.data, _paths(s.data, RUSSIAN)
    if (d.strong | d.interior) >> place & 1:
        return True
    for hex_, _ in lengths(s, links, place, open_):
        if (d.edge[RUSSIAN] | d.city) >> hex_ & 1 and hex_ in open_:
            return True
        if on_inset(s) and hex_ in d.fringe_of:
            doors = {n for n in scan(d.fringe_of[hex_]) if n in open_}
            if any(d.interior >> n & 1 for n in streets(s, links, doors, open_)):
                return True
    return False


WAYS = Ways(
    zones=_zones,
    supply=lambda s, side: _paths(s.data, side),
    lines=_rails,
    heads=lambda d: set(scan(d.railheads)),
    russian=_russian,
    without=_without,
)


def at_length(s: State) -> Iterator[str]:
    """What takes longer."""
    return assault.at_length(s, WAYS)


# -- between two positions --------------------------------------------------------------------


def between(before: State, action: Action, after: State) -> None:
    """Who is gone stays gone, what is lost for good stays lost, and nobody but who is named goes anywhere."""
    d = before.data
    assault.between(before, action, after)
    for name in ("forfeit", "captured"):
        assert not getattr(before, name) & ~getattr(after, name), f"{action}: {name} no more"
    assert not after.markers & ~before.markers, f"{action}: a marker comes back"
    for unit in scan(d.ground):
        old, new = before.place[unit], after.place[unit]
        assert old not in (d.lost, d.withdrawn) or new == old, f"{action}: {d.pieces[unit]} comes back"
        whole = before.reduced >> unit & ~after.reduced >> unit & 1
        assert not whole or new == d.lost, f"{action}: {d.pieces[unit]} has a step more"


ENDS_ONLY = ("18.21a",)  # forbids an end, not the way there


# -- where games begin ------------------------------------------------------------------------

CITY = """
german 0611
watch yes
0420 6-4 6-11Pz 41HQ
0421 1-1 1-113
0419 1ID(reduced)
0319 11ID
0418 12ID
0521 21ID(unsupplied)
0522 122ID(disrupted)
0119 58ID
0520 36-87
0320 4V 1W 2W 1G 168RD(disrupted)
0219 1TD 3W 2G
0220 281RD(reduced) 4W Nav
G3 235RD 5W
D6 10RD
0120 70RD
0312 11W"""
STREETS = """
german 0611 F4 H3
0420 6-4 41HQ
K5 1ID
0319 11ID
J5 12ID
H4 1-1 1-113
F4 21ID(reduced)
H3 122ID
J4 36-87(unsupplied)
0119 58ID
G5 4V 1W 1G
G4 168RD
F5 1TD 3W
C6 281RD(reduced) 4W
J6 235RD 5W
D6 10RD
0120 70RD
0418 191RD
0312 11W"""
FIELD = """
3420 6-4 6-114 41HQ
3520 11ID
3522 58ID(reduced)
3220 1ID(unsupplied)
3423 SSPol
3219 12-5 39HQ
3421 191RD 1G
3521 3V
3321 168RD(disrupted) 2G
3322 10RD(unsupplied)
3320 1Mar
3422 2GV(disrupted)
0419 8-8 8-28
0319 21ID
0320 1TD 70RD 1W 2W 3G 4G
0219 281RD
0611 12W 4V
0711 Tot-1 Tot-2
0712 28HQ"""
STEPS = ("german-bombardment", "german-movement", "german-combat", "mechanized", "russian-movement", "russian-combat")


def beginning(random: Random) -> str | None:
    """A position to begin with: on the Inset, at its gates, in the field; or none, for the set-up."""
    if random.random() < 0.037:
        return None
    step, pieces = random.choice(STEPS), random.choice((CITY, STREETS, STREETS, FIELD))
    lines = [f"at {step}", f"turn {random.choice((24, 24, 25))}"]
    if step == "german-bombardment":
        lines.append(f"air {1 + random.randrange(5)}")
    return "\n".join([*lines, *pieces.strip().splitlines()])
