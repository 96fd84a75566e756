"""[8.33] Engineers: where they help others across rivers."""

from ....core.bits import Bits, bits, scan
from ....core.knowledge import kept
from ....kit.stacks import places_of
from ..data.components import Components
from ..state import State


def helpers(s: State, units: Bits) -> Bits:
    """The engineers that can help some units: on the map, and not among them."""
    return s.there[s.side] & s.data.engineers & ~units  # 8.33c, 8.33e


def banks(s: State, units: Bits) -> Bits:
    """The hexes from which engineers can help some units."""
    able = helpers(s, units)
    return aid(s.data, places_of(s, able))[1] if able else 0


@kept()
def aid(d: Components, places: Bits) -> tuple[dict[int, Bits], Bits]:
    """Where engineers in these hexes help: by hex, the hexes across its rivers; and the set of the former."""
    out: dict[int, Bits] = {}
    for place in scan(places):
        over = d.rivers[place]  # 8.33d
        out[place] = out.get(place, 0) | over
        for near in scan(over):
            out[near] = out.get(near, 0) | 1 << place
    return out, bits(out)
