"""A game of *Leningrad* (1979) as a person reads it: the diary phase by phase, and how things stand before each."""

from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from grognard.core.bits import Bits, scan
from grognard.core.table import Table
from grognard.titles.leningrad79.state import GERMAN, SOVIET
from grognard.titles.leningrad79.supply import supplied
from grognard.titles.leningrad79.victory import german_points, soviet_points

WIDTH = 110


def render(table: Table) -> str:
    """The whole game."""
    return "\n".join(_lines(table)) + "\n"


def _lines(table: Table) -> Iterator[str]:
    title = table.title
    yield f"{title.full}: {title.about}"
    yield f"Options: {', '.join(table.first.options) or 'none'}"
    turn, phase = -1, ""
    for entry in table.journal:
        s: Any = entry.before
        if s.turn != turn:
            turn = s.turn
            yield from ("", title.now(s), "=" * len(title.now(s)))
        now = _phase(s)
        if now != phase:
            phase = now
            yield from ("", phase, *_facts(s))
        said = [f"{line.text} [{line.cite}]" for line in entry.lines if not _heading(line.text)]
        if said and not s.stack:
            yield ""
        for line in said:
            yield from wrap(line, WIDTH, initial_indent="  ", subsequent_indent="      ")
    yield from ("", "The end", *_facts(table.state))
    assert table.outcome is not None
    yield f"  {table.outcome.level}."


def _heading(text: str) -> bool:
    """Lines that only say which turn or phase begins."""
    return text.endswith("Phase.") or text.startswith("Game-Turn ")


def _phase(s: Any) -> str:
    flow, at = (s.stack[0].flow, s.stack[0].at) if s.stack else (s.flow, s.at)
    return str(flow.label(at).rstrip("+").replace("-", " ").capitalize())


def _facts(s: Any) -> Iterator[str]:
    d = s.data

    def count(side: int) -> str:
        there = bits_on_map(s, side)
        lost = s.here.get(d.lost, 0) & d.side[side]
        fed = sum(supplied(s, side) >> s.place[unit] & 1 for unit in scan(there))
        return f"{there.bit_count()} on the map ({fed} in supply), {lost.bit_count()} lost"

    yield f"  German {count(GERMAN)}, {(s.reduced & bits_on_map(s, GERMAN)).bit_count()} reduced."
    yield f"  Soviet {count(SOVIET)}; forts: {_names(s, s.forts)}."
    yield f"  Leningrad: {_holders(s)}. Points: German {german_points(s)}, Soviet {soviet_points(s)}."


def bits_on_map(s: Any, side: int) -> Bits:
    """A side's units on the map."""
    boxes = s.here.get(s.data.reserve, 0) | s.here.get(s.data.lost, 0)
    return int(s.data.side[side] & ~boxes)


def _names(s: Any, hexes: Bits) -> str:
    return " ".join(s.title.lexicon.places[place] for place in scan(hexes)) or "none"


def _holders(s: Any) -> str:
    german = s.data.leningrad & s.held[GERMAN]
    soviet = s.data.leningrad & s.held[SOVIET]
    return f"German {_names(s, german)}, Soviet {_names(s, soviet)}"
