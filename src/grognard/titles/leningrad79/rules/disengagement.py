"""[6.0] Disengagement: how units leave an enemy-controlled hex, at what cost, and why not."""

from collections.abc import Iterator

from ....core.bits import Bits, bits, scan
from ....core.rule import Objection
from ..state import State
from . import surprise


def toll(s: State, units: Bits) -> int:
    """The cost of disengaging on top of the hex entered, in half points."""
    quick = not units & ~s.data.panzers
    return 2 * (s.data.disengage_quick if quick else s.data.disengage)  # 6.0a, 6.1a, 6.2a


def no_disengaging(s: State, units: Bits, start: int) -> Iterator[Objection]:
    """Every clause that keeps these units from leaving an enemy-controlled hex."""
    hex_, limit = s.title.lexicon.places[start], s.data.disengage_stack
    if surprise.bound(s):
        yield Objection(
            "17.1b", f"on Game-Turn {s.data.surprise_turn} Soviet units may not disengage; {hex_} is in a German ZOC"
        )
    if units.bit_count() > limit:
        yield Objection(
            "6.0b",
            f"{units.bit_count()} units may not disengage together: at most {limit}",
            {"units": units.bit_count(), "limit": limit},
        )  # 4.5b
    if not s.here.get(start, 0) & s.data.side[s.side] & ~units:
        yield Objection(
            "6.3a",
            f"no friendly unit would stay in {hex_} to cover the disengagement: 1 is needed",
            {"staying": 0, "needed": 1},
        )  # 6.0b, 6.3b
    moved = bits(unit for unit in scan(units & ~s.data.panzers) if s.origin[unit] != start)  # 6.1b
    if moved:
        who = " ".join(s.title.lexicon.pieces[unit] for unit in scan(moved))
        yield Objection(
            "6.2b",
            f"{who} did not begin the phase in {hex_}: only German armor and mechanized units "
            "disengage from a hex they have moved to",
            {"units": who},
        )
