"""How *Demyansk Shield* is told."""

from collections.abc import Iterator
from typing import Any

from grognard.core.title import Outcome
from grognard.titles.demyansk.data.components import AXIS, SOVIET
from grognard.titles.demyansk.sequence import SIDE_NAMES
from grognard.titles.demyansk.state import works

SEGMENTS = ("Strategic Segment", "First Operations Segment", "Second Operations Segment", "Recovery Segment")
PHASES = ("air-transport", "airdrop", "replacements", "movement", "combat", "exploitation", "administration")


def heading(text: str) -> bool:
    """Lines that only say which turn or Sequence begins."""
    return text.startswith("Game-Turn ") or text.endswith(" Sequence.")


def phase(s: Any) -> str:
    """The segment under way, and whose phase it is."""
    flow, at = (s.stack[0].flow, s.stack[0].at) if s.stack else (s.flow, s.at)
    name = flow.ask[at].name if at in flow.ask else ""
    if name not in PHASES or not s.sequence:
        return SEGMENTS[s.segment]
    return f"{SEGMENTS[s.segment]}: {SIDE_NAMES[s.side]} {name}"


def ending(outcome: Outcome) -> str:
    """How it ended."""
    return outcome.level if outcome.winner < 0 else f"{SIDE_NAMES[outcome.winner]} {outcome.level}"


def facts(s: Any, first: bool) -> Iterator[str]:
    """How things stand at the start of a turn."""
    if first:
        yield from (_army(s, side) for side in (AXIS, SOVIET))
        yield f"  Victory Points: {s.vps}. Axis Strongpoints: {works(s, AXIS).bit_count()}."


def _army(s: Any, side: int) -> str:
    """The units of a side."""
    d = s.data
    lost = (s.here.get(d.eliminated, 0) & d.side[side]).bit_count()
    there = s.there[side]
    count, reduced = there.bit_count(), (there & s.reduced).bit_count()
    return f"  {SIDE_NAMES[side]} units: {count} on the map, {reduced} of them reduced; {lost} eliminated."
