"""How *Moscow '41* is told."""

from collections.abc import Iterator
from typing import Any

from grognard.core.bits import scan
from grognard.titles.moscow41.components import GERMAN, SOVIET
from grognard.titles.moscow41.control import contested
from grognard.titles.moscow41.victory import points

SIDES = ("German", "Soviet")


def heading(_text: str) -> bool:
    """Nothing is told twice."""
    return False


def phase(s: Any) -> str:
    """Whose Impulse it is, or which phase."""
    if s.turn == 0:
        return "Set-up"
    if "logistics" in {s.flow.name, *(frame.flow.name for frame in s.stack)}:
        return f"{SIDES[s.side]} logistics"
    return f"{SIDES[s.side]} Impulse"


def facts(s: Any) -> Iterator[str]:
    """How things stand."""
    d = s.data
    if s.turn == 0:
        return
    for side in (GERMAN, SOVIET):
        there = (s.on_map | s.boxed) & d.side[side] & ~(1 << s.piece[d.leader[side]])
        lines = (s.german_lines, s.soviet_lines)[side].bit_count()
        gone = s.here.get((d.lost, d.surrendered)[side], 0).bit_count()
        yield (
            f"  {SIDES[side]}: {there.bit_count()} Blocks ({(there & s.cube).bit_count()} isolated), {lines} Defensive "
            f"Lines, {s.here.get(d.pool[side], 0).bit_count()} in the Pool, {gone} gone for good; "
            f"{points(s, side)} Victory Points."
        )
    fights = ", ".join(s.title.place(s, area) for area in scan(contested(s)))
    yield f"  Contested: {fights or 'nothing'}."
