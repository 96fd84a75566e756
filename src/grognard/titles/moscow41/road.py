"""[10.9] The Road to Leningrad: Hoepner's advance.

Clauses: 2.2g-m, 10.9a-g, 10.9.1a, 13.3.1a, 14.2m.
"""

from ...core.action import Verb

VERBS: tuple[Verb, ...] = ()
