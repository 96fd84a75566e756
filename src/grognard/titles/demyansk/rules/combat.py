"""[11.2-11.5] Combat: who can attack what, strengths after halving, the column and its shifts.

Declaring combats is in `declarations`, support in `support`, what a result does in `results`.
"""

from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ....core.knowledge import kept
from ....kit.battle.die import roll_verb
from ....kit.battle.ledger import Line, total
from ....kit.battle.local import update
from ....kit.stacks import pieces_in, places_of
from ..data.components import AXIS, ON_TOP, SOVIET
from ..state import UNTRIED, State, aimed, option, value_of, works
from .battle import Battle
from .strength import Sum, add_up
from .supply import ATTACK, DEFENSE, starved, supplied, supplied_of

UNKNOWN = 1  # ruling on 11.17: the strengths of an Untried unit when a combat is declared
SUPPLY = "supply"  # a reason for halving, beside kinds of terrain and hexsides


def side_of(s: State, unit: int) -> int:
    """The owner of a ground unit."""
    return AXIS if unit < s.data.soviets else SOVIET


# -- who can attack what ----------------------------------------------------------------------


def crossings(s: State, unit: int, here: int) -> Bits:
    """The hexes around another into which a unit may attack, retreat or advance from it (11.24a, 12.32b)."""
    d = s.data
    if not d.heavy >> unit & 1:
        return d.open_to[s.weather][here]  # 8.34a
    out, wet = d.firm_to[s.weather][here], d.ferry_to[s.weather][here]  # 8.35a, 8.35c, 8.35e
    helpers = d.engineers & d.side[side_of(s, unit)] & ~(1 << unit)
    if wet and s.here.get(here, 0) & helpers:
        return out | wet  # 8.35f
    for hex_ in scan(wet):
        if s.here.get(hex_, 0) & helpers:
            out |= 1 << hex_
    return out


def front(s: State, unit: int) -> Bits:
    """The hexes around a unit that it could attack (9.35f, 9.37a, 11.24a)."""
    return crossings(s, unit, s.place[unit]) & s.stage.area


def beside(s: State, units: Bits, targets: Bits) -> Bits:
    """Those of these units that could attack all of these hexes."""
    d, near = s.data, s.held[AXIS] | s.held[SOVIET]
    for hex_ in scan(targets):
        near &= d.open_to[s.weather][hex_]  # lakes close a hexside both ways
    units &= pieces_in(s, near)
    for unit in scan(units & d.heavy):
        if targets & ~crossings(s, unit, s.place[unit]):
            units ^= 1 << unit  # 11.24a
    return units


def attack_value(s: State, unit: int) -> int:
    """The attack strength of a unit before halving."""
    if s.data.untried >> unit & 1 and s.face[unit] == UNTRIED:
        return UNKNOWN
    return value_of(s, unit).attack  # 2.24a


def unarmed(s: State, units: Bits) -> Bits:
    """Those of these units that have no attack strength."""
    d = s.data
    out = (d.unarmed[0] & ~s.reduced | d.unarmed[1] & s.reduced) & ~(d.untried | s.dropped)
    return units & (out | _odd_unarmed(s))  # 11.16a


@kept(lambda s: (s.dropped, bytes(s.face)), most=8)
def _odd_unarmed(s: State) -> Bits:
    """Those among the units whose values are not those of the counter, at full strength or reduced."""
    return bits(unit for unit in scan(s.data.untried | s.dropped) if not attack_value(s, unit))


def open_ground(s: State, hex_: int) -> bool:
    """Whether it is a clear hex, with or without village or road."""
    d = s.data
    return d.terrain[hex_] == "clear" and not any(d.feature[kind] >> hex_ & 1 for kind in ON_TOP)


def in_the_open(s: State, here: int, targets: Bits) -> bool:
    """Whether Soviet armor in a hex may attack these hexes without limit: all of it clear, and no river between."""
    d = s.data
    return open_ground(s, here) and all(
        open_ground(s, hex_) and not d.rivers[here] >> hex_ & 1 for hex_ in scan(targets)
    )  # 11.41e, 11.41f


def armor_stacks(s: State, units: Bits, targets: Bits) -> list[Bits]:
    """The groups of these attackers of which only some may attack: Soviet armor units in one hex."""
    d, out = s.data, []
    for here in scan(places_of(s, units & d.soviet_armor)):
        group = s.here[here] & units & d.soviet_armor
        if group & (group - 1) and not in_the_open(s, here, targets):
            out.append(group)
    return out  # 11.41a, 11.41c


def armor_used(s: State) -> Bits:
    """The Soviet armor on the map that attacks or has attacked in this phase."""
    if s.side != SOVIET:
        return 0
    return (s.attacked | aimed(s)) & s.there[SOVIET] & s.data.soviet_armor


def armor_spent(s: State, used: Bits) -> Bits:
    """The other Soviet armor in the hexes of armor that is used: it can attack in the open, and not otherwise."""
    d, out, limit = s.data, 0, s.data.charts.numbers["soviet_armor"]
    for here in scan(places_of(s, used)):
        armor = s.here[here] & d.soviet_armor
        if (armor & used).bit_count() >= limit:
            out |= armor & ~used
    return out  # 11.41a


# -- the attack -------------------------------------------------------------------------------


def reasons(s: State, unit: int, targets: Bits, hungry: Bits) -> frozenset[str]:
    """The reasons for which a unit's attack strength is halved."""
    d, here, weather = s.data, s.place[unit], s.weather
    out = {SUPPLY} if hungry >> unit & 1 else set()  # 6.42a, 3.51c
    if weather in d.charts.terrain[d.terrain[here]].half:
        out.add(d.terrain[here])  # 11.23a, 3.51d
    for hex_ in scan(targets):
        side = d.hexside.get((here, hex_), "")
        if side and weather in d.charts.hexsides[side].half:
            out.add(side)  # 11.25a
    return frozenset(out)


def halves(s: State, units: Bits, targets: Bits) -> bool:
    """Whether terrain or a hexside halves the attack strength of any of these units."""
    d, weather = s.data, s.weather
    for unit in scan(units):
        here = s.place[unit]
        if d.half_in[weather] >> here & 1 or d.half_to[weather][here] & targets:
            return True  # 11.23a, 11.25a
    return False


class Supply(NamedTuple):
    """The Combat Supply of the attackers' side."""

    fed: Bits  # 6.41a: units with a Supply Route
    short: Bits  # 6.53a: units that suffer the shortage


def combat_supply(s: State, units: Bits | None = None) -> Supply:
    """Which units of the active player, or which of a few, could attack with Combat Supply now."""
    if units is None:
        return Supply(supplied(s, s.side, ATTACK), starved(s, s.there[s.side]))
    return Supply(supplied_of(s, s.side, units, ATTACK), starved(s, units & s.there[s.side]))


def hungry(s: State, attackers: Bits, supply: Supply) -> Bits:
    """Those of these attackers that have no Combat Supply in an attack together."""
    if supply.short & attackers and not option(s, "shortage", "units"):
        return attackers  # 6.53a
    return attackers & (~supply.fed | supply.short)  # 6.13b, 6.41a, 6.42b


def attack_sum(s: State, attackers: Bits, targets: Bits, supply: Supply | None = None) -> Sum:
    """The attack strength of some units against these hexes, without rockets."""
    lacking = hungry(s, attackers, supply or combat_supply(s, attackers))
    return strength_of(s, attackers, targets, lacking)


def strength_of(s: State, attackers: Bits, targets: Bits, lacking: Bits) -> Sum:
    """The same, if it is known who lacks Combat Supply."""
    if not lacking & attackers and not halves(s, attackers, targets):
        whole = sum([attack_value(s, unit) for unit in scan(attackers)])
        return Sum(whole, 0 if whole else attackers)
    return add_up([(unit, attack_value(s, unit), reasons(s, unit, targets, lacking)) for unit in scan(attackers)])


def attack_lines(s: State, b: Battle) -> list[Line]:
    """The ledger of the attack, group by group."""
    names, lacking = s.title.lexicon.pieces, b.hungry
    groups: dict[frozenset[str], list[int]] = {}
    for unit in scan(b.attackers):
        groups.setdefault(reasons(s, unit, b.targets, lacking), []).append(unit)
    lines = []
    for why, units in groups.items():
        strength = add_up((unit, attack_value(s, unit), why) for unit in units).total
        said = " + ".join(f"{names[unit]} {attack_value(s, unit)}" for unit in units)
        clause = "6.42a" if SUPPLY in why else "11.25a" if "major river" in why else "11.23a" if why else "11.52a"
        lines.append(Line(clause, "+", strength, said + "".join(f", halved: {_reason(one)}" for one in sorted(why))))
    for unit in scan(b.guns & s.data.rockets):
        lines.append(Line("11.52c", "+", s.data.front[unit].attack, f"{names[unit]}, rocket artillery"))  # 10.1b
    return lines


def _reason(word: str) -> str:
    return {SUPPLY: "without Combat Supply", "swamp": "out of swamp"}.get(word, f"across a {word}")


def rocket_strength(s: State, guns: Bits) -> int:
    """What rocket artillery adds to the attack; it is never halved."""
    rockets = guns & s.data.rockets
    if not rockets:
        return 0
    return sum([s.data.front[unit].attack for unit in scan(rockets)])  # 11.52c, 10.14a


# -- the defense ------------------------------------------------------------------------------


def silent_guns(s: State, guns: Bits) -> Bits:
    """Those of these guns that could not give support in defense, and so use their defense strength."""
    if not guns:
        return 0
    side = side_of(s, guns.bit_length() - 1)
    return guns & (s.fired | s.data.rockets | ~supplied_of(s, side, guns, DEFENSE))  # 10.23c, 10.1c


def defending(s: State, hex_: int) -> Bits:
    """The units of a Defender hex whose defense strength counts."""
    d = s.data
    units = s.here.get(hex_, 0)  # 8.35d
    guns = units & d.guns
    if guns and guns != units:
        units &= ~guns | silent_guns(s, guns)  # 10.21a, 10.22a, 10.23b
    armor = units & d.soviet_armor
    if armor & (armor - 1) and not open_ground(s, hex_):  # 11.41a, 11.41d
        best = sorted(scan(armor), key=lambda unit: -value_of(s, unit).defense)
        units &= ~armor | bits(best[: d.charts.numbers["soviet_armor"]])
    return units


def defense_value(s: State, unit: int) -> int:
    """The defense strength of a unit; it is never halved (3.51b)."""
    if s.data.untried >> unit & 1 and s.face[unit] == UNTRIED:
        return UNKNOWN
    return value_of(s, unit).defense  # 2.24b


def hex_defense(s: State, hex_: int) -> int:
    """The defense strength of a hex."""
    return sum([defense_value(s, unit) for unit in scan(defending(s, hex_))])  # 11.52b


def defense_strength(s: State, targets: Bits) -> int:
    """The defense strength of some hexes."""
    return sum([hex_defense(s, hex_) for hex_ in scan(targets)])


def defense_lines(s: State, b: Battle) -> list[Line]:
    """The ledger of the defense, unit by unit."""
    names = s.title.lexicon
    return [
        Line("11.52b", "+", defense_value(s, unit), f"{names.places[hex_]}: {names.pieces[unit]}")
        for hex_ in scan(b.targets)
        for unit in scan(defending(s, hex_))
    ]


# -- columns ----------------------------------------------------------------------------------


def column_of(s: State, attack: int, defense: int) -> int:
    """The column of a ratio, rounded in favor of the defender; -1 below the lowest."""
    columns = s.data.odds
    if not defense:
        return len(columns) - 1 if attack else -1
    found = sum([attack * below >= defense * above for above, below in columns])  # 11.52d, 11.52g, 17.0j
    return found - 1  # 11.52h, 12.12a


def enough(s: State, attack: int, defense: int) -> bool:
    """Whether the initial odds allow an attack."""
    above, below = s.data.odds[0]
    return attack * below >= defense * above  # 11.17a, 11.31a


def ground_shift(s: State, hex_: int) -> tuple[int, str]:
    """The columns that the terrain in a hex gives the defender, and which terrain it is."""
    return s.data.cover(s.weather, hex_)  # 11.21a, 11.22b


def side_shift(s: State, hex_: int, fronts: Bits) -> tuple[int, str]:
    """The columns that hexsides give the defender of a hex attacked from these hexes, and which hexside it is."""
    d, weather = s.data, s.weather
    if not fronts or fronts & ~d.shields[weather][hex_]:
        return 0, ""  # 11.22g
    sides = [d.hexside[front_, hex_] for front_ in scan(fronts)]
    return min((d.charts.hexsides[side].shift[weather], side) for side in sides)  # 11.22d, 11.22f


def fortified(s: State, targets: Bits) -> Bits:
    """Those of these Defender hexes that hold an active Strongpoint of the defender."""
    return targets & works(s, 1 - s.side)  # 14.11a, 14.21a


def terrain_lines(s: State, targets: Bits, attackers: Bits) -> list[Line]:
    """The shifts for terrain: of several Defender hexes the best of each kind counts (11.22a, 11.22e, 11.25b).

    That a Strongpoint is in an attacker's hex does not matter (14.21b).
    """
    d, names = s.data, s.title.lexicon.places
    fronts = places_of(s, attackers & ~d.guns)
    lines = []
    shift, hex_ = max([(ground_shift(s, hex_)[0], hex_) for hex_ in scan(targets)])
    if shift:
        lines.append(Line("11.21a", "+", -shift, f"{ground_shift(s, hex_)[1]} in {names[hex_]}"))
    shift, hex_ = max([(side_shift(s, hex_, fronts)[0], hex_) for hex_ in scan(targets)])
    if shift:
        lines.append(Line("11.22d", "+", -shift, f"{names[hex_]} behind a {side_shift(s, hex_, fronts)[1]}"))
    if strong := fortified(s, targets):
        extra = d.charts.terrain["strongpoint"].shift[s.weather]
        lines.append(Line("14.21a", "+", -extra, f"Strongpoint in {names[strong.bit_length() - 1]}"))  # 11.22c
    return lines


def support_points(s: State, b: Battle, side: int) -> int:
    """The support strength that a side has committed."""
    d = s.data
    guns = b.guns & d.side[side] & ~d.rockets
    planes = b.planes & d.air[side]
    fire = sum([d.units[unit].support for unit in scan(guns)]) if guns else 0
    return fire + sum([d.counters.air[wing - d.first_air].strength for wing in scan(planes)])  # 10.15a, 13.23a


def support_columns(s: State, points: int) -> int:
    """The columns that so many points are worth."""
    chart = s.data.charts.support
    return chart[min(points, len(chart) - 1)]  # 13.23b


def support_line(s: State, b: Battle) -> list[Line]:
    """The shift for support: the attacker's columns less the defender's (10.1a, 13.25e, 17.0s)."""
    mine, theirs = support_points(s, b, s.side), support_points(s, b, 1 - s.side)
    if mine == theirs:
        return []  # 10.15b, 13.23d
    shift = support_columns(s, mine) - support_columns(s, theirs)  # 13.23c
    return [Line("10.15a", "+", shift, f"support {mine} against {theirs}")]


def shift_lines(s: State, b: Battle) -> list[Line]:
    """The ledger of shifts, with their limit."""
    d = s.data
    lines = terrain_lines(s, b.targets, b.attackers) + support_line(s, b)
    if not b.fed:
        lines.append(Line("6.43a", "+", d.charts.numbers["unsupplied_defender"], "a defender is Out of Supply"))
    limit, found = d.charts.numbers["shift_limit"], int(total(lines))  # 11.52e
    if abs(found) > limit:
        lines.append(Line("11.52f", "min" if found > 0 else "max", limit if found > 0 else -limit, "limit of shifts"))
    return lines


class Column(NamedTuple):
    """The final column, and what is added to the die."""

    start: int
    column: int
    change: int


def final_column(s: State, b: Battle) -> Column:
    """The column in which a combat is resolved, with all the strength there is (12.12d)."""
    d = s.data
    attack = strength_of(s, b.attackers, b.targets, b.hungry).total + rocket_strength(s, b.guns)
    start = column_of(s, attack, defense_strength(s, b.targets))
    found = start + int(total(shift_lines(s, b)))
    low = d.charts.numbers["too_low"] if found < 0 else 0  # 12.12c
    return Column(start, min(max(found, 0), len(d.charts.crt.columns) - 1), low)


def compute_odds(s: State) -> None:
    """Work out the column and what changes the die."""
    b: Battle = s.local
    found = final_column(s, b)
    b = update(s, column=found.column, change=found.change, fought=True)
    if s.log is not None:
        attack = strength_of(s, b.attackers, b.targets, b.hungry).total + rocket_strength(s, b.guns)
        names = s.data.charts.crt.names
        s.note(
            "11.52d",
            "{attack} against {defense} is {odds}; after shifts {final}.",
            attack=attack,
            defense=defense_strength(s, b.targets),
            odds=names[found.start] if found.start >= 0 else f"less than {names[0]}",
            final=names[found.column] + (f", with {found.change} added to the die" if found.change else ""),
        )


def roll(s: State, face: int) -> None:
    """Record the die roll."""
    update(s, die=face)  # 11.53a


ROLL = roll_verb(roll)
