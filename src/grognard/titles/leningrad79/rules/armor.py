"""[12.0] Armor: tank units, Panzer corps, and the strength of German counters."""

from ....core.bits import Bits, scan
from ..state import UNTRIED, State


def german_strength(s: State, unit: int) -> int:
    """A German unit's Combat Strength, full or reduced."""
    return s.data.weak[unit] if s.reduced >> unit & 1 else s.data.strong[unit]  # 2.5a, 2.4d


def present(s: State, units: Bits, tanks: bool | None = None) -> bool:
    """Whether there is an armor unit among them; mechanized units do not count (12.2a)."""
    if tanks or units & s.data.german_armor:
        return True
    return any(
        s.face[unit] != UNTRIED and s.data.faces[s.face[unit]].type == "armor" for unit in scan(units & s.data.side[1])
    )


def whole_corps(s: State, units: Bits) -> list[str]:
    """The Panzer corps whose units are all among these, in one hex."""
    out = []
    for name, corps in s.data.corps.items():
        if not corps & ~units:  # 12.1b, 12.1c, 12.1d, 12.1e
            first, *rest = (s.place[unit] for unit in scan(corps))
            if all(place == first for place in rest):
                out.append(name)  # 12.1a
    return out
