"""[13.0] The fleet.

Missing: sailing (13.2; verb `sail`), the +5 marker (13.1, 13.3 to 13.8; verbs `aim`, `lift`; in combat 13.4, 13.5),
what bombardment does to it (13.9 to 13.11; verbs `flee`, `remain`). It recovers with the other Russians (13.10c, in
`air`), and nothing else touches it (13.12). Until then it lies in Kronstadt, and nobody is asked for the marker.
"""

from .state import State


def can_aim(s: State) -> bool:
    """Could the marker be placed now?"""
    d = s.data
    at = s.place[d.fleet]
    return not s.disrupted >> d.fleet & 1 and not d.harbor >> at & 1  # 13.7a, 13.10b
