"""Checking a hand-written position for flaws before it is played."""

from collections.abc import Iterator

from ....core.bits import Bits, bits, scan
from ....core.title import Flaw
from ....kit.position_check import flaws_of
from ..data.components import GERMAN, SIDES, SOVIET
from ..data.map_and_units import ARMY, RESERVE
from ..rules.battle import Battle, dice_left
from ..rules.modifiers import ASSAULT
from ..rules.stacking import crowded
from ..state import ARMY_AT, DIVISION_COUNT, NOWHERE, RESERVE_AT, UNKNOWN, State, those, unknown

SET_UP, GERMAN_TURN, SOVIET_TURN = range(3)


def flaws(s: State) -> Iterator[Flaw]:
    """Every flaw of a position, the simple ones first."""
    return flaws_of(s, (_numbers, _hexes, _faces, _places, _stacks, _units, _pontoons), _moment)


def _numbers(s: State) -> Iterator[Flaw]:
    last = s.plan.last
    for name, value, high in (
        ("turn", s.turn, last),  # 5.4a
        ("side", s.side, SOVIET),
        ("sailed", s.sailed, s.data.charts.numbers["amphibious"]),  # 8.11a
        ("flieger", s.flieger, last),  # 19.1f
        ("fleet", s.fleet, 2 * last),
        ("due", s.due, len(s.data.units)),
    ):
        if not 0 <= value <= high:
            yield Flaw(name, f"{value} is not from 0 to {high}")


def _hexes(s: State) -> Iterator[Flaw]:
    d, names = s.data, s.title.lexicon.places
    for name, places, allowed, what in (
        ("german", s.german, d.land, "not a land hex"),  # 4.2a
        ("rubble", s.rubble, d.rubbled, "not a hex that can be rubbled"),  # 10.18a
        ("demolished", s.demolished, bits(d.span), "not a bridge"),  # 10.17b
        ("attacked", s.attacked, d.hexes, "not a hex"),  # 10.5a
    ):
        for place in scan(places & ~allowed):
            yield Flaw(name, f"{names[place]} is {what}")


def _faces(s: State) -> Iterator[Flaw]:
    d = s.data
    owner: dict[int, str] = {}
    for piece, face in enumerate(s.face):
        if face == UNKNOWN:
            continue
        if not d.anonymous >> piece & 1:
            yield Flaw(d.pieces[piece], "only counters of the 42nd Army have faces")
        elif face in owner:
            yield Flaw(d.pieces[piece], f"{owner[face]} has the same face")
        owner[face] = d.pieces[piece]
    for face in scan(s.died & ~bits(owner)):
        yield Flaw("died", f"{d.faces[face].id} has died, so a counter has that face")  # 7.7a
    for piece in scan(unknown(s, d.anonymous)):
        if s.up >> piece & 1 or s.place[piece] == d.arriving:
            yield Flaw(d.pieces[piece], "it has been seen: give its face")  # 6.6f, 7.3d


def _places(s: State) -> Iterator[Flaw]:
    d, names = s.data, s.title.lexicon.places
    for hex in scan(s.held[GERMAN] & s.held[SOVIET]):
        yield Flaw(names[hex], "units of both sides are in it")  # 8.14a
    for piece, place in enumerate(s.place):
        if not _may_be(s, piece) >> place & 1:
            yield Flaw(d.pieces[piece], f"it cannot be in {names[place]}")


def _may_be(s: State, piece: int) -> Bits:
    """The places where a piece can be at all."""
    d, bit = s.data, 1 << piece
    if d.air & bit:
        return bits((d.reserve, d.beside, d.spent) if d.side[GERMAN] & bit else (d.beside, d.reserve_pool))  # 12.4d
    if d.naval & bit:
        return bits((d.beside, d.spent, d.out))  # 15.3b
    waiting = bits((d.arriving, d.out))
    if d.leaders & bit:
        return d.land | waiting | bits((d.beside, d.reserve_pool) if d.side[SOVIET] & bit else (d.reserve,))  # 14.7a
    if d.type["gunboat"] & bit:
        return d.water | waiting  # 15.2a
    if d.type["railroad artillery"] & bit:
        return d.railroads | waiting  # 15.1a
    lost = (d.reserve, d.dead)
    home = bits((d.army_pool,) if d.anonymous & bit else (d.reserve_pool,) if d.command[RESERVE] & bit else lost)
    at_sea = d.kind["sea"] if those(s, bit, d.ability["amphibious"]) and s.flow.name == "walk" else 0  # 8.11d
    return d.land | at_sea | 1 << d.arriving | home


def _stacks(s: State) -> Iterator[Flaw]:
    names = s.title.lexicon.places
    divisions = list(range(DIVISION_COUNT))
    for group in (divisions, [ARMY_AT, RESERVE_AT]):
        mixed = seen = 0
        for n in group:
            mixed |= seen & s.force[n]
            seen |= s.force[n]
        for hex in scan(mixed):
            yield Flaw(names[hex], "these units may not stack")  # 6.2a, 6.3a
    for hex in scan(crowded(s, SOVIET)):
        if not s.here[hex] & s.reinforcements:
            yield Flaw(names[hex], "too many units are in it")  # 6.1b, 6.1c


def _units(s: State) -> Iterator[Flaw]:
    d = s.data
    on_map = s.there[GERMAN] | s.there[SOVIET]
    for name, units, allowed, what in (
        ("up", s.up, d.anonymous & ~s.here.get(d.army_pool, 0), "only counters of the 42nd Army lie up or down"),
        ("reinforcements", s.reinforcements, d.command[ARMY] & d.anonymous, "only counters of the 42nd Army"),  # 19.2a
        ("moved", s.moved, on_map | s.here.get(d.arriving, 0), "it is not on the map"),  # 8.1a, 18.2b
        ("used", s.used, on_map, "it is not on the map"),  # 8.10l
        ("fired", s.fired, on_map | d.air | d.naval, "it is not on the map"),  # 10.2a
        ("landed", s.landed, d.ability["airborne"], "it does not land by air"),  # 18.1a
    ):
        for unit in scan(units & ~allowed):
            yield Flaw(d.pieces[unit], f"{name}: {what}")


def _pontoons(s: State) -> Iterator[Flaw]:
    d = s.data
    for piece, hex in enumerate(s.pontoon):
        if hex == NOWHERE:
            continue
        side = frozenset((s.place[piece], hex))
        if not those(s, 1 << piece, d.bridging):
            yield Flaw(d.pieces[piece], "it does not build pontoons")  # 8.10a, 8.10b
        elif side not in d.minor | d.major | d.sea_sides:
            yield Flaw(d.pieces[piece], "no river is there to be bridged")  # 8.10c, 8.10p


def _moment(s: State) -> Iterator[Flaw]:
    flow, at = (s.stack[0].flow, s.stack[0].at) if s.stack else (s.flow, s.at)
    starts = [flow.after[f"{name}+"] for name in ("begin_turn", "begin_soviet")]
    part = sum(at >= start for start in starts)
    side = GERMAN if part == GERMAN_TURN else SOVIET
    if (part == SET_UP) != (s.turn == 0):
        yield Flaw("turn", "it is 0 during set-up, and only then")  # 3.1b
    elif s.side != side:
        yield Flaw("side", f"write side {side}: this step belongs to the {SIDES[side].title()} player")
    if part == SOVIET_TURN or (part == GERMAN_TURN and at >= flow.labels["german-fire"]):
        for hex in scan(crowded(s, GERMAN)):
            yield Flaw(s.title.lexicon.places[hex], "too many units are in it")  # 6.1a, 7.6c
    if isinstance(s.local, Battle):
        yield from _battle(s, s.local)


def _battle(s: State, b: Battle) -> Iterator[Flaw]:
    """Those who attack are of one side, and so are those who storm and are named as firers."""
    names = s.title.lexicon.pieces
    for piece in scan(b.storm & ~b.firers):
        yield Flaw(names[piece], "it makes the close assault and is not among those who take part")  # 10.15a
    if b.firers & s.data.side[GERMAN] and b.firers & s.data.side[SOVIET]:
        yield Flaw("firers", "units of both sides do not attack together")  # 10.1a
    if b.kind == ASSAULT and not b.storm:
        yield Flaw("storm", "nobody makes the close assault")  # 10.11b
    if s.at in s.flow.ask and s.flow.ask[s.at].name == "die" and not dice_left(s):
        yield Flaw("targets", "no die is left to roll")  # 10.13a
