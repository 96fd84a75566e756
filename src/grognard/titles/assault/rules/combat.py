"""[10.1-10.4] Combat: which units may attack which, with what strength, at what odds.

Strengths are kept in quarters, since lack of supply and disruption each halve them (11.23a, 12.42d).
Announcing an attack is in `attacks`, the effect of a result in `results`.
"""

from fractions import Fraction
from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ....core.kinds import FLAG, NUMBER, PIECES, PLACES
from ....kit.battle.die import roll_verb
from ....kit.battle.ledger import Line
from ....kit.battle.local import update
from ....kit.stacks import places_of
from ..ruleset import CLASSES, RUSSIAN
from ..state import State, factor, grade, on_map, units_in

QUARTERS = 4
SALLIES = ((0, "sallied"), (2, "sallied_guerrillas"), (3, "sallied_workers"))  # 8.45b: by slot


class Battle(NamedTuple):
    """The local variables of an attack."""

    targets: Bits  # the hexes attacked
    attackers: Bits  # as announced; the survivors are on a map
    defenders: Bits  # the units that count in the odds
    bystanders: Bits = 0  # 10.29c: units that have retreated there in this phase
    column: int = 0  # of the table; one past the last is automatic
    change: int = 0  # of the die
    die: int = 0
    stage: int = 0  # 1: the attacker takes penalties, 2: the defender
    owed: int = 0  # penalties still to be taken
    choice: bool = False  # the first of them is still open to a retreat
    intact: bool = True  # 18.31a: that side has lost no step yet
    gone_back: bool = False  # 10.26b: the attacker has retreated
    fleeing: Bits = 0  # units that still have to retreat
    followers: Bits = 0  # 11.33c: headquarters that may follow
    closed: bool = False  # the advance is over


KINDS = {
    "targets": PLACES, "attackers": PIECES, "defenders": PIECES, "bystanders": PIECES, "column": NUMBER,
    "change": NUMBER, "die": NUMBER, "stage": NUMBER, "owed": NUMBER, "choice": FLAG, "intact": FLAG,
    "gone_back": FLAG, "fleeing": PIECES, "followers": PIECES, "closed": FLAG,
}  # fmt: skip
"""The kind of each, for the position notation."""


def end_combat(s: State) -> None:
    """Clear the fought flags; keep retired until the end of the Player-Turn."""
    s.attacked = s.defended = s.fought = 0
    s.sallied = s.sallied_guerrillas = s.sallied_workers = 0


# -- strengths --------------------------------------------------------------------------------


def attack_of(s: State, unit: int) -> int:
    """A unit's attack strength, in quarters."""
    return QUARTERS * factor(s, unit) // (2 if s.unsupplied >> unit & 1 else 1)  # 10.21b, 11.23a


def fire_on(s: State, hexes: Bits) -> int:
    """The strength that the fleet adds to combat in these hexes."""
    return s.data.charts.numbers["fire"] if s.fire & hexes else 0  # 13.6b


def attack_strength(s: State, units: Bits, targets: Bits) -> int:
    """The total attack strength, in quarters; terrain never matters (10.31b)."""
    own = sum(attack_of(s, unit) for unit in scan(units))
    return own + (QUARTERS * fire_on(s, targets) if s.side == RUSSIAN else 0)  # 13.4a


def bare_factor(s: State, unit: int, defenders: Bits) -> int:
    """The factor of a defender: a headquarters counts only when no other defender is in its hex."""
    if s.data.stacks["headquarters"] >> unit & 1:
        return 0 if s.here[s.place[unit]] & defenders & ~(1 << unit) else s.data.charts.numbers["alone"]  # 11.33b
    return factor(s, unit)


def hex_strength(s: State, hex_: int, defenders: Bits, fronts: Bits) -> int:
    """The defense strength of one hex, in quarters."""
    d, side = s.data, 1 - s.side
    times = QUARTERS * d.multiple(hex_, side, d.river_multiple(hex_, fronts))  # 10.31a, 10.33a, 10.38b
    out = 0
    for unit in scan(s.here.get(hex_, 0) & defenders):
        halves = (s.unsupplied >> unit & 1) + (s.disrupted >> unit & 1)  # 11.23a, 12.42d
        multiple = QUARTERS if d.tank_corps >> unit & 1 else times  # 19.41a
        out += multiple * bare_factor(s, unit, defenders) >> halves  # 10.21a
    return out + (QUARTERS * fire_on(s, 1 << hex_) if side == RUSSIAN else 0)  # 13.5a


def defense_strength(s: State, defenders: Bits, targets: Bits, fronts: Bits) -> int:
    """The total defense strength, in quarters: each hex with its own terrain."""
    return sum(hex_strength(s, hex_, defenders, fronts) for hex_ in scan(targets))  # 10.2a, 10.16b, 10.39a


def counted(s: State, targets: Bits) -> Bits:
    """The units in these hexes that count: those attacked for the first time in this phase."""
    return units_in(s, targets) & ~s.defended  # 10.14a, 10.29c, 10.29f


def enough(s: State, targets: Bits, attackers: Bits) -> bool:
    """Whether these attackers are strong enough to attack at all."""
    least = s.data.charts.columns[0]
    attack = attack_strength(s, attackers, targets)
    defense = defense_strength(s, counted(s, targets), targets, places_of(s, attackers))
    return attack * least.denominator >= defense * least.numerator  # 10.21f


# -- the ledgers ------------------------------------------------------------------------------


def _halved(s: State, unit: int, disrupted: bool) -> str:
    out = ", halved: out of supply" if s.unsupplied >> unit & 1 else ""
    return out + (", halved: disrupted" if disrupted and s.disrupted >> unit & 1 else "")


def attack_lines(s: State, b: Battle) -> list[Line]:
    """The ledger of the attack, unit by unit."""
    names = s.title.lexicon.pieces
    lines = [
        Line(
            "11.23a" if s.unsupplied >> unit & 1 else "10.21b",
            "+",
            Fraction(attack_of(s, unit), QUARTERS),
            f"{names[unit]} {factor(s, unit)}{_halved(s, unit, disrupted=False)}",
        )
        for unit in scan(b.attackers)
    ]
    if s.side == RUSSIAN and (fire := fire_on(s, b.targets)):
        lines.append(Line("13.4a", "+", fire, "fire of the fleet"))
    return lines


def defense_lines(s: State, b: Battle) -> list[Line]:
    """The ledger of the defense, hex by hex and unit by unit."""
    d, names, side = s.data, s.title.lexicon, 1 - s.side
    fronts = places_of(s, b.attackers)
    lines = []
    for hex_ in scan(b.targets):
        whole = d.multiple(hex_, side, d.river_multiple(hex_, fronts))
        said = f" x{whole} {_ground_name(s, hex_, side, fronts)}" if whole > 1 else ""
        for unit in scan(s.here.get(hex_, 0) & b.defenders):
            bare, tank = bare_factor(s, unit, b.defenders), d.tank_corps >> unit & 1
            halves = (s.unsupplied >> unit & 1) + (s.disrupted >> unit & 1)
            why = ", not multiplied: Tank Corps" if tank and whole > 1 else said
            text = f"{names.places[hex_]}: {names.pieces[unit]} {bare}{why}{_halved(s, unit, disrupted=True)}"
            strength = Fraction(bare * (1 if tank else whole), 1 << halves)
            lines.append(Line("19.41a" if tank and whole > 1 else "10.21a", "+", strength, text))
        if side == RUSSIAN and (fire := fire_on(s, 1 << hex_)):
            lines.append(Line("13.5a", "+", fire, f"{names.places[hex_]}: fire of the fleet"))
    return lines


def _ground_name(s: State, hex_: int, side: int, fronts: Bits) -> str:
    """What multiplies the defenders of a hex: `woods behind a river`."""
    d = s.data
    what = "fortification" if side == RUSSIAN and d.forts >> hex_ & 1 else d.terrain[hex_]
    if fronts & ~d.across[hex_]:
        return what
    kinds = [kind for kind, sides in d.across_by.items() if sides[hex_] & fronts]
    return f"{what} behind {' and '.join(d.hexside_name(kind) for kind in kinds)}"


def supported(s: State, hexes: Bits) -> bool:
    """Whether an air unit of the phasing player is over one of these hexes."""
    return any(hexes >> s.place[wing] & 1 for wing in scan(s.data.air[s.side]))  # 12.52a, 12.53a, 12.54a


def modifier_lines(s: State, b: Battle, support: bool = False) -> list[Line]:
    """The ledger of die modifiers; with `support`, as if an air unit were over one of the hexes."""
    low = CLASSES[max(grade(s, unit) for unit in scan(b.attackers))]  # 10.42a
    high = CLASSES[min(grade(s, unit) for unit in scan(b.defenders))]  # 10.42a, 9.6b, 12.42e
    lines = [Line("10.41a", "+", s.data.charts.classes[low, high], f"class {low} against {high}")]
    if support or supported(s, b.targets):
        lines.append(Line("12.52a", "+", s.data.charts.numbers["support"], "Ground Support"))  # 10.43a
    return lines


def column_name(s: State, column: int) -> str:
    """`3:2`: the odds of a column; one past the last is the automatic result."""
    charts = s.data.charts
    odds = charts.columns[column] if column < len(charts.columns) else charts.automatic
    return f"{odds.numerator}:{odds.denominator}"


def column_of(s: State, b: Battle) -> int:
    """The column of an attack; one past the last if the result needs no die."""
    attack = attack_strength(s, b.attackers, b.targets)
    defense = defense_strength(s, b.defenders, b.targets, places_of(s, b.attackers))
    if s.data.automatic(attack, defense):
        return len(s.data.charts.columns)  # 10.21e
    return s.data.column(attack, defense) or 0  # 10.21c, 10.21d


# -- which units can attack --------------------------------------------------------------------


def spent(s: State) -> Bits:
    """The units in city hexes from which a unit of the same kind has already attacked."""
    out = 0
    for slot, name in SALLIES:
        if hexes := getattr(s, name):
            out |= units_in(s, hexes) & s.data.slots[slot]  # 8.45b
    return out


def able(s: State) -> Bits:
    """The phasing player's units that may still attack something."""
    units = on_map(s, s.side)  # 14.4b
    return units & ~s.attacked & ~s.disrupted & ~s.data.stacks["headquarters"] & ~spent(s)


def attackable(s: State) -> Bits:
    """The enemy hexes that may be attacked, if a unit is adjacent."""
    open_ = s.held[1 - s.side] & ~s.data.city & ~s.data.fringe & ~s.fought  # 8.43b, 8.45a, 10.15a
    return open_ & ~worn(s)


def worn(s: State) -> Bits:
    """The enemy hexes in which every unit has been attacked in this phase."""
    if not s.defended:
        return 0
    held = places_of(s, s.defended)
    return bits(hex_ for hex_ in scan(held) if not counted(s, 1 << hex_))  # 10.29b, 10.29e


def facing(s: State, targets: Bits) -> Bits:
    """The phasing player's units that could attack every one of these hexes from their own."""
    where = s.held[s.side]
    for hex_ in scan(targets):
        where &= s.data.besiegers[hex_]  # 10.13a, 8.42a, 8.44a, 10.37a, 10.38a
    return units_in(s, where)


def rivals(s: State, units: Bits) -> list[Bits]:
    """The groups of these units of which only one may attack: those of a kind in one city hex."""
    there = units & units_in(s, s.data.city & s.held[s.side]) if s.side == RUSSIAN else 0
    if not there:
        return []
    groups = [
        s.here[hex_] & there & s.data.slots[slot] for hex_ in scan(s.data.city) for slot, _ in SALLIES if hex_ in s.here
    ]
    return [group for group in groups if group & (group - 1)]  # 8.45b


def strongest(s: State, units: Bits) -> Bits:
    """The strongest force that these units may form."""
    for group in rivals(s, units):
        units &= ~group | 1 << max(scan(group), key=lambda unit: attack_of(s, unit))
    return units


def shown(strength: Fraction) -> str:
    """A strength as a player writes it: `4.5`."""
    return f"{float(strength):g}"


def prepare(s: State, lead: int, also: Bits, attackers: Bits) -> Battle:
    """The battle started by an attack: these units against all units in those hexes."""
    targets = also | 1 << lead
    return Battle(targets, attackers, counted(s, targets), units_in(s, targets) & s.defended)  # 10.14a, 10.29c


def compute_odds(s: State) -> None:
    """Compute the odds and the die modifier."""
    b: Battle = s.local
    change = sum(int(line.amount) for line in modifier_lines(s, b))  # 10.21g
    b = update(s, column=column_of(s, b), change=change)
    if s.log is not None:
        attack = Fraction(attack_strength(s, b.attackers, b.targets), QUARTERS)
        defense = Fraction(defense_strength(s, b.defenders, b.targets, places_of(s, b.attackers)), QUARTERS)
        s.note(
            "10.21c",
            "{attack} against {defense} is {odds}; die modifier {change}.",
            attack=shown(attack),
            defense=shown(defense),
            odds=column_name(s, b.column),
            change=f"{change:+d}",
        )


def uncertain(s: State) -> bool:
    """Whether a die roll is needed."""
    b: Battle = s.local
    return b.column < len(s.data.charts.columns)  # 10.21e


# -- the die ----------------------------------------------------------------------------------


def roll(s: State, face: int) -> None:
    """Record the die roll."""
    update(s, die=face)  # 10.21g


ROLL = roll_verb(roll, "3.2o")
