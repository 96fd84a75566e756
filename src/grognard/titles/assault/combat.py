"""[10.0] Combat.

Here: what lasts as long as a Combat Phase is forgotten with it (10.15a, 10.16a, 10.29b).
Missing: all of 10.11 to 10.54: Ground Support first (10.18b, 12.51), the attack (`attack HEX... with UNIT...`, flow
BATTLE), odds and die (10.21, 10.31 to 10.43, 8.44 to 8.46, 11.23, 12.42, 13.4, 13.5), penalties (10.23 to 10.26, 10.210
to 10.212, 18.31), retreats (10.27 to 10.29, 11.33), advances (10.51 to 10.54). Until then there is nothing to do there.
"""

from .state import State


def end_combat(s: State) -> None:
    """Who has fought in this phase may fight again; who has retired stays so to the end of the Player-Turn."""
    s.attacked = s.defended = s.fought = 0
