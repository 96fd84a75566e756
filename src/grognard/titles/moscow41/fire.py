"""[10.12.2-10.12.5] Artillery, anti-air fire, airstrike and ground fire: whose dice, how many, what they hit on.

Clauses: 3.1b, 4.1i, 4.2.2a-d, 4.2.3d, 4.2.4c, 10.10.2a-d, 10.12.2a-c, 10.12.3a-i, 10.12.4a-b, 10.12.5a, 10.12.5.1a-c,
10.12.5.2a-g.
"""
