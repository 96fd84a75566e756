"""[4.1] Set-up: every unit in its place on the Set Up Cards."""

from ..state import State, put


def set_up(s: State) -> None:
    """Place all units that start on the map; the Axis player's first (19.0a, 19.0b, 19.22b)."""
    stage = s.stage
    for piece, hex_ in stage.start.items():
        put(s, piece, hex_)  # 4.11a, 4.14a, 5.43b
    s.reduced = stage.reduced  # 4.13a
    s.destroyed = stage.destroyed
    s.first = stage.plan.initiative  # 19.13a, 19.23a, 19.33a
    s.turn = stage.plan.first - 1
