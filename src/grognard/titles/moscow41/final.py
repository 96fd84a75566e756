"""[13.0] The Final Phase: Bombers, Kiev, Leningrad.

Clauses: 13.0a, 13.1a, 13.2a-d, 13.3a-d, 14.8a, 2.2e-f, 2.2i.
"""

from .state import State


def final_phase(_s: State) -> None:
    """Bombers return; Kiev and Leningrad are looked at."""
