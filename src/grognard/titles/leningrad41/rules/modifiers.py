"""[10.10] The modifiers of a fire, line by line."""

from ....core.bits import Bits
from ....kit.battle.ledger import Line
from ..data.components import SOVIET
from ..state import State, side_of, those, unit_of


def modifiers(s: State, firers: Bits, target_hex: int, defender: int, _kind: str) -> list[Line]:
    """What changes the die of a fire at one defender."""
    d, charts, kinds = s.data, s.data.charts, s.data.terrain[target_hex]
    out: list[Line] = []
    if kinds in charts.terrain and charts.terrain[kinds].modifier:
        out.append(Line("9.2j", "+", charts.terrain[kinds].modifier, kinds))
    if d.forts >> target_hex & 1 and side_of(s, defender) == SOVIET:
        out.append(Line("8.6c", "+", charts.fortification.modifier, "fortification"))
    if s.rubble >> target_hex & 1:
        out.append(Line("10.18f", "+", charts.rubble.modifier, "rubble"))
    unit = unit_of(s, defender)
    if unit and unit.armored and not those(s, firers, d.anti_armor):
        out.append(Line("10.12a", "+", charts.modifiers["armor"], "armor"))
    return out
