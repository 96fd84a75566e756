"""[10.16] The Blitz Segment.

Clauses: 10.16a-p, 10.15c, 10.12.2c, 14.2b.
"""

from .state import State, conceal


def end_blitz(s: State) -> None:
    """Fast Blocks that waited for a Blitz are concealed."""
    waiting, s.blitz = s.blitz, 0
    conceal(s, waiting)  # 10.15c
