"""What an attack or overrun would come to, as far as anybody can know before the reveal."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ...core.action import Action
from ...core.bits import Bits, lowest, scan
from ...kit.ledger import Line, running, total
from .combat import Battle, attack_strength, column_name, defense_strength, ledger
from .results import ALL
from .state import SOVIET, State, places_of, units_in
from .untried import pool, untried


def announced(s: State, action: Action | None) -> Battle | None:
    """The battle an action would begin, or the one under way."""
    if action is None or action.verb not in ("attack", "overrun"):
        return s.local if isinstance(s.local, Battle) and not s.local.die else None
    if action.verb == "attack":
        lead, also, attackers = action.args
        targets = also | 1 << lead
        there = units_in(s, targets)
        return Battle(attackers, there & ~s.defended, targets, places_of(s, attackers), bystanders=there & s.defended)
    lead, rest, target = action.args
    units: Bits = rest | 1 << lead
    return Battle(units, s.here.get(target, 0), 1 << target, places_of(s, units), overrun=True)


def draws(s: State, units: Bits, attacking: bool) -> dict[tuple[int, bool], Fraction]:
    """How likely each total strength of some untried units is, with or without a tank unit among them."""
    chances: dict[tuple[int, bool], Fraction] = {(0, False): Fraction(1)}
    for kind in (s.data.infantry_units, s.data.armored_units):
        some = units & kind
        count = some.bit_count()
        if not count:
            continue
        faces = list(scan(pool(s, lowest(some))))
        ways: dict[tuple[int, int, bool], int] = {(0, 0, False): 1}
        for number in faces:
            face = s.data.faces[number]
            value = face.attack if attacking else face.defense
            for (n, total_, tank), times in list(ways.items()):
                if n < count:
                    key = (n + 1, total_ + value, tank or face.type == "armor")
                    ways[key] = ways.get(key, 0) + times
        full = {(t, tank): w for (n, t, tank), w in ways.items() if n == count}
        every = sum(full.values())
        mixed: dict[tuple[int, bool], Fraction] = {}
        for (a, tank_a), p in chances.items():
            for (b, tank_b), w in full.items():
                key2 = (a + b, tank_a or tank_b)
                mixed[key2] = mixed.get(key2, Fraction(0)) + p * Fraction(w, every)
        chances = mixed
    return chances


def odds(s: State, action: Action | None, air: int = 0) -> Mapping[str, Any] | None:
    """Ledger, columns and results of a battle; averaged over what nobody knows."""
    battle = announced(s, action)
    if battle is None:
        return None
    if not battle.air:
        battle = battle._replace(air=min(air, s.air))
    hidden = untried(s, battle.attackers | battle.defenders)
    attacking = s.side == SOVIET
    known_a = sum(attack_strength(s, u) for u in scan(battle.attackers & ~hidden))
    known_d = sum(defense_strength(s, u) for u in scan(battle.defenders & ~hidden))
    columns: dict[int, Fraction] = {}
    results: dict[str, Fraction] = {}
    likeliest: tuple[Fraction, list[Line]] = (Fraction(-1), [])
    weight_of: dict[int, tuple[Fraction, list[Line]]] = {}
    for (extra, tank), chance in draws(s, hidden, attacking).items():
        attack = known_a + (extra if attacking else 0)
        defense = known_d + (0 if attacking else extra)
        lines = ledger(s, battle, attack, defense, tank)
        column = int(total(lines))
        columns[column] = columns.get(column, Fraction(0)) + chance
        if chance > weight_of.get(column, (Fraction(-1), []))[0]:
            weight_of[column] = (chance, lines)
        for die in range(1, 7):
            defender, attacker = s.data.crt(die, column, s.options)
            name = f"{_sign(defender)}/{_sign(attacker)}"
            results[name] = results.get(name, Fraction(0)) + chance / 6
    usual = max(columns, key=lambda c: columns[c])
    likeliest = weight_of[usual]
    lines = likeliest[1]
    return {
        "exact": not hidden,
        "unknown": [s.title.lexicon.pieces[u] for u in scan(hidden)],
        "ledger": [
            {"cite": line.cite, "clause": line.clause, "op": line.op, "amount": int(line.amount), "text": line.text,
             "after": column_name(int(after))}
            for line, after in zip(lines, running(lines), strict=True)
        ],
        "column": column_name(usual),
        "columns": {column_name(c): round(float(p), 4) for c, p in sorted(columns.items())},
        "range": [column_name(min(columns)), column_name(max(columns))],
        "results": {name: round(float(p), 4) for name, p in sorted(results.items(), key=lambda kv: -kv[1])},
    }  # fmt: skip


def _sign(result: int) -> str:
    return {0: "-", ALL: "E"}.get(result, str(result))
