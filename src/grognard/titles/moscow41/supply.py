"""[9.0] Supply: Lines of Communication, the Supply Check, the Isolation Check.

Clauses: 2.1a-b, 2.2b, 2.2e, 2.2h-i, 2.2l, 4.1k, 9.0a-c, 9.1a-j, 9.2a-f, 9.3a-k, 10.9.1a, 14.3a.
"""

from .state import State


def supply_check(_s: State) -> None:
    """Mark the active player's Units that have no Line of Communication."""


def isolation_check(_s: State) -> None:
    """Attrition of the Units marked."""
