"""[5.5] The Initiative: who is First Player."""

from ....core.action import Verb
from ....kit.battle.die import roll_verb
from ..data.chart_values import Try
from ..data.components import AXIS, SOVIET
from ..state import State
from . import withdrawal
from .supply import surrounded


def attempt(s: State, side: int) -> Try | None:
    """The row of the Initiative Table that a side may use on this turn."""
    if not s.plan.changes or s.first == side:
        return None  # 5.51b
    return s.data.charts.initiative[side].get(s.turn)  # 5.52a, 5.52e, 5.53a, 5.53c


def axis_may_try(s: State) -> bool:
    """Whether the Axis player may try for the Initiative, or take it."""
    return attempt(s, AXIS) is not None and not s.rolled


def soviet_may_try(s: State) -> bool:
    """Whether the Soviet player may try to take it back."""
    return attempt(s, SOVIET) is not None and not s.rolled


def drm(s: State) -> int:
    """The DRM of an Axis try."""
    d = s.data
    near = bool(s.held[SOVIET] & d.board.neighbours[d.staraya_russa])
    holds = {
        "2GRC gone": s.plan.withdrawal and withdrawal.complete(s),
        "Demyansk not surrounded": not surrounded(s),
        "Soviet unit adjacent to 1528": near,
        "Mud or Storm": s.weather == "mud" or s.storm,
    }
    return sum(d.charts.drms.get(name, 0) for name, true in holds.items() if true)  # 5.52a


def trying(s: State) -> int:
    """The side that tries for the Initiative, if any does: the one that does not have it."""
    return AXIS if s.first == SOVIET else SOVIET


def try_for_it(s: State) -> None:
    """Try for the Initiative; the VPs are scored whatever the die says."""
    side = trying(s)
    row = attempt(s, side)
    assert row is not None
    s.vps += row.points  # 5.52d, 5.52g, 5.53b, 16.16a
    if not row.least:
        take(s, side)  # 5.52e


def keep(s: State) -> None:
    """Do without."""
    s.rolled = True  # 5.52c, 5.52f


def take(s: State, side: int) -> None:
    """Give the Initiative to a side."""
    s.first = side  # 5.51a, 5.52b, 5.53a
    s.rolled = True
    s.note("5.51a", "The {side} player takes the Initiative.", side=("Axis", "Soviet")[side])


def tried(s: State) -> bool:
    """Whether a die has to be rolled."""
    return not s.rolled


def roll(s: State, die: int) -> None:
    """Roll on the Initiative Table."""
    side = trying(s)
    row = attempt(s, side)
    assert row is not None
    final = die + (drm(s) if side == AXIS else 0)  # 5.53b
    if final >= row.least:
        take(s, side)
    else:
        s.rolled = True
        s.note("5.52c" if side == AXIS else "5.53c", "The try for the Initiative fails.")


TRY = Verb("try", (), try_for_it, label="Try for the Initiative", help="roll for it, or take it on the last turn")
KEEP = Verb("done", (), keep, help="leave the Initiative as it is")
ROLL = roll_verb(roll, "5.52a")
