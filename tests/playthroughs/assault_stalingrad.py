"""How *Assault on Stalingrad* is told."""

from collections.abc import Iterator
from typing import Any

from grognard.core.bits import scan
from grognard.titles.assault.rules.cup import in_cup
from grognard.titles.assault.rules.stalingrad_victory import occupied, points
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import units_in
from tests.playthroughs.assault_leningrad import SIDES, army, ending, heading, phase

__all__ = ["ending", "facts", "heading", "phase"]


def facts(s: Any, first: bool) -> Iterator[str]:
    """How things stand: in full at the start of a turn, else only who is in the city."""
    if first:
        yield from (army(s, side) for side in (GERMAN, RUSSIAN))
        german, russian = points(s)
        yield f"  Points: German {german}, Russian {russian}. Units in the cup: {in_cup(s).bit_count()}."
        for side in (GERMAN, RUSSIAN):
            if held := occupied(s, side):
                yield f"  {SIDES[side]} victory hexes: {', '.join(s.title.place(s, place) for place in scan(held))}."
    city = units_in(s, s.data.interior) & s.data.side[GERMAN]
    if city:
        yield f"  Germans in the districts of the city: {city.bit_count()}."
