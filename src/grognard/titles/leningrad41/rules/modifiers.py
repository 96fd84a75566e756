"""[10.10] What changes the die of a fire, line by line, and the column of the CRT."""

from ....core.bits import Bits, lowest, scan
from ....kit.battle.ledger import Line, total
from ....kit.stacks import places_of
from ..data.chart_values import ELIMINATED
from ..data.components import SOVIET
from ..data.map_and_units import FORTIFICATION, RIVERS, Value
from ..state import State, face_down, option, side_of, those, unit_of
from .lines import within

FIRE, ASSAULT, AIR, NAVAL, VOLLEY = "fire", "assault", "air", "naval", "volley"
"""The kinds of fire at units: with guns, as a close assault, from the air, from the sea, and in defense (9.0)."""
BRIDGE, STRUCTURE = "bridge", "structure"
"""The kinds of demolition."""
MINOR, MAJOR = RIVERS


# -- strength ---------------------------------------------------------------------------------


def value_of(s: State, piece: int) -> Value:
    """What a unit, an air marker or the fleet shows; nothing for leaders and for counters that nobody knows."""
    d, unit = s.data, unit_of(s, piece)
    if unit is not None:
        return unit.value
    support = (*d.counters.air, *d.counters.naval)
    first = d.first_leader + len(d.counters.leaders)
    return support[piece - first].value if piece >= first else Value(0, 0)


def strength(s: State, firers: Bits) -> int:
    """The fire strength of some pieces together; that of the defenders does not matter (10.3e)."""
    return sum(value_of(s, piece).fire for piece in scan(firers))  # 10.1b, 10.3b, 12.1a


def column(s: State, firers: Bits) -> int:
    """The column in which they fire; modifiers do not change it."""
    return s.data.charts.crt.column(strength(s, firers))  # 10.3b, 10.10b


def kills(s: State, column: int, die: int) -> bool:
    """Whether a modified die in a column eliminates."""
    return s.data.charts.crt.result(column, die) == ELIMINATED  # 10.14a, 10.14b


def strength_lines(s: State, firers: Bits) -> list[Line]:
    """The ledger of the strength, unit by unit."""
    names = s.title.lexicon.pieces
    return [Line("10.3b", "+", value_of(s, piece).fire, names[piece]) for piece in scan(firers)]


# -- fire at units ----------------------------------------------------------------------------


def modifiers(
    s: State, firers: Bits, hex_: int, defender: int, kind: str, storm: Bits = 0, fanatic: bool = False
) -> list[Line]:
    """Everything that changes the die of a fire at one defender in a hex; all of it is added (10.10a).

    Only what concerns this defender counts (10.13b). `storm` are the units that make the close assault.
    """
    enemy = side_of(s, defender)
    lines = [*terrain_lines(s, hex_, enemy, storm), *armor_lines(s, firers, defender)]
    if kind == ASSAULT:
        lines.append(Line("10.11a", "+", s.data.charts.modifiers["close_assault"], "close assault"))
    lines += river_lines(s, firers, storm, hex_)
    if fanatic:
        clause, key, text = (
            ("17.1b", "ardor", "National Socialist Ardor")
            if enemy == SOVIET
            else ("17.2b", "fervor", "Proletarian Revolutionary Fervor")
        )
        lines.append(Line(clause, "+", s.data.charts.modifiers[key], text))
    return lines + air_lines(s, firers, hex_, enemy) if kind == AIR else lines


def shift(lines: list[Line]) -> int:
    """What is added to the die."""
    return int(total(lines))


def terrain_lines(s: State, hex_: int, enemy: int, storm: Bits) -> list[Line]:
    """Terrain, fortification and rubble of the hex; engineers that assault cancel the first two."""
    d, kind = s.data, s.data.terrain[hex_]
    lines = []
    if kind in d.charts.terrain and (amount := d.charts.terrain[kind].modifier):
        lines.append(Line("2.2c", "+", amount, f"{kind} hex"))  # 9.2j, errata.1
    if d.forts >> hex_ & 1 and enemy == SOVIET:
        lines.append(Line("8.6c", "+", d.charts.fortification.modifier, FORTIFICATION))
    if lines and those(s, storm, d.ability["engineer"]):
        lines.append(Line("10.20a", "+", -shift(lines), "engineers in the assault"))  # 10.20b
    if s.rubble >> hex_ & 1:
        lines.append(Line("10.18f", "+", d.charts.rubble.modifier, "rubble"))  # 10.20c
    return lines


def armor_lines(s: State, firers: Bits, defender: int) -> list[Line]:
    """Armored targets, unless somebody who fires can fight armor."""
    d = s.data
    if not those(s, 1 << defender, d.armored):
        return []  # 10.13b, 2.11b
    if any(value_of(s, piece).armor for piece in scan(firers)):
        return []  # 10.12b
    return [Line("10.12a", "+", d.charts.modifiers["armor"], "armor, and nobody who can fight it")]  # 15.2b


def river_lines(s: State, firers: Bits, storm: Bits, hex_: int) -> list[Line]:
    """The highest modifier of any unit that assaults across a river; by option also of adjacent fire."""
    d = s.data
    found: list[Line] = []
    near = d.board.neighbours[hex_]
    wide = places_of(s, firers & d.ground) & near if option(s, "rivers", "fire") else 0
    for place in scan((places_of(s, storm) & near) | wide):
        across = frozenset((place, hex_))
        if across in d.major:
            found.append(Line("10.16b", "+", d.charts.hexsides[MAJOR].modifier, "across a major river"))
        elif across in d.minor and places_of(s, storm) >> place & 1:
            found.append(Line("10.16c", "+", d.charts.hexsides[MINOR].modifier, "across a minor river"))
    return sorted(found, key=lambda line: -line.amount)[:1]


def air_lines(s: State, firers: Bits, hex_: int, enemy: int) -> list[Line]:
    """Rudel, and anti-aircraft units of the enemy."""
    d, lines = s.data, []
    if firers & d.rudel:
        lines.append(Line("12.8a", "+", d.charts.modifiers["rudel"], "Rudel"))
    if guarded(s, hex_, enemy):
        lines.append(Line("12.10a", "+", d.charts.modifiers["anti_aircraft"], "anti-aircraft fire"))
    return lines


def guarded(s: State, hex_: int, enemy: int) -> bool:
    """Whether anti-aircraft units of a side protect a hex; face-down units do not."""
    d = s.data
    there = s.there[enemy] & d.ground
    guns = those(s, there & ~face_down(s, there), d.ability["anti_aircraft"])
    area = within(d, hex_, d.charts.anti_aircraft_radius) | 1 << hex_
    return bool(places_of(s, guns) & area)  # 12.10b


# -- demolitions ------------------------------------------------------------------------------


def beside(s: State, firers: Bits, hex_: int) -> bool:
    """Whether an engineer among those who fire is adjacent to the hex, or in it."""
    near = s.data.board.neighbours[hex_] | 1 << hex_
    return bool(places_of(s, those(s, firers & s.data.ground, s.data.ability["engineer"])) & near)


def demolition_lines(s: State, firers: Bits, hex_: int, bridge: Bits) -> list[Line]:
    """The modifiers of fire at a bridge, or without one at the structures of a hex."""
    return bridge_lines(s, firers, hex_, lowest(bridge)) if bridge else structure_lines(s, firers, hex_)


def bridge_lines(s: State, firers: Bits, hex_: int, bridge: int) -> list[Line]:
    """The only modifiers of fire at a bridge (10.17c)."""
    d, list_ = s.data, s.data.charts.demolition.bridge
    river = MAJOR if d.span[bridge] in d.major else MINOR
    lines = [Line("10.17c", "+", list_[river], f"over a {river}")]
    if beside(s, firers, hex_):
        lines.append(Line("10.17c", "+", list_["engineer"], "engineers beside it"))
    if firers & d.air:
        lines.append(Line("10.17c", "+", list_["air"], "from the air"))
    return lines


def structure_lines(s: State, firers: Bits, hex_: int) -> list[Line]:
    """The only modifiers of fire at an empty urban or objective hex (10.19c)."""
    d, list_ = s.data, s.data.charts.demolition.structure
    lines = [Line("10.19c", "+", list_[d.terrain[hex_]], f"{d.terrain[hex_]} hex")]
    if d.forts >> hex_ & 1:
        lines.append(Line("10.19c", "+", list_[FORTIFICATION], FORTIFICATION))
    if beside(s, firers, hex_):
        lines.append(Line("10.19c", "+", list_["engineer"], "engineers beside it"))
    return lines
