"""[12.0] Air power.

Here: Disrupted markers come off (12.41b, 4.0i, 4.0n), and air units go home.
Missing: how many air units there are (12.21 to 12.23: a chance step before the bombardment), bombardment and its rolls
(12.11, 12.12, 12.31 to 12.37; verbs `bombard`, `strike`), who is disrupted (12.41a, 12.43, 12.44; verb `disrupt`;
option `raids`, 18.11), Ground Support (12.51 to 12.56; verb `support`). What disruption forbids in movement is there
(12.42a). Until then nobody has an air unit.
"""

from ...core.bits import scan
from .state import State, put


def has_air(s: State) -> bool:
    """Has the phasing player air units left?"""
    return s.air > 0


def recover(s: State) -> None:
    """The end of a Player-Turn: markers come off the phasing player's units, air units go back."""
    d = s.data
    fleet = 1 << d.fleet if s.side else 0  # 13.10c
    s.disrupted &= ~(d.side[s.side] | fleet)  # 12.41b, 4.0i, 4.0n
    for wing in scan(d.air[s.side]):
        if s.place[wing] != d.airfield:
            put(s, wing, d.airfield)
    s.air = 0
