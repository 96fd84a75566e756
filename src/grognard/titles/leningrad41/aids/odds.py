"""The odds of an attack: the chance of each defender to be eliminated, of the hex to be cleared, and of rubble.

What a counter is that nobody knows is averaged over all it may be (3.6). Any action may be asked about before it is
played, and the current attack before its dice.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import perm, prod
from typing import NamedTuple

from ....core.action import Action
from ....core.bits import Bits, lowest, scan
from ....kit.battle.die import FACES
from ....kit.battle.ledger import Line, running
from ....kit.table import BattleResult, Consequence, OddsLine, TableOdds
from ..rules.batteries import fleet
from ..rules.battle import Battle, defenders, demolishes
from ..rules.battle import lines as die_lines
from ..rules.modifiers import (
    AIR,
    ASSAULT,
    BRIDGE,
    FIRE,
    NAVAL,
    STRUCTURE,
    VOLLEY,
    column,
    demolition_lines,
    kills,
    shift,
    strength,
    strength_lines,
)
from ..rules.walk import Walk
from ..state import State, side_of, those, unknown

FEW = 3  # counters that nobody knows; with more of them there are no odds
CLEARED, NOTHING = "cleared", "-"
LEGEND = (
    "cleared: nobody is left in the hex; 1 of 2: so many of the defenders are eliminated; E: eliminated, or demolished."
)


class Way(NamedTuple):
    """One way an attack may turn out to be: its chance, the position with counters turned over, and the attack."""

    chance: Fraction
    s: State
    battle: Battle


class Chances(NamedTuple):
    """What an attack may do."""

    each: dict[int, Fraction]  # by defender: to be eliminated
    many: dict[int, Fraction]  # by number: so many eliminated
    cleared: Fraction  # nobody is left in the hex, or what is attacked is demolished
    rubble: Fraction


# -- which attack -----------------------------------------------------------------------------


def announced(s: State, action: Action | None) -> Battle | None:
    """The attack that an action would begin, or the current one if no die of it has been rolled."""
    now = s.local if isinstance(s.local, Battle) and not (s.local.hit or s.local.struck or s.local.rolled) else None
    match (action.verb, action.args) if action else ("", ()):
        case "", () if isinstance(s.local, Walk):
            return Battle(VOLLEY, s.place[s.local.unit], s.local.firers) if s.local.firers else None
        case "", ():
            return now
        case "fanatic", () if now:
            return now._replace(fanatic=True)
        case "plain", () if now:
            return now
        case "fire", (int(firers),) if isinstance(s.local, Walk):
            return Battle(VOLLEY, s.place[s.local.unit], firers)
        case "fire", (int(hex_), str(), int(firers)):
            return Battle(FIRE, hex_, firers)
        case "assault", (int(hex_), str(), int(storm), int(others)):
            return Battle(ASSAULT, hex_, storm | others, storm)
        case "strike", (int(hex_), int(firers)):
            return Battle(AIR, hex_, firers)
        case "bombard", (int(hex_),):
            return Battle(NAVAL, hex_, fleet(s))
        case "blow", (int(bridge), int(hex_), str(), int(firers)):
            return Battle(BRIDGE, hex_, firers, bridge=1 << bridge)
        case "raze", (int(hex_), str(), int(firers)):
            return Battle(STRUCTURE, hex_, firers)
    return None


def targets(s: State, b: Battle) -> Bits:
    """Who would be rolled for."""
    if b.kind == VOLLEY:
        w: Walk = s.local
        return 1 << w.unit  # 9.2d
    return 0 if demolishes(b) else b.targets or defenders(s, b)


# -- what nobody knows ------------------------------------------------------------------------


def sort_of(s: State, face: int, b: Battle, fires: bool) -> tuple[object, ...]:
    """What of a face matters in this attack: for those who fire their value, for others how they can be hit."""
    d = s.data
    bit = 1 << d.first_counter + face
    if fires:
        return ("fires", d.faces[face].value)
    guns = bool(d.ability["anti_aircraft"] & bit) if b.kind == AIR else False
    return ("target", bool(d.armored & bit), guns)


def ways(s: State, b: Battle) -> Iterator[Way]:
    """Every way the attack may turn out to be, with what nobody knows turned over; none if that is too much."""
    hidden = list(scan(unknown(s, b.firers | targets(s, b))))
    if len(hidden) > FEW:
        return
    pool = [face for face in range(len(s.data.faces)) if face not in s.face]
    groups: list[dict[tuple[object, ...], list[int]]] = []
    for piece in hidden:
        sorts: dict[tuple[object, ...], list[int]] = {}
        for face in pool:
            sorts.setdefault(sort_of(s, face, b, bool(b.firers >> piece & 1)), []).append(face)
        groups.append(sorts)
    for chosen in product(*(sorts.values() for sorts in groups)):
        many = _deals(chosen)
        if many:
            faces = _different(chosen)
            yield Way(Fraction(many, perm(len(pool), len(hidden))), *_revealed(s, b, hidden, faces))


def _deals(chosen: Sequence[list[int]]) -> int:
    """How many deals give each counter a face of its group; groups are alike or have nothing in common."""
    sizes = {id_: len(group) for id_, group in ((tuple(group), group) for group in chosen)}
    wanted = {id_: sum(tuple(group) == id_ for group in chosen) for id_ in sizes}
    return prod(perm(sizes[id_], wanted[id_]) for id_ in sizes)


def _different(chosen: Sequence[list[int]]) -> list[int]:
    out: list[int] = []
    for group in chosen:
        out.append(next(face for face in group if face not in out))
    return out


def _revealed(s: State, b: Battle, pieces: Sequence[int], faces: Sequence[int]) -> tuple[State, Battle]:
    """The position with these counters turned over; those who turn out to be incapable do not fire in defense."""
    t = s.copy()
    for piece, face in zip(pieces, faces, strict=True):
        t.face[piece] = face
        t.up |= 1 << piece
    if b.kind == VOLLEY:
        b = b._replace(firers=b.firers & ~those(t, b.firers, t.data.indirect))  # 9.3a
    return t, b


# -- chances ----------------------------------------------------------------------------------


def faces_that_hit(s: State, b: Battle, defender: int) -> tuple[int, ...]:
    """The faces of the die that eliminate a defender."""
    change, at = shift(die_lines(s, b, defender)), column(s, b.firers)
    return tuple(die for die in FACES if b.firers and kills(s, at, die + change))


def demolishing_faces(s: State, b: Battle) -> tuple[int, ...]:
    """The faces of the die that demolish."""
    change, at = shift(demolition_lines(s, b.firers, b.hex, b.bridge)), column(s, b.firers)
    return tuple(die for die in FACES if kills(s, at, die + change))


def chances(s: State, b: Battle) -> Chances | None:
    """What an attack may do, averaged over what nobody knows; None if that is too much."""
    found = list(ways(s, b))
    if not found:
        return None
    each: dict[int, Fraction] = {}
    many: dict[int, Fraction] = {}
    for way in found:
        if demolishes(b):
            hit = Fraction(len(demolishing_faces(way.s, way.battle)), len(FACES))
            _add(many, {0: 1 - hit, 1: hit}, way.chance)
            continue
        own = {one: Fraction(len(faces_that_hit(way.s, way.battle, one)), len(FACES)) for one in scan(targets(s, b))}
        _add(each, own, way.chance)
        _add(many, _sums(list(own.values())), way.chance)
    all_ = 1 if demolishes(b) else len(each)
    cleared = many.get(all_, Fraction(0)) if all_ and not _others(s, b) else Fraction(0)
    return Chances(each, many, cleared, _rubble(s, b, cleared))


def _others(s: State, b: Battle) -> Bits:
    """Enemies in the hex that the attack cannot hit."""
    if demolishes(b):
        return 0
    enemy = s.data.side[0] if targets(s, b) & s.data.side[0] else s.data.side[1]
    return s.here.get(b.hex, 0) & enemy & ~targets(s, b)


def _rubble(s: State, b: Battle, cleared: Fraction) -> Fraction:
    """The chance of rubble."""
    chart = s.data.charts.rubble
    if b.kind == STRUCTURE:
        return cleared  # 10.19b
    if b.kind in (BRIDGE, VOLLEY) or not (s.data.rubbled & ~s.rubble) >> b.hex & 1:
        return Fraction(0)  # 9.5a, 10.18g
    return cleared * Fraction(len(chart.air if b.kind == AIR else chart.fire), len(FACES))  # 10.18b, 12.11b


def _add(to: dict[int, Fraction], what: dict[int, Fraction], weight: Fraction) -> None:
    for key, value in what.items():
        to[key] = to.get(key, Fraction(0)) + value * weight


def _sums(each: Sequence[Fraction]) -> dict[int, Fraction]:
    """How many of some independent events happen."""
    out = {0: Fraction(1)}
    for chance in each:
        new: dict[int, Fraction] = {}
        for many, share in out.items():
            new[many] = new.get(many, Fraction(0)) + share * (1 - chance)
            new[many + 1] = new.get(many + 1, Fraction(0)) + share * chance
        out = new
    return out


# -- the odds ---------------------------------------------------------------------------------


def odds(s: State, action: Action | None, _support: int = 0) -> TableOdds | None:
    """Ledger, column and results of an attack, averaged over what is unknown."""
    b = announced(s, action)
    if b is None or not b.firers or not (demolishes(b) or targets(s, b)):
        return None
    found = chances(s, b)
    if found is None:
        return None
    way = max(ways(s, b), key=lambda way: way.chance)
    hidden = unknown(s, b.firers | targets(s, b))
    names = s.data.charts.crt.names
    columns: dict[str, Fraction] = {}
    for one in ways(s, b):
        name = names[column(one.s, one.battle.firers)]
        columns[name] = columns.get(name, Fraction(0)) + one.chance
    return TableOdds(
        exact=not hidden,
        unknown=tuple(s.title.lexicon.pieces[piece] for piece in scan(hidden)),
        lines=tuple(_ledger(s, way, found)),
        column=max(columns, key=lambda name: columns[name]),
        columns={name: round(float(columns[name]), 4) for name in names if name in columns},
        results=tuple(_results(s, way, found, exact=not hidden)),
        attack=Fraction(strength(way.s, way.battle.firers)),
        defense=Fraction(0),  # 10.3e
        scale=names,
        order=("defender", "attacker"),
        legend=LEGEND,
    )


def matchup(s: State, units: Bits, hexes: Bits, _support: int) -> TableOdds | None:
    """The odds of fire of any units at a hex, whatever the distance."""
    t = s.copy()
    t.side, t.local = side_of(s, lowest(units)), None
    return odds(t, Action("fire", (lowest(hexes), "", units)))


def _ledger(before: State, way: Way, found: Chances) -> Iterator[OddsLine]:
    """Strength, column, what changes the die against each defender, and the chances."""
    s, b = way.s, way.battle
    lines = strength_lines(s, b.firers)
    for piece, line, after in zip(scan(b.firers), lines, running(lines), strict=True):
        yield OddsLine("attack", line.clause, line.op, float(line.amount), _short(before, piece), str(after))
    at, total_ = column(s, b.firers), strength(s, b.firers)
    yield OddsLine("column", "10.3b", "=", at, f"strength {total_}", s.data.charts.crt.names[at])
    if demolishes(b):
        yield from _die(demolition_lines(s, b.firers, b.hex, b.bridge), "")
        yield OddsLine("die", "10.14a", "=", 0, "demolished", _percent(found.cleared))
    for piece, chance in found.each.items():
        name = _short(before, piece)
        yield from _die(die_lines(s, b, piece), f"{name}, ")
        yield OddsLine("die", "10.14a", "=", 0, f"{name} is eliminated", _percent(chance))
    if len(found.each) > 1:
        yield OddsLine("die", "10.13a", "=", 0, "the hex is cleared", _percent(found.cleared))
    if found.rubble and not demolishes(b):
        clause = "12.11b" if b.kind == AIR else "10.18b"
        yield OddsLine("die", clause, "=", 0, "the hex is cleared and rubbled", _percent(found.rubble))


def _short(s: State, piece: int) -> str:
    """A piece as its counter shows it: face up by its unit, otherwise by its number."""
    d = s.data
    return d.faces[s.face[piece]].id if s.up >> piece & 1 else d.pieces[piece]


def _die(lines: list[Line], target: str) -> Iterator[OddsLine]:
    for line, after in zip(lines, running(lines), strict=True):
        yield OddsLine("die", line.clause, line.op, float(line.amount), target + line.text, f"{int(after):+d}")


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.0%}"


def _results(s: State, way: Way, found: Chances, *, exact: bool) -> Iterator[BattleResult]:
    """The chance of each number of defenders eliminated."""
    b, all_ = way.battle, max(len(found.each), 1)
    price = Consequence(1, False, "loses a unit") if b.fanatic else Consequence(0, False, "")  # 17.3a
    hits: tuple[int, ...] = ()
    if exact and all_ == 1:
        hits = demolishing_faces(way.s, b) if demolishes(b) else faces_that_hit(way.s, b, lowest(targets(s, b)))
    for many, chance in sorted(found.many.items(), reverse=True):
        if not chance:
            continue
        whole = many == all_
        faces = tuple(die for die in FACES if (die in hits) == whole) if exact and all_ == 1 else ()
        yield BattleResult(_name(b, many, all_), round(float(chance), 4), _fate(b, many, whole), price, faces)


def _name(b: Battle, many: int, all_: int) -> str:
    if not many:
        return NOTHING
    if demolishes(b) or b.kind == VOLLEY:
        return "E"
    return CLEARED if many == all_ else f"{many} of {all_}"


def _fate(b: Battle, many: int, whole: bool) -> Consequence:
    if not many:
        return Consequence(0, False, "")
    if demolishes(b):
        return Consequence(1, False, "is demolished")
    return Consequence(many, whole, "is eliminated" if whole else f"loses {many} unit{'s' * (many > 1)}")
