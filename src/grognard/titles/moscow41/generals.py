"""[14.2] Zhukov and Hoepner, an optional rule: withdrawn from the Road, recalled from Leningrad.

Clauses: 14.2a-o.
"""

from ...core.action import Verb

VERBS: tuple[Verb, ...] = ()
