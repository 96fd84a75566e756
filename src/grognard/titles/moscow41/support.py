"""[10.4, 10.10] Support: artillery markers are laid and Bombers committed before the first Battle.

Clauses: 4.2.3f, 4.2.6h, 10.2d-e, 10.4a-f, 10.10a-j, 10.10.1a-g, 10.11c, 14.2b, typhoon.12, gasp.12.
"""

from ...core.action import Verb
from .state import State

VERBS: tuple[Verb, ...] = ()


def wanted(_s: State) -> bool:
    """Could some activated headquarters support a Battle?"""
    return False
