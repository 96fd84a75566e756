"""[4.21, 14.3, 15.2] The Administrative Phase, which runs in every Operations Sequence."""

from ..data.components import AXIS
from ..state import State
from .air import gather
from .replacements import lose_points, may_absorb, strengthen
from .strongpoints import complete, destroy, may_build

LAST_SEGMENT = 2  # of the two Operations Segments


def begin(s: State) -> None:
    """What happens by itself: Soviet replacements in the Axis phase, the end of construction in the Soviet one."""
    if s.side == AXIS:
        strengthen(s)  # 15.22b
    else:
        gather(s)  # 7.23g
        complete(s)  # 14.36b, sequence.29


def decides(s: State) -> bool:
    """Whether the active player has something to decide: only the Axis player builds and absorbs."""
    return s.side == AXIS and (may_absorb(s) or may_build(s))  # sequence.34


def end(s: State) -> None:
    """Strongpoints of the active player with enemies in them are destroyed, and RPs not used are lost."""
    destroy(s, s.side)  # 14.41a
    lose_points(s, s.segment == LAST_SEGMENT)
