"""The odds of an attack or overrun, as far as can be known before units are revealed."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from ....core.action import Action
from ....core.bits import Bits, lowest, scan
from ....kit.battle.die import FACES
from ....kit.battle.ledger import Line, running, total
from ....kit.table import BattleResult, OddsLine, TableOdds
from ..rules import combat, overrun
from ..rules.combat import Battle, attack_strength, column_name, defense_strength, ledger, shifts
from ..rules.consequences import fate, sign
from ..rules.untried import pool, untried
from ..state import SOVIET, State, side_of


class Way(NamedTuple):
    """One way to reach a column: its chance, the strengths, and the ledger lines."""

    chance: Fraction
    attack: int
    defense: int
    lines: list[Line]


def announced(s: State, action: Action | None, air: int) -> Battle | None:
    """The battle an action would begin, or the current one if its die is not rolled yet, with `air` air units."""
    if action is not None and action.verb == "attack":
        battle = combat.prepare(s, *action.args)
    elif action is not None and action.verb == "overrun":
        battle = overrun.prepare(s, *action.args)
    elif isinstance(s.local, Battle) and not s.local.die:
        battle = s.local
        if not supporting(s):
            return battle  # 13.2a
        if action is not None and action.verb == "air":
            air = action.args[0]
    else:
        return None
    return battle._replace(air=min(air, s.air))


def supporting(s: State) -> bool:
    """Whether air units may be added to the current battle."""
    return s.title.step(s).name == "air-support"


def draws(s: State, units: Bits, attacking: bool) -> dict[tuple[int, bool], Fraction]:
    """How likely each total strength of some untried units is, with or without a tank unit among them."""
    chances: dict[tuple[int, bool], Fraction] = {(0, False): Fraction(1)}
    for kind in (s.data.infantry_units, s.data.armored_units):
        some = units & kind
        count = some.bit_count()
        if not count:
            continue
        ways: dict[tuple[int, int, bool], int] = {(0, 0, False): 1}
        for number in scan(pool(s, lowest(some))):
            face = s.data.faces[number]
            value = face.attack if attacking else face.defense
            for (n, strength, tank), times in list(ways.items()):
                if n < count:
                    key = (n + 1, strength + value, tank or face.type == "armor")
                    ways[key] = ways.get(key, 0) + times
        full = {(strength, tank): times for (n, strength, tank), times in ways.items() if n == count}
        every = sum(full.values())
        mixed: dict[tuple[int, bool], Fraction] = {}
        for (one, tank_one), chance in chances.items():
            for (other, tank_other), times in full.items():
                both = (one + other, tank_one or tank_other)
                mixed[both] = mixed.get(both, Fraction(0)) + chance * Fraction(times, every)
        chances = mixed
    return chances


def odds(s: State, action: Action | None, air: int = 0) -> TableOdds | None:
    """Ledger, columns and results of a battle; averaged over what is unknown."""
    battle = announced(s, action, air)
    if battle is None or not battle.attackers or not battle.defenders:
        return None
    hidden = untried(s, battle.attackers | battle.defenders)
    attacking = s.side == SOVIET
    known_a = sum(attack_strength(s, u) for u in scan(battle.attackers & ~hidden))
    known_d = sum(defense_strength(s, u) for u in scan(battle.defenders & ~hidden))
    moved = {tank: list(shifts(s, battle, tank)) for tank in (False, True)}
    columns: dict[int, Fraction] = {}
    usual: dict[int, Way] = {}
    for (extra, tank), chance in draws(s, hidden, attacking).items():
        attack = known_a + (extra if attacking else 0)
        defense = known_d + (0 if attacking else extra)
        lines = ledger(s, attack, defense, moved[tank])
        column = int(total(lines))
        columns[column] = columns.get(column, Fraction(0)) + chance
        if column not in usual or chance > usual[column].chance:
            usual[column] = Way(chance, attack, defense, lines)
    likeliest = max(columns, key=lambda c: columns[c])
    way = usual[likeliest]
    return TableOdds(
        exact=not hidden,
        unknown=tuple(s.title.lexicon.pieces[u] for u in scan(hidden)),
        lines=tuple(
            OddsLine("column", line.clause, line.op, int(line.amount), line.text, column_name(int(after)))
            for line, after in zip(way.lines, running(way.lines), strict=True)
        ),
        column=column_name(likeliest),
        columns={column_name(c): round(float(p), 4) for c, p in sorted(columns.items())},
        results=results(s, columns),
        attack=Fraction(way.attack),
        defense=Fraction(way.defense),
        scale=s.data.columns,
        order=("defender", "attacker"),
        legend="Defender/attacker: a number is a step to lose or a hex to retreat each, E all destroyed.",
        support=s.air if action is not None or supporting(s) else 0,
    )


def matchup(s: State, units: Bits, hexes: Bits, air: int) -> TableOdds | None:
    """The odds of any units against any hexes, as if they stood beside each other in a Combat Phase of theirs."""
    t, lead = s.copy(), lowest(hexes)
    t.side, t.air, t.attacked, t.defended = side_of(s, lowest(units)), max(s.air, air), 0, 0
    return odds(t, Action("attack", (lead, hexes & ~(1 << lead), units)), air)


def results(s: State, columns: Mapping[int, Fraction]) -> tuple[BattleResult, ...]:
    """The chance of each result; with its die faces if there is only one column."""
    chances: dict[tuple[int, int], Fraction] = {}
    faces: dict[tuple[int, int], list[int]] = {}
    for column, chance in columns.items():
        for die in FACES:
            result = s.data.crt(die, column, s.options)
            chances[result] = chances.get(result, Fraction(0)) + chance / len(FACES)
            faces.setdefault(result, []).append(die)
    return tuple(
        BattleResult(
            f"{sign(defender)}/{sign(attacker)}",
            round(float(chance), 4),
            fate(defender),
            fate(attacker),
            tuple(faces[defender, attacker]) if len(columns) == 1 else (),
        )
        for (defender, attacker), chance in sorted(chances.items(), key=lambda kv: -kv[1])
    )
