"""[14.4] Rail movement, an optional rule.

Clauses: 12.0e, 14.4a-e.
"""

from ...core.action import Verb

VERBS: tuple[Verb, ...] = ()
