"""[9.0] Zones of Control: rigid around class A, fluid around class B, and class C only in its own hex."""

from ....core.bits import Bits
from ..state import State


def rigid(s: State, side: int) -> Bits:
    """The hexes in a rigid zone of a side."""
    own = s.strong[side] & ~s.data.city  # 8.43a, 9.7c
    return own | s.data.zoc(own)  # 6.34a, 8.42a, 9.2a, 9.6a, 9.7a, 9.7b


def fluid(s: State, side: int) -> Bits:
    """The hexes in a fluid zone of a side, and in no rigid one."""
    own = s.loose[side] & ~s.data.city  # 8.43a, 9.7c
    return (own | s.data.zoc(own)) & ~rigid(s, side) if own else 0  # 9.3a, 9.9a


def zone(s: State, side: int) -> Bits:
    """The hexes in any zone of a side: class C units have theirs in their own hexes."""
    around = (s.strong[side] | s.loose[side]) & ~s.data.city
    return s.held[side] & ~s.data.city | s.data.zoc(around)  # 9.5a, 9.9a
