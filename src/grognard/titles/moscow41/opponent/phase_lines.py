"""The planned German front lines of the Campaign: Areas, and the steps wanted in each."""

from ....core.bits import scan
from ....core.knowledge import kept
from ..data.components import GERMAN, Components
from ..state import State, units_at

SMOLENSK = "66:12 67:8 78:14"
BEFORE_KIEV = (
    f"{SMOLENSK} 89:12 101:12 113:8 125:6",
    f"{SMOLENSK} 89:10 101:12 113:8 126:14 138:6",
    f"{SMOLENSK} 89:10 101:10 113:8 126:12 139:8 151:16",
    f"{SMOLENSK} 89:8 101:8 113:8 126:12 139:8 140:14 153:14 165:16",
)
AFTER_KIEV = (
    f"{SMOLENSK} 89:8 101:10 114:10 127:12 140:12 153:12",
    f"{SMOLENSK} 89:8 101:10 114:10 128:12 141:12 154:12 155:12 156:10 145:8",
)
ENOUGH = 0.8  # share of a line's steps needed before moving to the next


@kept()
def _lines(d: Components, after: bool) -> tuple[dict[int, int], ...]:
    out = []
    for line in AFTER_KIEV if after else BEFORE_KIEV:
        pairs = (word.split(":") for word in line.split())
        out.append({d.board.at[area]: int(count) for area, count in pairs if area in d.board.at})
    return tuple(out)


def stations(s: State) -> dict[int, int]:
    """The first line that is not held yet."""
    d = s.data
    lines = _lines(d, bool(s.german >> d.kiev & 1))
    for line in lines:
        there = 0
        for area, count in line.items():
            if s.german >> area & 1:
                there += min(count, sum(s.level[p] for p in scan(units_at(s, GERMAN, area))))
        if there < ENOUGH * sum(line.values()):
            return line
    return lines[-1]
