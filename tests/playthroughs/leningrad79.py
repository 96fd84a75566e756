"""How *Leningrad* (1979) is told."""

from collections.abc import Iterator
from typing import Any

from grognard.core.bits import Bits, scan
from grognard.core.title import Outcome
from grognard.titles.leningrad79.rules.supply import supplied
from grognard.titles.leningrad79.rules.victory import german_points, soviet_points
from grognard.titles.leningrad79.state import GERMAN, SOVIET


def heading(text: str) -> bool:
    """Lines that only say which turn or phase begins."""
    return text.endswith("Phase.") or text.startswith("Game-Turn ")


def phase(s: Any) -> str:
    """The phase under way."""
    flow, at = (s.stack[0].flow, s.stack[0].at) if s.stack else (s.flow, s.at)
    return str(flow.label(at).rstrip("+").replace("-", " ").capitalize())


def ending(outcome: Outcome) -> str:
    """How it ended."""
    return outcome.level


def facts(s: Any, _first: bool) -> Iterator[str]:
    """How things stand."""
    d = s.data

    def count(side: int) -> str:
        there = _on_map(s, side)
        lost = s.here.get(d.lost, 0) & d.side[side]
        fed = sum(supplied(s, side) >> s.place[unit] & 1 for unit in scan(there))
        return f"{there.bit_count()} on the map ({fed} in supply), {lost.bit_count()} lost"

    yield f"  German {count(GERMAN)}, {(s.reduced & _on_map(s, GERMAN)).bit_count()} reduced."
    yield f"  Soviet {count(SOVIET)}; forts: {_names(s, s.forts)}."
    yield f"  Leningrad: {_holders(s)}. Points: German {german_points(s)}, Soviet {soviet_points(s)}."


def _on_map(s: Any, side: int) -> Bits:
    """A side's units on the map."""
    boxes = s.here.get(s.data.reserve, 0) | s.here.get(s.data.lost, 0)
    return int(s.data.side[side] & ~boxes)


def _names(s: Any, hexes: Bits) -> str:
    return " ".join(s.title.lexicon.places[place] for place in scan(hexes)) or "none"


def _holders(s: Any) -> str:
    german = s.data.leningrad & s.held[GERMAN]
    soviet = s.data.leningrad & s.held[SOVIET]
    return f"German {_names(s, german)}, Soviet {_names(s, soviet)}"
