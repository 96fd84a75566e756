"""How *Moscow '41* is told."""

from collections.abc import Iterator
from typing import Any

from grognard.core.bits import scan
from grognard.core.title import Outcome
from grognard.titles.moscow41.data.components import GERMAN, SOVIET
from grognard.titles.moscow41.rules.control import contested
from grognard.titles.moscow41.rules.victory import points

SIDES = ("German", "Soviet")


def heading(text: str) -> bool:
    """Lines that only say which month begins, or whose set-up."""
    return text.endswith(" set-up.") or (text.endswith(".") and " " not in text)


def phase(s: Any) -> str:
    """Whose Impulse it is, or which phase."""
    if s.turn == 0:
        return f"{SIDES[s.local.army]} set-up" if hasattr(s.local, "army") else "Set-up"
    if "logistics" in {s.flow.name, *(frame.flow.name for frame in s.stack)}:
        return f"{SIDES[s.side]} logistics"
    return f"{SIDES[s.side]} Impulse"


def ending(outcome: Outcome) -> str:
    """How it ended."""
    return f"{SIDES[outcome.winner]} {outcome.level}"


def facts(s: Any, first: bool) -> Iterator[str]:
    """How things stand: in full at the start of a month, else only where both sides are."""
    if s.turn == 0:
        return
    if first:
        yield from (_army(s, side) for side in (GERMAN, SOVIET))
    fights = ", ".join(s.title.place(s, area) for area in scan(contested(s)))
    if fights or first:
        yield f"  Contested: {fights or 'nothing'}."


def _army(s: Any, side: int) -> str:
    d = s.data
    there = (s.on_map | s.boxed) & d.side[side] & ~(1 << s.piece[d.leader[side]])
    lines = (s.german_lines, s.soviet_lines)[side].bit_count()
    gone = s.here.get((d.lost, d.surrendered)[side], 0).bit_count()
    isolated, pool = (there & s.cube).bit_count(), s.here.get(d.pool[side], 0).bit_count()
    return (
        f"  {SIDES[side]} Victory Points: {points(s, side)}. Blocks: {there.bit_count()} in play, {isolated} of them "
        f"isolated, {pool} in the Pool, {gone} gone for good. Defensive Lines: {lines}."
    )
