"""How *Leningrad '41* is told."""

from collections.abc import Iterator
from typing import Any

from grognard.core.bits import scan
from grognard.core.title import Outcome
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from grognard.titles.leningrad41.rules.victory import objectives
from grognard.titles.leningrad41.sequence import SIDE_NAMES

PHASES = {
    "air-strikes": "Air Strike",
    "orders": "Movement",
    "movement": "Movement",
    "excess": "Movement",
    "fire": "Offensive Fire",
}
"""The phase of a step; all others belong to replacements and reinforcements."""


def heading(text: str) -> bool:
    """Lines that only say which turn begins."""
    return text.startswith("Game Turn ") or text == "Soviet player turn."


def phase(s: Any) -> str:
    """The phase under way, and whose it is."""
    flow, at = (s.stack[0].flow, s.stack[0].at) if s.stack else (s.flow, s.at)
    if not s.turn:
        return "Set-up"
    name = flow.label(at).rstrip("+").removeprefix("german-").removeprefix("soviet-")
    return f"{SIDE_NAMES[s.side]} {PHASES.get(name, 'Reinforcement')} Phase"


def ending(outcome: Outcome) -> str:
    """How it ended."""
    return f"The {SIDE_NAMES[outcome.winner]} player wins ({outcome.level})"


def facts(s: Any, first: bool) -> Iterator[str]:
    """How things stand at the start of a turn."""
    if not first:
        return
    d = s.data
    many, dead = objectives(s), s.here.get(d.dead, 0)
    yield f"  German units: {_count(s, GERMAN)} on the map, {dead.bit_count()} in the dead pile."
    yield f"  Soviet units: {_count(s, SOVIET)} on the map, {_face_down(s)} of them face down."
    yield f"  Objectives: German {many}, Soviet {d.objectives.bit_count() - many}."
    yield f"  Rubble: {_names(s, s.rubble)}. Bridges down: {s.demolished.bit_count()}."


def _count(s: Any, side: int) -> int:
    return int((s.there[side] & s.data.ground).bit_count())


def _face_down(s: Any) -> int:
    return int((s.there[SOVIET] & s.data.anonymous & ~s.up).bit_count())


def _names(s: Any, hexes: int) -> str:
    return " ".join(s.title.lexicon.places[place] for place in scan(hexes)) or "none"
