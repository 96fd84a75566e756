"""The odds of a combat: strengths, column, shifts and the chance of each result, as far as can be known.

What an Untried unit is, nobody knows before it is turned over (5.42): its odds are averaged over all it may be.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, perm, prod
from typing import NamedTuple

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ....kit.battle.die import FACES
from ....kit.battle.ledger import Line, running, total
from ....kit.stacks import places_of
from ....kit.table import BattleResult, Consequence, OddsLine, TableOdds
from ..data.chart_values import Result
from ..data.components import AXIS, SIDES, SOVIET
from ..rules.battle import Battle
from ..rules.combat import Column, attack_lines, combat_supply, defense_lines, final_column, hungry, shift_lines
from ..rules.consequences import fate, overkill
from ..rules.requirements import declared
from ..rules.results import sign
from ..rules.supply import DEFENSE, supplied
from ..rules.support import eligible
from ..rules.untried import armed, pool
from ..state import State, put, steps_of, units_in, untried, update_control

FEW = 3  # Untried units whose order matters; of more, only which there are
NOBODY_LEFT, NO_STRENGTH = "removed", "cancelled"
PLEDGES = (
    (SOVIET, "soviet-support", ("axis-support", "die")),
    (AXIS, "axis-support", ("die",)),
)  # 11.51d: each side, the step in which it commits support, and those after it
LEGEND = (
    "A attacker, D defender: a number is steps lost, R a retreat, * turns artillery to Fired or aircraft to Flown"
    " (S*: of Soviets only)."
)


class Way(NamedTuple):
    """One way a combat may come about: its chance, who fights, and the column; or why there is no combat."""

    chance: Fraction
    s: State
    battle: Battle
    column: Column | None
    why_not: str = ""


# -- which combat -----------------------------------------------------------------------------


def announced(s: State, action: Action | None) -> Battle | None:
    """The combat that an action would begin or change, or the current one if its die is not rolled yet."""
    now = s.local if isinstance(s.local, Battle) and not s.local.die and not s.local.closed else None
    match (action.verb, action.args) if action else ("", ()):
        case "", _:
            return now
        case "attack", (int(lead), int(also), int(attackers)):
            return _begun(s, also | 1 << lead, attackers)
        case "resolve", (int(lead),) if lead in declared(s):
            return _begun(s, *declared(s)[lead])
        case "rearrange", (int(lead), int(attackers)) if lead in declared(s):
            return _begun(s, declared(s)[lead][0], attackers)
        case "support", (int(pieces),) if now:
            guns = s.data.guns
            return now._replace(guns=now.guns | pieces & guns, planes=now.planes | pieces & ~guns)
    return None


def _begun(s: State, targets: Bits, attackers: Bits) -> Battle:
    defenders = units_in(s, targets) & s.data.side[1 - s.side]
    lead = (targets & -targets).bit_length() - 1
    return Battle(lead, targets, targets, attackers, defenders)


def wings(s: State, b: Battle) -> Bits:
    """The attacker's air units that could support a combat that is not declared yet."""
    t = s.copy()
    t.local = b
    return eligible(t, s.side) & s.data.air[s.side]


def uncommitted(s: State, b: Battle, action: Action | None) -> str:
    """Who may still commit support to a combat: the odds are those without it."""
    step, t = s.title.step(s).name, s.copy()
    t.local = b
    later = [
        f"more {SIDES[side].title()}" if b.planes & s.data.air[side] else SIDES[side].title()
        for side, own, past in PLEDGES
        if step not in past and not (step == own and action) and eligible(t, side) & ~(b.guns | b.planes)
    ]
    said = f"{' and '.join(later)} support is not committed yet and not counted"
    return said[0].upper() + said[1:] if later else ""


def with_wings(s: State, b: Battle, many: int) -> Battle:
    """The combat with so many air units, the strongest first."""
    if not many:
        return b
    d = s.data
    best = sorted(scan(wings(s, b)), key=lambda wing: -d.counters.air[wing - d.first_air].strength)
    return b._replace(planes=b.planes | bits(best[:many]))


# -- Untried units ----------------------------------------------------------------------------


def draws(s: State, count: int) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """The Tried sides that so many units may turn out to have, one for each kind of side, and how likely that is."""
    kinds: dict[object, list[int]] = {}
    for face in scan(pool(s)):
        found = s.data.faces[face]
        kinds.setdefault((found.front, found.remove), []).append(face)
    groups, every = list(kinds.values()), pool(s).bit_count()
    some = product(groups, repeat=count) if count <= FEW else combinations_with_replacement(groups, count)
    for chosen in some:
        wanted = Counter(group[0] for group in chosen)
        sizes = [(len(group), wanted[group[0]]) for group in groups]
        if any(many > size for size, many in sizes):
            continue
        if count <= FEW:
            chance = Fraction(prod(perm(size, many) for size, many in sizes), perm(every, count))
        else:
            chance = Fraction(prod(comb(size, many) for size, many in sizes), comb(every, count))
        seen = Counter[int]()
        faces = []
        for group in chosen:
            faces.append(group[seen[group[0]]])
            seen[group[0]] += 1
        yield chance, tuple(faces)


def ways(s: State, b: Battle, hidden: Bits) -> Iterator[Way]:
    """Every way the combat may come about."""
    if not b.fought:
        lacking = hungry(s, b.attackers & s.there[s.side], combat_supply(s))  # 6.42a, 11.51a
        out = b.defenders & s.there[1 - s.side] & ~supplied(s, 1 - s.side, DEFENSE)  # 6.43a, 11.51b
        b = b._replace(hungry=lacking, fed=not out)
    units = list(scan(hidden))
    if not units:
        yield _way(s, Fraction(1), b)
        return
    for chance, faces in draws(s, len(units)):
        yield _way(_revealed(s, units, faces), chance, b)


def _revealed(s: State, units: Sequence[int], faces: Sequence[int]) -> State:
    """The position with these units turned over."""
    t = s.copy()
    for unit, face in zip(units, faces, strict=True):
        t.face[unit] = face
        if s.data.faces[face].remove:
            put(t, unit, s.data.eliminated)  # 11.43b
    update_control(t)
    return t


def _way(s: State, chance: Fraction, b: Battle) -> Way:
    """The combat between those who are left."""
    attackers, defenders = armed(s, b, b.attackers & s.there[s.side]), b.defenders & s.there[1 - s.side]
    b = b._replace(attackers=attackers, defenders=defenders, targets=b.targets & places_of(s, defenders))
    if not defenders:
        return Way(chance, s, b, None, NOBODY_LEFT)  # 11.43c
    if not attackers:
        return Way(chance, s, b, None, NO_STRENGTH)  # 3.51i
    return Way(chance, s, b, final_column(s, b))


# -- the odds ---------------------------------------------------------------------------------


def odds(s: State, action: Action | None, support: int = 0) -> TableOdds | None:
    """Ledger, columns and results of a combat, averaged over what is unknown."""
    b = announced(s, action)
    if b is None or not b.targets or not b.attackers & s.there[s.side] or not b.defenders & s.there[1 - s.side]:
        return None
    declaring = action is not None and action.verb != "support"
    b = with_wings(s, b, support if declaring else 0)
    hidden = untried(s, (b.attackers | b.defenders) & (s.there[0] | s.there[1]))
    found = list(ways(s, b, hidden))
    fights = [(way, way.column) for way in found if way.column]
    if not fights:
        return None
    names, assumes = s.data.charts.crt.names, uncommitted(s, b, action)
    chances: dict[int, Fraction] = {}
    for way, column in fights:
        chances[column.column] = chances.get(column.column, Fraction(0)) + way.chance
    likeliest = max(chances, key=lambda column: chances[column])
    usual = max((way for way, column in fights if column.column == likeliest), key=lambda way: way.chance)
    return TableOdds(
        exact=not hidden and not assumes,
        unknown=tuple(s.title.lexicon.pieces[unit] for unit in scan(hidden)),
        lines=tuple(_ledger(usual)),
        column=names[likeliest],
        columns={names[column]: round(float(chance), 4) for column, chance in sorted(chances.items())},
        results=_results(s, b, found),
        attack=Fraction(total(attack_lines(usual.s, usual.battle))),
        defense=Fraction(total(defense_lines(usual.s, usual.battle))),
        scale=names,
        order=("attacker", "defender"),
        legend=LEGEND,
        support=wings(s, b).bit_count() if declaring else 0,
        assumes=assumes,
    )


def matchup(s: State, units: Bits, hexes: Bits, support: int) -> TableOdds | None:
    """The odds of any units against any hexes, as if they stood beside each other in a Combat Phase of theirs."""
    t, lead = s.copy(), lowest(hexes)
    t.side, t.attacked, t.defended, t.local = AXIS if lowest(units) < s.data.soviets else SOVIET, 0, 0, None
    return odds(t, Action("attack", (lead, hexes & ~(1 << lead), units)), support)


def _ledger(way: Way) -> Iterator[OddsLine]:
    """Strengths, the column they give, and each shift with the column so far."""
    s, b, final = way.s, way.battle, way.column
    assert final is not None
    names = s.data.charts.crt.names
    for part, lines in (("attack", attack_lines(s, b)), ("defense", defense_lines(s, b))):
        for line, after in zip(lines, running(lines), strict=True):
            yield OddsLine(part, line.clause, line.op, float(line.amount), line.text, str(after))
    attack, defense = (int(total(lines)) for lines in (attack_lines(s, b), defense_lines(s, b)))
    start = names[final.start] if final.start >= 0 else f"under {names[0]}"
    yield OddsLine("column", "11.52d", "=", final.start, f"{attack} against {defense}", start)
    shifts: list[Line] = shift_lines(s, b)
    for line, after in zip(shifts, running(shifts), strict=True):
        at = final.start + int(after)
        shown = names[min(at, len(names) - 1)] if at >= 0 else f"under {names[0]}"
        yield OddsLine("column", line.clause, line.op, float(line.amount), line.text, shown)
    if final.change:
        yield OddsLine("die", "12.12c", "+", final.change, f"odds below {names[0]}", f"+{final.change}")


def _results(s: State, b: Battle, found: Sequence[Way]) -> tuple[BattleResult, ...]:
    """The chance of each result; with its die faces if nothing is unknown."""
    chances: dict[Result, Fraction] = {}
    faces: dict[Result, list[int]] = {}
    other: dict[str, Fraction] = {}
    for way in found:
        if way.column is None:
            other[way.why_not] = other.get(way.why_not, Fraction(0)) + way.chance
            continue
        for die in FACES:
            result = s.data.crt(die + way.column.change, way.column.column)
            chances[result] = chances.get(result, Fraction(0)) + way.chance / len(FACES)
            faces.setdefault(result, []).append(die)
    theirs = steps_of(s, b.defenders & s.there[1 - s.side])
    mine = steps_of(s, b.attackers & s.there[s.side])
    out = []
    for result, chance in sorted(chances.items(), key=lambda item: -item[1]):
        real = overkill(s, result, theirs)
        fates = fate(real.defender, 1 - s.side, theirs), fate(real.attacker, s.side, mine)
        known = tuple(faces[result]) if len(found) == 1 else ()
        out.append(BattleResult(sign(result), round(float(chance), 4), *fates, known))
    return (*out, *(_no_combat(name, chance) for name, chance in other.items()))


def _no_combat(name: str, chance: Fraction) -> BattleResult:
    """What happens if an Untried unit turns out to be too weak to fight."""
    nothing = Consequence(0, False, "")
    if name == NOBODY_LEFT:
        gone = Consequence(0, True, "is removed when it is turned over")
        return BattleResult(name, round(float(chance), 4), gone, nothing)
    return BattleResult(name, round(float(chance), 4), nothing, Consequence(0, False, "has no strength to attack with"))
