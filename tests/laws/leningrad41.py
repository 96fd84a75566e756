"""What is true of every position of *Leningrad '41*, and of every action in it."""

from collections.abc import Iterator
from random import Random

from grognard.core.action import Action
from grognard.core.bits import Bits, bits, lowest, scan
from grognard.titles import TITLES
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET, Components
from grognard.titles.leningrad41.rules.movement import terms, usual
from grognard.titles.leningrad41.rules.paths import price
from grognard.titles.leningrad41.state import UNKNOWN, State, pool_weights, sailing, troops, unknown, unseen_faces

LAST = 10
WALKS = ("move", "drive", "sail", "metro", "land", "onward", "halt")
ENDS_ONLY: tuple[str, ...] = ()


STEPS = ("german-movement", "german-fire", "air-strikes", "soviet-movement", "soviet-fire")
DIVISIONS = ("3mot", "8pz", "269", "totenkopf")


def beginning(random: Random) -> str | None:
    """Every other game begins with fighting in the streets: both sides around an objective, side by side.

    Of the Soviet counters some lie face up, some have been looked at, some nobody knows.
    """
    if random.random() < 0.5:
        return None
    d: Components = TITLES["leningrad41"].data
    center = random.choice([*scan(d.objectives)])
    near = [hex_ for hex_ in scan(d.land) if d.board.distance(center, hex_) <= 3]
    random.shuffle(near)
    step, turn = random.choice(STEPS), random.randrange(3, 10)
    lines = [f"at {step}", f"turn {turn}", f"side {int(step.startswith('soviet'))}"]
    if random.random() < 0.5:
        lines.append(f"rubble {d.board.names[center]}")
    corps, there = [*scan(d.command["corps"])], dict[int, list[str]]()
    for n, name in enumerate(DIVISIONS):
        units = [*scan(d.command[name])]
        for hex_ in near[3 * n : 3 * n + 3]:
            for pile in (units, random.choice((units, corps))):
                there.setdefault(hex_, []).append(d.pieces[pile.pop(random.randrange(len(pile)))])
    faces, reserve = [face.id for face in d.faces], [*scan(d.command["lfr"] & d.ground)]
    random.shuffle(faces)
    for n, hex_ in enumerate(near[12:24]):
        shown = random.choice(("", f"={faces[n]}", f"={faces[n]}(up)"))
        there[hex_] = [d.pieces[reserve.pop()] if n % 4 == 0 else f"42-{n + 1}{shown}"]
    there[near[0]].append("Manstein")
    there[near[12]].append("Zhukov")
    lines += [f"{d.board.names[hex_]} {' '.join(pieces)}" for hex_, pieces in there.items()]
    return "\n".join([*lines, "beside Rudel StukaA LFR10 RBF"])


def at_rest(s: State) -> Iterator[str]:
    """Hexes, faces, control and boxes of a position."""
    d = s.data
    if s.held[GERMAN] & s.held[SOVIET]:
        yield "both sides are in a hex"
    faces = [s.face[piece] for piece in scan(d.anonymous) if s.face[piece] != UNKNOWN]
    if len(set(faces)) != len(faces):
        yield "two counters have the same face"
    if any(s.face[piece] != UNKNOWN for piece in scan(d.all_pieces & ~d.anonymous)):
        yield "a piece of its own has a face"
    if s.died & ~bits(faces):
        yield "a unit that has died is unknown"
    if unseen_faces(s).bit_count() != unknown(s, d.anonymous).bit_count():
        yield "there are more or fewer faces than unknown counters"
    if s.up & unknown(s, d.anonymous):
        yield "a counter that lies face up is unknown"
    if bool(pool_weights(s)) != bool(s.here.get(d.army_pool, 0)):
        yield "what can be drawn is not in the pool"
    if s.here.get(d.dead, 0) & d.side[SOVIET] or s.here.get(d.army_pool, 0) & ~d.anonymous:
        yield "somebody is in the wrong pile"
    afloat = bits(s.place[piece] for piece in scan(d.afloat))
    passing = bits(s.place[piece] for piece in scan(sailing(s)))
    if troops(s, GERMAN) & d.land & ~s.german or troops(s, SOVIET) & ~afloat & s.german & ~passing:
        yield "control does not follow the units"
    if s.german & ~d.land:
        yield "the sea is under control"
    if not 0 <= s.turn <= LAST or (s.over and s.title.outcome(s) is None):
        yield f"Game Turn {s.turn}"


def between(before: State, action: Action, after: State) -> None:
    """Who may come back, and that what is face up stays so until it dies."""
    d, names = before.data, before.data.board.names
    for piece in scan(d.all_pieces):
        old, new = names[before.place[piece]], names[after.place[piece]]
        assert old != "out" or new == "out" or not before.turn, f"{action}: {d.pieces[piece]} comes back"
        assert new != "reserve" or old == "reserve", f"{action}: {d.pieces[piece]} was in play"
    left = before.up & ~after.up
    assert not left & ~after.here.get(d.army_pool, 0), f"{action}: a unit is hidden again (6.6f)"
    for piece in scan(before.up & after.up):
        assert before.face[piece] == after.face[piece], f"{action}: {d.pieces[piece]} has another face"
    assert not before.died & ~after.died, f"{action}: the dead are forgotten"
    assert not before.rubble & ~after.rubble, f"{action}: rubble is gone (10.18e)"
    assert not before.demolished & ~after.demolished, f"{action}: a bridge stands again (10.17d)"
    assert after.turn in (before.turn, before.turn + 1), f"{action}: from turn {before.turn} to {after.turn}"


def teaches(s: State, action: Action) -> bool:
    """Whether an action may show how the enemy has ordered his fire, or where his unit is going."""
    return action.verb in WALKS or s.flow.name == "walk"


def spent(s: State, units: Bits, path: tuple[int, ...]) -> int:
    """What a path costs at the normal rate."""
    unit = lowest(units)
    return price(s, terms(s, unit, usual(s, unit)), path)


def near(s: State, place: int) -> Bits:
    """Where somebody in a place may think of going next: from beside the map to the edges."""
    d, stage = s.data, s.stage
    return d.board.neighbours[place] if place < d.board.box else stage.german_entry | stage.reserve_entry
