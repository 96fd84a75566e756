"""How *Assault on Leningrad* is told."""

from collections.abc import Iterator
from typing import Any

from grognard.core.bits import Bits, scan
from grognard.core.title import Outcome
from grognard.titles.assault.rules.victory import points, steps
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import on_map, outermost, units_in

SIDES = ("German", "Russian")


def heading(text: str) -> bool:
    """Lines that only say which turn or phase begins."""
    return text.endswith("Phase.") or text.startswith("Game-Turn ")


def phase(s: Any) -> str:
    """The phase under way."""
    return outermost(s).rstrip("+").replace("-", " ").capitalize()


def ending(outcome: Outcome) -> str:
    """How it ended."""
    return outcome.level if outcome.winner < 0 else f"{SIDES[outcome.winner]} {outcome.level}"


def facts(s: Any, first: bool) -> Iterator[str]:
    """How things stand: in full at the start of a turn, else only who is in the city."""
    if first:
        yield from (army(s, side) for side in (GERMAN, RUSSIAN))
        german, russian = points(s)
        yield f"  Points: German {german}, Russian {russian}. German ground: {_names(s, s.german)}."
    city = units_in(s, s.data.interior) & s.data.side[GERMAN]
    if city:
        yield f"  Germans in the districts of the city: {city.bit_count()}."


def army(s: Any, side: int) -> str:
    """The units of a side."""
    there = on_map(s, side)
    lost = s.here.get(s.data.lost, 0) & s.data.side[side]
    return (
        f"  {SIDES[side]}: {there.bit_count()} units with {steps(s, side)} steps on the maps, "
        f"{(there & s.unsupplied).bit_count()} of them not in supply; {lost.bit_count()} lost."
    )


def _names(s: Any, hexes: Bits) -> str:
    return ", ".join(s.title.place(s, place) for place in scan(hexes)) or "none"
