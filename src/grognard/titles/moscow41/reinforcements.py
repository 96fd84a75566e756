"""[5.0, 5.1] Reinforcements: who joins the Pool when, what is drawn, and where it enters.

Clauses: 2.2f, 5.0a-l, 5.1a-d, 7.2a, 11.0g-n, 14.2c, 14.2j.
"""

from .state import State


def join(_s: State) -> None:
    """Blocks that become available with this Turn join the Pool."""
